// Readers of ObjectNav results: CoW, RoboTHOR challenge, Habitat.
#include "metrics/predictions/object_results.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "wend/files.h"

static wend_status object_results_no_memory(wend_error* error) {
    return wend_fail(error, WEND_NO_MEMORY, "out of memory for results");
}

static const char* object_results_keep(object_results* all, const char* text, size_t size) {
    return arena_text(&all->memory, text, size);
}

static wend_status add_result(object_results* all, const char* id, size_t size, const char* split,
                              object_result** out, wend_error* error) {
    object_result* r = ARRAY_PUSH(&all->items);
    if (!r) return object_results_no_memory(error);
    *r = (object_result){.success = NAN,
                         .length = NAN,
                         .shortest = NAN,
                         .spl = NAN,
                         .soft_spl = NAN,
                         .distance = NAN,
                         .poses = NAN,
                         .actions = NAN,
                         .actions_succeeded = NAN};
    r->id = object_results_keep(all, id, size);
    r->split = split ? object_results_keep(all, split, strlen(split)) : NULL;
    *out = r;
    return r->id && (!split || r->split) ? WEND_OK : object_results_no_memory(error);
}

// "FloorPlan_Val3_5_GingerbreadHouse_1": scene, object type and number.
static wend_status name_parts(object_results* all, object_result* r, wend_error* error) {
    const char* at = r->id;
    for (int i = 0; i < 3 && at; i++) at = strchr(i ? at + 1 : at, '_');
    const char* end = at ? strchr(at + 1, '_') : NULL;
    if (strncmp(r->id, "FloorPlan", 9) != 0 || !end) return WEND_OK;
    r->scene = object_results_keep(all, r->id, (size_t)(at - r->id));
    r->category = object_results_keep(all, at + 1, (size_t)(end - at - 1));
    return r->scene && r->category ? WEND_OK : object_results_no_memory(error);
}

// ---- fields -------------------------------------------------------------------------------------

// A member of a JSON object; `value` is NULL if it is missing.
static json_at member_of(const json_at* object, const char* key) {
    json_at field = {0};
    (void)json_optional(object, key, &field, NULL);
    return field;
}

// Booleans are 1 and 0. A missing member leaves the number unchanged.
static wend_status read_value(const json_at* object, const char* key, double* value,
                              wend_error* error) {
    json_at field = member_of(object, key);
    if (!field.value) return WEND_OK;
    if (!json_is_boolean(field.value)) return json_number(&field, value, error);
    *value = json_is_true(field.value);
    return WEND_OK;
}

static wend_status object_results_read_text(object_results* all, const json_at* object,
                                            const char* key, const char** text, wend_error* error) {
    const char* found = json_string_value(member_of(object, key).value);
    if (!found) return WEND_OK;
    *text = object_results_keep(all, found, strlen(found));
    return *text ? WEND_OK : object_results_no_memory(error);
}

static wend_status measure_path(const json_at* object, const char* key, double* metres,
                                double* points, wend_error* error) {
    json_at list = {0};
    size_t count;
    double last[3] = {0}, sum = 0;
    WEND_TRY(json_field(object, key, &list, error));
    WEND_TRY(json_count(&list, &count, error));
    for (size_t i = 0; i < count; i++) {
        static const char* const axes[] = {"x", "y", "z"};
        json_at item = {0}, field = {0};
        double at[3], squares = 0;
        WEND_TRY(json_item(&list, i, &item, error));
        for (int k = 0; k < 3; k++) {
            WEND_TRY(json_field(&item, axes[k], &field, error));
            WEND_TRY(json_number(&field, &at[k], error));
            squares += (at[k] - last[k]) * (at[k] - last[k]);
        }
        if (i) sum += sqrt(squares);
        memcpy(last, at, sizeof last);
    }
    *metres = sum;
    if (points) *points = (double)count;
    return WEND_OK;
}

static wend_status object_results_read_actions(const json_at* metrics, object_result* r,
                                               wend_error* error) {
    json_at list = member_of(metrics, "actions_taken");
    size_t count;
    if (!list.value) return WEND_OK;
    WEND_TRY(json_count(&list, &count, error));
    r->actions = (double)count;
    r->actions_succeeded = 0;
    r->unstopped = true;
    for (size_t i = 0; i < count; i++) {
        json_at item = {0}, field = {0};
        const char* name;
        double success = 0;
        WEND_TRY(json_item(&list, i, &item, error));
        WEND_TRY(json_field(&item, "action", &field, error));
        WEND_TRY(json_text(&field, &name, error));
        WEND_TRY(read_value(&item, "success", &success, error));
        r->actions_succeeded += success > 0;
        r->unstopped = strcmp(name, "Stop") != 0;
    }
    return WEND_OK;
}

// ---- file formats -------------------------------------------------------------------------------

static wend_status object_results_read_metrics(object_results* all, const json_at* metrics,
                                               object_result* r, wend_error* error) {
    double seen = NAN;
    WEND_TRY(measure_path(metrics, "trajectory", &r->length, &r->poses, error));
    WEND_TRY(object_results_read_actions(metrics, r, error));
    WEND_TRY(read_value(metrics, "success", &r->success, error));
    WEND_TRY(read_value(metrics, "vision_error_in_case_of_fail", &seen, error));
    r->has_target_seen = !isnan(seen);
    r->target_seen = seen > 0;
    return name_parts(all, r, error);
}

static wend_status read_cow(object_results* all, const json_at* root, object_result* r,
                            wend_error* error) {
    json_at metrics = member_of(root, "episode_metrics"), outcome = {0};
    WEND_TRY(object_results_read_metrics(all, &metrics, r, error));
    WEND_TRY(json_field(root, "episode_result", &outcome, error));
    WEND_TRY(measure_path(&outcome, "path", &r->length, &r->poses, error));
    WEND_TRY(measure_path(&outcome, "shortest_path", &r->shortest, NULL, error));
    return read_value(&outcome, "success", &r->success, error);
}

static wend_status read_statistics(object_results* all, const json_at* object, object_result* r,
                                   wend_error* error) {
    WEND_TRY(read_value(object, "success", &r->success, error));
    WEND_TRY(read_value(object, "spl", &r->spl, error));
    WEND_TRY(read_value(object, "softspl", &r->soft_spl, error));
    WEND_TRY(read_value(object, "soft_spl", &r->soft_spl, error));
    WEND_TRY(read_value(object, "distance_to_goal", &r->distance, error));
    WEND_TRY(read_value(object, "total_actions", &r->actions, error));
    WEND_TRY(read_value(object, "successful_actions", &r->actions_succeeded, error));
    // CoW writes the share of successful actions as a real number; an integer with several actions
    // is a count.
    json_at worked = member_of(object, "successful_actions");
    bool is_count = json_is_integer(worked.value) && r->actions > 1;
    if (r->actions_succeeded <= 1 && !is_count) r->actions = 1;
    WEND_TRY(object_results_read_text(all, object, "scene_id", &r->scene, error));
    return object_results_read_text(all, object, "object_category", &r->category, error);
}

// Every member of the object is an episode.
static wend_status read_members(object_results* all, const json_at* object, const char* split,
                                bool challenge, wend_error* error) {
    json_t* value = (json_t*)object->value;
    if (!json_is_object(value))
        return json_fail(object, error, "these are no results; an object of episodes by id is");
    for (void* i = json_object_iter(value); i; i = json_object_iter_next(value, i)) {
        const char* id = json_object_iter_key(i);
        object_result* r;
        json_at item = {0};
        WEND_TRY(json_field(object, id, &item, error));
        if (!json_is_object(item.value))
            return json_fail(&item, error,
                             "this is no result; results are of CoW, of the RoboTHOR challenge or "
                             "of Habitat");
        WEND_TRY(add_result(all, id, strlen(id), split, &r, error));
        WEND_TRY(challenge ? object_results_read_metrics(all, &item, r, error)
                           : read_statistics(all, &item, r, error));
        if (isnan(r->success))
            return json_fail(&item, error,
                             "the field \"success\" is missing; this is no result of an episode");
    }
    return WEND_OK;
}

// The episode id in a file name: without folders and extensions.
static size_t object_results_stem_of(const char* path, const char** stem) {
    const char* slash = strrchr(path, '/');
    *stem = slash ? slash + 1 : path;
    return strcspn(*stem, ".");
}

static wend_status read_root(object_results* all, const char* path, const char* folder,
                             const char* split, const json_at* root, wend_error* error) {
    json_at field = {0}, part = {0};
    object_result* r;
    const char* stem;
    size_t size = object_results_stem_of(path, &stem);
    WEND_TRY(json_optional(root, split ? split : "val", &part, error));
    if (part.value) WEND_TRY(json_optional(&part, "episodes", &field, error));
    if (!field.value) field = member_of(root, "episodes");
    if (field.value) return read_members(all, &field, folder, true, error);
    if (member_of(root, "episode_metrics").value) {
        WEND_TRY(add_result(all, stem, size, folder, &r, error));
        return read_cow(all, root, r, error);
    }
    if (!member_of(root, "success").value) return read_members(all, root, folder, false, error);
    WEND_TRY(add_result(all, stem, size, folder, &r, error));
    WEND_TRY(read_statistics(all, root, r, error));
    const char* last = strrchr(r->id, '_');  // CoW's Habitat files: "tv_monitor_17.json"
    if (r->category || !last) return WEND_OK;
    r->category = object_results_keep(all, r->id, (size_t)(last - r->id));
    return r->category ? WEND_OK : object_results_no_memory(error);
}

static wend_status object_results_read_file(object_results* all, const char* path,
                                            const char* folder, const char* split,
                                            wend_error* error) {
    json_document document;
    WEND_TRY(json_document_read(path, &document, error));
    json_at root = json_document_root(&document);
    wend_status status = read_root(all, path, folder, split, &root, error);
    json_document_destroy(&document);
    return status;
}

static wend_status read_folder(object_results* all, const char* path, const char* folder,
                               const char* split, wend_error* error) {
    wend_file_list list;
    char inner[4096];
    WEND_TRY(wend_file_list_read(path, &list, error));
    wend_status status = WEND_OK;
    for (int i = 0; status == WEND_OK && i < list.count; i++) {
        status = wend_file_join(path, list.names[i], inner, sizeof inner, error);
        if (status != WEND_OK) break;
        if (wend_file_is_folder(inner)) {
            if (!folder) status = read_folder(all, inner, list.names[i], split, error);
        } else if (strstr(list.names[i], ".json")) {
            status = object_results_read_file(all, inner, folder, split, error);
        }
    }
    wend_file_list_destroy(&list);
    return status;
}

wend_status object_results_read(const char* path, const char* split, object_results* results,
                                wend_error* error) {
    *results = (object_results){0};
    wend_status status = wend_file_is_folder(path)
                             ? read_folder(results, path, NULL, split, error)
                             : object_results_read_file(results, path, NULL, split, error);
    if (status != WEND_OK) object_results_destroy(results);
    return status;
}

void object_results_destroy(object_results* results) {
    ARRAY_FREE(&results->items);
    arena_destroy(&results->memory);
}
