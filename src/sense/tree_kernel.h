// Which groups of facets are drawn, and in which order: from the root of the tree, front to back.
// Part of the body of raster_*.c.
#ifndef WEND_SENSE_TREE_KERNEL_H
#define WEND_SENSE_TREE_KERNEL_H

#include "sense/draw_kernel.h"

typedef struct draw_entry {
    uint32_t child;
    float nearest;  // largest 1/z of its box; INFINITY if it reaches behind the near plane
    uint16_t x0, x1, y0, y1;  // tiles, both included
} draw_entry;

// Is any tile of the box's rectangle open for something as near as it?
LANES bool entry_is_seen(const raster* r, const draw_entry* e) {
    f32x8 nearest = f32x8_all(e->nearest);
    for (int ty = e->y0; ty <= e->y1; ty++) {
        size_t line = (size_t)ty * (size_t)r->stride;
        for (int tx = e->x0; tx <= e->x1; tx += 8) {
            uint32_t columns = e->x1 - tx >= 7 ? 0xff : (1u << (e->x1 - tx + 1)) - 1;
            size_t tile = line + (size_t)tx;
            if (lanes_mask(nearest > f32x8_load(r->farthest + tile)) & columns) return true;
        }
    }
    return false;
}

// The children's boxes on the screen. Returns those that may be seen; `entries` are filled for
// them.
LANES uint32_t look_at_children(const raster* r, const raster_matrix* m, const view_node* node,
                                draw_entry entries[8]) {
    f32x8 part[3][3][2];  // [row][axis][low, high]
    for (int row = 0; row < 3; row++)
        for (int axis = 0; axis < 3; axis++) {
            part[row][axis][0] = m->row[row][axis] * f32x8_load(node->low[axis]);
            part[row][axis][1] = m->row[row][axis] * f32x8_load(node->high[axis]);
        }
    f32x8 left = f32x8_all(INFINITY), right = -left, top = left, bottom = -left;
    f32x8 front = left, back = -left;
    f32x8 beyond_left = -left, beyond_right = left, beyond_top = -left, beyond_bottom = left;
    float w = r->half_width, h = r->half_height;
    for (int c = 0; c < 8; c++) {
        int i = c & 1, j = c >> 1 & 1, k = c >> 2;
        f32x8 x = part[0][0][i] + part[0][1][j] + part[0][2][k] + m->row[0][3];
        f32x8 y = part[1][0][i] + part[1][1][j] + part[1][2][k] + m->row[1][3];
        f32x8 z = part[2][0][i] + part[2][1][j] + part[2][2][k] + m->row[2][3];
        f32x8 inverse = 1 / z, sx = x * inverse, sy = y * inverse;
        front = f32x8_min(front, z);
        back = f32x8_max(back, z);
        left = f32x8_min(left, sx);
        right = f32x8_max(right, sx);
        top = f32x8_min(top, sy);
        bottom = f32x8_max(bottom, sy);
        beyond_left = f32x8_max(beyond_left, x + w * z);
        beyond_right = f32x8_min(beyond_right, x - w * z);
        beyond_top = f32x8_max(beyond_top, y + h * z);
        beyond_bottom = f32x8_min(beyond_bottom, y - h * z);
    }
    float near_clip = 1 / r->inverse_near;
    i32x8 crosses = front < near_clip * 1.001f;
    i32x8 gone = (back < near_clip) | (beyond_left < 0) | (beyond_right > 0) | (beyond_top < 0) |
                 (beyond_bottom > 0);
    uint32_t alive = ~lanes_mask(gone) & ((1u << node->count) - 1);
    if (!alive) return 0;
    left = f32x8_select(left - 2 * SLACK, f32x8_all(-w), crosses);
    right = f32x8_select(right + 2 * SLACK, f32x8_all(w), crosses);
    top = f32x8_select(top - 2 * SLACK, f32x8_all(-h), crosses);
    bottom = f32x8_select(bottom + 2 * SLACK, f32x8_all(h), crosses);
    i32x8 x0 = f32x8_to_int(f32x8_clamp(left + w, 0, (float)(r->width - 1))) >> 3;
    i32x8 x1 = f32x8_to_int(f32x8_clamp(right + w, 0, (float)(r->width - 1))) >> 3;
    i32x8 y0 = f32x8_to_int(f32x8_clamp(top + h, 0, (float)(r->height - 1))) >> 3;
    i32x8 y1 = f32x8_to_int(f32x8_clamp(bottom + h, 0, (float)(r->height - 1))) >> 3;
    // A little nearer than the corners say, since the triangles' 1/z is rounded another way.
    f32x8 nearest = f32x8_select(1.0001f / front, f32x8_all(INFINITY), crosses);
    for (uint32_t left_over = alive; left_over; left_over &= left_over - 1) {
        int i = __builtin_ctz(left_over);
        entries[i] = (draw_entry){node->child[i],  nearest[i],      (uint16_t)x0[i],
                                  (uint16_t)x1[i], (uint16_t)y0[i], (uint16_t)y1[i]};
    }
    return alive;
}

// Puts the children on the stack, the nearest on top.
static draw_entry* push_children(draw_entry* top, const draw_entry entries[8], uint32_t alive) {
    draw_entry* base = top;
    for (; alive; alive &= alive - 1) {
        draw_entry e = entries[__builtin_ctz(alive)];
        draw_entry* slot = top++;
        for (; slot > base && slot[-1].nearest > e.nearest; slot--) slot[0] = slot[-1];
        *slot = e;
    }
    return top;
}

static bool is_moved(const raster* r, uint32_t movable) {
    if (!(r->moved_bits[movable / 64 % 16] >> movable % 64 & 1)) return false;
    for (int i = 0; i < r->moved_count; i++)
        if (r->moved[i] == movable) return true;
    return false;
}

// Large scenes do not fit the cache: what is likely to be looked at next is asked for early.
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
    draw_entry stack[VIEW_STACK];
    draw_entry* top = stack;
    *top++ =
        (draw_entry){0, INFINITY, 0, (uint16_t)(r->tiles_x - 1), 0, (uint16_t)(r->tiles_y - 1)};
    while (top > stack) {
        draw_entry e = *--top;
        if (top > stack) prefetch(view, top[-1].child);
        if (!entry_is_seen(r, &e)) continue;
        if (e.child & VIEW_LEAF) {
            const view_group* g = &view->groups[e.child & ~VIEW_LEAF];
            if (!g->movable || !is_moved(r, g->movable)) draw_group(r, view, matrix, g, 0);
            continue;
        }
        draw_entry entries[8];
        uint32_t alive = look_at_children(r, matrix, &view->nodes[e.child], entries);
        top = push_children(top, entries, alive);
    }
}

static void draw_groups(raster* r, const wend_view* view, const raster_matrix* matrix,
                        const view_movable* movable, uint32_t lens) {
    for (uint32_t i = 0; i < movable->group_count; i++)
        draw_group(r, view, matrix, &view->groups[movable->first_group + i], lens);
}

#endif
