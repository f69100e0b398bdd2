// Analyses: coverage of tours, reproduction of published numbers, checked instructions.
//
// Owner: src/analyze
#ifndef WEND_ANALYZE_H
#define WEND_ANALYZE_H

#include "wend/base.h"
#include "wend/language.h"
#include "wend/log.h"
#include "wend/make.h"

#ifdef __cplusplus
extern "C" {
#endif

// ==== coverage ==================================================================================
// The share of the next path, and of the whole tour, that the agent has seen before: IVLN's Figure
// 2b, from the log of a run.

typedef struct wend_coverage_def {
    const char* log;     // path of the log; the scene folder in its header is relative to it
    const char* scenes;  // folder of scene files; NULL: the one in the log
    const char* cache;   // folder of cached scenes; NULL: none
    float range;         // max depth that counts as observed, metres; default 10
    float cell;          // side of the voxels, metres; default 0.2
    bool own_steps;      // frames while the oracle guides the agent do not count; default false
} wend_coverage_def;

WEND_API wend_coverage_def wend_coverage_default_def(void);

enum { WEND_COVERAGE_MAX = 128 };

// Means over tours, by the number of completed episodes. A path consists of the voxels in view
// along its reference, looking ahead; a tour is the union of its paths.
typedef struct wend_coverage {
    int count;                        // entries used: number of episodes of the longest tour
    int tours[WEND_COVERAGE_MAX];     // [i] tours with an episode after i completed ones
    double next[WEND_COVERAGE_MAX];   // share of the next path seen before
    double whole[WEND_COVERAGE_MAX];  // share of the tour seen before
} wend_coverage;

// WEND_UNSUPPORTED unless the log is complete and of tours in continuous space.
WEND_API wend_status wend_coverage_compute(const wend_log_set* log, const wend_coverage_def* def,
                                           wend_coverage* coverage, wend_error* error);

// ==== reproduce =================================================================================
// Published numbers, recomputed from the real data. Methods: docs/reproduce.md.

// X(name, function, description)
#define WEND_REPRODUCE_LIST(X)                                                               \
    X("rxr-table4", rxr_table4, "RxR Table 4, R2R half: three simple walkers on val-unseen") \
    X("ivln-table1", ivln_table1, "IVLN Table 1: the tours of IR2R")                         \
    X("rxr-paths", rxr_paths, "RxR section 3 and Figure 3: path sampling beside R2R")        \
    X("r4r", r4r, "R4R from R2R: the counts of its README")                                  \
    X("ivln-fig2b", ivln_fig2b, "IVLN Figure 2b: how much of the next path was seen before")

typedef struct wend_reproduce_def {
    const char* data;  // the folder with mp3d/ and r2r/
    uint64_t seed;     // default 1
    int runs;          // repetitions of random parts; default 100, at most 10 for rxr-paths
    // Called with the progress. Nullable.
    void (*progress)(void* context, int done, int total);
    void* context;  // of progress
} wend_reproduce_def;

WEND_API wend_reproduce_def wend_reproduce_default_def(void);

typedef struct wend_reproduce_cell {
    const char* name;
    double ours;
    double deviation;       // standard deviation of one run; 0: deterministic
    double standard_error;  // of `ours`, the mean over runs
    double paper;
    bool has_paper;
    bool at_least;  // the paper prints "over" this number
    int decimals;   // as the paper prints it
} wend_reproduce_cell;

typedef struct wend_reproduce_row {
    const char* name;
    const wend_reproduce_cell* cells;
    int cell_count;
} wend_reproduce_row;

// A curve of IVLN's figure, or a histogram of RxR's.
typedef struct wend_reproduce_series {
    const char* name;
    const double *x, *y;
    int count;
} wend_reproduce_series;

typedef struct wend_reproduction {
    const char* name;
    const char* title;
    const wend_reproduce_row* rows;
    int row_count;
    const char* const* notes;  // on the method, one sentence each
    int note_count;
    const char *x_label, *y_label;  // of the series
    const wend_reproduce_series* series;
    int series_count;
} wend_reproduction;

// WEND_NOT_FOUND for an unknown name, or when a file of the data is missing.
WEND_API wend_status wend_reproduce(const char* name, const wend_reproduce_def* def,
                                    wend_reproduction** reproduction, wend_error* error);
WEND_API void wend_reproduction_destroy(wend_reproduction* reproduction);  // Nullable.

// Whether `ours`, rounded to the paper's decimals, equals the paper's number (or exceeds it with
// at_least). True without a number in the paper.
WEND_API bool wend_reproduce_is_equal(const wend_reproduce_cell* cell);

// ==== follower check ============================================================================
// Generated instructions, validated by agents as RxR's were by annotators: two followers play each
// instruction from observations only. Where both fail, the instruction is generated again, at most
// twice; if all three fail, the one with the best nDTW is kept. The record states the outcome.
// [Ku et al. 2020, §3: Follower task]

enum { WEND_FOLLOWER_TELLINGS = 3 };

// Outcomes of one language.
typedef struct wend_follower_count {
    char language[8];
    int texts;
    int followed[WEND_FOLLOWER_TELLINGS];  // [i] succeeded at version i
    double ndtw;                           // mean over the kept texts, of the better follower
} wend_follower_count;

typedef struct wend_follower_summary {
    wend_follower_count languages[WEND_LANGUAGE_COUNT];
    int language_count;
    int records;
} wend_follower_summary;

typedef struct wend_follower_check_def {
    const char* cache;      // folder of cached scenes; NULL: none
    const char* agents[2];  // the two followers: "stranger" and "resident"; default guide-follower
                            // without and with prior knowledge of the scene
} wend_follower_check_def;

WEND_API wend_follower_check_def wend_follower_check_default_def(void);

// As wend_vln_generate, with the check. By default both followers are the agent guide-follower, one
// without and one with prior knowledge of the scene; both detect objects in RGB-D. An instruction
// counts as followed when one of them stops within 3 m of the goal. Their logs are kept in
// `path`.check/. Each instruction's record gets
//     "follower": {"telling": 0 … 2, "followed": true, "by": "stranger", "ndtw": 0.83}
WEND_API wend_status wend_follower_generate(const char* const* scenes, int scene_count,
                                            const wend_vln_generate_def* def,
                                            const wend_follower_check_def* check, const char* path,
                                            wend_follower_summary* summary, wend_error* error);

#ifdef __cplusplus
}
#endif
#endif
