// The training loop: rollout, PPO update, checkpoint, evaluation on held-out episodes.
#include "wend/train.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "train/auxiliary.h"
#include "train/checkpoint.h"
#include "train/curve.h"
#include "train/dagger.h"
#include "train/events.h"
#include "train/fingerprint.h"
#include "train/stages.h"
#include "train/train_fields.h"
#include "train/train_folder.h"
#include "train/train_join.h"

#include "wend/files.h"
#include "wend/metrics.h"
#include "wend/run.h"

wend_train_def wend_train_default_def(void) {
    return (wend_train_def){.play = wend_play_default_def(),
                            .steps = 1000000,
                            .num_envs = 16,
                            .rollout = 128,
                            .epochs = 2,
                            .minibatches = 4,
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
                            .max_grad_norm = 0.2f,
                            .save_every = 20,
                            .evaluate_every = 5,
                            .evaluate_episodes = 50,
                            .until_episodes = ROLLOUT_WINDOW,
                            .expert = "shortest-path",
                            .dagger_iterations = 10,
                            .dagger_episodes = 64,
                            .dagger_beta = 0.5f};
}

// State of a run.
typedef struct trainer {
    const wend_train_def* def;
    wend_policy policy;
    wend_pool* pool;
    rollout rollout;
    imitation imitation;  // of bc and dagger, in place of environments
    dagger dagger;
    learner learner;
    curve curve;
    events events;
    progress_mark at;
    int updates;  // planned
    int64_t session_start;
    train_folder folder;
    wend_text_out fingerprint;
    int saved;  // update of the checkpoint in the folder; 0: none
    train_ranks ranks;
    int sent;        // episodes of this rank that rank 0 has counted
    bool is_better;  // the next checkpoint renames the candidate to the best weights
} trainer;

// ---- set-up -------------------------------------------------------------------------------------

static wend_status check_steps(const wend_train_def* d, wend_error* error) {
    int64_t each = (int64_t)train_join_envs(d) * d->rollout;
    if ((d->steps - 1) / each >= INT32_MAX)
        return wend_fail(error, WEND_ARGUMENT, "steps must be in [1, %lld], not %lld",
                         (long long)(each * INT32_MAX), (long long)d->steps);
    return WEND_OK;
}

static wend_status train_check_def(const wend_train_def* d, wend_error* error) {
    bool clones = d->method == WEND_TRAIN_BC;
    if (!d->play.task || !d->agent || !(d->play.episodes || clones) || !d->out || !d->play.rules)
        return wend_fail(error, WEND_ARGUMENT, "task, agent, episodes and out are required");
    if (clones && !d->demos)
        return wend_fail(
            error, WEND_ARGUMENT,
            "method bc needs a demonstration set: --demos DIR, recorded by 'wend demos "
            "record'");
    if (d->method == WEND_TRAIN_DAGGER && !d->expert)
        return wend_fail(error, WEND_ARGUMENT, "method dagger needs an expert");
    WEND_TRY(train_fields_check(d, error));
    if (!wend_precision_name(d->precision))
        return wend_fail(error, WEND_ARGUMENT, "precision %d does not exist; choose fp32 or bf16",
                         (int)d->precision);
    WEND_TRY(check_steps(d, error));
    if (d->num_envs % d->minibatches)
        return wend_fail(error, WEND_ARGUMENT, "%d minibatches do not divide %d environments",
                         d->minibatches, d->num_envs);
    return WEND_OK;
}

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

static wend_status make_policy(trainer* t, wend_error* error) {
    const wend_train_def* def = t->def;
    const wend_policy_def* found = def->policy ? def->policy : wend_policy_find(def->agent);
    if (!found)
        return wend_fail(error, WEND_ARGUMENT,
                         "'%s' is not a learned agent; 'wend train --list' lists them", def->agent);
    wend_policy_def policy = *found;
    policy.aux |= auxiliary_mask(def->aux);
    if (def->method == WEND_TRAIN_BC) {
        WEND_TRY(imitation_open(&t->imitation, def, def->demos, 0, error));
        WEND_TRY(imitation_goal_kind(&t->imitation, &policy.goal, error));
    } else {
        WEND_TRY(find_goal_kind(def, &policy.goal, error));
    }
    WEND_TRY(wend_policy_create(&policy, def->play.seed, &t->policy, error));
    wend_network_set_precision(t->policy.network, def->precision);
    return def->from ? take_weights(&t->policy, def->from, error) : WEND_OK;
}

static wend_status hash_file(const char* path, uint64_t* hash, wend_error* error) {
    wend_file_bytes bytes;
    WEND_TRY(wend_file_read(path, &bytes, error));
    *hash = wend_hash(bytes.data, bytes.size, 0) | 1;  // 0 is reserved for none
    wend_file_bytes_destroy(&bytes);
    return WEND_OK;
}

// The checkpoint has the hash of the best weights. After a kill between checkpoint and rename they
// are still in the candidate file.
static wend_status settle_best(trainer* t, wend_error* error) {
    const train_folder* f = &t->folder;
    uint64_t best = 0, candidate = 0;
    if (wend_file_exists(f->best)) WEND_TRY(hash_file(f->best, &best, error));
    if (wend_file_exists(f->candidate)) WEND_TRY(hash_file(f->candidate, &candidate, error));
    if (best != t->at.best_hash && candidate == t->at.best_hash) {
        if (rename(f->candidate, f->best) != 0)
            return wend_fail(error, WEND_IO, "%s: cannot replace: %s", f->best, strerror(errno));
    } else if (best != t->at.best_hash) {
        return wend_fail(error, WEND_FORMAT,
                         "%s: %s since the checkpoint of update %d was written; restore it, choose "
                         "another folder or pass --overwrite",
                         f->best, best ? "changed" : "is missing", t->at.update);
    }
    unlink(f->candidate);
    return WEND_OK;
}

static wend_status resume(trainer* t, wend_error* error) {
    WEND_TRY(checkpoint_load(t->folder.last, t->fingerprint.items, &t->learner, &t->rollout, &t->at,
                             error));
    WEND_TRY(settle_best(t, error));
    t->saved = t->at.update;
    return WEND_OK;
}

static wend_status open_curves(trainer* t, wend_error* error) {
    WEND_TRY(curve_open(t->folder.curve, t->at.update, &t->curve, error));
    WEND_TRY(events_cut(t->def->out, t->at.update ? t->at.step : -1, error));
    return events_open(t->def->out, &t->events, error);
}

// Rank 0 writes all files; it is the only rank without mpirun.
static bool train_is_first(const trainer* t) { return wend_ranks_rank(t->def->ranks) == 0; }

// The episodes of this rank's environments.
static int32_t* own_episodes(const trainer* t) {
    return t->at.episodes + wend_ranks_rank(t->def->ranks) * t->def->num_envs;
}

static wend_status train_set_up_imitation(trainer* t, wend_error* error) {
    if (t->def->method == WEND_TRAIN_BC) return imitation_check(&t->imitation, &t->policy, error);
    if (t->def->method != WEND_TRAIN_DAGGER) return WEND_OK;
    return dagger_create(t->def, &t->policy, t->pool, t->fingerprint.items, &t->dagger, error);
}

// Environments, or streams of demonstrations, begin the episodes of t->at.
static wend_status train_begin(trainer* t, wend_error* error) {
    if (t->rollout.batch) return rollout_begin(&t->rollout, own_episodes(t), error);
    if (!t->imitation.demos) return WEND_OK;  // dagger opens them before the first update
    return imitation_begin(&t->imitation, &t->rollout, own_episodes(t), error);
}

static void train_next_episodes(trainer* t) {
    if (t->rollout.batch)
        rollout_next_episodes(&t->rollout, own_episodes(t));
    else if (t->imitation.demos)
        imitation_next_numbers(&t->imitation, own_episodes(t));
}

static wend_status open_folder(trainer* t, wend_error* error) {
    const wend_train_def* def = t->def;
    if (!train_is_first(t)) return train_folder_name(def->out, &t->folder, error);
    WEND_TRY(train_folder_open(def->out, &t->folder, error));
    WEND_TRY(train_folder_check(&t->folder, def->from, def->overwrite, error));
    return train_folder_check_stages(&t->folder, false, error);
}

static wend_status train_prepare(trainer* t, wend_error* error) {
    const wend_train_def* def = t->def;
    int all_envs = train_join_envs(def);
    int64_t each = (int64_t)all_envs * def->rollout;
    WEND_TRY(train_check_def(def, error));
    t->updates = (int)((def->steps + each - 1) / each);
    t->at.best = -1;
    WEND_TRY(open_folder(t, error));
    WEND_TRY(wend_pool_create(def->threads, &t->pool, error));
    WEND_TRY(make_policy(t, error));
    WEND_TRY(fingerprint_write(def, &t->policy.def, &t->fingerprint, error));
    WEND_TRY(rollout_create(def, &t->policy, t->pool, &t->rollout, error));
    WEND_TRY(learner_create(def, &t->policy, t->pool, &t->learner, error));
    WEND_TRY(train_ranks_create(def->ranks, def->straggler_cutoff, &t->ranks, error));
    t->learner.ranks = t->rollout.ranks = &t->ranks;
    t->at.episodes = wend_alloc_zero((size_t)all_envs, sizeof *t->at.episodes);
    if (!t->at.episodes) return wend_fail(error, WEND_NO_MEMORY, "out of memory");
    for (int i = 0; t->rollout.batch && i < all_envs; i++)
        t->at.episodes[i] = rollout_first_episode(&t->rollout, i);
    if (!train_is_first(t)) return WEND_OK;
    if (def->overwrite) WEND_TRY(train_folder_clear(&t->folder, error));
    if (wend_file_exists(t->folder.last)) WEND_TRY(resume(t, error));
    return train_folder_config(&t->folder, def, error);
}

static wend_status train_set_up(trainer* t, wend_error* error) {
    WEND_TRY(wend_ranks_agree(t->def->ranks, train_prepare(t, error), error));
    WEND_TRY(train_join_share(&t->learner, &t->rollout, &t->at, error));
    t->session_start = t->at.step;
    WEND_TRY(train_set_up_imitation(t, error));
    WEND_TRY(train_begin(t, error));
    return train_is_first(t) ? open_curves(t, error) : WEND_OK;
}

static void train_clean_up(trainer* t) {
    train_ranks_destroy(&t->ranks);
    curve_close(&t->curve);
    events_close(&t->events);
    learner_destroy(&t->learner);
    imitation_close(&t->imitation);
    dagger_destroy(&t->dagger);
    rollout_destroy(&t->rollout);
    wend_policy_destroy(&t->policy);
    wend_pool_destroy(t->pool);
    wend_free(t->at.episodes);
    wend_text_destroy(&t->fingerprint);
    train_folder_close(&t->folder);
}

// ---- evaluation ---------------------------------------------------------------------------------

static double train_mean_of(const wend_score_table* table, const char* name) {
    for (int i = 0; i < table->columns; i++)
        if (strcmp(table->names[i], name) == 0) return table->means[i].mean;
    return (double)NAN;
}

// Hash of all scenes of a log.
static uint64_t hash_scenes(const wend_log_set* log) {
    uint64_t hash = 0;
    for (int i = 0; i < log->count; i++)
        hash = wend_hash(&log->records[i].scene_hash, sizeof hash, hash);
    return hash | 1;
}

static wend_status score_log(trainer* t, const char* path, wend_train_report* report,
                             wend_error* error) {
    wend_log_set log;
    wend_score_table table;
    WEND_TRY(wend_log_read(path, &log, error));
    uint64_t scenes = hash_scenes(&log);
    wend_status status = wend_score_compute(&log, path, &table, error);
    if (status == WEND_OK) {
        report->evaluated = true;
        report->held_success = train_mean_of(&table, "success");
        report->held_spl = train_mean_of(&table, "spl");
        wend_score_destroy(&table);
    }
    wend_log_destroy(&log);
    if (status == WEND_OK && t->at.held_scenes && t->at.held_scenes != scenes)
        return wend_fail(error, WEND_ARGUMENT,
                         "%s: the content of the scenes of the held-out episodes changed since the "
                         "evaluation before; choose another folder or pass --overwrite",
                         path);
    if (status == WEND_OK && !isfinite(report->held_success))
        return wend_fail(error, WEND_FORMAT, "%s: the held-out episodes have no success", path);
    t->at.held_scenes = scenes;
    return status;
}

// Evaluates the candidate on the held-out episodes, as `wend run` does.
static wend_status play_held_out(const trainer* t, const char* path, wend_error* error) {
    const wend_train_def* def = t->def;
    wend_run_def run = wend_run_default_def();
    wend_run_summary summary;
    char agent[4300];
    size_t plain = strlen(t->policy.def.agent);
    if (plain > 6 && strcmp(t->policy.def.agent + plain - 6, "-small") == 0) plain -= 6;
    snprintf(agent, sizeof agent, "%.*s:weights=%s", (int)plain, t->policy.def.agent,
             t->folder.candidate);
    run.play = def->play;
    run.play.episodes = def->held_out;
    run.agent = agent;
    run.out = path;
    run.threads = def->threads;
    run.ranks = def->ranks;
    run.limit = def->evaluate_episodes;
    run.snap = true;
    run.overwrite = true;
    run.halted = def->stop;
    run.warn = def->warn;
    run.context = def->context;
    WEND_TRY(wend_run(&run, &summary, error));
    if (summary.left) return wend_fail(error, WEND_IO, "%s: interrupted", path);
    if (summary.environment)
        return wend_fail(error, WEND_IO, "%s: %d of %d held-out episodes could not be played", path,
                         summary.environment, summary.episodes);
    return WEND_OK;
}

// Evaluates the current weights and compares them with the best so far.
static wend_status evaluate(trainer* t, wend_train_report* report, wend_error* error) {
    char path[4096];
    wend_status saved = WEND_OK;
    if (train_is_first(t)) saved = wend_policy_save(&t->policy, t->folder.candidate, error);
    WEND_TRY(wend_ranks_agree(t->def->ranks, saved, error));
    WEND_TRY(train_folder_log(&t->folder, report->update, path, sizeof path, error));
    WEND_TRY(play_held_out(t, path, error));
    if (!train_is_first(t)) return WEND_OK;
    WEND_TRY(score_log(t, path, report, error));
    t->is_better = report->held_success > t->at.best;
    if (!t->is_better) return WEND_OK;
    t->at.best = report->held_success;
    return hash_file(t->folder.candidate, &t->at.best_hash, error);
}

// ---- the run ------------------------------------------------------------------------------------

static void train_warn(const trainer* t, const char* what, const wend_error* error) {
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
    events_put(&t->events, "loss/total", r->step, r->losses.total);
    events_put(&t->events, "loss/entropy", r->step, r->losses.entropy);
    events_put(&t->events, "learning/approx_kl", r->step, r->losses.approx_kl);
    events_put(&t->events, "learning/grad_norm", r->step, r->grad_norm);
    events_put(&t->events, "learning/rate", r->step, r->learning_rate);
    if (!r->evaluated) return;
    events_put(&t->events, "held_out/success", r->step, r->held_success);
    events_put(&t->events, "held_out/spl", r->step, r->held_spl);
}

static bool train_is_over(const trainer* t) { return t->at.ended || t->at.update >= t->updates; }

// The rows of an update: of environments, or of demonstrations.
static wend_status train_play(trainer* t, wend_error* error) {
    bool opened = false;
    if (t->rollout.batch) return rollout_play(&t->rollout, t->at.update, error);
    if (t->def->method == WEND_TRAIN_DAGGER) {
        if (t->imitation.demos) imitation_next_numbers(&t->imitation, own_episodes(t));
        WEND_TRY(
            dagger_prepare(&t->dagger, &t->imitation, t->at.update, t->updates, &opened, error));
        if (opened) WEND_TRY(imitation_check(&t->imitation, &t->policy, error));
        if (opened) WEND_TRY(imitation_begin(&t->imitation, &t->rollout, own_episodes(t), error));
    }
    return imitation_play(&t->imitation, &t->rollout, error);
}

// One update: a rollout and a PPO update.
static wend_status do_update(trainer* t, wend_train_report* report, wend_error* error) {
    const wend_train_def* def = t->def;
    learner_losses losses;
    double progress = (double)t->at.update / t->updates;
    wend_status status = train_play(t, error);
    if (status == WEND_OK)
        status = learner_update(&t->learner, &t->rollout, t->at.update, progress, &losses, error);
    if (status == WEND_OK) status = train_join_ends(&t->rollout, &t->sent, error);
    if (status != WEND_OK) {
        wend_error_prefix(error, "update %d, step %lld", t->at.update + 1, (long long)t->at.step);
        return status;
    }
    t->at.update++;
    t->at.ended = def->until_success > 0 &&
                  rollout_success(&t->rollout, def->until_episodes) >= (double)def->until_success;
    t->at.step += (int64_t)train_join_envs(def) * def->rollout;
    episode_end means = rollout_means(&t->rollout);
    *report = (wend_train_report){.update = t->at.update,
                                  .step = t->at.step,
                                  .steps = def->steps,
                                  .session_steps = t->at.step - t->session_start,
                                  .episodes = t->rollout.episodes,
                                  .reward = means.reward,
                                  .success = means.success,
                                  .length = means.length,
                                  .losses = losses.losses,
                                  .grad_norm = losses.grad_norm,
                                  .learning_rate = learner_rate(def, progress)};
    return WEND_OK;
}

// The order makes kills safe: sync the curve, write the checkpoint with the hash of the best
// weights, rename the best weights.
static wend_status write_checkpoint(trainer* t, wend_error* error) {
    const train_folder* f = &t->folder;
    if (!t->def->held_out) {
        WEND_TRY(wend_policy_save(&t->policy, f->candidate, error));
        WEND_TRY(hash_file(f->candidate, &t->at.best_hash, error));
        t->is_better = true;
    }
    WEND_TRY(curve_flush(&t->curve, true, error));
    WEND_TRY(
        checkpoint_save(f->last, t->fingerprint.items, &t->learner, &t->rollout, &t->at, error));
    t->saved = t->at.update;
    if (t->is_better && rename(f->candidate, f->best) != 0)
        return wend_fail(error, WEND_IO, "%s: cannot replace: %s", f->best, strerror(errno));
    t->is_better = false;
    return WEND_OK;
}

// Writes a checkpoint and begins a new episode in every environment, as a resumed run does.
static wend_status train_save(trainer* t, wend_error* error) {
    train_next_episodes(t);
    WEND_TRY(train_join_collect(&t->learner, &t->rollout, &t->at, error));
    wend_status status = train_is_first(t) ? write_checkpoint(t, error) : WEND_OK;
    if (status == WEND_IO && !train_is_over(t)) {
        train_warn(t, "the previous checkpoint is kept", error);  // the next may succeed
        status = WEND_OK;
    }
    WEND_TRY(status);
    return train_begin(t, error);
}

// Lines that cannot be written stay in memory until the next update.
static wend_status put_curves(trainer* t, const wend_train_report* report, wend_error* error) {
    wend_status status;
    curve_put(&t->curve, report);
    if ((status = curve_flush(&t->curve, false, error)) == WEND_IO)
        train_warn(t, t->def->out, error);
    if (status == WEND_NO_MEMORY) return status;
    put_events(t, report);
    if ((status = events_flush(&t->events, error)) == WEND_IO) train_warn(t, t->def->out, error);
    return status == WEND_NO_MEMORY ? status : WEND_OK;
}

static wend_status train_learn(trainer* t, wend_error* error) {
    const wend_train_def* def = t->def;
    while (!train_is_over(t)) {
        wend_train_report report;
        WEND_TRY(do_update(t, &report, error));
        bool last = train_is_over(t), saves = last || t->at.update % def->save_every == 0;
        bool evaluates =
            def->held_out && saves &&
            (last || t->at.update % ((int64_t)def->save_every * def->evaluate_every) == 0);
        if (evaluates) WEND_TRY(evaluate(t, &report, error));
        if (train_is_first(t)) WEND_TRY(put_curves(t, &report, error));
        if (saves) WEND_TRY(train_save(t, error));
        if (def->report) def->report(def->context, &report);
    }
    if (train_is_first(t)) unlink(t->folder.candidate);
    return WEND_OK;
}

// Adds to a transient error from where the run resumes.
static void add_resume_point(const trainer* t, wend_error* error) {
    size_t used = strlen(error->message);
    if (!train_is_first(t) || !t->fingerprint.count ||
        (error->status != WEND_IO && error->status != WEND_NO_MEMORY))
        return;
    if (t->saved)
        snprintf(error->message + used, sizeof error->message - used,
                 "; %s has the checkpoint of update %d: the same command resumes there",
                 t->def->out, t->saved);
    else
        snprintf(error->message + used, sizeof error->message - used,
                 "; there is no checkpoint yet: the same command starts over");
}

wend_status train_run(const wend_train_def* def, wend_error* error) {
    trainer* t = wend_alloc_zero(1, sizeof *t);
    if (!t) return wend_fail(error, WEND_NO_MEMORY, "out of memory");
    // One pass over the rows of an update: policy gradients are of the policy that played, and
    // demonstrations stream past.
    wend_train_def effective = *def;
    if (def->method != WEND_TRAIN_PPO) effective.epochs = 1;
    t->def = def = &effective;
    wend_status status = train_set_up(t, error);
    if (status == WEND_OK) status = train_learn(t, error);
    if (status != WEND_OK) add_resume_point(t, error);
    train_clean_up(t);
    wend_free(t);
    return status;
}

wend_status wend_train(const wend_train_def* def, wend_error* error) {
    wend_error own;
    if (!error) error = &own;
    return def->stage_count ? stages_run(def, error) : train_run(def, error);
}
