// The agents every table begins with: they show what a task gives away for free.
#include "agent/simple_agents.h"

typedef struct simple_state {
    wend_rng rng;
    wend_agent_body body;
    int turning;  // turns left to take; negative: to the right
    bool detour;  // a step ahead is due before looking at the goal again
} simple_state;

static void reset(void* memory, const wend_agent_body* body, wend_rng rng) {
    simple_state* s = memory;
    *s = (simple_state){.rng = rng, .body = *body};
}

static wend_action action(wend_action_kind kind) { return (wend_action){.kind = kind}; }

static wend_action keep_turning(simple_state* s) {
    bool left = s->turning > 0;
    s->turning += left ? -1 : 1;
    return action(left ? WEND_ACTION_LEFT : WEND_ACTION_RIGHT);
}

// ---- random -------------------------------------------------------------------------------------

// Stops once in a hundred steps, so that episodes end; Habitat's random agent stops at the goal,
// which needs truth.
static wend_action random_act(void* memory, const wend_observation* o) {
    simple_state* s = memory;
    (void)o;
    if (wend_rng_chance(&s->rng, 0.01f)) return action(WEND_ACTION_STOP);
    const wend_action_kind moves[3] = {WEND_ACTION_FORWARD, WEND_ACTION_LEFT, WEND_ACTION_RIGHT};
    return action(moves[wend_rng_below(&s->rng, 3)]);
}

const wend_agent_kind random_agent = {"random", "any move; stops once in a hundred steps",
                                      false,    sizeof(simple_state),
                                      reset,    random_act};

// ---- forward ------------------------------------------------------------------------------------

static wend_action forward_act(void* memory, const wend_observation* o) {
    simple_state* s = memory;
    if (o->collided && !s->turning) {
        int quarter = s->body.turns / 4 > 0 ? s->body.turns / 4 : 1;
        s->turning =
            wend_rng_range(&s->rng, 1, 2 * quarter) * (wend_rng_chance(&s->rng, 0.5f) ? 1 : -1);
    }
    return s->turning ? keep_turning(s) : action(WEND_ACTION_FORWARD);
}

const wend_agent_kind forward_agent = {"forward", "ahead until blocked, then a random turn",
                                       false,     sizeof(simple_state),
                                       reset,     forward_act};

// ---- goal ---------------------------------------------------------------------------------------

static wend_action goal_act(void* memory, const wend_observation* o) {
    simple_state* s = memory;
    float turn = (float)(2 * WEND_PI) / (float)s->body.turns;
    if (o->pointgoal[0] < 0.2f) return action(WEND_ACTION_STOP);
    if (o->collided && !s->turning) {  // a way around: to either side, then a few steps
        s->turning = wend_rng_range(&s->rng, 1, s->body.turns / 3 + 1) *
                     (wend_rng_chance(&s->rng, 0.5f) ? 1 : -1);
        s->detour = true;
    }
    if (s->turning) return keep_turning(s);
    if (s->detour) {
        s->detour = wend_rng_chance(&s->rng, 0.8f);
        return action(WEND_ACTION_FORWARD);
    }
    if (o->pointgoal[1] > turn / 2) return action(WEND_ACTION_LEFT);
    if (o->pointgoal[1] < -turn / 2) return action(WEND_ACTION_RIGHT);
    return action(WEND_ACTION_FORWARD);
}

const wend_agent_kind goal_agent = {
    "goal", "straight towards the point goal, around what blocks it",
    false,  sizeof(simple_state),
    reset,  goal_act};
