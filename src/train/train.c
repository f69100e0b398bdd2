#include "wend/train.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "train/checkpoint.h"
#include "train/curve.h"
#include "train/events.h"

#include "wend/run.h"
#include "wend/score.h"

wend_train_def wend_train_default_def(void) {
    return (wend_train_def){.rules = "paper",
                            .steps = 1000000,
                            .bodies = 16,
                            .rollout = 128,
                            .epochs = 2,
                            .parts = 4,
                            .learning_rate = 2.5e-4f,
                            .decay_rate = true,
                            .epsilon = 1e-5f,
                            .clip = 0.2f,
                            .decay_clip = true,
                            .gamma = 0.99f,
                            .lambda = 0.95f,
                            .value_weight = 0.5f,
                            .entropy_weight = 0.01f,
                            .object_weight = 0.1f,
                            .gradient_limit = 0.2f,
                            .save_every = 20,
                            .evaluate_every = 5,
                            .evaluate_episodes = 50};
}

// A run under way.
typedef struct trainer {
    const wend_train_def* def;
    wend_policy policy;
    wend_pool* pool;
    rollout rollout;
    learner learner;
    curve curve;
    events events;
    progress_mark at;
    int updates;  // of the whole run
    int64_t session_start;
    char last[4096], best[4096], candidate[4096];
} trainer;

// ---- making ready -------------------------------------------------------------------------------

static wend_status check_def(const wend_train_def* d, wend_error* error) {
    if (!d->task || !d->agent || !d->episodes || !d->out)
        return wend_fail(error, WEND_ARGUMENT, "task, agent, episodes and a folder are needed");
    if (d->bodies < 1 || d->bodies > 4096 || d->rollout < 1 || d->rollout > 4096)
        return wend_fail(error, WEND_ARGUMENT, "%d bodies and %d steps; 1 to 4096 are possible",
                         d->bodies, d->rollout);
    if (d->parts < 1 || d->bodies % d->parts)
        return wend_fail(error, WEND_ARGUMENT, "%d minibatches do not divide %d bodies", d->parts,
                         d->bodies);
    if (d->epochs < 1 || d->steps < 1 || d->save_every < 1 || d->evaluate_every < 1)
        return wend_fail(error, WEND_ARGUMENT, "epochs, steps and intervals begin at 1");
    return WEND_OK;
}

// Which kind of goals the task gives, seen from one body's first look.
static wend_status look_at_goal(const wend_train_def* def, int* goal, wend_error* error) {
    wend_batch_def one = wend_batch_default_def();
    wend_batch* batch;
    wend_batch_out out = {0};
    one.task = def->task;
    one.episodes = def->episodes;
    one.scenes = def->scenes;
    one.cache = def->cache;
    one.rules = def->rules;
    one.threads = 1;
    one.sighted = false;
    WEND_TRY(wend_batch_create(&one, &batch, error));
    wend_status status = wend_batch_reset(batch, &out, error);
    if (status == WEND_OK) {
        const wend_observation* o = wend_batch_observation(batch, 0);
        *goal = isfinite(o->pointgoal[0]) ? WEND_POLICY_GOAL_POINT
                : o->goal_category        ? WEND_POLICY_GOAL_CLASS
                                          : WEND_POLICY_GOAL_NONE;
    }
    wend_batch_destroy(batch);
    return status;
}

// Weights of a run before, of the same agent: a lesson after an easier one.
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

static wend_status make_policy(trainer* t, wend_error* error) {
    const wend_train_def* def = t->def;
    const wend_policy_def* found = def->policy ? def->policy : wend_policy_find(def->agent);
    if (!found)
        return wend_fail(error, WEND_ARGUMENT,
                         "'%s' does not learn; wend train --list names who does", def->agent);
    wend_policy_def policy = *found;
    WEND_TRY(look_at_goal(def, &policy.goal, error));
    WEND_TRY(wend_policy_create(&policy, def->seed, &t->policy, error));
    return def->from ? take_weights(&t->policy, def->from, error) : WEND_OK;
}

static wend_status make_paths(trainer* t, wend_error* error) {
    const char* out = t->def->out;
    WEND_TRY(file_make_folder(out, error));
    WEND_TRY(file_join(out, "last.safetensors", t->last, sizeof t->last, error));
    WEND_TRY(file_join(out, "best.safetensors", t->best, sizeof t->best, error));
    return file_join(out, "candidate.safetensors", t->candidate, sizeof t->candidate, error);
}

static wend_status open_curves(trainer* t, wend_error* error) {
    char path[4096];
    WEND_TRY(file_join(t->def->out, "curve.csv", path, sizeof path, error));
    WEND_TRY(curve_open(path, t->at.update, &t->curve, error));
    return events_open(t->def->out, &t->events, error);
}

static wend_status make_ready(trainer* t, wend_error* error) {
    const wend_train_def* def = t->def;
    int64_t each = (int64_t)def->bodies * def->rollout;
    t->updates = (int)((def->steps + each - 1) / each);
    t->at.best = -1;
    WEND_TRY(make_paths(t, error));
    WEND_TRY(wend_pool_create(def->threads, &t->pool, error));
    WEND_TRY(make_policy(t, error));
    WEND_TRY(rollout_create(def, &t->policy, t->pool, &t->rollout, error));
    WEND_TRY(learner_create(def, &t->policy, t->pool, &t->learner, error));
    t->at.episodes = wend_alloc_zero((size_t)def->bodies, sizeof *t->at.episodes);
    if (!t->at.episodes) return wend_fail(error, WEND_NO_MEMORY, "no memory to train");
    for (int i = 0; i < def->bodies; i++) t->at.episodes[i] = rollout_first_episode(&t->rollout, i);
    if (file_exists(t->last))
        WEND_TRY(checkpoint_load(t->last, &t->learner, &t->rollout, &t->at, error));
    t->session_start = t->at.step;
    WEND_TRY(rollout_begin(&t->rollout, t->at.episodes, error));
    return open_curves(t, error);
}

static void clean_up(trainer* t) {
    curve_close(&t->curve);
    events_close(&t->events);
    learner_destroy(&t->learner);
    rollout_destroy(&t->rollout);
    wend_policy_destroy(&t->policy);
    wend_pool_destroy(t->pool);
    wend_free(t->at.episodes);
}

// ---- evaluation ---------------------------------------------------------------------------------

static double mean_of(const wend_score_table* table, const char* name) {
    for (int i = 0; i < table->columns; i++)
        if (strcmp(table->names[i], name) == 0) return table->means[i].mean;
    return (double)NAN;
}

static wend_status score_log(const char* path, wend_train_report* report, wend_error* error) {
    wend_log_set log;
    wend_score_table table;
    WEND_TRY(wend_log_read(path, &log, error));
    wend_status status = wend_score_compute(&log, path, &table, error);
    if (status == WEND_OK) {
        report->evaluated = true;
        report->held_success = mean_of(&table, "success");
        report->held_spl = mean_of(&table, "spl");
        wend_score_destroy(&table);
    }
    wend_log_destroy(&log);
    return status;
}

// Plays the held-out episodes as anyone would with `wend run`, and keeps the weights if they are
// the best so far.
static wend_status evaluate(trainer* t, wend_train_report* report, wend_error* error) {
    const wend_train_def* def = t->def;
    wend_run_def run = wend_run_default_def();
    wend_run_summary summary;
    char path[4096], name[64], agent[4300];
    size_t plain = strlen(t->policy.def.agent);
    if (plain > 6 && strcmp(t->policy.def.agent + plain - 6, "-small") == 0) plain -= 6;
    WEND_TRY(wend_policy_save(&t->policy, t->candidate, error));
    snprintf(name, sizeof name, "held_out_%06d.wlog", report->update);
    WEND_TRY(file_join(def->out, name, path, sizeof path, error));
    unlink(path);
    snprintf(agent, sizeof agent, "%.*s:weights=%s", (int)plain, t->policy.def.agent, t->candidate);
    run.task = def->task;
    run.agent = agent;
    run.episodes = def->held_out;
    run.scenes = def->scenes;
    run.cache = def->cache;
    run.rules = def->rules;
    run.out = path;
    run.seed = def->seed;
    run.threads = def->threads;
    run.max_steps = def->max_steps;
    run.limit = def->evaluate_episodes;
    run.snap = true;
    WEND_TRY(wend_run(&run, &summary, error));
    WEND_TRY(score_log(path, report, error));
    if (report->held_success > t->at.best) {
        t->at.best = report->held_success;
        return wend_policy_save(&t->policy, t->best, error);
    }
    return WEND_OK;
}

// ---- the run ------------------------------------------------------------------------------------

static void tell(const trainer* t, const char* what, const wend_error* error) {
    char sentence[1200];
    snprintf(sentence, sizeof sentence, "%s: %s", what, error->message);
    if (t->def->warn) t->def->warn(t->def->context, sentence);
}

static void put_events(trainer* t, const wend_train_report* r) {
    events_put(&t->events, "episode/reward", r->step, r->reward);
    events_put(&t->events, "episode/success", r->step, r->success);
    events_put(&t->events, "episode/length", r->step, r->length);
    events_put(&t->events, "loss/policy", r->step, r->losses.policy);
    events_put(&t->events, "loss/value", r->step, r->losses.value);
    events_put(&t->events, "loss/entropy", r->step, r->losses.entropy);
    events_put(&t->events, "learning/divergence", r->step, r->losses.divergence);
    events_put(&t->events, "learning/gradient", r->step, r->gradient);
    events_put(&t->events, "learning/rate", r->step, r->learning_rate);
    if (!r->evaluated) return;
    events_put(&t->events, "held_out/success", r->step, r->held_success);
    events_put(&t->events, "held_out/spl", r->step, r->held_spl);
}

// Plays and learns once.
static wend_status do_update(trainer* t, wend_train_report* report, wend_error* error) {
    const wend_train_def* def = t->def;
    lesson taught;
    double way = (double)t->at.update / t->updates;
    WEND_TRY(rollout_play(&t->rollout, t->at.update, error));
    wend_status status =
        learner_update(&t->learner, &t->rollout, t->at.update, way, &taught, error);
    if (status != WEND_OK) {
        wend_error_prefix(error, "update %d, step %lld", t->at.update + 1, (long long)t->at.step);
        return status;
    }
    t->at.update++;
    t->at.step += (int64_t)def->bodies * def->rollout;
    episode_end means = rollout_means(&t->rollout);
    *report = (wend_train_report){.update = t->at.update,
                                  .step = t->at.step,
                                  .steps = def->steps,
                                  .session_steps = t->at.step - t->session_start,
                                  .episodes = t->rollout.episodes,
                                  .reward = means.reward,
                                  .success = means.success,
                                  .length = means.length,
                                  .losses = taught.losses,
                                  .gradient = taught.gradient,
                                  .learning_rate = learner_rate(def, way)};
    return WEND_OK;
}

// Writes everything down, and lets all bodies begin anew: a run that goes on from here finds the
// same.
static wend_status save(trainer* t, wend_error* error) {
    rollout_next_episodes(&t->rollout, t->at.episodes);
    wend_status status = checkpoint_save(t->last, &t->learner, &t->rollout, &t->at, error);
    if (status == WEND_OK && !t->def->held_out)
        status = wend_policy_save(&t->policy, t->best, error);
    if (status != WEND_OK && t->at.update < t->updates) {
        tell(t, "the old checkpoint stays", error);  // the next may find room
        status = WEND_OK;
    }
    WEND_TRY(status);
    return rollout_begin(&t->rollout, t->at.episodes, error);
}

static wend_status learn(trainer* t, wend_error* error) {
    const wend_train_def* def = t->def;
    while (t->at.update < t->updates) {
        wend_train_report report;
        wend_error trouble;
        WEND_TRY(do_update(t, &report, error));
        bool last = t->at.update == t->updates, saves = last || t->at.update % def->save_every == 0;
        bool evaluates = def->held_out && saves &&
                         (last || t->at.update % (def->save_every * def->evaluate_every) == 0);
        if (evaluates) WEND_TRY(evaluate(t, &report, error));
        if (curve_put(&t->curve, &report, &trouble) != WEND_OK) tell(t, def->out, &trouble);
        put_events(t, &report);
        if (events_flush(&t->events, &trouble) != WEND_OK) tell(t, def->out, &trouble);
        if (saves) WEND_TRY(save(t, error));
        if (def->report) def->report(def->context, &report);
    }
    unlink(t->candidate);
    return WEND_OK;
}

wend_status wend_train(const wend_train_def* def, wend_error* error) {
    trainer* t = wend_alloc_zero(1, sizeof *t);
    if (!t) return wend_fail(error, WEND_NO_MEMORY, "no memory to train");
    t->def = def;
    wend_status status = check_def(def, error);
    if (status == WEND_OK) status = make_ready(t, error);
    if (status == WEND_OK) status = learn(t, error);
    clean_up(t);
    wend_free(t);
    return status;
}
