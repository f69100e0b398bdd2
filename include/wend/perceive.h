// What is where in a picture, from the picture alone: segments, what they might be, and localizers
// that say where in a picture a text may be true.
//
// A `wend_glance` cuts a picture with depth into regions and describes each. It belongs to one
// thread and allocates nothing while it looks.
//
//     wend_glance_create(672, 672, &glance, &error);
//     wend_glance_look(glance, &picture);
//     for (int i = 0; i < wend_glance_count(glance); i++) use(wend_glance_at(glance, i));
#ifndef WEND_PERCEIVE_H
#define WEND_PERCEIVE_H

#include "wend/base.h"
#include "wend/category.h"

#ifdef __cplusplus
extern "C" {
#endif

// A picture and how it was taken.
typedef struct wend_picture {
    int width, height;
    float hfov;          // degrees
    float eye_height;    // metres above the floor
    float tilt;          // radians; up is positive
    const uint8_t* rgb;  // [height][width][3]
    const float* depth;  // [height][width] metres along the optical axis; not above 0: nothing
} wend_picture;

// ---- regions ------------------------------------------------------------------------------------

// What is measured of a region. Numbers of about one size, so that distances between two lists of
// them mean something.
#define WEND_FEATURE_LIST(X)                                                  \
    X(LENGTH)  /* log2 of the longer side on the floor plan, metres */        \
    X(BREADTH) /* log2 of the shorter side */                                 \
    X(RISE)    /* log2 of the height */                                       \
    X(BASE)    /* twice the height of its lowest point above the floor */     \
    X(TOP)     /* the same of its highest point */                            \
    X(AREA)    /* log2 of the root of the area seen, metres */                \
    X(FILL)    /* 4 times the share of its box in the picture */              \
    X(ASPECT)  /* log2 of width over height of that box */                    \
    X(UP)      /* 4 times the share of surface that looks up */               \
    X(SIDE)    /* the same sideways */                                        \
    X(FLAT)    /* 4 times the length of the mean normal: 4 is a plane */      \
    X(LIGHT)   /* CIELAB lightness / 20, a / 10, b / 10 of the mean colour */ \
    X(RED)                                                                    \
    X(YELLOW)                                                                 \
    X(CONTRAST) /* deviation of the brightness / 20 */                        \
    X(GRAIN)    /* mean step of brightness between neighbours / 8 */          \
    X(REDDISH)  /* 4 times the share of pixels that are clearly red */        \
    X(GREENISH)                                                               \
    X(BLUISH)                                                                 \
    X(DARK)   /* 4 times the share that is nearly black */                    \
    X(BRIGHT) /* and nearly white */                                          \
    X(HIDDEN) /* 4 times the share of its outline behind something nearer */  \
    X(CUT)    /* 4 times the share of its outline at the picture's edge */

typedef enum wend_feature {
#define X(name) WEND_FEATURE_##name,
    WEND_FEATURE_LIST(X)
#undef X
        WEND_FEATURE_COUNT
} wend_feature;

// A connected piece of what is seen: a thing, or a part of one.
typedef struct wend_region {
    int pixels;                    // of the grid the glance works on
    int left, top, right, bottom;  // in the picture, inclusive
    // The box around it in the frame of the body: feet in the origin, -z ahead, +y up.
    wend_aabb box;
    wend_vec3 middle;
    uint8_t rgb[3];  // mean colour
    bool structure;  // floor, wall or ceiling by its size and place
    float features[WEND_FEATURE_COUNT];
} wend_region;

typedef struct wend_glance wend_glance;

// For pictures of this size; larger sides than 336 are worked on at a half, a third, …
WEND_API wend_status wend_glance_create(int width, int height, wend_glance** glance,
                                        wend_error* error);
WEND_API void wend_glance_destroy(wend_glance* glance);  // Nullable: glance.
// Cuts the picture into regions. One of another size than the glance was made for: WEND_ARGUMENT.
WEND_API wend_status wend_glance_look(wend_glance* glance, const wend_picture* picture,
                                      wend_error* error);
WEND_API int wend_glance_count(const wend_glance* glance);
WEND_API const wend_region* wend_glance_at(const wend_glance* glance, int index);
// The region a pixel of the picture belongs to; -1: none (too small, too far, the floor).
WEND_API int wend_glance_region_at(const wend_glance* glance, int x, int y);

#ifdef __cplusplus
}
#endif
#endif
