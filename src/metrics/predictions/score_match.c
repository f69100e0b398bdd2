// Checks that results, annotations and references belong to the same split and are not empty.
#include <stdio.h>

#include "metrics/predictions/score_sheet.h"

enum { ENOUGH = 10 };  // min number of episodes for a conclusion about the files

void score_ask(score_sheet* sheet, const char* id) {
    if (sheet->match.asked++ == 0)
        snprintf(sheet->match.first_asked, sizeof sheet->match.first_asked, "%.63s", id);
}

static wend_status fail_unmatched(const wend_predictions_def* def, const score_sheet* sheet,
                                  wend_error* error) {
    const char* asked = def->annotations ? def->annotations : def->truth;
    return wend_fail(
        error, WEND_NOT_FOUND,
        "%s: no prediction for any of the %d %s of %s, the first of which is '%s'; are "
        "they of the same split?",
        def->results, sheet->match.asked, sheet->episodes.columns ? "episodes" : "tours", asked,
        sheet->match.first_asked);
}

static wend_status fail_empty(const wend_predictions_def* def, const score_sheet* sheet,
                              wend_error* error) {
    wend_text_out reason = {0};
    for (int i = 0; i < SCORE_PROBLEM_COUNT && !reason.count; i++)
        if (sheet->problems[i].count) score_write_problem(sheet, (score_problem)i, &reason);
    wend_status status =
        wend_fail(error, WEND_NOT_FOUND, "%s: nothing could be scored%s%s",
                  def->annotations ? def->annotations : def->results, reason.items ? "; " : "",
                  reason.items ? reason.items : "; the file has no episodes");
    wend_text_destroy(&reason);
    return status;
}

static bool is_most(int count, int of) { return of >= ENOUGH && 2 * count > of; }

wend_status score_check_match(const wend_predictions_def* def, const score_sheet* sheet,
                              wend_error* error) {
    const wend_score_table* table = sheet->episodes.columns ? &sheet->episodes : &sheet->tours;
    if (sheet->match.asked && !sheet->match.matched) return fail_unmatched(def, sheet, error);
    if (!table->rows) return fail_empty(def, sheet, error);
    int others = sheet->problems[SCORE_OTHER_TRUTH].count;
    if (is_most(others, sheet->match.asked))
        return wend_fail(error, WEND_FORMAT,
                         "%s: %d of %d references begin elsewhere than the episodes of %s, such as "
                         "%s; the files are of different splits",
                         def->truth, others, sheet->match.asked, def->annotations,
                         sheet->problems[SCORE_OTHER_TRUTH].example);
    int strays = sheet->problems[SCORE_WRONG_START].count;
    if (is_most(strays, sheet->match.matched))
        return wend_fail(error, WEND_FORMAT,
                         "%s: %d of %d trajectories begin elsewhere than the episodes of %s, such "
                         "as %s; the files are of different splits",
                         def->results, strays, sheet->match.matched, def->annotations,
                         sheet->problems[SCORE_WRONG_START].example);
    return WEND_OK;
}
