// Owner: src/base
#ifndef WEND_BASE_H
#define WEND_BASE_H

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// ==== vec =======================================================================================
// Vectors, rotations, rigid transforms and boxes.
//
// Right-handed, metres, +y up, -z forward. Heading is counter-clockwise seen from above, 0 looks
// along -z. Importers and exporters convert from and to other frames.

#define WEND_PI 3.14159265358979323846

typedef struct wend_vec2 {
    float x, y;
} wend_vec2;

typedef struct wend_vec3 {
    float x, y, z;
} wend_vec3;

// A point in double precision. Only for values that must survive a round trip through a file; all
// computation on scenes, navmeshes and poses uses wend_vec3.
typedef struct wend_dvec3 {
    double x, y, z;
} wend_dvec3;

typedef struct wend_vec3_span {
    const wend_vec3* items;
    int count;
} wend_vec3_span;

typedef struct wend_quat {
    float x, y, z, w;
} wend_quat;

// Rotation, scale and translation as a 3x4 matrix: `at = axes * point + origin`.
typedef struct wend_transform {
    wend_vec3 x, y, z;  // columns of the matrix: images of the unit axes
    wend_vec3 origin;
} wend_transform;

// Where a body is, in real numbers: what logs store and what agents estimate. The simulator's own
// state is wend_body_pose (whole turns, exact); where a camera is, wend_camera_pose.
typedef struct wend_pose {
    wend_vec3 feet;  // metres
    float heading;   // radians, counter-clockwise from above; 0 looks along -z
    float tilt;      // of the camera, radians; up is positive
} wend_pose;

// Empty if low > high; grow one from `wend_aabb_empty`.
typedef struct wend_aabb {
    wend_vec3 low, high;
} wend_aabb;

static inline wend_vec3 wend_v3(float x, float y, float z) {
    wend_vec3 v = {x, y, z};
    return v;
}
static inline wend_vec3 wend_dvec3_to_v3(wend_dvec3 p) {
    return wend_v3((float)p.x, (float)p.y, (float)p.z);
}
static inline wend_dvec3 wend_v3_to_dvec3(wend_vec3 p) {
    wend_dvec3 d = {(double)p.x, (double)p.y, (double)p.z};
    return d;
}
static inline double wend_dvec3_distance(wend_dvec3 a, wend_dvec3 b) {
    double x = a.x - b.x, y = a.y - b.y, z = a.z - b.z;
    return sqrt(x * x + y * y + z * z);
}
static inline wend_vec3 wend_v3_add(wend_vec3 a, wend_vec3 b) {
    return wend_v3(a.x + b.x, a.y + b.y, a.z + b.z);
}
static inline wend_vec3 wend_v3_sub(wend_vec3 a, wend_vec3 b) {
    return wend_v3(a.x - b.x, a.y - b.y, a.z - b.z);
}
static inline wend_vec3 wend_v3_scale(wend_vec3 a, float s) {
    return wend_v3(a.x * s, a.y * s, a.z * s);
}
static inline wend_vec3 wend_v3_mad(wend_vec3 a, wend_vec3 b, float s) {  // a + b * s
    return wend_v3(a.x + b.x * s, a.y + b.y * s, a.z + b.z * s);
}
static inline wend_vec3 wend_v3_lerp(wend_vec3 a, wend_vec3 b, float t) {
    return wend_v3_mad(a, wend_v3_sub(b, a), t);
}
static inline float wend_v3_dot(wend_vec3 a, wend_vec3 b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}
static inline wend_vec3 wend_v3_cross(wend_vec3 a, wend_vec3 b) {
    return wend_v3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}
static inline float wend_v3_length(wend_vec3 a) { return sqrtf(wend_v3_dot(a, a)); }
static inline float wend_v3_distance(wend_vec3 a, wend_vec3 b) {
    return wend_v3_length(wend_v3_sub(a, b));
}
static inline wend_vec3 wend_v3_min(wend_vec3 a, wend_vec3 b) {
    return wend_v3(fminf(a.x, b.x), fminf(a.y, b.y), fminf(a.z, b.z));
}
static inline wend_vec3 wend_v3_max(wend_vec3 a, wend_vec3 b) {
    return wend_v3(fmaxf(a.x, b.x), fmaxf(a.y, b.y), fmaxf(a.z, b.z));
}
static inline bool wend_v3_is_finite(wend_vec3 a) {
    return isfinite(a.x) && isfinite(a.y) && isfinite(a.z);
}
// The zero vector stays zero.
static inline wend_vec3 wend_v3_normalize(wend_vec3 a) {
    float length = wend_v3_length(a);
    return length > 0 ? wend_v3_scale(a, 1 / length) : a;
}

static inline wend_quat wend_quat_identity(void) {
    wend_quat q = {0, 0, 0, 1};
    return q;
}
static inline wend_quat wend_quat_multiply(wend_quat a, wend_quat b) {  // first b, then a
    wend_quat q = {a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
                   a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
                   a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w,
                   a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z};
    return q;
}
static inline wend_quat wend_quat_about(wend_vec3 unit_axis, float radians) {
    float s = sinf(radians / 2);
    wend_quat q = {unit_axis.x * s, unit_axis.y * s, unit_axis.z * s, cosf(radians / 2)};
    return q;
}
// The zero quaternion becomes the identity. Published episode files contain quaternions that are
// not unit.
static inline wend_quat wend_quat_normalize(wend_quat q) {
    float length = sqrtf(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w);
    if (!(length > 0)) return wend_quat_identity();
    wend_quat unit = {q.x / length, q.y / length, q.z / length, q.w / length};
    return unit;
}
static inline wend_vec3 wend_quat_rotate(wend_quat q, wend_vec3 v) {
    wend_vec3 u = wend_v3(q.x, q.y, q.z);
    wend_vec3 t = wend_v3_scale(wend_v3_cross(u, v), 2);
    return wend_v3_add(wend_v3_mad(v, t, q.w), wend_v3_cross(u, t));
}

static inline wend_transform wend_transform_identity(void) {
    wend_transform t = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0, 0, 0}};
    return t;
}
static inline wend_transform wend_transform_make(wend_quat q, wend_vec3 scale, wend_vec3 origin) {
    wend_transform t = {wend_quat_rotate(q, wend_v3(scale.x, 0, 0)),
                        wend_quat_rotate(q, wend_v3(0, scale.y, 0)),
                        wend_quat_rotate(q, wend_v3(0, 0, scale.z)), origin};
    return t;
}
// Rotation by `heading` radians about +y, then translation to `origin`.
static inline wend_transform wend_transform_upright(float heading, wend_vec3 origin) {
    float c = cosf(heading), s = sinf(heading);
    wend_transform t = {{c, 0, -s}, {0, 1, 0}, {s, 0, c}, origin};
    return t;
}
static inline wend_vec3 wend_transform_vector(const wend_transform* t, wend_vec3 v) {
    return wend_v3_mad(wend_v3_mad(wend_v3_scale(t->x, v.x), t->y, v.y), t->z, v.z);
}
static inline wend_vec3 wend_transform_point(const wend_transform* t, wend_vec3 p) {
    return wend_v3_add(wend_transform_vector(t, p), t->origin);
}
static inline wend_transform wend_transform_multiply(const wend_transform* a,
                                                     const wend_transform* b) {  // first b, then a
    wend_transform t = {wend_transform_vector(a, b->x), wend_transform_vector(a, b->y),
                        wend_transform_vector(a, b->z), wend_transform_point(a, b->origin)};
    return t;
}

static inline wend_aabb wend_aabb_empty(void) {
    wend_aabb box = {{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};
    return box;
}
static inline bool wend_aabb_is_empty(wend_aabb box) { return !(box.low.x <= box.high.x); }
static inline wend_aabb wend_aabb_add(wend_aabb box, wend_vec3 p) {
    wend_aabb grown = {wend_v3_min(box.low, p), wend_v3_max(box.high, p)};
    return grown;
}
static inline wend_aabb wend_aabb_join(wend_aabb a, wend_aabb b) {
    wend_aabb joined = {wend_v3_min(a.low, b.low), wend_v3_max(a.high, b.high)};
    return joined;
}
static inline wend_vec3 wend_aabb_center(wend_aabb box) {
    return wend_v3_scale(wend_v3_add(box.low, box.high), 0.5f);
}
static inline wend_vec3 wend_aabb_size(wend_aabb box) { return wend_v3_sub(box.high, box.low); }
static inline bool wend_aabb_overlaps(wend_aabb a, wend_aabb b) {
    return a.low.x < b.high.x && b.low.x < a.high.x && a.low.y < b.high.y && b.low.y < a.high.y &&
           a.low.z < b.high.z && b.low.z < a.high.z;
}
static inline bool wend_aabb_contains(wend_aabb box, wend_vec3 p) {
    return p.x >= box.low.x && p.x <= box.high.x && p.y >= box.low.y && p.y <= box.high.y &&
           p.z >= box.low.z && p.z <= box.high.z;
}

// ==== base ======================================================================================
// Status and error, memory, random numbers, hashes, images, threads.

#define WEND_API __attribute__((visibility("default")))

// ---- status and error -------------------------------------------------------------------------

// Result of a fallible call, with the text of `wend_status_name`.
#define WEND_STATUS_LIST(X)                                                     \
    X(OK, "ok")                                                                 \
    X(NO_MEMORY, "out of memory")                                               \
    X(IO, "input/output")           /* the file could not be read or written */ \
    X(FORMAT, "bad data")           /* the content of a file is invalid */      \
    X(ARGUMENT, "bad argument")     /* an argument of the call is invalid */    \
    X(LIMIT, "over a limit")        /* larger than a stated bound */            \
    X(NOT_FOUND, "not found")       /* a name or id that does not exist */      \
    X(UNSUPPORTED, "not supported") /* valid, but not supported by this build */

// clang warns where a status is dropped; `(void)` states that it is on purpose.
#ifdef __clang__
#define WEND_CHECKED __attribute__((warn_unused_result))
#else
#define WEND_CHECKED  // gcc has the attribute for functions alone
#endif

typedef enum WEND_CHECKED wend_status {
#define X(name, words) WEND_##name,
    WEND_STATUS_LIST(X)
#undef X
} wend_status;

WEND_API const char* wend_status_name(wend_status status);

// One sentence with file, place, value and remedy. Every fallible call takes a nullable
// `wend_error*` and fills it only on failure.
typedef struct wend_error {
    wend_status status;
    char message[1000];
} wend_error;

// Fills `error` and returns `status`, so that a failure is one line: `return wend_fail(error, …)`.
// Nullable: error.
WEND_API wend_status wend_fail(wend_error* error, wend_status status, const char* format, ...)
    __attribute__((format(printf, 3, 4)));

// Prepends "prefix: " to the message, e.g. the file or episode that a lower layer does not know.
// Nullable: error.
WEND_API void wend_error_prefix(wend_error* error, const char* format, ...)
    __attribute__((format(printf, 2, 3)));

// Receives a sentence about something that was guessed, replaced or omitted.
typedef void (*wend_warn)(void* context, const char* sentence);

// Returns the status of `call` from the calling function unless it is WEND_OK.
#define WEND_TRY(call)                                          \
    do {                                                        \
        wend_status wend_try_status = (call);                   \
        if (wend_try_status != WEND_OK) return wend_try_status; \
    } while (0)

// ---- memory -----------------------------------------------------------------------------------

// All memory of wend is allocated by these functions. `wend_alloc` is aligned to 64 bytes and not
// cleared; size 0 is treated as 1. NULL when out of memory.
WEND_API void* wend_alloc(size_t bytes);
WEND_API void* wend_alloc_zero(size_t count, size_t size);
WEND_API void* wend_realloc(void* memory, size_t bytes);  // keeps the first min(old, new) bytes
WEND_API void wend_free(void* memory);                    // Nullable: memory.

// Memory that a struct owns beside its fields; the destroy function of the struct frees it.
typedef struct wend_arena wend_arena;

typedef struct wend_memory_stats {
    uint64_t live_bytes;  // as the allocator rounds them
    uint64_t live_blocks;
    uint64_t peak_bytes;  // highest live_bytes since the start or the last wend_memory_reset_peak
    uint64_t calls;       // successful or failed allocations since the start
} wend_memory_stats;

WEND_API wend_memory_stats wend_memory_get_stats(void);
WEND_API void wend_memory_reset_peak(void);

// Makes the n-th allocation from now fail, and every one after it too if `sticky`; 0 turns it off.
// For tests; one counter for the process.
WEND_API void wend_memory_fail_at(uint64_t n, bool sticky);

// ---- instructions -----------------------------------------------------------------------------

// The environment variable WEND_SIMD limits the instructions that networks and the renderer use:
// portable, sse4, avx2 or avx512. It is for tests and measurements; other values are ignored.
WEND_API bool wend_simd_is_known(const char* word);  // `word` is one of these values

// ---- random numbers ---------------------------------------------------------------------------

// A small generator (PCG32). Different (seed, stream) pairs give independent sequences.
typedef struct wend_rng {
    uint64_t state, stream;
} wend_rng;

WEND_API wend_rng wend_rng_make(uint64_t seed, uint64_t stream);

// The generator of a run seed, an id and a purpose, e.g. (7, "episode 17", "noise"). It does not
// depend on other draws, so results are the same in any order and on any thread.
WEND_API wend_rng wend_rng_for(uint64_t seed, const char* id, const char* purpose);

WEND_API uint32_t wend_rng_u32(wend_rng* rng);
WEND_API uint32_t wend_rng_below(wend_rng* rng, uint32_t bound);  // [0, bound), unbiased; bound > 0
WEND_API int wend_rng_range(wend_rng* rng, int low, int high);    // [low, high], both included
WEND_API float wend_rng_float(wend_rng* rng);                     // [0, 1)
WEND_API double wend_rng_double(wend_rng* rng);                   // [0, 1), 53 bits
WEND_API float wend_rng_between(wend_rng* rng, float low, float high);
WEND_API bool wend_rng_chance(wend_rng* rng, float probability);
WEND_API double wend_rng_normal(wend_rng* rng);  // mean 0, deviation 1

// ---- hashes -----------------------------------------------------------------------------------

WEND_API uint64_t wend_hash(const void* bytes, size_t size, uint64_t seed);  // XXH3, 64 bits
WEND_API uint64_t wend_hash_text(const char* text, uint64_t seed);

// ---- images -----------------------------------------------------------------------------------

// Rows from the top, pixels interleaved, 8 bits a channel; 1 (grey), 3 (RGB) or 4 (RGBA) channels.
typedef struct wend_image {
    int width, height, channels;
    uint8_t* pixels;  // [height][width][channels]
} wend_image;

WEND_API wend_status wend_image_create(int width, int height, int channels, wend_image* image,
                                       wend_error* error);
WEND_API void wend_image_destroy(wend_image* image);  // safe on {0} and twice

// Decodes a PNG or JPEG in memory. An image of more than `max_pixels` is refused before memory for
// it is allocated. `name` identifies it in errors.
WEND_API wend_status wend_image_decode(const void* bytes, size_t size, const char* name,
                                       uint64_t max_pixels, wend_image* image, wend_error* error);
// `*bytes` is a PNG file; the caller frees it with wend_free.
WEND_API wend_status wend_image_encode_png(const wend_image* image, uint8_t** bytes, size_t* size,
                                           wend_error* error);
// The same for JPEG; 1 or 3 channels, quality in [1, 100].
WEND_API wend_status wend_image_encode_jpeg(const wend_image* image, int quality, uint8_t** bytes,
                                            size_t* size, wend_error* error);
WEND_API wend_status wend_image_write_png(const wend_image* image, const char* path,
                                          wend_error* error);

// ---- threads ----------------------------------------------------------------------------------

// A thread pool for indexed jobs. The calling thread takes part, so a pool of 1 starts no thread.
typedef struct wend_pool wend_pool;
typedef void (*wend_job)(void* context, int index, int worker);  // worker in [0, threads)

// `threads` <= 0 means one per processor.
WEND_API wend_status wend_pool_create(int threads, wend_pool** pool, wend_error* error);
WEND_API void wend_pool_destroy(wend_pool* pool);  // Nullable: pool.
WEND_API int wend_pool_threads(const wend_pool* pool);

// Calls `job` for every index in [0, count), in any order, and returns when all are done.
// Nullable: pool (all jobs run on the calling thread).
WEND_API void wend_pool_run(wend_pool* pool, int count, wend_job job, void* context);

#ifdef __cplusplus
}
#endif
#endif
