// Cells of MultiON's ground-truth map.
#ifndef WEND_ORACLE_ORACLE_MAP_H
#define WEND_ORACLE_ORACLE_MAP_H

#include "wend/oracle.h"

// The cell of a point; false outside of the map.
bool oracle_map_cell_at(const wend_oracle_map* map, float x, float z, int* row, int* column);

#endif
