// One episode of a rescue while it is being made: drawn, filtered, walked by the expert.
#ifndef WEND_TASK_RESCUE_TRIAL_H
#define WEND_TASK_RESCUE_TRIAL_H

#include "task/rescue/rescue_stage.h"

enum { TRIAL_MAX_WAY = 256, TRIAL_MAX_STEPS = 1600 };

// What the trials of one scene share.
typedef struct trial_site {
    const wend_world* world;
    const wend_scene* scene;
    wend_sim* sim;       // sighted, doors move
    wend_navmesh* open;  // with every door open
    int level;           // 0 to 4
    uint8_t* rgb;        // of the simulator's camera
    uint32_t* objects;
    bool has_stretcher, has_ambulance;  // of its own
    wend_vec3 stretcher, ambulance;
    float stretcher_heading, ambulance_heading;
} trial_site;

typedef struct trial_step {
    wend_vec3 feet;
    float heading;
    wend_action action;  // that led here
    bool picked;
} trial_step;

typedef struct trial {
    wend_vec3 start;
    float heading;
    rescue_scene scene;
    wend_vec3 way[2 * TRIAL_MAX_WAY];
    wend_rescue_expert expert;  // its way is `way`
    trial_step steps[TRIAL_MAX_STEPS];
    int step_count;
} trial;

wend_status trial_site_open(const wend_world* world, int level, trial_site* site,
                            wend_error* error);
void trial_site_close(trial_site* site);  // safe on {0} and twice

// Draws start, person and stretcher. False: thrown away, for the reason given.
bool trial_draw(const trial_site* site, wend_rng* rng, trial* t, wend_rescue_rejection* reason);
// Looks around from the start: pixels that show the person.
wend_status trial_look(const trial_site* site, trial* t, wend_error* error);
// Walks all four stages; what the way was like is in `expert`. WEND_OK also when it failed:
// `expert.seconds` is 0 then.
wend_status trial_walk(const trial_site* site, trial* t, wend_error* error);
// A picture with the person in it, from near, into the site's rgb; pixels that show the person, 0
// when there is no such place.
wend_status trial_picture(const trial_site* site, const trial* t, wend_rng* rng, int* pixels,
                          wend_error* error);
// Where the expert's feet were from the start until it had the person, a period apart;
// feet[TRIAL_MAX_STEPS]. How many places those are.
int trial_way_out(const trial* t, wend_vec3* feet);
// Whether a walked trial obeys its level. False: `reason` says why not.
bool trial_obeys(const trial_site* site, const trial* t, wend_rescue_rejection* reason);

#endif
