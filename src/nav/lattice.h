// What fields need of a lattice.
//
// Nodes 0 … grid_count-1 lie on a grid seen from above, several above each other where there are
// several floors; they are sorted by cell and then by height. The others are the corners of the
// mesh's polygons and the middles of the openings between them: ways turn at corners, and an
// opening may be narrower than the grid.
#ifndef WEND_NAV_LATTICE_H
#define WEND_NAV_LATTICE_H

#include "nav/navmesh.h"

#include "wend/field.h"

typedef struct lattice_edge {
    int32_t to;
    float metres;
} lattice_edge;

struct wend_lattice {
    const wend_navmesh* mesh;
    float spacing;
    float left, front;  // x and z of cell 0, 0
    int columns, rows;
    int grid_count, count;
    wend_vec3* at;           // [count]
    int32_t* polygon;        // [count] one it lies in
    int32_t* first_in_cell;  // [columns * rows + 1]
    int32_t (*square)[3];    // [grid_count] the nodes to the right, behind, and across, where all
                             // four see each other; else -1
    uint32_t* first_edge;    // [count + 1]
    lattice_edge* edges;
    uint32_t* first_corner;  // [polygons + 1]
    int32_t* corners;        // of each polygon: the nodes that are not on the grid
    float longest;           // edge
};

// Heights closer than this are the same floor.
#define LATTICE_STOREY 0.5f

// The node of a cell on the floor at `y`; -1: none.
static inline int lattice_find(const wend_lattice* l, int column, int row, float y, float slack) {
    if (column < 0 || row < 0 || column >= l->columns || row >= l->rows) return -1;
    int cell = row * l->columns + column;
    for (int i = l->first_in_cell[cell]; i < l->first_in_cell[cell + 1]; i++)
        if (fabsf(l->at[i].y - y) <= slack) return i;
    return -1;
}

#endif
