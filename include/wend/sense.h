// Eyes: what a camera sees of a scene, as colours, depth and meaning.
//
// A `wend_view` is a scene made ready for looking at: immutable, shared by any number of threads. A
// `wend_eye` is a camera with its buffers: it belongs to one thread. Rendering allocates nothing
// and gives the same pixels on every machine, for any number of threads.
//
//     wend_view_create(scene, NULL, &view, &error);
//     wend_eye_create(&camera, &eye, &error);
//     wend_eye_render(eye, view, &gaze, &frame, &error);
#ifndef WEND_SENSE_H
#define WEND_SENSE_H

#include "wend/base.h"
#include "wend/scene.h"

#ifdef __cplusplus
extern "C" {
#endif

// ---- camera -----------------------------------------------------------------------------------

// Which instructions a picture is made with. All give the same bytes; the others exist for
// processors without AVX2 and for tests.
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

// The camera's picture and what it measures. A pinhole; its picture's middle is the optical axis.
typedef struct wend_camera {
    int width, height;  // pixels, 1 to 4096; default 256 x 256
    float hfov;         // degrees across the width, 10 to 150; default 90
    float near_clip;    // metres; nothing nearer along the axis is seen; default 0.01
    float depth_min;    // metres; depth is clipped to depth_min … depth_max; default 0
    float depth_max;    // default 100. Also the depth of a pixel that sees nothing
    bool depth_unit;  // depth as (d - min) / (max - min), 0 … 1, as Habitat has it; default false
    bool textured;    // default true; else every surface has its mean colour
    bool smooth;  // textures are mixed from the four texels around a point; default false: its own
    uint8_t sky[3];  // colour of a pixel that sees nothing; default a pale blue
    wend_simd simd;  // default WEND_SIMD_BEST
} wend_camera;

WEND_API wend_camera wend_camera_default(void);
// Says what is wrong with a camera, if anything.
WEND_API wend_status wend_camera_check(const wend_camera* camera, wend_error* error);

// Where an eye is and where it looks.
typedef struct wend_gaze {
    wend_vec3 eye;  // metres; in the world, not above the feet
    float heading;  // radians, counter-clockwise from above; 0 looks along -z
    float tilt;     // radians; up is positive
} wend_gaze;

// ---- view -------------------------------------------------------------------------------------

typedef struct wend_view wend_view;

typedef struct wend_view_def {
    float cut;  // metres; triangles that lie wholly above this height are left out, and so are
                // ceilings and roofs then: to look in from above. Default INFINITY
} wend_view_def;

WEND_API wend_view_def wend_view_default_def(void);
// The scene must outlive the view. Nullable: def.
WEND_API wend_status wend_view_create(const wend_scene* scene, const wend_view_def* def,
                                      wend_view** view, wend_error* error);
WEND_API void wend_view_destroy(wend_view* view);  // Nullable: view.
WEND_API const wend_scene* wend_view_scene(const wend_view* view);
WEND_API uint64_t wend_view_triangles(const wend_view* view);  // that can be seen: no glass
WEND_API uint64_t wend_view_memory(const wend_view* view);     // bytes, without the scene

// ---- eye --------------------------------------------------------------------------------------

enum { WEND_MAX_MOVED = 511 };

// An instance that does not stand where the scene has it: a door's leaf, a thing that was carried.
// Only instances of objects that can move (wend_object_can_move) can be moved. A transform whose
// axes are all zero hides it. Guests are not seen until they stand in such a list.
typedef struct wend_moved {
    uint32_t instance;
    wend_transform transform;  // mesh frame to world, in place of the instance's own
} wend_moved;

// Where a picture goes: memory of the caller, each row after the other from the top, without gaps.
// Each may be NULL: then it is not made. Several cost one visibility pass.
typedef struct wend_frame {
    uint8_t* rgb;        // [height][width][3]
    float* depth;        // [height][width]: metres along the optical axis, or 0 … 1
    uint16_t* category;  // [height][width]: wend_category; 0 where nothing is seen
    uint32_t* object;    // [height][width]: object id; 0 where nothing is seen
} wend_frame;

typedef struct wend_eye wend_eye;

WEND_API wend_status wend_eye_create(const wend_camera* camera, wend_eye** eye, wend_error* error);
WEND_API void wend_eye_destroy(wend_eye* eye);  // Nullable: eye.
WEND_API const wend_camera* wend_eye_camera(const wend_eye* eye);

WEND_API wend_status wend_eye_render(wend_eye* eye, const wend_view* view, const wend_gaze* gaze,
                                     const wend_frame* frame, wend_error* error);
// The same with things that have moved. An instance may stand in the list once.
WEND_API wend_status wend_eye_render_moved(wend_eye* eye, const wend_view* view,
                                           const wend_gaze* gaze, const wend_moved* moved,
                                           int moved_count, const wend_frame* frame,
                                           wend_error* error);

// ---- panoramas --------------------------------------------------------------------------------

// The 36 views of the R2R and RxR world: 12 headings, each 30 degrees further to the right, at the
// elevations -30, 0 and +30 degrees. View 0 is the lower one straight ahead, 12 the level one.
// [Matterport3D simulator: viewIndex]
enum { WEND_PANORAMA_VIEWS = 36 };

// Its camera: 60 degrees high, so hfov follows from the sides. R2R used 640 x 480.
WEND_API wend_camera wend_panorama_camera(int width, int height);
// The gaze of view `index`; the tilt of `ahead` is not used.
WEND_API wend_gaze wend_panorama_gaze(const wend_gaze* ahead, int index);
// All 36, one after the other in the frame's memory: rgb is [36][height][width][3] and so on.
WEND_API wend_status wend_panorama_render_views(wend_eye* eye, const wend_view* view,
                                                const wend_gaze* ahead, const wend_frame* frame,
                                                wend_error* error);

// An equirectangular picture: 360 degrees across, 180 down, straight ahead in the middle. Made from
// the six faces of a cube. Depth is the distance from the eye here, since there is no one axis.
typedef struct wend_panorama wend_panorama;

// `width` from 16 to 8192 is even, the height is half of it. `camera` gives the depth range, the
// sky and the textures; its size and field of view are not used.
WEND_API wend_status wend_panorama_create(const wend_camera* camera, int width,
                                          wend_panorama** panorama, wend_error* error);
WEND_API void wend_panorama_destroy(wend_panorama* panorama);  // Nullable: panorama.
WEND_API wend_status wend_panorama_render(wend_panorama* panorama, const wend_view* view,
                                          const wend_gaze* ahead, const wend_frame* frame,
                                          wend_error* error);

// ---- noise ------------------------------------------------------------------------------------

// Sensors are exact unless noise is put over the picture afterwards. docs/rendering.md explains the
// models and where their parameters come from.
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

WEND_API const char* wend_noise_name(wend_noise_kind kind);
WEND_API wend_status wend_noise_find(const char* name, wend_noise_kind* kind, wend_error* error);

enum { WEND_NOISE_TABLE_SIDE = 80, WEND_NOISE_TABLE_DEPTHS = 5 };

typedef struct wend_noise {
    wend_noise_kind kind;
    float intensity;   // gaussian, speckle: times a normal number, in shares of the range (colours:
                       // of 255; depth: metres, or of the depth itself for speckle); default 0.2
    float peak;        // poisson: photons of a full-bright pixel; default 64
    float amount;      // salt-and-pepper: share of the pixels hit; default 0.05
    float salt;        // salt-and-pepper: share of those that become white; default 0.5
    float disparity;   // redwood: disparity times depth, in pixels times metres; default 35.13
    float quantum;     // redwood: disparity is a multiple of this many pixels; default 1/8
    float jitter;      // redwood: deviation of the disparity, pixels; default 0.027778
    float shift;       // redwood: deviation of where a pixel looks, pixels; default 0.25
    float distortion;  // redwood: share by which depth grows from the middle to a corner at 10 m,
                       // and in proportion nearer; default 0.02. Not used where there is a table
    const float* table;  // redwood: what depth is divided by, measured: [80][80][5], over the
                         // picture and at 1, 3, 5, 7 and 9 m; the caller's. Nullable; default NULL
} wend_noise;

WEND_API wend_noise wend_noise_default(wend_noise_kind kind);
// In place. Colours: rgb [height][width][3]. WEND_ARGUMENT where the model does not fit the sensor.
WEND_API wend_status wend_noise_apply_rgb(const wend_noise* noise, const wend_camera* camera,
                                          wend_rng* rng, uint8_t* rgb, wend_error* error);
// Depth as the camera gave it: [height][width], metres or 0 … 1. `scratch` is memory for as many
// numbers again; Nullable: scratch, except for redwood.
WEND_API wend_status wend_noise_apply_depth(const wend_noise* noise, const wend_camera* camera,
                                            wend_rng* rng, float* depth, float* scratch,
                                            wend_error* error);

#ifdef __cplusplus
}
#endif
#endif
