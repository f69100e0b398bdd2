// The assignment problem by shortest augmenting paths [Jonker and Volgenant 1987], O(count^3).
//
// Rows are cities, columns their successors. Rows are assigned one after the other, each along the
// shortest alternating path in reduced costs (Dijkstra), which moves earlier rows to other columns.
// The dual prices are updated so that reduced costs stay >= 0 and are 0 on assigned arcs.
#include <string.h>

#include "tour/atsp.h"

// Cost of a city as its own successor: more than any assignment can gain by it.
static const int64_t SELF_COST = (int64_t)1 << 50;

void assignment_destroy(assignment* a) {
    wend_free(a->successor);
    wend_free(a->row);
    wend_free(a->column);
    *a = (assignment){0};
}

typedef struct search {
    const wend_atsp* problem;
    assignment* a;
    int* owner;         // [count + 1] city whose successor this is, -1: none yet
    int* before;        // [count + 1] the column the path came through
    int64_t* distance;  // [count] of the cheapest path to this column
    bool* done;         // [count]
} search;

static int64_t assignment_reduced_cost(const search* s, int from, int to) {
    int64_t cost =
        from == to ? SELF_COST : s->problem->cost[(size_t)from * (size_t)s->problem->count + to];
    return cost - s->a->row[from] - s->a->column[to];
}

// Relaxes the paths through `column`; returns the nearest column that is not done.
static int assignment_relax(search* s, int row, int column, int64_t base) {
    int best = -1;
    int count = s->problem->count;
    for (int j = 0; j < count; j++) {
        if (s->done[j]) continue;
        int64_t through = base + assignment_reduced_cost(s, row, j);
        if (through < s->distance[j]) s->distance[j] = through, s->before[j] = column;
        if (best < 0 || s->distance[j] < s->distance[best]) best = j;
    }
    return best;
}

// Gives `city` a successor along the shortest alternating path. Column `count` is the start of the
// path.
static void assignment_augment(search* s, int city) {
    int count = s->problem->count;
    for (int j = 0; j < count; j++) s->distance[j] = INT64_MAX, s->done[j] = false;
    int row = city, column = count;
    int64_t base = 0;
    for (;;) {
        column = assignment_relax(s, row, column, base);
        base = s->distance[column];
        if (s->owner[column] < 0) break;
        s->done[column] = true;
        row = s->owner[column];
    }
    s->a->row[city] += base;
    for (int j = 0; j < count; j++)
        if (s->done[j]) {
            s->a->column[j] -= base - s->distance[j];
            s->a->row[s->owner[j]] += base - s->distance[j];
        }
    while (column != count) {
        int from = s->before[column];
        s->owner[column] = from == count ? city : s->owner[from];
        column = from;
    }
}

// Column reduction: each column's price is its cheapest cost, so that most rows find a free column
// of reduced cost 0 at once.
static void assignment_start_prices(search* s) {
    int count = s->problem->count;
    for (int j = 0; j < count; j++) {
        int64_t min_cost = INT64_MAX;
        for (int i = 0; i < count; i++) {
            int64_t cost = assignment_reduced_cost(s, i, j);
            if (cost < min_cost) min_cost = cost;
        }
        s->a->column[j] = min_cost;
        s->owner[j] = -1;
    }
}

static bool assignment_alloc(search* s, int count) {
    assignment* a = s->a;
    size_t n = (size_t)count;
    a->successor = wend_alloc_zero(n, sizeof *a->successor);
    a->row = wend_alloc_zero(n, sizeof *a->row);
    a->column = wend_alloc_zero(n, sizeof *a->column);
    s->owner = wend_alloc_zero(n + 1, sizeof *s->owner);
    s->before = wend_alloc_zero(n + 1, sizeof *s->before);
    s->distance = wend_alloc_zero(n, sizeof *s->distance);
    s->done = wend_alloc_zero(n, sizeof *s->done);
    return a->successor && a->row && a->column && s->owner && s->before && s->distance && s->done;
}

wend_status assignment_solve(const wend_atsp* problem, assignment* a, wend_error* error) {
    *a = (assignment){0};
    search s = {.problem = problem, .a = a};
    bool room = assignment_alloc(&s, problem->count);
    if (room) {
        assignment_start_prices(&s);
        for (int i = 0; i < problem->count; i++) assignment_augment(&s, i);
        for (int j = 0; j < problem->count; j++) a->successor[s.owner[j]] = j;
        for (int i = 0; i < problem->count; i++) a->cost += a->row[i] + a->column[i];
    }
    wend_free(s.owner);
    wend_free(s.before);
    wend_free(s.distance);
    wend_free(s.done);
    if (room) return WEND_OK;
    assignment_destroy(a);
    return wend_fail(error, WEND_NO_MEMORY, "out of memory for an assignment of %d cities",
                     problem->count);
}
