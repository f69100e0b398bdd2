// One episode in pictures: for each run the plan with the walk, and a strip of what was seen.
#ifndef WEND_REPORT_EPISODE_CARD_H
#define WEND_REPORT_EPISODE_CARD_H

#include "report/plan_book.h"
#include "report/report_group.h"

#include "wend/replay.h"

typedef struct card_maker {
    const report_group* group;
    wend_replay** replays;  // [runs of the group]; NULL: it cannot be played again
    plan_book* book;
    bool pictures;  // false: there is no room for more of them
} card_maker;

// Only running out of memory is a failure: what cannot be shown is said on the card.
wend_status episode_card_put(const card_maker* maker, const report_episode* episode, int number,
                             text_out* out, wend_error* error);

#endif
