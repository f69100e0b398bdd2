// Ground truth about the current goal: where it is, whether it has been in view, how far the agent
// has come. Targets of auxiliary losses, in training only.
// [Marza et al. 2021, Teaching Agents how to Map: seen, direction, distance; Ma et al. 2019:
// progress]
#include <math.h>

#include "oracle/depth_view.h"
#include "oracle/shortest_path.h"
#include "run/player_parts.h"

static const float RANGE = 10, SLACK = 0.75f;  // metres

wend_status player_labels(player* p, const float* depth, wend_labels* labels, wend_error* error) {
    wend_vec3_span goals = player_goals(p);
    const float none = (float)NAN;
    *labels = (wend_labels){none, none, none, none};
    if (goals.count < 1 || player_is_on_graph(p)) return WEND_OK;
    const wend_camera* camera = &p->sim_def.camera;
    wend_pose pose = player_pose(p);
    wend_vec3 to = wend_v3_sub(goals.items[0], pose.feet);
    float ahead = -to.x * sinf(pose.heading) - to.z * cosf(pose.heading);
    float right = to.x * cosf(pose.heading) - to.z * sinf(pose.heading);
    float metres;
    WEND_TRY(shortest_path_distance(p->sim, pose.feet, goals.items[0], &metres, error));
    if (p->labelled_goal != (int)goals.count) {
        p->labelled_goal = (int)goals.count;
        p->goal_start = metres;
        p->goal_seen = false;
    }
    labels->distance = hypotf(ahead, right);
    labels->direction = atan2f(-right, ahead);
    bool in_view = ahead > 0.05f && labels->distance <= RANGE &&
                   fabsf(labels->direction) <= camera->hfov * (float)(WEND_PI / 360);
    wend_oracle_depth view = {depth, camera->width, camera->height, camera->hfov};
    float up = to.y - 0.5f * p->sim_def.body.eye_height;
    if (in_view && depth) in_view = depth_view_shows(&view, wend_v3(right, up, ahead), SLACK);
    p->goal_seen |= in_view;
    labels->seen = p->goal_seen ? 1 : 0;
    if (isfinite(metres) && p->goal_start > 0 && isfinite(p->goal_start))
        labels->progress = (p->goal_start - metres) / p->goal_start;
    return WEND_OK;
}
