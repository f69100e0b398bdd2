#ifndef WEND_METRICS_PATH_CHECK_H
#define WEND_METRICS_PATH_CHECK_H

#include "wend/metrics.h"

// WEND_ARGUMENT, naming the point, if a coordinate is not finite. Paths on graphs have no
// coordinates.
wend_status path_check(const wend_path* path, const char* name, wend_error* error);

#endif
