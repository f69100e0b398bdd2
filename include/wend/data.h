// Owner: src/data
#ifndef WEND_DATA_H
#define WEND_DATA_H

#include "wend/base.h"
#include "wend/nav.h"
#include "wend/observation.h"

#ifdef __cplusplus
extern "C" {
#endif

// ==== record ====================================================================================
// Types shared by all episode formats.
//
// A reader parses a file into plain structs; a writer serialises them. Reading and writing a file
// preserves all JSON values; only the order of keys may change:
//   - numbers are doubles. Positions are converted to wend's frame where the conversion is exact;
//     otherwise the original numbers are stored as well;
//   - a missing field is NULL, or NAN for a number, and is not written;
//   - unknown fields and fields that are null are stored as JSON text (`extra`).
// A set owns all memory that its records point to; the set's destroy frees it.

// A path of points; `items` is NULL when the file has no such field.
typedef struct wend_dvec3_span {
    const wend_dvec3* items;
    int count;
} wend_dvec3_span;

// Sum of the straight segments, in metres.
static inline double wend_dvec3_span_length(wend_dvec3_span path) {
    double length = 0;
    for (int i = 1; i < path.count; i++)
        length += wend_dvec3_distance(path.items[i - 1], path.items[i]);
    return length;
}

// An id, which files store as a number or as text.
typedef struct wend_record_id {
    const char* text;  // NULL: missing
    bool is_number;
} wend_record_id;

// ==== episodes ==================================================================================
// Episode files of any format: read, write, convert, check, summarise. The records of each format
// are in its own header (wend/benchmarks/{vln,habitat,pasture,rescue}.h, wend/nav.h for graphs).

// X(name, object): WEND_EPISODES_<name> is the format `format_<object>` of src/data/format_*.c.
// clang-format off
#define WEND_EPISODES_KIND_LIST(X) \
    X(R2R, r2r)                       /* R2R, R4R: paths with instructions */ \
    X(RXR, rxr)                       /* RxR guide annotations */ \
    X(RXR_FOLLOWER, rxr_follower)     /* RxR follower demonstrations */ \
    X(TOURS, tours)                   /* IVLN tours */ \
    X(TOUR_LOG, tour_log)             /* IVLN-CE's log of a tour, step by step */ \
    X(RESULTS, results)               /* trajectories of an agent, as submitted for R2R or RxR */ \
    X(CONNECTIVITY, connectivity)     /* a Matterport viewpoint graph */ \
    X(VLNCE, vlnce)                   /* R2R-CE and RxR-CE episodes */ \
    X(VLNCE_GT, vlnce_gt)             /* the `_gt` file of VLN-CE: the expert's actions */ \
    X(MULTION, multion)               /* MultiON episodes */ \
    X(HABITAT, habitat)               /* other Habitat episodes: point or object goals */ \
    X(ROBOTHOR, robothor)             /* RoboTHOR and PASTURE episodes */ \
    X(PASTURE_TEXTS, pasture_texts)   /* PASTURE's descriptions, object ids, templates */ \
    X(PASTURE_RESULT, pasture_result) /* CoW's result of one episode */ \
    X(RESCUE, rescue)                 /* RescueBench test lines */ \
    X(RESCUE_RUNS, rescue_runs)       /* RescueBench trajectories */ \
    X(TRACE, trace)                   /* pose traces: RxR's .npz files, PanGEA's snapshots */
// clang-format on

typedef enum wend_episodes_kind {
#define X(name, object) WEND_EPISODES_##name,
    WEND_EPISODES_KIND_LIST(X)
#undef X
        WEND_EPISODES_KIND_COUNT,
    WEND_EPISODES_ANY = WEND_EPISODES_KIND_COUNT  // detected by content
} wend_episodes_kind;

WEND_API const char* wend_episodes_kind_name(wend_episodes_kind kind);
WEND_API const char* wend_episodes_kind_what(wend_episodes_kind kind);
// WEND_NOT_FOUND, with the list of names, for an unknown name.
WEND_API wend_status wend_episodes_kind_parse(const char* name, wend_episodes_kind* kind,
                                              wend_error* error);
// Detects the format of a text by its keys; WEND_EPISODES_ANY when no format matches.
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
// Writes the same values that were read; a path that ends in .gz is compressed.
WEND_API wend_status wend_episodes_write(const wend_episodes* episodes, const char* path,
                                         wend_error* error);

// ---- convert -----------------------------------------------------------------------------------

typedef struct wend_convert_def {
    wend_episodes_kind to;
    wend_graph_set* graphs;  // NULL: none. Required by r2r to vlnce
    const char* path_file;   // trace: a guide annotation with path and, optionally, timed words
    bool as_tool;            // trace to .jsonl: column-major matrices, milliseconds
} wend_convert_def;

WEND_API wend_convert_def wend_convert_default_def(void);
// WEND_UNSUPPORTED, with the list of possible formats, when there is no such conversion.
WEND_API wend_status wend_episodes_convert(const wend_episodes* episodes,
                                           const wend_convert_def* def, const char* path,
                                           wend_error* error);

// ---- check -------------------------------------------------------------------------------------

// X(name, word, description)
// clang-format off
#define WEND_RULE_LIST(X) \
    X(UNREADABLE, "unreadable", "the file is damaged or of no known format") \
    X(EMPTY, "empty", "the file has no records") \
    X(DUPLICATE, "duplicate-id", "an id occurs twice") \
    X(MISSING_START, "missing-start", "a path without a first position") \
    X(UNKNOWN_SCAN, "unknown-scan", "a building that is not in the connectivity folder") \
    X(UNKNOWN_VIEWPOINT, "unknown-viewpoint", "a viewpoint that is not in the graph") \
    X(NOT_AN_EDGE, "not-an-edge", "a step between viewpoints that are not neighbours") \
    X(UNREACHABLE, "unreachable", "no path leads from start to goal") \
    X(NOT_SHORTEST, "not-shortest", "the stored distance is not that of the shortest path") \
    X(WRONG_LENGTH, "wrong-length", "a stored length is not that of its path") \
    X(HEADING, "heading", "a heading outside [-2 pi, 2 pi]") \
    X(NO_TEXT, "no-text", "an instruction or clue is missing or has no words") \
    X(LANGUAGE, "language", "a language that RxR does not have") \
    X(TIME_ORDER, "time-order", "times that decrease") \
    X(METRICS, "metrics", "stored metrics that contradict each other") \
    X(ROTATION_LENGTH, "rotation-length", "a quaternion that is not of unit length") \
    X(TILTED, "tilted", "a start rotation that is not upright") \
    X(TOO_SHORT, "too-short", "a geodesic distance below the Euclidean distance") \
    X(NO_GOAL, "no-goal", "an episode without a goal") \
    X(REPEATED_GOAL, "repeated-goal", "two goals of one category in a sequence") \
    X(LEG_RANGE, "leg-range", "distance between goals outside MultiON's range") \
    X(OTHER_FLOOR, "other-floor", "a goal on another floor than the start") \
    X(NO_MODEL, "no-model", "a goal category without a 3D model") \
    X(PATH_ENDS, "path-ends", "a path does not begin at the start or end at the goal") \
    X(TOKENS, "tokens", "a token outside the vocabulary") \
    X(TRAJECTORY, "trajectory", "episodes of one trajectory have different paths") \
    X(ACTIONS, "actions", "actions that contradict each other or the positions") \
    X(JUMP, "jump", "two positions further apart than one step") \
    X(ID_MISMATCH, "id-mismatch", "an id that does not match its scene and object") \
    X(TURNS, "turns", "a start heading that is not a multiple of 30 degrees") \
    X(TEMPLATE, "template", "a prompt template without a placeholder for the object") \
    X(LEVEL, "level", "a level outside 0 to 4") \
    X(LEVEL_DISTANCE, "level-distance", "distance of start and injured person outside the level's range") \
    X(LEVEL_ELEVATION, "level-elevation", "height difference outside the level's range") \
    X(LEVEL_DOORS, "level-doors", "the level requires doors, the map has none") \
    X(LEVEL_TIMEOUT, "level-timeout", "the time limit is not the level's") \
    X(LEVEL_SIGHT, "level-sight", "the injured person is visible from the start, or not, against the level") \
    X(EXPERT, "expert", "the expert does not complete the rescue") \
    X(CLUE, "clue", "a clue that is not true in its scene") \
    X(NO_OBJECT, "no-object", "an object that the scene does not have") \
    X(UNCLEAR, "unclear", "a description that cannot be parsed") \
    X(UNTRUE, "untrue", "a text that is not true of its target or path") \
    X(AMBIGUOUS, "ambiguous", "a description that other objects match too") \
    X(DISTRACTOR, "distractor", "no distractor of the target, or one too near") \
    X(NOT_HIDDEN, "not-hidden", "a hidden object that is visible from a stop position") \
    X(START_DISTANCE, "start-distance", "a start too near to the goal, or too far away") \
    X(LOOK, "look", "an appearance outside 0 to 19") \
    X(OUTCOME, "outcome", "a result that its trajectory contradicts") \
    X(MATRIX, "matrix", "a camera matrix that is not a rotation, or an invalid projection") \
    X(NOT_CONNECTED, "not-connected", "a graph with several components") \
    X(MISSING_SCENE, "missing-scene", "a scene that cannot be opened") \
    X(OFF_MESH, "off-mesh", "a start or goal off the navmesh")
// clang-format on

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
    const char* where;  // the record: "path 4332", "line 7"
    const char* words;  // found and expected value
} wend_finding;

typedef struct wend_findings {
    wend_finding* items;
    int count, capacity;
    bool out_of_memory;  // at least one finding is missing
    wend_arena* memory;
} wend_findings;

// Adds the problems of a file to `problems`. Without `graphs`, edges and shortest paths are not
// checked. An unknown building is reported once. Nullable: graphs.
WEND_API wend_status wend_episodes_check(const wend_episodes* episodes, wend_graph_set* graphs,
                                         wend_findings* problems, wend_error* error);
WEND_API void wend_findings_add(wend_findings* problems, wend_rule rule, const char* file,
                                const char* where, const char* words, ...)
    __attribute__((format(printf, 5, 6)));
WEND_API void wend_findings_destroy(wend_findings* problems);  // safe on {0} and twice

// ---- summarize ----------------------------------------------------------------------------------

// The unit of the series "followed", "followed with comparison", "followed without comparison", …:
// 100 for a text that a follower agent completed, otherwise 0 (phenomena: wend/language.h).
#define WEND_FOLLOWED_UNIT "% followed"

// Values of one quantity: "words" of the group "hi-IN".
typedef struct wend_series {
    const char* name;
    const char* group;  // "": a single group
    const char* unit;   // "m", "s"; "" for plain counts
    double* values;
    int count, capacity;
} wend_series;

// A count, for example of episodes or of distinct scenes.
typedef struct wend_tally {
    const char* name;
    const char* group;
    double value;
    struct text_set* seen;  // values already counted, for counts of distinct values; else NULL
} wend_tally;

// Accumulates any number of files. Names and groups are in order of first occurrence.
typedef struct wend_summary {
    wend_tally* tallies;
    int tally_count, tally_capacity;
    wend_series* series;
    int series_count, series_capacity;
    bool out_of_memory;
    wend_arena* memory;
} wend_summary;

WEND_API wend_status wend_episodes_summarize(const wend_episodes* episodes, wend_graph_set* graphs,
                                             wend_summary* summary, wend_error* error);
// Sorts rows by first occurrence of their name, then by group.
WEND_API void wend_summary_sort(wend_summary* summary);
WEND_API void wend_summary_destroy(wend_summary* summary);  // safe on {0} and twice

typedef struct wend_moments {
    double mean, deviation, low, median, high;  // NAN without values; deviation of the population
} wend_moments;
WEND_API wend_status wend_series_moments(const wend_series* series, wend_moments* moments,
                                         wend_error* error);

// ==== views =====================================================================================
// Machine perception of the panoramas of viewpoint graphs: captions, detections and
// features of the 36 views of each viewpoint. Agents receive them as
// wend_observation.graph.panorama.
//
// Sources are folders of one file per building (docs/formats/wviews.md); wend_views_save writes all
// of them into one file that opens in milliseconds.

typedef struct wend_views wend_views;  // immutable; any number of threads may read it

typedef struct wend_views_summary {
    int viewpoints, words, classes, captions;
    int feature_size;  // 0: without feature vectors
    int64_t detections;
    bool is_truth;  // made from annotations
} wend_views_summary;

typedef struct wend_views_def {
    // folder of captions, of NavGPT's texts or of annotated objects; file of wend_views_save, or
    // features as below
    const char* path;
    const char* features;  // .tsv or .npz with a vector for every view of `path`; NULL: none
    const char* rooms;     // viewpoint_rooms.json, for annotated objects; NULL: without rooms
    bool no_annotations;   // without NavGPT's objects, which are annotations; default false
} wend_views_def;

WEND_API wend_status wend_views_create(const wend_views_def* def, wend_views** views,
                                       wend_error* error);
// The same with `path` alone.
WEND_API wend_status wend_views_open(const char* path, wend_views** views, wend_error* error);
WEND_API void wend_views_destroy(wend_views* views);  // Nullable: views.
WEND_API wend_status wend_views_save(const wend_views* views, const char* path, wend_error* error);
WEND_API uint64_t wend_views_hash(const wend_views* views);  // of the whole content
WEND_API wend_views_summary wend_views_summarize(const wend_views* views);
// False: there is no such viewpoint. `panorama` points into `views`.
WEND_API bool wend_views_find(const wend_views* views, const char* scan, const char* viewpoint,
                              wend_panorama* panorama);
// Reads the feature vectors of a viewpoint from the file and verifies them: opening a file does
// not. To be called before they are used; WEND_OK when there are none. Nullable: panorama, for all
// viewpoints.
WEND_API wend_status wend_views_verify(const wend_views* views, const wend_panorama* panorama,
                                       wend_error* error);

#ifdef __cplusplus
}
#endif
#endif
