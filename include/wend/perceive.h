// Perception from RGB-D images: segmentation into regions, categories of regions, and localizers
// that find what a text describes.
//
// A `wend_segmentation` divides an image into regions and measures each. It belongs to one thread
// and allocates nothing after it has been created.
//
// clang-format off
//
//     wend_segmentation_create(672, 672, &segmentation, &error);
//     wend_segmentation_look(segmentation, &picture, &error);
//     for (int i = 0; i < wend_segmentation_count(segmentation); i++)
//         use(wend_segmentation_at(segmentation, i));
//
// clang-format on
//
// Owner: src/perceive
#ifndef WEND_PERCEIVE_H
#define WEND_PERCEIVE_H

#include "wend/base.h"
#include "wend/category.h"

#ifdef __cplusplus
extern "C" {
#endif

// An image and its camera.
typedef struct wend_rgbd_image {
    int width, height;
    float hfov;                // degrees
    float eye_height;          // metres above the floor
    float tilt;                // radians; up is positive
    const uint8_t* rgb;        // [height][width][3]
    const float* depth;        // [height][width] metres along the optical axis; <= 0: invalid
    const uint8_t* goal_mask;  // [height][width] ground truth: not 0 on the sought object. Nullable
} wend_rgbd_image;

// The point of a pixel's centre in the agent's frame: origin at the feet, -z ahead, +y up.
WEND_API wend_vec3 wend_rgbd_image_point(const wend_rgbd_image* picture, int x, int y);

// ---- regions ------------------------------------------------------------------------------------

// Features of a region, scaled to similar ranges so that Euclidean distances between them are
// meaningful.
#define WEND_FEATURE_LIST(X)                                                  \
    X(LENGTH)  /* log2 of the longer side on the floor plan, metres */        \
    X(BREADTH) /* log2 of the shorter side */                                 \
    X(RISE)    /* log2 of the height */                                       \
    X(BASE)    /* twice the height of its lowest point above the floor */     \
    X(TOP)     /* twice the height of its highest point */                    \
    X(AREA)    /* log2 of the root of the area seen, metres */                \
    X(FILL)    /* 4 times its share of its bounding box */                    \
    X(ASPECT)  /* log2 of the box's width over height */                      \
    X(UP)      /* 4 times the share of surface that looks up */               \
    X(SIDE)    /* 4 times the share of surface that looks sideways */         \
    X(FLAT)    /* 4 times the length of the mean normal: 4 is a plane */      \
    X(LIGHT)   /* CIELAB lightness / 20, a / 10, b / 10 of the mean colour */ \
    X(RED)                                                                    \
    X(YELLOW)                                                                 \
    X(CONTRAST) /* deviation of the brightness / 20 */                        \
    X(GRAIN)    /* mean difference of neighbouring pixels / 8 */              \
    X(REDDISH)  /* 4 times the share of pixels that are clearly red */        \
    X(GREENISH)                                                               \
    X(BLUISH)                                                                 \
    X(DARK)   /* 4 times the share that is nearly black */                    \
    X(BRIGHT) /* and nearly white */                                          \
    X(HIDDEN) /* 4 times the share of its outline behind something nearer */  \
    X(CUT)    /* 4 times the share of its outline at the image's edge */

typedef enum wend_feature {
#define X(name) WEND_FEATURE_##name,
    WEND_FEATURE_LIST(X)
#undef X
        WEND_FEATURE_COUNT
} wend_feature;

// A connected region of the image: an object, or a part of one.
typedef struct wend_region {
    int pixels;                    // points of the segmentation's grid
    int left, top, right, bottom;  // pixels of the image, inclusive
    wend_aabb box;                 // in the agent's frame: origin at the feet, -z ahead, +y up
    wend_vec3 middle;
    wend_vec3 nearest;  // the point nearest to the agent on the floor plan
    uint8_t rgb[3];     // mean colour
    bool structure;     // floor, wall or ceiling, by size and position
    float features[WEND_FEATURE_COUNT];
} wend_region;

typedef struct wend_segmentation wend_segmentation;

// For images of this size. Images with a side above 336 are sampled at every 2nd, 3rd, … pixel.
WEND_API wend_status wend_segmentation_create(int width, int height,
                                              wend_segmentation** segmentation, wend_error* error);
WEND_API void wend_segmentation_destroy(wend_segmentation* segmentation);  // Nullable.
// Segments an image. WEND_ARGUMENT if its size is not the one of wend_segmentation_create.
WEND_API wend_status wend_segmentation_look(wend_segmentation* segmentation,
                                            const wend_rgbd_image* picture, wend_error* error);
WEND_API int wend_segmentation_count(const wend_segmentation* segmentation);
WEND_API const wend_region* wend_segmentation_at(const wend_segmentation* segmentation, int index);
// The region of a pixel; -1: none (too small, too far, or floor).
WEND_API int wend_segmentation_region_at(const wend_segmentation* segmentation, int x, int y);

// ---- categories of regions ----------------------------------------------------------------------

enum { WEND_MAX_GUESSES = 8 };

// A candidate category of a region.
typedef struct wend_guess {
    wend_category category;  // NONE: not an object
    float share;             // 0 … 1: share of the nearest prototypes; at most 1 in sum
} wend_guess;

// Writes the candidate categories of a region, best first, and returns their number; 0 if no
// prototype is similar. Method: nearest prototypes by shape, size and height of rendered objects,
// without colour (docs/perception.md). Computed on the first call per image and region.
WEND_API int wend_segmentation_guess(wend_segmentation* segmentation, int index,
                                     wend_guess guesses[WEND_MAX_GUESSES]);
// Share of one category.
WEND_API float wend_segmentation_is(wend_segmentation* segmentation, int index,
                                    wend_category category);
// How well a colour word fits a region's mean colour, 0 … 1.
WEND_API float wend_region_color_fits(const wend_region* region, wend_color color);
// The same for a material, by colour and texture, and for a size word, by the region's extent.
WEND_API float wend_region_material_fits(const wend_region* region, wend_material_type material);
WEND_API float wend_region_size_fits(const wend_region* region, wend_size size);
// Sets a region's mean colour and the features of colour.
WEND_API void wend_region_paint(wend_region* region, const uint8_t rgb[3]);

// ---- prototypes ---------------------------------------------------------------------------------

// A labelled region: training data of the prototype table.
typedef struct wend_prototype_sample {
    float features[WEND_FEATURE_COUNT];
    wend_category category;   // NONE: background, or parts of several objects
    uint8_t color, material;  // wend_color, wend_material_type; 0: none
    bool held_out;            // excluded from the rows (not from the words)
    int pixels;
} wend_prototype_sample;

typedef struct wend_prototypes_size {
    int rows;
    size_t bytes;
} wend_prototypes_size;

// Writes a prototype table (src/perceive/prototypes.h) with at most `max` rows per category, chosen
// by `seed`, from `count` samples.
WEND_API wend_status wend_prototypes_write(const wend_prototype_sample* samples, int count, int max,
                                           uint64_t seed, const char* path,
                                           wend_prototypes_size* size, wend_error* error);

// ---- MultiON's goals ----------------------------------------------------------------------------

// An upright cylinder of known size and plain colour.
typedef struct wend_cylinder {
    int color;           // MultiON's number: 0 red, green, blue, yellow, white, pink, black, 7 cyan
    float ahead, right;  // metres from the camera to its axis, on the floor plan
    bool sure;           // seen from the floor to the top; otherwise a closer view is needed
} wend_cylinder;

// Cylinders of height `tall` metres (0: MultiON's 0.75) in the image of a level camera, from left
// to right. Writes at most `max` and returns their number.
WEND_API int wend_cylinders_find(const wend_rgbd_image* picture, float tall, wend_cylinder* found,
                                 int max);

// ---- localizers ---------------------------------------------------------------------------------

enum { WEND_MAX_TEXTS = 24, WEND_MAX_DETECTIONS = 128 };

// A part of the image that a text may describe.
typedef struct wend_detection {
    int text;                   // index of the text
    float relevance;            // 0 … 1
    int region;                 // value of its pixels in `mask`
    wend_aabb box;              // in the agent's frame: origin at the feet, -z ahead, +y up
    wend_vec3 middle, nearest;  // of its points: the mean, and the one nearest on the floor plan
    int x, y;                   // its central pixel
} wend_detection;

typedef struct wend_detections {
    wend_detection items[WEND_MAX_DETECTIONS];  // the most relevant, in order of text and relevance
    int count;
    // Region of each point of a coarser image; -1: none. Valid until the next look.
    const int32_t* mask;                     // [mask_height][mask_width]
    int mask_width, mask_height, mask_step;  // a point stands for step x step pixels
} wend_detections;

// An open-vocabulary localizer: finds what texts describe. State is per instance.
typedef struct wend_localizer_kind {
    const char* name;
    const char* summary;
    size_t memory;                                          // bytes of state, cleared once
    wend_status (*create)(void* state, wend_error* error);  // Nullable
    void (*destroy)(void* state);                           // Nullable
    // Sets the texts to look for, at most WEND_MAX_TEXTS. The strings must be copied if needed
    // later.
    wend_status (*seek)(void* state, const char* const* texts, int count, wend_error* error);
    wend_status (*look)(void* state, const wend_rgbd_image* picture, wend_detections* detections,
                        wend_error* error);
} wend_localizer_kind;

WEND_API const wend_localizer_kind* wend_localizer_find(const char* name);  // NULL: none

#ifdef __cplusplus
}
#endif
#endif
