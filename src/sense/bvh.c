#include "sense/bvh.h"

#include <string.h>

// After MAX_SAH_DEPTH levels every split halves its items, so that a tree of 2^23 items is at most
// 59 deep, and one whose leaves are such trees again less than VIEW_MAX_DEPTH.
enum { BINS = 16, GROUP = 8, MAX_SAH_DEPTH = 36 };

typedef struct bvh_split {
    float cost;
    int axis;
    int bin;  // items in bins below it go left
} bvh_split;

typedef struct bvh_bins {
    wend_aabb box[BINS];
    uint32_t count[BINS];
} bvh_bins;

static float component(wend_vec3 v, int axis) { return axis == 0 ? v.x : axis == 1 ? v.y : v.z; }

float bvh_half_area(wend_aabb box) {
    wend_vec3 s = wend_aabb_size(box);
    return s.x * s.y + s.y * s.z + s.z * s.x;
}

static float groups_of(uint32_t count) { return (float)((count + GROUP - 1) / GROUP); }

static int bin_of(wend_aabb box, int axis, float low, float scale) {
    float middle = 0.5f * (component(box.low, axis) + component(box.high, axis));
    int bin = (int)((middle - low) * scale);
    return bin < 0 ? 0 : bin >= BINS ? BINS - 1 : bin;
}

// The cheapest plane between two bins of one axis.
static void try_axis(const bvh_bins* bins, int axis, bvh_split* best) {
    float right_cost[BINS];
    wend_aabb box = wend_aabb_empty();
    uint32_t count = 0;
    for (int i = BINS - 1; i > 0; i--) {
        box = wend_aabb_join(box, bins->box[i]);
        count += bins->count[i];
        right_cost[i] = count ? bvh_half_area(box) * groups_of(count) : INFINITY;
    }
    box = wend_aabb_empty();
    count = 0;
    for (int i = 1; i < BINS; i++) {
        box = wend_aabb_join(box, bins->box[i - 1]);
        count += bins->count[i - 1];
        if (!count) continue;
        float cost = bvh_half_area(box) * groups_of(count) + right_cost[i];
        if (cost < best->cost) *best = (bvh_split){cost, axis, i};
    }
}

static uint32_t partition(const bvh* tree, uint32_t first, uint32_t count, const bvh_split* split,
                          float low, float scale) {
    uint32_t* order = tree->order + first;
    uint32_t left = 0, right = count;
    while (left < right) {
        if (bin_of(tree->boxes[order[left]], split->axis, low, scale) < split->bin) {
            left++;
        } else {
            uint32_t other = order[--right];
            order[right] = order[left];
            order[left] = other;
        }
    }
    return left;
}

// How many of the items go left; half of them where the heuristic finds nothing.
static uint32_t split_items(const bvh* tree, uint32_t first, uint32_t count, wend_aabb middles,
                            int depth) {
    bvh_split best = {INFINITY, 0, 0};
    float scales[3], lows[3];
    for (int axis = 0; axis < 3; axis++) {
        float low = component(middles.low, axis), width = component(middles.high, axis) - low;
        lows[axis] = low;
        scales[axis] = width > 0 ? BINS * (1 - 1e-6f) / width : 0;
        if (!(width > 0) || !isfinite(scales[axis])) continue;
        bvh_bins bins;
        for (int i = 0; i < BINS; i++) bins.box[i] = wend_aabb_empty(), bins.count[i] = 0;
        for (uint32_t i = 0; i < count; i++) {
            wend_aabb box = tree->boxes[tree->order[first + i]];
            int bin = bin_of(box, axis, low, scales[axis]);
            bins.box[bin] = wend_aabb_join(bins.box[bin], box);
            bins.count[bin]++;
        }
        try_axis(&bins, axis, &best);
    }
    if (depth >= MAX_SAH_DEPTH || !(best.cost < INFINITY)) return count / 2;
    return partition(tree, first, count, &best, lows[best.axis], scales[best.axis]);
}

static bool add_node(bvh* tree, bvh_node node, uint32_t* index) {
    bvh_node* slot = ARRAY_PUSH(&tree->nodes);
    if (!slot) return false;
    *slot = node;
    *index = (uint32_t)tree->nodes.count - 1;
    return true;
}

static bool build_part(bvh* tree, uint32_t first, uint32_t count, uint32_t leaf_size, int depth,
                       uint32_t* index) {
    wend_aabb box = wend_aabb_empty(), middles = wend_aabb_empty();
    for (uint32_t i = 0; i < count; i++) {
        wend_aabb item = tree->boxes[tree->order[first + i]];
        box = wend_aabb_join(box, item);
        middles = wend_aabb_add(middles, wend_aabb_center(item));
    }
    if (!add_node(tree, (bvh_node){.box = box, .first = first, .count = count}, index))
        return false;
    if (count <= leaf_size) return true;
    uint32_t left_count = split_items(tree, first, count, middles, depth), left, right;
    if (left_count == 0 || left_count == count) left_count = count / 2;
    if (!build_part(tree, first, left_count, leaf_size, depth + 1, &left) ||
        !build_part(tree, first + left_count, count - left_count, leaf_size, depth + 1, &right))
        return false;
    bvh_node* node = &tree->nodes.items[*index];
    node->left = left;
    node->right = right;
    node->count = 0;
    return true;
}

bool bvh_build(bvh* tree, uint32_t first, uint32_t count, uint32_t leaf_size, uint32_t* root) {
    return build_part(tree, first, count, leaf_size, 0, root);
}

bool bvh_join(bvh* tree, uint32_t left, uint32_t right, uint32_t* node) {
    wend_aabb box = wend_aabb_join(tree->nodes.items[left].box, tree->nodes.items[right].box);
    return add_node(tree, (bvh_node){.box = box, .left = left, .right = right}, node);
}
