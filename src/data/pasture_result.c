// Reads and writes CoW's result file of one episode.
#include "data/unity.h"

#include "wend/benchmarks/pasture.h"

static const char* const pose_fields[] = {"x", "y", "z", "rotation", "horizon", NULL};
static const char* const action_fields[] = {"action", "success", NULL};
static const char* const metrics_fields[] = {"trajectory", "actions_taken", "success", NULL};
static const char* const result_fields[] = {"path", "shortest_path", "success", NULL};
static const char* const file_fields[] = {"episode_metrics", "episode_result", NULL};

static wend_status pasture_result_read_poses(arena* memory, const json_at* object, const char* key,
                                             wend_pasture_pose** poses, int* count,
                                             wend_error* error) {
    json_at list = {0};
    size_t held;
    WEND_TRY(json_field(object, key, &list, error));
    WEND_TRY(json_count(&list, &held, error));
    WEND_TRY(records_alloc(memory, &list, held, sizeof **poses, poses, error));
    for (size_t i = 0; i < held; i++) {
        json_at item = {0};
        wend_pasture_pose* pose = &(*poses)[i];
        WEND_TRY(json_item(&list, i, &item, error));
        WEND_TRY(unity_point(&item, &pose->at, error));
        WEND_TRY(record_need_number(&item, "rotation", &pose->heading, error));
        pose->heading = -pose->heading;
        WEND_TRY(record_need_number(&item, "horizon", &pose->horizon, error));
        WEND_TRY(record_extra(memory, &item, pose_fields, &pose->extra, error));
    }
    *count = (int)held;
    return WEND_OK;
}

static wend_status read_flag(const json_at* object, const char* key, bool* flag,
                             wend_error* error) {
    json_at field = {0};
    WEND_TRY(json_field(object, key, &field, error));
    return json_bool(&field, flag, error);
}

static wend_status pasture_result_read_actions(wend_pasture_result* result, const json_at* metrics,
                                               wend_error* error) {
    json_at list = {0};
    size_t held;
    WEND_TRY(json_field(metrics, "actions_taken", &list, error));
    WEND_TRY(json_count(&list, &held, error));
    WEND_TRY(records_alloc(result->memory, &list, held, sizeof *result->actions, &result->actions,
                           error));
    for (size_t i = 0; i < held; i++) {
        json_at item = {0};
        wend_pasture_action* action = &result->actions[i];
        WEND_TRY(json_item(&list, i, &item, error));
        WEND_TRY(record_need_text(result->memory, &item, "action", &action->name, error));
        WEND_TRY(read_flag(&item, "success", &action->success, error));
        WEND_TRY(record_extra(result->memory, &item, action_fields, &action->extra, error));
    }
    result->action_count = (int)held;
    return WEND_OK;
}

static wend_status pasture_result_read_file(const json_at* root, void* into, wend_error* error) {
    wend_pasture_result* result = into;
    arena* memory = result->memory;
    json_at metrics = {0}, outcome = {0};
    WEND_TRY(json_field(root, "episode_metrics", &metrics, error));
    WEND_TRY(pasture_result_read_poses(memory, &metrics, "trajectory", &result->trajectory,
                                       &result->pose_count, error));
    WEND_TRY(pasture_result_read_actions(result, &metrics, error));
    WEND_TRY(read_flag(&metrics, "success", &result->success, error));
    WEND_TRY(record_extra(memory, &metrics, metrics_fields, &result->metrics_extra, error));
    WEND_TRY(json_field(root, "episode_result", &outcome, error));
    WEND_TRY(pasture_result_read_poses(memory, &outcome, "path", &result->path, &result->path_count,
                                       error));
    WEND_TRY(unity_points(memory, &outcome, "shortest_path", &result->shortest, error));
    WEND_TRY(read_flag(&outcome, "success", &result->result_success, error));
    WEND_TRY(record_extra(memory, &outcome, result_fields, &result->result_extra, error));
    return record_extra(memory, root, file_fields, &result->extra, error);
}

wend_status wend_pasture_result_parse(const char* text, size_t size, const char* name,
                                      wend_pasture_result* result, wend_error* error) {
    *result = (wend_pasture_result){0};
    records_text source = {text, size, name};
    wend_status status =
        records_parse(&source, pasture_result_read_file, result, &result->memory, error);
    if (status != WEND_OK) *result = (wend_pasture_result){0};
    return status;
}

wend_status wend_pasture_result_read(const char* path, wend_pasture_result* result,
                                     wend_error* error) {
    *result = (wend_pasture_result){0};
    wend_file_bytes bytes;
    WEND_TRY(wend_file_read(path, &bytes, error));
    wend_status status = wend_pasture_result_parse(bytes.data, bytes.size, path, result, error);
    wend_file_bytes_destroy(&bytes);
    return status;
}

static void pasture_result_put_poses(wend_json_out* out, const char* key,
                                     const wend_pasture_pose* poses, int count) {
    wend_json_out_array(out, key);
    for (int i = 0; i < count; i++) {
        wend_json_out_object(out, NULL);
        unity_put_point(out, poses[i].at);
        wend_json_out_number(out, "rotation", 0 - poses[i].heading);
        wend_json_out_number(out, "horizon", poses[i].horizon);
        json_out_members(out, poses[i].extra);
        wend_json_out_end(out);
    }
    wend_json_out_end(out);
}

wend_status wend_pasture_result_write(const wend_pasture_result* result, const char* path,
                                      wend_error* error) {
    wend_json_out out = {0};
    wend_json_out_object(&out, NULL);
    wend_json_out_object(&out, "episode_metrics");
    pasture_result_put_poses(&out, "trajectory", result->trajectory, result->pose_count);
    wend_json_out_array(&out, "actions_taken");
    for (int i = 0; i < result->action_count; i++) {
        wend_json_out_object(&out, NULL);
        wend_json_out_text(&out, "action", result->actions[i].name);
        wend_json_out_bool(&out, "success", result->actions[i].success);
        json_out_members(&out, result->actions[i].extra);
        wend_json_out_end(&out);
    }
    wend_json_out_end(&out);
    wend_json_out_bool(&out, "success", result->success);
    json_out_members(&out, result->metrics_extra);
    wend_json_out_end(&out);
    wend_json_out_object(&out, "episode_result");
    pasture_result_put_poses(&out, "path", result->path, result->path_count);
    unity_put_points(&out, "shortest_path", result->shortest);
    wend_json_out_bool(&out, "success", result->result_success);
    json_out_members(&out, result->result_extra);
    wend_json_out_end(&out);
    json_out_members(&out, result->extra);
    wend_json_out_end(&out);
    return record_save(&out, path, error);
}

void wend_pasture_result_destroy(wend_pasture_result* result) {
    records_close(&result->memory);
    *result = (wend_pasture_result){0};
}
