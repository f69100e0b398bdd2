// What agents did in object-goal episodes, read from the files the field writes.
#ifndef WEND_PREDICTIONS_OBJECT_RESULTS_H
#define WEND_PREDICTIONS_OBJECT_RESULTS_H

#include "base/array.h"
#include "base/json.h"

// Numbers that a file does not hold are NAN.
typedef struct object_result {
    const char* id;        // "FloorPlan_Val3_5_GingerbreadHouse_1"
    const char* scene;     // NULL: not told
    const char* category;  // NULL: not told
    const char* split;     // the folder it lies in, below the one given; NULL: that one itself
    double success;        // 0 or 1, as recorded
    bool unstopped;        // the last action is told and is not Stop
    double length;         // metres of the trajectory
    double shortest;       // metres of the shortest path
    double spl, soft_spl, distance;  // as recorded
    double poses, actions, actions_succeeded;
    bool target_seen, target_told;  // CoW: whether the target was visible at some time
} object_result;

typedef struct object_results {
    arena memory;
    ARRAY_OF(object_result) items;
} object_results;

// CoW's file of one episode or a folder of them (of folders of them: its splits), the RoboTHOR
// challenge's metrics ({"episodes": {id: …}}, also below "val" or the split named), Habitat's
// statistics by episode ({id: {"success", "spl", …}}), CoW's Habitat files.
wend_status object_results_read(const char* path, const char* split, object_results* results,
                                wend_error* error);
void object_results_destroy(object_results* results);  // safe on {0}

#endif
