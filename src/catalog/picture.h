// Procedural images on objects: paintings, rugs, book spines, screens, labels.
#ifndef WEND_CATALOG_PICTURE_H
#define WEND_CATALOG_PICTURE_H

#include "scene/builder.h"

// X(NAME, suffix of the paint function, "words", width, height): pixels, powers of two.
#define PICTURE_LIST(X)                              \
    X(LANDSCAPE, landscape, "landscape", 128, 128)   \
    X(ABSTRACT, abstract, "abstract", 128, 128)      \
    X(FLOWERS, flowers, "flowers", 128, 128)         \
    X(RUG, rug, "rug", 128, 128)                     \
    X(BOOKS, books, "books", 256, 64)                \
    X(COVER, cover, "book cover", 64, 64)            \
    X(SCREEN, screen, "screen", 128, 128)            \
    X(KEYS, keys, "keys", 128, 64)                   \
    X(WRITING, writing, "writing", 256, 128)         \
    X(TIE_DYE, tie_dye, "tie-dye", 128, 128)         \
    X(NEWS, news, "news", 128, 128)                  \
    X(CIRCUIT, circuit, "circuit", 64, 64)           \
    X(CLOCK, clock, "clock", 64, 64)                 \
    X(DIGITS, digits, "digits", 64, 32)              \
    X(LABEL, label, "label", 64, 64)                 \
    X(STRIPES, stripes, "stripes", 64, 64)           \
    X(CHECKS, checks, "checks", 64, 64)              \
    X(BASKETBALL, basketball, "basketball", 128, 64) \
    X(SIGN, sign, "sign", 64, 64)

typedef enum picture {
#define X(name, paint, words, width, height) PICTURE_##name,
    PICTURE_LIST(X)
#undef X
        PICTURE_COUNT
} picture;

// Adds the image to the builder; `variant` selects its content. Returns index + 1, as in
// wend_material.texture.
uint32_t picture_make(scene_builder* b, picture kind, uint32_t variant);

#endif
