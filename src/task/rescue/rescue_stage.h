// The four stages of a rescue as a state machine over a simulator: what the rules make of an
// action, and what came of it. The task and the generator's expert use the same one.
#ifndef WEND_TASK_RESCUE_STAGE_H
#define WEND_TASK_RESCUE_STAGE_H

#include "wend/rescue.h"

typedef enum rescue_phase { RESCUE_TO_PERSON, RESCUE_TO_STRETCHER, RESCUE_OVER } rescue_phase;

// One episode in a world.
typedef struct rescue_scene {
    wend_vec3 person, stretcher, ambulance;  // where they stand and lie
    float person_heading, stretcher_heading, ambulance_heading;
    int look;
    float timeout;  // seconds
    wend_rescue_gates gates;
} rescue_scene;

typedef struct rescue_progress {
    rescue_phase phase;
    wend_rescue_reason reason;
    int steps;
    int carried, placed;  // step of; -1: not yet
    int attempts;         // to carry or to put down, in the gate
    int doors;            // opened
    int rest;             // steps until the environment opens a door again
} rescue_progress;

// The guests every rescue brings: 20 people, a stretcher, an ambulance.
enum { RESCUE_GUESTS = WEND_RESCUE_LOOKS + 2 };
const wend_guest* rescue_guests(void);
// The body, camera and hands of a rescuer.
wend_sim_def rescue_sim_def(void);

rescue_scene rescue_scene_of(const wend_rescue_episode* episode, wend_rescue_gates gates);
// Puts everybody where they belong. The scene's own stretcher and ambulance serve where it has
// some within 0.5 m.
wend_status rescue_scene_set(const rescue_scene* scene, wend_sim* sim, wend_error* error);

rescue_progress rescue_progress_start(void);
wend_action rescue_admit(const rescue_scene* scene, const wend_sim* sim, rescue_progress* progress,
                         wend_action wanted);
void rescue_follow(const rescue_scene* scene, wend_action taken, const wend_outcome* outcome,
                   rescue_progress* progress);

#endif
