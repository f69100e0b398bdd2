// Models of things, made by code: each category has several variants, and comes in colours and
// materials. The library belongs to one builder and makes each shape once.
//
// A model stands in its own frame: the floor point under its middle is the origin, +y is up, its
// front looks along -z. A bed's head, a sofa's and a shelf's back are at +z, towards the wall.
#ifndef WEND_SCENE_MODEL_H
#define WEND_SCENE_MODEL_H

#include "scene/builder.h"

enum { MODEL_MAX_PARTS = 8, MODEL_MAX_SURFACES = 8 };

// A place of a model where other things can stand: a table top, a shelf's boards, under the bed.
typedef struct model_surface {
    wend_vec2 low, high;     // x and z, in the model's frame
    float y;                 // height things stand at
    float clearance;         // free height above it; INFINITY if open
    wend_relation relation;  // ON, IN or UNDER
} model_surface;

typedef struct model_part {
    uint32_t mesh, material;
} model_part;

typedef struct model {
    wend_category category;
    uint8_t color, stuff, size;  // the words for it: wend_color, wend_stuff, wend_size
    wend_vec3 extent;            // its box: x in ±extent.x/2, y in 0…extent.y, z in ±extent.z/2
    model_part parts[MODEL_MAX_PARTS];
    int part_count;
    model_surface surfaces[MODEL_MAX_SURFACES];
    int surface_count;
    bool hangs;  // fixed to a wall by its back (+z): painting, mirror, wall cabinet
} model;

// What is asked for. 0 means "as it comes": the library then chooses by `variant`.
typedef struct model_def {
    wend_category category;
    uint32_t variant;  // any number; taken modulo the variants there are
    wend_color color;
    wend_stuff stuff;
    wend_vec3 extent;  // metres; 0 in an axis: natural. Cabinets, counters, rugs, curtains stretch
} model_def;

typedef struct model_library model_library;

// `detail` as in wend_scene_def: how finely round things are divided.
wend_status model_library_create(scene_builder* b, float detail, model_library** library,
                                 wend_error* error);
void model_library_destroy(model_library* library);  // Nullable: library.

// Shapes differ in form, looks in colour and material: variant % shapes is the shape, variant /
// shapes the look. 0: there is no model of this category.
int model_shape_count(wend_category category);
int model_variant_count(wend_category category);
uint32_t model_variant(wend_category category, int shape,
                       uint32_t look);  // both modulo their number

// Shapes that those who place things want to choose; the first of each is the usual one.
enum {
    MODEL_BED_DOUBLE = 0,
    MODEL_BED_SINGLE,
    MODEL_BED_BUNK,
    MODEL_SINK_KITCHEN = 0,
    MODEL_SINK_PEDESTAL,
    MODEL_SINK_VANITY,
    MODEL_CABINET_WALL = 0,  // hangs
    MODEL_CABINET_SIDEBOARD,
    MODEL_CABINET_FILES,
    MODEL_SHELF_OPEN = 0,
    MODEL_SHELF_BOOKS,  // mostly full of books
    MODEL_SHELF_LOW,
    MODEL_SHELF_STEEL,
    MODEL_TELEVISION_STANDING = 0,
    MODEL_TELEVISION_WALL,  // hangs
    MODEL_TELEVISION_SMALL,
    MODEL_CEILING_LAMP_BOWL = 0,  // under the ceiling
    MODEL_CEILING_LAMP_PENDANT,   // 0.7 m below it
    MODEL_CEILING_LAMP_PANEL,     // an office's
    MODEL_HOUSE_PLANT_FLOOR = 0,  // the others stand on things
    MODEL_CURTAIN_LONG = 0,       // both reach over the whole width, drawn aside
    MODEL_CURTAIN_SHORT,
    MODEL_WHITEBOARD_STANDING = 0,
    MODEL_WHITEBOARD_WALL,  // hangs
    MODEL_BENCH_BACK = 0,   // for parks
    MODEL_BENCH_PLAIN,
    MODEL_BUSH_ROUND = 0,
    MODEL_BUSH_HEDGE,
    MODEL_STREET_LAMP_ARM = 0,  // reaches out along -z
    MODEL_STREET_LAMP_LANTERN,
    // People: the look is one of 20 appearances, the same in every pose.
    MODEL_PERSON_STANDING = 0,
    MODEL_PERSON_LYING,  // on the back, head at +z
    MODEL_PERSON_WALKING,
    MODEL_PERSON_SITTING,  // on something 0.45 m high; feet on the floor
};
// What one says of a person's looks (0 to 19).
typedef struct model_person_words {
    wend_color top, trousers;
    bool skirt;        // instead of trousers
    const char* hair;  // "has short brown hair"
} model_person_words;
model_person_words model_person_words_of(int look);

// The size a variant has when none is asked for. Makes nothing.
wend_vec3 model_natural_extent(wend_category category, uint32_t variant);
// The words for a variant: colour, material, size. Makes nothing. False: no such model.
typedef struct model_words {
    wend_color color;
    wend_stuff stuff;
    wend_size size;
    bool hangs;
} model_words;
bool model_variant_words(wend_category category, uint32_t variant, model_words* words);
// Made on first use, kept as long as the library. NULL when there is no such model or no memory
// (which the builder remembers).
const model* model_library_get(model_library* library, const model_def* def);

// Puts a model into the world as one object: feet at `at`, front towards `heading`. Returns its id.
typedef struct model_placement {
    wend_vec3 at;
    float heading;  // radians
    uint32_t room, support;
    wend_relation relation;
} model_placement;
uint32_t model_place(model_library* library, const model* m, const model_placement* placement);

// Materials for the building itself and the ground, made by code. One repeat of the texture covers
// `surface_repeat` metres: uv = metres / surface_repeat. A `tint` of {0, 0, 0, 0} leaves its
// colour.
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
