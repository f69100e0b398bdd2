// Reports: runs to look at. One page of HTML that needs nothing else, from the logs of runs.
#ifndef WEND_REPORT_H
#define WEND_REPORT_H

#include "wend/log.h"
#include "wend/scene.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct wend_report_def {
    const char* const* logs;  // paths
    int log_count;
    const char* const* curves;  // folders of training runs, or their curve.csv
    int curve_count;            // with the logs at least 1
    bool join_seeds;       // runs called alike but for a number behind the last '_' are one curve
    const char* out;       // the page
    const char* episodes;  // file; NULL: where the logs say
    const char* scenes;    // folder of scene files; NULL: where the logs say
    const char* cache;     // folder of files that make scenes open fast; NULL: none
    int sample;            // episodes of each task that are shown in pictures; default 12
    uint64_t max_bytes;    // no more pictures when the page has grown to this; default 12 MiB
    wend_warn warn;        // a sentence about what could not be shown. Nullable
    void* context;
} wend_report_def;

WEND_API wend_report_def wend_report_default_def(void);
// The same logs and scenes give the same bytes.
WEND_API wend_status wend_report_write(const wend_report_def* def, wend_error* error);

// ---- one picture --------------------------------------------------------------------------------

// A walk so far on the plan of the floor it has come to, with the goals numbered: a square of
// `side` pixels and 3 channels, which is the caller's.
WEND_API wend_status wend_walk_picture(const wend_scene* scene, const wend_log_record* record,
                                       wend_vec3_span goals, int side, wend_image* image,
                                       wend_error* error);

// ---- films --------------------------------------------------------------------------------------

typedef struct wend_video_def {
    const char* log;
    const char* episode;   // its id
    const char* out;       // .mp4 or another that libav writes, or .gif
    const char* episodes;  // as in wend_report_def
    const char* scenes;
    const char* cache;
    int fps;  // pictures a second, 1 to 60; default 10
} wend_video_def;

WEND_API wend_video_def wend_video_default_def(void);
// One episode as a film. WEND_UNSUPPORTED when there is no encoder for it: a .gif needs none.
WEND_API wend_status wend_video_write(const wend_video_def* def, wend_error* error);

#ifdef __cplusplus
}
#endif
#endif
