// English phrases and grammar for instructions.
#include <stdio.h>
#include <string.h>

#include "language/vocabulary.h"
#include "make/realize.h"

#include "wend/language.h"

static bool realize_en_is_plural(wend_category c) {
    return c == WEND_CATEGORY_STAIRS || c == WEND_CATEGORY_BLINDS || c == WEND_CATEGORY_BOOTS;
}

// Mass nouns.
static bool is_mass(wend_category c) {
    return c == WEND_CATEGORY_GRASS || c == WEND_CATEGORY_GROUND || c == WEND_CATEGORY_LETTUCE ||
           c == WEND_CATEGORY_BREAD || c == WEND_CATEGORY_TOILET_PAPER ||
           c == WEND_CATEGORY_ALUMINUM_FOIL || c == WEND_CATEGORY_CLOTH ||
           c == WEND_CATEGORY_ROOM_DECOR || c == WEND_CATEGORY_TABLE_DECOR;
}

static const char* const numbers[] = {"", "", "two ", "three ", "four "};
static const char* const placings[WEND_PLACING_COUNT] = {"", " next to the ", " above the ",
                                                         " on the "};

static bool realize_en_is_many(const wend_landmark* m) { return m->count >= 2 && m->count <= 4; }

static bool ends_in_sibilant(const char* word, size_t n) {
    const char* end = word + n;
    return (n > 1 && (strchr("sxz", end[-1]))) ||
           (n > 2 && end[-1] == 'h' && (end[-2] == 's' || end[-2] == 'c'));
}

static void put_plural(wend_text_out* out, const char* word) {
    size_t n = strlen(word);
    bool y = n > 1 && word[n - 1] == 'y' && !strchr("aeiou", word[n - 2]);
    bool shelf = n > 4 && strcmp(word + n - 2, "lf") == 0;
    wend_text_put_bytes(out, word, n - (y || shelf));
    wend_text_put(out, "%s", y ? "ies" : shelf ? "ves" : ends_in_sibilant(word, n) ? "es" : "s");
}

// Synonyms, selected by `voice`.
static const char* const other_nouns[WEND_CATEGORY_COUNT] = {
    [WEND_CATEGORY_SOFA] = "couch",         [WEND_CATEGORY_FRIDGE] = "refrigerator",
    [WEND_CATEGORY_TELEVISION] = "TV",      [WEND_CATEGORY_HOUSE_PLANT] = "plant",
    [WEND_CATEGORY_PAINTING] = "picture",   [WEND_CATEGORY_CABINET] = "cupboard",
    [WEND_CATEGORY_BATHTUB] = "tub",        [WEND_CATEGORY_GARBAGE_CAN] = "trash can",
    [WEND_CATEGORY_COUNTER] = "countertop", [WEND_CATEGORY_DRESSER] = "chest of drawers",
};

// An opening without a leaf is a doorway.
static const char* called(wend_category category, uint32_t voice) {
    if (category == WEND_CATEGORY_DOORFRAME) return "doorway";
    bool other = other_nouns[category] && voice >> (category % 32) & 1;
    return other ? other_nouns[category] : wend_category_at(category)->name;
}

static void put_article(wend_text_out* out, const wend_landmark* m, const char* described) {
    if (realize_en_is_plural(m->category) || is_mass(m->category))
        wend_text_put(out, "some ");
    else
        wend_text_put(out, "%s ", wend_article(described));
}

static const char* const choices[WEND_CHOICE_COUNT] = {"",        "larger",   "smaller",  "nearer",
                                                       "farther", "left one", "right one"};
static const char* const brief_choices[WEND_CHOICE_COUNT] = {
    "", "larger", "smaller", "nearer", "farther", "left-hand", "right-hand"};

// "the larger of the two white tables" or, by `voice`, "the larger white table".
static void put_choice(wend_text_out* out, const wend_landmark* m, const char* words,
                       uint32_t voice) {
    bool brief = voice & 2;
    wend_text_put(out, "the %s%s%s", brief ? brief_choices[m->choice] : choices[m->choice],
                  brief ? " " : " of the two ", words);
    if (brief)
        wend_text_put(out, "%s", called(m->category, voice));
    else
        put_plural(out, called(m->category, voice));
}

static void realize_en_put_landmark(wend_text_out* out, const wend_landmark* m, char as,
                                    uint32_t voice) {
    char words[200];
    bool fresh = as == 'A' && !m->ordinal && !m->choice;
    if (as == 'H') {
        wend_text_put(out,
                      realize_en_is_many(m) || realize_en_is_plural(m->category) ? "are" : "is");
        return;
    }
    if (m->again && !fresh) {
        if (m->again == WEND_AGAIN_IT)
            wend_text_put(out, realize_en_is_plural(m->category) ? "them" : "it");
        else
            wend_text_put(out, "%s %s", realize_en_is_plural(m->category) ? "those" : "that",
                          called(m->category, voice));
        return;
    }
    int ordinal = m->ordinal <= 5 ? m->ordinal : 0;
    snprintf(words, sizeof words, "%s%s%s%s%s%s", english_ordinals[ordinal], ordinal ? " " : "",
             wend_color_name(m->color), m->color ? " " : "", wend_material_type_name(m->material),
             m->material ? " " : "");
    char described[260];
    snprintf(described, sizeof described, "%s%s", words, called(m->category, voice));
    if (m->choice) {
        put_choice(out, m, words, voice);
    } else if (realize_en_is_many(m)) {
        wend_text_put(out, "%s%s", numbers[m->count], words);
        put_plural(out, called(m->category, voice));
    } else {
        if (fresh)
            put_article(out, m, described);
        else
            wend_text_put(out, "the ");
        wend_text_put(out, "%s", described);
    }
    if (!m->placing || !m->anchor) return;
    wend_text_put(out, "%s%s%s%s", placings[m->placing], wend_color_name(m->anchor_color),
                  m->anchor_color ? " " : "", called(m->anchor, voice));
}

static void realize_en_put_room(wend_text_out* out, wend_room_type type, char as, uint32_t voice) {
    if (type == WEND_ROOM_OUTDOORS) {
        const char* way = as == 'F'   ? "in from outside"
                          : as == 'I' ? "out of the house"
                                      : "outside";
        wend_text_put(out, "%s", way);
        return;
    }
    const char* way = as == 'L'   ? "in the "
                      : as == 'I' ? "into the "
                      : as == 'F' ? "out of the "
                                  : "the ";
    if (type == WEND_ROOM_BALCONY && as == 'L') way = "on the ";
    if (type == WEND_ROOM_BALCONY && as == 'I') way = "onto the ";
    bool other = type == WEND_ROOM_CORRIDOR && voice & 1;
    wend_text_put(out, "%s%s", way, other ? "hallway" : wend_room_type_name(type));
}

static const realize_phrase phrases[] = {
    {WEND_STEP_BEGIN, 0, "you are %L"},
    {WEND_STEP_BEGIN, 2, "you are standing %L"},
    {WEND_STEP_BEGIN, 2, "you start %L"},
    {WEND_STEP_BEGIN, 0, "you are facing %T"},
    {WEND_STEP_BEGIN, 2, "you begin in front of %T"},
    {WEND_STEP_BEGIN, 0, "you are %L, facing %T"},
    {WEND_STEP_BEGIN, 2, "you are standing %L and you are looking at %T"},
    {WEND_STEP_BEGIN, 2, "right now you are %L and you are facing %T"},
    {WEND_STEP_BEGIN, 0, "you are %L with %A %S"},
    {WEND_STEP_BEGIN, 2, "you are standing %L and you see %A %S"},
    {WEND_STEP_BEGIN, 2, "you start %L and there %H %A %S"},

    {WEND_STEP_TURN, 0, "%D"},
    {WEND_STEP_TURN, 0, "%D towards %T"},
    {WEND_STEP_TURN, 0, "%D so that you face %T"},
    {WEND_STEP_TURN, 0, "%D to face %T"},
    {WEND_STEP_TURN, 2, "%D until %T is in front of you"},

    {WEND_STEP_FORWARD, 0, "go straight"},
    {WEND_STEP_FORWARD, 0, "walk forward"},
    {WEND_STEP_FORWARD, 0, "walk straight ahead"},
    {WEND_STEP_FORWARD, 2, "keep going straight"},
    {WEND_STEP_FORWARD, 2, "continue straight ahead"},
    {WEND_STEP_FORWARD, 0, "walk towards %T"},
    {WEND_STEP_FORWARD, 0, "go towards %T"},
    {WEND_STEP_FORWARD, 0, "head towards %T"},
    {WEND_STEP_FORWARD, 2, "keep walking straight ahead towards %T"},
    {WEND_STEP_FORWARD, 0, "walk to %U"},
    {WEND_STEP_FORWARD, 0, "go straight to %U"},
    {WEND_STEP_FORWARD, 0, "walk forward until you reach %U"},
    {WEND_STEP_FORWARD, 2, "keep walking until you get to %U"},
    {WEND_STEP_FORWARD, 2, "continue straight until you reach %U"},

    {WEND_STEP_PASS, 0, "walk past %T"},
    {WEND_STEP_PASS, 0, "go past %T"},
    {WEND_STEP_PASS, 0, "pass %T"},
    {WEND_STEP_PASS, 0, "walk past %T %S"},
    {WEND_STEP_PASS, 0, "go past %T %S"},
    {WEND_STEP_PASS, 0, "pass %T %S"},
    {WEND_STEP_PASS, 0, "keep walking past %T %S"},
    {WEND_STEP_PASS, 2, "walk straight and pass %T, which is %S"},
    {WEND_STEP_PASS, 2, "keep going until you have passed %T %S"},
    {WEND_STEP_PASS, 2, "move forward past %T %S"},

    {WEND_STEP_DOOR, 0, "walk %I"},
    {WEND_STEP_DOOR, 0, "go %I"},
    {WEND_STEP_DOOR, 0, "step %I"},
    {WEND_STEP_DOOR, 2, "continue straight %I"},
    {WEND_STEP_DOOR, 0, "go through %T"},
    {WEND_STEP_DOOR, 0, "walk through %T"},
    {WEND_STEP_DOOR, 0, "go through %T %I"},
    {WEND_STEP_DOOR, 0, "walk through %T %I"},
    {WEND_STEP_DOOR, 2, "step through %T and go %I"},
    {WEND_STEP_DOOR, 2, "move through %T %I"},
    {WEND_STEP_DOOR, 0, "go through %T %S"},
    {WEND_STEP_DOOR, 0, "go through %T %S %I"},
    {WEND_STEP_DOOR, 2, "take %T %S and walk through it %I"},

    {WEND_STEP_LEAVE, 0, "leave %R"},
    {WEND_STEP_LEAVE, 0, "exit %R"},
    {WEND_STEP_LEAVE, 0, "walk %F"},
    {WEND_STEP_LEAVE, 0, "leave the room"},

    {WEND_STEP_UP, 0, "go up the stairs"},
    {WEND_STEP_UP, 0, "walk up the stairs"},
    {WEND_STEP_UP, 0, "climb the stairs"},
    {WEND_STEP_UP, 2, "climb the stairs all the way to the top"},
    {WEND_STEP_DOWN, 0, "go down the stairs"},
    {WEND_STEP_DOWN, 0, "walk down the stairs"},
    {WEND_STEP_DOWN, 0, "descend the stairs"},
    {WEND_STEP_DOWN, 2, "walk down the stairs all the way to the bottom"},

    {WEND_STEP_SEE, 0, "you are %L now"},
    {WEND_STEP_SEE, 0, "you should be %L now"},
    {WEND_STEP_SEE, 0, "now you are %L"},
    {WEND_STEP_SEE, 0, "you will see %A"},
    {WEND_STEP_SEE, 0, "there %H %A %S"},
    {WEND_STEP_SEE, 0, "you will see %A %S"},
    {WEND_STEP_SEE, 0, "you can see %A %S"},
    {WEND_STEP_SEE, 0, "you should see %A %S"},
    {WEND_STEP_SEE, 0, "there will be %A %S"},
    {WEND_STEP_SEE, 0, "you are %L now and there %H %A %S"},
    {WEND_STEP_SEE, 0, "you should be %L, with %A %S"},
    {WEND_STEP_SEE, 0, "now you are %L and you can see %A %S"},

    {WEND_STEP_STOP, 0, "stop here"},
    {WEND_STEP_STOP, 0, "stop %L"},
    {WEND_STEP_STOP, 0, "wait %L"},
    {WEND_STEP_STOP, 2, "stop there, you are at your destination %L"},
    {WEND_STEP_STOP, 0, "stop next to %T"},
    {WEND_STEP_STOP, 0, "stop near %T"},
    {WEND_STEP_STOP, 0, "stop beside %T"},
    {WEND_STEP_STOP, 0, "wait near %T"},
    {WEND_STEP_STOP, 0, "stop when you are beside %T"},
    {WEND_STEP_STOP, 2, "stop once you are standing next to %T, that is your destination"},
    {WEND_STEP_STOP, 2, "stop right next to %T, that is your destination"},
    {WEND_STEP_STOP, 2, "when you are next to %T, stop there, you are at your destination"},
    {WEND_STEP_STOP, 0, "stop with %T %S"},
    {WEND_STEP_STOP, 2, "stop there with %T %S, that is your destination"},
};

const realize_language realize_english = {
    .language = WEND_ENGLISH,
    .phrases = phrases,
    .phrase_count = sizeof phrases / sizeof *phrases,
    .turns = {{""},
              {"turn slightly left", "turn slightly to your left", "make a slight left turn"},
              {"turn slightly right", "turn slightly to your right", "make a slight right turn"},
              {"turn left", "take a left", "turn to your left"},
              {"turn right", "take a right", "turn to your right"},
              {"make a sharp left turn", "turn sharply left", "take a sharp left"},
              {"make a sharp right turn", "turn sharply right", "take a sharp right"},
              {"turn around", "turn all the way around"}},
    .sides = {"", "on your left", "on your right", "in front of you"},
    .own_sides = {"", "on your left", "on your right", "in front of you"},
    .links = {"now", "next", "after that", "from there"},
    .stop = ".",
    .between = {" and ", ", then "},
    .put_landmark = realize_en_put_landmark,
    .put_room = realize_en_put_room,
};
