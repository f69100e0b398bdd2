// Owner: src/data
#ifndef WEND_BENCHMARKS_VLN_H
#define WEND_BENCHMARKS_VLN_H

#include "wend/base.h"
#include "wend/data.h"

#ifdef __cplusplus
extern "C" {
#endif

// ==== VLN files =================================================================================
// Files of vision-and-language navigation on viewpoint graphs: R2R, R4R, RxR and IVLN, and agents'
// results. Reading and writing preserves all values, unknown fields included.
//
// Records belong to the object they were read into and are immutable; threads may share them. Texts
// are UTF-8.

// ---- episodes: R2R, R4R, RxR guide --------------------------------------------------------------

// A word of a spoken instruction with its times. [RxR timed_instruction]
typedef struct wend_vln_word {
    const char* text;
    double start, end;  // seconds in the recording; -1: missing, -2: null
} wend_vln_word;

typedef struct wend_vln_instruction {
    const char* id;  // id in predictions: "4332_0" (path, index in the list), RxR "46944"
    const char* text;
    // RxR only:
    bool is_guide;               // from a guide annotation
    bool id_is_text;             // the id is a string in the file
    const char* language;        // "en-IN", "en-US", "hi-IN", "te-IN"; NULL: missing
    int64_t annotator;           // -1: missing
    double edit_distance;        // normalised, transcript to speech recognition; -1: missing
    const wend_vln_word* words;  // [word_count]
    int word_count;              // -1: no timed_instruction
} wend_vln_instruction;

// The origin of an R4R path.
typedef struct wend_vln_joint {
    int64_t first_path_id, second_path_id;
    const char* const* shortest_path;  // viewpoints from start to goal
    int shortest_path_count;
    double shortest_path_distance;  // metres
} wend_vln_joint;

// One record: a path and its instructions (R2R and R4R: usually three; RxR: one).
typedef struct wend_vln_episode {
    const char* path_id;  // as text, whether the file has a number or a string
    bool path_id_is_text;
    const char* scan;
    const char* split;        // RxR; NULL: missing
    const char* const* path;  // viewpoints; test splits have only the first
    int path_count;
    bool has_heading, has_distance;
    double heading;   // radians, clockwise from Matterport's +y
    double distance;  // metres, as stored
    const wend_vln_instruction* instructions;
    int instruction_count;
    const wend_vln_joint* joint;  // R4R; NULL: otherwise
    const char* extra;            // unknown fields, "{…}"; NULL: none
    int line;                     // first line of the record in its file
} wend_vln_episode;

#define WEND_VLN_KIND_LIST(X)                                 \
    X(R2R, "r2r") /* a JSON list; R4R too, with its joints */ \
    X(RXR, "rxr") /* JSON Lines */                            \
    X(CE, "ce")   /* results only: VLN-CE's object */

typedef enum wend_vln_kind {
#define X(name, word) WEND_VLN_##name,
    WEND_VLN_KIND_LIST(X)
#undef X
} wend_vln_kind;

typedef struct wend_vln_episodes wend_vln_episodes;

// Reads either format, compressed or not; a list is R2R, lines of objects are RxR.
WEND_API wend_status wend_vln_episodes_read(const char* path, wend_vln_episodes** episodes,
                                            wend_error* error);
WEND_API wend_status wend_vln_episodes_parse(const char* text, size_t size, const char* name,
                                             wend_vln_episodes** episodes, wend_error* error);
WEND_API void wend_vln_episodes_destroy(wend_vln_episodes* episodes);  // Nullable: episodes.
WEND_API wend_vln_kind wend_vln_episodes_kind(const wend_vln_episodes* episodes);
WEND_API int wend_vln_episodes_count(const wend_vln_episodes* episodes);
WEND_API const wend_vln_episode* wend_vln_episodes_at(const wend_vln_episodes* episodes, int index);
// A path that ends in .gz is compressed.
WEND_API wend_status wend_vln_episodes_write(const wend_vln_episode* items, int count,
                                             wend_vln_kind kind, const char* path,
                                             wend_error* error);

// ---- demonstrations: RxR follower ---------------------------------------------------------------

typedef struct wend_vln_demonstration {
    int64_t demonstration_id, instruction_id, annotator_id;
    const char* const* path;  // viewpoints
    int path_count;
    bool has_metrics;
    double ne, sr, spl, dtw, ndtw, sdtw;  // as stored
    const char* extra;                    // NULL: none
} wend_vln_demonstration;

typedef struct wend_vln_demonstrations wend_vln_demonstrations;

WEND_API wend_status wend_vln_demonstrations_read(const char* path,
                                                  wend_vln_demonstrations** demonstrations,
                                                  wend_error* error);
WEND_API wend_status wend_vln_demonstrations_parse(const char* text, size_t size, const char* name,
                                                   wend_vln_demonstrations** demonstrations,
                                                   wend_error* error);
WEND_API void wend_vln_demonstrations_destroy(wend_vln_demonstrations* d);  // Nullable: d.
WEND_API int wend_vln_demonstrations_count(const wend_vln_demonstrations* d);
WEND_API const wend_vln_demonstration* wend_vln_demonstrations_at(const wend_vln_demonstrations* d,
                                                                  int index);
WEND_API wend_status wend_vln_demonstrations_write(const wend_vln_demonstration* items, int count,
                                                   const char* path, wend_error* error);

// ---- tours: IVLN --------------------------------------------------------------------------------

// Consecutive episodes in one building.
typedef struct wend_vln_tour {
    const char* split;
    const char* scan;
    const char* id;               // index in its split, as in IVLN-CE: "0", "1", …
    const char* const* episodes;  // IR2R-CE "17", IR2R "4332_0" (path, index of the instruction)
    int episode_count;
    bool ids_are_numbers;  // numbers in the file (IR2R-CE)
} wend_vln_tour;

typedef struct wend_vln_tours wend_vln_tours;

// Reads tours.json of IR2R or IR2R-CE. Tours are in file order; those of a split are contiguous.
WEND_API wend_status wend_vln_tours_read(const char* path, wend_vln_tours** tours,
                                         wend_error* error);
WEND_API wend_status wend_vln_tours_parse(const char* text, size_t size, const char* name,
                                          wend_vln_tours** tours, wend_error* error);
WEND_API void wend_vln_tours_destroy(wend_vln_tours* tours);  // Nullable: tours.
WEND_API int wend_vln_tours_count(const wend_vln_tours* tours);
WEND_API const wend_vln_tour* wend_vln_tours_at(const wend_vln_tours* tours, int index);
// Tours of the same split and scan must be contiguous. Splits or scans without tours are not
// written.
WEND_API wend_status wend_vln_tours_write(const wend_vln_tour* items, int count, const char* path,
                                          wend_error* error);

// ---- tour logs: IVLN-CE -------------------------------------------------------------------------

#define WEND_VLN_PHASE_LIST(X)    \
    X(AGENT, "agent")             \
    X(ORACLE_GOAL, "oracle_goal") \
    X(ORACLE_START, "oracle_start")

typedef enum wend_vln_phase {
#define X(name, word) WEND_VLN_PHASE_##name,
    WEND_VLN_PHASE_LIST(X)
#undef X
} wend_vln_phase;

typedef struct wend_vln_record {
    double position[3];  // as in the file
    wend_vln_phase phase;
    int episode;     // index in the tour's `episodes`
    uint64_t other;  // hash of the record's other fields; 0: none
} wend_vln_record;

typedef struct wend_vln_log {
    const char* split;            // NULL: none (an agent's output)
    const char* tour;             // tour id
    const char* const* episodes;  // ids in order of first occurrence
    int episode_count;
    bool ids_are_numbers;            // episode ids are numbers in the file
    const wend_vln_record* records;  // in time order
    int record_count;
} wend_vln_log;

typedef struct wend_vln_logs wend_vln_logs;

// Reads {tour: [record, …]} or {split: {tour: [record, …]}} (gt_ndtw.json). Of a record's fields
// other than position, phase and episode_id only the hash `other` is stored.
WEND_API wend_status wend_vln_logs_read(const char* path, wend_vln_logs** logs, wend_error* error);
WEND_API wend_status wend_vln_logs_parse(const char* text, size_t size, const char* name,
                                         wend_vln_logs** logs, wend_error* error);
WEND_API void wend_vln_logs_destroy(wend_vln_logs* logs);  // Nullable: logs.
WEND_API int wend_vln_logs_count(const wend_vln_logs* logs);
WEND_API const wend_vln_log* wend_vln_logs_at(const wend_vln_logs* logs, int index);
// Logs of the same split must be contiguous; `split` is NULL in all of them or in none.
WEND_API wend_status wend_vln_logs_write(const wend_vln_log* items, int count, const char* path,
                                         wend_error* error);

// ---- results of agents --------------------------------------------------------------------------

// The representation of a point in the file.
typedef enum wend_vln_point_form {
    WEND_VLN_POINT_POSE,      // ["id", heading, elevation]
    WEND_VLN_POINT_NAME,      // "id"
    WEND_VLN_POINT_GROUP,     // first of a group: ["id", …]
    WEND_VLN_POINT_CONTINUE,  // further member of the group
    WEND_VLN_POINT_POSITION,  // [x, y, z]
    WEND_VLN_POINT_STEP,      // {"position": [x, y, z], "heading": …, "stop": …}
} wend_vln_point_form;

typedef struct wend_vln_point {
    wend_vln_point_form form;
    const char* viewpoint;      // NULL for PLACE and STEP
    double heading, elevation;  // radians; POSE, and the heading of STEP
    double position[3];         // PLACE and STEP: metres, as in the file
    bool stop;                  // STEP: the agent stopped here
    bool has_stop;              // STEP: the field is present
} wend_vln_point;

typedef struct wend_vln_result {
    const char* id;  // of the instruction
    bool id_is_number;
    const wend_vln_point* points;
    int point_count;
    const char* extra;  // unknown fields, "{…}"; NULL: none
    int line;           // first line in its file
} wend_vln_result;

typedef struct wend_vln_results wend_vln_results;

// R2R: a JSON list of {"instr_id", "trajectory"}. RxR and RxR-Habitat: JSON Lines of
// {"instruction_id", "path"}. Both sets of names are accepted in both formats.
// VLN-CE: {episode: [{"position", "heading", "stop"}, …]}.
WEND_API wend_status wend_vln_results_read(const char* path, wend_vln_results** results,
                                           wend_error* error);
WEND_API wend_status wend_vln_results_parse(const char* text, size_t size, const char* name,
                                            wend_vln_results** results, wend_error* error);
WEND_API void wend_vln_results_destroy(wend_vln_results* results);  // Nullable: results.
WEND_API wend_vln_kind wend_vln_results_kind(const wend_vln_results* results);
WEND_API int wend_vln_results_count(const wend_vln_results* results);
WEND_API const wend_vln_result* wend_vln_results_at(const wend_vln_results* results, int index);
WEND_API wend_status wend_vln_results_write(const wend_vln_result* items, int count,
                                            wend_vln_kind kind, const char* path,
                                            wend_error* error);

// ==== trace =====================================================================================
// RxR's pose traces: camera poses of annotators while speaking or listening.
//
// Two file formats: the released `.npz` files and the `.jsonl` logs of the annotation tool
// (PanGEA). Each snapshot has a viewpoint, a time and two matrices. PanGEA logs column-major
// matrices and milliseconds; releases have row-major matrices and seconds, as do the structs below.
// The camera frame is Three.js's and wend's: right-handed, y up, -z forward. Matterport's (x, y, z)
// is (x, z, -y) here.

enum { WEND_TRACE_ROWS = 128, WEND_TRACE_COLUMNS = 256, WEND_TRACE_VIEWS = 36 };

typedef enum wend_trace_form {
    WEND_TRACE_RELEASE,  // row-major, seconds
    WEND_TRACE_TOOL,     // column-major, milliseconds
} wend_trace_form;

typedef struct wend_snapshot {
    const char* viewpoint;
    double time;           // seconds
    double clock;          // time as in the file: seconds or milliseconds
    double audio_time;     // follower: seconds in the guide's recording; NAN: none
    double extrinsic[16];  // camera to world, row-major; the position is at 3, 7, 11
    double intrinsic[16];  // OpenGL projection, row-major
    const char* extra;
} wend_snapshot;

typedef struct wend_trace {
    wend_snapshot* snapshots;  // in time order
    int count;
    wend_trace_form form;  // of the source file
    // Indexed by position in the path, which the files do not name. NULL: missing.
    int viewpoint_count;
    const uint8_t* image_mask;     // [place][row][column] 1: seen. Heading 0 is the centre column
    const float* feature_weights;  // [place][view] mean of the mask over each of the 36 views
    const uint8_t* text_masks;     // [place][text] 1: spoken or heard there
    int text_count;
    wend_arena* memory;
} wend_trace;

// Reads .npz or .jsonl, detected by the first bytes. The form of a .jsonl file is detected by the
// position of -1 in its projection matrices.
WEND_API wend_status wend_trace_read(const char* path, wend_trace* trace, wend_error* error);
WEND_API wend_status wend_trace_parse_npz(const void* bytes, size_t size, const char* name,
                                          wend_trace* trace, wend_error* error);
WEND_API wend_status wend_trace_parse_lines(const char* text, size_t size, const char* name,
                                            wend_trace* trace, wend_error* error);
WEND_API void wend_trace_destroy(wend_trace* trace);  // safe on {0} and twice

// The release format: float32 arrays. Does not contain `extra`.
WEND_API wend_status wend_trace_write_npz(const wend_trace* trace, const char* path,
                                          wend_error* error);
// A log of snapshots. Does not contain the masks.
WEND_API wend_status wend_trace_write_lines(const wend_trace* trace, wend_trace_form form,
                                            const char* path, wend_error* error);

// ---- derived from a trace ----------------------------------------------------------------------

// Heading (radians, clockwise from Matterport's +y) and elevation of a snapshot.
WEND_API void wend_trace_look(const wend_snapshot* snapshot, double* heading, double* elevation);
// Vertical field of view, radians.
WEND_API double wend_trace_field_of_view(const wend_snapshot* snapshot);

// Fills image_mask and feature_weights for the viewpoints of a path. A direction is seen when it is
// within the image of a snapshot at that viewpoint. A view's weight is the mean of the mask over
// its image (60 degrees high, 4:3): 12 headings at elevations of -30, 0 and 30 degrees.
WEND_API wend_status wend_trace_derive(wend_trace* trace, const char* const* path, int path_count,
                                       wend_error* error);

// Fills text_masks: a word belongs to the viewpoint at its middle time. A word without times spans
// from the end of the previous word to the start of the next. `so_far` marks a word at all later
// viewpoints as well, as in the paper; the released files do not.
typedef struct wend_trace_speech {
    const char* const* path;
    int path_count;
    const wend_vln_word* words;
    int word_count;
    bool so_far;
} wend_trace_speech;
WEND_API wend_status wend_trace_derive_text(wend_trace* trace, const wend_trace_speech* speech,
                                            wend_error* error);

#ifdef __cplusplus
}
#endif
#endif
