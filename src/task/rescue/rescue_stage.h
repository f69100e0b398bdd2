// The four stages of a rescue as a state machine over a simulator, used by the task and by the
// generator's expert.
#ifndef WEND_TASK_RESCUE_STAGE_H
#define WEND_TASK_RESCUE_STAGE_H

#include "wend/benchmarks/rescue.h"
#include "wend/sim.h"

typedef enum rescue_phase { RESCUE_TO_PERSON, RESCUE_TO_STRETCHER, RESCUE_OVER } rescue_phase;

// An episode in wend's frame.
typedef struct rescue_scene {
    wend_vec3 person, stretcher, ambulance;  // positions on the floor
    float person_heading, stretcher_heading, ambulance_heading;
    int look;
    float timeout;  // seconds
    wend_rescue_gates gates;
} rescue_scene;

typedef struct rescue_progress {
    rescue_phase phase;
    wend_rescue_reason reason;
    int steps;
    int carried, placed;  // step of the pick-up, of the placement; -1: not yet
    int attempts;         // to pick up or put down within the gate
    int doors;            // opened doors
    int rest;             // steps until assistance may open the next door
    bool out_of_memory;   // rescue_admit could not compute a geodesic distance
} rescue_progress;

// Objects inserted in every rescue: 20 people, a stretcher, an ambulance.
enum { RESCUE_INSERTED = WEND_RESCUE_LOOKS + 2 };
const wend_inserted_object* rescue_inserted(void);
// Agent and camera.
wend_sim_def rescue_sim_def(void);

rescue_scene rescue_scene_of(const wend_rescue_episode* episode, wend_rescue_gates gates);
// Places person, stretcher and ambulance. The scene's own stretcher or ambulance within 0.5 m is
// used instead of an inserted one.
wend_status rescue_scene_set(const rescue_scene* scene, wend_sim* sim, wend_error* error);

rescue_progress rescue_progress_start(void);
wend_action rescue_admit(const rescue_scene* scene, const wend_sim* sim, rescue_progress* progress,
                         wend_action wanted);
void rescue_follow(const rescue_scene* scene, wend_action taken, const wend_outcome* outcome,
                   rescue_progress* progress);

#endif
