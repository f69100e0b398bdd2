#include "peer_process.h"

#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

// The parent's pipe ends are close-on-exec: a second child must not keep those of the first open.
bool peer_process_start(peer_process* p, char* const arguments[]) {
    int to[2], from[2];
    *p = (peer_process){0};
    signal(SIGPIPE, SIG_IGN);
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
        execvp(arguments[0], arguments);
        _exit(127);
    }
    close(to[0]);
    close(from[1]);
    p->to = fdopen(to[1], "w");
    p->from = fdopen(from[0], "r");
    return p->pid > 0 && p->to && p->from;
}

double peer_process_ask(peer_process* p, const char* line) {
    double seconds;
    if (!p->to || !p->from) return INFINITY;
    fprintf(p->to, "%s\n", line);
    fflush(p->to);
    return fscanf(p->from, "%lf", &seconds) == 1 ? seconds : INFINITY;
}

void peer_process_stop(peer_process* p) {
    if (p->to) fclose(p->to);
    if (p->from) fclose(p->from);
    if (p->pid > 0) waitpid(p->pid, NULL, 0);
    *p = (peer_process){0};
}
