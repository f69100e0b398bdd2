// What is worth mentioning in a picture: things large enough to be landmarks, and what tells each
// from the others.
#ifndef WEND_TASK_LANDMARKS_H
#define WEND_TASK_LANDMARKS_H

#include "wend/sense.h"
#include "wend/tell.h"

enum { LANDMARKS_MAX = 160 };

// How a thing can be told from the others of its kind in the picture.
typedef enum sight_mark {
    SIGHT_ALONE,  // there is no other
    SIGHT_COLOR,  // by its colour
    SIGHT_STUFF,  // by what it is made of
    SIGHT_TWO,    // of two by its size or where it is
    SIGHT_ALIKE,  // not at all
    SIGHT_FAINT,  // too small in the picture to be mentioned
} sight_mark;

typedef struct sight {
    uint32_t object;
    int pixels;
    float ahead, left;  // metres from the eye to its middle
    float gap;          // metres across the floor to the nearest of it
    sight_mark mark;
    uint32_t rival;  // the only other of its kind in the picture; 0: none, or not told apart
} sight;

// A place to look from.
typedef struct landmarks_stand {
    wend_vec3 feet;
    float eye_height, heading;
} landmarks_stand;

typedef struct landmarks {
    const wend_scene* scene;
    const wend_view* view;
    wend_eye* eye;
    uint32_t* ids;  // [pixels of a picture]
    int* pixels;    // [objects] in the last picture
    sight seen[LANDMARKS_MAX];
    int count;  // the largest in the picture first
    landmarks_stand stand;
    bool around;  // it looked in all directions
} landmarks;

wend_status landmarks_create(const wend_scene* scene, const wend_view* view, landmarks* l,
                             wend_error* error);
void landmarks_destroy(landmarks* l);  // safe on {0}

wend_status landmarks_look(landmarks* l, landmarks_stand stand, wend_error* error);
// The same in all directions; ahead and left are still by the heading.
wend_status landmarks_look_around(landmarks* l, landmarks_stand stand, wend_error* error);

const wend_object* landmarks_object(const landmarks* l, const sight* s);
bool landmarks_has(const wend_object* o);
wend_side sight_side(const sight* s);

// Whether it is that one of two, clearly enough for a person who stands there to see it.
bool landmarks_is_choice(const wend_object* o, const wend_object* other,
                         const landmarks_stand* stand, wend_choice choice);
// The ways to say which of two a thing with a rival is, by its size and, if `placed`, by where it
// is; how many there are.
int landmarks_choices(const landmarks* l, const sight* s, bool placed,
                      wend_choice choices[WEND_CHOICE_COUNT]);

// Which of its kind it is on its side as one goes ahead, from 1; 0 where it is alone there, or
// where two stand too close to each other to be counted.
int landmarks_ordinal(const landmarks* l, const sight* s);

// How many of its kind are on its side, all of its colour and well seen; 0 where some are not.
int landmarks_together(const landmarks* l, const sight* s);

// Where a thing is by another landmark of its room, if it is by one; the anchor's id, else 0.
uint32_t landmarks_placing(const wend_scene* scene, uint32_t object, wend_placing* placing);

// Metres across the floor between a place and the nearest of a box.
float landmarks_gap(wend_vec3 place, wend_aabb box);

#endif
