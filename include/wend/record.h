// What every kind of episode file shares.
//
// A reader turns a file into plain structs; a writer turns them into a file again, and what was
// read is written back equal: the same JSON values, keys in another order at most. Three rules make
// that hold for files with more in them than wend knows:
//   - numbers are doubles, as the file gives them, in wend's frame where the change of frame is
//     exact; where it is not, the file's own numbers are kept beside;
//   - a field that is missing is NULL, or NAN for a number, and is not written;
//   - fields wend has no use for, and fields that are null, are kept as JSON text (`extra`).
// A set owns all memory its records point to; it is given back by the set's destroy.
#ifndef WEND_RECORD_H
#define WEND_RECORD_H

#include "wend/base.h"

#ifdef __cplusplus
extern "C" {
#endif

// A position as files give it.
typedef struct wend_point {
    double x, y, z;
} wend_point;

static inline wend_vec3 wend_point_vec3(wend_point p) {
    return wend_v3((float)p.x, (float)p.y, (float)p.z);
}
static inline double wend_point_distance(wend_point a, wend_point b) {
    double x = a.x - b.x, y = a.y - b.y, z = a.z - b.z;
    return sqrt(x * x + y * y + z * z);
}

// A path of points; `items` is NULL where the file has no such field.
typedef struct wend_points {
    const wend_point* items;
    int count;
} wend_points;

// Sum of the straight steps, in metres.
static inline double wend_points_length(wend_points path) {
    double length = 0;
    for (int i = 1; i < path.count; i++)
        length += wend_point_distance(path.items[i - 1], path.items[i]);
    return length;
}

// An id: some files write it as a number, some as text.
typedef struct wend_record_id {
    const char* text;  // NULL: the file has none
    bool is_number;
} wend_record_id;

#ifdef __cplusplus
}
#endif
#endif
