// RescueBench's test lines and human trajectories.
//
// Unreal's frame is left-handed, in centimetres, z up, x forward, and its poses are
// [x, y, z, roll, yaw, pitch] in degrees, yaw clockwise from above. The structs use wend's frame
// and metres; dividing by 100 rounds, so the original numbers are stored as well. Levels count from
// 0, as in the files; the paper's L1 is level 0.
//
// Owner: src/data
#ifndef WEND_BENCHMARKS_RESCUE_H
#define WEND_BENCHMARKS_RESCUE_H

#include "wend/data.h"
#include "wend/observation.h"

#ifdef __cplusplus
extern "C" {
#endif

struct wend_sim;

enum { WEND_RESCUE_LEVELS = 5 };

typedef struct wend_rescue_pose {
    wend_dvec3 at;     // metres
    double heading;    // radians, counter-clockwise from above, 0 along -z
    double unreal[6];  // x, y, z, roll, yaw, pitch as in the file: centimetres and degrees
} wend_rescue_pose;

// Conversion from and to Unreal's numbers. Poses made by wend have no roll and no pitch.
WEND_API wend_rescue_pose wend_rescue_pose_from_unreal(const double unreal[6]);
WEND_API wend_rescue_pose wend_rescue_pose_make(wend_dvec3 at, double heading);

typedef struct wend_rescue_episode {
    const char* world;  // env_id: "UnrealRescue-FlexibleRoom"
    int64_t level;      // 0 to 4
    wend_rescue_pose agent, injured, stretcher, ambulance;
    int64_t look;              // appearance of the injured person, 0 to 19
    const char* const* texts;  // one text clue
    int text_count;
    const char* const* images;  // one image clue, a file name
    int image_count;
    double timeout;  // seconds
    int line;        // line in its file, from 1; 0: not from a file
    const char* extra;
} wend_rescue_episode;

typedef struct wend_rescue_set {
    wend_rescue_episode* episodes;
    int count;
    wend_arena* memory;
} wend_rescue_set;

WEND_API wend_status wend_rescue_read(const char* path, wend_rescue_set* set, wend_error* error);
WEND_API wend_status wend_rescue_parse(const char* text, size_t size, const char* name,
                                       wend_rescue_set* set, wend_error* error);
WEND_API wend_status wend_rescue_write(const wend_rescue_set* set, const char* path,
                                       wend_error* error);
WEND_API void wend_rescue_destroy(wend_rescue_set* set);  // safe on {0} and twice

// The requirements of a level that can be checked in a line. [RescueBench, Table 7; timeouts:
// released lines]
typedef struct wend_rescue_rule {
    double min_distance,
        max_distance;  // metres from the start to the injured person, horizontal, straight
    double min_elevation, max_elevation;  // metres between them; INFINITY: no limit
    double timeout;                       // seconds
    bool needs_doors;
} wend_rescue_rule;

// `level` from 0 to 4.
WEND_API const wend_rescue_rule* wend_rescue_rule_of(int level);

// ---- trajectories ------------------------------------------------------------------------------

typedef struct wend_rescue_action {
    double move[2];     // turn rate in [-30, 30]; speed in [-100, 100] cm/s
    int64_t head;       // 0 none, 1 up, 2 down
    int64_t animation;  // 0 stand, 1 jump, 2 crouch, 3 carry, 4 drop, 5 open a door
    const char* extra;
} wend_rescue_action;

typedef struct wend_rescue_step {
    double step;
    wend_rescue_pose place;
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
    int line;           // line in its file, from 1; 0: not from a file
    const char* extra;  // seed, fps, terminated, truncated
} wend_rescue_run;

typedef struct wend_rescue_runs {
    wend_rescue_run* items;
    int count;
    wend_arena* memory;
} wend_rescue_runs;

WEND_API wend_status wend_rescue_runs_read(const char* path, wend_rescue_runs* runs,
                                           wend_error* error);
WEND_API wend_status wend_rescue_runs_parse(const char* text, size_t size, const char* name,
                                            wend_rescue_runs* runs, wend_error* error);
WEND_API wend_status wend_rescue_runs_write(const wend_rescue_runs* runs, const char* path,
                                            wend_error* error);
WEND_API void wend_rescue_runs_destroy(wend_rescue_runs* runs);  // safe on {0} and twice

// ---- simulation ---------------------------------------------------------------------------------

// Time is simulated: every action takes one period, so results do not depend on the machine.
// Measured on 212 human trajectories: control period 0.2 s, 99.4 cm/s at speed 100 with and without
// load, about 82 degrees per second at turn rate 30.
#define WEND_RESCUE_PERIOD    0.2    // seconds
#define WEND_RESCUE_SPEED     0.994  // metres per second
#define WEND_RESCUE_TURN_RATE 82.0   // degrees per second

enum { WEND_RESCUE_LOOKS = 20, WEND_RESCUE_PARTS = 3 };
enum { WEND_RESCUE_IMAGE_WIDTH = 256, WEND_RESCUE_IMAGE_HEIGHT = 192 };  // of an image clue

// Splits a mixed action into simulator actions of one period each: the move, then head and
// animation if not 0. Turn rate and speed are clipped. Returns the number of parts, at most
// WEND_RESCUE_PARTS.
WEND_API int wend_rescue_action_parts(const wend_rescue_action* action, wend_action* parts);

// Distances for picking up and putting down the person. [RescueBench: state machine]
typedef struct wend_rescue_gates {
    float carry;    // metres on the ground plane from the person; paper 1.5, official 1.0
    float place;    // metres from the stretcher; paper 1.5, official 2.0
    float height;   // maximal height difference in metres; 2.2
    bool assisted;  // the environment picks up, puts down and opens doors as soon as a gate is
                    // entered; otherwise the agent must act
} wend_rescue_gates;

// `rules` is "paper" or "official".
WEND_API wend_rescue_gates wend_rescue_gates_for(const char* rules, bool assisted);

// Reasons of failure. [RescueBench: failure_reason]
#define WEND_RESCUE_REASON_LIST(X)                                                        \
    X(NONE, "")                                                                           \
    X(TIMEOUT_PHASE1, "TIMEOUT_PHASE1")       /* before the person was carried */         \
    X(TIMEOUT_PHASE2, "TIMEOUT_PHASE2")       /* after it */                              \
    X(CARRY_FAILED, "CARRY_FAILED")           /* fifty failed attempts within the gate */ \
    X(DROP_FAILED, "DROP_FAILED")             /* the same at the stretcher */             \
    X(DROP_OUT_OF_RANGE, "DROP_OUT_OF_RANGE") /* put down elsewhere */

typedef enum wend_rescue_reason {
#define X(name, word) WEND_RESCUE_##name,
    WEND_RESCUE_REASON_LIST(X)
#undef X
        WEND_RESCUE_REASON_COUNT
} wend_rescue_reason;

WEND_API const char* wend_rescue_reason_name(wend_rescue_reason reason);

// Follows waypoints: turns towards the next, moves forward when facing it, opens closed doors on
// the way. Used by the generator's expert and the oracle.
WEND_API wend_action wend_rescue_follow_path(const struct wend_sim* sim, wend_vec3_span path);

// The expert data of generated lines, stored in `extra`. Points are in Unreal's frame and
// centimetres in the file.
typedef struct wend_rescue_expert {
    const wend_vec3* path;  // [out + back] waypoints: to the person, then to the stretcher
    int out, back;          // 0: the line has no expert
    float seconds;          // all four stages
    float carried;          // seconds to the pick-up
    float climb;            // metres between highest and lowest position of the trajectory
    int doors;              // opened doors
    int seen;               // pixels of the person in all directions from the start
    int fits;               // positions that match the clue
} wend_rescue_expert;

#ifdef __cplusplus
}
#endif
#endif
