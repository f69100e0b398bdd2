// Steps on viewpoint graphs. Two tables are computed once: the neighbours of each node with their
// angles, and the node that FORWARD leads to from each of its 36 views. A step is a table lookup.
#include <string.h>

#include "wend/sim.h"

enum { HEADINGS = WEND_GRAPH_HEADINGS, VIEWS = WEND_GRAPH_VIEWS };

static const double increment = 2 * WEND_PI / HEADINGS;  // 30 degrees, for heading and elevation

struct wend_graph_world {
    const wend_graph** graphs;  // [graph_count]
    int graph_count;
    int count;             // nodes
    double half_field;     // half of the horizontal field of view, radians
    uint32_t* first_node;  // [graph_count + 1]
    uint32_t* first_edge;  // [count + 1]
    wend_graph_candidate* edges;
    uint32_t* forward;  // [count][36] target of FORWARD; the node itself: no neighbour is in view
    uint8_t view_after[WEND_GRAPH_DOWN + 1][VIEWS];  // [action][view]
};

wend_graph_world_def wend_graph_world_default_def(void) {
    return (wend_graph_world_def){.field = 80};
}

// ---- angles -------------------------------------------------------------------------------------

static double turn_to_positive(double angle) {
    angle = fmod(angle, 2 * WEND_PI);
    return angle < 0 ? angle + 2 * WEND_PI : angle;
}

// Wraps an angle into [-pi, pi).
static double graph_world_wrap(double angle) { return turn_to_positive(angle + WEND_PI) - WEND_PI; }

static int snap(double heading, double elevation) {
    int step = (int)lround(turn_to_positive(heading) / increment) % HEADINGS;
    int row = elevation < -increment / 2 ? 0 : elevation > increment / 2 ? 2 : 1;
    return HEADINGS * row + step;
}

static double view_heading(int view) { return view % HEADINGS * increment; }
static double view_elevation(int view) { return (view / HEADINGS - 1) * increment; }

typedef struct offset {
    double heading, elevation, apart;  // radians from the centre of a view; apart: norm of both
} offset;

static offset offset_from(const wend_graph_candidate* c, int view) {
    double heading = graph_world_wrap((double)c->heading - view_heading(view));
    double elevation = (double)c->elevation - view_elevation(view);
    return (offset){heading, elevation, sqrt(heading * heading + elevation * elevation)};
}

// ---- create and destroy ------------------------------------------------------------------------

static wend_graph_candidate candidate_make(const wend_graph* graph, int from, int to,
                                           double distance) {
    const double *a = wend_graph_matterport_position(graph, from),
                 *b = wend_graph_matterport_position(graph, to);
    double x = b[0] - a[0], y = b[1] - a[1], z = b[2] - a[2];
    double heading = turn_to_positive(atan2(x, y)), elevation = atan2(z, sqrt(x * x + y * y));
    return (wend_graph_candidate){.heading = (float)heading,
                                  .elevation = (float)elevation,
                                  .distance = (float)distance,
                                  .view = (uint8_t)snap(heading, elevation)};
}

static uint32_t forward_from(const wend_graph_world* w, uint32_t node, int view) {
    wend_graph_candidates all = wend_graph_world_candidates(w, node);
    double min = INFINITY;
    uint32_t target = node;
    for (int i = 0; i < all.count; i++) {
        offset o = offset_from(&all.items[i], view);
        if (fabs(o.heading) > w->half_field || o.apart >= min) continue;
        min = o.apart;
        target = all.items[i].node;
    }
    return target;
}

static void fill_graph(wend_graph_world* w, const wend_graph* graph, uint32_t base,
                       uint32_t* edge) {
    for (int i = 0; i < wend_graph_count(graph); i++) {
        wend_graph_edges near = wend_graph_neighbours(graph, i);
        w->first_edge[base + (uint32_t)i] = *edge;
        for (int k = 0; k < near.count; k++) {
            wend_graph_candidate* c = &w->edges[(*edge)++];
            *c = candidate_make(graph, i, near.nodes[k], near.lengths[k]);
            c->node = base + near.nodes[k];
        }
    }
}

static void fill_views(wend_graph_world* w) {
    for (int view = 0; view < VIEWS; view++) {
        int row = view / HEADINGS, step = view % HEADINGS;
        int left = (step + HEADINGS - 1) % HEADINGS, right = (step + 1) % HEADINGS;
        w->view_after[WEND_GRAPH_STOP][view] = (uint8_t)view;
        w->view_after[WEND_GRAPH_FORWARD][view] = (uint8_t)view;
        w->view_after[WEND_GRAPH_LEFT][view] = (uint8_t)(HEADINGS * row + left);
        w->view_after[WEND_GRAPH_RIGHT][view] = (uint8_t)(HEADINGS * row + right);
        w->view_after[WEND_GRAPH_UP][view] = (uint8_t)(row < 2 ? view + HEADINGS : view);
        w->view_after[WEND_GRAPH_DOWN][view] = (uint8_t)(row > 0 ? view - HEADINGS : view);
    }
}

static bool graph_world_make_room(wend_graph_world* w, const wend_graph* const* graphs) {
    size_t edges = 0, nodes = 0;
    w->first_node = wend_alloc_zero((size_t)w->graph_count + 1, sizeof *w->first_node);
    w->graphs = wend_alloc((size_t)w->graph_count * sizeof *w->graphs + 1);
    if (!w->first_node || !w->graphs) return false;
    for (int g = 0; g < w->graph_count; g++) {
        w->first_node[g] = (uint32_t)nodes;
        w->graphs[g] = graphs[g];
        nodes += (size_t)wend_graph_count(graphs[g]);
        edges += 2 * (size_t)wend_graph_edge_count(graphs[g]);
    }
    w->first_node[w->graph_count] = (uint32_t)nodes;
    w->count = (int)nodes;
    w->first_edge = wend_alloc_zero(nodes + 1, sizeof *w->first_edge);
    w->edges = wend_alloc_zero(edges, sizeof *w->edges);
    w->forward = wend_alloc_zero(nodes, VIEWS * sizeof *w->forward);
    return w->first_edge && w->edges && w->forward;
}

wend_status wend_graph_world_create(const wend_graph* const* graphs, int graph_count,
                                    const wend_graph_world_def* def, wend_graph_world** world,
                                    wend_error* error) {
    *world = NULL;
    if (!(def->field > 0 && def->field <= 360))
        return wend_fail(error, WEND_ARGUMENT,
                         "a field of view of %g degrees; give more than 0 and "
                         "at most 360",
                         (double)def->field);
    wend_graph_world* w = wend_alloc_zero(1, sizeof *w);
    if (!w) return wend_fail(error, WEND_NO_MEMORY, "out of memory for a graph world");
    w->graph_count = graph_count;
    w->half_field = (double)def->field * WEND_PI / 360;
    if (!graph_world_make_room(w, graphs)) {
        wend_graph_world_destroy(w);
        return wend_fail(error, WEND_NO_MEMORY, "out of memory for a world of %d graphs",
                         graph_count);
    }
    fill_views(w);
    uint32_t edge = 0;
    for (int g = 0; g < graph_count; g++) fill_graph(w, graphs[g], w->first_node[g], &edge);
    w->first_edge[w->count] = edge;
    for (int node = 0; node < w->count; node++)
        for (int view = 0; view < VIEWS; view++)
            w->forward[node * VIEWS + view] = forward_from(w, (uint32_t)node, view);
    *world = w;
    return WEND_OK;
}

void wend_graph_world_destroy(wend_graph_world* world) {
    if (!world) return;
    wend_free(world->first_node);
    wend_free(world->graphs);
    wend_free(world->first_edge);
    wend_free(world->edges);
    wend_free(world->forward);
    wend_free(world);
}

int wend_graph_world_count(const wend_graph_world* world) { return world->count; }

const wend_graph* wend_graph_world_graph(const wend_graph_world* world, int graph) {
    return world->graphs[graph];
}

uint32_t wend_graph_world_node(const wend_graph_world* world, int graph, int viewpoint) {
    return world->first_node[graph] + (uint32_t)viewpoint;
}

int wend_graph_world_viewpoint(const wend_graph_world* world, uint32_t node, int* graph) {
    int low = 0, high = world->graph_count - 1;
    while (low < high) {
        int middle = (low + high + 1) / 2;
        if (world->first_node[middle] <= node)
            low = middle;
        else
            high = middle - 1;
    }
    if (graph) *graph = low;
    return (int)(node - world->first_node[low]);
}

wend_vec3 wend_graph_world_floor(const wend_graph_world* world, uint32_t node) {
    int graph, viewpoint = wend_graph_world_viewpoint(world, node, &graph);
    wend_vec3 at = wend_graph_position(world->graphs[graph], viewpoint);
    at.y -= (float)wend_graph_viewpoint(world->graphs[graph], viewpoint)->height;
    return at;
}

wend_graph_candidates wend_graph_world_candidates(const wend_graph_world* world, uint32_t node) {
    uint32_t first = world->first_edge[node];
    return (wend_graph_candidates){world->edges + first,
                                   (int)(world->first_edge[node + 1] - first)};
}

// ---- steps -------------------------------------------------------------------------------------

wend_walker wend_walker_make(uint32_t node, double heading, double elevation) {
    return (wend_walker){.node = node, .view = (uint8_t)snap(heading, elevation)};
}

double wend_walker_heading(const wend_walker* walker) { return view_heading(walker->view); }

void wend_graph_world_step(const wend_graph_world* world, wend_walker* walkers,
                           const uint8_t* actions, int count) {
    for (int i = 0; i < count; i++) {
        wend_walker* w = &walkers[i];
        uint8_t action = actions[i];
        if (w->stopped || action > WEND_GRAPH_DOWN) continue;
        w->steps++;
        w->stopped = action == WEND_GRAPH_STOP;
        if (action == WEND_GRAPH_FORWARD) w->node = world->forward[w->node * VIEWS + w->view];
        w->view = world->view_after[action][w->view];
    }
}

int wend_graph_world_move(const wend_graph_world* world, wend_walker* walkers,
                          const int16_t* choices, int count) {
    int wrong = 0;
    for (int i = 0; i < count; i++) {
        wend_walker* w = &walkers[i];
        if (w->stopped) continue;
        wend_graph_candidates all = wend_graph_world_candidates(world, w->node);
        if (choices[i] < -1 || choices[i] >= all.count) {
            wrong++;
            continue;
        }
        w->steps++;
        if (choices[i] < 0) {
            w->stopped = true;
        } else {
            w->node = all.items[choices[i]].node;
            w->view = all.items[choices[i]].view;
        }
    }
    return wrong;
}

int wend_graph_world_navigable(const wend_graph_world* world, const wend_walker* walker,
                               wend_graph_sight* items, int capacity) {
    wend_graph_candidates all = wend_graph_world_candidates(world, walker->node);
    int found = 0;
    for (int i = 0; i < all.count; i++) {
        offset o = offset_from(&all.items[i], walker->view);
        if (fabs(o.heading) > world->half_field) continue;
        int at = found < capacity ? found : capacity;
        found++;
        // Insertion sort: there are few neighbours. Those beyond the capacity are dropped.
        for (; at > 0; at--) {
            offset before = offset_from(&all.items[items[at - 1].candidate], walker->view);
            if (before.apart <= o.apart) break;
            if (at < capacity) items[at] = items[at - 1];
        }
        if (at < capacity)
            items[at] = (wend_graph_sight){(uint16_t)i, (float)o.heading, (float)o.elevation};
    }
    return found;
}
