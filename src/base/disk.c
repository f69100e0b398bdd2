#include "base/disk.h"

#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static _Atomic uint64_t calls, countdown;  // fault injection; countdown 0: off
static _Atomic int number_due;

void disk_fail_at(uint64_t n, int number) {
    atomic_store(&number_due, number);
    atomic_store(&countdown, n);
}

uint64_t disk_calls(void) { return atomic_load(&calls); }

static bool disk_is_failing(void) {
    atomic_fetch_add(&calls, 1);
    uint64_t left = atomic_load(&countdown);
    while (left > 0)
        if (atomic_compare_exchange_weak(&countdown, &left, left - 1)) {
            if (left == 1) errno = atomic_load(&number_due);
            return left == 1;
        }
    return false;
}

ssize_t disk_write(int descriptor, const void* data, size_t size, off_t at) {
    if (!disk_is_failing()) return pwrite(descriptor, data, size, at);
    int number = errno;
    ssize_t half = pwrite(descriptor, data, size / 2, at);
    if (half < 0 || !number) return half;
    errno = number;
    return -1;
}

int disk_truncate(int descriptor, off_t size) {
    return disk_is_failing() ? -1 : ftruncate(descriptor, size);
}

int disk_sync(int descriptor) { return disk_is_failing() ? -1 : fdatasync(descriptor); }

int disk_sync_folder(const char* path) {
    char folder[4096];
    const char* slash = strrchr(path, '/');
    int size = slash == path ? 1 : slash ? (int)(slash - path) : 1;
    snprintf(folder, sizeof folder, "%.*s", size, slash ? path : ".");
    int descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor < 0) return -1;
    int result = disk_is_failing() ? -1 : fsync(descriptor);
    int number = errno;
    close(descriptor);
    errno = number;
    // EINVAL: the file system does not support it.
    return result != 0 && errno == EINVAL ? 0 : result;
}

int disk_rename(const char* from, const char* to) {
    return disk_is_failing() ? -1 : rename(from, to);
}
