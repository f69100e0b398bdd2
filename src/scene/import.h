// What importers have in common: bounds on memory, pictures, words, and a level for files that know
// of none.
#ifndef WEND_SCENE_IMPORT_H
#define WEND_SCENE_IMPORT_H

#include "scene/builder.h"
#include "scene/load.h"

// What an importer may put into the scene, in bytes: 256 MiB and 64 times the files it was read
// from. A small file that instances, repeats or unpacks itself into something huge ends in
// WEND_LIMIT.
typedef struct import_budget {
    uint64_t spent;
    const import_source* source;
} import_budget;

import_budget import_budget_make(const import_source* source);
wend_status import_spend(import_budget* budget, uint64_t count, uint64_t bytes_each,
                         wend_error* error);

// Says a sentence to def.warn, if there is one.
void import_warn(const wend_import_def* def, const char* format, ...)
    __attribute__((format(printf, 2, 3)));

// Decodes a PNG or JPEG (at most 4096 x 4096 pixels), brings its sides to powers of two up to 1024
// and adds it. Returns the texture (index + 1) and whether most of it is see-through.
typedef struct import_picture {
    uint32_t texture;
    bool has_holes;  // some texel has alpha < 128
    bool is_clear;   // most texels have
} import_picture;
wend_status import_picture_add(scene_builder* b, import_budget* budget, const void* bytes,
                               size_t size, const char* name, import_picture* picture,
                               wend_error* error);
// Sides to powers of two up to 1024, RGBA. `out` is the caller's to free.
wend_status import_resample(const wend_image* in, wend_image* out, wend_error* error);

// A text as an object or material may be called: valid UTF-8, no control characters, at most 100
// bytes. `out` has 104 bytes.
enum { IMPORT_NAME_SIZE = 104 };
void import_clean_name(const char* text, char out[IMPORT_NAME_SIZE]);

// Is it part of the building, a leaf, or small enough to be carried?
uint16_t import_category_flags(wend_category category);
// What a material's name says a thing is made of, or WEND_STUFF_NONE.
wend_stuff import_stuff_guess(const char* material_name);
// The heading of something whose own front is its -z.
float import_heading(const wend_transform* world);

// Gives every object that has none a colour word (of the mean colour its surface has), a material
// word (of its largest part's name) and a size word.
void import_describe(scene_builder* b);
// Adds the one level of a file without levels: its floor is the height with most surface that looks
// up, below the middle of things.
void import_add_level(scene_builder* b);

#endif
