// Models of instructions on viewpoint graphs in training: an update plays num_envs whole episodes
// of shuffled passes over the file, in chunks of environments that each have a tape. The model is a
// graph_learner: a follower, or a speaker, which has no policy and knows bc only.
//
// Methods: bc imitates along the expert's trajectories; dagger imitates along its own, except for a
// share of the updates (teacher forcing); a2c learns by rewards along its own, with a
// teacher-forced pass of smaller weight beside it. Episodes, samples and dropout depend on (seed,
// update) alone, and gradients are added in the order of chunks: weights are bit-identical for any
// number of threads and after a resume.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "model/hamt.h"
#include "train/fingerprint.h"
#include "train/follower_vocabulary.h"
#include "train/graph_learner.h"
#include "train/train_fields.h"
#include "train/trainee.h"

#include "wend/run.h"

enum { GRAPH_CHUNK = 32 };  // environments

typedef struct graph_trainee {
    trainee base;
    const graph_learner* learner;
    void* model;
    graph_model view;        // of `model`
    float *m, *v, *average;  // [weights]
    int64_t adam_steps;
    wend_batch* batch;
    char* chunks;  // [chunk_count] of learner->chunk_size bytes
    int chunk_count;
    int32_t* order;  // [episode_count] of the pass over the file
    int64_t pass;    // that `order` is of; -1: none
    int episode_count;
    wend_action* actions;       // [num_envs]
    uint8_t* active;            // [num_envs]
    wend_batch_out seen;        // reward, done, success
    float *reward, *length;     // [num_envs] of the current episode
    graph_objective objective;  // of the pass
    wend_rng* rngs;             // [chunk_count]
    episode_end window[ROLLOUT_WINDOW];
    int episodes;
} graph_trainee;

static graph_trainee* graph_trainee_of(trainee* t) { return (graph_trainee*)t; }
static const graph_trainee* graph_trainee_in(const trainee* t) { return (const graph_trainee*)t; }

const graph_learner* graph_learner_at(int index) {
    static const graph_learner* const all[] = {&follower_learner, &hamt_learner, &speaker_learner};
    return index < (int)(sizeof all / sizeof *all) ? all[index] : NULL;
}

static const graph_learner* graph_learner_find(const char* agent, int method) {
    const graph_learner* learner;
    if (agent && method == WEND_TRAIN_PRETRAIN && strcmp(agent, proxy_learner.model->agent) == 0)
        return &proxy_learner;
    for (int i = 0; agent && (learner = graph_learner_at(i)); i++)
        if (strcmp(agent, learner->model->agent) == 0) return learner;
    return NULL;
}

bool graph_trainee_knows(const char* agent) { return graph_learner_find(agent, -1) != NULL; }

static graph_chunk* graph_trainee_chunk(const graph_trainee* t, int i) {
    return (graph_chunk*)(t->chunks + (size_t)i * t->learner->chunk_size);
}

// ---- create and destroy -------------------------------------------------------------------------

static wend_status graph_trainee_check(const graph_learner* learner, const wend_train_def* def,
                                       wend_error* error) {
    if (!learner->policy && def->method != WEND_TRAIN_BC)
        return wend_fail(error, WEND_ARGUMENT, "%s is trained with --method bc, not %s", def->agent,
                         train_method_word(def->method));
    if (!learner->policy && def->held_out)
        return wend_fail(
            error, WEND_ARGUMENT,
            "%s has no success on held-out episodes; leave --held-out out and use wend "
            "instructions generate and score",
            def->agent);
    bool unknown = def->method == WEND_TRAIN_PPO || def->method == WEND_TRAIN_STUDENT_FORCING;
    if (unknown || (def->method == WEND_TRAIN_PRETRAIN && learner != &proxy_learner))
        return wend_fail(error, WEND_ARGUMENT,
                         "%s is trained with --method bc, dagger or a2c%s, not %s", def->agent,
                         learner->policy == &hamt_policy ? " or pretrain" : "",
                         train_method_word(def->method));
    float shares = 0;
    for (int i = 0; i < WEND_TRAIN_PROXY_COUNT; i++) shares += def->proxies[i];
    if (def->method == WEND_TRAIN_PRETRAIN && !(shares > 0))
        return wend_fail(error, WEND_ARGUMENT,
                         "all shares of proxy tasks are 0; set one (proxies)");
    if (def->demos)
        return wend_fail(error, WEND_ARGUMENT,
                         "%s imitates the expert on the graphs; --demos is for policies of pixels",
                         def->agent);
    if (wend_ranks_count(def->ranks) > 1)
        return wend_fail(error, WEND_ARGUMENT, "%s trains on one rank", def->agent);
    return WEND_OK;
}

// The averaged weights where the file is a checkpoint.
static wend_status graph_trainee_from(graph_trainee* t, const char* path, wend_error* error) {
    wend_tensors file;
    WEND_TRY(wend_tensors_read(path, &file, error));
    wend_status status = t->learner->model->read(&file, path, &t->model, error);
    const wend_tensor* average = wend_tensors_find(&file, "average");
    parameters* p = status == WEND_OK ? t->learner->model->view(t->model).p : NULL;
    if (p && average && average->count == p->size) {
        memcpy(p->values, average->data, p->size * sizeof *p->values);
        parameters_pack(p);
    }
    wend_tensors_destroy(&file);
    return status;
}

static wend_status graph_trainee_network(graph_trainee* t, wend_error* error) {
    const wend_train_def* def = t->base.def;
    if (def->from) {
        WEND_TRY(graph_trainee_from(t, def->from, error));
    } else {
        follower_vocabulary words;
        graph_settings settings = {.sizes = def->follower.sizes,
                                   .no_views = def->follower.no_views,
                                   .no_language = def->follower.no_language,
                                   .proxies = def->method == WEND_TRAIN_PRETRAIN,
                                   .seed = def->play.seed};
        WEND_TRY(follower_vocabulary_collect(t->batch, &words, error));
        wend_status status =
            t->learner->model->create(&settings, words.text.items, words.count, &t->model, error);
        wend_text_destroy(&words.text);
        WEND_TRY(status);
    }
    t->learner->model->set_dropout(t->model, def->follower.dropout);
    t->view = t->learner->model->view(t->model);
    if (t->learner == &proxy_learner && !((const hamt*)t->model)->def.proxies)
        return wend_fail(
            error, WEND_ARGUMENT,
            "%s has no heads of proxy tasks; pre-train first, or begin without weights", def->from);
    return WEND_OK;
}

static wend_status graph_trainee_batch(graph_trainee* t, wend_error* error) {
    const wend_train_def* def = t->base.def;
    wend_batch_def batch = wend_batch_default_def();
    batch.play = def->play;
    batch.num_envs = def->num_envs;
    batch.threads = def->threads;
    batch.uses_images = false;
    batch.expert = def->expert ? def->expert : "shortest-path";
    batch.reward = def->reward;
    WEND_TRY(wend_batch_create(&batch, &t->batch, error));
    t->episode_count = wend_batch_episodes(t->batch);
    t->pass = -1;
    return WEND_OK;
}

static bool graph_trainee_arrays(graph_trainee* t) {
    size_t envs = (size_t)t->base.def->num_envs, weights = t->view.p->size;
    t->m = wend_alloc_zero(weights, sizeof *t->m);
    t->v = wend_alloc_zero(weights, sizeof *t->v);
    t->average = wend_alloc_zero(weights, sizeof *t->average);
    t->order = wend_alloc_zero((size_t)t->episode_count, sizeof *t->order);
    t->actions = wend_alloc_zero(envs, sizeof *t->actions);
    t->active = wend_alloc_zero(envs, 1);
    t->seen.reward = wend_alloc_zero(envs, sizeof(float));
    t->seen.done = wend_alloc_zero(envs, 1);
    t->seen.success = wend_alloc_zero(envs, 1);
    t->reward = wend_alloc_zero(envs, sizeof *t->reward);
    t->length = wend_alloc_zero(envs, sizeof *t->length);
    t->chunk_count = ((int)envs + GRAPH_CHUNK - 1) / GRAPH_CHUNK;
    t->chunks = wend_alloc_zero((size_t)t->chunk_count, t->learner->chunk_size);
    t->rngs = wend_alloc_zero((size_t)t->chunk_count, sizeof *t->rngs);
    bool made = t->m && t->v && t->average && t->order && t->actions && t->active &&
                t->seen.reward && t->seen.done && t->seen.success && t->reward && t->length &&
                t->chunks && t->rngs;
    for (int i = 0; made && i < t->chunk_count; i++) {
        int first = i * GRAPH_CHUNK, left = (int)envs - first;
        graph_chunk* c = graph_trainee_chunk(t, i);
        made = graph_chunk_create(t->batch, first, left < GRAPH_CHUNK ? left : GRAPH_CHUNK, weights,
                                  c) &&
               t->learner->chunk_create(t->learner, t->model, c);
    }
    if (made) memcpy(t->average, t->view.p->values, weights * sizeof *t->average);
    return made;
}

static wend_status graph_trainee_create(trainee* base, wend_error* error) {
    graph_trainee* t = graph_trainee_of(base);
    t->learner = graph_learner_find(base->def->agent, base->def->method);
    WEND_TRY(graph_trainee_check(t->learner, base->def, error));
    WEND_TRY(graph_trainee_batch(t, error));
    WEND_TRY(graph_trainee_network(t, error));
    if (!graph_trainee_arrays(t))
        return wend_fail(error, WEND_NO_MEMORY, "out of memory for %d environments; use fewer",
                         base->def->num_envs);
    return WEND_OK;
}

static void graph_trainee_destroy(trainee* base) {
    graph_trainee* t = graph_trainee_of(base);
    for (int i = 0; t->chunks && i < t->chunk_count; i++) {
        t->learner->chunk_destroy(graph_trainee_chunk(t, i));
        graph_chunk_destroy(graph_trainee_chunk(t, i));
    }
    void* rest[] = {t->m,      t->v,           t->average,   t->order,        t->actions,
                    t->active, t->seen.reward, t->seen.done, t->seen.success, t->reward,
                    t->length, t->chunks,      t->rngs};
    for (size_t i = 0; i < sizeof rest / sizeof *rest; i++) wend_free(rest[i]);
    t->learner->model->destroy(t->model);
    wend_batch_destroy(t->batch);
}

static void graph_trainee_identify(const trainee* base, wend_text_out* out) {
    const graph_trainee* t = graph_trainee_in(base);
    const wend_train_follower* d = &base->def->follower;
    wend_text_put(out, "agent=%s\nvocabulary=%d\n", base->def->agent, t->view.words->count);
    for (int i = 0; i < t->view.kind->size_count; i++) {
        const model_size* size = &t->view.kind->sizes[i];
        int value = *(const int*)((const char*)t->view.def + size->offset);
        if (value >= size->min) wend_text_put(out, "follower.%s=%d\n", size->name, value);
    }
    const struct {
        const char* name;
        float value;
    } numbers[] = {{"follower.dropout", d->dropout},
                   {"follower.environment_dropout", d->environment_dropout},
                   {"follower.teacher_forcing", d->teacher_forcing},
                   {"follower.imitation_weight", d->imitation_weight},
                   {"follower.average", d->average}};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        fingerprint_put_number(out, numbers[i].name, numbers[i].value);
    if (base->def->method != WEND_TRAIN_PRETRAIN) return;
#define X(name, word, share) \
    fingerprint_put_number(out, "proxies." word, base->def->proxies[WEND_TRAIN_PROXY_##name]);
    WEND_TRAIN_PROXY_LIST(X)
#undef X
}

static void graph_trainee_remember(trainee* base, trainee_memory* m) {
    graph_trainee* t = graph_trainee_of(base);
    *m = (trainee_memory){.weights = t->view.p->size,
                          .m = t->m,
                          .v = t->v,
                          .adam_steps = &t->adam_steps,
                          .adam_each = 1,
                          .average = t->average,
                          .window = t->window,
                          .episodes = &t->episodes};
}

// ---- episodes -----------------------------------------------------------------------------------
// Their order depends on the number of the update alone: nothing has to be carried over.

static void graph_trainee_first_episodes(const trainee* base, progress_mark* at) {
    (void)base;
    (void)at;
}

static wend_status graph_trainee_begin(trainee* base, progress_mark* at, wend_error* error) {
    (void)base;
    (void)at;
    (void)error;
    return WEND_OK;
}

// Episode number `number` of an endless sequence of shuffled passes over the file.
static int graph_trainee_episode(graph_trainee* t, int64_t number) {
    int64_t pass = number / t->episode_count;
    if (pass != t->pass) {
        char name[32];
        snprintf(name, sizeof name, "%lld", (long long)pass);
        wend_rng rng = wend_rng_for(t->base.def->play.seed, name, "episodes");
        for (int i = 0; i < t->episode_count; i++) t->order[i] = i;
        for (int i = t->episode_count - 1; i > 0; i--) {
            int other = (int)wend_rng_below(&rng, (uint32_t)i + 1);
            int32_t kept = t->order[i];
            t->order[i] = t->order[other];
            t->order[other] = kept;
        }
        t->pass = pass;
    }
    return t->order[number % t->episode_count];
}

// ---- one pass -----------------------------------------------------------------------------------

static void graph_trainee_begin_chunk(void* context, int chunk, int worker) {
    graph_trainee* t = context;
    (void)worker;
    graph_chunk* c = graph_trainee_chunk(t, chunk);
    graph_chunk_begin(c, &t->view, t->learner->model->needs_views(t->model), t->rngs[chunk]);
    if (c->status == WEND_OK) t->learner->begin(c);
    if (c->t.failed) graph_chunk_out_of_memory(c);
}

static void graph_trainee_act_chunk(void* context, int chunk, int worker) {
    graph_trainee* t = context;
    (void)worker;
    t->learner->act(graph_trainee_chunk(t, chunk), &t->objective, t->active, t->actions);
}

static void graph_trainee_learn_chunk(void* context, int chunk, int worker) {
    graph_trainee* t = context;
    (void)worker;
    graph_chunk* c = graph_trainee_chunk(t, chunk);
    t->learner->learn(c, &t->objective);
    if (c->t.failed) graph_chunk_out_of_memory(c);
}

static wend_status graph_trainee_run(graph_trainee* t, void (*job)(void*, int, int),
                                     wend_error* error) {
    const wend_train_def* def = t->base.def;
    wend_pool_run(t->base.pool, t->chunk_count, job, t);
    for (int i = 0; i < t->chunk_count; i++)
        if (graph_trainee_chunk(t, i)->status != WEND_OK) {
            *error = graph_trainee_chunk(t, i)->error;
            return graph_trainee_chunk(t, i)->status;
        }
    if (def->stop && def->stop(def->context)) return wend_fail(error, WEND_IO, "interrupted");
    return WEND_OK;
}

static float* graph_trainee_reward(const graph_trainee* t, int env, int step) {
    graph_chunk* c = graph_trainee_chunk(t, env / GRAPH_CHUNK);
    return &c->rewards[step * c->count + env - c->first];
}

// The reward of a step (follower_chunk.h): 1 towards the goal, -1 away from it, and 3 or -3 at the
// end; or the one of the settings.
static float graph_trainee_value(const graph_trainee* t, int env, bool ends, bool succeeds) {
    bool stops = t->actions[env].kind == WEND_ACTION_STOP;
    if (t->base.def->reward) return t->seen.reward[env];
    float value = stops ? 0.0f : t->seen.reward[env] > 0 ? 1.0f : -1.0f;
    return !ends ? value : value + (succeeds ? 3.0f : -3.0f);
}

// The rewards of a step; counts the episodes that go on.
static int graph_trainee_judge(graph_trainee* t, int step) {
    int left = 0;
    for (int i = 0; i < t->base.def->num_envs; i++) {
        if (!t->active[i]) continue;
        bool ends = t->seen.done[i] || step + 1 == GRAPH_STEPS;
        bool succeeds = t->seen.done[i] && t->seen.success[i];
        float reward = graph_trainee_value(t, i, ends, succeeds);
        *graph_trainee_reward(t, i, step) = reward;
        t->reward[i] += reward;
        t->length[i] += 1;
        left += !ends;
        if (!ends) continue;
        t->active[i] = 0;
        if (t->objective.follows_expert) continue;  // the expert's success
        t->window[t->episodes++ % ROLLOUT_WINDOW] =
            (episode_end){t->reward[i], succeeds, t->length[i]};
    }
    return left;
}

static wend_status graph_trainee_play(graph_trainee* t, int64_t number, wend_error* error) {
    const wend_train_def* def = t->base.def;
    char name[32];
    for (int i = 0; i < def->num_envs; i++) {
        int episode = graph_trainee_episode(t, number * def->num_envs + i);
        WEND_TRY(wend_batch_seek(t->batch, i, episode, error));
        t->active[i] = 1;
        t->reward[i] = t->length[i] = 0;
    }
    WEND_TRY(wend_batch_begin_all(t->batch, &t->seen, error));
    for (int i = 0; i < t->chunk_count; i++) {
        snprintf(name, sizeof name, "%lld/%d", (long long)number, i);
        t->rngs[i] = wend_rng_for(def->play.seed, name, "actions");
    }
    WEND_TRY(graph_trainee_run(t, graph_trainee_begin_chunk, error));
    for (int step = 0, left = 1; left && step < GRAPH_STEPS; step++) {
        WEND_TRY(graph_trainee_run(t, graph_trainee_act_chunk, error));
        WEND_TRY(wend_batch_step(t->batch, t->actions, &t->seen, error));
        left = graph_trainee_judge(t, step);
    }
    return graph_trainee_run(t, graph_trainee_learn_chunk, error);
}

// ---- updates ------------------------------------------------------------------------------------

// The proxy task of an update, drawn by the shares.
static int graph_trainee_proxy(const wend_train_def* def, const char* update) {
    wend_rng rng = wend_rng_for(def->play.seed, update, "proxy task");
    double sum = 0, at;
    int proxy = 0;
    for (int i = 0; i < WEND_TRAIN_PROXY_COUNT; i++) sum += (double)def->proxies[i];
    at = wend_rng_double(&rng) * sum;
    while (proxy + 1 < WEND_TRAIN_PROXY_COUNT && at >= (double)def->proxies[proxy])
        at -= (double)def->proxies[proxy++];
    return proxy;
}

// The objectives of an update; returns their number.
static int graph_trainee_objectives(const graph_trainee* t, int update,
                                    graph_objective objectives[2]) {
    const wend_train_def* def = t->base.def;
    graph_objective plain = {.weight = 1 / (float)def->num_envs,
                             .environment_dropout = def->follower.environment_dropout,
                             .gamma = def->gamma,
                             .value_weight = def->value_weight,
                             .entropy_weight = def->entropy_weight};
    char name[32];
    snprintf(name, sizeof name, "%d", update);
    wend_rng rng = wend_rng_for(def->play.seed, name, "teacher forcing");
    objectives[0] = objectives[1] = plain;
    objectives[1].follows_expert = objectives[1].imitates = true;
    objectives[1].weight *= def->follower.imitation_weight;
    if (def->method == WEND_TRAIN_A2C) return objectives[1].weight > 0 ? 2 : 1;
    objectives[0].imitates = true;
    objectives[0].proxy = graph_trainee_proxy(def, name);
    objectives[0].follows_expert = def->method == WEND_TRAIN_BC ||
                                   def->method == WEND_TRAIN_PRETRAIN ||
                                   wend_rng_chance(&rng, def->follower.teacher_forcing);
    return 1;
}

static wend_status graph_trainee_descend(graph_trainee* t, double progress,
                                         wend_train_report* report, wend_error* error) {
    const wend_train_def* def = t->base.def;
    wend_adam_def adam = wend_adam_default_def();
    size_t count = t->view.p->size;
    float* sum = graph_trainee_chunk(t, 0)->gradients;
    adam.epsilon = def->epsilon;
    for (int c = 1; c < t->chunk_count; c++) {
        const float* part = graph_trainee_chunk(t, c)->gradients;
        for (size_t i = 0; i < count; i++) sum[i] += part[i];
    }
    report->grad_norm = wend_gradient_clip(count, def->max_grad_norm, sum, t->base.pool);
    report->learning_rate = (double)def->learning_rate * (def->decay_rate ? 1 - progress : 1.0);
    if (!isfinite(report->grad_norm) || !isfinite(report->losses.total))
        return wend_fail(error, WEND_FORMAT,
                         "learning diverged: the loss is %g and the norm of the gradient is %g; "
                         "use a lower learning rate",
                         report->losses.total, report->grad_norm);
    wend_adam_step(&adam, count, ++t->adam_steps, (float)report->learning_rate, sum, t->m, t->v,
                   t->view.p->values, t->base.pool);
    parameters_pack(t->view.p);
    // The average is of all weights so far until it is of the last 1 / (1 - decay).
    float keep = fminf(def->follower.average, 1 - 2 / ((float)t->adam_steps + 2));
    for (size_t i = 0; i < count; i++)
        t->average[i] += (1 - keep) * (t->view.p->values[i] - t->average[i]);
    return WEND_OK;
}

static void graph_trainee_add_losses(const graph_trainee* t, graph_sums* sums) {
    for (int i = 0; i < t->chunk_count; i++) {
        sums->policy += graph_trainee_chunk(t, i)->sums.policy;
        sums->value += graph_trainee_chunk(t, i)->sums.value;
        sums->entropy += graph_trainee_chunk(t, i)->sums.entropy;
        sums->steps += graph_trainee_chunk(t, i)->sums.steps;
    }
}

static wend_status graph_trainee_update(trainee* base, progress_mark* at, int updates,
                                        wend_train_report* report, wend_error* error) {
    graph_trainee* t = graph_trainee_of(base);
    graph_objective objectives[2];
    graph_sums sums = {0};
    int count = graph_trainee_objectives(t, at->update, objectives);
    for (int i = 0; i < t->chunk_count; i++)
        memset(graph_trainee_chunk(t, i)->gradients, 0, t->view.p->size * sizeof(float));
    for (int i = 0; i < count; i++) {
        t->objective = objectives[i];
        WEND_TRY(graph_trainee_play(t, (int64_t)at->update * count + i, error));
        if (i == 0) graph_trainee_add_losses(t, &sums);
    }
    double steps = sums.steps ? sums.steps : 1;
    report->losses.policy = (float)(sums.policy / steps);
    report->losses.value = (float)(sums.value / steps);
    report->losses.entropy = (float)(sums.entropy / steps);
    report->losses.total = report->losses.policy + report->losses.value;
    return graph_trainee_descend(t, (double)at->update / updates, report, error);
}

// ---- weights ------------------------------------------------------------------------------------

static wend_status graph_trainee_put(const trainee* base, trainee_weights* w, wend_error* error) {
    const graph_model* v = &graph_trainee_in(base)->view;
    model_file file;
    WEND_TRY(model_file_create(v->kind, v->def, v->words, v->p, &file, error));
    w->tensors = file.tensors;
    w->count = file.count;
    w->note_count = MODEL_NOTES;
    w->memory = file.words;
    snprintf(w->text, sizeof w->text, "%s", file.sizes);
    model_file_notes(v->kind, w->text, w->memory, w->notes);
    return WEND_OK;
}

static wend_status graph_trainee_take(trainee* base, const wend_tensors* file, const char* path,
                                      wend_error* error) {
    return parameters_load(graph_trainee_of(base)->view.p, file, path, error);
}

// The averaged weights.
static wend_status graph_trainee_save(const trainee* base, const char* path, wend_error* error) {
    const graph_trainee* t = graph_trainee_in(base);
    parameters averaged = *t->view.p;
    averaged.values = t->average;
    return model_file_save(t->view.kind, t->view.def, t->view.words, &averaged, path, false, error);
}

static void graph_trainee_name_agent(const trainee* base, char* name, size_t size) {
    snprintf(name, size, "%s", base->def->agent);
}

const trainee_kind graph_trainee_kind = {
    .size = sizeof(graph_trainee),
    .create = graph_trainee_create,
    .destroy = graph_trainee_destroy,
    .identify = graph_trainee_identify,
    .remember = graph_trainee_remember,
    .first_episodes = graph_trainee_first_episodes,
    .begin = graph_trainee_begin,
    .next_episodes = graph_trainee_first_episodes,
    .update = graph_trainee_update,
    .put = graph_trainee_put,
    .take = graph_trainee_take,
    .save = graph_trainee_save,
    .name_agent = graph_trainee_name_agent,
};
