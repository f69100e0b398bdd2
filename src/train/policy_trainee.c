#include "train/policy_trainee.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "train/auxiliary.h"
#include "train/train_join.h"

#include "wend/run.h"

static policy_trainee* policy_of(trainee* t) { return (policy_trainee*)t; }
static const policy_trainee* policy_in(const trainee* t) { return (const policy_trainee*)t; }

// ---- create and destroy -------------------------------------------------------------------------

// The kind of the task's goals, from the first observation of one environment.
static wend_status find_goal_kind(const wend_train_def* def, int* goal, wend_error* error) {
    wend_batch_def one = wend_batch_default_def();
    wend_batch* batch;
    wend_batch_out out = {0};
    one.play = def->play;
    one.threads = 1;
    one.uses_images = false;
    WEND_TRY(wend_batch_create(&one, &batch, error));
    wend_status status = wend_batch_reset(batch, &out, error);
    if (status == WEND_OK) {
        const wend_observation* o = wend_batch_observation(batch, 0);
        *goal = isfinite(o->goal.point[0]) ? WEND_POLICY_GOAL_POINT
                : o->goal.category         ? WEND_POLICY_GOAL_CLASS
                                           : WEND_POLICY_GOAL_NONE;
    }
    wend_batch_destroy(batch);
    return status;
}

// Initial weights from an earlier run of the same agent: the next stage of a curriculum.
static wend_status take_weights(wend_policy* policy, const char* path, wend_error* error) {
    wend_tensors file;
    wend_policy_def def;
    WEND_TRY(wend_tensors_read(path, &file, error));
    wend_status status = wend_policy_read_def(&file, path, &def, error);
    if (status == WEND_OK && strcmp(def.agent, policy->def.agent) != 0)
        status = wend_fail(error, WEND_ARGUMENT, "%s: weights of agent %s, not of %s", path,
                           def.agent, policy->def.agent);
    if (status == WEND_OK) status = wend_policy_take(&file, path, policy, error);
    wend_tensors_destroy(&file);
    return status;
}

static wend_status make_policy(policy_trainee* t, wend_error* error) {
    const wend_train_def* def = t->base.def;
    const wend_policy_def* found = def->policy ? def->policy : wend_policy_find(def->agent);
    if (!found)
        return wend_fail(error, WEND_ARGUMENT,
                         "'%s' is not a learned agent; 'wend train --list' lists them", def->agent);
    wend_policy_def policy = *found;
    int goal;
    policy.aux |= auxiliary_mask(def->aux);
    if (def->method == WEND_TRAIN_BC) {
        WEND_TRY(imitation_open(&t->imitation, def, def->demos, 0, error));
        WEND_TRY(imitation_goal_kind(&t->imitation, &goal, error));
    } else {
        WEND_TRY(find_goal_kind(def, &goal, error));
    }
    if (policy.goal != WEND_POLICY_GOAL_NONE) policy.goal = goal;  // else it has no goal sensor
    WEND_TRY(wend_policy_create(&policy, def->play.seed, &t->policy, error));
    wend_network_set_precision(t->policy.network, def->precision);
    return def->from ? take_weights(&t->policy, def->from, error) : WEND_OK;
}

static wend_status policy_trainee_create(trainee* base, wend_error* error) {
    policy_trainee* t = policy_of(base);
    const wend_train_def* def = base->def;
    if (def->method == WEND_TRAIN_PRETRAIN)
        return wend_fail(error, WEND_ARGUMENT, "method pretrain is for hamt, not for %s",
                         def->agent);
    WEND_TRY(make_policy(t, error));
    WEND_TRY(rollout_create(def, &t->policy, base->pool, &t->rollout, error));
    WEND_TRY(learner_create(def, &t->policy, base->pool, &t->learner, error));
    WEND_TRY(train_ranks_create(def->ranks, def->straggler_cutoff, &t->ranks, error));
    t->learner.ranks = t->rollout.ranks = &t->ranks;
    return WEND_OK;
}

static void policy_trainee_destroy(trainee* base) {
    policy_trainee* t = policy_of(base);
    train_ranks_destroy(&t->ranks);
    learner_destroy(&t->learner);
    imitation_close(&t->imitation);
    dagger_destroy(&t->dagger);
    rollout_destroy(&t->rollout);
    wend_policy_destroy(&t->policy);
}

// Fingerprints contain the former names of policy fields, so that old checkpoints resume.
static const char* policy_trainee_field(const char* name) {
#define X(field, old) \
    if (strcmp(name, #field) == 0) return old;
    WEND_POLICY_OLD_FIELDS(X)
#undef X
    return name;
}

static void policy_trainee_identify(const trainee* base, wend_text_out* out) {
    const wend_policy_def* policy = &policy_in(base)->policy.def;
    wend_text_put(out, "agent=%s\n", policy->agent);
#define X(name, standard, min, max) \
    wend_text_put(out, "policy.%s=%d\n", policy_trainee_field(#name), policy->name);
    WEND_POLICY_FIELDS(X)
#undef X
}

static wend_status policy_trainee_prepare(trainee* base, const char* run, wend_error* error) {
    policy_trainee* t = policy_of(base);
    if (base->def->method == WEND_TRAIN_BC)
        return imitation_check(&t->imitation, &t->policy, error);
    if (base->def->method != WEND_TRAIN_DAGGER) return WEND_OK;
    return dagger_create(base->def, &t->policy, base->pool, run, &t->dagger, error);
}

static void policy_trainee_remember(trainee* base, trainee_memory* m) {
    policy_trainee* t = policy_of(base);
    const wend_train_def* def = base->def;
    *m = (trainee_memory){.weights = t->learner.weights,
                          .m = t->learner.m,
                          .v = t->learner.v,
                          .adam_steps = &t->learner.steps,
                          .adam_each = def->epochs * def->minibatches,
                          .window = t->rollout.window,
                          .episodes = &t->rollout.episodes,
                          .scenes = t->rollout.scenes.marks,
                          .scene_count = t->rollout.scenes.count,
                          .env_count = train_join_envs(def),
                          .episode_count = t->rollout.episode_count};
}

// ---- episodes -----------------------------------------------------------------------------------

// The episodes of this rank's environments.
static int32_t* own_episodes(const trainee* t, const progress_mark* at) {
    return at->episodes + wend_ranks_rank(t->def->ranks) * t->def->num_envs;
}

static void policy_trainee_first_episodes(const trainee* base, progress_mark* at) {
    const rollout* r = &policy_in(base)->rollout;
    for (int i = 0; r->batch && i < train_join_envs(base->def); i++)
        at->episodes[i] = rollout_first_episode(r, i);
}

// Environments, or streams of demonstrations, begin the episodes of `at`.
static wend_status policy_trainee_begin(trainee* base, progress_mark* at, wend_error* error) {
    policy_trainee* t = policy_of(base);
    if (t->rollout.batch) return rollout_begin(&t->rollout, own_episodes(base, at), error);
    if (!t->imitation.demos) return WEND_OK;  // dagger opens them before the first update
    return imitation_begin(&t->imitation, &t->rollout, own_episodes(base, at), error);
}

static void policy_trainee_next_episodes(const trainee* base, progress_mark* at) {
    const policy_trainee* t = policy_in(base);
    if (t->rollout.batch)
        rollout_next_episodes(&t->rollout, own_episodes(base, at));
    else if (t->imitation.demos)
        imitation_next_numbers(&t->imitation, own_episodes(base, at));
}

// ---- updates ------------------------------------------------------------------------------------

// The rows of an update: of environments, or of demonstrations.
static wend_status policy_trainee_play(policy_trainee* t, progress_mark* at, int updates,
                                       wend_error* error) {
    const wend_train_def* def = t->base.def;
    bool opened = false;
    t->rollout.beta = dagger_beta(def, dagger_iteration(def, at->update, updates));
    if (t->rollout.batch) return rollout_play(&t->rollout, at->update, error);
    if (def->method == WEND_TRAIN_DAGGER) {
        int32_t* own = own_episodes(&t->base, at);
        if (t->imitation.demos) imitation_next_numbers(&t->imitation, own);
        WEND_TRY(dagger_prepare(&t->dagger, &t->imitation, at->update, updates, &opened, error));
        if (opened) WEND_TRY(imitation_check(&t->imitation, &t->policy, error));
        if (opened) WEND_TRY(imitation_begin(&t->imitation, &t->rollout, own, error));
    }
    return imitation_play(&t->imitation, &t->rollout, error);
}

static wend_status policy_trainee_update(trainee* base, progress_mark* at, int updates,
                                         wend_train_report* report, wend_error* error) {
    policy_trainee* t = policy_of(base);
    learner_losses losses;
    double progress = (double)at->update / updates;
    WEND_TRY(policy_trainee_play(t, at, updates, error));
    WEND_TRY(learner_update(&t->learner, &t->rollout, at->update, progress, &losses, error));
    WEND_TRY(train_join_ends(&t->rollout, &t->sent, error));
    report->losses = losses.losses;
    report->grad_norm = losses.grad_norm;
    report->learning_rate = learner_rate(base->def, progress);
    return WEND_OK;
}

static wend_status policy_trainee_share(trainee* base, progress_mark* at, wend_error* error) {
    return train_join_share(&policy_of(base)->learner, &policy_of(base)->rollout, at, error);
}

static wend_status policy_trainee_collect(trainee* base, progress_mark* at, wend_error* error) {
    return train_join_collect(&policy_of(base)->learner, &policy_of(base)->rollout, at, error);
}

// ---- weights ------------------------------------------------------------------------------------

static wend_status policy_trainee_put(const trainee* base, trainee_weights* w, wend_error* error) {
    const wend_policy* policy = &policy_in(base)->policy;
    w->count = wend_network_parameter_count(policy->network);
    w->note_count = WEND_POLICY_NOTES;
    w->tensors = wend_alloc((size_t)w->count * sizeof *w->tensors);
    if (!w->tensors) return wend_fail(error, WEND_NO_MEMORY, "out of memory to write weights");
    wend_policy_tensors(policy, w->tensors, w->notes, w->text);
    return WEND_OK;
}

static wend_status policy_trainee_take(trainee* base, const wend_tensors* file, const char* path,
                                       wend_error* error) {
    wend_policy_def def;
    WEND_TRY(wend_policy_read_def(file, path, &def, error));
    return wend_policy_take(file, path, &policy_of(base)->policy, error);
}

static wend_status policy_trainee_save(const trainee* base, const char* path, wend_error* error) {
    return wend_policy_save(&policy_in(base)->policy, path, error);
}

static void policy_trainee_name_agent(const trainee* base, char* name, size_t size) {
    const char* agent = policy_in(base)->policy.def.agent;
    size_t plain = strlen(agent);
    if (plain > 6 && strcmp(agent + plain - 6, "-small") == 0) plain -= 6;
    snprintf(name, size, "%.*s", (int)plain, agent);
}

const trainee_kind policy_trainee_kind = {
    .size = sizeof(policy_trainee),
    .create = policy_trainee_create,
    .destroy = policy_trainee_destroy,
    .identify = policy_trainee_identify,
    .prepare = policy_trainee_prepare,
    .remember = policy_trainee_remember,
    .first_episodes = policy_trainee_first_episodes,
    .begin = policy_trainee_begin,
    .next_episodes = policy_trainee_next_episodes,
    .update = policy_trainee_update,
    .share = policy_trainee_share,
    .collect = policy_trainee_collect,
    .put = policy_trainee_put,
    .take = policy_trainee_take,
    .save = policy_trainee_save,
    .name_agent = policy_trainee_name_agent,
};
