#include "perceive/room_prior.h"
#include "test.h"

TEST(beds_and_toilets_determine_the_room_type) {
    wend_category selection[12];
    int count = room_prior_find_telling(selection, 12);
    bool bed = false, toilet = false;
    CHECK_INT(count, 12);
    for (int i = 0; i < count; i++) {
        bed |= selection[i] == WEND_CATEGORY_BED;
        toilet |= selection[i] == WEND_CATEGORY_TOILET;
        CHECK(selection[i] != WEND_CATEGORY_WALL && selection[i] != WEND_CATEGORY_MUG);
    }
    CHECK(bed && toilet);
    CHECK_INT(room_prior_find_telling(selection, 0), 0);
}

TEST(a_bathtub_is_more_likely_near_a_toilet_than_near_a_bed) {
    room_clue toilet = {WEND_CATEGORY_TOILET, 0.9f}, bed = {WEND_CATEGORY_BED, 0.9f};
    room_clue doubtful = {WEND_CATEGORY_TOILET, 0.1f};
    float none = room_prior_promise(NULL, 0, WEND_CATEGORY_BATHTUB);
    CHECK_NEAR(none, 1, 0.05);
    CHECK(room_prior_promise(&toilet, 1, WEND_CATEGORY_BATHTUB) > 2);
    CHECK(room_prior_promise(&bed, 1, WEND_CATEGORY_BATHTUB) < 0.5f);
    float some = room_prior_promise(&doubtful, 1, WEND_CATEGORY_BATHTUB);
    CHECK(some > none && some < room_prior_promise(&toilet, 1, WEND_CATEGORY_BATHTUB));
    // No house had one: nothing is known of where it is.
    CHECK_NEAR(room_prior_promise(&toilet, 1, WEND_CATEGORY_NONE), 1, 1e-6);
}
