// What columns are called, in which unit, and which way is better; scenes as numbers.
#include "metrics/scene_numbers.h"
#include "test.h"

#include "wend/metrics.h"

TEST(every_column_has_a_unit_and_a_better_way) {
    static const struct {
        const char *name, *title, *unit;
        int better;
    } columns[] = {
        {"success", "Success", "%", 1},
        {"progress", "Progress", "%", 1},
        {"spl", "SPL", "%", 1},
        {"ppl", "PPL", "%", 1},
        {"soft_spl", "SoftSPL", "%", 1},
        {"ndtw", "nDTW", "%", 1},
        {"sdtw", "SDTW", "%", 1},
        {"cls", "CLS", "%", 1},
        {"oracle_success", "Oracle success", "%", 1},
        {"tcr", "TCR", "%", 1},
        {"ts", "TS", "", 1},
        {"ts_official", "TS (official)", "", 1},
        {"s1", "Stage 1", "", 1},
        {"s2", "Stage 2", "", 1},
        {"s3", "Stage 3", "", 1},
        {"s4", "Stage 4", "", 1},
        {"seconds", "Time", "s", -1},
        {"seconds_to_carry", "Time to carry", "s", -1},
        {"similarity", "Similarity", "%", 1},
        {"effectiveness", "Effectiveness", "%", 1},
        {"reward", "Reward", "", 1},
        {"distance_to_goal", "Distance to goal", "m", -1},
        {"never_seen", "Never seen", "%", -1},
        {"not_localised", "Seen, not localised", "%", -1},
        {"not_reached", "Localised, not reached", "%", -1},
        {"false_positive", "False positive", "%", -1},
        {"official_exploration", "Exploration failure (official)", "%", -1},
        {"official_localisation", "Localisation failure (official)", "%", -1},
        {"official_planning", "Planning failure (official)", "%", -1},
        {"collisions", "Collisions", "", -1},
        {"steps", "Steps", "", 0},
        {"path_length", "Path length", "m", 0},
        {"of another program", "of another program", "", 0},  // nothing is known of it
    };
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++) {
        wend_score_meaning m = wend_score_meaning_of(columns[i].name);
        CHECK_TEXT(m.name, columns[i].name);
        CHECK_TEXT(m.title, columns[i].title);
        CHECK_TEXT(m.unit, columns[i].unit);
        CHECK_INT(m.better, columns[i].better);
    }
}

TEST(scenes_are_numbered_in_the_order_of_their_names) {
    static const char* const names[] = {"c", "a", "b", "a", "c", "d"};
    static const int expected[] = {2, 0, 1, 0, 2, 3};
    int numbers[6], scenes = 7;
    wend_error error;
    CHECK_OK(scene_numbers(names, 6, numbers, &scenes, &error));
    CHECK_INT(scenes, 4);
    for (int i = 0; i < 6; i++) CHECK_INT(numbers[i], expected[i]);
    CHECK_OK(scene_numbers(names, 1, numbers, &scenes, &error));
    CHECK(scenes == 1 && numbers[0] == 0);
    CHECK_OK(scene_numbers(NULL, 0, numbers, &scenes, &error));
    CHECK_INT(scenes, 0);
}
