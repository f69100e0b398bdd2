// Owner: src/make
#ifndef WEND_MAKE_H
#define WEND_MAKE_H

#include "wend/benchmarks/pasture.h"
#include "wend/benchmarks/rescue.h"
#include "wend/benchmarks/vln.h"
#include "wend/language.h"
#include "wend/nav.h"
#include "wend/ranks.h"
#include "wend/sense.h"
#include "wend/task.h"

#ifdef __cplusplus
extern "C" {
#endif

// ==== VLN episodes ==============================================================================
// Data sets derived from graphs and paths: R4R (pairs of R2R paths) and RxR's paths. IVLN's tours
// are in wend/benchmarks/ivln.h.

// ---- R4R --------------------------------------------------------------------------------------

// Every ordered pair of R2R paths of a building, including a path with itself, where the second
// starts within `distance` of the end of the first, joined by the shortest path between them.
// [Jain et al. 2019; google-research/r4r]
typedef struct wend_r4r_def {
    double distance;  // metres; default 3
    bool texts;       // join the instructions as well; default true
} wend_r4r_def;

WEND_API wend_r4r_def wend_r4r_default_def(void);

// Statistics of the authors' script: means over paths. Steps are viewpoints.
typedef struct wend_r4r_stats {
    int64_t instructions, paths, too_far;
    double distance, shortest_distance;  // metres
    double steps, shortest_steps;
} wend_r4r_stats;

typedef struct wend_r4r wend_r4r;  // immutable

// Uses the graphs for distances between paths, and R2R's stored distance for the paths themselves.
// Both must outlive the result.
WEND_API wend_status wend_r4r_build(wend_graph_set* graphs, const wend_vln_episodes* r2r,
                                    const wend_r4r_def* def, wend_r4r** r4r, wend_error* error);
WEND_API void wend_r4r_destroy(wend_r4r* r4r);  // Nullable: r4r.
// [count] Buildings by first occurrence in R2R, pairs in the order of R2R.
WEND_API const wend_vln_episode* wend_r4r_episodes(const wend_r4r* r4r, int* count);
WEND_API wend_r4r_stats wend_r4r_get_stats(const wend_r4r* r4r);

// ---- R2R's paths ------------------------------------------------------------------------------

// Shortest paths between viewpoints drawn at random [Anderson et al. 2018, R2R §3.1], in the
// buildings of given episodes and in proportion to their paths there, without these paths: new
// paths for a speaker to describe. Each has one empty instruction.
typedef struct wend_r2r_paths_def {
    uint64_t seed;
    int per_path;              // new paths for each given path; default 1
    int min_edges, max_edges;  // default 4 … 6
    double min_distance;       // metres; default 5
} wend_r2r_paths_def;

WEND_API wend_r2r_paths_def wend_r2r_paths_default_def(void);

typedef struct wend_r2r_paths wend_r2r_paths;  // immutable

// A building that has no more such paths gives fewer. Depends on seed, building and its paths
// alone.
WEND_API wend_status wend_r2r_paths_sample(wend_graph_set* graphs, const wend_vln_episodes* like,
                                           const wend_r2r_paths_def* def, wend_r2r_paths** paths,
                                           wend_error* error);
WEND_API void wend_r2r_paths_destroy(wend_r2r_paths* paths);  // Nullable: paths.
WEND_API const wend_vln_episode* wend_r2r_paths_items(const wend_r2r_paths* paths, int* count);

// ---- RxR's paths ------------------------------------------------------------------------------

// Two-level sampling [RxR §3]: all simple paths through rooms; for each, the shortest panorama path
// between two random ends; then greedily the path with the smallest
// shortest / length + mean over its panoramas of the number of chosen paths through them.
// The method is described in src/make/rxr_paths.c.
typedef struct wend_rxr_paths_def {
    uint64_t seed;
    int min_rooms, max_rooms;  // of a room path; default 2 … 5
    int max_levels;            // floors of the building a room path may touch; default 2
    double max_length;         // metres; default 40
    int max_paths;             // of one building; default 500
    int total;                 // over all buildings; 0, the default: all
    bool
        one_way;  // use a room path in one direction only, from the lower room index; default false
} wend_rxr_paths_def;

WEND_API wend_rxr_paths_def wend_rxr_paths_default_def(void);

typedef struct wend_rxr_path {
    int graph;              // index into the graphs given
    const uint16_t* nodes;  // [count]
    int count, rooms;
    double length, shortest;  // metres: of the path, and between its ends
} wend_rxr_path;

typedef struct wend_rxr_paths wend_rxr_paths;  // immutable

// The graphs must have rooms. Paths are in order of selection.
WEND_API wend_status wend_rxr_paths_sample(const wend_graph* const* graphs, int graph_count,
                                           const wend_rxr_paths_def* def, wend_rxr_paths** paths,
                                           wend_error* error);
WEND_API void wend_rxr_paths_destroy(wend_rxr_paths* paths);  // Nullable: paths.
WEND_API const wend_rxr_path* wend_rxr_paths_items(const wend_rxr_paths* paths, int* count);
WEND_API int wend_rxr_paths_pool(
    const wend_rxr_paths* paths);  // candidates before the greedy selection
// Writes the paths in R2R's format, without instructions. `graphs` are those of
// wend_rxr_paths_sample.
WEND_API wend_status wend_rxr_paths_write(const wend_rxr_paths* paths,
                                          const wend_graph* const* graphs, const char* path,
                                          wend_error* error);

// ---- RxR on real graphs -----------------------------------------------------------------------

// Instructions for paths on viewpoint graphs, from captions and detections of the views along them.
typedef struct wend_rxr_describe_def {
    const char* paths;         // file in R2R's format; its instructions are not used
    const char* graphs;        // folder of connectivity files
    const char* observations;  // captions and detections: a folder or a file (wend_views_open)
    const char* languages;     // default "en,hi,te"
    const char* split;         // default "generated"
    uint64_t seed;             // default 1
    bool traces;               // write the guides' pose traces; default false
} wend_rxr_describe_def;

WEND_API wend_rxr_describe_def wend_rxr_describe_default_def(void);
// Writes RxR guide annotations with timed words, one per path and language, to the file `out`, and
// traces into `out`.pose_traces. If `out` is a folder or ends in a slash, files are laid out as in
// the release (see wend_vln_generate). `*records` is their number. A path without a heading gets a
// random one.
WEND_API wend_status wend_rxr_describe(const wend_rxr_describe_def* def, const char* out,
                                       int* records, wend_error* error);

// ---- generated paths and instructions ---------------------------------------------------------

// Samples paths over a scene's viewpoint graph and generates instructions from the visible
// landmarks.
typedef struct wend_vln_generate_def {
    wend_vln_kind kind;  // R2R: shortest paths, short texts; RXR: paths through rooms, dense texts
    int count;           // paths per scene; default 10
    uint64_t seed;
    int min_edges, max_edges;  // R2R: edges of a path; default 4 … 6
    float min_distance;        // R2R: metres from start to goal; default 5
    int instructions;          // per path and language; default R2R 3, RxR 1
    const char* languages;     // "en,hi,te"; default R2R "en", RxR all
    const char* split;         // name of the split; default "generated"
    bool traces;               // RxR: write the guides' pose traces; default false
    bool continuous;  // write the paths as VLN-CE episodes too, with expert actions; default false
    int threads;      // 0, the default: one per processor. Results do not depend on it
    // Ranks take scenes in turn and write their graphs and traces; rank 0 writes the other files.
    // Not with `choose` and `remark`. Nullable.
    wend_ranks* ranks;
    // Selects which of several texts of a path is written: 0 the first, 1, 2, … others; negative:
    // none. `number` counts the texts of a path, languages in turn. Called once per text, always in
    // the same order, on the caller's thread. Nullable: selects the first.
    int (*choose)(void* context, int path, int number);
    // Returns the value of the record's field "follower": a JSON object that lives until the next
    // call. Called after `choose`, for the same text if it is written. Nullable.
    const char* (*remark)(void* context, int path, int number);
    void* context;  // for both callbacks
} wend_vln_generate_def;

WEND_API wend_vln_generate_def wend_vln_generate_default_def(wend_vln_kind kind);
// Writes the episodes to the file `path`, graphs in Matterport's format into the folder
// `path`.connectivity, traces into `path`.pose_traces, and VLN-CE's {split}.json.gz with
// {split}_gt.json.gz (RxR: {split}_guide…) into `path`.vlnce. If `path` is a folder or ends in a
// slash, files are laid out as in the releases:
// clang-format off
//
//     R2R  R2R_{split}.json
//          connectivity/
//          R2R_VLNCE_v1-3/{split}/{split}[_gt].json.gz
//     RxR  rxr_{split}_guide.jsonl.gz
//          connectivity/
//          RxR_VLNCE_v0/{split}/{split}_guide[_gt].json.gz
//          pose_traces/rxr_{split}/{instruction:06}_guide_pose_trace.npz
//
// clang-format on
// The field "scene_id" of each record names the scene of its scan. `scenes` are scene references.
WEND_API wend_status wend_vln_generate(const char* const* scenes, int scene_count,
                                       const wend_vln_generate_def* def, const char* path,
                                       int* records, wend_error* error);

// ==== generated instructions ====================================================================
// Turns a list of steps into text in English, Hindi or Telugu. The sentences come from one table of
// phrases per language (src/make/realize_*.c) with the language's grammar: articles in English,
// gender and oblique case in Hindi, case endings in Telugu.

typedef struct wend_instruction_def {
    wend_language language;
    bool dense;    // RxR's style: links between sentences, "you are", "now"; default false
    wend_rng rng;  // chooses between equivalent phrases
} wend_instruction_def;

// Writes the steps as text with a final NUL. Consecutive steps may share a sentence, joined as the
// language does it. A phrase is repeated only after all equivalent ones were used. `starts[i]` is
// the byte offset of step i's words, for timing them. WEND_LIMIT when `size` bytes are too few.
// Nullable: starts.
WEND_API wend_status wend_instruction_generate(const wend_instruction_def* def,
                                               const wend_instruction_step* steps, int count,
                                               char* text, size_t size, size_t* starts,
                                               wend_error* error);

// ==== instruction planning ======================================================================
// Selects the steps that describe a path through a scene: turns, rooms, stairs, doors and visible
// landmarks, as input of wend_instruction_generate. The method is described in
// src/make/instruction_plan.c.

typedef struct wend_instruction_path {
    const wend_vec3* feet;  // [count] positions along the path
    int count;
    float heading;     // radians, before the first step
    float eye_height;  // metres
} wend_instruction_path;

enum { WEND_MAX_PLAN_STEPS = 96 };

typedef struct wend_instruction_plan {
    wend_instruction_step steps[WEND_MAX_PLAN_STEPS];
    int positions[WEND_MAX_PLAN_STEPS];     // index into the path's positions for each step
    uint32_t objects[WEND_MAX_PLAN_STEPS];  // scene object of the landmark; 0: none
    int count;
} wend_instruction_plan;

typedef struct wend_instruction_planner
    wend_instruction_planner;  // owns a renderer; not thread-safe

// The scene and the view must outlive the planner.
WEND_API wend_status wend_instruction_planner_create(const wend_scene* scene, const wend_view* view,
                                                     wend_instruction_planner** planner,
                                                     wend_error* error);
WEND_API void wend_instruction_planner_destroy(
    wend_instruction_planner* planner);  // Nullable: planner.

// With `dense`, the plan includes the start position and objects seen along the path, as RxR's
// guides do. `rng` selects between landmarks. A path of one position has only a STOP step.
// WEND_ARGUMENT for an empty path.
WEND_API wend_status wend_instruction_planner_plan(wend_instruction_planner* planner,
                                                   const wend_instruction_path* path, bool dense,
                                                   wend_rng rng, wend_instruction_plan* instruction,
                                                   wend_error* error);

// The first false statement of a plan.
typedef struct wend_instruction_fault {
    int step;  // -1: all steps are true
    char words[120];
} wend_instruction_fault;

// Verifies plans and texts against their scene. It uses bounding boxes, rooms and rays, whereas the
// planner uses rendered images, so the two are independent. The scene must outlive it.
typedef struct wend_instruction_checker wend_instruction_checker;

WEND_API wend_status wend_instruction_checker_create(const wend_scene* scene,
                                                     wend_instruction_checker** judge,
                                                     wend_error* error);
WEND_API const wend_scene* wend_instruction_checker_scene(const wend_instruction_checker* judge);
WEND_API void wend_instruction_checker_destroy(
    wend_instruction_checker* judge);  // Nullable: judge.

// Checks every step: turns and stairs against the path; rooms and doors; of landmarks their
// category, colour, side, anchor, number, visibility and distance at a stop, and that the
// description matches no other visible object within 4 m. Reports the first fault.
WEND_API bool wend_instruction_plan_is_true(const wend_instruction_checker* judge,
                                            const wend_instruction_path* path,
                                            const wend_instruction_plan* instruction,
                                            wend_instruction_fault* fault);

// The first false statement of a text.
typedef struct wend_text_fault {
    int step;         // index of the parsed step; -1: all steps are true
    int word;         // index of the first word of its clause
    char words[120];  // the false statement
} wend_text_fault;

// Checks a text by any author: it is parsed, and each step must be true somewhere along the path,
// not before the previous step, and the last one at the end. Words that were not parsed are
// ignored.
WEND_API bool wend_instruction_is_true(const wend_instruction_checker* judge,
                                       const wend_instruction_parser* parser,
                                       const wend_instruction_path* path, const char* language,
                                       const char* text, wend_text_fault* fault);

// ==== RxR guide recordings ======================================================================
// Simulates the recording of an RxR guide: word times and the camera trace of a person who speaks
// an instruction while looking along its path.

// A span of words with a common gaze target.
typedef struct wend_rxr_guide_mention {
    size_t start;   // byte offset in the text; the span ends where the next one starts
    int viewpoint;  // index of the viewpoint; never decreases
    bool has_focus;
    wend_vec3 focus;  // gaze target; without one the camera looks along the path
} wend_rxr_guide_mention;

typedef struct wend_rxr_guide_path {
    const char* const* path;  // [viewpoint_count] viewpoints
    const wend_vec3* eyes;    // [viewpoint_count] camera positions
    int viewpoint_count;      // at least 1
    float heading;            // radians, counter-clockwise, at the start
    const char* text;
    const wend_rxr_guide_mention* mentions;  // [mention_count] the first starts at byte 0
    int mention_count;
    wend_rng rng;  // speed, pauses, gazes
} wend_rxr_guide_path;

// Number of words between white space, as in RxR's timed instructions.
WEND_API int wend_rxr_guide_word_count(const char* text);

// Fills `words` [wend_rxr_guide_word_count] with times and `trace` with a snapshot every 17 ms on
// average: pauses with a resting camera, a look around at the first viewpoint, gazes that reach
// their target when it is mentioned, and PanGEA's turn and zoom of 0.6 s between viewpoints. The
// trace owns the texts of words and viewpoints and contains the derived image_mask, feature_weights
// and text_masks. Deterministic. WEND_ARGUMENT for a path without viewpoints.
WEND_API wend_status wend_rxr_guide_record(const wend_rxr_guide_path* path, wend_vln_word* words,
                                           wend_trace* trace, wend_error* error);

// ==== point-goal episodes =======================================================================

// Start and goal are on one island and one level of the navmesh.
typedef struct wend_pointnav_def {
    int count;  // episodes per scene
    uint64_t seed;
    float min_distance;  // geodesic, metres; default 1
    float max_distance;  // default 30
    float min_ratio;     // geodesic / Euclidean distance, for all but every tenth episode;
                         // default 1.1, as in Habitat's generator
    wend_ranks* ranks;   // ranks take scenes in turn; rank 0 writes the file. Nullable
} wend_pointnav_def;

WEND_API wend_pointnav_def wend_pointnav_default_def(void);
// Writes Habitat's PointNav format. `scenes` are scene references.
WEND_API wend_status wend_pointnav_generate(const char* const* scenes, int scene_count,
                                            const wend_pointnav_def* def, const char* path,
                                            wend_error* error);

// ==== MultiON episodes ==========================================================================

// Starts and goals are on one floor of one island; each leg has a geodesic distance within a range;
// classes are drawn without replacement. An episode depends on seed, scene and its index only.
typedef struct wend_multion_def {
    int goals;            // 1 to 8; default 3
    int distractors;      // 0 to 32, of other classes than the goals; default 0
    bool natural;         // everyday objects instead of cylinders; default false
    bool several_floors;  // goals may be on other floors than the start; default false
    int count;            // episodes per scene; default 10
    wend_ranks* ranks;    // ranks take scenes in turn; rank 0 writes the file. Nullable
    uint64_t seed;
    float min_leg;       // geodesic metres from start or goal to the next goal; default 2
    float max_leg;       // default 20
    float clearance;     // metres from an object to the border of the navmesh; default 0.25
    float apart;         // metres between any two objects; default 1
    float body_radius;   // of the navmesh; default 0.1
    float body_height;   // default 1.5
    int threads;         // 0: one per processor
    const char* folder;  // prefix of scene files; NULL: none
    const char* cache;   // scene cache folder; NULL: none
    // Called after each scene, by one thread at a time. Nullable: progress.
    void (*progress)(void* context, int done, int total);
    void* context;
} wend_multion_def;

WEND_API wend_multion_def wend_multion_default_def(void);
// Writes Habitat's format, all scenes into one file. A scene in which such episodes cannot be
// sampled is an error. `scenes` are scene references.
WEND_API wend_status wend_multion_generate(const char* const* scenes, int scene_count,
                                           const wend_multion_def* def, const char* path,
                                           wend_error* error);

// ==== PASTURE episodes ==========================================================================

typedef struct wend_pasture_def {
    const bool* splits;  // [WEND_PASTURE_SPLIT_COUNT] selected splits; NULL: all but robothor
    int starts;          // per object and scene; default 2
    uint64_t seed;
    const char* rules;   // "paper" or "official" names of uncommon objects; default "paper"
    const char* folder;  // prefix of scene files; NULL: none
    const char* cache;   // scene cache folder; NULL: none
    int threads;         // 0: one per processor
    wend_pasture_limits limits;
    bool several_floors;  // starts may be on stairs and other floors than the target; default
                          // false, as RoboTHOR's homes have one floor
    bool skip_unfit;    // skip scenes in which an object cannot be placed; default false: an error
    wend_ranks* ranks;  // ranks take scenes in turn; rank 0 writes the file. Nullable
    // Called for each skipped scene, in order, with the reason. Nullable: skipped.
    void (*skipped)(void* context, const char* sentence);
    // Called after each scene, by one thread at a time. Nullable.
    void (*progress)(void* context, int done, int total);
    void* context;
} wend_pasture_def;

WEND_API wend_pasture_def wend_pasture_default_def(void);
// Writes RoboTHOR's format with wend's additional fields. `scenes` are scene references; `*count`
// is the number of episodes. An error when all scenes were skipped.
WEND_API wend_status wend_pasture_generate(const char* const* scenes, int scene_count,
                                           const wend_pasture_def* def, const char* path,
                                           int* count, wend_error* error);

// ==== RescueBench episodes ======================================================================

// Why a sampled episode was rejected.
#define WEND_RESCUE_REJECTION_LIST(X)                                             \
    X(NO_ROOM, "no room for a lying person")                                      \
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
    X(IMAGE, "no image shows the person")

typedef enum wend_rescue_rejection {
#define X(name, words) WEND_RESCUE_REJECTED_##name,
    WEND_RESCUE_REJECTION_LIST(X)
#undef X
        WEND_RESCUE_REJECTION_COUNT
} wend_rescue_rejection;

WEND_API const char* wend_rescue_rejection_words(wend_rescue_rejection rejection);

typedef struct wend_rescue_def {
    int level;  // 0 to 4
    int count;  // episodes per scene; default 5
    uint64_t seed;
    const char* folder;   // prefix of scene files; NULL: none
    const char* cache;    // scene cache folder; NULL: none
    const char* experts;  // output file of expert trajectories, official format; NULL: none
    int threads;          // 0: one per processor. Results do not depend on it
    wend_ranks* ranks;    // ranks take scenes in turn; rank 0 writes the files. Nullable
} wend_rescue_def;

typedef struct wend_rescue_yield {
    int sampled, accepted;  // candidates
    int rejected[WEND_RESCUE_REJECTION_COUNT];
    int short_of;  // requested episodes that could not be sampled
} wend_rescue_yield;

WEND_API wend_rescue_def wend_rescue_default_def(void);
// Writes the official format to `path` and reference images into the folder "<path>.images".
// Episodes that a scene cannot provide are counted in `short_of`; a scene without any episode is an
// error.
WEND_API wend_status wend_rescue_generate(const char* const* scenes, int scene_count,
                                          const wend_rescue_def* def, const char* path,
                                          wend_rescue_yield* yield, wend_error* error);

// ==== checks in scenes ==========================================================================

// Adds the problems that only the scenes show: scenes that cannot be opened, starts and goals off
// the navmesh, unreachable goals; for rescues, violations of the level's rules when the expert is
// run again; for R2R and RxR, texts that are not true of their paths; for PASTURE, descriptions
// that do not match. Other formats are not checked. Only folder and cache of `where` are used.
WEND_API wend_status wend_episodes_check_worlds(const wend_episodes* episodes,
                                                const wend_world_source* where,
                                                wend_findings* problems, wend_error* error);

#ifdef __cplusplus
}
#endif
#endif
