// Agents: observations in, actions out. They never see the scene, the navmesh, the simulator or the
// task; src/LAYERS keeps it so.
#ifndef WEND_AGENT_H
#define WEND_AGENT_H

#include "wend/action.h"
#include "wend/map.h"
#include "wend/observation.h"

#ifdef __cplusplus
extern "C" {
#endif

// What an agent knows of its own body: no secret to it.
typedef struct wend_agent_body {
    float step;    // metres of FORWARD
    int turns;     // LEFT and RIGHT turn by 360 / turns degrees
    float look;    // degrees of UP and DOWN
    float radius;  // metres; nearer to a wall its middle cannot get
    float height;  // metres; lower passages it cannot take
} wend_agent_body;

// What an agent is told when an episode begins.
typedef struct wend_agent_episode {
    wend_agent_body body;
    wend_rng rng;  // this agent's own for the episode
    // Tours: episodes of one building one after the other. Where `continues` is set the body stands
    // where it was led to since the last episode, what was learned of the place holds, and gps,
    // compass and altitude still count from the start of the tour's first episode.
    bool continues;
    int tour_number, tour_count;  // episodes of the tour before this one, and in all; 0 and 1 where
                                  // there are no tours
} wend_agent_episode;

// What of the truth an agent asked to be shown beside categories.
typedef struct wend_agent_truth {
    bool goal;           // where in the picture the thing looked for is: wend_observation.goal_mask
    float miss;          // share of pictures in which it is left out all the same, 0 … 1
    wend_shown_map map;  // the place from above
    float alarm;         // share of pictures in which something else is marked instead or as well
    bool survey;         // before an episode, or a tour, it is carried all through the place and
                         // watches: it knows it from the start
} wend_agent_truth;

// Names of tasks with spaces between. NULL stands for every task.
#define WEND_TASKS_INSTRUCTIONS "ir2r ir2r-ce r2r r2r-ce rxr rxr-ce"
// Whether a task is among `tasks`; its options ("multion:radius=1") are not looked at.
// Nullable: tasks.
WEND_API bool wend_tasks_include(const char* tasks, const char* task);

typedef struct wend_agent_kind {
    const char* name;
    const char* summary;
    const char* tasks;    // it can play ("objectnav pasture"); NULL: every one
    const char* options;  // what may stand behind its name: "eyes=rgbd|truth"; NULL: nothing may
    bool sighted;         // wants pictures; they are not made for one that does not
    size_t memory;        // bytes of state, cleared once when the agent is made
    // WEND_NO_MEMORY from its functions means that wend is out of memory, so that the episode is
    // played again later; it is so for wend's own agents. default false: it is the agent's error.
    bool memory_is_environment;

    // Reads the options ("" when none are given) and makes what lasts longer than an episode.
    // Nullable. When it fails, destroy is called all the same.
    wend_status (*create)(void* state, const char* options, wend_error* error);
    void (*destroy)(void* state);  // frees what the state holds. Nullable
    // The tasks it can play, where options such as weights decide. Nullable: `tasks`.
    const char* (*plays)(const void* state);
    // Of what it loaded (weights), or of the code of an agent of the caller's own: a run is not
    // continued by an agent with another hash. Nullable: its name and options say everything.
    uint64_t (*hash)(const void* state);
    // It asked to be shown the truth: pictures then come with categories, and its rows are marked
    // as an oracle's. Nullable: never.
    bool (*sees_truth)(const void* state);
    wend_agent_truth (*truth)(const void* state);  // Nullable: categories and no more
    // The size of the pictures it wants, where it is not the task's. Nullable.
    void (*picture)(const void* state, int* width, int* height);
    // A new episode: nothing is left of the one before, unless it continues a tour.
    wend_status (*reset)(void* state, const wend_agent_episode* episode, wend_error* error);
    wend_status (*act)(void* state, const wend_observation* observation, wend_action* action,
                       wend_error* error);
    // The episode is over and an oracle takes it by the hand: to the goal, if it is not there, and
    // to where the next episode of the tour starts. It sees, and does not act; `led` is what is
    // done with it next. Nullable: then no pictures are made meanwhile.
    wend_status (*watch)(void* state, const wend_observation* observation, wend_action led,
                         wend_error* error);
    // What it has to say of the episode, for the log: a JSON object into `text` (at most `size`).
    // Nullable.
    wend_status (*notes)(const void* state, char* text, size_t size, wend_error* error);
    // What it believes of the place, for reports: a map in the frame of its start
    // (wend_map_pose_of). Nullable.
    const wend_map* (*map)(const void* state);
    // Where in the picture it last saw it took its goal to be, for reports: [height][width], 0 … 1,
    // of whatever size. Good until it acts again. Nullable.
    const float* (*relevance)(const void* state, int* width, int* height);
} wend_agent_kind;

WEND_API int wend_agent_count(void);
WEND_API const wend_agent_kind* wend_agent_at(int index);
// By name; options behind it ("mapper:memory=goal,eyes=truth") are not looked at. NULL: none.
WEND_API const wend_agent_kind* wend_agent_find(const char* name);

// ---- one agent ----------------------------------------------------------------------------------

typedef struct wend_agent wend_agent;  // belongs to one thread

// `name` may have options: "mapper:memory=goal,eyes=truth". `kind` is the caller's own, or NULL:
// the one of that name.
WEND_API wend_status wend_agent_create(const char* name, const wend_agent_kind* kind,
                                       wend_agent** agent, wend_error* error);
WEND_API void wend_agent_destroy(wend_agent* agent);  // Nullable: agent.
WEND_API const wend_agent_kind* wend_agent_get_kind(const wend_agent* agent);
WEND_API const void* wend_agent_state(const wend_agent* agent);  // what the kind's functions get
WEND_API const char* wend_agent_tasks(const wend_agent* agent);  // NULL: every one
WEND_API uint64_t wend_agent_hash(const wend_agent* agent);  // 0: name and options say everything
WEND_API bool wend_agent_sees_truth(const wend_agent* agent);
WEND_API wend_agent_truth wend_agent_asks_truth(const wend_agent* agent);
// Changes the size of pictures to what the agent wants, if it says.
WEND_API void wend_agent_picture(const wend_agent* agent, int* width, int* height);
WEND_API wend_status wend_agent_reset(wend_agent* agent, const wend_agent_episode* episode,
                                      wend_error* error);
WEND_API wend_status wend_agent_act(wend_agent* agent, const wend_observation* observation,
                                    wend_action* action, wend_error* error);
WEND_API wend_status wend_agent_watch(wend_agent* agent, const wend_observation* observation,
                                      wend_action led, wend_error* error);
// "" when it has nothing to say.
WEND_API wend_status wend_agent_notes(const wend_agent* agent, char* text, size_t size,
                                      wend_error* error);

WEND_API const wend_map* wend_agent_map(const wend_agent* agent);  // NULL: it has none
WEND_API const float* wend_agent_relevance(const wend_agent* agent, int* width, int* height);

#ifdef __cplusplus
}
#endif
#endif
