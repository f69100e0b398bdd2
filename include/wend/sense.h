// Sensors: renders RGB, depth, category and object images of a scene; panoramas; sensor noise.
//
// A `wend_view` is a scene prepared for rendering: immutable and shared between threads. A
// `wend_renderer` is a camera with its buffers and belongs to one thread. Rendering allocates
// nothing. Images are bit-identical on every machine and for any thread count.
//
//     wend_view_create(scene, NULL, &view, &error);
//     wend_renderer_create(&camera, &renderer, &error);
//     wend_renderer_render(renderer, view, &camera_pose, &frame, &error);
//
// Owner: src/sense
#ifndef WEND_SENSE_H
#define WEND_SENSE_H

#include "wend/base.h"
#include "wend/scene.h"

#ifdef __cplusplus
extern "C" {
#endif

// ---- camera -----------------------------------------------------------------------------------

// Instruction set of the renderer. All give bit-identical images; BEST selects at run time.
#define WEND_SIMD_LIST(X) \
    X(BEST, "best")       \
    X(AVX2, "avx2")       \
    X(SSE4, "sse4")       \
    X(PORTABLE, "portable")

typedef enum wend_simd {
#define X(name, word) WEND_SIMD_##name,
    WEND_SIMD_LIST(X)
#undef X
        WEND_SIMD_COUNT
} wend_simd;

WEND_API const char* wend_simd_name(wend_simd simd);
WEND_API bool wend_simd_is_supported(wend_simd simd);  // by this processor and this build

// A pinhole camera; the optical axis passes through the image centre.
typedef struct wend_camera {
    int width, height;  // pixels, 1 to 4096; default 256 x 256
    float hfov;         // degrees across the width, 10 to 150; default 90
    float near_clip;    // metres along the optical axis; default 0.01
    float depth_min;    // metres; depth is clipped to [depth_min, depth_max]; default 0
    float depth_max;    // metres; also the depth of an empty pixel; default 100
    bool depth_unit;    // depth is (d - min) / (max - min), as in Habitat; default false
    bool textured;      // false: each surface has its mean colour; default true
    bool smooth;        // bilinear texture filter; default false: nearest texel
    uint8_t sky[3];     // RGB of an empty pixel; default a pale blue
    wend_simd simd;     // default WEND_SIMD_BEST
} wend_camera;

WEND_API wend_camera wend_camera_default_def(void);
// WEND_ARGUMENT or WEND_UNSUPPORTED if a field is out of range.
WEND_API wend_status wend_camera_check(const wend_camera* camera, wend_error* error);

// Position and direction of a camera.
typedef struct wend_camera_pose {
    wend_vec3 eye;  // world position, metres
    float heading;  // radians, counter-clockwise from above; 0 looks along -z
    float tilt;     // radians; up is positive
} wend_camera_pose;

// ---- view -------------------------------------------------------------------------------------

typedef struct wend_view wend_view;

typedef struct wend_view_def {
    float cut;  // metres; for cut-away views from above: omits triangles wholly above this height,
                // and ceilings and roofs. Default INFINITY
} wend_view_def;

WEND_API wend_view_def wend_view_default_def(void);
// The scene must outlive the view. Nullable: def.
WEND_API wend_status wend_view_create(const wend_scene* scene, const wend_view_def* def,
                                      wend_view** view, wend_error* error);
WEND_API void wend_view_destroy(wend_view* view);  // Nullable: view.
WEND_API const wend_scene* wend_view_scene(const wend_view* view);
WEND_API uint64_t wend_view_triangles(const wend_view* view);  // rendered ones: without glass

// ---- renderer ---------------------------------------------------------------------------------

enum { WEND_MAX_MOVED = 511 };

// An instance that is not at its place of the scene: a door leaf, a carried object. Only instances
// of objects that can move (wend_object_can_move) are allowed. A transform with zero axes hides the
// instance. Inserted objects are rendered only when they are in such a list.
typedef struct wend_moved {
    uint32_t instance;
    wend_transform transform;  // mesh frame to world, in place of the instance's own
} wend_moved;

// Output images in memory of the caller, rows from the top without padding. A NULL image is not
// rendered. All images share one visibility pass.
typedef struct wend_frame {
    uint8_t* rgb;        // [height][width][3]
    float* depth;        // [height][width] metres along the optical axis, or 0 … 1 (depth_unit)
    uint16_t* category;  // [height][width] wend_category; 0: empty
    uint32_t* object;    // [height][width] object id; 0: empty
} wend_frame;

typedef struct wend_renderer wend_renderer;

WEND_API wend_status wend_renderer_create(const wend_camera* camera, wend_renderer** renderer,
                                          wend_error* error);
WEND_API void wend_renderer_destroy(wend_renderer* renderer);  // Nullable: renderer.
WEND_API const wend_camera* wend_renderer_camera(const wend_renderer* renderer);

WEND_API wend_status wend_renderer_render(wend_renderer* renderer, const wend_view* view,
                                          const wend_camera_pose* camera_pose,
                                          const wend_frame* frame, wend_error* error);
// The same with moved instances; each at most once.
WEND_API wend_status wend_renderer_render_moved(wend_renderer* renderer, const wend_view* view,
                                                const wend_camera_pose* camera_pose,
                                                const wend_moved* moved, int moved_count,
                                                const wend_frame* frame, wend_error* error);

// ---- panoramas --------------------------------------------------------------------------------

// The 36 views of R2R and RxR: 12 headings in steps of 30 degrees to the right, at elevations of
// -30, 0 and +30 degrees. View 0 looks ahead and down, view 12 ahead and level. [Matterport3D
// simulator: viewIndex]
enum { WEND_PANORAMA_VIEWS = 36 };

// The camera of these views: vertical field of view 60 degrees. R2R uses 640 x 480.
WEND_API wend_camera wend_panorama_camera(int width, int height);
// The camera pose of view `index`; the tilt of `ahead` is ignored.
WEND_API wend_camera_pose wend_panorama_camera_pose(const wend_camera_pose* ahead, int index);
// Renders all 36 views; rgb is [36][height][width][3], the others likewise.
WEND_API wend_status wend_panorama_render_views(wend_renderer* renderer, const wend_view* view,
                                                const wend_camera_pose* ahead,
                                                const wend_frame* frame, wend_error* error);

// An equirectangular image: 360 by 180 degrees, straight ahead in the centre, resampled from a cube
// map. Depth is the distance from the eye, since there is no optical axis.
typedef struct wend_panorama wend_panorama;

// `width` is even and in [16, 8192]; the height is width / 2. `camera` gives depth range, sky and
// texturing; its size and field of view are ignored.
WEND_API wend_status wend_panorama_create(const wend_camera* camera, int width,
                                          wend_panorama** panorama, wend_error* error);
WEND_API void wend_panorama_destroy(wend_panorama* panorama);  // Nullable: panorama.
WEND_API wend_status wend_panorama_render(wend_panorama* panorama, const wend_view* view,
                                          const wend_camera_pose* ahead, const wend_frame* frame,
                                          wend_error* error);

// ---- noise ------------------------------------------------------------------------------------

// Noise models, applied to a rendered image. docs/rendering.md lists formulas and sources of the
// parameters.
#define WEND_NOISE_LIST(X)                \
    X(NONE, "none")                       \
    X(GAUSSIAN, "gaussian")               \
    X(POISSON, "poisson")                 \
    X(SPECKLE, "speckle")                 \
    X(SALT_AND_PEPPER, "salt-and-pepper") \
    X(REDWOOD, "redwood") /* depth only */

typedef enum wend_noise_kind {
#define X(name, word) WEND_NOISE_##name,
    WEND_NOISE_LIST(X)
#undef X
        WEND_NOISE_COUNT
} wend_noise_kind;

WEND_API wend_status wend_noise_parse(const char* name, wend_noise_kind* kind, wend_error* error);

enum { WEND_NOISE_TABLE_SIDE = 80, WEND_NOISE_TABLE_DEPTHS = 5 };

typedef struct wend_noise {
    wend_noise_kind kind;
    float intensity;     // gaussian, speckle: standard deviation. RGB: of 255; depth: metres
                         // (gaussian) or relative to the depth (speckle); default 0.2
    float peak;          // poisson: photons of a pixel of value 255; default 64
    float amount;        // salt-and-pepper: fraction of pixels replaced; default 0.05
    float salt;          // salt-and-pepper: fraction of those that become white; default 0.5
    float disparity;     // redwood: disparity times depth, in pixels times metres; default 35.13
    float quantum;       // redwood: quantisation of the disparity, pixels; default 1/8
    float jitter;        // redwood: standard deviation of the disparity, pixels; default 0.027778
    float shift;         // redwood: standard deviation of the pixel position, pixels; default 0.25
    float distortion;    // redwood: relative increase of depth in a corner at 10 m, proportional to
                         // depth; default 0.02. Ignored with a table
    const float* table;  // redwood: measured divisor of depth, [80][80][5] over the image and at 1,
                         // 3, 5, 7 and 9 m; owned by the caller. Nullable; default NULL
} wend_noise;

WEND_API wend_noise wend_noise_default_def(wend_noise_kind kind);
// In place, rgb [height][width][3]. WEND_ARGUMENT if the model is for depth only.
WEND_API wend_status wend_noise_apply_rgb(const wend_noise* noise, const wend_camera* camera,
                                          wend_rng* rng, uint8_t* rgb, wend_error* error);
// In place, depth [height][width] as rendered (metres or 0 … 1). `scratch` has the size of `depth`;
// Nullable: scratch, except for redwood.
WEND_API wend_status wend_noise_apply_depth(const wend_noise* noise, const wend_camera* camera,
                                            wend_rng* rng, float* depth, float* scratch,
                                            wend_error* error);

#ifdef __cplusplus
}
#endif
#endif
