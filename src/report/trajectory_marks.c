#include "report/trajectory_marks.h"

#include <string.h>

wend_status trajectory_marks_begin(plan_trajectory* w, const wend_log_record* record,
                                   const wend_replay* replay, wend_error* error) {
    wend_vec3_span goals = wend_replay_goals(replay);
    w->record = record;
    w->steps = record->steps;
    w->goal_count = goals.count < PLAN_MAX_GOALS ? goals.count : PLAN_MAX_GOALS;
    if (w->goal_count) memcpy(w->goals, goals.items, (size_t)w->goal_count * sizeof *w->goals);
    wend_vec3 from = record->poses[0].feet;
    if (!wend_replay_navmesh(replay)) return WEND_OK;
    for (int i = 0; i < w->goal_count && w->corner_count < PLAN_MAX_CORNERS; i++) {
        int count = 0, room = PLAN_MAX_CORNERS - w->corner_count;
        float metres;
        if (wend_navmesh_path(wend_replay_navmesh(replay), from, w->goals[i],
                              w->shortest + w->corner_count, room, &count, &metres) != WEND_OK)
            return wend_fail(error, WEND_NO_MEMORY, "out of memory for a shortest path");
        w->corner_count += count < room ? count : room;
        from = w->goals[i];
    }
    return WEND_OK;
}

wend_status trajectory_marks_step(plan_trajectory* w, const wend_log_record* record,
                                  wend_replay* replay, bool success, wend_error* error) {
    int step = wend_replay_at(replay), left = wend_replay_goals(replay).count;
    WEND_TRY(wend_replay_step(replay, error));
    char letter = record->actions[step];
    bool reached = wend_replay_goals(replay).count < left;
    if ((letter != 'G' && letter != 'S' && !reached) || w->mark_count == PLAN_MAX_MARKS)
        return WEND_OK;
    bool right = reached || (step == record->steps - 1 && success);
    w->marks[w->mark_count++] = (plan_mark){step, right};
    return WEND_OK;
}
