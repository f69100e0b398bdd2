#include "catalog/model.h"
#include "catalog/sketch.h"
#include "test.h"

// ---- looking at every model ---------------------------------------------------------------------

typedef void (*look_function)(const scene_builder* b, const model* m);

// Calls `look` for the first `variants` variants of every category.
static void for_each_of(float detail, int (*variants)(wend_category), look_function look) {
    wend_error error;
    scene_builder b = scene_builder_make();
    model_library* library;
    CHECK_OK(model_library_create(&b, detail, &library, &error));
    for (int c = 1; c < WEND_CATEGORY_COUNT; c++) {
        int count = variants((wend_category)c);
        for (int i = 0; i < count; i++) {
            model_def def = {.category = (wend_category)c, .variant = (uint32_t)i};
            const model* m = model_library_get(library, &def);
            if (!m)
                test_fail(__FILE__, __LINE__, "no %s %d", wend_category_at(def.category)->name, i);
            look(&b, m);
        }
    }
    CHECK_INT(b.status, WEND_OK);
    model_library_destroy(library);
    scene_builder_destroy(&b);
}

// Every shape once.
static void for_each_model(float detail, look_function look) {
    for_each_of(detail, model_shape_count, look);
}

#define FAIL_OF(m, ...)                                                                        \
    do {                                                                                       \
        char words[160];                                                                       \
        snprintf(words, sizeof words, __VA_ARGS__);                                            \
        test_fail(__FILE__, __LINE__, "%s: %s", wend_category_at((m)->category)->name, words); \
    } while (0)

typedef struct triangle {
    wend_vec3 at[3], normals[3], face;  // face: unit normal by the winding
    int part;
} triangle;

typedef struct soup {
    triangle* items;
    size_t count;
} soup;

static soup triangles_of(const scene_builder* b, const model* m) {
    soup all = {NULL, 0};
    for (int p = 0; p < m->part_count; p++) {
        const wend_mesh* mesh = &b->meshes.items[m->parts[p].mesh];
        all.items = realloc(all.items, (all.count + mesh->index_count / 3) * sizeof *all.items);
        for (uint32_t i = 0; i < mesh->index_count; i += 3) {
            triangle* t = &all.items[all.count++];
            for (int k = 0; k < 3; k++) {
                uint32_t v = mesh->first_vertex + b->indices.items[mesh->first_index + i + k];
                t->at[k] = b->positions.items[v];
                t->normals[k] = b->normals.items[v];
            }
            t->face = wend_v3_normalize(
                wend_v3_cross(wend_v3_sub(t->at[1], t->at[0]), wend_v3_sub(t->at[2], t->at[0])));
            t->part = p;
        }
    }
    return all;
}

static bool is_thin(const scene_builder* b, const model* m, int part) {
    return b->materials.items[m->parts[part].material].flags & WEND_MATERIAL_DOUBLE_SIDED;
}

// ---- form ---------------------------------------------------------------------------------------

static void fills_its_box(const scene_builder* b, const model* m) {
    wend_aabb box = wend_aabb_empty();
    for (int i = 0; i < m->part_count; i++)
        box = wend_aabb_join(box, b->meshes.items[m->parts[i].mesh].bounds);
    wend_vec3 e = m->extent;
    const float wanted[6] = {-e.x / 2, 0, -e.z / 2, e.x / 2, e.y, e.z / 2};
    const float got[6] = {box.low.x, box.low.y, box.low.z, box.high.x, box.high.y, box.high.z};
    for (int i = 0; i < 6; i++)
        if (!(fabsf(wanted[i] - got[i]) < 1e-5f))
            FAIL_OF(m, "side %d at %g, not %g", i, got[i], wanted[i]);
}

TEST(every_model_fills_its_box_at_any_detail) {
    for_each_model(0, fills_its_box);
    for_each_model(0.5f, fills_its_box);
    for_each_model(1.5f, fills_its_box);
}

static void faces_outwards(const scene_builder* b, const model* m) {
    soup all = triangles_of(b, m);
    for (size_t i = 0; i < all.count; i++) {
        const triangle* t = &all.items[i];
        wend_vec3 sum = {0, 0, 0};
        for (int k = 0; k < 3; k++) {
            if (!(fabsf(wend_v3_length(t->normals[k]) - 1) < 1e-3f))
                FAIL_OF(m, "a normal is not unit");
            sum = wend_v3_add(sum, t->normals[k]);
        }
        if (!(wend_v3_dot(t->face, sum) > 0)) FAIL_OF(m, "triangle %zu is inside out", i);
    }
    free(all.items);
}

TEST(normals_of_models_agree_with_their_winding) {
    for_each_model(0, faces_outwards);
    for_each_model(0.5f, faces_outwards);
}

typedef struct edge {
    float ends[6];  // the smaller end first
    int sum;        // +1 as it runs, -1 the other way
} edge;

static int compare_edges(const void* a, const void* b) {
    const edge *x = a, *y = b;
    for (int i = 0; i < 6; i++)
        if (x->ends[i] != y->ends[i]) return x->ends[i] < y->ends[i] ? -1 : 1;
    return 0;
}

static edge edge_between(wend_vec3 a, wend_vec3 b) {
    edge e = {{a.x, a.y, a.z, b.x, b.y, b.z}, 1};
    edge back = {{b.x, b.y, b.z, a.x, a.y, a.z}, -1};
    return compare_edges(&e, &back) < 0 ? e : back;
}

// Every edge is used as often in one direction as in the other: no holes, no loose ends.
static void is_closed(const scene_builder* b, const model* m) {
    soup all = triangles_of(b, m);
    edge* edges = malloc(3 * all.count * sizeof *edges);
    size_t count = 0;
    for (size_t i = 0; i < all.count; i++) {
        const triangle* t = &all.items[i];
        if (is_thin(b, m, t->part)) continue;
        for (int k = 0; k < 3; k++) edges[count++] = edge_between(t->at[k], t->at[(k + 1) % 3]);
    }
    qsort(edges, count, sizeof *edges, compare_edges);
    for (size_t i = 0; i < count;) {
        int sum = 0;
        size_t first = i;
        for (; i < count && compare_edges(&edges[first], &edges[i]) == 0; i++) sum += edges[i].sum;
        const float* at = edges[first].ends;
        if (sum) FAIL_OF(m, "an open edge at %g %g %g", at[0], at[1], at[2]);
    }
    free(edges);
    free(all.items);
}

TEST(models_are_watertight) {
    for_each_model(0, is_closed);
    for_each_model(0.5f, is_closed);
    for_each_model(1.2f, is_closed);
}

// True where the projections of two triangles onto their common plane overlap by more than a hair.
static bool overlap_in_plane(const triangle* a, const triangle* b) {
    const triangle* both[2] = {a, b};
    for (int which = 0; which < 2; which++)
        for (int k = 0; k < 3; k++) {
            wend_vec3 along = wend_v3_sub(both[which]->at[(k + 1) % 3], both[which]->at[k]);
            wend_vec3 axis = wend_v3_normalize(wend_v3_cross(along, a->face));
            float low[2] = {INFINITY, INFINITY}, high[2] = {-INFINITY, -INFINITY};
            for (int t = 0; t < 2; t++)
                for (int i = 0; i < 3; i++) {
                    float d = wend_v3_dot(axis, both[t]->at[i]);
                    low[t] = fminf(low[t], d);
                    high[t] = fmaxf(high[t], d);
                }
            if (high[0] < low[1] + 2e-4f || high[1] < low[0] + 2e-4f) return false;
        }
    return true;
}

static void has_no_coplanar_faces(const scene_builder* b, const model* m) {
    soup all = triangles_of(b, m);
    for (size_t i = 0; i < all.count; i++)
        for (size_t k = i + 1; k < all.count; k++) {
            const triangle *s = &all.items[i], *t = &all.items[k];
            if (wend_v3_dot(s->face, t->face) < 0.99999f) continue;
            if (fabsf(wend_v3_dot(s->face, wend_v3_sub(t->at[0], s->at[0]))) > 1e-4f) continue;
            if (overlap_in_plane(s, t)) {
                wend_vec3 c = s->at[0];
                FAIL_OF(m, "two faces in one plane near %g %g %g, facing %g %g %g", c.x, c.y, c.z,
                        s->face.x, s->face.y, s->face.z);
            }
        }
    free(all.items);
}

TEST(no_two_faces_of_a_model_fight_for_one_plane) { for_each_model(0, has_no_coplanar_faces); }

// ---- surfaces for objects -----------------------------------------------------------------------

// Height at which the vertical line through (x, z) meets the triangle; NAN when it does not.
static float height_at(const triangle* t, float x, float z) {
    wend_vec3 a = t->at[0], b = t->at[1], c = t->at[2];
    float area = (b.x - a.x) * (c.z - a.z) - (b.z - a.z) * (c.x - a.x);
    if (fabsf(area) < 1e-9f) return NAN;
    float u = ((b.x - x) * (c.z - z) - (b.z - z) * (c.x - x)) / area;
    float v = ((c.x - x) * (a.z - z) - (c.z - z) * (a.x - x)) / area;
    if (u < 0 || v < 0 || u + v > 1) return NAN;
    return u * a.y + v * b.y + (1 - u - v) * c.y;
}

static void check_surface(const soup* all, const model* m, const model_surface* f, wend_vec2 at) {
    float below = -INFINITY, top = fminf(f->y + f->clearance, m->extent.y + 1);
    for (size_t i = 0; i < all->count; i++) {
        float y = height_at(&all->items[i], at.x, at.y);
        if (isnan(y)) continue;
        if (y > f->y + 0.02f && y < top - 0.005f)
            FAIL_OF(m, "%g above the place at %g stands something at %g (%g, %g)", y - f->y, f->y,
                    y, at.x, at.y);
        if (y <= f->y + 0.02f) below = fmaxf(below, y);
    }
    if (f->relation != WEND_RELATION_UNDER && below < f->y - 0.03f)
        FAIL_OF(m, "nothing below the place at %g (%g, %g): %g", f->y, at.x, at.y, below);
}

static void has_good_surfaces(const scene_builder* b, const model* m) {
    soup all = triangles_of(b, m);
    for (int i = 0; i < m->surface_count; i++) {
        const model_surface* f = &m->surfaces[i];
        wend_vec3 e = m->extent;
        bool inside = f->low.x < f->high.x && f->low.y < f->high.y &&
                      f->low.x >= -e.x / 2 - 1e-4f && f->high.x <= e.x / 2 + 1e-4f &&
                      f->low.y >= -e.z / 2 - 1e-4f && f->high.y <= e.z / 2 + 1e-4f && f->y >= 0 &&
                      f->y <= e.y + 1e-4f;
        if (!inside || !(f->clearance > 0.01f)) FAIL_OF(m, "place %d is outside the box", i);
        bool known = f->relation == WEND_RELATION_ON || f->relation == WEND_RELATION_IN ||
                     f->relation == WEND_RELATION_UNDER;
        if (!known) FAIL_OF(m, "place %d has relation %d", i, (int)f->relation);
        for (int k = 0; k < 5; k++) {
            float s = k == 0  ? 0.5f
                      : k & 1 ? 0.08f
                              : 0.92f,
                  t = k == 0  ? 0.5f
                      : k & 2 ? 0.08f
                              : 0.92f;
            wend_vec2 at = {f->low.x + s * (f->high.x - f->low.x),
                            f->low.y + t * (f->high.y - f->low.y)};
            check_surface(&all, m, f, at);
        }
    }
    free(all.items);
}

TEST(surfaces_of_models_exist_and_are_free) {
    for_each_model(0, has_good_surfaces);
    for_each_model(0.5f, has_good_surfaces);
}

TEST(furniture_has_surfaces_for_objects) {
    static const struct {
        wend_category category;
        wend_relation relation;
    } wanted[] = {{WEND_CATEGORY_DINING_TABLE, WEND_RELATION_ON},
                  {WEND_CATEGORY_COUNTER, WEND_RELATION_ON},
                  {WEND_CATEGORY_NIGHTSTAND, WEND_RELATION_ON},
                  {WEND_CATEGORY_DRESSER, WEND_RELATION_ON},
                  {WEND_CATEGORY_SHELF, WEND_RELATION_ON},
                  {WEND_CATEGORY_BED, WEND_RELATION_ON},
                  {WEND_CATEGORY_BED, WEND_RELATION_UNDER},
                  {WEND_CATEGORY_DINING_TABLE, WEND_RELATION_UNDER},
                  {WEND_CATEGORY_DESK, WEND_RELATION_UNDER},
                  {WEND_CATEGORY_CRATE, WEND_RELATION_IN},
                  {WEND_CATEGORY_SINK, WEND_RELATION_IN},
                  {WEND_CATEGORY_STRETCHER, WEND_RELATION_ON},
                  {WEND_CATEGORY_LLAMA_WICKER_BASKET, WEND_RELATION_IN}};
    wend_error error;
    scene_builder b = scene_builder_make();
    model_library* library;
    CHECK_OK(model_library_create(&b, 0, &library, &error));
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
        const model* m = model_library_get(library, &(model_def){.category = wanted[i].category});
        bool found = false;
        for (int k = 0; k < m->surface_count; k++)
            found |= m->surfaces[k].relation == wanted[i].relation;
        if (!found) FAIL_OF(m, "no place of relation %d", (int)wanted[i].relation);
    }
    model_library_destroy(library);
    scene_builder_destroy(&b);
}

// ---- words and looks ----------------------------------------------------------------------------

TEST(every_goal_of_robothor_and_pasture_has_models_in_several_looks) {
    int robothor = 0, uncommon = 0;
    for (int c = 1; c < WEND_CATEGORY_COUNT; c++) {
        const wend_category_row* row = wend_category_at((wend_category)c);
        if (!(row->flags & (WEND_CATEGORY_ROBOTHOR | WEND_CATEGORY_UNCOMMON))) continue;
        robothor += (row->flags & WEND_CATEGORY_ROBOTHOR) != 0;
        uncommon += (row->flags & WEND_CATEGORY_UNCOMMON) != 0;
        int shapes = model_shape_count((wend_category)c);
        if (shapes < 1 || model_variant_count((wend_category)c) / shapes < 2)
            test_fail(__FILE__, __LINE__, "%s has too few models", row->name);
    }
    CHECK_INT(robothor, 12);
    CHECK_INT(uncommon, 12);
}

TEST(a_model_has_the_requested_colour_and_material) {
    wend_error error;
    scene_builder b = scene_builder_make();
    model_library* library;
    CHECK_OK(model_library_create(&b, 0, &library, &error));
    model_def def = {.category = WEND_CATEGORY_MUG, .color = WEND_COLOR_RED};
    const model* red = model_library_get(library, &def);
    CHECK_INT(red->color, WEND_COLOR_RED);
    CHECK_INT(red->material, WEND_MATERIAL_TYPE_CERAMIC);
    const wend_material* paint = &b.materials.items[red->parts[0].material];
    CHECK_INT(wend_color_guess(paint->color[0], paint->color[1], paint->color[2]), WEND_COLOR_RED);
    CHECK(model_library_get(library, &def) == red);
    def.color = WEND_COLOR_BLUE;
    const model* blue = model_library_get(library, &def);
    CHECK(blue != red);
    CHECK_INT(blue->parts[0].mesh, red->parts[0].mesh);  // one mesh in two colours
    def = (model_def){.category = WEND_CATEGORY_BOWL, .material = WEND_MATERIAL_TYPE_WOODEN};
    CHECK_INT(model_library_get(library, &def)->material, WEND_MATERIAL_TYPE_WOODEN);
    CHECK(!model_library_get(library, &(model_def){.category = WEND_CATEGORY_WALL}));
    CHECK_INT(b.status, WEND_OK);
    model_library_destroy(library);
    scene_builder_destroy(&b);
}

TEST(a_model_has_the_requested_size) {
    wend_error error;
    scene_builder b = scene_builder_make();
    model_library* library;
    CHECK_OK(model_library_create(&b, 0.5f, &library, &error));
    model_def def = {.category = WEND_CATEGORY_COUNTER, .extent = {2.4f, 0, 0}};
    const model* m = model_library_get(library, &def);
    wend_vec3 natural = model_natural_extent(WEND_CATEGORY_COUNTER, 0);
    CHECK_NEAR(m->extent.x, 2.4, 1e-6);
    CHECK_NEAR(m->extent.y, natural.y, 1e-6);
    CHECK_NEAR(m->extent.z, natural.z, 1e-6);
    fills_its_box(&b, m);
    is_closed(&b, m);
    has_good_surfaces(&b, m);
    model_library_destroy(library);
    scene_builder_destroy(&b);
}

static bool is_word(const scene_builder* b, const model* m) {
    (void)b;
    return m->color > 0 && m->color < WEND_COLOR_COUNT && m->material < WEND_MATERIAL_TYPE_COUNT &&
           m->size < WEND_SIZE_COUNT;
}

static void has_words(const scene_builder* b, const model* m) {
    if (!is_word(b, m))
        FAIL_OF(m, "colour %d, material %d, size %d", m->color, m->material, m->size);
    fills_its_box(b, m);
}

TEST(every_variant_has_words_and_fills_its_box) { for_each_of(0, model_variant_count, has_words); }

// ---- how many triangles -------------------------------------------------------------------------

static size_t drawn;

static size_t triangles_in(const scene_builder* b, const model* m) {
    size_t count = 0;
    for (int i = 0; i < m->part_count; i++)
        count += b->meshes.items[m->parts[i].mesh].index_count / 3;
    return count;
}

static void count_triangles(const scene_builder* b, const model* m) { drawn += triangles_in(b, m); }

static void keeps_to_its_budget(const scene_builder* b, const model* m) {
    size_t count = triangles_in(b, m);
    bool small = wend_category_at(m->category)->flags & WEND_CATEGORY_SMALL;
    bool outdoors = m->category >= WEND_CATEGORY_TREE && m->category <= WEND_CATEGORY_PERSON;
    if (count > (small ? 900 : outdoors ? 1800 : 1200)) FAIL_OF(m, "%zu triangles", count);
}

TEST(detail_scales_the_triangles_of_models) {
    const float details[4] = {0, 0.5f, 1, 4};
    size_t counts[4];
    for (int i = 0; i < 4; i++) {
        drawn = 0;
        for_each_model(details[i], count_triangles);
        counts[i] = drawn;
    }
    CHECK(counts[0] * 2 < counts[1]);
    CHECK(counts[0] * 4 < counts[2]);
    CHECK(counts[2] * 4 < counts[3]);
    for_each_model(0.5f, keeps_to_its_budget);
}

// ---- whole scenes -------------------------------------------------------------------------------

static wend_status build_some(void* hash, wend_error* error) {
    scene_builder b = scene_builder_make();
    model_library* library;
    wend_status status = model_library_create(&b, 0.3f, &library, error);
    if (status != WEND_OK) {
        scene_builder_destroy(&b);
        return status;
    }
    static const wend_category some[] = {WEND_CATEGORY_SOFA, WEND_CATEGORY_MUG,
                                         WEND_CATEGORY_ALARM_CLOCK, WEND_CATEGORY_HOUSE_PLANT};
    const uint8_t no_tint[4] = {0, 0, 0, 0};
    surface_material(library, SURFACE_PLASTER, 0, no_tint);
    for (uint32_t i = 0; i < sizeof some / sizeof *some; i++) {
        const model* m =
            model_library_get(library, &(model_def){.category = some[i], .variant = i});
        if (m) model_place(library, m, &(model_placement){.at = {(float)i, 0, 0}});
    }
    model_library_destroy(library);
    wend_scene* scene;
    WEND_TRY(scene_builder_finish(&b, "some", "test", &scene, error));
    if (hash) *(uint64_t*)hash = wend_scene_hash(scene);
    CHECK_TEXT(wend_scene_text(scene, wend_scene_get(scene)->objects.items[4].name), "house_plant");
    wend_scene_destroy(scene);
    return WEND_OK;
}

TEST(the_same_models_give_the_same_bytes) {
    wend_error error;
    uint64_t first, second;
    CHECK_OK(build_some(&first, &error));
    CHECK_OK(build_some(&second, &error));
    CHECK(first == second);
}

TEST(a_library_survives_every_failing_allocation) { test_each_allocation(build_some, NULL, 60); }

TEST(a_placed_model_has_its_category_and_attributes) {
    wend_error error;
    scene_builder b = scene_builder_make();
    model_library* library;
    CHECK_OK(model_library_create(&b, 0, &library, &error));
    const model* m = model_library_get(
        library, &(model_def){.category = WEND_CATEGORY_APPLE, .color = WEND_COLOR_GREEN});
    uint32_t id = model_place(
        library, m,
        &(model_placement){
            .at = {1, 0.7f, 2}, .heading = 1, .support = 0, .relation = WEND_RELATION_ON});
    const wend_object* object = &b.objects.items[id];
    CHECK_INT(object->category, WEND_CATEGORY_APPLE);
    CHECK_INT(object->color, WEND_COLOR_GREEN);
    CHECK_INT(object->relation, WEND_RELATION_ON);
    CHECK_INT(object->flags, WEND_OBJECT_MOVABLE);
    CHECK_NEAR(object->heading, 1, 0);
    model_library_destroy(library);
    scene_builder_destroy(&b);
}

TEST(painted_objects_have_their_colour_name) {
    const wend_color guessed[] = {
#define X(name, word, r, g, b, known) known ? WEND_COLOR_##name : WEND_COLOR_NONE,
        WEND_COLOR_LIST(X)
#undef X
    };
    for (int c = 1; c < WEND_COLOR_COUNT; c++)
        for (int material = 0; guessed[c] && material < WEND_MATERIAL_TYPE_WICKER; material++) {
            uint32_t rgb = sketch_rgb((wend_material_type)material, (wend_color)c);
            wend_color seen =
                wend_color_guess((uint8_t)(rgb >> 16), (uint8_t)(rgb >> 8), (uint8_t)rgb);
            CHECK_TEXT(wend_color_name(seen), wend_color_name((wend_color)c));
        }
}
