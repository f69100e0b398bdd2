// Numbers of papers, computed again from the real data. docs/reproduce.md tells how each is done.
#ifndef WEND_REPRODUCE_H
#define WEND_REPRODUCE_H

#include "wend/base.h"

#ifdef __cplusplus
extern "C" {
#endif

// X(name, function, what it is)
#define WEND_REPRODUCE_LIST(X)                                                               \
    X("rxr-table4", rxr_table4, "RxR Table 4, R2R half: three simple walkers on val-unseen") \
    X("ivln-table1", ivln_table1, "IVLN Table 1: the tours of IR2R")                         \
    X("rxr-paths", rxr_paths, "RxR section 3 and Figure 3: path sampling beside R2R")        \
    X("r4r", r4r, "R4R from R2R: the counts of its README")                                  \
    X("ivln-fig2b", ivln_fig2b, "IVLN Figure 2b: how much of the next path was seen before")

typedef struct wend_reproduce_def {
    const char* data;  // the folder with mp3d/ and r2r/
    uint64_t seed;     // default 1
    int runs;          // of what is random; default 100, of rxr-paths 10 at most
    // Called now and then with how much is done. Nullable.
    void (*progress)(void* context, int done, int total);
    void* context;  // given to it
} wend_reproduce_def;

WEND_API wend_reproduce_def wend_reproduce_default_def(void);

typedef struct wend_reproduce_cell {
    const char* name;
    double ours;
    double deviation;       // of one run; 0: nothing random in it
    double standard_error;  // of `ours`, the mean over runs
    double paper;
    bool has_paper;
    bool at_least;  // the paper says "over" this
    int decimals;   // as the paper prints it
} wend_reproduce_cell;

typedef struct wend_reproduce_row {
    const char* name;
    const wend_reproduce_cell* cells;
    int cell_count;
} wend_reproduce_row;

// A curve: IVLN's figure, or a histogram of RxR's.
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
    const char* const* notes;  // how it was counted, a sentence each
    int note_count;
    const char *x_label, *y_label;  // of the series
    const wend_reproduce_series* series;
    int series_count;
} wend_reproduction;

// WEND_NOT_FOUND for an unknown name, or when a file of the data is missing.
WEND_API wend_status wend_reproduce(const char* name, const wend_reproduce_def* def,
                                    wend_reproduction** reproduction, wend_error* error);
WEND_API void wend_reproduction_destroy(wend_reproduction* reproduction);  // Nullable.

// Whether `ours`, rounded as the paper rounds, is what it prints, or over it where it says so; true
// where the paper has nothing.
WEND_API bool wend_reproduce_is_equal(const wend_reproduce_cell* cell);

#ifdef __cplusplus
}
#endif
#endif
