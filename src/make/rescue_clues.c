// Derives the facts of a clue from an episode and its scene, and verifies them.
#include "make/rescue_clues.h"

#include <string.h>

#include "catalog/model.h"
#include "make/rescue_chain.h"

static const float around = 4;        // metres from the person to a landmark
static const float min_size = 0.45f;  // metres: smaller objects are no landmarks

// ---- directions ---------------------------------------------------------------------------------

// Radians to the left of straight ahead at the start.
static float rescue_clues_bearing(const clue_case* c, wend_vec3 at) {
    wend_vec3 to = wend_v3_sub(at, c->start);
    return remainderf(atan2f(-to.x, -to.z) - c->heading, (float)(2 * WEND_PI));
}

static int part_of(float angle, int parts) {
    int part = (int)lrintf(angle * (float)parts / (float)(2 * WEND_PI));
    return ((part % parts + parts) % parts) * (8 / parts);
}

// Directions have 4 values for targets that are not visible, 8 for buildings and visible targets.
static int rescue_clues_parts_of(int level, bool inside) { return level >= 2 && !inside ? 4 : 8; }

static float metres_to(const clue_case* c, wend_vec3 at) {
    return hypotf(at.x - c->start.x, at.z - c->start.z);
}

// Rounding of distances in metres: 1 at level 0, otherwise 10.
static float metres_grain(const clue_case* c) { return c->level == 0 ? 1 : 10; }

static int metres_said(const clue_case* c, bool inside) {
    float grain = metres_grain(c);
    if (c->level != 0 && !(c->level >= 3 && inside)) return 0;
    return (int)fmaxf(grain, grain * rintf(metres_to(c, c->person) / grain));
}

// ---- objects ------------------------------------------------------------------------------------

static float rescue_clues_gap(const wend_object* o, wend_vec3 at) {
    float x = fmaxf(fmaxf(o->bounds.low.x - at.x, at.x - o->bounds.high.x), 0);
    float z = fmaxf(fmaxf(o->bounds.low.z - at.z, at.z - o->bounds.high.z), 0);
    return hypotf(x, z);
}

static bool rescue_clues_is_landmark(const wend_object* o, uint32_t room, wend_vec3 at) {
    wend_vec3 size = wend_aabb_size(o->bounds);
    return !(o->flags & (WEND_OBJECT_STRUCTURE | WEND_OBJECT_DOOR | WEND_OBJECT_HIDDEN)) &&
           o->category != WEND_CATEGORY_CEILING_LAMP && o->category != WEND_CATEGORY_PERSON &&
           o->category != WEND_CATEGORY_AMBULANCE && o->category != WEND_CATEGORY_STRETCHER &&
           o->room == room && fmaxf(fmaxf(size.x, size.y), size.z) >= min_size &&
           o->bounds.low.y < at.y + 1.5f && o->bounds.high.y > at.y &&
           rescue_clues_gap(o, at) <= around;
}

static bool is_said(const clue_facts* clue, wend_category category) {
    for (int i = 0; i < FACT_OBJECTS; i++)
        if (clue->objects[i].category == category) return true;
    return false;
}

static int count_category(const wend_scene_arrays* a, uint16_t category) {
    int count = 0;
    for (uint32_t i = 1; i < a->objects.count; i++)
        count += a->objects.items[i].category == category;
    return count;
}

// The landmark around the person whose category is rarest in the scene; among equals the nearest.
static fact_object rarest(const clue_case* c, const clue_facts* clue) {
    const wend_scene_arrays* a = wend_scene_get(c->scene);
    uint32_t room = wend_scene_room_at(c->scene, c->person);
    fact_object best = {0};
    int fewest = INT32_MAX;
    float nearest = INFINITY;
    for (uint32_t i = 1; i < a->objects.count; i++) {
        const wend_object* o = &a->objects.items[i];
        if (!rescue_clues_is_landmark(o, room, c->person) || is_said(clue, o->category)) continue;
        int count = count_category(a, o->category);
        float metres = rescue_clues_gap(o, c->person);
        if (count > fewest || (count == fewest && metres >= nearest)) continue;
        fewest = count;
        nearest = metres;
        best = (fact_object){(wend_category)o->category, (wend_color)o->color};
    }
    return best;
}

static bool has_object(const clue_case* c, const fact_object* object, wend_vec3 at) {
    const wend_scene_arrays* a = wend_scene_get(c->scene);
    uint32_t room = wend_scene_room_at(c->scene, at);
    for (uint32_t i = 1; i < a->objects.count; i++) {
        const wend_object* o = &a->objects.items[i];
        if (o->category == object->category && (!object->color || o->color == object->color) &&
            rescue_clues_is_landmark(o, room, at))
            return true;
    }
    return false;
}

// ---- facts of an episode ------------------------------------------------------------------------

static void describe_person(const clue_case* c, clue_facts* clue) {
    model_person_words words = model_person_words_of(c->look);
    clue->top = words.top;
    clue->trousers = words.trousers;
    clue->skirt = words.skirt;
    clue->hair = words.hair;
}

clue_facts rescue_clue_make(const clue_case* c) {
    const wend_scene_arrays* a = wend_scene_get(c->scene);
    uint32_t room = wend_scene_room_at(c->scene, c->person);
    clue_facts clue = clue_facts_none();
    clue.level = c->level;
    clue.stretcher = part_of(rescue_clues_bearing(c, c->stretcher), 8);
    clue.room = (wend_room_type)a->rooms.items[room].type;
    clue.floor = room ? a->rooms.items[room].level : FACT_UNKNOWN;
    clue.inside = room && !wend_scene_room_at(c->scene, c->start);
    clue.toward =
        part_of(rescue_clues_bearing(c, c->person), rescue_clues_parts_of(c->level, clue.inside));
    clue.metres = metres_said(c, clue.inside);
    if (c->level == 4) {
        rescue_chain chain = rescue_chain_of(c->scene, c->walked, c->walked_count);
        clue.to_stairs = chain.to_stairs;
        clue.from_stairs = chain.from_stairs;
    }
    for (int i = 0; i < (c->level == 2 ? 2 : c->level == 4 ? 0 : 1); i++)
        clue.objects[i] = rarest(c, &clue);
    describe_person(c, &clue);
    return clue;
}

// ---- verification -------------------------------------------------------------------------------

static bool holds_direction(const clue_facts* clue, const clue_case* c, wend_vec3 at) {
    if (clue->toward == FACT_UNKNOWN) return true;
    float said = (float)clue->toward * (float)(WEND_PI / 4);
    float off = fabsf(remainderf(rescue_clues_bearing(c, at) - said, (float)(2 * WEND_PI)));
    return off <= (float)WEND_PI / (float)rescue_clues_parts_of(c->level, clue->inside) + 0.02f;
}

bool rescue_clue_holds(const clue_facts* clue, const clue_case* c, wend_vec3 at) {
    const wend_scene_arrays* a = wend_scene_get(c->scene);
    uint32_t room = wend_scene_room_at(c->scene, at);
    const wend_room* r = &a->rooms.items[room];
    if (!holds_direction(clue, c, at)) return false;
    if (clue->metres &&
        fabsf(metres_to(c, at) - (float)clue->metres) > 0.6f * metres_grain(c) + 0.4f)
        return false;
    if (clue->inside && !room) return false;
    if (clue->floor != FACT_UNKNOWN && (!room || r->level != clue->floor)) return false;
    if (clue->room && (!room || r->type != clue->room)) return false;
    for (int i = 0; i < FACT_OBJECTS; i++)
        if (clue->objects[i].category && !has_object(c, &clue->objects[i], at)) return false;
    return true;
}

// Turns that are not mentioned count as true.
static bool are_turns(const fact_turns* said, const fact_turns* taken) {
    return !said->count || memcmp(said, taken, sizeof *said) == 0;
}

bool rescue_clue_leads(const clue_facts* clue, const clue_case* c) {
    rescue_chain chain = rescue_chain_of(c->scene, c->walked, c->walked_count);
    return are_turns(&clue->to_stairs, &chain.to_stairs) &&
           are_turns(&clue->from_stairs, &chain.from_stairs);
}
