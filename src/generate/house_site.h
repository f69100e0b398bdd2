// State shared by the files that build one building.
#ifndef WEND_GENERATE_HOUSE_SITE_H
#define WEND_GENERATE_HOUSE_SITE_H

#include "generate/house.h"
#include "generate/house_palette.h"
#include "generate/sheet.h"

// Sides of a room, in the order of its walls. SIDE_FRONT is at the lowest z, SIDE_RIGHT at the
// highest x.
typedef enum house_side { SIDE_FRONT, SIDE_RIGHT, SIDE_BACK, SIDE_LEFT, SIDE_COUNT } house_side;

// The interior of a room, between its wall surfaces; metres, plan frame.
typedef struct house_rect {
    float x0, z0, x1, z1;
} house_rect;

typedef struct house_site {
    const house_plan* plan;
    const house_placement* place;
    scene_builder* b;
    model_library* library;
    wend_rng rng;
    house_palette palette;
    float step;            // metres: max distance between vertices of large surfaces
    wend_transform frame;  // plan frame (metres) to world
    float heading;         // of the plan's -z in the world, radians
    uint32_t levels[PLAN_MAX_LEVELS];
    uint32_t rooms[PLAN_MAX_ROOMS];   // room ids
    uint32_t floors[PLAN_MAX_ROOMS];  // object ids
    uint32_t ceilings[PLAN_MAX_ROOMS];
    uint32_t walls[PLAN_MAX_ROOMS][SIDE_COUNT];
    uint32_t leaves[PLAN_MAX_OPENINGS];
} house_site;

static inline float plan_metres(int decimetres) { return (float)decimetres * 0.1f; }
static inline float plan_floor(int level) { return (float)level * PLAN_STOREY; }
house_rect house_room_inside(const house_plan* plan, int room);
// The stair opening in the floor of a room; empty if there is none.
house_rect house_floor_hole(const house_plan* plan, int room);
// The stair opening in the ceiling of a room; empty if there is none.
house_rect house_ceiling_hole(const house_plan* plan, int room);

// Adds an object that is part of the building. `room` is a plan index; -1: outdoors.
uint32_t house_structure(house_site* site, wend_category category, int room);
// A mesh in the plan frame, metres: begin, fill, then end it as an instance of `object`.
uint32_t house_mesh_begin(house_site* site, const char* name);
void house_mesh_end(house_site* site, uint32_t object, uint32_t mesh, uint32_t material);

void house_build_rooms(house_site* site);    // floors, walls, ceilings
void house_build_facade(house_site* site);   // outer walls, roof
void house_build_doors(house_site* site);    // frames and leaves
void house_build_windows(house_site* site);  // reveals, frames, glass
void house_build_stairs(house_site* site);
void house_furnish(house_site* site);

#endif
