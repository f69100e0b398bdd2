// The speaker as a model that training knows (graph_policy.h).
#include "model/graph_policy.h"
#include "model/speaker.h"

static wend_status speaker_model_create(const graph_settings* settings, const char* words,
                                        int count, void** model, wend_error* error) {
    speaker_def def = speaker_default_def();
    speaker* s;
    *model = NULL;
    WEND_TRY(model_sizes_read(&speaker_kind, settings->sizes, "follower.sizes", &def, error));
    wend_status status = speaker_create(&def, words, count, settings->seed, &s, error);
    *model = s;
    return status;
}

static wend_status speaker_model_read(const wend_tensors* file, const char* path, void** model,
                                      wend_error* error) {
    speaker* s;
    wend_status status = speaker_from_tensors(file, path, &s, error);
    *model = s;
    return status;
}

static void speaker_model_destroy(void* model) { speaker_destroy(model); }

static graph_model speaker_model_view(void* model) {
    speaker* s = model;
    return (graph_model){&speaker_kind, &s->def, &s->p, &s->words};
}

static void speaker_model_set_dropout(void* model, float dropout) {
    ((speaker*)model)->def.dropout = dropout;
}

static bool speaker_model_needs_views(const void* model) {
    (void)model;
    return true;
}

const graph_model_kind speaker_model = {.agent = "speaker",
                                        .kind = &speaker_kind,
                                        .create = speaker_model_create,
                                        .read = speaker_model_read,
                                        .destroy = speaker_model_destroy,
                                        .view = speaker_model_view,
                                        .set_dropout = speaker_model_set_dropout,
                                        .needs_views = speaker_model_needs_views};
