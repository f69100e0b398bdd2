// Reads and writes VLN-CE's `_gt` files: locations and actions of the expert.
#include <string.h>

#include "data/record_texts.h"
#include "data/records.h"

#include "wend/benchmarks/habitat.h"

static const char* const truth_fields[] = {"locations", "actions", "forward_steps", NULL};

static wend_status vlnce_truth_read_truth(arena* memory, const json_at* at, wend_vlnce_truth* out,
                                          wend_error* error) {
    json_at locations = {0};
    WEND_TRY(record_copy(memory, at, at->key, &out->id, error));
    WEND_TRY(json_field(at, "locations", &locations, error));
    WEND_TRY(record_points(memory, at, "locations", &out->locations, error));
    WEND_TRY(record_ints(memory, at, "actions", &out->actions, &out->action_count, error));
    WEND_TRY(record_number(at, "forward_steps", &out->forward_steps, error));
    return record_extra(memory, at, truth_fields, &out->extra, error);
}

static wend_status vlnce_truth_read_file(const json_at* root, void* into, wend_error* error) {
    wend_vlnce_truth_set* set = into;
    if (!json_is_object(root->value))
        return json_fail(root, error, "an object of episode ids expected");
    size_t count = json_object_size(root->value);
    WEND_TRY(records_alloc(set->memory, root, count, sizeof *set->items, &set->items, error));
    void* iterator = NULL;
    json_at member = {0};
    while (record_member(root, &iterator, &member)) {
        WEND_TRY(vlnce_truth_read_truth(set->memory, &member, &set->items[set->count], error));
        set->count++;
    }
    return WEND_OK;
}

wend_status wend_vlnce_truth_parse(const char* text, size_t size, const char* name,
                                   wend_vlnce_truth_set* set, wend_error* error) {
    *set = (wend_vlnce_truth_set){0};
    records_text source = {text, size, name};
    wend_status status = records_parse(&source, vlnce_truth_read_file, set, &set->memory, error);
    if (status != WEND_OK) *set = (wend_vlnce_truth_set){0};
    return status;
}

wend_status wend_vlnce_truth_read(const char* path, wend_vlnce_truth_set* set, wend_error* error) {
    *set = (wend_vlnce_truth_set){0};
    wend_file_bytes bytes;
    WEND_TRY(wend_file_read(path, &bytes, error));
    wend_status status = wend_vlnce_truth_parse(bytes.data, bytes.size, path, set, error);
    wend_file_bytes_destroy(&bytes);
    return status;
}

void vlnce_truth_put(wend_json_out* out, const wend_vlnce_truth_set* set) {
    wend_json_out_object(out, NULL);
    for (int i = 0; i < set->count; i++) {
        const wend_vlnce_truth* truth = &set->items[i];
        wend_json_out_object(out, truth->id);
        record_put_points(out, "locations", truth->locations);
        record_put_ints(out, "actions", truth->actions, truth->action_count);
        record_put_number(out, "forward_steps", truth->forward_steps);
        json_out_members(out, truth->extra);
        wend_json_out_end(out);
    }
    wend_json_out_end(out);
}

wend_status wend_vlnce_truth_write(const wend_vlnce_truth_set* set, const char* path,
                                   wend_error* error) {
    wend_json_out out = {0};
    vlnce_truth_put(&out, set);
    return record_save(&out, path, error);
}

void wend_vlnce_truth_destroy(wend_vlnce_truth_set* set) {
    records_close(&set->memory);
    *set = (wend_vlnce_truth_set){0};
}
