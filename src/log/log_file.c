// System calls of a log: open and lock, append, replace atomically, sync.
#include "log/log_file.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/disk.h"
#include "base/file.h"

static const char BEGINNING[] = " {\"wend\": \"log\"";  // follows the checksum of the first line

bool log_file_looks_like_log(const char* data, size_t size) {
    if (size < 8 + sizeof BEGINNING - 1) return false;
    for (int i = 0; i < 8; i++)
        if (!isxdigit((unsigned char)data[i])) return false;
    return memcmp(data + 8, BEGINNING, sizeof BEGINNING - 1) == 0;
}

static wend_status log_file_write_error(const log_file* f, wend_error* error) {
    return wend_fail(error, WEND_IO, "%s: cannot write: %s; %s", f->path, strerror(errno),
                     file_remedy(errno));
}

// ---- opening ------------------------------------------------------------------------------------

static wend_status log_file_make_folder(const char* path, wend_error* error) {
    char folder[PATH_MAX];
    const char* slash = strrchr(path, '/');
    if (!slash || slash == path) return WEND_OK;
    snprintf(folder, sizeof folder, "%.*s", (int)(slash - path), path);
    return wend_file_is_folder(folder) ? WEND_OK : wend_file_make_folder(folder, error);
}

// Checked before opening: opening a pipe or a device has side effects.
static wend_status log_file_check_kind(const char* path, wend_error* error) {
    struct stat info;
    if (stat(path, &info) != 0 || S_ISREG(info.st_mode)) return WEND_OK;
    return wend_fail(error, WEND_ARGUMENT, "%s is %s and not a wend log; choose another path", path,
                     S_ISDIR(info.st_mode) ? "a folder" : "not a regular file");
}

// Whether the path still names the open file.
static bool log_file_is_named(const log_file* f) {
    struct stat here, named;
    return fstat(f->descriptor, &here) == 0 && stat(f->path, &named) == 0 &&
           here.st_dev == named.st_dev && here.st_ino == named.st_ino;
}

static wend_status log_file_open_locked(log_file* f, wend_error* error) {
    WEND_TRY(log_file_check_kind(f->path, error));
    f->descriptor = open(f->path, O_RDWR | O_CREAT | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, 0666);
    if (f->descriptor < 0)
        return wend_fail(error, WEND_IO, "%s: cannot open: %s; %s", f->path, strerror(errno),
                         file_remedy(errno));
    if (flock(f->descriptor, LOCK_EX | LOCK_NB) == 0) return WEND_OK;
    if (errno == EWOULDBLOCK)
        return wend_fail(error, WEND_IO,
                         "%s is being written by another run; wait for it or choose another path",
                         f->path);
    return wend_fail(error, WEND_IO, "%s: cannot lock: %s; choose a path on another file system",
                     f->path, strerror(errno));
}

static wend_status log_file_part_name(const log_file* f, char* part, size_t size,
                                      wend_error* error) {
    int n = snprintf(part, size, "%s.part", f->real);
    if ((size_t)n < size) return WEND_OK;
    return wend_fail(error, WEND_LIMIT, "%.64s…: path too long", f->path);
}

// Removes the temporary file of a killed run, if it is empty or begins like a log.
static wend_status log_file_remove_stale(const log_file* f, wend_error* error) {
    char part[PATH_MAX], head[8 + sizeof BEGINNING];
    struct stat info;
    WEND_TRY(log_file_part_name(f, part, sizeof part, error));
    if (lstat(part, &info) != 0 || !S_ISREG(info.st_mode)) return WEND_OK;
    int descriptor = open(part, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
    if (descriptor < 0) return WEND_OK;
    ssize_t n = pread(descriptor, head, sizeof head, 0);
    close(descriptor);
    if (n >= 0 && (n == 0 || log_file_looks_like_log(head, (size_t)n))) unlink(part);
    return WEND_OK;
}

wend_status log_file_open(const char* path, log_file* f, wend_error* error) {
    enum { TRIES = 8 };
    *f = (log_file){.descriptor = -1};
    if (strlen(path) + sizeof ".part" > sizeof f->path)
        return wend_fail(error, WEND_LIMIT, "%.64s…: path too long", path);
    snprintf(f->path, sizeof f->path, "%s", path);
    WEND_TRY(log_file_make_folder(path, error));
    for (int i = 0; i < TRIES; i++) {
        wend_status status = log_file_open_locked(f, error);
        // Another run may have replaced the file between opening and locking.
        if (status == WEND_OK && log_file_is_named(f)) {
            char real[PATH_MAX];
            snprintf(f->real, sizeof f->real, "%s", realpath(path, real) ? real : path);
            return log_file_remove_stale(f, error);
        }
        log_file_close(f);
        if (status != WEND_OK) return status;
    }
    return wend_fail(error, WEND_IO, "%s is being replaced by other programs; choose another path",
                     path);
}

void log_file_close(log_file* f) {
    if (f->descriptor >= 0) close(f->descriptor);
    f->descriptor = -1;
}

// ---- reading and checking -----------------------------------------------------------------------

wend_status log_file_read(const log_file* f, wend_file_bytes* bytes, wend_error* error) {
    struct stat info;
    *bytes = (wend_file_bytes){0};
    if (fstat(f->descriptor, &info) != 0)
        return wend_fail(error, WEND_IO, "%s: cannot read: %s", f->path, strerror(errno));
    size_t size = (size_t)info.st_size;
    bytes->data = wend_alloc(size + 1);
    if (!bytes->data)
        return wend_fail(error, WEND_NO_MEMORY, "%s: out of memory for the log (%zu bytes)",
                         f->path, size);
    while (bytes->size < size) {
        ssize_t n =
            pread(f->descriptor, bytes->data + bytes->size, size - bytes->size, (off_t)bytes->size);
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) {
            wend_file_bytes_destroy(bytes);
            return wend_fail(error, WEND_IO, "%s: cannot read: %s", f->path, strerror(errno));
        }
        if (n == 0) break;  // the file was truncated meanwhile
        bytes->size += (size_t)n;
    }
    bytes->data[bytes->size] = 0;
    return WEND_OK;
}

wend_status log_file_check(const log_file* f, wend_error* error) {
    struct stat info;
    if (!log_file_is_named(f))
        return wend_fail(error, WEND_IO,
                         "%s was deleted or replaced while the run wrote it; run it again",
                         f->path);
    if (fstat(f->descriptor, &info) == 0 && (info.st_size == f->end || f->torn)) return WEND_OK;
    return wend_fail(error, WEND_IO,
                     "%s was changed by another program while the run wrote it (%lld bytes, "
                     "%lld were written); run it again",
                     f->path, (long long)info.st_size, (long long)f->end);
}

// ---- writing ------------------------------------------------------------------------------------

static bool log_file_write_all(int descriptor, const char* data, size_t size, off_t at) {
    size_t done = 0;
    while (done < size) {
        ssize_t n = disk_write(descriptor, data + done, size - done, at + (off_t)done);
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) return false;
        done += (size_t)n;
    }
    return disk_sync(descriptor) == 0;
}

wend_status log_file_cut(log_file* f, wend_error* error) {
    if (disk_truncate(f->descriptor, f->end) != 0) return log_file_write_error(f, error);
    f->torn = false;
    return WEND_OK;
}

wend_status log_file_append(log_file* f, const char* data, size_t size, wend_error* error) {
    WEND_TRY(log_file_check(f, error));
    if (f->torn) WEND_TRY(log_file_cut(f, error));
    if (log_file_write_all(f->descriptor, data, size, f->end)) {
        f->end += (off_t)size;
        return WEND_OK;
    }
    wend_status status = log_file_write_error(f, error);
    f->torn = disk_truncate(f->descriptor, f->end) != 0;
    return status;
}

static wend_status log_file_fill_part(const log_file* f, int descriptor, const char* data,
                                      size_t size, wend_error* error) {
    struct stat info;
    if (fstat(f->descriptor, &info) == 0 && fchmod(descriptor, info.st_mode & 0777) != 0)
        return log_file_write_error(f, error);
    if (flock(descriptor, LOCK_EX | LOCK_NB) != 0 || !log_file_write_all(descriptor, data, size, 0))
        return log_file_write_error(f, error);
    return log_file_check(f, error);  // so that no other file is replaced
}

wend_status log_file_replace(log_file* f, const char* data, size_t size, wend_error* error) {
    char part[PATH_MAX];
    WEND_TRY(log_file_part_name(f, part, sizeof part, error));
    int descriptor = open(part, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (descriptor < 0)
        return wend_fail(error, WEND_IO, "%s: cannot create: %s; is another file in the way?", part,
                         strerror(errno));
    wend_status status = log_file_fill_part(f, descriptor, data, size, error);
    if (status == WEND_OK && disk_rename(part, f->real) != 0)
        status = log_file_write_error(f, error);
    if (status != WEND_OK) {
        unlink(part);
        close(descriptor);
        return status;
    }
    close(f->descriptor);
    f->descriptor = descriptor;
    f->end = (off_t)size;
    f->torn = false;
    return WEND_OK;
}

wend_status log_file_sync_name(const log_file* f, wend_error* error) {
    return disk_sync_folder(f->real) == 0 ? WEND_OK : log_file_write_error(f, error);
}
