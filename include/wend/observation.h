// Owner: src/base
#ifndef WEND_OBSERVATION_H
#define WEND_OBSERVATION_H

#include "wend/base.h"

#ifdef __cplusplus
extern "C" {
#endif

// ==== action ====================================================================================
// Actions of agents, simulators, tasks and logs.

// The letter represents the action in logs.
#define WEND_ACTION_LIST(X)                                                       \
    X(STOP, "stop", 'S')       /* ends the episode; tasks judge it */             \
    X(FORWARD, "forward", 'F') /* by the body's step */                           \
    X(LEFT, "left", 'L')       /* by the body's turn */                           \
    X(RIGHT, "right", 'R')                                                        \
    X(UP, "up", 'U') /* looks up by the body's look */                            \
    X(DOWN, "down", 'D')                                                          \
    X(FOUND, "found", 'G')       /* declares a goal found; tasks judge it */      \
    X(DOOR, "door", 'O')         /* opens or closes the door ahead */             \
    X(PICK, "pick", 'P')         /* picks up the movable object ahead */          \
    X(PUT, "put", 'Q')           /* puts the carried object on the floor ahead */ \
    X(VELOCITY, "velocity", 'V') /* moves at a velocity: see wend_action */       \
    X(CROUCH, "crouch", 'C')     /* lowers the camera to 0.6 of its height */     \
    X(STAND, "stand", 'T')       /* raises it again */                            \
    X(JUMP, "jump", 'J')         /* has no effect */                              \
    X(GO, "go", 'W')             /* on a viewpoint graph: to a neighbour */

typedef enum wend_action_kind {
#define X(name, word, letter) WEND_ACTION_##name,
    WEND_ACTION_LIST(X)
#undef X
        WEND_ACTION_COUNT
} wend_action_kind;

// Range of VELOCITY: metres and radians per second in both directions, and seconds.
#define WEND_MAX_FORWARD 100.0f
#define WEND_MAX_TURN    1000.0f
#define WEND_MAX_SECONDS 10.0f

// Sets of actions have bit 1 << kind for each. Turning, looking, FORWARD and STOP:
#define WEND_ACTIONS_MOVES                                                         \
    (1u << WEND_ACTION_STOP | 1u << WEND_ACTION_FORWARD | 1u << WEND_ACTION_LEFT | \
     1u << WEND_ACTION_RIGHT | 1u << WEND_ACTION_UP | 1u << WEND_ACTION_DOWN)

typedef struct wend_action {
    wend_action_kind kind;
    float forward;  // VELOCITY: metres per second; negative is backwards
    float turn;     // VELOCITY: radians per second, counter-clockwise
    float seconds;  // VELOCITY: duration
    int neighbour;  // GO: index into wend_graph_observation.neighbours
} wend_action;

WEND_API const char* wend_action_name(wend_action_kind kind);
WEND_API char wend_action_letter(wend_action_kind kind);
WEND_API bool wend_action_from_letter(char letter, wend_action_kind* kind);
WEND_API bool wend_action_find(const char* name, wend_action_kind* kind);

// ==== observation ===============================================================================
// The input of an agent: one plain struct, filled by the run from the simulator's sensors and the
// task's goals. Ground truth is in `privileged` alone.

// Extent of the ground-truth top-down map that a privileged agent receives.
typedef enum wend_oracle_map_extent {
    WEND_ORACLE_MAP_NONE,
    WEND_ORACLE_MAP_FULL,
    WEND_ORACLE_MAP_SEEN,  // cells that were visible in a depth image so far
} wend_oracle_map_extent;

// A navigable neighbour of the current viewpoint.
typedef struct wend_neighbour {
    const char* viewpoint;  // its id
    float heading;          // radians to the left of straight ahead, [-pi, pi)
    float elevation;        // radians above the horizon
    float distance;         // metres
    int view;               // of the 36 views the one nearest to its direction
} wend_neighbour;

enum { WEND_MAX_NEIGHBOURS = 64 };

// An object that a detector has found in a view.
typedef struct wend_view_detection {
    int class_index;        // of wend_panorama.classes
    float confidence;       // 0 … 1
    float box[4];           // left, top, right, bottom as shares of the image, 0 … 1
    const uint16_t* words;  // [word_count] its caption, indices of wend_panorama.vocabulary
    int word_count;
} wend_view_detection;

// The perception of one of the 36 views of a viewpoint.
typedef struct wend_view_perception {
    const uint16_t* words;                  // [word_count] its caption
    const wend_view_detection* detections;  // [detection_count]
    const uint16_t* feature;  // [wend_panorama.feature_size] 16-bit floats; NULL: none
    int word_count, detection_count;
} wend_view_perception;

enum { WEND_MAX_FEATURE_SIZE = 4096 };
// The feature vector of a view as 32-bit floats; `feature` must not be NULL.
WEND_API void wend_view_perception_feature(const wend_view_perception* view, int feature_size,
                                           float* out);

// What image captioners, object detectors and image networks say of a viewpoint (wend_views).
typedef struct wend_panorama {
    const wend_view_perception* views;  // [36], ordered as images are
    const char* const* vocabulary;      // [vocabulary_count] words in lower case
    const char* const* classes;         // [class_count] names of the detector's classes
    int vocabulary_count, class_count, feature_size;
    bool is_truth;  // made from annotations instead of images
} wend_panorama;

// Images, valid during the call. NULL where the task or the run has no such sensor.
typedef struct wend_camera_observation {
    int width, height;
    float hfov;          // degrees
    float eye_height;    // metres above the floor
    const uint8_t* rgb;  // [height][width][3]
    const float* depth;  // [height][width] metres
    bool no_images;      // on a viewpoint graph: images were requested, but the scan has none
} wend_camera_observation;

// Pose relative to the start of the episode. NAN where the task has no such sensor.
typedef struct wend_pose_observation {
    float gps[2];    // metres ahead and to the right of the start pose
    float compass;   // radians turned since the start, counter-clockwise
    float altitude;  // metres above the start
} wend_pose_observation;

// The goal. NAN, 0 or NULL where the task has no goal of that kind.
typedef struct wend_goal_observation {
    float point[2];                // metres, and radians to the left of straight ahead
    uint16_t category;             // wend_category
    float height;                  // metres, of the object, where the task's rules give it
    int class_index;               // the category as one of the task's classes, from 0; -1: none
    int number;                    // goals found so far: the index of the current one
    int count;                     // goals of the episode
    const char* instruction;       // UTF-8
    const char* language;          // of the instruction: "en-US", "hi-IN"; NULL: not given
    const uint8_t* reference_rgb;  // [reference_height][reference_width][3] image of the goal
    int reference_width, reference_height;
} wend_goal_observation;

// On a viewpoint graph. Images are then [36][height][width]: view 12 * row + step looks 30 degrees
// down, level or up (row) and step * 30 degrees to the right of north.
typedef struct wend_graph_observation {
    const char* viewpoint;             // current one; NULL: the space is continuous
    const wend_neighbour* neighbours;  // [neighbour_count] navigable neighbours, targets of GO
    int neighbour_count;
    int view;                       // of the 36 the one straight ahead
    const wend_panorama* panorama;  // perception of the views; NULL: the run has none
} wend_graph_observation;

// Ground truth, only for agents that request it (wend_agent_truth) or where the task grants it.
typedef struct wend_privileged_observation {
    const uint16_t* category;  // [height][width] wend_category
    const uint8_t* goal_mask;  // [height][width] 255 where the goal is visible, else 0
    // Egocentric top-down map (wend_oracle_map_crop), ahead is up. For the extent SEEN all
    // values are one higher, and 0 is unseen.
    const uint8_t* map_occupancy;  // [map_side][map_side] WEND_ORACLE_OUTSIDE, BLOCKED, FREE
    const uint8_t*
        map_objects;         // [map_side][map_side] wend_category of the episode's objects, or 0
    int map_side;            // cells; 0: no map
    uint16_t near_category;  // of the nearest of those objects within 2.5 m in view; 0: none
} wend_privileged_observation;

typedef struct wend_observation {
    int step;            // 0 before the first action
    bool collided;       // the last action was blocked
    bool carries;        // an object is carried
    float seconds_left;  // of simulated time; 0 where the task counts steps
    wend_camera_observation camera;
    wend_pose_observation pose;
    wend_goal_observation goal;
    wend_graph_observation graph;
    wend_privileged_observation privileged;
} wend_observation;

#ifdef __cplusplus
}
#endif
#endif
