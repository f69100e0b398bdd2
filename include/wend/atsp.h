// The asymmetric travelling salesperson: the cheapest round trip through all cities, where the way
// back may cost more than the way there. IVLN orders the episodes of a tour with it.
#ifndef WEND_ATSP_H
#define WEND_ATSP_H

#include "wend/base.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    WEND_ATSP_MAX_CITIES = 4096,
    WEND_ATSP_MAX_COST = 1000000000,  // of one arc; TSPLIB writes 100000000 where there is no way
};

typedef struct wend_atsp {
    char name[64];
    int count;      // cities, 1 … WEND_ATSP_MAX_CITIES
    int32_t* cost;  // [count][count], from row to column; the diagonal is never looked at
} wend_atsp;

// All costs are 0 after it.
WEND_API wend_status wend_atsp_create(int count, wend_atsp* problem, wend_error* error);
WEND_API void wend_atsp_destroy(wend_atsp* problem);  // safe on {0} and twice

// Reads a TSPLIB file: EDGE_WEIGHT_TYPE EXPLICIT, EDGE_WEIGHT_FORMAT FULL_MATRIX.
WEND_API wend_status wend_atsp_read(const char* path, wend_atsp* problem, wend_error* error);
// The same from memory; text[size] must be 0. `name` is what errors call it.
WEND_API wend_status wend_atsp_parse(const char* text, size_t size, const char* name,
                                     wend_atsp* problem, wend_error* error);

typedef struct wend_atsp_def {
    uint64_t seed;
    // How many times the tour is disturbed and repaired at most; 0, the default, means 60,000:
    // about 0.2 s of one core for 50 cities. Never a time, so the answer is the same everywhere.
    int64_t kicks;
} wend_atsp_def;

WEND_API wend_atsp_def wend_atsp_default_def(void);

typedef struct wend_atsp_result {
    int64_t cost;   // of the round trip
    int64_t bound;  // no round trip costs less; cost == bound proves the optimum
    int64_t kicks;  // spent; fewer than asked when the bound was met
} wend_atsp_result;

// Writes the cities in visiting order, beginning with city 0, into `order` [count].
WEND_API wend_status wend_atsp_solve(const wend_atsp* problem, const wend_atsp_def* def, int* order,
                                     wend_atsp_result* result, wend_error* error);

WEND_API int64_t wend_atsp_cost(const wend_atsp* problem, const int* order);

#ifdef __cplusplus
}
#endif
#endif
