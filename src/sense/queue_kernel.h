// Priority queue of BVH boxes: the nearest box is taken first, wherever it is in the tree. Part of
// the body of raster_*.c.
//
// A depth-first traversal with the nearest child first would draw all of a near room, including its
// far wall, before the near half of the next room. The global order draws occluders earlier, so
// that more boxes are culled.
//
// The order is approximate: boxes are sorted into 64 buckets by 1/z, eight per doubling. Put and
// take are O(1):
//
// clang-format off
//     filled   0 1 0 ... 1        one bit per bucket; the highest set bit is the nearest bucket
//                |       |
//     first      3       7        index of the first box of the bucket, or QUEUE_NONE
//                |       |
//     boxes     [3]     [7]       linked by next[]; free entries are a list from `unused`
//     next       5       ...
// clang-format on
#ifndef WEND_SENSE_QUEUE_KERNEL_H
#define WEND_SENSE_QUEUE_KERNEL_H

#include "base/lanes.h"
#include "sense/view.h"

typedef struct queue_box {
    uint32_t child;  // as in view_node
    float nearest;   // largest 1/z of its box; INFINITY if it reaches behind the near plane
    uint16_t x0, x1, y0, y1;  // tiles, both included
} queue_box;

// Buckets: eight for each doubling of 1/z, from 64 m to 25 cm.
enum { QUEUE_LISTS = 64, QUEUE_LISTS_LOG = 3, QUEUE_ROOM = 2 * VIEW_STACK, QUEUE_NONE = 0xffff };

typedef struct box_queue {
    uint64_t filled;  // one bit per bucket that is not empty; the highest is the nearest
    int count;        // boxes in the queue
    uint16_t unused;  // first free entry
    uint16_t first[QUEUE_LISTS];  // first box of each bucket
    uint16_t next[QUEUE_ROOM];    // next box of the bucket, or next free entry
    queue_box boxes[QUEUE_ROOM];
} box_queue;

LANES void queue_clear(box_queue* q) {
    q->filled = 0;
    q->count = q->unused = 0;
    memset(q->first, 0xff, sizeof q->first);
    for (int i = 0; i < QUEUE_ROOM; i++) q->next[i] = (uint16_t)(i + 1);
}

// The bucket of each 1/z: exponent and three bits of mantissa.
LANES i32x8 queue_lists(f32x8 nearest) {
    const int shift = 23 - QUEUE_LISTS_LOG, lowest = (127 - 6) << QUEUE_LISTS_LOG;
    return ((i32x8)f32x8_clamp(nearest, 0x1p-6f, 0x1.fp1f) >> shift) - lowest;
}

// Returns an entry that the caller fills in. When the queue is nearly full, new boxes go to the
// nearest bucket: from then on the traversal is depth-first, so the queue grows by at most the
// depth of the tree.
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

// The next box of a queue that is not empty.
LANES int queue_nearest_list(const box_queue* q) { return 63 - __builtin_clzll(q->filled); }
LANES const queue_box* queue_peek(const box_queue* q) {
    return &q->boxes[q->first[queue_nearest_list(q)]];
}

// Removes the next box. The result is valid until the next queue_put.
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
