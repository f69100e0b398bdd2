// Agents with a trained policy.
#ifndef WEND_AGENT_LEARNED_LEARNED_H
#define WEND_AGENT_LEARNED_LEARNED_H

#include "wend/agent.h"

extern const wend_agent_kind nomap_rnn_agent, frmqn_agent, smt_agent, oracle_map_agent,
    oracle_map_occ_agent, oracle_map_obj_agent, oracle_ego_map_agent, obj_recog_map_agent,
    proj_neural_map_agent, ego_map_agent, cow_explorer_agent, seq2seq_agent, hamt_agent,
    graph_map_agent;

// As wend_policy_create; WEND_FORMAT, before memory is taken, for more than `limit` weights.
wend_status policy_create_within(const wend_policy_def* def, uint64_t seed, size_t limit,
                                 wend_policy* policy, wend_error* error);

#endif
