// Video files: GIF is always available; MP4 and others need libav with an encoder.
#ifndef WEND_REPORT_VIDEO_FILE_H
#define WEND_REPORT_VIDEO_FILE_H

#include "wend/base.h"

typedef struct video_file video_file;

// A video encoder. `close` frees everything in any state.
typedef struct video_kind {
    wend_status (*open)(video_file* f, wend_error* error);
    wend_status (*add)(video_file* f, const wend_image* image, wend_error* error);
    wend_status (*end)(video_file* f, wend_error* error);  // flushes and completes the file
    void (*close)(video_file* f);
} video_kind;

struct video_file {
    const video_kind* kind;
    void* own;  // state of the encoder
    const char* path;
    int width, height;  // even
    int fps;
};

extern const video_kind video_gif, video_av;

// The format follows from the extension of `path`: .gif, or a format of libav (.mp4, .webm). `path`
// must outlive the video. WEND_UNSUPPORTED when there is no encoder.
wend_status video_file_open(const char* path, int width, int height, int fps, video_file* f,
                            wend_error* error);
// 3 channels, width x height pixels.
wend_status video_file_add(video_file* f, const wend_image* image, wend_error* error);
wend_status video_file_end(video_file* f, wend_error* error);
void video_file_close(video_file* f);  // safe on {0} and twice

#endif
