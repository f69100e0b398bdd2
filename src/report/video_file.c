#include "report/video_file.h"

#include <string.h>

#include "base/file.h"

static bool video_file_ends_in(const char* path, const char* ending) {
    size_t length = strlen(path), size = strlen(ending);
    return length > size && strcmp(path + length - size, ending) == 0;
}

wend_status video_file_open(const char* path, int width, int height, int fps, video_file* f,
                            wend_error* error) {
    *f = (video_file){0};
    WEND_TRY(file_check_output(path, error));
    *f = (video_file){.kind = video_file_ends_in(path, ".gif") ? &video_gif : &video_av,
                      .path = path,
                      .width = width,
                      .height = height,
                      .fps = fps};
    wend_status status = f->kind->open(f, error);
    if (status != WEND_OK) video_file_close(f);
    return status;
}

wend_status video_file_add(video_file* f, const wend_image* image, wend_error* error) {
    return f->kind->add(f, image, error);
}

wend_status video_file_end(video_file* f, wend_error* error) { return f->kind->end(f, error); }

void video_file_close(video_file* f) {
    if (f->kind && f->own) f->kind->close(f);
    *f = (video_file){0};
}
