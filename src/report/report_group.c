// Groups runs by task, matches their episodes and ranks them.
#include "report/report_group.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static wend_status report_group_no_memory(wend_error* error) {
    return wend_fail(error, WEND_NO_MEMORY, "out of memory for the report");
}

wend_status report_run_read(const char* path, const wend_report_def* def, report_run* run,
                            wend_error* error) {
    *run = (report_run){.path = path};
    WEND_TRY(wend_log_read(path, &run->log, error));
    WEND_TRY(wend_log_read_header(&run->log, path, &run->header, error));
    snprintf(run->name, sizeof run->name, "%.100s", run->header.agent);
    const wend_score_kind* kind = NULL;
    for (int i = 0; i < def->score_count; i++)
        if (strcmp(def->scores[i]->task, run->header.task) == 0) kind = def->scores[i];
    return wend_score_compute_as(kind, &run->log, path, &run->table, error);
}

void report_run_destroy(report_run* run) {
    wend_score_destroy(&run->table);
    wend_log_destroy(&run->log);
}

// ---- episodes -----------------------------------------------------------------------------------

// One record of one run; sorting groups the records of an episode.
typedef struct found {
    uint64_t file;
    int index, run, record, row;
} found;

static int compare_found(const void* a, const void* b) {
    const found *x = a, *y = b;
    if (x->file != y->file) return x->file < y->file ? -1 : 1;
    if (x->index != y->index) return x->index < y->index ? -1 : 1;
    if (x->run != y->run) return x->run < y->run ? -1 : 1;
    return (x->record > y->record) - (x->record < y->record);
}

static int find_all(const report_group* g, found* all) {
    int count = 0;
    for (int r = 0; r < g->run_count; r++) {
        const report_run* run = g->runs[r];
        int row = 0;
        for (int i = 0; i < run->log.count; i++) {
            bool played = row < run->table.rows && run->table.records[row] == i;
            all[count++] = (found){run->header.episodes_hash, run->log.records[i].index, r, i,
                                   played ? row++ : -1};
        }
    }
    qsort(all, (size_t)count, sizeof *all, compare_found);
    return count;
}

static bool is_new(const found* all, int i) {
    return i == 0 || all[i].file != all[i - 1].file || all[i].index != all[i - 1].index;
}

static wend_status report_group_pair(report_group* g, const found* all, int count,
                                     wend_error* error) {
    int episodes = 0;
    for (int i = 0; i < count; i++) episodes += is_new(all, i);
    size_t cells = (size_t)episodes * (size_t)g->run_count * 2;
    g->episodes = wend_alloc_zero((size_t)episodes, sizeof *g->episodes);
    g->cells = wend_alloc(cells * sizeof *g->cells);
    if (!g->episodes || !g->cells) return report_group_no_memory(error);
    for (size_t i = 0; i < cells; i++) g->cells[i] = -1;
    int* next = g->cells;
    for (int i = 0; i < count; i++) {
        const wend_log_record* record = &g->runs[all[i].run]->log.records[all[i].record];
        if (is_new(all, i)) {
            g->episodes[g->episode_count++] = (report_episode){
                all[i].file, all[i].index, record->id, record->scene, next, next + g->run_count};
            next += 2 * g->run_count;
        }
        report_episode* e = &g->episodes[g->episode_count - 1];
        e->records[all[i].run] = all[i].record;
        e->rows[all[i].run] = all[i].row;
    }
    return WEND_OK;
}

// ---- ranking ------------------------------------------------------------------------------------

// The values by which an episode is ranked; NULL if no run has played it.
static const double* judged_by(const report_group* g, const report_episode* e) {
    for (int r = 0; r < g->run_count; r++)
        if (e->rows[r] >= 0)
            return g->runs[r]->table.values +
                   (size_t)e->rows[r] * (size_t)g->runs[r]->table.columns;
    return NULL;
}

static int compare_episodes(const void* a, const void* b, void* context) {
    const report_group* g = context;
    const report_episode *x = a, *y = b;
    const double *p = judged_by(g, x), *q = judged_by(g, y);
    if (!p != !q) return p ? -1 : 1;
    const wend_score_table* table = &g->runs[0]->table;
    for (int i = 0; p && i < table->columns; i++) {
        double better = wend_score_meaning_of(table->names[i]).better;
        if (better != 0 && p[i] * better != q[i] * better)
            return p[i] * better < q[i] * better ? -1 : 1;
    }
    if (x->file != y->file) return x->file < y->file ? -1 : 1;
    return (x->index > y->index) - (x->index < y->index);
}

// ---- groups -------------------------------------------------------------------------------------

bool report_runs_match(const report_run* a, const report_run* b) {
    const wend_score_table *s = &a->table, *t = &b->table;
    if (strcmp(s->task, t->task) != 0 || s->columns != t->columns) return false;
    for (int c = 0; c < s->columns; c++)
        if (strcmp(s->names[c], t->names[c]) != 0) return false;
    return true;
}

static int collect_runs(report_run* runs, int count, int first, report_group* g) {
    int records = 0;
    for (int i = first; i < count; i++)
        if (report_runs_match(&runs[i], &runs[first])) {
            g->runs[g->run_count++] = &runs[i];
            records += runs[i].log.count;
        }
    return records;
}

wend_status report_group_make(report_run* runs, int count, int first, report_group* g,
                              wend_error* error) {
    *g = (report_group){0};
    g->runs = wend_alloc_zero((size_t)count, sizeof *g->runs);
    if (!g->runs) return report_group_no_memory(error);
    int records = collect_runs(runs, count, first, g);
    found* all = wend_alloc((size_t)records * sizeof *all);
    wend_status status =
        all ? report_group_pair(g, all, find_all(g, all), error) : report_group_no_memory(error);
    wend_free(all);
    if (status == WEND_OK)
        qsort_r(g->episodes, (size_t)g->episode_count, sizeof *g->episodes, compare_episodes, g);
    else
        report_group_destroy(g);
    return status;
}

void report_group_destroy(report_group* g) {
    wend_free(g->runs);
    wend_free(g->episodes);
    wend_free(g->cells);
    *g = (report_group){0};
}

int report_group_sample(const report_group* g, int wanted, int* chosen) {
    int played = 0, count = 0;
    while (played < g->episode_count && judged_by(g, &g->episodes[played])) played++;
    if (wanted > REPORT_MAX_SAMPLE) wanted = REPORT_MAX_SAMPLE;
    if (wanted > played) wanted = played;
    int worst = (wanted + 1) / 2, others = wanted - worst;
    for (int i = 0; i < worst; i++) chosen[count++] = i;
    for (int i = 0; i < others; i++)
        chosen[count++] = worst + (int)((int64_t)(played - worst) * (i + 1) / others) - 1;
    return count;
}

int report_group_column(const report_group* g, const char* name) {
    const wend_score_table* table = &g->runs[0]->table;
    for (int i = 0; i < table->columns; i++)
        if (strcmp(table->names[i], name) == 0) return i;
    return -1;
}

int report_success_column(const char* const* names, int count) {
    for (int i = 0; i < count; i++)
        if (strcmp(wend_score_meaning_of(names[i]).unit, "%") == 0) return i;
    return -1;
}

int report_group_success(const report_group* g) {
    return report_success_column(g->runs[0]->table.names, g->runs[0]->table.columns);
}
