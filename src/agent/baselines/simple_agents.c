// Baselines without perception: lower bounds for every task.
#include "agent/baselines/simple_agents.h"

#include <math.h>

#include "base/settings.h"

typedef struct simple_state {
    wend_rng rng;
    wend_agent_body body;
    int turning;  // remaining turns; negative: to the right
    bool detour;  // one FORWARD before turning to the goal again
    int moves;    // edges of a viewpoint graph taken
} simple_state;

static wend_status simple_agents_reset(void* memory, const wend_agent_episode* episode,
                                       wend_error* error) {
    (void)error;
    *(simple_state*)memory = (simple_state){.rng = episode->rng, .body = episode->body};
    return WEND_OK;
}

static wend_action_kind keep_turning(simple_state* s) {
    bool left = s->turning > 0;
    s->turning += left ? -1 : 1;
    return left ? WEND_ACTION_LEFT : WEND_ACTION_RIGHT;
}

// ---- random -------------------------------------------------------------------------------------

// Stops with probability 0.01 per step, so that episodes end; Habitat's random agent stops at the
// goal, which needs ground truth.
static wend_action_kind random_move(simple_state* s, const wend_observation* o) {
    (void)o;
    if (wend_rng_chance(&s->rng, 0.01f)) return WEND_ACTION_STOP;
    const wend_action_kind moves[3] = {WEND_ACTION_FORWARD, WEND_ACTION_LEFT, WEND_ACTION_RIGHT};
    return moves[wend_rng_below(&s->rng, 3)];
}

// On a viewpoint graph: five edges, then STOP.  [Anderson et al. 2018: R2R's random agent]
static void random_neighbour(simple_state* s, const wend_observation* o, wend_action* action) {
    if (s->moves++ == 5) return;
    *action = (wend_action){
        .kind = WEND_ACTION_GO,
        .neighbour = (int)wend_rng_below(&s->rng, (uint32_t)o->graph.neighbour_count)};
}

static wend_status random_act(void* memory, const wend_observation* o, wend_action* action,
                              wend_error* error) {
    (void)error;
    if (o->graph.neighbour_count)
        random_neighbour(memory, o, action);
    else if (!o->graph.viewpoint)
        action->kind = random_move(memory, o);
    return WEND_OK;
}

const wend_agent_kind random_agent = {
    .name = "random",
    .summary =
        "random actions; STOP after a hundred steps on average, on a "
        "viewpoint graph after five",
    .memory = sizeof(simple_state),
    .reset = simple_agents_reset,
    .act = random_act};

// ---- forward ------------------------------------------------------------------------------------

static wend_action_kind forward_move(simple_state* s, const wend_observation* o) {
    if (o->collided && !s->turning) {
        int quarter = s->body.turns / 4 > 0 ? s->body.turns / 4 : 1;
        s->turning = wend_rng_range(&s->rng, 1, 2 * quarter);
        if (!wend_rng_chance(&s->rng, 0.5f)) s->turning = -s->turning;
    }
    return s->turning ? keep_turning(s) : WEND_ACTION_FORWARD;
}

static wend_status forward_act(void* memory, const wend_observation* o, wend_action* action,
                               wend_error* error) {
    (void)error;
    action->kind = forward_move(memory, o);
    return WEND_OK;
}

const wend_agent_kind forward_agent = {.name = "forward",
                                       .summary = "forward until blocked, then a random turn",
                                       .memory = sizeof(simple_state),
                                       .reset = simple_agents_reset,
                                       .act = forward_act};

// ---- goal ---------------------------------------------------------------------------------------

static wend_action_kind goal_move(simple_state* s, const wend_observation* o) {
    float turn = (float)(2 * WEND_PI) / (float)s->body.turns;
    if (o->goal.point[0] < 0.2f) return WEND_ACTION_STOP;
    if (o->collided && !s->turning) {  // avoid the obstacle: turn to either side, then a few steps
        s->turning = wend_rng_range(&s->rng, 1, s->body.turns / 3 + 1);
        if (!wend_rng_chance(&s->rng, 0.5f)) s->turning = -s->turning;
        s->detour = true;
    }
    if (s->turning) return keep_turning(s);
    if (s->detour) {
        s->detour = wend_rng_chance(&s->rng, 0.8f);
        return WEND_ACTION_FORWARD;
    }
    if (o->goal.point[1] > turn / 2) return WEND_ACTION_LEFT;
    if (o->goal.point[1] < -turn / 2) return WEND_ACTION_RIGHT;
    return WEND_ACTION_FORWARD;
}

static wend_status goal_act(void* memory, const wend_observation* o, wend_action* action,
                            wend_error* error) {
    (void)error;
    action->kind = goal_move(memory, o);
    return WEND_OK;
}

const wend_agent_kind goal_agent = {.name = "goal",
                                    .summary = "straight to the point goal, around obstacles",
                                    .tasks = "pointnav",
                                    .memory = sizeof(simple_state),
                                    .reset = simple_agents_reset,
                                    .act = goal_act};

// ---- straight -----------------------------------------------------------------------------------

// Straight ahead for the mean path length of the dataset: an instruction-blind baseline. [Krantz et
// al. 2020: 37 steps forward; Ku et al. 2020, Table 4]
typedef struct straight_state {
    float length;  // metres
    float step;    // metres of FORWARD
    float walked;  // metres, including blocked steps
} straight_state;

static wend_status straight_create(void* memory, const char* options, wend_error* error) {
    straight_state* s = memory;
    s->length = 9.25f;
    const setting settings[] = {{"length", SETTING_NUMBER, &s->length, .low = 0, .high = 1000}};
    return settings_read("agent straight", options, settings, 1, error);
}

static wend_status straight_reset(void* memory, const wend_agent_episode* episode,
                                  wend_error* error) {
    straight_state* s = memory;
    (void)error;
    s->step = episode->body.step;
    s->walked = 0;
    return WEND_OK;
}

static wend_status straight_act(void* memory, const wend_observation* o, wend_action* action,
                                wend_error* error) {
    straight_state* s = memory;
    (void)error;
    if (s->walked >= s->length || (o->graph.viewpoint && !o->graph.neighbour_count)) return WEND_OK;
    *action = (wend_action){.kind = o->graph.viewpoint ? WEND_ACTION_GO : WEND_ACTION_FORWARD};
    for (int i = 1; i < o->graph.neighbour_count; i++)
        if (fabsf(o->graph.neighbours[i].heading) <
            fabsf(o->graph.neighbours[action->neighbour].heading))
            action->neighbour = i;
    s->walked += o->graph.viewpoint ? o->graph.neighbours[action->neighbour].distance : s->step;
    return WEND_OK;
}

const wend_agent_kind straight_agent = {
    .name = "straight",
    .summary =
        "forward, or to the neighbour straight ahead on a graph, for the mean length of a path",
    .options = "length=METRES (9.25)",
    .memory = sizeof(straight_state),
    .create = straight_create,
    .reset = straight_reset,
    .act = straight_act};
