// Reads and writes RescueBench's human and oracle trajectories.
#include "data/record_texts.h"
#include "data/records.h"

#include "wend/benchmarks/rescue.h"

static const char* const action_fields[] = {"move", "head", "anim", NULL};
static const char* const step_fields[] = {"step",  "x",      "y",      "z",         "roll",   "yaw",
                                          "pitch", "action", "picked", "timestamp", "reward", NULL};
static const char* const run_fields[] = {"env_id", "level",       "episode_id",
                                         "result", "timeout_sec", "elapsed_sec",
                                         "steps",  "trajectory",  NULL};
static const char* const pose_fields[6] = {"x", "y", "z", "roll", "yaw", "pitch"};

static wend_status rescue_runs_read_action(arena* memory, const json_at* step,
                                           const wend_rescue_action** action, wend_error* error) {
    json_at at = {0};
    WEND_TRY(json_optional(step, "action", &at, error));
    if (!at.value) return WEND_OK;
    wend_rescue_action* out = NULL;
    WEND_TRY(records_alloc(memory, &at, 1, sizeof *out, &out, error));
    WEND_TRY(record_need_numbers(&at, "move", 2, out->move, error));
    WEND_TRY(record_need_int(&at, "head", &out->head, error));
    WEND_TRY(record_need_int(&at, "anim", &out->animation, error));
    WEND_TRY(record_extra(memory, &at, action_fields, &out->extra, error));
    *action = out;
    return WEND_OK;
}

static wend_status rescue_runs_read_step(arena* memory, const json_at* at, wend_rescue_step* out,
                                         wend_error* error) {
    double unreal[6] = {0};
    for (int i = 0; i < 6; i++) WEND_TRY(record_need_number(at, pose_fields[i], &unreal[i], error));
    out->place = wend_rescue_pose_from_unreal(unreal);
    WEND_TRY(record_need_number(at, "step", &out->step, error));
    WEND_TRY(rescue_runs_read_action(memory, at, &out->action, error));
    json_at picked = {0};
    WEND_TRY(json_field(at, "picked", &picked, error));
    WEND_TRY(json_bool(&picked, &out->picked, error));
    WEND_TRY(record_number(at, "reward", &out->reward, error));
    WEND_TRY(record_number(at, "timestamp", &out->seconds, error));
    return record_extra(memory, at, step_fields, &out->extra, error);
}

static wend_status rescue_runs_read_line(const json_at* at, void* into, wend_error* error) {
    wend_rescue_runs* runs = into;
    arena* memory = runs->memory;
    wend_rescue_run* out = &runs->items[runs->count];
    *out = (wend_rescue_run){.line = at->document->first_line};
    WEND_TRY(record_need_text(memory, at, "env_id", &out->world, error));
    WEND_TRY(record_need_int(at, "level", &out->level, error));
    WEND_TRY(record_id(memory, at, "episode_id", &out->episode, error));
    WEND_TRY(record_text(memory, at, "result", &out->result, error));
    WEND_TRY(record_number(at, "timeout_sec", &out->timeout, error));
    WEND_TRY(record_number(at, "elapsed_sec", &out->elapsed, error));
    WEND_TRY(record_number(at, "steps", &out->steps, error));
    json_at list = {0};
    size_t count;
    WEND_TRY(json_field(at, "trajectory", &list, error));
    WEND_TRY(json_count(&list, &count, error));
    WEND_TRY(records_alloc(memory, &list, count, sizeof *out->trajectory, &out->trajectory, error));
    for (size_t i = 0; i < count; i++) {
        json_at item = {0};
        WEND_TRY(json_item(&list, i, &item, error));
        WEND_TRY(rescue_runs_read_step(memory, &item, &out->trajectory[i], error));
    }
    out->step_count = (int)count;
    WEND_TRY(record_extra(memory, at, run_fields, &out->extra, error));
    runs->count++;
    return WEND_OK;
}

wend_status wend_rescue_runs_parse(const char* text, size_t size, const char* name,
                                   wend_rescue_runs* runs, wend_error* error) {
    *runs = (wend_rescue_runs){0};
    records_text source = {text, size, name};
    size_t lines = records_count_lines(&source);
    runs->items = wend_alloc_zero(lines, sizeof *runs->items);
    if (!runs->items)
        return wend_fail(error, WEND_NO_MEMORY, "%s: out of memory for %zu lines", name, lines);
    wend_status status =
        records_parse_lines(&source, rescue_runs_read_line, runs, &runs->memory, error);
    if (status != WEND_OK) wend_rescue_runs_destroy(runs);
    return status;
}

wend_status wend_rescue_runs_read(const char* path, wend_rescue_runs* runs, wend_error* error) {
    *runs = (wend_rescue_runs){0};
    wend_file_bytes bytes;
    WEND_TRY(wend_file_read(path, &bytes, error));
    wend_status status = wend_rescue_runs_parse(bytes.data, bytes.size, path, runs, error);
    wend_file_bytes_destroy(&bytes);
    return status;
}

static void rescue_runs_put_step(wend_json_out* out, const wend_rescue_step* step) {
    wend_json_out_object(out, NULL);
    wend_json_out_number(out, "step", step->step);
    for (int i = 0; i < 6; i++) wend_json_out_number(out, pose_fields[i], step->place.unreal[i]);
    if (step->action) {
        wend_json_out_object(out, "action");
        wend_json_out_numbers(out, "move", step->action->move, 2);
        wend_json_out_int(out, "head", step->action->head);
        wend_json_out_int(out, "anim", step->action->animation);
        json_out_members(out, step->action->extra);
        wend_json_out_end(out);
    }
    wend_json_out_bool(out, "picked", step->picked);
    record_put_number(out, "reward", step->reward);
    record_put_number(out, "timestamp", step->seconds);
    json_out_members(out, step->extra);
    wend_json_out_end(out);
}

void rescue_runs_put(wend_json_out* out, const wend_rescue_runs* runs) {
    for (int i = 0; i < runs->count; i++) {
        const wend_rescue_run* run = &runs->items[i];
        wend_json_out_object(out, NULL);
        wend_json_out_text(out, "env_id", run->world);
        wend_json_out_int(out, "level", run->level);
        record_put_id(out, "episode_id", run->episode);
        record_put_text(out, "result", run->result);
        record_put_number(out, "timeout_sec", run->timeout);
        record_put_number(out, "elapsed_sec", run->elapsed);
        record_put_number(out, "steps", run->steps);
        json_out_members(out, run->extra);
        wend_json_out_array(out, "trajectory");
        for (int s = 0; s < run->step_count; s++) rescue_runs_put_step(out, &run->trajectory[s]);
        wend_json_out_end(out);
        wend_json_out_end(out);
        wend_json_out_newline(out);
    }
}

wend_status wend_rescue_runs_write(const wend_rescue_runs* runs, const char* path,
                                   wend_error* error) {
    wend_json_out out = {0};
    rescue_runs_put(&out, runs);
    return record_save(&out, path, error);
}

void wend_rescue_runs_destroy(wend_rescue_runs* runs) {
    wend_free(runs->items);
    records_close(&runs->memory);
    *runs = (wend_rescue_runs){0};
}
