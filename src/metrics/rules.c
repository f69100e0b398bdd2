// The differences between papers and official code, as a table. Sources of the entries:
// docs/metrics.md.
#include <string.h>

#include "wend/metrics.h"

static const char* const rules_names[] = {
#define X(name, word) word,
    WEND_RULES_LIST(X)
#undef X
};
static const char* const benchmark_names[] = {
#define X(name, word) word,
    WEND_BENCHMARK_LIST(X)
#undef X
};
enum {
    RULES_COUNT = sizeof rules_names / sizeof *rules_names,
    BENCHMARK_COUNT = sizeof benchmark_names / sizeof *benchmark_names,
};

wend_status wend_rules_parse(const char* name, wend_rules* rules, wend_error* error) {
    for (int i = 0; i < RULES_COUNT; i++) {
        if (strcmp(name, rules_names[i]) != 0) continue;
        *rules = (wend_rules)i;
        return WEND_OK;
    }
    return wend_fail(error, WEND_NOT_FOUND, "unknown rules '%s'; choose 'official' or 'paper'",
                     name);
}

const char* wend_rules_name(wend_rules rules) {
    return (unsigned)rules < RULES_COUNT ? rules_names[rules] : "?";
}

wend_status wend_benchmark_parse(const char* name, wend_benchmark* benchmark, wend_error* error) {
    for (int i = 0; i < BENCHMARK_COUNT; i++) {
        if (strcmp(name, benchmark_names[i]) != 0) continue;
        *benchmark = (wend_benchmark)i;
        return WEND_OK;
    }
    return wend_fail(error, WEND_NOT_FOUND, "unknown benchmark '%s'", name);
}

const char* wend_benchmark_name(wend_benchmark benchmark) {
    return (unsigned)benchmark < BENCHMARK_COUNT ? benchmark_names[benchmark] : "?";
}

enum {
    SDTW_AT_MOST = 1,  // r4r/dtw.py: success at distance <= 3, though VALAN's SR has < 3
    BY_REFERENCE = 2,  // IVLN and HAMT: SPL by the length of the annotated path, at least 1 cm
    FAST_DTW = 4,      // VLN-CE's nDTW measure calls fastdtw with its default radius 1
    PINNED = 8,        // window over the tour of IVLN and IVLN-CE
    LESS_ONE = 16,     // IVLN-CE counts changes of the episode, not episodes
    VALAN_ZERO =
        32,  // VALAN: SPL is 0 if start and goal are equal, CLS is 1 if both paths have length 0
    KEEP_REPEATS = 64,  // r4r/dtw.py, VALAN and IVLN align the path as it is in the file
};

// Flags of the official code, which counts success at less than 3 m. The papers use at most 3 m,
// SPL by the shortest path, exact alignment, paths without repeats, tours aligned episode by
// episode without pins, and the number of episodes as the weight of a tour.
static const uint8_t official[BENCHMARK_COUNT] = {
    [WEND_BENCHMARK_R2R] = KEEP_REPEATS,
    [WEND_BENCHMARK_R4R] = SDTW_AT_MOST | VALAN_ZERO | KEEP_REPEATS,
    [WEND_BENCHMARK_RXR] = VALAN_ZERO | KEEP_REPEATS,
    [WEND_BENCHMARK_IR2R] = BY_REFERENCE | PINNED | KEEP_REPEATS,
    [WEND_BENCHMARK_R2R_CE] = FAST_DTW,
    [WEND_BENCHMARK_IR2R_CE] = FAST_DTW | PINNED | LESS_ONE,
    [WEND_BENCHMARK_RXR_CE] = FAST_DTW,
};

static const double success_radius = 3;      // metres, for all benchmarks
static const double reference_floor = 0.01;  // metres [IVLN: max(gt_length, 0.01)]

wend_path_rules wend_path_rules_for(wend_benchmark benchmark, wend_rules rules) {
    wend_path_rules r = {.radius = success_radius};
    if (rules == WEND_RULES_PAPER) {
        r.sr_at_most = r.sdtw_at_most = true;
        return r;
    }
    uint8_t bits = official[benchmark];
    r.sdtw_at_most = bits & SDTW_AT_MOST;
    r.spl_by_reference = bits & BY_REFERENCE;
    r.spl_floor = r.spl_by_reference ? reference_floor : 0;
    r.spl_zero = r.cls_one = bits & VALAN_ZERO;
    r.keep_repeats = bits & KEEP_REPEATS;
    r.fast_dtw = bits & FAST_DTW;
    return r;
}

wend_tour_rules wend_tour_rules_for(wend_benchmark benchmark, wend_rules rules) {
    wend_tour_rules r = {.radius = success_radius};
    if (rules == WEND_RULES_PAPER) return r;
    r.pinned = official[benchmark] & PINNED;
    r.less_one = official[benchmark] & LESS_ONE;
    return r;
}
