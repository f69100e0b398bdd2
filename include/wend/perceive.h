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
    float hfov;            // degrees
    float eye_height;      // metres above the floor
    float tilt;            // radians; up is positive
    const uint8_t* rgb;    // [height][width][3]
    const float* depth;    // [height][width] metres along the optical axis; not above 0: nothing
    const uint8_t* shown;  // [height][width] not 0 where what is sought is, as a run that grants
                           // the truth has it. Nullable
} wend_picture;

// Where the middle of a pixel lies in the frame of the body: feet in the origin, -z ahead, +y up.
WEND_API wend_vec3 wend_picture_point(const wend_picture* picture, int x, int y);

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
    wend_vec3 nearest;  // of its points on the floor plan
    uint8_t rgb[3];     // mean colour
    bool structure;     // floor, wall or ceiling by its size and place
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

// ---- what regions are ---------------------------------------------------------------------------

enum { WEND_MAX_GUESSES = 8 };

// A category a region may be of.
typedef struct wend_guess {
    wend_category category;  // NONE: not one thing
    float share;             // 0 … 1, of what is known to look like it; all together at most 1
} wend_guess;

// The guesses for a region, best first, and how many there are; none when nothing known looks like
// it. By nearest prototypes: shapes, sizes and heights of things that were rendered once
// (docs/perceiving.md). Colours take no part. Worked out once a picture, when asked for.
WEND_API int wend_glance_guess(wend_glance* glance, int index,
                               wend_guess guesses[WEND_MAX_GUESSES]);
// The share of one category.
WEND_API float wend_glance_is(wend_glance* glance, int index, wend_category category);
// How well a colour word fits a region's mean colour: 1 as well as any, 0 not at all.
WEND_API float wend_region_color_fits(const wend_region* region, wend_color color);
// The same of what it is made of, by colour and texture, and of its size, by its measures.
WEND_API float wend_region_stuff_fits(const wend_region* region, wend_stuff stuff);
WEND_API float wend_region_size_fits(const wend_region* region, wend_size size);
// Gives a region a mean colour, and the features that judge it.
WEND_API void wend_region_paint(wend_region* region, const uint8_t rgb[3]);

// ---- MultiON's goals ----------------------------------------------------------------------------

// An upright cylinder of a known size and a plain colour.
typedef struct wend_cylinder {
    int color;           // MultiON's number: 0 red, green, blue, yellow, white, pink, black, 7 cyan
    float ahead, right;  // metres from the eye to its axis, over the floor
    bool sure;           // seen from the floor to the top; else one should look again, from nearer
} wend_cylinder;

// Those `tall` metres high (0: the paper's 0.75) in a picture of a level gaze, from left to right;
// at most `max`. Returns how many.
WEND_API int wend_cylinders_find(const wend_picture* picture, float tall, wend_cylinder* found,
                                 int max);

// ---- localizers ---------------------------------------------------------------------------------

enum { WEND_MAX_TEXTS = 24, WEND_MAX_FINDS = 128 };

// Something in the picture that a text may be about.
typedef struct wend_find {
    int text;                   // index of the text
    float relevance;            // 0 … 1
    int region;                 // value of its pixels in `mask`
    wend_aabb box;              // in the frame of the body: feet in the origin, -z ahead, +y up
    wend_vec3 middle, nearest;  // of its points: the mean, and the one nearest on the floor plan
    int x, y;                   // its middle pixel in the picture
} wend_find;

typedef struct wend_finds {
    wend_find items[WEND_MAX_FINDS];  // the most relevant, in order of text and relevance
    int count;
    // Which region each point of a coarser picture belongs to; -1: none. Valid until the next look.
    const int32_t* mask;                     // [mask_height][mask_width]
    int mask_width, mask_height, mask_step;  // a point stands for step x step pixels
} wend_finds;

// A way to say where in a picture a text is true. Kinds may hold weights; they share nothing.
typedef struct wend_localizer_kind {
    const char* name;
    const char* summary;
    size_t memory;                                          // bytes of state, cleared once
    wend_status (*create)(void* state, wend_error* error);  // Nullable
    void (*destroy)(void* state);                           // Nullable
    // From now on it looks for these texts, at most WEND_MAX_TEXTS, which it need not keep.
    wend_status (*seek)(void* state, const char* const* texts, int count, wend_error* error);
    wend_status (*look)(void* state, const wend_picture* picture, wend_finds* finds,
                        wend_error* error);
} wend_localizer_kind;

WEND_API int wend_localizer_count(void);
WEND_API const wend_localizer_kind* wend_localizer_at(int index);
WEND_API const wend_localizer_kind* wend_localizer_find(const char* name);  // NULL: none

// The relevance of one text all over the picture: [height][width], 0 … 1.
WEND_API void wend_finds_paint(const wend_finds* finds, int text, int width, int height,
                               float* relevance);

#ifdef __cplusplus
}
#endif
#endif
