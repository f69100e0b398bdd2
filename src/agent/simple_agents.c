// The agents every table begins with: they show what a task gives away for free.
#include "agent/simple_agents.h"

typedef struct simple_state {
    wend_rng rng;
    wend_agent_body body;
    int turning;  // turns left to take; negative: to the right
    bool detour;  // a step ahead is due before looking at the goal again
} simple_state;

static wend_status reset(void* memory, const wend_agent_episode* episode, wend_error* error) {
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

// Stops once in a hundred steps, so that episodes end; Habitat's random agent stops at the goal,
// which needs truth.
static wend_action_kind random_move(simple_state* s, const wend_observation* o) {
    (void)o;
    if (wend_rng_chance(&s->rng, 0.01f)) return WEND_ACTION_STOP;
    const wend_action_kind moves[3] = {WEND_ACTION_FORWARD, WEND_ACTION_LEFT, WEND_ACTION_RIGHT};
    return moves[wend_rng_below(&s->rng, 3)];
}

static wend_status random_act(void* memory, const wend_observation* o, wend_action* action,
                              wend_error* error) {
    (void)error;
    action->kind = random_move(memory, o);
    return WEND_OK;
}

const wend_agent_kind random_agent = {.name = "random",
                                      .summary = "any move; stops once in a hundred steps",
                                      .memory = sizeof(simple_state),
                                      .reset = reset,
                                      .act = random_act};

// ---- forward ------------------------------------------------------------------------------------

static wend_action_kind forward_move(simple_state* s, const wend_observation* o) {
    if (o->collided && !s->turning) {
        int quarter = s->body.turns / 4 > 0 ? s->body.turns / 4 : 1;
        s->turning =
            wend_rng_range(&s->rng, 1, 2 * quarter) * (wend_rng_chance(&s->rng, 0.5f) ? 1 : -1);
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
                                       .summary = "ahead until blocked, then a random turn",
                                       .memory = sizeof(simple_state),
                                       .reset = reset,
                                       .act = forward_act};

// ---- goal ---------------------------------------------------------------------------------------

static wend_action_kind goal_move(simple_state* s, const wend_observation* o) {
    float turn = (float)(2 * WEND_PI) / (float)s->body.turns;
    if (o->pointgoal[0] < 0.2f) return WEND_ACTION_STOP;
    if (o->collided && !s->turning) {  // a way around: to either side, then a few steps
        s->turning = wend_rng_range(&s->rng, 1, s->body.turns / 3 + 1) *
                     (wend_rng_chance(&s->rng, 0.5f) ? 1 : -1);
        s->detour = true;
    }
    if (s->turning) return keep_turning(s);
    if (s->detour) {
        s->detour = wend_rng_chance(&s->rng, 0.8f);
        return WEND_ACTION_FORWARD;
    }
    if (o->pointgoal[1] > turn / 2) return WEND_ACTION_LEFT;
    if (o->pointgoal[1] < -turn / 2) return WEND_ACTION_RIGHT;
    return WEND_ACTION_FORWARD;
}

static wend_status goal_act(void* memory, const wend_observation* o, wend_action* action,
                            wend_error* error) {
    (void)error;
    action->kind = goal_move(memory, o);
    return WEND_OK;
}

const wend_agent_kind goal_agent = {
    .name = "goal",
    .summary = "straight towards the point goal, around what blocks it",
    .memory = sizeof(simple_state),
    .reset = reset,
    .act = goal_act};
