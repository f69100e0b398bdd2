#include "wend/sense.h"

wend_camera wend_camera_default_def(void) {
    return (wend_camera){.width = 256,
                         .height = 256,
                         .hfov = 90,
                         .near_clip = 0.01f,
                         .depth_min = 0,
                         .depth_max = 100,
                         .textured = true,
                         .sky = {190, 214, 235}};
}

wend_status wend_camera_check(const wend_camera* c, wend_error* error) {
    if (c->width < 1 || c->height < 1 || c->width > 4096 || c->height > 4096)
        return wend_fail(error, WEND_ARGUMENT,
                         "camera: %d x %d pixels; each side must be in [1, 4096]", c->width,
                         c->height);
    if (!(c->hfov >= 10 && c->hfov <= 150))
        return wend_fail(error, WEND_ARGUMENT,
                         "camera: hfov is %g degrees; it must be in [10, 150]", (double)c->hfov);
    if (!(c->near_clip >= 1e-4f && c->near_clip <= 10))
        return wend_fail(error, WEND_ARGUMENT,
                         "camera: near_clip is %g m; it must be in [0.0001, 10]",
                         (double)c->near_clip);
    if (!(c->depth_min >= 0 && c->depth_max > c->depth_min && isfinite(c->depth_max)))
        return wend_fail(error, WEND_ARGUMENT,
                         "camera: depth range %g to %g m; it must be finite with 0 <= min < max",
                         (double)c->depth_min, (double)c->depth_max);
    if ((unsigned)c->simd >= WEND_SIMD_COUNT || !wend_simd_is_supported(c->simd))
        return wend_fail(error, WEND_UNSUPPORTED,
                         "camera: this processor does not support '%s'; use 'best'",
                         wend_simd_name(c->simd));
    return WEND_OK;
}
