// Viewpoint graphs made from any scene, so that generated and imported houses can host R2R, RxR and
// IR2R: panorama points in every room, joined where one can walk and see.
#ifndef WEND_VIEWPOINTS_H
#define WEND_VIEWPOINTS_H

#include "wend/graph.h"
#include "wend/scene.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct wend_viewpoints_def {
    float spacing;     // metres from a viewpoint to its neighbours, about; 0.5 to 20; default 2.2
    float eye_height;  // metres of the camera above the floor; default 1.5, as in Matterport
    float reach;       // metres that an edge is long at most; default 5
    float detour;      // walking over straight distance of an edge at most; default 1.2
    float radius;      // of the body that walks, metres; default 0.18
    int max_count;     // viewpoints; 1 to 2000; default 512. The spacing is widened to keep to it
} wend_viewpoints_def;

WEND_API wend_viewpoints_def wend_viewpoints_default_def(void);

// The graph of what can be reached from the largest island of the scene's navmesh, closed doors
// being opened: at least one viewpoint a room, all connected. Ids are 32 hexadecimal digits that
// follow from the scene's hash. wend_graph_write writes it in Matterport's form. Nullable: def.
WEND_API wend_status wend_viewpoints_make(const wend_scene* scene, const wend_viewpoints_def* def,
                                          wend_graph** graph, wend_error* error);
// The graph over the plan of one level, as wend_scene_draw draws it.
WEND_API wend_status wend_viewpoints_draw(const wend_graph* graph, const wend_scene* scene,
                                          int level, float pixels_per_metre, const char* path,
                                          wend_error* error);

#ifdef __cplusplus
}
#endif
#endif
