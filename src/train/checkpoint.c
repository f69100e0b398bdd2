#include "train/checkpoint.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "train/fingerprint.h"
#include "train/train_join.h"

enum {
    OWN_TENSORS = 5,
    OWN_NOTES = 2,
    WINDOW_FLOATS = ROLLOUT_WINDOW * (int)(sizeof(episode_end) / sizeof(float)),
};

static wend_tensor checkpoint_vector(const char* name, size_t count, const float* data) {
    return (wend_tensor){
        .name = name, .dimensions = 1, .shape = {(int64_t)count}, .count = count, .data = data};
}

// `best` is stored as the bits of the double: exact, and independent of the locale.
static uint64_t bits_of(double number) {
    uint64_t bits;
    memcpy(&bits, &number, sizeof bits);
    return bits;
}

static void put_position(const learner* l, const rollout* r, const progress_mark* at, char* text,
                         size_t size) {
    snprintf(text, size,
             "update=%d step=%" PRId64 " adam=%" PRId64 " episodes=%d best=%016" PRIx64
             " best_hash=%016" PRIx64 " held_scenes=%016" PRIx64 " ended=%d",
             at->update, at->step, l->steps, r->episodes, bits_of(at->best), at->best_hash,
             at->held_scenes, at->ended);
}

wend_status checkpoint_save(const char* path, const char* run, const learner* l, const rollout* r,
                            const progress_mark* at, wend_error* error) {
    int count = wend_network_parameter_count(l->policy->network);
    wend_note notes[WEND_POLICY_NOTES + OWN_NOTES];
    char policy[WEND_POLICY_TEXT], position[256];
    wend_tensor* tensors = wend_alloc((size_t)(count + OWN_TENSORS) * sizeof *tensors);
    int envs = train_join_envs(l->def);
    float* episodes = wend_alloc((size_t)envs * sizeof *episodes);
    wend_status status = WEND_NO_MEMORY;
    if (tensors && episodes) {
        wend_policy_tensors(l->policy, tensors, notes, policy);
        for (int i = 0; i < envs; i++) episodes[i] = (float)at->episodes[i];
        tensors[count] = checkpoint_vector("adam.m", l->weights, l->m);
        tensors[count + 1] = checkpoint_vector("adam.v", l->weights, l->v);
        tensors[count + 2] = checkpoint_vector("run.episodes", (size_t)envs, episodes);
        tensors[count + 3] =
            checkpoint_vector("run.window", WINDOW_FLOATS, (const float*)r->window);
        tensors[count + 4] =
            checkpoint_vector("run.scenes", (size_t)r->scenes.count, r->scenes.marks);
        put_position(l, r, at, position, sizeof position);
        notes[WEND_POLICY_NOTES] = (wend_note){"wend.run", run};
        notes[WEND_POLICY_NOTES + 1] = (wend_note){"wend.position", position};
        wend_tensors file = {.tensors = tensors,
                             .count = count + OWN_TENSORS,
                             .notes = notes,
                             .note_count = WEND_POLICY_NOTES + OWN_NOTES};
        status = wend_tensors_write(path, &file, error);
    } else {
        (void)wend_fail(error, WEND_NO_MEMORY, "%s: out of memory to write it", path);
    }
    wend_free(tensors);
    wend_free(episodes);
    return status;
}

// ---- reading ------------------------------------------------------------------------------------

static wend_status take_vector(const wend_tensors* file, const char* path, const char* name,
                               size_t count, float* to, wend_error* error) {
    const wend_tensor* t = wend_tensors_find(file, name);
    if (!t || t->count != count)
        return wend_fail(error, WEND_FORMAT,
                         "%s: %s is %s; choose another folder or pass --overwrite", path, name,
                         t ? "of another size" : "missing");
    for (size_t i = 0; i < count; i++)
        if (!isfinite(t->data[i]))
            return wend_fail(error, WEND_FORMAT, "%s: %s[%zu] is not a number", path, name, i);
    if (count) memcpy(to, t->data, count * sizeof *to);  // no scenes: imitation
    return WEND_OK;
}

static wend_status check_run(const wend_tensors* file, const char* path, const char* run,
                             wend_error* error) {
    char differences[700];
    const char* stored = wend_tensors_note(file, "wend.run");
    if (!stored) return wend_fail(error, WEND_FORMAT, "%s: not a training checkpoint", path);
    if (fingerprint_compare(stored, run, differences, sizeof differences) > 0)
        return wend_fail(error, WEND_ARGUMENT,
                         "%s: contains a different run (%s); choose another folder or pass "
                         "--overwrite",
                         path, differences);
    return WEND_OK;
}

static wend_status checkpoint_take_episode(const float* episodes, int i, const char* path,
                                           int count, int32_t* episode, wend_error* error) {
    if (!(episodes[i] >= 0 && episodes[i] < (float)count) || episodes[i] != floorf(episodes[i]))
        return wend_fail(error, WEND_FORMAT, "%s: run.episodes[%d] is %g of %d episodes", path, i,
                         (double)episodes[i], count);
    *episode = (int32_t)episodes[i];
    return WEND_OK;
}

static wend_status take_episodes(const wend_tensors* file, const char* path, const rollout* r,
                                 progress_mark* at, wend_error* error) {
    int count = r->episode_count, envs = train_join_envs(r->def);
    float* episodes = wend_alloc((size_t)envs * sizeof *episodes);
    if (!episodes) return wend_fail(error, WEND_NO_MEMORY, "%s: out of memory to read it", path);
    wend_status status = take_vector(file, path, "run.episodes", (size_t)envs, episodes, error);
    for (int i = 0; i < envs && status == WEND_OK; i++)
        status = checkpoint_take_episode(episodes, i, path, count, &at->episodes[i], error);
    wend_free(episodes);
    return status;
}

// Counts that cannot occur in this run are damage.
static wend_status take_position(const wend_tensors* file, const char* path, learner* l, rollout* r,
                                 progress_mark* at, wend_error* error) {
    const wend_train_def* def = l->def;
    const char* text = wend_tensors_note(file, "wend.position");
    uint64_t best;
    if (!text || sscanf(text,
                        "update=%d step=%" SCNd64 " adam=%" SCNd64 " episodes=%d best=%" SCNx64
                        " best_hash=%" SCNx64 " held_scenes=%" SCNx64 " ended=%d",
                        &at->update, &at->step, &l->steps, &r->episodes, &best, &at->best_hash,
                        &at->held_scenes, &at->ended) != 8)
        return wend_fail(error, WEND_FORMAT, "%s: the position of the run is missing", path);
    memcpy(&at->best, &best, sizeof best);
    int64_t each = (int64_t)train_join_envs(def) * def->rollout;
    int64_t learned = (int64_t)def->epochs * def->minibatches;
    bool sound = r->episodes >= 0 && r->episodes <= at->step && at->step == at->update * each &&
                 at->step - each < def->steps && l->steps == at->update * learned &&
                 at->best >= -1 && at->best <= 1 && (at->ended == 0 || at->ended == 1);
    return sound ? WEND_OK
                 : wend_fail(error, WEND_FORMAT, "%s: no run can be at this position (%s)", path,
                             text);
}

static wend_status take_moments(const wend_tensors* file, const char* path, learner* l,
                                wend_error* error) {
    WEND_TRY(take_vector(file, path, "adam.m", l->weights, l->m, error));
    WEND_TRY(take_vector(file, path, "adam.v", l->weights, l->v, error));
    for (size_t i = 0; i < l->weights; i++)
        if (l->v[i] < 0)
            return wend_fail(error, WEND_FORMAT, "%s: adam.v[%zu] is negative", path, i);
    return WEND_OK;
}

static wend_status checkpoint_take_all(const wend_tensors* file, const char* path, const char* run,
                                       learner* l, rollout* r, progress_mark* at,
                                       wend_error* error) {
    wend_policy_def def;
    WEND_TRY(wend_policy_read_def(file, path, &def, error));
    WEND_TRY(check_run(file, path, run, error));
    WEND_TRY(wend_policy_take(file, path, l->policy, error));
    WEND_TRY(take_moments(file, path, l, error));
    WEND_TRY(take_vector(file, path, "run.window", WINDOW_FLOATS, (float*)r->window, error));
    WEND_TRY(
        take_vector(file, path, "run.scenes", (size_t)r->scenes.count, r->scenes.marks, error));
    WEND_TRY(take_episodes(file, path, r, at, error));
    return take_position(file, path, l, r, at, error);
}

wend_status checkpoint_load(const char* path, const char* run, learner* l, rollout* r,
                            progress_mark* at, wend_error* error) {
    wend_tensors file;
    WEND_TRY(wend_tensors_read(path, &file, error));
    wend_status status = checkpoint_take_all(&file, path, run, l, r, at, error);
    wend_tensors_destroy(&file);
    return status;
}
