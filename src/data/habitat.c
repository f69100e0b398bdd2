// Reads and writes Habitat's episode files.
#include "wend/benchmarks/habitat.h"

#include <stdio.h>
#include <string.h>

#include "data/record_texts.h"
#include "data/records.h"

static const char* const goal_fields[] = {"position", "radius", "object_category", NULL};
static const char* const instruction_fields[] = {"instruction_text", "instruction_id", "language",
                                                 "instruction_tokens", NULL};
static const char* const info_fields[] = {"geodesic_distance", NULL};
static const char* const episode_fields[] = {
    "episode_id",     "trajectory_id",  "scene_id", "start_position",
    "start_rotation", "info",           "goals",    "distractors",
    "instruction",    "reference_path", NULL};
static const char* const vocabulary_fields[] = {"word_list", NULL};
static const char* const file_fields[] = {"episodes", "instruction_vocab", NULL};

// ---- reading ----------------------------------------------------------------------------------

static wend_status read_goal(arena* memory, const json_at* at, wend_habitat_goal* goal,
                             wend_error* error) {
    WEND_TRY(record_need_point(at, "position", &goal->position, error));
    WEND_TRY(record_number(at, "radius", &goal->radius, error));
    WEND_TRY(record_text(memory, at, "object_category", &goal->category, error));
    return record_extra(memory, at, goal_fields, &goal->extra, error);
}

static wend_status habitat_read_goals(arena* memory, const json_at* episode, const char* key,
                                      const wend_habitat_goal** goals, int* count,
                                      wend_error* error) {
    json_at list = {0};
    WEND_TRY(json_optional(episode, key, &list, error));
    if (!list.value) return WEND_OK;
    size_t held;
    WEND_TRY(json_count(&list, &held, error));
    wend_habitat_goal* items = NULL;
    WEND_TRY(records_alloc(memory, &list, held, sizeof *items, &items, error));
    for (size_t i = 0; i < held; i++) {
        json_at item = {0};
        WEND_TRY(json_item(&list, i, &item, error));
        WEND_TRY(read_goal(memory, &item, &items[i], error));
    }
    *goals = items;
    *count = (int)held;
    return WEND_OK;
}

static wend_status habitat_read_instruction(arena* memory, const json_at* episode,
                                            wend_habitat_instruction* instruction,
                                            wend_error* error) {
    json_at at = {0};
    WEND_TRY(json_optional(episode, "instruction", &at, error));
    if (!at.value) return WEND_OK;
    WEND_TRY(record_need_text(memory, &at, "instruction_text", &instruction->text, error));
    WEND_TRY(record_id(memory, &at, "instruction_id", &instruction->id, error));
    WEND_TRY(record_text(memory, &at, "language", &instruction->language, error));
    WEND_TRY(record_ints(memory, &at, "instruction_tokens", &instruction->tokens,
                         &instruction->token_count, error));
    return record_extra(memory, &at, instruction_fields, &instruction->extra, error);
}

static wend_status read_info(arena* memory, const json_at* episode, wend_habitat_episode* out,
                             wend_error* error) {
    out->distance = NAN;
    json_at info = {0};
    WEND_TRY(json_optional(episode, "info", &info, error));
    if (!info.value) return WEND_OK;
    WEND_TRY(record_number(&info, "geodesic_distance", &out->distance, error));
    return record_extra(memory, &info, info_fields, &out->info, error);
}

static wend_status habitat_read_episode(arena* memory, const json_at* at, wend_habitat_episode* out,
                                        wend_error* error) {
    WEND_TRY(record_id(memory, at, "episode_id", &out->id, error));
    WEND_TRY(record_id(memory, at, "trajectory_id", &out->trajectory, error));
    WEND_TRY(record_need_text(memory, at, "scene_id", &out->scene, error));
    WEND_TRY(record_need_point(at, "start_position", &out->start, error));
    WEND_TRY(record_need_numbers(at, "start_rotation", 4, out->rotation, error));
    WEND_TRY(read_info(memory, at, out, error));
    WEND_TRY(habitat_read_goals(memory, at, "goals", &out->goals, &out->goal_count, error));
    WEND_TRY(habitat_read_goals(memory, at, "distractors", &out->distractors,
                                &out->distractor_count, error));
    WEND_TRY(habitat_read_instruction(memory, at, &out->instruction, error));
    WEND_TRY(record_points(memory, at, "reference_path", &out->reference, error));
    return record_extra(memory, at, episode_fields, &out->extra, error);
}

static wend_status read_vocabulary(arena* memory, const json_at* root, wend_habitat_set* set,
                                   wend_error* error) {
    json_at at = {0};
    WEND_TRY(json_optional(root, "instruction_vocab", &at, error));
    if (!at.value) return WEND_OK;
    WEND_TRY(
        record_texts(memory, &at, "word_list", &set->vocabulary, &set->vocabulary_count, error));
    return record_extra(memory, &at, vocabulary_fields, &set->vocabulary_extra, error);
}

static wend_status habitat_read_file(const json_at* root, void* into, wend_error* error) {
    wend_habitat_set* set = into;
    json_at list = {0};
    size_t count;
    WEND_TRY(json_field(root, "episodes", &list, error));
    WEND_TRY(json_count(&list, &count, error));
    WEND_TRY(
        records_alloc(set->memory, &list, count, sizeof *set->episodes, &set->episodes, error));
    for (size_t i = 0; i < count; i++) {
        json_at item = {0};
        WEND_TRY(json_item(&list, i, &item, error));
        WEND_TRY(habitat_read_episode(set->memory, &item, &set->episodes[i], error));
    }
    set->count = (int)count;
    WEND_TRY(read_vocabulary(set->memory, root, set, error));
    return record_extra(set->memory, root, file_fields, &set->extra, error);
}

wend_status wend_habitat_parse(const char* text, size_t size, const char* name,
                               wend_habitat_set* set, wend_error* error) {
    *set = (wend_habitat_set){0};
    records_text source = {text, size, name};
    wend_status status = records_parse(&source, habitat_read_file, set, &set->memory, error);
    if (status != WEND_OK) *set = (wend_habitat_set){0};
    return status;
}

wend_status wend_habitat_read(const char* path, wend_habitat_set* set, wend_error* error) {
    *set = (wend_habitat_set){0};
    wend_file_bytes bytes;
    WEND_TRY(wend_file_read(path, &bytes, error));
    wend_status status = wend_habitat_parse(bytes.data, bytes.size, path, set, error);
    wend_file_bytes_destroy(&bytes);
    return status;
}

void wend_habitat_destroy(wend_habitat_set* set) {
    records_close(&set->memory);
    *set = (wend_habitat_set){0};
}

// ---- writing ----------------------------------------------------------------------------------

static void habitat_put_goals(wend_json_out* out, const char* key, const wend_habitat_goal* goals,
                              int count) {
    if (!goals) return;
    wend_json_out_array(out, key);
    for (int i = 0; i < count; i++) {
        wend_json_out_object(out, NULL);
        record_put_text(out, "object_category", goals[i].category);
        record_put_point(out, "position", goals[i].position);
        record_put_number(out, "radius", goals[i].radius);
        json_out_members(out, goals[i].extra);
        wend_json_out_end(out);
    }
    wend_json_out_end(out);
}

static void put_instruction(wend_json_out* out, const wend_habitat_instruction* instruction) {
    if (!instruction->text) return;
    wend_json_out_object(out, "instruction");
    wend_json_out_text(out, "instruction_text", instruction->text);
    record_put_id(out, "instruction_id", instruction->id);
    record_put_text(out, "language", instruction->language);
    record_put_ints(out, "instruction_tokens", instruction->tokens, instruction->token_count);
    json_out_members(out, instruction->extra);
    wend_json_out_end(out);
}

static void habitat_put_episode(wend_json_out* out, const wend_habitat_episode* episode) {
    wend_json_out_object(out, NULL);
    record_put_id(out, "episode_id", episode->id);
    record_put_id(out, "trajectory_id", episode->trajectory);
    wend_json_out_text(out, "scene_id", episode->scene);
    record_put_point(out, "start_position", episode->start);
    wend_json_out_numbers(out, "start_rotation", episode->rotation, 4);
    if (!isnan(episode->distance) || episode->info) {
        wend_json_out_object(out, "info");
        record_put_number(out, "geodesic_distance", episode->distance);
        json_out_members(out, episode->info);
        wend_json_out_end(out);
    }
    habitat_put_goals(out, "goals", episode->goals, episode->goal_count);
    habitat_put_goals(out, "distractors", episode->distractors, episode->distractor_count);
    put_instruction(out, &episode->instruction);
    record_put_points(out, "reference_path", episode->reference);
    json_out_members(out, episode->extra);
    wend_json_out_end(out);
}

void habitat_put(wend_json_out* out, const wend_habitat_set* set) {
    wend_json_out_object(out, NULL);
    json_out_members(out, set->extra);
    wend_json_out_array(out, "episodes");
    for (int i = 0; i < set->count; i++) habitat_put_episode(out, &set->episodes[i]);
    wend_json_out_end(out);
    if (set->vocabulary || set->vocabulary_extra) {
        wend_json_out_object(out, "instruction_vocab");
        record_put_texts(out, "word_list", set->vocabulary, set->vocabulary_count);
        json_out_members(out, set->vocabulary_extra);
        wend_json_out_end(out);
    }
    wend_json_out_end(out);
}

wend_status wend_habitat_write(const wend_habitat_set* set, const char* path, wend_error* error) {
    wend_json_out out = {0};
    habitat_put(&out, set);
    return record_save(&out, path, error);
}

// ---- rotations and scene names ----------------------------------------------------------------

double wend_habitat_rotation_length(const double q[4]) {
    return sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
}

double wend_habitat_heading(const double q[4]) {
    double length = wend_habitat_rotation_length(q);
    if (!(length > 0)) return 0;
    double x = q[0] / length, y = q[1] / length, z = q[2] / length, w = q[3] / length;
    // The forward direction: minus the third column of the rotation matrix.
    double forward_x = -2 * (x * z + w * y), forward_z = -(1 - 2 * (x * x + y * y));
    return atan2(-forward_x, -forward_z);
}

void wend_habitat_scan(const char* scene, char* out, size_t out_size) {
    const char* slash = strrchr(scene, '/');
    const char* name = slash ? slash + 1 : scene;
    snprintf(out, out_size, "%.*s", (int)strcspn(name, "."), name);
}
