// What a follower has seen and could be told of: things with what they might be, how they are
// coloured and where they stand, and closed doors. Kept as long as the map is.
#ifndef WEND_AGENT_GUIDE_THINGS_H
#define WEND_AGENT_GUIDE_THINGS_H

#include "wend/map.h"
#include "wend/perceive.h"
#include "wend/tell.h"

enum { GUIDE_THINGS = 768, GUIDE_GUESSES = 6, GUIDE_NAMES = 64 };

typedef struct guide_thing {
    wend_guess guesses[GUIDE_GUESSES];  // mean of its views, best first; the truth: one of share 1
    int guess_count;
    float weight;                        // of all views, by how much of it they showed
    float features[WEND_FEATURE_COUNT];  // of the view that showed most: its colour
    float most;                          // weight of that view
    float x0, z0, x1, z1;                // the box around it, metres in the map's frame
    float low, high;                     // and its heights
    float y;                             // of the feet it was seen from
} guide_thing;

// A room that was called something.
typedef struct guide_name {
    wend_room_type room;
    float x, y, z;
} guide_name;

typedef struct guide_things {
    guide_thing items[GUIDE_THINGS];
    int count;
    guide_name names[GUIDE_NAMES];
    int name_count;       // that were given; the latest are kept
    wend_glance* glance;  // for pictures of its size; NULL: none yet
    int width, height;    // of those
    uint8_t* labels;      // [height][width] for the map
    int32_t* scratch;     // [height * width]
} guide_things;

void guide_things_destroy(guide_things* t);
void guide_things_forget(guide_things* t);  // all it has seen

// Looks at a picture from a pose: by the categories in it, or by the picture alone. Labels for the
// map (wend_category of what is seen) are in `labels` afterwards.
wend_status guide_things_look(guide_things* t, const wend_observation* o, const wend_map_pose* pose,
                              bool truth, wend_error* error);
// One view of a thing: joins what is known of it, if it is seen again. What is not `sure` what it
// sees may have taken the same thing for another one before.
void guide_things_add(guide_things* t, const guide_thing* view, bool sure);
void guide_things_name(guide_things* t, wend_room_type room, wend_vec3 feet);

wend_vec2 guide_thing_middle(const guide_thing* thing);
// How surely it is of a kind, 0 … 1.
float guide_thing_is(const guide_thing* thing, wend_category category);
// How well a thing fits what was said of a landmark, 0 … 1: what it is called, its colour and
// stuff, what it stands by, how many there are, and whether it is the larger one.
float guide_things_fit(const guide_things* t, int index, const wend_landmark* landmark);
// The share of what a thing might be that speaks for a room, 0 … 1; less than 0 against it.
float guide_thing_speaks_for(const guide_thing* thing, wend_room_type room);

#endif
