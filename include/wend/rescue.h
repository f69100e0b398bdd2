// RescueBench's test lines and the trajectories people walked.
//
// Unreal's frame is left-handed, in centimetres, z up, x forward, and its poses are
// [x, y, z, roll, yaw, pitch] in degrees, yaw clockwise from above. Here everything is in wend's
// frame and metres; dividing by 100 rounds, so a place keeps the numbers of the file as well.
// Levels count from 0, as in the files; the paper's L1 is level 0.
#ifndef WEND_RESCUE_H
#define WEND_RESCUE_H

#include "wend/record.h"
#include "wend/sim.h"

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

// ---- playing ------------------------------------------------------------------------------------

// Time is simulated: every action takes one period, so a slow computer scores no worse. Measured on
// 212 human trajectories: a control period of 0.2 s, 99.4 cm/s at speed 100, loaded or not, and
// about 82 degrees a second at angle 30.
#define WEND_RESCUE_PERIOD    0.2    // seconds
#define WEND_RESCUE_SPEED     0.994  // metres a second
#define WEND_RESCUE_TURN_RATE 82.0   // degrees a second

enum { WEND_RESCUE_LOOKS = 20, WEND_RESCUE_MOVES = 7, WEND_RESCUE_PARTS = 3 };
enum { WEND_RESCUE_PICTURE_WIDTH = 256, WEND_RESCUE_PICTURE_HEIGHT = 192 };  // of a clue, as shown

// The seven discrete moves: angle and speed, as in wend_rescue_action.
WEND_API const double* wend_rescue_move_at(int index);
// A mixed action as the simulator's: its move, then head and animation where they are not 0; at
// most WEND_RESCUE_PARTS of a period each. Angle and speed are clipped to their ranges. Returns how
// many.
WEND_API int wend_rescue_action_parts(const wend_rescue_action* action, wend_action* parts);

// From where the person can be carried and put down. [RescueBench: state machine; spec section 2.1]
typedef struct wend_rescue_gates {
    float carry;    // metres on the ground plane from the person; paper 1.5, official 1.0
    float place;    // from the stretcher; paper 1.5, official 2.0
    float height;   // metres up or down; 2.2
    bool assisted;  // the environment carries, puts down and opens doors for the agent, as soon as
                    // a gate is entered; else the agent does
} wend_rescue_gates;

// `rules` is "paper" or "official".
WEND_API wend_rescue_gates wend_rescue_gates_for(const char* rules, bool assisted);

// Why there was no success. [RescueBench: failure_reason]
#define WEND_RESCUE_REASON_LIST(X)                                                   \
    X(NONE, "")                                                                      \
    X(TIMEOUT_PHASE1, "TIMEOUT_PHASE1")       /* before the person was carried */    \
    X(TIMEOUT_PHASE2, "TIMEOUT_PHASE2")       /* after it */                         \
    X(CARRY_FAILED, "CARRY_FAILED")           /* in the gate, fifty times in vain */ \
    X(DROP_FAILED, "DROP_FAILED")             /* the same at the stretcher */        \
    X(DROP_OUT_OF_RANGE, "DROP_OUT_OF_RANGE") /* put down elsewhere */

typedef enum wend_rescue_reason {
#define X(name, word) WEND_RESCUE_##name,
    WEND_RESCUE_REASON_LIST(X)
#undef X
        WEND_RESCUE_REASON_COUNT
} wend_rescue_reason;

WEND_API const char* wend_rescue_reason_name(wend_rescue_reason reason);

// Follows waypoints: turns to the first, walks when it faces it, opens a door that is in the way.
// What the expert of the generator does, and the oracle.
WEND_API wend_action wend_rescue_walk(const wend_sim* sim, wend_vec3_span way);

// What wend's own lines say beyond the official ones, in `extra`: the expert's way and what it
// showed. Points are Unreal's, in centimetres, in the file.
typedef struct wend_rescue_expert {
    const wend_vec3* way;  // [out + back] waypoints: to the person, then to the stretcher
    int out, back;         // 0: the line has no expert
    float seconds;         // all four stages
    float carried;         // seconds to the pick
    float climb;           // metres between the highest and the lowest place of the trajectory
    int doors;             // that were opened
    int seen;              // pixels of the person seen from the start, looking around
    int fits;              // places that the clue fits
} wend_rescue_expert;

// From an episode's extra. The way lives in `memory`.
WEND_API wend_status wend_rescue_read_expert(const wend_rescue_episode* episode,
                                             struct arena* memory, wend_rescue_expert* expert,
                                             wend_error* error);

// ---- making episodes ----------------------------------------------------------------------------

// Why a drawn episode was thrown away.
#define WEND_RESCUE_REJECTION_LIST(X)                                             \
    X(NO_ROOM, "nobody can lie there")                                            \
    X(DISTANCE, "start and injured not as far apart as the level says")           \
    X(UNREACHABLE, "no way, even with all doors open")                            \
    X(ELEVATION, "too high, too low or too level a way")                          \
    X(DOORS, "closed doors on the way where none may be, or none where one must") \
    X(PLACE, "not a place for the level: inside, outside, in the same room")      \
    X(CLUTTER, "nothing stands around the person")                                \
    X(VISIBLE, "seen from the start where it must not be")                        \
    X(HIDDEN, "not seen from the start where it must be")                         \
    X(EXPERT, "the expert did not complete it")                                   \
    X(SLOW, "the expert needed more than 60 % of the time")                       \
    X(PICTURE, "no picture shows the person")

typedef enum wend_rescue_rejection {
#define X(name, words) WEND_RESCUE_REJECTED_##name,
    WEND_RESCUE_REJECTION_LIST(X)
#undef X
        WEND_RESCUE_REJECTION_COUNT
} wend_rescue_rejection;

WEND_API const char* wend_rescue_rejection_words(wend_rescue_rejection rejection);

typedef struct wend_rescue_def {
    int level;  // 0 to 4
    int count;  // episodes a scene; default 5
    uint64_t seed;
    const char* folder;   // where scene files lie; NULL: as they stand
    const char* cache;    // of worlds; NULL: none
    const char* experts;  // file for the expert's trajectories, in the official form; NULL: none
} wend_rescue_def;

typedef struct wend_rescue_yield {
    int drawn, kept;
    int rejected[WEND_RESCUE_REJECTION_COUNT];
    int short_of;  // episodes that some scenes could not give
} wend_rescue_yield;

WEND_API wend_rescue_def wend_rescue_default_def(void);
// Writes official lines to `path` and reference pictures into a folder "<path>.images" beside it.
// A scene that gives no more episodes is told by `short_of`; one that gives none at all is an
// error.
WEND_API wend_status wend_rescue_generate(const char* const* scenes, int scene_count,
                                          const wend_rescue_def* def, const char* path,
                                          wend_rescue_yield* yield, wend_error* error);

#ifdef __cplusplus
}
#endif
#endif
