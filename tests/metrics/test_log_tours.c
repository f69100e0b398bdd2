// Scores of instruction following and tours from logs made by hand.
#include "metrics/log_path.h"
#include "metrics/made_log.h"
#include "test.h"

// ---- instruction following ----------------------------------------------------------------------

#define PLACES(rules, stopped, nearest, distance)                                             \
    "{\"tour\": \"t\", \"language\": \"en\", \"benchmark\": \"ir2r-ce\", \"rules\": \"" rules \
    "\", \"stopped\": " stopped ", \"nearest\": " nearest ", \"distance\": " distance         \
    ", \"shortest\": 4, \"reference\": [[0, 0, 0], [4, 0, 0]]}"

TEST(continuous_paths_count_each_position_once_and_need_stop) {
    made_log m;
    const float rests[][2] = {{0, 0}, {0, 0}, {4, 0}, {4, 0}, {4, 4}};
    made_log_begin(&m, "r2r-ce");
    made_log_add(&m, PLACES("official", "true", "1", "2"), 4, rests);
    made_log_add(&m, PLACES("official", "false", "1", "2"), 4, rests);
    made_log_add(&m, PLACES("official", "true", "1", "4"), 4, rests);
    made_log_add(&m, PLACES("official", "true", "3", "4"), 4, rests);
    made_log_add(&m, PLACES("paper", "true", "3", "3"), 4, rests);
    static const struct {
        double success, oracle, spl;
        const char* ending;
    } rows[] = {{1, 1, 0.5, "reached"},
                {0, 1, 0, "out of steps"},
                {0, 1, 0, "passed by"},
                {0, 0, 0, "elsewhere"},
                {1, 1, 0.5, "reached"}};
    wend_score_table t = made_log_compute(&m);
    for (int i = 0; i < 5; i++) {
        CHECK(made_log_value(&t, i, "success") == rows[i].success);
        CHECK(made_log_value(&t, i, "oracle_success") == rows[i].oracle);
        CHECK_NEAR(made_log_value(&t, i, "spl"), rows[i].spl, 1e-12);
        CHECK_NEAR(made_log_value(&t, i, "path_length"), 8, 1e-12);
        CHECK_NEAR(made_log_value(&t, i, "ndtw"), exp(-4.0 / 6), 1e-12);  // (4, 4) is 4 m away
        CHECK_NEAR(made_log_value(&t, i, "sdtw"), rows[i].success * exp(-4.0 / 6), 1e-12);
        CHECK_TEXT(made_log_ending(&t, i), rows[i].ending);
    }
    CHECK(t.tour_count == 0 && t.group_count == 1 && t.groups[0].rows == 5);
    made_log_end(&m, &t);
}

#define NODES(path, reference, stopped)                                             \
    "{\"language\": \"en\", \"benchmark\": \"r2r\", \"rules\": \"official\", "      \
    "\"stopped\": " stopped                                                         \
    ", \"viewpoints\": [\"a\", \"b\", \"c\", \"d\"], \"distances\": [2, 4, -1, 2, " \
    "-1, -1], \"path\": [" path "], \"reference\": [" reference "]}"

TEST(paths_on_a_graph_are_measured_by_the_distances_of_the_log) {
    made_log m;
    made_log_begin(&m, "r2r");
    made_log_add(&m, NODES("0, 1", "0, 1, 2", "true"), 1, NULL);
    made_log_add(&m, NODES("0, 1, 0", "0, 1, 2", "false"), 2, NULL);
    made_log_add(&m, NODES("2, 1, 0", "2, 3", "true"), 2, NULL);
    wend_score_table t = made_log_compute(&m);
    CHECK(made_log_value(&t, 0, "success") == 1 && made_log_value(&t, 0, "distance_to_goal") == 2);
    CHECK(made_log_value(&t, 0, "spl") == 1 && made_log_value(&t, 0, "path_length") == 2);
    CHECK_NEAR(made_log_value(&t, 0, "ndtw"), exp(-2.0 / 9), 1e-12);
    CHECK(made_log_value(&t, 1, "success") == 0 && made_log_value(&t, 1, "oracle_success") == 1);
    CHECK(made_log_value(&t, 1, "distance_to_goal") == 4 &&
          made_log_value(&t, 1, "path_length") == 4);
    CHECK_TEXT(made_log_ending(&t, 1), "out of steps");
    CHECK(isinf(made_log_value(&t, 2, "distance_to_goal")) && made_log_value(&t, 2, "ndtw") == 0);
    made_log_end(&m, &t);
    static const char* const broken[] = {NODES("0, 4", "0, 1", "true"),
                                         NODES("0, -1", "0, 1", "true"),
                                         NODES("0, 1", "0, 1", "true") "x"};
    for (size_t i = 0; i < sizeof broken / sizeof *broken; i++) {
        wend_error error;
        made_log_begin(&m, "r2r");
        made_log_add(&m, broken[i], 1, NULL);
        CHECK(wend_score_compute(&m.log, "log", &t, &error) == WEND_FORMAT);
        arena_destroy(&m.memory);
    }
}

// ---- tours --------------------------------------------------------------------------------------

TEST(tours_of_a_log_are_aligned_in_the_order_they_were_played) {
    made_log m;
    const float exact[][2] = {{0, 0}, {2, 0}, {2, 0}}, far[][2] = {{0, 0}, {2, 0}, {4, 0}};
    made_log_begin(&m, "ir2r-ce");
    made_log_add(&m, FACTS_LEG("x", "paper", "true"), 2, exact)->index = 3;
    made_log_add(&m, FACTS_LEG("y", "paper", "true"), 2, exact)->index = 0;
    made_log_add(&m, FACTS_LEG("x", "paper", "true"), 2, far)->index = 2;
    made_log_add(&m, FACTS_LEG("x", "paper", "true"), 2, exact)->index = 4;
    m.records[1].scene = "house:2";
    wend_score_table t = made_log_compute(&m);
    CHECK_INT(t.tour_count, 2);
    CHECK_TEXT(t.tours[0].id, "y");
    CHECK(t.tours[0].rows == 1 && t.tours[0].ndtw == 1 && t.tours[0].weight == 1);
    CHECK(t.tours[0].scene != t.tours[1].scene);
    CHECK(t.tours[1].rows == 3 && t.tours[1].weight == 3 && !t.tours[1].infeasible);
    double x = exp(-2.0 / (3 * 6));  // 2 m against 6 points
    CHECK_NEAR(t.tours[1].ndtw, x, 1e-12);
    CHECK_NEAR(t.tour_ndtw.mean, (1 + 3 * x) / 4, 1e-12);
    CHECK(t.tour_ndtw.scenes == 2 && t.tour_ndtw.count == 2 && !t.tour_ndtw.proportion);
    made_log_end(&m, &t);
}

TEST(tours_of_a_log_that_are_all_exact_are_a_proportion) {
    made_log m;
    const float exact[][2] = {{0, 0}, {2, 0}};
    made_log_begin(&m, "ir2r-ce");
    made_log_add(&m, FACTS_LEG("x", "paper", "true"), 1, exact);
    made_log_add(&m, FACTS_LEG("y", "paper", "true"), 1, exact);
    wend_score_table t = made_log_compute(&m);
    CHECK(t.tour_ndtw.mean == 1 && t.tour_ndtw.proportion && t.tour_ndtw.low < 0.5);
    made_log_end(&m, &t);
}

TEST(each_agent_error_takes_its_share_of_the_tour) {
    made_log m;
    const float exact[][2] = {{0, 0}, {2, 0}};
    made_log_begin(&m, "ir2r-ce");
    for (int i = 0; i < 4; i++) made_log_add(&m, FACTS_LEG("x", "paper", "true"), 1, exact);
    m.records[1].agent_error = "it raised";
    made_log_add(&m, FACTS_LEG("y", "paper", "true"), 1, exact);
    wend_score_table t = made_log_compute(&m);
    CHECK_NEAR(t.tours[0].ndtw, 0.75, 1e-12);
    CHECK(t.tours[1].ndtw == 1);
    CHECK_NEAR(t.tour_ndtw.mean, (4 * 0.75 + 1) / 5, 1e-12);
    made_log_end(&m, &t);
}

TEST(an_infeasible_tour_leaves_the_mean_unless_the_agent_failed_in_it) {
    for (int fails = 0; fails < 2; fails++) {
        made_log m;
        const float exact[][2] = {{0, 0}, {2, 0}}, longer[][2] = {{0, 0}, {2, 0}, {4, 0}};
        made_log_begin(&m, "ir2r-ce");
        // Pinned at both ends, three points cannot be paired with two.
        made_log_add(&m, FACTS_LEG("x", "official", "true"), 1, exact);
        made_log_add(&m, FACTS_LEG("x", "official", "true"), 2, longer);
        made_log_add(&m, FACTS_LEG("x", "official", "true"), 1, exact);
        made_log_add(&m, FACTS_LEG("y", "official", "true"), 1, exact);
        made_log_add(&m, FACTS_LEG("y", "official", "true"), 1, exact);
        if (fails) m.records[2].agent_error = "it raised";
        wend_score_table t = made_log_compute(&m);
        CHECK_INT(t.tour_count, 2);
        CHECK(t.tours[0].infeasible == !fails && t.tours[0].ndtw == 0 && t.tours[0].weight == 2);
        CHECK_NEAR(t.tour_ndtw.mean, fails ? 1 / 3.0 : 1, 1e-12);
        CHECK_INT(t.tour_ndtw.count, fails ? 2 : 1);
        made_log_end(&m, &t);
    }
}

TEST(the_last_pose_of_a_leg_without_stop_is_left_out_by_the_official_rules) {
    static const struct {
        const char* facts;
        double dtw;
    } cases[] = {{FACTS_LEG("x", "official", "true"), 2},
                 {FACTS_LEG("x", "official", "false"), 0},
                 {FACTS_LEG("x", "paper", "false"), 2}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        made_log m;
        const float far[][2] = {{0, 0}, {2, 0}, {4, 0}};
        made_log_begin(&m, "ir2r-ce");
        made_log_add(&m, cases[i].facts, 2, far);
        wend_score_table t = made_log_compute(&m);
        CHECK_NEAR(t.tours[0].ndtw, exp(-cases[i].dtw / 6), 1e-12);
        made_log_end(&m, &t);
    }
}

TEST(a_leg_without_stop_whose_last_action_did_not_move_keeps_its_last_position) {
    made_log m;
    const float turned[][2] = {{0, 0}, {2, 0}, {4, 0}, {4, 0}};
    made_log_begin(&m, "ir2r-ce");
    made_log_add(&m, FACTS_LEG("x", "official", "false"), 3, turned);
    wend_score_table t = made_log_compute(&m);
    CHECK_NEAR(t.tours[0].ndtw, exp(-2.0 / 6), 1e-12);
    made_log_end(&m, &t);
}

TEST(a_leg_of_one_step_without_stop_is_its_first_position) {
    static const struct {
        int steps;
        double dtw;
    } cases[] = {{0, 2}, {1, 2}, {2, 0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        made_log m;
        const float far[][2] = {{0, 0}, {2, 0}, {4, 0}};
        made_log_begin(&m, "ir2r-ce");
        made_log_add(&m, FACTS_LEG("x", "official", "false"), cases[i].steps, far);
        wend_score_table t = made_log_compute(&m);
        CHECK_NEAR(t.tours[0].ndtw, exp(-cases[i].dtw / 6), 1e-12);
        CHECK_INT(t.tours[0].weight, 0);  // IVLN-CE counts changes of the episode
        made_log_end(&m, &t);
    }
}

TEST(a_tour_with_a_long_name_is_one_tour) {
#define LONG_NAME "0123456789012345678901234567890123456789"
    made_log m;
    const float exact[][2] = {{0, 0}, {2, 0}};
    made_log_begin(&m, "ir2r-ce");
    for (int i = 0; i < 3; i++) made_log_add(&m, FACTS_LEG(LONG_NAME, "paper", "true"), 1, exact);
    made_log_add(&m, FACTS_LEG("0123456789012345678901234567899", "paper", "true"), 1, exact);
    wend_score_table t = made_log_compute(&m);
    CHECK_INT(t.tour_count, 2);
    CHECK_TEXT(t.tours[0].id, "0123456789012345678901234567890");
    CHECK_TEXT(t.tours[1].id, "0123456789012345678901234567899");
    CHECK(t.tours[0].rows == 3 && t.tours[1].rows == 1);
    made_log_end(&m, &t);
}

TEST(every_tour_lies_in_the_scene_of_its_first_episode) {
    made_log m;
    const float exact[][2] = {{0, 0}, {2, 0}};
    made_log_begin(&m, "ir2r-ce");
    for (int i = 0; i < 6; i++) {
        made_log_add(&m,
                     i < 2   ? FACTS_LEG("x", "paper", "true")
                     : i < 4 ? FACTS_LEG("y", "paper", "true")
                             : FACTS_LEG("x", "paper", "true"),
                     1, exact)
            ->index = 5 - i;
        m.records[i].scene = i < 2 ? "house:1" : "house:2";
    }
    wend_score_table t = made_log_compute(&m);
    CHECK_INT(t.tour_count, 3);  // the one that comes back is another
    CHECK(t.tours[0].scene == t.tours[1].scene && t.tours[1].scene != t.tours[2].scene);
    CHECK(t.tours[0].rows == 2 && t.tours[1].rows == 2 && t.tours[2].rows == 2);
    CHECK_INT(t.tour_ndtw.count, 3);
    CHECK_INT(t.tour_ndtw.scenes, 2);
    made_log_end(&m, &t);
}

TEST(path_length_counts_up_to_a_step_within_the_trajectory) {
    const wend_pose poses[] = {{.feet = {0, 0, 0}}, {.feet = {2, 3, 6}}, {.feet = {2, 3, 5}}};
    wend_log_record record = {.poses = poses, .steps = 2, .outcomes = "xx"};
    CHECK(log_path_length(&record, 0) == 0 && log_path_length(&record, 1) == 7);
    CHECK(log_path_length(&record, 2) == 8 && log_path_length(&record, 3) == 8);
    CHECK_INT(log_collisions(&record), 2);
    record.steps = 1;
    CHECK_INT(log_collisions(&record), 1);
}

TEST(instructions_have_all_their_columns) {
    made_log m;
    const float rests[][2] = {{0, 0}, {0, 0}, {4, 0}, {4, 0}, {4, 4}};
    made_log_begin(&m, "r2r-ce");
    made_log_add(&m, PLACES("paper", "true", "1", "2.5"), 4, rests)->outcomes = "x.xx";
    wend_score_table t = made_log_compute(&m);
    CHECK(made_log_value(&t, 0, "steps") == 4 && made_log_value(&t, 0, "collisions") == 3);
    CHECK(made_log_value(&t, 0, "distance_to_goal") == 2.5 &&
          made_log_value(&t, 0, "path_length") == 8);
    // Both reference points are on the path, so it is covered; 8 m instead of 4 m.
    CHECK_NEAR(made_log_value(&t, 0, "cls"), 4 / (4 + 4.0), 1e-12);
    made_log_end(&m, &t);
}
