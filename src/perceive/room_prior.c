#include "perceive/room_prior.h"

#include <math.h>

static const float SMOOTH = 2;  // pseudo-counts: rooms of each type with the mean of all rooms

static const int rooms[WEND_ROOM_TYPE_COUNT] = {
#define ROOMS(type, count) [WEND_ROOM_##type] = count,
#define HOLDING(category, type, count)
#include "perceive/room_counts.inc"
#undef ROOMS
#undef HOLDING
};

static const int holding[WEND_CATEGORY_COUNT][WEND_ROOM_TYPE_COUNT] = {
#define ROOMS(type, count)
#define HOLDING(category, type, count) [WEND_CATEGORY_##category][WEND_ROOM_##type] = count,
#include "perceive/room_counts.inc"
#undef ROOMS
#undef HOLDING
};

static int room_total(void) {
    int sum = 0;
    for (int r = 0; r < WEND_ROOM_TYPE_COUNT; r++) sum += rooms[r];
    return sum;
}

// Share of all rooms with an object of the category.
static float share_of_all(wend_category c, int total) {
    int sum = 0;
    for (int r = 0; r < WEND_ROOM_TYPE_COUNT; r++) sum += holding[c][r];
    return (float)sum / (float)total;
}

static float room_prior_share_of(wend_category c, int room, float of_all) {
    return ((float)holding[c][room] + SMOOTH * of_all) / ((float)rooms[room] + SMOOTH);
}

// Mutual information of the room type and the presence of the category.
static float room_prior_weight(wend_category c, int total) {
    float all = share_of_all(c, total), sum = 0;
    if (!(all > 0 && all < 1)) return 0;
    for (int r = 0; r < WEND_ROOM_TYPE_COUNT; r++) {
        float share = room_prior_share_of(c, r, all);
        if (!rooms[r]) continue;
        sum += (float)rooms[r] / (float)total *
               (share * logf(share / all) + (1 - share) * logf((1 - share) / (1 - all)));
    }
    return sum;
}

// Excludes small objects, which are visible from nearby only, and parts of the building.
static bool room_prior_is_informative(wend_category c) {
    const wend_category_row* row = wend_category_at(c);
    return !(row->flags & (WEND_CATEGORY_SMALL | WEND_CATEGORY_ROBOTHOR)) &&
           c >= WEND_CATEGORY_ARMCHAIR;
}

int room_prior_find_telling(wend_category* categories, int max) {
    float highest[WEND_CATEGORY_COUNT];
    int count = 0, total = room_total();
    for (int c = 1; c < WEND_CATEGORY_COUNT && max > 0; c++) {
        float worth = room_prior_is_informative((wend_category)c)
                          ? room_prior_weight((wend_category)c, total)
                          : 0;
        if (!(worth > 0) || (count == max && worth <= highest[count - 1])) continue;
        int at = count < max ? count++ : max - 1;
        for (; at > 0 && highest[at - 1] < worth; at--) {
            highest[at] = highest[at - 1];
            categories[at] = categories[at - 1];
        }
        highest[at] = worth;
        categories[at] = (wend_category)c;
    }
    return count;
}

// Probability of the room type and the clues, up to a factor.
static float room_prior_likelihood(const room_clue* clues, int count, int room, int total) {
    float likely = (float)rooms[room] / (float)total;
    for (int i = 0; i < count; i++) {
        float other = share_of_all(clues[i].category, total);
        if (!(other > 0)) continue;
        float times = room_prior_share_of(clues[i].category, room, other) / other;
        likely *= 1 - clues[i].sure + clues[i].sure * times;
    }
    return likely;
}

float room_prior_promise(const room_clue* clues, int count, wend_category sought) {
    int total = room_total();
    float all = share_of_all(sought, total), sum = 0, promise = 0;
    if (!(all > 0)) return 1;
    for (int r = 0; r < WEND_ROOM_TYPE_COUNT; r++) {
        if (!rooms[r]) continue;
        float likely = room_prior_likelihood(clues, count, r, total);
        sum += likely;
        promise += likely * room_prior_share_of(sought, r, all) / all;
    }
    return sum > 0 ? promise / sum : 1;
}

wend_room_type room_prior_guess(const room_clue* clues, int count, float* probability) {
    int total = room_total(), best = 0;
    float sum = 0, highest = 0;
    for (int r = 0; r < WEND_ROOM_TYPE_COUNT; r++) {
        float likely = rooms[r] ? room_prior_likelihood(clues, count, r, total) : 0;
        sum += likely;
        if (likely <= highest) continue;
        highest = likely;
        best = r;
    }
    *probability = sum > 0 ? highest / sum : 0;
    return (wend_room_type)best;
}
