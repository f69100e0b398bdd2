#include "wend/robothor.h"

#include "task/pasture/unity.h"

static const char* const episode_fields[] = {"id",
                                             "scene",
                                             "object_type",
                                             "object_id",
                                             "initial_position",
                                             "initial_orientation",
                                             "initial_horizon",
                                             "shortest_path",
                                             "shortest_path_length",
                                             NULL};

static wend_status read_episode(struct arena* memory, const json_at* at, wend_robothor_episode* out,
                                wend_error* error) {
    json_at start = {0};
    WEND_TRY(record_need_text(memory, at, "id", &out->id, error));
    WEND_TRY(record_need_text(memory, at, "scene", &out->scene, error));
    WEND_TRY(record_need_text(memory, at, "object_type", &out->object_type, error));
    WEND_TRY(record_text(memory, at, "object_id", &out->object_id, error));
    WEND_TRY(json_field(at, "initial_position", &start, error));
    WEND_TRY(unity_point(&start, &out->start, error));
    WEND_TRY(record_need_number(at, "initial_orientation", &out->heading, error));
    out->heading = -out->heading;
    WEND_TRY(record_number(at, "initial_horizon", &out->horizon, error));
    WEND_TRY(unity_points(memory, at, "shortest_path", &out->shortest, error));
    WEND_TRY(record_number(at, "shortest_path_length", &out->shortest_length, error));
    return record_extra(memory, at, episode_fields, &out->extra, error);
}

static wend_status read_file(const json_at* root, void* into, wend_error* error) {
    wend_robothor_set* set = into;
    size_t count;
    WEND_TRY(json_count(root, &count, error));
    WEND_TRY(records_alloc(set->memory, root, count, sizeof *set->episodes, &set->episodes, error));
    for (size_t i = 0; i < count; i++) {
        json_at item = {0};
        WEND_TRY(json_item(root, i, &item, error));
        WEND_TRY(read_episode(set->memory, &item, &set->episodes[i], error));
    }
    set->count = (int)count;
    return WEND_OK;
}

wend_status wend_robothor_parse(const char* text, size_t size, const char* name,
                                wend_robothor_set* set, wend_error* error) {
    *set = (wend_robothor_set){0};
    records_text source = {text, size, name};
    wend_status status = records_parse(&source, read_file, set, &set->memory, error);
    if (status != WEND_OK) *set = (wend_robothor_set){0};
    return status;
}

wend_status wend_robothor_read(const char* path, wend_robothor_set* set, wend_error* error) {
    *set = (wend_robothor_set){0};
    file_bytes bytes;
    WEND_TRY(file_read(path, &bytes, error));
    wend_status status = wend_robothor_parse(bytes.data, bytes.size, path, set, error);
    file_bytes_destroy(&bytes);
    return status;
}

wend_status wend_robothor_write(const wend_robothor_set* set, const char* path, wend_error* error) {
    json_out out = {0};
    json_out_array(&out, NULL);
    for (int i = 0; i < set->count; i++) {
        const wend_robothor_episode* episode = &set->episodes[i];
        json_out_object(&out, NULL);
        json_out_text(&out, "id", episode->id);
        record_put_number(&out, "initial_horizon", episode->horizon);
        json_out_number(&out, "initial_orientation", 0 - episode->heading);
        json_out_object(&out, "initial_position");
        unity_put_point(&out, episode->start);
        json_out_end(&out);
        json_out_text(&out, "object_type", episode->object_type);
        record_put_text(&out, "object_id", episode->object_id);
        json_out_text(&out, "scene", episode->scene);
        unity_put_points(&out, "shortest_path", episode->shortest);
        record_put_number(&out, "shortest_path_length", episode->shortest_length);
        json_out_members(&out, episode->extra);
        json_out_end(&out);
    }
    json_out_end(&out);
    return record_save(&out, path, error);
}

void wend_robothor_destroy(wend_robothor_set* set) {
    records_close(&set->memory);
    *set = (wend_robothor_set){0};
}
