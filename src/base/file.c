#include "base/file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include "base/array.h"

// Max unpacked size of a gzip file: GUNZIP_FLOOR + GUNZIP_RATIO * packed bytes read so far.
enum { GUNZIP_FLOOR = 32 << 20, GUNZIP_RATIO = 100 };

// Max bytes read of a file without a known size, such as those in /proc.
enum { UNSIZED_LIMIT = 16 << 20 };

void* file_zlib_alloc(void* user, unsigned count, unsigned size) {
    (void)user;
    return wend_alloc_zero(count, size);
}

void file_zlib_free(void* user, void* memory) {
    (void)user;
    wend_free(memory);
}

void wend_file_bytes_destroy(wend_file_bytes* bytes) {
    wend_free(bytes->data);
    *bytes = (wend_file_bytes){0};
}

static wend_status file_no_memory(wend_error* error, const char* name, size_t bytes) {
    return wend_fail(error, WEND_NO_MEMORY, "%s: out of memory for %zu bytes; close other programs",
                     name, bytes);
}

static const char* kind_of_file(mode_t mode) {
    return S_ISDIR(mode)    ? "a folder"
           : S_ISFIFO(mode) ? "a pipe"
           : S_ISSOCK(mode) ? "a socket"
                            : "a device";
}

static wend_status fail_open(const char* path, wend_error* error) {
    return wend_fail(error, errno == ENOENT ? WEND_NOT_FOUND : WEND_IO,
                     "%s: cannot open: %s; check the path", path, strerror(errno));
}

static wend_status check_regular(const char* path, const struct stat* info, wend_error* error) {
    if (!S_ISREG(info->st_mode))
        return wend_fail(error, WEND_IO, "%s: is %s; a regular file is needed", path,
                         kind_of_file(info->st_mode));
    if (info->st_size <= FILE_MAX_BYTES) return WEND_OK;
    return wend_fail(error, WEND_LIMIT, "%s: %lld bytes; files are read up to 4 GiB, split it",
                     path, (long long)info->st_size);
}

wend_status file_open(const char* path, int* descriptor, uint64_t* size, wend_error* error) {
    // The type is checked before opening, because opening a device can have effects, and again
    // afterwards, because the path may have been replaced. O_NONBLOCK: opening a pipe does not
    // block.
    struct stat info;
    *descriptor = -1;
    if (stat(path, &info) != 0) return fail_open(path, error);
    WEND_TRY(check_regular(path, &info, error));
    int opened = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (opened < 0) return fail_open(path, error);
    wend_status status =
        fstat(opened, &info) == 0 ? check_regular(path, &info, error) : fail_open(path, error);
    if (status != WEND_OK) {
        close(opened);
        return status;
    }
    *descriptor = opened;
    *size = (uint64_t)info.st_size;
    return WEND_OK;
}

static bool file_read_some(int descriptor, char* out, size_t room, size_t* got) {
    ssize_t n;
    do n = read(descriptor, out, room);
    while (n < 0 && errno == EINTR);
    *got = n > 0 ? (size_t)n : 0;
    return n >= 0;
}

// Reads `size` bytes, or fewer if the file was truncated meanwhile. Appended bytes are not read, so
// reading a growing file terminates.
static wend_status file_read_all(int descriptor, const char* path, size_t size,
                                 wend_file_bytes* bytes, wend_error* error) {
    size_t wanted = size ? size : UNSIZED_LIMIT, capacity = size ? size : 65536, got = 1;
    bytes->data = wend_alloc(capacity + 1);
    if (!bytes->data) return file_no_memory(error, path, capacity);
    while (got && bytes->size < wanted) {
        if (bytes->size == capacity) {
            capacity *= 2;
            char* grown = wend_realloc(bytes->data, capacity + 1);
            if (!grown) return file_no_memory(error, path, capacity);
            bytes->data = grown;
        }
        if (!file_read_some(descriptor, bytes->data + bytes->size, capacity - bytes->size, &got))
            return wend_fail(error, WEND_IO, "%s: cannot read: %s", path, strerror(errno));
        bytes->size += got;
    }
    bytes->data[bytes->size] = 0;
    return WEND_OK;
}

static wend_status read_plain(const char* path, wend_file_bytes* bytes, wend_error* error) {
    int descriptor;
    uint64_t size;
    WEND_TRY(file_open(path, &descriptor, &size, error));
    wend_status status = file_read_all(descriptor, path, size, bytes, error);
    close(descriptor);
    if (status != WEND_OK) wend_file_bytes_destroy(bytes);
    return status;
}

wend_status file_hash(const char* path, uint64_t* hash, uint64_t* size, wend_error* error) {
    wend_file_bytes bytes = {0};
    WEND_TRY(read_plain(path, &bytes, error));
    *hash = wend_hash(bytes.data, bytes.size, *hash);
    *size = bytes.size;
    wend_file_bytes_destroy(&bytes);
    return WEND_OK;
}

// Grows the buffer, up to the max unpacked size for the bytes read so far.
static wend_status grow_unpacked(const z_stream* stream, const char* name, size_t* capacity,
                                 wend_file_bytes* bytes, wend_error* error) {
    if (bytes->size < *capacity) return WEND_OK;
    size_t limit = GUNZIP_FLOOR + GUNZIP_RATIO * (size_t)stream->total_in;
    if (limit > FILE_MAX_BYTES) limit = FILE_MAX_BYTES;
    if (bytes->size >= limit)
        return wend_fail(error, WEND_LIMIT,
                         "%s: unpacks to more than 32 MiB and 100 times its size, or to more than "
                         "4 GiB; unpack it with gunzip if it is meant to be that large",
                         name);
    *capacity = *capacity ? *capacity * 2 : 1 << 16;
    if (*capacity > limit) *capacity = limit;
    char* grown = wend_realloc(bytes->data, *capacity + 1);
    if (!grown) return file_no_memory(error, name, *capacity);
    bytes->data = grown;
    return WEND_OK;
}

static wend_status inflate_all(z_stream* stream, const char* name, wend_file_bytes* bytes,
                               wend_error* error) {
    size_t capacity = 0;
    for (;;) {
        WEND_TRY(grow_unpacked(stream, name, &capacity, bytes, error));
        stream->next_out = (Bytef*)bytes->data + bytes->size;
        size_t room = capacity - bytes->size;
        stream->avail_out = room > 1u << 30 ? 1u << 30 : (uInt)room;
        uInt offered = stream->avail_out;
        int result = inflate(stream, Z_NO_FLUSH);
        bytes->size += offered - stream->avail_out;
        if (result == Z_STREAM_END) {
            // A gzip file may consist of several members.
            if (stream->avail_in < 2 || stream->next_in[0] != 0x1f) break;
            uLong so_far = stream->total_in;
            if (inflateReset(stream) != Z_OK) break;
            stream->total_in = so_far;
        } else if (result == Z_MEM_ERROR) {
            return file_no_memory(error, name, capacity);
        } else if (result != Z_OK && !(result == Z_BUF_ERROR && stream->avail_out == 0)) {
            return wend_fail(error, WEND_FORMAT,
                             "%s: gzip data %s after %zu unpacked bytes; fetch the file again",
                             name, stream->avail_in ? "is damaged" : "ends early", bytes->size);
        }
    }
    bytes->data[bytes->size] = 0;
    return WEND_OK;
}

wend_status file_gunzip(const void* packed, size_t size, const char* name, wend_file_bytes* bytes,
                        wend_error* error) {
    *bytes = (wend_file_bytes){0};
    if (size > UINT32_MAX)
        return wend_fail(error, WEND_LIMIT, "%s: gzip files are read up to 4 GiB", name);
    z_stream stream = {.zalloc = file_zlib_alloc, .zfree = file_zlib_free};
    stream.next_in = (Bytef*)packed;
    stream.avail_in = (uInt)size;
    if (inflateInit2(&stream, 16 + MAX_WBITS) != Z_OK) return file_no_memory(error, name, 1 << 16);
    wend_status status = inflate_all(&stream, name, bytes, error);
    inflateEnd(&stream);
    if (status != WEND_OK) wend_file_bytes_destroy(bytes);
    return status;
}

wend_status wend_file_read(const char* path, wend_file_bytes* bytes, wend_error* error) {
    *bytes = (wend_file_bytes){0};
    wend_file_bytes raw = {0};
    WEND_TRY(read_plain(path, &raw, error));
    if (raw.size < 2 || (uint8_t)raw.data[0] != 0x1f || (uint8_t)raw.data[1] != 0x8b) {
        *bytes = raw;
        return WEND_OK;
    }
    wend_status status = file_gunzip(raw.data, raw.size, path, bytes, error);
    wend_file_bytes_destroy(&raw);
    return status;
}

static wend_status gzip(const char* path, const void* data, size_t size, wend_file_bytes* packed,
                        wend_error* error) {
    if (size > UINT32_MAX)
        return wend_fail(error, WEND_LIMIT, "%s: gzip files are written up to 4 GiB", path);
    z_stream stream = {.zalloc = file_zlib_alloc, .zfree = file_zlib_free};
    if (deflateInit2(&stream, 6, Z_DEFLATED, 16 + MAX_WBITS, 8, Z_DEFAULT_STRATEGY) != Z_OK)
        return file_no_memory(error, path, 1 << 18);
    size_t bound = deflateBound(&stream, size);
    packed->data = wend_alloc(bound);
    wend_status status = WEND_OK;
    if (packed->data) {
        stream.next_in = (Bytef*)data;
        stream.avail_in = (uInt)size;
        stream.next_out = (Bytef*)packed->data;
        stream.avail_out = (uInt)bound;
        if (deflate(&stream, Z_FINISH) == Z_STREAM_END)
            packed->size = stream.total_out;
        else
            status = wend_fail(error, WEND_IO, "%s: cannot compress %zu bytes", path, size);
    } else {
        status = file_no_memory(error, path, bound);
    }
    deflateEnd(&stream);
    return status;
}

const char* file_remedy(int number) {
    switch (number) {
        case ENOSPC:
        case EDQUOT:
        case EFBIG:
            return "free some space or choose another disk";
        case EMFILE:
        case ENFILE:
            return "raise the limit of open files (ulimit -n)";
        case EACCES:
        case EPERM:
        case EROFS:
            return "check the permissions";
        case ENOENT:
        case ENOTDIR:
            return "check the path";
        default:
            return "check the disk";
    }
}

static wend_status write_synced(const char* path, const char* data, size_t size,
                                wend_error* error) {
    unlink(path);  // left by a killed process with the same pid
    int descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (descriptor < 0)
        return wend_fail(error, WEND_IO, "%s: cannot create: %s; %s", path, strerror(errno),
                         file_remedy(errno));
    size_t done = 0;
    while (done < size) {
        ssize_t n = write(descriptor, data + done, size - done);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) break;
        done += (size_t)n;
    }
    int failed = done < size || fsync(descriptor) != 0 ? errno : 0;
    if (done < size && !failed) failed = ENOSPC;
    if (close(descriptor) != 0 && !failed) failed = errno;
    if (!failed) return WEND_OK;
    unlink(path);
    return wend_fail(error, WEND_IO, "%s: cannot write: %s; %s", path, strerror(failed),
                     file_remedy(failed));
}

wend_status file_check_output(const char* path, wend_error* error) {
    struct stat info;
    if (stat(path, &info) != 0 || S_ISREG(info.st_mode)) return WEND_OK;
    return wend_fail(error, WEND_IO, "%s: is %s, which is not overwritten; choose another path",
                     path, kind_of_file(info.st_mode));
}

bool file_begins_as(const char* path, size_t skipped, const char* expected) {
    char bytes[64];
    int descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (descriptor < 0) return errno == ENOENT;
    ssize_t size = read(descriptor, bytes, skipped + strlen(expected));
    close(descriptor);
    return size == 0 || (size > (ssize_t)skipped &&
                         strncmp(bytes + skipped, expected, (size_t)size - skipped) == 0);
}

bool wend_file_is_same(const char* path, const char* other) {
    struct stat a, b;
    return stat(path, &a) == 0 && stat(other, &b) == 0 && a.st_dev == b.st_dev &&
           a.st_ino == b.st_ino;
}

wend_status wend_file_write(const char* path, const void* data, size_t size, wend_error* error) {
    WEND_TRY(file_check_output(path, error));
    size_t length = strlen(path);
    if (length + 32 > 4096) return wend_fail(error, WEND_LIMIT, "%.64s…: path too long", path);
    char beside[4096];
    const char* slash = strrchr(path, '/');
    if (slash && slash != path) {
        memcpy(beside, path, (size_t)(slash - path));
        beside[slash - path] = 0;
        WEND_TRY(wend_file_make_folder(beside, error));
    }
    wend_file_bytes packed = {0};
    if (length > 3 && strcmp(path + length - 3, ".gz") == 0) {
        wend_status status = gzip(path, data, size, &packed, error);
        if (status != WEND_OK) {
            wend_file_bytes_destroy(&packed);
            return status;
        }
        data = packed.data;
        size = packed.size;
    }
    snprintf(beside, sizeof beside, "%s.%ld.part", path, (long)gettid());
    wend_status status = write_synced(beside, data, size, error);
    wend_file_bytes_destroy(&packed);
    if (status == WEND_OK && rename(beside, path) != 0) {
        status = wend_fail(error, WEND_IO, "%s: cannot replace: %s", path, strerror(errno));
        unlink(beside);
    }
    return status;
}

bool wend_file_exists(const char* path) { return access(path, F_OK) == 0; }

bool wend_file_is_folder(const char* path) {
    struct stat info;
    return stat(path, &info) == 0 && S_ISDIR(info.st_mode);
}

wend_status wend_file_make_folder(const char* path, wend_error* error) {
    char partial[4096];
    size_t length = strlen(path);
    if (length >= sizeof partial)
        return wend_fail(error, WEND_LIMIT, "%.64s…: path too long", path);
    for (size_t i = 1; i <= length; i++) {
        if (path[i] != '/' && path[i] != 0) continue;
        memcpy(partial, path, i);
        partial[i] = 0;
        if (mkdir(partial, 0777) != 0 && errno != EEXIST)
            return wend_fail(error, WEND_IO, "%s: cannot make the folder: %s", partial,
                             strerror(errno));
    }
    return WEND_OK;
}

wend_status wend_file_join(const char* folder, const char* name, char* out, size_t out_size,
                           wend_error* error) {
    size_t length = strlen(folder);
    const char* slash = length && folder[length - 1] == '/' ? "" : "/";
    int n = snprintf(out, out_size, "%s%s%s", folder, slash, name);
    if (n < 0 || (size_t)n >= out_size)
        return wend_fail(error, WEND_LIMIT, "%.64s…/%.64s: path too long", folder, name);
    return WEND_OK;
}

wend_status file_folder(const char* file, char* out, size_t out_size, wend_error* error) {
    const char* slash = strrchr(file, '/');
    size_t length = slash ? (size_t)(slash - file) + (slash == file) : 1;
    if (length >= out_size) return wend_fail(error, WEND_LIMIT, "%.64s…: path too long", file);
    memcpy(out, slash ? file : ".", length);
    out[length] = 0;
    return WEND_OK;
}

// True if a component of the path is "..".
static bool climbs(const char* name) {
    for (const char* at = name; *at; at += strspn(at, "/")) {
        size_t length = strcspn(at, "/");
        if (length == 2 && at[0] == '.' && at[1] == '.') return true;
        at += length;
    }
    return false;
}

// True if the existing file at `path` is inside `folder` after resolving links.
static bool lies_inside(const char* folder, const char* path) {
    char whole[PATH_MAX], real[PATH_MAX];
    if (!realpath(path, real)) return errno == ENOENT || errno == ENOTDIR;
    if (!realpath(*folder ? folder : ".", whole)) return false;
    size_t length = strlen(whole);
    if (length && whole[length - 1] == '/') length--;  // the root folder
    return strncmp(real, whole, length) == 0 && real[length] == '/';
}

wend_status file_inside(const char* folder, const char* name, char* out, size_t out_size,
                        wend_error* error) {
    char plain[PATH_MAX];
    if (strlen(name) >= sizeof plain)
        return wend_fail(error, WEND_LIMIT, "%.64s…: path too long", name);
    size_t n = 0;
    for (; name[n]; n++) plain[n] = name[n] == '\\' ? '/' : name[n];
    plain[n] = 0;
    WEND_TRY(wend_file_join(folder, plain, out, out_size, error));
    if (*plain && *plain != '/' && !climbs(plain) && lies_inside(folder, out)) return WEND_OK;
    return wend_fail(error, WEND_FORMAT,
                     "'%.200s' leads out of the folder %s; files are only read from inside it, so "
                     "copy it there and name it by a relative path",
                     name, *folder ? folder : ".");
}

// The folder of `file` as an absolute path without links, with a trailing slash.
static bool real_folder(const char* file, char* folder) {
    char name[PATH_MAX];
    const char* slash = strrchr(file, '/');
    int n = slash ? snprintf(name, sizeof name, "%.*s", (int)(slash + 1 - file), file)
                  : snprintf(name, sizeof name, ".");
    if (n < 0 || (size_t)n >= sizeof name || !realpath(name, folder)) return false;
    size_t length = strlen(folder);
    if (length + 2 > PATH_MAX) return false;
    if (folder[length - 1] != '/') memcpy(folder + length, "/", 2);
    return true;
}

bool file_seen_from(const char* file, const char* path, char* out, size_t out_size) {
    char from[PATH_MAX], to[PATH_MAX];
    if (!real_folder(file, from) || !realpath(path, to)) return false;
    size_t common = 0;  // length of the common prefix, up to its last slash
    for (size_t i = 0; from[i] && (from[i] == to[i] || (from[i] == '/' && !to[i])); i++) {
        if (from[i] == '/') common = i + 1;
        if (!to[i]) break;
    }
    size_t used = 0;
    for (const char* at = from + common; *at; at++) {
        if (*at != '/') continue;
        if (used + 4 > out_size) return false;
        memcpy(out + used, "../", 4);
        used += 3;
    }
    const char* rest = common <= strlen(to) ? to + common : "";
    int n = snprintf(out + used, out_size - used, "%s", *rest || used ? rest : ".");
    return n >= 0 && (size_t)n < out_size - used;
}

wend_status file_beside(const char* file, const char* path, char* out, size_t out_size,
                        wend_error* error) {
    const char* slash = *path == '/' ? NULL : strrchr(file, '/');
    int folder = slash ? (int)(slash + 1 - file) : 0;
    int n = snprintf(out, out_size, "%.*s%s", folder, file, path);
    if (n < 0 || (size_t)n >= out_size)
        return wend_fail(error, WEND_LIMIT, "%.64s beside %.64s: path too long", path, file);
    return WEND_OK;
}

static int file_compare_names(const void* a, const void* b) {
    return strcmp(*(char* const*)a, *(char* const*)b);
}

wend_status wend_file_list_read(const char* folder, wend_file_list* list, wend_error* error) {
    *list = (wend_file_list){0};
    DIR* directory = opendir(folder);
    if (!directory)
        return wend_fail(error, errno == ENOENT ? WEND_NOT_FOUND : WEND_IO,
                         "%s: cannot open the folder: %s", folder, strerror(errno));
    ARRAY_OF(char*) names = {0};
    wend_status status = WEND_OK;
    for (struct dirent* entry; status == WEND_OK && (entry = readdir(directory));) {
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0) continue;
        size_t length = strlen(entry->d_name) + 1;
        char* copy = wend_alloc(length);
        if (!copy || !ARRAY_RESERVE(&names, 1)) {
            wend_free(copy);
            status = file_no_memory(error, folder, length);
            break;
        }
        memcpy(copy, entry->d_name, length);
        names.items[names.count++] = copy;
    }
    closedir(directory);
    list->names = names.items;
    list->count = (int)names.count;
    if (status != WEND_OK) {
        wend_file_list_destroy(list);
        return status;
    }
    if (list->count) qsort(list->names, names.count, sizeof *list->names, file_compare_names);
    return WEND_OK;
}

void wend_file_list_destroy(wend_file_list* list) {
    for (int i = 0; i < list->count; i++) wend_free(list->names[i]);
    wend_free(list->names);
    *list = (wend_file_list){0};
}
