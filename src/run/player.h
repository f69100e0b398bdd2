// One worker's seat: a simulator, the task's state, the agent's memory, the picture, and what the
// log will say of the episode.
#ifndef WEND_RUN_PLAYER_H
#define WEND_RUN_PLAYER_H

#include "wend/agent.h"
#include "wend/log.h"
#include "wend/oracle.h"
#include "wend/task.h"

typedef struct player player;

typedef struct player_def {
    const wend_task* task;
    const wend_agent_kind* agent;  // one of these two
    const wend_oracle_kind* oracle;
    uint64_t seed;
} player_def;

wend_status player_create(const player_def* def, player** out, wend_error* error);
void player_destroy(player* p);  // Nullable: p.

// Plays one episode in its world. The record points into the player and is good until the next
// call.
wend_status player_play(player* p, int index, const wend_world* world, wend_log_record* record,
                        wend_error* error);

#endif
