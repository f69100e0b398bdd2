// Shared by the reproductions: the table of results, and access to the datasets.
#ifndef WEND_ANALYZE_REPRODUCE_H
#define WEND_ANALYZE_REPRODUCE_H

#include "base/arena.h"
#include "base/array.h"

#include "wend/analyze.h"
#include "wend/benchmarks/vln.h"
#include "wend/nav.h"

// The enum of a COLUMN_LIST of (name, word, decimals).
#define COLUMN_ENUM(name, word, decimals) COLUMN_##name,

// A table under construction. Out of memory is recorded in `out_of_memory` and reported once.
typedef struct table {
    arena memory;
    const wend_reproduce_def* def;
    wend_error* error;
    bool out_of_memory;
    const char* title;
    const char *x_label, *y_label;
    ARRAY_OF(wend_reproduce_row) rows;
    ARRAY_OF(wend_reproduce_cell) cells;  // cells of the current row
    ARRAY_OF(const char*) notes;
    ARRAY_OF(wend_reproduce_series) series;
} table;

void table_cell(table* t, wend_reproduce_cell cell);  // texts must be literals
// Deterministic numbers; `table_ours` for numbers that the paper does not print.
void table_paper(table* t, const char* name, double ours, double paper, int decimals);
void table_ours(table* t, const char* name, double ours, int decimals);
void table_row(table* t, const char* name);  // completes the row; the name is copied
void table_note(table* t, const char* format, ...) __attribute__((format(printf, 2, 3)));
void table_series(table* t, const char* name, const double* x, const double* y, int count);

void table_progress(const table* t, int done, int total);

// Open the datasets. Errors name the missing file.
wend_status table_open_graphs(const table* t, wend_positions positions, wend_graph_set** set);
wend_status table_open_r2r(const table* t, const char* split, wend_vln_episodes** episodes);
// All graphs of the set. [wend_graph_set_count]
wend_status table_all_graphs(const table* t, wend_graph_set* set, const wend_graph*** graphs);

// The functions of WEND_REPRODUCE_LIST.
#define X(name, function, words) wend_status reproduce_##function(table* t);
WEND_REPRODUCE_LIST(X)
#undef X

#endif
