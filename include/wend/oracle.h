// Owner: src/oracle
#ifndef WEND_ORACLE_H
#define WEND_ORACLE_H

#include "wend/sim.h"

#ifdef __cplusplus
extern "C" {
#endif

// ==== oracle ====================================================================================
// Agents with access to the ground truth. Reports mark their rows.

// A depth image, looking straight ahead.
typedef struct wend_oracle_depth {
    const float* metres;  // [height][width], along the optical axis; NULL: none
    int width, height;
    float hfov;  // degrees
} wend_oracle_depth;

// The ground truth that an oracle receives before each action.
typedef struct wend_oracle_truth {
    const wend_sim* sim;
    wend_vec3_span goals;    // remaining goals, in order
    wend_vec3_span route;    // waypoints of the task, in order; empty: none
    uint32_t object;         // must be in view at STOP; 0: none
    bool arrived;            // STOP would succeed now; false where the task does not define it
    wend_oracle_depth view;  // of the current pose, for oracles with uses_images
} wend_oracle_truth;

typedef struct wend_oracle_kind {
    const char* name;
    const char* summary;
    const char* tasks;  // supported tasks, names separated by spaces; NULL: all
    bool uses_images;   // it needs the depth image of each pose
    size_t memory;      // bytes of state; the caller owns them and clears them before each episode
    void (*reset)(void* state, wend_rng rng);  // a new episode. Nullable
    // The last action was not taken, as when a policy is corrected by an expert: drops plans.
    // Nullable: it has none.
    void (*replan)(void* state);
    // The next action; STOP declares the goal in every task. An error, as of a distance that could
    // not be computed, is a failure of the environment: the episode is not scored.
    wend_status (*act)(void* state, const wend_oracle_truth* truth, wend_action* action,
                       wend_error* error);
} wend_oracle_kind;

WEND_API int wend_oracle_count(void);
WEND_API const wend_oracle_kind* wend_oracle_at(int index);
WEND_API const wend_oracle_kind* wend_oracle_find(const char* name);  // NULL: none of that name

// ==== oracle map ================================================================================
// The oracle maps of MultiON: ground-truth occupancy and goals, cropped around the agent.
// [Wani et al. 2020: OracleMap, OracleEgoMap; saimwani/multiON for every number]
//
// A map belongs to one thread. It is created once per world; goals are set per episode. Crops
// allocate nothing.

// Occupancy of a cell.
enum { WEND_ORACLE_OUTSIDE, WEND_ORACLE_BLOCKED, WEND_ORACLE_FREE };

// The visibility rule of OracleEgoMap. Paper and code disagree; see docs/benchmarks.
#define WEND_ORACLE_SIGHT_LIST(X)                                                  \
    X(RELEASED, "released") /* rays of 6 m without occlusion: the released code */ \
    X(WALLS, "walls")       /* rays end at the first cell that is not free */      \
    X(DEPTH, "depth")       /* rays end at the depth of the image: the paper */

typedef enum wend_oracle_sight {
#define X(name, word) WEND_ORACLE_SIGHT_##name,
    WEND_ORACLE_SIGHT_LIST(X)
#undef X
} wend_oracle_sight;

typedef struct wend_oracle_map_def {
    float cell;       // metres; default 240.364 / 300 = 0.8012
    float low, high;  // metres: the square of the world that is mapped; default -120.3241, 120.0399
    int block;        // side of a goal, cells; odd; default 3
    int crop;         // side of a crop, cells; default 50
    float fov;        // field of view of the visibility rule, degrees; default 80
    float range;      // range of the visibility rule, metres; default 6
} wend_oracle_map_def;

WEND_API wend_oracle_map_def wend_oracle_map_default_def(void);

typedef struct wend_oracle_map wend_oracle_map;

// The map of the floor at `feet`. A cell is free if some point of it is reachable from there, and
// blocked otherwise within the scene's bounds. Nullable: def.
WEND_API wend_status wend_oracle_map_create(const wend_world* world, wend_vec3 feet,
                                            const wend_oracle_map_def* def, wend_oracle_map** map,
                                            wend_error* error);
WEND_API void wend_oracle_map_destroy(wend_oracle_map* map);  // Nullable: map.

// Starts an episode: sets the goals, with `classes` from 0, and clears what was seen.
WEND_API void wend_oracle_map_set_goals(wend_oracle_map* map, wend_vec3_span goals,
                                        const int* classes);

// OracleMap: the cells around `feet`, [crop][crop], rows from front to back, columns from left
// to right. Occupancy is WEND_ORACLE_*; object is the goal's class + 1, or 0. The paper's
// three variants use both, the first or the second. Nullable: occupancy, object.
WEND_API void wend_oracle_map_crop(const wend_oracle_map* map, wend_vec3 feet, float heading,
                                   uint8_t* occupancy, uint8_t* object);

// Marks the visible cells as seen, until the next episode. Nullable: depth (except with DEPTH).
WEND_API void wend_oracle_map_see(wend_oracle_map* map, wend_oracle_sight rule, wend_vec3 feet,
                                  float heading, const wend_oracle_depth* depth);
// OracleEgoMap: the same crop with all values one higher, and 0 for unseen cells: an object
// of 1 is a seen cell without a goal.
WEND_API void wend_oracle_map_crop_seen(const wend_oracle_map* map, wend_vec3 feet, float heading,
                                        uint8_t* occupancy, uint8_t* object);

// The cell of a position: row = floor((high - x) / cell), column = floor((z - low) / cell). False
// outside of the map.

#ifdef __cplusplus
}
#endif
#endif
