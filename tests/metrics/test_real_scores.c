// The metrics on the real R2R val-unseen, against numbers computed with networkx and numpy.
#include "test.h"

#include "wend/benchmarks/vln.h"
#include "wend/metrics.h"

enum { STEPS = 8 };

// A trajectory that is easy to repeat in any language: at step t of instruction k the neighbour
// numbered 7t + 3k, neighbours being in the file's order.
static int walk(const wend_graph* graph, int start, int k, int nodes[STEPS]) {
    nodes[0] = start;
    for (int t = 0; t < 5 + k; t++) {
        wend_graph_edges edges = wend_graph_neighbours(graph, nodes[t]);
        nodes[t + 1] = edges.nodes[(7 * t + 3 * k) % edges.count];
    }
    return 6 + k;
}

static int fill(const wend_graph* graph, const wend_vln_episode* e, int nodes[32]) {
    CHECK(e->path_count <= 32);
    for (int i = 0; i < e->path_count; i++) nodes[i] = wend_graph_find(graph, e->path[i]);
    return e->path_count;
}

static void add_scores(wend_dtw* dtw, const wend_graph* graph, const wend_vln_episode* e,
                       double* sums) {
    wend_error error;
    int reference[32], path[STEPS];
    int count = fill(graph, e, reference);
    for (int k = 0; k < e->instruction_count && k < 3; k++) {
        wend_path_case given = {
            .path = {.graph = graph, .nodes = path, .count = walk(graph, reference[0], k, path)},
            .reference = {.graph = graph, .nodes = reference, .count = count},
            .shortest = wend_graph_distance(graph, reference[0], reference[count - 1]),
            .rules = wend_path_rules_for(WEND_BENCHMARK_R2R, WEND_RULES_OFFICIAL)};
        wend_path_score s;
        CHECK_OK(wend_path_score_compute(dtw, &given, &s, &error));
        int column = 0;
#define X(field, name, unit, words) sums[column++] += s.field;
        WEND_PATH_SCORE_LIST(X)
#undef X
    }
}

static void check_means(wend_positions positions, const double expected[WEND_PATH_SCORE_COUNT]) {
    wend_error error;
    wend_graph_set_def def = wend_graph_set_default_def();
    def.connectivity = test_data("mp3d/connectivity");
    def.rooms = test_data("mp3d/rooms/viewpoint_rooms.json");
    def.positions = positions;
    wend_graph_set* set;
    wend_vln_episodes* episodes;
    wend_dtw* dtw;
    CHECK_OK(wend_graph_set_create(&def, &set, &error));
    CHECK_OK(wend_vln_episodes_read(test_data("r2r/R2R_val_unseen.json"), &episodes, &error));
    CHECK_OK(wend_dtw_create(&dtw, &error));
    double sums[WEND_PATH_SCORE_COUNT] = {0};
    for (int i = 0; i < wend_vln_episodes_count(episodes); i++) {
        const wend_vln_episode* e = wend_vln_episodes_at(episodes, i);
        const wend_graph* graph;
        CHECK_OK(wend_graph_set_get(set, e->scan, &graph, &error));
        add_scores(dtw, graph, e, sums);
    }
    for (int c = 0; c < WEND_PATH_SCORE_COUNT; c++) CHECK_NEAR(sums[c] / 2349, expected[c], 1e-10);
    wend_dtw_destroy(dtw);
    wend_vln_episodes_destroy(episodes);
    wend_graph_set_destroy(set);
}

TEST(trajectories_on_r2r_score_as_an_independent_program_on_poses) {
    static const double expected[WEND_PATH_SCORE_COUNT] = {
        12.354868194722767,   9.394130334948837, 0.05491698595146871, 0.10089399744572158,
        0.037596364424209945, 30.0304604978287,  0.2586188578775136,  0.037741142447396396,
        0.258075681869925,    0.5429225674591488};
    check_means(WEND_POSITIONS_POSES, expected);
}

TEST(trajectories_on_r2r_score_as_an_independent_program_on_panoramas) {
    static const double expected[WEND_PATH_SCORE_COUNT] = {
        12.356592473235755,  9.39192208685116,   0.05491698595146871, 0.10046828437633035,
        0.03757125041871877, 30.023440915847655, 0.25870864771382385, 0.037751199936582186,
        0.25806632346829406, 0.543030254375718};
    check_means(WEND_POSITIONS_PANORAMAS, expected);
}
