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
    uint8_t sky[3];   // colour of a pixel that sees nothing; default a pale blue
    wend_simd simd;   // default WEND_SIMD_BEST
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
// Only instances of objects with WEND_OBJECT_DOOR or WEND_OBJECT_MOVABLE can be moved. A transform
// whose axes are all zero hides it.
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

#ifdef __cplusplus
}
#endif
#endif
