// Words of a language for categories, rooms, colours, materials and ordinals.
#include "language/vocabulary.h"

#include <string.h>

static const char* const codes[WEND_LANGUAGE_COUNT] = {
#define X(name, code) code,
    WEND_LANGUAGE_LIST(X)
#undef X
};

const char* const english_ordinals[VOCABULARY_ORDINALS] = {"",      "first",  "second",
                                                           "third", "fourth", "fifth"};

const char* wend_language_code(wend_language language) { return codes[language]; }

wend_status wend_language_parse(const char* code, wend_language* language, wend_error* error) {
    size_t size = strcspn(code, "-_");
    for (int i = 0; i < WEND_LANGUAGE_COUNT; i++)
        if (size == 2 && strncmp(codes[i], code, 2) == 0) {
            *language = (wend_language)i;
            return WEND_OK;
        }
    return wend_fail(error, WEND_ARGUMENT, "language '%.20s'; there are en, hi and te", code);
}

static const char* vocabulary_text(const char* word) { return word ? word : ""; }

const char* wend_instruction_noun(wend_language language, wend_category category) {
    if (language == WEND_HINDI) return vocabulary_text(hindi_nouns[category].word);
    if (language == WEND_TELUGU) return vocabulary_text(telugu_nouns[category]);
    return category ? wend_category_at(category)->name : "";
}

const char* wend_instruction_room(wend_language language, wend_room_type room) {
    if (language == WEND_HINDI) return vocabulary_text(hindi_rooms[room].word);
    if (language == WEND_TELUGU) return vocabulary_text(telugu_rooms[room]);
    return vocabulary_text(wend_room_type_name(room));
}

const char* vocabulary_color(wend_language language, wend_color color) {
    if (language == WEND_HINDI) return vocabulary_text(hindi_colors[color]);
    if (language == WEND_TELUGU) return vocabulary_text(telugu_colors[color]);
    return wend_color_name(color);
}

const char* vocabulary_material(wend_language language, wend_material_type material) {
    if (language == WEND_HINDI) return vocabulary_text(hindi_materials[material]);
    if (language == WEND_TELUGU) return vocabulary_text(telugu_materials[material]);
    return wend_material_type_name(material);
}

const char* vocabulary_ordinal(wend_language language, int ordinal) {
    return language == WEND_HINDI    ? hindi_ordinals[ordinal]
           : language == WEND_TELUGU ? telugu_ordinals[ordinal]
                                     : english_ordinals[ordinal];
}
