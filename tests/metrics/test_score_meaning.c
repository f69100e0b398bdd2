// Titles, units and directions of columns, compared with the scores of a good and a bad episode;
// scenes as numbers.
#include "metrics/made_log.h"
#include "metrics/scene_numbers.h"
#include "test.h"

// A solved and a failed episode of each task. The agent of the solved one reaches the goal on the
// shortest path; the other ends far away, late and with a collision.
static const struct {
    const char *task, *good, *bad;
} pairs[] = {
    {"pointnav", "{\"shortest\": 2, \"distance\": 0, \"radius\": 0.25, \"stopped\": true}",
     "{\"shortest\": 2, \"distance\": 3, \"radius\": 0.25, \"stopped\": true}"},
    {"multion",
     FACTS_MULTION("{\"leg\": 2, \"seen\": 0}", FACTS_FOUND("true", "2", "0"), "true", "at-most",
                   "whole"),
     FACTS_MULTION("{\"leg\": 2, \"seen\": 0}", "", "true", "at-most", "whole")},
    {"pasture",
     "{\"split\": \"a\", \"shortest\": 2, \"distance\": 0, \"stopped\": true, \"visible\": true}",
     "{\"split\": \"a\", \"shortest\": 2, \"distance\": 3, \"stopped\": true, \"visible\": false}"},
    {"ir2r-ce", FACTS_LEG("t", "paper", "true"),
     "{\"tour\": \"t\", \"language\": \"en\", \"benchmark\": \"ir2r-ce\", \"rules\": \"paper\", "
     "\"stopped\": true, \"nearest\": 4, \"distance\": 5, \"shortest\": 2, "
     "\"reference\": [[0, 0, 0], [2, 0, 0]]}"},
    {"rescue",
     "{\"person\": [0, 0, -5], \"stretcher\": [0, 0, 0], \"period\": 2, \"timeout\": 60, "
     "\"carry_gate\": 1.5, \"place_gate\": 1.5, \"carried_at\": 1, \"placed_at\": 2, "
     "\"expert\": [[0, 0, 0], [1, 0, 0]]}",
     "{\"person\": [0, 0, -5], \"stretcher\": [0, 0, 0], \"period\": 2, \"timeout\": 60, "
     "\"carry_gate\": 1.5, \"place_gate\": 1.5, \"carried_at\": -1, \"placed_at\": -1, "
     "\"expert\": [[0, 0, 0], [1, 0, 0]]}"},
};

// Rows 0 and 1 of the table are the solved and the failed episode.
static wend_score_table compute_pair(made_log* m, int pair) {
    const float straight[][2] = {{0, 0}, {1, 0}, {2, 0}};
    const float astray[][2] = {{0, 0}, {0, 6}, {0, 9}, {0, 9}};
    made_log_begin(m, pairs[pair].task);
    made_log_add(m, pairs[pair].good, 2, straight);
    made_log_add(m, pairs[pair].bad, 3, astray)->outcomes = "..x";
    return made_log_compute(m);
}

enum { PAIRS = sizeof pairs / sizeof *pairs };

TEST(a_solved_episode_is_better_in_every_column_that_has_a_direction) {
    for (int p = 0; p < PAIRS; p++) {
        static made_log m;
        int better = 0;
        wend_score_table t = compute_pair(&m, p);
        CHECK_INT(t.rows, 2);
        for (int c = 0; c < t.columns; c++) {
            wend_score_meaning meaning = wend_score_meaning_of(t.names[c]);
            double gain = t.values[c] - t.values[t.columns + c];
            if (meaning.better == 0 || isnan(gain)) continue;  // both infinite: not applicable
            if (gain * meaning.better < 0)
                test_fail(__FILE__, __LINE__, "%s: %s is %g where solved, %g where failed",
                          pairs[p].task, t.names[c], t.values[c], t.values[t.columns + c]);
            better += gain != 0;
        }
        CHECK(better >= 3);
        made_log_end(&m, &t);
    }
}

TEST(percentages_are_fractions_and_every_column_of_a_task_has_a_title) {
    for (int p = 0; p < PAIRS; p++) {
        static made_log m;
        wend_score_table t = compute_pair(&m, p);
        for (int c = 0; c < t.columns; c++) {
            wend_score_meaning meaning = wend_score_meaning_of(t.names[c]);
            CHECK_TEXT(meaning.name, t.names[c]);
            CHECK(strcmp(meaning.title, t.names[c]) != 0);
            for (int row = 0; row < 2 && strcmp(meaning.unit, "%") == 0; row++) {
                double value = t.values[row * t.columns + c];
                CHECK(isinf(value) || (value >= 0 && value <= 1));
            }
        }
        made_log_end(&m, &t);
    }
}

// The failed agent moves 6 + 3 m in three steps and ends 3 m from the goal.
TEST(metres_and_seconds_are_those_of_the_trajectory) {
    static made_log m;
    wend_score_table t = compute_pair(&m, 0);
    CHECK_TEXT(wend_score_meaning_of("path_length").unit, "m");
    CHECK(made_log_value(&t, 0, "path_length") == 2 && made_log_value(&t, 1, "path_length") == 9);
    CHECK_TEXT(wend_score_meaning_of("distance_to_goal").unit, "m");
    CHECK(made_log_value(&t, 1, "distance_to_goal") == 3);
    CHECK_TEXT(wend_score_meaning_of("steps").unit, "");
    CHECK(made_log_value(&t, 1, "steps") == 3 && made_log_value(&t, 1, "collisions") == 1);
    made_log_end(&m, &t);
    t = compute_pair(&m, 4);  // a step takes 2 s
    CHECK_TEXT(wend_score_meaning_of("seconds").unit, "s");
    CHECK(made_log_value(&t, 0, "seconds") == 4 && made_log_value(&t, 0, "seconds_to_carry") == 2);
    made_log_end(&m, &t);
}

TEST(a_column_of_another_program_has_its_name_as_title_and_no_direction) {
    wend_score_meaning m = wend_score_meaning_of("of another program");
    CHECK_TEXT(m.name, "of another program");
    CHECK_TEXT(m.title, "of another program");
    CHECK_TEXT(m.unit, "");
    CHECK_INT(m.better, 0);
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
