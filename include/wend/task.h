// Tasks: episodes, goals and rules. The benchmarks implement this interface, and callers can add
// tasks of their own (docs/own_task.md).
//
// A loaded task is immutable and shared by all threads. The state of an episode is `state_size`
// bytes that the run owns and zeroes before `begin`.
//
// Owner: src/task
#ifndef WEND_TASK_H
#define WEND_TASK_H

#include "wend/observation.h"
#include "wend/sim.h"

#ifdef __cplusplus
extern "C" {
#endif

// Max distance of a start or a goal from the navmesh, in metres: navmeshes of different tools
// differ by less.
#define WEND_EPISODE_SLACK 0.25f

typedef struct wend_episode {
    int index;          // in its file, from 0
    const char* id;     // unique in the file
    const char* scene;  // a reference (docs/concepts.md), or a file in the scenes folder
    wend_vec3 start;
    float heading;  // radians
} wend_episode;

// The result of a step by the rules.
typedef struct wend_verdict {
    bool done;
    bool timed_out;  // done by the limit of steps or time alone (Gymnasium: truncated)
    bool success;    // done, and a success by the metrics of the task
    float reward;    // 0 where it needs distance fields and the world has none, as in runs
} wend_verdict;

// Selects a task, its episode files, scenes and rules. Embedded in the definitions of runs,
// batches, training, replays and reports.
typedef struct wend_play_def {
    const char* task;      // name and options: "pointnav", "multion:radius=1", "rescue:native"
    const char* episodes;  // file
    const char* scenes;    // folder of scene files; NULL: paths as in the episodes
    const char* cache;     // folder of cached scenes; NULL: none
    // folder of viewpoint graphs ({scan}_connectivity.json), for tasks on graphs; NULL:
    // FILE.connectivity beside the episodes
    const char* graphs;
    const char* tours;  // file of tours, for iterative tasks; NULL: planned from the episodes
    // perception of viewpoints (wend_views_open), for tasks on graphs; NULL: none
    const char* observations;
    const char* rules;  // "paper" or "official"; default "paper"
    uint64_t seed;      // of agents and noise; default 0
    int max_steps;      // per episode; 0: the task's default
} wend_play_def;

WEND_API wend_play_def wend_play_default_def(void);

// Arguments of a task's `load` besides the path of the episodes. Fields as in wend_play_def.
typedef struct wend_task_def {
    const char* rules;
    const char* options;  // behind the task's name: "radius=1,distance=euclidean"; default ""
    const char* graphs;
    const char* tours;
    const char* observations;
    int max_steps;
    // keeps invalid episodes, which then fail one by one; default false: the file is rejected
    bool lenient;
} wend_task_def;

WEND_API wend_task_def wend_task_default_def(void);

typedef struct wend_task wend_task;  // a task with its episodes

// Start of an episode on a viewpoint graph.
typedef struct wend_task_viewpoint {
    const wend_graph_world* graph;
    uint32_t node;
    bool has_scene;  // the scan has a scene to render; false: only the graph
} wend_task_viewpoint;

// An object of the episode, for privileged agents with a ground-truth map.
typedef struct wend_task_object {
    wend_vec3 at;
    uint16_t category;
} wend_task_object;

// The tour of an episode. Episodes of a tour are consecutive and in one scene.
typedef struct wend_task_tour {
    const char* id;
    int number, count;  // position of the episode, from 0; episodes of the tour
} wend_task_tour;

// How the oracle guides the agent from one episode of a tour to the next.  [IVLN]
typedef struct wend_task_lead {
    float near_goal, near_start;  // arrival distances in metres; 0 on a graph
    // per phase: to the goal, then to the start; afterwards the agent is placed on the start
    int max_steps;
} wend_task_lead;

typedef struct wend_task_kind {
    const char* name;
    const char* summary;
    const char* options;  // accepted options: "radius=M"; NULL: none
    size_t state_size;
    wend_status (*load)(const char* episodes, const wend_task_def* def, void** task,
                        wend_error* error);
    void (*destroy)(void* task);
    // Hash of the other files that the task reads: viewpoint graphs, reference images. A run
    // resumes only with the same hash. Nullable: there are none.
    wend_status (*hash)(const void* task, uint64_t* hash, wend_error* error);
    int (*count)(const void* task);
    wend_episode (*episode)(const void* task, int index);
    // Agent and camera. The caller may change the image size.
    wend_sim_def (*sim)(const void* task);
    // Navmesh settings and inserted objects, which must live as long as the task. The caller sets
    // uses_images and fields. Nullable: the default world.
    wend_world_def (*world)(const void* task);
    // Changes of the episode's scene; must live as long as the task. Nullable: none.
    const wend_variation* (*variation)(const void* task, int index);
    // Start on a viewpoint graph, which must live as long as the task. Nullable: the task is in
    // continuous space.
    wend_task_viewpoint (*viewpoint)(const void* task, int index);
    // Nullable, both: there are no tours.
    wend_task_tour (*tour)(const void* task, int index);
    wend_task_lead (*lead)(const void* task);
    // legal actions, bit 1 << kind; 0: all. An illegal action is an error of the agent and ends the
    // episode
    uint32_t actions;
    bool senses_altitude;  // observations have pose.altitude
    // the rules render images: worlds need a view even if the agent uses none
    bool judges_by_sight;
    // Called after the simulator was reset to the start of the episode.
    wend_status (*begin)(const void* task, int index, wend_sim* sim, void* state,
                         wend_error* error);
    // Replaces an action before it is executed, in tasks that assist or limit the agent. Nullable.
    wend_action (*admit)(const void* task, int index, const wend_sim* sim, void* state,
                         wend_action wanted);
    // Judges an executed action. Sets every field of the verdict.
    wend_status (*step)(const void* task, int index, const wend_sim* sim, wend_action action,
                        const wend_outcome* outcome, void* state, wend_verdict* verdict,
                        wend_error* error);
    // Adds goals and the task's own sensors to the observation.
    void (*observe)(const void* task, int index, const wend_sim* sim, const void* state,
                    wend_observation* observation);
    // Whether observations are made from annotations instead of images: every agent is then marked
    // as an oracle. Nullable: never.
    bool (*observes_truth)(const void* task);
    // Remaining goals, in order; for oracles.
    wend_vec3_span (*goals)(const void* task, int index, const void* state);
    // Reference path from start to goal; for oracles. Nullable: there is none.
    wend_vec3_span (*route)(const void* task, int index);
    // Metres from the agent to each point of the reference path of the metrics (nDTW), for rewards;
    // WEND_LIMIT for more than `max` points. Nullable: there is none.
    wend_status (*reference_distances)(const void* task, int index, const wend_sim* sim,
                                       void* state, double* metres, int max, int* count,
                                       wend_error* error);
    // Object of the current goal; 0: none. For privileged agents. Nullable.
    uint32_t (*goal_object)(const void* task, int index, const wend_sim* sim, const void* state);
    // Whether STOP or FOUND would be correct now; for oracles. Nullable: the oracle decides.
    wend_status (*arrived)(const void* task, int index, const wend_sim* sim, const void* state,
                           bool* correct, wend_error* error);
    // Called with the ground-truth images before each action of an agent with images, to record
    // which objects are visible. Only `object` is always set. Nullable.
    void (*look)(const void* task, int index, const wend_sim* sim, const wend_frame* frame,
                 void* state);
    // Objects of the episode, found or not, at most `max`; returns their number. For privileged
    // agents. Nullable.
    int (*objects)(const void* task, int index, const void* state, wend_task_object* objects,
                   int max);
    // Writes a JSON object with everything the metrics need into text[size].
    wend_status (*facts)(const void* task, int index, const wend_sim* sim, const void* state,
                         char* text, size_t size, wend_error* error);
} wend_task_kind;

WEND_API int wend_task_count(void);
WEND_API const wend_task_kind* wend_task_at(int index);
// By name; options behind it ("multion:radius=1") are ignored. NULL: none.
WEND_API const wend_task_kind* wend_task_find(const char* name);
// The same; the error suggests the nearest name.
WEND_API wend_status wend_task_require(const char* name, const wend_task_kind** kind,
                                       wend_error* error);
WEND_API const char* wend_task_options(const char* name);  // the part behind the colon, or ""

// Reads the episodes of a task. Duplicate ids are an error, unless the def is lenient.
WEND_API wend_status wend_task_load(const wend_task_kind* kind, const char* episodes,
                                    const wend_task_def* def, wend_task** task, wend_error* error);
// The same with the files and settings of `play`. `kind` is a task of the caller's own, in place of
// the named one. Nullable: kind.
WEND_API wend_status wend_task_open(const wend_play_def* play, const wend_task_kind* kind,
                                    bool lenient, wend_task** task, wend_error* error);
WEND_API void wend_task_destroy(wend_task* task);  // Nullable: task.
WEND_API const wend_task_kind* wend_task_get_kind(const wend_task* task);
WEND_API const void* wend_task_get(const wend_task* task);  // argument of the kind's functions
WEND_API wend_world_def wend_task_world(const wend_task* task);

#ifdef __cplusplus
}
#endif
#endif
