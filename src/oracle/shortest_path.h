#ifndef WEND_ORACLE_SHORTEST_PATH_H
#define WEND_ORACLE_SHORTEST_PATH_H

#include "wend/oracle.h"

enum { SHORTEST_PATH_MOST = 12 };

// What it remembers: steps it has thought out where no single one gets nearer.
typedef struct shortest_path_plan {
    int32_t headings[SHORTEST_PATH_MOST];  // whole turns, as in wend_pose, of the steps to come
    int count, next;
} shortest_path_plan;

// Follows the navmesh's shortest path to the first goal with the body's own steps and turns.
extern const wend_oracle_kind shortest_path_oracle;

#endif
