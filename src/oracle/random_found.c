// Random actions, with FOUND as soon as it is correct.  [Wani et al. 2020: Rand+OracleFound]
#include "oracle/random_found.h"

static void random_found_reset(void* state, wend_rng rng) { *(wend_rng*)state = rng; }

static wend_status random_found_act(void* state, const wend_oracle_truth* truth,
                                    wend_action* action, wend_error* error) {
    const wend_action_kind moves[3] = {WEND_ACTION_FORWARD, WEND_ACTION_LEFT, WEND_ACTION_RIGHT};
    (void)error;
    *action = (wend_action){.kind = WEND_ACTION_STOP};
    if (!truth->arrived) action->kind = moves[wend_rng_below(state, 3)];
    return WEND_OK;
}

const wend_oracle_kind random_found_oracle = {
    .name = "random+oracle-found",
    .summary = "random actions; FOUND by ground truth near a goal",
    .tasks = "multion",
    .memory = sizeof(wend_rng),
    .reset = random_found_reset,
    .act = random_found_act};
