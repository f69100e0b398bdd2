// Removes consecutive repeats of a point, which turning on the spot produces. [VLN-CE's measure
// appends a position only if it differs from the last one]
#include <string.h>

#include "metrics/dtw.h"

static bool is_repeat(const wend_path* path, int i) {
    if (!path->points) return path->nodes[i] == path->nodes[i - 1];
    const double *p = path->points[i], *q = path->points[i - 1];
    return p[0] == q[0] && p[1] == q[1] && p[2] == q[2];
}

static bool has_repeats(const wend_path* path) {
    for (int i = 1; i < path->count; i++)
        if (is_repeat(path, i)) return true;
    return false;
}

wend_status dtw_distinct(wend_dtw* dtw, const wend_path* path, wend_path* distinct,
                         wend_error* error) {
    *distinct = *path;
    if (!has_repeats(path)) return WEND_OK;
    size_t bytes = path->points ? sizeof *path->points : sizeof *path->nodes;
    if ((size_t)path->count * bytes > dtw->distinct_capacity) {
        wend_free(dtw->distinct);
        dtw->distinct_capacity = 0;
        dtw->distinct = wend_alloc((size_t)path->count * bytes);
        if (!dtw->distinct)
            return wend_fail(error, WEND_NO_MEMORY, "out of memory for a path of %d points",
                             path->count);
        dtw->distinct_capacity = (size_t)path->count * bytes;
    }
    const char* from = path->points ? (const char*)path->points : (const char*)path->nodes;
    char* to = dtw->distinct;
    distinct->count = 0;
    for (int i = 0; i < path->count; i++)
        if (i == 0 || !is_repeat(path, i))
            memcpy(to + bytes * (size_t)distinct->count++, from + bytes * (size_t)i, bytes);
    if (path->points)
        distinct->points = dtw->distinct;
    else
        distinct->nodes = dtw->distinct;
    return WEND_OK;
}
