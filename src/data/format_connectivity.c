// Matterport viewpoint graphs.
#include <stdio.h>
#include <string.h>

#include "data/format.h"

static int format_connectivity_detect(const outline* o) {
    bool match = outline_has(o, 2, KEY_image_id) && outline_has(o, 2, KEY_unobstructed);
    return o->root == '[' && match ? 90 : 0;
}

// "…/1LXtFkjw3qL_connectivity.json" is the building 1LXtFkjw3qL.
static void format_connectivity_scan(const char* path, char scan[128]) {
    const char* slash = strrchr(path, '/');
    snprintf(scan, 128, "%s", slash ? slash + 1 : path);
    char* tail = strstr(scan, "_connectivity");
    if (!tail) tail = strchr(scan, '.');
    if (tail) *tail = 0;
}

static wend_status format_connectivity_parse(const records_text* source, void** payload,
                                             wend_error* error) {
    char scan[128];
    format_connectivity_scan(source->name, scan);
    wend_graph* graph = NULL;
    wend_status status = wend_graph_parse(source->text, source->size, scan, NULL,
                                          WEND_POSITIONS_POSES, &graph, error);
    *payload = graph;
    return status;
}

static wend_status format_connectivity_write(const void* payload, const char* path,
                                             wend_error* error) {
    return wend_graph_write(payload, path, error);
}

static void format_connectivity_destroy(void* payload) { wend_graph_destroy(payload); }
static int format_connectivity_count(const void* payload) { return wend_graph_count(payload); }

static wend_status format_connectivity_check(check* c) {
    const wend_graph* graph = c->episodes->payload;
    text_set ids = {0};
    snprintf(c->where, sizeof c->where, "building %.100s", wend_graph_scan(graph));
    for (int i = 0; i < wend_graph_count(graph); i++)
        check_id(c, &ids, "viewpoint", wend_graph_viewpoint(graph, i)->id);
    int pieces = wend_graph_component_count(graph);
    if (pieces > 1) check_say(c, WEND_RULE_NOT_CONNECTED, "%d pieces", pieces);
    text_set_destroy(&ids);
    return WEND_OK;
}

static wend_status format_connectivity_summarize(tally* t) {
    const wend_graph* graph = t->episodes->payload;
    tally_one(t, "buildings", "", wend_graph_scan(graph));
    for (int i = 0; i < wend_graph_count(graph); i++) {
        tally_one(t, "viewpoints", "", NULL);
        if (!wend_graph_viewpoint(graph, i)->included) continue;
        tally_one(t, "included viewpoints", "", NULL);
        wend_graph_edges edges = wend_graph_neighbours(graph, i);
        tally_value(t, "neighbours", "", "", edges.count);
        for (int k = 0; k < edges.count; k++) {
            if (edges.nodes[k] < i) continue;
            tally_one(t, "edges", "", NULL);
            tally_value(t, "edge", "", "m", edges.lengths[k]);
        }
    }
    if (wend_graph_component_count(graph) > 1)
        tally_one(t, "buildings that are not connected", "", NULL);
    return WEND_OK;
}

const format format_connectivity = {
    .kind = WEND_EPISODES_CONNECTIVITY,
    .name = "connectivity",
    .description = "a Matterport viewpoint graph",
    .detect = format_connectivity_detect,
    .parse = format_connectivity_parse,
    .write = format_connectivity_write,
    .destroy = format_connectivity_destroy,
    .count = format_connectivity_count,
    .check = format_connectivity_check,
    .summarize = format_connectivity_summarize,
};
