// Render data of a scene: facets in world space in groups of eight, an 8-wide BVH over the groups,
// and the surfaces that the facets belong to.
//
// clang-format off
//     nodes[0] --> child[8] --> nodes[i] --> ... --> groups[g]: 8 facets, structure of arrays
//                                                       |
//                                                       v  surface[lane]
//                                                    surfaces[s]: affine functions of the position
//                                                       |  u, v, light column, light row, plane
//                                                       +--> materials, lights
// clang-format on
//
// All arrays are in one block without pointers, so that the block is saved and loaded as it is.
#ifndef WEND_SENSE_VIEW_H
#define WEND_SENSE_VIEW_H

#include "wend/sense.h"

enum {
    VIEW_MAX_MATERIALS = UINT16_MAX,
    VIEW_WIDTH = 8,                           // facets of a group, children of a node
    VIEW_MAX_TRIANGLES = (1 << 23) - 2,       // ids have 23 bits for the surface
    VIEW_MAX_DEPTH = 128,                     // of the tree; bounds the traversal's stack
    VIEW_STACK = VIEW_MAX_DEPTH * VIEW_WIDTH  // entries
};
#define VIEW_LEAF 0x80000000u  // in view_node.child: the rest is a group

// Eight facets (facet.h), structure of arrays. Corners are clockwise seen from the front; the
// fourth corner of a triangle repeats its first. Unused lanes are all zero: degenerate, never
// drawn.
typedef struct view_group {
    float corner[4][3][VIEW_WIDTH];  // [corner][x, y, z][lane]
    float normal[3][VIEW_WIDTH];     // unit, away from the front side
    uint32_t surface[VIEW_WIDTH];
    uint32_t count;                 // of facets
    uint32_t movable;               // 0: static; else index in movables
    uint32_t triangles;             // one bit per lane: three corners, or unused
    uint32_t double_sided, cutout;  // one bit per lane
    uint32_t padding[3];
} view_group;

typedef struct view_node {
    float low[3][VIEW_WIDTH], high[3][VIEW_WIDTH];  // the children's boxes
    uint32_t child[VIEW_WIDTH];                     // node, or group | VIEW_LEAF
    uint32_t count;
    uint32_t padding[7];
} view_node;

// Affine functions of the world position: value(p) = x * p.x + y * p.y + z * p.z + one.
enum {
    VIEW_U,         // texture coordinates, in repeats
    VIEW_V,         //
    VIEW_COLUMN,    // position in the light grid, in cells; clamped at its edges
    VIEW_ROW,       //
    VIEW_DISTANCE,  // distance from the plane, in texels of level 0; selects the mip
    VIEW_FUNCTIONS
};

typedef struct view_surface {
    float x[VIEW_FUNCTIONS], y[VIEW_FUNCTIONS], z[VIEW_FUNCTIONS], one[VIEW_FUNCTIONS];
    uint32_t light;          // first cell of its grid in `lights`
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

// An instance that can move.
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
    // Cells of the light grids, row by row. One byte per corner, from the lowest: upper left, upper
    // right, lower left, lower right.
    const uint32_t* lights;
    const view_material* materials;
    const uint32_t* texels;        // the scene's
    const view_movable* movables;  // [0] is none
    const uint32_t* movable_of;    // [instance]: index in movables, or 0
    uint32_t node_count, group_count, surface_count, light_count, material_count, movable_count;
    uint32_t instance_count;
    uint32_t triangle_count;  // of the scene, before merging
};

// Numbers of items in a block.
typedef struct view_counts {
    uint32_t nodes, groups, surfaces, lights, materials, movables, instances, triangles;
} view_counts;

uint64_t view_block_size(const view_counts* counts);
view_counts view_get_counts(const wend_view* view);
// Sets the arrays of `view` into a block of that size and copies the materials of the scene.
void view_set_block(wend_view* view, const wend_scene* scene, const view_counts* counts,
                    void* block);

// Restores a cached view: first its counts, then its block, which is owned by the callee, also on
// failure. Files are not trusted: every index in the block is checked.
bool view_counts_fit(const view_counts* counts, const wend_scene* scene, uint64_t block_size);
wend_status view_adopt(const wend_scene* scene, const view_counts* counts, void* block,
                       const char* where, wend_view** view, wend_error* error);

// Computes the texture and plane functions from three world points of a surface and their texture
// coordinates.
void view_map_surface(const view_material* material, const wend_vec3 p[3], const wend_vec2 uv[3],
                      view_surface* surface);
// The same for a value given at the three points.
void view_set_function(const wend_vec3 p[3], const float value[3], int function,
                       view_surface* surface);

#endif
