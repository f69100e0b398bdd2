// Path and reference of an instruction-following episode, from the facts of its log record.
//
// On a graph, the facts contain the viewpoints of path and reference and the distances between
// them. In continuous space the path consists of the poses, and the facts contain the reference
// points and the geodesic distances to the goal.
#include <string.h>

#include "metrics/facts.h"

static wend_status vln_facts_no_memory(wend_error* error) {
    return wend_fail(error, WEND_NO_MEMORY, "out of memory while scoring an episode");
}

static wend_status read_rules(const json_at* root, vln_facts* f, wend_error* error) {
    const char *benchmark_name, *rules_name;
    WEND_TRY(facts_text(root, "benchmark", &benchmark_name, error));
    WEND_TRY(facts_text(root, "rules", &rules_name, error));
    WEND_TRY(wend_benchmark_parse(benchmark_name, &f->benchmark, error));
    WEND_TRY(wend_rules_parse(rules_name, &f->rules, error));
    f->given.rules = wend_path_rules_for(f->benchmark, f->rules);
    return facts_bool(root, "stopped", &f->stopped, error);
}

// ---- on a graph ---------------------------------------------------------------------------------

// The facts list the distances from each viewpoint to those after it; -1: unreachable.
static wend_status read_table(const json_at* facts, int side, arena* memory, const double** out,
                              wend_error* error) {
    json_at list = {0}, item = {0};
    size_t count, at = 0;
    WEND_TRY(json_field(facts, "distances", &list, error));
    WEND_TRY(json_count(&list, &count, error));
    if (count != (size_t)side * (size_t)(side - 1) / 2)
        return json_fail(&list, error, "%zu distances between %d viewpoints", count, side);
    double* table = arena_alloc_zero(memory, (size_t)side * (size_t)side, sizeof *table);
    if (!table) return vln_facts_no_memory(error);
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
    int* nodes = arena_alloc_zero(memory, count, sizeof *nodes);
    if (!nodes) return vln_facts_no_memory(error);
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

static wend_status read_hops(const json_at* facts, const json_at* viewpoints, arena* memory,
                             wend_path_case* given, wend_error* error) {
    size_t side;
    const double* table = NULL;
    WEND_TRY(json_count(viewpoints, &side, error));
    if (side < 1 || side > 10000) return json_fail(viewpoints, error, "%zu viewpoints", side);
    WEND_TRY(read_table(facts, (int)side, memory, &table, error));
    WEND_TRY(read_nodes(facts, "path", table, (int)side, memory, &given->path, error));
    WEND_TRY(read_nodes(facts, "reference", table, (int)side, memory, &given->reference, error));
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
    double(*places)[3] = arena_alloc_zero(memory, count, sizeof *places);
    if (!places) return vln_facts_no_memory(error);
    for (size_t i = 0; i < count; i++) {
        float xyz[3];
        WEND_TRY(json_item(&list, i, &item, error));
        WEND_TRY(json_floats(&item, 3, xyz, error));
        for (int k = 0; k < 3; k++) places[i][k] = (double)xyz[k];
    }
    *path = (wend_path){.points = (const double(*)[3])places, .count = (int)count};
    return WEND_OK;
}

// The path without consecutive repeats of a position. [VLN-CE's measure]
static wend_status read_trajectory(const json_at* facts, const wend_log_record* record,
                                   arena* memory, wend_path_case* given, wend_error* error) {
    size_t room = (size_t)record->steps + 1;
    double nearest, distance;
    double(*places)[3] = arena_alloc_zero(memory, room, sizeof *places);
    double* to_goal = arena_alloc_zero(memory, room, sizeof *to_goal);
    if (!places || !to_goal) return vln_facts_no_memory(error);
    WEND_TRY(facts_number(facts, "nearest", &nearest, error));
    WEND_TRY(facts_number(facts, "distance", &distance, error));
    WEND_TRY(facts_number(facts, "shortest", &given->shortest, error));
    WEND_TRY(read_places(facts, memory, &given->reference, error));
    int count = 0;
    for (int i = 0; i <= record->steps; i++) {
        wend_vec3 at = record->poses[i].feet;
        const double place[3] = {(double)at.x, (double)at.y, (double)at.z};
        if (count && memcmp(places[count - 1], place, sizeof place) == 0) continue;
        to_goal[count] = INFINITY;
        memcpy(places[count++], place, sizeof place);
    }
    // Only the minimum and the last of them are used.
    to_goal[0] = nearest;
    to_goal[count - 1] = distance;
    given->path = (wend_path){.points = (const double(*)[3])places, .count = count};
    given->to_goal = to_goal;
    return WEND_OK;
}

// ---- all tasks ----------------------------------------------------------------------------------

wend_status vln_facts_read(const wend_log_record* record, wend_facts* facts, wend_error* error) {
    vln_facts* f = &facts->vln;
    json_at viewpoints = {0};
    WEND_TRY(read_rules(facts->root, f, error));
    WEND_TRY(json_optional(facts->root, "viewpoints", &viewpoints, error));
    f->on_graph = viewpoints.value != NULL;
    f->given.unstopped = !f->on_graph && !f->stopped;
    return f->on_graph ? read_hops(facts->root, &viewpoints, facts->memory, &f->given, error)
                       : read_trajectory(facts->root, record, facts->memory, &f->given, error);
}
