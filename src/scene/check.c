// Validates a scene on its triangles: objects do not intersect, objects do not float, doors can
// open, floors have no holes.
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "scene/rays.h"

#include "wend/scene.h"

static const float DEPTH = 0.01f;  // metres; max penetration of two objects
static const float GAP = 0.03f;    // metres; max gap below a standing object

void wend_problems_add(wend_problems* problems, const char* format, ...) {
    if (problems->count < problems->capacity) {
        va_list arguments;
        va_start(arguments, format);
        number_vprint(problems->sentences[problems->count], sizeof problems->sentences[0], format,
                      arguments);
        va_end(arguments);
    }
    problems->count++;
}

typedef struct checker {
    const wend_scene* scene;
    const wend_scene_arrays* a;
    wend_problems* problems;
    rays* r;
    wend_vec3* triangles;  // [triangle_capacity][3] scratch: of one object, near another
    size_t triangle_capacity;
} checker;

static const char* check_name_of(const checker* c, uint32_t object) {
    return wend_scene_text(c->scene, c->a->objects.items[object].name);
}

static wend_status check_no_memory(const checker* c, wend_error* error) {
    return wend_fail(error, WEND_NO_MEMORY, "%s: out of memory while checking it",
                     wend_scene_name(c->scene));
}

// ---- intersections ------------------------------------------------------------------------------

// An object with a displacement: the leaf of a door is tested at several angles.
typedef struct placed {
    uint32_t object;
    wend_transform move;  // relative to its transform in the scene
    wend_aabb bounds;
} placed;

static placed as_it_stands(const checker* c, uint32_t object) {
    return (placed){object, wend_transform_identity(), c->a->objects.items[object].bounds};
}

static void check_corners_of(const checker* c, const placed* p, const wend_instance* n, uint32_t t,
                             wend_vec3 out[3]) {
    const wend_mesh* m = &c->a->meshes.items[n->mesh];
    for (uint32_t k = 0; k < 3; k++) {
        uint32_t v = m->first_vertex + c->a->indices.items[m->first_index + 3 * t + k];
        out[k] = wend_transform_point(&n->transform, c->a->positions.items[v]);
        out[k] = wend_transform_point(&p->move, out[k]);
    }
}

static wend_aabb triangle_box(const wend_vec3 v[3]) {
    return wend_aabb_add(wend_aabb_add((wend_aabb){v[0], v[0]}, v[1]), v[2]);
}

static bool boxes_touch(wend_aabb a, wend_aabb b) {
    return a.low.x <= b.high.x && b.low.x <= a.high.x && a.low.y <= b.high.y &&
           b.low.y <= a.high.y && a.low.z <= b.high.z && b.low.z <= a.high.z;
}

// True if the edge p-q passes through the triangle and both ends are at least DEPTH away from its
// plane: contact is not an intersection.
static bool edge_crosses(wend_vec3 p, wend_vec3 q, const wend_vec3 t[3]) {
    wend_vec3 u = wend_v3_sub(t[1], t[0]), v = wend_v3_sub(t[2], t[0]);
    wend_vec3 normal = wend_v3_normalize(wend_v3_cross(u, v));
    float above = wend_v3_dot(wend_v3_sub(p, t[0]), normal);
    float below = wend_v3_dot(wend_v3_sub(q, t[0]), normal);
    if (above * below >= 0 || fabsf(above) < DEPTH || fabsf(below) < DEPTH) return false;
    wend_vec3 at = wend_v3_sub(wend_v3_lerp(p, q, above / (above - below)), t[0]);
    float uu = wend_v3_dot(u, u), uv = wend_v3_dot(u, v), vv = wend_v3_dot(v, v);
    float au = wend_v3_dot(at, u), av = wend_v3_dot(at, v), d = uu * vv - uv * uv;
    if (!(d > 0)) return false;
    float s = (au * vv - av * uv) / d, w = (av * uu - au * uv) / d;
    return s > 0 && w > 0 && s + w < 1;
}

static bool triangles_cross(const wend_vec3 a[3], const wend_vec3 b[3]) {
    for (int k = 0; k < 3; k++)
        if (edge_crosses(a[k], a[(k + 1) % 3], b) || edge_crosses(b[k], b[(k + 1) % 3], a))
            return true;
    return false;
}

// Collects the triangles of `p` whose boxes touch `box`. Returns their number, or -1 when out of
// memory.
static long collect_near(checker* c, const placed* p, wend_aabb box) {
    const wend_object* o = &c->a->objects.items[p->object];
    size_t count = 0;
    for (uint32_t i = 0; i < o->instance_count; i++) {
        const wend_instance* n = &c->a->instances.items[o->first_instance + i];
        uint32_t triangles = c->a->meshes.items[n->mesh].index_count / 3;
        if (count + triangles > c->triangle_capacity) {
            size_t wanted = 2 * (count + triangles);
            wend_vec3* grown = wend_realloc(c->triangles, wanted * 3 * sizeof *grown);
            if (!grown) return -1;
            c->triangles = grown;
            c->triangle_capacity = wanted;
        }
        for (uint32_t t = 0; t < triangles; t++) {
            wend_vec3* v = c->triangles + 3 * count;
            check_corners_of(c, p, n, t, v);
            count += boxes_touch(triangle_box(v), box);
        }
    }
    return (long)count;
}

// 1: they intersect, 0: they do not, -1: out of memory.
static int intersect(checker* c, const placed* a, const placed* b) {
    wend_aabb box = {wend_v3_max(a->bounds.low, b->bounds.low),
                     wend_v3_min(a->bounds.high, b->bounds.high)};
    wend_vec3 size = wend_aabb_size(box);
    if (size.x < DEPTH || size.y < DEPTH || size.z < DEPTH) return 0;
    long near = collect_near(c, b, box);
    if (near <= 0) return (int)near;
    const wend_object* o = &c->a->objects.items[a->object];
    for (uint32_t i = 0; i < o->instance_count; i++) {
        const wend_instance* n = &c->a->instances.items[o->first_instance + i];
        for (uint32_t t = 0; t < c->a->meshes.items[n->mesh].index_count / 3; t++) {
            wend_vec3 v[3];
            check_corners_of(c, a, n, t, v);
            wend_aabb own = triangle_box(v);
            if (!boxes_touch(own, box)) continue;
            for (long k = 0; k < near; k++)
                if (boxes_touch(own, triangle_box(c->triangles + 3 * k)) &&
                    triangles_cross(v, c->triangles + 3 * k))
                    return 1;
        }
    }
    return 0;
}

// Walls meet walls, and a door frame meets its leaf: parts of the building are not tested against
// each other.
static bool is_building(const checker* c, uint32_t object) {
    return c->a->objects.items[object].flags & (WEND_OBJECT_STRUCTURE | WEND_OBJECT_DOOR);
}

typedef struct sorted_object {
    uint32_t object;
    float low;
} sorted_object;

static int compare_sorted(const void* a, const void* b) {
    const sorted_object *x = a, *y = b;
    if (x->low != y->low) return x->low < y->low ? -1 : 1;
    return (x->object > y->object) - (x->object < y->object);
}

// Sweep and prune along x.
static bool check_pairs(checker* c, const sorted_object* list, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        placed a = as_it_stands(c, list[i].object);
        for (uint32_t j = i + 1; j < count && list[j].low < a.bounds.high.x - DEPTH; j++) {
            placed b = as_it_stands(c, list[j].object);
            if (is_building(c, a.object) && is_building(c, b.object)) continue;
            int found = intersect(c, &a, &b);
            if (found < 0) return false;
            if (found)
                wend_problems_add(c->problems, "%s and %s intersect", check_name_of(c, a.object),
                                  check_name_of(c, b.object));
        }
    }
    return true;
}

static wend_aabb moved_bounds(const checker* c, const placed* p) {
    const wend_object* o = &c->a->objects.items[p->object];
    wend_aabb box = wend_aabb_empty();
    for (uint32_t i = 0; i < o->instance_count; i++) {
        const wend_instance* n = &c->a->instances.items[o->first_instance + i];
        for (uint32_t t = 0; t < c->a->meshes.items[n->mesh].index_count / 3; t++) {
            wend_vec3 v[3];
            check_corners_of(c, p, n, t, v);
            box = wend_aabb_join(box, triangle_box(v));
        }
    }
    return box;
}

// Tests the leaf at five opening angles against all objects that are not part of the building.
static bool check_swing(checker* c, uint32_t door) {
    const wend_door* d = &c->a->doors.items[door];
    if (!d->object || !d->openable) return true;
    for (int k = 0; k <= 4; k++) {
        placed leaf = {.object = d->object};
        wend_transform back = wend_transform_identity();
        back.origin = wend_v3_scale(d->hinge, -1);
        wend_transform turn =
            wend_transform_upright(((float)k / 4 - d->openness) * d->open_angle, d->hinge);
        leaf.move = wend_transform_multiply(&turn, &back);
        leaf.bounds = moved_bounds(c, &leaf);
        for (uint32_t i = 1; i < c->a->objects.count; i++) {
            placed other = as_it_stands(c, i);
            if (is_building(c, i) || !boxes_touch(leaf.bounds, other.bounds)) continue;
            int found = intersect(c, &leaf, &other);
            if (found < 0) return false;
            if (!found) continue;
            wend_problems_add(c->problems, "%s, opened by %d %%, hits %s",
                              check_name_of(c, d->object), 25 * k, check_name_of(c, i));
            return true;
        }
    }
    return true;
}

static wend_status check_intersections(checker* c, wend_error* error) {
    uint32_t count = 0;
    sorted_object* list = wend_alloc(c->a->objects.count * sizeof *list);
    bool good = list != NULL;
    for (uint32_t i = 1; good && i < c->a->objects.count; i++)
        if (c->a->objects.items[i].instance_count)
            list[count++] = (sorted_object){i, c->a->objects.items[i].bounds.low.x};
    if (good && count) qsort(list, count, sizeof *list, compare_sorted);
    good = good && check_pairs(c, list, count);
    for (uint32_t i = 0; good && i < c->a->doors.count; i++) good = check_swing(c, i);
    wend_free(list);
    return good ? WEND_OK : check_no_memory(c, error);
}

// ---- floating -----------------------------------------------------------------------------------

// True if a ray hits another object within `reach` metres. Hits of `object` itself are skipped.
static bool something_near(const checker* c, uint32_t object, wend_vec3 from, wend_vec3 direction,
                           float reach) {
    for (int tries = 0; tries < 32 && reach > 0; tries++) {
        rays_hit hit;
        rays_cast(c->r, from, &direction, 1, &hit);
        if (!(hit.distance <= reach)) return false;
        if (c->a->instances.items[hit.instance].object != object) return true;
        float past = hit.distance + 1e-4f;
        from = wend_v3_mad(from, direction, past);
        reach -= past;
    }
    return false;
}

// True if the triangle covers (x, z) at a height in [low, high].
static bool covers(const wend_vec3 t[3], float x, float z, float low, float high) {
    float ux = t[1].x - t[0].x, uz = t[1].z - t[0].z, vx = t[2].x - t[0].x, vz = t[2].z - t[0].z;
    float d = ux * vz - uz * vx;
    if (fabsf(d) < 1e-12f) return false;
    float px = x - t[0].x, pz = z - t[0].z;
    float a = (px * vz - pz * vx) / d, b = (ux * pz - uz * px) / d;
    if (a < 0 || b < 0 || a + b > 1) return false;
    float y = t[0].y + a * (t[1].y - t[0].y) + b * (t[2].y - t[0].y);
    return y >= low && y <= high;
}

// True if one of the object's lowest vertices is on one of the collected triangles.
static bool rests_on(const checker* c, const wend_object* o, long triangles) {
    wend_vec3 middle = wend_aabb_center(o->bounds);
    float bottom = o->bounds.low.y;
    for (uint32_t i = 0; i < o->instance_count; i++) {
        const wend_instance* n = &c->a->instances.items[o->first_instance + i];
        const wend_vec3* at = rays_positions(c->r) + n->first_light;
        for (uint32_t v = 0; v < c->a->meshes.items[n->mesh].vertex_count; v++) {
            if (at[v].y > bottom + 0.01f) continue;
            // Moved slightly inwards, so that a leg at the edge of a table is still above it.
            float x = at[v].x + 0.02f * (middle.x - at[v].x);
            float z = at[v].z + 0.02f * (middle.z - at[v].z);
            for (long t = 0; t < triangles; t++)
                if (covers(c->triangles + 3 * t, x, z, bottom - GAP, bottom + 2 * DEPTH))
                    return true;
        }
    }
    return false;
}

// 1: it stands on another object, 0: it does not, -1: out of memory.
static int stands(checker* c, uint32_t id) {
    const wend_object* o = &c->a->objects.items[id];
    wend_aabb below = o->bounds;
    below.high.y = below.low.y + 2 * DEPTH;
    below.low.y -= GAP;
    for (uint32_t i = 1; i < c->a->objects.count; i++) {
        if (i == id || !boxes_touch(c->a->objects.items[i].bounds, below)) continue;
        placed other = as_it_stands(c, i);
        long near = collect_near(c, &other, below);
        if (near < 0) return -1;
        if (rests_on(c, o, near)) return 1;
    }
    return 0;
}

// Casts rays in the six directions of the object's frame to find its support: from its centre, and
// from just below its top, where a curtain is fixed.
static bool hangs(const checker* c, uint32_t id) {
    const wend_object* o = &c->a->objects.items[id];
    wend_vec3 middle = wend_aabb_center(o->bounds), size = wend_aabb_size(o->bounds);
    wend_transform frame = wend_transform_upright(o->heading, wend_v3(0, 0, 0));
    const wend_vec3 directions[6] = {frame.z,
                                     wend_v3(0, 1, 0),
                                     frame.x,
                                     wend_v3_scale(frame.x, -1),
                                     wend_v3_scale(frame.z, -1),
                                     wend_v3(0, -1, 0)};
    const wend_vec3 top = {middle.x, o->bounds.high.y - 0.02f * size.y, middle.z};
    for (int i = 0; i < 12; i++) {
        wend_vec3 d = directions[i % 6];
        float half = 0.5f * (fabsf(d.x) * size.x + fabsf(d.y) * size.y + fabsf(d.z) * size.z);
        if (something_near(c, id, i < 6 ? middle : top, d, half + 2 * GAP)) return true;
    }
    return false;
}

static wend_status check_floating(checker* c, wend_error* error) {
    for (uint32_t i = 1; i < c->a->objects.count; i++) {
        const wend_object* o = &c->a->objects.items[i];
        if (is_building(c, i) || !o->instance_count) continue;
        int standing = stands(c, i);
        if (standing < 0) return check_no_memory(c, error);
        if (standing || (o->relation == WEND_RELATION_FIXED && hangs(c, i))) continue;
        wend_problems_add(c->problems, "%s floats at height %.2f", check_name_of(c, i),
                          (double)o->bounds.low.y);
    }
    return WEND_OK;
}

// ---- floors -------------------------------------------------------------------------------------

static bool is_over_stairs(const checker* c, float x, float z) {
    for (uint32_t i = 0; i < c->a->stairs.count; i++) {
        wend_aabb box = c->a->objects.items[c->a->stairs.items[i].object].bounds;
        if (x > box.low.x - 0.3f && x < box.high.x + 0.3f && z > box.low.z - 0.3f &&
            z < box.high.z + 0.3f)
            return true;
    }
    return false;
}

// A ray down from 0.4 m above the floor must hit the floor or an object on it.
static bool has_floor(const checker* c, uint32_t room, float x, float z) {
    const wend_room* r = &c->a->rooms.items[room];
    wend_vec3 from = wend_v3(x, r->floor + 0.4f, z), down = wend_v3(0, -1, 0);
    rays_hit hit;
    rays_cast(c->r, from, &down, 1, &hit);
    return hit.distance <= 0.45f;
}

static void check_floors(checker* c) {
    const float step = 0.23f;  // metres; odd, so that no row of samples falls on a wall
    for (uint32_t i = 1; i < c->a->rooms.count; i++) {
        const wend_room* r = &c->a->rooms.items[i];
        wend_aabb box = wend_aabb_empty();
        for (uint32_t k = 0; k < r->corner_count; k++) {
            wend_vec2 corner = c->a->corners.items[r->first_corner + k];
            box = wend_aabb_add(box, wend_v3(corner.x, 0, corner.y));
        }
        int holes = 0;
        wend_vec3 where = {0, 0, 0};
        for (float z = box.low.z + step / 2; z < box.high.z; z += step)
            for (float x = box.low.x + step / 2; x < box.high.x; x += step) {
                if (wend_scene_room_at(c->scene, wend_v3(x, r->floor + 0.1f, z)) != i ||
                    is_over_stairs(c, x, z) || has_floor(c, i, x, z))
                    continue;
                holes++;
                where = wend_v3(x, r->floor, z);
            }
        if (holes)
            wend_problems_add(
                c->problems, "%s: the floor has a hole at %.2f, %.2f (%d of the grid)",
                wend_scene_text(c->scene, r->name), (double)where.x, (double)where.z, holes);
    }
}

wend_status wend_scene_check(const wend_scene* scene, wend_problems* problems, wend_error* error) {
    checker c = {.scene = scene, .a = wend_scene_get(scene), .problems = problems};
    WEND_TRY(rays_create(scene, &c.r, error));
    check_floors(&c);
    wend_status status = check_floating(&c, error);
    if (status == WEND_OK) status = check_intersections(&c, error);
    wend_free(c.triangles);
    rays_destroy(c.r);
    return status;
}
