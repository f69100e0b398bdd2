// Collects the experience of an update: steps all environments with the current policy.
#include "train/rollout.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "train/imitation.h"
#include "train/slices.h"
#include "train/student_forcing.h"

// ---- create and destroy
// ---------------------------------------------------------------------------------------

static void* rollout_array(size_t count, size_t size, bool* made) {
    void* memory = wend_alloc_zero(count, size);
    *made = *made && memory;
    return memory;
}

static bool rollout_make_rows(rollout* r) {
    const wend_network* n = r->policy->network;
    size_t rows = (size_t)r->num_envs * (size_t)r->steps, num_envs = (size_t)r->num_envs;
    size_t state = wend_network_state_size(n) + 1;
    bool made = true;
    for (int i = 0; i < wend_network_input_count(n); i++)
        r->inputs[i] = rollout_array(rows + num_envs, wend_network_input_bytes(n, i), &made);
    r->keep = rollout_array(rows + num_envs, 1, &made);
    r->valid = rollout_array(rows, 1, &made);
    r->ended = rollout_array(rows, 1, &made);
    r->action = rollout_array(rows, sizeof *r->action, &made);
    r->label = rollout_array(rows + num_envs, sizeof *r->label, &made);
    if (r->policy->def.aux) r->labels = rollout_array(rows + num_envs, sizeof *r->labels, &made);
    if (r->def->method == WEND_TRAIN_STUDENT_FORCING) {
        r->expert = rollout_array(rows + num_envs, sizeof *r->expert, &made);
        r->last_expert = rollout_array(num_envs, sizeof *r->last_expert, &made);
    }
    r->log_probability = rollout_array(rows, sizeof(float), &made);
    r->values = rollout_array(rows, sizeof(float), &made);
    r->rewards = rollout_array(rows, sizeof(float), &made);
    r->advantages = rollout_array(rows, sizeof(float), &made);
    r->returns = rollout_array(rows, sizeof(float), &made);
    r->start = rollout_array(num_envs * state, sizeof(float), &made);
    r->memory = rollout_array(num_envs * state, sizeof(float), &made);
    r->next_values = rollout_array(num_envs, sizeof(float), &made);
    r->episode_reward = rollout_array(num_envs, sizeof(float), &made);
    r->length = rollout_array(num_envs, sizeof(float), &made);
    r->body = rollout_array(num_envs, sizeof *r->body, &made);
    r->actions = rollout_array(num_envs, sizeof *r->actions, &made);
    return made;
}

static bool make_seen(rollout* r) {
    size_t num_envs = (size_t)r->num_envs;
    bool made = true;
    r->seen.reward = rollout_array(num_envs, sizeof(float), &made);
    r->seen.done = rollout_array(num_envs, 1, &made);
    r->seen.success = rollout_array(num_envs, 1, &made);
    r->seen.episode = rollout_array(num_envs, sizeof(int32_t), &made);
    return made;
}

static wend_status rollout_make_spaces(rollout* r, wend_error* error) {
    r->slices = slices_count(r->policy->network, r->num_envs);
    r->spaces = wend_alloc_zero((size_t)r->slices, sizeof *r->spaces);
    if (!r->spaces) return wend_fail(error, WEND_NO_MEMORY, "out of memory");
    for (int i = 0; i < r->slices; i++)
        WEND_TRY(wend_network_space_create(r->policy->network, 1,
                                           slices_max(r->num_envs, r->slices), false,
                                           r->slices > 1 ? NULL : r->pool, &r->spaces[i], error));
    return WEND_OK;
}

// Encodes an observation as a row; called by the thread that rendered it. The first observation of
// an episode clears the memory outside of the network.
static wend_status rollout_observe(void* context, int i, const wend_observation* o,
                                   wend_error* error) {
    rollout* r = context;
    int row = r->row + i;
    if (o->step == 0) wend_policy_begin(&r->body[i]);
    if (r->labels) r->labels[row] = wend_batch_labels(r->batch, i);
    r->label[row] = o->privileged.near_category < 256 ? o->privileged.near_category : 0;
    if (r->expert) WEND_TRY(student_forcing_note(r, i, row, error));
    return wend_policy_observe(r->policy, &r->body[i], o, row, r->inputs, r->keep, error);
}

static wend_batch_def rollout_batch_def(rollout* r) {
    const wend_train_def* def = r->def;
    const wend_policy_def* p = &r->policy->def;
    wend_batch_def batch = wend_batch_default_def();
    batch.play = def->play;
    batch.num_envs = def->num_envs;
    batch.threads = def->threads;
    batch.width = p->width;
    batch.height = p->height;
    batch.map = r->policy->object >= 0 ? WEND_ORACLE_MAP_FULL : wend_policy_oracle_map(p);
    batch.same_step = true;
    batch.labels = p->aux != 0;
    batch.reward = def->reward;
    if (def->method == WEND_TRAIN_STUDENT_FORCING) batch.expert = def->expert;
    batch.observer = (wend_batch_observer){rollout_observe, r, p->rgb != 0, p->depth != 0};
    return batch;
}

static wend_status rollout_fill(rollout* r, wend_error* error) {
    wend_batch_def batch = rollout_batch_def(r);
    bool plays = !imitation_is_method(r->def->method);
    if (!rollout_make_rows(r) || !make_seen(r))
        return wend_fail(error, WEND_NO_MEMORY,
                         "out of memory for %d steps of %d environments; use fewer", r->steps,
                         r->num_envs);
    for (int i = 0; i < r->num_envs; i++)
        WEND_TRY(wend_policy_state_create(r->policy, &r->body[i], error));
    r->episode_count = SCENE_MARKS_MAX;
    if (!plays) return WEND_OK;
    WEND_TRY(rollout_make_spaces(r, error));
    WEND_TRY(wend_batch_create(&batch, &r->batch, error));
    r->episode_count = wend_batch_episodes(r->batch);
    return scene_marks_create(r->batch, wend_task_find(r->def->play.task)->variation != NULL,
                              &r->scenes, error);
}

wend_status rollout_create(const wend_train_def* def, const wend_policy* policy, wend_pool* pool,
                           rollout* r, wend_error* error) {
    *r = (rollout){.def = def,
                   .policy = policy,
                   .pool = pool,
                   .num_envs = def->num_envs,
                   .steps = def->rollout};
    return rollout_fill(r, error);
}

void rollout_destroy(rollout* r) {
    wend_batch_destroy(r->batch);
    scene_marks_destroy(&r->scenes);
    for (int i = 0; r->spaces && i < r->slices; i++) wend_network_space_destroy(r->spaces[i]);
    for (int i = 0; i < WEND_NETWORK_INPUTS; i++) wend_free(r->inputs[i]);
    for (int i = 0; r->body && i < r->num_envs; i++) wend_policy_state_destroy(&r->body[i]);
    void* rest[] = {r->label,        r->keep,           r->valid,
                    r->ended,        r->action,         r->log_probability,
                    r->values,       r->rewards,        r->returns,
                    r->advantages,   r->start,          r->memory,
                    r->next_values,  r->episode_reward, r->length,
                    r->body,         r->actions,        r->spaces,
                    r->seen.reward,  r->seen.done,      r->seen.success,
                    r->seen.episode, r->labels,         r->expert,
                    r->last_expert};
    for (size_t i = 0; i < sizeof rest / sizeof *rest; i++) wend_free(rest[i]);
    *r = (rollout){0};
}

// ---- episodes -----------------------------------------------------------------------------------

static int32_t next_episode(const rollout* r, int env) {
    return (r->seen.episode[env] + 1) % wend_batch_episodes(r->batch);
}

// After an episode has begun in environment i: the next one is the one after it in the file. The
// content of its scene must not have changed in the run.
static wend_status rollout_begun(rollout* r, int i, wend_error* error) {
    const wend_scene* scene = wend_batch_scene(r->batch, i);
    r->episode_reward[i] = r->length[i] = 0;
    WEND_TRY(wend_batch_seek(r->batch, i, next_episode(r, i), error));
    return scene_marks_meet(&r->scenes, r->batch, r->seen.episode[i],
                            scene ? wend_scene_hash(scene) : 0, error);
}

wend_status rollout_begin(rollout* r, const int32_t* episodes, wend_error* error) {
    size_t state = wend_network_state_size(r->policy->network);
    memset(r->memory, 0, (size_t)r->num_envs * state * sizeof *r->memory);
    r->row = 0;
    for (int i = 0; i < r->num_envs; i++)
        WEND_TRY(wend_batch_seek(r->batch, i, episodes[i], error));
    WEND_TRY(wend_batch_begin_all(r->batch, &r->seen, error));
    for (int i = 0; i < r->num_envs; i++) WEND_TRY(rollout_begun(r, i, error));
    return WEND_OK;
}

// Environments start at equal distances in the file and take consecutive episodes. Files are
// usually ordered by scene: an update sees many scenes, and few have to be opened.
int32_t rollout_first_episode(const rollout* r, int env) {
    int64_t all = (int64_t)r->num_envs * wend_ranks_count(r->def->ranks);
    return (int32_t)((int64_t)env * wend_batch_episodes(r->batch) / all);
}

void rollout_next_episodes(const rollout* r, int32_t* episodes) {
    for (int i = 0; i < r->num_envs; i++) episodes[i] = next_episode(r, i);
}

episode_end episode_window_means(const episode_end* window, int episodes) {
    int count = episodes < ROLLOUT_WINDOW ? episodes : ROLLOUT_WINDOW;
    double reward = 0, success = 0, length = 0;
    for (int i = 0; i < count; i++) {
        reward += window[i].reward;
        success += window[i].success;
        length += window[i].length;
    }
    if (!count) return (episode_end){NAN, NAN, NAN};
    return (episode_end){(float)(reward / count), (float)(success / count),
                         (float)(length / count)};
}

double episode_window_success(const episode_end* window, int episodes, int count) {
    double success = 0;
    if (episodes < count) return (double)NAN;
    for (int i = 1; i <= count; i++)
        success += (double)window[(episodes - i) % ROLLOUT_WINDOW].success;
    return success / count;
}

// ---- steps -------------------------------------------------------------------------------------

// Runs the network for one step of a slice, on the rows of the last observations. The step after
// the last is for its value alone and leaves the recurrent state as it is.
static void rollout_forward_slice(void* context, int slice, int worker) {
    rollout* r = context;
    const wend_network* n = r->policy->network;
    int first = slices_start(r->num_envs, r->slices, slice);
    size_t state = (size_t)first * wend_network_state_size(n), row = (size_t)(r->row + first);
    wend_network_run run = {.steps = 1,
                            .batch = slices_start(r->num_envs, r->slices, slice + 1) - first,
                            .keep = r->keep + row,
                            .state = r->memory + state,
                            .next_state = r->is_ending ? NULL : r->memory + state};
    (void)worker;
    for (int i = 0; i < wend_network_input_count(n); i++)
        run.inputs[i] = (const char*)r->inputs[i] + row * wend_network_input_bytes(n, i);
    wend_network_forward(n, r->spaces[slice], &run);
}

static void rollout_forward(rollout* r) {
    wend_pool_run(r->slices > 1 ? r->pool : NULL, r->slices, rollout_forward_slice, r);
}

// Samples an action for row `row` from row `k` of the slice's outputs.
static void rollout_sample_one(rollout* r, int i, const wend_network_space* space, int k,
                               wend_rng* rng) {
    const float* logits =
        wend_network_result(space, r->policy->actor) + (size_t)k * WEND_POLICY_ACTIONS;
    int row = r->row + i, chosen = wend_sample_action(WEND_POLICY_ACTIONS, logits, rng);
    if (r->expert) chosen = student_forcing_choose(r, row, chosen, rng);
    r->action[row] = chosen;
    r->values[row] = wend_network_result(space, r->policy->critic)[k];
    r->log_probability[row] = wend_log_probability(WEND_POLICY_ACTIONS, logits, chosen);
    r->valid[row] = 1;
    r->actions[i] = wend_policy_action(chosen);
    wend_policy_acted(r->policy, &r->body[i], space, k, chosen);
}

static void rollout_sample(rollout* r, wend_rng* rng) {
    for (int s = 0; s < r->slices; s++) {
        int first = slices_start(r->num_envs, r->slices, s);
        for (int i = first; i < slices_start(r->num_envs, r->slices, s + 1); i++)
            rollout_sample_one(r, i, r->spaces[s], i - first, rng);
    }
}

// Steps the environments; their next observations are the next rows. Episodes that ended are added
// to the window of statistics.
static wend_status rollout_step(rollout* r, wend_error* error) {
    int before = r->row;
    r->row += r->num_envs;
    WEND_TRY(wend_batch_step(r->batch, r->actions, &r->seen, error));
    for (int i = 0; i < r->num_envs; i++) {
        r->rewards[before + i] = r->seen.reward[i];
        r->ended[before + i] = r->seen.done[i];
        r->episode_reward[i] += r->seen.reward[i];
        r->length[i] += 1;
        if (!r->seen.done[i]) continue;
        r->window[r->episodes++ % ROLLOUT_WINDOW] =
            (episode_end){r->episode_reward[i], r->seen.success[i], r->length[i]};
        WEND_TRY(rollout_begun(r, i, error));
    }
    return WEND_OK;
}

// The observation after the last step of an update is the first of the next.
static void rollout_rewind(rollout* r) {
    const wend_network* n = r->policy->network;
    size_t row = (size_t)r->row, count = (size_t)r->num_envs;
    if (row == 0) return;
    for (int i = 0; i < wend_network_input_count(n); i++) {
        size_t bytes = wend_network_input_bytes(n, i);
        memcpy(r->inputs[i], (char*)r->inputs[i] + row * bytes, count * bytes);
    }
    memcpy(r->keep, r->keep + row, count);
    if (r->labels) memcpy(r->labels, r->labels + row, count * sizeof *r->labels);
    if (r->expert) memcpy(r->expert, r->expert + row, count * sizeof *r->expert);
    memcpy(r->label, r->label + row, count * sizeof *r->label);
    r->row = 0;
}

// The value of the observation after the last step, which was `t`.
static void rollout_take_next_values(rollout* r) {
    r->is_ending = true;
    rollout_forward(r);
    r->is_ending = false;
    for (int s = 0; s < r->slices; s++) {
        int first = slices_start(r->num_envs, r->slices, s);
        int count = slices_start(r->num_envs, r->slices, s + 1) - first;
        memcpy(r->next_values + first, wend_network_result(r->spaces[s], r->policy->critic),
               (size_t)count * sizeof *r->next_values);
    }
}

// A rollout that ends with step `t`: the observation after it moves behind the last row, where the
// next update finds it, and losses ignore the rows from `t` on.
static void rollout_mask(rollout* r, int t) {
    const wend_network* n = r->policy->network;
    size_t from = (size_t)t * (size_t)r->num_envs, end = (size_t)r->steps * (size_t)r->num_envs;
    size_t count = (size_t)r->num_envs;
    if (from == end) return;
    for (int i = 0; i < wend_network_input_count(n); i++) {
        size_t bytes = wend_network_input_bytes(n, i);
        memmove((char*)r->inputs[i] + end * bytes, (char*)r->inputs[i] + from * bytes,
                count * bytes);
    }
    memmove(r->keep + end, r->keep + from, count);
    if (r->expert) memmove(r->expert + end, r->expert + from, count * sizeof *r->expert);
    memmove(r->label + end, r->label + from, count * sizeof *r->label);
    r->row = (int)end;
    for (size_t i = from; i < end; i++) {
        r->valid[i] = 0;
        r->keep[i] = 1;
        r->action[i] = 0;
        r->label[i] = -1;
        r->log_probability[i] = r->values[i] = r->rewards[i] = 0;
        r->advantages[i] = r->returns[i] = 0;
    }
}

wend_status rollout_play(rollout* r, int update, wend_error* error) {
    const wend_train_def* def = r->def;
    size_t state = wend_network_state_size(r->policy->network);
    char name[48];
    int t = 0;
    train_ranks_name(def->ranks, update, name, sizeof name);
    wend_rng rng = wend_rng_for(def->play.seed, name, "actions");
    memcpy(r->start, r->memory, (size_t)r->num_envs * state * sizeof *r->start);
    rollout_rewind(r);
    WEND_TRY(train_ranks_begin_rollout(r->ranks, update, error));
    for (; t < r->steps; t++) {
        bool cut;
        WEND_TRY(train_ranks_should_cut(r->ranks, t, r->steps, &cut, error));
        if (cut) break;
        rollout_forward(r);
        rollout_sample(r, &rng);
        WEND_TRY(rollout_step(r, error));
        if (def->stop && def->stop(def->context)) return wend_fail(error, WEND_IO, "interrupted");
    }
    WEND_TRY(train_ranks_end_rollout(r->ranks, error));
    rollout_take_next_values(r);
    rollout_mask(r, t);
    wend_gae_def gae = {t, r->num_envs, def->gamma, def->lambda};
    wend_gae(&gae, r->rewards, r->values, r->ended, r->valid, r->next_values, r->advantages,
             r->returns);
    if (r->expert) student_forcing_label(r);
    return WEND_OK;
}
