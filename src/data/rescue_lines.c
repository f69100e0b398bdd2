// Reads and writes RescueBench's test lines; the rules of its levels.
#include "data/record_texts.h"
#include "data/records.h"

#include "wend/benchmarks/rescue.h"

static const char* const line_fields[] = {"env_id",
                                          "level",
                                          "agent_loc",
                                          "injured_player_loc",
                                          "injured_agent_id",
                                          "stretcher_loc",
                                          "ambulance_loc",
                                          "reference_text",
                                          "reference_image_path",
                                          "timeout",
                                          NULL};

// Levels 0 and 1 reject "significant" elevation without a number; the limit here is 1 m, the height
// difference within which the released oracle picks up. Level 4 requires about one floor, 3 to 4 m;
// the minimum here is 2.7 m, so that storeys of 2.8 m count. [RescueBench, Table 7]
static const wend_rescue_rule rules[WEND_RESCUE_LEVELS] = {
    {5, 15, 0, 1, 180, false},          {5, 30, 0, 1, 180, false},
    {10, 40, 0, INFINITY, 240, false},  {10, 60, 0, INFINITY, 300, true},
    {10, 80, 2.7, INFINITY, 300, true},
};

const wend_rescue_rule* wend_rescue_rule_of(int level) { return &rules[level]; }

wend_rescue_pose wend_rescue_pose_from_unreal(const double u[6]) {
    wend_rescue_pose place = {.at = {u[1] / 100, u[2] / 100, -u[0] / 100},
                              .heading = -u[4] * (WEND_PI / 180)};
    for (int i = 0; i < 6; i++) place.unreal[i] = u[i];
    return place;
}

wend_rescue_pose wend_rescue_pose_make(wend_dvec3 at, double heading) {
    wend_rescue_pose place = {
        at, heading, {-at.z * 100, at.x * 100, at.y * 100, 0, -heading * (180 / WEND_PI), 0}};
    return place;
}

static wend_status rescue_lines_read_place(const json_at* line, const char* key,
                                           wend_rescue_pose* place, wend_error* error) {
    double unreal[6] = {0};
    WEND_TRY(record_need_numbers(line, key, 6, unreal, error));
    *place = wend_rescue_pose_from_unreal(unreal);
    return WEND_OK;
}

static wend_status rescue_lines_read_line(const json_at* at, void* into, wend_error* error) {
    wend_rescue_set* set = into;
    arena* memory = set->memory;
    wend_rescue_episode* out = &set->episodes[set->count];
    *out = (wend_rescue_episode){.line = at->document->first_line};
    WEND_TRY(record_need_text(memory, at, "env_id", &out->world, error));
    WEND_TRY(record_need_int(at, "level", &out->level, error));
    WEND_TRY(rescue_lines_read_place(at, "agent_loc", &out->agent, error));
    WEND_TRY(rescue_lines_read_place(at, "injured_player_loc", &out->injured, error));
    WEND_TRY(record_need_int(at, "injured_agent_id", &out->look, error));
    WEND_TRY(rescue_lines_read_place(at, "stretcher_loc", &out->stretcher, error));
    WEND_TRY(rescue_lines_read_place(at, "ambulance_loc", &out->ambulance, error));
    WEND_TRY(record_texts(memory, at, "reference_text", &out->texts, &out->text_count, error));
    WEND_TRY(
        record_texts(memory, at, "reference_image_path", &out->images, &out->image_count, error));
    WEND_TRY(record_number(at, "timeout", &out->timeout, error));
    WEND_TRY(record_extra(memory, at, line_fields, &out->extra, error));
    set->count++;
    return WEND_OK;
}

wend_status wend_rescue_parse(const char* text, size_t size, const char* name, wend_rescue_set* set,
                              wend_error* error) {
    *set = (wend_rescue_set){0};
    records_text source = {text, size, name};
    size_t lines = records_count_lines(&source);
    set->episodes = wend_alloc_zero(lines, sizeof *set->episodes);
    if (!set->episodes)
        return wend_fail(error, WEND_NO_MEMORY, "%s: out of memory for %zu lines", name, lines);
    wend_status status =
        records_parse_lines(&source, rescue_lines_read_line, set, &set->memory, error);
    if (status != WEND_OK) wend_rescue_destroy(set);
    return status;
}

wend_status wend_rescue_read(const char* path, wend_rescue_set* set, wend_error* error) {
    *set = (wend_rescue_set){0};
    wend_file_bytes bytes;
    WEND_TRY(wend_file_read(path, &bytes, error));
    wend_status status = wend_rescue_parse(bytes.data, bytes.size, path, set, error);
    wend_file_bytes_destroy(&bytes);
    return status;
}

void rescue_lines_put(wend_json_out* out, const wend_rescue_set* set) {
    for (int i = 0; i < set->count; i++) {
        const wend_rescue_episode* episode = &set->episodes[i];
        wend_json_out_object(out, NULL);
        wend_json_out_text(out, "env_id", episode->world);
        wend_json_out_int(out, "level", episode->level);
        wend_json_out_numbers(out, "agent_loc", episode->agent.unreal, 6);
        wend_json_out_numbers(out, "injured_player_loc", episode->injured.unreal, 6);
        wend_json_out_int(out, "injured_agent_id", episode->look);
        wend_json_out_numbers(out, "stretcher_loc", episode->stretcher.unreal, 6);
        wend_json_out_numbers(out, "ambulance_loc", episode->ambulance.unreal, 6);
        record_put_texts(out, "reference_text", episode->texts, episode->text_count);
        record_put_texts(out, "reference_image_path", episode->images, episode->image_count);
        record_put_number(out, "timeout", episode->timeout);
        json_out_members(out, episode->extra);
        wend_json_out_end(out);
        wend_json_out_newline(out);
    }
}

wend_status wend_rescue_write(const wend_rescue_set* set, const char* path, wend_error* error) {
    wend_json_out out = {0};
    rescue_lines_put(&out, set);
    return record_save(&out, path, error);
}

void wend_rescue_destroy(wend_rescue_set* set) {
    wend_free(set->episodes);
    records_close(&set->memory);
    *set = (wend_rescue_set){0};
}
