// Reads and writes RoboTHOR's episodes, with PASTURE's and wend's additional fields.
#include <string.h>

#include "data/record_texts.h"
#include "data/unity.h"

#include "wend/benchmarks/pasture.h"

static const char* const episode_fields[] = {"id",
                                             "scene",
                                             "object_type",
                                             "object_id",
                                             "initial_position",
                                             "initial_orientation",
                                             "initial_horizon",
                                             "shortest_path",
                                             "shortest_path_length",
                                             "split",
                                             "text",
                                             "target_id",
                                             "stop_position",
                                             "removed",
                                             "added",
                                             NULL};
static const char* const addition_fields[] = {"object_id",  "object_type", "variant",
                                              "scale",      "position",    "rotation",
                                              "receptacle", "relation",    NULL};

static wend_status read_addition(arena* memory, const json_at* at, wend_robothor_addition* out,
                                 wend_error* error) {
    json_at place = {0};
    WEND_TRY(record_need_text(memory, at, "object_id", &out->object_id, error));
    WEND_TRY(record_need_text(memory, at, "object_type", &out->object_type, error));
    WEND_TRY(record_need_int(at, "variant", &out->variant, error));
    WEND_TRY(record_number(at, "scale", &out->scale, error));
    WEND_TRY(json_field(at, "position", &place, error));
    WEND_TRY(unity_point(&place, &out->at, error));
    WEND_TRY(record_need_number(at, "rotation", &out->heading, error));
    out->heading = -out->heading;
    WEND_TRY(record_text(memory, at, "receptacle", &out->receptacle, error));
    WEND_TRY(record_text(memory, at, "relation", &out->relation, error));
    return record_extra(memory, at, addition_fields, &out->extra, error);
}

static wend_status read_additions(arena* memory, const json_at* at, wend_robothor_episode* out,
                                  wend_error* error) {
    json_at list = {0};
    wend_robothor_addition* items = NULL;
    size_t count;
    WEND_TRY(json_optional(at, "added", &list, error));
    if (!list.value) return WEND_OK;
    WEND_TRY(json_count(&list, &count, error));
    WEND_TRY(records_alloc(memory, &list, count, sizeof *items, &items, error));
    for (size_t i = 0; i < count; i++) {
        json_at item = {0};
        WEND_TRY(json_item(&list, i, &item, error));
        WEND_TRY(read_addition(memory, &item, &items[i], error));
    }
    out->added = items;
    out->added_count = (int)count;
    return WEND_OK;
}

// Reads the additional fields of generated files.
static wend_status read_own(arena* memory, const json_at* at, wend_robothor_episode* out,
                            wend_error* error) {
    json_at stop = {0};
    out->stop = (wend_dvec3){NAN, NAN, NAN};
    WEND_TRY(record_text(memory, at, "split", &out->split, error));
    WEND_TRY(record_text(memory, at, "text", &out->text, error));
    WEND_TRY(record_text(memory, at, "target_id", &out->target_id, error));
    WEND_TRY(json_optional(at, "stop_position", &stop, error));
    if (stop.value) WEND_TRY(unity_point(&stop, &out->stop, error));
    WEND_TRY(record_texts(memory, at, "removed", &out->removed, &out->removed_count, error));
    return read_additions(memory, at, out, error);
}

static wend_status robothor_read_episode(arena* memory, const json_at* at,
                                         wend_robothor_episode* out, wend_error* error) {
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
    WEND_TRY(read_own(memory, at, out, error));
    return record_extra(memory, at, episode_fields, &out->extra, error);
}

static wend_status robothor_read_file(const json_at* root, void* into, wend_error* error) {
    wend_robothor_set* set = into;
    size_t count;
    WEND_TRY(json_count(root, &count, error));
    WEND_TRY(records_alloc(set->memory, root, count, sizeof *set->episodes, &set->episodes, error));
    for (size_t i = 0; i < count; i++) {
        json_at item = {0};
        WEND_TRY(json_item(root, i, &item, error));
        WEND_TRY(robothor_read_episode(set->memory, &item, &set->episodes[i], error));
    }
    set->count = (int)count;
    return WEND_OK;
}

wend_status wend_robothor_parse(const char* text, size_t size, const char* name,
                                wend_robothor_set* set, wend_error* error) {
    *set = (wend_robothor_set){0};
    records_text source = {text, size, name};
    wend_status status = records_parse(&source, robothor_read_file, set, &set->memory, error);
    if (status != WEND_OK) *set = (wend_robothor_set){0};
    return status;
}

wend_status wend_robothor_read(const char* path, wend_robothor_set* set, wend_error* error) {
    *set = (wend_robothor_set){0};
    wend_file_bytes bytes;
    WEND_TRY(wend_file_read(path, &bytes, error));
    wend_status status = wend_robothor_parse(bytes.data, bytes.size, path, set, error);
    wend_file_bytes_destroy(&bytes);
    return status;
}

static void robothor_put_point(wend_json_out* out, const char* key, wend_dvec3 point) {
    wend_json_out_object(out, key);
    unity_put_point(out, point);
    wend_json_out_end(out);
}

static void put_addition(wend_json_out* out, const wend_robothor_addition* add) {
    wend_json_out_object(out, NULL);
    wend_json_out_text(out, "object_id", add->object_id);
    wend_json_out_text(out, "object_type", add->object_type);
    wend_json_out_int(out, "variant", add->variant);
    record_put_number(out, "scale", add->scale);
    robothor_put_point(out, "position", add->at);
    wend_json_out_number(out, "rotation", 0 - add->heading);
    record_put_text(out, "receptacle", add->receptacle);
    record_put_text(out, "relation", add->relation);
    json_out_members(out, add->extra);
    wend_json_out_end(out);
}

static void put_own(wend_json_out* out, const wend_robothor_episode* episode) {
    record_put_text(out, "split", episode->split);
    record_put_text(out, "text", episode->text);
    record_put_text(out, "target_id", episode->target_id);
    if (!isnan(episode->stop.x)) robothor_put_point(out, "stop_position", episode->stop);
    if (episode->removed)
        record_put_texts(out, "removed", episode->removed, episode->removed_count);
    if (!episode->added) return;
    wend_json_out_array(out, "added");
    for (int i = 0; i < episode->added_count; i++) put_addition(out, &episode->added[i]);
    wend_json_out_end(out);
}

void robothor_put(wend_json_out* out, const wend_robothor_set* set) {
    wend_json_out_array(out, NULL);
    for (int i = 0; i < set->count; i++) {
        const wend_robothor_episode* episode = &set->episodes[i];
        wend_json_out_object(out, NULL);
        wend_json_out_text(out, "id", episode->id);
        record_put_number(out, "initial_horizon", episode->horizon);
        wend_json_out_number(out, "initial_orientation", 0 - episode->heading);
        robothor_put_point(out, "initial_position", episode->start);
        wend_json_out_text(out, "object_type", episode->object_type);
        record_put_text(out, "object_id", episode->object_id);
        wend_json_out_text(out, "scene", episode->scene);
        unity_put_points(out, "shortest_path", episode->shortest);
        record_put_number(out, "shortest_path_length", episode->shortest_length);
        put_own(out, episode);
        json_out_members(out, episode->extra);
        wend_json_out_end(out);
        wend_json_out_newline(out);
    }
    wend_json_out_end(out);
}

wend_status wend_robothor_write(const wend_robothor_set* set, const char* path, wend_error* error) {
    wend_json_out out = {0};
    robothor_put(&out, set);
    return record_save(&out, path, error);
}

void wend_robothor_destroy(wend_robothor_set* set) {
    records_close(&set->memory);
    *set = (wend_robothor_set){0};
}

static bool robothor_find_relation(const char* word, wend_relation* relation) {
    static const char* const words[] = {
#define X(name, word) word,
        WEND_RELATION_LIST(X)
#undef X
    };
    for (size_t i = 1; i < sizeof words / sizeof *words; i++)
        if (strcmp(word, words[i]) == 0) {
            *relation = (wend_relation)i;
            return true;
        }
    return false;
}

static wend_status convert_addition(const wend_robothor_addition* from, wend_addition* to,
                                    wend_error* error) {
    *to = (wend_addition){.name = from->object_id,
                          .category = wend_category_find(from->object_type),
                          .variant = (uint32_t)from->variant,
                          .scale = isnan(from->scale) ? 1 : (float)from->scale,
                          .at = wend_dvec3_to_v3(from->at),
                          .heading = (float)(from->heading * WEND_PI / 180),
                          .support = from->receptacle,
                          .relation = WEND_RELATION_ON};
    if (to->category == WEND_CATEGORY_NONE)
        return wend_fail(error, WEND_FORMAT, "'%s' is of the unknown type '%s'", from->object_id,
                         from->object_type);
    if (from->variant < 0 || from->variant > UINT32_MAX)
        return wend_fail(error, WEND_FORMAT, "'%s' has the variant %lld; 0 to %u are possible",
                         from->object_id, (long long)from->variant, UINT32_MAX);
    if (from->relation && !robothor_find_relation(from->relation, &to->relation))
        return wend_fail(error, WEND_FORMAT, "'%s' is '%s' something; on, in and under are known",
                         from->object_id, from->relation);
    return WEND_OK;
}

wend_status wend_robothor_variation(const wend_robothor_episode* episode, wend_addition* added,
                                    wend_variation* variation, wend_error* error) {
    *variation =
        (wend_variation){episode->removed, episode->removed_count, added, episode->added_count};
    for (int i = 0; i < episode->added_count; i++)
        WEND_TRY(convert_addition(&episode->added[i], &added[i], error));
    return WEND_OK;
}
