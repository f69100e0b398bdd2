// The files of instruction following on viewpoint graphs: R2R, R4R, RxR and IVLN, and what agents
// hand in. Everything that is read can be written back equal: fields wend does not know are kept.
//
// What is read belongs to the object it was read into and never changes; any number of threads may
// read it. Texts are UTF-8.
#ifndef WEND_VLN_H
#define WEND_VLN_H

#include "wend/base.h"

#ifdef __cplusplus
extern "C" {
#endif

// ---- episodes: R2R, R4R, RxR guide --------------------------------------------------------------

// A word of a spoken instruction and when it was said. [RxR timed_instruction]
typedef struct wend_vln_word {
    const char* text;
    double start, end;  // seconds in the recording; -1: not there, -2: null
} wend_vln_word;

typedef struct wend_vln_instruction {
    const char* id;  // what predictions call it: "4332_0" (path, place in the list), RxR "46944"
    const char* text;
    // RxR alone:
    bool is_guide;         // stands in its record as a guide's annotation does
    bool id_is_text;       // the file has the id as a string
    const char* language;  // "en-IN", "en-US", "hi-IN", "te-IN"; NULL: not said
    int64_t annotator;     // -1: not said
    double edit_distance;  // between transcript and speech recognition, normalised; -1: not said
    const wend_vln_word* words;  // [word_count]
    int word_count;              // -1: the record has no timed_instruction
} wend_vln_instruction;

// Where an R4R path comes from.
typedef struct wend_vln_joint {
    int64_t first_path_id, second_path_id;
    const char* const* shortest_path;  // viewpoints from start to goal
    int shortest_path_count;
    double shortest_path_distance;  // metres
} wend_vln_joint;

// One record of a file: a path and its instructions (R2R and R4R: three as a rule; RxR: one).
typedef struct wend_vln_episode {
    const char* path_id;  // as text, whether the file has a number or a string
    bool path_id_is_text;
    const char* scan;
    const char* split;        // RxR; NULL: not said
    const char* const* path;  // viewpoints; test splits have the first one only
    int path_count;
    bool has_heading, has_distance;
    double heading;   // radians, 0 along Matterport's +y, growing to the right
    double distance;  // metres, as stored
    const wend_vln_instruction* instructions;
    int instruction_count;
    const wend_vln_joint* joint;  // R4R; NULL: not a joint path
    const char* extra;            // the fields wend does not know, "{…}"; NULL: none
    int line;                     // where the record starts in its file
} wend_vln_episode;

#define WEND_VLN_KIND_LIST(X)                                 \
    X(R2R, "r2r") /* a JSON list; R4R too, with its joints */ \
    X(RXR, "rxr") /* JSON Lines */                            \
    X(CE, "ce")   /* of results alone: VLN-CE's object */

typedef enum wend_vln_kind {
#define X(name, word) WEND_VLN_##name,
    WEND_VLN_KIND_LIST(X)
#undef X
} wend_vln_kind;

typedef struct wend_vln_episodes wend_vln_episodes;

// Reads a file of either kind, gzip or not; a list is R2R's, lines of objects are RxR's.
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

// Episodes of one building, done one after the other.
typedef struct wend_vln_tour {
    const char* split;
    const char* scan;
    const char* id;  // running number in its split, as IVLN-CE numbers them: "0", "1", …
    const char* const* episodes;  // IR2R-CE "17", IR2R "4332_0" (path, place of the instruction)
    int episode_count;
    bool ids_are_numbers;  // the file has them as numbers (IR2R-CE)
} wend_vln_tour;

typedef struct wend_vln_tours wend_vln_tours;

// Reads tours.json of either kind. Tours come in the file's order; a split's are neighbours.
WEND_API wend_status wend_vln_tours_read(const char* path, wend_vln_tours** tours,
                                         wend_error* error);
WEND_API wend_status wend_vln_tours_parse(const char* text, size_t size, const char* name,
                                          wend_vln_tours** tours, wend_error* error);
WEND_API void wend_vln_tours_destroy(wend_vln_tours* tours);  // Nullable: tours.
WEND_API int wend_vln_tours_count(const wend_vln_tours* tours);
WEND_API const wend_vln_tour* wend_vln_tours_at(const wend_vln_tours* tours, int index);
// Tours of the same split and scan must be neighbours. Splits or scans without a tour are not kept.
WEND_API wend_status wend_vln_tours_write(const wend_vln_tour* items, int count, const char* path,
                                          wend_error* error);

// ---- tour records: what IVLN-CE logs and compares -----------------------------------------------

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
    uint64_t other;  // hash of the record's other fields; 0: it has none
} wend_vln_record;

typedef struct wend_vln_log {
    const char* split;            // NULL: the file has none (an agent's output)
    const char* tour;             // tour id
    const char* const* episodes;  // ids in the order they first appear
    int episode_count;
    bool ids_are_numbers;            // the file has episode ids as numbers
    const wend_vln_record* records;  // in time order
    int record_count;
} wend_vln_log;

typedef struct wend_vln_logs wend_vln_logs;

// Reads {tour: [record, …]} or {split: {tour: [record, …]}} (gt_ndtw.json). Fields of a record
// other than position, phase and episode_id are not kept, but two records that differ in them
// differ in `other`.
WEND_API wend_status wend_vln_logs_read(const char* path, wend_vln_logs** logs, wend_error* error);
WEND_API wend_status wend_vln_logs_parse(const char* text, size_t size, const char* name,
                                         wend_vln_logs** logs, wend_error* error);
WEND_API void wend_vln_logs_destroy(wend_vln_logs* logs);  // Nullable: logs.
WEND_API int wend_vln_logs_count(const wend_vln_logs* logs);
WEND_API const wend_vln_log* wend_vln_logs_at(const wend_vln_logs* logs, int index);
// Logs of the same split must be neighbours; with NULL for the split in all of them, or in none.
WEND_API wend_status wend_vln_logs_write(const wend_vln_log* items, int count, const char* path,
                                         wend_error* error);

// ---- results: what agents hand in ---------------------------------------------------------------

// How a point stands in its file.
typedef enum wend_vln_point_form {
    WEND_VLN_POINT_POSE,      // ["id", heading, elevation]
    WEND_VLN_POINT_NAME,      // "id"
    WEND_VLN_POINT_GROUP,     // the first of a group of names: ["id", …]
    WEND_VLN_POINT_CONTINUE,  // another one of the same group
    WEND_VLN_POINT_PLACE,     // [x, y, z]
    WEND_VLN_POINT_STEP,      // {"position": [x, y, z], "heading": …, "stop": …}
} wend_vln_point_form;

typedef struct wend_vln_point {
    wend_vln_point_form form;
    const char* viewpoint;      // NULL for a place or step
    double heading, elevation;  // of a pose, radians; of a step the heading
    double place[3];            // of a place or step, metres, as in the file
    bool stop;                  // of a step: the agent stopped here
    bool has_stop;              // of a step: the file says whether it did
} wend_vln_point;

typedef struct wend_vln_result {
    const char* id;  // of the instruction
    bool id_is_number;
    const wend_vln_point* points;
    int point_count;
    const char* extra;  // the fields wend does not know, "{…}"; NULL: none
    int line;           // where it starts in its file
} wend_vln_result;

typedef struct wend_vln_results wend_vln_results;

// R2R: a JSON list of {"instr_id", "trajectory"}. RxR and RxR-Habitat: JSON Lines of
// {"instruction_id", "path"}. Either names are taken in either kind; the kind's own are written.
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

#ifdef __cplusplus
}
#endif
#endif
