#include "train/checkpoint.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"

enum {
    OWN_TENSORS = 4,
    OWN_NOTES = 2,
    WINDOW_FLOATS = ROLLOUT_WINDOW * (int)(sizeof(episode_end) / sizeof(float)),
};

// Everything that makes two runs the same run. Threads, folders and how often to save are not.
static void put_settings(const wend_train_def* d, char* text, size_t size) {
    number_print(
        text, size,
        "task=%s rules=%s seed=%" PRIu64 " steps=%" PRId64
        " bodies=%d rollout=%d epochs=%d parts=%d rate=%g,%d epsilon=%g clip=%g,%d gamma=%g "
        "lambda=%g value=%g entropy=%g object=%g limit=%g normalize=%d max_steps=%d save_every=%d "
        "from=%s",
        d->task, d->rules, d->seed, d->steps, d->bodies, d->rollout, d->epochs, d->parts,
        (double)d->learning_rate, d->decay_rate, (double)d->epsilon, (double)d->clip, d->decay_clip,
        (double)d->gamma, (double)d->lambda, (double)d->value_weight, (double)d->entropy_weight,
        (double)d->object_weight, (double)d->gradient_limit, d->normalize, d->max_steps,
        d->save_every, d->from ? d->from : "");
}

static wend_tensor vector(const char* name, size_t count, const float* data) {
    return (wend_tensor){
        .name = name, .dimensions = 1, .shape = {(int64_t)count}, .count = count, .data = data};
}

wend_status checkpoint_save(const char* path, const learner* l, const rollout* r,
                            const progress_mark* at, wend_error* error) {
    int count = wend_network_parameter_count(l->policy->network);
    wend_note notes[WEND_POLICY_NOTES + OWN_NOTES];
    char policy[WEND_POLICY_TEXT], settings[1024], position[256];
    wend_tensor* tensors = wend_alloc((size_t)(count + OWN_TENSORS) * sizeof *tensors);
    float* episodes = wend_alloc((size_t)r->bodies * sizeof *episodes);
    wend_status status = WEND_NO_MEMORY;
    if (tensors && episodes) {
        wend_policy_tensors(l->policy, tensors, notes, policy);
        for (int i = 0; i < r->bodies; i++) episodes[i] = (float)at->episodes[i];
        tensors[count] = vector("adam.m", l->weights, l->m);
        tensors[count + 1] = vector("adam.v", l->weights, l->v);
        tensors[count + 2] = vector("run.episodes", (size_t)r->bodies, episodes);
        tensors[count + 3] = vector("run.window", WINDOW_FLOATS, (const float*)r->window);
        put_settings(l->def, settings, sizeof settings);
        number_print(position, sizeof position,
                     "update=%d step=%" PRId64 " adam=%" PRId64 " episodes=%d best=%.17g",
                     at->update, at->step, l->steps, r->episodes, at->best);
        notes[WEND_POLICY_NOTES] = (wend_note){"wend.run", settings};
        notes[WEND_POLICY_NOTES + 1] = (wend_note){"wend.position", position};
        wend_tensors file = {.tensors = tensors,
                             .count = count + OWN_TENSORS,
                             .notes = notes,
                             .note_count = WEND_POLICY_NOTES + OWN_NOTES};
        status = wend_tensors_write(path, &file, error);
    } else {
        wend_fail(error, WEND_NO_MEMORY, "%s: no memory to write it", path);
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
        return wend_fail(error, WEND_FORMAT, "%s: %s is %s; start anew in another folder", path,
                         name, t ? "of another size" : "missing");
    for (size_t i = 0; i < count; i++)
        if (!isfinite(t->data[i]))
            return wend_fail(error, WEND_FORMAT, "%s: %s[%zu] is not a number", path, name, i);
    memcpy(to, t->data, count * sizeof *to);
    return WEND_OK;
}

static wend_status check_settings(const wend_tensors* file, const char* path,
                                  const wend_train_def* def, wend_error* error) {
    char settings[1024];
    const char* stored = wend_tensors_note(file, "wend.run");
    put_settings(def, settings, sizeof settings);
    if (!stored) return wend_fail(error, WEND_FORMAT, "%s: not a training checkpoint", path);
    if (strcmp(stored, settings) != 0)
        return wend_fail(
            error, WEND_ARGUMENT,
            "%s: of a run with other settings (%s, now %s); say another folder, or the "
            "same settings",
            path, stored, settings);
    return WEND_OK;
}

static wend_status take_episodes(const wend_tensors* file, const char* path, rollout* r,
                                 progress_mark* at, wend_error* error) {
    int count = wend_batch_episodes(r->batch);
    float* episodes = r->next_values;  // as long as there are bodies, and free until they play
    WEND_TRY(take_vector(file, path, "run.episodes", (size_t)r->bodies, episodes, error));
    for (int i = 0; i < r->bodies; i++) {
        if (!(episodes[i] >= 0 && episodes[i] < (float)count))
            return wend_fail(error, WEND_FORMAT,
                             "%s: episode %g of %d; other episodes than before?", path,
                             (double)episodes[i], count);
        at->episodes[i] = (int32_t)episodes[i];
    }
    return WEND_OK;
}

static wend_status take_all(const wend_tensors* file, const char* path, learner* l, rollout* r,
                            progress_mark* at, wend_error* error) {
    wend_policy_def def;
    const char* position = wend_tensors_note(file, "wend.position");
    WEND_TRY(wend_policy_read_def(file, path, &def, error));
    WEND_TRY(check_settings(file, path, l->def, error));
    WEND_TRY(wend_policy_take(file, path, l->policy, error));
    WEND_TRY(take_vector(file, path, "adam.m", l->weights, l->m, error));
    WEND_TRY(take_vector(file, path, "adam.v", l->weights, l->v, error));
    WEND_TRY(take_vector(file, path, "run.window", WINDOW_FLOATS, (float*)r->window, error));
    WEND_TRY(take_episodes(file, path, r, at, error));
    if (!position ||
        number_scan(position, "update=%d step=%" SCNd64 " adam=%" SCNd64 " episodes=%d best=%lf",
                    &at->update, &at->step, &l->steps, &r->episodes, &at->best) != 5)
        return wend_fail(error, WEND_FORMAT, "%s: it does not say where the run was", path);
    return WEND_OK;
}

wend_status checkpoint_load(const char* path, learner* l, rollout* r, progress_mark* at,
                            wend_error* error) {
    wend_tensors file;
    WEND_TRY(wend_tensors_read(path, &file, error));
    wend_status status = take_all(&file, path, l, r, at, error);
    wend_tensors_destroy(&file);
    return status;
}
