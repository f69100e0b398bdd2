// Episode files of any kind: what they hold, what is wrong in them, and into what they can be
// turned. The records themselves are in the header of each kind (vln.h, habitat.h, robothor.h,
// rescue.h, trace.h, graph.h).
#ifndef WEND_EPISODES_H
#define WEND_EPISODES_H

#include "wend/graph.h"
#include "wend/record.h"
#include "wend/sim.h"

#ifdef __cplusplus
extern "C" {
#endif

// X(name, word, what it is)
#define WEND_EPISODES_KIND_LIST(X)                                                     \
    X(R2R, "r2r", "paths with instructions: R2R, R4R")                                 \
    X(RXR, "rxr", "RxR guide annotations")                                             \
    X(RXR_FOLLOWER, "rxr-follower", "RxR follower demonstrations")                     \
    X(TOURS, "tours", "IVLN tours")                                                    \
    X(TOUR_LOG, "tour-log", "what IVLN-CE logs of a tour, step by step")               \
    X(RESULTS, "results", "paths of an agent, as handed in for R2R or RxR")            \
    X(CONNECTIVITY, "connectivity", "a Matterport viewpoint graph")                    \
    X(VLNCE, "vlnce", "R2R-CE and RxR-CE episodes")                                    \
    X(VLNCE_GT, "vlnce-gt", "the `_gt` file of VLN-CE: what an expert did")            \
    X(MULTION, "multion", "MultiON episodes")                                          \
    X(HABITAT, "habitat", "other Habitat episodes: a start and point or object goals") \
    X(ROBOTHOR, "robothor", "RoboTHOR and PASTURE episodes")                           \
    X(PASTURE_TEXTS, "pasture-texts", "PASTURE's descriptions, object ids, templates") \
    X(PASTURE_RESULT, "pasture-result", "CoW's result of one episode")                 \
    X(RESCUE, "rescue", "RescueBench test lines")                                      \
    X(RESCUE_RUNS, "rescue-runs", "RescueBench trajectories")                          \
    X(TRACE, "trace", "pose traces: RxR's .npz files, PanGEA's snapshots")

typedef enum wend_episodes_kind {
#define X(name, word, what) WEND_EPISODES_##name,
    WEND_EPISODES_KIND_LIST(X)
#undef X
        WEND_EPISODES_KIND_COUNT,
    WEND_EPISODES_ANY = WEND_EPISODES_KIND_COUNT  // told by the content
} wend_episodes_kind;

WEND_API const char* wend_episodes_kind_name(wend_episodes_kind kind);
WEND_API const char* wend_episodes_kind_what(wend_episodes_kind kind);
// WEND_NOT_FOUND, with the names there are, for any other name.
WEND_API wend_status wend_episodes_kind_parse(const char* name, wend_episodes_kind* kind,
                                              wend_error* error);
// The kind of a text by its keys; WEND_EPISODES_ANY when it is none of these.
WEND_API wend_episodes_kind wend_episodes_kind_detect(const char* text, size_t size);

typedef struct wend_episodes wend_episodes;

WEND_API wend_status wend_episodes_read(const char* path, wend_episodes_kind kind,
                                        wend_episodes** episodes, wend_error* error);
WEND_API wend_status wend_episodes_parse(const char* text, size_t size, const char* name,
                                         wend_episodes_kind kind, wend_episodes** episodes,
                                         wend_error* error);
WEND_API void wend_episodes_destroy(wend_episodes* episodes);  // Nullable: episodes.
WEND_API wend_episodes_kind wend_episodes_kind_of(const wend_episodes* episodes);
WEND_API int wend_episodes_count(const wend_episodes* episodes);  // records
// Writes what was read, equal in its values; a path that ends in .gz is compressed.
WEND_API wend_status wend_episodes_write(const wend_episodes* episodes, const char* path,
                                         wend_error* error);

// ---- turned into another kind ------------------------------------------------------------------

typedef struct wend_convert_def {
    wend_episodes_kind to;
    wend_graph_set* graphs;  // NULL: none. r2r to vlnce needs it
    const char* path_file;   // trace: a guide annotation with the path and, if timed, its words
    bool as_tool;            // trace to .jsonl: by columns and in milliseconds
} wend_convert_def;

WEND_API wend_convert_def wend_convert_def_default(void);
// WEND_UNSUPPORTED where there is no way, with the ways there are.
WEND_API wend_status wend_episodes_convert(const wend_episodes* episodes,
                                           const wend_convert_def* def, const char* path,
                                           wend_error* error);

// ---- what is wrong -----------------------------------------------------------------------------

// X(name, word, what it means)
#define WEND_RULE_LIST(X)                                                                          \
    X(UNREADABLE, "unreadable", "the file is broken or of no known kind")                          \
    X(EMPTY, "empty", "the file holds no records")                                                 \
    X(DUPLICATE, "duplicate-id", "an id stands twice")                                             \
    X(MISSING_START, "missing-start", "a path without its first place")                            \
    X(UNKNOWN_SCAN, "unknown-scan", "a building that is not in the connectivity folder")           \
    X(UNKNOWN_VIEWPOINT, "unknown-viewpoint", "a viewpoint that is not in the graph")              \
    X(NOT_AN_EDGE, "not-an-edge", "a step between viewpoints that are not neighbours")             \
    X(UNREACHABLE, "unreachable", "no path leads from start to goal")                              \
    X(NOT_SHORTEST, "not-shortest", "the stored distance is not that of the shortest path")        \
    X(WRONG_LENGTH, "wrong-length", "a stored length is not that of its path")                     \
    X(HEADING, "heading", "a heading outside [-2 pi, 2 pi]")                                       \
    X(NO_TEXT, "no-text", "an instruction or clue is missing or has no words")                     \
    X(LANGUAGE, "language", "a language that RxR does not have")                                   \
    X(TIME_ORDER, "time-order", "times that run backwards")                                        \
    X(METRICS, "metrics", "stored metrics that contradict each other")                             \
    X(ROTATION_LENGTH, "rotation-length", "a quaternion that is not of unit length")               \
    X(TILTED, "tilted", "a start that is not upright")                                             \
    X(TOO_SHORT, "too-short", "a walking distance below the straight line")                        \
    X(NO_GOAL, "no-goal", "an episode without a goal")                                             \
    X(REPEATED_GOAL, "repeated-goal", "two goals of one category in a sequence")                   \
    X(LEG_RANGE, "leg-range", "two goals nearer or further apart than MultiON places them")        \
    X(OTHER_FLOOR, "other-floor", "a goal on another floor than the start")                        \
    X(UNKNOWN_THING, "unknown-thing", "a goal that there is no model of")                          \
    X(PATH_ENDS, "path-ends", "a path does not begin at the start or end at the goal")             \
    X(TOKENS, "tokens", "a token outside the vocabulary")                                          \
    X(TRAJECTORY, "trajectory", "episodes of one trajectory have different paths")                 \
    X(ACTIONS, "actions", "actions that do not fit each other or the places")                      \
    X(JUMP, "jump", "two places further apart than a step goes")                                   \
    X(ID_MISMATCH, "id-mismatch", "an id that does not fit its scene and object")                  \
    X(TURNS, "turns", "a start that is not a multiple of 30 degrees")                              \
    X(TEMPLATE, "template", "a prompt template without its place for the object")                  \
    X(LEVEL, "level", "a level outside 0 to 4")                                                    \
    X(LEVEL_DISTANCE, "level-distance",                                                            \
      "start and injured are not as far apart as the level says")                                  \
    X(LEVEL_ELEVATION, "level-elevation", "the difference in height is not as the level says")     \
    X(LEVEL_DOORS, "level-doors", "the level needs doors, the map has none")                       \
    X(LEVEL_TIMEOUT, "level-timeout", "the time limit is not the level's")                         \
    X(LEVEL_SIGHT, "level-sight", "the injured is seen from the start, or not, against the level") \
    X(EXPERT, "expert", "an expert that does not complete the rescue")                             \
    X(CLUE, "clue", "a clue that is not true of its scene")                                        \
    X(NO_OBJECT, "no-object", "an object that the scene does not have")                            \
    X(UNCLEAR, "unclear", "a description that cannot be understood")                               \
    X(UNTRUE, "untrue", "a text that is not true of its target or of the way it tells")            \
    X(AMBIGUOUS, "ambiguous", "a description that is true of other things too")                    \
    X(DISTRACTOR, "distractor", "no double to mistake the target for, or one too near")            \
    X(NOT_HIDDEN, "not-hidden", "a hidden thing that can be seen where one may stop")              \
    X(START_DISTANCE, "start-distance", "a start too near to the goal, or too far away")           \
    X(LOOK, "look", "an appearance outside 0 to 19")                                               \
    X(OUTCOME, "outcome", "a result that its trajectory contradicts")                              \
    X(MATRIX, "matrix", "a camera matrix that is no rotation, or a strange projection")            \
    X(NOT_CONNECTED, "not-connected", "a graph of several pieces")                                 \
    X(MISSING_SCENE, "missing-scene", "a scene that cannot be opened")                             \
    X(OFF_MESH, "off-mesh", "a start or a goal where nobody can stand")

typedef enum wend_rule {
#define X(name, word, what) WEND_RULE_##name,
    WEND_RULE_LIST(X)
#undef X
        WEND_RULE_COUNT
} wend_rule;

WEND_API const char* wend_rule_name(wend_rule rule);
WEND_API const char* wend_rule_what(wend_rule rule);

typedef struct wend_finding {
    wend_rule rule;
    const char* file;
    const char* where;  // "path 4332", "line 7"
    const char* words;  // what is there and what was expected
} wend_finding;

typedef struct wend_findings {
    wend_finding* items;
    int count, capacity;
    bool starved;  // there was no memory for one
    struct arena* memory;
} wend_findings;

// Adds what is wrong with the file. `graphs` may be NULL: then nothing is said about edges and
// shortest paths. An unknown building is told once.
WEND_API wend_status wend_episodes_check(const wend_episodes* episodes, wend_graph_set* graphs,
                                         wend_findings* problems, wend_error* error);
// Adds what can only be said where the scenes are: which cannot be opened, which starts and goals
// lie off their navmesh, which goals cannot be reached; for rescues, which break their level's
// rules when the expert walks them again; for R2R and RxR in scenes, which texts are not true of
// their ways. For Habitat's kinds, rescues and instructions; others have nothing to say. Of `where`
// the folder and the cache count.
WEND_API wend_status wend_episodes_check_worlds(const wend_episodes* episodes,
                                                const wend_world_source* where,
                                                wend_findings* problems, wend_error* error);
WEND_API void wend_findings_add(wend_findings* problems, wend_rule rule, const char* file,
                                const char* where, const char* words, ...)
    __attribute__((format(printf, 5, 6)));
WEND_API void wend_findings_destroy(wend_findings* problems);  // safe on {0} and twice

// ---- what the papers' tables say ---------------------------------------------------------------

// The unit of series that say which texts a follower could follow: 100 each, else 0. Their names
// are "followed", "followed with comparison", "followed without comparison" and so on
// (phenomena.h).
#define WEND_FOLLOWED_UNIT "% followed"

// Numbers of one sort, "words" of the group "hi-IN".
typedef struct wend_series {
    const char* name;
    const char* group;  // "" where there is one group only
    const char* unit;   // "m", "s"; "" for plain counts
    double* values;
    int count, capacity;
} wend_series;

// How many there are: of episodes, or of different scenes.
typedef struct wend_tally {
    const char* name;
    const char* group;
    double value;
    struct text_set* seen;  // what was counted once; NULL where everything counts
} wend_tally;

// Filled from any number of files. Names and groups appear in the order they were first met.
typedef struct wend_summary {
    wend_tally* tallies;
    int tally_count, tally_capacity;
    wend_series* series;
    int series_count, series_capacity;
    bool starved;
    struct arena* memory;
} wend_summary;

WEND_API wend_status wend_episodes_summarize(const wend_episodes* episodes, wend_graph_set* graphs,
                                             wend_summary* summary, wend_error* error);
// Rows of one name together, in the order names were first met, groups by their own.
WEND_API void wend_summary_sort(wend_summary* summary);
WEND_API void wend_summary_destroy(wend_summary* summary);  // safe on {0} and twice

typedef struct wend_moments {
    double mean, deviation, low, median, high;  // NAN without values; deviation of the population
} wend_moments;
WEND_API wend_status wend_series_moments(const wend_series* series, wend_moments* moments,
                                         wend_error* error);

#ifdef __cplusplus
}
#endif
#endif
