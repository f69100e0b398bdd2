// Demonstration sets on disk: the observation of every step and the expert's action for it.
//
//     index.json         size of the images, task, expert, and one entry per shard with its hash
//     shard_000000.wdemo compressed blocks of consecutive steps (docs/formats/wdemo.md)
//
// Recording takes memory for one shard, reading for one block per cursor. A shard is complete when
// the index lists it: an interrupted recording resumes with the next one.
//
// Owner: src/train
#ifndef WEND_DEMOS_H
#define WEND_DEMOS_H

#include "wend/run.h"

#ifdef __cplusplus
extern "C" {
#endif

// ---- recording ----------------------------------------------------------------------------------

typedef struct wend_demos_summary {
    int shards, episodes;  // in the set
    int recorded;          // episodes of this call
    int dropped;           // episodes of this call in which the expert gave up, or that failed
    int64_t steps, inflections;  // in the set; steps whose action differs from the one before
    int64_t bytes;               // of the shards
} wend_demos_summary;

typedef struct wend_demos_def {
    wend_play_def play;
    const char* expert;  // an oracle; default "shortest-path"
    const char* log;    // a log of `wend run` whose actions are the expert's; NULL: the oracle acts
    const char* out;    // folder of the set
    int width, height;  // of the images; default 64 x 64
    bool rgb, depth;    // default true
    wend_oracle_map_extent
        map;             // the ground-truth map of oracle agents; default none. Not from a log
    int episodes;        // of the file; 0: all
    int shard_episodes;  // per shard; default 16
    int num_envs;        // played at once; does not change results; default 8
    int threads;         // 0: one per processor
    bool overwrite;      // removes an existing set from the folder; default false
    // After each episode. Nullable.
    void (*progress)(void* context, int done, int total);
    bool (*stop)(void* context);  // true ends the recording, which is resumable. Nullable.
    void* context;
} wend_demos_def;

WEND_API wend_demos_def wend_demos_default_def(void);
// Records a set, or continues it. WEND_ARGUMENT when the folder has a set of other settings or
// episodes. WEND_IO when `stop` returned true.
WEND_API wend_status wend_demos_record(const wend_demos_def* def, wend_demos_summary* summary,
                                       wend_error* error);

// ---- reading ------------------------------------------------------------------------------------

typedef struct wend_demos wend_demos;

// What a set contains.
typedef struct wend_demos_info {
    char task[256], expert[256];
    int width, height;
    bool rgb, depth;
    wend_oracle_map_extent map;
    float hfov, eye_height;
    int shards, episodes;
    int64_t steps, inflections, bytes;
} wend_demos_info;

WEND_API wend_status wend_demos_open(const char* folder, wend_demos** demos, wend_error* error);
WEND_API void wend_demos_destroy(wend_demos* demos);  // Nullable: demos.
WEND_API wend_demos_info wend_demos_get_info(const wend_demos* demos);
// Reads every block: hashes, sizes, actions, numbers.
WEND_API wend_status wend_demos_check(const wend_demos* demos, wend_error* error);
// The episode at position `index` of a shuffled pass: a permutation of [0, count) by (seed, pass),
// computed without a table.
WEND_API int wend_demos_shuffled(int count, uint64_t seed, uint64_t pass, int index);

// One step of a demonstration.
typedef struct wend_demo_step {
    wend_observation observation;  // images and texts are valid until the next call of the cursor
    int expert;                    // action of the policies, 0 … 3; -1: none (the expert gave up)
    int taken;                     // the action that was executed
    float reward;
    wend_labels labels;
} wend_demo_step;

typedef struct wend_demo_cursor wend_demo_cursor;  // belongs to one thread

WEND_API wend_status wend_demo_cursor_create(const wend_demos* demos, wend_demo_cursor** cursor,
                                             wend_error* error);
WEND_API void wend_demo_cursor_destroy(wend_demo_cursor* cursor);  // Nullable: cursor.
WEND_API wend_status wend_demo_cursor_begin(wend_demo_cursor* cursor, int episode,
                                            wend_error* error);
// The next step; `*done` is set at the end of the episode, and there is no step then.
WEND_API wend_status wend_demo_cursor_next(wend_demo_cursor* cursor, wend_demo_step* step,
                                           bool* done, wend_error* error);

#ifdef __cplusplus
}
#endif
#endif
