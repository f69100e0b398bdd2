// Samples placements of objects and tests them with rays against the scene.
#include "make/placer.h"

#include <string.h>

#include "catalog/model.h"

enum { MAX_TRIES = 400, MAX_SUPPORTS = 256 };
static const float RAY_STEP = 0.025f;   // metres between sample rays
static const float FLAT = 0.012f;       // metres: tolerance of the height of a support
static const float FLOOR_FLAT = 0.03f;  // the same on the floor: rugs are allowed

wend_status placer_open(placer* s, const wend_scene* scene, const wend_navmesh* mesh,
                        wend_error* error) {
    *s = (placer){.scene = scene, .mesh = mesh};
    return rays_create(scene, &s->lines, error);
}

void placer_close(placer* s) {
    rays_destroy(s->lines);
    *s = (placer){0};
}

void placer_release(placer* s, int index) { s->taken[index] = wend_aabb_empty(); }

static const wend_object* stage_object_at(const placer* s, uint32_t id) {
    return &wend_scene_get(s->scene)->objects.items[id];
}

// ---- categories and supports --------------------------------------------------------------------

// Categories that are placed on the floor; all others are placed on furniture.
static bool belongs_on_floor(wend_category category, wend_vec3 size) {
    switch (category) {
        case WEND_CATEGORY_BASEBALL_BAT:
        case WEND_CATEGORY_BASKETBALL:
        case WEND_CATEGORY_GARBAGE_CAN:
        case WEND_CATEGORY_CRATE:
        case WEND_CATEGORY_ELECTRIC_GUITAR:
        case WEND_CATEGORY_LLAMA_WICKER_BASKET:
        case WEND_CATEGORY_SURFBOARD:
        case WEND_CATEGORY_TRICYCLE:
        case WEND_CATEGORY_WHITEBOARD:
            return true;
        default:
            return size.y > 0.6f && category == WEND_CATEGORY_HOUSE_PLANT;
    }
}

static bool carries_objects(wend_category category) {
    switch (category) {
        case WEND_CATEGORY_COFFEE_TABLE:
        case WEND_CATEGORY_COUNTER:
        case WEND_CATEGORY_DESK:
        case WEND_CATEGORY_DINING_TABLE:
        case WEND_CATEGORY_DRESSER:
        case WEND_CATEGORY_NIGHTSTAND:
        case WEND_CATEGORY_SHELF:
        case WEND_CATEGORY_SIDE_TABLE:
        case WEND_CATEGORY_TABLE:
        case WEND_CATEGORY_TV_STAND:
        case WEND_CATEGORY_CABINET:
        case WEND_CATEGORY_BED:
        case WEND_CATEGORY_SOFA:
        case WEND_CATEGORY_ARMCHAIR:
        case WEND_CATEGORY_CHAIR:
            return true;
        default:
            return false;
    }
}

wend_relation placer_hides(wend_category furniture, bool usual) {
    switch (furniture) {
        case WEND_CATEGORY_BED:
        case WEND_CATEGORY_SOFA:
            return WEND_RELATION_UNDER;
        case WEND_CATEGORY_DRESSER:
        case WEND_CATEGORY_WARDROBE:
        case WEND_CATEGORY_CABINET:
        case WEND_CATEGORY_NIGHTSTAND:
        case WEND_CATEGORY_TV_STAND:
        case WEND_CATEGORY_SIDE_TABLE:
            return WEND_RELATION_IN;
        case WEND_CATEGORY_FRIDGE:
        case WEND_CATEGORY_WASHING_MACHINE:
        case WEND_CATEGORY_DISHWASHER:
        case WEND_CATEGORY_COUNTER:
        case WEND_CATEGORY_SAFE:
            return usual ? WEND_RELATION_NONE : WEND_RELATION_IN;
        default:
            return WEND_RELATION_NONE;
    }
}

// ---- ray tests of a placement -------------------------------------------------------------------

// A candidate placement.
typedef struct trial {
    wend_vec3 size;  // of its box after rotation
    wend_vec3 at;    // the point below its centre
    float heading;
    uint32_t support;  // 0: the floor
} trial;

static wend_vec3 stage_size_of(const placer_request* wish) {
    return wend_v3_scale(model_natural_extent(wish->category, wish->variant),
                         wish->scale > 0 ? wish->scale : 1);
}

// Rotation by multiples of 90 degrees, so that boxes stay axis-aligned.
static wend_vec3 turned_size(wend_vec3 size, float heading) {
    float c = fabsf(cosf(heading)), s = fabsf(sinf(heading));
    return wend_v3(size.x * c + size.z * s, size.y, size.x * s + size.z * c);
}

static wend_aabb box_of(const trial* t) {
    wend_vec3 half = {t->size.x / 2, 0, t->size.z / 2};
    wend_vec3 top = wend_v3_add(t->at, half);
    top.y += t->size.y;
    return (wend_aabb){wend_v3_sub(t->at, half), top};
}

static bool stage_is_free(const placer* s, wend_aabb box) {
    const wend_vec3 margin = {0.02f, 0.002f, 0.02f};
    box.low = wend_v3_sub(box.low, margin);
    box.high = wend_v3_add(box.high, margin);
    for (int i = 0; i < s->taken_count; i++)
        if (!wend_aabb_is_empty(s->taken[i]) && wend_aabb_overlaps(box, s->taken[i])) return false;
    return true;
}

static uint32_t hit_object(const placer* s, const rays_hit* hit) {
    return wend_scene_get(s->scene)->instances.items[hit->instance].object;
}

static bool stage_is_floor(const placer* s, uint32_t object) {
    wend_category category = stage_object_at(s, object)->category;
    return category == WEND_CATEGORY_FLOOR || category == WEND_CATEGORY_RUG;
}

// The object and distance of a vertical ray; 0 and INFINITY without a hit.
static uint32_t feel(const placer* s, wend_vec3 from, float up, float* distance) {
    const wend_vec3 direction = {0, up, 0};
    rays_hit hit;
    rays_cast(s->lines, from, &direction, 1, &hit);
    *distance = hit.distance;
    return isfinite(hit.distance) ? hit_object(s, &hit) : 0;
}

// Rays down from `top` over the footprint: each must hit the support first (0: the floor), all at
// about the same height, which becomes the height of the object.
static bool feel_from_above(const placer* s, trial* t, float top, float flat) {
    int nx = 2 + (int)(t->size.x / RAY_STEP), nz = 2 + (int)(t->size.z / RAY_STEP);
    float low = INFINITY, high = -INFINITY;
    for (int i = 0; i < nx; i++)
        for (int k = 0; k < nz; k++) {
            wend_vec3 from = {t->at.x + t->size.x * ((float)i / (float)(nx - 1) - 0.5f), top,
                              t->at.z + t->size.z * ((float)k / (float)(nz - 1) - 0.5f)};
            float distance;
            uint32_t met = feel(s, from, -1, &distance);
            if (!met || (t->support ? met != t->support : !stage_is_floor(s, met))) return false;
            low = fminf(low, top - distance);
            high = fmaxf(high, top - distance);
            if (high - low > flat || top - high < t->size.y) return false;
        }
    t->at.y = high;
    return true;
}

// ---- on furniture -------------------------------------------------------------------------------

static bool is_away(const placer_request* wish, wend_vec3 at) {
    return !(wish->away > 0) ||
           hypotf(at.x - wish->away_from.x, at.z - wish->away_from.z) >= wish->away;
}

// Whether the object is low enough to be visible to the agent and near its island. The navmesh also
// has islands on beds and tables.
static bool is_in_reach(const placer* s, const trial* t) {
    const float reach = 0.75f;
    const wend_room* room =
        &wend_scene_get(s->scene)->rooms.items[stage_object_at(s, t->support)->room];
    if (t->at.y - room->floor > 1.3f) return false;
    for (int i = 0; i < 32; i++) {
        float angle = (float)(WEND_PI / 8) * (float)i, metres = i < 16 ? reach : 0.6f * reach;
        wend_vec3 at = {t->at.x + metres * cosf(angle), room->floor,
                        t->at.z + metres * sinf(angle)},
                  feet;
        if (wend_navmesh_snap(s->mesh, at, &feet) && wend_v3_distance(at, feet) < 0.1f &&
            wend_navmesh_island_at(s->mesh, feet) == s->island)
            return true;
    }
    return false;
}

static bool try_support(const placer* s, const placer_request* wish, uint32_t support,
                        wend_rng* rng, trial* t) {
    const wend_object* o = stage_object_at(s, support);
    wend_vec3 natural = stage_size_of(wish);
    bool has_front =
        wish->category == WEND_CATEGORY_TELEVISION || wish->category == WEND_CATEGORY_LAPTOP;
    int quarter = has_front ? 0 : wend_rng_range(rng, 0, 3);
    t->support = support;
    t->heading = o->heading + (float)(WEND_PI / 2) * (float)quarter;
    t->size = turned_size(natural, t->heading);
    wend_vec3 room = wend_v3_sub(wend_aabb_size(o->bounds), t->size);
    float u = wend_rng_float(rng), v = wend_rng_float(rng);
    if (room.x < 0 || room.z < 0) return false;
    t->at = wend_v3(o->bounds.low.x + t->size.x / 2 + u * room.x, 0,
                    o->bounds.low.z + t->size.z / 2 + v * room.z);
    if (!is_away(wish, t->at)) return false;
    return feel_from_above(s, t, o->bounds.high.y + t->size.y + 0.03f, FLAT) &&
           stage_is_free(s, box_of(t)) && is_in_reach(s, t);
}

static bool put_on_furniture(const placer* s, const placer_request* wish, wend_rng* rng, trial* t) {
    const wend_scene_arrays* a = wend_scene_get(s->scene);
    uint32_t supports[MAX_SUPPORTS];
    uint32_t count = 0;
    for (uint32_t i = 1; i < a->objects.count && count < MAX_SUPPORTS; i++)
        if (carries_objects(a->objects.items[i].category) &&
            a->objects.items[i].relation != WEND_RELATION_FIXED && a->objects.items[i].room)
            supports[count++] = i;
    for (int tries = 0; count && tries < MAX_TRIES; tries++)
        if (try_support(s, wish, supports[wend_rng_below(rng, count)], rng, t)) return true;
    return false;
}

// ---- on the floor -------------------------------------------------------------------------------

static bool is_in_doorway(const placer* s, wend_vec3 at, float margin) {
    const wend_scene_arrays* a = wend_scene_get(s->scene);
    for (uint32_t i = 0; i < a->doors.count; i++) {
        wend_vec3 door = a->doors.items[i].center;
        if (fabsf(door.y - at.y) < 1 &&
            hypotf(door.x - at.x, door.z - at.z) < a->doors.items[i].width / 2 + margin)
            return true;
    }
    return false;
}

// Samples a floor position beside a wall or furniture and not in front of a door, so that paths
// stay free.
static bool try_floor(const placer* s, const placer_request* wish, wend_rng* rng, bool by_a_wall,
                      trial* t) {
    wend_vec3 natural = stage_size_of(wish);
    t->support = 0;
    t->heading = (float)(WEND_PI / 2) * (float)wend_rng_range(rng, 0, 3);
    t->size = turned_size(natural, t->heading);
    if (!wend_navmesh_random_point(s->mesh, rng, s->island, &t->at)) return false;
    float radius = hypotf(t->size.x, t->size.z) / 2;
    float clear = 0.18f + wend_navmesh_obstacle_distance(s->mesh, t->at, radius + 1, NULL);
    if (by_a_wall && clear > radius + 0.2f) return false;
    if (!is_away(wish, t->at) || is_in_doorway(s, t->at, radius + 0.6f)) return false;
    float floor = t->at.y;
    // The space above must be free up to the height of object and agent.
    return feel_from_above(s, t, floor + fmaxf(t->size.y, 1.0f) + 0.05f, FLOOR_FLAT) &&
           stage_is_free(s, box_of(t));
}

static bool put_on_floor(const placer* s, const placer_request* wish, wend_rng* rng, trial* t) {
    for (int tries = 0; tries < 4 * MAX_TRIES; tries++)
        if (try_floor(s, wish, rng, tries < 3 * MAX_TRIES, t)) return true;
    return false;
}

// ---- hidden -------------------------------------------------------------------------------------

// Rays up from the floor over the footprint: each must hit the furniture above the height of the
// object.
static bool feel_from_below(const placer* s, trial* t) {
    int nx = 2 + (int)(t->size.x / RAY_STEP), nz = 2 + (int)(t->size.z / RAY_STEP);
    for (int i = 0; i < nx; i++)
        for (int k = 0; k < nz; k++) {
            wend_vec3 from = {t->at.x + t->size.x * ((float)i / (float)(nx - 1) - 0.5f),
                              t->at.y + 0.002f,
                              t->at.z + t->size.z * ((float)k / (float)(nz - 1) - 0.5f)};
            float distance;
            if (feel(s, from, 1, &distance) != t->support || distance < t->size.y + 0.01f)
                return false;
        }
    return true;
}

static bool try_hide(const placer* s, const placer_request* wish, uint32_t furniture,
                     wend_relation relation, wend_rng* rng, trial* t) {
    const wend_object* o = stage_object_at(s, furniture);
    const float wall = 0.03f;  // thickness of the furniture's walls
    t->support = furniture;
    t->heading = o->heading + (float)(WEND_PI / 2) * (float)wend_rng_range(rng, 0, 3);
    t->size = turned_size(stage_size_of(wish), t->heading);
    wend_vec3 room = wend_v3_sub(wend_aabb_size(o->bounds), t->size);
    float u = wend_rng_float(rng), v = wend_rng_float(rng), w = wend_rng_float(rng);
    if (room.x < 2 * wall || room.z < 2 * wall) return false;
    t->at =
        wend_v3(o->bounds.low.x + t->size.x / 2 + wall + u * (room.x - 2 * wall), o->bounds.low.y,
                o->bounds.low.z + t->size.z / 2 + wall + v * (room.z - 2 * wall));
    if (relation == WEND_RELATION_UNDER)
        return feel_from_below(s, t) && stage_is_free(s, box_of(t));
    if (room.y < 2 * wall) return false;
    t->at.y += wall + w * (room.y - 2 * wall);
    return stage_is_free(s, box_of(t));
}

// ---- placement ----------------------------------------------------------------------------------

static bool stage_take(placer* s, const placer_request* wish, const trial* t,
                       wend_relation relation, wend_addition* out) {
    int slot = 0;
    while (slot < s->taken_count && !wend_aabb_is_empty(s->taken[slot])) slot++;
    if (slot == PLACER_MAX_ADDED) return false;
    if (slot == s->taken_count) s->taken_count++;
    s->taken[slot] = box_of(t);
    s->last = slot;
    *out = (wend_addition){
        .category = wish->category,
        .variant = wish->variant,
        .scale = wish->scale > 0 ? wish->scale : 1,
        .at = t->at,
        .heading = t->heading,
        .support =
            t->support ? wend_scene_text(s->scene, stage_object_at(s, t->support)->name) : NULL,
        .relation = relation};
    return true;
}

bool placer_put(placer* s, const placer_request* wish, wend_rng* rng, wend_addition* out) {
    trial t;
    wend_vec3 natural = stage_size_of(wish);
    bool low = belongs_on_floor(wish->category, natural);
    bool found = low && put_on_floor(s, wish, rng, &t);
    // Small or flat objects may also be on a bed: a ball, but not a surfboard.
    if (!found && (!low || natural.y <= 0.4f)) found = put_on_furniture(s, wish, rng, &t);
    return found && stage_take(s, wish, &t, WEND_RELATION_ON, out);
}

bool placer_hide(placer* s, const placer_request* wish, uint32_t furniture, wend_relation relation,
                 wend_rng* rng, wend_addition* out) {
    trial t;
    for (int tries = 0; tries < MAX_TRIES; tries++)
        if (try_hide(s, wish, furniture, relation, rng, &t))
            return stage_take(s, wish, &t, relation, out);
    return false;
}
