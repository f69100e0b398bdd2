// HAMT's files, and HAMT as one of the policies (graph_policy.h).
#include <stddef.h>
#include <string.h>

#include "model/hamt.h"

static const model_size hamt_sizes[] = {
#define X(name, standard, paper, min, max) {#name, standard, min, max, offsetof(hamt_def, name)},
    HAMT_SIZES(X)
#undef X
};

const model_kind hamt_kind = {"hamt 1", "a history-aware transformer", hamt_sizes,
                              sizeof hamt_sizes / sizeof *hamt_sizes};

static wend_status hamt_policy_create(const graph_settings* settings, const char* words, int count,
                                      void** model, wend_error* error) {
    bool paper = settings->sizes && strcmp(settings->sizes, "paper") == 0;
    hamt_def def = paper ? hamt_paper_def() : hamt_default_def();
    hamt* h;
    *model = NULL;
    if (!paper)
        WEND_TRY(model_sizes_read(&hamt_kind, settings->sizes, "follower.sizes", &def, error));
    def.blind |= settings->no_views;
    def.deaf |= settings->no_language;
    def.proxies |= settings->proxies;
    wend_status status = hamt_create(&def, words, count, settings->seed, &h, error);
    *model = h;
    return status;
}

static wend_status hamt_policy_read(const wend_tensors* file, const char* path, void** model,
                                    wend_error* error) {
    hamt* h;
    wend_status status = hamt_from_tensors(file, path, &h, error);
    *model = h;
    return status;
}

static void hamt_policy_destroy(void* model) { hamt_destroy(model); }

static graph_model hamt_policy_view(void* model) {
    hamt* h = model;
    return (graph_model){&hamt_kind, &h->def, &h->p, &h->words};
}

static void hamt_policy_set_dropout(void* model, float dropout) {
    ((hamt*)model)->def.dropout = dropout;
}

static bool hamt_policy_needs_views(const void* model) { return !((const hamt*)model)->def.blind; }

static void hamt_policy_begin(const void* model, tape* t, int batch, const int32_t* words,
                              const int* lengths, void* run) {
    hamt_begin(model, t, batch, words, lengths, run);
}

static void hamt_policy_forward(const void* model, tape* t, void* run,
                                const view_input* const* views, graph_step* step) {
    hamt_forward(model, t, run, views, step);
}

static void hamt_policy_take(const void* model, tape* t, void* run, const graph_step* step,
                             const int32_t* chosen) {
    hamt_take(model, t, run, step, chosen);
}

const graph_policy hamt_policy = {
    .model = {.agent = "hamt",
              .kind = &hamt_kind,
              .create = hamt_policy_create,
              .read = hamt_policy_read,
              .destroy = hamt_policy_destroy,
              .view = hamt_policy_view,
              .set_dropout = hamt_policy_set_dropout,
              .needs_views = hamt_policy_needs_views},
    .run_size = sizeof(hamt_run),
    .begin = hamt_policy_begin,
    .forward = hamt_policy_forward,
    .take = hamt_policy_take,
};
