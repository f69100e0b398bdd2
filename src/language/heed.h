// What a language brings along to be heeded: its words, its endings and where its verbs stand.
#ifndef WEND_LANGUAGE_HEED_H
#define WEND_LANGUAGE_HEED_H

#include "wend/heed.h"
#include "wend/words.h"

typedef enum heed_kind {
    HEED_UNKNOWN,
    HEED_GLUE,  // understood, and of little weight: articles, pronouns; numbers, 2 … 4; HEED_CHOICE
    HEED_LINK,    // "and", "then": a new clause may begin
    HEED_UNTIL,   // "until", "when": the clause says where something ends
    HEED_VERB,    // heed_verb
    HEED_TURN,    // heed_way
    HEED_DEGREE,  // 0 slightly, 1 sharply
    HEED_ROLE,    // heed_role
    HEED_SIDE,    // wend_side: "on your left"
    HEED_NOUN,    // wend_category
    HEED_ROOM,    // wend_room_type
    HEED_COLOR,   // wend_color
    HEED_STUFF,   // wend_stuff
    HEED_ORDINAL,
    HEED_IT,  // stands for the last thing that was mentioned
} heed_kind;

// Glue that says which of two is meant: this and a wend_choice.
enum { HEED_CHOICE = 8 };

typedef enum heed_verb {
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
} heed_verb;

typedef enum heed_way {
    WAY_NONE,
    WAY_LEFT,
    WAY_RIGHT,
    WAY_AROUND,
    WAY_STRAIGHT,
    WAY_UP,
    WAY_DOWN
} heed_way;

// The part a noun plays in its clause.
typedef enum heed_role {
    ROLE_BARE,  // none is said
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
    ROLE_ASIDE,  // of something that only tells where something else is: "across from the sofa"
    ROLE_ABOVE,  // the same of something that is below it
} heed_role;

typedef struct heed_word {
    const char* words;  // variants between bars: "couch|settee|love seat"
    uint8_t kind;
    uint8_t value;
} heed_word;

// An ending that is taken off, what is put in its place, and the part it gives the word. Longest
// endings stand first.
typedef struct heed_ending {
    const char* ending;
    const char* instead;
    uint8_t role;
} heed_ending;

typedef struct heed_language {
    const heed_word* words;
    int word_count;
    const heed_ending* endings;
    int ending_count;
    int rounds;      // how many endings a word may lose
    int least;       // letters that must be left
    bool verb_last;  // and what gives a noun its part stands behind it
} heed_language;

extern const heed_language heed_english, heed_hindi, heed_telugu;

// ---- the lexicon (heed_words.c) -----------------------------------------------------------------

enum { HEED_LONGEST = 6 };  // words of a phrase

// A word or phrase found in a sentence.
typedef struct heed_lexeme {
    heed_kind kind;
    int value;
    heed_role role;    // that its ending gives it; ROLE_BARE: none
    int first, count;  // words
    bool comma;        // one stands before it
    bool used;
} heed_lexeme;

typedef struct heed_lexicon heed_lexicon;

wend_status heed_lexicon_create(wend_language language, heed_lexicon** lexicon, wend_error* error);
void heed_lexicon_destroy(heed_lexicon* lexicon);  // Nullable: lexicon.
// The longest phrase that `words` begin with; of an unknown word, itself.
heed_lexeme heed_lexicon_find(const heed_lexicon* lexicon, const wend_word* words, int count);

#endif
