#ifndef WEND_ORACLE_SHORTEST_PATH_H
#define WEND_ORACLE_SHORTEST_PATH_H

#include "wend/oracle.h"

// Follows the navmesh's shortest path to the first goal with the body's own steps and turns.
extern const wend_oracle_kind shortest_path_oracle;

#endif
