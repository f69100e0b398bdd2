#include "draw/scene_plan.h"
#include "nav/graph.h"

#include "wend/nav.h"

// Level of a viewpoint: the highest floor not above its feet.
static int viewpoint_plan_level_of(const wend_scene* scene, const wend_graph* graph, int node) {
    const wend_scene_arrays* a = wend_scene_get(scene);
    float feet =
        wend_graph_position(graph, node).y - (float)wend_graph_viewpoint(graph, node)->height;
    int level = 0;
    for (uint32_t i = 1; i < a->levels.count; i++)
        if (a->levels.items[i].floor <= feet + 0.5f) level = (int)i;
    return level;
}

typedef struct overlay {
    const wend_graph* graph;
    const wend_scene* scene;
} overlay;

// Edges to other levels are dashed.
static void draw_graph(void* context, const draw_sheet* sheet) {
    const overlay* o = context;
    const wend_graph* g = o->graph;
    for (int i = 0; i < wend_graph_count(g); i++) {
        if (viewpoint_plan_level_of(o->scene, g, i) != sheet->level) continue;
        wend_graph_edges edges = wend_graph_neighbours(g, i);
        wend_vec2 from = draw_sheet_at(sheet, wend_graph_position(g, i));
        for (int k = 0; k < edges.count; k++) {
            int j = edges.nodes[k];
            bool leaves = viewpoint_plan_level_of(o->scene, g, j) != sheet->level;
            if (j < i && !leaves) continue;
            canvas_line(sheet->c, from, draw_sheet_at(sheet, wend_graph_position(g, j)),
                        (canvas_style){.stroke = 0x2166acc0, .width = 2, .dash = leaves ? 5 : 0});
        }
    }
    for (int i = 0; i < wend_graph_count(g); i++)
        if (viewpoint_plan_level_of(o->scene, g, i) == sheet->level)
            canvas_circle(sheet->c, draw_sheet_at(sheet, wend_graph_position(g, i)), 5,
                          (canvas_style){.fill = 0xd6604dff, .stroke = 0xffffffff, .width = 1.5f});
}

wend_status wend_viewpoints_draw(const wend_graph* graph, const wend_scene* scene, int level,
                                 float pixels_per_metre, const char* path, wend_error* error) {
    overlay o = {graph, scene};
    draw_def def = {level, pixels_per_metre, draw_graph, &o};
    return draw_plan(scene, &def, path, error);
}
