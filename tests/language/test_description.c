#include "test.h"

#include "wend/language.h"

TEST(a_description_gives_the_noun_and_its_attributes) {
    wend_description d = wend_description_read("Small, dark and rust-colored metal spray bottle");
    CHECK_INT(d.target.category, WEND_CATEGORY_SPRAY_BOTTLE);
    CHECK_INT(d.target.color_count, 2);
    CHECK_INT(d.target.colors[0], WEND_COLOR_DARK);
    CHECK_INT(d.target.colors[1], WEND_COLOR_RUST);
    CHECK_INT(d.target.material, WEND_MATERIAL_TYPE_METALLIC);
    CHECK_INT(d.target.size, WEND_SIZE_SMALL);
    CHECK_INT(d.link_count, 0);
}

TEST(near_objects_are_separated_by_commas) {
    wend_description d =
        wend_description_read("mug on a coffee table near a TV, two books, white arm chair");
    CHECK_INT(d.target.category, WEND_CATEGORY_MUG);
    CHECK_INT(d.link_count, 4);
    CHECK_INT(d.links[0].kind, WEND_LINK_ON);
    CHECK_INT(d.links[0].object.category, WEND_CATEGORY_COFFEE_TABLE);
    CHECK_INT(d.links[1].kind, WEND_LINK_NEAR);
    CHECK_INT(d.links[1].object.category, WEND_CATEGORY_TELEVISION);
    CHECK_INT(d.links[2].object.category, WEND_CATEGORY_BOOK);
    CHECK_INT(d.links[2].object.number, 2);
    CHECK_INT(d.links[3].object.category, WEND_CATEGORY_ARMCHAIR);
    CHECK_INT(d.links[3].object.colors[0], WEND_COLOR_WHITE);
}

TEST(with_refers_to_the_object_before_it) {
    wend_description d = wend_description_read("vase under the blue day bed with no pillow");
    CHECK_INT(d.link_count, 2);
    CHECK_INT(d.links[0].kind, WEND_LINK_UNDER);
    CHECK_INT(d.links[0].of, -1);
    CHECK_INT(d.links[0].object.category, WEND_CATEGORY_BED);
    CHECK_INT(d.links[0].object.colors[0], WEND_COLOR_BLUE);
    CHECK_INT(d.links[1].kind, WEND_LINK_WITH);
    CHECK_INT(d.links[1].of, 0);
    CHECK_INT(d.links[1].object.number, 0);
    CHECK_INT(wend_description_read("TV with a plant").links[0].of, -1);
}

TEST(the_longest_name_counts_and_the_last_of_two) {
    CHECK_INT(wend_description_read("apple in the side table drawers").links[0].object.category,
              WEND_CATEGORY_SIDE_TABLE);
    CHECK_INT(wend_description_read("a potted flower plant").target.category,
              WEND_CATEGORY_HOUSE_PLANT);
    CHECK_INT(wend_description_read("a mat\xc3\xa9").target.category, WEND_CATEGORY_MATE);
    CHECK_INT(wend_description_read("wooden toy plane").target.category,
              WEND_CATEGORY_TOY_AIRPLANE);
}

TEST(texts_without_known_words_describe_nothing) {
    const char* texts[] = {"",
                           "  ,,, ",
                           "सेब",
                           "xyzzy on on on",
                           "\xff\xfe\x01",
                           "near near near a near b near c near d near e near f near g near h"};
    for (int i = 0; i < 6; i++) {
        wend_description d = wend_description_read(texts[i]);
        CHECK_INT(d.target.category, WEND_CATEGORY_NONE);
        CHECK_INT(d.link_count, 0);
    }
    char long_text[4000];
    for (int i = 0; i < 3999; i++) long_text[i] = i % 5 == 4 ? ' ' : "near"[i % 5];
    long_text[3999] = 0;
    wend_description_read(long_text);
}
