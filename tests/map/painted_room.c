#include "map/painted_room.h"

#include "test.h"

static const float EYE_HEIGHT = 1;  // metres

static void slabs(wend_aabb box, wend_vec3 eye, wend_vec3 way, float* in, float* out) {
    const float low[3] = {box.low.x, box.low.y, box.low.z};
    const float high[3] = {box.high.x, box.high.y, box.high.z};
    const float from[3] = {eye.x, eye.y, eye.z}, along[3] = {way.x, way.y, way.z};
    *in = -INFINITY;
    *out = INFINITY;
    for (int k = 0; k < 3; k++) {
        if (fabsf(along[k]) < 1e-9f) {
            if (from[k] < low[k] || from[k] > high[k]) *in = INFINITY;
            continue;
        }
        float a = (low[k] - from[k]) / along[k], b = (high[k] - from[k]) / along[k];
        *in = fmaxf(*in, fminf(a, b));
        *out = fminf(*out, fmaxf(a, b));
    }
}

void painted_room_look(const painted_room* room, const wend_pose* pose, float eye_height, int side,
                       float* depth, uint8_t* labels) {
    wend_vec3 eye = wend_v3_add(pose->feet, wend_v3(0, eye_height, 0));
    float ct = cosf(pose->tilt), st = sinf(pose->tilt), c = cosf(pose->heading),
          s = sinf(pose->heading);
    for (int row = 0; row < side; row++)
        for (int column = 0; column < side; column++) {
            float right = ((float)column + 0.5f) / (float)side * 2 - 1;
            float up = 1 - ((float)row + 0.5f) / (float)side * 2;
            float ahead = ct - up * st, rise = st + up * ct, in, out;
            wend_vec3 way = wend_v3(-s * ahead + c * right, rise, -c * ahead - s * right);
            slabs(room->walls, eye, way, &in, &out);
            float nearest = out;
            uint8_t label = 0;
            for (int b = 0; b < room->box_count; b++) {
                slabs(room->boxes[b], eye, way, &in, &out);
                if (!(in > 0 && in < out && in < nearest)) continue;
                nearest = in;
                label = (uint8_t)(b + 1);
            }
            depth[row * side + column] = nearest;
            if (labels) labels[row * side + column] = label;
        }
}

void painted_room_map(const painted_room* room, const wend_pose* pose, wend_map* map) {
    static float depth[PAINTED_SIDE * PAINTED_SIDE];
    static uint8_t labels[PAINTED_SIDE * PAINTED_SIDE];
    wend_error error;
    painted_room_look(room, pose, EYE_HEIGHT, PAINTED_SIDE, depth, labels);
    wend_map_frame frame = {.width = PAINTED_SIDE,
                            .height = PAINTED_SIDE,
                            .hfov = 90,
                            .eye_height = EYE_HEIGHT,
                            .depth = depth,
                            .labels = labels};
    CHECK_OK(wend_map_integrate(map, &frame, pose, &error));
}

void painted_room_map_around(const painted_room* room, wend_vec3 feet, int turns, wend_map* map) {
    for (int k = 0; k < turns; k++) {
        wend_pose pose = {.feet = feet, .heading = (float)k * (float)(2 * WEND_PI) / (float)turns};
        painted_room_map(room, &pose, map);
    }
}
