// Words of English, Hindi and Telugu for categories, rooms, colours, materials and ordinals. The
// parser and the generator of instructions (src/make/realize.c) share only these; grammar, phrases
// and synonyms are separate.
#ifndef WEND_LANGUAGE_VOCABULARY_H
#define WEND_LANGUAGE_VOCABULARY_H

#include "wend/language.h"

enum { VOCABULARY_ORDINALS = 6 };  // 1 is "first", 5 "fifth"; 0 is ""

// Each is "" where the language has no word.
const char* vocabulary_color(wend_language language, wend_color color);
const char* vocabulary_material(wend_language language, wend_material_type material);
const char* vocabulary_ordinal(wend_language language, int ordinal);

// A noun with its gender. Before a postposition every word in -ा of a masculine noun ends in -े
// ("शॉवर का परदा", "शॉवर के परदे"); adjectives in -ा follow gender and case.
typedef struct hindi_noun {
    const char* word;
    char gender;          // 'm' or 'f'
    const char* oblique;  // NULL: by the rule
} hindi_noun;

// NULL, or a NULL word, where there is none. English names are those of wend/category.h.
extern const char* const english_ordinals[VOCABULARY_ORDINALS];

extern const hindi_noun hindi_nouns[WEND_CATEGORY_COUNT];
extern const hindi_noun hindi_rooms[WEND_ROOM_TYPE_COUNT];
extern const char* const hindi_colors[WEND_COLOR_COUNT];
extern const char* const hindi_materials[WEND_MATERIAL_TYPE_COUNT];
extern const char* const hindi_ordinals[VOCABULARY_ORDINALS];

extern const char* const telugu_nouns[WEND_CATEGORY_COUNT];
extern const char* const telugu_rooms[WEND_ROOM_TYPE_COUNT];
extern const char* const telugu_colors[WEND_COLOR_COUNT];
extern const char* const telugu_materials[WEND_MATERIAL_TYPE_COUNT];
extern const char* const telugu_ordinals[VOCABULARY_ORDINALS];

#endif
