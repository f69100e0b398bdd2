// One environment with its player: a simulator, the state of the task, an agent or oracle, its
// images, and the record of the episode.
#ifndef WEND_RUN_PLAYER_H
#define WEND_RUN_PLAYER_H

#include "wend/agent.h"
#include "wend/log.h"
#include "wend/oracle.h"
#include "wend/run.h"
#include "wend/task.h"

typedef struct player player;

typedef struct player_def {
    const wend_task* task;
    const char* agent;              // agent or oracle; neither: the caller chooses the actions
    const wend_agent_kind* custom;  // replaces the kind that `agent` names. Nullable
    const wend_oracle_kind* oracle;
    bool (*halted)(void* context);  // called before each step; true ends the episode with an error.
    void* halted_context;           // Nullable: halted
    uint64_t seed;
    int width, height;  // of the images; 0: as the task has it
    bool snap;          // moves a start off the navmesh onto it; false: such an episode fails
    bool uses_images;   // renders images when the caller chooses the actions
    bool panorama;      // on a graph all 36 views, not only the one ahead
    wend_oracle_map_extent map;  // ground-truth top-down map in the observations
    const char* reward;          // in place of the task's. Nullable
} player_def;

wend_status player_create(const player_def* def, player** out, wend_error* error);
void player_destroy(player* p);  // Nullable: p.

// Plays one episode in its world; NULL on a viewpoint graph without a scene. The record points into
// the player and is valid until the next call.
//
// In a tour the next episode starts where this one ended, if it is the next call in the same world;
// the agent keeps its memory in any case.
wend_status player_play(player* p, int index, const wend_world* world, wend_log_record* record,
                        wend_error* error);

// The same step by step, with actions of the caller.
wend_status player_begin(player* p, int index, const wend_world* world, wend_error* error);
// The same from the start pose of a log.
wend_status player_begin_at(player* p, int index, const wend_world* world, const wend_pose* from,
                            wend_error* error);
// Begins the next episode of a tour at the current pose.
wend_status player_continue_tour(player* p, int index, const wend_world* world, wend_error* error);
// WEND_ARGUMENT when the action is illegal now (legal_action.h).
wend_status player_check(const player* p, wend_action action, wend_error* error);
wend_status player_step(player* p, wend_action action, wend_verdict* verdict, wend_error* error);
// The log record of the episode up to now. Points into the player; valid until the next call.
wend_status player_record(player* p, wend_log_record* record, wend_error* error);
// Tours, after the end of an episode: an oracle guides the body to the goal and to the next start.
// The agent gets the observations.
wend_status player_guide(player* p, wend_error* error);
// Observes, and gets the next action of the agent or oracle.
wend_status player_decide(player* p, wend_action* action, wend_error* error);
// The expert's action for the current pose; `def.oracle` is the expert. `*sure` is false where it
// gives up (STOP where STOP fails by the rules). `depth` is the depth image of the last
// observation. Nullable: depth, for experts without uses_images.
wend_status player_expert(player* p, const float* depth, wend_action* action, bool* sure,
                          wend_error* error);
// The expert's last action was not taken.
void player_replan(player* p);
// Ground truth about the current goal, for auxiliary losses. `depth` is the depth image of the last
// observation. Nullable: depth.
wend_status player_labels(player* p, const float* depth, wend_labels* labels, wend_error* error);
wend_vec3_span player_goals(const player* p);  // remaining ones
wend_pose player_pose(const player* p);
// On a graph: the index of the neighbour whose floor position is `feet`; false: there is none.
bool player_find_neighbour(const player* p, wend_vec3 feet, int* neighbour);
const wend_map* player_map(const player* p);  // of the agent; NULL: it has none
const float* player_relevance(const player* p, int* width, int* height);  // the same
// The current observation; images are rendered into `frame`. Nullable: frame.
wend_status player_observe(player* p, const wend_frame* frame, wend_observation* observation,
                           wend_error* error);
const wend_camera* player_camera(const player* p);
uint64_t player_agent_hash(const player* p);  // 0: name and options determine the agent
// The agent or oracle uses ground truth.
bool player_is_oracle(const player* p);

#endif
