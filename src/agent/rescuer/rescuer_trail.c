// Trail of past positions, with breadth-first search for paths back.
#include "agent/rescuer/rescuer_trail.h"

#include "agent/rescuer/rescuer_constants.h"

void rescuer_trail_reset(rescuer_trail* t) { t->count = t->path_count = t->path_next = 0; }

void rescuer_trail_note(rescuer_trail* t, wend_vec3 feet) {
    if (t->count == TRAIL_MAX) return;
    if (t->count && wend_v3_distance(t->places[t->count - 1], feet) < TRAIL_SPACING) return;
    t->places[t->count++] = feet;
}

static int nearest_to(const rescuer_trail* t, wend_vec3 to) {
    int best = 0;
    for (int i = 1; i < t->count; i++)
        if (wend_v3_distance(t->places[i], to) < wend_v3_distance(t->places[best], to)) best = i;
    return best;
}

static bool is_joined(const rescuer_trail* t, int a, int b) {
    return a - b == 1 || b - a == 1 || wend_v3_distance(t->places[a], t->places[b]) < TRAIL_JOINS;
}

void rescuer_trail_plan(rescuer_trail* t, wend_vec3 to) {
    t->path_count = t->path_next = 0;
    if (!t->count) return;
    int goal = nearest_to(t, to), head = 0, tail = 0;
    for (int i = 0; i < t->count; i++) t->before[i] = -1;
    // The search starts at the goal, so that the path comes out in traversal order.
    t->queue[tail++] = (int16_t)goal;
    t->before[goal] = (int16_t)goal;
    while (head < tail && t->before[t->count - 1] < 0) {
        int at = t->queue[head++];
        for (int i = 0; i < t->count; i++) {
            if (t->before[i] >= 0 || !is_joined(t, at, i)) continue;
            t->before[i] = (int16_t)at;
            t->queue[tail++] = (int16_t)i;
        }
    }
    for (int at = t->count - 1;; at = t->before[at]) {
        t->path[t->path_count++] = (int16_t)at;
        if (at == goal) break;
    }
}

// After a deviation, continues from the farthest position of the path within `joins`. A larger
// radius could skip to a position behind a fence.
static void catch_up(rescuer_trail* t, wend_vec3 feet) {
    for (int i = t->path_count - 1; i > t->path_next; i--)
        if (wend_v3_distance(t->places[t->path[i]], feet) < TRAIL_JOINS) {
            t->path_next = i;
            return;
        }
}

bool rescuer_trail_next(rescuer_trail* t, wend_vec3 feet, wend_vec3* place) {
    catch_up(t, feet);
    while (t->path_next < t->path_count) {
        *place = t->places[t->path[t->path_next]];
        if (hypotf(place->x - feet.x, place->z - feet.z) > TRAIL_ARRIVED) return true;
        t->path_next++;
    }
    return false;
}

float rescuer_trail_left(const rescuer_trail* t) {
    float metres = 0;
    for (int i = t->path_next + 1; i < t->path_count; i++)
        metres += wend_v3_distance(t->places[t->path[i - 1]], t->places[t->path[i]]);
    return metres;
}
