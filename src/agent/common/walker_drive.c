// Follows a path with velocity actions: waypoint by waypoint, turning while driving.
#include "agent/common/walker.h"

static const float REACHED =
    0.25f;  // metres from a waypoint at which the next one becomes the target
static const float TURN_ON_SPOT = 0.7f;  // radians of heading error: turns without driving
static const float SLOW_DOWN = 0.3f;     // radians of heading error: drives at half speed
static const float OVERSHOOT =
    0.1f;  // metres per second added, so that the last step reaches the target
static const float MOVES_FORWARD =
    0.3f;  // metres per second from which an action is expected to move the agent

float walker_bearing(const walker* w, float x, float z) {
    return remainderf(atan2f(-(x - w->pose.feet.x), -(z - w->pose.feet.z)) - w->pose.heading,
                      (float)(2 * WEND_PI));
}

wend_action walker_set_velocity(walker* w, float forward, float turn) {
    w->stepping = forward > MOVES_FORWARD;
    return (wend_action){.kind = WEND_ACTION_VELOCITY,
                         .forward = forward,
                         .turn = turn,
                         .seconds = w->def.drive.period};
}

static float turn_rate(const walker* w, float angle) {
    const walker_drive_def* d = &w->def.drive;
    return fminf(fmaxf(angle / d->period, -d->turn), d->turn);
}

wend_action walker_turn(walker* w, float angle) {
    return walker_set_velocity(w, 0, turn_rate(w, angle));
}

wend_action walker_drive_towards(walker* w, float x, float z) {
    const walker_drive_def* d = &w->def.drive;
    float off = walker_bearing(w, x, z);
    float distance = hypotf(x - w->pose.feet.x, z - w->pose.feet.z);
    float speed = fabsf(off) > TURN_ON_SPOT ? 0
                  : fabsf(off) > SLOW_DOWN  ? 0.5f * d->speed
                                            : fminf(d->speed, distance / d->period + OVERSHOOT);
    return walker_set_velocity(w, speed, turn_rate(w, off));
}

bool walker_drive(walker* w, wend_action* action) {
    while (w->path_next < w->path_count &&
           hypotf(w->path[w->path_next].x - w->pose.feet.x,
                  w->path[w->path_next].y - w->pose.feet.z) < REACHED)
        w->path_next++;
    if (w->path_next >= w->path_count) return false;
    *action = walker_drive_towards(w, w->path[w->path_next].x, w->path[w->path_next].y);
    return true;
}
