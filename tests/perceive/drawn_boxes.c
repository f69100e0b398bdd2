#include "drawn_boxes.h"

// Depth at which the ray (x, y, -1) from the camera enters the box; INFINITY: it does not.
static float enter(const wend_aabb* box, float eye_height, float x, float y) {
    float origin[3] = {0, eye_height, 0}, way[3] = {x, y, -1};
    float low[3] = {box->low.x, box->low.y, box->low.z};
    float high[3] = {box->high.x, box->high.y, box->high.z};
    float in = 0, out = INFINITY;
    for (int k = 0; k < 3; k++) {
        float a = (low[k] - origin[k]) / way[k], b = (high[k] - origin[k]) / way[k];
        in = fmaxf(in, fminf(a, b));
        out = fminf(out, fmaxf(a, b));
    }
    return in < out ? in : INFINITY;
}

void drawn_boxes(const drawn_box* boxes, int count, drawn_picture* out) {
    const float eye_height = 0.9f;
    for (int row = 0; row < DRAWN_SIDE; row++)
        for (int column = 0; column < DRAWN_SIDE; column++) {
            int i = row * DRAWN_SIDE + column;
            float x = ((float)column + 0.5f) / (DRAWN_SIDE / 2) - 1 + 1e-6f;
            float y = 1 - ((float)row + 0.5f) / (DRAWN_SIDE / 2) + 1e-6f;
            float nearest = y < 0 ? eye_height / -y : 100;
            const uint8_t floor[3] = {120, 120, 120};
            const uint8_t* rgb = floor;
            for (int k = 0; k < count; k++) {
                float depth = enter(&boxes[k].box, eye_height, x, y);
                if (depth >= nearest) continue;
                nearest = depth;
                rgb = boxes[k].rgb;
            }
            out->depth[i] = nearest;
            for (int c = 0; c < 3; c++) out->rgb[3 * i + c] = rgb[c];
        }
    out->picture = (wend_rgbd_image){.width = DRAWN_SIDE,
                                     .height = DRAWN_SIDE,
                                     .hfov = 90,
                                     .eye_height = eye_height,
                                     .rgb = out->rgb,
                                     .depth = out->depth};
}
