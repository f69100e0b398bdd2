// Detected objects: candidate categories, colour and box. Kept as long as the map.
#ifndef WEND_AGENT_GUIDE_GUIDE_OBJECTS_H
#define WEND_AGENT_GUIDE_GUIDE_OBJECTS_H

#include "wend/language.h"
#include "wend/map.h"
#include "wend/perceive.h"

enum { GUIDE_MAX_OBJECTS = 768, GUIDE_GUESSES = 6, GUIDE_NAMES = 64 };

typedef struct guide_object {
    wend_guess
        guesses[GUIDE_GUESSES];  // mean of its views, best first; ground truth: one of share 1
    int guess_count;
    float weight;                        // sum over views, by their visible part
    float features[WEND_FEATURE_COUNT];  // of the view with the largest weight
    float max_weight;                    // largest weight of a view
    float x0, z0, x1, z1;                // bounding box, metres in the map's frame
    float low, high;                     // its lower and upper height, metres
    float y;                             // height of the agent's feet, metres
} guide_object;

// A room name from an instruction, and a position in that room.
typedef struct guide_name {
    wend_room_type room;
    float x, y, z;
} guide_name;

typedef struct guide_objects {
    guide_object items[GUIDE_MAX_OBJECTS];
    int count;
    guide_name names[GUIDE_NAMES];
    int name_count;  // total number of names; the latest GUIDE_NAMES are kept
    wend_segmentation*
        segmentation;   // NULL until the first image; rebuilt when the image size changes
    int width, height;  // size of the images
    uint8_t* labels;    // [height][width] wend_category per pixel, for the map
    int32_t* scratch;   // [height * width]
} guide_objects;

void guide_objects_destroy(guide_objects* t);
void guide_objects_forget(guide_objects* t);  // clears all objects and names

// Detects objects in an image, by ground-truth categories or by segmentation. Writes `labels`, the
// wend_category per pixel, for the map.
wend_status guide_objects_look(guide_objects* t, const wend_observation* o, const wend_pose* pose,
                               bool truth, wend_error* error);
// Fuses one view. Views that are not `sure` of their category also match objects of other
// categories in the same position.
void guide_objects_add(guide_objects* t, const guide_object* view, bool sure);
void guide_objects_name(guide_objects* t, wend_room_type room, wend_vec3 feet);

wend_vec2 guide_object_middle(const guide_object* object);
// Probability of a category, 0 … 1.
float guide_object_is(const guide_object* object, wend_category category);
// How well an object fits a landmark, 0 … 1: category, colour, material, neighbours, number and
// size.
float guide_objects_fit(const guide_objects* t, int index, const wend_landmark* landmark);
// Evidence of an object for a room type, up to 1; negative: against it.
float guide_object_speaks_for(const guide_object* object, wend_room_type room);

#endif
