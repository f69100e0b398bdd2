// The graph world: a discrete simulator in the manner of Room-to-Room. A walker stands on a
// viewpoint and looks along one of 36 views; it turns by 30 degrees, looks up and down by 30, and
// moves to a neighbouring viewpoint.
//
// Angles here are those of R2R's files, because view indices and headings are what features and
// episodes made elsewhere go by: heading is 0 along Matterport's +y and grows to the right;
// elevation grows upwards; both in radians. View = 12 * row + step, where row 0 looks 30 degrees
// down, 1 level, 2 up, and heading = step * 30 degrees. [Matterport3DSimulator]
//
// A world is made from any number of graphs and never changes; any number of threads may step
// walkers in it. Nothing is allocated after it is made.
#ifndef WEND_GRAPH_WORLD_H
#define WEND_GRAPH_WORLD_H

#include "wend/graph.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { WEND_GRAPH_VIEWS = 36, WEND_GRAPH_HEADINGS = 12 };

// The low-level actions of R2R's first agents. FORWARD goes to the neighbour nearest to the centre
// of the view, and nowhere when none is in the field of view; the view stays as it was. After STOP
// a walker stands still.
#define WEND_GRAPH_ACTION_LIST(X) \
    X(STOP, "stop")               \
    X(FORWARD, "forward")         \
    X(LEFT, "left")               \
    X(RIGHT, "right")             \
    X(UP, "up")                   \
    X(DOWN, "down")

typedef enum wend_graph_action {
#define X(name, word) WEND_GRAPH_##name,
    WEND_GRAPH_ACTION_LIST(X)
#undef X
} wend_graph_action;

WEND_API const char* wend_graph_action_name(wend_graph_action action);

typedef struct wend_graph_world_def {
    // How wide a view is for FORWARD and wend_graph_world_navigable, degrees. Only the horizontal
    // angle counts. R2R's simulator takes vertical field * width / height; with its 60 degrees and
    // 640 x 480 that is 80, the default.
    float field;
} wend_graph_world_def;

WEND_API wend_graph_world_def wend_graph_world_default_def(void);

typedef struct wend_graph_world wend_graph_world;

// The graphs must outlive the world. Nodes of the world count through all of them: node 0 is the
// first viewpoint of the first graph. Viewpoints that are not included have no neighbours.
WEND_API wend_status wend_graph_world_create(const wend_graph* const* graphs, int graph_count,
                                             const wend_graph_world_def* def,
                                             wend_graph_world** world, wend_error* error);
WEND_API void wend_graph_world_destroy(wend_graph_world* world);     // Nullable: world.
WEND_API int wend_graph_world_count(const wend_graph_world* world);  // nodes
WEND_API const wend_graph* wend_graph_world_graph(const wend_graph_world* world, int graph);
// From a viewpoint of a graph to the world's node, and back. Nullable: graph.
WEND_API uint32_t wend_graph_world_node(const wend_graph_world* world, int graph, int viewpoint);
WEND_API int wend_graph_world_viewpoint(const wend_graph_world* world, uint32_t node, int* graph);

// Where the floor below a node is, in wend's frame (y up).
WEND_API wend_vec3 wend_graph_world_floor(const wend_graph_world* world, uint32_t node);

// A neighbour as a panoramic agent is offered it.
typedef struct wend_graph_candidate {
    uint32_t node;
    float heading, elevation;  // from here to there, radians, heading in [0, 2 pi)
    float distance;            // metres
    uint8_t view;              // the one of the 36 views whose centre is nearest
} wend_graph_candidate;

typedef struct wend_graph_candidates {
    const wend_graph_candidate* items;  // in the order of the graph; valid as long as the world
    int count;
} wend_graph_candidates;

WEND_API wend_graph_candidates wend_graph_world_candidates(const wend_graph_world* world,
                                                           uint32_t node);

typedef struct wend_walker {
    uint32_t node;
    uint32_t steps;  // actions since the reset, STOP included
    uint8_t view;    // [0, 36)
    bool stopped;
} wend_walker;

// A walker at `node`, heading snapped to the nearest 30 degrees, elevation to the nearest row.
WEND_API wend_walker wend_walker_make(uint32_t node, double heading, double elevation);
WEND_API double wend_walker_heading(const wend_walker* walker);    // radians, [0, 2 pi)
WEND_API double wend_walker_elevation(const wend_walker* walker);  // -pi/6, 0 or pi/6

// One low-level action (wend_graph_action) for each of `count` walkers; any other number does
// nothing.
WEND_API void wend_graph_world_step(const wend_graph_world* world, wend_walker* walkers,
                                    const uint8_t* actions, int count);

// One panoramic action for each of `count` walkers: the index of a candidate, or -1 to stop. The
// walker turns to the candidate's view and goes there. Returns how many choices were no candidate;
// those walkers stay as they are.
WEND_API int wend_graph_world_move(const wend_graph_world* world, wend_walker* walkers,
                                   const int16_t* choices, int count);

// A neighbour in the walker's field of view.
typedef struct wend_graph_sight {
    uint16_t candidate;        // its place in wend_graph_world_candidates
    float heading, elevation;  // from the centre of the view, radians: right and up are positive
} wend_graph_sight;

// Writes the neighbours in the field of view, nearest to its centre first (FORWARD goes to the
// first), and returns how many there are, also those beyond `capacity`. R2R's simulator lists the
// walker's own place before them as index 0.
WEND_API int wend_graph_world_navigable(const wend_graph_world* world, const wend_walker* walker,
                                        wend_graph_sight* items, int capacity);

#ifdef __cplusplus
}
#endif
#endif
