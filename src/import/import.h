// Shared by the importers: memory bounds, images, attribute words, and a level for files without
// levels.
#ifndef WEND_IMPORT_IMPORT_H
#define WEND_IMPORT_IMPORT_H

#include "import/import_source.h"
#include "scene/builder.h"

// Max size of an imported scene: 256 MiB plus 64 times the size of the files. A small file that
// expands beyond it (instancing, decompression) is WEND_LIMIT.
typedef struct import_budget {
    uint64_t spent;
    const import_source* source;
} import_budget;

import_budget import_budget_make(const import_source* source);
wend_status import_spend(import_budget* budget, uint64_t count, uint64_t bytes_each,
                         wend_error* error);

// WEND_NO_MEMORY with the path of the source.
wend_status import_no_memory(const import_source* source, wend_error* error);

// Passes a message to def.warn, if set.
void import_warn(const wend_import_def* def, const char* format, ...)
    __attribute__((format(printf, 2, 3)));

// Decodes a PNG or JPEG (at most 4096 x 4096 pixels), scales its sides to powers of two up to 1024
// and adds it. Returns the texture (index + 1) and whether most of it is transparent.
typedef struct import_picture {
    uint32_t texture;
    bool has_holes;  // some texel has alpha < 128
    bool is_clear;   // most texels have alpha < 128
} import_picture;
wend_status import_picture_add(scene_builder* b, import_budget* budget, const void* bytes,
                               size_t size, const char* name, import_picture* picture,
                               wend_error* error);
// Adds an image file that the source references. One that is missing or outside the folder is
// reported to def.warn and gives texture 0 (plain colour): exporters often write absolute paths of
// another machine.
wend_status import_picture_read(const import_source* source, scene_builder* b,
                                import_budget* budget, const char* name, import_picture* picture,
                                wend_error* error);
// Scales to RGBA with sides of powers of two up to 1024. The caller frees `out`.
wend_status import_resample(const wend_image* in, wend_image* out, wend_error* error);

// A colour component in [0, 1] as a byte; values outside are clamped, NaN becomes 0.
uint8_t import_color_byte(float value);
// Flags of a material of OBJ, PLY and DAE files: double-sided, because the orientation of faces is
// missing or unreliable in these formats; glass and cutout by opacity and texture.
uint32_t import_material_flags(float opacity, const import_picture* picture);

// Sanitises the name of an object or material: valid UTF-8, no control characters, at most 100
// bytes. `out` has 104 bytes.
enum { IMPORT_NAME_SIZE = 104 };
void import_clean_name(const char* text, char out[IMPORT_NAME_SIZE]);

// Object flags of a category: structure, door leaf, movable.
uint16_t import_category_flags(wend_category category);
// The material word in the name of a material, or WEND_MATERIAL_TYPE_NONE.
wend_material_type import_material_type_guess(const char* material_name);
// Heading of an object whose front is its local -z.
float import_heading(const wend_transform* world);

// From the unit and the up axis of the file (source->def) to metres and +y up.
wend_transform import_top_transform(const import_source* source);

// Sets missing attributes of objects: colour (mean over the surface), material (name of the largest
// part) and size.
void import_describe(scene_builder* b);
// Adds the level of a file without levels. Its floor is the height with the largest upward surface
// below the middle of the scene.
void import_add_level(scene_builder* b);

#endif
