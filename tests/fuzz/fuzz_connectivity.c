// Any bytes as a connectivity file, and as the rooms file beside it.
#include "wend/nav.h"

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    wend_graph* graph;
    wend_rooms* rooms;
    wend_error error;
    const char* text = (const char*)data;
    if (wend_rooms_parse(text, size, "f", &rooms, &error) == WEND_OK) wend_rooms_destroy(rooms);
    if (wend_graph_parse(text, size, "f", NULL, WEND_POSITIONS_POSES, &graph, &error) != WEND_OK)
        return 0;
    int nodes[64];
    for (int i = 0; i < wend_graph_count(graph); i++) wend_graph_path(graph, 0, i, nodes, 64);
    wend_graph_destroy(graph);
    return 0;
}
