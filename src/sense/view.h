// How a scene lies in memory when it is to be looked at: facets in world space, eight at a time,
// under a tree whose nodes have eight children; and what the surfaces look like that they are part
// of.
//
// One block holds all arrays, without pointers in it, so that it can be saved and loaded as it is.
#ifndef WEND_SENSE_VIEW_H
#define WEND_SENSE_VIEW_H

#include "wend/sense.h"

enum {
    VIEW_MAX_MATERIALS = UINT16_MAX,
    VIEW_WIDTH = 8,                           // facets of a group, children of a node
    VIEW_MAX_TRIANGLES = (1 << 23) - 2,       // a picture's ids have 23 bits for the surface
    VIEW_MAX_DEPTH = 128,                     // of the tree; bounds the traversal's stack
    VIEW_STACK = VIEW_MAX_DEPTH * VIEW_WIDTH  // entries
};
#define VIEW_LEAF 0x80000000u  // in view_node.child: the rest is a group

// Eight facets (facet.h), each component of each corner side by side. The corners run clockwise
// seen from the front. The last corner of a triangle is its first again. Lanes that hold no facet
// are all zero: degenerate, so nobody draws them.
typedef struct view_group {
    float corner[4][3][VIEW_WIDTH];  // [corner][x, y, z][lane]
    float normal[3][VIEW_WIDTH];     // unit, away from those who see the front
    uint32_t surface[VIEW_WIDTH];
    uint32_t count;                 // of facets
    uint32_t movable;               // 0: stands still; else index in movables
    uint32_t triangles;             // one bit a lane: three corners, or no facet
    uint32_t double_sided, cutout;  // one bit a lane
    uint32_t padding[3];
} view_group;

typedef struct view_node {
    float low[3][VIEW_WIDTH], high[3][VIEW_WIDTH];  // the children's boxes
    uint32_t child[VIEW_WIDTH];                     // node, or group | VIEW_LEAF
    uint32_t count;
    uint32_t padding[7];
} view_node;

// What a surface looks like and what it is part of. Functions of the position in the world are
// affine: value(p) = x * p.x + y * p.y + z * p.z + one.
enum {
    VIEW_U,         // texture coordinates, in repeats
    VIEW_V,         //
    VIEW_COLUMN,    // where in the grid of light, in cells; beyond its ends its edge counts
    VIEW_ROW,       //
    VIEW_DISTANCE,  // from the plane, in texels of level 0: what the mip depends on
    VIEW_FUNCTIONS
};

typedef struct view_surface {
    float x[VIEW_FUNCTIONS], y[VIEW_FUNCTIONS], z[VIEW_FUNCTIONS], one[VIEW_FUNCTIONS];
    uint32_t light;          // first cell of its grid in the lights
    uint16_t columns, rows;  // of cells; at least 1
    uint32_t object;
    uint16_t category, material;
} view_surface;

typedef struct view_material {
    uint32_t mean, color;           // R, G, B, A bytes in memory order
    uint32_t texel;                 // first of the texture in the scene's texels
    int16_t width_log, height_log;  // of level 0; width_log < 0: no texture
    int32_t mip_count;
    uint32_t flags;  // WEND_MATERIAL_*
} view_material;

// An instance that may move.
typedef struct view_movable {
    uint32_t instance, first_group, group_count;
} view_movable;

struct wend_view {
    const wend_scene* scene;
    void* block;
    uint64_t block_size;
    const view_node* nodes;  // [0] is the root
    const view_group* groups;
    const view_surface* surfaces;
    // Cells of grids, row by row. A byte for each corner, from the lowest: upper left, upper right,
    // lower left, lower right.
    const uint32_t* lights;
    const view_material* materials;
    const uint32_t* texels;        // the scene's
    const view_movable* movables;  // [0] is none
    const uint32_t* movable_of;    // [instance]: index in movables, or 0
    uint32_t node_count, group_count, surface_count, light_count, material_count, movable_count;
    uint32_t instance_count;
    uint32_t triangle_count;  // that the facets were made from
};

// What a block holds of each.
typedef struct view_counts {
    uint32_t nodes, groups, surfaces, lights, materials, movables, instances, triangles;
} view_counts;

uint64_t view_block_size(const view_counts* counts);
view_counts view_get_counts(const wend_view* view);
// Points into a block of that size and fills in its materials, which are the scene's.
void view_set_block(wend_view* view, const wend_scene* scene, const view_counts* counts,
                    void* block);

// A block that was kept may come back: counts first, then the block, which is owned from here on,
// also on failure. Everything that is used as an index is checked, for files are not trusted.
bool view_counts_fit(const view_counts* counts, const wend_scene* scene, uint64_t block_size);
wend_status view_adopt(const wend_scene* scene, const view_counts* counts, void* block,
                       const char* where, wend_view** view, wend_error* error);

// The functions of texture and plane from three points of a surface in the world and their texture
// coordinates.
void view_map_surface(const view_material* material, const wend_vec3 p[3], const wend_vec2 uv[3],
                      view_surface* surface);
// The same for any value that is known at the three points.
void view_set_function(const wend_vec3 p[3], const float value[3], int function,
                       view_surface* surface);

#endif
