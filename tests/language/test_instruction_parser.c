#include <stdio.h>
#include <string.h>

#include "test.h"

#include "wend/benchmarks/vln.h"
#include "wend/language.h"
#include "wend/make.h"

static wend_parsed_instruction parse_it(const char* language, const char* text) {
    wend_instruction_parser* parser;
    wend_error error;
    wend_parsed_instruction parsed;
    CHECK_OK(wend_instruction_parser_create(&parser, &error));
    wend_instruction_parse(parser, language, text, &parsed);
    wend_instruction_parser_destroy(parser);
    CHECK(parsed.used + parsed.glue + parsed.left == parsed.words);
    CHECK(parsed.words == wend_words_count(text));
    return parsed;
}

static bool is_step(const wend_parsed_instruction* h, int i, wend_step_kind kind, wend_turn turn,
                    wend_room_type room, wend_category category) {
    const wend_instruction_step* s = &h->steps[i].what;
    return i < h->count && s->kind == kind && s->turn == turn && s->room == room &&
           s->landmark.category == category;
}

TEST(free_english_becomes_steps) {
    wend_parsed_instruction h =
        parse_it("en-US",
                 "Exit the bedroom and turn right at the second white door. Walk past "
                 "the couch and the kitchen table on your left, then go down the "
                 "hallway until you reach the stairs. Climb them, take a sharp left "
                 "and wait next to the refrigerator.");
    CHECK(is_step(&h, 0, WEND_STEP_LEAVE, 0, WEND_ROOM_BEDROOM, 0));
    CHECK(is_step(&h, 1, WEND_STEP_FORWARD, 0, 0, WEND_CATEGORY_DOOR));
    CHECK(h.steps[1].what.reach && h.steps[1].what.landmark.ordinal == 2);
    CHECK(h.steps[1].what.landmark.color == WEND_COLOR_WHITE);
    CHECK(is_step(&h, 2, WEND_STEP_TURN, WEND_TURN_RIGHT, 0, 0));
    CHECK(is_step(&h, 3, WEND_STEP_PASS, 0, 0, WEND_CATEGORY_SOFA));
    CHECK(is_step(&h, 4, WEND_STEP_PASS, 0, 0, WEND_CATEGORY_TABLE));
    CHECK(h.steps[4].what.landmark.side == WEND_SIDE_LEFT);
    CHECK(is_step(&h, 5, WEND_STEP_FORWARD, 0, WEND_ROOM_CORRIDOR, WEND_CATEGORY_STAIRS));
    CHECK(h.steps[5].what.reach);
    CHECK(is_step(&h, 6, WEND_STEP_UP, 0, 0, 0));
    CHECK(is_step(&h, 7, WEND_STEP_TURN, WEND_TURN_SHARP_LEFT, 0, 0));
    CHECK(is_step(&h, 8, WEND_STEP_STOP, 0, 0, WEND_CATEGORY_FRIDGE));
    CHECK(h.count == 9 && h.idle == 0);
}

TEST(one_door_in_two_clauses_is_one_step) {
    wend_parsed_instruction h =
        parse_it("en", "Take the second door on your left and walk through it into the kitchen.");
    CHECK(h.count == 1);
    CHECK(is_step(&h, 0, WEND_STEP_DOOR, 0, WEND_ROOM_KITCHEN, WEND_CATEGORY_DOOR));
    CHECK(h.steps[0].what.landmark.side == WEND_SIDE_LEFT);
    CHECK(h.steps[0].what.landmark.ordinal == 2);
    h = parse_it("en", "Go through the door. Go through the door.");
    CHECK(h.count == 2);
}

TEST(final_verbs_and_postpositions_are_parsed) {
    wend_parsed_instruction h =
        parse_it("hi-IN", "भूरे सोफ़े को पार करके दाहिनी ओर मुड़िए और रसोईघर के अंदर जाइए।");
    CHECK(is_step(&h, 0, WEND_STEP_PASS, 0, 0, WEND_CATEGORY_SOFA));
    CHECK(h.steps[0].what.landmark.color == WEND_COLOR_BROWN);
    CHECK(is_step(&h, 1, WEND_STEP_TURN, WEND_TURN_RIGHT, 0, 0));
    CHECK(is_step(&h, 2, WEND_STEP_DOOR, 0, WEND_ROOM_KITCHEN, 0));
    CHECK(h.count == 3);
    h = parse_it("te", "రెండవ కుర్చీని దాటి, మెట్లు ఎక్కి, పడకగదిలోకి వెళ్లి మంచం పక్కన ఆగండి.");
    CHECK(is_step(&h, 0, WEND_STEP_PASS, 0, 0, WEND_CATEGORY_CHAIR));
    CHECK(h.steps[0].what.landmark.ordinal == 2);
    CHECK(is_step(&h, 1, WEND_STEP_UP, 0, 0, 0));
    CHECK(is_step(&h, 2, WEND_STEP_DOOR, 0, WEND_ROOM_BEDROOM, 0));
    CHECK(is_step(&h, 3, WEND_STEP_STOP, 0, 0, WEND_CATEGORY_BED));
    CHECK(h.count == 4);
}

static wend_instruction_step some_step(wend_rng* rng) {
    static const wend_category things[] = {WEND_CATEGORY_SOFA, WEND_CATEGORY_DINING_TABLE,
                                           WEND_CATEGORY_BED,  WEND_CATEGORY_HOUSE_PLANT,
                                           WEND_CATEGORY_SINK, WEND_CATEGORY_NIGHTSTAND};
    static const wend_color colors[] = {WEND_COLOR_NONE, WEND_COLOR_BROWN, WEND_COLOR_GREEN};
    wend_instruction_step s = {.kind =
                                   (wend_step_kind)(1 + wend_rng_below(rng, WEND_STEP_COUNT - 1))};
    wend_landmark thing = {.category = things[wend_rng_below(rng, 6)]};
    thing.color = colors[wend_rng_below(rng, 3)];
    thing.side = (wend_side)(1 + wend_rng_below(rng, 2));
    wend_room_type room = (wend_room_type)(1 + wend_rng_below(rng, WEND_ROOM_GARAGE - 1));
    if (s.kind == WEND_STEP_TURN)
        s.turn = (wend_turn)(1 + wend_rng_below(rng, WEND_TURN_COUNT - 1));
    if (s.kind == WEND_STEP_DOOR || s.kind == WEND_STEP_LEAVE) s.room = room;
    if (s.kind == WEND_STEP_PASS || s.kind == WEND_STEP_STOP || s.kind == WEND_STEP_SEE)
        s.landmark = thing;
    if (s.kind == WEND_STEP_STOP) s.landmark.side = WEND_SIDE_NONE;
    return s;
}

static bool same_step(const wend_instruction_step* a, const wend_instruction_step* b) {
    const wend_landmark *x = &a->landmark, *y = &b->landmark;
    return a->kind == b->kind && a->turn == b->turn && a->room == b->room &&
           x->category == y->category && x->color == y->color && x->side == y->side;
}

// Most phrases for a step are complete; "leave the room" does not name the room.
TEST(generated_texts_are_parsed_in_all_languages) {
    wend_instruction_parser* parser;
    wend_error error;
    CHECK_OK(wend_instruction_parser_create(&parser, &error));
    for (int language = 0; language < WEND_LANGUAGE_COUNT; language++) {
        int right = 0, all = 0;
        for (uint64_t seed = 0; seed < 300; seed++) {
            wend_rng rng = wend_rng_make(seed, 7);
            wend_instruction_step steps[4];
            char text[2000];
            wend_parsed_instruction h;
            for (int i = 0; i < 4; i++) steps[i] = some_step(&rng);
            wend_instruction_def def = {(wend_language)language, seed % 2, rng};
            CHECK_OK(wend_instruction_generate(&def, steps, 4, text, sizeof text, NULL, &error));
            wend_instruction_parse(parser, NULL, text, &h);
            CHECK(h.known && h.language == (wend_language)language);
            bool alike = true;
            for (int i = 0, k = 0; i < 4 && alike; i++, k++) {
                wend_step_kind kind = steps[i].kind;
                bool goes =
                    kind == WEND_STEP_FORWARD || kind == WEND_STEP_UP || kind == WEND_STEP_DOWN;
                if (goes && (k >= h.count || h.steps[k].what.kind != kind)) {
                    k--;  // "climb the stairs and go straight", "go up the stairs and climb them"
                    continue;
                }
                while (k < h.count && h.steps[k].what.kind == WEND_STEP_FORWARD &&
                       steps[i].kind != WEND_STEP_FORWARD)
                    k++;  // "walk straight and pass the sofa"
                wend_instruction_step want = steps[i];
                if (k < h.count && want.kind == WEND_STEP_DOOR)
                    want.landmark = h.steps[k].what.landmark;
                if (k < h.count && want.kind == WEND_STEP_LEAVE && !h.steps[k].what.room)
                    want.room = 0;
                if (k < h.count && i == 0 && want.kind == WEND_STEP_SEE &&
                    h.steps[k].what.kind == WEND_STEP_BEGIN)
                    want.kind = WEND_STEP_BEGIN;
                alike = k < h.count && same_step(&want, &h.steps[k].what);
            }
            right += alike;
            all++;
        }
        CHECK(right >= all * 97 / 100);
    }
    wend_instruction_parser_destroy(parser);
}

// The words of every category with all attributes.
static wend_instruction_step step_about(wend_category category, uint32_t kind, wend_rng* rng) {
    static const wend_step_kind kinds[] = {WEND_STEP_PASS, WEND_STEP_STOP, WEND_STEP_SEE,
                                           WEND_STEP_TURN, WEND_STEP_FORWARD};
    static const wend_category anchors[] = {WEND_CATEGORY_BED, WEND_CATEGORY_SOFA,
                                            WEND_CATEGORY_DINING_TABLE};
    wend_instruction_step s = {.kind = kinds[kind], .landmark.category = category};
    wend_landmark* m = &s.landmark;
    if (wend_rng_chance(rng, 0.5f)) m->color = (wend_color)(1 + wend_rng_below(rng, 22));
    if (wend_rng_chance(rng, 0.3f)) m->material = (wend_material_type)(1 + wend_rng_below(rng, 11));
    if (wend_rng_chance(rng, 0.2f))
        m->ordinal = 1 + (int)wend_rng_below(rng, 5);
    else if (s.kind == WEND_STEP_SEE && wend_rng_chance(rng, 0.4f))
        m->count = 2 + (int)wend_rng_below(rng, 3);
    if (wend_rng_chance(rng, 0.4f)) {
        m->anchor = anchors[wend_rng_below(rng, 3)];
        m->placing = (wend_placing)(1 + wend_rng_below(rng, WEND_PLACING_COUNT - 1));
        if (wend_rng_chance(rng, 0.5f)) m->anchor_color = WEND_COLOR_BROWN;
    }
    if (s.kind == WEND_STEP_PASS || s.kind == WEND_STEP_SEE)
        m->side = (wend_side)(1 + wend_rng_below(rng, 2));
    if (s.kind == WEND_STEP_TURN) s.turn = (wend_turn)(1 + wend_rng_below(rng, 7));
    return s;
}

static bool is_same_landmark(wend_language language, const wend_landmark* a,
                             const wend_landmark* b) {
    bool open =
        a->category == WEND_CATEGORY_DOORFRAME && b->category == WEND_CATEGORY_DOOR;  // "doorway"
    // Some words name two categories: a ceiling and a roof.
    return (open || strcmp(wend_instruction_noun(language, a->category),
                           wend_instruction_noun(language, b->category)) == 0) &&
           a->color == b->color && a->material == b->material && a->ordinal == b->ordinal &&
           a->count == b->count && a->placing == b->placing && a->anchor == b->anchor &&
           a->anchor_color == b->anchor_color;
}

TEST(every_object_is_parsed_with_its_attributes) {
    wend_instruction_parser* parser;
    wend_error error;
    CHECK_OK(wend_instruction_parser_create(&parser, &error));
    for (int l = 0; l < WEND_LANGUAGE_COUNT; l++) {
        wend_language language = (wend_language)l;
        int right = 0, all = 0;
        for (int category = 1; category < WEND_CATEGORY_COUNT; category++)
            for (uint32_t kind = 0; kind < 5; kind++) {
                if (!*wend_instruction_noun(language, (wend_category)category)) continue;
                wend_rng rng = wend_rng_make((uint64_t)category * 5 + kind, 7);
                const wend_instruction_step steps[2] = {
                    {.kind = WEND_STEP_DOOR, .room = WEND_ROOM_KITCHEN},
                    step_about((wend_category)category, kind, &rng)};
                wend_instruction_def def = {language, kind % 2, rng};
                char text[2000];
                wend_parsed_instruction h;
                CHECK_OK(
                    wend_instruction_generate(&def, steps, 2, text, sizeof text, NULL, &error));
                wend_instruction_parse(parser, NULL, text, &h);
                const wend_instruction_step* got = &h.steps[1].what;
                right += h.count == 2 && h.left == 0 && got->kind == steps[1].kind &&
                         got->turn == steps[1].turn &&
                         is_same_landmark(language, &steps[1].landmark, &got->landmark);
                all++;
            }
        CHECK(right >= all * 98 / 100);
    }
    wend_instruction_parser_destroy(parser);
}

TEST(an_anchor_is_no_separate_mention) {
    wend_parsed_instruction h =
        parse_it("en", "Walk past the lamp by the brown sofa on your left.");
    CHECK(h.count == 1 && is_step(&h, 0, WEND_STEP_PASS, 0, 0, WEND_CATEGORY_FLOOR_LAMP));
    CHECK(h.steps[0].what.landmark.anchor == WEND_CATEGORY_SOFA);
    CHECK(h.steps[0].what.landmark.anchor_color == WEND_COLOR_BROWN);
    CHECK(h.steps[0].what.landmark.side == WEND_SIDE_LEFT);
    h = parse_it("hi", "बिस्तर के बगल वाली कुर्सी के पास रुक जाएँ।");
    CHECK(h.count == 1 && is_step(&h, 0, WEND_STEP_STOP, 0, 0, WEND_CATEGORY_CHAIR));
    CHECK(h.steps[0].what.landmark.anchor == WEND_CATEGORY_BED);
    h = parse_it("te", "మీ ఎడమవైపు సోఫా పక్కన ఒక కుర్చీ ఉంది.");
    CHECK(h.count == 1 && is_step(&h, 0, WEND_STEP_BEGIN, 0, 0, WEND_CATEGORY_CHAIR));
    CHECK(h.steps[0].what.landmark.anchor == WEND_CATEGORY_SOFA);
    CHECK(h.steps[0].what.landmark.side == WEND_SIDE_LEFT);
    h = parse_it("en", "Stop in the kitchen next to the table.");  // a room is not an object
    CHECK(h.count == 1 &&
          is_step(&h, 0, WEND_STEP_STOP, 0, WEND_ROOM_KITCHEN, WEND_CATEGORY_TABLE));
}

TEST(mentioned_landmarks_are_referred_to_again) {
    wend_parsed_instruction h =
        parse_it("en", "Turn left towards the white shelf. Walk to it. Stop next to that shelf.");
    CHECK(h.count == 3);
    CHECK(is_step(&h, 1, WEND_STEP_FORWARD, 0, 0, WEND_CATEGORY_SHELF));
    CHECK(h.steps[1].what.landmark.color == WEND_COLOR_WHITE);
    CHECK(is_step(&h, 2, WEND_STEP_STOP, 0, 0, WEND_CATEGORY_SHELF));
    CHECK(h.steps[2].what.landmark.color == WEND_COLOR_WHITE);
}

TEST(continue_is_parsed_as_a_step) {
    wend_parsed_instruction h =
        parse_it("en", "Turn left to face the sofa and continue straight into the hall.");
    CHECK(h.count == 2 && h.left == 0);
    CHECK(is_step(&h, 0, WEND_STEP_TURN, WEND_TURN_LEFT, 0, WEND_CATEGORY_SOFA));
    CHECK(is_step(&h, 1, WEND_STEP_DOOR, 0, WEND_ROOM_HALL, 0));
    h = parse_it("en", "Leave the room and continue.");
    CHECK(h.count == 2 && is_step(&h, 1, WEND_STEP_FORWARD, 0, 0, 0));
}

TEST(numbers_and_choices_are_parsed_in_all_languages) {
    wend_instruction_parser* parser;
    wend_error error;
    wend_parsed_instruction h;
    CHECK_OK(wend_instruction_parser_create(&parser, &error));
    for (int language = 0; language < WEND_LANGUAGE_COUNT; language++) {
        char text[400];
        wend_instruction_step steps[2] = {
            {.kind = WEND_STEP_PASS,
             .landmark = {.category = WEND_CATEGORY_CHAIR, .side = WEND_SIDE_LEFT, .count = 3}},
            {.kind = WEND_STEP_STOP,
             .landmark = {.category = WEND_CATEGORY_TABLE, .choice = WEND_CHOICE_LARGER}}};
        for (uint64_t seed = 0; seed < 8; seed++) {
            wend_instruction_def def = {(wend_language)language, false, wend_rng_make(seed, 3)};
            CHECK_OK(wend_instruction_generate(&def, steps, 2, text, sizeof text, NULL, &error));
            wend_instruction_parse(parser, NULL, text, &h);
            CHECK_INT(h.left, 0);
            const wend_landmark *past = &h.steps[0].what.landmark,
                                *at = &h.steps[h.count - 1].what.landmark;
            CHECK(past->category == WEND_CATEGORY_CHAIR && past->count == 3);
            CHECK(at->category == WEND_CATEGORY_TABLE && at->choice == WEND_CHOICE_LARGER);
            CHECK_INT(at->count, 0);
        }
    }
    wend_instruction_parser_destroy(parser);
}

TEST(all_phrases_for_one_of_two_are_parsed_in_all_languages) {
    wend_instruction_parser* parser;
    wend_error error;
    wend_parsed_instruction h;
    CHECK_OK(wend_instruction_parser_create(&parser, &error));
    for (int choice = 1; choice < WEND_CHOICE_COUNT; choice++)
        for (uint64_t seed = 0; seed < 12; seed++)
            for (int language = 0; language < WEND_LANGUAGE_COUNT; language++) {
                const wend_landmark chair = {.category = WEND_CATEGORY_CHAIR,
                                             .choice = (wend_choice)choice};
                const wend_instruction_step steps[3] = {
                    {.kind = WEND_STEP_TURN, .turn = WEND_TURN_LEFT, .landmark = chair},
                    {.kind = WEND_STEP_PASS, .landmark = {.category = WEND_CATEGORY_SOFA}},
                    {.kind = WEND_STEP_SEE, .landmark = chair}};
                char text[600];
                wend_instruction_def def = {(wend_language)language, seed % 2,
                                            wend_rng_make(seed, 3)};
                CHECK_OK(
                    wend_instruction_generate(&def, steps, 3, text, sizeof text, NULL, &error));
                wend_instruction_parse(parser, NULL, text, &h);
                CHECK_INT(h.left, 0);
                CHECK_INT(h.count, 3);
                for (int i = 0; i < 3; i++) {
                    const wend_landmark* m = &h.steps[i].what.landmark;
                    CHECK_INT(m->choice, i == 1 ? 0 : choice);
                    CHECK(m->side != WEND_SIDE_LEFT && m->side != WEND_SIDE_RIGHT && m->count == 0);
                }
            }
    wend_instruction_parser_destroy(parser);
    h = parse_it("en", "Walk to the closest chair and stop by the rightmost window.");
    CHECK(h.steps[0].what.landmark.choice == WEND_CHOICE_NEARER);
    CHECK(h.steps[1].what.landmark.choice == WEND_CHOICE_RIGHT);
    h = parse_it("en", "Go through the door closest to the sofa.");
    CHECK(h.count == 1 && h.steps[0].what.landmark.choice == WEND_CHOICE_NONE);
}

TEST(unused_words_are_counted_and_listed) {
    wend_parsed_instruction h = parse_it("en", "Walk past the zorblax and the sofa.");
    CHECK(h.count == 1 && h.left == 1);
    CHECK(strcmp(h.left_words, "zorblax") == 0);
    h = parse_it("en", "Zorblax quumble frot.");
    CHECK(h.count == 0 && h.left == 3 && h.clauses == 1 && h.idle == 1);
}

TEST(empty_damaged_and_foreign_texts_are_parsed_as_far_as_possible) {
    wend_parsed_instruction h = parse_it("en", "");
    CHECK(h.count == 0 && h.words == 0 && h.known);
    h = parse_it(NULL, "");
    CHECK(h.count == 0 && !h.known);
    h = parse_it("en", "Turn \xff\xfe left\xc3. Stop \x80 here");
    CHECK(is_step(&h, 0, WEND_STEP_TURN, WEND_TURN_LEFT, 0, 0));
    CHECK(is_step(&h, 1, WEND_STEP_STOP, 0, 0, 0));
    h = parse_it("de-DE", "Gehen Sie nach links.");  // written as English is: tried as such
    CHECK(h.known && h.language == WEND_ENGLISH);
    h = parse_it("xx", "बाईं ओर मुड़ें।");
    CHECK(h.known && h.language == WEND_HINDI && h.count == 1);
    h = parse_it("zh", "向左转 然后 停");
    CHECK(!h.known && h.count == 0 && h.left == 3);
}

TEST(endless_texts_end) {
    enum { MANY = 3000 };
    static char text[MANY * 32];
    size_t at = 0;
    for (int i = 0; i < MANY; i++)
        at += (size_t)snprintf(text + at, sizeof text - at, i % 2 ? "left sofa " : "turn door ");
    wend_parsed_instruction h = parse_it("en", text);
    CHECK(h.count == WEND_MAX_PARSED_STEPS);
    CHECK(strlen(h.left_words) < WEND_PARSED_LEFT);
}

// People's own words: almost all clauses lead to a step, and few words are left over.
TEST(most_words_of_human_instructions_are_parsed) {
    wend_vln_episodes* episodes;
    wend_instruction_parser* parser;
    wend_error error;
    const char* path = test_data("r2r/R2R_val_unseen.json");
    CHECK_OK(wend_vln_episodes_read(path, &episodes, &error));
    CHECK_OK(wend_instruction_parser_create(&parser, &error));
    int words = 0, left = 0, clauses = 0, idle = 0;
    for (int i = 0; i < wend_vln_episodes_count(episodes); i++) {
        const wend_vln_episode* e = wend_vln_episodes_at(episodes, i);
        for (int k = 0; k < e->instruction_count; k++) {
            wend_parsed_instruction h;
            wend_instruction_parse(parser, "en", e->instructions[k].text, &h);
            words += h.words;
            left += h.left;
            clauses += h.clauses;
            idle += h.idle;
        }
    }
    CHECK(words > 50000 && left < words / 10 && idle < clauses / 20);
    wend_instruction_parser_destroy(parser);
    wend_vln_episodes_destroy(episodes);
}

// The text of words first to last.
static bool is_span(const char* text, int first, int last, const char* wanted) {
    wend_word word;
    const char *at = text, *start = NULL, *end = text;
    for (int i = 0; wend_words_next(&at, &word); i++) {
        if (i == first) start = word.start;
        if (i == last) end = word.start + word.size;
    }
    return start && (size_t)(end - start) == strlen(wanted) &&
           strncmp(start, wanted, strlen(wanted)) == 0;
}

static bool has_landmark(const wend_parsed_instruction* h, const char* text, const char* wanted) {
    for (int i = 0; i < h->landmark_count; i++)
        if (is_span(text, h->landmarks[i].word, h->landmarks[i].last, wanted)) return true;
    return false;
}

TEST(steps_have_the_words_of_their_clauses) {
    const char* text = "Walk past the couch and stop by the table.";
    wend_parsed_instruction h = parse_it("en", text);
    CHECK(h.count == 2 && h.parts == 2);
    CHECK(is_span(text, h.steps[0].word, h.steps[0].last, "Walk past the couch"));
    CHECK(is_span(text, h.steps[1].word, h.steps[1].last, "and stop by the table"));
    CHECK(h.steps[1].part == 1 && h.part_word[1] == h.steps[1].word);
    // A bare turn and the act after it are one sub-instruction; "take a left" is one of its own.
    h = parse_it("en", "Turn left and exit the room. Take a left and wait there.");
    CHECK(h.count == 4 && h.parts == 3);
    CHECK(h.steps[0].part == 0 && h.steps[1].part == 0 && h.steps[2].part == 1);
}

TEST(phrases_of_people_are_parsed) {
    wend_parsed_instruction h =
        parse_it("en", "Exit the closet, another hard left, midway down the stairs stop.");
    CHECK(is_step(&h, 0, WEND_STEP_LEAVE, 0, WEND_ROOM_STORAGE, 0));
    CHECK(is_step(&h, 1, WEND_STEP_TURN, WEND_TURN_SHARP_LEFT, 0, 0));
    CHECK(is_step(&h, 2, WEND_STEP_STOP, 0, 0, WEND_CATEGORY_STAIRS) && h.steps[2].halfway);
    CHECK(h.count == 3);
    h = parse_it("en", "make a slight right then take a left wait there");
    CHECK(is_step(&h, 0, WEND_STEP_TURN, WEND_TURN_SLIGHT_RIGHT, 0, 0));
    CHECK(is_step(&h, 1, WEND_STEP_TURN, WEND_TURN_LEFT, 0, 0));
    CHECK(is_step(&h, 2, WEND_STEP_STOP, 0, 0, 0) && h.count == 3);
    h = parse_it("en", "Walk to the end of the hall.");
    CHECK(is_step(&h, 0, WEND_STEP_FORWARD, 0, WEND_ROOM_HALL, 0) && h.steps[0].what.reach);
}

TEST(landmarks_need_no_category) {
    const char* text = "Go past the old treadmill and wait by the exit sign on your left.";
    wend_parsed_instruction h = parse_it("en", text);
    CHECK(has_landmark(&h, text, "old treadmill") && has_landmark(&h, text, "exit sign"));
    CHECK(h.landmark_count == 2 && h.count == 2);
    CHECK(h.landmarks[0].preposition == WEND_PREPOSITION_PAST && h.landmarks[0].step == 0);
    CHECK(h.landmarks[1].preposition == WEND_PREPOSITION_AT && h.landmarks[1].step == 1);
    CHECK(h.landmarks[1].side == WEND_SIDE_LEFT && h.landmarks[1].head == 10);
    text = "the long dining table";
    h = parse_it("en", text);
    CHECK(has_landmark(&h, text, "long dining table"));
    CHECK(h.landmarks[0].category == WEND_CATEGORY_DINING_TABLE);
}

TEST(typing_errors_are_corrected_in_moderation) {
    wend_parsed_instruction h =
        parse_it("en", "Wlak thruogh the kithcen and stop by the refridgerator.");
    CHECK(is_step(&h, 0, WEND_STEP_DOOR, 0, WEND_ROOM_KITCHEN, 0));
    CHECK(is_step(&h, 1, WEND_STEP_STOP, 0, 0, WEND_CATEGORY_FRIDGE));
    // Other words stay as they are.
    h = parse_it("en", "Stop by the chain.");
    CHECK(is_step(&h, 0, WEND_STEP_STOP, 0, 0, 0));
    h = parse_it("en", "Stop by the movie.");
    CHECK(h.count == 1 && h.landmark_count == 1);
}

TEST(texts_longer_than_the_limits_are_truncated) {
    static char text[40 * 4000];
    size_t size = 0;
    for (int i = 0; i < 4000; i++)
        size += (size_t)snprintf(text + size, sizeof text - size, "Turn left at the sofa. ");
    wend_parsed_instruction h = parse_it("en", text);
    CHECK(h.truncated && h.count == WEND_MAX_PARSED_STEPS);
    CHECK(h.landmark_count == WEND_MAX_PARSED_LANDMARKS);
    h = parse_it("en", "");
    CHECK(!h.truncated && !h.count && !h.parts && !h.landmark_count);
}
