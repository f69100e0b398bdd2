// Owner: src/agent
#ifndef WEND_AGENT_H
#define WEND_AGENT_H

#include "wend/map.h"
#include "wend/net.h"
#include "wend/observation.h"

#ifdef __cplusplus
extern "C" {
#endif

// ==== agent =====================================================================================
// Agents map observations to actions. They have no access to the scene, the navmesh, the simulator
// or the task; src/LAYERS enforces it.

// The agent's body and its discrete actions.
typedef struct wend_agent_body {
    float step;    // metres of FORWARD
    int turns;     // LEFT and RIGHT turn by 360 / turns degrees
    float look;    // degrees of UP and DOWN
    float radius;  // metres: min distance between its axis and a wall
    float height;  // metres
} wend_agent_body;

// Given to the agent at the start of an episode.
typedef struct wend_agent_episode {
    wend_agent_body body;
    wend_rng rng;  // random numbers of this agent and episode
    // Tours (IVLN): episodes in one building, one after the other. With `continues`, the agent is
    // where the oracle has guided it after the last episode, its memory of the building stays
    // valid, and gps, compass and altitude are relative to the start of the tour's first episode.
    bool continues;
    int tour_number, tour_count;  // episodes of the tour before this one, and in total; without
                                  // tours 0 and 1
} wend_agent_episode;

// Ground truth that an agent requests besides categories.
typedef struct wend_agent_truth {
    bool goal;                   // mask of the goal in the image: wend_observation.goal_mask
    float false_negative_rate;   // false-negative rate: share of images without the mask, 0 … 1
    wend_oracle_map_extent map;  // top-down map of the scene
    float false_positive_rate;   // false-positive rate: share of images in which another object is
                                 // marked
    bool survey;  // before an episode, or a tour, the oracle guides it through the whole scene and
                  // receives observations (`watch`)
} wend_agent_truth;

// Names of tasks, separated by spaces. NULL stands for all tasks.
#define WEND_TASKS_INSTRUCTIONS "ir2r ir2r-ce r2r r2r-ce rxr rxr-ce"
// Whether a task is in `tasks`; options ("multion:radius=1") are ignored.
// Nullable: tasks.
WEND_API bool wend_tasks_include(const char* tasks, const char* task);

typedef struct wend_agent_kind {
    const char* name;
    const char* summary;
    const char* tasks;    // supported tasks ("objectnav pasture"); NULL: all
    const char* options;  // accepted options ("semantics=rgbd|truth"); NULL: none
    bool uses_images;     // needs images; they are not rendered otherwise
    size_t memory;        // bytes of state, cleared when the agent is created
    // true: WEND_NO_MEMORY from its functions means that wend is out of memory, and the episode is
    // repeated later, as for built-in agents. Default false: it is a failure of the agent.
    bool memory_is_environment;

    // Parses the options ("" if none) and creates what lasts longer than an episode. destroy is
    // called even if it fails. Nullable.
    wend_status (*create)(void* state, const char* options, wend_error* error);
    void (*destroy)(void* state);  // Nullable
    // Supported tasks, if they depend on options such as weights. Nullable: `tasks`.
    const char* (*plays)(const void* state);
    // Hash of loaded weights, or of the code of a user's agent: a run is not resumed by an agent
    // with another hash. Nullable: name and options identify the agent.
    uint64_t (*hash)(const void* state);
    // Whether it uses ground truth: observations then include categories, and reports mark its rows
    // as an oracle's. Nullable: never.
    bool (*sees_truth)(const void* state);
    wend_agent_truth (*truth)(const void* state);  // Nullable: categories only
    // The image size it needs, if it differs from the task's. Nullable.
    void (*image_size)(const void* state, int* width, int* height);
    // Starts an episode. Memory of the last one is cleared unless it continues a tour.
    wend_status (*reset)(void* state, const wend_agent_episode* episode, wend_error* error);
    wend_status (*act)(void* state, const wend_observation* observation, wend_action* action,
                       wend_error* error);
    // Between two episodes of a tour the oracle guides the agent to the goal, if it did not reach
    // it, and to the start of the next episode. The agent observes and does not act; `led` is the
    // oracle's next action. Nullable: no images are rendered then.
    wend_status (*watch)(void* state, const wend_observation* observation, wend_action led,
                         wend_error* error);
    // Facts of the episode for the log: a JSON object of at most `size` bytes. Nullable.
    wend_status (*notes)(const void* state, char* text, size_t size, wend_error* error);
    // Its map, for reports, in the frame of its start (wend_map_pose_of). Nullable.
    const wend_map* (*map)(const void* state);
    // Relevance of the goal in its last image, for reports: [height][width] of any size, 0 … 1.
    // Valid until the next act. Nullable.
    const float* (*relevance)(const void* state, int* width, int* height);
} wend_agent_kind;

WEND_API int wend_agent_count(void);
WEND_API const wend_agent_kind* wend_agent_at(int index);
// By name; options ("mapper:memory=goal,semantics=truth") are ignored. NULL: no such agent.
WEND_API const wend_agent_kind* wend_agent_find(const char* name);

// ---- one agent ----------------------------------------------------------------------------------

typedef struct wend_agent wend_agent;  // belongs to one thread

// `name` may have options: "mapper:memory=goal,semantics=truth". `kind` is a user's agent; NULL:
// the built-in agent of that name.
WEND_API wend_status wend_agent_create(const char* name, const wend_agent_kind* kind,
                                       wend_agent** agent, wend_error* error);
WEND_API void wend_agent_destroy(wend_agent* agent);  // Nullable: agent.
WEND_API const wend_agent_kind* wend_agent_get_kind(const wend_agent* agent);
WEND_API const char* wend_agent_tasks(const wend_agent* agent);  // NULL: all
WEND_API uint64_t wend_agent_hash(const wend_agent* agent);      // 0: none
WEND_API bool wend_agent_sees_truth(const wend_agent* agent);
WEND_API wend_agent_truth wend_agent_asks_truth(const wend_agent* agent);
// Sets the image size that the agent needs, if it has one.
WEND_API void wend_agent_image_size(const wend_agent* agent, int* width, int* height);
WEND_API wend_status wend_agent_reset(wend_agent* agent, const wend_agent_episode* episode,
                                      wend_error* error);
WEND_API wend_status wend_agent_act(wend_agent* agent, const wend_observation* observation,
                                    wend_action* action, wend_error* error);
WEND_API wend_status wend_agent_watch(wend_agent* agent, const wend_observation* observation,
                                      wend_action led, wend_error* error);
// "" if it has none.
WEND_API wend_status wend_agent_notes(const wend_agent* agent, char* text, size_t size,
                                      wend_error* error);

WEND_API const wend_map* wend_agent_map(const wend_agent* agent);  // NULL: it has none
WEND_API const float* wend_agent_relevance(const wend_agent* agent, int* width, int* height);

// ==== policy ====================================================================================
// Learned agents: policy networks and their inputs.
//
// A policy is a def (sizes), a network, and per environment a memory outside of the network (last
// action, maps). The same functions fill the network's inputs in training and in evaluation.

// STOP (or the task's own declaration, such as FOUND), FORWARD, LEFT, RIGHT.
enum { WEND_POLICY_ACTIONS = 4 };

typedef enum wend_policy_goal {
    WEND_POLICY_GOAL_NONE,
    WEND_POLICY_GOAL_POINT,  // wend_observation.pointgoal
    WEND_POLICY_GOAL_CLASS,  // wend_observation.goal_category
} wend_policy_goal;

typedef enum wend_policy_memory {
    WEND_POLICY_GRU,
    WEND_POLICY_RECALL,     // attention over embeddings of earlier steps, then a GRU: FRMQN
    WEND_POLICY_TRANSFORM,  // two layers of attention over earlier steps, no GRU: SMT
} wend_policy_memory;

typedef enum wend_policy_map {
    WEND_POLICY_MAP_NONE,
    WEND_POLICY_MAP_TRUTH,     // ground-truth map: map_occupancy and map_objects of the observation
    WEND_POLICY_MAP_REVEALED,  // the same, where it has been observed
    WEND_POLICY_MAP_RECOGNIZED,  // objects that the network has recognised, at their positions
    WEND_POLICY_MAP_PROJECTED,   // image features projected by depth
} wend_policy_map;

// Auxiliary heads, trained to predict ground truth about the goal and not used by the agent: name,
// word, outputs (src/train/auxiliary.h).
#define WEND_POLICY_AUX_LIST(X)   \
    X(SEEN, "seen", 2)            \
    X(DIRECTION, "direction", 12) \
    X(DISTANCE, "distance", 36)   \
    X(PROGRESS, "progress", 1)

typedef enum wend_policy_aux {
#define X(name, word, outputs) WEND_POLICY_AUX_##name,
    WEND_POLICY_AUX_LIST(X)
#undef X
        WEND_POLICY_AUX_COUNT
} wend_policy_aux;

// Sizes, all integers, stored with the weights: name, default, min, max.
#define WEND_POLICY_FIELDS(X)                                                           \
    X(width, 256, 16, 1024) /* of the images */                                         \
    X(height, 256, 16, 1024)                                                            \
    X(rgb, 1, 0, 1)                        /* 1: colour images */                       \
    X(depth, 1, 0, 1)                      /* 1: depth images */                        \
    X(depth_centimetres, 1000, 10, 100000) /* depth scaled to 1 */                      \
    X(image_bytes, 0, 0, 1)  /* 1: images are one input of bytes; depth in 255 steps */ \
    X(goal_pixels, 0, 0, 1)  /* 1: their last channel marks the goal's colour */        \
    X(filters1, 32, 16, 512) /* of the three convolutions */                            \
    X(filters2, 64, 16, 512)                                                            \
    X(filters3, 32, 16, 512)                                                            \
    X(kernel1, 8, 1, 64) /* their sides and strides */                                  \
    X(kernel2, 4, 1, 64)                                                                \
    X(kernel3, 3, 1, 64)                                                                \
    X(stride1, 4, 1, 64)                                                                \
    X(stride2, 2, 1, 64)                                                                \
    X(stride3, 1, 1, 64)                                                                \
    X(encoder_size, 512, 1, 4096) /* of the image embedding */                          \
    X(goal, WEND_POLICY_GOAL_CLASS, 0, 2)                                               \
    X(goal_classes, 255, 1, 255) /* number of goal categories */                        \
    X(goal_size, 32, 1, 256)     /* of its embedding */                                 \
    X(action_size, 32, 1, 256)                                                          \
    X(memory, WEND_POLICY_GRU, 0, 2)                                                    \
    X(memory_size, 512, 1, 4096)                                                        \
    X(memory_slots, 128, 1, 4096) /* earlier steps attended to */                       \
    X(memory_heads, 8, 1, 64)                                                           \
    X(map, WEND_POLICY_MAP_NONE, 0, 4)                                                  \
    X(map_occupancy, 1, 0, 1) /* 1: with occupancy */                                   \
    X(map_objects, 1, 0, 1)   /* 1: with objects */                                     \
    X(map_side, 50, 13, 99)   /* cells of 0.8 m around it */                            \
    X(map_attention, 0, 0, 1) /* 1: read by attention (PROJECTED) */                    \
    X(map_goal, 0, 0, 1)      /* 1: objects of the goal's class have their own value */ \
    X(map_embed, 16, 1, 64)   /* embedding of a cell */                                 \
    X(map_filters1, 32, 16, 512)                                                        \
    X(map_filters2, 64, 16, 512)                                                        \
    X(map_filters3, 32, 16, 512)                                                        \
    X(map_encoder_size, 256, 1, 4096) /* of its embedding */                            \
    X(stop_rarity, 1, 1, 1000000000)  /* initial odds against STOP */                   \
    X(aux, 0, 0, 15)                  /* auxiliary heads: bit 1 << wend_policy_aux for each */

// Former names of fields: read in weight files and training configurations, and written in the
// fingerprints of checkpoints, which stay resumable.
#define WEND_POLICY_OLD_FIELDS(X)  \
    X(encoder_size, "eye")         \
    X(map_encoder_size, "map_eye") \
    X(map_occupancy, "map_ground") \
    X(map_objects, "map_things")   \
    X(map_attention, "map_asked")

typedef struct wend_policy_def {
    char agent[32];  // name of the agent
#define X(name, standard, min, max) int name;
    WEND_POLICY_FIELDS(X)
#undef X
} wend_policy_def;

// Learned agents by name, at the paper's sizes and, with the suffix "-small", at sizes that train
// in hours on two cores.
WEND_API int wend_policy_count(void);
WEND_API const wend_policy_def* wend_policy_at(int index);
WEND_API const wend_policy_def* wend_policy_find(const char* name);  // NULL: no such agent

// The name of a field; that of its successor for a former name.
WEND_API const char* wend_policy_field_name(const char* name);

// Extent of the ground-truth map that the policy uses.
static inline wend_oracle_map_extent wend_policy_oracle_map(const wend_policy_def* def) {
    return def->map == WEND_POLICY_MAP_TRUTH      ? WEND_ORACLE_MAP_FULL
           : def->map == WEND_POLICY_MAP_REVEALED ? WEND_ORACLE_MAP_SEEN
                                                  : WEND_ORACLE_MAP_NONE;
}

typedef struct wend_policy {
    wend_policy_def def;
    wend_network* network;
    int actor, critic;               // layers
    int object;                      // the layer that classifies the object nearby; -1: none
    int features;                    // the layer whose features are projected; -1: none
    int aux[WEND_POLICY_AUX_COUNT];  // the layers of auxiliary heads; -1: none
} wend_policy;

WEND_API wend_status wend_policy_create(const wend_policy_def* def, uint64_t seed,
                                        wend_policy* policy, wend_error* error);
WEND_API void wend_policy_destroy(wend_policy* policy);  // safe on {0} and twice

// ---- one environment ----------------------------------------------------------------------------

enum { WEND_POLICY_GRID = 128 };  // cells of 0.8 m per side, centred at the start, ahead is up

typedef struct wend_policy_state {
    bool begun;  // the next row is not the first of its episode
    int last;    // action, from 0
    int cell;    // of the grids, where it stands; -1: outside
    // Category recognised in each cell.
    uint8_t grid[WEND_POLICY_GRID * WEND_POLICY_GRID];
    // [GRID][GRID][channels] projected features; NULL without such a map.
    float* features;
    int32_t* spots;  // [pixels of the features] their cells; -1: none
    int spot_count, channels;
} wend_policy_state;

WEND_API wend_status wend_policy_state_create(const wend_policy* policy, wend_policy_state* state,
                                              wend_error* error);
WEND_API void wend_policy_state_destroy(wend_policy_state* state);  // safe on {0} and twice
// Starts an episode.
WEND_API void wend_policy_begin(wend_policy_state* state);
// Fills row `row` of the network's inputs (wend_network_input_bytes per row) and keep[row] (0: an
// episode begins). WEND_ARGUMENT if image size or goals differ from those of the policy.
WEND_API wend_status wend_policy_observe(const wend_policy* policy, wend_policy_state* state,
                                         const wend_observation* observation, int row,
                                         void* const* inputs, uint8_t* keep, wend_error* error);
// Updates the environment's memory by the outputs of row `row` of the last run and by the action
// taken.
WEND_API void wend_policy_acted(const wend_policy* policy, wend_policy_state* state,
                                const wend_network_space* space, int row, int action);
WEND_API wend_action wend_policy_action(int action);

// ---- files --------------------------------------------------------------------------------------

// Writes the weights as tensors that point into the network, and the def as notes (its text in
// `text`). The arrays must have room for wend_network_parameter_count tensors and WEND_POLICY_NOTES
// notes; the caller may append more before writing them.
enum { WEND_POLICY_NOTES = 3, WEND_POLICY_TEXT = 2048 };
WEND_API void wend_policy_tensors(const wend_policy* policy, wend_tensor* tensors, wend_note* notes,
                                  char* text);
WEND_API wend_status wend_policy_save(const wend_policy* policy, const char* path,
                                      wend_error* error);
// The same with 16-bit floats: half the size, three significant digits.
WEND_API wend_status wend_policy_save_half(const wend_policy* policy, const char* path,
                                           wend_error* error);

// Weights of an instruction follower (agents seq2seq and hamt).
typedef struct wend_follower_info {
    const char* agent;
    size_t weights;
    int arrays, words;  // words: of the vocabulary
    char sizes[512];    // "embedding=128 text=128 …"
} wend_follower_info;

WEND_API bool wend_follower_is_file(const wend_tensors* file);
// A file of which wend_follower_is_file. Nullable: half, where the weights are written as 16-bit
// floats. `path` is for errors.
WEND_API wend_status wend_follower_inspect(const wend_tensors* file, const char* path,
                                           const char* half, wend_follower_info* info,
                                           wend_error* error);
// Loads a policy. Fails if the file is no policy, was written by a newer wend, has arrays that do
// not fit its def, or contains values that are not finite.
WEND_API wend_status wend_policy_load(const char* path, wend_policy* policy, wend_error* error);
// `name` stands for the file in errors.
WEND_API wend_status wend_policy_parse(const void* bytes, size_t size, const char* name,
                                       wend_policy* policy, wend_error* error);
// Loads the weights of an open file into a policy of the same def.
WEND_API wend_status wend_policy_take(const wend_tensors* file, const char* path,
                                      wend_policy* policy, wend_error* error);
WEND_API wend_status wend_policy_read_def(const wend_tensors* file, const char* path,
                                          wend_policy_def* def, wend_error* error);

#ifdef __cplusplus
}
#endif
#endif
