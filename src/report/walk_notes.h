// What a replay tells of a walk while it goes on: goals, the shortest way, what was declared.
#ifndef WEND_REPORT_WALK_NOTES_H
#define WEND_REPORT_WALK_NOTES_H

#include "report/plan_book.h"

#include "wend/replay.h"

// The replay stands at the start of the record.
void walk_notes_begin(plan_walk* walk, const wend_log_record* record, const wend_replay* replay);
// Takes one step, and notes whether something was declared. A declaration was right if a goal less
// is left, or if it ended an episode of which is known that it succeeded.
wend_status walk_notes_step(plan_walk* walk, const wend_log_record* record, wend_replay* replay,
                            bool success, wend_error* error);

#endif
