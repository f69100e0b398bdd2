#include "agent/cow_pose.h"

#include <string.h>

static const float STILL = 0.09f;  // metres: mean and deviation of depth that count as no change

void cow_pose_destroy(cow_pose* p) { wend_free(p->before); }

void cow_pose_reset(cow_pose* p, const wend_agent_body* body) {
    *p = (cow_pose){.body = *body, .before = p->before, .pixels = p->pixels};
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

wend_status cow_pose_notice(cow_pose* p, const wend_observation* seen, wend_observation* own,
                            wend_error* error) {
    WEND_TRY(make_room(p, (size_t)seen->width * (size_t)seen->height, error));
    p->failed = p->has_before && hardly_changed(p, seen->depth);
    if (p->has_before && !p->failed) move(p);
    memcpy(p->before, seen->depth, p->pixels * sizeof *p->before);
    p->has_before = true;
    *own = *seen;
    own->gps[0] = -p->z;
    own->gps[1] = p->x;
    own->compass = remainderf(cow_pose_heading(p), (float)(2 * WEND_PI));
    own->collided = p->failed && p->last == WEND_ACTION_FORWARD;
    return WEND_OK;
}
