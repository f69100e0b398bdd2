// Converts RescueBench's mixed actions to simulator actions; the waypoint controller of its expert.
#include "task/rescue/rescue_stage.h"

static double rescue_actions_clip(double value, double max) {
    return value > max ? max : value >= -max ? value : -max;
}

// Unreal's turn rate is clockwise: positive is to the right.
static wend_action move_of(const double move[2]) {
    double angle = rescue_actions_clip(move[0], 30) / 30,
           speed = rescue_actions_clip(move[1], 100) / 100;
    return (wend_action){.kind = WEND_ACTION_VELOCITY,
                         .forward = (float)(speed * WEND_RESCUE_SPEED),
                         .turn = (float)(-angle * WEND_RESCUE_TURN_RATE * WEND_PI / 180),
                         .seconds = (float)WEND_RESCUE_PERIOD};
}

int wend_rescue_action_parts(const wend_rescue_action* a, wend_action* parts) {
    static const wend_action_kind animations[] = {WEND_ACTION_STAND,  WEND_ACTION_JUMP,
                                                  WEND_ACTION_CROUCH, WEND_ACTION_PICK,
                                                  WEND_ACTION_PUT,    WEND_ACTION_DOOR};
    int count = 0;
    bool hands = a->animation > 0 && a->animation < 6, head = a->head == 1 || a->head == 2;
    if (a->move[0] != 0 || a->move[1] != 0 || (!hands && !head)) parts[count++] = move_of(a->move);
    if (head)
        parts[count++] = (wend_action){.kind = a->head == 1 ? WEND_ACTION_UP : WEND_ACTION_DOWN};
    if (hands) parts[count++] = (wend_action){.kind = animations[a->animation]};
    return count;
}

// ---- expert -------------------------------------------------------------------------------------

// The first waypoint farther than 0.05 m away.
static wend_vec3 next_point(wend_vec3 feet, wend_vec3_span path) {
    for (int i = 0; i < path.count; i++)
        if (hypotf(path.items[i].x - feet.x, path.items[i].z - feet.z) > 0.05f)
            return path.items[i];
    return path.items[path.count - 1];
}

wend_action wend_rescue_follow_path(const wend_sim* sim, wend_vec3_span path) {
    wend_action walk = {.kind = WEND_ACTION_VELOCITY, .seconds = (float)WEND_RESCUE_PERIOD};
    if (path.count < 1) return walk;
    wend_body_pose pose = wend_sim_pose(sim);
    wend_vec3 to = wend_v3_sub(next_point(pose.feet, path), pose.feet);
    float heading = wend_body_pose_heading(&pose, &wend_sim_get_def(sim)->body);
    float max = (float)(WEND_RESCUE_TURN_RATE * WEND_PI / 180);
    float off = remainderf(atan2f(-to.x, -to.z) - heading, (float)(2 * WEND_PI));
    float distance = hypotf(to.x, to.z);
    walk.turn = fminf(fmaxf(off / (float)WEND_RESCUE_PERIOD, -max), max);
    if (fabsf(off) < 0.5f)
        walk.forward = fminf((float)WEND_RESCUE_SPEED, distance / (float)WEND_RESCUE_PERIOD);
    uint32_t door = wend_sim_door_in_front(sim);
    if (door != WEND_NO_DOOR && wend_sim_openness(sim, door) < 0.5f && fabsf(off) < 0.5f) {
        const wend_scene_arrays* a = wend_scene_get(wend_world_scene(wend_sim_world(sim)));
        wend_vec3 middle = a->doors.items[door].center;
        // Only a door between the agent and the waypoint is opened.
        wend_vec3 there = wend_v3_sub(middle, pose.feet);
        float along = (there.x * to.x + there.z * to.z) / fmaxf(distance, 1e-3f);
        float aside = fabsf(there.x * to.z - there.z * to.x) / fmaxf(distance, 1e-3f);
        if (along > 0 && along < distance + 0.3f &&
            aside < 0.6f * a->doors.items[door].width + 0.2f)
            return (wend_action){.kind = WEND_ACTION_DOOR};
    }
    return walk;
}
