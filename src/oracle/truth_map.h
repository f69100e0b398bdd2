// The map of MultiON's OracleMap and OracleEgoMap (wend/oracle_map.h) as whoever plays is shown it,
// kept while the body stays in one world and on one storey.
#ifndef WEND_ORACLE_TRUTH_MAP_H
#define WEND_ORACLE_TRUTH_MAP_H

#include "wend/oracle_map.h"
#include "wend/task.h"

enum { TRUTH_MAP_SIDE = 50, TRUTH_MAP_THINGS = 32 };

typedef struct truth_map {
    uint8_t ground[TRUTH_MAP_SIDE * TRUTH_MAP_SIDE];
    uint8_t things[TRUTH_MAP_SIDE * TRUTH_MAP_SIDE];
    uint16_t near;  // category of the nearest thing within 2.5 m in view; 0: none
    wend_oracle_map* map;
    char scene[256];  // that the map is of
    float floor;
    wend_task_thing what[TRUTH_MAP_THINGS];
    int count;
} truth_map;

// A new episode. The map is made anew where the scene or the storey is another.
wend_status truth_map_begin(truth_map* m, const wend_world* world, const char* scene,
                            wend_vec3 feet, const wend_task_thing* things, int count,
                            wend_error* error);
// Fills ground, things and near as the body of `sim` stands. `seen`: only what came into view, of
// which `depth`, the picture of the simulator's camera, shows more. Nullable: depth.
void truth_map_look(truth_map* m, const wend_sim* sim, bool seen, const float* depth);
void truth_map_destroy(truth_map* m);  // Nullable: m.

#endif
