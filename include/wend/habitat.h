// Episode files in the form Habitat reads: MultiON, VLN-CE and RxR-CE, point and object goals.
//
// Habitat's frame is wend's. Rotations are quaternions (x, y, z, w), as the file gives them: some
// files hold ones that are not of unit length, so wend_habitat_heading normalises.
#ifndef WEND_HABITAT_H
#define WEND_HABITAT_H

#include "wend/record.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct wend_habitat_goal {
    wend_point position;
    double radius;         // metres; NAN: none
    const char* category;  // "cylinder_red"; NULL: a point
    const char* extra;
} wend_habitat_goal;

typedef struct wend_habitat_instruction {
    const char* text;
    wend_record_id id;      // RxR-CE
    const char* language;   // RxR-CE: "en-IN", "en-US", "hi-IN", "te-IN"
    const int32_t* tokens;  // indices into the vocabulary; NULL: none
    int token_count;        // in preprocessed files padded with zeros to a fixed length
    const char* extra;      // RxR-CE: annotator, edit distance, timed words
} wend_habitat_instruction;

typedef struct wend_habitat_episode {
    wend_record_id id, trajectory;
    const char* scene;  // "mp3d/X/X.glb"
    wend_point start;
    double rotation[4];              // x, y, z, w
    double distance;                 // info.geodesic_distance in metres; NAN: none
    const char* info;                // what else `info` holds; NULL: nothing
    const wend_habitat_goal* goals;  // in order; NULL: none (test splits)
    int goal_count;
    const wend_habitat_goal* distractors;  // MultiON 2.0; NULL: none
    int distractor_count;
    wend_habitat_instruction instruction;  // text NULL: none
    wend_points reference;                 // the path to follow
    const char* extra;
} wend_habitat_episode;

typedef struct wend_habitat_set {
    wend_habitat_episode* episodes;
    int count;
    const char* const* vocabulary;  // instruction_vocab.word_list; NULL: none
    int vocabulary_count;
    const char* vocabulary_extra;
    const char* extra;  // category maps and whatever else the top level holds
    struct arena* memory;
} wend_habitat_set;

WEND_API wend_status wend_habitat_read(const char* path, wend_habitat_set* set, wend_error* error);
// From text in memory; `name` is what errors call it.
WEND_API wend_status wend_habitat_parse(const char* text, size_t size, const char* name,
                                        wend_habitat_set* set, wend_error* error);
WEND_API wend_status wend_habitat_write(const wend_habitat_set* set, const char* path,
                                        wend_error* error);
WEND_API void wend_habitat_destroy(wend_habitat_set* set);  // safe on {0} and twice

// Radians, counter-clockwise from above, 0 along -z.
WEND_API double wend_habitat_heading(const double rotation[4]);
// 1 for a proper rotation.
WEND_API double wend_habitat_rotation_length(const double rotation[4]);
// "17DRP5sb8fy" of "mp3d/17DRP5sb8fy/17DRP5sb8fy.glb", into `out`.
WEND_API void wend_habitat_scan(const char* scene, char* out, size_t out_size);

// ---- `_gt` files of VLN-CE: the path an expert took --------------------------------------------

enum { WEND_VLNCE_STOP, WEND_VLNCE_FORWARD, WEND_VLNCE_LEFT, WEND_VLNCE_RIGHT };

typedef struct wend_vlnce_truth {
    const char* id;         // of the episode
    wend_points locations;  // the start, then one for each forward step
    const int32_t* actions;
    int action_count;
    double forward_steps;  // NAN: none
    const char* extra;
} wend_vlnce_truth;

typedef struct wend_vlnce_truth_set {
    wend_vlnce_truth* items;
    int count;
    struct arena* memory;
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
