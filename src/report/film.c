#include "report/film.h"

#include <string.h>

#include "base/file.h"

static bool ends_in(const char* path, const char* ending) {
    size_t length = strlen(path), size = strlen(ending);
    return length > size && strcmp(path + length - size, ending) == 0;
}

wend_status film_open(const char* path, int width, int height, int fps, film* f,
                      wend_error* error) {
    *f = (film){0};
    WEND_TRY(file_check_output(path, error));
    *f = (film){.kind = ends_in(path, ".gif") ? &film_gif : &film_av,
                .path = path,
                .width = width,
                .height = height,
                .fps = fps};
    wend_status status = f->kind->open(f, error);
    if (status != WEND_OK) film_close(f);
    return status;
}

wend_status film_add(film* f, const wend_image* image, wend_error* error) {
    return f->kind->add(f, image, error);
}

wend_status film_end(film* f, wend_error* error) { return f->kind->end(f, error); }

void film_close(film* f) {
    if (f->kind && f->own) f->kind->close(f);
    *f = (film){0};
}
