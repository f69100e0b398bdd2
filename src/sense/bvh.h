// Builds a binary bounding volume hierarchy over boxes with the binned surface area heuristic
// (SAH); bvh.c describes the method. view.c collapses it to the 8-wide tree of the rasteriser.
#ifndef WEND_SENSE_BVH_H
#define WEND_SENSE_BVH_H

#include "base/array.h"

#include "wend/base.h"

// x, y, z and an unused lane.
typedef float bvh_vec __attribute__((vector_size(16)));

typedef struct bvh_box {
    bvh_vec low, high;
} bvh_box;

typedef struct bvh_node {
    bvh_box box;
    uint32_t left, right;   // nodes; of an inner node
    uint32_t first, count;  // in `order`; count > 0: a leaf
    uint32_t group;         // of a leaf: assigned by the caller
} bvh_node;

typedef struct bvh {
    ARRAY_OF(bvh_node) nodes;
    const bvh_box* boxes;  // of the items
    uint32_t* order;       // permutation of the items: those of a leaf are contiguous
} bvh;

bvh_box bvh_box_of(const wend_vec3* points, int count);
float bvh_half_area(const bvh_box* box);

// Builds the tree over order[first … first + count), count > 0, with leaves of at most `leaf_size`
// items. `*root` is its node. False when out of memory.
bool bvh_build(bvh* tree, uint32_t first, uint32_t count, uint32_t leaf_size, uint32_t* root);
// Adds a node with two existing children.
bool bvh_join(bvh* tree, uint32_t left, uint32_t right, uint32_t* node);

#endif
