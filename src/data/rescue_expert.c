// Writes and reads the expert data of generated rescue lines.
#include "data/rescue_expert.h"

#include <string.h>

#include "data/records.h"

static void put_path(wend_json_out* out, const char* key, const wend_vec3* path, int count) {
    wend_json_out_array(out, key);
    for (int i = 0; i < count; i++) {
        wend_rescue_pose place = wend_rescue_pose_make(wend_v3_to_dvec3(path[i]), 0);
        for (int k = 0; k < 3; k++) place.unreal[k] = round(place.unreal[k] * 10) / 10;
        wend_json_out_numbers(out, NULL, place.unreal, 3);
    }
    wend_json_out_end(out);
}

static double tenths(float value) { return round((double)value * 10) / 10; }

const char* rescue_expert_text(const wend_rescue_expert* e, arena* memory) {
    wend_json_out out = {0};
    wend_json_out_object(&out, NULL);
    wend_json_out_object(&out, "expert");
    put_path(&out, "out", e->path, e->out);
    put_path(&out, "back", e->path + e->out, e->back);
    wend_json_out_number(&out, "seconds", tenths(e->seconds));
    wend_json_out_number(&out, "carried", tenths(e->carried));
    wend_json_out_number(&out, "climb", round((double)e->climb * 100) / 100);
    wend_json_out_int(&out, "doors", e->doors);
    wend_json_out_end(&out);
    wend_json_out_int(&out, "pixels_from_start", e->seen);
    wend_json_out_int(&out, "clue_fits", e->fits);
    wend_json_out_end(&out);
    char* text =
        out.text.out_of_memory ? NULL : arena_text(memory, out.text.items, strlen(out.text.items));
    wend_json_out_destroy(&out);
    return text;
}

static wend_status rescue_expert_read_path(const json_at* expert, const char* key, arena* memory,
                                           wend_dvec3_span* points, wend_error* error) {
    WEND_TRY(record_points(memory, expert, key, points, error));
    if (points->count > 0) return WEND_OK;
    return json_fail(expert, error, "the expert has no path '%s'; generate the line again", key);
}

static wend_status need_float(const json_at* object, const char* key, float* value,
                              wend_error* error) {
    double number = 0;
    WEND_TRY(record_need_number(object, key, &number, error));
    *value = (float)number;
    return WEND_OK;
}

static wend_status rescue_expert_read_numbers(const json_at* root, const json_at* expert,
                                              wend_rescue_expert* out, wend_error* error) {
    int64_t doors = 0;
    double seen = NAN, fits = NAN;
    WEND_TRY(need_float(expert, "seconds", &out->seconds, error));
    WEND_TRY(need_float(expert, "carried", &out->carried, error));
    WEND_TRY(need_float(expert, "climb", &out->climb, error));
    WEND_TRY(record_need_int(expert, "doors", &doors, error));
    WEND_TRY(record_number(root, "pixels_from_start", &seen, error));
    WEND_TRY(record_number(root, "clue_fits", &fits, error));
    out->doors = (int)doors;
    out->seen = isfinite(seen) ? (int)seen : 0;
    out->fits = isfinite(fits) ? (int)fits : 0;
    return WEND_OK;
}

static wend_status rescue_expert_read_expert(const json_at* root, arena* memory,
                                             wend_rescue_expert* out, wend_error* error) {
    json_at expert = {0};
    WEND_TRY(json_optional(root, "expert", &expert, error));
    if (!expert.value) return WEND_OK;
    wend_dvec3_span paths[2] = {{0}};
    WEND_TRY(rescue_expert_read_path(&expert, "out", memory, &paths[0], error));
    WEND_TRY(rescue_expert_read_path(&expert, "back", memory, &paths[1], error));
    wend_vec3* path;
    WEND_TRY(records_alloc(memory, root, (size_t)(paths[0].count + paths[1].count), sizeof *path,
                           &path, error));
    for (int w = 0, n = 0; w < 2; w++)
        for (int i = 0; i < paths[w].count; i++) {
            wend_dvec3 p = paths[w].items[i];
            const double unreal[6] = {p.x, p.y, p.z};
            path[n++] = wend_dvec3_to_v3(wend_rescue_pose_from_unreal(unreal).at);
        }
    WEND_TRY(rescue_expert_read_numbers(root, &expert, out, error));
    out->path = path;
    out->out = paths[0].count;
    out->back = paths[1].count;
    return WEND_OK;
}

wend_status rescue_expert_read(const wend_rescue_episode* episode, arena* memory,
                               wend_rescue_expert* out, wend_error* error) {
    *out = (wend_rescue_expert){0};
    if (!episode->extra) return WEND_OK;
    json_document document;
    char name[64];
    snprintf(name, sizeof name, "line %d, extra", episode->line);
    WEND_TRY(
        json_document_parse(episode->extra, strlen(episode->extra), name, 1, &document, error));
    json_at root = json_document_root(&document);
    wend_status status = rescue_expert_read_expert(&root, memory, out, error);
    json_document_destroy(&document);
    return status;
}
