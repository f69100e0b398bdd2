// Telling a walk: what one does and sees on it, as a person would say it in English, Hindi or
// Telugu.
//
// Who calls knows the walk and its landmarks and hands them over as steps; the sentences come from
// tables of phrases, one for each language (src/language/tell_*.c), with the language's own
// grammar: gender and oblique case in Hindi, case endings in Telugu, articles in English.
#ifndef WEND_TELL_H
#define WEND_TELL_H

#include "wend/base.h"
#include "wend/category.h"

#ifdef __cplusplus
extern "C" {
#endif

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
WEND_API wend_status wend_language_find(const char* code, wend_language* language,
                                        wend_error* error);
WEND_API const char* wend_language_code(wend_language language);

// Where something is, seen by who walks.
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

// Where a thing is by another one.
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

// Which of two of a kind; all but the first two by where one stands.
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

// How something that has just been mentioned is taken up again.
typedef enum wend_again {
    WEND_AGAIN_NOT,
    WEND_AGAIN_IT,    // "it"
    WEND_AGAIN_THAT,  // "that sofa"
} wend_again;

// A landmark and what tells it from others of its kind.
typedef struct wend_landmark {
    wend_category category;  // NONE: there is none
    wend_color color;        // NONE: not said
    wend_stuff stuff;        // NONE: not said
    wend_choice choice;      // which of the two there are; NONE: not said
    int ordinal;             // 1: the first, … 5, of those on its side, as one goes; 0: not said
    wend_side side;
    int count;  // 2 … 4: so many of them, where they are new to the hearer; else one
    wend_again again;
    wend_placing placing;  // by the anchor; NONE: not said
    wend_category anchor;
    wend_color anchor_color;
} wend_landmark;

// X(NAME, what is done)
#define WEND_TELL_LIST(X)                                                                    \
    X(BEGIN, "where one stands: room, landmark")                                             \
    X(TURN, "turn; landmark that is ahead then")                                             \
    X(FORWARD, "straight on; landmark one walks towards")                                    \
    X(PASS, "past a landmark")                                                               \
    X(DOOR, "through a door, into a room; landmark: the door, a DOORFRAME: an open doorway") \
    X(LEAVE, "out of a room")                                                                \
    X(UP, "up the stairs")                                                                   \
    X(DOWN, "down the stairs")                                                               \
    X(SEE, "a check: landmark that is seen now, or the room one is in")                      \
    X(STOP, "where to stop: beside a landmark, in a room")

typedef enum wend_tell_kind {
#define X(name, what) WEND_TELL_##name,
    WEND_TELL_LIST(X)
#undef X
        WEND_TELL_COUNT
} wend_tell_kind;

typedef struct wend_tell_step {
    wend_tell_kind kind;
    wend_turn turn;
    wend_room_type room;  // UNKNOWN: not said
    wend_landmark landmark;
    bool reach;  // FORWARD: one comes to stand at the landmark
} wend_tell_step;

typedef struct wend_tell_def {
    wend_language language;
    bool dense;    // RxR's manner: links between the sentences, "you are", "now"; default false
    wend_rng rng;  // which of several ways to say it
} wend_tell_def;

// The steps as text, ended by NUL. Steps that are done one after the other may share a sentence, as
// the language joins them; no way of saying a thing is used again before the others were. `starts`,
// if not NULL, is filled with where in the text each step's words begin, so that words can be
// timed. WEND_LIMIT when `size` bytes are not enough.
WEND_API wend_status wend_tell(const wend_tell_def* def, const wend_tell_step* steps, int count,
                               char* text, size_t size, size_t* starts, wend_error* error);

// The words a language has for things, for texts and for who reads them. "" where it has none.
WEND_API const char* wend_tell_noun(wend_language language, wend_category category);
WEND_API const char* wend_tell_room(wend_language language, wend_room_type room);

#ifdef __cplusplus
}
#endif
#endif
