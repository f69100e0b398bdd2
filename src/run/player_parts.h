// The fields of a player, shared by player.c, player_observe.c and agent_fault.c.
#ifndef WEND_RUN_PLAYER_PARTS_H
#define WEND_RUN_PLAYER_PARTS_H

#include "base/array.h"
#include "oracle/truth_map.h"
#include "run/leader.h"
#include "run/player.h"
#include "run/reward.h"

enum { MAX_FACTS = 256 * 1024, MAX_NOTES = 64 * 1024 };

struct player {
    player_def def;
    const wend_task_kind* kind;
    const void* task;
    wend_sim_def sim_def;
    wend_sim* sim;
    void* state;
    reward* reward;  // NULL: the task's own
    wend_agent* agent;
    bool sees_truth;
    void* oracle_memory;
    uint8_t* rgb;
    float* depth;
    uint16_t* category;
    uint32_t* object;  // NULL unless the task or the agent needs it
    uint8_t* goal_mask;
    wend_oracle_map_extent shown;
    truth_map* map;  // NULL: not requested
    wend_agent_truth truth;
    wend_rng mistakes;
    wend_neighbour* neighbours;  // [WEND_MAX_NEIGHBOURS] navigable neighbours, as last observed;
                                 // NULL: not on a graph
    ARRAY_OF(char) actions;
    ARRAY_OF(char) outcomes;
    ARRAY_OF(wend_pose) poses;
    ARRAY_OF(wend_log_drive) drives;
    // Tours.
    leader* leader;           // NULL: the task has no tours
    ARRAY_OF(char) lead;      // action letters to the goal, NUL, to the next start, NUL
    ARRAY_OF(wend_pose) led;  // [letters] after each action
    const char* tour;         // of the agent's memory; NULL: none
    bool is_led;              // the oracle reached the start of the next episode
    // The agent's error, which ended the episode; "": none. The agent is not called after it.
    char* agent_error;  // [size of wend_error.message]; NULL: the caller chooses actions
    // Of the record. Allocated with the first record: an environment of a batch rarely makes one.
    char* facts;  // [MAX_FACTS]
    char* notes;  // [MAX_NOTES]
    wend_body_pose start;
    int index;  // of the episode
    int steps;
    wend_outcome outcome;  // of the last action
    // Of the labels: the goal they are about, its distance when it became the goal, whether it was
    // in view since.
    int labelled_goal;  // number of remaining goals; 0: none yet
    float goal_start;
    bool goal_seen;
};

static inline bool player_is_on_graph(const player* p) { return p->kind->viewpoint != NULL; }

#endif
