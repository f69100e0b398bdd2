#include "language/rescue_clue.h"
#include "test.h"

TEST(directions_of_the_stretcher_are_not_those_of_the_person) {
    CHECK_INT(rescue_clue_read("A man is hurt behind you, the stretcher is to your left.").toward,
              4);
    CHECK_INT(rescue_clue_read("The ambulance is to your right. Someone lies in front of a house.")
                  .toward,
              CLUE_UNSAID);
}

TEST(human_clues_are_read) {
    rescue_clue c =
        rescue_clue_read("The injured person is behind you at your back-right on the road.");
    CHECK_INT(c.toward, 5);
    c = rescue_clue_read("There is an injured woman on the second-floor platform.");
    CHECK_INT(c.floor, 1);
    c = rescue_clue_read("He is in a bedroom on the first floor of a house to your left.");
    CHECK_INT(c.toward, 2);
    CHECK_INT(c.floor, 0);
    CHECK(c.inside);
    CHECK_INT(c.room, WEND_ROOM_BEDROOM);
}

TEST(a_meaningless_text_gives_no_clue) {
    rescue_clue c = rescue_clue_read("\xff ,,, 12");
    CHECK_INT(c.toward, CLUE_UNSAID);
    CHECK_INT(c.floor, CLUE_UNSAID);
    CHECK(!c.inside);
}
