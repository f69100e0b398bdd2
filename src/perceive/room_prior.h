// Co-occurrence of objects and room types, counted over generated houses.
//
// The counts are src/perceive/room_counts.inc, made by `wend rooms count`.
#ifndef WEND_PERCEIVE_ROOM_PRIOR_H
#define WEND_PERCEIVE_ROOM_PRIOR_H

#include "wend/category.h"

// A detected object in or near a room.
typedef struct room_clue {
    wend_category category;
    float sure;  // 0 … 1: probability of the category and of the position
} room_clue;

// The categories with the highest mutual information with the room type, best first; at most `max`.
int room_prior_find_telling(wend_category* categories, int max);
// Probability that the room with these objects contains `sought`, divided by the prior probability;
// 1 without clues and for categories without counts.
float room_prior_promise(const room_clue* clues, int count, wend_category sought);
// The most probable type of the room with these objects.
wend_room_type room_prior_guess(const room_clue* clues, int count, float* probability);

#endif
