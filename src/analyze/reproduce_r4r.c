// R4R from R2R: the numbers its authors' script prints.
#include <stdio.h>

#include "analyze/reproduce.h"

#include "wend/make.h"

// [google-research/r4r README, distance threshold 3.0, no heading threshold]
static const struct {
    const char* split;
    double instructions, paths, too_far, distance, shortest_distance, steps, shortest_steps;
} printed[] = {
    {"train", 233613, 25930, 381581, 20.5901583255, 10.5022469844, 12.0681064404, 6.4874662553},
    {"val_seen", 1035, 115, 2269, 20.3605171182, 11.1137253455, 12.2173913043, 7.0},
    {"val_unseen", 45162, 5018, 63401, 20.222094624, 10.057187751, 12.147070546, 6.40294938222},
};

static void reproduce_r4r_fill_row(table* t, const wend_r4r_stats* s, int row) {
    table_paper(t, "instructions", (double)s->instructions, printed[row].instructions, 0);
    table_paper(t, "paths", (double)s->paths, printed[row].paths, 0);
    table_paper(t, "too_far", (double)s->too_far, printed[row].too_far, 0);
    table_paper(t, "distance", s->distance, printed[row].distance, 4);
    table_paper(t, "shortest_distance", s->shortest_distance, printed[row].shortest_distance, 4);
    table_paper(t, "steps", s->steps, printed[row].steps, 4);
    table_paper(t, "shortest_steps", s->shortest_steps, printed[row].shortest_steps, 4);
}

static wend_status reproduce_r4r_add_split(table* t, wend_graph_set* graphs,
                                           wend_positions positions, int row) {
    wend_vln_episodes* r2r;
    wend_r4r* r4r = NULL;
    char name[64];
    wend_r4r_def def = wend_r4r_default_def();
    def.texts = false;
    WEND_TRY(table_open_r2r(t, printed[row].split, &r2r));
    wend_status status = wend_r4r_build(graphs, r2r, &def, &r4r, t->error);
    if (status == WEND_OK) {
        wend_r4r_stats stats = wend_r4r_get_stats(r4r);
        reproduce_r4r_fill_row(t, &stats, row);
        snprintf(name, sizeof name, "%s, %s", printed[row].split, wend_positions_name(positions));
        table_row(t, name);
    }
    wend_r4r_destroy(r4r);
    wend_vln_episodes_destroy(r2r);
    return status;
}

static wend_status add_positions(table* t, wend_positions positions) {
    wend_graph_set* graphs;
    WEND_TRY(table_open_graphs(t, positions, &graphs));
    wend_status status = WEND_OK;
    for (int i = 0; i < 3 && status == WEND_OK; i++)
        status = reproduce_r4r_add_split(t, graphs, positions, i);
    wend_graph_set_destroy(graphs);
    return status;
}

wend_status reproduce_r4r(table* t) {
    WEND_TRY(add_positions(t, WEND_POSITIONS_PANORAMAS));
    return add_positions(t, WEND_POSITIONS_POSES);
}
