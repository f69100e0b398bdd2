#include "agent/learned/graph_planner.h"

#include <math.h>
#include <string.h>

wend_status graph_planner_create(graph_planner* p, wend_error* error) {
    size_t beam = (size_t)p->beam;
    p->views = wend_alloc_zero(beam, sizeof *p->views);
    p->open = wend_alloc_zero(beam, sizeof *p->open);
    p->pool = wend_alloc_zero(beam, sizeof *p->pool);
    if (!p->views || !p->open || !p->pool)
        return wend_fail(error, WEND_NO_MEMORY, "out of memory for a beam of %d", p->beam);
    return WEND_OK;
}

void graph_planner_destroy(graph_planner* p) {
    tape_destroy(&p->t);
    wend_free(p->views);
    wend_free(p->open);
    wend_free(p->pool);
    ARRAY_FREE(&p->ends);
    p->views = NULL;
    p->open = p->pool = NULL;
}

// ---- search -------------------------------------------------------------------------------------

// The paths that go on after a step: at most one for each viewpoint.
typedef struct plan_pool {
    plan_path* paths;  // [beam]
    int32_t *parent, *row;
    int count, beam;
} plan_pool;

static plan_path plan_path_extend(const view_memory* m, const plan_path* path, int taken,
                                  float logp) {
    plan_path next = *path;
    next.taken[next.count] = taken;
    next.poses[next.count + 1] = view_memory_go(m, &path->poses[path->count], taken);
    next.count++;
    next.logp = logp;
    return next;
}

// The path that a new one may replace: the one to the same viewpoint, or the least probable one of
// a full pool. -1: none.
static int plan_pool_rival(const plan_pool* pool, int node) {
    int least = 0;
    for (int i = 0; i < pool->count; i++) {
        if (pool->paths[i].poses[pool->paths[i].count].node == node) return i;
        if (pool->paths[i].logp < pool->paths[least].logp) least = i;
    }
    return pool->count == pool->beam ? least : -1;
}

static void plan_pool_add(plan_pool* pool, const plan_path* path, int parent, int row) {
    int at = plan_pool_rival(pool, path->poses[path->count].node);
    if (at >= 0 && pool->paths[at].logp >= path->logp) return;
    if (at < 0) at = pool->count++;
    pool->paths[at] = *path;
    pool->parent[at] = parent;
    pool->row[at] = row;
}

static bool plan_path_ends_like(const plan_path* a, const plan_path* b) {
    if (a->stops != b->stops) return false;
    if (a->stops) return a->poses[a->count].node == b->poses[b->count].node;
    return a->taken[a->count - 1] == b->taken[b->count - 1] &&
           a->poses[a->count - 1].node == b->poses[b->count - 1].node;
}

// Keeps the most probable path to each end.
static void graph_planner_end(graph_planner* p, const plan_path* path) {
    for (size_t i = 0; i < p->ends.count; i++) {
        plan_path* e = &p->ends.items[i];
        if (!plan_path_ends_like(e, path)) continue;
        if (e->logp < path->logp) *e = *path;
        return;
    }
    plan_path* added = ARRAY_PUSH(&p->ends);
    if (added)
        *added = *path;
    else
        p->t.failed = true;
}

// Log probabilities of an episode's neighbours, then STOP. Returns the number of neighbours.
static int graph_planner_choices(const graph_planner* p, const graph_step* s, int i,
                                 float logp[WEND_MAX_NEIGHBOURS + 1]) {
    const float* logits = tape_value(&p->t, s->logits);
    int count = s->first[i + 1] - s->first[i];
    float top = logits[s->count + i], sum = 0;
    for (int k = 0; k < count; k++) top = fmaxf(top, logp[k] = logits[s->first[i] + k]);
    logp[count] = logits[s->count + i];
    for (int k = 0; k <= count; k++) sum += expf(logp[k] - top);
    for (int k = 0; k <= count; k++) logp[k] -= top + logf(sum);
    return count;
}

static void graph_planner_expand(graph_planner* p, const view_memory* m, const plan_path* walked,
                                 const graph_step* s, int i, plan_pool* pool) {
    const plan_path* path = &p->open[i];
    float logp[WEND_MAX_NEIGHBOURS + 1];
    int count = graph_planner_choices(p, s, i, logp);
    bool repeats = path->count < walked->count;
    for (int k = 0; k < count && path->count < PLAN_STEPS; k++) {
        if (repeats && k != walked->taken[path->count]) continue;
        plan_path next = plan_path_extend(m, path, k, path->logp + (repeats ? 0 : logp[k]));
        if (next.poses[next.count].node < 0)
            graph_planner_end(p, &next);
        else
            plan_pool_add(pool, &next, i, s->first[i] + k);
    }
    if (repeats) return;
    plan_path ended = *path;
    ended.logp += logp[count];
    ended.stops = true;
    graph_planner_end(p, &ended);
}

// Fills p->ends.
static void graph_planner_search(graph_planner* p, const view_memory* m, const int32_t* words,
                                 int length, const plan_path* walked) {
    const view_input* views[PLAN_MAX_BEAM];
    int32_t parent[PLAN_MAX_BEAM], row[PLAN_MAX_BEAM];
    follower_run run;
    int count = 1;
    p->ends.count = 0;
    p->open[0] = (plan_path){.poses = {walked->poses[0]}};
    tape_begin(&p->t, &p->f->p, NULL);
    follower_begin(p->f, &p->t, 1, words, &length, &run);
    follower_repeat(&p->t, &run, p->beam);
    for (int step = 0; step <= PLAN_STEPS && count && !p->t.failed; step++) {
        graph_step s;
        plan_pool pool = {p->pool, parent, row, 0, p->beam};
        for (int i = 0; i < p->beam; i++) {
            views[i] = i < count ? &p->views[i] : NULL;
            parent[i] = row[i] = -1;
            if (i < count) view_memory_look(m, &p->open[i].poses[step], &p->views[i]);
        }
        follower_forward(p->f, &p->t, &run, views, &s);
        if (p->t.failed) return;
        for (int i = 0; i < count; i++) graph_planner_expand(p, m, walked, &s, i, &pool);
        follower_branch(&p->t, &run, &s, parent, row);
        count = pool.count;
        plan_path* swap = p->open;
        p->open = p->pool;
        p->pool = swap;
    }
}

// ---- choice -------------------------------------------------------------------------------------

// Of the paths that stop, or of those that leave the memory, the most probable one; NULL: none.
static const plan_path* graph_planner_best(const graph_planner* p, bool stops) {
    const plan_path* best = NULL;
    for (size_t i = 0; i < p->ends.count; i++) {
        const plan_path* e = &p->ends.items[i];
        if (e->stops == stops && (!best || e->logp > best->logp)) best = e;
    }
    return best;
}

// The share of the probability that leaves the memory.
static double graph_planner_outside(const graph_planner* p) {
    double sums[2] = {0};
    for (size_t i = 0; i < p->ends.count; i++)
        sums[p->ends.items[i].stops] += exp((double)p->ends.items[i].logp);
    return sums[0] / (sums[0] + sums[1]);
}

wend_status graph_planner_plan(graph_planner* p, const view_memory* m, const char* instruction,
                               const plan_path* walked, plan_path* best, wend_error* error) {
    int32_t words[WORD_TABLE_MAX_READ];
    int length = word_table_read(&p->f->words, instruction, words);
    graph_planner_search(p, m, words, length, walked);
    if (p->t.failed)
        return wend_fail(error, WEND_NO_MEMORY, "out of memory for a plan over %zu viewpoints",
                         m->nodes.count);
    const plan_path *out = graph_planner_best(p, false), *stop = graph_planner_best(p, true);
    bool leaves = out && (!stop || graph_planner_outside(p) > (double)p->explore);
    *best = leaves ? *out : stop ? *stop : *walked;
    return WEND_OK;
}
