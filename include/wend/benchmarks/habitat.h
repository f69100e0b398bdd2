// Habitat's episode files: MultiON, VLN-CE and RxR-CE, PointNav and ObjectNav.
//
// Habitat's frame is wend's. Rotations are quaternions (x, y, z, w) as in the file; some files have
// quaternions that are not of unit length, so wend_habitat_heading normalises.
//
// Owner: src/data
#ifndef WEND_BENCHMARKS_HABITAT_H
#define WEND_BENCHMARKS_HABITAT_H

#include "wend/data.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct wend_habitat_goal {
    wend_dvec3 position;
    double radius;         // metres; NAN: none
    const char* category;  // "cylinder_red"; NULL: a point
    const char* extra;
} wend_habitat_goal;

typedef struct wend_habitat_instruction {
    const char* text;
    wend_record_id id;      // RxR-CE
    const char* language;   // RxR-CE: "en-IN", "en-US", "hi-IN", "te-IN"
    const int32_t* tokens;  // indices into the vocabulary; NULL: none
    int token_count;        // preprocessed files pad with zeros to a fixed length
    const char* extra;      // RxR-CE: annotator, edit distance, timed words
} wend_habitat_instruction;

typedef struct wend_habitat_episode {
    wend_record_id id, trajectory;
    const char* scene;  // "mp3d/X/X.glb"
    wend_dvec3 start;
    double rotation[4];              // x, y, z, w
    double distance;                 // info.geodesic_distance in metres; NAN: none
    const char* info;                // the other fields of `info`; NULL: none
    const wend_habitat_goal* goals;  // in order; NULL: none (test splits)
    int goal_count;
    const wend_habitat_goal* distractors;  // MultiON 2.0; NULL: none
    int distractor_count;
    wend_habitat_instruction instruction;  // text NULL: none
    wend_dvec3_span reference;             // the reference path
    const char* extra;
} wend_habitat_episode;

typedef struct wend_habitat_set {
    wend_habitat_episode* episodes;
    int count;
    const char* const* vocabulary;  // instruction_vocab.word_list; NULL: none
    int vocabulary_count;
    const char* vocabulary_extra;
    const char* extra;  // category maps and other top-level fields
    wend_arena* memory;
} wend_habitat_set;

WEND_API wend_status wend_habitat_read(const char* path, wend_habitat_set* set, wend_error* error);
// Parses text in memory; `name` identifies it in errors.
WEND_API wend_status wend_habitat_parse(const char* text, size_t size, const char* name,
                                        wend_habitat_set* set, wend_error* error);
WEND_API wend_status wend_habitat_write(const wend_habitat_set* set, const char* path,
                                        wend_error* error);
WEND_API void wend_habitat_destroy(wend_habitat_set* set);  // safe on {0} and twice

// Radians, counter-clockwise from above, 0 along -z.
WEND_API double wend_habitat_heading(const double rotation[4]);
// Norm of the quaternion; 1 for a rotation.
WEND_API double wend_habitat_rotation_length(const double rotation[4]);
// "17DRP5sb8fy" of "mp3d/17DRP5sb8fy/17DRP5sb8fy.glb", into `out`.
WEND_API void wend_habitat_scan(const char* scene, char* out, size_t out_size);

// ---- `_gt` files of VLN-CE: expert paths -------------------------------------------------------

enum { WEND_VLNCE_STOP, WEND_VLNCE_FORWARD, WEND_VLNCE_LEFT, WEND_VLNCE_RIGHT };

typedef struct wend_vlnce_truth {
    const char* id;             // of the episode
    wend_dvec3_span locations;  // the start, then one per forward step
    const int32_t* actions;
    int action_count;
    double forward_steps;  // NAN: none
    const char* extra;
} wend_vlnce_truth;

typedef struct wend_vlnce_truth_set {
    wend_vlnce_truth* items;
    int count;
    wend_arena* memory;
} wend_vlnce_truth_set;

WEND_API wend_status wend_vlnce_truth_read(const char* path, wend_vlnce_truth_set* set,
                                           wend_error* error);
WEND_API wend_status wend_vlnce_truth_parse(const char* text, size_t size, const char* name,
                                            wend_vlnce_truth_set* set, wend_error* error);
WEND_API wend_status wend_vlnce_truth_write(const wend_vlnce_truth_set* set, const char* path,
                                            wend_error* error);
WEND_API void wend_vlnce_truth_destroy(wend_vlnce_truth_set* set);  // safe on {0} and twice

#ifdef __cplusplus
}
#endif
#endif
