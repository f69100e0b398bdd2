#include "perceive/flush_doors.h"

typedef struct lens {
    float focal, x, y, eye;
} lens;

typedef struct spot {
    float right, ahead;
} spot;

static int row_at(const wend_observation* o, const lens* l, float height, float ahead) {
    int row = (int)lrintf(l->y - (height - l->eye) * l->focal / ahead);
    return row >= 0 && row < o->height ? row : -1;
}

// Whether something lies at this distance at a height.
static bool is_flat_at(const wend_observation* o, const lens* l, int column, float height,
                       float ahead) {
    static const float FLAT = 0.02f;  // metres: panels stand back by less
    int row = row_at(o, l, height, ahead);
    return row >= 0 && fabsf(o->depth[row * o->width + column] - ahead) < FLAT;
}

// Below the head of a frame: flat from the floor up to it and above it, where the frame stands out.
static bool is_leaf(const wend_observation* o, const lens* l, int column, spot* at) {
    static const float LEAST = 0.009f, MOST = 0.06f;  // metres a frame stands out, from aside more
    static const float flat[5] = {0.35f, 0.75f, 1.3f, 1.75f, 2.35f};
    float ahead = o->depth[o->height / 2 * o->width + column];
    if (!(ahead > 0.6f && ahead < 7)) return false;
    for (int k = 0; k < 5; k++)
        if (!is_flat_at(o, l, column, flat[k], ahead)) return false;
    int top = row_at(o, l, 2.3f, ahead), bottom = row_at(o, l, 1.9f, ahead), frame = 0;
    for (int row = top; row <= bottom; row++) {
        float out = ahead - o->depth[row * o->width + column];
        frame += out > LEAST && out < MOST;
    }
    *at = (spot){((float)column - l->x) * ahead / l->focal, ahead};
    return frame > 0 && 2 * frame < bottom - top + 1;
}

static bool make_door(const spot* from, const spot* to, int columns, body_sight* door) {
    float x = to->right - from->right, z = to->ahead - from->ahead, wide = hypotf(x, z);
    *door = (body_sight){.right = (from->right + to->right) / 2,
                         .ahead = (from->ahead + to->ahead) / 2,
                         .turn = atan2f(z, x),
                         .pixels = columns};
    return columns >= 5 && wide > 0.5f && wide < 1.2f;
}

int flush_doors_find(const wend_observation* o, body_sight* doors, int max) {
    lens l = {(float)o->width / 2 / tanf(o->hfov * (float)(WEND_PI / 360)),
              (float)o->width / 2 - 0.5f, (float)o->height / 2 - 0.5f, o->eye_height};
    spot first = {0}, last = {0}, at = {0};
    int run = 0, count = 0;
    for (int column = 0; column <= o->width && count < max; column++) {
        bool leaf = column < o->width && is_leaf(o, &l, column, &at);
        // Something small may hang on it.
        bool joined = leaf && run && hypotf(at.right - last.right, at.ahead - last.ahead) < 0.2f;
        bool over = column == o->width || (leaf && !joined);
        if (run && over) {
            count += make_door(&first, &last, run, &doors[count]);
            run = 0;
        }
        if (!leaf) continue;
        if (!run) first = at;
        last = at;
        run++;
    }
    return count;
}
