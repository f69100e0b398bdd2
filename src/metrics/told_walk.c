#include "metrics/told_walk.h"

#include <string.h>

static wend_status no_memory(wend_error* error) {
    return wend_fail(error, WEND_NO_MEMORY, "no memory to score an episode");
}

static wend_status read_text(const json_at* facts, const char* key, const char** text,
                             wend_error* error) {
    json_at field = {0};
    WEND_TRY(json_field(facts, key, &field, error));
    return json_text(&field, text, error);
}

static wend_status read_number(const json_at* facts, const char* key, double* number,
                               wend_error* error) {
    json_at field = {0};
    WEND_TRY(json_field(facts, key, &field, error));
    return json_number(&field, number, error);
}

static wend_status read_rules(const json_at* facts, told_walk* walk, wend_error* error) {
    const char *benchmark_name, *rules_name;
    json_at field = {0};
    WEND_TRY(read_text(facts, "benchmark", &benchmark_name, error));
    WEND_TRY(read_text(facts, "rules", &rules_name, error));
    WEND_TRY(wend_benchmark_parse(benchmark_name, &walk->benchmark, error));
    WEND_TRY(wend_rules_parse(rules_name, &walk->rules, error));
    walk->given.rules = wend_path_rules_for(walk->benchmark, walk->rules);
    WEND_TRY(json_field(facts, "stopped", &field, error));
    return json_bool(&field, &walk->stopped, error);
}

// ---- on a graph ---------------------------------------------------------------------------------

// Distances from each viewpoint to those after it, as a full table.
static wend_status read_table(const json_at* facts, int side, arena* memory, const double** out,
                              wend_error* error) {
    json_at list = {0}, item = {0};
    size_t count, at = 0;
    WEND_TRY(json_field(facts, "distances", &list, error));
    WEND_TRY(json_count(&list, &count, error));
    if (count != (size_t)side * (size_t)(side - 1) / 2)
        return json_fail(&list, error, "%zu distances between %d viewpoints", count, side);
    double* table = arena_alloc_zero(memory, (size_t)side * (size_t)side, sizeof *table);
    if (!table) return no_memory(error);
    for (int i = 0; i < side; i++)
        for (int k = i + 1; k < side; k++) {
            double metres;
            WEND_TRY(json_item(&list, at++, &item, error));
            WEND_TRY(json_number(&item, &metres, error));
            table[i * side + k] = table[k * side + i] = metres < 0 ? INFINITY : metres;
        }
    *out = table;
    return WEND_OK;
}

static wend_status read_nodes(const json_at* facts, const char* key, const double* table, int side,
                              arena* memory, wend_path* path, wend_error* error) {
    json_at list = {0}, item = {0};
    size_t count;
    int64_t node;
    WEND_TRY(json_field(facts, key, &list, error));
    WEND_TRY(json_count(&list, &count, error));
    int* nodes = arena_alloc(memory, (count + 1) * sizeof *nodes);
    if (!nodes) return no_memory(error);
    for (size_t i = 0; i < count; i++) {
        WEND_TRY(json_item(&list, i, &item, error));
        WEND_TRY(json_int(&item, &node, error));
        if (node < 0 || node >= side)
            return json_fail(&item, error, "viewpoint %d of %d", (int)node, side);
        nodes[i] = (int)node;
    }
    *path = (wend_path){.table = table, .side = side, .nodes = nodes, .count = (int)count};
    return WEND_OK;
}

static wend_status read_hops(const json_at* facts, const json_at* viewpoints, told_walk* walk,
                             wend_error* error) {
    size_t side;
    const double* table = NULL;
    wend_path_case* given = &walk->given;
    WEND_TRY(json_count(viewpoints, &side, error));
    if (side < 1 || side > 10000) return json_fail(viewpoints, error, "%zu viewpoints", side);
    WEND_TRY(read_table(facts, (int)side, &walk->memory, &table, error));
    WEND_TRY(read_nodes(facts, "path", table, (int)side, &walk->memory, &given->path, error));
    WEND_TRY(
        read_nodes(facts, "reference", table, (int)side, &walk->memory, &given->reference, error));
    if (given->reference.count)
        given->shortest =
            wend_path_distance(&given->reference, 0, &given->reference, given->reference.count - 1);
    return WEND_OK;
}

// ---- in continuous space ------------------------------------------------------------------------

static wend_status read_places(const json_at* facts, arena* memory, wend_path* path,
                               wend_error* error) {
    json_at list = {0}, item = {0};
    size_t count;
    WEND_TRY(json_field(facts, "reference", &list, error));
    WEND_TRY(json_count(&list, &count, error));
    double(*places)[3] = arena_alloc(memory, (count + 1) * sizeof *places);
    if (!places) return no_memory(error);
    for (size_t i = 0; i < count; i++) {
        float xyz[3];
        WEND_TRY(json_item(&list, i, &item, error));
        WEND_TRY(json_floats(&item, 3, xyz, error));
        for (int k = 0; k < 3; k++) places[i][k] = (double)xyz[k];
    }
    *path = (wend_path){.places = (const double(*)[3])places, .count = (int)count};
    return WEND_OK;
}

// Without the points that stay where the one before is. [VLN-CE's measure]
static wend_status read_walk(const json_at* facts, const wend_log_record* record, told_walk* walk,
                             wend_error* error) {
    size_t room = (size_t)record->steps + 2;
    double nearest, distance;
    wend_path_case* given = &walk->given;
    double(*places)[3] = arena_alloc(&walk->memory, room * sizeof *places);
    double* to_goal = arena_alloc(&walk->memory, room * sizeof *to_goal);
    if (!places || !to_goal) return no_memory(error);
    WEND_TRY(read_number(facts, "nearest", &nearest, error));
    WEND_TRY(read_number(facts, "distance", &distance, error));
    WEND_TRY(read_number(facts, "shortest", &given->shortest, error));
    WEND_TRY(read_places(facts, &walk->memory, &given->reference, error));
    int count = 0;
    for (int i = 0; i <= record->steps; i++) {
        wend_vec3 at = record->poses[i].feet;
        const double place[3] = {(double)at.x, (double)at.y, (double)at.z};
        if (count && memcmp(places[count - 1], place, sizeof place) == 0) continue;
        to_goal[count] = INFINITY;
        memcpy(places[count++], place, sizeof place);
    }
    // Only the least and the last of them count.
    to_goal[0] = nearest;
    to_goal[count - 1] = distance;
    given->path = (wend_path){.places = (const double(*)[3])places, .count = count};
    given->to_goal = to_goal;
    walk->must_stop = true;
    return WEND_OK;
}

// ---- either -------------------------------------------------------------------------------------

static wend_status read_walk_of(const wend_log_record* record, const json_at* facts,
                                told_walk* walk, wend_error* error) {
    json_at viewpoints = {0};
    WEND_TRY(read_rules(facts, walk, error));
    WEND_TRY(json_optional(facts, "viewpoints", &viewpoints, error));
    WEND_TRY(viewpoints.value ? read_hops(facts, &viewpoints, walk, error)
                              : read_walk(facts, record, walk, error));
    walk->given.unstopped = walk->must_stop && !walk->stopped;
    return WEND_OK;
}

wend_status told_walk_read(const wend_log_record* record, const json_at* facts, told_walk* walk,
                           wend_error* error) {
    *walk = (told_walk){.stopped = false};
    wend_status status = read_walk_of(record, facts, walk, error);
    if (status != WEND_OK) told_walk_destroy(walk);
    return status;
}

void told_walk_destroy(told_walk* walk) {
    arena_destroy(&walk->memory);
    *walk = (told_walk){.stopped = false};
}
