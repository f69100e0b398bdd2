#include "train/append_file.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

wend_status append_file_open(const char* path, uint64_t size, append_file* f, wend_error* error) {
    *f = (append_file){.size = size};
    f->descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (f->descriptor < 0 || ftruncate(f->descriptor, (off_t)size) != 0) {
        (void)wend_fail(error, WEND_IO, "%s: cannot be written: %s", path, strerror(errno));
        append_file_close(f);
        return WEND_IO;
    }
    return WEND_OK;
}

void append_file_close(append_file* f) {
    if (f->descriptor > 0) close(f->descriptor);
    wend_text_destroy(&f->pending);
    *f = (append_file){.descriptor = -1};
}

void append_file_put(append_file* f, const void* bytes, size_t size) {
    wend_text_put_bytes(&f->pending, bytes, size);
}

wend_status append_file_flush(append_file* f, bool sync, wend_error* error) {
    size_t done = 0;
    if (f->pending.out_of_memory) return wend_fail(error, WEND_NO_MEMORY, "out of memory");
    while (done < f->pending.count) {
        ssize_t n = pwrite(f->descriptor, f->pending.items + done, f->pending.count - done,
                           (off_t)(f->size + done));
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return wend_fail(error, WEND_IO, "cannot be written: %s", strerror(errno));
        done += (size_t)n;
    }
    f->size += done;
    wend_text_destroy(&f->pending);
    if (sync && fdatasync(f->descriptor) != 0)
        return wend_fail(error, WEND_IO, "cannot be written: %s", strerror(errno));
    return WEND_OK;
}
