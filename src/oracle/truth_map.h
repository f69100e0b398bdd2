// Crops of MultiON's OracleMap and OracleEgoMap (oracle_map.c) for observations. The map is kept
// while the agent stays in one scene and on one storey.
#ifndef WEND_ORACLE_TRUTH_MAP_H
#define WEND_ORACLE_TRUTH_MAP_H

#include "wend/oracle.h"
#include "wend/task.h"

enum { TRUTH_MAP_SIDE = 50, TRUTH_MAP_OBJECTS = 32 };

typedef struct truth_map {
    uint8_t ground[TRUTH_MAP_SIDE * TRUTH_MAP_SIDE];
    uint8_t objects[TRUTH_MAP_SIDE * TRUTH_MAP_SIDE];
    uint16_t near;  // category of the nearest object within 2.5 m in view; 0: none
    wend_oracle_map* map;
    char scene[256];  // scene of the map
    float floor;
    wend_task_object what[TRUTH_MAP_OBJECTS];
    int count;
} truth_map;

// Begins an episode. Rebuilds the map when the scene or the storey changed.
wend_status truth_map_begin(truth_map* m, const wend_world* world, const char* scene,
                            wend_vec3 feet, const wend_task_object* objects, int count,
                            wend_error* error);
// Fills ground, objects and near for the current pose. `seen`: only cells that have been in view;
// `depth`, the depth image of the simulator's camera, reveals more. Nullable: depth.
void truth_map_look(truth_map* m, const wend_sim* sim, bool seen, const float* depth);
void truth_map_destroy(truth_map* m);  // Nullable: m.

#endif
