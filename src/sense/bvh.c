// Binned SAH construction (Wald, On fast Construction of SAH-based Bounding Volume Hierarchies,
// 2007).
//
// Problem: choose, top down, a plane that splits a set of boxes such that the expected cost of
// traversal is small. A random ray or frustum that meets a box meets a box inside it with
// probability proportional to its surface area, so the cost of a split is
//
//     area(left) * groups(left) + area(right) * groups(right),    groups(n) = ceil(n / 8)
//
// The rasteriser processes eight facets at a time, so the cost counts groups of eight, not items.
//
// Method: box centres are sorted into 16 bins per axis (8 bins for small sets); only the planes
// between bins are candidates. Two sweeps give all costs:
//
// clang-format off
//     bin          0     1     2     3   ...  15
//     count        3     0     7     2         1
//     box         [ ]         [  ]  [ ]       [ ]
//                     ^ a candidate plane: area and count of everything left (prefix sweep, left to
//                       right) and right of it (suffix sweep, right to left)
// clang-format on
//
// Box sums are kept doubled (low + high instead of their mean), which saves a product. Items are
// partitioned in place in `order`, so leaves are contiguous ranges. The build takes O(n log n).
#include "sense/bvh.h"

#include <string.h>

// From MAX_SAH_DEPTH on every split halves the items. This bounds the depth: a tree of 2^23 items
// is at most 59 deep, and one whose leaves are again such trees stays below VIEW_MAX_DEPTH.
enum { MAX_BINS = 16, FEW_BINS = 8, FEW_ITEMS = 64, GROUP = 8, MAX_SAH_DEPTH = 36 };

typedef int32_t bvh_ints __attribute__((vector_size(16)));

typedef struct bvh_bins {
    bvh_box box[3][MAX_BINS];
    uint32_t count[3][MAX_BINS];
    bvh_vec low, scale;  // bin = (low + high of the item - low) * scale
    int number;
} bvh_bins;

typedef struct bvh_split {
    float cost;
    int axis;
    int bin;  // items in bins below it go left
} bvh_split;

// A range of `order`, the box of its items and the box of their doubled centres.
typedef struct bvh_part {
    uint32_t first, count;
    bvh_box box, middles;
} bvh_part;

// ---- boxes ------------------------------------------------------------------------------------

static inline bvh_vec bvh_choose(bvh_vec a, bvh_vec b, bvh_ints mask) {
    return (bvh_vec)(((bvh_ints)a & mask) | ((bvh_ints)b & ~mask));
}
static inline bvh_vec smaller(bvh_vec a, bvh_vec b) { return bvh_choose(a, b, a < b); }
static inline bvh_vec bvh_larger(bvh_vec a, bvh_vec b) { return bvh_choose(a, b, a > b); }

static inline bvh_box empty_box(void) {
    const bvh_vec far = {INFINITY, INFINITY, INFINITY, INFINITY};
    return (bvh_box){far, -far};
}
static inline bvh_box bvh_join_boxes(bvh_box a, bvh_box b) {
    return (bvh_box){smaller(a.low, b.low), bvh_larger(a.high, b.high)};
}
static inline bvh_box bvh_add(bvh_box a, bvh_vec p) {
    return (bvh_box){smaller(a.low, p), bvh_larger(a.high, p)};
}

bvh_box bvh_box_of(const wend_vec3* points, int count) {
    bvh_box box = empty_box();
    for (int i = 0; i < count; i++)
        box = bvh_add(box, (bvh_vec){points[i].x, points[i].y, points[i].z});
    return box;
}

float bvh_half_area(const bvh_box* box) {
    bvh_vec s = box->high - box->low;
    return s[0] * s[1] + s[1] * s[2] + s[2] * s[0];
}

// ---- splitting --------------------------------------------------------------------------------

static float groups_of(uint32_t count) { return (float)((count + GROUP - 1) / GROUP); }

static inline bvh_ints bins_of(const bvh_bins* b, const bvh_box* item) {
    return __builtin_convertvector((item->low + item->high - b->low) * b->scale, bvh_ints);
}

static void fill_bins(const bvh* tree, const bvh_part* part, bvh_bins* b) {
    b->number = part->count < FEW_ITEMS ? FEW_BINS : MAX_BINS;
    bvh_vec width = part->middles.high - part->middles.low;
    b->low = part->middles.low;
    // Slightly less than the number of bins, so that the largest centre falls into the last bin. On
    // an axis without extent all items are in bin 0.
    for (int k = 0; k < 4; k++) {
        float scale = k < 3 && width[k] > 0 ? (float)b->number * (1 - 1e-5f) / width[k] : 0;
        b->scale[k] = scale < 1e30f ? scale : 0;
    }
    for (int axis = 0; axis < 3; axis++)
        for (int i = 0; i < b->number; i++) b->box[axis][i] = empty_box(), b->count[axis][i] = 0;
    for (uint32_t i = 0; i < part->count; i++) {
        const bvh_box* item = &tree->boxes[tree->order[part->first + i]];
        bvh_ints bin = bins_of(b, item);
        for (int axis = 0; axis < 3; axis++) {
            b->box[axis][bin[axis]] = bvh_join_boxes(b->box[axis][bin[axis]], *item);
            b->count[axis][bin[axis]]++;
        }
    }
}

// Updates `best` with the cheapest plane between two bins of an axis.
static void try_axis(const bvh_bins* b, int axis, bvh_split* best) {
    float right_cost[MAX_BINS];
    bvh_box box = empty_box();
    uint32_t count = 0;
    for (int i = b->number - 1; i > 0; i--) {
        box = bvh_join_boxes(box, b->box[axis][i]);
        count += b->count[axis][i];
        right_cost[i] = count ? bvh_half_area(&box) * groups_of(count) : INFINITY;
    }
    box = empty_box();
    count = 0;
    for (int i = 1; i < b->number; i++) {
        box = bvh_join_boxes(box, b->box[axis][i - 1]);
        count += b->count[axis][i - 1];
        if (!count) continue;
        float cost = bvh_half_area(&box) * groups_of(count) + right_cost[i];
        if (cost < best->cost) *best = (bvh_split){cost, axis, i};
    }
}

static void take_in(bvh_part* part, const bvh_box* item) {
    part->box = bvh_join_boxes(part->box, *item);
    part->middles = bvh_add(part->middles, item->low + item->high);
    part->count++;
}

static void bvh_divide(const bvh* tree, const bvh_part* part, const bvh_bins* b,
                       const bvh_split* split, bvh_part* left, bvh_part* right) {
    uint32_t* order = tree->order + part->first;
    uint32_t begin = 0, end = part->count;
    while (begin < end) {
        const bvh_box* item = &tree->boxes[order[begin]];
        if (bins_of(b, item)[split->axis] < split->bin) {
            take_in(left, item);
            begin++;
        } else {
            take_in(right, item);
            uint32_t other = order[--end];
            order[end] = order[begin];
            order[begin] = other;
        }
    }
    right->first = part->first + begin;
}

static void bvh_halve(const bvh* tree, const bvh_part* part, bvh_part* left, bvh_part* right) {
    for (uint32_t i = 0; i < part->count; i++)
        take_in(i < part->count / 2 ? left : right, &tree->boxes[tree->order[part->first + i]]);
    right->first = part->first + part->count / 2;
}

// ---- building ---------------------------------------------------------------------------------

static bool bvh_add_node(bvh* tree, bvh_node node, uint32_t* index) {
    bvh_node* slot = ARRAY_PUSH(&tree->nodes);
    if (!slot) return false;
    *slot = node;
    *index = (uint32_t)tree->nodes.count - 1;
    return true;
}

static bool build_part(bvh* tree, const bvh_part* part, uint32_t leaf_size, int depth,
                       uint32_t* index) {
    bvh_node node = {.box = part->box, .first = part->first, .count = part->count};
    if (!bvh_add_node(tree, node, index)) return false;
    if (part->count <= leaf_size) return true;
    bvh_part left = {.first = part->first, .box = empty_box(), .middles = empty_box()};
    bvh_part right = left;
    bvh_split best = {INFINITY, 0, 0};
    bvh_bins bins;
    if (depth < MAX_SAH_DEPTH) {
        fill_bins(tree, part, &bins);
        for (int axis = 0; axis < 3; axis++) try_axis(&bins, axis, &best);
    }
    if (best.cost < INFINITY)
        bvh_divide(tree, part, &bins, &best, &left, &right);
    else
        bvh_halve(tree, part, &left, &right);
    uint32_t left_node, right_node;
    if (!build_part(tree, &left, leaf_size, depth + 1, &left_node) ||
        !build_part(tree, &right, leaf_size, depth + 1, &right_node))
        return false;
    bvh_node* own = &tree->nodes.items[*index];
    own->left = left_node;
    own->right = right_node;
    own->count = 0;
    return true;
}

bool bvh_build(bvh* tree, uint32_t first, uint32_t count, uint32_t leaf_size, uint32_t* root) {
    bvh_part all = {.first = first, .box = empty_box(), .middles = empty_box()};
    for (uint32_t i = 0; i < count; i++) take_in(&all, &tree->boxes[tree->order[first + i]]);
    return build_part(tree, &all, leaf_size, 0, root);
}

bool bvh_join(bvh* tree, uint32_t left, uint32_t right, uint32_t* node) {
    bvh_box box = bvh_join_boxes(tree->nodes.items[left].box, tree->nodes.items[right].box);
    return bvh_add_node(tree, (bvh_node){.box = box, .left = left, .right = right}, node);
}
