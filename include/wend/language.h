// Owner: src/language
#ifndef WEND_LANGUAGE_H
#define WEND_LANGUAGE_H

#include "wend/base.h"
#include "wend/category.h"

#ifdef __cplusplus
extern "C" {
#endif

// ==== words =====================================================================================
// Splits English, Hindi and Telugu text into words.
//
// White space and punctuation separate words, the danda (।) included. Vowel signs, nuktas and
// viramas belong to their letter. Apostrophes and hyphens inside a word belong to it ("don't",
// "in-front"), and so do points and commas between digits ("2.5"). A word has at least one letter
// or digit.

typedef struct wend_word {
    const char* start;  // in the text; no NUL after it
    size_t size;        // bytes
} wend_word;

// Returns the next word of the UTF-8 `*text` and advances `*text` behind it; false at the end.
// Bytes that are not UTF-8 separate words.
WEND_API bool wend_words_next(const char** text, wend_word* word);
WEND_API int wend_words_count(const char* text);
// Bytes of valid UTF-8 at the start of `text`; `size` if all are. A NUL is not valid.
WEND_API size_t wend_words_valid(const char* text, size_t size);
// A hash that ignores case.
WEND_API uint64_t wend_words_hash(wend_word word);
// "a" or "an", by the first letter of the English word that follows.
WEND_API const char* wend_article(const char* word);

// ==== description ===============================================================================
// Parses descriptions of an object: "small, red apple on a desk near a laptop, chair".
//
// Recognises the vocabulary of wend/category.h and ignores other words. A text without a known word
// gives an empty description, which is not an error.

enum { WEND_MAX_COLORS = 3, WEND_MAX_LINKS = 8 };

// An object as a text describes it.
typedef struct wend_described_object {
    wend_category category;  // NONE: no known noun
    wend_color colors[WEND_MAX_COLORS];
    int color_count;
    wend_material_type material;
    wend_size size;
    int number;  // "two pillows", "no pillow"; -1: not mentioned
} wend_described_object;

#define WEND_LINK_LIST(X)         \
    X(ON, "on")                   \
    X(IN, "in")                   \
    X(UNDER, "under")             \
    X(NEAR, "near")               \
    X(WITH, "with") /* has one */ \
    X(OTHER, "")    /* any other  */

typedef enum wend_link_kind {
#define X(name, word) WEND_LINK_##name,
    WEND_LINK_LIST(X)
#undef X
} wend_link_kind;

// A spatial relation to another object.
typedef struct wend_link {
    wend_link_kind kind;
    int of;  // the object that has the relation: -1 the target, else an index in `links`
    wend_described_object object;
} wend_link;

typedef struct wend_description {
    wend_described_object target;
    wend_link links[WEND_MAX_LINKS];
    int link_count;
} wend_description;

// `text` is UTF-8. More than WEND_MAX_LINKS links are dropped.
WEND_API wend_description wend_description_read(const char* text);

// ==== instruction steps =========================================================================
// The steps of a navigation instruction, independent of language. The parser below produces them
// from text; the generator (wend/make.h) turns them into text.

#define WEND_LANGUAGE_LIST(X) \
    X(ENGLISH, "en")          \
    X(HINDI, "hi")            \
    X(TELUGU, "te")

typedef enum wend_language {
#define X(name, code) WEND_##name,
    WEND_LANGUAGE_LIST(X)
#undef X
        WEND_LANGUAGE_COUNT
} wend_language;

// "en", "hi", "te"; and as RxR writes them: "en-US", "hi-IN".
WEND_API wend_status wend_language_parse(const char* code, wend_language* language,
                                         wend_error* error);
WEND_API const char* wend_language_code(wend_language language);

// The side of the path, in walking direction.
typedef enum wend_side {
    WEND_SIDE_NONE,
    WEND_SIDE_LEFT,
    WEND_SIDE_RIGHT,
    WEND_SIDE_AHEAD
} wend_side;

#define WEND_TURN_LIST(X) \
    X(NONE)               \
    X(SLIGHT_LEFT)        \
    X(SLIGHT_RIGHT)       \
    X(LEFT)               \
    X(RIGHT)              \
    X(SHARP_LEFT)         \
    X(SHARP_RIGHT)        \
    X(AROUND)

typedef enum wend_turn {
#define X(name) WEND_TURN_##name,
    WEND_TURN_LIST(X)
#undef X
        WEND_TURN_COUNT
} wend_turn;

// Position of a landmark relative to its anchor.
#define WEND_PLACING_LIST(X) \
    X(NONE)                  \
    X(BESIDE)                \
    X(ABOVE)                 \
    X(ON)

typedef enum wend_placing {
#define X(name) WEND_PLACING_##name,
    WEND_PLACING_LIST(X)
#undef X
        WEND_PLACING_COUNT
} wend_placing;

// Which of two objects of a category. NEARER to RIGHT are relative to the observer.
typedef enum wend_choice {
    WEND_CHOICE_NONE,
    WEND_CHOICE_LARGER,
    WEND_CHOICE_SMALLER,
    WEND_CHOICE_NEARER,
    WEND_CHOICE_FARTHER,
    WEND_CHOICE_LEFT,
    WEND_CHOICE_RIGHT,
    WEND_CHOICE_COUNT
} wend_choice;

// Coreference to the landmark that was mentioned last.
typedef enum wend_again {
    WEND_AGAIN_NOT,
    WEND_AGAIN_IT,    // "it"
    WEND_AGAIN_THAT,  // "that sofa"
} wend_again;

// A landmark and the attributes that distinguish it from others of its category.
typedef struct wend_landmark {
    wend_category category;       // NONE: no landmark
    wend_color color;             // NONE: not mentioned
    wend_material_type material;  // material; NONE: not mentioned
    wend_choice choice;           // one of two; NONE: not mentioned
    int ordinal;  // 1 (first) to 5 on its side, in walking direction; 0: not mentioned
    wend_side side;
    int count;  // 2 to 4: several at first mention; otherwise one
    wend_again again;
    wend_placing placing;  // relative to the anchor; NONE: not mentioned
    wend_category anchor;
    wend_color anchor_color;
} wend_landmark;

// X(NAME, meaning of the step and of its fields)
#define WEND_STEP_LIST(X)                                                                    \
    X(BEGIN, "start position: room, landmark")                                               \
    X(TURN, "turn; landmark: ahead after the turn")                                          \
    X(FORWARD, "straight on; landmark: towards it")                                          \
    X(PASS, "past a landmark")                                                               \
    X(DOOR, "through a door, into a room; landmark: the door, a DOORFRAME: an open doorway") \
    X(LEAVE, "out of a room")                                                                \
    X(UP, "up the stairs")                                                                   \
    X(DOWN, "down the stairs")                                                               \
    X(SEE, "state verification: a visible landmark, or the current room")                    \
    X(STOP, "stop position: beside a landmark, in a room")

typedef enum wend_step_kind {
#define X(name, what) WEND_STEP_##name,
    WEND_STEP_LIST(X)
#undef X
        WEND_STEP_COUNT
} wend_step_kind;

typedef struct wend_instruction_step {
    wend_step_kind kind;
    wend_turn turn;
    wend_room_type room;  // UNKNOWN: not mentioned
    wend_landmark landmark;
    bool reach;  // FORWARD: up to the landmark
} wend_instruction_step;

// The word of a language for a category or room; "" if it has none.
WEND_API const char* wend_instruction_noun(wend_language language, wend_category category);
WEND_API const char* wend_instruction_room(wend_language language, wend_room_type room);

// ==== instruction parser ========================================================================
// Parses a navigation instruction in English, Hindi or Telugu into steps. The method is described
// in src/language/instruction_parser.c. Words that contribute to no step are counted and reported,
// never guessed.
//
//     wend_instruction_parser_create(&parser, &error);
//     wend_instruction_parse(parser, "en-IN", text, &parsed);
//     for (int i = 0; i < parsed.count; i++) follow(&parsed.steps[i].what);

enum { WEND_MAX_PARSED_STEPS = 96, WEND_MAX_PARSED_LANDMARKS = 192, WEND_PARSED_LEFT = 480 };

typedef struct wend_parsed_step {
    wend_instruction_step what;  // DOOR: the landmark is the door, if it is described
    int word, last;              // first and last word of its clause, "and" before it included
    int part;                    // index of its sub-instruction
    bool halfway;                // "midway down the stairs": the step is to be half completed
} wend_parsed_step;

// How the text relates the walker to a landmark: the preposition before it.
#define WEND_PREPOSITION_LIST(X) \
    X(NONE, "")                  \
    X(TO, "to")                  \
    X(END, "end of")             \
    X(PAST, "past")              \
    X(THROUGH, "through")        \
    X(INTO, "into")              \
    X(OUT, "out of")             \
    X(AT, "at")                  \
    X(IN, "in")                  \
    X(AFTER, "after")            \
    X(ALONG, "along")            \
    X(WITH, "with")

typedef enum wend_preposition {
#define X(name, word) WEND_PREPOSITION_##name,
    WEND_PREPOSITION_LIST(X)
#undef X
} wend_preposition;

WEND_API const char* wend_preposition_name(wend_preposition preposition);

// A phrase for an object, a room or a part of a building, whether or not its noun has a category.
typedef struct wend_parsed_landmark {
    int word, last;          // first and last word, without the article
    int head;                // word of its head noun: "table" in "the long dining table"
    int step;                // index of the step it belongs to; -1: none
    wend_category category;  // NONE: a room, or a noun without a category
    wend_room_type room;     // UNKNOWN: none
    wend_side side;
    wend_preposition preposition;
} wend_parsed_landmark;

typedef struct wend_parsed_instruction {
    bool known;  // the language is supported; otherwise there are no steps
    wend_language language;
    wend_parsed_step steps[WEND_MAX_PARSED_STEPS];
    int count;
    wend_parsed_landmark landmarks[WEND_MAX_PARSED_LANDMARKS];
    int landmark_count;
    int part_word[WEND_MAX_PARSED_STEPS];  // first word of each sub-instruction
    int parts;       // sub-instructions; each is one or more clauses about one action
    bool truncated;  // steps or landmarks were dropped
    // words = used (contribute to a step) + glue (articles, pronouns, conjunctions) + left
    // (unknown, or known without a meaning in their clause).
    int words, used, glue, left;
    int clauses, idle;                  // clauses; clauses without a step
    char left_words[WEND_PARSED_LEFT];  // the first `left` words, separated by spaces
} wend_parsed_instruction;

typedef struct wend_instruction_parser
    wend_instruction_parser;  // immutable; may be shared by threads

WEND_API wend_status wend_instruction_parser_create(wend_instruction_parser** parser,
                                                    wend_error* error);
WEND_API void wend_instruction_parser_destroy(
    wend_instruction_parser* parser);  // Nullable: parser.

// `language` is a code ("hi", "en-US"). NULL or an unsupported code: the language is detected by
// its script; a text in none of the three scripts has `known` false. The text may contain any
// bytes; invalid UTF-8 separates words. Steps beyond WEND_MAX_PARSED_STEPS are dropped and their
// words counted as left. Nullable: language.
WEND_API void wend_instruction_parse(const wend_instruction_parser* parser, const char* language,
                                     const char* text, wend_parsed_instruction* parsed);

// Detects the language by the script of most letters; false when it is none of the three.
WEND_API bool wend_language_guess(const char* text, wend_language* language);

// ==== phenomena =================================================================================
// Counts linguistic phenomena in instructions by rules, in English, Hindi and Telugu: those that
// the authors of Touchdown and RxR (Table 3) counted by hand.

// X(NAME, name, rule)
#define WEND_PHENOMENON_LIST(X)                                                          \
    X(REFERENCE, "reference", "an object or room at its first mention")                  \
    X(COREFERENCE, "coreference", "it, that, उस, ఆ; an object or room mentioned before") \
    X(COMPARISON, "comparison", "larger, nearest, than, सबसे, కంటే")                       \
    X(SEQUENCING, "sequencing", "an ordinal, next or last before a noun")                \
    X(ALLOCENTRIC, "allocentric relation",                                               \
      "an object relative to another: noun, place word, noun")                           \
    X(EGOCENTRIC, "egocentric relation", "a side of the walker, with a noun")            \
    X(IMPERATIVE, "imperative", "a verb of moving, turning, stopping, as a command")     \
    X(DIRECTION, "direction", "left, right, straight, around, up, down, towards")        \
    X(TEMPORAL, "temporal condition", "until, once, when, after, जब तक, వరకు")           \
    X(STATE, "state verification", "you are, you will see, there is, है, ఉంది")            \
    X(COUNT, "count", "two or more before a noun")

typedef enum wend_phenomenon {
#define X(name, words, how) WEND_PHENOMENON_##name,
    WEND_PHENOMENON_LIST(X)
#undef X
        WEND_PHENOMENON_COUNT_ALL
} wend_phenomenon;

// The unit of summary series with one value per instruction (wend/data.h).
#define WEND_PHENOMENON_UNIT "times"

WEND_API const char* wend_phenomenon_name(wend_phenomenon phenomenon);

// Counts of one text.
typedef struct wend_phenomena {
    bool known;  // the language is supported; otherwise all counts are 0
    wend_language language;
    int counts[WEND_PHENOMENON_COUNT_ALL];
    int words;         // all
    int different;     // word types, case-insensitive
    int object_words;  // nouns for objects and rooms
} wend_phenomena;

typedef struct wend_phenomena_reader wend_phenomena_reader;  // shared by threads

WEND_API wend_status wend_phenomena_reader_create(wend_phenomena_reader** reader,
                                                  wend_error* error);
WEND_API void wend_phenomena_reader_destroy(wend_phenomena_reader* reader);  // Nullable: reader.

// `language` as for wend_instruction_parse. Only the first 2048 words are read.
// Nullable: language.
WEND_API void wend_phenomena_read(const wend_phenomena_reader* reader, const char* language,
                                  const char* text, wend_phenomena* phenomena);

// The published hand counts in 25 instructions of a data set: "r2r", "hi-IN", "te-IN", "en-IN",
// "en-US". `*share` is the percentage of instructions with the phenomenon, `*mean` the occurrences
// per instruction. False where the paper has no value. [RxR, Table 3]
WEND_API bool wend_phenomenon_published(wend_phenomenon phenomenon, const char* set, double* share,
                                        double* mean);

#ifdef __cplusplus
}
#endif
#endif
