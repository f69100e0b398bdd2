// What a player is made of.
#ifndef WEND_RUN_PLAYER_PARTS_H
#define WEND_RUN_PLAYER_PARTS_H

#include "base/array.h"
#include "oracle/truth_map.h"
#include "run/leader.h"
#include "run/player.h"

enum { MAX_FACTS = 256 * 1024, MAX_NOTES = 64 * 1024 };

struct player {
    player_def def;
    const wend_task_kind* kind;
    const void* task;
    wend_sim_def sim_def;
    wend_sim* sim;
    void* state;
    wend_agent* agent;
    bool sees_truth;
    void* oracle_memory;
    uint8_t* rgb;
    float* depth;
    uint16_t* category;
    uint32_t* object;  // NULL unless the task or the agent wants it
    uint8_t* goal_mask;
    wend_shown_map shown;
    truth_map* map;  // NULL: nobody asked
    wend_agent_truth truth;
    wend_rng mistakes;
    wend_way ways[WEND_MAX_WAYS];  // on a graph, of what is observed
    ARRAY_OF(char) actions;
    ARRAY_OF(char) outcomes;
    ARRAY_OF(wend_log_pose) poses;
    ARRAY_OF(wend_log_drive) drives;
    // Tours.
    leader* leader;               // NULL: there are none
    ARRAY_OF(char) lead;          // letters to the goal, NUL, letters to the next start, NUL
    ARRAY_OF(wend_log_pose) led;  // after each of them
    const char* tour;             // that the agent has been woken in; NULL: none
    bool is_led;                  // the body stands where the next episode starts
    // The agent's error, which ended the episode; "": none. Nothing is asked of it after that.
    char agent_error[sizeof((wend_error*)0)->message];
    char facts[MAX_FACTS];
    char notes[MAX_NOTES];
    wend_pose start;
    int index;  // of the episode
    int steps;
    wend_outcome outcome;  // of the last action
};

static inline bool player_is_on_graph(const player* p) { return p->kind->viewpoint != NULL; }

#endif
