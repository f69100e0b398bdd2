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
    const char* agent;              // one of these two, or neither: actions come from outside
    const wend_agent_kind* custom;  // plays in place of the kind that `agent` names. Nullable
    const wend_oracle_kind* oracle;
    bool (*halted)(void* context);  // asked before each step; yes ends the episode with an error.
    void* halted_context;           // Nullable: halted
    uint64_t seed;
    int width, height;   // of the picture; 0: as the task has it
    bool snap;           // a start off the navmesh is moved to it, instead of failing
    bool sighted;        // pictures are made for whoever plays from outside
    bool panorama;       // on a graph all 36 views, not the one ahead
    wend_shown_map map;  // and the place from above, as it is
} player_def;

wend_status player_create(const player_def* def, player** out, wend_error* error);
void player_destroy(player* p);  // Nullable: p.

// Plays one episode in its world; NULL where a viewpoint graph is all there is. The record points
// into the player and is good until the next call.
//
// In a tour the next episode goes on from where this one left the body, if it is played next in the
// same world; what the agent knows is kept however the last one went.
wend_status player_play(player* p, int index, const wend_world* world, wend_log_record* record,
                        wend_error* error);

// The same step by step, for actions from outside.
wend_status player_begin(player* p, int index, const wend_world* world, wend_error* error);
// The same from where a log has the body begin.
wend_status player_begin_at(player* p, int index, const wend_world* world,
                            const wend_log_pose* from, wend_error* error);
// The next episode of a tour, from where the body was led to.
wend_status player_go_on(player* p, int index, const wend_world* world, wend_error* error);
// WEND_ARGUMENT when the action is illegal now (legal_action.h).
wend_status player_check(const player* p, wend_action action, wend_error* error);
wend_status player_step(player* p, wend_action action, wend_verdict* verdict, wend_error* error);
// The episode up to now, as a log has it. It points into the player and is good until the next
// call.
wend_status player_record(player* p, wend_log_record* record, wend_error* error);
// Tours: the episode is over, and the body is led to its goal and to the next start. The agent
// watches.
wend_status player_lead(player* p, wend_error* error);
// What the agent or oracle would do now, having seen what there is to see.
wend_status player_decide(player* p, wend_action* action, wend_error* error);
wend_vec3_span player_goals(const player* p);  // that are left
wend_log_pose player_pose(const player* p);
// On a graph: the way that leads to the viewpoint above `feet`; false: none does.
bool player_way_to(const player* p, wend_vec3 feet, int* way);
const wend_map* player_map(const player* p);  // of the agent; NULL: it has none
const float* player_relevance(const player* p, int* width, int* height);  // the same
// What is seen now; pictures go to `frame`. Nullable: frame.
wend_status player_observe(player* p, const wend_frame* frame, wend_observation* observation,
                           wend_error* error);
const wend_camera* player_camera(const player* p);
uint64_t player_agent_hash(const player* p);  // 0: its name and options say everything
// Whoever plays is shown the truth.
bool player_is_oracle(const player* p);

#endif
