// State of the parser within a clause and a text.
#ifndef WEND_LANGUAGE_PARSE_CLAUSE_H
#define WEND_LANGUAGE_PARSE_CLAUSE_H

#include "language/instruction_parser.h"

enum { PARSE_LEXEMES = 160, PARSE_MENTIONS = 16 };  // per sentence; longer sentences are split

// An object or room in a clause, with its attributes and role.
typedef struct parse_mention {
    parse_kind kind;  // NOUN, ROOM or IT
    wend_landmark landmark;
    wend_room_type room;
    parse_role role;
    bool used;
} parse_mention;

typedef struct parse_clause {
    parse_lexeme* lexemes;
    int count;
    bool until;
    parse_verb verb;
    parse_direction direction;
    int degree;  // -1: not mentioned
    parse_mention mentions[PARSE_MENTIONS];
    int mention_count;
    int owner[PARSE_LEXEMES];  // [count] the mention a lexeme belongs to; -1: none
    bool direction_used;       // `way` is part of a step
    bool joined;               // the clause is merged into an earlier step
    bool halfway;
} parse_clause;

// The sub-instruction that is being read.
typedef struct parse_part {
    bool begun;      // the sentence has begun one
    bool turns;      // only a turn, so far
    bool stops;      // only a stop
    bool condition;  // "when you reach the door"
} parse_part;

// One text.
typedef struct parse_reading {
    const parse_lexicon* lexicon;
    const parse_language* language;
    wend_parsed_instruction* out;
    int sentence;            // first step of the sentence
    int word, last;          // the first and last word of the clause
    const wend_word* words;  // of the sentence
    int first_word;          // index of words[0] in the text
    parse_part part;
    bool continues;        // a preposition precedes its verb
    wend_landmark recent;  // the last mentioned object
} parse_reading;

// Finds the mentions of the clause and their roles. (parse_parts.c)
void parse_read_parts(parse_reading* r, parse_clause* c);
// Adds the landmarks of the clause, whose steps start at `first_step`. (parse_landmarks.c)
void parse_add_landmarks(parse_reading* r, const parse_clause* c, int first_step);
// Adds the steps of the clause. (parse_steps.c)
void parse_add_steps(parse_reading* r, parse_clause* c);

#endif
