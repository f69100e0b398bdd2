// The asymmetric travelling salesperson, in the manner of Lin and Kernighan, always the same
// answer.
//
// 1. The assignment problem gives a bound and dual prices. From here on an arc costs what it costs
//    above its prices: never less than 0, and 0 for all arcs of the assignment. A tour's cost is
//    the bound plus the sum of these, so only arcs that cost something are worth replacing, and
//    each city's candidates are the few arcs that cost least.
// 2. The cycles of the assignment are patched into a tour (Karp 1979).
// 3. Sequential 3-exchanges that keep all directions (two neighbouring stretches change places),
//    along candidates, with positive partial gains, from a queue of cities that changed.
// 4. Kicks: a local double bridge, repair, keep what is not worse. [Martin, Otto, Felten 1991]
#include "atsp.h"

#include <string.h>

// Chosen on TSPLIB's instances (`wend bench tours`): arcs looked at from each city; cities in a
// kicked stretch; kicks in vain, times cities, before a leap; kicks in a leap; kicks by default.
enum { CANDIDATES = 10, STRETCH = 30, PATIENCE = 10, LEAP = 20, KICKS = 60000 };

static const int64_t dear = (int64_t)1 << 30;  // reduced costs are cut off here

typedef struct candidate {
    int city;
    int32_t cost;
} candidate;

typedef struct solver {
    const wend_atsp* problem;
    int count, width;                 // cities; candidates of each
    int32_t* cost;                    // [count][count] reduced
    candidate* near;                  // [count][width], cheapest first
    int *order, *place;               // [count] the tour, and where in it a city stands
    int *current_order, *best_order;  // [count]
    int* buffer;                      // [count]
    int* queue;                       // [count] a ring of cities to look at
    bool* queued;                     // [count]
    int head, waiting;
    int64_t total;  // of the tour, reduced
    wend_rng rng;
} solver;

// ---- the problem ------------------------------------------------------------------------------

wend_status wend_atsp_create(int count, wend_atsp* problem, wend_error* error) {
    *problem = (wend_atsp){0};
    if (count < 1 || count > WEND_ATSP_MAX_CITIES)
        return wend_fail(error, WEND_LIMIT, "a tour of %d cities; 1 to %d can be ordered", count,
                         WEND_ATSP_MAX_CITIES);
    problem->cost = wend_alloc_zero((size_t)count * (size_t)count, sizeof *problem->cost);
    if (!problem->cost)
        return wend_fail(error, WEND_NO_MEMORY, "out of memory for the costs of %d cities", count);
    problem->count = count;
    return WEND_OK;
}

void wend_atsp_destroy(wend_atsp* problem) {
    wend_free(problem->cost);
    *problem = (wend_atsp){0};
}

int64_t wend_atsp_cost(const wend_atsp* problem, const int* order) {
    int64_t total = 0;
    int n = problem->count;
    for (int i = 0; n > 1 && i < n; i++)
        total += problem->cost[(size_t)order[i] * (size_t)n + (size_t)order[(i + 1) % n]];
    return total;
}

// ---- reduced costs and candidates -------------------------------------------------------------

static int32_t arc(const solver* s, int from, int to) {
    return s->cost[(size_t)from * (size_t)s->count + (size_t)to];
}

static void reduce_costs(solver* s, const assignment* a) {
    for (int i = 0; i < s->count; i++)
        for (int j = 0; j < s->count; j++) {
            size_t at = (size_t)i * (size_t)s->count + (size_t)j;
            int64_t cost = i == j ? dear : s->problem->cost[at] - a->row[i] - a->column[j];
            s->cost[at] = (int32_t)(cost < dear ? cost : dear);
        }
}

// Insertion into a short sorted list: cheapest first, the lower city first among equals.
static void find_candidates(solver* s) {
    for (int i = 0; i < s->count; i++) {
        candidate* near = s->near + (size_t)i * (size_t)s->width;
        int filled = 0;
        for (int j = 0; j < s->count; j++) {
            if (i == j) continue;
            int32_t cost = arc(s, i, j);
            if (filled == s->width && cost >= near[filled - 1].cost) continue;
            int at = filled < s->width ? filled++ : filled - 1;
            for (; at > 0 && near[at - 1].cost > cost; at--) near[at] = near[at - 1];
            near[at] = (candidate){j, cost};
        }
    }
}

// ---- the first tour ---------------------------------------------------------------------------

// Labels the cycles of `successor`; returns how many, sizes in `size`.
static int label_cycles(const int* successor, int count, int* label, int* size) {
    int cycles = 0;
    for (int i = 0; i < count; i++) label[i] = -1;
    for (int i = 0; i < count; i++) {
        if (label[i] >= 0) continue;
        size[cycles] = 0;
        for (int j = i; label[j] < 0; j = successor[j]) label[j] = cycles, size[cycles]++;
        cycles++;
    }
    return cycles;
}

// Joins the cycle of `member` to another by the cheapest exchange of two successors.
static void join_cycle(solver* s, int* successor, const int* label, int member) {
    int64_t least = INT64_MAX;
    int from = -1, to = -1, i = member;
    do {
        for (int j = 0; j < s->count; j++) {
            if (label[j] == label[member]) continue;
            int64_t more = (int64_t)arc(s, i, successor[j]) + arc(s, j, successor[i]) -
                           arc(s, i, successor[i]) - arc(s, j, successor[j]);
            if (more < least) least = more, from = i, to = j;
        }
        i = successor[i];
    } while (i != member);
    int swap = successor[from];
    successor[from] = successor[to];
    successor[to] = swap;
}

// The smallest cycle first, so that each join looks at few cities.
static void patch(solver* s, int* successor) {
    int *label = s->place, *size = s->buffer;
    for (;;) {
        int cycles = label_cycles(successor, s->count, label, size), smallest = 0;
        if (cycles == 1) break;
        for (int c = 1; c < cycles; c++)
            if (size[c] < size[smallest]) smallest = c;
        int member = 0;
        while (label[member] != smallest) member++;
        join_cycle(s, successor, label, member);
    }
    s->total = 0;
    for (int i = 0, city = 0; i < s->count; i++, city = successor[city]) {
        s->order[i] = city;
        s->total += arc(s, city, successor[city]);
    }
    for (int i = 0; i < s->count; i++) s->place[s->order[i]] = i;
}

// ---- changing the tour ------------------------------------------------------------------------

static int wrap(const solver* s, int position) {
    return position >= s->count ? position - s->count
           : position < 0       ? position + s->count
                                : position;
}
static int next_of(const solver* s, int city) { return s->order[wrap(s, s->place[city] + 1)]; }
static int previous_of(const solver* s, int city) { return s->order[wrap(s, s->place[city] - 1)]; }

static void look_at(solver* s, int city) {
    if (s->queued[city]) return;
    s->queued[city] = true;
    s->queue[wrap(s, s->head + s->waiting++)] = city;
}

// Writes `length` cities of the buffer back into the tour from `position` on.
static void put_back(solver* s, int position, int length) {
    for (int i = 0; i < length; i++, position = wrap(s, position + 1)) {
        s->order[position] = s->buffer[i];
        s->place[s->buffer[i]] = position;
    }
}

static int take(solver* s, int position, int length, int filled) {
    for (int i = 0; i < length; i++, position = wrap(s, position + 1))
        s->buffer[filled++] = s->order[position];
    return filled;
}

// Two neighbouring stretches change places: `first` cities from `position` on, then `second`.
static void swap_stretches(solver* s, int position, int first, int second) {
    int third = s->count - first - second;
    // On a round trip, moving any two of the three stretches is the same: leave the longest alone.
    if (first >= second && first >= third) {
        position = wrap(s, position + first);
        first = second;
        second = third;
    } else if (second >= third) {
        position = wrap(s, wrap(s, position + first) + second);
        second = first;
        first = third;
    }
    int filled = take(s, wrap(s, position + first), second, 0);
    put_back(s, position, take(s, position, first, filled));
}

// The best 3-exchange that begins by giving `a` another successor; false when none gains.
//
// a→after … before→b … c→d …  becomes  a→b … c→after … before→d …
static bool improve(solver* s, int a) {
    int after = next_of(s, a), start = s->place[after];
    int64_t removed = arc(s, a, after), best = 0;
    int best_first = 0, best_second = 0;
    for (int i = 0; i < s->width; i++) {
        const candidate* b = &s->near[(size_t)a * (size_t)s->width + (size_t)i];
        if (b->cost >= removed) break;
        if (b->city == after) continue;
        int first = wrap(s, s->place[b->city] - start);
        int before = previous_of(s, b->city);
        int64_t gain = removed - b->cost + arc(s, before, b->city);
        for (int k = 0; k < s->width; k++) {
            const candidate* d = &s->near[(size_t)before * (size_t)s->width + (size_t)k];
            if (d->cost >= gain) break;
            int reach = wrap(s, s->place[d->city] - start);
            if (reach <= first) continue;
            int c = previous_of(s, d->city);
            int64_t closed = gain - d->cost + arc(s, c, d->city) - arc(s, c, after);
            if (closed > best) best = closed, best_first = first, best_second = reach - first;
        }
    }
    if (best <= 0) return false;
    int ends[3] = {start, wrap(s, start + best_first),
                   wrap(s, wrap(s, start + best_first) + best_second)};
    for (int i = 0; i < 3; i++) {
        look_at(s, s->order[ends[i]]);
        look_at(s, s->order[wrap(s, ends[i] - 1)]);
    }
    swap_stretches(s, start, best_first, best_second);
    s->total -= best;
    return true;
}

static void repair(solver* s) {
    while (s->waiting > 0) {
        int city = s->queue[s->head];
        s->head = wrap(s, s->head + 1);
        s->waiting--;
        s->queued[city] = false;
        while (improve(s, city)) continue;
    }
}

// Takes the cost of the four arcs into the given positions off the tour, or puts it on.
static void count_arcs(solver* s, const int* positions, int sign) {
    for (int i = 0; i < 4; i++) {
        int at = positions[i] % s->count, city = s->order[at], previous = s->order[wrap(s, at - 1)];
        s->total += sign * arc(s, previous, city);
        look_at(s, city);
        look_at(s, previous);
    }
}

// Three short neighbouring stretches in the opposite order, each in its own direction: the one
// 4-exchange that `improve` cannot undo in a single move.
static void kick(solver* s) {
    int longest = (s->count - 1) / 3 < STRETCH ? (s->count - 1) / 3 : STRETCH;
    int start = (int)wend_rng_below(&s->rng, (uint32_t)s->count), length[3];
    for (int i = 0; i < 3; i++) length[i] = 1 + (int)wend_rng_below(&s->rng, (uint32_t)longest);
    int all = start + length[0] + length[1] + length[2];
    int before[4] = {start, start + length[0], all - length[2], all};
    int after[4] = {start, start + length[2], all - length[0], all};
    count_arcs(s, before, -1);
    int filled = take(s, before[2] % s->count, length[2], 0);
    filled = take(s, before[1] % s->count, length[1], filled);
    put_back(s, start, take(s, start, length[0], filled));
    count_arcs(s, after, 1);
}

// ---- the search -------------------------------------------------------------------------------

// A tour that is kept for later.
typedef struct kept_tour {
    int* order;
    int64_t total;
} kept_tour;

static void keep(const solver* s, kept_tour* kept) {
    memcpy(kept->order, s->order, (size_t)s->count * sizeof *s->order);
    kept->total = s->total;
}

static void restore(solver* s, const kept_tour* kept) {
    memcpy(s->order, kept->order, (size_t)s->count * sizeof *s->order);
    for (int i = 0; i < s->count; i++) s->place[s->order[i]] = i;
    s->total = kept->total;
}

// Repeated: kick, repair, keep what is not worse. A search that has found nothing for `patience`
// kicks goes on from the best tour after many kicks at once. Returns the kicks spent.
static int64_t search(solver* s, int64_t kicks) {
    for (int i = 0; i < s->count; i++) look_at(s, i);
    repair(s);
    kept_tour current = {s->current_order, 0}, best = {s->best_order, 0};
    keep(s, &current);
    keep(s, &best);
    int64_t done = 0, idle = 0, patience = PATIENCE * (int64_t)s->count;
    for (; s->count >= 4 && done < kicks && best.total > 0; done++) {
        bool leap = idle++ >= patience;
        if (leap) restore(s, &best);
        for (int i = leap ? LEAP : 1; i > 0; i--) kick(s);
        repair(s);
        if (leap || s->total < current.total) idle = 0;
        if (leap || s->total <= current.total)
            keep(s, &current);
        else
            restore(s, &current);
        if (s->total < best.total) keep(s, &best);
    }
    restore(s, &best);
    return done;
}

static bool make_room(solver* s) {
    size_t n = (size_t)s->count;
    s->cost = wend_alloc(n * n * sizeof *s->cost);
    s->near = wend_alloc(n * (size_t)s->width * sizeof *s->near);
    s->order = wend_alloc(n * sizeof *s->order);
    s->place = wend_alloc(n * sizeof *s->place);
    s->current_order = wend_alloc(n * sizeof *s->current_order);
    s->best_order = wend_alloc(n * sizeof *s->best_order);
    s->buffer = wend_alloc(n * sizeof *s->buffer);
    s->queue = wend_alloc(n * sizeof *s->queue);
    s->queued = wend_alloc_zero(n, sizeof *s->queued);
    return s->cost && s->near && s->order && s->place && s->current_order && s->best_order &&
           s->buffer && s->queue && s->queued;
}

static void give_back(solver* s) {
    wend_free(s->cost);
    wend_free(s->near);
    wend_free(s->order);
    wend_free(s->place);
    wend_free(s->current_order);
    wend_free(s->best_order);
    wend_free(s->buffer);
    wend_free(s->queue);
    wend_free(s->queued);
}

wend_atsp_def wend_atsp_default_def(void) { return (wend_atsp_def){.seed = 1}; }

wend_status wend_atsp_solve(const wend_atsp* problem, const wend_atsp_def* def, int* order,
                            wend_atsp_result* result, wend_error* error) {
    *result = (wend_atsp_result){0};
    int n = problem->count;
    if (n == 1) {
        order[0] = 0;
        return WEND_OK;
    }
    assignment a;
    WEND_TRY(assignment_solve(problem, &a, error));
    solver s = {.problem = problem, .count = n, .width = n - 1 < CANDIDATES ? n - 1 : CANDIDATES};
    s.rng = wend_rng_for(def->seed, problem->name, "atsp");
    bool room = make_room(&s);
    if (room) {
        reduce_costs(&s, &a);
        find_candidates(&s);
        patch(&s, a.successor);
        result->kicks = search(&s, def->kicks > 0 ? def->kicks : KICKS);
        result->bound = a.cost;
        int zero = s.place[0];
        for (int i = 0; i < n; i++) order[i] = s.order[(zero + i) % n];
        result->cost = wend_atsp_cost(problem, order);
    }
    give_back(&s);
    assignment_destroy(&a);
    if (room) return WEND_OK;
    return wend_fail(error, WEND_NO_MEMORY, "out of memory for a tour of %d cities", n);
}
