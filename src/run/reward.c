#include "run/reward.h"

#include <stdio.h>
#include <string.h>

#include "base/array.h"
#include "base/settings.h"

#include "wend/files.h"
#include "wend/metrics.h"

enum { REWARD_POINTS = 1000 };  // of a reference path

// Exploration. [columbia-ai-robotics/cow, learned exploration: cells of 0.125 m, -0.01 per step,
// 0.1 for a new cell, -0.03 for a failed action]
static const float STEP_COST = 0.01f, NEW_CELL = 0.1f, FAILED_ACTION = 0.03f;
static const float COW_CELL = 0.125f, STOREY = 1.5f;  // metres

static const float NDTW_RADIUS = 3;  // metres  [Ilharco et al. 2019]

typedef struct reward_cell {
    int32_t x, y, z;
    int visits;
} reward_cell;

struct reward {
    wend_reward kind;
    float cell;  // metres: side of a cell
    float stop;  // weight of the end of an episode
    ARRAY_OF(reward_cell) cells;
    int here;  // index of the agent's cell; -1: none yet
    const wend_task_kind* task;
    wend_dtw* dtw;
    wend_vec3 feet;                   // the last point of the path
    double distances[REWARD_POINTS];  // from the agent to the points of the reference
    int points;
    double ndtw;  // of the path so far
};

static const char* const reward_names[] = {
#define X(name, word, options, summary) word,
    WEND_REWARD_LIST(X)
#undef X
};

// ---- create and destroy -------------------------------------------------------------------------

static wend_status reward_find(const char* name, wend_reward* kind, wend_error* error) {
    size_t size = strcspn(name, ":");
    wend_nearest best = {0};
    char hint[64];
    for (int i = 0; i < WEND_REWARD_COUNT; i++) {
        *kind = (wend_reward)i;
        if (strlen(reward_names[i]) == size && strncmp(reward_names[i], name, size) == 0)
            return WEND_OK;
        wend_nearest_try(&best, name, reward_names[i]);
    }
    return wend_fail(error, WEND_ARGUMENT,
                     "there is no reward '%s'%s; 'wend train --list --json' lists them", name,
                     wend_nearest_hint(&best, hint, sizeof hint));
}

static wend_status reward_read_options(reward* r, const char* options, wend_error* error) {
    char owner[64];
    const setting cells[] = {{"cell", SETTING_NUMBER, &r->cell, .low = 0.01, .high = 100}};
    const setting ends[] = {{"stop", SETTING_NUMBER, &r->stop, .low = 0, .high = 1000}};
    snprintf(owner, sizeof owner, "reward %s", reward_names[r->kind]);
    switch (r->kind) {
        case WEND_REWARD_NEW_CELLS:
        case WEND_REWARD_VISITS:
            return settings_read(owner, options, cells, 1, error);
        case WEND_REWARD_NDTW:
            return settings_read(owner, options, ends, 1, error);
        default:
            return settings_read(owner, options, NULL, 0, error);
    }
}

static wend_status reward_fill(reward* r, const char* options, wend_error* error) {
    WEND_TRY(reward_read_options(r, options, error));
    if (r->kind != WEND_REWARD_NDTW) return WEND_OK;
    if (!r->task->reference_distances)
        return wend_fail(error, WEND_ARGUMENT,
                         "reward ndtw: task %s has no reference path; choose a task with "
                         "instructions, such as r2r or r2r-ce",
                         r->task->name);
    return wend_dtw_create(&r->dtw, error);
}

wend_status reward_create(const char* name, const wend_task_kind* task, reward** out,
                          wend_error* error) {
    wend_reward kind = WEND_REWARD_TASK;
    *out = NULL;
    if (name) WEND_TRY(reward_find(name, &kind, error));
    reward* r = wend_alloc_zero(1, sizeof *r);
    if (!r) return wend_fail(error, WEND_NO_MEMORY, "out of memory for a reward");
    r->kind = kind;
    r->task = task;
    r->cell = COW_CELL;
    wend_status status = reward_fill(r, name ? wend_task_options(name) : "", error);
    if (status != WEND_OK || kind == WEND_REWARD_TASK)
        reward_destroy(r);
    else
        *out = r;
    return status;
}

void reward_destroy(reward* r) {
    if (!r) return;
    ARRAY_FREE(&r->cells);
    wend_dtw_destroy(r->dtw);
    wend_free(r);
}

// ---- exploration --------------------------------------------------------------------------------

// The index of a cell; -1: it was not visited.
static int reward_find_cell(const reward* r, const reward_cell* cell) {
    for (size_t i = 0; i < r->cells.count; i++) {
        const reward_cell* c = &r->cells.items[i];
        if (c->x == cell->x && c->y == cell->y && c->z == cell->z) return (int)i;
    }
    return -1;
}

// Notes the agent's cell. `*visits` is how often the agent has come to it; 0 while it stays there.
static wend_status reward_visit(reward* r, const wend_sim* sim, int* visits, wend_error* error) {
    wend_vec3 feet = wend_sim_pose(sim).feet;
    reward_cell cell = {(int32_t)floorf(feet.x / r->cell), (int32_t)floorf(feet.y / STOREY),
                        (int32_t)floorf(feet.z / r->cell), 0};
    int at = reward_find_cell(r, &cell);
    *visits = 0;
    if (at >= 0 && at == r->here) return WEND_OK;
    if (at < 0) {
        reward_cell* slot = ARRAY_PUSH(&r->cells);
        if (!slot) return wend_fail(error, WEND_NO_MEMORY, "out of memory for visited cells");
        *slot = cell;
        at = (int)r->cells.count - 1;
    }
    r->here = at;
    *visits = ++r->cells.items[at].visits;
    return WEND_OK;
}

static wend_status reward_explore(reward* r, const reward_state* at, const wend_outcome* outcome,
                                  float* value, wend_error* error) {
    int visits;
    WEND_TRY(reward_visit(r, at->sim, &visits, error));
    *value = -STEP_COST - (outcome->collided ? FAILED_ACTION : 0);
    if (visits == 1 || (visits > 1 && r->kind == WEND_REWARD_VISITS))
        *value += NEW_CELL / sqrtf((float)visits);
    return WEND_OK;
}

// ---- fidelity -----------------------------------------------------------------------------------

// Adds the agent's position to its path.
static wend_status reward_append(reward* r, const reward_state* at, bool first, wend_error* error) {
    WEND_TRY(r->task->reference_distances(at->task, at->index, at->sim, at->state, r->distances,
                                          REWARD_POINTS, &r->points, error));
    if (first) WEND_TRY(wend_dtw_begin(r->dtw, r->points, error));
    double cost = wend_dtw_append(r->dtw, r->distances);
    r->ndtw = wend_dtw_normalize(cost, r->points, (double)NDTW_RADIUS);
    r->feet = wend_sim_pose(at->sim).feet;
    return WEND_OK;
}

// The gain of nDTW; at the end of an episode also `stop` times 1 + nDTW, or minus `stop` without
// success. [VLN-HAMT: 2 + 2 nDTW or -2]
static wend_status reward_follow(reward* r, const reward_state* at, const wend_verdict* verdict,
                                 float* value, wend_error* error) {
    double before = r->ndtw;
    // A path has no consecutive repeats of a point, as in the metric.
    if (wend_v3_distance(wend_sim_pose(at->sim).feet, r->feet) > 0)
        WEND_TRY(reward_append(r, at, false, error));
    double gain = r->ndtw - before, stop = (double)r->stop;
    if (verdict->done) gain += verdict->success ? stop * (1 + r->ndtw) : -stop;
    *value = (float)gain;
    return WEND_OK;
}

// ---- episodes -----------------------------------------------------------------------------------

wend_status reward_begin(reward* r, const reward_state* at, wend_error* error) {
    int visits;
    if (r->kind == WEND_REWARD_NDTW) return reward_append(r, at, true, error);
    r->cells.count = 0;
    r->here = -1;
    return reward_visit(r, at->sim, &visits, error);
}

wend_status reward_step(reward* r, const reward_state* at, const wend_outcome* outcome,
                        wend_verdict* verdict, wend_error* error) {
    return r->kind == WEND_REWARD_NDTW ? reward_follow(r, at, verdict, &verdict->reward, error)
                                       : reward_explore(r, at, outcome, &verdict->reward, error);
}
