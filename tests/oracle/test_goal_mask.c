#include "oracle/goal_mask.h"
#include "test.h"

enum { PIXELS = 300 };

// Thirds of the image show objects 1, 2 and 3.
static int count_marks(const wend_agent_truth* wish, uint32_t goal, int pictures, int* others) {
    uint32_t object[PIXELS];
    uint8_t mask[PIXELS];
    wend_rng rng = wend_rng_make(7, 7);
    int shown = 0;
    *others = 0;
    for (int i = 0; i < PIXELS; i++) object[i] = (uint32_t)(1 + i / 100);
    for (int k = 0; k < pictures; k++) {
        goal_mask_render(wish, object, PIXELS, goal, &rng, mask);
        shown += mask[150] != 0;
        *others += mask[50] || mask[250];
        CHECK(mask[100] == mask[199]);  // an object is marked as a whole
    }
    return shown;
}

TEST(noisy_ground_truth_has_the_requested_rates_of_false_negatives_and_positives) {
    int others;
    CHECK_INT(count_marks(&(wend_agent_truth){.goal = true}, 2, 100, &others), 100);
    CHECK_INT(others, 0);
    CHECK_NEAR(count_marks(&(wend_agent_truth){.goal = true, .false_negative_rate = 0.3f}, 2, 2000,
                           &others),
               1400, 80);
    count_marks(&(wend_agent_truth){.goal = true, .false_positive_rate = 0.3f}, 2, 2000, &others);
    CHECK_NEAR(others, 2000 * 0.3 * 2 / 3, 60);  // it may happen to be the goal itself
    CHECK_INT(count_marks(&(wend_agent_truth){.goal = true}, 0, 10, &others), 0);
}
