// The other end of bench/peers/peer_osmesa.c: starts the program and has it draw.
#ifndef WEND_BENCH_OSMESA_PEER_H
#define WEND_BENCH_OSMESA_PEER_H

#include "peer_process.h"
#include "render_scenes.h"

typedef struct osmesa_peer {
    peer_process process;
    double seconds;  // of processor time the last drawing took
    int count;       // gazes it knows
} osmesa_peer;

// False where the program was not built (no OSMesa) or does not start.
bool osmesa_peer_start(osmesa_peer* p, const char* scene_path, const wend_camera* camera,
                       const wend_gaze* gazes, int count);
// Draws all gazes; returns how many. For bench_case: `context` is the peer.
double osmesa_peer_draw(void* context);
void osmesa_peer_stop(osmesa_peer* p);  // safe on {0} and twice

#endif
