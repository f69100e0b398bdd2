#include "train/checkpoint.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "train/fingerprint.h"
#include "train/train_join.h"

enum {
    OWN_TENSORS = 6,
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

static void put_position(const trainee_memory* m, const progress_mark* at, char* text,
                         size_t size) {
    snprintf(text, size,
             "update=%d step=%" PRId64 " adam=%" PRId64 " episodes=%d best=%016" PRIx64
             " best_hash=%016" PRIx64 " held_scenes=%016" PRIx64 " ended=%d",
             at->update, at->step, *m->adam_steps, *m->episodes, bits_of(at->best), at->best_hash,
             at->held_scenes, at->ended);
}

static wend_status checkpoint_write(const char* path, const char* run, const trainee_weights* w,
                                    const trainee_memory* m, const progress_mark* at,
                                    wend_error* error) {
    char position[256];
    wend_note notes[WEND_POLICY_NOTES + OWN_NOTES];
    wend_tensor* tensors = wend_alloc((size_t)(w->count + OWN_TENSORS) * sizeof *tensors);
    float* episodes = wend_alloc((size_t)m->env_count * sizeof *episodes + 1);
    wend_status status;
    if (tensors && episodes) {
        int count = w->count;
        memcpy(tensors, w->tensors, (size_t)count * sizeof *tensors);
        memcpy(notes, w->notes, (size_t)w->note_count * sizeof *notes);
        for (int i = 0; i < m->env_count; i++) episodes[i] = (float)at->episodes[i];
        tensors[count++] = checkpoint_vector("adam.m", m->weights, m->m);
        tensors[count++] = checkpoint_vector("adam.v", m->weights, m->v);
        tensors[count++] = checkpoint_vector("run.episodes", (size_t)m->env_count, episodes);
        tensors[count++] = checkpoint_vector("run.window", WINDOW_FLOATS, (const float*)m->window);
        tensors[count++] = checkpoint_vector("run.scenes", (size_t)m->scene_count, m->scenes);
        if (m->average) tensors[count++] = checkpoint_vector("average", m->weights, m->average);
        put_position(m, at, position, sizeof position);
        notes[w->note_count] = (wend_note){"wend.run", run};
        notes[w->note_count + 1] = (wend_note){"wend.position", position};
        wend_tensors file = {.tensors = tensors,
                             .count = count,
                             .notes = notes,
                             .note_count = w->note_count + OWN_NOTES};
        status = wend_tensors_write(path, &file, error);
    } else {
        status = wend_fail(error, WEND_NO_MEMORY, "%s: out of memory to write it", path);
    }
    wend_free(tensors);
    wend_free(episodes);
    return status;
}

wend_status checkpoint_save(const char* path, const char* run, trainee* t, const progress_mark* at,
                            wend_error* error) {
    trainee_memory m;
    trainee_weights weights = {0};
    t->kind->remember(t, &m);
    wend_status status = t->kind->put(t, &weights, error);
    if (status == WEND_OK) status = checkpoint_write(path, run, &weights, &m, at, error);
    wend_free(weights.tensors);
    wend_free(weights.memory);
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

static wend_status take_episodes(const wend_tensors* file, const char* path,
                                 const trainee_memory* m, progress_mark* at, wend_error* error) {
    int envs = m->env_count;
    float* episodes = wend_alloc((size_t)envs * sizeof *episodes + 1);
    if (!episodes) return wend_fail(error, WEND_NO_MEMORY, "%s: out of memory to read it", path);
    wend_status status = take_vector(file, path, "run.episodes", (size_t)envs, episodes, error);
    for (int i = 0; i < envs && status == WEND_OK; i++)
        status =
            checkpoint_take_episode(episodes, i, path, m->episode_count, &at->episodes[i], error);
    wend_free(episodes);
    return status;
}

// Counts that cannot occur in this run are damage.
static wend_status take_position(const wend_tensors* file, const char* path,
                                 const wend_train_def* def, const trainee_memory* m,
                                 progress_mark* at, wend_error* error) {
    const char* text = wend_tensors_note(file, "wend.position");
    uint64_t best;
    if (!text || sscanf(text,
                        "update=%d step=%" SCNd64 " adam=%" SCNd64 " episodes=%d best=%" SCNx64
                        " best_hash=%" SCNx64 " held_scenes=%" SCNx64 " ended=%d",
                        &at->update, &at->step, m->adam_steps, m->episodes, &best, &at->best_hash,
                        &at->held_scenes, &at->ended) != 8)
        return wend_fail(error, WEND_FORMAT, "%s: the position of the run is missing", path);
    memcpy(&at->best, &best, sizeof best);
    int64_t each = (int64_t)train_join_envs(def) * def->rollout;
    bool sound = *m->episodes >= 0 && *m->episodes <= at->step && at->step == at->update * each &&
                 at->step - each < def->steps &&
                 *m->adam_steps == (int64_t)at->update * m->adam_each && at->best >= -1 &&
                 at->best <= 1 && (at->ended == 0 || at->ended == 1);
    return sound ? WEND_OK
                 : wend_fail(error, WEND_FORMAT, "%s: no run can be at this position (%s)", path,
                             text);
}

static wend_status take_moments(const wend_tensors* file, const char* path, trainee_memory* m,
                                wend_error* error) {
    WEND_TRY(take_vector(file, path, "adam.m", m->weights, m->m, error));
    WEND_TRY(take_vector(file, path, "adam.v", m->weights, m->v, error));
    for (size_t i = 0; i < m->weights; i++)
        if (m->v[i] < 0)
            return wend_fail(error, WEND_FORMAT, "%s: adam.v[%zu] is negative", path, i);
    return m->average ? take_vector(file, path, "average", m->weights, m->average, error) : WEND_OK;
}

static wend_status checkpoint_take_all(const wend_tensors* file, const char* path, const char* run,
                                       trainee* t, progress_mark* at, wend_error* error) {
    trainee_memory m;
    t->kind->remember(t, &m);
    WEND_TRY(check_run(file, path, run, error));
    WEND_TRY(t->kind->take(t, file, path, error));
    WEND_TRY(take_moments(file, path, &m, error));
    WEND_TRY(take_vector(file, path, "run.window", WINDOW_FLOATS, (float*)m.window, error));
    WEND_TRY(take_vector(file, path, "run.scenes", (size_t)m.scene_count, m.scenes, error));
    WEND_TRY(take_episodes(file, path, &m, at, error));
    return take_position(file, path, t->def, &m, at, error);
}

wend_status checkpoint_load(const char* path, const char* run, trainee* t, progress_mark* at,
                            wend_error* error) {
    wend_tensors file;
    WEND_TRY(wend_tensors_read(path, &file, error));
    wend_status status = checkpoint_take_all(&file, path, run, t, at, error);
    wend_tensors_destroy(&file);
    return status;
}
