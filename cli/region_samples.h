// Regions of pictures rendered in scenes, with the truth about each: to learn prototypes from, and
// to test them.
#ifndef WEND_CLI_REGION_SAMPLES_H
#define WEND_CLI_REGION_SAMPLES_H

#include "base/array.h"

#include "wend/perceive.h"
#include "wend/sim.h"

typedef struct region_sample {
    float features[WEND_FEATURE_COUNT];
    wend_guess best;         // what it was taken for
    float share;             // and how much it is what it is
    wend_category category;  // what it is; NONE: pieces of several things
    uint8_t color, stuff;    // wend_color, wend_stuff; 0: not one
    float made_so;           // how well the word for that stuff fits it
    float small;             // how well "small" does
    bool is_small;           // and whether it is
    bool held_out;           // its asset is one of those no prototype is made from
    int pixels;
} region_sample;

typedef struct region_samples {
    ARRAY_OF(region_sample) regions;
    int seen[WEND_CATEGORY_COUNT];   // things of a size worth finding, in all pictures
    int found[WEND_CATEGORY_COUNT];  // of these: with a region of their own
    double seconds;                  // of looking
    int pictures;
} region_samples;

typedef struct region_samples_def {
    int pictures;  // a scene
    int side;      // pixels
    uint64_t seed;
} region_samples_def;

// Adds the regions of one scene. Guests of all goal categories stand about in it.
wend_status region_samples_add(region_samples* samples, const char* scene,
                               const region_samples_def* def, wend_error* error);
void region_samples_destroy(region_samples* samples);

#endif
