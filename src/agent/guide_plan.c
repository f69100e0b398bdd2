#include "agent/guide_plan.h"

#include <stdlib.h>
#include <string.h>

#include "agent/guide_which.h"

enum { HEADINGS = 8 };

// What things cost; a unit is about what a missing landmark is.
static const float METRE = 0.06f;                             // of known ground
static const float METRE_UNKNOWN = 0.08f;                     // of unknown ground
static const float BENDS[5] = {0, 0.04f, 0.45f, 0.9f, 1.3f};  // a turn by 45, 90 … degrees, untold
static const float UNTOLD_DOOR = 0.7f;
static const float NO_DOOR = 1;          // to be in another room without having come through a door
static const float UNSEEN_DOOR = 0.75f;  // the same where nothing is known
static const float MISSING = 1.5f;       // a landmark that is not where it should be
static const float UNSEEN = 0.3f;        // the same where little is known
static const float SKIP = 2.2f;          // a step that is not done
static const float WRONG_SIDE = 0.6f;
static const float WRONG_ONE = 0.5f;  // for another of a row, or of two
static const float ROOM = 1.4f;       // for a room that surely is called otherwise
static const float CHECK = 0.35f;     // how much what one should see counts beside what one does
static const float UNLIKE = 0.8f;     // for what looks nothing like what was said
static const float HIDDEN = 0.5f;     // for what a wall hides
static const float NEAR = 2.2f;       // metres: beside
static const float IDEAL = 1.1f;      // metres from a landmark one stops at
static const float FAR = 7;           // metres: in sight

static const int STEP_X[HEADINGS] = {0, -1, -1, -1, 0, 1, 1, 1};
static const int STEP_Z[HEADINGS] = {-1, -1, 0, 1, 1, 1, 0, -1};

void guide_planner_destroy(guide_planner* p) {
    wend_free(p->cost);
    wend_free(p->parent);
    wend_free(p->lasting);
    wend_free(p->heap);
    wend_free(p->near);
    wend_free(p->which);
}

typedef struct search {
    guide_planner* p;
    const guide_task* task;
    const guide_ground* g;
    int cells;
    int start;  // state
    bool starved;
} search;

static int state_of(const search* s, int done, int cell, int heading) {
    return (done * s->cells + cell) * HEADINGS + heading;
}

// ---- the heap -----------------------------------------------------------------------------------

static void push(search* s, int state, float cost, int parent) {
    guide_planner* p = s->p;
    if (!(cost < p->cost[state])) return;
    p->cost[state] = cost;
    p->parent[state] = parent;
    if (p->heap_count == p->heap_capacity) {
        size_t capacity = p->heap_capacity ? 2 * p->heap_capacity : 65536;
        struct guide_heap* heap = wend_realloc(p->heap, capacity * sizeof *heap);
        if (!heap) {
            s->starved = true;
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
    float unknown = fminf(1, (float)s->g->unknown[cell] / 255 * 2.5f);
    return MISSING + (UNSEEN - MISSING) * unknown;
}

static bool is_beside(wend_tell_kind kind) {
    return kind == WEND_TELL_PASS || kind == WEND_TELL_STOP || kind == WEND_TELL_FORWARD;
}

// What it costs to take a thing for the landmark from so far.
static float distance_cost(const wend_heeded_step* step, float metres) {
    wend_tell_kind kind = step->what.kind;
    if (kind == WEND_TELL_STOP) return 0.22f * fmaxf(0, fabsf(metres - IDEAL) - 0.3f);
    if (kind == WEND_TELL_PASS) return metres < 1.6f ? 0 : 0.3f * (metres - 1.6f);
    if (kind == WEND_TELL_FORWARD && step->what.reach)
        return metres < 1.4f ? 0 : 0.3f * (metres - 1.4f);
    return metres < FAR ? 0.02f * metres : 0.3f * (metres - FAR) + 0.14f;
}

// Metres across the floor to the nearest point of a thing.
static float gap_to(const guide_thing* thing, wend_vec2 at) {
    float x = fmaxf(fmaxf(thing->x0 - at.x, at.x - thing->x1), 0);
    float z = fmaxf(fmaxf(thing->z0 - at.y, at.y - thing->z1), 0);
    return hypotf(x, z);
}

static void spread_thing(search* s, int step, int index, float fit) {
    const guide_things* things = s->task->things;
    const guide_thing* thing = &things->items[index];
    const wend_heeded_step* wanted = &s->task->steps[step];
    wend_vec2 middle = guide_thing_middle(thing);
    bool beside = is_beside(wanted->what.kind) &&
                  !(wanted->what.kind == WEND_TELL_FORWARD && !wanted->what.reach);
    bool stands = wanted->what.kind == WEND_TELL_STOP ||
                  (wanted->what.kind == WEND_TELL_FORWARD && wanted->what.reach);
    float reach = beside ? NEAR + 2 : FAR + 2;
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
            float metres = stands ? gap_to(thing, at) : hypotf(at.x - middle.x, at.y - middle.y);
            float cost = UNLIKE * (1 - fit) + distance_cost(wanted, metres);
            // One may have seen it before, through a door.
            if (metres > reach || cost >= near[cell]) continue;
            if (!guide_ground_sees(s->g, at, middle)) cost += HIDDEN;
            if (!beside && wanted->what.landmark.choice >= WEND_CHOICE_NEARER)
                cost +=
                    WRONG_ONE * guide_which_seen(s->g, things, index, &wanted->what.landmark, at);
            if (cost >= near[cell]) continue;
            near[cell] = cost;
            which[cell] = (int16_t)index;
        }
}

static void ground_landmarks(search* s) {
    static const float LEAST_FIT = 0.12f;
    for (int k = 0; k < s->task->count; k++) {
        const wend_landmark* landmark = &s->task->steps[k].what.landmark;
        float* near = s->p->near + (size_t)k * (size_t)s->cells;
        int16_t* which = s->p->which + (size_t)k * (size_t)s->cells;
        if (!landmark->category) continue;
        for (int cell = 0; cell < s->cells; cell++) {
            near[cell] = missing_at(s, cell);
            which[cell] = -1;
        }
        for (int i = 0; i < s->task->things->count; i++) {
            float fit = guide_things_fit(s->task->things, i, landmark);
            if (fit >= LEAST_FIT) spread_thing(s, k, i, fit);
        }
    }
}

static float near_cost(const search* s, int step, int cell) {
    return s->p->near[(size_t)step * (size_t)s->cells + (size_t)cell];
}

static const guide_thing* thing_near(const search* s, int step, int cell) {
    int index = s->p->which[(size_t)step * (size_t)s->cells + (size_t)cell];
    return index < 0 ? NULL : &s->task->things->items[index];
}

// Radians to the left of the heading.
static float bearing_of(const search* s, const guide_thing* thing, int cell, int heading) {
    wend_vec2 at = guide_ground_middle(s->g, cell), to = guide_thing_middle(thing);
    float angle = atan2f(-(to.x - at.x), -(to.y - at.y));
    return remainderf(angle - s->g->turn - (float)heading * (float)(WEND_PI / 4),
                      (float)(2 * WEND_PI));
}

// That what is told to be on one's left is.
static float side_cost(const search* s, int step, int cell, int heading) {
    const guide_thing* thing = thing_near(s, step, cell);
    wend_side side = s->task->steps[step].what.landmark.side;
    if (!thing || !side) return 0;
    float bearing = bearing_of(s, thing, cell, heading);
    float want = side == WEND_SIDE_LEFT    ? (float)(WEND_PI / 2)
                 : side == WEND_SIDE_RIGHT ? -(float)(WEND_PI / 2)
                                           : 0;
    float off = fabsf(remainderf(bearing - want, (float)(2 * WEND_PI)));
    return off < 1.45f ? 0 : WRONG_SIDE * fminf(1, (off - 1.45f) / 0.5f);
}

// That it is that one of a row, or of two, by who comes by it.
static float order_cost(const search* s, int step, int cell, int heading) {
    const wend_landmark* m = &s->task->steps[step].what.landmark;
    int index = s->p->which[(size_t)step * (size_t)s->cells + (size_t)cell];
    if (index < 0 || (!m->ordinal && m->choice < WEND_CHOICE_NEARER)) return 0;
    const guide_course course = {guide_ground_middle(s->g, cell), s->task->from,
                                 s->g->turn + (float)heading * (float)(WEND_PI / 4)};
    const guide_things* things = s->task->things;
    // Who stands at one of two chose before it came: where it set out from, if they are seen there.
    bool chosen = !m->ordinal && s->task->steps[step].what.kind != WEND_TELL_PASS &&
                  guide_ground_sees(s->g, course.start, guide_thing_middle(&things->items[index]));
    return WRONG_ONE * (chosen ? guide_which_seen(s->g, things, index, m, course.start)
                               : guide_which_passed(s->g, things, index, m, course));
}

// That what is told to be ahead is.
static float ahead_cost(const search* s, int step, int cell, int heading) {
    const guide_thing* thing = thing_near(s, step, cell);
    float cost = near_cost(s, step, cell);
    if (!thing) return cost;
    float off = fabsf(bearing_of(s, thing, cell, heading));
    return cost + (off < 0.6f ? 0 : fminf(1, (off - 0.6f)) * 0.9f);
}

// ---- moving -------------------------------------------------------------------------------------

static int turned(int from, int to) {
    int by = (to - from + HEADINGS) % HEADINGS;
    return by > HEADINGS / 2 ? HEADINGS - by : by;
}

// The cell beside one, or -1 where a body cannot go.
static int neighbour(const search* s, int cell, int heading) {
    int i = cell % s->g->width + STEP_X[heading], j = cell / s->g->width + STEP_Z[heading];
    if (i < 0 || j < 0 || i >= s->g->width || j >= s->g->height) return -1;
    int to = j * s->g->width + i;
    if (s->g->state[to] == GUIDE_BLOCKED) return -1;
    if (abs(s->g->rise[to] - s->g->rise[cell]) > 4) return -1;  // up a bed; treads are lower
    bool corner = STEP_X[heading] && STEP_Z[heading];
    if (corner && (s->g->state[cell + STEP_X[heading]] == GUIDE_BLOCKED ||
                   s->g->state[cell + STEP_Z[heading] * s->g->width] == GUIDE_BLOCKED))
        return -1;
    return to;
}

static float move_cost(const search* s, int to, int heading) {
    float metres = s->g->cell * (heading % 2 ? 1.4142f : 1);
    return metres * (s->g->state[to] == GUIDE_UNKNOWN ? METRE_UNKNOWN : METRE);
}

static bool crosses(const search* s, int from, int to) {
    int a = s->g->region[from], b = s->g->region[to];
    return a && b && a != b;
}

static float room_cost(const search* s, int cell, wend_room_type room) {
    return ROOM * guide_ground_calls(s->g, cell, room);
}

// A step done at a place begins or ends a stretch of its own: some way is walked straight on before
// the next is done. Where that is not possible it costs.
static void advance(search* s, int done, int cell, int heading, int most_bend, float metres,
                    float cost, int state) {
    static const float CRAMPED = 0.7f;
    int steps = (int)(metres / s->g->cell + 0.5f);
    for (int bend = -most_bend; bend <= most_bend; bend++) {
        int h = (heading + bend + HEADINGS) % HEADINGS, at = cell, n = 0;
        float by = cost + BENDS[turned(heading, h)];
        int cells = h % 2 ? (int)((float)steps / 1.4142f + 0.5f) : steps;
        for (; n < cells; n++) {
            int to = neighbour(s, at, h);
            if (to < 0) break;
            by += move_cost(s, to, h) + (crosses(s, at, to) ? UNTOLD_DOOR : 0);
            at = to;
        }
        if (n == cells) push(s, state_of(s, done, at, h), by, state);
    }
    push(s, state_of(s, done, cell, heading), cost + CRAMPED, state);
}

static const float TURN_LEG = 0.75f, LEG = 1;  // metres walked straight on

static void expand_moves(search* s, int done, int cell, int heading, float cost, int state) {
    const wend_tell_step* next = done < s->task->count ? &s->task->steps[done].what : NULL;
    for (int h = 0; h < HEADINGS; h++) {
        int to = neighbour(s, cell, h);
        if (to < 0) continue;
        float by = cost + move_cost(s, to, h) + BENDS[turned(heading, h)];
        bool crossing = crosses(s, cell, to);
        push(s, state_of(s, done, to, h), by + (crossing ? UNTOLD_DOOR : 0), state);
        bool door = next && (next->kind == WEND_TELL_DOOR || next->kind == WEND_TELL_LEAVE);
        if (!crossing || !door) continue;
        float called = next->kind == WEND_TELL_DOOR ? room_cost(s, to, next->room)
                                                    : 0.5f * room_cost(s, cell, next->room);
        advance(s, done + 1, to, h, 1, LEG, by + called, state);
    }
}

// ---- doing steps --------------------------------------------------------------------------------

// What it costs to turn by an angle when told so: how far it is outside of what is called that.
static float turn_cost(wend_turn turn, float angle) {
    static const float RANGES[WEND_TURN_COUNT][2] = {
        [WEND_TURN_SLIGHT_LEFT] = {20, 55},  [WEND_TURN_SLIGHT_RIGHT] = {20, 55},
        [WEND_TURN_LEFT] = {50, 125},        [WEND_TURN_RIGHT] = {50, 125},
        [WEND_TURN_SHARP_LEFT] = {120, 160}, [WEND_TURN_SHARP_RIGHT] = {120, 160},
        [WEND_TURN_AROUND] = {150, 180},
    };
    static const float EACH = 0.02f, MOST = 1.3f;  // of a degree
    bool right =
        turn == WEND_TURN_SLIGHT_RIGHT || turn == WEND_TURN_RIGHT || turn == WEND_TURN_SHARP_RIGHT;
    float degrees = angle * (float)(180 / WEND_PI);
    if (right) degrees = -degrees;
    if (turn == WEND_TURN_AROUND) degrees = fabsf(degrees);
    if (degrees < -170) degrees += 360;  // all the way around is on either side
    float off = fmaxf(RANGES[turn][0] - degrees, degrees - RANGES[turn][1]);
    float cost = off > 0 ? EACH * off : 0;
    return cost > MOST ? INFINITY : cost;
}

static void do_turn(search* s, int done, int cell, int heading, float cost, int state) {
    const wend_heeded_step* step = &s->task->steps[done];
    // A door on one's left is gone through as soon as one has turned to it.
    const wend_tell_step* next = done + 1 < s->task->count ? &s->task->steps[done + 1].what : NULL;
    float leg = next && next->kind == WEND_TELL_DOOR && next->landmark.side ? s->g->cell : TURN_LEG;
    // Where it began, which way one looked is known better than the eight ways on.
    float from = (float)heading * (float)(WEND_PI / 4);
    if (state == s->start) from = s->task->heading - s->g->turn;
    for (int h = 0; h < HEADINGS; h++) {
        float angle = remainderf((float)h * (float)(WEND_PI / 4) - from, (float)(2 * WEND_PI));
        float off = turn_cost(step->what.turn, angle);
        if (!isfinite(off)) continue;
        if (step->what.landmark.category) off += CHECK * ahead_cost(s, done, cell, h);
        advance(s, done + 1, cell, h, 0, leg, cost + off, state);
    }
}

// Straight on for a while.
static void do_forward(search* s, int done, int cell, int heading, float cost, int state) {
    enum { LEAST = 4, MOST = 10 };  // cells
    int at = cell;
    for (int n = 1; n <= MOST; n++) {
        int to = neighbour(s, at, heading);
        if (to < 0 || crosses(s, at, to)) return;
        cost += move_cost(s, to, heading);
        at = to;
        if (n >= LEAST && n % 2 == 0) push(s, state_of(s, done + 1, at, heading), cost, state);
    }
}

// Where little is known there may be a door.
static float no_door_at(const search* s, int cell) {
    bool unknown = s->g->state[cell] == GUIDE_UNKNOWN;
    return NO_DOOR + (UNSEEN_DOOR - NO_DOOR) * (float)(unknown ? s->g->unknown[cell] : 0) / 255;
}

static bool is_flight(wend_tell_kind kind) {
    return kind == WEND_TELL_UP || kind == WEND_TELL_DOWN;
}

static float stairs_cost(const search* s, int cell, bool up) {
    int rise = up ? s->g->rise[cell] : -s->g->rise[cell];
    if (rise >= 3) return 0;  // 0.3 m: the second tread
    return s->g->state[cell] == GUIDE_UNKNOWN ? 0.9f : 9;
}

static float see_cost(const search* s, int done, int cell, int heading) {
    const wend_tell_step* step = &s->task->steps[done].what;
    float cost = step->room ? room_cost(s, cell, step->room) : 0;
    if (step->landmark.category) {
        cost += near_cost(s, done, cell);
        if (step->landmark.side == WEND_SIDE_AHEAD)
            cost += ahead_cost(s, done, cell, heading) - near_cost(s, done, cell);
        else
            cost += side_cost(s, done, cell, heading);
    }
    return CHECK * cost;
}

// Nobody is sent on a walk that ends where it began. [R2R: at least 5 m from start to goal]
static float nearness_cost(const search* s, int cell) {
    static const float LEAST = 4.5f, EACH = 0.35f;  // metres straight, and the cost of each less
    wend_vec2 at = guide_ground_middle(s->g, cell);
    float metres = hypotf(at.x - s->task->from.x, at.y - s->task->from.y);
    return s->task->whole ? EACH * fmaxf(0, LEAST - metres) : 0;
}

static float stop_cost(const search* s, int done, int cell) {
    const wend_tell_step* step = &s->task->steps[done].what;
    bool last = done + 1 == s->task->count;
    float cost = (last ? nearness_cost(s, cell) : 0) + room_cost(s, cell, step->room);
    return step->landmark.category ? cost + near_cost(s, done, cell) : cost;
}

static void expand_step(search* s, int done, int cell, int heading, float cost, int state) {
    const wend_heeded_step* step = &s->task->steps[done];
    int next = state_of(s, done + 1, cell, heading);
    bool thing = step->what.landmark.category != WEND_CATEGORY_NONE;
    float off = INFINITY;
    switch (step->what.kind) {
        case WEND_TELL_TURN:
            do_turn(s, done, cell, heading, cost, state);
            break;
        case WEND_TELL_FORWARD:
            if (thing && step->what.reach)
                off = near_cost(s, done, cell) + order_cost(s, done, cell, heading);
            else
                do_forward(s, done, cell, heading,
                           cost + (thing ? 0.6f * ahead_cost(s, done, cell, heading) : 0), state);
            break;
        case WEND_TELL_PASS:
            off = thing ? near_cost(s, done, cell) + side_cost(s, done, cell, heading) +
                              order_cost(s, done, cell, heading)
                        : 0.3f;
            break;
        case WEND_TELL_DOOR:
            off = no_door_at(s, cell) + room_cost(s, cell, step->what.room);
            break;
        case WEND_TELL_LEAVE:
            off = 2 * no_door_at(s, cell);
            break;
        case WEND_TELL_UP:
        case WEND_TELL_DOWN:
            off = stairs_cost(s, cell, step->what.kind == WEND_TELL_UP);
            break;
        case WEND_TELL_SEE:
            off = see_cost(s, done, cell, heading);
            break;
        case WEND_TELL_STOP:
            off = stop_cost(s, done, cell);
            if (thing) off += order_cost(s, done, cell, heading);
            break;
        default:
            off = 0;
    }
    bool stays = step->what.kind == WEND_TELL_SEE || step->what.kind == WEND_TELL_STOP ||
                 is_flight(step->what.kind);
    bool last = done + 1 == s->task->count;
    if (off < 9 && stays) push(s, next, cost + off, state);
    if (off < 9 && !stays) advance(s, done + 1, cell, heading, 1, LEG, cost + off, state);
    if (!last) push(s, next, cost + SKIP, state);
}

// ---- all together -------------------------------------------------------------------------------

static wend_status make_room(guide_planner* p, size_t states, size_t cells, wend_error* error) {
    if (states > p->capacity) {
        wend_free(p->cost);
        wend_free(p->parent);
        wend_free(p->lasting);
        p->cost = wend_alloc(states * sizeof *p->cost);
        p->parent = wend_alloc(states * sizeof *p->parent);
        p->lasting = wend_alloc(states);
        p->capacity = states;
    }
    if (cells > p->near_capacity) {
        wend_free(p->near);
        wend_free(p->which);
        p->near = wend_alloc(cells * sizeof *p->near);
        p->which = wend_alloc(cells * sizeof *p->which);
        p->near_capacity = cells;
    }
    return p->cost && p->parent && p->lasting && p->near && p->which
               ? WEND_OK
               : wend_fail(error, WEND_NO_MEMORY, "no memory to plan a walk");
}

static void read_back(const search* s, int state, guide_walk* walk) {
    int count = 0, from = state;
    while (s->p->parent[from] >= 0) from = s->p->parent[from], count++;
    count++;
    int skip = count > GUIDE_WALK ? count - GUIDE_WALK : 0;  // of its beginning
    walk->count = count - skip;
    for (int i = walk->count - 1, at = state; i >= 0; i--, at = s->p->parent[at]) {
        int cell = at / HEADINGS % s->cells;
        wend_vec2 place = guide_ground_middle(s->g, cell);
        walk->points[i] = (guide_point){place.x, place.y, at / HEADINGS / s->cells,
                                        s->g->state[cell] != GUIDE_UNKNOWN};
    }
}

wend_status guide_planner_find(guide_planner* p, const guide_task* task, guide_walk* walk,
                               wend_error* error) {
    search s = {.p = p, .task = task, .g = task->ground};
    walk->count = 0;
    walk->cost = INFINITY;
    s.cells = s.g->width * s.g->height;
    size_t states = (size_t)(task->count + 1) * (size_t)s.cells * HEADINGS;
    int cell = guide_ground_at(s.g, task->from.x, task->from.y);
    if (cell < 0 || task->count == 0) return WEND_OK;
    WEND_TRY(make_room(p, states, (size_t)task->count * (size_t)s.cells, error));
    for (size_t i = 0; i < states; i++) p->cost[i] = INFINITY;
    memset(p->lasting, 0, states);
    p->heap_count = 0;
    ground_landmarks(&s);
    int heading = (int)lrintf((task->heading - s.g->turn) / (float)(WEND_PI / 4));
    heading = (heading % HEADINGS + HEADINGS) % HEADINGS;
    s.start = state_of(&s, 0, cell, heading);
    push(&s, s.start, 0, -1);
    int state;
    float cost;
    while (pop(p, &state, &cost)) {
        if (p->lasting[state]) continue;
        p->lasting[state] = 1;
        int h = state % HEADINGS, at = state / HEADINGS % s.cells,
            done = state / HEADINGS / s.cells;
        if (done == task->count) {
            walk->cost = cost;
            read_back(&s, state, walk);
            break;
        }
        expand_moves(&s, done, at, h, cost, state);
        expand_step(&s, done, at, h, cost, state);
    }
    return s.starved ? wend_fail(error, WEND_NO_MEMORY, "no memory to plan a walk") : WEND_OK;
}
