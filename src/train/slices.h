// Slices of environments: the unit of parallel work on small networks.
//
// A network of a few hundred thousand weights is too small to share the rows of one layer between
// threads: waking them costs as much as the layer. Its environments are cut into slices instead,
// and each slice runs through the whole network on one thread. The cut depends on the number of
// environments alone, so that results are bit-identical for any thread count.
#ifndef WEND_TRAIN_SLICES_H
#define WEND_TRAIN_SLICES_H

#include "wend/agent.h"

// Larger networks are one slice, and each layer is shared between threads: their layers are long
// enough, and a gradient per slice would take too much memory.
enum { SLICES_MAX_WEIGHTS = 1 << 20, SLICES_ENVS = 4 };

// The number of slices: of four environments, two at least. The recurrent weights are read from the
// cache once for all environments of a slice, so that smaller ones cost more.
static inline int slices_count(const wend_network* network, int num_envs) {
    if (num_envs < 4 || wend_network_weight_count(network) > SLICES_MAX_WEIGHTS) return 1;
    int fours = (num_envs + SLICES_ENVS - 1) / SLICES_ENVS;
    return fours > 2 ? fours : 2;
}

// The first environment of a slice.
static inline int slices_start(int num_envs, int slices, int slice) {
    return (int)((int64_t)num_envs * slice / slices);
}

static inline int slices_max(int num_envs, int slices) { return (num_envs + slices - 1) / slices; }

#endif
