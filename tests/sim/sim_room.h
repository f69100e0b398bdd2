// One simulator in a room: the two rooms of fixture.h, or a floor with doors and balls.
#ifndef WEND_TEST_SIM_ROOM_H
#define WEND_TEST_SIM_ROOM_H

#include "fixture.h"

#include "wend/sim.h"

#define SIM_ROOM_EAST (-(float)WEND_PI / 2)  // heading that looks along +x

typedef struct sim_room {
    wend_world* world;
    wend_sim* sim;
} sim_room;

sim_room sim_room_enter(const wend_sim_def* def, float openness, wend_vec3 feet, float heading);
void sim_room_leave(sim_room* r);
void sim_room_put(sim_room* r, wend_vec3 feet, float heading);
wend_sim_def sim_room_blind(void);  // the default def without images
wend_outcome sim_room_step(wend_sim* sim, wend_action_kind kind);

// x at which the wall between the rooms stops an agent that moves along +x at z = 2.5.
float sim_room_wall(sim_room* r);

// A floor of 12 x 4 m with doors at z = 2 and balls at z = 1.
typedef struct sim_floor {
    scene_builder b;
    uint32_t material;
} sim_floor;

sim_floor sim_floor_make(void);
uint32_t sim_floor_leaf(sim_floor* m, float x);
void sim_floor_door(sim_floor* m, float x, bool has_leaf, bool openable);
uint32_t sim_floor_ball(sim_floor* m, float x, int pieces);
// Finishes the scene.
sim_room sim_floor_enter(sim_floor* m, const wend_sim_def* def, wend_vec3 feet, float heading);

#endif
