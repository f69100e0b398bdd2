#include "language/rescue_clue.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/letter.h"
#include "base/text.h"

#include "wend/words.h"

rescue_clue rescue_clue_none(void) {
    return (rescue_clue){.toward = CLUE_UNSAID, .stretcher = CLUE_UNSAID, .floor = CLUE_UNSAID};
}

// ---- saying -------------------------------------------------------------------------------------

static const char* const directions[8] = {
    "in front of you", "ahead of you to the left", "to your left",  "behind you to the left",
    "behind you",      "behind you to the right",  "to your right", "ahead of you to the right"};
static const char* const floors[5] = {"first", "second", "third", "fourth", "fifth"};

static void put_thing(text_out* out, const clue_thing* thing) {
    const char* name = wend_category_at(thing->category)->name;
    const char* color = thing->color ? wend_color_name(thing->color) : "";
    text_put(out, "%s %s%s%s", wend_article(*color ? color : name), color, *color ? " " : "", name);
}

// " near a red car and a bench"; nothing where there is nothing.
static void put_things(text_out* out, const rescue_clue* c) {
    for (int i = 0; i < CLUE_THINGS && c->things[i].category; i++) {
        text_put(out, i ? " and " : " near ");
        put_thing(out, &c->things[i]);
    }
}

static void put_clothes(text_out* out, const rescue_clue* c) {
    const char* color = wend_color_name(c->top);
    text_put(out, "%s %s top and %s%s %s", wend_article(color), color, c->skirt ? "a " : "",
             wend_color_name(c->trousers), c->skirt ? "skirt" : "trousers");
}

static const char* place_of(const rescue_clue* c) {
    return c->room ? wend_room_type_name(c->room) : "open";
}

// ", about 40 metres away"; nothing where it is not known.
static void put_metres(text_out* out, const rescue_clue* c) {
    if (c->metres) text_put(out, ", about %d metres away", c->metres);
}

static void say_near(text_out* out, const rescue_clue* c) {
    text_put(out, "There is an injured person lying %s", directions[c->toward]);
    put_metres(out, c);
    put_things(out, c);
    text_put(out, ". The stretcher stands %s. Find the person and carry them to the stretcher.",
             directions[c->stretcher]);
}

static void say_clothes(text_out* out, const rescue_clue* c) {
    text_put(out, "A person in ");
    put_clothes(out, c);
    text_put(out, " lies injured");
    if (c->room) text_put(out, " in the %s", place_of(c));
    put_things(out, c);
    text_put(out, ", %s. The ambulance and the stretcher are beside you.", directions[c->toward]);
}

static void say_landmarks(text_out* out, const rescue_clue* c) {
    text_put(out, "The injured person wears ");
    put_clothes(out, c);
    text_put(out, " and %s. They are lying %s%s", c->hair, c->room ? "in the " : "in the open",
             c->room ? place_of(c) : "");
    put_things(out, c);
    text_put(out,
             ", somewhere %s and out of your sight. Please find them and carry them to the "
             "stretcher.",
             directions[c->toward]);
}

static void say_inside(text_out* out, const rescue_clue* c) {
    text_put(out, c->inside ? "In the building %s" : "Somewhere %s", directions[c->toward]);
    put_metres(out, c);
    text_put(out, ", the injured person is lying");
    if (c->floor > 0) text_put(out, " on the %s floor", floors[c->floor < 5 ? c->floor : 4]);
    if (c->room) text_put(out, " in the %s", place_of(c));
    put_things(out, c);
    text_put(out,
             ". The door on the way is closed: open it. Please find this person and carry them "
             "to the stretcher.");
}

// ", turn left at the top, then right"; nothing where nothing is known.
static void put_turns(text_out* out, const clue_turns* turns, const char* where) {
    static const char* const first[3] = {"turn right", "go straight on", "turn left"};
    for (int i = 0; i < turns->count; i++)
        if (i == 0)
            text_put(out, ", %s %s", first[turns->items[i] + 1], where);
        else
            text_put(out, ", then %s", turns->items[i] == CLUE_LEFT ? "left" : "right");
}

static void say_chain(text_out* out, const rescue_clue* c) {
    const char* floor = floors[c->floor < 5 ? c->floor : 4];
    text_put(out, c->inside ? "Go into the building %s" : "Search %s", directions[c->toward]);
    put_metres(out, c);
    put_turns(out, &c->to_stairs, "behind the door");
    text_put(out, ", take the stairs to the %s floor", floor);
    put_turns(out, &c->from_stairs, "at the top");
    text_put(out, ". The injured person is in the %s there. Carry them to the stretcher.",
             c->room ? place_of(c) : "rooms");
}

void rescue_clue_say(const rescue_clue* clue, char* text, size_t size) {
    static void (*const manners[5])(text_out*, const rescue_clue*) = {
        say_near, say_clothes, say_landmarks, say_inside, say_chain};
    text_out out = {0};
    manners[clue->level](&out, clue);
    size_t count = out.count < size ? out.count : size - 1;
    if (out.items) memcpy(text, out.items, count);
    text[out.items ? count : 0] = 0;
    text_destroy(&out);
}

// ---- reading ------------------------------------------------------------------------------------

enum { MAX_WORDS = 160, WORD_SIZE = 24 };

typedef struct reader {
    char words[MAX_WORDS][WORD_SIZE];  // small letters
    bool ends[MAX_WORDS];              // a comma or a point follows
    int count;
} reader;

static void split(const char* text, reader* r) {
    wend_word word;
    r->count = 0;
    while (r->count < MAX_WORDS && wend_words_next(&text, &word)) {
        size_t size = word.size < WORD_SIZE ? word.size : WORD_SIZE - 1;
        for (size_t i = 0; i < size; i++) r->words[r->count][i] = letter_lower(word.start[i]);
        r->words[r->count][size] = 0;
        const char* after = word.start + word.size;
        r->ends[r->count++] = *after == '.' || *after == ',' || *after == ';' || *after == ':';
    }
}

static bool is(const reader* r, int i, const char* word) {
    return i >= 0 && i < r->count && strcmp(r->words[i], word) == 0;
}

static bool has(const reader* r, int from, int to, const char* word) {
    for (int i = from; i < to && i < r->count; i++)
        if (is(r, i, word)) return true;
    return false;
}

// A clause is about the person unless it names the stretcher, the ambulance or a vehicle.
static bool is_about_person(const reader* r, int from, int to) {
    return !has(r, from, to, "stretcher") && !has(r, from, to, "ambulance") &&
           !has(r, from, to, "vehicle");
}

// What one clause says of where: ahead (1) or behind (-1), left (1) or right (-1).
typedef struct sides {
    int along, across;
} sides;

static sides read_sides(const reader* r, int from, int to) {
    sides s = {0, 0};
    for (int i = from; i < to; i++) {
        const char* w = r->words[i];
        bool to_reader = has(r, i + 1, i + 4 < to ? i + 4 : to, "you") || i + 1 == to;
        bool own = has(r, i > from + 1 ? i - 2 : from, i, "your") || has(r, i + 1, i + 3, "you") ||
                   (is(r, i - 1, "the") && is(r, i - 2, "to"));
        if (strncmp(w, "front-", 6) == 0 || strcmp(w, "ahead") == 0 ||
            (strcmp(w, "front") == 0 && to_reader))
            s.along = 1;
        if (strncmp(w, "back-", 5) == 0 || (strcmp(w, "behind") == 0 && to_reader)) s.along = -1;
        bool joined = strstr(w, "-left") || strstr(w, "-right");
        if (strstr(w, "left") && (own || joined)) s.across = 1;
        if (strstr(w, "right") && (own || joined)) s.across = -1;
    }
    return s;
}

static int eighth_of(sides s) {
    if (!s.along && !s.across) return CLUE_UNSAID;
    if (!s.across) return s.along > 0 ? 0 : 4;
    int side = s.along == 0 ? 2 : s.along > 0 ? 1 : 3;
    return s.across > 0 ? side : (8 - side) % 8;
}

static void read_floor(const reader* r, rescue_clue* c) {
    for (int i = 0; i < r->count; i++) {
        if (is(r, i, "upstairs")) c->floor = 1;
        for (int k = 0; k < 5; k++) {
            size_t size = strlen(floors[k]);
            bool joined = strncmp(r->words[i], floors[k], size) == 0 &&
                          strcmp(r->words[i] + size, "-floor") == 0;
            if (joined || (is(r, i, floors[k]) && is(r, i + 1, "floor"))) c->floor = k;
        }
        if (is(r, i, "ground") && is(r, i + 1, "floor")) c->floor = 0;
    }
}

static void read_metres(const reader* r, rescue_clue* c) {
    for (int i = 1; i < r->count && !c->metres; i++) {
        bool unit = is(r, i, "metres") || is(r, i, "meters") || is(r, i, "m");
        int metres = unit ? atoi(r->words[i - 1]) : 0;
        if (metres > 0 && metres < 1000) c->metres = metres;
    }
}

static void read_place(const reader* r, rescue_clue* c) {
    static const char* const insides[] = {"inside", "into", "building", "house", "indoors"};
    for (size_t i = 0; i < sizeof insides / sizeof *insides; i++)
        c->inside |= has(r, 0, r->count, insides[i]) &&
                     (i != 3 || has(r, 0, r->count, "in") || has(r, 0, r->count, "floor"));
    for (int i = 0; i < r->count; i++) {
        char two[2 * WORD_SIZE + 2];
        snprintf(two, sizeof two, "%s %s", r->words[i], i + 1 < r->count ? r->words[i + 1] : "");
        wend_room_type room = wend_room_type_find(two);
        if (!room) room = wend_room_type_find(r->words[i]);
        if (room && !c->room) c->room = room;
        bool garment = is(r, i, "top") || is(r, i, "shirt") || is(r, i, "jacket");
        if (garment && i > 0 && !c->top) c->top = wend_color_find(r->words[i - 1]);
    }
}

static void add_turn(clue_turns* turns, int turn) {
    if (turns->count < CLUE_TURNS) turns->items[turns->count++] = turn;
}

// "turn left", "go straight on", and after one of them "then right"; before and after the stairs.
static void read_turns(const reader* r, rescue_clue* c) {
    bool climbed = !has(r, 0, r->count, "stairs") && has(r, 0, r->count, "top");
    for (int i = 0; i < r->count; i++) {
        clue_turns* turns = climbed ? &c->from_stairs : &c->to_stairs;
        bool goes = is(r, i, "turn") || (is(r, i, "then") && turns->count);
        climbed |= is(r, i, "stairs");
        if (goes && is(r, i + 1, "left")) add_turn(turns, CLUE_LEFT);
        if (goes && is(r, i + 1, "right")) add_turn(turns, CLUE_RIGHT);
        if (is(r, i, "straight") && is(r, i + 1, "on")) add_turn(turns, CLUE_STRAIGHT);
    }
}

rescue_clue rescue_clue_read(const char* text) {
    reader r;
    rescue_clue c = rescue_clue_none();
    split(text, &r);
    for (int from = 0, to; from < r.count; from = to) {
        for (to = from + 1; to < r.count && !r.ends[to - 1]; to++)
            ;
        int toward = eighth_of(read_sides(&r, from, to));
        if (c.toward == CLUE_UNSAID && is_about_person(&r, from, to)) c.toward = toward;
    }
    read_floor(&r, &c);
    read_place(&r, &c);
    read_turns(&r, &c);
    read_metres(&r, &c);
    c.coarse = (c.inside && !c.metres) || has(&r, 0, r.count, "somewhere") ||
               has(&r, 0, r.count, "search");
    return c;
}
