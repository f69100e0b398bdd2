#include "agent/cow_pose.h"

#include <string.h>

enum { SPARSE = 7 };               // of so many rows and columns one is compared after a step
static const float STILL = 0.09f;  // metres: mean and deviation of depth that count as no change
static const float FAR = 10;       // metres: what is farther, or nothing, says nothing

void cow_pose_destroy(cow_pose* p) { wend_free(p->before); }

void cow_pose_reset(cow_pose* p, const wend_agent_body* body) {
    *p = (cow_pose){.test = p->test, .body = *body, .before = p->before, .pixels = p->pixels};
}

float cow_pose_heading(const cow_pose* p) {
    return (float)(2 * WEND_PI * p->turns / p->body.turns);
}

float cow_pose_tilt(const cow_pose* p) {
    return (float)(WEND_PI / 180) * p->body.look * (float)p->looks;
}

wend_vec3 cow_pose_to_start(const cow_pose* p, wend_vec3 v) {
    float heading = cow_pose_heading(p), sine = sinf(heading), cosine = cosf(heading);
    return wend_v3(p->x + v.x * cosine + v.z * sine, v.y, p->z - v.x * sine + v.z * cosine);
}

// [cow: mean and deviation of |depth - depth before| both below 0.09 m: the action failed]
static bool hardly_changed(const cow_pose* p, const float* depth) {
    double sum = 0, squares = 0;
    for (size_t i = 0; i < p->pixels; i++) {
        double d = (double)fabsf(depth[i] - p->before[i]);
        sum += d;
        squares += d * d;
    }
    double n = (double)p->pixels, mean = sum / n;
    return mean < (double)STILL && squares / n - mean * mean < (double)(STILL * STILL);
}

// How far the depth at a pixel is from what is expected, beyond what a pixel more or less makes: on
// floors far away that is much.
static float depth_off(const wend_observation* o, int x, int y, float expected) {
    const float* at = o->depth + (size_t)y * (size_t)o->width + x;
    float slack = fabsf(at[o->width] - at[-o->width]) / 2 + fabsf(at[1] - at[-1]) / 2;
    float off = fabsf(*at - expected) - slack;
    return off > 0 ? off : 0;
}

// Whether the picture before fits this one better as it was than carried a step ahead. What looks
// the same from both places (floors, walls along the way) says nothing, and does no harm.
static bool fits_standing(const cow_pose* p, const wend_observation* o) {
    const float most = 0.3f;  // metres: more is another thing, whatever the number
    float step = p->body.step, standing = 0, moved = 0;
    float half_x = (float)o->width / 2, half_y = (float)o->height / 2;
    for (int y = SPARSE / 2; y < o->height; y += SPARSE)
        for (int x = SPARSE / 2; x < o->width; x += SPARSE) {
            float d = p->before[y * o->width + x];
            if (!(d > step + 0.15f && d < FAR)) continue;
            float scale = d / (d - step);
            int to_x = (int)(half_x + ((float)x + 0.5f - half_x) * scale);
            int to_y = (int)(half_y + ((float)y + 0.5f - half_y) * scale);
            if (to_x < 1 || to_y < 1 || to_x + 1 >= o->width || to_y + 1 >= o->height) continue;
            float off = fabsf(o->depth[y * o->width + x] - d);
            float carried = depth_off(o, to_x, to_y, d - step);
            standing += off < most ? off : most;
            moved += carried < most ? carried : most;
        }
    return standing < moved;
}

static bool has_failed(const cow_pose* p, const wend_observation* o) {
    if (p->test == COW_TEST_STILL) return hardly_changed(p, o->depth);
    return p->last == WEND_ACTION_FORWARD && fits_standing(p, o);
}

static void move(cow_pose* p) {
    float heading = cow_pose_heading(p);
    switch (p->last) {
        case WEND_ACTION_FORWARD:
            p->x -= p->body.step * sinf(heading);
            p->z -= p->body.step * cosf(heading);
            break;
        case WEND_ACTION_LEFT:
            p->turns = (p->turns + 1) % p->body.turns;
            break;
        case WEND_ACTION_RIGHT:
            p->turns = (p->turns + p->body.turns - 1) % p->body.turns;
            break;
        case WEND_ACTION_UP:
            p->looks++;
            break;
        case WEND_ACTION_DOWN:
            p->looks--;
            break;
        default:
            break;
    }
}

static wend_status make_room(cow_pose* p, size_t pixels, wend_error* error) {
    if (pixels == p->pixels) return WEND_OK;
    wend_free(p->before);
    p->has_before = false;
    p->before = wend_alloc(pixels * sizeof *p->before);
    p->pixels = p->before ? pixels : 0;
    return p->before ? WEND_OK : wend_fail(error, WEND_NO_MEMORY, "no memory for a CoW's eyes");
}

static void keep_depth(cow_pose* p, const wend_observation* o) {
    size_t row = (size_t)o->width, every = p->test == COW_TEST_STILL ? 1 : SPARSE;
    for (size_t y = every / 2; y < (size_t)o->height; y += every)
        memcpy(p->before + y * row, o->depth + y * row, row * sizeof *p->before);
}

wend_status cow_pose_notice(cow_pose* p, const wend_observation* seen, wend_observation* own,
                            wend_error* error) {
    WEND_TRY(make_room(p, (size_t)seen->width * (size_t)seen->height, error));
    p->failed = p->has_before && has_failed(p, seen);
    if (p->has_before && !p->failed) move(p);
    keep_depth(p, seen);
    p->has_before = true;
    *own = *seen;
    own->gps[0] = -p->z;
    own->gps[1] = p->x;
    own->compass = remainderf(cow_pose_heading(p), (float)(2 * WEND_PI));
    own->collided = p->failed && p->last == WEND_ACTION_FORWARD;
    return WEND_OK;
}
