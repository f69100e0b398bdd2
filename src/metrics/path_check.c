#include "metrics/path_check.h"

#include <math.h>

wend_status path_check(const wend_path* path, const char* name, wend_error* error) {
    for (int i = 0; path->points && i < path->count; i++) {
        const double* p = path->points[i];
        if (isfinite(p[0]) && isfinite(p[1]) && isfinite(p[2])) continue;
        return wend_fail(error, WEND_ARGUMENT,
                         "point %d of the %s is (%g, %g, %g); coordinates must be finite", i, name,
                         p[0], p[1], p[2]);
    }
    return WEND_OK;
}
