// Library of procedural models: the table of models, their materials, and their construction.
// Models and meshes are created once and shared.
#include "catalog/model.h"

#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "base/letter.h"
#include "catalog/model_table.h"
#include "catalog/sketch.h"
#include "catalog/texture.h"

// ---- the table ----------------------------------------------------------------------------------

// Colour and material packed into one number: initialisers of the table must be constants.
typedef uint16_t model_look;

static uint8_t look_color(model_look look) { return (uint8_t)(look & 255); }
static uint8_t look_material(model_look look) { return (uint8_t)(look >> 8); }

// One shape of a category with its looks (pairs of colour and material).
typedef struct model_row {
    wend_category category;
    void (*draw)(sketch* s);
    int shape;
    wend_vec3 size;  // natural size, metres
    wend_size word;
    bool hangs;
    const model_look* looks;
    int look_count;
} model_row;

#define L(color, material) WEND_COLOR_##color | WEND_MATERIAL_TYPE_##material << 8
#define X(name, function, shape, w, h, d, word, hangs, ...) \
    {WEND_CATEGORY_##name,                                  \
     model_##function,                                      \
     shape,                                                 \
     {w, h, d},                                             \
     WEND_SIZE_##word,                                      \
     hangs,                                                 \
     (const model_look[]){__VA_ARGS__},                     \
     (int)(sizeof((model_look[]){__VA_ARGS__}) / sizeof(model_look))},
static const model_row rows[] = {MODEL_LIST(X)};
#undef X
enum { ROW_COUNT = (int)(sizeof rows / sizeof *rows) };

// Rows of a category are contiguous in the table.
static const model_row* first_row(wend_category category, int* count) {
    const model_row* first = NULL;
    *count = 0;
    for (int i = 0; i < ROW_COUNT; i++)
        if (rows[i].category == category) {
            if (!first) first = &rows[i];
            ++*count;
        }
    return first;
}

int model_shape_count(wend_category category) {
    int count;
    first_row(category, &count);
    return count;
}

int model_variant_count(wend_category category) {
    int shapes, looks = 0;
    const model_row* row = first_row(category, &shapes);
    for (int i = 0; i < shapes; i++) looks = row[i].look_count > looks ? row[i].look_count : looks;
    return shapes * looks;
}

uint32_t model_variant(wend_category category, int shape, uint32_t look) {
    uint32_t shapes = (uint32_t)model_shape_count(category);
    return shapes ? (uint32_t)shape % shapes + look % 65536 * shapes : 0;
}

wend_vec3 model_natural_extent(wend_category category, uint32_t variant) {
    int shapes;
    const model_row* row = first_row(category, &shapes);
    return row ? row[variant % (uint32_t)shapes].size : wend_v3(0, 0, 0);
}

bool model_variant_words(wend_category category, uint32_t variant, model_words* words) {
    int shapes;
    const model_row* row = first_row(category, &shapes);
    *words = (model_words){0};
    if (!row) return false;
    row += variant % (uint32_t)shapes;
    model_look look = row->looks[variant / (uint32_t)shapes % (uint32_t)row->look_count];
    *words = (model_words){look_color(look), look_material(look), row->word, row->hangs};
    return true;
}

// ---- the library --------------------------------------------------------------------------------

// Key of the library: equal keys give the same model.
typedef struct model_key {
    const model_row* row;
    int look;
    uint8_t color, material;
    wend_vec3 extent;
} model_key;

typedef struct library_model {
    model_key key;
    model* model;
} library_model;

// A mesh of the builder, identified by the hash of its content.
typedef struct library_mesh {
    uint64_t hash;
    uint32_t mesh;
} library_mesh;

typedef struct library_material {
    uint32_t rgb, texture, flags, material;
} library_material;

typedef struct library_picture {
    uint32_t kind, variant, texture;
} library_picture;

struct model_library {
    scene_builder* builder;
    float detail;
    arena arena;
    ARRAY_OF(library_model) models;
    ARRAY_OF(library_mesh) meshes;
    ARRAY_OF(library_material) materials;
    ARRAY_OF(library_picture) pictures;
    uint32_t textures[SURFACE_COUNT][TEXTURE_MAX_PATTERNS];  // index + 1; 0: not created yet
    shape_mesh drawing[MODEL_MAX_PARTS];
};

wend_status model_library_create(scene_builder* b, float detail, model_library** library,
                                 wend_error* error) {
    *library = wend_alloc_zero(1, sizeof **library);
    if (!*library)
        return wend_fail(error, WEND_NO_MEMORY, "out of memory for the library of models");
    (*library)->builder = b;
    (*library)->detail = fminf(fmaxf(detail, 0), 4);
    return WEND_OK;
}

void model_library_destroy(model_library* library) {
    if (!library) return;
    for (int i = 0; i < MODEL_MAX_PARTS; i++) shape_mesh_destroy(&library->drawing[i]);
    ARRAY_FREE(&library->models);
    ARRAY_FREE(&library->meshes);
    ARRAY_FREE(&library->materials);
    ARRAY_FREE(&library->pictures);
    arena_destroy(&library->arena);
    wend_free(library);
}

static void* remembered(model_library* library, void* item) {
    if (!item) library->builder->status = WEND_NO_MEMORY;
    return item;
}

// ---- materials ----------------------------------------------------------------------------------

static uint32_t find_material(model_library* library, const char* name,
                              const library_material* wanted) {
    for (size_t i = 0; i < library->materials.count; i++) {
        const library_material* m = &library->materials.items[i];
        if (m->rgb == wanted->rgb && m->texture == wanted->texture && m->flags == wanted->flags)
            return m->material;
    }
    library_material* slot = remembered(library, ARRAY_PUSH(&library->materials));
    if (!slot) return 0;
    *slot = *wanted;
    const uint8_t color[4] = {(uint8_t)(wanted->rgb >> 16), (uint8_t)(wanted->rgb >> 8),
                              (uint8_t)wanted->rgb, 255};
    slot->material =
        scene_builder_material(library->builder, name, color, wanted->texture, wanted->flags);
    return slot->material;
}

static const char* const surface_names[SURFACE_COUNT] = {
#define X(name, word) word,
    SURFACE_LIST(X)
#undef X
};

static uint32_t painted(model_library* library, surface kind, texture_look look, uint32_t flags) {
    uint32_t* texture = &library->textures[kind][look.pattern];
    if (!*texture) *texture = texture_make(library->builder, kind, look.pattern);
    library_material wanted = {look.rgb, *texture, flags, 0};
    return find_material(library, surface_names[kind], &wanted);
}

uint32_t surface_material(model_library* library, surface kind, uint32_t variant,
                          const uint8_t tint[4]) {
    texture_look look = texture_look_at(kind, variant);
    if (tint[0] || tint[1] || tint[2] || tint[3])
        look.rgb = (uint32_t)tint[0] << 16 | (uint32_t)tint[1] << 8 | tint[2];
    return painted(library, kind, look, 0);
}

// ---- parts and materials ------------------------------------------------------------------------

// Pen of the part with this material; adds the part if it is missing.
static shape_pen pen_for(sketch* s, uint32_t material, float repeat) {
    model* m = s->out;
    int part = 0;
    while (part < m->part_count && m->parts[part].material != material) part++;
    if (part == MODEL_MAX_PARTS) {
        s->library->builder->status = WEND_LIMIT;  // the model uses too many materials
        part--;
    } else if (part == m->part_count) {
        m->parts[m->part_count++].material = material;
        shape_mesh_clear(&s->meshes[part]);
    }
    return (shape_pen){
        &s->meshes[part], wend_transform_identity(), s->detail, repeat, false, false};
}

static shape_pen paint_with(sketch* s, surface kind, texture_look look) {
    shape_pen pen = pen_for(s, painted(s->library, kind, look, 0), surface_repeat(kind));
    pen.grain = kind == SURFACE_WOOD || kind == SURFACE_METAL;
    return pen;
}

shape_pen sketch_paint(sketch* s, surface kind, uint32_t rgb) {
    return paint_with(s, kind, (texture_look){rgb, 0});
}

shape_pen sketch_thin(sketch* s, surface kind, uint32_t rgb) {
    uint32_t material =
        painted(s->library, kind, (texture_look){rgb, 0}, WEND_MATERIAL_DOUBLE_SIDED);
    return pen_for(s, material, surface_repeat(kind));
}

static shape_pen picture_pen(sketch* s, picture kind, uint32_t variant, uint32_t rgb) {
    model_library* library = s->library;
    library_picture* found = NULL;
    for (size_t i = 0; i < library->pictures.count && !found; i++) {
        library_picture* p = &library->pictures.items[i];
        if (p->kind == (uint32_t)kind && p->variant == variant) found = p;
    }
    if (!found) {
        found = remembered(library, ARRAY_PUSH(&library->pictures));
        if (!found) return pen_for(s, 0, 1);
        *found = (library_picture){kind, variant, picture_make(library->builder, kind, variant)};
    }
    library_material wanted = {rgb, found->texture, 0, 0};
    shape_pen pen = pen_for(s, find_material(library, "picture", &wanted), 1);
    pen.stretch = true;
    return pen;
}

shape_pen sketch_picture(sketch* s, picture kind, uint32_t variant) {
    return picture_pen(s, kind, variant, 0xFFFFFF);
}

shape_pen sketch_print(sketch* s, picture kind, uint32_t variant) {
    return picture_pen(s, kind, variant, sketch_rgb(s->material, s->color));
}

static const struct {
    surface kind;
    uint32_t dull;  // 0xRRGGBB; colours of the material are mixed with this one, by `share`
    float share;
} material_type_rows[WEND_MATERIAL_TYPE_COUNT] = {
    [WEND_MATERIAL_TYPE_NONE] = {SURFACE_PLAIN, 0xB0ACA4, 0.15f},
    [WEND_MATERIAL_TYPE_PLASTIC] = {SURFACE_PLAIN, 0xB0ACA4, 0.08f},
    [WEND_MATERIAL_TYPE_CERAMIC] = {SURFACE_PLAIN, 0xD8D4CC, 0.10f},
    [WEND_MATERIAL_TYPE_METALLIC] = {SURFACE_METAL, 0x9A9EA2, 0.15f},
    [WEND_MATERIAL_TYPE_WOODEN] = {SURFACE_WOOD, 0xA87C50, 0.08f},
    [WEND_MATERIAL_TYPE_GLASS] = {SURFACE_PLAIN, 0xD8E2E4, 0.12f},
    [WEND_MATERIAL_TYPE_FABRIC] = {SURFACE_FABRIC, 0x6E6862, 0.20f},
    [WEND_MATERIAL_TYPE_LEATHER] = {SURFACE_PLAIN, 0x4A3A30, 0.12f},
    [WEND_MATERIAL_TYPE_PAPER] = {SURFACE_PLAIN, 0xC8BCA4, 0.20f},
    [WEND_MATERIAL_TYPE_STONE] = {SURFACE_MARBLE, 0xA8A49C, 0.20f},
    [WEND_MATERIAL_TYPE_WICKER] = {SURFACE_WICKER, 0xB08C5C, 0.15f},
    [WEND_MATERIAL_TYPE_RUBBER] = {SURFACE_PLAIN, 0x606060, 0.10f},
};

// Wood is stained, not painted: "brown" wood is warmer than the plain colour. 0: no wood colour.
static uint32_t wood_rgb(wend_color color) {
    switch (color) {
        case WEND_COLOR_BROWN:
            return 0x7C4F30;
        case WEND_COLOR_LIGHT_BROWN:
            return 0xBB8D5E;
        case WEND_COLOR_BEIGE:
            return 0xD9BC92;
        case WEND_COLOR_DARK:
            return 0x57402F;
        case WEND_COLOR_BLACK:
            return 0x453F3A;
        case WEND_COLOR_WHITE:
            return 0xEEEAE0;
        case WEND_COLOR_GREY:
            return 0x9C9890;
        default:
            return 0;
    }
}

uint32_t sketch_mix(uint32_t a, uint32_t b, float share_of_b) {
    uint32_t mixed = 0;
    for (int shift = 0; shift < 24; shift += 8) {
        float from = (float)(a >> shift & 255), to = (float)(b >> shift & 255);
        mixed |= (uint32_t)(from + (to - from) * share_of_b + 0.5f) << shift;
    }
    return mixed;
}

uint32_t sketch_rgb(wend_material_type material, wend_color color) {
    static const uint8_t typical[WEND_COLOR_COUNT][3] = {
#define X(name, word, r, g, b, guessed) {r, g, b},
        WEND_COLOR_LIST(X)
#undef X
    };
    if (material == WEND_MATERIAL_TYPE_WOODEN && wood_rgb(color)) return wood_rgb(color);
    const uint8_t* c = typical[color];
    uint32_t rgb = (uint32_t)c[0] << 16 | (uint32_t)c[1] << 8 | c[2];
    return sketch_mix(rgb, material_type_rows[material].dull, material_type_rows[material].share);
}

shape_pen sketch_material(sketch* s, wend_material_type material, wend_color color) {
    surface kind = material_type_rows[material].kind;
    texture_look look = {sketch_rgb(material, color), 0};
    bool stained = color == WEND_COLOR_BROWN || color == WEND_COLOR_LIGHT_BROWN ||
                   color == WEND_COLOR_BEIGE || color == WEND_COLOR_DARK;
    if (material == WEND_MATERIAL_TYPE_WOODEN && !stained) look.pattern = TEXTURE_PAINTED_WOOD;
    // Metal in a metal's colour is brushed; in other colours it is enamelled.
    bool bare = color == WEND_COLOR_SILVER || color == WEND_COLOR_GOLD ||
                color == WEND_COLOR_COPPER || color == WEND_COLOR_GREY;
    if (material == WEND_MATERIAL_TYPE_METALLIC && !bare) kind = SURFACE_PLAIN;
    return paint_with(s, kind, look);
}

shape_pen sketch_main(sketch* s) { return sketch_material(s, s->material, s->color); }

void sketch_place(sketch* s, wend_relation relation, wend_vec3 foot, wend_vec2 area,
                  float clearance) {
    model* m = s->out;
    if (m->surface_count == MODEL_MAX_SURFACES) return;
    m->surfaces[m->surface_count++] =
        (model_surface){.low = {foot.x - area.x / 2, foot.z - area.y / 2},
                        .high = {foot.x + area.x / 2, foot.z + area.y / 2},
                        .y = foot.y,
                        .clearance = clearance,
                        .relation = relation};
}

// ---- from a sketch to a model -------------------------------------------------------------------

static wend_aabb drawn_bounds(const sketch* s) {
    wend_aabb box = wend_aabb_empty();
    for (int i = 0; i < s->out->part_count; i++)
        for (size_t v = 0; v < s->meshes[i].vertices.count; v++)
            box = wend_aabb_add(box, s->meshes[i].vertices.items[v].position);
    return box;
}

static wend_vec3 times(wend_vec3 a, wend_vec3 b) {
    return wend_v3(a.x * b.x, a.y * b.y, a.z * b.z);
}

// Translates and scales the meshes to fill the requested box exactly at every level of detail.
// Without it, a coarse circle is too narrow.
static void fit(sketch* s) {
    wend_aabb box = drawn_bounds(s);
    wend_vec3 drawn = wend_aabb_size(box), middle = wend_aabb_center(box);
    wend_vec3 origin = {middle.x, box.low.y, middle.z}, scale = {1, 1, 1};
    if (drawn.x > 0) scale.x = s->size.x / drawn.x;
    if (drawn.y > 0) scale.y = s->size.y / drawn.y;
    if (drawn.z > 0) scale.z = s->size.z / drawn.z;
    wend_vec3 inverse = {1 / scale.x, 1 / scale.y, 1 / scale.z};
    for (int i = 0; i < s->out->part_count; i++)
        for (size_t k = 0; k < s->meshes[i].vertices.count; k++) {
            shape_vertex* v = &s->meshes[i].vertices.items[k];
            v->position = times(wend_v3_sub(v->position, origin), scale);
            v->normal = wend_v3_normalize(times(v->normal, inverse));
        }
    for (int i = 0; i < s->out->surface_count; i++) {
        model_surface* f = &s->out->surfaces[i];
        f->low = v2((f->low.x - origin.x) * scale.x, (f->low.y - origin.z) * scale.z);
        f->high = v2((f->high.x - origin.x) * scale.x, (f->high.y - origin.z) * scale.z);
        // Rounding must not move a surface out of the box.
        f->y = fminf(fmaxf((f->y - origin.y) * scale.y, 0), s->size.y);
        f->clearance *= scale.y;
    }
    s->out->extent = s->size;
}

// Adds a mesh to the builder unless an equal one exists: a chair in five colours has one mesh.
static uint32_t keep_mesh(model_library* library, const shape_mesh* mesh, const char* name) {
    uint64_t hash = wend_hash(mesh->vertices.items, mesh->vertices.count * sizeof(shape_vertex), 1);
    hash = wend_hash(mesh->indices.items, mesh->indices.count * sizeof(uint32_t), hash);
    for (size_t i = 0; i < library->meshes.count; i++)
        if (library->meshes.items[i].hash == hash) return library->meshes.items[i].mesh;
    library_mesh* slot = remembered(library, ARRAY_PUSH(&library->meshes));
    if (!slot) return 0;
    scene_builder* b = library->builder;
    *slot = (library_mesh){hash, scene_builder_mesh_begin(b, name)};
    for (size_t i = 0; i < mesh->vertices.count; i++) {
        const shape_vertex* v = &mesh->vertices.items[i];
        scene_builder_vertex(b, v->position, v->normal, v->uv);
    }
    for (size_t i = 0; i + 2 < mesh->indices.count; i += 3) {
        const uint32_t* t = mesh->indices.items + i;
        scene_builder_triangle(b, t[0], t[1], t[2]);
    }
    scene_builder_mesh_end(b);
    return slot->mesh;
}

// Builds the model at a level of detail and scales it to its size.
static bool draw_at(model_library* library, const model_key* key, float detail, model* m) {
    const model_row* row = key->row;
    *m = (model){.category = row->category,
                 .color = key->color,
                 .material = key->material,
                 .size = (uint8_t)row->word,
                 .hangs = row->hangs};
    sketch s = {.size = key->extent,
                .shape = row->shape,
                .look = key->look,
                .color = key->color,
                .material = key->material,
                .dyed = key->color != look_color(row->looks[key->look]),
                .detail = detail,
                .out = m,
                .library = library,
                .meshes = library->drawing};
    row->draw(&s);
    bool failed = library->builder->status != WEND_OK;
    for (int i = 0; i < m->part_count; i++) failed |= library->drawing[i].failed;
    if (!failed) fit(&s);
    return !failed;
}

static bool draw_model(model_library* library, const model_key* key, model* m) {
    // Support surfaces always come from the same level of detail, so that the furnishing of a house
    // does not depend on its detail.
    const float usual = 0.5f;
    model places;
    if (!draw_at(library, key, usual, &places)) return false;
    *m = places;
    if (library->detail != usual) {
        if (!draw_at(library, key, library->detail, m)) return false;
        memcpy(m->surfaces, places.surfaces, sizeof m->surfaces);
        m->surface_count = places.surface_count;
    }
    const char* name = wend_category_at(key->row->category)->name;
    int kept = 0;
    for (int i = 0; i < m->part_count; i++) {
        if (!library->drawing[i].indices.count) continue;  // the pen was not used
        m->parts[kept].material = m->parts[i].material;
        m->parts[kept++].mesh = keep_mesh(library, &library->drawing[i], name);
    }
    m->part_count = kept;
    return library->builder->status == WEND_OK;
}

// ---- lookup -------------------------------------------------------------------------------------

static int look_score(model_look look, const model_def* def) {
    return (def->material && look_material(look) == def->material ? 2 : 0) +
           (def->color && look_color(look) == def->color ? 1 : 0);
}

// Returns number `wanted` among the looks that match best: colour and material, else material, else
// colour.
static int choose_look(const model_row* row, const model_def* def, uint32_t wanted) {
    int best = 0, same = 0, look = 0;
    for (int i = 0; i < row->look_count; i++) {
        int score = look_score(row->looks[i], def);
        if (score > best) best = score, same = 0;
        same += score == best;
    }
    for (int left = (int)(wanted % (uint32_t)same); look < row->look_count; look++)
        if (look_score(row->looks[look], def) == best && left-- == 0) break;
    return look;
}

static model_key key_for(const model_row* row, const model_def* def, uint32_t wanted) {
    int look = choose_look(row, def, wanted);
    model_key key = {row, look, look_color(row->looks[look]), look_material(row->looks[look]),
                     row->size};
    if (def->color) key.color = (uint8_t)def->color;
    if (def->material) key.material = (uint8_t)def->material;
    if (def->extent.x > 0) key.extent.x = def->extent.x;
    if (def->extent.y > 0) key.extent.y = def->extent.y;
    if (def->extent.z > 0) key.extent.z = def->extent.z;
    return key;
}

static bool same_key(const model_key* a, const model_key* b) {
    return a->row == b->row && a->look == b->look && a->color == b->color &&
           a->material == b->material && a->extent.x == b->extent.x && a->extent.y == b->extent.y &&
           a->extent.z == b->extent.z;
}

const model* model_library_get(model_library* library, const model_def* def) {
    int shapes;
    const model_row* row = first_row(def->category, &shapes);
    if (!row || library->builder->status != WEND_OK) return NULL;
    row += def->variant % (uint32_t)shapes;
    model_key key = key_for(row, def, def->variant / (uint32_t)shapes);
    for (size_t i = 0; i < library->models.count; i++)
        if (same_key(&library->models.items[i].key, &key)) return library->models.items[i].model;
    model* made = remembered(library, arena_alloc(&library->arena, sizeof *made));
    if (!made || !draw_model(library, &key, made)) {
        if (library->builder->status == WEND_OK) library->builder->status = WEND_NO_MEMORY;
        return NULL;
    }
    library_model* slot = remembered(library, ARRAY_PUSH(&library->models));
    if (slot) *slot = (library_model){key, made};
    return slot ? made : NULL;
}

uint32_t model_place(model_library* library, const model* m, const model_placement* placement) {
    const wend_category_row* category = wend_category_at(m->category);
    char name[64];
    snprintf(name, sizeof name, "%s", category->name);
    for (char* c = name; *c; c++) *c = *c == ' ' ? '_' : letter_lower(*c);
    bool small = category->flags & WEND_CATEGORY_SMALL;
    wend_object fields = {.category = (uint16_t)m->category,
                          .color = m->color,
                          .material = m->material,
                          .size = m->size,
                          .relation = (uint8_t)placement->relation,
                          .flags = small ? WEND_OBJECT_MOVABLE : 0,
                          .support = placement->support,
                          .room = placement->room,
                          .heading = placement->heading};
    uint32_t object = scene_builder_object(library->builder, &fields, name);
    wend_transform at = wend_transform_upright(placement->heading, placement->at);
    for (int i = 0; i < m->part_count; i++)
        scene_builder_instance(library->builder, object, m->parts[i].mesh, m->parts[i].material,
                               at);
    return object;
}
