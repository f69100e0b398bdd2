// The list of agents that can be trained: all policies, then the models of instructions.
#include "model/follower.h"
#include "model/speaker.h"

#include "wend/train.h"

int wend_train_agent_count(void) { return wend_policy_count() + 2; }

wend_train_agent wend_train_agent_at(int index) {
    if (index == wend_policy_count())
        return (wend_train_agent){
            .name = "seq2seq", .input = "captions", .hidden_size = follower_default_def().hidden};
    if (index > wend_policy_count())
        return (wend_train_agent){
            .name = "speaker", .input = "captions", .hidden_size = speaker_default_def().hidden};
    const wend_policy_def* p = wend_policy_at(index);
    return (wend_train_agent){.name = p->agent,
                              .input = "images",
                              .width = p->width,
                              .height = p->height,
                              .hidden_size = p->memory_size,
                              .oracle = wend_policy_oracle_map(p) != WEND_ORACLE_MAP_NONE};
}
