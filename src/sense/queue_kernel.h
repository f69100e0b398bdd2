// Boxes of the view's tree that wait to be looked at: the nearest comes first, wherever in the tree
// it is. Part of the body of raster_*.c.
//
// Going down the tree, nearest child first, would draw all of a near room before the near half of
// the next one, and much of that only to be hidden.
#ifndef WEND_SENSE_QUEUE_KERNEL_H
#define WEND_SENSE_QUEUE_KERNEL_H

#include "sense/lanes.h"
#include "sense/view.h"

typedef struct queue_box {
    uint32_t child;  // as in view_node
    float nearest;   // largest 1/z of its box; INFINITY if it reaches behind the near plane
    uint16_t x0, x1, y0, y1;  // tiles, both included
} queue_box;

// In lists of those that are about as near: eight for each doubling of 1/z, from 64 m to 25 cm.
enum { QUEUE_LISTS = 64, QUEUE_LISTS_LOG = 3, QUEUE_ROOM = 2 * VIEW_STACK, QUEUE_NONE = 0xffff };

typedef struct box_queue {
    uint64_t filled;              // a bit for each list that is not empty, the nearest is highest
    int count;                    // of boxes that wait
    uint16_t unused;              // the first place that is free
    uint16_t first[QUEUE_LISTS];  // box of each list
    uint16_t next[QUEUE_ROOM];    // after each box in its list, or after each free place
    queue_box boxes[QUEUE_ROOM];
} box_queue;

LANES void queue_clear(box_queue* q) {
    q->filled = 0;
    q->count = q->unused = 0;
    memset(q->first, 0xff, sizeof q->first);
    for (int i = 0; i < QUEUE_ROOM; i++) q->next[i] = (uint16_t)(i + 1);
}

// For each 1/z its list.
LANES i32x8 queue_lists(f32x8 nearest) {
    const int shift = 23 - QUEUE_LISTS_LOG, lowest = (127 - 6) << QUEUE_LISTS_LOG;
    return ((i32x8)f32x8_clamp(nearest, 0x1p-6f, 0x1.fp1f) >> shift) - lowest;
}

// Room for one more, which the caller fills in. When room gets short the latest come first: that
// goes down the tree, so what is put in from then on is bounded by its depth.
LANES queue_box* queue_put(box_queue* q, int list) {
    if (q->count >= QUEUE_ROOM - VIEW_STACK) list = QUEUE_LISTS - 1;
    uint16_t i = q->unused;
    q->unused = q->next[i];
    q->next[i] = q->first[list];
    q->first[list] = i;
    q->filled |= 1ull << list;
    q->count++;
    return &q->boxes[i];
}

// Of one that is not empty: which comes next.
LANES int queue_nearest_list(const box_queue* q) { return 63 - __builtin_clzll(q->filled); }
LANES const queue_box* queue_peek(const box_queue* q) {
    return &q->boxes[q->first[queue_nearest_list(q)]];
}

// Takes it out. It can be read until another is put in.
LANES const queue_box* queue_take(box_queue* q) {
    int list = queue_nearest_list(q);
    uint16_t i = q->first[list], next = q->next[i];
    q->first[list] = next;
    q->filled &= ~((uint64_t)(next == QUEUE_NONE) << list);
    q->next[i] = q->unused;
    q->unused = i;
    q->count--;
    return &q->boxes[i];
}

#endif
