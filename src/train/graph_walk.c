#include "train/graph_walk.h"

#include <string.h>

bool graph_walk_create(int count, graph_walk* w) {
    size_t steps = (size_t)count * GRAPH_STEPS;
    w->views = wend_alloc_zero(steps, sizeof *w->views);
    w->taken = wend_alloc_zero(steps, sizeof *w->taken);
    w->counts = wend_alloc_zero((size_t)count, sizeof *w->counts);
    return w->views && w->taken && w->counts;
}

void graph_walk_destroy(graph_walk* w) {
    wend_free(w->views);
    wend_free(w->taken);
    wend_free(w->counts);
    *w = (graph_walk){0};
}

void graph_walk_begin(const graph_chunk* c, graph_walk* w) {
    memset(w->counts, 0, (size_t)c->count * sizeof *w->counts);
}

void graph_walk_act(graph_chunk* c, graph_walk* w, const word_table* words, bool with_words,
                    const graph_objective* objective, const uint8_t* active, wend_action* actions) {
    for (int i = 0; i < c->count && c->status == WEND_OK; i++) {
        actions[c->first + i] = (wend_action){.kind = WEND_ACTION_STOP};
        if (!active[c->first + i]) continue;
        int at = i * GRAPH_STEPS + w->counts[i]++;
        view_input* view = &w->views[at];
        graph_chunk_view(c, words, with_words, i, objective->environment_dropout, view);
        if (c->status != WEND_OK) return;
        int taken = graph_chunk_expert(c, i, view->count);
        w->taken[at] = taken < view->count ? taken : -1;
        if (taken < view->count)
            actions[c->first + i] = (wend_action){.kind = WEND_ACTION_GO, .neighbour = taken};
    }
    c->step_count++;
}
