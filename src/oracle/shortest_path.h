// Follows the shortest path on the navmesh or the viewpoint graph.
#ifndef WEND_ORACLE_SHORTEST_PATH_H
#define WEND_ORACLE_SHORTEST_PATH_H

#include "wend/oracle.h"

enum { SHORTEST_PATH_MOST = 12 };

// Planned steps, where no single step gets nearer to the goal.
typedef struct shortest_path_plan {
    int32_t
        headings[SHORTEST_PATH_MOST];  // of the planned steps, turn actions as in wend_body_pose
    int count, next;
} shortest_path_plan;

// Geodesic distance in metres; INFINITY: unreachable. The only error is WEND_NO_MEMORY.
wend_status shortest_path_distance(const wend_sim* sim, wend_vec3 from, wend_vec3 to, float* metres,
                                   wend_error* error);
// The next action of the shortest path to `goal`. `*goes` is false where it is reached or no
// sequence of steps gets nearer.
wend_status shortest_path_toward(shortest_path_plan* p, const wend_sim* sim, wend_vec3 goal,
                                 wend_action* action, bool* goes, wend_error* error);

// Follows the shortest path to the first goal with the steps and turns of the body.
extern const wend_oracle_kind shortest_path_oracle;

#endif
