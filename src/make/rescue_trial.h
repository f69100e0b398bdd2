// A candidate rescue episode: sampled, filtered, completed by the expert.
#ifndef WEND_MAKE_RESCUE_TRIAL_H
#define WEND_MAKE_RESCUE_TRIAL_H

#include "task/rescue/rescue_stage.h"

#include "wend/make.h"

enum { TRIAL_MAX_PATH = 256, TRIAL_MAX_STEPS = 1600 };

// Shared by the candidates of one scene.
typedef struct trial_site {
    const wend_world* world;
    const wend_scene* scene;
    wend_sim* sim;       // with images and movable doors
    wend_navmesh* open;  // with all doors open
    int level;           // 0 to 4
    uint8_t* rgb;        // of the simulator's camera
    uint32_t* objects;
    bool has_stretcher, has_ambulance;  // the scene has one
    wend_vec3 stretcher, ambulance;
    float stretcher_heading, ambulance_heading;
    bool out_of_memory;  // a geodesic distance could not be computed
} trial_site;

typedef struct trial_step {
    wend_vec3 feet;
    float heading;
    wend_action action;  // the action before this step
    bool picked;
} trial_step;

typedef struct trial {
    wend_vec3 start;
    float heading;
    rescue_scene scene;
    wend_vec3 path[2 * TRIAL_MAX_PATH];
    wend_rescue_expert expert;  // its waypoints are `way`
    trial_step steps[TRIAL_MAX_STEPS];
    int step_count;
} trial;

wend_status trial_site_open(const wend_world* world, int level, trial_site* site,
                            wend_error* error);
void trial_site_close(trial_site* site);  // safe on {0} and twice

// Samples start, person and stretcher. False: rejected for `reason`.
bool trial_draw(trial_site* site, wend_rng* rng, trial* t, wend_rescue_rejection* reason);
// Renders all directions from the start and counts the pixels of the person.
wend_status trial_look(const trial_site* site, trial* t, wend_error* error);
// Runs the expert through all four stages and fills `expert`. A failed run is WEND_OK with
// `expert.seconds` 0.
wend_status trial_walk(const trial_site* site, trial* t, wend_error* error);
// Renders a near view of the person into the site's rgb. `*pixels` shows the person; 0 when there
// is no such view.
wend_status trial_picture(const trial_site* site, const trial* t, wend_rng* rng, int* pixels,
                          wend_error* error);
// Writes the expert's positions from the start to the pick-up, one per period, into
// feet[TRIAL_MAX_STEPS]; returns their number.
int trial_path_out(const trial* t, wend_vec3* feet);
// Whether a completed trial satisfies its level. False: rejected for `reason`.
bool trial_obeys(const trial_site* site, const trial* t, wend_rescue_rejection* reason);

#endif
