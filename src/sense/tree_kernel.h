// Traversal of the 8-wide BVH, nearest box first (queue_kernel.h). Part of the body of raster_*.c.
//
// A node stores the boxes of its eight children by component, so all eight are tested at once:
//
// clang-format off
//     view_node   low [x,y,z][8]   high [x,y,z][8]   child[8] = node | group of 8 facets (leaf)
//                         |
//                         v
//     frustum     6 planes, each tested against the box corner farthest along its normal
//     rectangle   8 projected corners -> tiles x0 ... x1, y0 ... y1, and the largest 1/z
//                         |
//                         v
//     queue       put when on screen; when taken: skip if every tile of the rectangle is nearer
// clang-format on
#ifndef WEND_SENSE_TREE_KERNEL_H
#define WEND_SENSE_TREE_KERNEL_H

#include "sense/draw_kernel.h"
#include "sense/queue_kernel.h"

// Occlusion test: false if every tile of the box's rectangle is nearer than the box.
LANES bool box_is_seen(const raster* r, const queue_box* e) {
    f32x8 nearest = f32x8_splat(e->nearest);
    for (int ty = e->y0; ty <= e->y1; ty++) {
        size_t line = (size_t)ty * (size_t)r->stride;
        for (int tx = e->x0; tx <= e->x1; tx += 8) {
            size_t tile = line + (size_t)tx;
            uint32_t open = lanes_bits(nearest > f32x8_load(r->farthest + tile));
            if (open & first_bits(e->x1 - tx + 1)) return true;
        }
    }
    return false;
}

// Planes of the frustum as affine functions of a point; negative is outside. Over a box each has
// its maximum in one corner: per axis the high end where the coefficient is positive, else the low
// end.
enum { TREE_LEFT, TREE_RIGHT, TREE_TOP, TREE_BOTTOM, TREE_NEAR, TREE_FAR, TREE_FUNCTIONS };
typedef struct tree_functions {
    float axis[TREE_FUNCTIONS][3], one[TREE_FUNCTIONS];
    int corner[TREE_FUNCTIONS][3];  // offset of that end in view_node
} tree_functions;

static tree_functions find_tree_functions(const raster* r, const raster_matrix* m) {
    // Coefficients of camera X, Y and Z. A point is left of the image when X + w Z < 0.
    const float w = r->half_width, h = r->half_height;
    const float of[TREE_FUNCTIONS][3] = {{1, 0, w},  {-1, 0, w}, {0, 1, h},
                                         {0, -1, h}, {0, 0, -1}, {0, 0, 1}};
    tree_functions f;
    for (int k = 0; k < TREE_FUNCTIONS; k++) {
        float sum[4];
        for (int i = 0; i < 4; i++)
            sum[i] = of[k][0] * m->row[0][i] + of[k][1] * m->row[1][i] + of[k][2] * m->row[2][i];
        f.one[k] = sum[3];
        for (int axis = 0; axis < 3; axis++) {
            f.axis[k][axis] = sum[axis];
            f.corner[k][axis] = ((sum[axis] > 0 ? 3 : 0) + axis) * VIEW_WIDTH;
        }
    }
    return f;
}

LANES f32x8 highest_in_boxes(const tree_functions* f, const view_node* node, int k) {
    const float* ends = node->low[0];
    return f->axis[k][0] * f32x8_load(ends + f->corner[k][0]) +
           f->axis[k][1] * f32x8_load(ends + f->corner[k][1]) +
           f->axis[k][2] * f32x8_load(ends + f->corner[k][2]) + f->one[k];
}

// Bounding rectangles of the children in tiles, both ends included. Boxes that cross the near plane
// get the whole image.
typedef struct tree_boxes {
    int32_t x0[8], x1[8], y0[8], y1[8];
} tree_boxes;

// Returns the children that contain a pixel centre; most boxes of distant fine meshes contain none.
LANES uint32_t find_boxes(const raster* r, const raster_matrix* m, const view_node* node,
                          i32x8 crosses, tree_boxes* boxes) {
    f32x8 part[3][3][2];  // [row][axis][low, high]
    for (int row = 0; row < 3; row++)
        for (int axis = 0; axis < 3; axis++) {
            float one = axis == 0 ? m->row[row][3] : 0;
            part[row][axis][0] = m->row[row][axis] * f32x8_load(node->low[axis]) + one;
            part[row][axis][1] = m->row[row][axis] * f32x8_load(node->high[axis]) + one;
        }
    f32x8 left = f32x8_splat(INFINITY), right = -left, top = left, bottom = -left;
    for (int c = 0; c < 8; c++) {
        int i = c & 1, j = c >> 1 & 1, k = c >> 2;
        f32x8 inverse = 1 / (part[2][0][i] + part[2][1][j] + part[2][2][k]);
        f32x8 x = (part[0][0][i] + part[0][1][j] + part[0][2][k]) * inverse;
        f32x8 y = (part[1][0][i] + part[1][1][j] + part[1][2][k]) * inverse;
        left = f32x8_min(left, x);
        right = f32x8_max(right, x);
        top = f32x8_min(top, y);
        bottom = f32x8_max(bottom, y);
    }
    float w = r->half_width, h = r->half_height;
    left = f32x8_select(left - 2 * SLACK, f32x8_splat(-w), crosses);
    right = f32x8_select(right + 2 * SLACK, f32x8_splat(w), crosses);
    top = f32x8_select(top - 2 * SLACK, f32x8_splat(-h), crosses);
    bottom = f32x8_select(bottom + 2 * SLACK, f32x8_splat(h), crosses);
    draw_range x = pixels_between(left, right, w, r->width);
    draw_range y = pixels_between(top, bottom, h, r->height);
    i32x8_store(boxes->x0, x.first >> 3);
    i32x8_store(boxes->x1, x.last >> 3);
    i32x8_store(boxes->y0, y.first >> 3);
    i32x8_store(boxes->y1, y.last >> 3);
    return lanes_bits((x.first <= x.last) & (y.first <= y.last));
}

// ---- the tree ---------------------------------------------------------------------------------

// Puts the children that are in the frustum and contain a pixel centre into the queue.
LANES void put_children(const raster* r, const raster_matrix* m, const tree_functions* f,
                        const view_node* node, box_queue* queue) {
    float near_clip = 1 / r->inverse_near;
    f32x8 front = -highest_in_boxes(f, node, TREE_NEAR);
    i32x8 crosses = front < near_clip * 1.001f;
    i32x8 gone =
        (highest_in_boxes(f, node, TREE_FAR) < near_clip) |
        (highest_in_boxes(f, node, TREE_LEFT) < 0) | (highest_in_boxes(f, node, TREE_RIGHT) < 0) |
        (highest_in_boxes(f, node, TREE_TOP) < 0) | (highest_in_boxes(f, node, TREE_BOTTOM) < 0);
    uint32_t alive = ~lanes_bits(gone) & ((1u << node->count) - 1);
    if (!alive) return;
    tree_boxes boxes;
    alive &= find_boxes(r, m, node, crosses, &boxes);
    // Conservative by 1e-4, since the facets' 1/z is rounded differently.
    f32x8 nearest = f32x8_select(1.0001f / front, f32x8_splat(INFINITY), crosses);
    float near_of[8];
    int32_t list_of[8];
    f32x8_store(near_of, nearest);
    i32x8_store(list_of, queue_lists(nearest));
    for (; alive; alive &= alive - 1) {
        int i = __builtin_ctz(alive);
        *queue_put(queue, list_of[i]) = (queue_box){node->child[i],        near_of[i],
                                                    (uint16_t)boxes.x0[i], (uint16_t)boxes.x1[i],
                                                    (uint16_t)boxes.y0[i], (uint16_t)boxes.y1[i]};
    }
}

static bool is_moved(const raster* r, uint32_t movable) {
    if (!(r->moved_bits[movable / 64 % 16] >> movable % 64 & 1)) return false;
    for (int i = 0; i < r->moved_count; i++)
        if (r->moved[i] == movable) return true;
    return false;
}

// Large scenes do not fit the cache: what is likely to be read next is prefetched.
LANES void prefetch(const wend_view* view, uint32_t child) {
    if (child & VIEW_LEAF) {
        const char* at = (const char*)&view->groups[child & ~VIEW_LEAF];
        for (size_t i = 0; i < sizeof(view_group); i += 64) __builtin_prefetch(at + i);
    } else {
        const char* at = (const char*)&view->nodes[child];
        for (size_t i = 0; i < sizeof(view_node); i += 64) __builtin_prefetch(at + i);
    }
}

static void draw_tree(raster* r, const wend_view* view, const raster_matrix* matrix) {
    box_queue queue;
    queue_clear(&queue);
    const tree_functions functions = find_tree_functions(r, matrix);
    *queue_put(&queue, 0) =
        (queue_box){0, INFINITY, 0, (uint16_t)(r->tiles_x - 1), 0, (uint16_t)(r->tiles_y - 1)};
    while (queue.filled) {
        // Not copied: it was written number by number, and is read so without waiting.
        const queue_box* e = queue_take(&queue);
        uint32_t child = e->child;
        if (queue.filled) prefetch(view, queue_peek(&queue)->child);
        if (!box_is_seen(r, e)) continue;
        if (child & VIEW_LEAF) {
            const view_group* g = &view->groups[child & ~VIEW_LEAF];
            if (!g->movable || !is_moved(r, g->movable)) draw_group(r, view, matrix, g, 0);
            continue;
        }
        put_children(r, matrix, &functions, &view->nodes[child], &queue);
    }
}

static void draw_groups(raster* r, const wend_view* view, const raster_matrix* matrix,
                        const view_movable* movable, uint32_t lens) {
    for (uint32_t i = 0; i < movable->group_count; i++)
        draw_group(r, view, matrix, &view->groups[movable->first_group + i], lens);
}

#endif
