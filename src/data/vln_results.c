// Agents' results: R2R's list, lines of RxR and RxR-Habitat, VLN-CE's object.
#include "base/json_out.h"
#include "data/fields.h"

#include "wend/benchmarks/vln.h"
#include "wend/files.h"

struct wend_vln_results {
    arena memory;
    wend_vln_kind kind;
    ARRAY_OF(wend_vln_result) items;
};

typedef ARRAY_OF(wend_vln_point) point_list;

static wend_vln_point* push_point(pull* p, point_list* points, wend_vln_point_form form) {
    wend_vln_point* point = ARRAY_PUSH(points);
    if (point)
        *point = (wend_vln_point){.form = form};
    else
        pull_no_memory(p);
    return point;
}

// Reads an array after its first name: numbers make it a pose (heading, elevation), names a group.
static void read_after_name(pull* p, arena* memory, point_list* points) {
    size_t first = points->count - 1;
    int numbers = 0;
    while (pull_more(p)) {
        wend_vln_point* point = &points->items[first];
        if (pull_peek(p) == '"' && numbers == 0) {
            point = push_point(p, points, WEND_VLN_POINT_CONTINUE);
            if (point) pull_text(p, memory, &point->viewpoint);
        } else if (numbers < 2 && points->count == first + 1) {
            pull_number(p, numbers++ == 0 ? &point->heading : &point->elevation);
        } else {
            pull_fail(p, "a point is [\"viewpoint\", heading, elevation]");
        }
    }
    if (numbers == 2)
        points->items[first].form = WEND_VLN_POINT_POSE;
    else if (numbers)
        pull_fail(p, "a point with a heading has an elevation too");
}

static void vln_results_read_point(pull* p, arena* memory, point_list* points) {
    wend_vln_point* point = push_point(p, points, WEND_VLN_POINT_NAME);
    if (!point) return;
    if (pull_peek(p) == '"') {
        pull_text(p, memory, &point->viewpoint);
        return;
    }
    if (!pull_array(p)) return;
    if (!pull_more(p)) {
        pull_fail(p, "a point without a viewpoint");
    } else if (pull_peek(p) == '"') {
        point->form = WEND_VLN_POINT_GROUP;
        if (pull_text(p, memory, &point->viewpoint)) read_after_name(p, memory, points);
    } else {
        point->form = WEND_VLN_POINT_POSITION;
        int held = 0;
        do {
            if (held == 3)
                pull_fail(p, "a position has three coordinates");
            else
                pull_number(p, &point->position[held++]);
        } while (pull_more(p));
        if (held < 3) pull_fail(p, "a position has three coordinates, this one %d", held);
    }
}

static void vln_results_read_step(pull* p, point_list* points) {
    wend_vln_point* point = push_point(p, points, WEND_VLN_POINT_STEP);
    pull_span key;
    bool has_position = false;
    if (!point || !pull_object(p)) return;
    while (pull_key(p, &key)) {
        if (pull_is(key, "position"))
            has_position = pull_numbers(p, 3, point->position);
        else if (pull_is(key, "heading"))
            pull_number(p, &point->heading);
        else if (pull_is(key, "stop"))
            point->has_stop = pull_bool(p, &point->stop);
        else
            pull_skip(p);
    }
    if (p->status == WEND_OK && !has_position) pull_fail(p, "the field \"position\" is missing");
}

static bool read_points(pull* p, arena* memory, wend_vln_result* result) {
    point_list points = {0};
    for (pull_array(p); pull_more(p);) {
        if (pull_peek(p) == '{')
            vln_results_read_step(p, &points);
        else
            vln_results_read_point(p, memory, &points);
    }
    if (p->status == WEND_OK) {
        result->points = fields_copy(memory, points.items, points.count, sizeof *points.items);
        result->point_count = (int)points.count;
        if (!result->points) pull_no_memory(p);
    }
    ARRAY_FREE(&points);
    return p->status == WEND_OK;
}

static void push_result(pull* p, wend_vln_results* results, const wend_vln_result* result) {
    wend_vln_result* item = p->status == WEND_OK ? ARRAY_PUSH(&results->items) : NULL;
    if (item)
        *item = *result;
    else
        pull_no_memory(p);
}

static void vln_results_read_result(pull* p, wend_vln_results* results, fields_rest* rest,
                                    int line) {
    wend_vln_result result = {.line = line};
    pull_span key;
    for (pull_object(p); pull_key(p, &key);) {
        if (pull_is(key, "instr_id") || pull_is(key, "instruction_id"))
            fields_id(p, &results->memory, &result.id, &result.id_is_number);
        else if (pull_is(key, "trajectory") || pull_is(key, "path"))
            read_points(p, &results->memory, &result);
        else
            fields_keep(rest, p, key);
    }
    if (p->status == WEND_OK && (!result.id || !result.points)) {
        pull_fail(p, "instr_id and trajectory (R2R) or instruction_id and path (RxR) are needed");
        return;
    }
    if (!fields_take(rest, p, &results->memory, &result.extra)) return;
    push_result(p, results, &result);
}

// VLN-CE: one object with all episodes.
static void vln_results_read_object(pull* p, wend_vln_results* results) {
    pull_span key;
    const char* at = p->text;
    int line = p->first_line;
    for (pull_object(p); pull_key(p, &key);) {
        wend_vln_result result = {.line = fields_line(p, &at, &line)};
        if (pull_copy(p, key, &results->memory, &result.id) &&
            read_points(p, &results->memory, &result))
            push_result(p, results, &result);
    }
}

static wend_status vln_results_read_all(wend_vln_results* results, pull* p) {
    fields_rest rest = {0};
    const char* at = p->text;
    int line = p->first_line;
    if (results->kind == WEND_VLN_R2R) {
        for (pull_array(p); pull_more(p);) {
            pull_peek(p);
            vln_results_read_result(p, results, &rest, fields_line(p, &at, &line));
        }
    } else if (results->kind == WEND_VLN_RXR) {
        while (pull_peek(p)) vln_results_read_result(p, results, &rest, fields_line(p, &at, &line));
    } else {
        vln_results_read_object(p, results);
    }
    fields_destroy(&rest);
    return pull_finish(p);
}

// A list is R2R's; an object whose first value is a list is VLN-CE's, unless its
// key is "path" or "trajectory".
static wend_vln_kind find_kind(const char* text, size_t size) {
    pull p = pull_make(text, size, "", 1, NULL);
    pull_span key;
    if (pull_peek(&p) != '{') return WEND_VLN_R2R;
    if (!pull_object(&p) || !pull_key(&p, &key)) return WEND_VLN_CE;
    bool path = pull_is(key, "path") || pull_is(key, "trajectory");
    return pull_peek(&p) == '[' && !path ? WEND_VLN_CE : WEND_VLN_RXR;
}

wend_status wend_vln_results_parse(const char* text, size_t size, const char* name,
                                   wend_vln_results** out, wend_error* error) {
    *out = NULL;
    wend_vln_results* results = wend_alloc_zero(1, sizeof *results);
    if (!results) return wend_fail(error, WEND_NO_MEMORY, "%s: out of memory", name);
    pull p = pull_make(text, size, name, 1, error);
    results->kind = find_kind(text, size);
    wend_status status = vln_results_read_all(results, &p);
    if (status != WEND_OK) {
        wend_vln_results_destroy(results);
        return status;
    }
    *out = results;
    return WEND_OK;
}

wend_status wend_vln_results_read(const char* path, wend_vln_results** results, wend_error* error) {
    *results = NULL;
    wend_file_bytes bytes;
    WEND_TRY(wend_file_read(path, &bytes, error));
    wend_status status = wend_vln_results_parse(bytes.data, bytes.size, path, results, error);
    wend_file_bytes_destroy(&bytes);
    return status;
}

void wend_vln_results_destroy(wend_vln_results* results) {
    if (!results) return;
    arena_destroy(&results->memory);
    ARRAY_FREE(&results->items);
    wend_free(results);
}

wend_vln_kind wend_vln_results_kind(const wend_vln_results* r) { return r->kind; }
int wend_vln_results_count(const wend_vln_results* r) { return (int)r->items.count; }
const wend_vln_result* wend_vln_results_at(const wend_vln_results* r, int index) {
    return &r->items.items[index];
}

static void write_point(wend_json_out* out, const wend_vln_point* point) {
    switch (point->form) {
        case WEND_VLN_POINT_POSE:
            wend_json_out_array(out, NULL);
            wend_json_out_text(out, NULL, point->viewpoint);
            wend_json_out_number(out, NULL, point->heading);
            wend_json_out_number(out, NULL, point->elevation);
            wend_json_out_end(out);
            break;
        case WEND_VLN_POINT_POSITION:
            wend_json_out_numbers(out, NULL, point->position, 3);
            break;
        case WEND_VLN_POINT_STEP:
            wend_json_out_object(out, NULL);
            wend_json_out_numbers(out, "position", point->position, 3);
            wend_json_out_number(out, "heading", point->heading);
            wend_json_out_bool(out, "stop", point->stop);
            wend_json_out_end(out);
            break;
        case WEND_VLN_POINT_GROUP:
            wend_json_out_array(out, NULL);
            wend_json_out_text(out, NULL, point->viewpoint);
            break;
        default:
            wend_json_out_text(out, NULL, point->viewpoint);
    }
}

static void write_points(wend_json_out* out, const wend_vln_result* result) {
    bool in_group = false;
    for (int i = 0; i < result->point_count; i++) {
        const wend_vln_point* point = &result->points[i];
        if (in_group && point->form != WEND_VLN_POINT_CONTINUE) wend_json_out_end(out);
        write_point(out, point);
        in_group = point->form == WEND_VLN_POINT_GROUP || point->form == WEND_VLN_POINT_CONTINUE;
    }
    if (in_group) wend_json_out_end(out);
}

static void write_result(wend_json_out* out, const wend_vln_result* result, wend_vln_kind kind) {
    bool r2r = kind == WEND_VLN_R2R;
    if (kind == WEND_VLN_CE) {
        wend_json_out_array(out, result->id);
        write_points(out, result);
        wend_json_out_end(out);
        return;
    }
    wend_json_out_object(out, NULL);
    fields_write_id(out, r2r ? "instr_id" : "instruction_id", result->id, result->id_is_number);
    wend_json_out_array(out, r2r ? "trajectory" : "path");
    write_points(out, result);
    wend_json_out_end(out);
    json_out_members(out, result->extra);
    wend_json_out_end(out);
    if (!r2r) wend_json_out_newline(out);
}

wend_status wend_vln_results_write(const wend_vln_result* items, int count, wend_vln_kind kind,
                                   const char* path, wend_error* error) {
    wend_json_out out = {0};
    if (kind == WEND_VLN_R2R) wend_json_out_array(&out, NULL);
    if (kind == WEND_VLN_CE) wend_json_out_object(&out, NULL);
    for (int i = 0; i < count; i++) write_result(&out, &items[i], kind);
    if (kind != WEND_VLN_RXR) wend_json_out_end(&out);
    wend_status status = wend_json_out_save(&out, path, error);
    wend_json_out_destroy(&out);
    return status;
}
