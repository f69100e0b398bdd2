// PASTURE in wend's own scenes: object goals that are described, generated and judged.
// docs/benchmarks/pasture.md has the rules and where they come from.
#ifndef WEND_PASTURE_H
#define WEND_PASTURE_H

#include "wend/task.h"

#ifdef __cplusplus
extern "C" {
#endif

// X(name, word, what the agent is told, the scene's variation). [PASTURE, section 5.1]
#define WEND_PASTURE_SPLIT_LIST(X)                                 \
    X(ROBOTHOR, "robothor", NAME, NORMAL)                          \
    X(UNCOMMON, "uncommon", NAME, LONGTAIL)                        \
    X(APPEARANCE, "appearance", APPEARANCE, NORMAL)                \
    X(SPATIAL, "spatial", SPATIAL, NORMAL)                         \
    X(APPEARANCE_DISTRACT, "appearance_distract", APPEARANCE, DUP) \
    X(SPATIAL_DISTRACT, "spatial_distract", SPATIAL, DUP)          \
    X(HIDDEN, "hidden", HIDDEN, REMOVE)                            \
    X(HIDDEN_DISTRACT, "hidden_distract", HIDDEN, HIDE)

typedef enum wend_pasture_split {
#define X(name, word, telling, variation) WEND_PASTURE_##name,
    WEND_PASTURE_SPLIT_LIST(X)
#undef X
        WEND_PASTURE_SPLIT_COUNT
} wend_pasture_split;

WEND_API const char* wend_pasture_split_name(wend_pasture_split split);
// WEND_NOT_FOUND, with the names there are, for any other name.
WEND_API wend_status wend_pasture_split_find(const char* name, wend_pasture_split* split,
                                             wend_error* error);

// What words mean in metres, and when an episode has succeeded. The paper and its code give the
// first three of success; the words' limits are wend's own.
typedef struct wend_pasture_limits {
    float reach;     // metres on the ground from the body's middle to the target's box within
                     // which STOP counts; default 1.0
    int min_pixels;  // of a picture of 224 x 224 that show a thing before it counts as seen;
                     // default 4
    float small;     // metres: a thing whose box has no longer diagonal is "small"; default 0.33
    float tall;      // else one that is so many times as high as wide is "tall"; default 2
    float near;      // metres between two boxes up to which they are "near"; default 0.6
    int max_near;    // things a text names as near, the nearest first; default 3
    float far;       // metres on the ground from a target to its double at least; default 3
    float min_distance;  // metres of walking from a start to where STOP counts; default 1
    float max_distance;  // default 20
} wend_pasture_limits;

WEND_API wend_pasture_limits wend_pasture_default_limits(void);

typedef struct wend_pasture_def {
    const bool* splits;  // [WEND_PASTURE_SPLIT_COUNT] which are made; NULL: all but robothor
    int starts;          // of each object in each scene; default 2
    uint64_t seed;
    const char* rules;   // "paper" or "official": how uncommon things are called; default "paper"
    const char* folder;  // of scene files; NULL: as they stand
    const char* cache;   // folder that keeps opened scenes; NULL: none
    int threads;         // 0: one a processor
    wend_pasture_limits limits;
    bool several_floors;  // starts may be on stairs and other floors than the target; default
                          // false: RoboTHOR's homes have one floor
    bool skip_unfit;  // scenes in which something finds no place are left out; default false: one
                      // such scene fails the call
    // Called for each scene left out, in their order, with the sentence that says why. Nullable.
    void (*skipped)(void* context, const char* sentence);
    // Called after each scene, by one thread at a time. Nullable.
    void (*progress)(void* context, int done, int total);
    void* context;
} wend_pasture_def;

WEND_API wend_pasture_def wend_pasture_default_def(void);
// Writes RoboTHOR's form, with wend's fields beside. Scenes are references. `*count`: episodes.
// When no scene is left, that is an error.
WEND_API wend_status wend_pasture_generate(const char* const* scenes, int scene_count,
                                           const wend_pasture_def* def, const char* path,
                                           int* count, wend_error* error);

#ifdef __cplusplus
}
#endif
#endif
