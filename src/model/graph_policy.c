// The list of policies, and the sizes of new models.
#include "model/graph_policy.h"

#include <string.h>

const graph_policy* graph_policy_at(int index) {
    static const graph_policy* const all[] = {&follower_policy, &hamt_policy};
    return index < (int)(sizeof all / sizeof *all) ? all[index] : NULL;
}

const graph_policy* graph_policy_of_file(const wend_tensors* file) {
    const char* format = wend_tensors_note(file, "wend.format");
    const graph_policy* policy;
    for (int i = 0; format && (policy = graph_policy_at(i)); i++)
        if (strcmp(format, policy->model.kind->format) == 0) return policy;
    return NULL;
}

wend_status graph_model_check_view(const graph_model_kind* kind, const void* model,
                                   const view_input* view, wend_error* error) {
    int size = kind->feature_size ? kind->feature_size(model) : 0;
    if (!size || view->feature_size == size) return WEND_OK;
    if (!view->feature_size)
        return wend_fail(error, WEND_UNSUPPORTED,
                         "the weights need feature vectors of size %d, and the observations have "
                         "none; add them with wend features --features",
                         size);
    return wend_fail(error, WEND_UNSUPPORTED,
                     "the weights need feature vectors of size %d, and those of the observations "
                     "have size %d; use observations with the features of the training",
                     size, view->feature_size);
}

uint64_t graph_model_hash(const graph_model* model) {
    return wend_hash(model->p->values, model->p->size * sizeof *model->p->values,
                     (uint64_t)model->words->count);
}
