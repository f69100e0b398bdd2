// Collection of light sources: panes of glass that face the sky, and lamps.
#include "light/light_source.h"

#include <stdlib.h>

enum { MAX_SOURCES = 8192, TEST_RINGS = 2, TEST_SECTORS = 8, TEST_RAYS = 16 };
static const float min_pane = 0.15f;  // square metres; smaller panes are objects such as bottles

// ---- directions ---------------------------------------------------------------------------------

void light_hemisphere(int rings, int sectors, wend_vec3* directions) {
    int count = 0;
    // 2 x 2 rays of adjacent rings and sectors form a packet, so that packets stay coherent.
    for (int r = 0; r < rings; r += 2)
        for (int s = 0; s < sectors; s += 2)
            for (int k = 0; k < 4; k++) {
                int ring = r + (k >> 1), sector = s + (k & 1);
                float square = ((float)ring + 0.5f) / (float)rings;  // equal areas
                float turn = ((float)sector + 0.25f + 0.5f * (float)(ring & 1)) / (float)sectors;
                float radius = sqrtf(square), angle = (float)(2 * WEND_PI) * turn;
                directions[count++] =
                    wend_v3(radius * cosf(angle), radius * sinf(angle), sqrtf(1 - square));
            }
}

void light_turn(wend_vec3 n, const wend_vec3* directions, int count, wend_vec3* turned) {
    // An orthonormal frame without a square root or a special case. [Duff et al., JCGT 2017]
    float sign = n.z < 0 ? -1.0f : 1.0f;
    float a = -1 / (sign + n.z), b = n.x * n.y * a;
    wend_vec3 x = {1 + sign * n.x * n.x * a, sign * b, -sign * n.x};
    wend_vec3 y = {b, sign + n.y * n.y * a, -n.y};
    for (int i = 0; i < count; i++)
        turned[i] = wend_v3_mad(wend_v3_mad(wend_v3_scale(x, directions[i].x), y, directions[i].y),
                                n, directions[i].z);
}

// ---- windows ------------------------------------------------------------------------------------

static int count_open(const rays* r, wend_vec3 at, wend_vec3 normal) {
    wend_vec3 around[TEST_RAYS], directions[TEST_RAYS];
    light_hemisphere(TEST_RINGS, TEST_SECTORS, around);
    light_turn(normal, around, TEST_RAYS, directions);
    return rays_open(r, wend_v3_mad(at, normal, 0.1f), directions, NULL, TEST_RAYS, NULL);
}

// A pane is a window if one side sees clearly more of the sky than the other.
static bool is_window(const wend_scene* scene, const rays* r, const wend_instance* n,
                      light_source* window) {
    const wend_scene_arrays* a = wend_scene_get(scene);
    wend_aabb bounds = a->meshes.items[n->mesh].bounds;
    wend_vec3 size = wend_aabb_size(bounds), middle = wend_aabb_center(bounds);
    wend_vec3 half[3] = {wend_v3_scale(n->transform.x, size.x / 2),
                         wend_v3_scale(n->transform.y, size.y / 2),
                         wend_v3_scale(n->transform.z, size.z / 2)};
    int thin = 0;
    for (int i = 1; i < 3; i++)
        if (wend_v3_length(half[i]) < wend_v3_length(half[thin])) thin = i;
    *window =
        (light_source){.is_window = true, .u = half[(thin + 1) % 3], .v = half[(thin + 2) % 3]};
    window->at = wend_transform_point(&n->transform, middle);
    window->area = 4 * wend_v3_length(window->u) * wend_v3_length(window->v);
    window->inward = wend_v3_normalize(wend_v3_cross(window->u, window->v));
    if (!(window->area >= min_pane) || !isfinite(window->area)) return false;
    int front = count_open(r, window->at, window->inward);
    int back = count_open(r, window->at, wend_v3_scale(window->inward, -1));
    if (front > back) window->inward = wend_v3_scale(window->inward, -1);
    if (abs(front - back) < TEST_RAYS / 8) return false;
    window->room = wend_scene_room_at(scene, wend_v3_mad(window->at, window->inward, 0.3f));
    return true;
}

// ---- lamps --------------------------------------------------------------------------------------

// X(category, power relative to a ceiling lamp, height of the bulb and lower end of the glowing
// part as fractions of the lamp's height)
#define LAMP_LIST(X)                 \
    X(CEILING_LAMP, 1.0f, 0, 0)      \
    X(FLOOR_LAMP, 0.5f, 0.85f, 0.7f) \
    X(DESK_LAMP, 0.2f, 0.75f, 0.6f)

typedef struct lamp_kind {
    wend_category category;
    float share, bulb, glow;
} lamp_kind;

static const lamp_kind* find_lamp(uint32_t category) {
    static const lamp_kind kinds[] = {
#define X(name, share, bulb, glow) {WEND_CATEGORY_##name, share, bulb, glow},
        LAMP_LIST(X)
#undef X
    };
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (kinds[i].category == (wend_category)category) return &kinds[i];
    return NULL;
}

bool light_glows(const wend_object* object, wend_vec3 point) {
    const lamp_kind* kind = find_lamp(object->category);
    if (!kind) return false;
    float height = object->bounds.high.y - object->bounds.low.y;
    return point.y >= object->bounds.low.y + kind->glow * height;
}

static bool is_lamp(const wend_scene* scene, const wend_object* object, float strength,
                    light_source* lamp) {
    const lamp_kind* kind = find_lamp(object->category);
    if (!kind || !object->instance_count) return false;
    wend_vec3 size = wend_aabb_size(object->bounds), middle = wend_aabb_center(object->bounds);
    *lamp = (light_source){.power = strength * kind->share};
    lamp->radius = 0.6f * fmaxf(size.x, size.z);
    lamp->at = wend_v3(middle.x, object->bounds.low.y + kind->bulb * size.y, middle.z);
    if (kind->bulb == 0) {  // just below the ceiling lamp, so that its shade does not occlude it
        lamp->at.y -= 0.03f;
        lamp->radius = 0;
    }
    lamp->room = wend_scene_room_at(scene, lamp->at);
    return true;
}

// ---- lists --------------------------------------------------------------------------------------

static wend_status light_source_collect(const wend_scene* scene, const rays* r,
                                        const light_def* def, light_sources* s) {
    const wend_scene_arrays* a = wend_scene_get(scene);
    light_source found;
    for (uint32_t i = 0; i < a->instances.count && s->list.count < MAX_SOURCES; i++) {
        const wend_instance* n = &a->instances.items[i];
        if (!(a->materials.items[n->material].flags & WEND_MATERIAL_GLASS)) continue;
        if (!is_window(scene, r, n, &found)) continue;
        light_source* slot = ARRAY_PUSH(&s->list);
        if (!slot) return WEND_NO_MEMORY;
        *slot = found;
    }
    for (uint32_t i = 1; i < a->objects.count && s->list.count < MAX_SOURCES; i++) {
        if (!is_lamp(scene, &a->objects.items[i], def->lamp, &found)) continue;
        light_source* slot = ARRAY_PUSH(&s->list);
        if (!slot) return WEND_NO_MEMORY;
        *slot = found;
    }
    return WEND_OK;
}

static float strength_of(const light_source* s) { return s->is_window ? s->area : 4 * s->power; }

// By room, then by descending strength, then by order of discovery.
static int by_room_then_strength(const void* left, const void* right) {
    const light_source *l = left, *r = right;
    if (l->room != r->room) return l->room < r->room ? -1 : 1;
    float a = strength_of(l), b = strength_of(r);
    if (a != b) return a > b ? -1 : 1;
    return (l->order > r->order) - (l->order < r->order);
}

static wend_status sort_by_room(light_sources* s) {
    s->first = wend_alloc_zero(s->room_count + 1, sizeof *s->first);
    if (!s->first) return WEND_NO_MEMORY;
    for (size_t i = 0; i < s->list.count; i++) {
        s->list.items[i].order = (uint32_t)i;
        s->first[s->list.items[i].room + 1]++;
    }
    for (uint32_t i = 0; i < s->room_count; i++) s->first[i + 1] += s->first[i];
    if (s->list.count)
        qsort(s->list.items, s->list.count, sizeof *s->list.items, by_room_then_strength);
    return WEND_OK;
}

static void light_source_join(light_sources* s, uint32_t room, uint32_t other) {
    for (int i = 0; room && other && i < LIGHT_NEIGHBORS; i++) {
        uint32_t* slot = &s->neighbors[room][i];
        if (*slot == other) return;
        if (*slot) continue;
        *slot = other;
        return;
    }
}

wend_status light_sources_find(const wend_scene* scene, const rays* r, const light_def* def,
                               light_sources* s, wend_error* error) {
    const wend_scene_arrays* a = wend_scene_get(scene);
    *s = (light_sources){.room_count = a->rooms.count};
    s->neighbors = wend_alloc_zero(a->rooms.count, sizeof *s->neighbors);
    wend_status status = s->neighbors ? light_source_collect(scene, r, def, s) : WEND_NO_MEMORY;
    if (status == WEND_OK) status = sort_by_room(s);
    if (status != WEND_OK) {
        light_sources_destroy(s);
        return wend_fail(error, status, "%s: out of memory for its lamps and windows",
                         wend_scene_name(scene));
    }
    for (uint32_t i = 0; i < a->doors.count; i++) {
        const wend_door* d = &a->doors.items[i];
        if (d->object && d->openness < 0.2f) continue;
        light_source_join(s, d->rooms[0], d->rooms[1]);
        light_source_join(s, d->rooms[1], d->rooms[0]);
    }
    return WEND_OK;
}

void light_sources_destroy(light_sources* s) {
    ARRAY_FREE(&s->list);
    wend_free(s->first);
    wend_free(s->neighbors);
    *s = (light_sources){0};
}

void light_sources_visit(const light_sources* s, uint32_t room, light_visit visit, void* context) {
    for (int n = -1; n < LIGHT_NEIGHBORS; n++) {
        uint32_t here = n < 0 ? room : s->neighbors[room][n];
        if (n >= 0 && !here) return;
        uint32_t first = s->first[here], count = s->first[here + 1] - first;
        for (uint32_t i = 0; i < count && i < LIGHT_MAX_SOURCES; i++)
            if (!visit(context, &s->list.items[first + i])) return;
    }
}
