// A tour on one page: the plan with everything that was walked and led, and the episodes one after
// the other with what the agent believed after each.
#ifndef WEND_REPORT_TOUR_PAGE_H
#define WEND_REPORT_TOUR_PAGE_H

#include "report/plan_book.h"
#include "report/report_group.h"

#include "wend/replay.h"

// The tours of a run as a table, and the first of them in pictures. `replay` may be NULL: it cannot
// be played again, and there are no pictures. Only running out of memory is a failure.
wend_status tour_page_put(text_out* out, const report_run* run, wend_replay* replay,
                          plan_book* book, wend_error* error);

#endif
