// Extracts direction, distance, floor, room, turns and clothes from a rescue clue by rules.
#include "language/rescue_clue.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/letter.h"

#include "wend/language.h"

rescue_clue rescue_clue_none(void) {
    return (rescue_clue){.toward = CLUE_UNSAID, .floor = CLUE_UNSAID};
}

static const char* const floors[5] = {"first", "second", "third", "fourth", "fifth"};

enum { MAX_WORDS = 160, WORD_SIZE = 24 };

typedef struct reader {
    char words[MAX_WORDS][WORD_SIZE];  // lower case
    bool ends[MAX_WORDS];              // punctuation follows
    int count;
} reader;

static void rescue_clue_split(const char* text, reader* r) {
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

static bool rescue_clue_has(const reader* r, int from, int to, const char* word) {
    for (int i = from; i < to && i < r->count; i++)
        if (is(r, i, word)) return true;
    return false;
}

// A clause describes the person unless it names the stretcher, the ambulance or a vehicle.
static bool is_about_person(const reader* r, int from, int to) {
    return !rescue_clue_has(r, from, to, "stretcher") &&
           !rescue_clue_has(r, from, to, "ambulance") && !rescue_clue_has(r, from, to, "vehicle");
}

// Direction in one clause: ahead (1) or behind (-1), left (1) or right (-1).
typedef struct sides {
    int along, across;
} sides;

static sides read_sides(const reader* r, int from, int to) {
    sides s = {0, 0};
    for (int i = from; i < to; i++) {
        const char* w = r->words[i];
        bool to_reader = rescue_clue_has(r, i + 1, i + 4 < to ? i + 4 : to, "you") || i + 1 == to;
        bool own = rescue_clue_has(r, i > from + 1 ? i - 2 : from, i, "your") ||
                   rescue_clue_has(r, i + 1, i + 3, "you") ||
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

static void rescue_clue_read_place(const reader* r, rescue_clue* c) {
    static const char* const insides[] = {"inside", "into", "building", "house", "indoors"};
    for (size_t i = 0; i < sizeof insides / sizeof *insides; i++)
        c->inside |= rescue_clue_has(r, 0, r->count, insides[i]) &&
                     (i != 3 || rescue_clue_has(r, 0, r->count, "in") ||
                      rescue_clue_has(r, 0, r->count, "floor"));
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
    bool climbed =
        !rescue_clue_has(r, 0, r->count, "stairs") && rescue_clue_has(r, 0, r->count, "top");
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
    rescue_clue_split(text, &r);
    for (int from = 0, to; from < r.count; from = to) {
        for (to = from + 1; to < r.count && !r.ends[to - 1]; to++)
            ;
        int toward = eighth_of(read_sides(&r, from, to));
        if (c.toward == CLUE_UNSAID && is_about_person(&r, from, to)) c.toward = toward;
    }
    read_floor(&r, &c);
    rescue_clue_read_place(&r, &c);
    read_turns(&r, &c);
    read_metres(&r, &c);
    c.coarse = (c.inside && !c.metres) || rescue_clue_has(&r, 0, r.count, "somewhere") ||
               rescue_clue_has(&r, 0, r.count, "search");
    return c;
}
