#include "metrics/log_path.h"

double log_path_length(const wend_log_record* record, int steps) {
    double metres = 0;
    for (int i = 0; i < steps && i < record->steps; i++)
        metres += (double)wend_v3_distance(record->poses[i].feet, record->poses[i + 1].feet);
    return metres;
}

int log_collisions(const wend_log_record* record) {
    int count = 0;
    for (int i = 0; i < record->steps; i++) count += record->outcomes[i] == 'x';
    return count;
}
