// Many simulators at once: one call steps all of them, on all threads, into memory of the caller.
//
// Seat i plays episodes i, i + seats, i + 2 seats, … of the file, and begins again at its first
// when none is left; so what a seat sees does not depend on the others, nor on the number of
// threads. Where there are tours a seat plays tours i, i + seats, … whole, and is led from the end
// of an episode to the start of the next; what is seen on the way is not shown. After an episode's
// last step the next call begins the seat's next episode: its action is not looked at, its reward
// is 0. Starts that lie off the navmesh are moved to it. (Gymnasium calls this next-step
// autoreset.)
#ifndef WEND_BATCH_H
#define WEND_BATCH_H

#include "wend/log.h"
#include "wend/task.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct wend_batch_def {
    const char* task;  // "pointnav", "multion:radius=1", …
    const char* episodes;
    const char* scenes;  // folder of scene files; NULL: as they stand
    const char* cache;   // folder of files that make scenes open fast; NULL: none
    const char* rules;   // "paper" or "official"
    uint64_t seed;
    int seats;                   // simulators; default 1
    int threads;                 // 0: one per processor
    int max_steps;               // 0: as the task has it
    int width, height;           // of the pictures; 0: as the task has it
    bool sighted;                // pictures are made; default true
    bool native;                 // see wend_task_def
    const char *graphs, *tours;  // see wend_task_def
    bool panorama;       // on a viewpoint graph: pictures are all 36 views, [36][height][width],
                         // not the one ahead; default false
    wend_shown_map map;  // observations hold the place from above, as it is: for teaching, and for
                         // agents that are shown the truth; default nothing
} wend_batch_def;

WEND_API wend_batch_def wend_batch_default_def(void);

// Where everything goes: arrays of the caller, one item a seat. Each may be NULL.
typedef struct wend_batch_out {
    uint8_t* rgb;             // [seats][height][width][3]
    float* depth;             // [seats][height][width]
    uint16_t* category;       // [seats][height][width]
    uint32_t* object;         // [seats][height][width]
    float* gps;               // [seats][2]
    float* compass;           // [seats]
    float* pointgoal;         // [seats][2]
    float* altitude;          // [seats]
    int32_t* goal;            // [seats] class to look for (wend_observation.goal)
    uint16_t* goal_category;  // [seats]
    uint8_t* carries;         // [seats]
    float* seconds_left;      // [seats]
    float* reward;            // [seats]
    uint8_t* done;            // [seats] 1: that was the episode's last step
    uint8_t* timed_out;       // [seats] 1: and for want of steps or time alone
    uint8_t* collided;        // [seats]
    int32_t* episode;         // [seats] index of the episode that is played
} wend_batch_out;

typedef struct wend_batch wend_batch;

WEND_API wend_status wend_batch_create(const wend_batch_def* def, wend_batch** batch,
                                       wend_error* error);
WEND_API void wend_batch_destroy(wend_batch* batch);  // Nullable: batch.
WEND_API int wend_batch_seats(const wend_batch* batch);
WEND_API void wend_batch_size(const wend_batch* batch, int* width, int* height);

// Every seat begins its first episode.
WEND_API wend_status wend_batch_reset(wend_batch* batch, const wend_batch_out* out,
                                      wend_error* error);
// One action a seat. An illegal one (unknown, not offered by the task, out of range) is
// WEND_ARGUMENT, and no seat has moved. A batch belongs to one thread at a time and to the process
// that made it: in a forked child its calls are WEND_ARGUMENT.
WEND_API wend_status wend_batch_step(wend_batch* batch, const wend_action* actions,
                                     const wend_batch_out* out, wend_error* error);

// What the file holds, and which episode a seat begins when its turn comes next: by itself it goes
// on as said above.
WEND_API int wend_batch_episodes(const wend_batch* batch);
WEND_API wend_episode wend_batch_episode(const wend_batch* batch, int episode);
WEND_API wend_status wend_batch_seek(wend_batch* batch, int seat, int episode, wend_error* error);
// Begins the next episode of one seat now, wherever it is in the one before.
WEND_API wend_status wend_batch_begin(wend_batch* batch, int seat, const wend_batch_out* out,
                                      wend_error* error);

// Everything a seat was given by the last call, also what has no array above: the instruction, the
// category to look for. Pictures point into the arrays of that call.
WEND_API const wend_observation* wend_batch_observation(const wend_batch* batch, int seat);
// Which tour a seat's episode is of; one of one episode where there are none.
WEND_API wend_task_tour wend_batch_tour(const wend_batch* batch, int seat);
// The scene of a seat's episode and the goals that are left in it: truth, for pictures and
// teachers. Good until the next call.
WEND_API const wend_scene* wend_batch_scene(const wend_batch* batch, int seat);
WEND_API wend_vec3_span wend_batch_goals(const wend_batch* batch, int seat);
// What a log would say of the seat's episode up to now; good until the next call.
WEND_API wend_status wend_batch_record(wend_batch* batch, int seat, wend_log_record* record,
                                       wend_error* error);

#ifdef __cplusplus
}
#endif
#endif
