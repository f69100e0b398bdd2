// A building for tests, written as Matterport's files: a corridor of rooms, and one apart.
//
//   a0 - a1 - b0 - b1 - c0        d0 - d1          2 m from each to the next
//
// a, b and c are rooms 0, 1 and 2; d is room 3, in another piece of the graph.
#ifndef WEND_TEST_BUILDING_H
#define WEND_TEST_BUILDING_H

#include "test.h"

#include "wend/benchmarks/vln.h"
#include "wend/files.h"
#include "wend/nav.h"

enum { BUILDING_NODES = 7 };
static const char* const building_names[BUILDING_NODES] = {"a0", "a1", "b0", "b1",
                                                           "c0", "d0", "d1"};

static inline bool building_edge(int i, int j) { return abs(i - j) == 1 && i + j != 9; }

// Writes connectivity/hall_connectivity.json and rooms.json into the test's folder.
static inline void building_write(void) {
    wend_error error;
    wend_text_out graph = {0}, rooms = {0};
    wend_text_put(&rooms, "{\"pano_info\": {\"hall\": {");
    for (int i = 0; i < BUILDING_NODES; i++) {
        const char* name = building_names[i];
        wend_text_put(&graph, "%s{\"image_id\": \"%s\", \"included\": true, \"height\": 1.5, ",
                      i ? ", " : "[", name);
        wend_text_put(&graph, "\"pose\": [1,0,0,%d, 0,1,0,0, 0,0,1,1.5, 0,0,0,1]", 2 * i);
        for (int list = 0; list < 2; list++) {
            wend_text_put(&graph, ", \"%s\": [", list ? "visible" : "unobstructed");
            for (int j = 0; j < BUILDING_NODES; j++)
                wend_text_put(&graph, "%s%s", j ? "," : "", building_edge(i, j) ? "true" : "false");
            wend_text_put(&graph, "]");
        }
        wend_text_put(&graph, "}");
        wend_text_put(&rooms, "%s\"%s\": {\"position\": [\"%d\", \"0\", \"1.5\"], ", i ? ", " : "",
                      name, 2 * i);
        wend_text_put(&rooms,
                      "\"region_index\": \"%d\", \"region_label\": \"h\", \"label\": \"h\"}",
                      name[0] - 'a');
    }
    wend_text_put(&graph, "]");
    wend_text_put(&rooms, "}}}");
    CHECK_OK(wend_text_save(&graph, test_path("connectivity/hall_connectivity.json"), &error));
    CHECK_OK(wend_text_save(&rooms, test_path("rooms.json"), &error));
    wend_text_destroy(&graph);
    wend_text_destroy(&rooms);
}

static inline wend_status building_open(wend_graph_set** set, wend_error* error) {
    wend_graph_set_def def = wend_graph_set_default_def();
    char connectivity[512], rooms[512];
    snprintf(connectivity, sizeof connectivity, "%s", test_path("connectivity"));
    snprintf(rooms, sizeof rooms, "%s", test_path("rooms.json"));
    def.connectivity = connectivity;
    def.rooms = rooms;
    def.positions = WEND_POSITIONS_PANORAMAS;
    return wend_graph_set_create(&def, set, error);
}

// R2R's records of paths given as node lists: "0 1 2|3 2".
static inline wend_status building_episodes(const char* paths, wend_vln_episodes** episodes,
                                            wend_error* error) {
    char text[8192];
    int at = sprintf(text, "[");
    for (int id = 0; *paths; id++) {
        const char* end = strchr(paths, '|');
        size_t length = end ? (size_t)(end - paths) : strlen(paths);
        at += sprintf(text + at, "%s{\"scan\": \"hall\", \"path_id\": %d, \"heading\": 0.5, ",
                      id ? ", " : "", 100 + id);
        at += sprintf(text + at, "\"distance\": %d, \"path\": [", 2 * (int)(length / 2));
        for (size_t i = 0; i < length; i += 2)
            at += sprintf(text + at, "%s\"%s\"", i ? ", " : "", building_names[paths[i] - '0']);
        at +=
            sprintf(text + at, "], \"instructions\": [\"x%d \", \"y%d \", \"z%d \"]}", id, id, id);
        paths += length + (end != NULL);
    }
    sprintf(text + at, "]");
    return wend_vln_episodes_parse(text, strlen(text), "hall.json", episodes, error);
}

#endif
