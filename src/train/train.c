// The training loop: rollout, PPO update, checkpoint, evaluation on held-out episodes.
#include "wend/train.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "train/checkpoint.h"
#include "train/curve.h"
#include "train/events.h"
#include "train/fingerprint.h"
#include "train/graph_learner.h"
#include "train/held_out.h"
#include "train/stages.h"
#include "train/train_fields.h"
#include "train/train_folder.h"
#include "train/train_join.h"

#include "wend/files.h"

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
                            .dagger_beta = 0.5f,
                            .proxies =
                                {
#define X(name, word, share) (share),
                                    WEND_TRAIN_PROXY_LIST(X)
#undef X
                                },
                            .follower = {.dropout = 0.2f,
                                         .environment_dropout = 0.2f,
                                         .teacher_forcing = 1.0f / 3,
                                         .imitation_weight = 0.4f,
                                         .average = 0.999f}};
}

// State of a run.
typedef struct trainer {
    const wend_train_def* def;
    wend_pool* pool;
    trainee* trainee;
    curve curve;
    events events;
    progress_mark at;
    int updates;  // planned
    int64_t session_start;
    train_folder folder;
    wend_text_out fingerprint;
    int saved;       // update of the checkpoint in the folder; 0: none
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
    bool clones = d->method == WEND_TRAIN_BC && !graph_trainee_knows(d->agent);
    if (!d->play.task || !d->agent || !(d->play.episodes || clones) || !d->out || !d->play.rules)
        return wend_fail(error, WEND_ARGUMENT, "task, agent, episodes and out are required");
    if (clones && !d->demos)
        return wend_fail(
            error, WEND_ARGUMENT,
            "method bc needs a demonstration set: --demos DIR, recorded by 'wend demos "
            "record'");
    if ((d->method == WEND_TRAIN_DAGGER || d->method == WEND_TRAIN_STUDENT_FORCING) && !d->expert)
        return wend_fail(error, WEND_ARGUMENT, "method %s needs an expert",
                         train_method_word(d->method));
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
    WEND_TRY(checkpoint_load(t->folder.last, t->fingerprint.items, t->trainee, &t->at, error));
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

static wend_status open_folder(trainer* t, wend_error* error) {
    const wend_train_def* def = t->def;
    if (!train_is_first(t)) return train_folder_name(def->out, &t->folder, error);
    WEND_TRY(train_folder_open(def->out, &t->folder, error));
    WEND_TRY(train_folder_guard(&t->folder, error));
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
    WEND_TRY(trainee_create(def, t->pool, &t->trainee, error));
    WEND_TRY(fingerprint_write(t->trainee, &t->fingerprint, error));
    t->at.episodes = wend_alloc_zero((size_t)all_envs, sizeof *t->at.episodes);
    if (!t->at.episodes) return wend_fail(error, WEND_NO_MEMORY, "out of memory");
    t->trainee->kind->first_episodes(t->trainee, &t->at);
    if (!train_is_first(t)) return WEND_OK;
    if (def->overwrite) WEND_TRY(train_folder_clear(&t->folder, error));
    if (wend_file_exists(t->folder.last)) WEND_TRY(resume(t, error));
    return train_folder_config(&t->folder, def, error);
}

static wend_status train_set_up(trainer* t, wend_error* error) {
    WEND_TRY(wend_ranks_agree(t->def->ranks, train_prepare(t, error), error));
    const trainee_kind* kind = t->trainee->kind;
    if (kind->share) WEND_TRY(kind->share(t->trainee, &t->at, error));
    t->session_start = t->at.step;
    if (kind->prepare) WEND_TRY(kind->prepare(t->trainee, t->fingerprint.items, error));
    WEND_TRY(kind->begin(t->trainee, &t->at, error));
    return train_is_first(t) ? open_curves(t, error) : WEND_OK;
}

static void train_clean_up(trainer* t) {
    curve_close(&t->curve);
    events_close(&t->events);
    trainee_destroy(t->trainee);
    wend_pool_destroy(t->pool);
    wend_free(t->at.episodes);
    wend_text_destroy(&t->fingerprint);
    train_folder_close(&t->folder);
}

// ---- evaluation ---------------------------------------------------------------------------------

// Evaluates the current weights and compares them with the best so far.
static wend_status evaluate(trainer* t, wend_train_report* report, wend_error* error) {
    char path[4096];
    wend_status saved = WEND_OK;
    if (train_is_first(t)) saved = t->trainee->kind->save(t->trainee, t->folder.candidate, error);
    WEND_TRY(wend_ranks_agree(t->def->ranks, saved, error));
    WEND_TRY(train_folder_log(&t->folder, report->update, path, sizeof path, error));
    WEND_TRY(held_out_play(t->trainee, t->folder.candidate, path, error));
    if (!train_is_first(t)) return WEND_OK;
    WEND_TRY(held_out_score(path, &t->at, report, error));
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

static wend_status do_update(trainer* t, wend_train_report* report, wend_error* error) {
    const wend_train_def* def = t->def;
    trainee_memory m;
    *report = (wend_train_report){.steps = def->steps};
    wend_status status = t->trainee->kind->update(t->trainee, &t->at, t->updates, report, error);
    if (status != WEND_OK) {
        wend_error_prefix(error, "update %d, step %lld", t->at.update + 1, (long long)t->at.step);
        return status;
    }
    t->trainee->kind->remember(t->trainee, &m);
    t->at.update++;
    t->at.step += (int64_t)train_join_envs(def) * def->rollout;
    t->at.ended = def->until_success > 0 &&
                  episode_window_success(m.window, *m.episodes, def->until_episodes) >=
                      (double)def->until_success;
    episode_end means = episode_window_means(m.window, *m.episodes);
    report->update = t->at.update;
    report->step = t->at.step;
    report->session_steps = t->at.step - t->session_start;
    report->episodes = *m.episodes;
    report->reward = means.reward;
    report->success = means.success;
    report->length = means.length;
    return WEND_OK;
}

// The order makes kills safe: sync the curve, write the checkpoint with the hash of the best
// weights, rename the best weights.
static wend_status write_checkpoint(trainer* t, wend_error* error) {
    const train_folder* f = &t->folder;
    if (!t->def->held_out) {
        WEND_TRY(t->trainee->kind->save(t->trainee, f->candidate, error));
        WEND_TRY(hash_file(f->candidate, &t->at.best_hash, error));
        t->is_better = true;
    }
    WEND_TRY(curve_flush(&t->curve, true, error));
    WEND_TRY(checkpoint_save(f->last, t->fingerprint.items, t->trainee, &t->at, error));
    t->saved = t->at.update;
    if (t->is_better && rename(f->candidate, f->best) != 0)
        return wend_fail(error, WEND_IO, "%s: cannot replace: %s", f->best, strerror(errno));
    t->is_better = false;
    return WEND_OK;
}

// Writes a checkpoint and begins a new episode in every environment, as a resumed run does.
static wend_status train_save(trainer* t, wend_error* error) {
    const trainee_kind* kind = t->trainee->kind;
    kind->next_episodes(t->trainee, &t->at);
    if (kind->collect) WEND_TRY(kind->collect(t->trainee, &t->at, error));
    wend_status status = train_is_first(t) ? write_checkpoint(t, error) : WEND_OK;
    if (status == WEND_IO && !train_is_over(t)) {
        train_warn(t, "the previous checkpoint is kept", error);  // the next may succeed
        status = WEND_OK;
    }
    WEND_TRY(status);
    return kind->begin(t->trainee, &t->at, error);
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
    // One pass over the rows of an update, unless the method takes several: policy gradients are of
    // the policy that played, and demonstrations stream past.
    wend_train_def effective = *def;
    bool repeats = def->method == WEND_TRAIN_PPO || def->method == WEND_TRAIN_STUDENT_FORCING;
    if (!repeats) effective.epochs = 1;
    if (graph_trainee_knows(def->agent)) {
        effective.rollout = GRAPH_STEPS;
        effective.minibatches = 1;
    }
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
