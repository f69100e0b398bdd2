// The assignment problem by shortest augmenting paths (Jonker and Volgenant 1987): cities are given
// a successor one after the other, each along the cheapest alternating path.
#include <string.h>

#include "atsp.h"

// What staying put would cost: more than any tour can gain by it.
static const int64_t never = (int64_t)1 << 50;

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

static int64_t price(const search* s, int from, int to) {
    int64_t cost =
        from == to ? never : s->problem->cost[(size_t)from * (size_t)s->problem->count + to];
    return cost - s->a->row[from] - s->a->column[to];
}

// The nearest column not done, after the paths through `column` have been looked at.
static int relax(search* s, int row, int column, int64_t base) {
    int best = -1;
    int count = s->problem->count;
    for (int j = 0; j < count; j++) {
        if (s->done[j]) continue;
        int64_t through = base + price(s, row, j);
        if (through < s->distance[j]) s->distance[j] = through, s->before[j] = column;
        if (best < 0 || s->distance[j] < s->distance[best]) best = j;
    }
    return best;
}

// Gives `city` a successor, moving others along the cheapest alternating path. Column `count`
// stands for the start of the path.
static void augment(search* s, int city) {
    int count = s->problem->count;
    for (int j = 0; j < count; j++) s->distance[j] = INT64_MAX, s->done[j] = false;
    int row = city, column = count;
    int64_t base = 0;
    for (;;) {
        column = relax(s, row, column, base);
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

// Starts with prices that make every column's cheapest row tight: most cities are then placed at
// the first look.
static void start_prices(search* s) {
    int count = s->problem->count;
    for (int j = 0; j < count; j++) {
        int64_t least = INT64_MAX;
        for (int i = 0; i < count; i++) {
            int64_t cost = price(s, i, j);
            if (cost < least) least = cost;
        }
        s->a->column[j] = least;
        s->owner[j] = -1;
    }
}

static bool make_room(search* s, int count) {
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
    bool room = make_room(&s, problem->count);
    if (room) {
        start_prices(&s);
        for (int i = 0; i < problem->count; i++) augment(&s, i);
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
