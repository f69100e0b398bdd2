// Runs bench/peers/peer_osmesa.c as a child process.
#ifndef WEND_BENCH_OSMESA_PEER_H
#define WEND_BENCH_OSMESA_PEER_H

#include "peer_process.h"
#include "render_scenes.h"

typedef struct osmesa_peer {
    peer_process process;
    double seconds;  // processor time of the last rendering
    int count;       // number of camera poses
} osmesa_peer;

// False if the program was not built (no OSMesa) or does not start.
bool osmesa_peer_start(osmesa_peer* p, const char* scene_path, const wend_camera* camera,
                       const wend_camera_pose* gazes, int count);
// Renders all poses; returns their number. For bench_case: `context` is the peer.
double osmesa_peer_draw(void* context);
void osmesa_peer_stop(osmesa_peer* p);  // safe on {0} and twice

#endif
