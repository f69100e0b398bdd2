// The trajectory of an unfinished episode on the plan.
#include "report/plan_set.h"

#include "wend/report.h"

static const uint32_t PAPER = 0xfbfaf7ff;  // background of plans

static void fill_goals(plan_trajectory* trajectory, wend_vec3_span goals) {
    trajectory->goal_count = goals.count < PLAN_MAX_GOALS ? goals.count : PLAN_MAX_GOALS;
    for (int i = 0; i < trajectory->goal_count; i++) trajectory->goals[i] = goals.items[i];
}

wend_status wend_trajectory_image(const wend_scene* scene, const wend_log_record* record,
                                  wend_vec3_span goals, int side, wend_image* image,
                                  wend_error* error) {
    wend_image plan;
    plan_page page;
    canvas* c;
    plan_trajectory trajectory = {.record = record,
                                  .steps = record->steps + 1};  // the episode continues
    int level = plan_level_of(scene, record->poses[record->steps].feet.y);
    *image = (wend_image){0};
    fill_goals(&trajectory, goals);
    WEND_TRY(plan_page_draw(scene, level, side, &page, &plan, error));
    wend_status status = canvas_create(CANVAS_PNG, side, side, PAPER, &c, error);
    if (status == WEND_OK) {
        plan_page whole = plan_page_at(&page, 0, 0, (float)side);
        wend_vec2 at = {(float)(side - whole.width) / 2, (float)(side - whole.height) / 2};
        whole = plan_page_at(&page, at.x, at.y, (float)side);
        canvas_picture(c, at, (float)whole.width, (float)whole.height, 0, &plan);
        plan_draw(c, &whole, scene, &trajectory);
        status = canvas_image(c, image, error);
        canvas_destroy(c);
    }
    wend_image_destroy(&plan);
    return status;
}
