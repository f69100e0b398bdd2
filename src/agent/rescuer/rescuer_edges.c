// Finds frontiers in blocks of 8 x 8 cells.
#include "agent/rescuer/rescuer_edges.h"

#include <string.h>

enum {
    BLOCK = 8,    // cells per side
    SIDE = 202,   // blocks per side
    LEAST = 4,    // min frontier cells of a block
    HIDDEN = 25,  // min unknown cells around it: a person fits into half a square metre
};

typedef struct edge_block {
    uint16_t unknown, cells;
    uint16_t sum_i, sum_j;  // sums over its frontier cells, relative to the block
} edge_block;

struct rescuer_edges {
    edge_block blocks[SIDE * SIDE];
};

wend_status rescuer_edges_create(rescuer_edges** edges, wend_error* error) {
    *edges = wend_alloc_zero(1, sizeof **edges);
    return *edges ? WEND_OK
                  : wend_fail(error, WEND_NO_MEMORY, "out of memory for the edges of a map");
}

void rescuer_edges_destroy(rescuer_edges* edges) { wend_free(edges); }

static void rescuer_edges_add_cell(edge_block* block, const wend_map_grid* g, int i, int j) {
    const uint8_t* at = g->state + (size_t)j * (size_t)g->width + (size_t)i;
    if (*at == WEND_CELL_UNKNOWN) block->unknown++;
    if (*at != WEND_CELL_FREE) return;
    bool edge = i == 0 || j == 0 || i == g->width - 1 || j == g->height - 1 || !at[-1] || !at[1] ||
                !at[-g->width] || !at[g->width];
    if (!edge) return;
    block->cells++;
    block->sum_i = (uint16_t)(block->sum_i + i % BLOCK);
    block->sum_j = (uint16_t)(block->sum_j + j % BLOCK);
}

// Unknown cells of a block and its eight neighbours; blocks outside of the grid count as unknown.
static int unknown_around(const rescuer_edges* e, int a, int b, int across, int down) {
    int unknown = 0;
    for (int y = b - 1; y <= b + 1; y++)
        for (int x = a - 1; x <= a + 1; x++)
            unknown += x < 0 || y < 0 || x >= across || y >= down ? BLOCK * BLOCK
                                                                  : e->blocks[y * SIDE + x].unknown;
    return unknown;
}

// The free cell of a block that is nearest to the mean of its frontier cells.
static bool pick_cell(const wend_map_grid* g, const edge_block* block, int a, int b, int* i,
                      int* j) {
    float mean_i = (float)block->sum_i / (float)block->cells;
    float mean_j = (float)block->sum_j / (float)block->cells, best = 1e9f;
    for (int y = 0; y < BLOCK; y++)
        for (int x = 0; x < BLOCK; x++) {
            int at_i = a * BLOCK + x, at_j = b * BLOCK + y;
            if (at_i >= g->width || at_j >= g->height ||
                g->state[at_j * g->width + at_i] != WEND_CELL_FREE)
                continue;
            float off = hypotf((float)x - mean_i, (float)y - mean_j);
            if (off >= best) continue;
            best = off;
            *i = at_i;
            *j = at_j;
        }
    return best < 1e9f;
}

int rescuer_edges_find(rescuer_edges* e, const wend_map* map, rescuer_edge* list, int max) {
    wend_map_grid g = wend_map_get_grid(map, wend_map_level(map));
    int across = (g.width + BLOCK - 1) / BLOCK, down = (g.height + BLOCK - 1) / BLOCK, count = 0;
    if (across > SIDE) across = SIDE;
    if (down > SIDE) down = SIDE;
    for (int b = 0; b < down; b++)
        memset(e->blocks + b * SIDE, 0, (size_t)across * sizeof *e->blocks);
    for (int j = 0; j < g.height && j < down * BLOCK; j++)
        for (int i = 0; i < g.width && i < across * BLOCK; i++)
            rescuer_edges_add_cell(&e->blocks[j / BLOCK * SIDE + i / BLOCK], &g, i, j);
    for (int b = 0; b < down; b++)
        for (int a = 0; a < across && count < max; a++) {
            const edge_block* block = &e->blocks[b * SIDE + a];
            int i = 0, j = 0, unknown;
            if (block->cells < LEAST) continue;
            unknown = unknown_around(e, a, b, across, down);
            if (unknown < HIDDEN || !pick_cell(&g, block, a, b, &i, &j)) continue;
            list[count++] =
                (rescuer_edge){g.x + ((float)i + 0.5f) * g.cell, g.z + ((float)j + 0.5f) * g.cell,
                               (float)unknown * g.cell * g.cell};
        }
    return count;
}
