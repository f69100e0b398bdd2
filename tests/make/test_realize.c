#include "test.h"

#include "wend/language.h"
#include "wend/make.h"

static wend_landmark landmark_of(wend_category category, wend_color color, wend_side side) {
    return (wend_landmark){.category = category, .color = color, .side = side};
}

// The first realization that contains `words`; many seeds are tried.
static bool can_say(wend_language language, wend_instruction_step step, const char* words) {
    wend_error error;
    char text[1000];
    for (uint64_t seed = 0; seed < 60; seed++) {
        wend_instruction_def def = {language, seed % 2, wend_rng_make(seed, 1)};
        CHECK_OK(wend_instruction_generate(&def, &step, 1, text, sizeof text, NULL, &error));
        if (strcmp(text, words) == 0) return true;
    }
    return false;
}

TEST(english_has_its_articles_sides_and_ordinals) {
    wend_instruction_step pass = {
        .kind = WEND_STEP_PASS,
        .landmark = landmark_of(WEND_CATEGORY_SOFA, WEND_COLOR_BROWN, WEND_SIDE_LEFT)};
    CHECK(can_say(WEND_ENGLISH, pass, "Walk past the brown sofa on your left."));
    wend_instruction_step see = {
        .kind = WEND_STEP_SEE, .landmark = landmark_of(WEND_CATEGORY_ARMCHAIR, 0, WEND_SIDE_RIGHT)};
    CHECK(can_say(WEND_ENGLISH, see, "There is an armchair on your right."));
    wend_instruction_step door = {
        .kind = WEND_STEP_DOOR,
        .room = WEND_ROOM_KITCHEN,
        .landmark = {.category = WEND_CATEGORY_DOOR, .ordinal = 2, .side = WEND_SIDE_RIGHT}};
    CHECK(
        can_say(WEND_ENGLISH, door, "Go through the second door on your right into the kitchen."));
}

TEST(hindi_adjectives_and_nouns_agree_in_gender_and_case) {
    wend_instruction_step near = {.kind = WEND_STEP_STOP,
                                  .landmark = landmark_of(WEND_CATEGORY_SOFA, WEND_COLOR_BROWN, 0)};
    CHECK(can_say(WEND_HINDI, near, "भूरे सोफ़े के पास रुक जाएँ।"));
    near.landmark = landmark_of(WEND_CATEGORY_CHAIR, WEND_COLOR_BLACK, 0);
    CHECK(can_say(WEND_HINDI, near, "काली कुर्सी के पास रुक जाएँ।"));
    wend_instruction_step see = {
        .kind = WEND_STEP_SEE,
        .landmark = landmark_of(WEND_CATEGORY_SOFA, WEND_COLOR_BROWN, WEND_SIDE_LEFT)};
    CHECK(can_say(WEND_HINDI, see, "आपके बाईं ओर एक भूरा सोफ़ा है।"));
    wend_instruction_step pass = {.kind = WEND_STEP_PASS,
                                  .landmark = landmark_of(WEND_CATEGORY_TABLE, 0, WEND_SIDE_LEFT)};
    CHECK(can_say(WEND_HINDI, pass, "अपने बाईं ओर की मेज़ के पास से आगे निकलें।"));
    see.landmark.material = WEND_MATERIAL_TYPE_LEATHER;
    see.landmark.color = 0;
    CHECK(can_say(WEND_HINDI, see, "आपके बाईं ओर एक चमड़े का सोफ़ा है।"));
}

// Before a postposition every word of a masculine noun bends; a colour does not fall on the
// genitive that a noun begins with.
TEST(hindi_plurals_and_colours_of_compounds_stand_as_they_must) {
    wend_instruction_step pass = {
        .kind = WEND_STEP_PASS, .landmark = landmark_of(WEND_CATEGORY_CHAIR, WEND_COLOR_BLACK, 0)};
    pass.landmark.count = 3;
    CHECK(can_say(WEND_HINDI, pass, "तीन काली कुर्सियों के पास से आगे निकलें।"));
    pass.landmark = (wend_landmark){.category = WEND_CATEGORY_SOFA, .count = 2};
    CHECK(can_say(WEND_HINDI, pass, "दो सोफ़ों को पार करके आगे बढ़ें।"));
    pass.landmark.category = WEND_CATEGORY_SHOWER_CURTAIN;
    CHECK(can_say(WEND_HINDI, pass, "दो शॉवर के परदों के पास से आगे निकलें।"));
    pass.landmark.category = WEND_CATEGORY_BED;
    CHECK(can_say(WEND_HINDI, pass, "दो बिस्तरों के पास से आगे निकलें।"));
    pass.landmark.category = WEND_CATEGORY_STATUE;
    CHECK(can_say(WEND_HINDI, pass, "दो मूर्तियों के पास से आगे निकलें।"));
    wend_instruction_step stop = {
        .kind = WEND_STEP_STOP,
        .landmark = landmark_of(WEND_CATEGORY_WARDROBE, WEND_COLOR_BLACK, 0)};
    CHECK(can_say(WEND_HINDI, stop, "काले रंग की कपड़ों की अलमारी के पास रुक जाएँ।"));
    stop.landmark.color = WEND_COLOR_BEIGE;
    CHECK(can_say(WEND_HINDI, stop, "बेज रंग की कपड़ों की अलमारी के पास रुक जाएँ।"));
    wend_instruction_step see = {
        .kind = WEND_STEP_SEE,
        .landmark = landmark_of(WEND_CATEGORY_DOG_BED, WEND_COLOR_BLUE, WEND_SIDE_LEFT)};
    CHECK(can_say(WEND_HINDI, see, "आपके बाईं ओर एक नीले रंग का कुत्ते का बिस्तर है।"));
}

TEST(one_of_two_is_distinguished_by_size_in_all_languages) {
    wend_instruction_step stop = {
        .kind = WEND_STEP_STOP, .landmark = landmark_of(WEND_CATEGORY_TABLE, WEND_COLOR_WHITE, 0)};
    stop.landmark.choice = WEND_CHOICE_LARGER;
    CHECK(can_say(WEND_ENGLISH, stop, "Stop near the larger of the two white tables."));
    CHECK(can_say(WEND_ENGLISH, stop, "Stop near the larger white table."));
    CHECK(can_say(WEND_HINDI, stop, "दोनों में से बड़ी सफ़ेद मेज़ के पास रुक जाएँ।"));
    CHECK(can_say(WEND_TELUGU, stop, "రెండింటిలో పెద్ద తెల్లని బల్ల దగ్గర ఆగండి."));
    stop.landmark = (wend_landmark){.category = WEND_CATEGORY_SOFA, .choice = WEND_CHOICE_SMALLER};
    CHECK(can_say(WEND_HINDI, stop, "दोनों में से छोटे सोफ़े के पास रुक जाएँ।"));
    CHECK(can_say(WEND_TELUGU, stop, "రెండింటిలో చిన్న సోఫా దగ్గర ఆగండి."));
}

TEST(one_of_two_is_distinguished_by_position_in_all_languages) {
    wend_instruction_step turn = {.kind = WEND_STEP_TURN,
                                  .turn = WEND_TURN_LEFT,
                                  .landmark = landmark_of(WEND_CATEGORY_CHAIR, 0, 0)};
    turn.landmark.choice = WEND_CHOICE_NEARER;
    CHECK(can_say(WEND_ENGLISH, turn, "Turn left towards the nearer of the two chairs."));
    CHECK(can_say(WEND_HINDI, turn, "दोनों में से पास वाली कुर्सी की ओर बाएँ मुड़ें।"));
    CHECK(can_say(WEND_TELUGU, turn, "రెండింటిలో దగ్గరగా ఉన్న కుర్చీ కనిపించేలా ఎడమవైపు తిరగండి."));
    turn.landmark = (wend_landmark){.category = WEND_CATEGORY_SOFA, .choice = WEND_CHOICE_FARTHER};
    CHECK(can_say(WEND_ENGLISH, turn, "Turn left towards the farther couch."));
    CHECK(can_say(WEND_HINDI, turn, "दोनों में से दूर वाले सोफ़े की ओर बाएँ मुड़ें।"));
    CHECK(can_say(WEND_TELUGU, turn, "రెండింటిలో దూరంగా ఉన్న సోఫా కనిపించేలా ఎడమవైపు తిరగండి."));
    wend_instruction_step see = {.kind = WEND_STEP_SEE, .landmark = turn.landmark};
    see.landmark.choice = WEND_CHOICE_LEFT;
    CHECK(can_say(WEND_ENGLISH, see, "You will see the left one of the two sofas."));
    CHECK(can_say(WEND_ENGLISH, see, "You will see the left-hand sofa."));
    CHECK(can_say(WEND_HINDI, see, "यहाँ दोनों में से बाईं ओर वाला सोफ़ा है।"));
    CHECK(can_say(WEND_TELUGU, see, "అక్కడ రెండింటిలో ఎడమవైపు ఉన్న సోఫా కనిపిస్తుంది."));
}

TEST(doors_and_objects_in_a_row_have_ordinals) {
    wend_instruction_step door = {
        .kind = WEND_STEP_DOOR,
        .room = WEND_ROOM_KITCHEN,
        .landmark = {.category = WEND_CATEGORY_DOOR, .ordinal = 2, .side = WEND_SIDE_LEFT}};
    CHECK(can_say(WEND_HINDI, door, "अपने बाईं ओर के दूसरे दरवाज़े से होकर रसोई में जाएँ।"));
    CHECK(can_say(WEND_TELUGU, door, "మీ ఎడమవైపు ఉన్న రెండవ తలుపు గుండా వంటగదిలోకి వెళ్ళండి."));
    wend_instruction_step pass = {.kind = WEND_STEP_PASS, .landmark = door.landmark};
    pass.landmark.category = WEND_CATEGORY_CHAIR;
    pass.landmark.ordinal = 5;
    CHECK(can_say(WEND_HINDI, pass, "अपने बाईं ओर वाली पाँचवीं कुर्सी के बगल से आगे निकलें।"));
    CHECK(can_say(WEND_ENGLISH, pass, "Pass the fifth chair on your left."));
}

TEST(telugu_endings_follow_the_sound_of_the_noun) {
    wend_instruction_step pass = {.kind = WEND_STEP_PASS,
                                  .landmark = landmark_of(WEND_CATEGORY_BED, 0, WEND_SIDE_LEFT)};
    CHECK(can_say(WEND_TELUGU, pass, "మీ ఎడమవైపు ఉన్న మంచాన్ని దాటి ముందుకు వెళ్ళండి."));
    pass.landmark.category = WEND_CATEGORY_CHAIR;
    CHECK(can_say(WEND_TELUGU, pass, "మీ ఎడమవైపు ఉన్న కుర్చీని దాటి ముందుకు వెళ్ళండి."));
    pass.landmark.category = WEND_CATEGORY_SOFA;
    CHECK(can_say(WEND_TELUGU, pass, "మీ ఎడమవైపు ఉన్న సోఫాను దాటి ముందుకు వెళ్ళండి."));
    static const struct {
        wend_category category;
        const char *acted_on, *several;
    } words[] = {{WEND_CATEGORY_BOX, "పెట్టెను", "పెట్టెలను"},
                 {WEND_CATEGORY_FENCE, "కంచెను", "కంచెలను"},
                 {WEND_CATEGORY_STOVE, "పొయ్యిని", "పొయ్యిలను"},
                 {WEND_CATEGORY_BATHTUB, "స్నానపు తొట్టిని", "స్నానపు తొట్లను"},
                 {WEND_CATEGORY_TREE, "చెట్టును", "చెట్లను"},
                 {WEND_CATEGORY_CAR, "కారును", "కార్లను"},
                 {WEND_CATEGORY_STOOL, "స్టూలును", "స్టూళ్ళను"},
                 {WEND_CATEGORY_BED, "మంచాన్ని", "మంచాలను"},
                 {WEND_CATEGORY_STAIRS, "మెట్లను", NULL}};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        char text[200];
        pass.landmark = (wend_landmark){.category = words[i].category};
        snprintf(text, sizeof text, "%s దాటి ముందుకు వెళ్ళండి.", words[i].acted_on);
        CHECK(can_say(WEND_TELUGU, pass, text));
        pass.landmark.count = 2;
        snprintf(text, sizeof text, "రెండు %s దాటి ముందుకు వెళ్ళండి.", words[i].several);
        if (words[i].several) CHECK(can_say(WEND_TELUGU, pass, text));
    }
    pass.landmark = (wend_landmark){.category = WEND_CATEGORY_CHAIR, .count = 3};
    CHECK(can_say(WEND_TELUGU, pass, "మూడు కుర్చీల పక్క నుంచి వెళ్ళండి."));
    wend_instruction_step stop = {.kind = WEND_STEP_STOP, .room = WEND_ROOM_KITCHEN};
    CHECK(can_say(WEND_TELUGU, stop, "వంటగదిలో ఆగండి."));
    stop.room = WEND_ROOM_LIVING_ROOM;
    CHECK(can_say(WEND_TELUGU, stop, "లివింగ్ రూమ్\xE2\x80\x8Cలో ఆగండి."));
}

TEST(groups_of_objects_are_plural_with_agreeing_verbs) {
    wend_instruction_step see = {
        .kind = WEND_STEP_SEE,
        .landmark = landmark_of(WEND_CATEGORY_CHAIR, WEND_COLOR_BLACK, WEND_SIDE_LEFT)};
    see.landmark.count = 2;
    CHECK(can_say(WEND_ENGLISH, see, "There are two black chairs on your left."));
    CHECK(can_say(WEND_HINDI, see, "आपके बाईं ओर दो काली कुर्सियाँ हैं।"));
    CHECK(can_say(WEND_TELUGU, see, "మీ ఎడమవైపు రెండు నల్లని కుర్చీలు ఉన్నాయి."));
    see.landmark.category = WEND_CATEGORY_SOFA;
    CHECK(can_say(WEND_HINDI, see, "आपके बाईं ओर दो काले सोफ़े दिखाई देंगे।"));
    see.landmark = landmark_of(WEND_CATEGORY_TABLE, 0, WEND_SIDE_LEFT);
    see.landmark.count = 3;
    CHECK(can_say(WEND_HINDI, see, "आपके बाईं ओर तीन मेज़ें हैं।"));
    see.landmark.category = WEND_CATEGORY_BED;
    CHECK(can_say(WEND_TELUGU, see, "మీ ఎడమవైపు మూడు మంచాలు కనిపిస్తాయి."));
    see.landmark.category = WEND_CATEGORY_SHELF;
    CHECK(can_say(WEND_ENGLISH, see, "You will see three shelves on your left."));
}

TEST(a_landmark_may_have_an_anchor_and_be_referred_to_again) {
    wend_instruction_step see = {
        .kind = WEND_STEP_SEE, .landmark = landmark_of(WEND_CATEGORY_DESK_LAMP, 0, WEND_SIDE_LEFT)};
    see.landmark.placing = WEND_PLACING_ON;
    see.landmark.anchor = WEND_CATEGORY_TABLE;
    CHECK(can_say(WEND_ENGLISH, see, "There is a desk lamp on the table on your left."));
    CHECK(can_say(WEND_HINDI, see, "आपके बाईं ओर मेज़ पर एक टेबल लैंप है।"));
    CHECK(can_say(WEND_TELUGU, see, "మీ ఎడమవైపు బల్ల మీద ఒక టేబుల్ లాంప్ ఉంది."));
    wend_instruction_step stop = {.kind = WEND_STEP_STOP,
                                  .landmark = landmark_of(WEND_CATEGORY_PAINTING, 0, 0)};
    stop.landmark.placing = WEND_PLACING_ABOVE;
    stop.landmark.anchor = WEND_CATEGORY_SOFA;
    stop.landmark.anchor_color = WEND_COLOR_BROWN;
    CHECK(can_say(WEND_ENGLISH, stop, "Stop near the painting above the brown sofa."));
    CHECK(can_say(WEND_HINDI, stop, "भूरे सोफ़े के ऊपर वाली तस्वीर के पास रुक जाएँ।"));
    CHECK(can_say(WEND_TELUGU, stop, "గోధుమ రంగు సోఫా పైన ఉన్న చిత్రపటం దగ్గర ఆగండి."));
    wend_instruction_step pass = {.kind = WEND_STEP_PASS,
                                  .landmark = landmark_of(WEND_CATEGORY_SOFA, WEND_COLOR_BROWN, 0)};
    pass.landmark.again = WEND_AGAIN_IT;
    CHECK(can_say(WEND_ENGLISH, pass, "Walk past it."));
    CHECK(can_say(WEND_HINDI, pass, "उस सोफ़े के पास से आगे निकलें।"));
    CHECK(can_say(WEND_TELUGU, pass, "ఆ సోఫాను దాటి ముందుకు వెళ్ళండి."));
    pass.landmark.again = WEND_AGAIN_THAT;
    CHECK(can_say(WEND_ENGLISH, pass, "Walk past that sofa."));
}

static bool can_say_both(wend_language language, const wend_instruction_step steps[2],
                         const char* words) {
    wend_error error;
    char text[1000];
    for (uint64_t seed = 0; seed < 400; seed++) {
        wend_instruction_def def = {language, false, wend_rng_make(seed, 1)};
        CHECK_OK(wend_instruction_generate(&def, steps, 2, text, sizeof text, NULL, &error));
        if (strcmp(text, words) == 0) return true;
    }
    return false;
}

TEST(two_steps_share_a_sentence_as_the_language_joins_them) {
    const wend_instruction_step steps[2] = {{.kind = WEND_STEP_TURN, .turn = WEND_TURN_LEFT},
                                            {.kind = WEND_STEP_FORWARD}};
    CHECK(can_say_both(WEND_ENGLISH, steps, "Turn left and walk forward."));
    CHECK(can_say_both(WEND_ENGLISH, steps, "Take a left, then go straight."));
    CHECK(can_say_both(WEND_HINDI, steps, "बाईं ओर मुड़कर सीधे चलें।"));
    CHECK(can_say_both(WEND_HINDI, steps, "बाएँ मुड़ें। फिर आगे बढ़ें।"));
    CHECK(can_say_both(WEND_TELUGU, steps, "ఎడమవైపు తిరిగి, నేరుగా నడవండి."));
    // The same form twice in a sentence is one too many: "जाकर … जाकर".
    const wend_instruction_step twice[2] = {
        {.kind = WEND_STEP_DOOR, .room = WEND_ROOM_KITCHEN},
        {.kind = WEND_STEP_STOP, .landmark = landmark_of(WEND_CATEGORY_SOFA, 0, 0)}};
    CHECK(!can_say_both(WEND_HINDI, twice, "रसोई में जाकर सोफ़े के पास जाकर रुक जाएँ।"));
    CHECK(can_say_both(WEND_HINDI, twice, "रसोई में जाकर सोफ़े के पास रुक जाएँ।"));
    const wend_instruction_step seen[2] = {{.kind = WEND_STEP_SEE, .room = WEND_ROOM_KITCHEN},
                                           {.kind = WEND_STEP_FORWARD}};
    CHECK(!can_say_both(WEND_ENGLISH, seen, "You are in the kitchen now and walk forward."));
    CHECK(!can_say_both(WEND_ENGLISH, seen, "You are in the kitchen now. After that go straight."));
}

TEST(no_phrase_is_repeated_before_all_others_were_used) {
    wend_error error;
    char text[1000];
    wend_instruction_step steps[3] = {
        {.kind = WEND_STEP_UP}, {.kind = WEND_STEP_UP}, {.kind = WEND_STEP_UP}};
    for (uint64_t seed = 0; seed < 50; seed++) {
        wend_instruction_def def = {WEND_ENGLISH, false, wend_rng_make(seed, 1)};
        CHECK_OK(wend_instruction_generate(&def, steps, 3, text, sizeof text, NULL, &error));
        bool climb = strstr(text, "climb") || strstr(text, "Climb");
        bool go = strstr(text, "go up") || strstr(text, "Go up");
        bool walk = strstr(text, "walk up") || strstr(text, "Walk up");
        CHECK(climb && go && walk);
    }
}

TEST(every_category_and_room_has_a_word_in_every_language) {
    for (int l = 0; l < WEND_LANGUAGE_COUNT; l++) {
        for (int c = 1; c < WEND_CATEGORY_COUNT; c++)
            if (!*wend_instruction_noun((wend_language)l, (wend_category)c))
                test_fail(__FILE__, __LINE__, "no word for %s in language %d",
                          wend_category_at((wend_category)c)->name, l);
        for (int r = 0; r < WEND_ROOM_TYPE_COUNT; r++)
            CHECK(*wend_instruction_room((wend_language)l, (wend_room_type)r));
    }
}

// Every kind of step, with everything and with nothing known, for every category and colour.
TEST(every_step_can_be_realised_completely) {
    wend_error error;
    char text[1000];
    for (int l = 0; l < WEND_LANGUAGE_COUNT; l++)
        for (int k = 0; k < WEND_STEP_COUNT; k++)
            for (int c = 1; c < WEND_CATEGORY_COUNT; c++) {
                wend_instruction_step step = {
                    .kind = (wend_step_kind)k,
                    .turn = (wend_turn)(1 + c % (WEND_TURN_COUNT - 1)),
                    .room = (wend_room_type)(1 + c % (WEND_ROOM_TYPE_COUNT - 1)),
                    .landmark = {.category = (wend_category)c,
                                 .color = (wend_color)(c % WEND_COLOR_COUNT),
                                 .material = (wend_material_type)(c % WEND_MATERIAL_TYPE_COUNT),
                                 .ordinal = c % 6,
                                 .side = (wend_side)(c % 4),
                                 .count = c % 5,
                                 .again = (wend_again)(c % 3),
                                 .placing = (wend_placing)(c % WEND_PLACING_COUNT),
                                 .anchor = (wend_category)(WEND_CATEGORY_COUNT - c)},
                    .reach = c % 7 < 3};
                wend_instruction_def def = {(wend_language)l, c % 2, wend_rng_make((uint64_t)c, 2)};
                CHECK_OK(
                    wend_instruction_generate(&def, &step, 1, text, sizeof text, NULL, &error));
                CHECK(wend_words_count(text) >= 1);
                CHECK(!strstr(text, "%") && !strstr(text, "  ") && !strstr(text, " ."));
            }
    wend_instruction_def def = {WEND_ENGLISH, false, wend_rng_make(1, 1)};
    wend_instruction_step bare = {.kind = WEND_STEP_PASS};
    CHECK_INT(wend_instruction_generate(&def, &bare, 1, text, sizeof text, NULL, &error),
              WEND_ARGUMENT);
}

TEST(the_offset_of_each_step_in_the_text_is_returned) {
    wend_error error;
    char text[1000];
    size_t starts[3];
    wend_instruction_def def = {WEND_HINDI, false, wend_rng_make(4, 1)};
    const wend_instruction_step steps[3] = {{.kind = WEND_STEP_TURN, .turn = WEND_TURN_LEFT},
                                            {.kind = WEND_STEP_FORWARD},
                                            {.kind = WEND_STEP_STOP, .room = WEND_ROOM_KITCHEN}};
    CHECK_OK(wend_instruction_generate(&def, steps, 3, text, sizeof text, starts, &error));
    CHECK_INT(starts[0], 0);
    CHECK_TEXT(text + starts[2], "रसोई में रुक जाएँ।");
    CHECK_INT(wend_instruction_generate(&def, steps, 3, text, 20, NULL, &error), WEND_LIMIT);
    CHECK_OK(wend_instruction_generate(&def, steps, 0, text, 20, NULL, &error));
    CHECK_TEXT(text, "");
}

TEST(languages_are_found_by_their_codes) {
    wend_error error;
    wend_language language;
    CHECK_OK(wend_language_parse("te-IN", &language, &error));
    CHECK_INT(language, WEND_TELUGU);
    CHECK_OK(wend_language_parse("en", &language, &error));
    CHECK_INT(wend_language_parse("de", &language, &error), WEND_ARGUMENT);
    CHECK_INT(wend_language_parse("", &language, &error), WEND_ARGUMENT);
}
