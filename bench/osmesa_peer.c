#include "osmesa_peer.h"

#include <math.h>
#include <string.h>
#include <unistd.h>

// The program is in the folder of this executable.
static bool find_program(char* path, size_t size) {
    ssize_t n = readlink("/proc/self/exe", path, size - 1);
    if (n <= 0) return false;
    path[n] = 0;
    char* slash = strrchr(path, '/');
    if (!slash || (size_t)(slash - path) + 32 > size) return false;
    strcpy(slash, "/wend-peer-osmesa");
    return access(path, X_OK) == 0;
}

double osmesa_peer_draw(void* context) {
    osmesa_peer* p = context;
    p->seconds = peer_process_ask(&p->process, "go");
    return p->count;
}

bool osmesa_peer_start(osmesa_peer* p, const char* scene_path, const wend_camera* camera,
                       const wend_camera_pose* gazes, int count) {
    char program[1024], width[16], height[16], hfov[16];
    *p = (osmesa_peer){.count = count};
    if (!find_program(program, sizeof program)) return false;
    snprintf(width, sizeof width, "%d", camera->width);
    snprintf(height, sizeof height, "%d", camera->height);
    snprintf(hfov, sizeof hfov, "%g", (double)camera->hfov);
    char scene[1024], kind[16];
    snprintf(scene, sizeof scene, "%s", scene_path);
    snprintf(kind, sizeof kind, "%s",
             !camera->textured ? "flat"
             : !camera->smooth ? "textured"
                               : "smooth");
    char* arguments[] = {program, scene, width, height, hfov, kind, NULL};
    if (!peer_process_start(&p->process, arguments)) {
        osmesa_peer_stop(p);
        return false;
    }
    for (int i = 0; i < count; i++)
        fprintf(p->process.to, "%.9g %.9g %.9g %.9g %.9g\n", (double)gazes[i].eye.x,
                (double)gazes[i].eye.y, (double)gazes[i].eye.z, (double)gazes[i].heading,
                (double)gazes[i].tilt);
    osmesa_peer_draw(p);
    bool alive = isfinite(p->seconds);
    if (!alive) osmesa_peer_stop(p);
    return alive;
}

void osmesa_peer_stop(osmesa_peer* p) {
    peer_process_stop(&p->process);
    *p = (osmesa_peer){0};
}
