// Moving pictures into a file: MP4 where this build has libav and libav an encoder, GIF always.
#ifndef WEND_REPORT_FILM_H
#define WEND_REPORT_FILM_H

#include "wend/base.h"

typedef struct film film;

// A way to write one. Each function may fail; `close` frees everything, whatever went before.
typedef struct film_kind {
    wend_status (*open)(film* f, wend_error* error);
    wend_status (*add)(film* f, const wend_image* image, wend_error* error);
    wend_status (*end)(film* f, wend_error* error);  // writes what is left
    void (*close)(film* f);
} film_kind;

struct film {
    const film_kind* kind;
    void* own;  // of the kind
    const char* path;
    int width, height;  // even
    int fps;
};

extern const film_kind film_gif, film_av;

// By the ending of `path`, which must outlive the film: .gif, or anything libav knows (.mp4,
// .webm). WEND_UNSUPPORTED when there is no encoder.
wend_status film_open(const char* path, int width, int height, int fps, film* f, wend_error* error);
// 3 channels, of the film's size.
wend_status film_add(film* f, const wend_image* image, wend_error* error);
wend_status film_end(film* f, wend_error* error);
void film_close(film* f);  // safe on {0} and twice

#endif
