// Procedural models of objects: each category has several shapes, colours and materials. A library
// belongs to one builder and creates each shape once.
//
// Frame of a model: origin at the centre of its base, +y up, front along -z. Backs (head of a bed,
// back of a sofa or shelf) are at +z, towards the wall.
#ifndef WEND_CATALOG_MODEL_H
#define WEND_CATALOG_MODEL_H

#include "scene/builder.h"

enum { MODEL_MAX_PARTS = 8, MODEL_MAX_SURFACES = 8 };

// A surface of a model that supports other objects: a table top, a shelf board, the floor under a
// bed.
typedef struct model_surface {
    wend_vec2 low, high;     // x and z, in the model's frame
    float y;                 // height of the surface
    float clearance;         // free height above it; INFINITY: open
    wend_relation relation;  // ON, IN or UNDER
} model_surface;

typedef struct model_part {
    uint32_t mesh, material;
} model_part;

typedef struct model {
    wend_category category;
    uint8_t color, material, size;  // wend_color, wend_material_type, wend_size
    wend_vec3 extent;  // its box: x in ±extent.x/2, y in 0…extent.y, z in ±extent.z/2
    model_part parts[MODEL_MAX_PARTS];
    int part_count;
    model_surface surfaces[MODEL_MAX_SURFACES];
    int surface_count;
    bool hangs;  // attached to a wall by its back (+z): painting, mirror, wall cabinet
} model;

// A requested model. Fields that are 0 are chosen by `variant`.
typedef struct model_def {
    wend_category category;
    uint32_t variant;  // any number; taken modulo the number of variants
    wend_color color;
    wend_material_type material;
    wend_vec3 extent;  // metres; 0: natural. Cabinets, counters, rugs, curtains are resized
} model_def;

typedef struct model_library model_library;

// `detail` as in wend_scene_def: tessellation of round shapes.
wend_status model_library_create(scene_builder* b, float detail, model_library** library,
                                 wend_error* error);
void model_library_destroy(model_library* library);  // Nullable: library.

// Shapes differ in form, looks in colour and material. variant % shapes is the shape, variant /
// shapes the look. 0: the category has no model.
int model_shape_count(wend_category category);
int model_variant_count(wend_category category);
uint32_t model_variant(wend_category category, int shape,
                       uint32_t look);  // both modulo their number

// Shapes that the generators select by name; the first of each is the default.
enum {
    MODEL_BED_DOUBLE = 0,
    MODEL_BED_SINGLE,
    MODEL_BED_BUNK,
    MODEL_SINK_KITCHEN = 0,
    MODEL_SINK_PEDESTAL,
    MODEL_SINK_VANITY,
    MODEL_CABINET_WALL = 0,  // on a wall
    MODEL_CABINET_SIDEBOARD,
    MODEL_CABINET_FILES,
    MODEL_SHELF_OPEN = 0,
    MODEL_SHELF_BOOKS,  // mostly filled with books
    MODEL_SHELF_LOW,
    MODEL_SHELF_STEEL,
    MODEL_TELEVISION_STANDING = 0,
    MODEL_TELEVISION_WALL,  // on a wall
    MODEL_TELEVISION_SMALL,
    MODEL_CEILING_LAMP_BOWL = 0,  // on the ceiling
    MODEL_CEILING_LAMP_PENDANT,   // 0.7 m below the ceiling
    MODEL_CEILING_LAMP_PANEL,     // for offices
    MODEL_HOUSE_PLANT_FLOOR = 0,  // the other shapes stand on furniture
    MODEL_CURTAIN_LONG = 0,       // both span the whole width, drawn aside
    MODEL_CURTAIN_SHORT,
    MODEL_WHITEBOARD_STANDING = 0,
    MODEL_WHITEBOARD_WALL,  // on a wall
    MODEL_BENCH_BACK = 0,   // park bench
    MODEL_BENCH_PLAIN,
    MODEL_BUSH_ROUND = 0,
    MODEL_BUSH_HEDGE,
    MODEL_STREET_LAMP_ARM = 0,  // the arm points along -z
    MODEL_STREET_LAMP_LANTERN,
    // People: the look is one of 20 appearances, the same in every pose.
    MODEL_PERSON_STANDING = 0,
    MODEL_PERSON_LYING,  // on the back, head at +z
    MODEL_PERSON_WALKING,
    MODEL_PERSON_SITTING,  // on a seat of height 0.45 m, feet on the floor
};
// Description of a person's appearance (0 to 19).
typedef struct model_person_words {
    wend_color top, trousers;
    bool skirt;        // instead of trousers
    const char* hair;  // "has short brown hair"
} model_person_words;
model_person_words model_person_words_of(int look);

// Natural size of a variant; creates no model.
wend_vec3 model_natural_extent(wend_category category, uint32_t variant);
// Colour, material and size words of a variant; creates no model. False: no such model.
typedef struct model_words {
    wend_color color;
    wend_material_type material;
    wend_size size;
    bool hangs;
} model_words;
bool model_variant_words(wend_category category, uint32_t variant, model_words* words);
// Created at its first use, owned by the library. NULL if there is no such model, or when out of
// memory (reported by the builder).
const model* model_library_get(model_library* library, const model_def* def);

// Adds a model to the scene as one object: base centre at `at`, front towards `heading`. Returns
// its id.
typedef struct model_placement {
    wend_vec3 at;
    float heading;  // radians
    uint32_t room, support;
    wend_relation relation;
} model_placement;
uint32_t model_place(model_library* library, const model* m, const model_placement* placement);

// Procedural materials of buildings and ground. One repeat of the texture covers `surface_repeat`
// metres: uv = metres / surface_repeat. A `tint` of {0, 0, 0, 0} keeps the colour.
#define SURFACE_LIST(X)       \
    X(WOOD, "wood")           \
    X(PARQUET, "parquet")     \
    X(TILE, "tile")           \
    X(CARPET, "carpet")       \
    X(PLASTER, "plaster")     \
    X(BRICK, "brick")         \
    X(FABRIC, "fabric")       \
    X(CONCRETE, "concrete")   \
    X(MARBLE, "marble")       \
    X(METAL, "metal")         \
    X(WICKER, "wicker")       \
    X(ROOF_TILE, "roof tile") \
    X(GRASS, "grass")         \
    X(ASPHALT, "asphalt")     \
    X(PAVING, "paving")       \
    X(LEAVES, "leaves")       \
    X(PLAIN, "plain")

typedef enum surface {
#define X(name, word) SURFACE_##name,
    SURFACE_LIST(X)
#undef X
        SURFACE_COUNT
} surface;

uint32_t surface_material(model_library* library, surface kind, uint32_t variant,
                          const uint8_t tint[4]);
float surface_repeat(surface kind);  // metres one repeat of the texture covers

#endif
