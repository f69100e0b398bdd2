// The follower as one of the policies (graph_policy.h).
#include "model/follower.h"

static wend_status follower_policy_create(const graph_settings* settings, const char* words,
                                          int count, void** model, wend_error* error) {
    follower_def def = follower_default_def();
    follower* f;
    *model = NULL;
    WEND_TRY(model_sizes_read(&follower_kind, settings->sizes, "follower.sizes", &def, error));
    def.blind |= settings->no_views;
    def.deaf |= settings->no_language;
    wend_status status = follower_create(&def, words, count, settings->seed, &f, error);
    *model = f;
    return status;
}

static wend_status follower_policy_read(const wend_tensors* file, const char* path, void** model,
                                        wend_error* error) {
    follower* f;
    wend_status status = follower_from_tensors(file, path, &f, error);
    *model = f;
    return status;
}

static void follower_policy_destroy(void* model) { follower_destroy(model); }

static graph_model follower_policy_view(void* model) {
    follower* f = model;
    return (graph_model){&follower_kind, &f->def, &f->p, &f->words};
}

static void follower_policy_set_dropout(void* model, float dropout) {
    ((follower*)model)->def.dropout = dropout;
}

static bool follower_policy_needs_views(const void* model) {
    return !((const follower*)model)->def.blind;
}

static int follower_policy_feature_size(const void* model) {
    const follower* f = model;
    return f->def.blind ? 0 : f->def.feature;
}

static void follower_policy_begin(const void* model, tape* t, int batch, const int32_t* words,
                                  const int* lengths, void* run) {
    follower_begin(model, t, batch, words, lengths, run);
}

static void follower_policy_forward(const void* model, tape* t, void* run,
                                    const view_input* const* views, graph_step* step) {
    follower_forward(model, t, run, views, step);
}

static void follower_policy_take(const void* model, tape* t, void* run, const graph_step* step,
                                 const int32_t* chosen) {
    (void)model;
    follower_take(t, run, step, chosen);
}

const graph_policy follower_policy = {
    .model = {.agent = "seq2seq",
              .kind = &follower_kind,
              .create = follower_policy_create,
              .read = follower_policy_read,
              .destroy = follower_policy_destroy,
              .view = follower_policy_view,
              .set_dropout = follower_policy_set_dropout,
              .needs_views = follower_policy_needs_views,
              .feature_size = follower_policy_feature_size},
    .run_size = sizeof(follower_run),
    .begin = follower_policy_begin,
    .forward = follower_policy_forward,
    .take = follower_policy_take,
};
