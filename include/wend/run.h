// Owner: src/run
#ifndef WEND_RUN_H
#define WEND_RUN_H

#include "wend/agent.h"
#include "wend/log.h"
#include "wend/map.h"
#include "wend/nav.h"
#include "wend/ranks.h"
#include "wend/sense.h"
#include "wend/task.h"

#ifdef __cplusplus
extern "C" {
#endif

// ==== run =======================================================================================
// A run: an agent plays every episode of a task, on all threads, into a log. Resumable.

typedef struct wend_run_def {
    wend_play_def play;
    const char* agent;                  // name of an agent or an oracle
    const wend_task_kind* custom_task;  // a task of the caller's own, in place of the named one.
                                        // Nullable
    const wend_agent_kind* custom;      // an agent of the caller's own, in place of the named one;
                                        // `agent` is its name in the log. Its create is called on
                                        // the thread that calls wend_run. Nullable
    const char* out;                    // the log; an existing log of the same run is resumed
    int threads;                        // 0: one per processor
    int limit;                          // number of episodes, from the start of the file; 0: all
    int every;  // stride: plays episodes 0, every, 2 every, … below the limit; 0 and 1: all
    int shard, shards;  // plays block `shard` of `shards` equal blocks of the episodes; the log
                        // says which, and wend_log_merge joins the logs. shards 0 and 1: all
    wend_ranks* ranks;  // plays together with the other ranks, which pass the same def; rank 0
                        // writes the log, and its summary is the one that counts. Nullable
    bool snap;          // moves starts that are off the navmesh onto it; default false: such an
                        // episode fails
    bool lenient;       // skips invalid episodes (duplicate id, no goal); default false: their file
                        // is refused
    bool overwrite;     // replaces an existing log, whatever run it is of; default false
    bool retry_failed;  // plays episodes again that ended in an agent's error; episodes that failed
                        // in the environment are always played again. default false
    // Called after each episode, by one thread at a time. Nullable.
    void (*progress)(void* context, int done, int total);
    // Called before each episode and each step, by any thread. After it returns true no episode
    // begins and unfinished ones are not logged; the next run resumes. Nullable.
    bool (*halted)(void* context);
    // Receives one sentence for each damaged line of the log, and one for each cause why episodes
    // were not played or not logged. Nullable.
    wend_warn warn;
    void* context;  // for all three
} wend_run_def;

WEND_API wend_run_def wend_run_default_def(void);

typedef struct wend_run_summary {
    int episodes;      // of the run
    int resumed;       // already in the log
    int played;        // by this call
    int failed;        // not playable; the log has the reason, and the next run tries them again
    int environment;   // of these, because of a missing file, disk space or memory
    int agent_errors;  // in the log: ended by an error of the agent, scored 0
    int unlogged;      // played, but not written to the log
    int left;          // not started, because the run was halted
    uint64_t steps;
} wend_run_summary;

// WEND_ARGUMENT when the log belongs to a different run or is not a log. WEND_IO when another run
// writes it, or some episodes were not written: the next run plays those. The log is complete when
// no failure of the environment is left.
WEND_API wend_status wend_run(const wend_run_def* def, wend_run_summary* summary,
                              wend_error* error);

// ==== batch =====================================================================================
// A vector of environments: one call steps all of them, on all threads, into the caller's arrays.
//
// With N environments, environment i plays episodes i, i + N, i + 2 N, … of the file and starts
// over when none is left: its observations depend neither on the other environments nor on the
// number of threads. In an iterative task environment i plays tours i, i + N, … whole, and an
// oracle guides it from the end of an episode to the start of the next, without observations.
//
// Next-step autoreset, as in Gymnasium, unless the def asks for same-step: after the last step of
// an episode the next call begins the environment's next episode, ignores its action and returns
// reward 0. Starts off the navmesh are snapped to it.

// Receives each observation from the thread that rendered it: environments are observed in
// parallel, each by one thread at a time. With `rgb` or `depth`, images that wend_batch_out has no
// array for are rendered into memory of the thread, which is valid during the call only. An error
// is the environment's.
typedef struct wend_batch_observer {
    // Nullable: no observer.
    wend_status (*observe)(void* context, int env, const wend_observation* o, wend_error* error);
    void* context;
    bool rgb, depth;
} wend_batch_observer;

// Rewards of a batch or a training run: name, word, options, summary.
#define WEND_REWARD_LIST(X)                                                                       \
    X(TASK, "task", NULL, "the task's own")                                                       \
    X(NEW_CELLS, "new-cells", "cell=METRES",                                                      \
      "exploration: 0.1 for each new cell, -0.01 per step, -0.03 for a blocked step")             \
    X(VISITS, "count", "cell=METRES", "the same with 0.1 / sqrt(N) for the N-th visit of a cell") \
    X(NDTW, "ndtw", "stop=X",                                                                     \
      "gain of nDTW with the reference path; stop=X: at the end X (1 + nDTW) or, without "        \
      "success, "                                                                                 \
      "-X")

typedef enum wend_reward {
#define X(name, word, options, summary) WEND_REWARD_##name,
    WEND_REWARD_LIST(X)
#undef X
        WEND_REWARD_COUNT
} wend_reward;

typedef struct wend_batch_def {
    wend_play_def play;
    int num_envs;        // default 1
    int threads;         // 0: one per processor
    int width, height;   // of the images; 0: as the task has it
    bool uses_images;    // renders images; default true
    bool panorama;       // on a viewpoint graph: images are all 36 views, [36][height][width],
                         // instead of the one ahead; default false
    const char* expert;  // an oracle whose action for each state is wend_batch_expert; NULL: none
    bool labels;         // computes wend_batch_labels; default false
    const char* reward;  // a word of WEND_REWARD_LIST and its options ("count:cell=0.5"); NULL: the
                         // task's own
    wend_oracle_map_extent map;  // observations contain the ground-truth top-down map, for
                                 // supervised losses and privileged agents; default none
    // Same-step autoreset, as in Gymnasium: a step that ends an episode begins the next one and
    // returns its first observation and `episode` with the reward, `done`, `timed_out` and
    // `success` of the ended one; default false
    bool same_step;
    wend_batch_observer observer;  // default none
} wend_batch_def;

WEND_API wend_batch_def wend_batch_default_def(void);

// Arrays of the caller, one item per environment (N = num_envs). Each is Nullable.
typedef struct wend_batch_out {
    uint8_t* rgb;             // [N][height][width][3]
    float* depth;             // [N][height][width]
    uint16_t* category;       // [N][height][width]
    uint32_t* object;         // [N][height][width]
    float* gps;               // [N][2]
    float* compass;           // [N]
    float* pointgoal;         // [N][2]
    float* altitude;          // [N]
    int32_t* goal;            // [N] goal.class_index of wend_observation
    uint16_t* goal_category;  // [N]
    uint8_t* carries;         // [N]
    float* seconds_left;      // [N]
    float* reward;            // [N]
    uint8_t* done;            // [N] 1: the episode has ended
    uint8_t* timed_out;       // [N] 1: ended by the limit of steps or time alone
    uint8_t* success;         // [N] 1: ended with success
    uint8_t* collided;        // [N]
    int32_t* episode;         // [N] index of the current episode
} wend_batch_out;

typedef struct wend_batch wend_batch;

WEND_API wend_status wend_batch_create(const wend_batch_def* def, wend_batch** batch,
                                       wend_error* error);
WEND_API void wend_batch_destroy(wend_batch* batch);  // Nullable: batch.
WEND_API int wend_batch_num_envs(const wend_batch* batch);
WEND_API void wend_batch_size(const wend_batch* batch, int* width, int* height);

// Every environment begins its first episode.
WEND_API wend_status wend_batch_reset(wend_batch* batch, const wend_batch_out* out,
                                      wend_error* error);
// actions: [N]. An illegal action (unknown, not in the task's set, out of range) is WEND_ARGUMENT,
// and no environment has stepped. A batch belongs to one thread at a time and to the process that
// created it: in a forked child its calls are WEND_ARGUMENT.
WEND_API wend_status wend_batch_step(wend_batch* batch, const wend_action* actions,
                                     const wend_batch_out* out, wend_error* error);

// The episodes of the file. wend_batch_seek sets the next episode of an environment, in place of
// the order above.
WEND_API int wend_batch_episodes(const wend_batch* batch);
WEND_API wend_episode wend_batch_episode(const wend_batch* batch, int episode);
WEND_API wend_status wend_batch_seek(wend_batch* batch, int env, int episode, wend_error* error);
// Begins the next episode of one environment at once, also in the middle of the current one.
WEND_API wend_status wend_batch_begin(wend_batch* batch, int env, const wend_batch_out* out,
                                      wend_error* error);
// The same for all environments, on all threads.
WEND_API wend_status wend_batch_begin_all(wend_batch* batch, const wend_batch_out* out,
                                          wend_error* error);

// The whole observation of the last call, with fields that have no array above (instruction, …).
// Images point into the arrays of that call; those for an observer alone are NULL.
WEND_API const wend_observation* wend_batch_observation(const wend_batch* batch, int env);
// The tour of the current episode; a tour of one episode where the task has none.
WEND_API wend_task_tour wend_batch_tour(const wend_batch* batch, int env);
// Ground truth: the scene of the current episode, and its remaining goals. Valid until the next
// call.
WEND_API const wend_scene* wend_batch_scene(const wend_batch* batch, int env);
WEND_API wend_vec3_span wend_batch_goals(const wend_batch* batch, int env);
// The expert's action for the current state of an environment: the label of imitation learning.
// False: there is no expert, it gave up, or the episode has ended. When another action is taken,
// the expert plans again from where that leads.
WEND_API bool wend_batch_expert(const wend_batch* batch, int env, wend_action* action);
// Ground truth about the current goal, the targets of auxiliary losses; never part of an
// observation. NAN: the task has no such goal.
typedef struct wend_labels {
    float seen;  // 1: the goal was in view (image, up to 10 m, not occluded) since it is the goal
    float direction;  // radians to the left of straight ahead
    float distance;   // metres, Euclidean, horizontal
    float progress;   // (d0 - d) / d0, geodesic; d0: when it became the goal  [Ma et al. 2019]
} wend_labels;
WEND_API wend_labels wend_batch_labels(const wend_batch* batch, int env);
// The log record of the episode up to now. Valid until the next call.
WEND_API wend_status wend_batch_record(wend_batch* batch, int env, wend_log_record* record,
                                       wend_error* error);

// ==== replay ====================================================================================
// Replays a logged episode: the same actions in the same scene, step by step, to render what the
// agent saw and to inspect its map.
//
//     wend_replay_create(&def, &log, &replay, &error);
//     wend_replay_begin(replay, &log.records[i], &error);
//     while (wend_replay_at(replay) < log.records[i].steps) {
//         wend_replay_look(replay, &frame, &error);
//         wend_replay_step(replay, &error);
//     }

typedef struct wend_replay wend_replay;

typedef struct wend_replay_def {
    const char* log;     // its path; the files it names are relative to its folder
    wend_play_def play;  // episodes, scenes, graphs, tours: NULL as the log says; cache. The rest
                         // comes from the log and is ignored
    int side;            // pixels of the images' longer side; 0: as the task has it
    bool think;          // runs the agent again, if it is a built-in agent with a map
} wend_replay_def;

// `log` must outlive the replay. WEND_FORMAT when the episodes are not those of the log.
WEND_API wend_status wend_replay_create(const wend_replay_def* def, const wend_log_set* log,
                                        wend_replay** replay, wend_error* error);
WEND_API void wend_replay_destroy(wend_replay* replay);  // Nullable: replay.

// Opens the scene of the record at the start pose. WEND_FORMAT when the content of the scene has
// changed since, or when the record is of an episode that failed.
WEND_API wend_status wend_replay_begin(wend_replay* replay, const wend_log_record* record,
                                       wend_error* error);
// Takes the next action of the record. WEND_FORMAT when the pose differs from the log's: another
// version of wend made the log, or its motions are not in it.
WEND_API wend_status wend_replay_step(wend_replay* replay, wend_error* error);
WEND_API int wend_replay_at(const wend_replay* replay);  // number of actions taken

// Renders the current view.
WEND_API wend_status wend_replay_look(wend_replay* replay, const wend_frame* frame,
                                      wend_error* error);
// The instruction at the last wend_replay_look. NULL: none. Valid until the next step.
WEND_API const char* wend_replay_instruction(const wend_replay* replay);
// The whole observation with the images of `frame`. Nullable: frame.
WEND_API wend_status wend_replay_observe(wend_replay* replay, const wend_frame* frame,
                                         wend_observation* observation, wend_error* error);
WEND_API const wend_camera* wend_replay_camera(const wend_replay* replay);
// Of the current episode. NULL on a viewpoint graph without a scene.
WEND_API const wend_scene* wend_replay_scene(const wend_replay* replay);
WEND_API const wend_navmesh* wend_replay_navmesh(const wend_replay* replay);
// The remaining goals, in order. Valid until the next step.
WEND_API wend_vec3_span wend_replay_goals(const wend_replay* replay);
// The agent's map. NULL: the agent was not run again, has no map, or its actions differ from the
// log's. Valid until the next step.
WEND_API const wend_map* wend_replay_map(const wend_replay* replay);
// Origin of the map's frame: the start of the episode, or of the tour.
WEND_API wend_pose wend_replay_origin(const wend_replay* replay);
// Relevance of the goal in the image before the last step: [height][width], 0 … 1. NULL as above,
// and for agents without relevance maps. Valid until the next step.
WEND_API const float* wend_replay_relevance(const wend_replay* replay, int* width, int* height);
// The log record, as if the episode had ended now. Valid until the next step.
WEND_API wend_status wend_replay_record(wend_replay* replay, wend_log_record* record,
                                        wend_error* error);

#ifdef __cplusplus
}
#endif
#endif
