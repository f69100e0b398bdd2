// RescueBench's test lines and the trajectories people walked.
//
// Unreal's frame is left-handed, in centimetres, z up, x forward, and its poses are
// [x, y, z, roll, yaw, pitch] in degrees, yaw clockwise from above. Here everything is in wend's
// frame and metres; dividing by 100 rounds, so a place keeps the numbers of the file as well.
// Levels count from 0, as in the files; the paper's L1 is level 0.
#ifndef WEND_RESCUE_H
#define WEND_RESCUE_H

#include "wend/record.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { WEND_RESCUE_LEVELS = 5 };

typedef struct wend_rescue_place {
    wend_point at;     // metres
    double heading;    // radians, counter-clockwise from above, 0 along -z
    double unreal[6];  // x, y, z, roll, yaw, pitch as in the file: centimetres and degrees
} wend_rescue_place;

// From Unreal's numbers, and to them: a place written by wend has no roll and no pitch.
WEND_API wend_rescue_place wend_rescue_place_from_unreal(const double unreal[6]);
WEND_API wend_rescue_place wend_rescue_place_make(wend_point at, double heading);

typedef struct wend_rescue_episode {
    const char* world;  // env_id: "UnrealRescue-FlexibleRoom"
    int64_t level;      // 0 to 4
    wend_rescue_place agent, injured, stretcher, ambulance;
    int64_t look;              // of the injured person, 0 to 19
    const char* const* texts;  // one clue in words
    int text_count;
    const char* const* images;  // and one picture's file name
    int image_count;
    double timeout;  // seconds
    int line;        // where it stands in its file, from 1; 0: not read
    const char* extra;
} wend_rescue_episode;

typedef struct wend_rescue_set {
    wend_rescue_episode* episodes;
    int count;
    struct arena* memory;
} wend_rescue_set;

WEND_API wend_status wend_rescue_read(const char* path, wend_rescue_set* set, wend_error* error);
WEND_API wend_status wend_rescue_parse(const char* text, size_t size, const char* name,
                                       wend_rescue_set* set, wend_error* error);
WEND_API wend_status wend_rescue_write(const wend_rescue_set* set, const char* path,
                                       wend_error* error);
WEND_API void wend_rescue_destroy(wend_rescue_set* set);  // safe on {0} and twice

// What a level asks of an episode, as far as its line can show it. [RescueBench, Table 7; the
// released lines and the built-in table of time limits]
typedef struct wend_rescue_rule {
    double min_distance, max_distance;    // metres from the start to the injured, straight, level
    double min_elevation, max_elevation;  // metres between them; INFINITY: no limit
    double timeout;                       // seconds
    bool needs_doors;
} wend_rescue_rule;

// `level` from 0 to 4.
WEND_API const wend_rescue_rule* wend_rescue_rule_of(int level);

// ---- trajectories ------------------------------------------------------------------------------

typedef struct wend_rescue_action {
    double move[2];     // angle in -30…30, a rate of turn; speed in -100…100 cm/s
    int64_t head;       // 0 none, 1 up, 2 down
    int64_t animation;  // 0 stand, 1 jump, 2 crouch, 3 carry, 4 drop, 5 open a door
    const char* extra;
} wend_rescue_action;

typedef struct wend_rescue_step {
    double step;
    wend_rescue_place place;
    const wend_rescue_action* action;  // NULL: the first step has none
    bool picked;                       // the injured person is being carried
    double reward, seconds;            // NAN: none
    const char* extra;
} wend_rescue_step;

typedef struct wend_rescue_run {
    const char* world;
    int64_t level;
    wend_record_id episode;
    const char* result;  // "success", "failed", "timeout"
    double timeout, elapsed, steps;
    wend_rescue_step* trajectory;
    int step_count;
    int line;           // where it stands in its file, from 1; 0: not read
    const char* extra;  // seed, fps, terminated, truncated
} wend_rescue_run;

typedef struct wend_rescue_runs {
    wend_rescue_run* items;
    int count;
    struct arena* memory;
} wend_rescue_runs;

WEND_API wend_status wend_rescue_runs_read(const char* path, wend_rescue_runs* runs,
                                           wend_error* error);
WEND_API wend_status wend_rescue_runs_parse(const char* text, size_t size, const char* name,
                                            wend_rescue_runs* runs, wend_error* error);
WEND_API wend_status wend_rescue_runs_write(const wend_rescue_runs* runs, const char* path,
                                            wend_error* error);
WEND_API void wend_rescue_runs_destroy(wend_rescue_runs* runs);  // safe on {0} and twice

#ifdef __cplusplus
}
#endif
#endif
