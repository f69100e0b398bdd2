// Owner: src/data
#ifndef WEND_BENCHMARKS_PASTURE_H
#define WEND_BENCHMARKS_PASTURE_H

#include "wend/data.h"
#include "wend/scene.h"

#ifdef __cplusplus
extern "C" {
#endif

// ==== RoboTHOR files ============================================================================
// RoboTHOR's episodes, PASTURE's goal descriptions, and CoW's result files.
//
// Unity's frame is left-handed (y up, z forward, degrees clockwise from above). Positions are
// converted to wend's frame by negating z, which is exact. Angles remain in degrees with opposite
// sign.

// An object that a generated episode inserts into its scene (docs/benchmarks/pasture.md).
typedef struct wend_robothor_addition {
    const char* object_id;    // its name
    const char* object_type;  // AI2-THOR's: "Mug"
    int64_t variant;          // of wend's catalogue
    double scale;             // factor of its natural size; NAN: 1
    wend_dvec3 at;            // on its support
    double heading;           // degrees, counter-clockwise from above
    const char* receptacle;   // name of its support or container; NULL: the floor
    const char* relation;     // "on", "in", "under"; NULL: "on"
    const char* extra;
} wend_robothor_addition;

typedef struct wend_robothor_episode {
    const char* id;     // "FloorPlan_Val1_1_AlarmClock_0"
    const char* scene;  // "FloorPlan_Val1_1"
    const char* object_type;
    const char* object_id;     // PASTURE: the goal object; NULL: any of the type
    wend_dvec3 start;          // centre of the agent, about 0.9 m above the floor
    double heading;            // degrees, counter-clockwise from above, 0 along -z
    double horizon;            // camera pitch downwards, degrees; NAN: none
    wend_dvec3_span shortest;  // on the floor
    double shortest_length;    // metres; NAN: none
    // Additional fields of generated files.
    const char* split;      // "spatial_distract"; NULL: none
    const char* text;       // goal description; NULL: the name of the type
    const char* target_id;  // hidden: the object itself, object_id is its furniture; NULL: none
    wend_dvec3 stop;        // a stop position on the floor with clearance; NAN: none
    const char* const* removed;  // removed scene objects; NULL: missing
    int removed_count;
    const wend_robothor_addition* added;  // NULL: missing
    int added_count;
    const char* extra;
} wend_robothor_episode;

typedef struct wend_robothor_set {
    wend_robothor_episode* episodes;
    int count;
    wend_arena* memory;
} wend_robothor_set;

WEND_API wend_status wend_robothor_read(const char* path, wend_robothor_set* set,
                                        wend_error* error);
WEND_API wend_status wend_robothor_parse(const char* text, size_t size, const char* name,
                                         wend_robothor_set* set, wend_error* error);
WEND_API wend_status wend_robothor_write(const wend_robothor_set* set, const char* path,
                                         wend_error* error);
WEND_API void wend_robothor_destroy(wend_robothor_set* set);  // safe on {0} and twice

// Converts removed and added objects for wend_scene_vary. `added` has room for `added_count` items.
// WEND_FORMAT for an unknown type or relation.
WEND_API wend_status wend_robothor_variation(const wend_robothor_episode* episode,
                                             wend_addition* added, wend_variation* variation,
                                             wend_error* error);

// ---- PASTURE's texts ---------------------------------------------------------------------------

// One text for one object of one scene. Five files have this format:
//   appearance and spatial descriptions  scene, object type -> spatial, appearance, parts
//   hidden descriptions                  scene, object type -> text
//   hiding places                        scene, furniture id -> text
//   object ids                           scene, object type -> id (as text)
//   prompt templates                     a list of texts: scene and key are NULL
typedef struct wend_pasture_text {
    const char* scene;
    const char* key;
    const char* text;        // with appearance: the spatial description
    const char* appearance;  // NULL: one text per key
    const char* const* parts;
    int part_count;
} wend_pasture_text;

typedef struct wend_pasture_texts {
    wend_pasture_text* items;  // contiguous by scene; scenes without texts are not stored
    int count;
    bool is_list;  // templates
    wend_arena* memory;
} wend_pasture_texts;

WEND_API wend_status wend_pasture_texts_read(const char* path, wend_pasture_texts* texts,
                                             wend_error* error);
WEND_API wend_status wend_pasture_texts_parse(const char* text, size_t size, const char* name,
                                              wend_pasture_texts* texts, wend_error* error);
WEND_API wend_status wend_pasture_texts_write(const wend_pasture_texts* texts, const char* path,
                                              wend_error* error);
WEND_API void wend_pasture_texts_destroy(wend_pasture_texts* texts);  // safe on {0} and twice
// Returns NULL when there is none.
WEND_API const wend_pasture_text* wend_pasture_texts_find(const wend_pasture_texts* texts,
                                                          const char* scene, const char* key);

// ---- CoW's result file of one episode ----------------------------------------------------------

typedef struct wend_pasture_pose {
    wend_dvec3 at;
    double heading, horizon;  // degrees, as in wend_robothor_episode
    const char* extra;
} wend_pasture_pose;

typedef struct wend_pasture_action {
    const char* name;  // "MoveAhead", "RotateLeft", …
    bool success;
    const char* extra;
} wend_pasture_action;

typedef struct wend_pasture_result {
    wend_pasture_pose* trajectory;
    int pose_count;
    wend_pasture_action* actions;
    int action_count;
    bool success;
    const char* metrics_extra;
    wend_pasture_pose* path;  // poses of the file's second list
    int path_count;
    wend_dvec3_span shortest;
    bool result_success;
    const char* result_extra;
    const char* extra;
    wend_arena* memory;
} wend_pasture_result;

WEND_API wend_status wend_pasture_result_read(const char* path, wend_pasture_result* result,
                                              wend_error* error);
WEND_API wend_status wend_pasture_result_parse(const char* text, size_t size, const char* name,
                                               wend_pasture_result* result, wend_error* error);
WEND_API wend_status wend_pasture_result_write(const wend_pasture_result* result, const char* path,
                                               wend_error* error);
WEND_API void wend_pasture_result_destroy(wend_pasture_result* result);  // safe on {0} and twice

// ==== PASTURE ===================================================================================
// PASTURE in any scene: described object goals. The rules and their sources are in
// docs/benchmarks/pasture.md.

// X(name, word, description of the goal, variation of the scene). [PASTURE, section 5.1]
#define WEND_PASTURE_SPLIT_LIST(X)                                 \
    X(ROBOTHOR, "robothor", NAME, NORMAL)                          \
    X(UNCOMMON, "uncommon", NAME, LONGTAIL)                        \
    X(APPEARANCE, "appearance", APPEARANCE, NORMAL)                \
    X(SPATIAL, "spatial", SPATIAL, NORMAL)                         \
    X(APPEARANCE_DISTRACT, "appearance_distract", APPEARANCE, DUP) \
    X(SPATIAL_DISTRACT, "spatial_distract", SPATIAL, DUP)          \
    X(HIDDEN, "hidden", HIDDEN, REMOVE)                            \
    X(HIDDEN_DISTRACT, "hidden_distract", HIDDEN, HIDE)

typedef enum wend_pasture_split {
#define X(name, word, goal_text, variation) WEND_PASTURE_##name,
    WEND_PASTURE_SPLIT_LIST(X)
#undef X
        WEND_PASTURE_SPLIT_COUNT
} wend_pasture_split;

// WEND_NOT_FOUND, with the list of names, for an unknown name.
WEND_API wend_status wend_pasture_split_parse(const char* name, wend_pasture_split* split,
                                              wend_error* error);

// Success criterion of the paper and its code, and wend's thresholds for descriptions.
typedef struct wend_pasture_limits {
    // max horizontal metres from the agent's centre to the target's box at STOP; default 1.0
    float reach;
    int min_pixels;  // min pixels of a visible object in a 224 x 224 image; default 4
    float small;     // max diagonal of the box of a "small" object, metres; default 0.33
    float tall;      // min ratio of height to width of a "tall" object that is not small; default 2
    float near;      // max metres between the boxes of two "near" objects; default 0.6
    int max_near;    // max objects that a text names as near, nearest first; default 3
    float far;       // min horizontal metres from a target to its distractor; default 3
    float min_distance;  // min geodesic metres from the start to a stop position; default 1
    float max_distance;  // max; default 20
} wend_pasture_limits;

WEND_API wend_pasture_limits wend_pasture_default_limits(void);

#ifdef __cplusplus
}
#endif
#endif
