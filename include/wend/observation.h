// What an agent is given: one plain struct, filled by the run from the simulator's sensors and the
// task's goals. Nothing in it is truth that the task does not grant.
#ifndef WEND_OBSERVATION_H
#define WEND_OBSERVATION_H

#include "wend/base.h"

// How much of the place from above is shown to who asks for it.
typedef enum wend_shown_map {
    WEND_SHOWN_NOTHING,
    WEND_SHOWN_ALL,
    WEND_SHOWN_SEEN,  // what it has looked at, by the depth pictures
} wend_shown_map;

// A way on from the viewpoint one stands on.
typedef struct wend_way {
    const char* viewpoint;  // where it leads
    float heading;          // radians to the left of straight ahead, [-pi, pi)
    float elevation;        // radians above the horizon
    float distance;         // metres
    int view;               // of the 36 views the one that looks there most nearly
} wend_way;

enum { WEND_MAX_WAYS = 64 };

typedef struct wend_observation {
    int step;       // 0 before the first action
    bool collided;  // the last action was blocked

    // Pictures, valid during the call. NULL where the task or the run has no such sensor.
    int width, height;
    float hfov;                // degrees
    float eye_height;          // metres above the floor
    const uint8_t* rgb;        // [height][width][3]
    const float* depth;        // [height][width] metres
    const uint16_t* category;  // [height][width] wend_category; only where the task grants it

    const uint8_t* goal_mask;  // [height][width] 255 where the thing looked for is seen, else 0;
                               // only for agents that asked for it (wend_agent_truth)

    // The place from above as it truly is (wend_oracle_map_crop), ahead is up; only for agents that
    // asked for it (wend_agent_truth). Of those who see only what they looked at, all values are
    // one higher, and 0 is what they have not seen.
    const uint8_t* map_ground;  // [map_side][map_side] WEND_ORACLE_OUTSIDE, BLOCKED, FREE
    const uint8_t* map_things;  // [map_side][map_side] wend_category of what it is about, 0: none
    int map_side;               // cells; 0: there is no map
    uint16_t near_category;     // of the nearest of those things within 2.5 m in view; 0: none

    // Where the body is, from where it started: metres ahead and to the right of the start pose,
    // and radians turned since, counter-clockwise. NAN where the task has no such sensor.
    float gps[2];
    float compass;
    float altitude;  // metres above the start. NAN where the task has no such sensor

    // Goals. NAN, 0 or NULL where the task has none of that kind.
    float pointgoal[2];            // metres, and radians to the left of straight ahead
    uint16_t goal_category;        // wend_category to look for
    float goal_height;             // metres that it is tall, where the task's rules say so
    int goal;                      // the same as one of the task's classes, from 0; -1: none
    int goal_number;               // how many goals are done: which one is due, from 0
    int goal_count;                // goals of the episode
    const char* instruction;       // UTF-8
    const char* language;          // of the instruction: "en-US", "hi-IN"; NULL: not said
    const uint8_t* reference_rgb;  // [reference_height][reference_width][3] a picture to look for
    int reference_width, reference_height;
    // On a viewpoint graph. Pictures are then [36][height][width]: view 12 * row + step looks 30
    // degrees down, level or up (row) and step * 30 degrees to the right of north.
    const char* viewpoint;  // the one stood on; NULL: the space is continuous
    const wend_way* ways;   // [way_count] to take by GO
    int way_count;
    int view;         // of the 36 the one that looks ahead
    bool unpictured;  // there are no pictures of this place, though they were asked for

    bool carries;        // something is in the hands
    float seconds_left;  // of simulated time; 0 where the task counts steps
} wend_observation;

#endif
