// What a language brings along to tell a walk with.
#ifndef WEND_LANGUAGE_TELL_H
#define WEND_LANGUAGE_TELL_H

#include "base/text.h"

#include "wend/tell.h"

// A phrase may be said where everything it mentions is known. In it:
//   %T the landmark as a phrase needs it after "past", "towards", "near" (Hindi: oblique)
//   %O the landmark one passes (Telugu: accusative, Hindi: with को)
//   %A a landmark that is new to the hearer: "a brown sofa"
//   %K, %V Hindi's के and वाले in the landmark's gender
//   %S its side: "on your left"
//   %R the room, %L in the room, %I into the room, %F out of the room
//   %D the turn: "turn left"
// `dense` says for which manner it is: 0 both, 1 short ones, 2 dense ones.
typedef struct tell_phrase {
    wend_tell_kind kind;
    int dense;
    const char* words;
} tell_phrase;

typedef struct tell_language {
    const char* code;
    const tell_phrase* phrases;
    int phrase_count;
    const char* turns[WEND_TURN_COUNT];
    const char* sides[4];
    const char* links[8];  // before a sentence of the dense manner: "Now"; NULL after the last
    const char* stop;      // what ends a sentence
    const char* (*noun)(wend_category category);
    const char* (*room)(wend_room_type room);
    const char* const* colors;    // [WEND_COLOR_COUNT] NULL: as wend_color_name has them
    const char* const* stuffs;    // [WEND_STUFF_COUNT]
    const char* const* ordinals;  // [6] 1 is the first
    // Puts the landmark for one of T, O, A, K and V; the room for one of R, L, I and F.
    void (*put_landmark)(text_out* out, const wend_landmark* landmark, char as);
    void (*put_room)(text_out* out, wend_room_type room, char as);
} tell_language;

extern const tell_language tell_english, tell_hindi, tell_telugu;

// The words tell has, for who reads.
const char* tell_color_word(wend_language language, wend_color color);  // "": none
const char* tell_stuff_word(wend_language language, wend_stuff stuff);
const char* tell_ordinal_word(wend_language language, int ordinal);

#endif
