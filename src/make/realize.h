// Surface realisation: the phrases and grammar of a language for instructions.
#ifndef WEND_MAKE_REALIZE_H
#define WEND_MAKE_REALIZE_H

#include "wend/files.h"
#include "wend/make.h"

// A phrase is usable for a step that has everything it mentions. Placeholders:
//   %T the landmark as a phrase needs it after "past", "towards", "near" (Hindi: oblique)
//   %O the landmark as an object (Telugu: accusative, Hindi: with को)
//   %U as %T, for a landmark that is reached
//   %A the landmark at its first mention: "a brown sofa", "two chairs"
//   %H, %G "is" and "can be seen" in number and gender of %A
//   %K, %V Hindi's के and वाले in the landmark's gender
//   %S its side: "on your left"
//   %M its side in an imperative (Hindi: "अपने", not "आपके")
//   %R the room, %L in the room, %I into the room, %F out of the room
//   %D the turn: "turn left"
// `dense` selects the style: 0 both, 1 short (R2R), 2 dense (RxR).
typedef struct realize_phrase {
    wend_step_kind kind;
    int dense;
    const char* words;
} realize_phrase;

// The form of a final verb when another step follows in the sentence: "मुड़ें" becomes "मुड़कर",
// "తిరగండి" becomes "తిరిగి".
typedef struct realize_joint {
    const char* last;
    const char* joined;
} realize_joint;

enum { REALIZE_TURN_FORMS = 3 };

typedef struct realize_language {
    wend_language language;
    const realize_phrase* phrases;
    int phrase_count;
    const char* turns[WEND_TURN_COUNT][REALIZE_TURN_FORMS];  // NULL after the last
    bool plain_turns;  // with a landmark only the first form, to avoid "towards" twice
    const char* sides[4];
    const char* own_sides[4];  // in an imperative
    const char* links[8];      // sentence openers; all but the first follow a step that moves
    const char* stop;          // full stop
    // Steps of one sentence: the first in its joined form if there is one (with `chains`, the
    // second before a third too), otherwise with a conjunction of `between`.
    const realize_joint* joints;  // ends with last NULL. Nullable
    bool chains;
    const char* between[2];
    // Write the landmark for T, O, A, H, G, K or V, and the room for R, L, I or F. The bits of
    // `voice` select between synonyms, constant within a text.
    void (*put_landmark)(wend_text_out* out, const wend_landmark* landmark, char as,
                         uint32_t voice);
    void (*put_room)(wend_text_out* out, wend_room_type room, char as, uint32_t voice);
} realize_language;

extern const realize_language realize_english, realize_hindi, realize_telugu;

#endif
