// RoboTHOR's episodes, PASTURE's words for their goals, and CoW's result files.
//
// Unity's frame is left-handed (y up, z forward, degrees clockwise from above). Positions here are
// in wend's: z changes its sign, and nothing is lost by it. Angles keep their unit, degrees, and
// change their sense.
#ifndef WEND_ROBOTHOR_H
#define WEND_ROBOTHOR_H

#include "wend/record.h"
#include "wend/scene.h"

#ifdef __cplusplus
extern "C" {
#endif

// A thing that an episode of wend's puts into its scene (docs/benchmarks/pasture.md).
typedef struct wend_robothor_addition {
    const char* object_id;    // the name it gets
    const char* object_type;  // of AI2-THOR: "Mug"
    int64_t variant;          // shape and look in wend's catalogue
    double scale;             // of its natural size; NAN: 1
    wend_point at;            // the point it stands on
    double heading;           // degrees, counter-clockwise from above
    const char* receptacle;   // name of what it stands on or in; NULL: the floor
    const char* relation;     // "on", "in", "under"; NULL: on
    const char* extra;
} wend_robothor_addition;

typedef struct wend_robothor_episode {
    const char* id;     // "FloorPlan_Val1_1_AlarmClock_0"
    const char* scene;  // "FloorPlan_Val1_1"
    const char* object_type;
    const char* object_id;   // PASTURE: the one object that counts; NULL: any of the type
    wend_point start;        // of the body's centre, about 0.9 m above the floor
    double heading;          // degrees, counter-clockwise from above, 0 along -z
    double horizon;          // degrees the camera looks down; NAN: none
    wend_points shortest;    // on the floor
    double shortest_length;  // metres; NAN: none
    // What wend's own files say beside; others have none of it.
    const char* split;           // "spatial_distract"; NULL: none
    const char* text;            // what the agent is told; NULL: the name of the type
    const char* target_id;       // hidden: the thing itself, object_id is its furniture; NULL: none
    wend_point stop;             // on the floor: a place to stop at, with room around; NAN: none
    const char* const* removed;  // objects of the scene that are not there; NULL: the field is not
    int removed_count;
    const wend_robothor_addition* added;  // NULL: the field is not there
    int added_count;
    const char* extra;
} wend_robothor_episode;

typedef struct wend_robothor_set {
    wend_robothor_episode* episodes;
    int count;
    struct arena* memory;
} wend_robothor_set;

WEND_API wend_status wend_robothor_read(const char* path, wend_robothor_set* set,
                                        wend_error* error);
WEND_API wend_status wend_robothor_parse(const char* text, size_t size, const char* name,
                                         wend_robothor_set* set, wend_error* error);
WEND_API wend_status wend_robothor_write(const wend_robothor_set* set, const char* path,
                                         wend_error* error);
WEND_API void wend_robothor_destroy(wend_robothor_set* set);  // safe on {0} and twice

// What the episode's scene has less and more, for wend_scene_vary. `added` is memory for
// `added_count` of them. WEND_FORMAT names a type or a relation that there is not.
WEND_API wend_status wend_robothor_variation(const wend_robothor_episode* episode,
                                             wend_addition* added, wend_variation* variation,
                                             wend_error* error);

// ---- PASTURE's texts ---------------------------------------------------------------------------

// One word for one thing of one scene. Five files have this form:
//   appearance and spatial descriptions  scene, object type -> spatial, appearance, parts
//   hidden descriptions                  scene, object type -> text
//   hiding places                        scene, furniture id -> text
//   object ids                           scene, object type -> id (as text)
//   prompt templates                     a plain list of texts: scene and key are NULL
typedef struct wend_pasture_text {
    const char* scene;
    const char* key;
    const char* text;        // with appearance: the spatial description
    const char* appearance;  // NULL where the file has one text a key
    const char* const* parts;
    int part_count;
} wend_pasture_text;

typedef struct wend_pasture_texts {
    wend_pasture_text* items;  // those of one scene are neighbours; a scene without any is not kept
    int count;
    bool is_list;  // templates
    struct arena* memory;
} wend_pasture_texts;

WEND_API wend_status wend_pasture_texts_read(const char* path, wend_pasture_texts* texts,
                                             wend_error* error);
WEND_API wend_status wend_pasture_texts_parse(const char* text, size_t size, const char* name,
                                              wend_pasture_texts* texts, wend_error* error);
WEND_API wend_status wend_pasture_texts_write(const wend_pasture_texts* texts, const char* path,
                                              wend_error* error);
WEND_API void wend_pasture_texts_destroy(wend_pasture_texts* texts);  // safe on {0} and twice
// NULL when there is none.
WEND_API const wend_pasture_text* wend_pasture_texts_find(const wend_pasture_texts* texts,
                                                          const char* scene, const char* key);

// ---- CoW's result file of one episode ----------------------------------------------------------

typedef struct wend_pasture_pose {
    wend_point at;
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
    wend_pasture_pose* path;  // the same poses once more, as the file has them
    int path_count;
    wend_points shortest;
    bool result_success;
    const char* result_extra;
    const char* extra;
    struct arena* memory;
} wend_pasture_result;

WEND_API wend_status wend_pasture_result_read(const char* path, wend_pasture_result* result,
                                              wend_error* error);
WEND_API wend_status wend_pasture_result_parse(const char* text, size_t size, const char* name,
                                               wend_pasture_result* result, wend_error* error);
WEND_API wend_status wend_pasture_result_write(const wend_pasture_result* result, const char* path,
                                               wend_error* error);
WEND_API void wend_pasture_result_destroy(wend_pasture_result* result);  // safe on {0} and twice

#ifdef __cplusplus
}
#endif
#endif
