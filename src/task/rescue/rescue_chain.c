#include "task/rescue/rescue_chain.h"

enum {
    MOST = 400,   // places of a way
    ARM = 2,      // places before and after a corner that say how it turns
    AT_ONCE = 6,  // places within which a turn is at the beginning of a piece of way
};
static const float spacing = 0.4f;                      // metres between two places
static const float corner = (float)(WEND_PI * 5 / 18);  // radians that are called a turn

typedef struct chain_way {
    wend_vec3 places[MOST];
    int count;
} chain_way;

static void thin(const wend_vec3* feet, int count, chain_way* way) {
    way->count = 0;
    for (int i = 0; i < count && way->count < MOST; i++)
        if (!way->count || wend_v3_distance(way->places[way->count - 1], feet[i]) >= spacing)
            way->places[way->count++] = feet[i];
}

// Radians by which the way turns at a place, to the left.
static float turn_at(const chain_way* way, int at) {
    if (at < ARM || at + ARM >= way->count) return 0;
    wend_vec3 in = wend_v3_sub(way->places[at], way->places[at - ARM]);
    wend_vec3 out = wend_v3_sub(way->places[at + ARM], way->places[at]);
    return remainderf(atan2f(-out.x, -out.z) - atan2f(-in.x, -in.z), (float)(2 * WEND_PI));
}

// The sharpest place of a corner.
static bool is_corner(const chain_way* way, int at) {
    float turn = fabsf(turn_at(way, at));
    if (turn < corner) return false;
    for (int i = at - ARM; i <= at + ARM; i++) {
        float other = fabsf(turn_at(way, i));
        if (other > turn || (other == turn && i < at)) return false;
    }
    return true;
}

static clue_turns turns_between(const chain_way* way, int from, int to) {
    clue_turns turns = {0};
    if (to - from < AT_ONCE / 2) return turns;
    for (int i = from; i < to && turns.count < CLUE_TURNS; i++) {
        if (!is_corner(way, i)) continue;
        if (!turns.count && i > from + AT_ONCE) turns.items[turns.count++] = CLUE_STRAIGHT;
        turns.items[turns.count++] = turn_at(way, i) > 0 ? CLUE_LEFT : CLUE_RIGHT;
    }
    if (!turns.count) turns.items[turns.count++] = CLUE_STRAIGHT;
    return turns;
}

rescue_chain rescue_chain_of(const wend_scene* scene, const wend_vec3* feet, int count) {
    static const float level = 0.12f, step = 0.45f;  // metres: of one floor; more than a doorstep
    chain_way way;
    rescue_chain chain = {0};
    thin(feet, count, &way);
    int door = 0, foot = 0, top = way.count - 1;
    if (way.count < 2 * ARM) return chain;
    float end = way.places[top].y, start = way.places[0].y;
    if (fabsf(end - start) < 2 * step) return chain;
    while (top > 0 && fabsf(way.places[top - 1].y - end) < level) top--;
    for (int i = 0; i < top; i++)
        if (fabsf(way.places[i].y - start) < step) foot = i;
    while (door < foot && !wend_scene_room_at(scene, way.places[door])) door++;
    if (door > 0) chain.to_stairs = turns_between(&way, door, foot + 1);
    chain.from_stairs = turns_between(&way, top, way.count - ARM);
    return chain;
}
