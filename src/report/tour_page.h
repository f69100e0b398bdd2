// Page of a tour: the plan with the trajectories of agent and oracle, and the episodes in order
// with the agent's map after each.
#ifndef WEND_REPORT_TOUR_PAGE_H
#define WEND_REPORT_TOUR_PAGE_H

#include "report/plan_set.h"
#include "report/report_group.h"

#include "wend/run.h"

// Writes the tours of a run as a table, and the first of them with images. Fails only if out of
// memory. Nullable: replay (the run cannot be replayed: no images).
wend_status tour_page_put(wend_text_out* out, const report_run* run, wend_replay* replay,
                          plan_set* plans, wend_error* error);

#endif
