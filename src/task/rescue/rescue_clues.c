#include "task/rescue/rescue_clues.h"

#include <string.h>

#include "scene/model.h"
#include "task/rescue/rescue_chain.h"

static const float around = 4;          // metres: what stands nearer surrounds the person
static const float least_size = 0.45f;  // metres: smaller things are no landmarks

// ---- directions ---------------------------------------------------------------------------------

// Radians to the left of straight ahead at the start.
static float bearing(const clue_case* c, wend_vec3 at) {
    wend_vec3 to = wend_v3_sub(at, c->start);
    return remainderf(atan2f(-to.x, -to.z) - c->heading, (float)(2 * WEND_PI));
}

static int part_of(float angle, int parts) {
    int part = (int)lrintf(angle * (float)parts / (float)(2 * WEND_PI));
    return ((part % parts + parts) % parts) * (8 / parts);
}

// Directions of places out of sight are coarse; those of buildings are not.
static int parts_of(int level, bool inside) { return level >= 2 && !inside ? 4 : 8; }

static float metres_to(const clue_case* c, wend_vec3 at) {
    return hypotf(at.x - c->start.x, at.z - c->start.z);
}

// How exact a distance is said: near by, to the metre; of a building, to tens of metres.
static float metres_grain(const clue_case* c) { return c->level == 0 ? 1 : 10; }

static int metres_said(const clue_case* c, bool inside) {
    float grain = metres_grain(c);
    if (c->level != 0 && !(c->level >= 3 && inside)) return 0;
    return (int)fmaxf(grain, grain * rintf(metres_to(c, c->person) / grain));
}

// ---- things -------------------------------------------------------------------------------------

static float gap(const wend_object* o, wend_vec3 at) {
    float x = fmaxf(fmaxf(o->bounds.low.x - at.x, at.x - o->bounds.high.x), 0);
    float z = fmaxf(fmaxf(o->bounds.low.z - at.z, at.z - o->bounds.high.z), 0);
    return hypotf(x, z);
}

static bool is_landmark(const wend_object* o, uint32_t room, wend_vec3 at) {
    wend_vec3 size = wend_aabb_size(o->bounds);
    return !(o->flags & (WEND_OBJECT_STRUCTURE | WEND_OBJECT_DOOR | WEND_OBJECT_HIDDEN)) &&
           o->category != WEND_CATEGORY_CEILING_LAMP && o->category != WEND_CATEGORY_PERSON &&
           o->category != WEND_CATEGORY_AMBULANCE && o->category != WEND_CATEGORY_STRETCHER &&
           o->room == room && fmaxf(fmaxf(size.x, size.y), size.z) >= least_size &&
           o->bounds.low.y < at.y + 1.5f && o->bounds.high.y > at.y && gap(o, at) <= around;
}

static bool is_said(const rescue_clue* clue, wend_category category) {
    for (int i = 0; i < CLUE_THINGS; i++)
        if (clue->things[i].category == category) return true;
    return false;
}

static int count_category(const wend_scene_arrays* a, uint16_t category) {
    int count = 0;
    for (uint32_t i = 1; i < a->objects.count; i++)
        count += a->objects.items[i].category == category;
    return count;
}

// Of what stands around, the thing the scene has fewest of; the nearest of those.
static clue_thing rarest(const clue_case* c, const rescue_clue* clue) {
    const wend_scene_arrays* a = wend_scene_get(c->scene);
    uint32_t room = wend_scene_room_at(c->scene, c->person);
    clue_thing best = {0};
    int fewest = INT32_MAX;
    float nearest = INFINITY;
    for (uint32_t i = 1; i < a->objects.count; i++) {
        const wend_object* o = &a->objects.items[i];
        if (!is_landmark(o, room, c->person) || is_said(clue, o->category)) continue;
        int count = count_category(a, o->category);
        float metres = gap(o, c->person);
        if (count > fewest || (count == fewest && metres >= nearest)) continue;
        fewest = count;
        nearest = metres;
        best = (clue_thing){(wend_category)o->category, (wend_color)o->color};
    }
    return best;
}

static bool has_thing(const clue_case* c, const clue_thing* thing, wend_vec3 at) {
    const wend_scene_arrays* a = wend_scene_get(c->scene);
    uint32_t room = wend_scene_room_at(c->scene, at);
    for (uint32_t i = 1; i < a->objects.count; i++) {
        const wend_object* o = &a->objects.items[i];
        if (o->category == thing->category && (!thing->color || o->color == thing->color) &&
            is_landmark(o, room, at))
            return true;
    }
    return false;
}

// ---- making -------------------------------------------------------------------------------------

static void describe_person(const clue_case* c, rescue_clue* clue) {
    model_person_words words = model_person_words_of(c->look);
    clue->top = words.top;
    clue->trousers = words.trousers;
    clue->skirt = words.skirt;
    clue->hair = words.hair;
}

rescue_clue rescue_clue_make(const clue_case* c) {
    const wend_scene_arrays* a = wend_scene_get(c->scene);
    uint32_t room = wend_scene_room_at(c->scene, c->person);
    rescue_clue clue = rescue_clue_none();
    clue.level = c->level;
    clue.stretcher = part_of(bearing(c, c->stretcher), 8);
    clue.room = (wend_room_type)a->rooms.items[room].type;
    clue.floor = room ? a->rooms.items[room].level : CLUE_UNSAID;
    clue.inside = room && !wend_scene_room_at(c->scene, c->start);
    clue.toward = part_of(bearing(c, c->person), parts_of(c->level, clue.inside));
    clue.metres = metres_said(c, clue.inside);
    if (c->level == 4) {
        rescue_chain chain = rescue_chain_of(c->scene, c->walked, c->walked_count);
        clue.to_stairs = chain.to_stairs;
        clue.from_stairs = chain.from_stairs;
    }
    for (int i = 0; i < (c->level == 2 ? 2 : c->level == 4 ? 0 : 1); i++)
        clue.things[i] = rarest(c, &clue);
    describe_person(c, &clue);
    return clue;
}

// ---- holding ------------------------------------------------------------------------------------

static bool holds_direction(const rescue_clue* clue, const clue_case* c, wend_vec3 at) {
    if (clue->toward == CLUE_UNSAID) return true;
    float said = (float)clue->toward * (float)(WEND_PI / 4);
    float off = fabsf(remainderf(bearing(c, at) - said, (float)(2 * WEND_PI)));
    return off <= (float)WEND_PI / (float)parts_of(c->level, clue->inside) + 0.02f;
}

bool rescue_clue_holds(const rescue_clue* clue, const clue_case* c, wend_vec3 at) {
    const wend_scene_arrays* a = wend_scene_get(c->scene);
    uint32_t room = wend_scene_room_at(c->scene, at);
    const wend_room* r = &a->rooms.items[room];
    if (!holds_direction(clue, c, at)) return false;
    if (clue->metres &&
        fabsf(metres_to(c, at) - (float)clue->metres) > 0.6f * metres_grain(c) + 0.4f)
        return false;
    if (clue->inside && !room) return false;
    if (clue->floor != CLUE_UNSAID && (!room || r->level != clue->floor)) return false;
    if (clue->room && (!room || r->type != clue->room)) return false;
    for (int i = 0; i < CLUE_THINGS; i++)
        if (clue->things[i].category && !has_thing(c, &clue->things[i], at)) return false;
    return true;
}

// Whoever says nothing of turns is not wrong about them.
static bool are_turns(const clue_turns* said, const clue_turns* taken) {
    return !said->count || memcmp(said, taken, sizeof *said) == 0;
}

bool rescue_clue_leads(const rescue_clue* clue, const clue_case* c) {
    rescue_chain chain = rescue_chain_of(c->scene, c->walked, c->walked_count);
    return are_turns(&clue->to_stairs, &chain.to_stairs) &&
           are_turns(&clue->from_stairs, &chain.from_stairs);
}
