#include "train/fingerprint.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "base/number.h"
#include "train/imitation.h"
#include "train/train_fields.h"

#include "wend/data.h"

// ---- writing ------------------------------------------------------------------------------------

// "episodes=hash:0123456789abcdef", the content hash; "none" without a file.
static wend_status put_file(wend_text_out* out, const char* name, const char* path,
                            wend_error* error) {
    wend_file_bytes bytes;
    if (!path) {
        wend_text_put(out, "%s=none\n", name);
        return WEND_OK;
    }
    WEND_TRY(wend_file_read(path, &bytes, error));
    wend_text_put(out, "%s=hash:%016" PRIx64 "\n", name, wend_hash(bytes.data, bytes.size, 0));
    wend_file_bytes_destroy(&bytes);
    return WEND_OK;
}

// The views of a folder or file have a hash of their whole content.
static wend_status fingerprint_put_views(wend_text_out* out, const char* path, wend_error* error) {
    wend_views* views;
    if (!path) return WEND_OK;
    WEND_TRY(wend_views_open(path, &views, error));
    wend_text_put(out, "observations=hash:%016" PRIx64 "\n", wend_views_hash(views));
    wend_views_destroy(views);
    return WEND_OK;
}

void fingerprint_put_number(wend_text_out* out, const char* name, float number) {
    char words[40];
    for (int digits = 6; digits <= 9; digits++) {
        number_print(words, sizeof words, "%.*g", digits, (double)number);
        if ((float)number_parse(words, NULL) == number) break;
    }
    wend_text_put(out, "%s=%s\n", name, words);
}

static const char* const aux_words[] = {
#define X(name, word, outputs) word,
    WEND_POLICY_AUX_LIST(X)
#undef X
};

static wend_status put_imitation(const wend_train_def* d, wend_text_out* out, wend_error* error) {
    char index[4096];
    if (d->demos) WEND_TRY(wend_file_join(d->demos, "index.json", index, sizeof index, error));
    bool read = d->demos && d->method == WEND_TRAIN_BC;
    WEND_TRY(put_file(out, "demos", read ? index : NULL, error));
    wend_text_put(out, "expert=%s\ndagger_iterations=%d\ndagger_episodes=%d\n", d->expert,
                  d->dagger_iterations, d->dagger_episodes);
    fingerprint_put_number(out, "dagger_beta", d->dagger_beta);
    fingerprint_put_number(out, "inflection_weight", d->inflection_weight);
    return WEND_OK;
}

static void put_settings(const wend_train_def* d, wend_text_out* out) {
    // The names are part of the checkpoint's format: `bodies` is num_envs, `parts` minibatches,
    // `gradient_limit` max_grad_norm.
    const struct {
        const char* name;
        int value;
    } counts[] = {{"bodies", d->num_envs},
                  {"rollout", d->rollout},
                  {"epochs", d->epochs},
                  {"parts", d->minibatches},
                  {"decay_rate", d->decay_rate},
                  {"decay_clip", d->decay_clip},
                  {"normalize", d->normalize},
                  {"max_steps", d->play.max_steps},
                  {"save_every", d->save_every},
                  {"evaluate_every", d->evaluate_every},
                  {"evaluate_episodes", d->evaluate_episodes},
                  {"until_episodes", d->until_episodes}};
    const struct {
        const char* name;
        float value;
    } numbers[] = {{"learning_rate", d->learning_rate},
                   {"epsilon", d->epsilon},
                   {"clip", d->clip},
                   {"gamma", d->gamma},
                   {"lambda", d->lambda},
                   {"value_weight", d->value_weight},
                   {"entropy_weight", d->entropy_weight},
                   {"object_weight", d->object_weight},
                   {"gradient_limit", d->max_grad_norm},
                   {"until_success", d->until_success}};
    for (int i = 0; i < WEND_POLICY_AUX_COUNT; i++)
        if (d->aux[i] > 0) {
            char name[24];
            snprintf(name, sizeof name, "aux.%s", aux_words[i]);
            fingerprint_put_number(out, name, d->aux[i]);
        }
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        wend_text_put(out, "%s=%d\n", counts[i].name, counts[i].value);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        fingerprint_put_number(out, numbers[i].name, numbers[i].value);
}

wend_status fingerprint_write(const trainee* t, wend_text_out* out, wend_error* error) {
    const wend_train_def* d = t->def;
    wend_text_put(out, "version=%s\ntask=%s\nrules=%s\n", WEND_VERSION, d->play.task,
                  d->play.rules);
    t->kind->identify(t, out);
    WEND_TRY(put_file(out, "episodes", d->play.episodes, error));
    WEND_TRY(put_file(out, "held_out", d->held_out, error));
    WEND_TRY(put_file(out, "from", d->from, error));
    WEND_TRY(fingerprint_put_views(out, d->play.observations, error));
    if (imitation_is_loss(d->method)) WEND_TRY(put_imitation(d, out, error));
    wend_text_put(out, "method=%s\n", train_method_word(d->method));
    if (d->reward) wend_text_put(out, "reward=%s\n", d->reward);
    wend_text_put(out, "seed=%" PRIu64 "\nsteps=%" PRId64 "\n", d->play.seed, d->steps);
    put_settings(d, out);
    wend_text_put(out, "precision=%s\n", wend_precision_name(d->precision));
    if (d->ranks) wend_text_put(out, "ranks=%d\n", wend_ranks_count(d->ranks));
    if (d->ranks) fingerprint_put_number(out, "straggler_cutoff", d->straggler_cutoff);
    return out->out_of_memory ? wend_fail(error, WEND_NO_MEMORY, "out of memory") : WEND_OK;
}

// ---- comparing ----------------------------------------------------------------------------------

typedef struct fingerprint_line {
    const char *name, *value;
    int name_size, value_size;
} fingerprint_line;

// Parses the line at `text`; returns the next line, NULL at the end.
static const char* fingerprint_read_line(const char* text, fingerprint_line* line) {
    if (!*text) return NULL;
    size_t size = strcspn(text, "\n"), name = strcspn(text, "=\n");
    line->name = text;
    line->name_size = (int)name;
    line->value = text + name + (text[name] == '=');
    line->value_size = (int)(text + size - line->value);
    return text + size + (text[size] == '\n');
}

static bool fingerprint_find_line(const char* text, const fingerprint_line* like,
                                  fingerprint_line* found) {
    while ((text = fingerprint_read_line(text, found)))
        if (found->name_size == like->name_size &&
            strncmp(found->name, like->name, (size_t)like->name_size) == 0)
            return true;
    return false;
}

static void fingerprint_put_difference(const fingerprint_line* now, const fingerprint_line* was,
                                       int count, char* text, size_t size) {
    size_t used = strlen(text);
    const char* between = count ? "; " : "";
    bool files = strncmp(now->value, "hash:", 5) == 0 && strncmp(was->value, "hash:", 5) == 0;
    if (files)
        snprintf(text + used, size - used, "%sthe content of %.*s changed", between, now->name_size,
                 now->name);
    else
        snprintf(text + used, size - used, "%s%.*s is %.*s, was %.*s", between, now->name_size,
                 now->name, now->value_size, now->value, was->value_size, was->value);
}

int fingerprint_compare(const char* before, const char* now, char* text, size_t size) {
    fingerprint_line a, b;
    int count = 0;
    text[0] = 0;
    for (const char* at = now; (at = fingerprint_read_line(at, &b));) {
        if (!fingerprint_find_line(before, &b, &a))
            a = (fingerprint_line){.value = "not recorded", .value_size = 12};
        if (a.value_size == b.value_size && strncmp(a.value, b.value, (size_t)a.value_size) == 0)
            continue;
        fingerprint_put_difference(&b, &a, count++, text, size);
    }
    for (const char* at = before; (at = fingerprint_read_line(at, &a));)
        if (!fingerprint_find_line(now, &a, &b)) {
            b = (fingerprint_line){a.name, "unknown to this version", a.name_size, 23};
            fingerprint_put_difference(&b, &a, count++, text, size);
        }
    return count;
}
