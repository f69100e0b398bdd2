// Four numbers at a time, as every processor has them: the compilers' vector extension.
// Comparisons give masks of all ones or zeros.
#ifndef WEND_BASE_FOUR_H
#define WEND_BASE_FOUR_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum { FOUR = 4 };
typedef float four __attribute__((vector_size(16)));
typedef int32_t four_ints __attribute__((vector_size(16)));

static inline four four_load(const float* from) {
    four v;
    memcpy(&v, from, sizeof v);
    return v;
}
static inline four_ints four_load_ints(const int32_t* from) {
    four_ints v;
    memcpy(&v, from, sizeof v);
    return v;
}
static inline void four_store(float* to, four v) { memcpy(to, &v, sizeof v); }
static inline void four_store_ints(int32_t* to, four_ints v) { memcpy(to, &v, sizeof v); }

static inline four four_all(float value) { return (four){value, value, value, value}; }

static inline four_ints four_choose_ints(four_ints mask, four_ints yes, four_ints no) {
    return (yes & mask) | (no & ~mask);
}
static inline four four_choose(four_ints mask, four yes, four no) {
    return (four)four_choose_ints(mask, (four_ints)yes, (four_ints)no);
}

static inline bool four_any(four_ints mask) {
    uint64_t halves[2];
    memcpy(halves, &mask, sizeof halves);
    return (halves[0] | halves[1]) != 0;
}

#endif
