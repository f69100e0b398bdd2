// RxR Table 4, R2R half: three instruction-blind baselines.
//
// The conventions were found by search (docs/reproduce.md): panorama positions; five steps;
// "straight" keeps the first heading and takes the neighbour whose heading in [0, 2 pi) is closest,
// without wrapping at 2 pi; the random heading is drawn in degrees and used as radians; SPL divides
// the shortest distance to the end of the path, not to the goal, by the path length.
#include <string.h>

#include "analyze/reproduce.h"

#include "wend/metrics.h"
#include "wend/sim.h"

enum { STEPS = 5, MAX_PATH = 64 };

// Metrics in the order of the table, and SPL by its usual definition.
#define COLUMN_LIST(X) \
    X(PL, "pl", 1)     \
    X(NE, "ne", 1)     \
    X(SR, "sr", 1)     \
    X(SPL, "spl", 1)   \
    X(SDTW, "sdtw", 1) \
    X(NDTW, "ndtw", 1) \
    X(SPL_TO_GOAL, "spl_to_goal", 1)

typedef enum column { COLUMN_LIST(COLUMN_ENUM) COLUMNS } column;

typedef struct baseline_kind {
    const char* name;
    bool random_steps;  // every step is random
    bool first_given;   // the first step follows the reference
    bool degrees;       // the random heading is drawn in degrees and used as radians
    bool wraps;         // headings are compared modulo 2 pi
    bool follows;       // the heading is updated to that of the last step
    double printed[6];
} baseline_kind;

// The paper's three rows, then the results of other conventions.
static const baseline_kind walks[] = {
    {.name = "random walk", .random_steps = true, .printed = {10.4, 9.5, 5.1, 3.6, 3.8, 27.6}},
    {.name = "random heading, then straight",
     .degrees = true,
     .printed = {9.7, 9.9, 8.2, 7.2, 6.6, 28.3}},
    {.name = "correct first step, then straight",
     .first_given = true,
     .printed = {9.5, 6.2, 27.2, 25.7, 23.6, 52.6}},
    {.name = "random heading in radians", .printed = {9.7, 9.9, 8.2, 7.2, 6.6, 28.3}},
    {.name = "first step, wrapping at 2 pi",
     .first_given = true,
     .wraps = true,
     .printed = {9.5, 6.2, 27.2, 25.7, 23.6, 52.6}},
    {.name = "first step, along the last edge",
     .first_given = true,
     .wraps = true,
     .follows = true,
     .printed = {9.5, 6.2, 27.2, 25.7, 23.6, 52.6}},
};
enum { BASELINES = sizeof walks / sizeof *walks };

typedef struct baseline_stage {
    table* t;
    wend_vln_episodes* episodes;
    wend_graph_set* set;
    wend_dtw* dtw;
    const wend_graph* graph;  // graph of the current building
    wend_graph_world* world;
    const char* scan;
} baseline_stage;

// ---- motion -------------------------------------------------------------------------------------

static double turn_between(const baseline_kind* kind, double a, double b) {
    double turn = fabs(a - b);
    return kind->wraps && turn > WEND_PI ? 2 * WEND_PI - turn : turn;
}

static int smallest_turn(const baseline_kind* kind, wend_graph_candidates near, double heading) {
    int best = 0;
    double min = INFINITY;
    for (int i = 0; i < near.count; i++) {
        double turn = turn_between(kind, (double)near.items[i].heading, heading);
        if (turn < min) min = turn, best = i;
    }
    return best;
}

static int candidate_to(wend_graph_candidates near, uint32_t node) {
    for (int i = 0; i < near.count; i++)
        if (near.items[i].node == node) return i;
    return 0;
}

static int reproduce_baselines_choose(const baseline_kind* kind, wend_graph_candidates near,
                                      double heading, wend_rng* rng) {
    if (kind->random_steps) return (int)wend_rng_below(rng, (uint32_t)near.count);
    return smallest_turn(kind, near, heading);
}

// Writes the nodes of one path and returns their number: 6 unless the start has no neighbour.
static int take_baseline(const baseline_stage* s, const baseline_kind* kind, const int* reference,
                         wend_rng* rng, int* nodes) {
    wend_walker w = wend_walker_make((uint32_t)reference[0], 0, 0);
    double turn = wend_rng_double(rng),
           heading = kind->degrees ? 360 * turn - 180 : 2 * WEND_PI * turn;
    int count = 0;
    nodes[count++] = reference[0];
    for (int step = 0; step < STEPS; step++) {
        wend_graph_candidates near = wend_graph_world_candidates(s->world, w.node);
        if (near.count == 0) break;
        bool given = kind->first_given && step == 0;
        int16_t choice = (int16_t)(given ? candidate_to(near, (uint32_t)reference[1])
                                         : reproduce_baselines_choose(kind, near, heading, rng));
        if (given || kind->follows) heading = (double)near.items[choice].heading;
        wend_graph_world_move(s->world, &w, &choice, 1);
        nodes[count++] = (int)w.node;
    }
    return count;
}

// ---- scoring ----------------------------------------------------------------------------------

static wend_status score_baseline(const baseline_stage* s, wend_path walk, wend_path reference,
                                  double* columns) {
    wend_path_case given = {.path = walk,
                            .reference = reference,
                            .rules = wend_path_rules_for(WEND_BENCHMARK_R2R, WEND_RULES_OFFICIAL)};
    wend_path_score score;
    int start = reference.nodes[0];
    given.shortest = wend_graph_distance(s->graph, start, reference.nodes[reference.count - 1]);
    WEND_TRY(wend_path_score_compute(s->dtw, &given, &score, s->t->error));
    columns[COLUMN_PL] += score.tl;
    columns[COLUMN_NE] += score.ne;
    columns[COLUMN_SR] += 100 * score.sr;
    columns[COLUMN_SDTW] += 100 * score.sdtw;
    columns[COLUMN_NDTW] += 100 * score.ndtw;
    columns[COLUMN_SPL_TO_GOAL] += 100 * score.spl;
    double reached = wend_graph_distance(s->graph, start, walk.nodes[walk.count - 1]);
    double longer = fmax(reached, score.tl);
    columns[COLUMN_SPL] += longer > 0 ? 100 * score.sr * reached / longer : 0;
    return WEND_OK;
}

// Converts a reference path to nodes. Fails if a viewpoint is not in the graph or the path is too
// long.
static wend_status reproduce_baselines_find_path(const baseline_stage* s, const wend_vln_episode* e,
                                                 int* nodes) {
    if (e->path_count < 2 || e->path_count > MAX_PATH)
        return wend_fail(s->t->error, WEND_FORMAT, "path %s has %d viewpoints; 2 to %d are needed",
                         e->path_id, e->path_count, MAX_PATH);
    for (int i = 0; i < e->path_count; i++) {
        nodes[i] = wend_graph_find(s->graph, e->path[i]);
        if (nodes[i] < 0)
            return wend_fail(s->t->error, WEND_FORMAT, "path %s: building %s has no viewpoint %s",
                             e->path_id, e->scan, e->path[i]);
    }
    return WEND_OK;
}

// Adds one path of every run to sums[run][column].
static wend_status baseline_episode(const baseline_stage* s, const wend_vln_episode* e,
                                    const baseline_kind* kind, int runs, double (*sums)[COLUMNS]) {
    int nodes[MAX_PATH], walked[STEPS + 1];
    WEND_TRY(reproduce_baselines_find_path(s, e, nodes));
    wend_path reference = {.graph = s->graph, .nodes = nodes, .count = e->path_count};
    wend_rng rng = wend_rng_for(s->t->def->seed, e->path_id, kind->name);
    for (int run = 0; run < runs; run++) {
        int count = take_baseline(s, kind, nodes, &rng, walked);
        wend_path walk = {.graph = s->graph, .nodes = walked, .count = count};
        WEND_TRY(score_baseline(s, walk, reference, sums[run]));
    }
    return WEND_OK;
}

static wend_status enter_building(baseline_stage* s, const char* scan) {
    if (s->scan && strcmp(s->scan, scan) == 0) return WEND_OK;
    wend_graph_world_def def = wend_graph_world_default_def();
    wend_graph_world_destroy(s->world);
    s->world = NULL;
    s->scan = scan;
    WEND_TRY(wend_graph_set_get(s->set, scan, &s->graph, s->t->error));
    return wend_graph_world_create(&s->graph, 1, &def, &s->world, s->t->error);
}

// ---- the table --------------------------------------------------------------------------------

static void add_cells(table* t, const baseline_kind* kind, double (*sums)[COLUMNS], int runs,
                      int episodes) {
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
        for (int r = 0; r < runs; r++) mean += sums[r][c] / episodes / runs;
        for (int r = 0; r < runs; r++) {
            double off = sums[r][c] / episodes - mean;
            squares += off * off;
        }
        double deviation = runs > 1 ? sqrt(squares / (runs - 1)) : 0;
        table_cell(t, (wend_reproduce_cell){.name = columns[c].name,
                                            .ours = mean,
                                            .deviation = deviation,
                                            .standard_error = deviation / sqrt(runs),
                                            .paper = c < 6 ? kind->printed[c] : 0,
                                            .has_paper = c < 6,
                                            .decimals = columns[c].decimals});
    }
    table_row(t, kind->name);
}

static wend_status reproduce_baselines_add_path(baseline_stage* s, int index) {
    const baseline_kind* kind = &walks[index];
    int runs = kind->first_given ? 1 : s->t->def->runs;  // deterministic, so one run is sufficient
    int count = wend_vln_episodes_count(s->episodes);
    double(*sums)[COLUMNS] = wend_alloc_zero((size_t)runs, sizeof *sums);
    if (!sums) return wend_fail(s->t->error, WEND_NO_MEMORY, "out of memory for %d runs", runs);
    wend_status status = WEND_OK;
    for (int i = 0; i < count && status == WEND_OK; i++) {
        const wend_vln_episode* e = wend_vln_episodes_at(s->episodes, i);
        status = enter_building(s, e->scan);
        if (status == WEND_OK) status = baseline_episode(s, e, kind, runs, sums);
        table_progress(s->t, index * count + i + 1, BASELINES * count);
    }
    if (status == WEND_OK) add_cells(s->t, kind, sums, runs, count > 0 ? count : 1);
    wend_free(sums);
    return status;
}

wend_status reproduce_rxr_table4(table* t) {
    baseline_stage s = {.t = t};
    WEND_TRY(table_open_graphs(t, WEND_POSITIONS_PANORAMAS, &s.set));
    wend_status status = table_open_r2r(t, "val_unseen", &s.episodes);
    if (status == WEND_OK) status = wend_dtw_create(&s.dtw, t->error);
    for (int i = 0; i < BASELINES && status == WEND_OK; i++)
        status = reproduce_baselines_add_path(&s, i);
    wend_graph_world_destroy(s.world);
    wend_dtw_destroy(s.dtw);
    wend_vln_episodes_destroy(s.episodes);
    wend_graph_set_destroy(s.set);
    table_note(t, "panorama positions, 783 paths, five steps, success under 3 m");
    table_note(t,
               "straight: the first heading is kept, and the neighbour whose compass heading in "
               "[0, 2 pi) is nearest to it is taken, without wrapping round at 2 pi");
    table_note(t,
               "the random heading is drawn in degrees, -180 to 180, and used as radians; the "
               "last three rows show what other conventions give");
    table_note(
        t,
        "spl: shortest path to the final position over the trajectory's length, times success; "
        "spl_to_goal: the usual one");
    return status;
}
