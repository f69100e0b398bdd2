// A text being read, clause by clause.
#ifndef WEND_LANGUAGE_HEED_CLAUSE_H
#define WEND_LANGUAGE_HEED_CLAUSE_H

#include "language/heed.h"

enum { HEED_LEXEMES = 160, HEED_MENTIONS = 16 };  // of a sentence; a longer one is cut there

// A thing or a room that a clause is about.
typedef struct heed_mention {
    heed_kind kind;  // NOUN, ROOM or IT
    wend_landmark landmark;
    wend_room_type room;
    heed_role role;
    bool used;
} heed_mention;

typedef struct heed_clause {
    heed_lexeme* lexemes;
    int count;
    bool until;
    heed_verb verb;
    heed_way way;
    int degree;  // -1: not said
    heed_mention mentions[HEED_MENTIONS];
    int mention_count;
    int owner[HEED_LEXEMES];  // [count] the mention a lexeme belongs to; -1: none
    bool way_used;            // a step came of the way
    bool joined;              // what it says went into a step that was there
} heed_clause;

// One text being read.
typedef struct heed_reading {
    const heed_lexicon* lexicon;
    const heed_language* language;
    wend_heeded* out;
    int sentence;          // the first step that came of the sentence
    int word;              // the first word of the clause
    wend_landmark recent;  // the thing that was mentioned last
    bool full;
} heed_reading;

// What the clause mentions, and which part each plays in it. (heed_parts.c)
void heed_read_parts(heed_reading* r, heed_clause* c);
// The steps that come of it. (heed_steps.c)
void heed_add_steps(heed_reading* r, heed_clause* c);

#endif
