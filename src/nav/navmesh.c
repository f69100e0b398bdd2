// Builds a navmesh from a scene with Recast, and answers queries on it.
#include "nav/navmesh.h"

#include <stdlib.h>
#include <string.h>

#include "scene/rays.h"

// Most query points lie on the mesh, and a small search box finds those in a tenth of the time. A
// result within 0.1 m is inside the small box, so it is also the nearest in the large one.
detour_poly navmesh_nearest(const wend_navmesh* mesh, wend_vec3 at, wend_vec3* point) {
    const wend_vec3 small = {0.1f, 0.3f, 0.1f};
    detour_poly found = detour_nearest(mesh->d, at, small, point);
    if (found && wend_v3_distance(at, *point) <= 0.1f) return found;
    return detour_nearest(mesh->d, at, NAVMESH_SNAP_REACH, point);
}

wend_navmesh_def wend_navmesh_default_def(void) {
    return (wend_navmesh_def){.radius = 0.18f,
                              .height = 1.5f,
                              .max_climb = 0.2f,
                              .max_slope = 45,
                              .cell_size = 0.05f,
                              .cell_height = 0.05f,
                              .min_region = 1};
}

static wend_status navmesh_no_memory(wend_error* error) {
    return wend_fail(error, WEND_NO_MEMORY, "out of memory for the navmesh");
}

// ---- build -------------------------------------------------------------------------------------

typedef struct triangle_soup {
    float* vertices;
    int* triangles;
    int vertex_count, triangle_count;
    detour_door* doors;
    int door_count;
} triangle_soup;

static void soup_destroy(triangle_soup* soup) {
    wend_free(soup->vertices);
    wend_free(soup->triangles);
    wend_free(soup->doors);
}

// A closed leaf of an openable door is left out: the polygons of the door block the passage
// instead. An open leaf is an obstacle.
static bool navmesh_is_solid(const wend_scene_arrays* a, const wend_object* o) {
    if (o->category == WEND_CATEGORY_CEILING_LAMP || o->category == WEND_CATEGORY_RUG ||
        o->flags & WEND_OBJECT_HIDDEN)
        return false;
    if (!(o->flags & WEND_OBJECT_DOOR)) return true;
    uint32_t id = (uint32_t)(o - a->objects.items);
    for (uint32_t i = 0; i < a->doors.count; i++)
        if (a->doors.items[i].object == id && a->doors.items[i].openness < 0.5f &&
            a->doors.items[i].openable)
            return false;
    return true;
}

// The floor area of a doorway. Its depth keeps a body of def->radius off the closed leaf.
static detour_door opening_of(const wend_door* d, const wend_navmesh_def* def) {
    const float half_depth = def->radius + 0.05f;
    float along_x = cosf(d->heading), along_z = -sinf(d->heading);
    float through_x = -sinf(d->heading), through_z = -cosf(d->heading);
    detour_door door = {.low = d->center.y - 0.3f,
                        .high = d->center.y + 0.5f,
                        .closed = d->openness < 0.5f && !def->open_doors};
    for (int i = 0; i < 4; i++) {
        float u = (i == 1 || i == 2 ? 0.5f : -0.5f) * d->width;
        float v = i < 2 ? -half_depth : half_depth;
        door.corners[i] = (wend_vec2){d->center.x + along_x * u + through_x * v,
                                      d->center.z + along_z * u + through_z * v};
    }
    return door;
}

// Doors without a leaf and doors that cannot be opened are never closed polygons: their geometry
// decides.
static void soup_add_doors(triangle_soup* soup, const wend_scene_arrays* a,
                           const wend_navmesh_def* def) {
    for (uint32_t i = 0; i < a->doors.count; i++) {
        detour_door door = opening_of(&a->doors.items[i], def);
        if (!a->doors.items[i].object || !a->doors.items[i].openable) door.closed = false;
        soup->doors[soup->door_count++] = door;
    }
}

static void soup_add_instance(triangle_soup* soup, const wend_scene_arrays* a,
                              const wend_instance* n) {
    const wend_mesh* m = &a->meshes.items[n->mesh];
    for (uint32_t i = 0; i < m->index_count; i++)
        soup->triangles[3 * soup->triangle_count + (int)i] =
            soup->vertex_count + (int)a->indices.items[m->first_index + i];
    soup->triangle_count += (int)m->index_count / 3;
    for (uint32_t i = 0; i < m->vertex_count; i++) {
        wend_vec3 at = wend_transform_point(&n->transform, a->positions.items[m->first_vertex + i]);
        memcpy(soup->vertices + 3 * (soup->vertex_count + (int)i), &at, sizeof at);
    }
    soup->vertex_count += (int)m->vertex_count;
}

static wend_status soup_make(const wend_scene* scene, const wend_navmesh_def* def,
                             triangle_soup* soup, wend_error* error) {
    const wend_scene_arrays* a = wend_scene_get(scene);
    size_t vertices = a->light.count, triangles = (size_t)wend_scene_triangles(scene);
    if (vertices > INT32_MAX / 3 || triangles > INT32_MAX / 3)
        return wend_fail(error, WEND_LIMIT, "%s: %zu triangles are too many for one navmesh",
                         wend_scene_name(scene), triangles);
    soup->vertices = wend_alloc(vertices * 3 * sizeof(float));
    soup->triangles = wend_alloc(triangles * 3 * sizeof(int));
    soup->doors = wend_alloc(a->doors.count * sizeof *soup->doors);
    if (!soup->vertices || !soup->triangles || !soup->doors) return navmesh_no_memory(error);
    for (uint32_t i = 0; i < a->instances.count; i++)
        if (navmesh_is_solid(a, &a->objects.items[a->instances.items[i].object]))
            soup_add_instance(soup, a, &a->instances.items[i]);
    soup_add_doors(soup, a, def);
    return WEND_OK;
}

static detour_settings settings_of(const wend_navmesh_def* def) {
    float region_cells = sqrtf(fmaxf(def->min_region, 0)) / def->cell_size;
    return (detour_settings){.cell_size = def->cell_size,
                             .cell_height = def->cell_height,
                             .agent_height = def->height,
                             .agent_radius = def->radius,
                             .agent_max_climb = def->max_climb,
                             .agent_max_slope = def->max_slope,
                             .region_min_size = region_cells,
                             .region_merge_size = 20,
                             .edge_max_length = 12,
                             .edge_max_error = 1.3f,
                             .vertices_per_polygon = 6,
                             .detail_sample_distance = 6,
                             .detail_sample_max_error = 1,
                             .filter_low_hanging = 1,
                             .filter_ledges = 1,
                             .filter_low_height = 1};
}

typedef struct ground {
    rays* r;
    float slack;  // max height change of a vertex, metres
} ground;

// Height of the scene's surface at a vertex, if it is within the slack; else the vertex's own.
static float ground_height(void* context, wend_vec3 at) {
    const ground* g = context;
    wend_vec3 from = wend_v3(at.x, at.y + g->slack, at.z), down = wend_v3(0, -1, 0);
    rays_hit hit;
    rays_cast(g->r, from, &down, 1, &hit);
    return hit.distance <= 2 * g->slack ? from.y - hit.distance : at.y;
}

// Moves the vertices onto the scene's floor: voxels leave them up to two cells off it.
static wend_status navmesh_settle(wend_navmesh* mesh, const wend_scene* scene, wend_error* error) {
    ground g = {.slack = 3 * mesh->settings.cell_height};
    WEND_TRY(rays_create(scene, &g.r, error));
    detour_adjust_heights(mesh->d, ground_height, &g);
    rays_destroy(g.r);
    return WEND_OK;
}

static wend_status navmesh_check_def(const wend_navmesh_def* def, wend_error* error) {
    if (def->cell_size >= 0.01f && def->cell_height >= 0.01f && def->radius >= 0 &&
        def->radius <= 5 && def->height > 0 && def->height <= 10 && def->max_climb >= 0 &&
        def->max_slope >= 0 && def->max_slope < 90)
        return WEND_OK;
    return wend_fail(error, WEND_ARGUMENT,
                     "navmesh for radius %g, height %g, climb %g, slope %g, cells %g x %g; cells "
                     "are at least 0.01 m, radius 0 to 5, height up to 10, slope below 90",
                     (double)def->radius, (double)def->height, (double)def->max_climb,
                     (double)def->max_slope, (double)def->cell_size, (double)def->cell_height);
}

wend_status wend_navmesh_build(const wend_scene* scene, const wend_navmesh_def* given,
                               wend_navmesh** out, wend_error* error) {
    *out = NULL;
    wend_navmesh_def def = given ? *given : wend_navmesh_default_def();
    WEND_TRY(navmesh_check_def(&def, error));
    wend_aabb bounds = wend_scene_bounds(scene);
    if (wend_aabb_is_empty(bounds))
        return wend_fail(error, WEND_FORMAT, "%s: no navigable surface", wend_scene_name(scene));
    bounds.high.y += def.height + 1;  // headroom above the highest floor
    triangle_soup soup = {0};
    wend_navmesh* mesh = wend_alloc_zero(1, sizeof *mesh);
    wend_status status = mesh ? soup_make(scene, &def, &soup, error) : navmesh_no_memory(error);
    if (status == WEND_OK) {
        mesh->settings = settings_of(&def);
        detour_input input = {soup.vertices, soup.triangles, soup.vertex_count, soup.triangle_count,
                              bounds,        soup.doors,     soup.door_count};
        status = detour_build(&input, &mesh->settings, &mesh->d, error);
        if (status == WEND_OK) status = navmesh_settle(mesh, scene, error);
        wend_error_prefix(status == WEND_OK ? NULL : error, "%s", wend_scene_name(scene));
    }
    soup_destroy(&soup);
    if (status != WEND_OK) {
        wend_navmesh_destroy(mesh);
        return status;
    }
    WEND_TRY(navmesh_measure(mesh, error));
    *out = mesh;
    return WEND_OK;
}

void wend_navmesh_destroy(wend_navmesh* mesh) {
    if (!mesh) return;
    geodesic_destroy(mesh->g);
    detour_destroy(mesh->d);
    wend_free(mesh->polygon_island);
    wend_free(mesh->island_area);
    wend_free(mesh->cumulative_area);
    wend_free(mesh->scratch);
    wend_free(mesh->scratch_areas);
    wend_free(mesh);
}

wend_status wend_navmesh_clone(const wend_navmesh* mesh, wend_navmesh** out, wend_error* error) {
    *out = NULL;
    wend_navmesh* copy = wend_alloc_zero(1, sizeof *copy);
    if (!copy) return navmesh_no_memory(error);
    copy->settings = mesh->settings;
    wend_status status = detour_clone(mesh->d, &copy->d, error);
    if (status != WEND_OK) {
        wend_navmesh_destroy(copy);
        return status;
    }
    WEND_TRY(navmesh_measure(copy, error));
    *out = copy;
    return WEND_OK;
}

// ---- islands ------------------------------------------------------------------------------------

static void measure_polygons(wend_navmesh* mesh) {
    detour_polygon p;
    mesh->area = 0;
    mesh->bounds = wend_aabb_empty();
    for (int i = 0; i < mesh->polygons; i++) {
        detour_polygon_at(mesh->d, i, &p);
        if (p.walkable) mesh->area += (double)p.area;
        mesh->cumulative_area[i] = (float)mesh->area;
        for (int k = 0; k < p.vertex_count; k++)
            mesh->bounds = wend_aabb_add(mesh->bounds, p.vertices[k]);
    }
}

// Numbers the connected components by flood fill. `stack`: [polygons].
static int flood_islands(wend_navmesh* mesh, int* stack, double* areas) {
    int islands = 0;
    detour_polygon p;
    for (int i = 0; i < mesh->polygons; i++) mesh->polygon_island[i] = -1;
    for (int i = 0; i < mesh->polygons; i++) {
        detour_polygon_at(mesh->d, i, &p);
        if (mesh->polygon_island[i] >= 0 || !p.walkable) continue;
        int depth = 0;
        stack[depth++] = i;
        mesh->polygon_island[i] = islands;
        areas[islands] = 0;
        while (depth > 0) {
            detour_polygon_at(mesh->d, stack[--depth], &p);
            areas[islands] += (double)p.area;
            for (int k = 0; k < p.neighbour_count; k++) {
                int other = p.neighbours[k];
                detour_polygon q;
                if (mesh->polygon_island[other] >= 0) continue;
                detour_polygon_at(mesh->d, other, &q);
                if (!q.walkable) continue;
                mesh->polygon_island[other] = islands;
                stack[depth++] = other;
            }
        }
        islands++;
    }
    return islands;
}

// Renumbers the islands by decreasing area; ties keep their order.
static void sort_islands(wend_navmesh* mesh, int* rank, double* areas) {
    for (int i = 0; i < mesh->islands; i++) {
        rank[i] = 0;
        for (int j = 0; j < mesh->islands; j++)
            rank[i] += areas[j] > areas[i] || (areas[j] == areas[i] && j < i);
        mesh->island_area[rank[i]] = areas[i];
    }
    for (int i = 0; i < mesh->polygons; i++)
        if (mesh->polygon_island[i] >= 0) mesh->polygon_island[i] = rank[mesh->polygon_island[i]];
}

static void measure_islands(wend_navmesh* mesh) {
    measure_polygons(mesh);
    mesh->islands = flood_islands(mesh, mesh->scratch, mesh->scratch_areas);
    sort_islands(mesh, mesh->scratch, mesh->scratch_areas);
}

wend_status navmesh_measure(wend_navmesh* mesh, wend_error* error) {
    mesh->polygons = detour_polygon_count(mesh->d);
    size_t count = (size_t)mesh->polygons;
    mesh->scratch = wend_alloc(count * sizeof *mesh->scratch);
    mesh->scratch_areas = wend_alloc(count * sizeof *mesh->scratch_areas);
    mesh->polygon_island = wend_alloc(count * sizeof *mesh->polygon_island);
    mesh->island_area = wend_alloc(count * sizeof *mesh->island_area);
    mesh->cumulative_area = wend_alloc(count * sizeof *mesh->cumulative_area);
    if (!mesh->scratch || !mesh->scratch_areas || !mesh->polygon_island || !mesh->island_area ||
        !mesh->cumulative_area) {
        wend_navmesh_destroy(mesh);
        return navmesh_no_memory(error);
    }
    measure_islands(mesh);
    wend_status status = geodesic_create(mesh->d, &mesh->g, error);
    if (status != WEND_OK) wend_navmesh_destroy(mesh);
    return status;
}

void wend_navmesh_set_door(wend_navmesh* mesh, uint32_t door, bool closed) {
    detour_set_door(mesh->d, (int)door, closed);
    geodesic_refresh(mesh->g, mesh->d);
    measure_islands(mesh);
}

const int* navmesh_polygon_doors(const wend_navmesh* mesh) { return detour_doors(mesh->d); }

bool navmesh_set_polygon_doors(wend_navmesh* mesh, const int* polygon_doors, int doors) {
    for (int i = 0; i < mesh->polygons; i++)
        if (polygon_doors[i] < -1 || polygon_doors[i] >= doors) return false;
    detour_set_doors(mesh->d, polygon_doors);
    return true;
}

int wend_navmesh_island_count(const wend_navmesh* mesh) { return mesh->islands; }
float wend_navmesh_radius(const wend_navmesh* mesh) { return mesh->settings.agent_radius; }

float wend_navmesh_height(const wend_navmesh* mesh) { return mesh->settings.agent_height; }

wend_aabb wend_navmesh_bounds(const wend_navmesh* mesh) { return mesh->bounds; }
double wend_navmesh_area(const wend_navmesh* mesh) { return mesh->area; }

double wend_navmesh_island_area(const wend_navmesh* mesh, int island) {
    return island >= 0 && island < mesh->islands ? mesh->island_area[island] : 0;
}

int wend_navmesh_island_at(const wend_navmesh* mesh, wend_vec3 point) {
    wend_vec3 snapped;
    detour_poly poly = navmesh_nearest(mesh, point, &snapped);
    int index = poly ? detour_polygon_index(mesh->d, poly) : -1;
    return index >= 0 ? mesh->polygon_island[index] : -1;
}

// ---- points -------------------------------------------------------------------------------------

bool wend_navmesh_snap(const wend_navmesh* mesh, wend_vec3 point, wend_vec3* snapped) {
    if (!wend_v3_is_finite(point)) return false;
    return navmesh_nearest(mesh, point, snapped) != 0;
}

bool wend_navmesh_is_on(const wend_navmesh* mesh, wend_vec3 point, float tolerance) {
    wend_vec3 snapped;
    if (!wend_navmesh_snap(mesh, point, &snapped)) return false;
    return fabsf(snapped.y - point.y) <= tolerance &&
           hypotf(snapped.x - point.x, snapped.z - point.z) <= 0.01f;
}

// A random point of a convex polygon, uniform over its horizontal area.
static wend_vec3 point_in_polygon(const detour_polygon* p, wend_rng* rng) {
    float areas[6], sum = 0;
    for (int k = 2; k < p->vertex_count; k++) {
        wend_vec3 u = wend_v3_sub(p->vertices[k - 1], p->vertices[0]);
        wend_vec3 v = wend_v3_sub(p->vertices[k], p->vertices[0]);
        sum += fabsf(u.x * v.z - u.z * v.x);
        areas[k] = sum;
    }
    float pick = wend_rng_float(rng) * sum;
    int k = 2;
    while (k + 1 < p->vertex_count && areas[k] < pick) k++;
    float s = wend_rng_float(rng), t = wend_rng_float(rng);
    if (s + t > 1) s = 1 - s, t = 1 - t;
    wend_vec3 u = wend_v3_sub(p->vertices[k - 1], p->vertices[0]);
    wend_vec3 v = wend_v3_sub(p->vertices[k], p->vertices[0]);
    return wend_v3_mad(wend_v3_mad(p->vertices[0], u, s), v, t);
}

static int polygon_by_area(const wend_navmesh* mesh, float pick) {
    int low = 0, high = mesh->polygons - 1;
    while (low < high) {
        int middle = (low + high) / 2;
        if (mesh->cumulative_area[middle] > pick)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

bool wend_navmesh_random_point(const wend_navmesh* mesh, wend_rng* rng, int island,
                               wend_vec3* point) {
    if (!(mesh->area > 0) || island >= mesh->islands) return false;
    for (;;) {  // an island is drawn as often as it is large; islands below 1/1000 are rare but end
        int index = polygon_by_area(mesh, wend_rng_float(rng) * (float)mesh->area);
        if (island >= 0 && mesh->polygon_island[index] != island) continue;
        detour_polygon p;
        detour_polygon_at(mesh->d, index, &p);
        if (!p.walkable) continue;
        *point = point_in_polygon(&p, rng);
        detour_height(mesh->d, p.reference, *point, &point->y);
        return true;
    }
}

float wend_navmesh_obstacle_distance(const wend_navmesh* mesh, wend_vec3 point, float reach,
                                     wend_vec3* wall) {
    wend_vec3 at;
    detour_poly poly = navmesh_nearest(mesh, point, &at);
    return poly ? detour_wall_distance(mesh->d, poly, at, reach, wall) : 0;
}

// ---- paths and steps ---------------------------------------------------------------------------

wend_status wend_navmesh_path(const wend_navmesh* mesh, wend_vec3 from, wend_vec3 to,
                              wend_vec3* corners, int capacity, int* count, float* metres) {
    wend_vec3 start, end;
    *count = 0;
    *metres = INFINITY;
    detour_poly first = navmesh_nearest(mesh, from, &start);
    detour_poly last = navmesh_nearest(mesh, to, &end);
    if (!first || !last) return WEND_OK;
    geodesic_end ends[2] = {{detour_polygon_index(mesh->d, first), start},
                            {detour_polygon_index(mesh->d, last), end}};
    if (mesh->polygon_island[ends[0].polygon] != mesh->polygon_island[ends[1].polygon])
        return WEND_OK;
    double length;
    wend_status status =
        geodesic_path(mesh->g, ends[0], ends[1], corners, capacity, count, &length);
    *metres = (float)length;
    return status;
}

wend_status wend_navmesh_distance(const wend_navmesh* mesh, wend_vec3 from, wend_vec3_span goals,
                                  float* metres, int* nearest) {
    *metres = INFINITY;
    if (nearest) *nearest = -1;
    for (int i = 0; i < goals.count; i++) {
        float length;
        int count;
        WEND_TRY(wend_navmesh_path(mesh, from, goals.items[i], NULL, 0, &count, &length));
        if (!(length < *metres)) continue;
        *metres = length;
        if (nearest) *nearest = i;
    }
    return WEND_OK;
}

wend_vec3 wend_navmesh_step(const wend_navmesh* mesh, wend_vec3 from, wend_vec3 to, bool slide) {
    wend_vec3 at;
    detour_poly end, poly = navmesh_nearest(mesh, from, &at);
    if (!poly) return from;
    if (slide) return detour_slide(mesh->d, poly, at, to, &end);
    float part = detour_raycast(mesh->d, poly, at, to);
    return detour_slide(mesh->d, poly, at, wend_v3_lerp(at, to, part), &end);
}

// ---- check --------------------------------------------------------------------------------------

// Counts the points of a 0.2 m grid in the room that lie on the mesh, and those on island 0.
static void count_points(const wend_navmesh* mesh, const wend_scene* scene, uint32_t room,
                         int* walkable, int* reached) {
    const wend_scene_arrays* a = wend_scene_get(scene);
    const wend_room* r = &a->rooms.items[room];
    wend_aabb box = wend_aabb_empty();
    for (uint32_t i = 0; i < r->corner_count; i++) {
        wend_vec2 corner = a->corners.items[r->first_corner + i];
        box = wend_aabb_add(box, wend_v3(corner.x, r->floor, corner.y));
    }
    const float step = 0.2f;
    const wend_vec3 reach = {0.1f, 0.5f, 0.1f};
    for (float z = box.low.z + step / 2; z < box.high.z; z += step)
        for (float x = box.low.x + step / 2; x < box.high.x; x += step) {
            wend_vec3 at = wend_v3(x, r->floor + 0.1f, z), point;
            if (wend_scene_room_at(scene, at) != room) continue;
            detour_poly poly = detour_nearest(mesh->d, at, reach, &point);
            if (!poly) continue;
            ++*walkable;
            *reached += mesh->polygon_island[detour_polygon_index(mesh->d, poly)] == 0;
        }
}

void wend_navmesh_check(const wend_navmesh* mesh, const wend_scene* scene,
                        wend_problems* problems) {
    const wend_scene_arrays* a = wend_scene_get(scene);
    for (uint32_t i = 1; i < a->rooms.count; i++) {
        const char* name = wend_scene_text(scene, a->rooms.items[i].name);
        int walkable = 0, reached = 0;
        count_points(mesh, scene, i, &walkable, &reached);
        if (!walkable)
            wend_problems_add(problems, "%s: no navigable point in it", name);
        else if (!reached)
            wend_problems_add(problems, "%s: cannot be reached", name);
    }
}
