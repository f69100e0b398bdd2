// How much of what is coming a body has seen already, while it goes on tours: IVLN's Figure 2b,
// from the log of a run.
#ifndef WEND_COVERAGE_H
#define WEND_COVERAGE_H

#include "wend/log.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct wend_coverage_def {
    const char* log;     // its path: the folder of scenes it names is looked for from there
    const char* scenes;  // folder of scene files; NULL: as the log says
    const char* cache;   // folder of files that make scenes open fast; NULL: none
    float range;         // metres one sees; default 10
    float cell;          // metres of the cubes that are seen or not; default 0.2
    bool own_steps;      // what is seen while being led does not count; default false
} wend_coverage_def;

WEND_API wend_coverage_def wend_coverage_default_def(void);

enum { WEND_COVERAGE_MAX = 128 };

// Means over tours, by how many episodes were done. What a path shows is what is seen by who walks
// its reference, looking ahead; what a tour shows is what its paths show.
typedef struct wend_coverage {
    int count;                        // most episodes that were done before another
    int tours[WEND_COVERAGE_MAX];     // that had another episode
    double next[WEND_COVERAGE_MAX];   // share of the next path that had been seen
    double whole[WEND_COVERAGE_MAX];  // share of the tour
} wend_coverage;

// The log must be complete and of tours in continuous space. WEND_UNSUPPORTED: it is not.
WEND_API wend_status wend_coverage_compute(const wend_log_set* log, const wend_coverage_def* def,
                                           wend_coverage* coverage, wend_error* error);

#ifdef __cplusplus
}
#endif
#endif
