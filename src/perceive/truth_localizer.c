// The ground-truth localizer: the mask that comes with the image is its detection. Reports mark
// rows of agents that use it as an oracle's.
#include "perceive/truth_localizer.h"

enum { GRID = 512 };  // maximum side of the mask

typedef struct truth_memory {
    int32_t mask[GRID * GRID];
} truth_memory;

static wend_status truth_localizer_seek(void* memory, const char* const* texts, int count,
                                        wend_error* error) {
    (void)memory;
    (void)texts;
    (void)count;
    (void)error;
    return WEND_OK;
}

static wend_status truth_localizer_look(void* memory, const wend_rgbd_image* p,
                                        wend_detections* detections, wend_error* error) {
    truth_memory* s = memory;
    int step = (p->width > p->height ? p->width : p->height) / GRID + 1, points = 0;
    wend_detection detection = {.relevance = 1, .region = 1, .box = wend_aabb_empty()};
    (void)error;
    detections->count = 0;
    detections->mask = s->mask;
    detections->mask_step = step;
    detections->mask_width = p->width / step;
    detections->mask_height = p->height / step;
    wend_vec3 sum = {0, 0, 0};
    float nearest = INFINITY;
    for (int i = 0; i < detections->mask_width * detections->mask_height; i++) {
        int x = i % detections->mask_width * step + step / 2,
            y = i / detections->mask_width * step + step / 2;
        s->mask[i] = p->goal_mask && p->goal_mask[y * p->width + x] ? 1 : 0;
        if (!s->mask[i]) continue;
        wend_vec3 at = wend_rgbd_image_point(p, x, y);
        points++;
        sum = wend_v3_add(sum, at);
        detection.box = wend_aabb_add(detection.box, at);
        float away = at.x * at.x + at.z * at.z;
        if (away >= nearest) continue;
        nearest = away;
        detection.nearest = at;
        detection.x = x;
        detection.y = y;
    }
    if (!points) return WEND_OK;
    detection.middle = wend_v3_scale(sum, 1 / (float)points);
    detections->items[detections->count++] = detection;
    return WEND_OK;
}

const wend_localizer_kind truth_localizer = {
    .name = "truth",
    .summary = "the ground-truth mask of the goal",
    .memory = sizeof(truth_memory),
    .seek = truth_localizer_seek,
    .look = truth_localizer_look,
};
