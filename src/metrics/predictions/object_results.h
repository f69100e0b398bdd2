// Results of ObjectNav episodes, from the files of CoW, the RoboTHOR challenge and Habitat.
#ifndef WEND_METRICS_PREDICTIONS_OBJECT_RESULTS_H
#define WEND_METRICS_PREDICTIONS_OBJECT_RESULTS_H

#include "base/array.h"
#include "base/json.h"

// Numbers that are not in the file are NAN.
typedef struct object_result {
    const char* id;                  // "FloorPlan_Val3_5_GingerbreadHouse_1"
    const char* scene;               // NULL: not given
    const char* category;            // NULL: not given
    const char* split;               // subfolder that contains it; NULL: the given folder itself
    double success;                  // 0 or 1, as recorded
    bool unstopped;                  // the last action is given and is not Stop
    double length;                   // metres of the trajectory
    double shortest;                 // metres of the shortest path
    double spl, soft_spl, distance;  // as recorded
    double poses, actions, actions_succeeded;
    bool target_seen, has_target_seen;  // CoW: whether the target was visible at some step;
                                        // has_target_seen: the file has that field
} object_result;

typedef struct object_results {
    arena memory;
    ARRAY_OF(object_result) items;
} object_results;

// Reads CoW's file of one episode, a folder of them or a folder of such folders (its splits); the
// RoboTHOR challenge's metrics ({"episodes": {id: …}}, also below "val" or the given split);
// Habitat's statistics by episode ({id: {"success", "spl", …}}); and CoW's Habitat files.
wend_status object_results_read(const char* path, const char* split, object_results* results,
                                wend_error* error);
void object_results_destroy(object_results* results);  // safe on {0}

#endif
