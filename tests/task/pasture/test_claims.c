#include "fixture.h"
#include "pasture_room.h"
#include "task/pasture/claims.h"
#include "test.h"

#include "wend/language.h"

static const char* said(const claims* c) {
    static char text[CLAIMS_TEXT];
    claims_say(c, text);
    return text;
}

static claims read(const char* text) {
    claims c;
    char why[200];
    if (!claims_read(text, &c, why, sizeof why)) test_fail(__FILE__, __LINE__, "%s: %s", text, why);
    return c;
}

TEST(an_object_is_described_by_appearance_and_position) {
    wend_scene* scene = pasture_room();
    wend_pasture_limits limits = wend_pasture_default_limits();
    uint32_t mug = wend_scene_find_object(scene, "mug");
    claims looks = claims_of_appearance(scene, mug, &limits);
    claims place = claims_of_place(scene, mug, &limits);
    CHECK_TEXT(said(&looks), "small, red, ceramic mug");
    CHECK_TEXT(said(&place), "mug on a table near a book");
    CHECK(claims_hold(&looks, scene, mug, &limits));
    CHECK(claims_hold(&place, scene, mug, &limits));
    CHECK_INT(claims_count(&place, scene, &limits), 1);
    limits.near = 0.1f;  // the book is 0.2 m away
    CHECK(!claims_hold(&place, scene, mug, &limits));
    limits.small = 0.05f;
    CHECK(!claims_hold(&looks, scene, mug, &limits));
    wend_scene_destroy(scene);
}

TEST(a_hiding_place_is_described_by_its_furniture) {
    wend_scene* scene = pasture_room();
    wend_pasture_limits limits = wend_pasture_default_limits();
    claims c;
    hiding h = {WEND_CATEGORY_MUG, WEND_RELATION_UNDER, wend_scene_find_object(scene, "bed")};
    CHECK(claims_of_hiding(scene, &h, &limits, &c));
    CHECK_TEXT(said(&c), "mug under the bed");
    CHECK(!claims_hold(&c, scene, wend_scene_find_object(scene, "mug"), &limits));
    CHECK_INT(claims_count_furniture(&c, scene, &limits), 1);
    wend_scene_destroy(scene);
}

TEST(generated_texts_are_parsed_back_to_their_meaning) {
    static const char* const texts[] = {"small, white, ceramic bowl",
                                        "tall, blue, ceramic vase",
                                        "orange basketball",
                                        "black, plastic garbage can",
                                        "apple on a desk near a laptop, painting, watch",
                                        "garbage can on the floor near a floor lamp",
                                        "mug under the white sofa",
                                        "vase under the bed with two pillows",
                                        "vase under the bed with one pillow",
                                        "bowl in the dresser near an armchair",
                                        "TV on a dresser near a remote control",
                                        "laptop"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        claims c = read(texts[i]);
        CHECK_TEXT(said(&c), texts[i]);
    }
    claims c = read("vase under the bed with two pillows");
    CHECK_INT(c.pillows, 2);
    CHECK_INT(c.support, WEND_CATEGORY_BED);
    CHECK(c.definite);
    c = read("mug on the floor near a chair");  // the chair is near the mug, not near the floor
    CHECK(!c.definite);
    c = read("mat\xC3\xA9");
    CHECK_INT(c.category, WEND_CATEGORY_MATE);
    c = read("green plastic crate");
    CHECK_INT(c.material, WEND_MATERIAL_TYPE_PLASTIC);
}

TEST(texts_that_mean_nothing_are_refused_with_a_reason) {
    static const char* const texts[] = {
        "",          "red", "\xE0\xA4\xAE\xE0\xA4\x97", "mug on a moonbase",
        "shiny mug", ", ,", "mug under the ",           "vase under the bed with nine pillows"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        claims c;
        char why[200] = "";
        if (claims_read(texts[i], &c, why, sizeof why))
            test_fail(__FILE__, __LINE__, "'%s' was understood", texts[i]);
        CHECK(*why);
    }
}

// ---- scenes of a few objects, known by hand -----------------------------------------------------

typedef struct thing {
    wend_category category;
    wend_color color;
    wend_material_type material;
    wend_relation relation;
    uint32_t support;  // id of another one: they count from 1
    uint32_t room, flags;
    wend_vec3 low, size;  // no size: nothing is to be seen of it
} thing;

static wend_scene* scene_of(const thing* things, int count) {
    wend_error error;
    wend_scene* scene;
    scene_builder b = scene_builder_make();
    const uint8_t grey[4] = {128, 128, 128, 255};
    const wend_vec2 corners[4] = {{0, 0}, {20, 0}, {20, 20}, {0, 20}};
    scene_builder_material(&b, "grey", grey, 0, 0);
    scene_builder_level(&b, 0, 2.5f);
    scene_builder_room(&b, WEND_ROOM_BEDROOM, 0, "bedroom_1", corners, 4, 0, 2.5f);
    scene_builder_room(&b, WEND_ROOM_BEDROOM, 0, "bedroom_2", corners, 4, 1, 3.5f);
    for (int i = 0; i < count; i++) {
        const thing* t = &things[i];
        wend_object fields = {.category = (uint16_t)t->category,
                              .color = (uint8_t)t->color,
                              .material = (uint8_t)t->material,
                              .relation = (uint8_t)t->relation,
                              .flags = (uint16_t)t->flags,
                              .support = t->support,
                              .room = t->room};
        uint32_t id = scene_builder_object(&b, &fields, "thing");
        CHECK_INT(id, i + 1);
        if (t->size.y > 0) fixture_box(&b, id, 0, t->low, wend_v3_add(t->low, t->size));
    }
    CHECK_OK(scene_builder_finish(&b, "things", "test", &scene, &error));
    return scene;
}

#define COUNT_OF(array) (int)(sizeof(array) / sizeof *(array))
// A cube of 0.2 m that stands on the floor in room 1 at x.
#define CUBE_AT(x) \
    .relation = WEND_RELATION_ON, .room = 1, .low = {x, 0, 5}, .size = {0.2f, 0.2f, 0.2f}

static const char* place_said(const thing* things, int count, uint32_t object) {
    wend_scene* scene = scene_of(things, count);
    wend_pasture_limits limits = wend_pasture_default_limits();
    claims c = claims_of_place(scene, object, &limits);
    CHECK(claims_hold(&c, scene, object, &limits));
    wend_scene_destroy(scene);
    return said(&c);
}

TEST(objects_are_small_by_diagonal_and_tall_by_height_over_the_wider_side) {
    const struct {
        wend_vec3 size;
        const char* said;
    } rows[] = {{{0.1f, 0.3f, 0.05f}, "small mug"},  // diagonal 0.320
                {{0.1f, 0.1f, 0.29f}, "small mug"},  // 0.322
                {{0.1f, 0.1f, 0.31f}, "mug"},        // 0.341
                {{0.1f, 0.32f, 0.05f}, "tall mug"},  // 0.339
                {{0.2f, 0.41f, 0.1f}, "tall mug"},  {{0.2f, 0.39f, 0.1f}, "mug"},
                {{0.1f, 0.41f, 0.2f}, "tall mug"},  {{0.1f, 0.39f, 0.2f}, "mug"}};
    for (int i = 0; i < COUNT_OF(rows); i++) {
        const thing mug = {.category = WEND_CATEGORY_MUG, .room = 1, .size = rows[i].size};
        wend_scene* scene = scene_of(&mug, 1);
        wend_pasture_limits limits = wend_pasture_default_limits();
        claims c = claims_of_appearance(scene, 1, &limits);
        CHECK_TEXT(said(&c), rows[i].said);
        CHECK(claims_hold(&c, scene, 1, &limits));
        wend_scene_destroy(scene);
    }
}

TEST(materials_are_named_where_pasture_has_a_word_for_them) {
    const char* const words[] = {"", "plastic", "ceramic", "metallic", "wooden", "glass",
                                 "", "",        "",        "",         "",       ""};
    for (int material = 0; material <= WEND_MATERIAL_TYPE_RUBBER; material++) {
        const thing mug = {.category = WEND_CATEGORY_MUG,
                           .material = (wend_material_type)material,
                           .size = {1, 1, 1},
                           .room = 1};
        wend_scene* scene = scene_of(&mug, 1);
        wend_pasture_limits limits = wend_pasture_default_limits();
        claims c = claims_of_appearance(scene, 1, &limits);
        CHECK_TEXT(wend_material_type_name(c.material), words[material]);
        CHECK_INT(c.pillows, -1);
        wend_scene_destroy(scene);
    }
}

TEST(an_object_is_on_the_floor_when_it_stands_there_or_on_a_rug) {
    const struct {
        wend_relation relation;
        wend_category support;  // NONE: not known
        uint32_t room;
        float height;
        const char* said;
    } rows[] = {{WEND_RELATION_ON, 0, 1, 0, "mug on the floor"},
                {WEND_RELATION_NONE, 0, 1, 0, "mug on the floor"},
                {WEND_RELATION_NONE, 0, 1, 0.09f, "mug on the floor"},
                {WEND_RELATION_NONE, 0, 1, -0.09f, "mug on the floor"},
                {WEND_RELATION_NONE, 0, 1, 0.11f, "mug"},
                {WEND_RELATION_NONE, 0, 1, -0.11f, "mug"},
                {WEND_RELATION_NONE, 0, 0, 0, "mug"},  // outdoors
                {WEND_RELATION_NONE, 0, 2, 1.05f, "mug on the floor"},
                {WEND_RELATION_NONE, 0, 2, 0, "mug"},
                {WEND_RELATION_FIXED, 0, 1, 0, "mug"},
                {WEND_RELATION_ON, WEND_CATEGORY_FLOOR, 1, 1, "mug on the floor"},
                {WEND_RELATION_ON, WEND_CATEGORY_RUG, 1, 1, "mug on the floor"},
                {WEND_RELATION_ON, WEND_CATEGORY_SOFA, 1, 0, "mug on a sofa"},
                {WEND_RELATION_IN, WEND_CATEGORY_RUG, 1, 0, "mug in a rug"},
                {WEND_RELATION_UNDER, WEND_CATEGORY_ARMCHAIR, 1, 0, "mug under an armchair"}};
    for (int i = 0; i < COUNT_OF(rows); i++) {
        const thing things[] = {
            {.category = rows[i].support ? rows[i].support : WEND_CATEGORY_CHAIR,
             .room = 1,
             .low = {9, 0, 9},
             .size = {1, 1, 1}},
            {.category = WEND_CATEGORY_MUG,
             .relation = rows[i].relation,
             .support = rows[i].support != 0,
             .room = rows[i].room,
             .low = {1, rows[i].height, 1},
             .size = {0.1f, 0.1f, 0.1f}}};
        CHECK_TEXT(place_said(things, 2, 2), rows[i].said);
    }
}

TEST(near_objects_are_named_by_category_nearest_first_and_at_most_three) {
    const thing things[] = {
        {.category = WEND_CATEGORY_MUG, CUBE_AT(5)},
        {.category = WEND_CATEGORY_LAPTOP, CUBE_AT(5.7f)},  // 0.5 m to the right
        {.category = WEND_CATEGORY_BOOK, CUBE_AT(4.4f)},    // 0.4 m to the left
        {.category = WEND_CATEGORY_BOOK, CUBE_AT(4.5f)},
        {.category = WEND_CATEGORY_MUG, CUBE_AT(5.3f)},  // another one
        {.category = WEND_CATEGORY_VASE, CUBE_AT(5.4f)},
        {.category = WEND_CATEGORY_APPLE, CUBE_AT(5.75f)}};  // 0.55 m
    CHECK_TEXT(place_said(things, COUNT_OF(things), 1),
               "mug on the floor near a vase, book, laptop");
    CHECK_TEXT(place_said(things, 3, 1), "mug on the floor near a book, laptop");
    CHECK_TEXT(place_said(things, 1, 1), "mug on the floor");
    wend_scene* scene = scene_of(things, COUNT_OF(things));
    wend_pasture_limits limits = wend_pasture_default_limits();
    limits.max_near = 9;
    claims c = claims_of_place(scene, 1, &limits);
    CHECK_TEXT(said(&c), "mug on the floor near a vase, book, laptop, apple");
    limits.max_near = 0;
    c = claims_of_place(scene, 1, &limits);
    CHECK_TEXT(said(&c), "mug on the floor");
    CHECK_INT(claims_count(&c, scene, &limits), 2);
    wend_scene_destroy(scene);
}

TEST(of_equally_near_objects_the_first_is_named_first_and_at_most_six) {
    thing things[8] = {{.category = WEND_CATEGORY_MUG, CUBE_AT(5)}};
    const wend_category around[7] = {WEND_CATEGORY_VASE, WEND_CATEGORY_BOOK,   WEND_CATEGORY_APPLE,
                                     WEND_CATEGORY_BOWL, WEND_CATEGORY_LAPTOP, WEND_CATEGORY_CHAIR,
                                     WEND_CATEGORY_SOFA};
    for (int i = 0; i < 7; i++) things[1 + i] = (thing){.category = around[i], CUBE_AT(5.4f)};
    wend_scene* scene = scene_of(things, 8);
    wend_pasture_limits limits = wend_pasture_default_limits();
    limits.max_near = 7;
    claims c = claims_of_place(scene, 1, &limits);
    CHECK_INT(c.near_count, 6);
    for (int i = 0; i < 6; i++) CHECK_INT(c.near[i], around[i]);
    wend_scene_destroy(scene);
}

// Box to box, in space.
TEST(near_is_up_to_60_cm_from_box_to_box_in_any_direction) {
    const struct {
        wend_vec3 by;  // from the mug to the vase, both cubes of 0.2 m
        bool near;
    } rows[] = {{{0.79f, 0, 0}, true},       {{0.81f, 0, 0}, false},    {{-0.79f, 0, 0}, true},
                {{-0.81f, 0, 0}, false},     {{0, 0, 0.79f}, true},     {{0, 0, 0.81f}, false},
                {{0, 0, -0.79f}, true},      {{0, 0, -0.81f}, false},   {{0, 0.79f, 0}, true},
                {{0, 0.81f, 0}, false},      {{0.61f, 0, 0.61f}, true},  // 0.58 m
                {{0.64f, 0, 0.64f}, false},                              // 0.62 m
                {{0.5f, 0.5f, 0.6f}, true},                              // 0.583 m
                {{0.6f, 0.5f, 0.6f}, false},                             // 0.640 m
                {{0, 0, 0}, true},           {{0.1f, 0.1f, 0.1f}, true}};
    for (int i = 0; i < COUNT_OF(rows); i++) {
        thing things[] = {{.category = WEND_CATEGORY_MUG, CUBE_AT(5)},
                          {.category = WEND_CATEGORY_VASE, CUBE_AT(5)}};
        things[1].low = wend_v3_add(things[0].low, rows[i].by);
        if (strcmp(place_said(things, 2, 1),
                   rows[i].near ? "mug on the floor near a vase" : "mug on the floor") != 0)
            test_fail(__FILE__, __LINE__, "row %d", i);
    }
}

TEST(only_nameable_objects_in_the_same_room_are_near) {
    const struct {
        thing other;
        bool named;
    } rows[] = {
        {{.category = WEND_CATEGORY_VASE, CUBE_AT(5.4f)}, true},
        {{.category = WEND_CATEGORY_CEILING_LAMP, CUBE_AT(5.4f)}, false},
        {{.category = WEND_CATEGORY_LIGHT_SWITCH, CUBE_AT(5.4f)}, false},
        {{.category = WEND_CATEGORY_RUG, CUBE_AT(5.4f)}, false},
        {{.category = WEND_CATEGORY_CURTAIN, CUBE_AT(5.4f)}, false},
        {{.category = WEND_CATEGORY_BLINDS, CUBE_AT(5.4f)}, false},
        {{.category = WEND_CATEGORY_WINDOW, CUBE_AT(5.4f)}, false},
        {{.category = WEND_CATEGORY_OBJECT, CUBE_AT(5.4f)}, false},
        {{.category = WEND_CATEGORY_UNLABELED, CUBE_AT(5.4f)}, false},
        {{.category = WEND_CATEGORY_ROOM_DECOR, CUBE_AT(5.4f)}, false},
        {{.category = WEND_CATEGORY_FURNITURE, CUBE_AT(5.4f)}, false},
        {{.category = WEND_CATEGORY_DOORFRAME, CUBE_AT(5.4f)}, false},
        {{.category = WEND_CATEGORY_TABLE_DECOR, CUBE_AT(5.4f)}, false},
        {{.category = WEND_CATEGORY_VASE, CUBE_AT(5.4f), .flags = WEND_OBJECT_STRUCTURE}, false},
        {{.category = WEND_CATEGORY_VASE, CUBE_AT(5.4f), .flags = WEND_OBJECT_DOOR}, false},
        {{.category = WEND_CATEGORY_VASE, CUBE_AT(5.4f), .flags = WEND_OBJECT_MOVABLE}, true},
        {{.category = WEND_CATEGORY_VASE,
          .relation = WEND_RELATION_UNDER,
          .room = 1,
          .low = {5.4f, 0, 5},
          .size = {0.2f, 0.2f, 0.2f}},
         false},
        {{.category = WEND_CATEGORY_VASE,
          .room = 2,
          .low = {5.4f, 0, 5},
          .size = {0.2f, 0.2f, 0.2f}},
         false},
        {{.category = WEND_CATEGORY_VASE,  // it stands on the mug
          .relation = WEND_RELATION_ON,
          .support = 1,
          .room = 1,
          .low = {5, 0.2f, 5},
          .size = {0.2f, 0.2f, 0.2f}},
         false}};
    for (int i = 0; i < COUNT_OF(rows); i++) {
        const thing things[] = {{.category = WEND_CATEGORY_MUG, CUBE_AT(5)}, rows[i].other};
        if ((strstr(place_said(things, 2, 1), " near ") != NULL) != rows[i].named)
            test_fail(__FILE__, __LINE__, "row %d", i);
    }
    // Without a shape it has no position; and the support of an object is mentioned already.
    const thing shapeless[] = {{.category = WEND_CATEGORY_MUG, .room = 1, .size = {9, 1, 9}},
                               {.category = WEND_CATEGORY_VASE, .room = 1}};
    CHECK_TEXT(place_said(shapeless, 2, 1), "mug on the floor");
    const thing stacked[] = {
        {.category = WEND_CATEGORY_TABLE, CUBE_AT(5)},
        {.category = WEND_CATEGORY_TABLE, CUBE_AT(5.4f)},
        {.category = WEND_CATEGORY_MUG,
         .relation = WEND_RELATION_ON,
         .support = 1,
         .room = 1,
         .low = {5, 0.2f, 5},
         .size = {0.2f, 0.2f, 0.2f}},
        {.category = WEND_CATEGORY_BED, CUBE_AT(5.2f)},
    };
    CHECK_TEXT(place_said(stacked, 4, 3), "mug on a table near a bed");
}

TEST(every_part_of_a_description_has_to_hold) {
    const thing things[] = {{.category = WEND_CATEGORY_TABLE, CUBE_AT(5)},
                            {.category = WEND_CATEGORY_MUG,
                             .color = WEND_COLOR_RED,
                             .material = WEND_MATERIAL_TYPE_CERAMIC,
                             .relation = WEND_RELATION_ON,
                             .support = 1,
                             .room = 1,
                             .low = {5, 0.2f, 5},
                             .size = {0.1f, 0.1f, 0.1f}},
                            {.category = WEND_CATEGORY_VASE, CUBE_AT(5.4f)},
                            {.category = WEND_CATEGORY_BOOK, CUBE_AT(4.6f)},
                            {.category = WEND_CATEGORY_APPLE, CUBE_AT(15)}};
    const struct {
        const char* text;
        bool holds;
    } rows[] = {{"mug", true},
                {"vase", false},
                {"small mug", true},
                {"tall mug", false},
                {"red mug", true},
                {"blue mug", false},
                {"ceramic mug", true},
                {"glass mug", false},
                {"small, red, ceramic mug", true},
                {"mug on a table", true},
                {"mug in a table", false},
                {"mug under a table", false},
                {"mug on a desk", false},
                {"mug on the floor", false},
                {"mug near a vase", true},
                {"mug near a vase, book", true},
                {"mug near a vase, apple", false},
                {"mug near an apple", false},
                {"mug near a mug", false},
                {"mug on a table near a vase", true},
                {"mug on a table near an apple", false},
                {"mug on the table", true},
                {"mug on the table near a vase", true},
                {"mug on the table near an apple", false},
                {"mug on the table with no pillows", true},
                {"mug on the table with one pillow", false},
                {"mug on the red table", false}};
    wend_scene* scene = scene_of(things, COUNT_OF(things));
    wend_pasture_limits limits = wend_pasture_default_limits();
    for (int i = 0; i < COUNT_OF(rows); i++) {
        claims c = read(rows[i].text);
        wend_object copy = wend_scene_get(scene)->objects.items[2];
        if (claims_hold(&c, scene, 2, &limits) != rows[i].holds ||
            claims_would_hold(&c, scene, &copy, &limits) !=
                (rows[i].holds || strcmp(rows[i].text, "mug near a mug") == 0))
            test_fail(__FILE__, __LINE__, "%s", rows[i].text);
        if (rows[i].holds) CHECK_INT(claims_count(&c, scene, &limits), 1);
    }
    wend_scene_destroy(scene);
}

// ---- hiding places ------------------------------------------------------------------------------

#define BED_AT(x, its_color)                                                             \
    {                                                                                    \
        .category = WEND_CATEGORY_BED, .color = its_color, .relation = WEND_RELATION_ON, \
        .room = 1, .low = {x, 0, 5}, .size = {                                           \
            1,                                                                           \
            0.5f,                                                                        \
            1                                                                            \
        }                                                                                \
    }
#define PILLOW_ON(bed)                                                                             \
    {                                                                                              \
        .category = WEND_CATEGORY_PILLOW, .relation = WEND_RELATION_ON, .support = bed, .room = 1, \
        .low = {5 * (bed), 0.5f, 5}, .size = {                                                     \
            0.2f,                                                                                  \
            0.2f,                                                                                  \
            0.2f                                                                                   \
        }                                                                                          \
    }

static const char* hiding_said(const thing* things, int count, uint32_t bed, bool told) {
    wend_scene* scene = scene_of(things, count);
    wend_pasture_limits limits = wend_pasture_default_limits();
    hiding h = {WEND_CATEGORY_VASE, WEND_RELATION_UNDER, bed};
    claims c;
    CHECK_INT(claims_of_hiding(scene, &h, &limits, &c), told);
    if (told) CHECK_INT(claims_count_furniture(&c, scene, &limits), 1);
    wend_scene_destroy(scene);
    return said(&c);
}

TEST(a_hiding_place_is_described_by_colour_then_pillows_then_nearby_objects_as_needed) {
    const thing colours[] = {BED_AT(5, WEND_COLOR_RED), BED_AT(10, WEND_COLOR_BLUE)};
    CHECK_TEXT(hiding_said(colours, 1, 1, true), "vase under the bed");
    CHECK_TEXT(hiding_said(colours, 2, 1, true), "vase under the red bed");
    CHECK_TEXT(hiding_said(colours, 2, 2, true), "vase under the blue bed");
    const thing pillows[] = {BED_AT(5, WEND_COLOR_RED), BED_AT(10, WEND_COLOR_RED), PILLOW_ON(2),
                             PILLOW_ON(2)};
    CHECK_TEXT(hiding_said(pillows, 4, 1, true), "vase under the red bed with no pillows");
    CHECK_TEXT(hiding_said(pillows, 4, 2, true), "vase under the red bed with two pillows");
    CHECK_TEXT(hiding_said(pillows, 3, 2, true), "vase under the red bed with one pillow");
    CHECK_TEXT(hiding_said(pillows, 2, 1, false), "vase under the red bed with no pillows");
}

TEST(more_than_four_pillows_are_not_counted_and_only_those_on_a_bed_are) {
    const thing beds[] = {BED_AT(5, WEND_COLOR_RED),
                          BED_AT(10, WEND_COLOR_RED),
                          PILLOW_ON(2),
                          PILLOW_ON(2),
                          PILLOW_ON(2),
                          PILLOW_ON(2),
                          PILLOW_ON(2)};
    CHECK_TEXT(hiding_said(beds, 6, 2, true), "vase under the red bed with four pillows");
    CHECK_TEXT(hiding_said(beds, 7, 2, false), "vase under the red bed");
    thing sofas[] = {BED_AT(5, WEND_COLOR_RED), BED_AT(10, WEND_COLOR_RED), PILLOW_ON(2)};
    sofas[0].category = sofas[1].category = WEND_CATEGORY_SOFA;
    CHECK_TEXT(hiding_said(sofas, 3, 1, false), "vase under the red sofa");
}

TEST(a_hiding_place_is_described_by_the_first_nearby_object_that_others_lack) {
    const thing things[] = {BED_AT(5, WEND_COLOR_RED),
                            BED_AT(10, WEND_COLOR_RED),
                            {.category = WEND_CATEGORY_CHAIR, CUBE_AT(6.1f)},
                            {.category = WEND_CATEGORY_CHAIR, CUBE_AT(11.1f)},
                            {.category = WEND_CATEGORY_LAPTOP, CUBE_AT(11.2f)},
                            {.category = WEND_CATEGORY_BOOK, CUBE_AT(11.3f)},
                            {.category = WEND_CATEGORY_VASE, CUBE_AT(6.1f)}};
    CHECK_TEXT(hiding_said(things, 6, 2, true),
               "vase under the red bed with no pillows near a laptop");
    CHECK_TEXT(hiding_said(things, 3, 1, true),
               "vase under the red bed with no pillows near a chair");
    CHECK_TEXT(hiding_said(things, 3, 2, false), "vase under the red bed with no pillows");
    CHECK_TEXT(hiding_said(things, 4, 1, false),
               "vase under the red bed with no pillows near a chair");
    // A hidden object is not described by another of its category.
    CHECK_TEXT(hiding_said(things, 7, 1, false),
               "vase under the red bed with no pillows near a chair");
}

// ---- reading ------------------------------------------------------------------------------------

TEST(uncommon_objects_have_the_names_and_looks_of_paper_and_code) {
    const struct {
        wend_category category;
        const char *paper, *official;
        wend_color color;
        wend_material_type material;
    } rows[] = {
        {WEND_CATEGORY_GINGERBREAD_HOUSE, "gingerbread house", "gingerbread house", 0, 0},
        {WEND_CATEGORY_ESPRESSO_MACHINE, "espresso machine", "espresso machine", 0, 0},
        {WEND_CATEGORY_CRATE, "green plastic crate", "green plastic crate", WEND_COLOR_GREEN,
         WEND_MATERIAL_TYPE_PLASTIC},
        {WEND_CATEGORY_ELECTRIC_GUITAR, "white electric guitar", "white electric guitar",
         WEND_COLOR_WHITE, 0},
        {WEND_CATEGORY_RICE_COOKER, "rice cooker", "rice cooker", 0, 0},
        {WEND_CATEGORY_LLAMA_WICKER_BASKET, "llama wicker basket", "llama wicker basket", 0,
         WEND_MATERIAL_TYPE_WICKER},
        {WEND_CATEGORY_WHITEBOARD, "whiteboard saying CVPR", "whiteboard saying cvpr", 0, 0},
        {WEND_CATEGORY_SURFBOARD, "tie-dye surfboard", "tie dye surfboard", 0, 0},
        {WEND_CATEGORY_TRICYCLE, "blue and red tricycle", "blue and red tricycle", WEND_COLOR_BLUE,
         0},
        {WEND_CATEGORY_GRAPHICS_CARD, "graphics card", "graphics card", 0, 0},
        {WEND_CATEGORY_MATE, "mat\xC3\xA9", "mate gourd", 0, 0},
        {WEND_CATEGORY_TOY_AIRPLANE, "wooden toy airplane", "wooden toy plane", 0,
         WEND_MATERIAL_TYPE_WOODEN}};
    for (int i = 0; i < COUNT_OF(rows); i++) {
        const uncommon_name* u = uncommon_name_of(rows[i].category);
        CHECK(u != NULL);
        CHECK_TEXT(u->paper, rows[i].paper);
        CHECK_TEXT(u->official, rows[i].official);
        for (int k = 0; k < 2; k++) {
            claims c = read(k ? rows[i].paper : rows[i].official);
            CHECK_INT(c.category, rows[i].category);
            CHECK_INT(c.color, rows[i].color);
            CHECK_INT(c.material, rows[i].material);
            CHECK_INT(c.size, 0);
            CHECK_INT(c.relation, 0);
            CHECK_INT(c.near_count, 0);
            CHECK_INT(c.pillows, -1);
        }
        CHECK_INT(u->color, rows[i].color);
        CHECK_INT(u->material, rows[i].material);
    }
    CHECK(!uncommon_name_of(WEND_CATEGORY_MUG));
}

TEST(every_part_of_a_text_is_read) {
    claims c = read(
        "tall, blue, glass vase under the white bed with three pillows near an apple, "
        "laptop, book");
    CHECK_INT(c.category, WEND_CATEGORY_VASE);
    CHECK_INT(c.size, WEND_SIZE_TALL);
    CHECK_INT(c.color, WEND_COLOR_BLUE);
    CHECK_INT(c.material, WEND_MATERIAL_TYPE_GLASS);
    CHECK_INT(c.relation, WEND_RELATION_UNDER);
    CHECK_INT(c.support, WEND_CATEGORY_BED);
    CHECK_INT(c.support_color, WEND_COLOR_WHITE);
    CHECK(c.definite);
    CHECK_INT(c.pillows, 3);
    CHECK_INT(c.near_count, 3);
    CHECK_INT(c.near[0], WEND_CATEGORY_APPLE);
    CHECK_INT(c.near[1], WEND_CATEGORY_LAPTOP);
    CHECK_INT(c.near[2], WEND_CATEGORY_BOOK);
    const char* const counted[] = {"no pillows", "one pillow", "two pillows", "three pillows",
                                   "four pillows"};
    for (int i = 0; i < 5; i++) {
        char text[100];
        snprintf(text, sizeof text, "mug on a bed with %s", counted[i]);
        c = read(text);
        CHECK_INT(c.pillows, i);
        CHECK(!c.definite);
        CHECK_INT(c.support_color, 0);
        CHECK_TEXT(said(&c), text);
    }
}

TEST(unreadable_files_are_named) {
    claims c;
    char why[200];
    const struct {
        const char *text, *why;
    } rows[] = {
        {"", "no object is named in ''"},
        {"red", "no object is called 'red'"},
        {"shiny mug", "neither size, colour, material nor object: 'shiny'"},
        {"red shiny mug", "neither size, colour, material nor object: 'shiny'"},
        {"red, moonbase", "no object is called 'moonbase'"},
        {"mug on a moonbase", "no piece of furniture is called 'moonbase'"},
        {"mug on the red moonbase", "no piece of furniture is called 'moonbase'"},
        {"mug on an odd table", "no piece of furniture is called 'table'"},
        {"mug under a bed in a vase", "no piece of furniture is called 'in a vase'"},
        {"mug under the ", "no piece of furniture is called ''"},
        {"vase under the bed with nine pillows", "cannot be understood: 'nine pillows'"},
        {"vase under the bed with two chairs", "cannot be understood: 'two chairs'"},
        {"mug near a moonbase", "no object, or one too many: 'moonbase'"},
        {"mug near a book, moonbase, vase", "no object, or one too many: 'moonbase'"},
        {"mug near a book, vase, apple, bowl, laptop, chair, sofa",
         "no object, or one too many: 'sofa'"},
        {"red \xE0\xA4\xAE mug", "not in Latin letters: '\xE0\xA4\xAE'"},
        {"mat\xC3\xA9 cup", "not in Latin letters: '\xC3\xA9'"},
    };
    for (int i = 0; i < COUNT_OF(rows); i++) {
        *why = 0;
        CHECK(!claims_read(rows[i].text, &c, why, sizeof why));
        CHECK_TEXT(why, rows[i].why);
    }
    c = read("mug near a book, vase, apple, bowl, laptop, chair");
    CHECK_INT(c.near_count, 6);
}

TEST(words_that_are_too_long_are_not_objects) {
    char text[400], why[600];
    claims c;
    for (int place = 0; place < 3; place++)
        for (int length = 60; length < 140; length++) {
            const char* before = place == 0 ? "" : place == 1 ? "mug near a " : "mug on a ";
            snprintf(
                text, sizeof text, "%s%.*s%s", before, length,
                "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
                "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
                place == 1 ? "" : " table");
            CHECK(!claims_read(text, &c, why, sizeof why));
            CHECK_HAS(why, place == 2 && length < 64 ? "'table'" : "xxx");
        }
}
