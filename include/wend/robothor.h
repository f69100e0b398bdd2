// RoboTHOR's episodes, PASTURE's words for their goals, and CoW's result files.
//
// Unity's frame is left-handed (y up, z forward, degrees clockwise from above). Positions here are
// in wend's: z changes its sign, and nothing is lost by it. Angles keep their unit, degrees, and
// change their sense.
#ifndef WEND_ROBOTHOR_H
#define WEND_ROBOTHOR_H

#include "wend/record.h"

#ifdef __cplusplus
extern "C" {
#endif

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
