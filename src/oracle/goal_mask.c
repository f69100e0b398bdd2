// The goal mask, with simulated false negatives and false positives.
#include "oracle/goal_mask.h"

static void goal_mask_mark(const uint32_t* object, size_t pixels, uint32_t id, uint8_t* mask) {
    for (size_t i = 0; i < pixels; i++)
        if (object[i] == id) mask[i] = 255;
}

void goal_mask_render(const wend_agent_truth* truth, const uint32_t* object, size_t pixels,
                      uint32_t goal, wend_rng* rng, uint8_t* mask) {
    // Each image draws the same number of random values, so images do not affect each other.
    bool omitted = wend_rng_chance(rng, truth->false_negative_rate),
         adds_other = wend_rng_chance(rng, truth->false_positive_rate);
    uint32_t other = object[wend_rng_below(rng, (uint32_t)pixels)];
    for (size_t i = 0; i < pixels; i++) mask[i] = 0;
    if (goal && !omitted) goal_mask_mark(object, pixels, goal, mask);
    if (adds_other && other && other != goal) goal_mask_mark(object, pixels, other, mask);
}
