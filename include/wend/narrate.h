// What there is to tell of a walk through a scene: turns, rooms, stairs, doors, and landmarks that
// really are in view, as steps for wend_tell.
#ifndef WEND_NARRATE_H
#define WEND_NARRATE_H

#include "wend/heed.h"
#include "wend/sense.h"
#include "wend/tell.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct wend_walk {
    const wend_vec3* feet;  // [count] places one after the other
    int count;
    float heading;     // radians, before the first step
    float eye_height;  // metres
} wend_walk;

enum { WEND_MAX_TOLD = 96 };  // steps of one walk

typedef struct wend_narration {
    wend_tell_step steps[WEND_MAX_TOLD];
    int places[WEND_MAX_TOLD];        // at which place of the walk each is done or seen
    uint32_t objects[WEND_MAX_TOLD];  // of the scene: the landmark; 0: none
    int count;
} wend_narration;

typedef struct wend_narrator wend_narrator;  // a pair of eyes; belongs to one thread

// The scene and the view must outlive it.
WEND_API wend_status wend_narrator_create(const wend_scene* scene, const wend_view* view,
                                          wend_narrator** narrator, wend_error* error);
WEND_API void wend_narrator_destroy(wend_narrator* narrator);  // Nullable: narrator.

// `dense` tells where one begins and what one sees on the way too, as RxR's guides do. Which of
// several landmarks are mentioned follows from `rng`. A walk of one place says where to stop.
// WEND_ARGUMENT for a walk of none.
WEND_API wend_status wend_narrate(wend_narrator* narrator, const wend_walk* walk, bool dense,
                                  wend_rng rng, wend_narration* narration, wend_error* error);

// What is not true in a narration.
typedef struct wend_narration_fault {
    int step;  // -1: all of it is true
    char words[120];
} wend_narration_fault;

// Holds narrations against their scene, by boxes, rooms and rays where the narrator goes by
// pictures. The scene must outlive it.
typedef struct wend_narration_judge wend_narration_judge;

WEND_API wend_status wend_narration_judge_create(const wend_scene* scene,
                                                 wend_narration_judge** judge, wend_error* error);
WEND_API const wend_scene* wend_narration_judge_scene(const wend_narration_judge* judge);
WEND_API void wend_narration_judge_destroy(wend_narration_judge* judge);  // Nullable: judge.

// Every step: turns and stairs by the way, rooms and doors, and of landmarks that they are what
// they are called, of that colour, on that side, by that anchor, so many of them, seen, near where
// one stops, and that the words fit nothing else in view within 4 m. The first fault is told.
WEND_API bool wend_narration_is_true(const wend_narration_judge* judge, const wend_walk* walk,
                                     const wend_narration* narration, wend_narration_fault* fault);

// What is not true in a text.
typedef struct wend_text_fault {
    int step;         // of those that were heeded; -1: all of it is true
    int word;         // which word of the text its clause begins with, from 0
    char words[120];  // what is not so
} wend_text_fault;

// The same of a text alone, by anyone: it is heeded, and each of its steps must be true somewhere
// on the walk, of something there, no sooner than the step before it; the last at its end. What
// could not be heeded is not judged.
WEND_API bool wend_text_is_true(const wend_narration_judge* judge, const wend_heed* heed,
                                const wend_walk* walk, const char* language, const char* text,
                                wend_text_fault* fault);

#ifdef __cplusplus
}
#endif
#endif
