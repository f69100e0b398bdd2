// Doors by the frame around them. A column of the image shows a door leaf if depth is the same from
// the floor up to the wall above the door, except for the head of a frame that stands out:
//
//     height   side view of wall, frame and leaf
//     2.35 m   |     wall            depth d
//     2.1 m    |#    head of frame   depth d - 9 … 60 mm
//     1.75 m   |     leaf            depth d
//     0.35 m   |     leaf            depth d
//
// Assumption: the frame stands 9 to 60 mm out of the wall and the leaf is flush with the wall. This
// holds for the doors that wend generates. Scanned and imported scenes have other doors: none are
// found there.
#include "perceive/flush_doors.h"

#include "perceive/lens.h"

// Metres.
static const float FRAME_MIN = 0.009f,
                   FRAME_MAX = 0.06f;  // the frame stands out; seen from aside more
static const float FLAT = 0.02f;       // panels stand back by less
static const float FRAME_LOW = 1.9f,
                   FRAME_HIGH = 2.3f;  // heights between which the head is searched
static const float LEAF_HEIGHTS[5] = {0.35f, 0.75f, 1.3f, 1.75f, 2.35f};  // depth is the same here
static const float MIN_DEPTH = 0.6f, MAX_DEPTH = 7;
static const float MIN_WIDTH = 0.5f, MAX_WIDTH = 1.2f;
static const float MAX_GAP = 0.2f;  // between two columns of a leaf: something small may hang on it
enum { MIN_COLUMNS = 5 };

typedef struct spot {
    float right, ahead;
} spot;

static int row_at(const wend_observation* o, const lens* l, float height, float ahead) {
    int row = (int)lrintf(l->middle_y - (height - l->eye) * l->focal / ahead);
    return row >= 0 && row < o->camera.height ? row : -1;
}

// Whether the column shows a surface at depth `ahead` at a height.
static bool is_flat_at(const wend_observation* o, const lens* l, int column, float height,
                       float ahead) {
    int row = row_at(o, l, height, ahead);
    return row >= 0 && fabsf(o->camera.depth[row * o->camera.width + column] - ahead) < FLAT;
}

// Whether the column shows a leaf below the head of a frame.
static bool is_leaf(const wend_observation* o, const lens* l, int column, spot* at) {
    float ahead = o->camera.depth[o->camera.height / 2 * o->camera.width + column];
    if (!(ahead > MIN_DEPTH && ahead < MAX_DEPTH)) return false;
    for (int k = 0; k < 5; k++)
        if (!is_flat_at(o, l, column, LEAF_HEIGHTS[k], ahead)) return false;
    int top = row_at(o, l, FRAME_HIGH, ahead), bottom = row_at(o, l, FRAME_LOW, ahead), frame = 0;
    for (int row = top; row <= bottom; row++) {
        float out = ahead - o->camera.depth[row * o->camera.width + column];
        frame += out > FRAME_MIN && out < FRAME_MAX;
    }
    *at = (spot){((float)column - l->middle_x) * ahead / l->focal, ahead};
    return frame > 0 && 2 * frame < bottom - top + 1;
}

static bool flush_doors_make_door(const spot* from, const spot* to, int columns,
                                  ego_detection* door) {
    float x = to->right - from->right, z = to->ahead - from->ahead, wide = hypotf(x, z);
    *door = (ego_detection){.right = (from->right + to->right) / 2,
                            .ahead = (from->ahead + to->ahead) / 2,
                            .turn = atan2f(z, x),
                            .pixels = columns};
    return columns >= MIN_COLUMNS && wide > MIN_WIDTH && wide < MAX_WIDTH;
}

int flush_doors_find(const wend_observation* o, ego_detection* doors, int max) {
    lens l = lens_of_observation(o);
    spot first = {0}, last = {0}, at = {0};
    int run = 0, count = 0;
    for (int column = 0; column <= o->camera.width && count < max; column++) {
        bool leaf = column < o->camera.width && is_leaf(o, &l, column, &at);
        bool joined = leaf && run && hypotf(at.right - last.right, at.ahead - last.ahead) < MAX_GAP;
        bool over = column == o->camera.width || (leaf && !joined);
        if (run && over) {
            count += flush_doors_make_door(&first, &last, run, &doors[count]);
            run = 0;
        }
        if (!leaf) continue;
        if (!run) first = at;
        last = at;
        run++;
    }
    return count;
}
