// Extracts the turns of a path before and after its stairs.
#include "make/rescue_chain.h"

enum {
    MOST = 400,   // positions of a path
    ARM = 2,      // positions before and after a corner that define its angle
    AT_ONCE = 6,  // positions within which a turn is at the start of a segment
};
static const float spacing = 0.4f;                      // metres between positions
static const float corner = (float)(WEND_PI * 5 / 18);  // minimal angle of a turn

typedef struct chain_path {
    wend_vec3 places[MOST];
    int count;
} chain_path;

static void thin(const wend_vec3* feet, int count, chain_path* path) {
    path->count = 0;
    for (int i = 0; i < count && path->count < MOST; i++)
        if (!path->count || wend_v3_distance(path->places[path->count - 1], feet[i]) >= spacing)
            path->places[path->count++] = feet[i];
}

// Turn angle at a position, positive to the left.
static float turn_at(const chain_path* path, int at) {
    if (at < ARM || at + ARM >= path->count) return 0;
    wend_vec3 in = wend_v3_sub(path->places[at], path->places[at - ARM]);
    wend_vec3 out = wend_v3_sub(path->places[at + ARM], path->places[at]);
    return remainderf(atan2f(-out.x, -out.z) - atan2f(-in.x, -in.z), (float)(2 * WEND_PI));
}

// Whether the position is the local maximum of a corner.
static bool rescue_chain_is_corner(const chain_path* path, int at) {
    float turn = fabsf(turn_at(path, at));
    if (turn < corner) return false;
    for (int i = at - ARM; i <= at + ARM; i++) {
        float other = fabsf(turn_at(path, i));
        if (other > turn || (other == turn && i < at)) return false;
    }
    return true;
}

static fact_turns rescue_chain_turns_between(const chain_path* path, int from, int to) {
    fact_turns turns = {0};
    if (to - from < AT_ONCE / 2) return turns;
    for (int i = from; i < to && turns.count < FACT_TURNS; i++) {
        if (!rescue_chain_is_corner(path, i)) continue;
        if (!turns.count && i > from + AT_ONCE) turns.items[turns.count++] = FACT_STRAIGHT;
        turns.items[turns.count++] = turn_at(path, i) > 0 ? FACT_LEFT : FACT_RIGHT;
    }
    if (!turns.count) turns.items[turns.count++] = FACT_STRAIGHT;
    return turns;
}

rescue_chain rescue_chain_of(const wend_scene* scene, const wend_vec3* feet, int count) {
    static const float level = 0.12f, step = 0.45f;  // metres: same floor; more than a doorstep
    chain_path path;
    rescue_chain chain = {0};
    thin(feet, count, &path);
    int door = 0, foot = 0, top = path.count - 1;
    if (path.count < 2 * ARM) return chain;
    float end = path.places[top].y, start = path.places[0].y;
    if (fabsf(end - start) < 2 * step) return chain;
    while (top > 0 && fabsf(path.places[top - 1].y - end) < level) top--;
    for (int i = 0; i < top; i++)
        if (fabsf(path.places[i].y - start) < step) foot = i;
    while (door < foot && !wend_scene_room_at(scene, path.places[door])) door++;
    if (door > 0) chain.to_stairs = rescue_chain_turns_between(&path, door, foot + 1);
    chain.from_stairs = rescue_chain_turns_between(&path, top, path.count - ARM);
    return chain;
}
