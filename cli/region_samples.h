// Regions of rendered images with their ground truth: to build prototypes and to evaluate them.
#ifndef WEND_CLI_REGION_SAMPLES_H
#define WEND_CLI_REGION_SAMPLES_H

#include "wend/perceive.h"
#include "wend/sim.h"

typedef struct region_sample {
    float features[WEND_FEATURE_COUNT];
    wend_guess best;          // predicted category and its share
    float share;              // predicted share of the true category
    wend_category category;   // ground truth; NONE: the region covers several objects
    uint8_t color, material;  // wend_color, wend_material_type; 0: mixed
    float made_so;            // fit of the word for that material, in [0, 1]
    float small;              // fit of "small", in [0, 1]
    bool is_small;            // ground truth of "small"
    bool held_out;            // of a held-out asset: no prototype is built from it
    int pixels;
} region_sample;

typedef struct region_samples {
    region_sample* regions;
    size_t count, capacity;
    int seen[WEND_CATEGORY_COUNT];   // visible objects (see MIN_SEEN) in all images
    int found[WEND_CATEGORY_COUNT];  // of these: covered by a region of their own
    double seconds;                  // spent on segmentation
    int pictures;
} region_samples;

typedef struct region_samples_def {
    int pictures;  // per scene
    int side;      // width and height of the images, pixels
    uint64_t seed;
} region_samples_def;

// Adds the regions of one scene. Objects of all goal categories are inserted at random positions.
wend_status region_samples_add(region_samples* samples, const char* scene,
                               const region_samples_def* def, wend_error* error);
void region_samples_destroy(region_samples* samples);

#endif
