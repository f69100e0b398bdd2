// What every stage stands on: status and error, memory, random numbers, hashes, images, threads.
#ifndef WEND_BASE_H
#define WEND_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "wend/vec.h"

#ifdef __cplusplus
extern "C" {
#endif

#define WEND_API __attribute__((visibility("default")))

// ---- status and error -------------------------------------------------------------------------

// How a call ended. The words are what `wend_status_name` returns.
#define WEND_STATUS_LIST(X)                                                        \
    X(OK, "ok")                                                                    \
    X(NO_MEMORY, "out of memory")                                                  \
    X(IO, "input/output")           /* the file could not be read or written */    \
    X(FORMAT, "bad data")           /* the file was read, what it says is wrong */ \
    X(ARGUMENT, "bad argument")     /* the call is wrong */                        \
    X(LIMIT, "over a limit")        /* larger than a stated bound */               \
    X(NOT_FOUND, "not found")       /* a name or id that does not exist */         \
    X(UNSUPPORTED, "not supported") /* right, but beyond what this build can do */

typedef enum wend_status {
#define X(name, words) WEND_##name,
    WEND_STATUS_LIST(X)
#undef X
} wend_status;

WEND_API const char* wend_status_name(wend_status status);

// What went wrong, as one sentence a person can act on: file, place, value and remedy.
// Every fallible call takes a `wend_error*` that may be NULL, and fills it only when it fails.
typedef struct wend_error {
    wend_status status;
    char message[1000];
} wend_error;

// Fills `error` and returns `status`, so that a failure is one line: `return wend_fail(error, …)`.
// Nullable: error.
WEND_API wend_status wend_fail(wend_error* error, wend_status status, const char* format, ...)
    __attribute__((format(printf, 3, 4)));

// Puts "prefix: " before the message, to add the file or the episode a lower layer did not know.
// Nullable: error.
WEND_API void wend_error_prefix(wend_error* error, const char* format, ...)
    __attribute__((format(printf, 2, 3)));

// Gets a sentence about something that was guessed, replaced or left out, without being an error.
typedef void (*wend_warn)(void* context, const char* sentence);

// Leaves the calling function with the status of `call` unless it is WEND_OK.
#define WEND_TRY(call)                                          \
    do {                                                        \
        wend_status wend_try_status = (call);                   \
        if (wend_try_status != WEND_OK) return wend_try_status; \
    } while (0)

// ---- memory -----------------------------------------------------------------------------------

// All of wend's memory goes through these four. `wend_alloc` is aligned to 64 bytes and not
// cleared; a size of 0 is served as 1. NULL when there is none left.
WEND_API void* wend_alloc(size_t bytes);
WEND_API void* wend_alloc_zero(size_t count, size_t size);
WEND_API void* wend_realloc(void* memory, size_t bytes);  // keeps the first min(old, new) bytes
WEND_API void wend_free(void* memory);                    // Nullable: memory.

typedef struct wend_memory_stats {
    uint64_t live_bytes;  // as the allocator rounds them
    uint64_t live_blocks;
    uint64_t peak_bytes;  // highest live_bytes since the start or the last wend_memory_reset_peak
    uint64_t calls;       // successful or failed allocations since the start
} wend_memory_stats;

WEND_API wend_memory_stats wend_memory_get_stats(void);
WEND_API void wend_memory_reset_peak(void);

// Makes the n-th allocation from now fail, and every one after it too if `sticky`; 0 turns it off.
// For tests: one process-wide counter, shared by all threads.
WEND_API void wend_memory_fail_at(uint64_t n, bool sticky);

// ---- random numbers ---------------------------------------------------------------------------

// A small generator (PCG32). Two with different (seed, stream) are independent sequences.
typedef struct wend_rng {
    uint64_t state, stream;
} wend_rng;

WEND_API wend_rng wend_rng_make(uint64_t seed, uint64_t stream);

// The generator for one purpose of one thing of one run: ("episode 17", "noise") never depends on
// what was drawn for anything else, so any order and any thread gives the same numbers.
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

// Reads a PNG or JPEG that lies in memory. Refuses one of more than `max_pixels` pixels before it
// allocates for them. `name` is what errors call the picture.
WEND_API wend_status wend_image_decode(const void* bytes, size_t size, const char* name,
                                       uint64_t max_pixels, wend_image* image, wend_error* error);
// The bytes of a PNG file, the caller's to wend_free.
WEND_API wend_status wend_image_encode_png(const wend_image* image, uint8_t** bytes, size_t* size,
                                           wend_error* error);
// The same for JPEG, of a picture of 1 or 3 channels; quality 1 to 100.
WEND_API wend_status wend_image_encode_jpeg(const wend_image* image, int quality, uint8_t** bytes,
                                            size_t* size, wend_error* error);
WEND_API wend_status wend_image_write_png(const wend_image* image, const char* path,
                                          wend_error* error);

// ---- threads ----------------------------------------------------------------------------------

// A set of threads that run indexed jobs. The calling thread works too, so a pool of 1 starts none.
typedef struct wend_pool wend_pool;
typedef void (*wend_job)(void* context, int index, int worker);  // worker in [0, threads)

// `threads` <= 0 means one per processor.
WEND_API wend_status wend_pool_create(int threads, wend_pool** pool, wend_error* error);
WEND_API void wend_pool_destroy(wend_pool* pool);  // Nullable: pool.
WEND_API int wend_pool_threads(const wend_pool* pool);

// Calls `job` for every index in [0, count), in no order, and returns when all are done.
// Nullable: pool (then all jobs run here).
WEND_API void wend_pool_run(wend_pool* pool, int count, wend_job job, void* context);

#ifdef __cplusplus
}
#endif
#endif
