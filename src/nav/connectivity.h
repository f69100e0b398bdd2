// Matterport's connectivity files, one per building: a JSON list of
// {image_id, pose[16], included, visible[n], unobstructed[n], height}.  [Matterport3DSimulator]
#ifndef WEND_NAV_CONNECTIVITY_H
#define WEND_NAV_CONNECTIVITY_H

#include "base/arena.h"
#include "base/array.h"

#include "wend/nav.h"

// Bits of a directed pair of viewpoints: visible; navigable in a straight line.
enum { CONNECTIVITY_VISIBLE = 1, CONNECTIVITY_UNOBSTRUCTED = 2 };

typedef struct connectivity {
    ARRAY_OF(wend_viewpoint) viewpoints;
    ARRAY_OF(uint8_t) links;  // [count][count] row: from, column: to
} connectivity;

// Ids are allocated in `memory`.
wend_status connectivity_parse(const char* text, size_t size, const char* name, arena* memory,
                               connectivity* out, wend_error* error);
void connectivity_destroy(connectivity* c);  // safe on {0}
wend_status connectivity_write(const wend_viewpoint* viewpoints, const uint8_t* links, int count,
                               const char* path, wend_error* error);

#endif
