// Runs a function in a forked child with limits on memory, CPU time and files, so that a crash of a
// third-party parser becomes an error. The result is returned through a memfd.
#include "base/child.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { EXIT_DONE = 77, WALL_FACTOR = 4, POLL_MS = 5 };

bool child_write(int descriptor, const void* data, size_t size) {
    const char* at = data;
    while (size) {
        ssize_t n = write(descriptor, at, size);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return false;
        at += n;
        size -= (size_t)n;
    }
    return true;
}

// ---- in the child -------------------------------------------------------------------------------

// Bytes of address space this process has mapped; 0: unknown.
static uint64_t mapped_bytes(void) {
    char text[64] = "";
    int file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
    if (file < 0) return 0;
    ssize_t n = read(file, text, sizeof text - 1);
    close(file);
    uint64_t pages = 0;
    for (const char* p = text; n > 0 && *p >= '0' && *p <= '9'; p++)
        pages = pages * 10 + (uint64_t)(*p - '0');
    return pages * (uint64_t)sysconf(_SC_PAGESIZE);
}

// Lowers a soft limit; never raises it.
static void lower_limit(int what, uint64_t value) {
    struct rlimit limit;
    if (getrlimit((__rlimit_resource_t)what, &limit) != 0) return;
    if (limit.rlim_cur == RLIM_INFINITY || limit.rlim_cur > value) limit.rlim_cur = value;
    setrlimit((__rlimit_resource_t)what, &limit);
}

static void confine(child_limits limits, int descriptor) {
    static const int crashes[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP, SIGSYS};
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    for (size_t i = 0; i < sizeof crashes / sizeof *crashes; i++) signal(crashes[i], SIG_DFL);
    signal(SIGINT, SIG_IGN);  // the parent handles interrupts; PDEATHSIG ends the child with it
    signal(SIGTERM, SIG_DFL);
    descriptor = fcntl(descriptor, F_DUPFD, 10);  // away from 0 to 3, which are replaced below
    int nowhere = open("/dev/null", O_RDWR | O_CLOEXEC);
    for (int i = 0; i < 3; i++) dup2(nowhere, i);
    dup2(descriptor, 3);
    syscall(SYS_close_range, 4u, ~0u, 0u);  // closes locks and files of the parent
    uint64_t mapped = mapped_bytes();
    if (mapped) lower_limit(RLIMIT_AS, mapped + limits.memory);
    lower_limit(RLIMIT_CPU, (uint64_t)limits.seconds);
    lower_limit(RLIMIT_FSIZE, limits.memory);
    lower_limit(RLIMIT_NOFILE, 64);
    lower_limit(RLIMIT_CORE, 0);
}

// ---- in the parent ------------------------------------------------------------------------------

static double child_seconds_now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

// Waits for the child and kills it after `seconds`; then returns false. `*status` is -1 if another
// handler of the program has already reaped the child.
static bool wait_for(pid_t pid, double seconds, int* status) {
    double end = child_seconds_now() + seconds;
    int watch = (int)syscall(SYS_pidfd_open, pid, 0u);
    bool in_time = true;
    *status = -1;
    for (;;) {
        pid_t ended = waitpid(pid, status, in_time ? WNOHANG : 0);
        if (ended == pid) break;
        if (ended < 0 && errno != EINTR) {
            *status = -1;
            break;
        }
        double left = end - child_seconds_now();
        if (in_time && left <= 0) {
            in_time = false;
            kill(pid, SIGKILL);
        }
        if (!in_time) continue;
        // Without pidfd_open (old kernels) the child is polled every POLL_MS.
        struct pollfd ready = {.fd = watch, .events = POLLIN};
        int wait = left > 60 ? 60000 : (int)(left * 1000) + 1;
        poll(&ready, 1, watch >= 0 ? wait : POLL_MS);
    }
    if (watch >= 0) close(watch);
    return in_time;
}

static wend_status child_read_result(int descriptor, const char* name, uint64_t limit,
                                     wend_file_bytes* bytes, wend_error* error) {
    off_t size = lseek(descriptor, 0, SEEK_END);
    if (size < 0 || (uint64_t)size > limit)
        return wend_fail(error, WEND_LIMIT, "%s: becomes larger than %llu MiB; split it", name,
                         (unsigned long long)(limit >> 20));
    bytes->data = wend_alloc((size_t)size + 1);
    if (!bytes->data)
        return wend_fail(error, WEND_NO_MEMORY,
                         "%s: out of memory for %lld bytes; close other programs", name,
                         (long long)size);
    while (bytes->size < (size_t)size) {
        ssize_t n = pread(descriptor, bytes->data + bytes->size, (size_t)size - bytes->size,
                          (off_t)bytes->size);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) break;
        bytes->size += (size_t)n;
    }
    bytes->data[bytes->size] = 0;
    return WEND_OK;
}

// Status of a child that ended: WEND_OK if it finished its work, or if its exit status is unknown.
static wend_status child_judge(int status, bool in_time, child_limits limits, const char* name,
                               wend_error* error) {
    int signal_number = status != -1 && WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    if (!in_time || signal_number == SIGXCPU)
        return wend_fail(error, WEND_LIMIT,
                         "%s: reading it takes more than %d s; simplify it, or convert it to GLB",
                         name, limits.seconds);
    if (signal_number == SIGXFSZ)
        return wend_fail(error, WEND_LIMIT, "%s: becomes larger than %llu MiB; split it", name,
                         (unsigned long long)(limits.memory >> 20));
    if (signal_number == SIGKILL || signal_number == SIGTERM)
        return wend_fail(error, WEND_NO_MEMORY,
                         "%s: the process that read it was ended from outside (memory?); try again",
                         name);
    if (status == -1 || (WIFEXITED(status) && WEXITSTATUS(status) == EXIT_DONE)) return WEND_OK;
    return wend_fail(
        error, WEND_FORMAT,
        "%s: the library that reads it crashed (%s); the file is damaged or needs more "
        "than %llu MiB: export it again, or convert it to GLB",
        name, signal_number ? strsignal(signal_number) : "it ended early",
        (unsigned long long)(limits.memory >> 20));
}

wend_status child_run(child_work* work, void* context, child_limits limits, const char* name,
                      wend_file_bytes* bytes, wend_error* error) {
    *bytes = (wend_file_bytes){0};
    int descriptor = memfd_create("wend-child", MFD_CLOEXEC);
    pid_t parent = getpid(), pid = descriptor >= 0 ? fork() : -1;
    if (pid == 0) {
        confine(limits, descriptor);
        if (getppid() == parent) work(context, 3);
        _exit(EXIT_DONE);
    }
    if (pid < 0) {
        int reason = errno;
        if (descriptor >= 0) close(descriptor);
        return wend_fail(error, WEND_NO_MEMORY, "%s: cannot start a process to read it: %s", name,
                         strerror(reason));
    }
    int status;
    bool in_time = wait_for(pid, (double)limits.seconds * WALL_FACTOR, &status);
    wend_status result = child_judge(status, in_time, limits, name, error);
    if (result == WEND_OK)
        result = child_read_result(descriptor, name, limits.memory, bytes, error);
    close(descriptor);
    if (result != WEND_OK) wend_file_bytes_destroy(bytes);
    return result;
}
