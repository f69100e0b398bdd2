// Instruction following from a log: the path the body took against the reference in the facts, by
// the rules the run was made under.
#include "metrics/vln_log_score.h"

#include "metrics/log_walk.h"
#include "metrics/told_walk.h"

static wend_status score_case(const told_walk* walk, wend_path_score* score, wend_error* error) {
    wend_dtw* dtw;
    WEND_TRY(wend_dtw_create(&dtw, error));
    wend_status status = wend_path_score_compute(dtw, &walk->given, score, error);
    wend_dtw_destroy(dtw);
    return status;
}

wend_status vln_log_score(const wend_log_record* record, const json_at* facts, double* values,
                          wend_error* error) {
    told_walk walk;
    wend_path_score score = {0};
    WEND_TRY(told_walk_read(record, facts, &walk, error));
    wend_status status = score_case(&walk, &score, error);
    told_walk_destroy(&walk);
    if (status != WEND_OK) return status;
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
    return WEND_OK;
}

wend_status vln_ending(const wend_log_record* record, const json_at* facts, const double* values,
                       int* ending, wend_error* error) {
    json_at field = {0};
    bool stopped;
    (void)record;
    WEND_TRY(json_field(facts, "stopped", &field, error));
    WEND_TRY(json_bool(&field, &stopped, error));
    *ending = values[VLN_success] > 0 ? 0 : !stopped ? 3 : values[VLN_oracle_success] > 0 ? 1 : 2;
    return WEND_OK;
}
