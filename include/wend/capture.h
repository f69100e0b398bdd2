// Perception of rendered viewpoints: the source of wend_views for generated and imported scenes.
//
// The 36 views of every viewpoint of a scene's graph (wend_viewpoints_make) are rendered as RGB-D
// and perceived as agents with images do it (wend_segmentation, doors from depth), without ground
// truth. Objects become detections with words ("red chair"), and a view's caption is the type of
// room that its objects suggest.
//
// Owner: src/capture
#ifndef WEND_CAPTURE_H
#define WEND_CAPTURE_H

#include "wend/data.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct wend_views_render_def {
    const char* const* scenes;  // [scene_count] references of wend_scene_open
    int scene_count;
    int width;    // of an image, pixels; the height is 3/4 of it. In [64, 1280]; default 320
    int threads;  // default 1; the result is the same for any number
} wend_views_render_def;

WEND_API wend_views_render_def wend_views_render_default_def(void);
// Viewpoints are those of `wend episodes generate r2r` and `wend scene graph` for the same scenes.
WEND_API wend_status wend_views_render(const wend_views_render_def* def, wend_views** views,
                                       wend_error* error);

#ifdef __cplusplus
}
#endif
#endif
