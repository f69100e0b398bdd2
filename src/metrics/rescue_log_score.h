#ifndef WEND_METRICS_RESCUE_LOG_SCORE_H
#define WEND_METRICS_RESCUE_LOG_SCORE_H

#include "base/json.h"

#include "wend/log.h"

// tcr, ts (Eq. 2), ts_official, s1 to s4 (official), seconds, seconds_to_carry, collisions,
// similarity, effectiveness, path_length, steps of one episode.
wend_status rescue_log_score(const wend_log_record* record, const json_at* facts, double* values,
                             wend_error* error);

// When each of the four stages was done, in seconds; INFINITY: it was not. And the time limit.
wend_status rescue_stage_seconds(const wend_log_record* record, const json_at* facts,
                                 double seconds[4], double* limit, wend_error* error);

// What a failure was a failure of: 0 rescued; 1 exploration: never within 7.5 m of the person; 2
// recognition: there, but never in the gate; 3 interaction: in a gate, but not carried or put down,
// or put down elsewhere; 4 time: carried too late for the shortest way back; 5 memory: carried, but
// never within 7.5 m of the stretcher; 6 handover: there, but never in the gate.
wend_status rescue_ending(const wend_log_record* record, const json_at* facts, const double* values,
                          int* ending, wend_error* error);

#endif
