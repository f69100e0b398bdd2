// Predictions made elsewhere, in the files the field hands in, scored: what `wend score` prints.
#ifndef WEND_PREDICTIONS_H
#define WEND_PREDICTIONS_H

#include "wend/graph.h"
#include "wend/metrics.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct wend_predictions_def {
    wend_benchmark benchmark;
    const char* results;       // the predictions; objectnav, robothor, pasture: a folder too
    const char* annotations;   // the episodes (all but ir2r-ce and multion); objectnav, robothor,
                               // pasture: may be NULL, and robothor's may be a folder
    const char* connectivity;  // folder of the graphs (r2r, r4r, rxr, ir2r)
    const char* rooms;      // viewpoint_rooms.json, for panoramas; NULL: ../rooms beside the graphs
    const char* truth;      // references (ir2r-ce: gt_ndtw.json; r2r-ce, rxr-ce: _gt file)
    const char* tours;      // tours.json (ir2r)
    const char* split;      // of the tours or of the references; NULL: the only one
    const char* navmeshes;  // folder of Habitat's .navmesh files, for geodesic distances
    wend_positions positions;  // of the graphs' nodes; default poses
    wend_rules rules;          // default official
    bool geodesic;             // r2r-ce, rxr-ce: distances to goals are walks; default straight
    bool per_episode;          // the JSON lists every episode (and tour); default no
    int resamples;             // of the bootstrap, 0 to 100000; default 1000; 0: no intervals
    uint64_t seed;             // of the bootstrap; default 1
} wend_predictions_def;

WEND_API wend_predictions_def wend_predictions_default_def(wend_benchmark benchmark);
// WEND_ARGUMENT when the benchmark needs something that is not given, or cannot use what is.
WEND_API wend_status wend_predictions_check(const wend_predictions_def* def, wend_error* error);

typedef struct wend_predictions wend_predictions;  // scored

// Checks, reads and scores. What is wrong with single predictions is no error: it is counted, has a
// defined effect on the numbers, and is told by the problems.
WEND_API wend_status wend_predictions_score(const wend_predictions_def* def,
                                            wend_predictions** scored, wend_error* error);
WEND_API void wend_predictions_destroy(wend_predictions* scored);  // Nullable: scored.

// All live as long as the scores.
WEND_API const char* wend_predictions_json(const wend_predictions* scored);   // one object
WEND_API const char* wend_predictions_table(const wend_predictions* scored);  // lines to read
WEND_API const char* wend_predictions_csv(
    const wend_predictions* scored);  // a line an episode; "" without per_episode
WEND_API int wend_predictions_problem_count(const wend_predictions* scored);
WEND_API const char* wend_predictions_problem_at(const wend_predictions* scored, int index);

#ifdef __cplusplus
}
#endif
#endif
