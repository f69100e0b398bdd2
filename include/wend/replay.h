// A logged episode played again: the same actions in the same scene, step by step, so that what was
// seen can be looked at and what was thought can be asked for.
//
//     wend_replay_create(&def, &log, &replay, &error);
//     wend_replay_begin(replay, &log.records[i], &error);
//     while (wend_replay_at(replay) < log.records[i].steps) {
//         wend_replay_look(replay, &frame, &error);
//         wend_replay_step(replay, &error);
//     }
#ifndef WEND_REPLAY_H
#define WEND_REPLAY_H

#include "wend/log.h"
#include "wend/map.h"
#include "wend/navmesh.h"
#include "wend/sense.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct wend_replay wend_replay;

typedef struct wend_replay_def {
    const char* log;       // its path: the files it names are looked for from there
    const char* episodes;  // file; NULL: as the log says
    const char* scenes;    // folder of scene files; NULL: as the log says
    const char* cache;     // folder of files that make scenes open fast; NULL: none
    int side;              // pixels of the pictures' longer side; 0: as the task has it
    bool think;  // the agent is run again on what it saw, if it is one of wend's that draw a map
} wend_replay_def;

// `log` must outlive the replay. WEND_FORMAT when the episodes are not those the log was made of.
WEND_API wend_status wend_replay_create(const wend_replay_def* def, const wend_log_set* log,
                                        wend_replay** replay, wend_error* error);
WEND_API void wend_replay_destroy(wend_replay* replay);  // Nullable: replay.

// Opens the record's scene and stands at its start. WEND_FORMAT when the scene is not what it was
// when the log was made, or when the record is of an episode that could not be played.
WEND_API wend_status wend_replay_begin(wend_replay* replay, const wend_log_record* record,
                                       wend_error* error);
// Takes the next action of the record. WEND_FORMAT when the body does not end where the log says it
// did: the log was made by another wend, or with motions it does not hold.
WEND_API wend_status wend_replay_step(wend_replay* replay, wend_error* error);
WEND_API int wend_replay_at(const wend_replay* replay);  // actions taken so far

// What the body sees now.
WEND_API wend_status wend_replay_look(wend_replay* replay, const wend_frame* frame,
                                      wend_error* error);
// What the agent was told when that was looked at last. NULL: nothing. Good until the next step.
WEND_API const char* wend_replay_instruction(const wend_replay* replay);
WEND_API const wend_camera* wend_replay_camera(const wend_replay* replay);
// Of the episode that has begun. NULL where a viewpoint graph is all there is.
WEND_API const wend_scene* wend_replay_scene(const wend_replay* replay);
WEND_API const wend_navmesh* wend_replay_navmesh(const wend_replay* replay);
// The goals that are left now, in order. Good until the next step.
WEND_API wend_vec3_span wend_replay_goals(const wend_replay* replay);
// What the agent believes now. NULL: it was not run again, it has no map, or it no longer does what
// the log says it did. Good until the next step.
WEND_API const wend_map* wend_replay_map(const wend_replay* replay);
// Where that map's frame lies: the start of the episode, or of the tour.
WEND_API wend_log_pose wend_replay_origin(const wend_replay* replay);
// Where in the picture before the last step the agent took its goal to be: [height][width], 0 … 1.
// NULL as above, and for agents that do not say. Good until the next step.
WEND_API const float* wend_replay_relevance(const wend_replay* replay, int* width, int* height);
// The record as it would stand in the log if the episode had ended now. Good until the next step.
WEND_API wend_status wend_replay_record(wend_replay* replay, wend_log_record* record,
                                        wend_error* error);

#ifdef __cplusplus
}
#endif
#endif
