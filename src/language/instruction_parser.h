// The data of a language for the parser: words, endings and word order. See instruction_parser.c.
#ifndef WEND_LANGUAGE_INSTRUCTION_PARSER_H
#define WEND_LANGUAGE_INSTRUCTION_PARSER_H

#include "wend/language.h"

typedef enum parse_kind {
    PARSE_UNKNOWN,
    PARSE_GLUE,      // articles, pronouns; value: parse_glue, 2 to 4, or PARSE_CHOICE + wend_choice
    PARSE_LINK,      // "and", "then": a new clause may start
    PARSE_UNTIL,     // "until", "when": the clause is an end condition
    PARSE_VERB,      // parse_verb
    PARSE_TURN,      // parse_direction
    PARSE_DEGREE,    // 0 slightly, 1 sharply
    PARSE_ROLE,      // parse_role
    PARSE_SIDE,      // wend_side: "on your left"
    PARSE_NOUN,      // wend_category
    PARSE_ROOM,      // wend_room_type
    PARSE_COLOR,     // wend_color
    PARSE_MATERIAL,  // wend_material_type
    PARSE_ORDINAL,
    PARSE_IT,       // refers to the last mentioned object
    PARSE_HALFWAY,  // "midway", "halfway"
} parse_kind;

// Values of glue. 2 to 4 are numbers; PARSE_CHOICE + a wend_choice selects one of two.
enum {
    PARSE_ADVERB,     // adverbs, pronouns, auxiliary verbs
    PARSE_ADJECTIVE,  // "large", "open"
    PARSE_DETERMINER = 5,
    PARSE_REGION,  // part of a room or object, a noun without a category: "corner", "end"
    PARSE_CHOICE = 8
};

typedef enum parse_verb {
    VERB_NONE,
    VERB_GO,
    VERB_TURN,
    VERB_TAKE,  // a door, a turn, the stairs
    VERB_STOP,
    VERB_ENTER,
    VERB_LEAVE,
    VERB_PASS,
    VERB_CLIMB,
    VERB_DESCEND,
    VERB_SEE,
    VERB_BE,
    VERB_REACH,
    VERB_FACE
} parse_verb;

typedef enum parse_direction {
    DIRECTION_NONE,
    DIRECTION_LEFT,
    DIRECTION_RIGHT,
    DIRECTION_AROUND,
    DIRECTION_STRAIGHT,
    DIRECTION_UP,
    DIRECTION_DOWN
} parse_direction;

// The role of a noun in its clause.
typedef enum parse_role {
    ROLE_BARE,  // none
    ROLE_TO,    // towards
    ROLE_UPTO,  // as far as
    ROLE_PAST,
    ROLE_THROUGH,
    ROLE_INTO,
    ROLE_OUT,
    ROLE_AT,  // near, beside, in front of
    ROLE_IN,
    ROLE_AFTER,
    ROLE_ALONG,
    ROLE_WITH,
    ROLE_FACE,
    ROLE_ASIDE,  // anchor of another mention: "across from the sofa"
    ROLE_ABOVE,  // anchor below another mention: "above the sofa"
    ROLE_END,    // to its far end: "to the end of the hall"
} parse_role;

typedef struct parse_word {
    const char* words;  // variants separated by bars: "couch|settee|love seat"
    uint8_t kind;
    uint8_t value;
} parse_word;

// An ending, its replacement in the stem, and the role it gives the word. Longest endings first.
typedef struct parse_ending {
    const char* ending;
    const char* instead;
    uint8_t role;
} parse_ending;

typedef struct parse_language {
    const parse_word* words;
    int word_count;
    const parse_ending* endings;
    int ending_count;
    int rounds;      // endings that may be removed from a word
    int min;         // letters that must remain
    bool verb_last;  // verb-final; roles come from postpositions
} parse_language;

extern const parse_language parse_english, parse_hindi, parse_telugu;

// ---- lexicon (parse_words.c) --------------------------------------------------------------------

enum { PARSE_LONGEST = 6 };  // words of the longest phrase

// A word or phrase of a sentence.
typedef struct parse_lexeme {
    parse_kind kind;
    int value;
    parse_role role;   // given by its ending; ROLE_BARE: none
    int first, count;  // words
    bool comma;        // follows a comma
    bool used;
} parse_lexeme;

typedef struct parse_lexicon parse_lexicon;

wend_status parse_lexicon_create(wend_language language, parse_lexicon** lexicon,
                                 wend_error* error);
void parse_lexicon_destroy(parse_lexicon* lexicon);  // Nullable: lexicon.
// The longest phrase at the start of `words`; an unknown first word gives PARSE_UNKNOWN.
parse_lexeme parse_lexicon_find(const parse_lexicon* lexicon, const wend_word* words, int count);
// A word that is one letter away from the unknown `word` (missing, added, changed or two swapped);
// PARSE_UNKNOWN when there is none. Short words are not corrected.
parse_lexeme parse_lexicon_correct(const parse_lexicon* lexicon, wend_word word);

#endif
