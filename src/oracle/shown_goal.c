// The goal mask, with simulated false negatives and false positives.
#include "oracle/shown_goal.h"

static void shown_goal_mark_one(const uint32_t* object, size_t pixels, uint32_t id, uint8_t* mask) {
    for (size_t i = 0; i < pixels; i++)
        if (object[i] == id) mask[i] = 255;
}

void shown_goal_mark(const wend_agent_truth* wish, const uint32_t* object, size_t pixels,
                     uint32_t goal, wend_rng* rng, uint8_t* mask) {
    // Each image draws the same number of random values, so images do not affect each other.
    bool missed = wend_rng_chance(rng, wish->miss), alarmed = wend_rng_chance(rng, wish->alarm);
    uint32_t other = object[wend_rng_below(rng, (uint32_t)pixels)];
    for (size_t i = 0; i < pixels; i++) mask[i] = 0;
    if (goal && !missed) shown_goal_mark_one(object, pixels, goal, mask);
    if (alarmed && other && other != goal) shown_goal_mark_one(object, pixels, other, mask);
}
