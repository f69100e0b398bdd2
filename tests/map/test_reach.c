#include <string.h>

#include "map/reach.h"
#include "test.h"

enum { WIDTH = 96, HEIGHT = 40 };

typedef struct grid {
    uint8_t open[HEIGHT * WIDTH / 8];
    uint8_t reached[HEIGHT][WIDTH];
} grid;

static bool is_open(const grid* g, int i, int j) {
    int bit = j * WIDTH + i;
    return g->open[bit / 8] >> bit % 8 & 1;
}

// By hand: from a cell over sides to all it hangs together with.
static void walk(grid* g, int i, int j) {
    if (i < 0 || j < 0 || i >= WIDTH || j >= HEIGHT || g->reached[j][i] || !is_open(g, i, j))
        return;
    g->reached[j][i] = 1;
    walk(g, i + 1, j);
    walk(g, i - 1, j);
    walk(g, i, j + 1);
    walk(g, i, j - 1);
}

TEST(cells_are_in_one_component_just_when_they_are_connected) {
    static grid g;
    static int32_t first[HEIGHT + 1];
    static reach_run runs[HEIGHT * WIDTH / 2];
    reach_groups groups = {first, runs};
    wend_rng rng = wend_rng_make(4, 4);
    for (int round = 0; round < 40; round++) {
        float share = 0.4f + 0.015f * (float)round;  // of all: from islands to one lake
        memset(&g, 0, sizeof g);
        for (int bit = 0; bit < WIDTH * HEIGHT; bit++)
            if (wend_rng_chance(&rng, share)) g.open[bit / 8] |= (uint8_t)(1 << bit % 8);
        reach_join(&groups, g.open, WIDTH, HEIGHT);
        int si = (int)wend_rng_below(&rng, WIDTH), sj = (int)wend_rng_below(&rng, HEIGHT);
        int group = reach_group(&groups, si, sj), wrong = 0;
        CHECK_INT(group >= 0, is_open(&g, si, sj));
        walk(&g, si, sj);
        for (int j = 0; j < HEIGHT; j++)
            for (int i = 0; i < WIDTH; i++) {
                int other = reach_group(&groups, i, j);
                wrong += (other >= 0) != is_open(&g, i, j);
                wrong += group >= 0 && (other == group) != (g.reached[j][i] == 1);
            }
        CHECK_INT(wrong, 0);
    }
}
