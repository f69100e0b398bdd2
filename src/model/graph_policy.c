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

uint64_t graph_model_hash(const graph_model* model) {
    return wend_hash(model->p->values, model->p->size * sizeof *model->p->values,
                     (uint64_t)model->words->count);
}
