// Visible landmarks in a rendered image, and the attributes that distinguish each from the others
// of its category.
#ifndef WEND_MAKE_LANDMARKS_H
#define WEND_MAKE_LANDMARKS_H

#include "wend/language.h"
#include "wend/sense.h"

enum { LANDMARKS_MAX = 160 };

// What distinguishes an object from the others of its category in the image.
typedef enum sight_mark {
    SIGHT_ALONE,     // the only one
    SIGHT_COLOR,     // by its colour
    SIGHT_MATERIAL,  // by its material
    SIGHT_TWO,       // one of two, by size or position
    SIGHT_ALIKE,     // nothing
    SIGHT_FAINT,     // too small in the image to be mentioned
} sight_mark;

typedef struct sight {
    uint32_t object;
    int pixels;
    float ahead, left;  // metres from the camera to its centre
    float gap;          // horizontal metres to its bounding box
    sight_mark mark;
    uint32_t rival;  // the other one of its category, if there is exactly one; 0: none
} sight;

// Camera position and direction.
typedef struct landmarks_stand {
    wend_vec3 feet;
    float eye_height, heading;
} landmarks_stand;

typedef struct landmarks {
    const wend_scene* scene;
    const wend_view* view;
    wend_renderer* eye;
    uint32_t* ids;  // [pixels of the image]
    int* pixels;    // [objects] pixels in the last image
    sight seen[LANDMARKS_MAX];
    int count;  // sorted by pixels, descending
    landmarks_stand stand;
    bool around;  // the last image covers all directions
} landmarks;

wend_status landmarks_create(const wend_scene* scene, const wend_view* view, landmarks* l,
                             wend_error* error);
void landmarks_destroy(landmarks* l);  // safe on {0}

wend_status landmarks_look(landmarks* l, landmarks_stand stand, wend_error* error);
// Renders all directions; `ahead` and `left` remain relative to the heading.
wend_status landmarks_look_around(landmarks* l, landmarks_stand stand, wend_error* error);

const wend_object* landmarks_object(const landmarks* l, const sight* s);
bool landmarks_has(const wend_object* o);
wend_side sight_side(const sight* s);

// Whether `o` is that one of two, with a clear margin.
bool landmarks_is_choice(const wend_object* o, const wend_object* other,
                         const landmarks_stand* stand, wend_choice choice);
// The choices that are true of an object with a rival: by size and, if `placed`, by position.
// Returns their number.
int landmarks_choices(const landmarks* l, const sight* s, bool placed,
                      wend_choice choices[WEND_CHOICE_COUNT]);

// Ordinal of the object among its category on its side, in walking direction, from 1; 0 if it is
// alone there or two are too close to be counted.
int landmarks_ordinal(const landmarks* l, const sight* s);

// Number of objects of its category on its side; 0 unless all have its colour and are clearly
// visible.
int landmarks_together(const landmarks* l, const sight* s);

// Finds an anchor of the object in its room and their relation; returns the anchor's id, or 0.
uint32_t landmarks_placing(const wend_scene* scene, uint32_t object, wend_placing* placing);

// Horizontal metres between a position and a box.
float landmarks_gap(wend_vec3 place, wend_aabb box);

#endif
