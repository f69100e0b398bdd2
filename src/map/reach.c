// Connected components by run-length union-find; reach.h.
#include "map/reach.h"

#include <string.h>

enum { WORD = 32 };

// Appends the runs of a row.
static int reach_find_runs(const uint8_t* open, int width, reach_run* runs, int count) {
    int from = -1;  // start of the current run; -1: none
    uint32_t before = 0;
    for (int i = 0; i < width; i += WORD) {
        uint32_t bits, turns;
        memcpy(&bits, open + i / 8, sizeof bits);
        for (turns = bits ^ (bits << 1 | before); turns; turns &= turns - 1) {
            int at = i + __builtin_ctz(turns);
            if (from >= 0) runs[count++] = (reach_run){(int16_t)from, (int16_t)(at - 1), 0};
            from = from >= 0 ? -1 : at;
        }
        before = bits >> (WORD - 1);
    }
    if (from >= 0) runs[count++] = (reach_run){(int16_t)from, (int16_t)(width - 1), 0};
    return count;
}

static int reach_root_of(reach_run* runs, int k) {
    while (runs[k].group != k) k = runs[k].group = runs[runs[k].group].group;
    return k;
}

static void reach_join_cells(reach_run* runs, int a, int b) {
    a = reach_root_of(runs, a);
    b = reach_root_of(runs, b);
    if (a < b) runs[b].group = a;
    if (b < a) runs[a].group = b;
}

void reach_join(reach_groups* r, const uint8_t* open, int width, int height) {
    reach_run* runs = r->runs;
    int count = 0;
    for (int j = 0; j < height; j++) {
        int above = j ? r->first[j - 1] : 0, below = count, here = count;
        r->first[j] = here;
        count = reach_find_runs(open + (size_t)j * (size_t)(width / 8), width, runs, count);
        for (int k = here; k < count; k++) runs[k].group = k;
        while (above < here && below < count) {
            if (runs[above].first <= runs[below].last && runs[below].first <= runs[above].last)
                reach_join_cells(runs, above, below);
            if (runs[above].last < runs[below].last)
                above++;
            else
                below++;
        }
    }
    r->first[height] = count;
    for (int k = 0; k < count; k++) runs[k].group = runs[runs[k].group].group;
}

int reach_group(const reach_groups* r, int i, int j) {
    int low = r->first[j], high = r->first[j + 1];
    while (low < high) {  // binary search: the first run that ends at or after i
        int middle = (low + high) / 2;
        if (r->runs[middle].last < i)
            low = middle + 1;
        else
            high = middle;
    }
    return low < r->first[j + 1] && r->runs[low].first <= i ? r->runs[low].group : -1;
}
