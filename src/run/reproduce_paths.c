// RxR's path sampling beside R2R's paths, as in its section 3 and Figure 3.
#include <stdio.h>
#include <string.h>

#include "run/reproduce.h"

#include "wend/vln_make.h"

enum { RXR_PATHS = 16522, LENGTH_BINS = 41 };

// What both data sets are measured by.
typedef struct tally {
    int paths;
    double edges, edges_squared, length, length_squared;
    int detours;    // paths that are not shortest
    double excess;  // sum of length / shortest - 1
    double by_length[LENGTH_BINS];
    uint32_t* visits;  // [nodes of all graphs] paths through a panorama
} tally;

typedef struct study {
    table* t;
    wend_graph_set* set;
    const wend_graph** graphs;  // [graph_count]
    int graph_count;
    uint32_t* first_node;  // [graph_count + 1]
} study;

static void count_path(tally* c, double length, double shortest, int edges) {
    c->paths++;
    c->edges += edges;
    c->edges_squared += (double)edges * edges;
    c->length += length;
    c->length_squared += length * length;
    // Sums in another order differ in the last digits; a real detour is centimetres at least.
    c->detours += length > shortest + 1e-6;
    if (shortest > 0) c->excess += length / shortest - 1;
    int bin = (int)length;
    c->by_length[bin < LENGTH_BINS ? bin : LENGTH_BINS - 1]++;
}

static double deviation(double sum, double squares, int count) {
    double mean = sum / count;
    return sqrt(fmax(0, squares / count - mean * mean));
}

// Of the panoramas of buildings with paths: the share with a path through it, and how uneven the
// visits are (deviation over mean: 0 if all are visited equally often).
static void coverage(const study* s, const tally* c, double* covered, double* unevenness) {
    double sum = 0, squares = 0;
    int nodes = 0, with = 0;
    for (int g = 0; g < s->graph_count; g++) {
        const uint32_t* visits = c->visits + s->first_node[g];
        uint64_t of_building = 0;
        for (int i = 0; i < wend_graph_count(s->graphs[g]); i++) of_building += visits[i];
        if (of_building == 0) continue;
        for (int i = 0; i < wend_graph_count(s->graphs[g]); i++) {
            if (!wend_graph_viewpoint(s->graphs[g], i)->included) continue;
            nodes++;
            with += visits[i] > 0;
            sum += visits[i];
            squares += (double)visits[i] * visits[i];
        }
    }
    *covered = nodes ? (double)with / nodes : 0;
    *unevenness = sum > 0 ? deviation(sum, squares, nodes) / (sum / nodes) : 0;
}

typedef struct printed {
    double edges, length, detours, excess, paths;
    bool known;       // the paper has it
    bool has_paths;
} printed;

static wend_reproduce_cell cell(const char* name, double ours, double paper, bool known,
                                int decimals) {
    return (wend_reproduce_cell){
        .name = name, .ours = ours, .paper = paper, .has_paper = known, .decimals = decimals};
}

static void add_row(const study* s, const char* name, const tally* c, const printed* p) {
    table* t = s->t;
    double n = c->paths > 0 ? c->paths : 1, covered, unevenness;
    coverage(s, c, &covered, &unevenness);
    table_cell(t, cell("paths", c->paths, p->paths, p->has_paths, 0));
    table_cell(t, cell("edges", c->edges / n, p->edges, p->known, 0));
    table_ours(t, "edges_sd", deviation(c->edges, c->edges_squared, (int)n), 2);
    table_cell(t, cell("length", c->length / n, p->length, p->known, 1));
    table_ours(t, "length_sd", deviation(c->length, c->length_squared, (int)n), 2);
    table_cell(t, cell("not_shortest", 100 * c->detours / n, p->detours, p->known && p->detours > 0, 1));
    table_cell(t, cell("excess", 100 * c->excess / n, p->excess, p->known && p->excess > 0, 1));
    table_ours(t, "covered", 100 * covered, 1);
    table_ours(t, "unevenness", unevenness, 2);
    table_row(t, name);
}

// Shares of the paths by metres and by edges, as in Figure 3.
static void add_histograms(const study* s, const char* name, const tally* c) {
    double x[LENGTH_BINS], y[LENGTH_BINS];
    char label[64];
    for (int i = 0; i < LENGTH_BINS; i++) {
        x[i] = i + 0.5;
        y[i] = 100 * c->by_length[i] / (c->paths > 0 ? c->paths : 1);
    }
    snprintf(label, sizeof label, "%s", name);
    table_series(s->t, label, x, y, LENGTH_BINS);
}

// ---- RxR --------------------------------------------------------------------------------------

static void count_rxr(const study* s, const wend_rxr_paths* paths, tally* c) {
    int count;
    const wend_rxr_path* items = wend_rxr_paths_items(paths, &count);
    for (int i = 0; i < count; i++) {
        count_path(c, items[i].length, items[i].shortest, items[i].count - 1);
        for (int k = 0; k < items[i].count; k++)
            c->visits[s->first_node[items[i].graph] + items[i].nodes[k]]++;
    }
}

static wend_status add_rxr(const study* s, const char* name, const wend_rxr_paths_def* def,
                           tally* c) {
    wend_rxr_paths* paths;
    WEND_TRY(wend_rxr_paths_sample(s->graphs, s->graph_count, def, &paths, s->t->error));
    count_rxr(s, paths, c);
    printed p = {8, 14.9, 44.5, 27.4, RXR_PATHS, true, true};
    add_row(s, name, c, &p);
    wend_rxr_paths_destroy(paths);
    return WEND_OK;
}

// ---- R2R --------------------------------------------------------------------------------------

static int graph_index(const study* s, const char* scan) {
    for (int g = 0; g < s->graph_count; g++)
        if (strcmp(wend_graph_scan(s->graphs[g]), scan) == 0) return g;
    return -1;
}

static wend_status count_r2r_path(const study* s, const wend_vln_episode* e, tally* c) {
    int g = graph_index(s, e->scan), before = -1, first = -1;
    double length = 0;
    for (int i = 0; i < e->path_count; i++) {
        int node = g < 0 ? -1 : wend_graph_find(s->graphs[g], e->path[i]);
        if (node < 0)
            return wend_fail(s->t->error, WEND_FORMAT, "path %s: building %s has no viewpoint %s",
                             e->path_id, e->scan, e->path[i]);
        if (before >= 0)
            length += wend_graph_distance(s->graphs[g], before, node);
        else
            first = node;
        c->visits[s->first_node[g] + (uint32_t)node]++;
        before = node;
    }
    if (e->path_count > 1)
        count_path(c, length, wend_graph_distance(s->graphs[g], first, before), e->path_count - 1);
    return WEND_OK;
}

static wend_status count_r2r(const study* s, const char* split, tally* c) {
    wend_vln_episodes* episodes;
    wend_status status = WEND_OK;
    WEND_TRY(table_open_r2r(s->t, split, &episodes));
    for (int i = 0; i < wend_vln_episodes_count(episodes) && status == WEND_OK; i++)
        status = count_r2r_path(s, wend_vln_episodes_at(episodes, i), c);
    wend_vln_episodes_destroy(episodes);
    return status;
}

static wend_status add_r2r(const study* s, tally* c) {
    WEND_TRY(count_r2r(s, "train", c));
    WEND_TRY(count_r2r(s, "val_seen", c));
    WEND_TRY(count_r2r(s, "val_unseen", c));
    printed p = {.edges = 5, .length = 9.4, .known = true};
    add_row(s, "R2R train and val", c, &p);
    return WEND_OK;
}

// ---- all of it --------------------------------------------------------------------------------

static wend_status tally_make(const study* s, tally* c) {
    *c = (tally){0};
    c->visits = wend_alloc_zero((size_t)s->first_node[s->graph_count] + 1, sizeof *c->visits);
    if (c->visits) return WEND_OK;
    return wend_fail(s->t->error, WEND_NO_MEMORY, "out of memory to count paths");
}

static wend_status add_all(const study* s) {
    wend_rxr_paths_def def = wend_rxr_paths_default_def();
    def.seed = s->t->def->seed;
    wend_rxr_paths_def fewer = def;
    fewer.total = RXR_PATHS;
    fewer.one_way = true;
    const struct {
        const char* name;
        const wend_rxr_paths_def* def;
    } rows[] = {{"RxR, 500 a building", &def}, {"RxR, 16,522 in all, one way", &fewer}, {"R2R", NULL}};
    for (int i = 0; i < 3; i++) {
        tally c;
        WEND_TRY(tally_make(s, &c));
        wend_status status = rows[i].def ? add_rxr(s, rows[i].name, rows[i].def, &c) : add_r2r(s, &c);
        if (status == WEND_OK) add_histograms(s, rows[i].name, &c);
        wend_free(c.visits);
        if (status != WEND_OK) return status;
    }
    return WEND_OK;
}

static wend_status number_nodes(study* s) {
    s->first_node = wend_alloc_zero((size_t)s->graph_count + 1, sizeof *s->first_node);
    if (!s->first_node) return wend_fail(s->t->error, WEND_NO_MEMORY, "out of memory");
    for (int g = 0; g < s->graph_count; g++)
        s->first_node[g + 1] = s->first_node[g] + (uint32_t)wend_graph_count(s->graphs[g]);
    return WEND_OK;
}

wend_status reproduce_rxr_paths(table* t) {
    study s = {.t = t};
    WEND_TRY(table_open_graphs(t, WEND_POSITIONS_PANORAMAS, &s.set));
    s.graph_count = wend_graph_set_count(s.set);
    wend_status status = table_all_graphs(t, s.set, &s.graphs);
    if (status == WEND_OK) status = number_nodes(&s);
    if (status == WEND_OK) status = add_all(&s);
    wend_free(s.first_node);
    wend_free(s.graphs);
    wend_graph_set_destroy(s.set);
    t->x_label = "metres";
    t->y_label = "% of the paths";
    table_note(t, "panorama positions; regions as rooms, split into connected pieces; levels from the "
                  "heights of the floors");
    table_note(t, "excess: mean of length / shortest - 1 over all paths, in %%");
    table_note(t, "covered: panoramas with a path through them, in %%; unevenness: deviation / mean "
                  "of the paths through a panorama; both in buildings that have paths");
    return status;
}
