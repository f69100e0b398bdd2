#include <stdio.h>
#include <string.h>

#include "language/tell.h"

static const char* noun(wend_category category) {
    return category ? wend_category_at(category)->name : NULL;
}

static const char* room(wend_room_type type) { return wend_room_type_name(type); }

static bool is_plural(wend_category c) {
    return c == WEND_CATEGORY_STAIRS || c == WEND_CATEGORY_BLINDS || c == WEND_CATEGORY_BOOTS;
}

// Things one does not count.
static bool is_mass(wend_category c) {
    return c == WEND_CATEGORY_GRASS || c == WEND_CATEGORY_GROUND || c == WEND_CATEGORY_LETTUCE ||
           c == WEND_CATEGORY_BREAD || c == WEND_CATEGORY_TOILET_PAPER ||
           c == WEND_CATEGORY_ALUMINUM_FOIL || c == WEND_CATEGORY_CLOTH ||
           c == WEND_CATEGORY_ROOM_DECOR || c == WEND_CATEGORY_TABLE_DECOR;
}

static bool starts_with_vowel(const char* word) { return strchr("aeiou", word[0]) && word[0]; }

static const char* const ordinals[] = {"", "first", "second", "third", "fourth", "fifth"};

static void put_landmark(text_out* out, const wend_landmark* m, char as) {
    char words[200];
    int ordinal = m->ordinal <= 5 ? m->ordinal : 0;
    snprintf(words, sizeof words, "%s%s%s%s%s%s%s", ordinals[ordinal], ordinal ? " " : "",
             wend_color_name(m->color), m->color ? " " : "", wend_stuff_name(m->stuff),
             m->stuff ? " " : "", noun(m->category));
    if (as != 'A' || m->ordinal)
        text_put(out, "the %s", words);
    else if (is_plural(m->category) || is_mass(m->category))
        text_put(out, "some %s", words);
    else
        text_put(out, "%s %s", starts_with_vowel(words) ? "an" : "a", words);
}

static void put_room(text_out* out, wend_room_type type, char as) {
    if (type == WEND_ROOM_OUTDOORS) {
        const char* way = as == 'F'   ? "in from outside"
                          : as == 'I' ? "out of the house"
                                      : "outside";
        text_put(out, "%s", way);
        return;
    }
    const char* way = as == 'L'   ? "in the "
                      : as == 'I' ? "into the "
                      : as == 'F' ? "out of the "
                                  : "the ";
    if (type == WEND_ROOM_BALCONY && as == 'L') way = "on the ";
    if (type == WEND_ROOM_BALCONY && as == 'I') way = "onto the ";
    text_put(out, "%s%s", way, room(type));
}

static const tell_phrase phrases[] = {
    {WEND_TELL_BEGIN, 0, "you are %L"},
    {WEND_TELL_BEGIN, 2, "you are standing %L"},
    {WEND_TELL_BEGIN, 0, "you are facing %T"},
    {WEND_TELL_BEGIN, 2, "you begin in front of %T"},
    {WEND_TELL_BEGIN, 0, "you are %L, facing %T"},
    {WEND_TELL_BEGIN, 2, "you are standing %L and you are looking at %T"},
    {WEND_TELL_BEGIN, 0, "you are %L with %T %S"},
    {WEND_TELL_BEGIN, 2, "you are standing %L and you see %A %S"},

    {WEND_TELL_TURN, 0, "%D"},
    {WEND_TELL_TURN, 0, "%D towards %T"},
    {WEND_TELL_TURN, 0, "%D so that you face %T"},
    {WEND_TELL_TURN, 2, "%D until %T is in front of you"},

    {WEND_TELL_FORWARD, 0, "go straight"},
    {WEND_TELL_FORWARD, 1, "walk forward"},
    {WEND_TELL_FORWARD, 2, "walk straight ahead"},
    {WEND_TELL_FORWARD, 0, "walk towards %T"},
    {WEND_TELL_FORWARD, 0, "go straight to %T"},
    {WEND_TELL_FORWARD, 2, "keep walking straight ahead towards %T"},

    {WEND_TELL_PASS, 0, "walk past %T"},
    {WEND_TELL_PASS, 0, "go past %T"},
    {WEND_TELL_PASS, 0, "walk past %T %S"},
    {WEND_TELL_PASS, 0, "go past %T %S"},
    {WEND_TELL_PASS, 2, "walk straight and pass %T, which is %S"},
    {WEND_TELL_PASS, 2, "keep going until you have passed %T %S"},

    {WEND_TELL_DOOR, 0, "go through the door"},
    {WEND_TELL_DOOR, 0, "go through the doorway %I"},
    {WEND_TELL_DOOR, 0, "walk %I"},
    {WEND_TELL_DOOR, 2, "step through the doorway and go %I"},
    {WEND_TELL_DOOR, 0, "go through %T"},
    {WEND_TELL_DOOR, 0, "go through %T %I"},
    {WEND_TELL_DOOR, 0, "go through %T %S"},
    {WEND_TELL_DOOR, 0, "go through %T %S %I"},
    {WEND_TELL_DOOR, 2, "take %T %S and walk through it %I"},

    {WEND_TELL_LEAVE, 0, "leave %R"},
    {WEND_TELL_LEAVE, 0, "walk %F"},
    {WEND_TELL_LEAVE, 0, "leave the room"},

    {WEND_TELL_UP, 0, "go up the stairs"},
    {WEND_TELL_UP, 0, "walk upstairs"},
    {WEND_TELL_UP, 2, "climb the stairs all the way to the top"},
    {WEND_TELL_DOWN, 0, "go down the stairs"},
    {WEND_TELL_DOWN, 0, "walk downstairs"},
    {WEND_TELL_DOWN, 2, "walk down the stairs all the way to the bottom"},

    {WEND_TELL_SEE, 0, "you are %L now"},
    {WEND_TELL_SEE, 0, "you should be %L now"},
    {WEND_TELL_SEE, 0, "you will see %A"},
    {WEND_TELL_SEE, 0, "there is %A %S"},
    {WEND_TELL_SEE, 0, "you will see %A %S"},
    {WEND_TELL_SEE, 0, "you are %L now and there is %A %S"},

    {WEND_TELL_STOP, 0, "stop here"},
    {WEND_TELL_STOP, 0, "stop %L"},
    {WEND_TELL_STOP, 2, "stop there, you are at your destination %L"},
    {WEND_TELL_STOP, 0, "stop next to %T"},
    {WEND_TELL_STOP, 0, "stop near %T"},
    {WEND_TELL_STOP, 0, "stop when you are beside %T"},
    {WEND_TELL_STOP, 2, "stop once you are standing next to %T, that is your destination"},
    {WEND_TELL_STOP, 0, "stop with %T %S"},
    {WEND_TELL_STOP, 2, "stop there with %T %S, that is your destination"},
};

const tell_language tell_english = {
    .code = "en",
    .phrases = phrases,
    .phrase_count = sizeof phrases / sizeof *phrases,
    .turns = {"", "turn slightly left", "turn slightly right", "turn left", "turn right",
              "make a sharp left turn", "make a sharp right turn", "turn around"},
    .sides = {"", "on your left", "on your right", "in front of you"},
    .links = {"now", "then", "next", "after that"},
    .stop = ".",
    .noun = noun,
    .room = room,
    .ordinals = ordinals,
    .put_landmark = put_landmark,
    .put_room = put_room,
};
