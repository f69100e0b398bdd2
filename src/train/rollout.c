// Collects the experience of an update: steps all environments with the current policy.
#include "train/rollout.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

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
    const wend_policy_def* p = &r->policy->def;
    size_t num_envs = (size_t)r->num_envs, pixels = (size_t)p->width * (size_t)p->height;
    bool made = true;
    if (p->rgb) r->seen.rgb = rollout_array(num_envs * pixels, 3, &made);
    if (p->depth) r->seen.depth = rollout_array(num_envs * pixels, sizeof(float), &made);
    r->seen.reward = rollout_array(num_envs, sizeof(float), &made);
    r->seen.done = rollout_array(num_envs, 1, &made);
    r->seen.success = rollout_array(num_envs, 1, &made);
    r->seen.episode = rollout_array(num_envs, sizeof(int32_t), &made);
    return made;
}

static wend_status rollout_fill(rollout* r, wend_pool* pool, wend_error* error) {
    const wend_train_def* def = r->def;
    wend_batch_def batch = wend_batch_default_def();
    batch.play = def->play;
    batch.num_envs = def->num_envs;
    batch.threads = def->threads;
    batch.width = r->policy->def.width;
    batch.height = r->policy->def.height;
    batch.map = r->policy->object >= 0 ? WEND_SHOWN_ALL : wend_policy_shown(&r->policy->def);
    if (!rollout_make_rows(r) || !make_seen(r))
        return wend_fail(error, WEND_NO_MEMORY,
                         "out of memory for %d steps of %d environments; use fewer", r->steps,
                         r->num_envs);
    for (int i = 0; i < r->num_envs; i++)
        WEND_TRY(wend_policy_body_create(r->policy, &r->body[i], error));
    WEND_TRY(wend_network_space_create(r->policy->network, 1, r->num_envs, false, pool, &r->space,
                                       error));
    WEND_TRY(wend_batch_create(&batch, &r->batch, error));
    return scene_marks_create(r->batch, wend_task_find(def->play.task)->variation != NULL,
                              &r->scenes, error);
}

wend_status rollout_create(const wend_train_def* def, const wend_policy* policy, wend_pool* pool,
                           rollout* r, wend_error* error) {
    *r = (rollout){.def = def, .policy = policy, .num_envs = def->num_envs, .steps = def->rollout};
    return rollout_fill(r, pool, error);
}

void rollout_destroy(rollout* r) {
    wend_batch_destroy(r->batch);
    scene_marks_destroy(&r->scenes);
    wend_network_space_destroy(r->space);
    for (int i = 0; i < WEND_NETWORK_INPUTS; i++) wend_free(r->inputs[i]);
    for (int i = 0; r->body && i < r->num_envs; i++) wend_policy_body_destroy(&r->body[i]);
    void* rest[] = {r->label,        r->keep,           r->valid,
                    r->ended,        r->action,         r->log_probability,
                    r->values,       r->rewards,        r->returns,
                    r->advantages,   r->start,          r->memory,
                    r->next_values,  r->episode_reward, r->length,
                    r->body,         r->actions,        r->seen.rgb,
                    r->seen.depth,   r->seen.reward,    r->seen.done,
                    r->seen.success, r->seen.episode};
    for (size_t i = 0; i < sizeof rest / sizeof *rest; i++) wend_free(rest[i]);
    *r = (rollout){0};
}

// ---- episodes -----------------------------------------------------------------------------------

static void clear_env(rollout* r, int i) {
    wend_policy_begin(&r->body[i]);
    r->episode_reward[i] = r->length[i] = 0;
}

// Begins an episode in environment i. The content of its scene must not have changed in the run.
static wend_status begin_env(rollout* r, int i, int32_t episode, wend_error* error) {
    WEND_TRY(wend_batch_seek(r->batch, i, episode, error));
    WEND_TRY(wend_batch_begin(r->batch, i, &r->seen, error));
    clear_env(r, i);
    const wend_scene* scene = wend_batch_scene(r->batch, i);
    return scene_marks_meet(&r->scenes, r->batch, episode, scene ? wend_scene_hash(scene) : 0,
                            error);
}

wend_status rollout_begin(rollout* r, const int32_t* episodes, wend_error* error) {
    size_t state = wend_network_state_size(r->policy->network);
    memset(r->memory, 0, (size_t)r->num_envs * state * sizeof *r->memory);
    for (int i = 0; i < r->num_envs; i++) WEND_TRY(begin_env(r, i, episodes[i], error));
    return WEND_OK;
}

// Environments start at equal distances in the file and take consecutive episodes. Files are
// usually ordered by scene: an update sees many scenes, and few have to be opened.
int32_t rollout_first_episode(const rollout* r, int env) {
    return (int32_t)((int64_t)env * wend_batch_episodes(r->batch) / r->num_envs);
}

static int32_t next_episode(const rollout* r, int env) {
    return (r->seen.episode[env] + 1) % wend_batch_episodes(r->batch);
}

void rollout_next_episodes(const rollout* r, int32_t* episodes) {
    for (int i = 0; i < r->num_envs; i++) episodes[i] = next_episode(r, i);
}

// Adds the episode that ended to the window of statistics and begins the next one.
static wend_status rollout_end_episode(rollout* r, int i, wend_error* error) {
    r->window[r->episodes++ % ROLLOUT_WINDOW] =
        (episode_end){r->episode_reward[i], r->seen.success[i], r->length[i]};
    return begin_env(r, i, next_episode(r, i), error);
}

episode_end rollout_means(const rollout* r) {
    int count = r->episodes < ROLLOUT_WINDOW ? r->episodes : ROLLOUT_WINDOW;
    double reward = 0, success = 0, length = 0;
    for (int i = 0; i < count; i++) {
        reward += r->window[i].reward;
        success += r->window[i].success;
        length += r->window[i].length;
    }
    if (!count) return (episode_end){NAN, NAN, NAN};
    return (episode_end){(float)(reward / count), (float)(success / count),
                         (float)(length / count)};
}

double rollout_success(const rollout* r, int count) {
    double success = 0;
    if (r->episodes < count) return (double)NAN;
    for (int i = 1; i <= count; i++)
        success += (double)r->window[(r->episodes - i) % ROLLOUT_WINDOW].success;
    return success / count;
}

// ---- steps -------------------------------------------------------------------------------------

// Encodes the observations as row `t` and runs the network for one step. The step after the last is
// for its value alone and leaves the recurrent state as it is.
static wend_status rollout_forward(rollout* r, int t, wend_error* error) {
    const wend_network* n = r->policy->network;
    int row = t * r->num_envs;
    wend_network_run run = {.steps = 1,
                            .batch = r->num_envs,
                            .keep = r->keep + row,
                            .state = r->memory,
                            .next_state = t < r->steps ? r->memory : NULL};
    for (int i = 0; i < r->num_envs; i++) {
        const wend_observation* o = wend_batch_observation(r->batch, i);
        WEND_TRY(
            wend_policy_observe(r->policy, &r->body[i], o, row + i, r->inputs, r->keep, error));
        r->label[row + i] = o->privileged.near_category < 256 ? o->privileged.near_category : 0;
    }
    for (int i = 0; i < wend_network_input_count(n); i++)
        run.inputs[i] = (const char*)r->inputs[i] + (size_t)row * wend_network_input_bytes(n, i);
    wend_network_forward(n, r->space, &run);
    return WEND_OK;
}

static void rollout_sample(rollout* r, int t, wend_rng* rng) {
    const float* logits = wend_network_result(r->space, r->policy->actor);
    const float* values = wend_network_result(r->space, r->policy->critic);
    for (int i = 0; i < r->num_envs; i++, logits += WEND_POLICY_ACTIONS) {
        int row = t * r->num_envs + i,
            chosen = wend_sample_action(WEND_POLICY_ACTIONS, logits, rng);
        r->action[row] = chosen;
        r->values[row] = values[i];
        r->log_probability[row] = wend_log_probability(WEND_POLICY_ACTIONS, logits, chosen);
        r->valid[row] = 1;
        r->actions[i] = wend_policy_action(chosen);
        wend_policy_acted(r->policy, &r->body[i], r->space, i, chosen);
    }
}

static wend_status rollout_step(rollout* r, int t, wend_error* error) {
    WEND_TRY(wend_batch_step(r->batch, r->actions, &r->seen, error));
    for (int i = 0; i < r->num_envs; i++) {
        int row = t * r->num_envs + i;
        r->rewards[row] = r->seen.reward[i];
        r->ended[row] = r->seen.done[i];
        r->episode_reward[i] += r->seen.reward[i];
        r->length[i] += 1;
        if (r->seen.done[i]) WEND_TRY(rollout_end_episode(r, i, error));
    }
    return WEND_OK;
}

wend_status rollout_play(rollout* r, int update, wend_error* error) {
    const wend_train_def* def = r->def;
    size_t state = wend_network_state_size(r->policy->network);
    char name[32];
    snprintf(name, sizeof name, "update %d", update);
    wend_rng rng = wend_rng_for(def->play.seed, name, "actions");
    memcpy(r->start, r->memory, (size_t)r->num_envs * state * sizeof *r->start);
    for (int t = 0; t < r->steps; t++) {
        WEND_TRY(rollout_forward(r, t, error));
        rollout_sample(r, t, &rng);
        WEND_TRY(rollout_step(r, t, error));
        if (def->stop && def->stop(def->context)) return wend_fail(error, WEND_IO, "interrupted");
    }
    WEND_TRY(rollout_forward(r, r->steps, error));
    memcpy(r->next_values, wend_network_result(r->space, r->policy->critic),
           (size_t)r->num_envs * sizeof *r->next_values);
    wend_gae_def gae = {r->steps, r->num_envs, def->gamma, def->lambda};
    wend_gae(&gae, r->rewards, r->values, r->ended, r->valid, r->next_values, r->advantages,
             r->returns);
    return WEND_OK;
}
