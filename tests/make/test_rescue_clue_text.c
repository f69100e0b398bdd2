#include <string.h>

#include "language/rescue_clue.h"
#include "make/rescue_clue_text.h"
#include "test.h"

static clue_facts full_facts(int level) {
    clue_facts c = clue_facts_none();
    c.level = level;
    c.toward = level == 0 ? 3 : 6;
    c.metres = 8;
    c.stretcher = 0;
    c.inside = level >= 3;
    c.floor = level == 4 ? 2 : 0;
    if (level == 4) c.to_stairs = (fact_turns){{FACT_STRAIGHT, FACT_RIGHT}, 2};
    if (level == 4) c.from_stairs = (fact_turns){{FACT_LEFT, FACT_RIGHT, FACT_RIGHT}, 3};
    c.room = level >= 3 ? WEND_ROOM_LIVING_ROOM : 0;
    c.objects[0] = (fact_object){WEND_CATEGORY_SOFA, WEND_COLOR_RED};
    c.top = WEND_COLOR_YELLOW;
    c.trousers = WEND_COLOR_GREY;
    c.hair = "has short brown hair";
    return c;
}

TEST(a_written_clue_is_read_back_at_every_level) {
    for (int level = 0; level < 5; level++) {
        char text[CLUE_TEXT_SIZE];
        clue_facts said = full_facts(level);
        clue_text_write(&said, text, sizeof text);
        rescue_clue read = rescue_clue_read(text);
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

TEST(floors_and_turns_are_written_as_one_sentence) {
    char text[CLUE_TEXT_SIZE];
    clue_facts said = full_facts(4);
    clue_text_write(&said, text, sizeof text);
    CHECK_TEXT(
        text,
        "Go into the building to your right, about 8 metres away, go straight on behind the "
        "door, then right, take the stairs to the third floor, turn left at the top, then right, "
        "then right. The injured person is in the living room there. Carry them to the stretcher.");
}

TEST(every_eighth_of_a_clue_is_read_back) {
    for (int eighth = 0; eighth < 8; eighth++) {
        char text[CLUE_TEXT_SIZE];
        clue_facts said = full_facts(1);
        said.toward = eighth;
        clue_text_write(&said, text, sizeof text);
        CHECK_INT(rescue_clue_read(text).toward, eighth);
    }
}
