// Places viewpoints in a scene and connects them, as a Matterport connectivity graph.
//
// Placement: the nodes of a lattice are candidates, those with the largest clearance first. Each
// room gets one viewpoint; then every candidate farther than a radius (geodesic) from all
// viewpoints becomes one. The radius grows until at most max_count are needed.
//
// Edges: a pair is a passage when the eyes see each other and the path is short enough (def.reach,
// def.detour). Components without a passage between them are joined by viewpoints halfway along the
// shortest path. A passage is an edge unless a third viewpoint lies between its ends.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "nav/connectivity.h"
#include "nav/graph.h"
#include "nav/lattice.h"
#include "scene/rays.h"

#include "wend/nav.h"

// Bit of `links`: the pair is mutually visible and navigable, whether or not it becomes an edge.
enum { PASSAGE = 4 };
enum { MAX_COUNT = 2000, MAX_JOINTS = 128, MAX_LEAVES = 8 };
static const float LATTICE_SPACING = 0.25f;  // metres between candidates
static const float CLEARANCE = 1.5f;         // metres; clearance beyond this does not count
// Min distance between viewpoints, as a fraction of the spacing: neighbours are then one spacing
// apart on average.
static const float LEAST_SHARE = 0.8f;

// A viewpoint lies between two others if the detour over it is at most this factor longer.
static const float DETOUR_RATIO = 1.1f;

typedef struct candidate {
    int node;         // lattice node
    float clearance;  // metres to the nearest wall
    uint32_t room;    // 0: none
} candidate;

typedef struct viewpoint_maker {
    const wend_scene* scene;
    wend_viewpoints_def def;
    wend_navmesh* mesh;
    wend_lattice* lattice;
    rays* r;
    ARRAY_OF(candidate) candidates;  // largest clearance first
    bool* covered;                   // [lattice count] within the radius of a viewpoint
    float* metres;                   // [lattice count] distance to the viewpoint being placed
    ARRAY_OF(int) queue;
    ARRAY_OF(wend_vec3) feet;  // floor positions of the viewpoints
    int stride;                // max number of viewpoints
    uint8_t* links;            // [stride][stride] bits of connectivity.h and PASSAGE
} viewpoint_maker;

wend_viewpoints_def wend_viewpoints_default_def(void) {
    return (wend_viewpoints_def){.spacing = 2.2f,
                                 .eye_height = 1.5f,
                                 .reach = 5,
                                 .detour = 1.2f,
                                 .radius = 0.18f,
                                 .max_count = 512};
}

static wend_status viewpoints_no_memory(wend_error* error) {
    return wend_fail(error, WEND_NO_MEMORY, "out of memory while placing viewpoints");
}

static wend_status viewpoints_check_def(const wend_viewpoints_def* def, wend_error* error) {
    if (def->spacing >= 0.5f && def->spacing <= 20 && def->eye_height > 0 && def->eye_height <= 3 &&
        def->reach >= def->spacing && def->reach <= 100 && def->detour >= 1 && def->detour <= 10 &&
        def->max_count >= 1 && def->max_count <= MAX_COUNT)
        return WEND_OK;
    return wend_fail(error, WEND_ARGUMENT,
                     "viewpoints every %g m, eye at %g m, edges up to %g m and %g times the "
                     "straight line, at most %d; 0.5 to 20 m, 0 to 3 m, from the spacing to 100 m, "
                     "1 to 10 times and 1 to %d are possible",
                     (double)def->spacing, (double)def->eye_height, (double)def->reach,
                     (double)def->detour, def->max_count, MAX_COUNT);
}

// ---- placement ---------------------------------------------------------------------------------

static int compare_candidates(const void* a, const void* b) {
    const candidate *p = a, *q = b;
    if (p->clearance != q->clearance) return p->clearance > q->clearance ? -1 : 1;
    return (p->node > q->node) - (p->node < q->node);
}

// Lists every grid node of the largest island with its clearance and room.
static bool list_candidates(viewpoint_maker* m) {
    const wend_lattice* l = m->lattice;
    for (int i = 0; i < l->grid_count; i++) {
        if (m->mesh->polygon_island[l->polygon[i]] != 0) continue;
        candidate* slot = ARRAY_PUSH(&m->candidates);
        if (!slot) return false;
        wend_vec3 above = wend_v3(l->at[i].x, l->at[i].y + 0.1f, l->at[i].z);
        *slot = (candidate){i, wend_navmesh_obstacle_distance(m->mesh, l->at[i], CLEARANCE, NULL),
                            wend_scene_room_at(m->scene, above)};
    }
    if (m->candidates.count)
        qsort(m->candidates.items, m->candidates.count, sizeof *m->candidates.items,
              compare_candidates);
    return true;
}

// Marks the nodes with a geodesic distance below `radius` metres.
static bool cover(viewpoint_maker* m, int start, float radius) {
    const wend_lattice* l = m->lattice;
    int* slot;
    m->queue.count = 0;
    if (!(slot = ARRAY_PUSH(&m->queue))) return false;
    *slot = start;
    m->metres[start] = 0;
    for (size_t done = 0; done < m->queue.count; done++) {
        int node = m->queue.items[done];
        m->covered[node] = true;
        for (uint32_t e = l->first_edge[node]; e < l->first_edge[node + 1]; e++) {
            int to = l->edges[e].to;
            float metres = m->metres[node] + l->edges[e].metres;
            if (!(metres < radius && metres < m->metres[to])) continue;
            m->metres[to] = metres;
            if (!(slot = ARRAY_PUSH(&m->queue))) return false;
            *slot = to;
        }
    }
    for (size_t i = 0; i < m->queue.count; i++) m->metres[m->queue.items[i]] = INFINITY;
    return true;
}

static bool viewpoints_place(viewpoint_maker* m, int node, float radius) {
    wend_vec3* slot = ARRAY_PUSH(&m->feet);
    if (!slot) return false;
    *slot = m->lattice->at[node];
    return cover(m, node, radius);
}

// First the candidate with the largest clearance in each room, then every uncovered candidate.
static bool place_all(viewpoint_maker* m, float radius) {
    uint32_t rooms = wend_scene_get(m->scene)->rooms.count;
    memset(m->covered, 0, (size_t)m->lattice->count * sizeof *m->covered);
    m->feet.count = 0;
    for (uint32_t room = 1; room < rooms; room++)
        for (size_t i = 0; i < m->candidates.count; i++) {
            if (m->candidates.items[i].room != room) continue;
            if (!viewpoints_place(m, m->candidates.items[i].node, radius)) return false;
            break;
        }
    for (size_t i = 0; i < m->candidates.count; i++) {
        int node = m->candidates.items[i].node;
        if (m->covered[node]) continue;
        if (!viewpoints_place(m, node, radius)) return false;
        if (m->feet.count > (size_t)m->def.max_count) break;
    }
    return true;
}

static wend_status place_within_limit(viewpoint_maker* m, wend_error* error) {
    size_t count = (size_t)m->lattice->count + 1;
    m->covered = wend_alloc(count * sizeof *m->covered);
    m->metres = wend_alloc(count * sizeof *m->metres);
    if (!m->covered || !m->metres || !list_candidates(m)) return viewpoints_no_memory(error);
    for (size_t i = 0; i < count; i++) m->metres[i] = INFINITY;
    for (float radius = LEAST_SHARE * m->def.spacing; radius < 1000; radius *= 1.15f) {
        if (!place_all(m, radius)) return viewpoints_no_memory(error);
        if (m->feet.count <= (size_t)m->def.max_count) {
            // With a larger radius the edges must be longer too.
            m->def.reach = fmaxf(m->def.reach, 2 * radius);
            return WEND_OK;
        }
    }
    return wend_fail(error, WEND_LIMIT, "%s: more than %d rooms; allow more viewpoints",
                     wend_scene_name(m->scene), m->def.max_count);
}

// ---- connection --------------------------------------------------------------------------------

static wend_vec3 viewpoints_eye_of(const viewpoint_maker* m, int i) {
    wend_vec3 feet = m->feet.items[i];
    return wend_v3(feet.x, feet.y + m->def.eye_height, feet.z);
}

static uint8_t* link_of(const viewpoint_maker* m, int i, int j) {
    return &m->links[(size_t)i * (size_t)m->stride + (size_t)j];
}

static void set_link(viewpoint_maker* m, int i, int j, uint8_t bits) {
    *link_of(m, i, j) |= bits;
    *link_of(m, j, i) |= bits;
}

// A closed door leaf that can be opened does not block the view.
static bool is_closed_leaf(const wend_scene* scene, uint32_t instance) {
    const wend_scene_arrays* a = wend_scene_get(scene);
    uint32_t object = a->instances.items[instance].object;
    if (!(a->objects.items[object].flags & WEND_OBJECT_DOOR)) return false;
    for (uint32_t i = 0; i < a->doors.count; i++)
        if (a->doors.items[i].object == object)
            return a->doors.items[i].openable && a->doors.items[i].openness < 0.5f;
    return false;
}

static bool sees(const viewpoint_maker* m, wend_vec3 from, wend_vec3 to) {
    wend_vec3 offset = wend_v3_sub(to, from);
    float left = wend_v3_length(offset);
    if (!(left > 0.01f)) return true;
    wend_vec3 direction = wend_v3_scale(offset, 1 / left);
    for (int leaves = 0; leaves < 2 * MAX_LEAVES; leaves++) {  // a leaf has two faces
        rays_hit hit;
        rays_cast(m->r, from, &direction, 1, &hit);
        if (hit.distance >= left) return true;
        if (!is_closed_leaf(m->scene, hit.instance)) return false;
        float past = hit.distance + 0.001f;
        from = wend_v3_mad(from, direction, past);
        left -= past;
    }
    return false;
}

// Tests visibility and passage between viewpoint `i` and all before it.
static wend_status viewpoints_explore(viewpoint_maker* m, int i, wend_error* error) {
    for (int j = 0; j < i; j++) {
        float straight = wend_v3_distance(m->feet.items[i], m->feet.items[j]);
        if (!sees(m, viewpoints_eye_of(m, i), viewpoints_eye_of(m, j))) continue;
        set_link(m, i, j, CONNECTIVITY_VISIBLE);
        if (straight > m->def.reach) continue;
        float walk;
        if (wend_navmesh_distance(m->mesh, m->feet.items[i], (wend_vec3_span){&m->feet.items[j], 1},
                                  &walk, NULL) != WEND_OK)
            return viewpoints_no_memory(error);
        if (walk <= m->def.detour * straight) set_link(m, i, j, PASSAGE);
    }
    return WEND_OK;
}

// Marks the viewpoints reachable from viewpoint 0; true when some are not.
static bool find_parted(viewpoint_maker* m, bool* reached) {
    int count = (int)m->feet.count;
    memset(reached, 0, (size_t)count * sizeof *reached);
    reached[0] = true;
    m->queue.items[0] = 0;  // viewpoints_join reserved `stride` entries
    size_t held = 1;
    for (size_t done = 0; done < held; done++)
        for (int j = 0; j < count; j++) {
            if (reached[j] || !(*link_of(m, m->queue.items[done], j) & PASSAGE)) continue;
            reached[j] = true;
            m->queue.items[held++] = j;
        }
    return held < (size_t)count;
}

typedef struct gap {
    int from, to;
    float metres;
} gap;

// The shortest path between a reached and an unreached viewpoint.
static wend_status find_gap(viewpoint_maker* m, const bool* reached, gap* out, wend_error* error) {
    int count = (int)m->feet.count, goal_count = 0, nearest;
    wend_vec3* goals = wend_alloc((size_t)count * sizeof *goals);
    int* ids = wend_alloc((size_t)count * sizeof *ids);
    wend_field* field = NULL;
    wend_status status = goals && ids ? WEND_OK : viewpoints_no_memory(error);
    for (int i = 0; status == WEND_OK && i < count; i++)
        if (reached[i]) {
            goals[goal_count] = m->feet.items[i];
            ids[goal_count++] = i;
        }
    if (status == WEND_OK)
        status = wend_field_create(m->lattice, (wend_vec3_span){goals, goal_count}, &field, error);
    *out = (gap){-1, -1, INFINITY};
    for (int i = 0; status == WEND_OK && i < count; i++) {
        float metres =
            reached[i] ? INFINITY : wend_field_distance(field, m->feet.items[i], &nearest);
        if (metres < out->metres) *out = (gap){ids[nearest], i, metres};
    }
    wend_field_destroy(field);
    wend_free(goals);
    wend_free(ids);
    return status;
}

// The point halfway along the shortest path between two viewpoints.
static wend_status middle_of_passage(const viewpoint_maker* m, gap g, wend_vec3* middle,
                                     wend_error* error) {
    enum { CORNERS = 256 };
    wend_vec3 corners[CORNERS];
    int count;
    float metres;
    *middle = m->feet.items[g.to];
    if (wend_navmesh_path(m->mesh, m->feet.items[g.from], *middle, corners, CORNERS, &count,
                          &metres) != WEND_OK)
        return viewpoints_no_memory(error);
    if (count > CORNERS) count = CORNERS;
    float left = metres / 2;
    for (int i = 1; i < count; i++) {
        float leg = wend_v3_distance(corners[i - 1], corners[i]);
        if (leg >= left && leg > 0) {
            *middle = wend_v3_lerp(corners[i - 1], corners[i], left / leg);
            return WEND_OK;
        }
        left -= leg;
    }
    return WEND_OK;
}

// Joins components that do not see each other around a bend or a staircase: adds viewpoints halfway
// along the shortest path until all are connected. Below 0.5 m, or when `stride` is reached, the
// pair becomes a passage directly.
static wend_status viewpoints_join(viewpoint_maker* m, wend_error* error) {
    bool* reached = wend_alloc((size_t)m->stride * sizeof *reached);
    if (!reached || !ARRAY_RESERVE(&m->queue, (size_t)m->stride)) {
        wend_free(reached);
        return viewpoints_no_memory(error);
    }
    wend_status status = WEND_OK;
    while (status == WEND_OK && find_parted(m, reached)) {
        gap g;
        status = find_gap(m, reached, &g, error);
        if (status != WEND_OK || g.from < 0) break;
        if (g.metres < 0.5f || m->feet.count == (size_t)m->stride) {
            set_link(m, g.from, g.to, PASSAGE);
            continue;
        }
        wend_vec3 middle;
        status = middle_of_passage(m, g, &middle, error);
        if (status != WEND_OK) break;
        wend_vec3* slot = ARRAY_PUSH(&m->feet);
        if (!slot) {
            status = viewpoints_no_memory(error);
            break;
        }
        *slot = middle;
        wend_navmesh_snap(m->mesh, middle, slot);  // onto the steps of a staircase
        status = viewpoints_explore(m, (int)m->feet.count - 1, error);
    }
    wend_free(reached);
    return status;
}

static float viewpoints_straight_line(const viewpoint_maker* m, int i, int j) {
    return wend_v3_distance(m->feet.items[i], m->feet.items[j]);
}

// Whether k lies between i and j: two shorter passages that are at most DETOUR_RATIO times as long.
static bool lies_between(const viewpoint_maker* m, int i, int j, int k) {
    if (!(*link_of(m, i, k) & *link_of(m, j, k) & PASSAGE)) return false;
    float whole = viewpoints_straight_line(m, i, j), first = viewpoints_straight_line(m, i, k);
    float second = viewpoints_straight_line(m, j, k);
    return first < whole && second < whole && first + second < DETOUR_RATIO * whole;
}

// A passage is an edge unless a third viewpoint lies between its ends. Both passages over it are
// shorter, so the graph stays connected.
static void choose_edges(viewpoint_maker* m) {
    int count = (int)m->feet.count;
    for (int i = 0; i < count; i++)
        for (int j = 0; j < i; j++) {
            if (!(*link_of(m, i, j) & PASSAGE)) continue;
            bool between = false;
            for (int k = 0; k < count && !between; k++) between = lies_between(m, i, j, k);
            if (!between) set_link(m, i, j, CONNECTIVITY_UNOBSTRUCTED | CONNECTIVITY_VISIBLE);
        }
}

static wend_status link_all(viewpoint_maker* m, wend_error* error) {
    m->stride = (int)m->feet.count + MAX_JOINTS;
    m->links = wend_alloc_zero((size_t)m->stride, (size_t)m->stride);
    if (!m->links) return viewpoints_no_memory(error);
    for (int i = 1; i < (int)m->feet.count; i++) WEND_TRY(viewpoints_explore(m, i, error));
    WEND_TRY(viewpoints_join(m, error));
    choose_edges(m);
    return WEND_OK;
}

// ---- output ------------------------------------------------------------------------------------

// Matterport's region label of a room type.
static char label_of(wend_room_type type) {
    static const char labels[WEND_ROOM_TYPE_COUNT] = {
        [WEND_ROOM_UNKNOWN] = 'Z',     [WEND_ROOM_BEDROOM] = 'b',
        [WEND_ROOM_BATHROOM] = 'a',    [WEND_ROOM_KITCHEN] = 'k',
        [WEND_ROOM_LIVING_ROOM] = 'l', [WEND_ROOM_DINING_ROOM] = 'd',
        [WEND_ROOM_HALL] = 'e',        [WEND_ROOM_CORRIDOR] = 'h',
        [WEND_ROOM_STAIRWELL] = 's',   [WEND_ROOM_STUDY] = 'o',
        [WEND_ROOM_LAUNDRY] = 'u',     [WEND_ROOM_STORAGE] = 'c',
        [WEND_ROOM_TOILET] = 't',      [WEND_ROOM_OFFICE] = 'o',
        [WEND_ROOM_OPEN_OFFICE] = 'o', [WEND_ROOM_MEETING_ROOM] = 'm',
        [WEND_ROOM_BREAK_ROOM] = 'j',  [WEND_ROOM_RECEPTION] = 'e',
        [WEND_ROOM_SHOP] = 'Z',        [WEND_ROOM_PLAYROOM] = 'r',
        [WEND_ROOM_GARAGE] = 'g',      [WEND_ROOM_BALCONY] = 'x',
        [WEND_ROOM_OUTDOORS] = 'p'};
    return labels[type];
}

// Camera frame: x right, y down, z ahead. The camera looks along +y of Matterport's world frame.
static wend_viewpoint describe(const viewpoint_maker* m, int i, char id[33]) {
    wend_vec3 eye = viewpoints_eye_of(m, i);
    uint64_t key[2] = {wend_scene_hash(m->scene), (uint64_t)i};
    snprintf(id, 33, "%016llx%016llx", (unsigned long long)wend_hash(key, sizeof key, 1),
             (unsigned long long)wend_hash(key, sizeof key, 2));
    uint32_t room = wend_scene_room_at(m->scene, eye);
    const wend_room* in = &wend_scene_get(m->scene)->rooms.items[room];
    return (wend_viewpoint){.id = id,
                            .has_panorama = true,
                            .panorama = {(double)eye.x, (double)-eye.z, (double)eye.y},
                            .label = room ? label_of((wend_room_type)in->type) : 0,
                            .pose = {1, 0, 0, (double)eye.x, 0, 0, 1, (double)-eye.z, 0, -1, 0,
                                     (double)eye.y, 0, 0, 0, 1},
                            .height = (double)m->def.eye_height,
                            .included = true,
                            .region = (int)room - 1};
}

static wend_status make_graph(const viewpoint_maker* m, wend_graph** graph, wend_error* error) {
    int count = (int)m->feet.count;
    wend_viewpoint* viewpoints = wend_alloc((size_t)count * sizeof *viewpoints);
    char(*ids)[33] = wend_alloc((size_t)count * sizeof *ids);
    uint8_t* links = wend_alloc((size_t)count * (size_t)count);
    wend_status status = viewpoints && ids && links ? WEND_OK : viewpoints_no_memory(error);
    for (int i = 0; status == WEND_OK && i < count; i++) {
        viewpoints[i] = describe(m, i, ids[i]);
        for (int j = 0; j < count; j++)
            links[i * count + j] = *link_of(m, i, j) & (uint8_t)~PASSAGE;
    }
    if (status == WEND_OK)
        status = graph_make(viewpoints, links, count, wend_scene_name(m->scene), graph, error);
    wend_free(viewpoints);
    wend_free(ids);
    wend_free(links);
    return status;
}

static wend_status viewpoints_make(viewpoint_maker* m, wend_graph** graph, wend_error* error) {
    wend_navmesh_def def = wend_navmesh_default_def();
    def.open_doors = true;
    def.radius = m->def.radius;
    WEND_TRY(wend_navmesh_build(m->scene, &def, &m->mesh, error));
    WEND_TRY(wend_lattice_create(m->mesh, LATTICE_SPACING, &m->lattice, error));
    WEND_TRY(rays_create(m->scene, &m->r, error));
    WEND_TRY(place_within_limit(m, error));
    if (!m->feet.count)
        return wend_fail(error, WEND_FORMAT, "%s: no navigable point", wend_scene_name(m->scene));
    WEND_TRY(link_all(m, error));
    return make_graph(m, graph, error);
}

wend_status wend_viewpoints_make(const wend_scene* scene, const wend_viewpoints_def* given,
                                 wend_graph** graph, wend_error* error) {
    *graph = NULL;
    viewpoint_maker m = {.scene = scene, .def = given ? *given : wend_viewpoints_default_def()};
    WEND_TRY(viewpoints_check_def(&m.def, error));
    wend_status status = viewpoints_make(&m, graph, error);
    rays_destroy(m.r);
    wend_lattice_destroy(m.lattice);
    wend_navmesh_destroy(m.mesh);
    ARRAY_FREE(&m.candidates);
    ARRAY_FREE(&m.queue);
    ARRAY_FREE(&m.feet);
    wend_free(m.covered);
    wend_free(m.metres);
    wend_free(m.links);
    return status;
}
