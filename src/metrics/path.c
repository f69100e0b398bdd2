#include <math.h>

#include "wend/metrics.h"

double wend_path_distance(const wend_path* a, int i, const wend_path* b, int j) {
    if (a->graph) return wend_graph_distance(a->graph, a->nodes[i], b->nodes[j]);
    if (a->table) return a->table[a->nodes[i] * a->side + b->nodes[j]];
    const double *p = a->points[i], *q = b->points[j];
    double x = p[0] - q[0], y = p[1] - q[1], z = p[2] - q[2];
    return sqrt(x * x + y * y + z * z);
}

double wend_path_length(const wend_path* path) {
    double length = 0;
    for (int i = 1; i < path->count; i++) length += wend_path_distance(path, i - 1, path, i);
    return length;
}
