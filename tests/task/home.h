// A generated home for tests: its viewpoint graph, and paths over it with a plain instruction each.
#ifndef WEND_TEST_HOME_H
#define WEND_TEST_HOME_H

#include "test.h"

#include "wend/benchmarks/vln.h"
#include "wend/nav.h"

enum { HOME_MAX_PATH = 32 };

static inline wend_vln_instruction home_text(const char* id, bool is_rxr) {
    return (wend_vln_instruction){.id = id,
                                  .text = "Go there and stop.",
                                  .is_guide = is_rxr,
                                  .language = is_rxr ? "hi-IN" : NULL,
                                  .annotator = -1,
                                  .edit_distance = -1,
                                  .word_count = -1};
}

// Writes home.json and its graph into the test's folder; `count` shortest paths of 3 to 5 edges
// with `instructions` instructions each. RxR's kind has a record for each, in Hindi.
static inline const char* home_write(wend_vln_kind kind, int count, int instructions) {
    static char path[1024];
    wend_error error;
    wend_scene* scene;
    wend_graph* graph;
    char connectivity[1300];
    wend_import_def import = wend_import_default_def();
    import.bake = false;
    snprintf(path, sizeof path, "%s", test_path("home.json"));
    CHECK_OK(wend_scene_open("apartment:5", &import, &scene, &error));
    CHECK_OK(wend_viewpoints_make(scene, NULL, &graph, &error));
    snprintf(connectivity, sizeof connectivity, "%s.connectivity/%s_connectivity.json", path,
             wend_graph_scan(graph));
    CHECK_OK(wend_graph_write(graph, connectivity, &error));
    wend_vln_episode* episodes = calloc((size_t)(count * instructions), sizeof *episodes);
    wend_vln_instruction* texts = calloc((size_t)(count * instructions), sizeof *texts);
    const char*(*names)[HOME_MAX_PATH] = calloc((size_t)count, sizeof *names);
    char(*ids)[2][16] = calloc((size_t)(count * instructions), sizeof *ids);
    bool is_rxr = kind == WEND_VLN_RXR;
    int made = 0, records = 0, nodes = wend_graph_count(graph);
    for (int pair = 7; made < count && pair < nodes * nodes; pair += 13) {
        int from = pair % nodes, to = pair / nodes, way[HOME_MAX_PATH];
        int hops = wend_graph_hops(graph, from, to);
        if (hops < 3 || hops > 5) continue;
        int length = wend_graph_path(graph, from, to, way, HOME_MAX_PATH);
        for (int i = 0; i < length; i++) names[made][i] = wend_graph_viewpoint(graph, way[i])->id;
        for (int k = 0; k < instructions; k++) {
            int n = made * instructions + k;
            snprintf(ids[n][0], sizeof ids[n][0], "%d", is_rxr ? n : made);
            snprintf(ids[n][1], sizeof ids[n][1], is_rxr ? "%d" : "x%d", n);
            texts[n] = home_text(ids[n][1], is_rxr);
            if (k && !is_rxr) continue;
            episodes[records++] = (wend_vln_episode){.path_id = ids[n][0],
                                                     .scan = wend_graph_scan(graph),
                                                     .path = names[made],
                                                     .path_count = length,
                                                     .has_heading = true,
                                                     .heading = 1,
                                                     .instructions = &texts[n],
                                                     .instruction_count = is_rxr ? 1 : instructions,
                                                     .extra = "{\"scene_id\": \"apartment:5\"}"};
        }
        made++;
    }
    CHECK_INT(made, count);
    CHECK_OK(wend_vln_episodes_write(episodes, records, kind, path, &error));
    free(episodes);
    free(texts);
    free(names);
    free(ids);
    wend_graph_destroy(graph);
    wend_scene_destroy(scene);
    return path;
}

#endif
