// Groups the episodes of a file by building with a hash table and a counting sort.
#include "data/scan_groups.h"

#include <string.h>

// A hash table of buildings. A slot is the index of the building's first episode plus one; 0:
// empty.
typedef struct table {
    int* slots;
    size_t mask;
} table;

static int* scan_groups_find_slot(const table* t, const wend_vln_episodes* episodes,
                                  const char* scan) {
    size_t at = wend_hash_text(scan, 0) & t->mask;
    for (; t->slots[at]; at = (at + 1) & t->mask)
        if (strcmp(wend_vln_episodes_at(episodes, t->slots[at] - 1)->scan, scan) == 0) break;
    return &t->slots[at];
}

// Sets group[i] to the building of episode i. Returns the number of buildings.
static int scan_groups_number_groups(const wend_vln_episodes* episodes, const table* t,
                                     int* group) {
    int groups = 0;
    for (int i = 0; i < wend_vln_episodes_count(episodes); i++) {
        int* slot = scan_groups_find_slot(t, episodes, wend_vln_episodes_at(episodes, i)->scan);
        if (*slot) {
            group[i] = group[*slot - 1];
        } else {
            *slot = i + 1;
            group[i] = groups++;
        }
    }
    return groups;
}

wend_status scan_groups_make(const wend_vln_episodes* episodes, scan_groups* groups,
                             wend_error* error) {
    int count = wend_vln_episodes_count(episodes);
    size_t n = (size_t)count, slots = 16;
    while (slots < 2 * n) slots *= 2;
    *groups = (scan_groups){0};
    table t = {wend_alloc_zero(slots, sizeof *t.slots), slots - 1};
    int* group = wend_alloc((n + 1) * sizeof *group);
    groups->first = wend_alloc_zero(n + 2, sizeof *groups->first);
    groups->members = wend_alloc((n + 1) * sizeof *groups->members);
    bool room = t.slots && group && groups->first && groups->members;
    if (room) {
        groups->count = scan_groups_number_groups(episodes, &t, group);
        // Counting sort: first[g + 1] is the position of the next episode of g, finally the end of
        // g.
        for (int i = 0; i < count; i++) groups->first[group[i] + 2]++;
        for (int g = 0; g < groups->count; g++) groups->first[g + 2] += groups->first[g + 1];
        for (int i = 0; i < count; i++) groups->members[groups->first[group[i] + 1]++] = i;
    }
    wend_free(t.slots);
    wend_free(group);
    if (room) return WEND_OK;
    scan_groups_destroy(groups);
    return wend_fail(error, WEND_NO_MEMORY, "out of memory for the buildings of %d episodes",
                     count);
}

void scan_groups_destroy(scan_groups* groups) {
    wend_free(groups->first);
    wend_free(groups->members);
    *groups = (scan_groups){0};
}
