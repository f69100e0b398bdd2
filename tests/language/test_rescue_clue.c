#include <string.h>

#include "language/rescue_clue.h"
#include "test.h"

static rescue_clue full_clue(int level) {
    rescue_clue c = rescue_clue_none();
    c.level = level;
    c.toward = level == 0 ? 3 : 6;
    c.metres = 8;
    c.stretcher = 0;
    c.inside = level >= 3;
    c.floor = level == 4 ? 2 : 0;
    if (level == 4) c.to_stairs = (clue_turns){{CLUE_STRAIGHT, CLUE_RIGHT}, 2};
    if (level == 4) c.from_stairs = (clue_turns){{CLUE_LEFT, CLUE_RIGHT, CLUE_RIGHT}, 3};
    c.room = level >= 3 ? WEND_ROOM_LIVING_ROOM : 0;
    c.things[0] = (clue_thing){WEND_CATEGORY_SOFA, WEND_COLOR_RED};
    c.top = WEND_COLOR_YELLOW;
    c.trousers = WEND_COLOR_GREY;
    c.hair = "has short brown hair";
    return c;
}

TEST(a_clue_that_was_said_is_understood_again_at_every_level) {
    for (int level = 0; level < 5; level++) {
        char text[CLUE_MAX_TEXT];
        rescue_clue said = full_clue(level), read;
        rescue_clue_say(&said, text, sizeof text);
        read = rescue_clue_read(text);
        CHECK_INT(read.toward, said.toward);
        CHECK_INT(read.inside, said.inside);
        if (level == 0 || level >= 3) CHECK_INT(read.metres, 8);
        if (level == 4) CHECK_INT(read.floor, 2);
        CHECK(memcmp(&read.to_stairs, &said.to_stairs, sizeof said.to_stairs) == 0);
        CHECK(memcmp(&read.from_stairs, &said.from_stairs, sizeof said.from_stairs) == 0);
        if (level >= 3) CHECK_INT(read.room, WEND_ROOM_LIVING_ROOM);
        if (level == 1 || level == 2) CHECK_INT(read.top, WEND_COLOR_YELLOW);
    }
}

TEST(a_chain_of_floors_and_turns_is_said_as_a_person_would) {
    char text[CLUE_MAX_TEXT];
    rescue_clue said = full_clue(4);
    rescue_clue_say(&said, text, sizeof text);
    CHECK_TEXT(
        text,
        "Go into the building to your right, about 8 metres away, go straight on behind the "
        "door, then right, take the stairs to the third floor, turn left at the top, then right, "
        "then right. The injured person is in the living room there. Carry them to the stretcher.");
}

TEST(every_eighth_of_a_clue_is_understood_again) {
    for (int eighth = 0; eighth < 8; eighth++) {
        char text[CLUE_MAX_TEXT];
        rescue_clue said = full_clue(1);
        said.toward = eighth;
        rescue_clue_say(&said, text, sizeof text);
        CHECK_INT(rescue_clue_read(text).toward, eighth);
    }
}

TEST(directions_of_the_stretcher_are_not_taken_for_the_persons) {
    CHECK_INT(rescue_clue_read("A man is hurt behind you, the stretcher is to your left.").toward,
              4);
    CHECK_INT(rescue_clue_read("The ambulance is to your right. Someone lies in front of a house.")
                  .toward,
              CLUE_UNSAID);
}

TEST(clues_as_people_wrote_them_are_understood) {
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

TEST(a_text_without_meaning_says_nothing) {
    rescue_clue c = rescue_clue_read("\xff ,,, 12");
    CHECK_INT(c.toward, CLUE_UNSAID);
    CHECK_INT(c.floor, CLUE_UNSAID);
    CHECK(!c.inside);
}
