// The list of agents that can be trained: all policies, then the models of instructions.
#include <string.h>

#include "train/graph_learner.h"

#include "wend/train.h"

int wend_train_agent_count(void) {
    int count = 0;
    while (graph_learner_at(count)) count++;
    return wend_policy_count() + count;
}

// The default of a size; 0: the model has no such size.
static int train_agents_size(const model_kind* kind, const char* name) {
    for (int i = 0; i < kind->size_count; i++)
        if (strcmp(kind->sizes[i].name, name) == 0) return kind->sizes[i].standard;
    return 0;
}

wend_train_agent wend_train_agent_at(int index) {
    if (index >= wend_policy_count()) {
        const graph_model_kind* model = graph_learner_at(index - wend_policy_count())->model;
        return (wend_train_agent){.name = model->agent,
                                  .input = "captions",
                                  .hidden_size = train_agents_size(model->kind, "hidden")};
    }
    const wend_policy_def* p = wend_policy_at(index);
    return (wend_train_agent){.name = p->agent,
                              .input = "images",
                              .width = p->width,
                              .height = p->height,
                              .hidden_size = p->memory_size,
                              .oracle = wend_policy_oracle_map(p) != WEND_ORACLE_MAP_NONE};
}
