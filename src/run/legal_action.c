#include "run/legal_action.h"

#include <string.h>

// Actions of a task without a list: all that the body can do.
static uint32_t legal_action_bits(const wend_task_kind* task, const wend_sim* sim) {
    uint32_t go = 1u << WEND_ACTION_GO;
    uint32_t all = (1u << WEND_ACTION_COUNT) - 1;
    if (wend_sim_graph(sim)) all = WEND_ACTIONS_MOVES | go;
    uint32_t bits = task->actions ? task->actions & all : all;
    return wend_sim_graph(sim) ? bits : bits & ~go;
}

static wend_status legal_action_refuse(uint32_t bits, const char* task, const char* name,
                                       wend_error* error) {
    char list[256] = "";
    for (int kind = 0; kind < WEND_ACTION_COUNT; kind++) {
        if (!(bits >> kind & 1)) continue;
        if (*list) strcat(list, ", ");
        strcat(list, wend_action_name((wend_action_kind)kind));
    }
    return wend_fail(error, WEND_ARGUMENT,
                     "illegal action: %s does not offer '%s'; its actions are "
                     "%s",
                     task, name, list);
}

static wend_status legal_action_check_velocity(wend_action a, wend_error* error) {
    bool right = fabsf(a.forward) <= WEND_MAX_FORWARD && fabsf(a.turn) <= WEND_MAX_TURN &&
                 a.seconds >= 0 && a.seconds <= WEND_MAX_SECONDS;
    if (right) return WEND_OK;  // false for NaN
    return wend_fail(error, WEND_ARGUMENT,
                     "illegal action: velocity %g m/s, %g rad/s for %g s; must be in [-%g, %g], "
                     "[-%g, %g] and [0, %g]",
                     (double)a.forward, (double)a.turn, (double)a.seconds, (double)WEND_MAX_FORWARD,
                     (double)WEND_MAX_FORWARD, (double)WEND_MAX_TURN, (double)WEND_MAX_TURN,
                     (double)WEND_MAX_SECONDS);
}

static wend_status legal_action_check_neighbour(const wend_sim* sim, int neighbour,
                                                wend_error* error) {
    int count = wend_graph_world_candidates(wend_sim_graph(sim), wend_sim_walker(sim).node).count;
    if (neighbour >= 0 && neighbour < count) return WEND_OK;
    if (!count)
        return wend_fail(error, WEND_ARGUMENT,
                         "illegal action: go to neighbour %d; the viewpoint has none", neighbour);
    return wend_fail(error, WEND_ARGUMENT, "illegal action: go to neighbour %d; must be in [0, %d]",
                     neighbour, count - 1);
}

wend_status legal_action_check(const wend_task_kind* task, const wend_sim* sim, wend_action action,
                               wend_error* error) {
    uint32_t bits = legal_action_bits(task, sim);
    if ((unsigned)action.kind >= WEND_ACTION_COUNT)
        return wend_fail(error, WEND_ARGUMENT, "illegal action: number %d; must be in [0, %d]",
                         (int)action.kind, WEND_ACTION_COUNT - 1);
    if (!(bits >> action.kind & 1))
        return legal_action_refuse(bits, task->name, wend_action_name(action.kind), error);
    if (action.kind == WEND_ACTION_VELOCITY) return legal_action_check_velocity(action, error);
    if (action.kind == WEND_ACTION_GO)
        return legal_action_check_neighbour(sim, action.neighbour, error);
    return WEND_OK;
}
