// Card of one episode in a report: for each run the metrics, the plan with the trajectory, and RGB
// frames.
#ifndef WEND_REPORT_EPISODE_CARD_H
#define WEND_REPORT_EPISODE_CARD_H

#include "report/plan_set.h"
#include "report/report_group.h"

#include "wend/run.h"

typedef struct card_maker {
    const report_group* group;
    wend_replay** replays;  // [runs of the group]; NULL: the run cannot be replayed
    plan_set* plans;
    bool pictures;  // false: the report has reached max_bytes, so images are omitted
} card_maker;

// Fails only if out of memory. The card states what cannot be shown.
wend_status episode_card_put(const card_maker* maker, const report_episode* episode, int number,
                             wend_text_out* out, wend_error* error);

#endif
