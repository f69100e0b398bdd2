// Tasks: episodes, rules and goals. Five benchmarks implement this interface, and anyone's own can.
//
// A task is read once and then only read: any number of workers play its episodes. What changes in
// an episode is the worker's state, `state_size` bytes that the run owns and clears.
#ifndef WEND_TASK_H
#define WEND_TASK_H

#include "wend/observation.h"
#include "wend/sim.h"

#ifdef __cplusplus
extern "C" {
#endif

// How far a start or a goal may lie off the navmesh, in metres, before it is said to: meshes of
// different makers differ by less.
#define WEND_EPISODE_SLACK 0.25f

typedef struct wend_episode {
    int index;          // in its file, from 0
    const char* id;     // unique in the file
    const char* scene;  // a reference (docs/concepts.md), or a file below the folder of the scenes
    wend_vec3 start;
    float heading;  // radians
} wend_episode;

// What the rules say after a step.
typedef struct wend_verdict {
    bool done;
    float reward;
    bool timed_out;  // it is done for want of steps or time alone (Gymnasium: truncated)
} wend_verdict;

typedef struct wend_task_def {
    const char* rules;    // "paper" or "official"; default "paper"
    const char* options;  // of the task: "radius=1,distance=euclidean"; default ""
    const char* graphs;   // folder of viewpoint graphs ({scan}_connectivity.json), for tasks on
                          // them; NULL: beside the episodes, in FILE.connectivity
    const char* tours;    // file of tours, for tasks with them; NULL: made from the episodes
    int max_steps;        // 0: as the task has it
    bool native;   // rescue: the agent picks, puts and opens doors itself; default false: the
                   // environment does it where the rules let it
    bool lenient;  // keep episodes that cannot be played, so that each can be told by itself;
                   // default false: their file is refused
} wend_task_def;

WEND_API wend_task_def wend_task_default_def(void);

typedef struct wend_task wend_task;  // a task with its episodes

// Where on a viewpoint graph an episode starts.
typedef struct wend_task_viewpoint {
    const wend_graph_world* graph;
    uint32_t node;
    bool pictured;  // there is a scene to look at; else the graph is all there is
} wend_task_viewpoint;

// A thing the episode is about, for agents that are shown the map of the place.
typedef struct wend_task_thing {
    wend_vec3 at;
    uint16_t category;
} wend_task_thing;

// Which tour an episode belongs to. The episodes of a tour follow each other in the task's order
// and are of one scene.
typedef struct wend_task_tour {
    const char* id;
    int number, count;  // from 0, and in all
} wend_task_tour;

// How an oracle leads from one episode of a tour to the next.
typedef struct wend_task_lead {
    float near_goal, near_start;  // metres from them at which one is there; on a graph one must be
    int max_steps;  // to the goal, and again to the start; then the body is put onto the start
} wend_task_lead;

typedef struct wend_task_kind {
    const char* name;
    const char* summary;
    const char* options;  // what may stand behind its name: "radius=M"; NULL: nothing may
    size_t state_size;
    wend_status (*load)(const char* episodes, const wend_task_def* def, void** task,
                        wend_error* error);
    void (*destroy)(void* task);
    // Of the files beside the episodes that the task reads: viewpoint graphs, pictures. A run is
    // not continued with others. Nullable: there are none.
    wend_status (*hash)(const void* task, uint64_t* hash, wend_error* error);
    int (*count)(const void* task);
    wend_episode (*episode)(const void* task, int index);
    // The body, the camera and what it can do; the caller may change the picture's size.
    wend_sim_def (*sim)(const void* task);
    // The navmesh it is played on and the guests it brings along; the caller says whether the world
    // is sighted and has fields. Nullable: the default world. Guests must live as long as the task.
    wend_world_def (*world)(const void* task);
    // What is otherwise in the episode's scene than its reference says; it must live as long as the
    // task. Nullable: nothing ever is.
    const wend_variation* (*variation)(const void* task, int index);
    // Where the episode starts on a viewpoint graph, which must live as long as the task. Nullable:
    // the task is played in continuous space.
    wend_task_viewpoint (*viewpoint)(const void* task, int index);
    // Nullable, both: there are no tours.
    wend_task_tour (*tour)(const void* task, int index);
    wend_task_lead (*lead)(const void* task);
    uint32_t actions;      // that agents may take, bit 1 << kind each; 0: all. Any other action is
                           // the agent's error and ends the episode
    bool senses_altitude;  // as the others sense gps and compass
    bool judges_by_sight;  // its worlds must have a view, whoever plays
    // The simulator has been reset to the episode's start.
    wend_status (*begin)(const void* task, int index, wend_sim* sim, void* state,
                         wend_error* error);
    // What the rules make of an action before it is taken: tasks that help the agent, or limit it.
    // Nullable: it is taken as it is.
    wend_action (*admit)(const void* task, int index, const wend_sim* sim, void* state,
                         wend_action wanted);
    // An action was taken; its outcome is given.
    wend_status (*step)(const void* task, int index, const wend_sim* sim, wend_action action,
                        const wend_outcome* outcome, void* state, wend_verdict* verdict,
                        wend_error* error);
    // Adds goals and the sensors the task grants to what the run has filled in.
    void (*observe)(const void* task, int index, const wend_sim* sim, const void* state,
                    wend_observation* observation);
    // Where the goals that are left are; for oracles, in order.
    wend_vec3_span (*goals)(const void* task, int index, const void* state);
    // The places the episode wants passed, in order, from its start to its goal; for oracles.
    // Nullable: it does not say.
    wend_vec3_span (*route)(const void* task, int index);
    // The object that counts now; 0: none. For agents that are shown the truth. Nullable.
    uint32_t (*goal_object)(const void* task, int index, const wend_sim* sim, const void* state);
    // Whether declaring would be right now; for oracles. Nullable: they must judge by themselves.
    bool (*arrived)(const void* task, int index, const wend_sim* sim, const void* state);
    // What whoever plays is seeing, as truth: notes what came into view. Only `object` is sure to
    // be there; called before each action of one that has eyes. Nullable.
    void (*look)(const void* task, int index, const wend_sim* sim, const wend_frame* frame,
                 void* state);
    // The things the episode is about, found or not, at most `most`; returns how many. For agents
    // that are shown the truth. Nullable.
    int (*things)(const void* task, int index, const void* state, wend_task_thing* things,
                  int most);
    // A JSON object with what is needed to score the episode again, into `text` (at most `size`).
    wend_status (*facts)(const void* task, int index, const wend_sim* sim, const void* state,
                         char* text, size_t size, wend_error* error);
} wend_task_kind;

WEND_API int wend_task_count(void);
WEND_API const wend_task_kind* wend_task_at(int index);
// By name; options behind it ("multion:radius=1") are not looked at. NULL: none.
WEND_API const wend_task_kind* wend_task_find(const char* name);
// The same; the error says which name may have been meant.
WEND_API wend_status wend_task_require(const char* name, const wend_task_kind** kind,
                                       wend_error* error);
WEND_API const char* wend_task_options(const char* name);  // what stands behind the colon, or ""

// Reads the episodes of a task. Duplicate ids are an error, unless the def is lenient.
WEND_API wend_status wend_task_load(const wend_task_kind* kind, const char* episodes,
                                    const wend_task_def* def, wend_task** task, wend_error* error);
WEND_API void wend_task_destroy(wend_task* task);  // Nullable: task.
WEND_API const wend_task_kind* wend_task_get_kind(const wend_task* task);
WEND_API const void* wend_task_get(const wend_task* task);  // what the kind's functions are given
WEND_API wend_world_def wend_task_world(const wend_task* task);

// ---- point goals --------------------------------------------------------------------------------

// Where point-goal episodes come from: start and goal on one island of the navmesh, on one level.
typedef struct wend_pointnav_def {
    int count;  // episodes a scene
    uint64_t seed;
    float min_distance;  // metres of walking; default 1
    float max_distance;  // default 30
    float min_ratio;     // walking over straight distance, for all but every tenth episode;
                         // default 1.1, as Habitat's generator
} wend_pointnav_def;

WEND_API wend_pointnav_def wend_pointnav_default_def(void);
// Writes Habitat's point-goal form. Scenes are references.
WEND_API wend_status wend_pointnav_generate(const char* const* scenes, int scene_count,
                                            const wend_pointnav_def* def, const char* path,
                                            wend_error* error);

#ifdef __cplusplus
}
#endif
#endif
