// wend scene graph: builds the viewpoint graph of a scene for R2R, RxR and their tools.
#include <stdio.h>
#include <string.h>

#include "commands.h"
#include "options.h"
#include "scene_argument.h"

#include "wend/nav.h"

static wend_status cmd_scene_graph_draw(const void* graph, const wend_scene* scene, int level,
                                        float scale, const char* path, wend_error* error) {
    return wend_viewpoints_draw(graph, scene, level, scale, path, error);
}

static void cmd_scene_graph_print_summary(const wend_graph* graph) {
    double metres = 0;
    int count = wend_graph_count(graph), edges = wend_graph_edge_count(graph);
    for (int i = 0; i < count; i++) {
        wend_graph_edges e = wend_graph_neighbours(graph, i);
        for (int k = 0; k < e.count; k++) metres += e.lengths[k] / 2;
    }
    printf("%d viewpoints, %d edges (%.1f per viewpoint, mean length %.2f m), %d components\n",
           count, edges, count ? 2.0 * edges / count : 0, edges ? metres / edges : 0,
           wend_graph_component_count(graph));
}

static bool has_viewpoint(const wend_graph* graph, const wend_scene* scene, uint32_t room) {
    for (int i = 0; i < wend_graph_count(graph); i++) {
        wend_vec3 at = wend_graph_position(graph, i);
        at.y -= (float)wend_graph_viewpoint(graph, i)->height - 0.1f;
        if (wend_scene_room_at(scene, at) == room) return true;
    }
    return false;
}

static void print_rooms_without(const wend_graph* graph, const wend_scene* scene) {
    const wend_scene_arrays* a = wend_scene_get(scene);
    for (uint32_t i = 1; i < a->rooms.count; i++)
        if (!has_viewpoint(graph, scene, i))
            printf("%s has none: it is not reachable from the largest component\n",
                   wend_scene_text(scene, a->rooms.items[i].name));
}

int command_scene_graph(int argc, char** argv) {
    wend_viewpoints_def def = wend_viewpoints_default_def();
    const char *out = NULL, *map = NULL;
    const option options[] = {
        {"--spacing", OPTION_FLOAT, &def.spacing, "M", "approximate distance between viewpoints",
         0.5, 20},
        {"--eye-height", OPTION_FLOAT, &def.eye_height, "M", "camera height above the floor", 0.01,
         3, .old = "--eye"},
        {"--max-edge", OPTION_FLOAT, &def.reach, "M", "max edge length", 0.5, 100,
         .old = "--reach"},
        {"--agent-radius", OPTION_FLOAT, &def.radius, "M", "agent radius", 0.01, 10,
         .old = "--radius"},
        {"--max-viewpoints", OPTION_INT, &def.max_count, "N",
         "max viewpoints; the spacing grows to keep it", 1, 2000, .old = "--max"},
        {"--map", OPTION_TEXT, &map, "FILE",
         "draw the graph over the floor plan: .png or .svg, one file per floor",
         .endings = ".png .svg"},
        {"-o", OPTION_TEXT, &out, "FILE", "output: NAME_connectivity.json", .endings = ".json"},
    };
    arguments a = {.command = "scene graph",
                   .summary = "Generates a viewpoint graph of a scene in Matterport's format.",
                   .operands = "SCENE",
                   .options = options,
                   .option_count = OPTION_COUNT(options),
                   .min_operands = 1,
                   .max_operands = 1};
    int status;
    wend_error error;
    wend_scene* scene;
    wend_graph* graph;
    wend_import_def import = wend_import_default_def();
    import.bake = false;
    if (!arguments_read(&a, argc, argv, &status)) return status;
    if (!out && !map) return report_misuse(&a, "-o is required: -o NAME_connectivity.json");
    if (wend_scene_open(a.given[0], &import, &scene, &error) != WEND_OK)
        return report_error(&error);
    wend_status result = wend_viewpoints_make(scene, &def, &graph, &error);
    if (result == WEND_OK && out) result = wend_graph_write(graph, out, &error);
    if (result == WEND_OK && map)
        result = level_draw(scene, -1, 0, map, cmd_scene_graph_draw, graph, &error);
    if (result == WEND_OK) {
        cmd_scene_graph_print_summary(graph);
        print_rooms_without(graph, scene);
    }
    wend_graph_destroy(graph);
    wend_scene_destroy(scene);
    return result == WEND_OK ? EXIT_OK : report_error(&error);
}
