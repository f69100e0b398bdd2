// Names of categories, materials, colours and room types, and their lookup. Lookups are linear and
// ignore case and punctuation.
#include "wend/category.h"

#include <stdio.h>
#include <string.h>

#include "base/color.h"
#include "base/letter.h"

static const wend_category_row rows[WEND_CATEGORY_COUNT] = {
#define X(name, words, mpcat, ivln, thor, flags) \
    {words, thor, WEND_MPCAT_##mpcat, WEND_IVLN_##ivln, flags},
    WEND_CATEGORY_LIST(X)
#undef X
};

static const char* const mpcat_names[] = {
#define X(name, word) word,
    WEND_MPCAT_LIST(X)
#undef X
};
static const char* const ivln_names[] = {
#define X(name, word) word,
    WEND_IVLN_LIST(X)
#undef X
};
static const char* const material_type_names[] = {
#define X(name, word) word,
    WEND_MATERIAL_TYPE_LIST(X)
#undef X
};
static const char* const size_names[] = {
#define X(name, word) word,
    WEND_SIZE_LIST(X)
#undef X
};
static const char* const room_type_names[] = {
#define X(name, word) word,
    WEND_ROOM_TYPE_LIST(X)
#undef X
};

typedef struct color_row {
    const char* name;
    uint8_t rgb[3];
    bool guessed;
} color_row;

static const color_row colors[] = {
#define X(name, word, r, g, b, guessed) {word, {r, g, b}, guessed},
    WEND_COLOR_LIST(X)
#undef X
};

// Names of categories in other datasets and in asset files.
typedef struct synonym {
    const char* word;
    wend_category category;
} synonym;

static const synonym synonyms[] = {
    {"ac", WEND_CATEGORY_OBJECT},
    {"aircon", WEND_CATEGORY_OBJECT},
    {"ball", WEND_CATEGORY_BASKETBALL},
    {"basket", WEND_CATEGORY_LAUNDRY_HAMPER},
    {"bath", WEND_CATEGORY_BATHTUB},
    {"bedside table", WEND_CATEGORY_NIGHTSTAND},
    {"bin", WEND_CATEGORY_GARBAGE_CAN},
    {"bookcase", WEND_CATEGORY_SHELF},
    {"bookshelf", WEND_CATEGORY_SHELF},
    {"carpet", WEND_CATEGORY_RUG},
    {"chest of drawers", WEND_CATEGORY_DRESSER},
    {"coat rack", WEND_CATEGORY_FURNITURE},
    {"computer", WEND_CATEGORY_DESKTOP},
    {"cooking bench", WEND_CATEGORY_COUNTER},
    {"couch", WEND_CATEGORY_SOFA},
    {"cupboard", WEND_CATEGORY_CABINET},
    {"cylinder red", WEND_CATEGORY_CYLINDER_RED},
    {"cylinder green", WEND_CATEGORY_CYLINDER_GREEN},
    {"cylinder blue", WEND_CATEGORY_CYLINDER_BLUE},
    {"cylinder yellow", WEND_CATEGORY_CYLINDER_YELLOW},
    {"cylinder white", WEND_CATEGORY_CYLINDER_WHITE},
    {"cylinder pink", WEND_CATEGORY_CYLINDER_PINK},
    {"cylinder black", WEND_CATEGORY_CYLINDER_BLACK},
    {"cylinder cyan", WEND_CATEGORY_CYLINDER_CYAN},
    {"deskchair", WEND_CATEGORY_OFFICE_CHAIR},
    {"fitness equipment", WEND_CATEGORY_DUMBBELL},
    {"flower", WEND_CATEGORY_HOUSE_PLANT},
    {"handle", WEND_CATEGORY_OBJECT},
    {"hood", WEND_CATEGORY_RANGE_HOOD},
    {"kitchen cabinet", WEND_CATEGORY_CABINET},
    {"kitchen table", WEND_CATEGORY_DINING_TABLE},
    {"kitchen utensils", WEND_CATEGORY_OBJECT},
    {"lamp", WEND_CATEGORY_FLOOR_LAMP},
    {"chandelier", WEND_CATEGORY_CEILING_LAMP},
    {"light", WEND_CATEGORY_CEILING_LAMP},
    {"night stand", WEND_CATEGORY_NIGHTSTAND},
    {"person", WEND_CATEGORY_PERSON},
    {"phone", WEND_CATEGORY_CELL_PHONE},
    {"photo", WEND_CATEGORY_PAINTING},
    {"picture", WEND_CATEGORY_PAINTING},
    {"portrait", WEND_CATEGORY_PAINTING},
    {"plant", WEND_CATEGORY_HOUSE_PLANT},
    {"poster", WEND_CATEGORY_PAINTING},
    {"potted plant", WEND_CATEGORY_HOUSE_PLANT},
    {"reading desk", WEND_CATEGORY_DESK},
    {"refrigerator", WEND_CATEGORY_FRIDGE},
    {"roof", WEND_CATEGORY_ROOF},
    {"seating", WEND_CATEGORY_BENCH},
    {"shelving", WEND_CATEGORY_SHELF},
    {"shoe rack", WEND_CATEGORY_SHELF},
    {"sofa chair", WEND_CATEGORY_ARMCHAIR},
    {"stair", WEND_CATEGORY_STAIRS},
    {"tableware", WEND_CATEGORY_PLATE},
    {"trash", WEND_CATEGORY_GARBAGE_CAN},
    {"trash can", WEND_CATEGORY_GARBAGE_CAN},
    {"tv", WEND_CATEGORY_TELEVISION},
    {"tv cabinet", WEND_CATEGORY_TV_STAND},
    {"tv monitor", WEND_CATEGORY_TELEVISION},
    {"wash basin", WEND_CATEGORY_SINK},
    {"wooden toy plane", WEND_CATEGORY_TOY_AIRPLANE},
};

enum { SYNONYM_COUNT = sizeof synonyms / sizeof *synonyms };

const wend_category_row* wend_category_at(wend_category category) {
    return &rows[(unsigned)category < WEND_CATEGORY_COUNT ? category : WEND_CATEGORY_NONE];
}

#define NAME_OF(names, index) \
    ((unsigned)(index) < sizeof(names) / sizeof *(names) ? (names)[index] : "")

const char* wend_mpcat_name(wend_mpcat mpcat) { return NAME_OF(mpcat_names, mpcat); }
const char* wend_ivln_name(wend_ivln ivln) { return NAME_OF(ivln_names, ivln); }
const char* wend_material_type_name(wend_material_type material) {
    return NAME_OF(material_type_names, material);
}
const char* wend_size_name(wend_size size) { return NAME_OF(size_names, size); }
const char* wend_room_type_name(wend_room_type type) { return NAME_OF(room_type_names, type); }
const char* wend_color_name(wend_color color) {
    return (unsigned)color < WEND_COLOR_COUNT ? colors[color].name : "";
}

// Compares letters and digits only and ignores case: "TVStand", "tv_stand" and "TV stand" are
// equal.
static bool same_word(const char* a, const char* b) {
    for (;;) {
        while (*a && !letter_is_alnum(*a)) a++;
        while (*b && !letter_is_alnum(*b)) b++;
        if (letter_lower(*a) != letter_lower(*b)) return false;
        if (!*a) return true;
        a++;
        b++;
    }
}

static int find_word(const char* const* names, int count, const char* word) {
    for (int i = 0; i < count; i++)
        if (*names[i] && same_word(names[i], word)) return i;
    return 0;
}

#define FIND(names, word) find_word(names, (int)(sizeof(names) / sizeof *(names)), word)

wend_material_type wend_material_type_find(const char* word) {
    return (wend_material_type)FIND(material_type_names, word);
}
wend_size wend_size_find(const char* word) { return (wend_size)FIND(size_names, word); }
wend_room_type wend_room_type_find(const char* name) {
    return (wend_room_type)FIND(room_type_names, name);
}

wend_color wend_color_find(const char* word) {
    for (int i = 1; i < WEND_COLOR_COUNT; i++)
        if (same_word(colors[i].name, word)) return (wend_color)i;
    return same_word(word, "golden") ? WEND_COLOR_GOLD
           : same_word(word, "gray") ? WEND_COLOR_GREY
                                     : WEND_COLOR_NONE;
}

// The first category whose mpcat40 class has this name: "chest_of_drawers" is a dresser.
static wend_category find_mpcat(const char* name) {
    int mpcat = FIND(mpcat_names, name);
    for (int i = 1; mpcat && i < WEND_CATEGORY_COUNT; i++)
        if (rows[i].mpcat == (wend_mpcat)mpcat) return (wend_category)i;
    return WEND_CATEGORY_NONE;
}

wend_category wend_category_find(const char* name) {
    if (!*name) return WEND_CATEGORY_NONE;
    for (int i = 1; i < WEND_CATEGORY_COUNT; i++)
        if (same_word(rows[i].name, name) || (*rows[i].thor && same_word(rows[i].thor, name)))
            return (wend_category)i;
    for (int i = 0; i < SYNONYM_COUNT; i++)
        if (same_word(synonyms[i].word, name)) return synonyms[i].category;
    return find_mpcat(name);
}

// Lower-case words of a node name. Words end at separators, at digits, and before an upper-case
// letter that follows a lower-case one. "SM_CoffeeTable_03" becomes {"sm", "coffee", "table"}.
typedef struct word_list {
    char words[16][32];
    int count;
} word_list;

static word_list split_words(const char* name) {
    word_list list = {0};
    int length = 0;
    for (const char* p = name;; p++) {
        bool letter = letter_is_alpha(*p);
        bool hump = letter && letter_is_upper(*p) && p > name && letter_is_lower(p[-1]);
        if (length && (!letter || hump)) {
            list.words[list.count++][length] = 0;
            length = 0;
        }
        if (!*p || list.count == 16) return list;
        if (letter && length < 31) list.words[list.count][length++] = letter_lower(*p);
    }
}

wend_category wend_category_guess(const char* node_name) {
    word_list list = split_words(node_name);
    for (int length = list.count < 4 ? list.count : 4; length > 0; length--)
        for (int first = list.count - length; first >= 0; first--) {  // the noun is last
            char joined[160] = "";
            for (int i = 0; i < length; i++)
                snprintf(joined + strlen(joined), sizeof joined - strlen(joined), "%s ",
                         list.words[first + i]);
            wend_category found = wend_category_find(joined);
            if (found) return found;
            size_t end = strlen(joined);  // plural: "chairs" matches "chair"
            if (end > 3 && joined[end - 2] == 's') {
                joined[end - 2] = 0;
                found = wend_category_find(joined);
                if (found) return found;
            }
        }
    return WEND_CATEGORY_NONE;
}

// ---- perceptual colours ------------------------------------------------------------------------

typedef struct lab {
    float l, a, b;
} lab;

static float category_lab_curve(float t) {
    return t > 0.008856f ? cbrtf(t) : 7.787f * t + 16.0f / 116;
}

static lab to_lab(uint8_t red, uint8_t green, uint8_t blue) {  // CIE 1976, D65
    float r = color_to_linear(red), g = color_to_linear(green), b = color_to_linear(blue);
    float x = category_lab_curve((0.4124f * r + 0.3576f * g + 0.1805f * b) / 0.9505f);
    float y = category_lab_curve(0.2126f * r + 0.7152f * g + 0.0722f * b);
    float z = category_lab_curve((0.0193f * r + 0.1192f * g + 0.9505f * b) / 1.089f);
    return (lab){116 * y - 16, 500 * (x - y), 200 * (y - z)};
}

wend_color wend_color_guess(uint8_t red, uint8_t green, uint8_t blue) {
    lab seen = to_lab(red, green, blue);
    wend_color best = WEND_COLOR_NONE;
    float nearest = INFINITY;
    for (int i = 1; i < WEND_COLOR_COUNT; i++) {
        if (!colors[i].guessed) continue;
        lab c = to_lab(colors[i].rgb[0], colors[i].rgb[1], colors[i].rgb[2]);
        // Hue is weighted more than lightness: a dark red is red, not brown.
        float dl = 0.6f * (seen.l - c.l), da = seen.a - c.a, db = seen.b - c.b;
        float distance = dl * dl + da * da + db * db;
        if (distance >= nearest) continue;
        nearest = distance;
        best = (wend_color)i;
    }
    return best;
}
