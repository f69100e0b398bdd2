// Which rooms hold which things: what people know of houses, counted over some.
//
// The counts are src/perceive/room_counts.inc, made by `wend rooms count`.
#ifndef WEND_PERCEIVE_ROOM_PRIOR_H
#define WEND_PERCEIVE_ROOM_PRIOR_H

#include "wend/category.h"

// Something seen in or near a room.
typedef struct room_clue {
    wend_category category;
    float sure;  // 0 … 1: that it is one, and that it is there
} room_clue;

// The categories that tell most about the room they stand in, best first; at most `max`.
int room_prior_find_telling(wend_category* categories, int max);
// How many times likelier than in a room one knows nothing of a thing is in the room where these
// were seen; 1 without clues, and for things that no house had.
float room_prior_promise(const room_clue* clues, int count, wend_category sought);

#endif
