#include "agent/rescuer/rescuer_edges.h"
#include "test.h"

typedef struct edge_case {
    wend_map* map;
    rescuer_edges* edges;
    rescuer_edge list[256];
    int count;
} edge_case;

// The edges of open ground of a radius around the origin.
static void open_disc(edge_case* c, float radius) {
    wend_error error;
    wend_map_def def = wend_map_default_def();
    def.cell = 0.15f;
    CHECK_OK(wend_map_create(&def, &c->map, &error));
    CHECK_OK(rescuer_edges_create(&c->edges, &error));
    CHECK_OK(wend_map_mark(c->map, wend_v3(0, 0, 0), radius + 3, WEND_CELL_UNKNOWN, &error));
    CHECK_OK(wend_map_mark(c->map, wend_v3(0, 0, 0), radius, WEND_CELL_FREE, &error));
    c->count = rescuer_edges_find(c->edges, c->map, c->list, 256);
}

static void close_disc(edge_case* c) {
    wend_map_destroy(c->map);
    rescuer_edges_destroy(c->edges);
}

TEST(the_frontier_around_open_ground_is_split_into_many_segments) {
    edge_case c = {0};
    bool quarter[4] = {0};
    open_disc(&c, 6);
    CHECK(c.count >= 16);
    for (int i = 0; i < c.count; i++) {
        float off = hypotf(c.list[i].x, c.list[i].z);
        CHECK(off > 4.5f && off <= 6.1f);
        CHECK(c.list[i].unknown > 1);
        quarter[(c.list[i].x > 0) + 2 * (c.list[i].z > 0)] = true;
    }
    CHECK(quarter[0] && quarter[1] && quarter[2] && quarter[3]);
    close_disc(&c);
}

TEST(a_small_hole_in_the_map_is_no_frontier) {
    edge_case c = {0};
    wend_error error;
    open_disc(&c, 6);
    int before = c.count;
    CHECK_OK(wend_map_mark(c.map, wend_v3(0.5f, 0, 0.5f), 0.3f, WEND_CELL_UNKNOWN, &error));
    CHECK_INT(rescuer_edges_find(c.edges, c.map, c.list, 256), before);
    CHECK_OK(wend_map_mark(c.map, wend_v3(0.5f, 0, 0.5f), 1.2f, WEND_CELL_UNKNOWN, &error));
    CHECK(rescuer_edges_find(c.edges, c.map, c.list, 256) > before);
    close_disc(&c);
}
