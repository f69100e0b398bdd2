// Instruction following from a log: scores the agent's path against the reference in the facts, by
// the rules of the run.
#include "metrics/facts.h"
#include "metrics/log_path.h"
#include "metrics/score_kinds.h"

// X(column): for R2R, RxR, IR2R and their continuous versions.
#define VLN_COLUMNS(X)  \
    X(success)          \
    X(spl)              \
    X(ndtw)             \
    X(sdtw)             \
    X(oracle_success)   \
    X(cls)              \
    X(distance_to_goal) \
    X(path_length)      \
    X(steps)            \
    X(collisions)

enum {
#define X(name) VLN_##name,
    VLN_COLUMNS(X)
#undef X
};

enum { REACHED, PASSED_BY, ELSEWHERE, OUT_OF_STEPS };

static wend_status score_case(const vln_facts* f, wend_path_score* score, wend_error* error) {
    wend_dtw* dtw;
    WEND_TRY(wend_dtw_create(&dtw, error));
    wend_status status = wend_path_score_compute(dtw, &f->given, score, error);
    wend_dtw_destroy(dtw);
    return status;
}

static wend_status vln_log_score(const wend_score_kind* kind, const wend_log_record* record,
                                 const wend_facts* facts, double* values, int* ending,
                                 wend_error* error) {
    wend_path_score score = {0};
    (void)kind;
    WEND_TRY(score_case(&facts->vln, &score, error));
    values[VLN_success] = score.sr;
    values[VLN_oracle_success] = score.os;
    values[VLN_spl] = score.spl;
    values[VLN_ndtw] = score.ndtw;
    values[VLN_sdtw] = score.sdtw;
    values[VLN_cls] = score.cls;
    values[VLN_distance_to_goal] = score.ne;
    values[VLN_path_length] = score.tl;
    values[VLN_steps] = record->steps;
    values[VLN_collisions] = log_collisions(record);
    *ending = score.sr > 0          ? REACHED
              : !facts->vln.stopped ? OUT_OF_STEPS
              : score.os > 0        ? PASSED_BY
                                    : ELSEWHERE;
    return WEND_OK;
}

#define X(name) #name,
#define VLN_KIND(name, tours)                                                                     \
    {                                                                                             \
        .task = name, .columns = {VLN_COLUMNS(X)},                                                \
        .endings = {"reached", "passed by", "elsewhere", "out of steps"}, .score = vln_log_score, \
        .group = "language", .in_tours = tours, .read = vln_facts_read                            \
    }
const wend_score_kind vln_score_kinds[VLN_TASK_COUNT] = {
    VLN_KIND("ir2r", true),    VLN_KIND("ir2r-ce", true), VLN_KIND("r2r", false),
    VLN_KIND("r2r-ce", false), VLN_KIND("rxr", false),    VLN_KIND("rxr-ce", false),
};
