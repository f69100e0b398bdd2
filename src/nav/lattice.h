// A graph over the navmesh for distance fields. lattice.c describes its construction.
//
// Nodes 0 … grid_count-1 lie on a horizontal grid, one per floor in each cell, sorted by cell and
// then by height. The other nodes are the corners of the polygons, where shortest paths turn, and
// the midpoints of the portals between polygons, which may be narrower than a grid cell.
#ifndef WEND_NAV_LATTICE_H
#define WEND_NAV_LATTICE_H

#include "nav/navmesh.h"

#include "wend/nav.h"

typedef struct lattice_edge {
    int32_t to;
    float metres;
} lattice_edge;

struct wend_lattice {
    const wend_navmesh* mesh;
    float spacing;      // metres
    float left, front;  // x and z of cell 0, 0, metres
    int columns, rows;
    int grid_count, count;
    wend_vec3* at;           // [count]
    int32_t* polygon;        // [count] index of a polygon that contains the node
    int32_t* first_in_cell;  // [columns * rows + 1] first node of each cell
    int32_t (*square)[3];    // [grid_count] the nodes at +x, +z and +x+z, when all four are
                             // connected; else -1
    uint32_t* first_edge;    // [count + 1]
    lattice_edge* edges;
    uint32_t* first_corner;  // [polygons + 1]
    int32_t* corners;        // corner and portal nodes of each polygon
    float longest;           // length of the longest edge, metres
};

// Heights closer than this, in metres, are the same floor.
#define LATTICE_STOREY 0.5f

// The node of a cell within `slack` metres of height `y`; -1: none.
static inline int lattice_find(const wend_lattice* l, int column, int row, float y, float slack) {
    if (column < 0 || row < 0 || column >= l->columns || row >= l->rows) return -1;
    int cell = row * l->columns + column;
    for (int i = l->first_in_cell[cell]; i < l->first_in_cell[cell + 1]; i++)
        if (fabsf(l->at[i].y - y) <= slack) return i;
    return -1;
}

#endif
