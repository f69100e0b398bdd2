// What a language brings along to tell a walk with.
#ifndef WEND_LANGUAGE_TELL_H
#define WEND_LANGUAGE_TELL_H

#include "base/text.h"

#include "wend/tell.h"

// A phrase may be said where everything it mentions is known. In it:
//   %T the landmark as a phrase needs it after "past", "towards", "near" (Hindi: oblique)
//   %O the landmark one passes (Telugu: accusative, Hindi: with को)
//   %U the same as %T, of a landmark one comes to stand at
//   %A a landmark that is new to the hearer: "a brown sofa", "two chairs"
//   %H, %G "is" and "can be seen", as many and of the gender that %A is
//   %K, %V Hindi's के and वाले in the landmark's gender
//   %S its side: "on your left"
//   %M the same in a command (Hindi: "अपने", not "आपके")
//   %R the room, %L in the room, %I into the room, %F out of the room
//   %D the turn: "turn left"
// `dense` says for which manner it is: 0 both, 1 short ones, 2 dense ones.
typedef struct tell_phrase {
    wend_tell_kind kind;
    int dense;
    const char* words;
} tell_phrase;

// How the last words of a step change when the next one follows in the same sentence: "मुड़ें" to
// "मुड़कर", "తిరగండి" to "తిరిగి".
typedef struct tell_joint {
    const char* last;
    const char* joined;
} tell_joint;

enum { TELL_TURN_WAYS = 3 };

typedef struct tell_language {
    const char* code;
    const tell_phrase* phrases;
    int phrase_count;
    const char* turns[WEND_TURN_COUNT][TELL_TURN_WAYS];  // NULL after the last
    bool plain_turns;  // towards a landmark only the first, where "towards" is not said twice
    const char* sides[4];
    const char* own_sides[4];  // in a command
    const char* links[8];      // before a sentence; all but the first only after something was done
    const char* stop;          // what ends a sentence
    // Two steps of a sentence: the first in its joined form, if the language has them (and the
    // second too before a third, if it chains); else with these words between them.
    const tell_joint* joints;  // until last is NULL. Nullable
    bool chains;
    const char* between[2];
    const char* (*noun)(wend_category category);
    const char* (*room)(wend_room_type room);
    const char* const* colors;    // [WEND_COLOR_COUNT] NULL: as wend_color_name has them
    const char* const* stuffs;    // [WEND_STUFF_COUNT]
    const char* const* ordinals;  // [6] 1 is the first
    // Puts the landmark for one of T, O, A, H, G, K and V; the room for one of R, L, I and F.
    // `voice` is that of the speaker: which of two words for a thing it has, in all of a text.
    void (*put_landmark)(text_out* out, const wend_landmark* landmark, char as, uint32_t voice);
    void (*put_room)(text_out* out, wend_room_type room, char as, uint32_t voice);
} tell_language;

extern const tell_language tell_english, tell_hindi, tell_telugu;

// The words tell has, for who reads.
const char* tell_color_word(wend_language language, wend_color color);  // "": none
const char* tell_stuff_word(wend_language language, wend_stuff stuff);
const char* tell_ordinal_word(wend_language language, int ordinal);

#endif
