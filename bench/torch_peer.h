// PyTorch as a peer of `wend bench train`, in the configuration that is the fastest here.
//
// The speed of PyTorch depends on its setup by a factor of two, mainly on the allocator: by default
// the memory of large tensors is returned to the system after every step and cleared page by page
// in the next. So each combination of memory layout, torch.compile and an allocator that keeps
// memory is measured first, and the best one of each precision is compared with.
#ifndef WEND_BENCH_TORCH_PEER_H
#define WEND_BENCH_TORCH_PEER_H

#include "peer_process.h"

typedef struct torch_peer {
    peer_process process;
    const char* precision;  // "fp32" or "bf16"
    char name[128];         // "PyTorch fp32 (channels_last, compile, tcmalloc)"
    double seconds;         // of the best step while configurations were compared
} torch_peer;

// Leaves the process running. False: `python` has no PyTorch, or it cannot run in this precision.
bool torch_peer_start(torch_peer* peer, const char* python, const char* precision, bool all);
void torch_peer_stop(torch_peer* peer);  // safe on {0}

#endif
