#include "test.h"

#include "wend/category.h"

TEST(categories_are_found_by_every_name_they_go_by) {
    CHECK_INT(wend_category_find("house plant"), WEND_CATEGORY_HOUSE_PLANT);
    CHECK_INT(wend_category_find("HousePlant"), WEND_CATEGORY_HOUSE_PLANT);
    CHECK_INT(wend_category_find("TVStand"), WEND_CATEGORY_TV_STAND);
    CHECK_INT(wend_category_find("chest_of_drawers"), WEND_CATEGORY_DRESSER);
    CHECK_INT(wend_category_find("couch"), WEND_CATEGORY_SOFA);
    CHECK_INT(wend_category_find("quux"), WEND_CATEGORY_NONE);
    CHECK_INT(wend_category_guess("SM_CoffeeTable_03"), WEND_CATEGORY_COFFEE_TABLE);
    CHECK_INT(wend_category_guess("Bedroom_Chairs_2"), WEND_CATEGORY_CHAIR);
}

TEST(goal_lists_have_twelve_each_and_mpcat_has_forty) {
    int robothor = 0, uncommon = 0;
    for (int i = 0; i < WEND_CATEGORY_COUNT; i++) {
        robothor += (wend_category_at((wend_category)i)->flags & WEND_CATEGORY_ROBOTHOR) != 0;
        uncommon += (wend_category_at((wend_category)i)->flags & WEND_CATEGORY_UNCOMMON) != 0;
    }
    CHECK_INT(robothor, 12);
    CHECK_INT(uncommon, 12);
    CHECK_TEXT(wend_mpcat_name((wend_mpcat)40), "misc");
    CHECK_TEXT(wend_ivln_name((wend_ivln)12), "sink");
}

TEST(colours_have_their_usual_names) {
    CHECK_INT(wend_color_guess(200, 30, 30), WEND_COLOR_RED);
    CHECK_INT(wend_color_guess(250, 250, 250), WEND_COLOR_WHITE);
    CHECK_INT(wend_color_guess(30, 60, 160), WEND_COLOR_BLUE);
    CHECK_INT(wend_color_guess(90, 60, 30), WEND_COLOR_BROWN);
    CHECK_INT(wend_color_find("gray"), WEND_COLOR_GREY);
}

TEST(matterport_names_are_those_of_the_real_table) {
    const char* path = test_data("mp3d/rooms/mpcat40.tsv");
    FILE* file = fopen(path, "r");
    char line[512], index[64], name[64];
    CHECK(fgets(line, sizeof line, file));
    for (int i = 0; i <= 41; i++) {
        CHECK(fgets(line, sizeof line, file));
        CHECK(sscanf(line, "%63s %63s", index, name) == 2);
        CHECK_INT(atoi(index), i);
        CHECK_TEXT(name, wend_mpcat_name((wend_mpcat)i));
    }
    fclose(file);
}
