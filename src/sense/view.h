// How a scene lies in memory when it is to be looked at: triangles in world space, eight at a time,
// under a tree whose nodes have eight children; and for each triangle what its surface looks like.
//
// One block holds all arrays, without pointers in it, so that it can be saved and loaded as it is.
#ifndef WEND_SENSE_VIEW_H
#define WEND_SENSE_VIEW_H

#include "wend/sense.h"

enum {
    VIEW_MAX_MATERIALS = UINT16_MAX,
    VIEW_WIDTH = 8,                           // triangles of a group, children of a node
    VIEW_MAX_TRIANGLES = (1 << 23) - 2,       // a picture's ids have 23 bits for the triangle
    VIEW_MAX_DEPTH = 128,                     // of the tree; bounds the traversal's stack
    VIEW_STACK = VIEW_MAX_DEPTH * VIEW_WIDTH  // entries
};
#define VIEW_LEAF 0x80000000u  // in view_node.child: the rest is a group

// Eight triangles, each component of each corner side by side. The corners run clockwise seen from
// the front, which makes the determinant of a front face positive in the camera's frame. Lanes
// that hold no triangle are all zero: degenerate, so nobody draws them.
typedef struct view_group {
    float corner[3][3][VIEW_WIDTH];  // [corner][x, y, z][lane]
    uint32_t first, count;           // triangle of lane 0; how many there are
    uint32_t movable;                // 0: stands still; else index in movables
    uint32_t double_sided, cutout;   // one bit a lane
    uint32_t padding[3];
} view_group;

typedef struct view_node {
    float low[3][VIEW_WIDTH], high[3][VIEW_WIDTH];  // the children's boxes
    uint32_t child[VIEW_WIDTH];                     // node, or group | VIEW_LEAF
    uint32_t count;
    uint32_t padding[7];
} view_node;

// What a triangle's surface is: four affine functions of the position in the world, value(p) =
// x * p.x + y * p.y + z * p.z + one. One cache line.
typedef struct view_affine {
    float u, v;      // texture coordinates, in repeats
    float light;     // 0 … 255
    float distance;  // from the triangle's plane, in texels of level 0: what the mip depends on
} view_affine;

typedef struct view_triangle {
    view_affine x, y, z, one;
} view_triangle;

// What a triangle is part of.
typedef struct view_label {
    uint32_t object;
    uint16_t category, material;
} view_label;

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
    const view_triangle* triangles;
    const view_label* labels;  // one a triangle
    const view_material* materials;
    const uint32_t* texels;        // the scene's
    const view_movable* movables;  // [0] is none
    const uint32_t* movable_of;    // [instance]: index in movables, or 0
    uint32_t node_count, group_count, triangle_count, material_count, movable_count;
    uint32_t instance_count;
};

// What a block holds of each.
typedef struct view_counts {
    uint32_t nodes, groups, triangles, materials, movables, instances;
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

#endif
