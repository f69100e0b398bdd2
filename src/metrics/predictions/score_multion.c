// multion: goals found and path lengths, one episode per line.
// The format is specific to wend: docs/formats/multion-results.md.
#include <stdlib.h>
#include <string.h>

#include "base/pull.h"
#include "metrics/predictions/score_sheet.h"

#include "wend/files.h"

enum { GOAL_LIMIT = 64 };

typedef struct multion_line {
    double legs[GOAL_LIMIT], lengths[GOAL_LIMIT], distances[GOAL_LIMIT];
    int goals, finds, with_distance;
    double length;
    const char *id, *scene;  // Nullable: scene
    unsigned has;
} multion_line;

enum { HAS_ID = 1, HAS_LEGS = 2, HAS_FINDS = 4, HAS_LENGTH = 8, HAS_ALL = 15 };

static bool read_legs(pull* p, multion_line* line) {
    for (pull_array(p); pull_more(p);) {
        if (line->goals == GOAL_LIMIT) return pull_fail(p, "more than %d goals", GOAL_LIMIT);
        if (pull_number(p, &line->legs[line->goals]) && line->legs[line->goals++] < 0)
            return pull_fail(p, "a distance below 0");
    }
    return p->status == WEND_OK;
}

static bool read_find(pull* p, multion_line* line) {
    pull_span key;
    bool has_length = false;
    if (line->finds == GOAL_LIMIT) return pull_fail(p, "more than %d finds", GOAL_LIMIT);
    for (pull_object(p); pull_key(p, &key);) {
        if (pull_is(key, "path_length")) {
            has_length = pull_number(p, &line->lengths[line->finds]);
        } else if (pull_is(key, "distance")) {
            line->with_distance += pull_number(p, &line->distances[line->finds]);
        } else {
            pull_skip(p);
        }
    }
    line->finds++;
    return p->status == WEND_OK && (has_length || pull_fail(p, "path_length is missing"));
}

static bool score_multion_read_line(pull* p, arena* memory, multion_line* line) {
    pull_span key;
    memset(line, 0, sizeof *line);
    for (pull_object(p); pull_key(p, &key);) {
        if (pull_is(key, "episode_id")) {
            line->has |= HAS_ID;
            pull_text(p, memory, &line->id);
        } else if (pull_is(key, "scene_id")) {
            pull_text(p, memory, &line->scene);
        } else if (pull_is(key, "legs")) {
            line->has |= HAS_LEGS;
            read_legs(p, line);
        } else if (pull_is(key, "finds")) {
            line->has |= HAS_FINDS;
            for (pull_array(p); pull_more(p);) read_find(p, line);
        } else if (pull_is(key, "path_length")) {
            line->has |= HAS_LENGTH;
            pull_number(p, &line->length);
        } else {
            pull_skip(p);
        }
    }
    if (p->status != WEND_OK) return false;
    if (line->has != HAS_ALL)
        return pull_fail(p, "episode_id, legs, finds or path_length is missing");
    return line->finds <= line->goals ||
           pull_fail(p, "%d finds of %d goals", line->finds, line->goals);
}

static wend_status score_line(const multion_line* line, const wend_predictions_def* options,
                              score_sheet* sheet, wend_error* error) {
    wend_multion_outcome outcome = {
        .legs = line->legs,
        .goals = line->goals,
        .lengths = line->lengths,
        .distances = line->with_distance == line->finds ? line->distances : NULL,
        .finds = line->finds,
        .length = line->length};
    wend_multion_score score = wend_multion_score_compute(&outcome, options->rules);
    double values[] = {score.success, score.progress, score.spl, score.ppl};
    score_row row = {.id = line->id, .scene = line->scene, .values = values};
    return score_add(sheet, &sheet->episodes, &row, error);
}

typedef ARRAY_OF(const char*) id_list;

static int score_multion_compare_ids(const void* a, const void* b) {
    return strcmp(*(const char* const*)a, *(const char* const*)b);
}

static void report_duplicates(id_list* ids, score_sheet* sheet) {
    if (ids->count) qsort(ids->items, ids->count, sizeof *ids->items, score_multion_compare_ids);
    for (size_t i = 1; i < ids->count; i++)
        if (strcmp(ids->items[i], ids->items[i - 1]) == 0)
            score_report(sheet, SCORE_REPEATED, "'%.64s'", ids->items[i]);
}

static wend_status score_text(const wend_file_bytes* bytes, const wend_predictions_def* options,
                              score_sheet* sheet, wend_error* error) {
    arena memory = {0};
    id_list ids = {0};
    pull p = pull_make(bytes->data, bytes->size, options->results, 1, error);
    wend_status status = WEND_OK;
    multion_line line;
    while (status == WEND_OK && pull_peek(&p) && score_multion_read_line(&p, &memory, &line)) {
        const char** id = ARRAY_PUSH(&ids);
        if (id) *id = line.id;
        status = id ? score_line(&line, options, sheet, error)
                    : wend_fail(error, WEND_NO_MEMORY, "out of memory while scoring");
    }
    if (status == WEND_OK) status = pull_finish(&p);
    if (status == WEND_OK) report_duplicates(&ids, sheet);
    ARRAY_FREE(&ids);
    arena_destroy(&memory);
    return status;
}

wend_status score_multion(const wend_predictions_def* options, score_sheet* sheet,
                          wend_error* error) {
    static const wend_score_meaning columns[] = {{"success", "Success", "%", 0},
                                                 {"progress", "Progress", "%", 0},
                                                 {"spl", "SPL", "%", 0},
                                                 {"ppl", "PPL", "%", 0}};
    score_table_set_columns(&sheet->episodes, columns, 4);
    sheet->counts = "episodes";
    wend_file_bytes bytes;
    WEND_TRY(wend_file_read(options->results, &bytes, error));
    wend_status status = score_text(&bytes, options, sheet, error);
    wend_file_bytes_destroy(&bytes);
    return status;
}
