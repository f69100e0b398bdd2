#include "train/rollout.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "wend/score.h"

// ---- life ---------------------------------------------------------------------------------------

static void* array(size_t count, size_t size, bool* made) {
    void* memory = wend_alloc_zero(count, size);
    *made = *made && memory;
    return memory;
}

static bool make_rows(rollout* r) {
    const wend_network* n = r->policy->network;
    size_t rows = (size_t)r->bodies * (size_t)r->steps, bodies = (size_t)r->bodies;
    size_t state = wend_network_state_size(n) + 1;
    bool made = true;
    for (int i = 0; i < wend_network_input_count(n); i++)
        r->inputs[i] = array(rows + bodies, wend_network_input_bytes(n, i), &made);
    r->keep = array(rows + bodies, 1, &made);
    r->valid = array(rows, 1, &made);
    r->ended = array(rows, 1, &made);
    r->action = array(rows, sizeof *r->action, &made);
    r->label = array(rows + bodies, sizeof *r->label, &made);
    r->log_probability = array(rows, sizeof(float), &made);
    r->values = array(rows, sizeof(float), &made);
    r->rewards = array(rows, sizeof(float), &made);
    r->advantages = array(rows, sizeof(float), &made);
    r->returns = array(rows, sizeof(float), &made);
    r->start = array(bodies * state, sizeof(float), &made);
    r->memory = array(bodies * state, sizeof(float), &made);
    r->next_values = array(bodies, sizeof(float), &made);
    r->so_far = array(bodies, sizeof(float), &made);
    r->length = array(bodies, sizeof(float), &made);
    r->body = array(bodies, sizeof *r->body, &made);
    r->actions = array(bodies, sizeof *r->actions, &made);
    return made;
}

static bool make_seen(rollout* r) {
    const wend_policy_def* p = &r->policy->def;
    size_t bodies = (size_t)r->bodies, pixels = (size_t)p->width * (size_t)p->height;
    bool made = true;
    if (p->rgb) r->seen.rgb = array(bodies * pixels, 3, &made);
    if (p->depth) r->seen.depth = array(bodies * pixels, sizeof(float), &made);
    r->seen.reward = array(bodies, sizeof(float), &made);
    r->seen.done = array(bodies, 1, &made);
    r->seen.episode = array(bodies, sizeof(int32_t), &made);
    return made;
}

static wend_status fill(rollout* r, wend_pool* pool, wend_error* error) {
    const wend_train_def* def = r->def;
    wend_batch_def batch = wend_batch_default_def();
    batch.task = def->task;
    batch.episodes = def->episodes;
    batch.scenes = def->scenes;
    batch.cache = def->cache;
    batch.rules = def->rules;
    batch.seed = def->seed;
    batch.seats = def->bodies;
    batch.threads = def->threads;
    batch.max_steps = def->max_steps;
    batch.width = r->policy->def.width;
    batch.height = r->policy->def.height;
    batch.map = r->policy->object >= 0 ? WEND_SHOWN_ALL : wend_policy_shown(&r->policy->def);
    if (!make_rows(r) || !make_seen(r))
        return wend_fail(error, WEND_NO_MEMORY,
                         "no memory for %d steps of %d bodies; ask for fewer", r->steps, r->bodies);
    for (int i = 0; i < r->bodies; i++)
        WEND_TRY(wend_policy_body_create(r->policy, &r->body[i], error));
    WEND_TRY(
        wend_network_space_create(r->policy->network, 1, r->bodies, false, pool, &r->space, error));
    WEND_TRY(wend_batch_create(&batch, &r->batch, error));
    return scene_marks_create(r->batch, wend_task_find(def->task)->variation != NULL, &r->scenes,
                              error);
}

wend_status rollout_create(const wend_train_def* def, const wend_policy* policy, wend_pool* pool,
                           rollout* r, wend_error* error) {
    *r = (rollout){.def = def, .policy = policy, .bodies = def->bodies, .steps = def->rollout};
    snprintf(r->task, sizeof r->task, "%.*s", (int)strcspn(def->task, ":"), def->task);
    return fill(r, pool, error);
}

void rollout_destroy(rollout* r) {
    wend_batch_destroy(r->batch);
    scene_marks_destroy(&r->scenes);
    wend_network_space_destroy(r->space);
    for (int i = 0; i < WEND_NETWORK_INPUTS; i++) wend_free(r->inputs[i]);
    for (int i = 0; r->body && i < r->bodies; i++) wend_policy_body_destroy(&r->body[i]);
    void* rest[] = {r->label,       r->keep,        r->valid,
                    r->ended,       r->action,      r->log_probability,
                    r->values,      r->rewards,     r->returns,
                    r->advantages,  r->start,       r->memory,
                    r->next_values, r->so_far,      r->length,
                    r->body,        r->actions,     r->seen.rgb,
                    r->seen.depth,  r->seen.reward, r->seen.done,
                    r->seen.episode};
    for (size_t i = 0; i < sizeof rest / sizeof *rest; i++) wend_free(rest[i]);
    *r = (rollout){0};
}

// ---- episodes -----------------------------------------------------------------------------------

static void clear_body(rollout* r, int i) {
    wend_policy_begin(&r->body[i]);
    r->so_far[i] = r->length[i] = 0;
}

// Begins a body's next episode. Its scene must be what it was when the episode was begun before.
static wend_status begin_body(rollout* r, int i, int32_t episode, wend_error* error) {
    WEND_TRY(wend_batch_seek(r->batch, i, episode, error));
    WEND_TRY(wend_batch_begin(r->batch, i, &r->seen, error));
    clear_body(r, i);
    const wend_scene* scene = wend_batch_scene(r->batch, i);
    return scene_marks_meet(&r->scenes, r->batch, episode, scene ? wend_scene_hash(scene) : 0,
                            error);
}

wend_status rollout_begin(rollout* r, const int32_t* episodes, wend_error* error) {
    size_t state = wend_network_state_size(r->policy->network);
    memset(r->memory, 0, (size_t)r->bodies * state * sizeof *r->memory);
    for (int i = 0; i < r->bodies; i++) WEND_TRY(begin_body(r, i, episodes[i], error));
    return WEND_OK;
}

// Bodies begin far apart in the file and go through it one by one: episodes of one scene usually
// stand together, so many scenes are learned from at once and few have to be opened.
int32_t rollout_first_episode(const rollout* r, int body) {
    return (int32_t)((int64_t)body * wend_batch_episodes(r->batch) / r->bodies);
}

static int32_t next_episode(const rollout* r, int body) {
    return (r->seen.episode[body] + 1) % wend_batch_episodes(r->batch);
}

void rollout_next_episodes(const rollout* r, int32_t* episodes) {
    for (int i = 0; i < r->bodies; i++) episodes[i] = next_episode(r, i);
}

// An episode ended: it is scored as its log would be, noted, and the next one begins.
static wend_status turn_over(rollout* r, int i, wend_error* error) {
    wend_log_record record;
    const char* names[WEND_SCORE_MAX_COLUMNS];
    double values[WEND_SCORE_MAX_COLUMNS];
    int columns;
    episode_end* end = &r->window[r->episodes++ % ROLLOUT_WINDOW];
    *end = (episode_end){r->so_far[i], 0, r->length[i]};
    WEND_TRY(wend_batch_record(r->batch, i, &record, error));
    WEND_TRY(wend_score_episode(r->task, &record, names, values, &columns, error));
    for (int c = 0; c < columns; c++)
        if (strcmp(names[c], "success") == 0) end->success = (float)values[c];
    return begin_body(r, i, next_episode(r, i), error);
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

// ---- playing ------------------------------------------------------------------------------------

// Looks with every body's eyes and thinks, into row `t` of the update's rows. The thoughts after
// the last step are for their values alone: they leave no trace in the memories.
static wend_status think(rollout* r, int t, wend_error* error) {
    const wend_network* n = r->policy->network;
    int row = t * r->bodies;
    wend_network_run run = {.steps = 1,
                            .batch = r->bodies,
                            .keep = r->keep + row,
                            .state = r->memory,
                            .next_state = t < r->steps ? r->memory : NULL};
    for (int i = 0; i < r->bodies; i++) {
        const wend_observation* o = wend_batch_observation(r->batch, i);
        WEND_TRY(
            wend_policy_observe(r->policy, &r->body[i], o, row + i, r->inputs, r->keep, error));
        r->label[row + i] = o->near_category < 256 ? o->near_category : 0;
    }
    for (int i = 0; i < wend_network_input_count(n); i++)
        run.inputs[i] = (const char*)r->inputs[i] + (size_t)row * wend_network_input_bytes(n, i);
    wend_network_forward(n, r->space, &run);
    return WEND_OK;
}

static void choose(rollout* r, int t, wend_rng* rng) {
    const float* logits = wend_network_result(r->space, r->policy->actor);
    const float* values = wend_network_result(r->space, r->policy->critic);
    for (int i = 0; i < r->bodies; i++, logits += WEND_POLICY_ACTIONS) {
        int row = t * r->bodies + i, chosen = wend_sample_action(WEND_POLICY_ACTIONS, logits, rng);
        r->action[row] = chosen;
        r->values[row] = values[i];
        r->log_probability[row] = wend_log_probability(WEND_POLICY_ACTIONS, logits, chosen);
        r->valid[row] = 1;
        r->actions[i] = wend_policy_action(chosen);
        wend_policy_acted(r->policy, &r->body[i], r->space, i, chosen);
    }
}

static wend_status step(rollout* r, int t, wend_error* error) {
    WEND_TRY(wend_batch_step(r->batch, r->actions, &r->seen, error));
    for (int i = 0; i < r->bodies; i++) {
        int row = t * r->bodies + i;
        r->rewards[row] = r->seen.reward[i];
        r->ended[row] = r->seen.done[i];
        r->so_far[i] += r->seen.reward[i];
        r->length[i] += 1;
        if (r->seen.done[i]) WEND_TRY(turn_over(r, i, error));
    }
    return WEND_OK;
}

wend_status rollout_play(rollout* r, int update, wend_error* error) {
    const wend_train_def* def = r->def;
    size_t state = wend_network_state_size(r->policy->network);
    char name[32];
    snprintf(name, sizeof name, "update %d", update);
    wend_rng rng = wend_rng_for(def->seed, name, "actions");
    memcpy(r->start, r->memory, (size_t)r->bodies * state * sizeof *r->start);
    for (int t = 0; t < r->steps; t++) {
        WEND_TRY(think(r, t, error));
        choose(r, t, &rng);
        WEND_TRY(step(r, t, error));
        if (def->stop && def->stop(def->context)) return wend_fail(error, WEND_IO, "interrupted");
    }
    WEND_TRY(think(r, r->steps, error));
    memcpy(r->next_values, wend_network_result(r->space, r->policy->critic),
           (size_t)r->bodies * sizeof *r->next_values);
    wend_gae_def gae = {r->steps, r->bodies, def->gamma, def->lambda};
    wend_gae(&gae, r->rewards, r->values, r->ended, r->valid, r->next_values, r->advantages,
             r->returns);
    return WEND_OK;
}
