// Dijkstra's algorithm over (steps done, cell, heading); see guide_plan.h.
#include "agent/guide/guide_plan.h"

#include <stdlib.h>
#include <string.h>

#include "agent/guide/guide_constants.h"
#include "agent/guide/guide_which.h"

enum { HEADINGS = 8 };

static const float SQRT2 = 1.4142f;

static const int STEP_X[HEADINGS] = {0, -1, -1, -1, 0, 1, 1, 1};
static const int STEP_Z[HEADINGS] = {-1, -1, 0, 1, 1, 1, 0, -1};

void guide_planner_destroy(guide_planner* p) {
    wend_free(p->cost);
    wend_free(p->parent);
    wend_free(p->closed);
    wend_free(p->heap);
    wend_free(p->near);
    wend_free(p->which);
}

typedef struct search {
    guide_planner* p;
    const guide_task* task;
    const guide_ground* g;
    int cells;
    int start;  // state at the start
    bool out_of_memory;
} search;

static int state_of(const search* s, int done, int cell, int heading) {
    return (done * s->cells + cell) * HEADINGS + heading;
}

// ---- the heap -----------------------------------------------------------------------------------

static void guide_plan_push(search* s, int state, float cost, int parent) {
    guide_planner* p = s->p;
    if (!(cost < p->cost[state])) return;
    p->cost[state] = cost;
    p->parent[state] = parent;
    if (p->heap_count == p->heap_capacity) {
        size_t capacity = p->heap_capacity ? 2 * p->heap_capacity : 65536;
        struct guide_heap* heap = wend_realloc(p->heap, capacity * sizeof *heap);
        if (!heap) {
            s->out_of_memory = true;
            return;
        }
        p->heap = heap;
        p->heap_capacity = capacity;
    }
    size_t at = p->heap_count++;
    while (at > 0 && p->heap[(at - 1) / 2].cost > cost) {
        p->heap[at] = p->heap[(at - 1) / 2];
        at = (at - 1) / 2;
    }
    p->heap[at] = (struct guide_heap){cost, state};
}

static bool pop(guide_planner* p, int* state, float* cost) {
    if (!p->heap_count) return false;
    *state = p->heap[0].state;
    *cost = p->heap[0].cost;
    struct guide_heap last = p->heap[--p->heap_count];
    size_t at = 0;
    for (;;) {
        size_t child = 2 * at + 1;
        if (child >= p->heap_count) break;
        if (child + 1 < p->heap_count && p->heap[child + 1].cost < p->heap[child].cost) child++;
        if (p->heap[child].cost >= last.cost) break;
        p->heap[at] = p->heap[child];
        at = child;
    }
    p->heap[at] = last;
    return true;
}

// ---- landmarks ----------------------------------------------------------------------------------

static float missing_at(const search* s, int cell) {
    float unknown = fminf(1, (float)s->g->unknown[cell] / 255 * PLAN_UNSEEN_RATE);
    return PLAN_MISSING + (PLAN_UNSEEN - PLAN_MISSING) * unknown;
}

static bool guide_plan_is_beside(wend_step_kind kind) {
    return kind == WEND_STEP_PASS || kind == WEND_STEP_STOP || kind == WEND_STEP_FORWARD;
}

// Cost of the distance to the object that is matched with the landmark.
static float distance_cost(const wend_parsed_step* step, float metres) {
    wend_step_kind kind = step->what.kind;
    if (kind == WEND_STEP_STOP)
        return PLAN_STOP_RATE * fmaxf(0, fabsf(metres - PLAN_STOP_AT) - PLAN_STOP_SLACK);
    if (kind == WEND_STEP_PASS)
        return metres < PLAN_PASS_AT ? 0 : PLAN_BEYOND_RATE * (metres - PLAN_PASS_AT);
    if (kind == WEND_STEP_FORWARD && step->what.reach)
        return metres < PLAN_REACH_AT ? 0 : PLAN_BEYOND_RATE * (metres - PLAN_REACH_AT);
    return metres < PLAN_FAR ? PLAN_SIGHT_RATE * metres
                             : PLAN_BEYOND_RATE * (metres - PLAN_FAR) + PLAN_SIGHT_COST;
}

// Metres on the floor plan to the nearest point of an object.
static float gap_to(const guide_object* object, wend_vec2 at) {
    float x = fmaxf(fmaxf(object->x0 - at.x, at.x - object->x1), 0);
    float z = fmaxf(fmaxf(object->z0 - at.y, at.y - object->z1), 0);
    return hypotf(x, z);
}

static void spread_object(search* s, int step, int index, float fit) {
    const guide_objects* objects = s->task->objects;
    const guide_object* object = &objects->items[index];
    const wend_parsed_step* wanted = &s->task->steps[step];
    wend_vec2 middle = guide_object_middle(object);
    bool beside = guide_plan_is_beside(wanted->what.kind) &&
                  !(wanted->what.kind == WEND_STEP_FORWARD && !wanted->what.reach);
    bool stands = wanted->what.kind == WEND_STEP_STOP ||
                  (wanted->what.kind == WEND_STEP_FORWARD && wanted->what.reach);
    float reach = beside ? PLAN_NEAR + PLAN_SEARCH : PLAN_FAR + PLAN_SEARCH;
    float* near = s->p->near + (size_t)step * (size_t)s->cells;
    int16_t* which = s->p->which + (size_t)step * (size_t)s->cells;
    int span = (int)(reach / s->g->cell), at_middle = guide_ground_at(s->g, middle.x, middle.y);
    if (at_middle < 0) return;
    int middle_i = at_middle % s->g->width, middle_j = at_middle / s->g->width;
    for (int j = middle_j - span; j <= middle_j + span; j++)
        for (int i = middle_i - span; i <= middle_i + span; i++) {
            if (i < 0 || j < 0 || i >= s->g->width || j >= s->g->height) continue;
            int cell = j * s->g->width + i;
            if (s->g->state[cell] == GUIDE_BLOCKED) continue;
            wend_vec2 at = guide_ground_middle(s->g, cell);
            float metres = stands ? gap_to(object, at) : hypotf(at.x - middle.x, at.y - middle.y);
            float cost = PLAN_UNLIKE * (1 - fit) + distance_cost(wanted, metres);
            if (metres > reach || cost >= near[cell]) continue;
            if (!guide_ground_sees(s->g, at, middle)) cost += PLAN_HIDDEN;
            if (!beside && wanted->what.landmark.choice >= WEND_CHOICE_NEARER)
                cost += PLAN_WRONG_ONE *
                        guide_which_seen(s->g, objects, index, &wanted->what.landmark, at);
            if (cost >= near[cell]) continue;
            near[cell] = cost;
            which[cell] = (int16_t)index;
        }
}

static void ground_landmarks(search* s) {
    for (int k = 0; k < s->task->count; k++) {
        const wend_landmark* landmark = &s->task->steps[k].what.landmark;
        float* near = s->p->near + (size_t)k * (size_t)s->cells;
        int16_t* which = s->p->which + (size_t)k * (size_t)s->cells;
        if (!landmark->category) continue;
        for (int cell = 0; cell < s->cells; cell++) {
            near[cell] = missing_at(s, cell);
            which[cell] = -1;
        }
        for (int i = 0; i < s->task->objects->count; i++) {
            float fit = guide_objects_fit(s->task->objects, i, landmark);
            if (fit >= PLAN_MIN_FIT) spread_object(s, k, i, fit);
        }
    }
}

static float near_cost(const search* s, int step, int cell) {
    return s->p->near[(size_t)step * (size_t)s->cells + (size_t)cell];
}

static const guide_object* object_near(const search* s, int step, int cell) {
    int index = s->p->which[(size_t)step * (size_t)s->cells + (size_t)cell];
    return index < 0 ? NULL : &s->task->objects->items[index];
}

// Radians from the heading to an object, counter-clockwise.
static float guide_plan_bearing_of(const search* s, const guide_object* object, int cell,
                                   int heading) {
    wend_vec2 at = guide_ground_middle(s->g, cell), to = guide_object_middle(object);
    float angle = atan2f(-(to.x - at.x), -(to.y - at.y));
    return remainderf(angle - s->g->turn - (float)heading * (float)(WEND_PI / 4),
                      (float)(2 * WEND_PI));
}

// Cost of a landmark on the wrong side.
static float side_cost(const search* s, int step, int cell, int heading) {
    const guide_object* object = object_near(s, step, cell);
    wend_side side = s->task->steps[step].what.landmark.side;
    if (!object || !side) return 0;
    float bearing = guide_plan_bearing_of(s, object, cell, heading);
    float want = side == WEND_SIDE_LEFT    ? (float)(WEND_PI / 2)
                 : side == WEND_SIDE_RIGHT ? -(float)(WEND_PI / 2)
                                           : 0;
    float off = fabsf(remainderf(bearing - want, (float)(2 * WEND_PI)));
    return off < PLAN_SIDE_SLACK
               ? 0
               : PLAN_WRONG_SIDE * fminf(1, (off - PLAN_SIDE_SLACK) / PLAN_SIDE_RANGE);
}

// Cost of another object of a row ("the second door") or of two ("the farther one").
static float order_cost(const search* s, int step, int cell, int heading) {
    const wend_landmark* m = &s->task->steps[step].what.landmark;
    int index = s->p->which[(size_t)step * (size_t)s->cells + (size_t)cell];
    if (index < 0 || (!m->ordinal && m->choice < WEND_CHOICE_NEARER)) return 0;
    const guide_course course = {guide_ground_middle(s->g, cell), s->task->from,
                                 s->g->turn + (float)heading * (float)(WEND_PI / 4)};
    const guide_objects* objects = s->task->objects;
    // For "the nearer of two" the choice is made from the start of the path, if the object is
    // visible there.
    bool chosen =
        !m->ordinal && s->task->steps[step].what.kind != WEND_STEP_PASS &&
        guide_ground_sees(s->g, course.start, guide_object_middle(&objects->items[index]));
    return PLAN_WRONG_ONE * (chosen ? guide_which_seen(s->g, objects, index, m, course.start)
                                    : guide_which_passed(s->g, objects, index, m, course));
}

// Cost of a landmark that should be ahead.
static float ahead_cost(const search* s, int step, int cell, int heading) {
    const guide_object* object = object_near(s, step, cell);
    float cost = near_cost(s, step, cell);
    if (!object) return cost;
    float off = fabsf(guide_plan_bearing_of(s, object, cell, heading));
    return cost +
           (off < PLAN_AHEAD_SLACK ? 0 : fminf(1, (off - PLAN_AHEAD_SLACK)) * PLAN_AHEAD_RATE);
}

// ---- moves --------------------------------------------------------------------------------------

static int guide_plan_turned(int from, int to) {
    int by = (to - from + HEADINGS) % HEADINGS;
    return by > HEADINGS / 2 ? HEADINGS - by : by;
}

// The neighbouring cell; -1: the agent cannot go there.
static int neighbour(const search* s, int cell, int heading) {
    int i = cell % s->g->width + STEP_X[heading], j = cell / s->g->width + STEP_Z[heading];
    if (i < 0 || j < 0 || i >= s->g->width || j >= s->g->height) return -1;
    int to = j * s->g->width + i;
    if (s->g->state[to] == GUIDE_BLOCKED) return -1;
    if (abs(s->g->rise[to] - s->g->rise[cell]) > PLAN_MAX_RISE)
        return -1;  // furniture; treads are lower
    bool corner = STEP_X[heading] && STEP_Z[heading];
    if (corner && (s->g->state[cell + STEP_X[heading]] == GUIDE_BLOCKED ||
                   s->g->state[cell + STEP_Z[heading] * s->g->width] == GUIDE_BLOCKED))
        return -1;
    return to;
}

static float move_cost(const search* s, int to, int heading) {
    float metres = s->g->cell * (heading % 2 ? SQRT2 : 1);
    return metres * (s->g->state[to] == GUIDE_UNKNOWN ? PLAN_METRE_UNKNOWN : PLAN_METRE);
}

static bool crosses(const search* s, int from, int to) {
    int a = s->g->region[from], b = s->g->region[to];
    return a && b && a != b;
}

static float room_cost(const search* s, int cell, wend_room_type room) {
    return PLAN_WRONG_ROOM * guide_ground_calls(s->g, cell, room);
}

// Marks `done` steps as done and adds a straight leg before the next one. If there is no space for
// the leg, it costs PLAN_CRAMPED.
static void guide_plan_advance(search* s, int done, int cell, int heading, int max_bend,
                               float metres, float cost, int state) {
    int steps = (int)(metres / s->g->cell + 0.5f);
    for (int bend = -max_bend; bend <= max_bend; bend++) {
        int h = (heading + bend + HEADINGS) % HEADINGS, at = cell, n = 0;
        float by = cost + PLAN_BENDS[guide_plan_turned(heading, h)];
        int cells = h % 2 ? (int)((float)steps / SQRT2 + 0.5f) : steps;
        for (; n < cells; n++) {
            int to = neighbour(s, at, h);
            if (to < 0) break;
            by += move_cost(s, to, h) + (crosses(s, at, to) ? PLAN_UNTOLD_DOOR : 0);
            at = to;
        }
        if (n == cells) guide_plan_push(s, state_of(s, done, at, h), by, state);
    }
    guide_plan_push(s, state_of(s, done, cell, heading), cost + PLAN_CRAMPED, state);
}

static void expand_moves(search* s, int done, int cell, int heading, float cost, int state) {
    const wend_instruction_step* next = done < s->task->count ? &s->task->steps[done].what : NULL;
    for (int h = 0; h < HEADINGS; h++) {
        int to = neighbour(s, cell, h);
        if (to < 0) continue;
        float by = cost + move_cost(s, to, h) + PLAN_BENDS[guide_plan_turned(heading, h)];
        bool crossing = crosses(s, cell, to);
        guide_plan_push(s, state_of(s, done, to, h), by + (crossing ? PLAN_UNTOLD_DOOR : 0), state);
        bool door = next && (next->kind == WEND_STEP_DOOR || next->kind == WEND_STEP_LEAVE);
        if (!crossing || !door) continue;
        float called = next->kind == WEND_STEP_DOOR
                           ? room_cost(s, to, next->room)
                           : PLAN_LEFT_ROOM * room_cost(s, cell, next->room);
        guide_plan_advance(s, done + 1, to, h, 1, PLAN_LEG, by + called, state);
    }
}

// ---- instruction steps --------------------------------------------------------------------------

// Cost of a turn: degrees outside of the range of its word.
static float turn_cost(wend_turn turn, float angle) {
    static const float RANGES[WEND_TURN_COUNT][2] = {
        [WEND_TURN_SLIGHT_LEFT] = {20, 55},  [WEND_TURN_SLIGHT_RIGHT] = {20, 55},
        [WEND_TURN_LEFT] = {50, 125},        [WEND_TURN_RIGHT] = {50, 125},
        [WEND_TURN_SHARP_LEFT] = {120, 160}, [WEND_TURN_SHARP_RIGHT] = {120, 160},
        [WEND_TURN_AROUND] = {150, 180},
    };
    bool right =
        turn == WEND_TURN_SLIGHT_RIGHT || turn == WEND_TURN_RIGHT || turn == WEND_TURN_SHARP_RIGHT;
    float degrees = angle * (float)(180 / WEND_PI);
    if (right) degrees = -degrees;
    if (turn == WEND_TURN_AROUND) degrees = fabsf(degrees);
    if (degrees < -170) degrees += 360;  // turns by about 180 degrees count for either side
    float off = fmaxf(RANGES[turn][0] - degrees, degrees - RANGES[turn][1]);
    float cost = off > 0 ? PLAN_DEGREE * off : 0;
    return cost > PLAN_MAX_TURN_COST ? INFINITY : cost;
}

static void do_turn(search* s, int done, int cell, int heading, float cost, int state) {
    const wend_parsed_step* step = &s->task->steps[done];
    // A door on the left is entered right after the turn.
    const wend_instruction_step* next =
        done + 1 < s->task->count ? &s->task->steps[done + 1].what : NULL;
    float leg =
        next && next->kind == WEND_STEP_DOOR && next->landmark.side ? s->g->cell : PLAN_TURN_LEG;
    // At the start the exact heading is known.
    float from = (float)heading * (float)(WEND_PI / 4);
    if (state == s->start) from = s->task->heading - s->g->turn;
    for (int h = 0; h < HEADINGS; h++) {
        float angle = remainderf((float)h * (float)(WEND_PI / 4) - from, (float)(2 * WEND_PI));
        float off = turn_cost(step->what.turn, angle);
        if (!isfinite(off)) continue;
        if (step->what.landmark.category) off += PLAN_CHECK * ahead_cost(s, done, cell, h);
        guide_plan_advance(s, done + 1, cell, h, 0, leg, cost + off, state);
    }
}

// "Go straight": 1 to 2.5 m.
static void do_forward(search* s, int done, int cell, int heading, float cost, int state) {
    int at = cell;
    for (int n = 1; n <= PLAN_MAX_FORWARD; n++) {
        int to = neighbour(s, at, heading);
        if (to < 0 || crosses(s, at, to)) return;
        cost += move_cost(s, to, heading);
        at = to;
        if (n >= PLAN_MIN_FORWARD && n % 2 == 0)
            guide_plan_push(s, state_of(s, done + 1, at, heading), cost, state);
    }
}

// Cost of a door step without a change of rooms. On unobserved ground there may be a door.
static float no_door_at(const search* s, int cell) {
    bool unknown = s->g->state[cell] == GUIDE_UNKNOWN;
    return PLAN_NO_DOOR +
           (PLAN_UNSEEN_DOOR - PLAN_NO_DOOR) * (float)(unknown ? s->g->unknown[cell] : 0) / 255;
}

static bool is_flight(wend_step_kind kind) {
    return kind == WEND_STEP_UP || kind == WEND_STEP_DOWN;
}

static float stairs_cost(const search* s, int cell, bool up) {
    int rise = up ? s->g->rise[cell] : -s->g->rise[cell];
    if (rise >= PLAN_STAIRS_RISE) return 0;
    return s->g->state[cell] == GUIDE_UNKNOWN ? PLAN_UNSEEN_STAIRS : PLAN_NO_STAIRS;
}

static float see_cost(const search* s, int done, int cell, int heading) {
    const wend_instruction_step* step = &s->task->steps[done].what;
    float cost = step->room ? room_cost(s, cell, step->room) : 0;
    if (step->landmark.category) {
        cost += near_cost(s, done, cell);
        if (step->landmark.side == WEND_SIDE_AHEAD)
            cost += ahead_cost(s, done, cell, heading) - near_cost(s, done, cell);
        else
            cost += side_cost(s, done, cell, heading);
    }
    return PLAN_CHECK * cost;
}

// Cost of a goal near the start. [R2R: at least 5 m from start to goal]
static float nearness_cost(const search* s, int cell) {
    wend_vec2 at = guide_ground_middle(s->g, cell);
    float metres = hypotf(at.x - s->task->from.x, at.y - s->task->from.y);
    return s->task->whole ? PLAN_SHORT_RATE * fmaxf(0, PLAN_MIN_WALK - metres) : 0;
}

static float stop_cost(const search* s, int done, int cell) {
    const wend_instruction_step* step = &s->task->steps[done].what;
    bool last = done + 1 == s->task->count;
    float cost = (last ? nearness_cost(s, cell) : 0) + room_cost(s, cell, step->room);
    return step->landmark.category ? cost + near_cost(s, done, cell) : cost;
}

static void expand_step(search* s, int done, int cell, int heading, float cost, int state) {
    const wend_parsed_step* step = &s->task->steps[done];
    int next = state_of(s, done + 1, cell, heading);
    bool object = step->what.landmark.category != WEND_CATEGORY_NONE;
    float off = INFINITY;
    switch (step->what.kind) {
        case WEND_STEP_TURN:
            do_turn(s, done, cell, heading, cost, state);
            break;
        case WEND_STEP_FORWARD:
            if (object && step->what.reach)
                off = near_cost(s, done, cell) + order_cost(s, done, cell, heading);
            else
                do_forward(
                    s, done, cell, heading,
                    cost + (object ? PLAN_AHEAD_SHARE * ahead_cost(s, done, cell, heading) : 0),
                    state);
            break;
        case WEND_STEP_PASS:
            off = object ? near_cost(s, done, cell) + side_cost(s, done, cell, heading) +
                               order_cost(s, done, cell, heading)
                         : PLAN_PASS_NOTHING;
            break;
        case WEND_STEP_DOOR:
            off = no_door_at(s, cell) + room_cost(s, cell, step->what.room);
            break;
        case WEND_STEP_LEAVE:
            off = 2 * no_door_at(s, cell);
            break;
        case WEND_STEP_UP:
        case WEND_STEP_DOWN:
            off = stairs_cost(s, cell, step->what.kind == WEND_STEP_UP);
            break;
        case WEND_STEP_SEE:
            off = see_cost(s, done, cell, heading);
            break;
        case WEND_STEP_STOP:
            off = stop_cost(s, done, cell);
            if (object) off += order_cost(s, done, cell, heading);
            break;
        default:
            off = 0;
    }
    bool stays = step->what.kind == WEND_STEP_SEE || step->what.kind == WEND_STEP_STOP ||
                 is_flight(step->what.kind);
    bool last = done + 1 == s->task->count;
    if (off < PLAN_IMPOSSIBLE && stays) guide_plan_push(s, next, cost + off, state);
    if (off < PLAN_IMPOSSIBLE && !stays)
        guide_plan_advance(s, done + 1, cell, heading, 1, PLAN_LEG, cost + off, state);
    if (!last) guide_plan_push(s, next, cost + PLAN_SKIP, state);
}

// ---- search -------------------------------------------------------------------------------------

static wend_status guide_plan_make_room(guide_planner* p, size_t states, size_t cells,
                                        wend_error* error) {
    if (states > p->capacity) {
        wend_free(p->cost);
        wend_free(p->parent);
        wend_free(p->closed);
        p->cost = wend_alloc(states * sizeof *p->cost);
        p->parent = wend_alloc(states * sizeof *p->parent);
        p->closed = wend_alloc(states);
        p->capacity = states;
    }
    if (cells > p->near_capacity) {
        wend_free(p->near);
        wend_free(p->which);
        p->near = wend_alloc(cells * sizeof *p->near);
        p->which = wend_alloc(cells * sizeof *p->which);
        p->near_capacity = cells;
    }
    return p->cost && p->parent && p->closed && p->near && p->which
               ? WEND_OK
               : wend_fail(error, WEND_NO_MEMORY,
                           "out of memory while planning a path by the instruction");
}

static void read_back(const search* s, int state, guide_path* path) {
    int count = 0, from = state;
    while (s->p->parent[from] >= 0) from = s->p->parent[from], count++;
    count++;
    int skip = count > GUIDE_MAX_PATH ? count - GUIDE_MAX_PATH
                                      : 0;  // points dropped at the start of the path
    path->count = count - skip;
    for (int i = path->count - 1, at = state; i >= 0; i--, at = s->p->parent[at]) {
        int cell = at / HEADINGS % s->cells;
        wend_vec2 place = guide_ground_middle(s->g, cell);
        path->points[i] = (guide_point){place.x, place.y, at / HEADINGS / s->cells,
                                        s->g->state[cell] != GUIDE_UNKNOWN};
    }
}

wend_status guide_planner_find(guide_planner* p, const guide_task* task, guide_path* path,
                               wend_error* error) {
    search s = {.p = p, .task = task, .g = task->ground};
    path->count = 0;
    path->cost = INFINITY;
    s.cells = s.g->width * s.g->height;
    size_t states = (size_t)(task->count + 1) * (size_t)s.cells * HEADINGS;
    int cell = guide_ground_at(s.g, task->from.x, task->from.y);
    if (cell < 0 || task->count == 0) return WEND_OK;
    WEND_TRY(guide_plan_make_room(p, states, (size_t)task->count * (size_t)s.cells, error));
    for (size_t i = 0; i < states; i++) p->cost[i] = INFINITY;
    memset(p->closed, 0, states);
    p->heap_count = 0;
    ground_landmarks(&s);
    int heading = (int)lrintf((task->heading - s.g->turn) / (float)(WEND_PI / 4));
    heading = (heading % HEADINGS + HEADINGS) % HEADINGS;
    s.start = state_of(&s, 0, cell, heading);
    guide_plan_push(&s, s.start, 0, -1);
    int state;
    float cost;
    while (pop(p, &state, &cost)) {
        if (p->closed[state]) continue;
        p->closed[state] = 1;
        int h = state % HEADINGS, at = state / HEADINGS % s.cells,
            done = state / HEADINGS / s.cells;
        if (done == task->count) {
            path->cost = cost;
            read_back(&s, state, path);
            break;
        }
        expand_moves(&s, done, at, h, cost, state);
        expand_step(&s, done, at, h, cost, state);
    }
    return s.out_of_memory ? wend_fail(error, WEND_NO_MEMORY,
                                       "out of memory while planning a path by the instruction")
                           : WEND_OK;
}
