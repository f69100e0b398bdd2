#include "pasture_room.h"
#include "task/pasture/claims.h"
#include "test.h"

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

TEST(a_thing_is_described_by_its_looks_and_by_its_place) {
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

TEST(a_hiding_place_is_told_by_the_furniture) {
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

TEST(texts_are_read_back_as_they_were_said) {
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
    CHECK_INT(c.stuff, WEND_STUFF_PLASTIC);
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
