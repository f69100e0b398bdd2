// RxR's path sampling compared with R2R's paths. [RxR, section 3 and Figure 3]
#include <string.h>

#include "analyze/reproduce.h"

#include "wend/make.h"

enum { RXR_PATHS = 16522, LENGTH_BINS = 41, MAX_RUNS = 10 };

// Statistics of a set of paths.
typedef struct tally {
    int paths;
    double edges, edges_squared, length, length_squared;
    int detours;    // paths that are not shortest
    double excess;  // sum of (length / shortest - 1)
    double by_length[LENGTH_BINS];
    uint32_t* visits;  // [nodes of all graphs] number of paths through each panorama
} tally;

typedef struct study {
    table* t;
    wend_graph_set* set;
    const wend_graph** graphs;  // [graph_count]
    int graph_count;
    uint32_t* first_node;  // [graph_count + 1]
    int done;              // number of completed samplings
} study;

static void count_path(tally* c, double length, double shortest, int edges) {
    c->paths++;
    c->edges += edges;
    c->edges_squared += (double)edges * edges;
    c->length += length;
    c->length_squared += length * length;
    // Sums in different order differ in the last digits; real detours are centimetres or longer.
    c->detours += length > shortest + 1e-6;
    if (shortest > 0) c->excess += length / shortest - 1;
    int bin = (int)length;
    c->by_length[bin < LENGTH_BINS ? bin : LENGTH_BINS - 1]++;
}

static double deviation(double sum, double squares, int count) {
    double mean = sum / count;
    return sqrt(fmax(0, squares / count - mean * mean));
}

// Over the panoramas of buildings with paths: the share with at least one visit, and the
// coefficient of variation of the number of visits (0: uniform).
static void reproduce_paths_coverage(const study* s, const tally* c, double* covered,
                                     double* unevenness) {
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

// The columns of the table, and the published numbers (0: none).
#define COLUMN_LIST(X)                 \
    X(PATHS, "paths", 0)               \
    X(EDGES, "edges", 0)               \
    X(EDGES_SD, "edges_sd", 2)         \
    X(LENGTH, "length", 1)             \
    X(LENGTH_SD, "length_sd", 2)       \
    X(NOT_SHORTEST, "not_shortest", 1) \
    X(EXCESS, "excess", 1)             \
    X(COVERED, "covered", 1)           \
    X(UNEVENNESS, "unevenness", 2)

typedef enum column { COLUMN_LIST(COLUMN_ENUM) COLUMNS } column;

static const double rxr_printed[COLUMNS] = {[COLUMN_PATHS] = RXR_PATHS,
                                            [COLUMN_EDGES] = 8,
                                            [COLUMN_LENGTH] = 14.9,
                                            [COLUMN_NOT_SHORTEST] = 44.5,
                                            [COLUMN_EXCESS] = 27.4};
static const double r2r_printed[COLUMNS] = {[COLUMN_EDGES] = 5, [COLUMN_LENGTH] = 9.4};

static void fill_columns(const study* s, const tally* c, double* columns) {
    double n = c->paths > 0 ? c->paths : 1, covered, unevenness;
    reproduce_paths_coverage(s, c, &covered, &unevenness);
    columns[COLUMN_PATHS] = c->paths;
    columns[COLUMN_EDGES] = c->edges / n;
    columns[COLUMN_EDGES_SD] = deviation(c->edges, c->edges_squared, (int)n);
    columns[COLUMN_LENGTH] = c->length / n;
    columns[COLUMN_LENGTH_SD] = deviation(c->length, c->length_squared, (int)n);
    columns[COLUMN_NOT_SHORTEST] = 100 * c->detours / n;
    columns[COLUMN_EXCESS] = 100 * c->excess / n;
    columns[COLUMN_COVERED] = 100 * covered;
    columns[COLUMN_UNEVENNESS] = unevenness;
}

// Adds a row with mean and standard deviation of each column over runs. [runs][COLUMNS]
static void reproduce_paths_add_row(const study* s, const char* name, double (*runs)[COLUMNS],
                                    int run_count, const double* printed) {
    static const struct {
        const char* name;
        int decimals;
    } columns[] = {
#define X(name, word, decimals) {word, decimals},
        COLUMN_LIST(X)
#undef X
    };
    for (int c = 0; c < COLUMNS; c++) {
        double mean = 0, squares = 0;
        for (int r = 0; r < run_count; r++) mean += runs[r][c] / run_count;
        for (int r = 0; r < run_count; r++) squares += (runs[r][c] - mean) * (runs[r][c] - mean);
        double spread = run_count > 1 ? sqrt(squares / (run_count - 1)) : 0;
        if (spread < 1e-9) spread = 0;  // rounding error
        table_cell(s->t, (wend_reproduce_cell){.name = columns[c].name,
                                               .ours = mean,
                                               .deviation = spread,
                                               .standard_error = spread / sqrt(run_count),
                                               .paper = printed[c],
                                               .has_paper = printed[c] > 0,
                                               .decimals = columns[c].decimals});
    }
    table_row(s->t, name);
}

// Adds the distribution of path lengths in metres, in per cent, as in Figure 3.
static void add_histogram(const study* s, const char* name, const tally* c) {
    double x[LENGTH_BINS], y[LENGTH_BINS];
    for (int i = 0; i < LENGTH_BINS; i++) {
        x[i] = i + 0.5;
        y[i] = 100 * c->by_length[i] / (c->paths > 0 ? c->paths : 1);
    }
    table_series(s->t, name, x, y, LENGTH_BINS);
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

static wend_status tally_make(const study* s, tally* c) {
    *c = (tally){0};
    c->visits = wend_alloc_zero((size_t)s->first_node[s->graph_count] + 1, sizeof *c->visits);
    if (c->visits) return WEND_OK;
    return wend_fail(s->t->error, WEND_NO_MEMORY, "out of memory to count paths");
}

// The histogram shows the first run.
static wend_status run_rxr(const study* s, const char* curve, const wend_rxr_paths_def* def,
                           bool first, double* columns) {
    tally c;
    wend_rxr_paths* paths;
    WEND_TRY(tally_make(s, &c));
    wend_status status = wend_rxr_paths_sample(s->graphs, s->graph_count, def, &paths, s->t->error);
    if (status == WEND_OK) {
        count_rxr(s, paths, &c);
        fill_columns(s, &c, columns);
        if (first) add_histogram(s, curve, &c);
        wend_rxr_paths_destroy(paths);
    }
    wend_free(c.visits);
    return status;
}

static wend_status add_rxr(study* s, const char* name, const char* curve, wend_rxr_paths_def def) {
    double columns[MAX_RUNS][COLUMNS];
    int runs = s->t->def->runs < MAX_RUNS ? s->t->def->runs : MAX_RUNS;
    for (int r = 0; r < runs; r++) {
        def.seed = s->t->def->seed + (uint64_t)r;
        WEND_TRY(run_rxr(s, curve, &def, r == 0, columns[r]));
        table_progress(s->t, ++s->done, 2 * runs);
    }
    reproduce_paths_add_row(s, name, columns, runs, rxr_printed);
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

static wend_status add_r2r(const study* s) {
    static const char* const splits[] = {"train", "val_seen", "val_unseen"};
    tally c;
    double columns[1][COLUMNS];
    WEND_TRY(tally_make(s, &c));
    wend_status status = WEND_OK;
    for (int i = 0; i < 3 && status == WEND_OK; i++) status = count_r2r(s, splits[i], &c);
    if (status == WEND_OK) {
        fill_columns(s, &c, columns[0]);
        reproduce_paths_add_row(s, "R2R, train and val", columns, 1, r2r_printed);
        add_histogram(s, "R2R", &c);
    }
    wend_free(c.visits);
    return status;
}

// ---- entry point --------------------------------------------------------------------------------

static wend_status reproduce_paths_add_all(study* s) {
    wend_rxr_paths_def def = wend_rxr_paths_default_def();
    WEND_TRY(add_rxr(s, "RxR, up to 500 a building", "RxR, 500 a building", def));
    def.total = RXR_PATHS;
    def.one_way = true;
    WEND_TRY(add_rxr(s, "RxR, 16,522 in all, one way", "RxR, 16,522 in all", def));
    return add_r2r(s);
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
    if (status == WEND_OK) status = reproduce_paths_add_all(&s);
    wend_free(s.first_node);
    wend_free(s.graphs);
    wend_graph_set_destroy(s.set);
    t->x_label = "metres";
    t->y_label = "% of the paths";
    table_note(t,
               "panorama positions; regions as rooms, split into connected pieces; levels from the "
               "heights of the floors");
    table_note(t, "excess: mean of length / shortest - 1 over all paths, in %%");
    table_note(t,
               "covered: panoramas with a path through them, in %%; unevenness: deviation / mean "
               "of the paths through a panorama; both in buildings that have paths");
    return status;
}
