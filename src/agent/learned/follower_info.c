// Files of instruction followers, for `wend weights`.
#include <stdio.h>

#include "model/graph_policy.h"

#include "wend/agent.h"

bool wend_follower_is_file(const wend_tensors* file) { return graph_policy_of_file(file) != NULL; }

wend_status wend_follower_inspect(const wend_tensors* file, const char* path, const char* half,
                                  wend_follower_info* info, wend_error* error) {
    const graph_model_kind* kind = &graph_policy_of_file(file)->model;
    model_file parts;
    void* model;
    WEND_TRY(kind->read(file, path, &model, error));
    graph_model m = kind->view(model);
    wend_status status = model_file_create(m.kind, m.def, m.words, m.p, &parts, error);
    if (status == WEND_OK) {
        *info = (wend_follower_info){.agent = kind->agent,
                                     .weights = m.p->size,
                                     .arrays = parts.count,
                                     .words = m.words->count};
        snprintf(info->sizes, sizeof info->sizes, "%s", parts.sizes);
        model_file_destroy(&parts);
    }
    if (status == WEND_OK && half)
        status = model_file_save(m.kind, m.def, m.words, m.p, half, true, error);
    kind->destroy(model);
    return status;
}
