// IVLN: Table 1's tours, and Figure 2b's coverage on the graph world.
#include <stdio.h>

#include "analyze/reproduce.h"
#include "analyze/tour_coverage.h"

#include "wend/benchmarks/ivln.h"

// ---- Table 1 ----------------------------------------------------------------------------------

// The IR2R rows as printed. [IVLN Table 1]
static const struct {
    const char* split;
    double scenes, episodes, tours, mean, min, max, deviation;
} printed[] = {
    {"train", 61, 14025, 183, 76.6, 2, 99, 28.4},
    {"val_seen", 53, 1011, 159, 6.4, 2, 11, 2.1},
    {"val_unseen", 11, 2349, 33, 71.2, 6, 100, 34.0},
};

static wend_status plan_split(table* t, wend_graph_set* graphs, const char* split,
                              wend_vln_episodes** episodes, wend_tour_plan** plan) {
    wend_tour_plan_def def = wend_tour_plan_default_def();
    def.seed = t->def->seed;
    def.split = split;
    *plan = NULL;
    WEND_TRY(table_open_r2r(t, split, episodes));
    wend_status status = wend_tour_plan_build(graphs, *episodes, &def, plan, t->error);
    if (status == WEND_OK) return WEND_OK;
    wend_vln_episodes_destroy(*episodes);
    *episodes = NULL;
    return status;
}

static wend_status reproduce_tours_add_split(table* t, wend_graph_set* graphs, int row) {
    wend_vln_episodes* episodes;
    wend_tour_plan* plan;
    WEND_TRY(plan_split(t, graphs, printed[row].split, &episodes, &plan));
    wend_tour_plan_stats s = wend_tour_plan_get_stats(plan);
    table_paper(t, "scenes", s.scenes, printed[row].scenes, 0);
    table_paper(t, "episodes", s.episodes, printed[row].episodes, 0);
    table_paper(t, "tours", s.tours, printed[row].tours, 0);
    table_paper(t, "mean", s.mean, printed[row].mean, 1);
    table_paper(t, "min", s.min, printed[row].min, 0);
    table_paper(t, "max", s.max, printed[row].max, 0);
    table_paper(t, "sd", s.deviation, printed[row].deviation, 1);
    table_ours(t, "left_out", s.left_out, 0);
    table_ours(t, "metres", s.metres, 0);
    table_ours(t, "metres_as_read", s.metres_as_read, 0);
    table_row(t, printed[row].split);
    wend_tour_plan_destroy(plan);
    wend_vln_episodes_destroy(episodes);
    return WEND_OK;
}

wend_status reproduce_ivln_table1(table* t) {
    wend_graph_set* graphs;
    WEND_TRY(table_open_graphs(t, WEND_POSITIONS_POSES, &graphs));
    wend_status status = WEND_OK;
    for (int i = 0; i < 3 && status == WEND_OK; i++) {
        status = reproduce_tours_add_split(t, graphs, i);
        table_progress(t, i + 1, 3);
    }
    wend_graph_set_destroy(graphs);
    table_note(t, "a group of one path makes no tour: three scenes of val_seen have a single path");
    table_note(t,
               "three copies of each tour, although 14 paths of train and one of val_seen have a "
               "fourth instruction; it is left out");
    table_note(t, "sd is the population's, over tours and not scenes");
    table_note(t,
               "metres: walked between episodes in one copy of each tour; metres_as_read: the "
               "same in R2R's order");
    return status;
}

// ---- Figure 2b --------------------------------------------------------------------------------

enum { MAX_DONE = 100, MIN_TOURS = 10 };  // min number of tours for a mean

// VLN-CE's depth camera (90 degrees, 10 m) is closest to the paper's maps.
static const tour_sight sights[] = {
    {"in view", 90, 10, true},
    {"visible", 360, INFINITY, true},
    {"stood on", 0, 0, true},
};
enum { CAMERA = 0 };

static void reproduce_tours_add_row(table* t, const tour_coverage* c, int done,
                                    const tour_sight* sight) {
    bool stated = done == 10 && sight == &sights[CAMERA];
    char label[64];
    table_ours(t, "tours", c->tours[done], 0);
    table_cell(t, (wend_reproduce_cell){.name = "next",
                                        .ours = 100 * c->next[done] / c->tours[done],
                                        .paper = 50,
                                        .has_paper = stated,
                                        .at_least = true,
                                        .decimals = 1});
    table_cell(t, (wend_reproduce_cell){.name = "whole",
                                        .ours = 100 * c->whole[done] / c->tours[done],
                                        .paper = 70,
                                        .has_paper = stated,
                                        .at_least = true,
                                        .decimals = 1});
    snprintf(label, sizeof label, "%s, after %d", sight->name, done);
    table_row(t, label);
}

static void add_curves(table* t, const tour_coverage* c, const tour_sight* sight) {
    static const int shown[] = {1, 2, 5, 10, 20, 50, 90};
    double x[MAX_DONE], next[MAX_DONE], whole[MAX_DONE];
    int count = 0;
    char label[64];
    for (int i = 0; i < MAX_DONE && c->tours[i] >= MIN_TOURS; i++, count++) {
        x[i] = i;
        next[i] = 100 * c->next[i] / c->tours[i];
        whole[i] = 100 * c->whole[i] / c->tours[i];
    }
    snprintf(label, sizeof label, "next path, %s", sight->name);
    table_series(t, label, x, next, count);
    snprintf(label, sizeof label, "whole tour, %s", sight->name);
    table_series(t, label, x, whole, count);
    for (size_t i = 0; i < sizeof shown / sizeof *shown; i++)
        if (shown[i] < count) reproduce_tours_add_row(t, c, shown[i], sight);
}

static wend_status add_sights(table* t, wend_graph_set* graphs, const wend_vln_episodes* episodes,
                              const wend_tour_plan* plan) {
    for (size_t i = 0; i < sizeof sights / sizeof *sights; i++) {
        tour_coverage coverage;
        WEND_TRY(tour_coverage_make(graphs, episodes, plan, &sights[i], &coverage, t->error));
        add_curves(t, &coverage, &sights[i]);
    }
    return WEND_OK;
}

wend_status reproduce_ivln_fig2b(table* t) {
    wend_graph_set* graphs;
    wend_vln_episodes* episodes;
    wend_tour_plan* plan;
    WEND_TRY(table_open_graphs(t, WEND_POSITIONS_POSES, &graphs));
    wend_status status = plan_split(t, graphs, "train", &episodes, &plan);
    if (status == WEND_OK) {
        status = add_sights(t, graphs, episodes, plan);
        wend_tour_plan_destroy(plan);
        wend_vln_episodes_destroy(episodes);
    }
    wend_graph_set_destroy(graphs);
    t->x_label = "episodes performed";
    t->y_label = "% observed";
    table_note(t,
               "the paper draws this for IR2R-CE train from depth maps, and states that "
               "after 10 episodes over 50 %% of the next path and over 70 %% of the tour are seen");
    table_note(
        t,
        "here IR2R train on graphs: an oracle follows each path and the shortest path to the "
        "next start; coverage is computed before each path; what is visible on a path are the "
        "viewpoints seen from it");
    table_note(t,
               "in view: visible viewpoints within 45 degrees of the path and 10 m, as VLN-CE's "
               "camera; visible: all that are; stood on: the visited viewpoints only");
    table_note(t,
               "IR2R's tours are longer than IR2R-CE's (77 episodes against 48), so that ten "
               "episodes are less of a tour");
    return status;
}
