// Exports the tours of a run in the format of IVLN-CE: agent and reference trajectories.
#include <string.h>

#include "base/array.h"
#include "metrics/facts.h"

#include "wend/benchmarks/vln.h"
#include "wend/metrics.h"

typedef struct tour_writer {
    const char* name;  // of the log, for errors
    bool reference;
    arena memory;
    ARRAY_OF(wend_vln_log) tours;
    ARRAY_OF(wend_vln_record) records;  // of the current tour
    ARRAY_OF(const char*) episodes;
} tour_writer;

static wend_status tour_export_no_memory(const tour_writer* w, wend_error* error) {
    return wend_fail(error, WEND_NO_MEMORY, "%s: out of memory for its tours", w->name);
}

static wend_status tour_export_add_point(tour_writer* w, const double position[3],
                                         wend_vln_phase phase, wend_error* error) {
    wend_vln_record* record = ARRAY_PUSH(&w->records);
    if (!record) return tour_export_no_memory(w, error);
    *record = (wend_vln_record){.phase = phase, .episode = (int)w->episodes.count - 1};
    memcpy(record->position, position, sizeof record->position);
    return WEND_OK;
}

static wend_status tour_export_add_pose(tour_writer* w, const wend_pose* pose, wend_vln_phase phase,
                                        wend_error* error) {
    const double at[3] = {(double)pose->feet.x, (double)pose->feet.y, (double)pose->feet.z};
    return tour_export_add_point(w, at, phase, error);
}

// Adds the pose before each action and the phase of that action.
static wend_status tour_export_add_walk(tour_writer* w, const wend_log_record* r,
                                        wend_error* error) {
    int goal = (int)strlen(r->to_goal), all = goal + (int)strlen(r->to_start);
    for (int i = 0; i < r->steps; i++)
        WEND_TRY(tour_export_add_pose(w, &r->poses[i], WEND_VLN_PHASE_AGENT, error));
    for (int i = 0; i < all; i++)
        WEND_TRY(tour_export_add_pose(
            w, i ? &r->led[i - 1] : &r->poses[r->steps],
            i < goal ? WEND_VLN_PHASE_ORACLE_GOAL : WEND_VLN_PHASE_ORACLE_START, error));
    return WEND_OK;
}

static wend_status add_reference(tour_writer* w, const vln_facts* facts, wend_error* error) {
    const wend_path* reference = &facts->given.reference;
    if (facts->on_graph)
        return wend_fail(error, WEND_UNSUPPORTED,
                         "%s: a run on viewpoint graphs; its references are in the episode file",
                         w->name);
    for (int i = 0; i < reference->count; i++)
        WEND_TRY(tour_export_add_point(w, reference->points[i], WEND_VLN_PHASE_AGENT, error));
    return WEND_OK;
}

static wend_status tour_export_end_tour(tour_writer* w, wend_error* error) {
    if (!w->tours.count) return WEND_OK;
    wend_vln_log* tour = &w->tours.items[w->tours.count - 1];
    size_t records = w->records.count * sizeof *w->records.items;
    size_t episodes = w->episodes.count * sizeof *w->episodes.items;
    wend_vln_record* kept = arena_alloc(&w->memory, records + 1);
    const char** ids = arena_alloc(&w->memory, episodes + 1);
    if (!kept || !ids) return tour_export_no_memory(w, error);
    if (records) memcpy(kept, w->records.items, records);
    if (episodes) memcpy(ids, w->episodes.items, episodes);
    tour->records = kept;
    tour->record_count = (int)w->records.count;
    tour->episodes = ids;
    tour->episode_count = (int)w->episodes.count;
    w->records.count = w->episodes.count = 0;
    return WEND_OK;
}

static wend_status tour_export_add_episode(tour_writer* w, const wend_log_record* r,
                                           const wend_facts* facts, wend_error* error) {
    const char* tour = facts->tour;
    if (!tour || !r->to_goal)
        return wend_fail(error, WEND_UNSUPPORTED, "%s: the log has no tours", w->name);
    if (!w->tours.count || strcmp(w->tours.items[w->tours.count - 1].tour, tour) != 0) {
        WEND_TRY(tour_export_end_tour(w, error));
        wend_vln_log* slot = ARRAY_PUSH(&w->tours);
        if (!slot) return tour_export_no_memory(w, error);
        *slot = (wend_vln_log){.tour = tour};
    }
    const char** id = ARRAY_PUSH(&w->episodes);
    if (!id) return tour_export_no_memory(w, error);
    *id = r->id;
    return w->reference ? add_reference(w, &facts->vln, error) : tour_export_add_walk(w, r, error);
}

wend_status wend_score_write_tours(const wend_log_set* log, const wend_score_table* table,
                                   const char* name, bool reference, const char* path,
                                   wend_error* error) {
    tour_writer w = {.name = name, .reference = reference};
    wend_status status =
        log->complete
            ? WEND_OK
            : wend_fail(error, WEND_FORMAT,
                        "%s: the run is incomplete; run the same command again to resume it", name);
    for (int i = 0; status == WEND_OK && i < table->rows; i++)
        status =
            tour_export_add_episode(&w, &log->records[table->records[i]], &table->facts[i], error);
    if (status == WEND_OK) status = tour_export_end_tour(&w, error);
    if (status == WEND_OK)
        status = wend_vln_logs_write(w.tours.items, (int)w.tours.count, path, error);
    ARRAY_FREE(&w.tours);
    ARRAY_FREE(&w.records);
    ARRAY_FREE(&w.episodes);
    arena_destroy(&w.memory);
    return status;
}
