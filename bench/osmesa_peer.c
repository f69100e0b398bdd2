#include "osmesa_peer.h"

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

// The program lies beside this one.
static bool find_program(char* path, size_t size) {
    ssize_t n = readlink("/proc/self/exe", path, size - 1);
    if (n <= 0) return false;
    path[n] = 0;
    char* slash = strrchr(path, '/');
    if (!slash || (size_t)(slash - path) + 32 > size) return false;
    strcpy(slash, "/wend-peer-osmesa");
    return access(path, X_OK) == 0;
}

// Our ends of the pipes close on exec: a second program must not keep the first one's open.
static bool start_program(osmesa_peer* p, char* const arguments[]) {
    int to[2], from[2];
    if (pipe2(to, O_CLOEXEC) != 0) return false;
    if (pipe2(from, O_CLOEXEC) != 0) {
        close(to[0]);
        close(to[1]);
        return false;
    }
    p->pid = fork();
    if (p->pid == 0) {
        dup2(to[0], STDIN_FILENO);
        dup2(from[1], STDOUT_FILENO);
        execv(arguments[0], arguments);
        _exit(127);
    }
    close(to[0]);
    close(from[1]);
    p->to = fdopen(to[1], "w");
    p->from = fdopen(from[0], "r");
    return p->pid > 0 && p->to && p->from;
}

double osmesa_peer_draw(void* context) {
    osmesa_peer* p = context;
    p->seconds = INFINITY;
    fprintf(p->to, "go\n");
    fflush(p->to);
    if (fscanf(p->from, "%lf", &p->seconds) != 1) p->seconds = INFINITY;
    return p->count;
}

bool osmesa_peer_start(osmesa_peer* p, const char* scene_path, const wend_camera* camera,
                       const wend_gaze* gazes, int count) {
    char program[1024], width[16], height[16], hfov[16];
    *p = (osmesa_peer){.count = count};
    if (!find_program(program, sizeof program)) return false;
    snprintf(width, sizeof width, "%d", camera->width);
    snprintf(height, sizeof height, "%d", camera->height);
    snprintf(hfov, sizeof hfov, "%g", (double)camera->hfov);
    char scene[1024], *kind = camera->textured ? (char[]){"textured"} : (char[]){"flat"};
    snprintf(scene, sizeof scene, "%s", scene_path);
    char* arguments[] = {program, scene, width, height, hfov, kind, NULL};
    signal(SIGPIPE, SIG_IGN);
    if (!start_program(p, arguments)) {
        osmesa_peer_stop(p);
        return false;
    }
    for (int i = 0; i < count; i++)
        fprintf(p->to, "%.9g %.9g %.9g %.9g %.9g\n", (double)gazes[i].eye.x, (double)gazes[i].eye.y,
                (double)gazes[i].eye.z, (double)gazes[i].heading, (double)gazes[i].tilt);
    osmesa_peer_draw(p);
    bool alive = isfinite(p->seconds);
    if (!alive) osmesa_peer_stop(p);
    return alive;
}

void osmesa_peer_stop(osmesa_peer* p) {
    if (p->to) fclose(p->to);
    if (p->from) fclose(p->from);
    if (p->pid > 0) waitpid(p->pid, NULL, 0);
    *p = (osmesa_peer){0};
}
