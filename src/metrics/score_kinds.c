#include "metrics/score_kinds.h"

#include <string.h>

static const wend_score_kind* const kinds[] = {
    &multion_score_kind, &objectnav_score_kind, &pasture_score_kind, &pointnav_score_kind,
    &rescue_score_kind,  &vln_score_kinds[0],   &vln_score_kinds[1], &vln_score_kinds[2],
    &vln_score_kinds[3], &vln_score_kinds[4],   &vln_score_kinds[5],
};

const wend_score_kind* wend_score_kind_find(const char* task) {
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (strcmp(kinds[i]->task, task) == 0) return kinds[i];
    return NULL;
}

int score_kind_column_count(const wend_score_kind* kind) {
    int count = 0;
    while (count < WEND_SCORE_MAX_COLUMNS && kind->columns[count]) count++;
    return count;
}

// One entry of a table's endings is reserved for "agent error".
int score_kind_ending_count(const wend_score_kind* kind) {
    int count = 0;
    while (count < WEND_SCORE_MAX_ENDINGS - 1 && kind->endings[count]) count++;
    return count;
}
