// Dead reckoning: integrates intended actions and detects failed ones from depth images.
#include "agent/cow/cow_pose.h"

#include <string.h>

#include "agent/cow/cow_constants.h"

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
    return mean < (double)COW_STILL && squares / n - mean * mean < (double)(COW_STILL * COW_STILL);
}

// Depth error at a pixel beyond that of a shift by one pixel, which is large on distant floors.
static float depth_off(const wend_observation* o, int x, int y, float expected) {
    const float* at = o->camera.depth + (size_t)y * (size_t)o->camera.width + x;
    float slack = fabsf(at[o->camera.width] - at[-o->camera.width]) / 2 + fabsf(at[1] - at[-1]) / 2;
    float off = fabsf(*at - expected) - slack;
    return off > 0 ? off : 0;
}

// Whether the last depth image fits this one better unmoved than moved by a step. Surfaces that
// look the same in both cases (floors, walls along the path) cancel.
static bool fits_standing(const cow_pose* p, const wend_observation* o) {
    float step = p->body.step, standing = 0, moved = 0;
    float half_x = (float)o->camera.width / 2, half_y = (float)o->camera.height / 2;
    for (int y = COW_POSE_STRIDE / 2; y < o->camera.height; y += COW_POSE_STRIDE)
        for (int x = COW_POSE_STRIDE / 2; x < o->camera.width; x += COW_POSE_STRIDE) {
            float d = p->before[y * o->camera.width + x];
            if (!(d > step + COW_POSE_MIN_DEPTH && d < COW_POSE_MAX_DEPTH)) continue;
            float scale = d / (d - step);
            int to_x = (int)(half_x + ((float)x + 0.5f - half_x) * scale);
            int to_y = (int)(half_y + ((float)y + 0.5f - half_y) * scale);
            if (to_x < 1 || to_y < 1 || to_x + 1 >= o->camera.width || to_y + 1 >= o->camera.height)
                continue;
            float off = fabsf(o->camera.depth[y * o->camera.width + x] - d);
            float carried = depth_off(o, to_x, to_y, d - step);
            standing += off < COW_POSE_MAX_ERROR ? off : COW_POSE_MAX_ERROR;
            moved += carried < COW_POSE_MAX_ERROR ? carried : COW_POSE_MAX_ERROR;
        }
    return standing < moved;
}

static bool has_failed(const cow_pose* p, const wend_observation* o) {
    if (p->test == COW_TEST_STILL) return hardly_changed(p, o->camera.depth);
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

static wend_status cow_pose_make_room(cow_pose* p, size_t pixels, wend_error* error) {
    if (pixels == p->pixels) return WEND_OK;
    wend_free(p->before);
    p->has_before = false;
    p->before = wend_alloc(pixels * sizeof *p->before);
    p->pixels = p->before ? pixels : 0;
    return p->before
               ? WEND_OK
               : wend_fail(error, WEND_NO_MEMORY, "out of memory for the depth image of agent cow");
}

static void keep_depth(cow_pose* p, const wend_observation* o) {
    size_t row = (size_t)o->camera.width, every = p->test == COW_TEST_STILL ? 1 : COW_POSE_STRIDE;
    for (size_t y = every / 2; y < (size_t)o->camera.height; y += every)
        memcpy(p->before + y * row, o->camera.depth + y * row, row * sizeof *p->before);
}

wend_status cow_pose_notice(cow_pose* p, const wend_observation* seen, wend_observation* own,
                            wend_error* error) {
    WEND_TRY(
        cow_pose_make_room(p, (size_t)seen->camera.width * (size_t)seen->camera.height, error));
    p->failed = p->has_before && has_failed(p, seen);
    if (p->has_before && !p->failed) move(p);
    keep_depth(p, seen);
    p->has_before = true;
    *own = *seen;
    own->pose.gps[0] = -p->z;
    own->pose.gps[1] = p->x;
    own->pose.compass = remainderf(cow_pose_heading(p), (float)(2 * WEND_PI));
    own->collided = p->failed && p->last == WEND_ACTION_FORWARD;
    return WEND_OK;
}
