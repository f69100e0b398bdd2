#include <stdio.h>
#include <string.h>

#include "base/json.h"
#include "metrics/multion_log_score.h"
#include "metrics/pasture_log_score.h"
#include "metrics/pointnav_score.h"
#include "metrics/rescue_log_score.h"
#include "metrics/scene_numbers.h"
#include "metrics/tour_log_score.h"
#include "metrics/vln_log_score.h"

#include "wend/score.h"

typedef struct task_columns {
    const char* task;
    const char* group;  // the fact that names an episode's group; NULL: there are none
    const char* names[WEND_SCORE_MAX_COLUMNS];
    int count;
    wend_status (*score)(const wend_log_record* record, const json_at* facts, double* values,
                         wend_error* error);
    bool in_tours;
    const char* endings[WEND_SCORE_MAX_ENDINGS];  // [0] is success; none: the task does not tell
    // How the episode ended, given its values.
    wend_status (*ending)(const wend_log_record* record, const json_at* facts, const double* values,
                          int* ending, wend_error* error);
} task_columns;

static const task_columns tasks[] = {
    {.task = "multion",
     .names =
         {
#define X(name) #name,
             MULTION_COLUMNS(X)
#undef X
         },
     .count = MULTION_COLUMN_COUNT,
     .score = multion_log_score,
     .endings =
         {
#define X(name, words) words,
             MULTION_ENDINGS(X)
#undef X
         },
     .ending = multion_ending},
#define PASTURE_TASK(name)                                                                 \
    {                                                                                      \
        .task = name, .group = "split", .names = {PASTURE_COLUMNS(X)},                     \
        .count = PASTURE_COLUMN_COUNT, .score = pasture_log_score,                         \
        .endings = {"found", "never seen", "not localised", "not reached", "false alarm"}, \
        .ending = pasture_ending                                                           \
    }
#define X(name) #name,
    PASTURE_TASK("objectnav"),
    PASTURE_TASK("pasture"),
#undef X
    {.task = "pointnav",
     .names = {"success", "spl", "soft_spl", "distance_to_goal", "collisions", "steps",
               "path_length"},
     .count = 7,
     .score = pointnav_score,
     .endings = {"reached", "stopped elsewhere", "out of steps"},
     .ending = pointnav_ending},
#define VLN_TASK(name, tours)                                                                    \
    {                                                                                            \
        .task = name, .group = "language", .names = {VLN_COLUMNS(X)}, .count = VLN_COLUMN_COUNT, \
        .score = vln_log_score, .in_tours = tours,                                               \
        .endings = {"reached", "passed by", "elsewhere", "out of steps"}, .ending = vln_ending   \
    }
#define X(name) #name,
    VLN_TASK("ir2r", true),
    VLN_TASK("ir2r-ce", true),
    VLN_TASK("r2r", false),
    VLN_TASK("r2r-ce", false),
    VLN_TASK("rxr", false),
    VLN_TASK("rxr-ce", false),
#undef X
    {.task = "rescue",
     .names = {"tcr", "ts", "ts_official", "s1", "s2", "s3", "s4", "seconds", "seconds_to_carry",
               "collisions", "similarity", "effectiveness", "path_length", "steps"},
     .count = 14,
     .score = rescue_log_score,
     .endings = {"rescued", "exploration", "recognition", "interaction", "time", "memory",
                 "handover"},
     .ending = rescue_ending},
};

static wend_status find_columns(const char* task, const task_columns** columns, wend_error* error) {
    for (size_t i = 0; i < sizeof tasks / sizeof *tasks; i++) {
        *columns = &tasks[i];
        if (strcmp(tasks[i].task, task) == 0) return WEND_OK;
    }
    return wend_fail(error, WEND_UNSUPPORTED, "there are no metrics for the task '%s'", task);
}

static wend_status no_memory(const char* path, wend_error* error) {
    return wend_fail(error, WEND_NO_MEMORY, "%s: no memory to score it", path);
}

static wend_status read_header(const wend_log_set* log, const char* path, wend_score_table* table,
                               wend_error* error) {
    wend_log_header header;
    WEND_TRY(wend_log_read_header(log, path, &header, error));
    snprintf(table->task, sizeof table->task, "%s", header.task);
    snprintf(table->agent, sizeof table->agent, "%s", header.agent);
    table->oracle = header.oracle;
    return WEND_OK;
}

// An agent's error is a result: 0 wherever more is better. What was measured until then stays.
static void void_scores(const task_columns* columns, double* values) {
    for (int i = 0; i < columns->count; i++)
        if (wend_score_meaning_of(columns->names[i]).better > 0) values[i] = 0;
}

static wend_status score_record(const task_columns* columns, const wend_log_record* record,
                                const char* path, double* values, int* ending, wend_error* error) {
    char name[512];
    json_document document;
    snprintf(name, sizeof name, "%s: episode %s", path, record->id);
    WEND_TRY(json_document_parse(record->facts, strlen(record->facts), name, 1, &document, error));
    json_at facts = json_document_root(&document);
    wend_status status = columns->score(record, &facts, values, error);
    if (status == WEND_OK && columns->ending)
        status = columns->ending(record, &facts, values, ending, error);
    json_document_destroy(&document);
    if (status == WEND_OK && record->agent_error) void_scores(columns, values);
    return status;
}

// ---- means --------------------------------------------------------------------------------------

static wend_status number_scenes(const wend_log_set* log, const char* path, wend_score_table* table,
                                 wend_error* error) {
    size_t rows = (size_t)table->rows + 1;
    const char** names = wend_alloc(rows * sizeof *names);
    int* scenes = wend_alloc(rows * sizeof *scenes);
    table->scenes = scenes;
    wend_status status = names && scenes ? WEND_OK : no_memory(path, error);
    for (int i = 0; status == WEND_OK && i < table->rows; i++)
        names[i] = log->records[table->records[i]].scene;
    if (status == WEND_OK)
        status = scene_numbers(names, table->rows, scenes, &table->scene_count, error);
    wend_free(names);
    return status;
}

// Of `count` rows of these scenes.
static wend_status mean_rows(const wend_score_table* table, const double* values, const int* scenes,
                             int count, wend_interval* means, wend_error* error) {
    bool shares[WEND_SCORE_MAX_COLUMNS];
    for (int c = 0; c < table->columns; c++)
        shares[c] = strcmp(wend_score_meaning_of(table->names[c]).unit, "%") == 0;
    wend_bootstrap_def def = wend_bootstrap_def_default();
    def.values = values;
    def.shares = shares;
    def.scenes = scenes;
    def.scene_count = table->scene_count;
    def.count = count;
    def.columns = table->columns;
    return wend_bootstrap_means(&def, means, error);
}

// ---- groups -------------------------------------------------------------------------------------

// The group of that name; a new one if there is room, else the last.
static int find_group(wend_score_table* table, const char* name) {
    int i = 0;
    while (i < table->group_count && strncmp(table->groups[i].name, name, 31) != 0) i++;
    if (i == WEND_SCORE_MAX_GROUPS) return i - 1;
    if (i < table->group_count) return i;
    snprintf(table->groups[i].name, sizeof table->groups[i].name, "%.31s", name);
    return table->group_count++;
}

static wend_status group_of(const task_columns* columns, const wend_log_record* record,
                            const char* path, wend_score_table* table, uint8_t* group,
                            wend_error* error) {
    json_document document;
    json_at field = {0};
    const char* name;
    WEND_TRY(json_document_parse(record->facts, strlen(record->facts), path, 1, &document, error));
    json_at facts = json_document_root(&document);
    wend_status status = json_field(&facts, columns->group, &field, error);
    if (status == WEND_OK) status = json_text(&field, &name, error);
    if (status == WEND_OK) *group = (uint8_t)find_group(table, name);
    json_document_destroy(&document);
    return status;
}

static wend_status mean_group(wend_score_table* table, const uint8_t* group_of_row, int group,
                              double* values, int* scenes, wend_error* error) {
    size_t width = (size_t)table->columns;
    int rows = 0;
    for (int i = 0; i < table->rows; i++) {
        if (group_of_row[i] != group) continue;
        scenes[rows] = table->scenes[i];
        memcpy(values + (size_t)rows++ * width, table->values + (size_t)i * width,
               width * sizeof *values);
    }
    table->groups[group].rows = rows;
    return mean_rows(table, values, scenes, rows, table->groups[group].means, error);
}

static wend_status score_groups(const task_columns* columns, const wend_log_set* log,
                                const char* path, wend_score_table* table, wend_error* error) {
    if (!columns->group) return WEND_OK;
    uint8_t* groups = wend_alloc((size_t)table->rows + 1);
    double* values =
        wend_alloc(((size_t)table->rows + 1) * (size_t)table->columns * sizeof *values);
    int* scenes = wend_alloc(((size_t)table->rows + 1) * sizeof *scenes);
    table->groups = wend_alloc_zero(WEND_SCORE_MAX_GROUPS, sizeof *table->groups);
    wend_status status =
        groups && values && scenes && table->groups ? WEND_OK : no_memory(path, error);
    for (int i = 0; status == WEND_OK && i < table->rows; i++)
        status =
            group_of(columns, &log->records[table->records[i]], path, table, &groups[i], error);
    for (int g = 0; status == WEND_OK && g < table->group_count; g++)
        status = mean_group(table, groups, g, values, scenes, error);
    wend_free(scenes);
    wend_free(groups);
    wend_free(values);
    return status;
}

static void list_endings(const task_columns* columns, const wend_log_set* log,
                         wend_score_table* table) {
    for (int i = 0; i < log->count; i++) table->agent_errors += log->records[i].agent_error != NULL;
    memcpy(table->endings, columns->endings, sizeof table->endings);
    while (table->ending_count < WEND_SCORE_MAX_ENDINGS && table->endings[table->ending_count])
        table->ending_count++;
    if (table->agent_errors) table->endings[table->ending_count++] = "agent error";
}

static wend_status score_rows(const task_columns* columns, const wend_log_set* log,
                              const char* path, wend_score_table* table, wend_error* error) {
    int* records = wend_alloc((size_t)log->count * sizeof *records);
    uint8_t* ended_as = wend_alloc_zero((size_t)log->count, 1);
    table->records = records;
    table->ended_as = ended_as;
    table->values = wend_alloc((size_t)log->count * (size_t)columns->count * sizeof(double));
    if (!records || !ended_as || !table->values) return no_memory(path, error);
    table->columns = columns->count;
    memcpy(table->names, columns->names, sizeof table->names);
    list_endings(columns, log, table);
    for (int i = 0; i < log->count; i++) {
        if (log->records[i].failure) {
            table->failed++;
            continue;
        }
        double* row = table->values + (size_t)table->rows * (size_t)columns->count;
        int ending = 0;
        WEND_TRY(score_record(columns, &log->records[i], path, row, &ending, error));
        if (log->records[i].agent_error) ending = table->ending_count - 1;
        ended_as[table->rows] = (uint8_t)ending;
        records[table->rows++] = i;
    }
    WEND_TRY(number_scenes(log, path, table, error));
    return mean_rows(table, table->values, table->scenes, table->rows, table->means, error);
}

wend_status wend_score_compute(const wend_log_set* log, const char* path, wend_score_table* table,
                               wend_error* error) {
    *table = (wend_score_table){0};
    wend_status status = read_header(log, path, table, error);
    const task_columns* columns = NULL;
    if (status == WEND_OK) {
        status = find_columns(table->task, &columns, error);
        if (status != WEND_OK) wend_error_prefix(error, "%s", path);
    }
    if (status == WEND_OK) status = score_rows(columns, log, path, table, error);
    if (status == WEND_OK) status = score_groups(columns, log, path, table, error);
    if (status == WEND_OK && columns->in_tours) status = tour_log_score(log, path, table, error);
    if (status != WEND_OK) wend_score_destroy(table);
    return status;
}

wend_status wend_score_check_played(const wend_log_set* log, const char* path,
                                    const wend_score_table* table, wend_error* error) {
    if (table->rows) return WEND_OK;
    for (int i = 0; i < log->count; i++)
        if (log->records[i].failure)
            return wend_fail(error, WEND_NOT_FOUND,
                             "%s: no episode was played, so there is no result; %d could not be, "
                             "such as '%.64s': %s",
                             path, table->failed, log->records[i].id, log->records[i].failure);
    return wend_fail(error, WEND_NOT_FOUND, "%s: no episode was played, so there is no result",
                     path);
}

wend_status wend_score_episode(const char* task, const wend_log_record* record,
                               const char* names[WEND_SCORE_MAX_COLUMNS],
                               double values[WEND_SCORE_MAX_COLUMNS], int* count,
                               wend_error* error) {
    const task_columns* columns;
    WEND_TRY(find_columns(task, &columns, error));
    *count = columns->count;
    memcpy(names, columns->names, sizeof columns->names);
    int ending = 0;
    return score_record(columns, record, task, values, &ending, error);
}

void wend_score_destroy(wend_score_table* table) {
    wend_free(table->values);
    wend_free(table->groups);
    wend_free(table->tours);
    wend_free((void*)table->records);
    wend_free((void*)table->scenes);
    wend_free((void*)table->ended_as);
    *table = (wend_score_table){0};
}
