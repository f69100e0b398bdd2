// RescueBench's columns of an episode, from records made by hand.
#include "test.h"

#include "wend/metrics.h"

// The expert moves 3 m per step, and the agent never carries the person.
#define FACTS_OF_EXPERT(expert)                                                          \
    "{\"person\": [0, 0, -5], \"stretcher\": [0, 0, 0], \"period\": 3.018108651911469, " \
    "\"timeout\": 60, \"carry_gate\": 1.5, \"place_gate\": 1.5, \"carried_at\": -1, "    \
    "\"placed_at\": -1, \"expert\": [" expert "]}"

// The person lies at z = -5, the stretcher at the origin; a step takes two seconds.
#define FACTS(carried, placed, expert)                                                    \
    "{\"person\": [0, 0, -5], \"stretcher\": [0, 0, 0], \"period\": 2, \"timeout\": 60, " \
    "\"carry_gate\": 1.5, \"place_gate\": 1.5, \"carried_at\": " carried                  \
    ", \"placed_at\": " placed ", \"expert\": [" expert "]}"

typedef struct values {
    const char* names[WEND_SCORE_MAX_COLUMNS];
    double values[WEND_SCORE_MAX_COLUMNS];
    int columns;
} values;

static values score(const char* facts, int steps, const wend_vec3* feet, const char* outcomes,
                    const char* agent_error) {
    static const char letters[] = "................";
    wend_pose poses[16] = {0};
    for (int i = 0; i <= steps; i++) poses[i].feet = feet[i];
    wend_log_record record = {.id = "1",
                              .scene = "house:1",
                              .actions = letters,
                              .outcomes = outcomes ? outcomes : letters,
                              .poses = poses,
                              .steps = steps,
                              .facts = facts,
                              .agent_error = agent_error};
    values v;
    wend_error error;
    CHECK_OK(wend_score_episode("rescue", &record, v.names, v.values, &v.columns, &error));
    return v;
}

static double get(const values* v, const char* name) {
    for (int i = 0; i < v->columns; i++)
        if (strcmp(v->names[i], name) == 0) return v->values[i];
    test_fail(__FILE__, __LINE__, "there is no column '%s'", name);
    return NAN;
}

TEST(a_rescue_that_only_comes_near_scores_the_first_stages) {
    const wend_vec3 feet[] = {{0, 0, 0},  {0, 0, -1}, {0, 0, -2},
                              {0, 0, -1}, {0, 0, -4}, {0, 0, -3}};
    values v = score(FACTS("-1", "-1", ""), 5, feet, NULL, NULL);
    CHECK(get(&v, "tcr") == 0 && get(&v, "steps") == 5 && get(&v, "seconds") == 10);
    CHECK_NEAR(get(&v, "ts"), 2 * 25 * 0.8, 1e-12);                  // 1 m of 5 m at best
    CHECK_NEAR(get(&v, "ts_official"), 25 + 25 * 5.5 / 7.5, 1e-12);  // 2 m at the end
    CHECK(get(&v, "s1") == 25 && get(&v, "s3") == 0 && get(&v, "s4") == 0);
    CHECK_NEAR(get(&v, "s2"), 25 * 5.5 / 7.5, 1e-12);
    CHECK_NEAR(get(&v, "path_length"), 7, 1e-12);
    CHECK_NEAR(get(&v, "effectiveness"), 0.6, 1e-12);  // three of five steps get nearer
    CHECK(isinf(get(&v, "seconds_to_carry")) && isinf(get(&v, "similarity")));
}

TEST(once_carried_the_stretcher_is_what_counts) {
    const wend_vec3 feet[] = {{0, 0, 0}, {0, 0, -4}, {0, 0, -4}, {0, 0, -2}, {0, 0, -3}};
    values v = score(FACTS("2", "-1", ""), 4, feet, NULL, NULL);
    CHECK(get(&v, "tcr") == 0 && get(&v, "seconds_to_carry") == 4);
    CHECK_NEAR(get(&v, "ts"), 50 + 2 * 25 * 0.5, 1e-12);  // 2 m of 4 m at best
    CHECK_NEAR(get(&v, "s4"), 25 * 4.5 / 5.5, 1e-12);     // 3 m at the end
    CHECK_NEAR(get(&v, "ts_official"), 75 + 25 * 4.5 / 5.5, 1e-12);
    CHECK_NEAR(get(&v, "effectiveness"), 0.5, 1e-12);
    v = score(FACTS("2", "4", ""), 4, feet, NULL, NULL);
    CHECK(get(&v, "tcr") == 1 && get(&v, "ts") == 100 && get(&v, "ts_official") == 100);
    v = score(FACTS("2", "4", ""), 4, feet, NULL, "it raised");
    CHECK(get(&v, "tcr") == 0 && get(&v, "ts") == 0 && get(&v, "ts_official") == 0);
    CHECK(get(&v, "seconds") == 60 && isinf(get(&v, "seconds_to_carry")));
    v = score(FACTS("0", "-1", ""), 0, feet, NULL, NULL);  // at the start, at the stretcher
    CHECK(get(&v, "seconds_to_carry") == 0 && get(&v, "effectiveness") == 0);
    CHECK(get(&v, "tcr") == 0 && get(&v, "ts_official") == 100);
}

TEST(collisions_within_five_steps_are_one) {
    const wend_vec3 feet[16] = {{0}};
    values v = score(FACTS("-1", "-1", ""), 12, feet, "x.x.xx....x.", NULL);
    CHECK(get(&v, "collisions") == 3);  // steps 0, 5 and 10
    v = score(FACTS("-1", "-1", ""), 12, feet, "....x...x...", NULL);
    CHECK(get(&v, "collisions") == 1);
    CHECK(get(&v, "effectiveness") == 0);
}

// The expert moves 1.988 m per step: 0, 1.988 and 3.976 m along the slope of 5 m, then 0.964, 2.952
// and 4.94 m along the floor above.
TEST(similarity_is_to_the_expert_at_its_speed) {
    const char* facts = FACTS("-1", "-1", "[0, 0, -1], [0, 4, -4], [0, 4, -9]");
    const wend_vec3 stays[2] = {{0, 0, 0}, {0, 0, 0}};
    const double slope[] = {0, 1.988, 3.976}, floor[] = {0.964, 2.952, 4.94};
    double cost = 0;
    for (int i = 0; i < 3; i++)
        cost += hypot(0.8 * slope[i], 1 + 0.6 * slope[i]) + hypot(4, 4 + floor[i]);
    values v = score(facts, 0, stays, NULL, NULL);
    CHECK_NEAR(get(&v, "similarity"), 1 - cost / 6 / 50, 1e-9);
    // A longer path than the expert's one sample: 5 m each.
    const wend_vec3 away[] = {{3, 0, 4}, {3, 0, 4}, {3, 0, 4}, {3, 0, 4}};
    facts = FACTS("-1", "-1", "[0, 0, 0], [0, 0, -1]");
    v = score(facts, 3, away, NULL, NULL);
    CHECK_NEAR(get(&v, "similarity"), 0.9, 1e-9);
    const wend_vec3 high[] = {{0, 30, 40}};
    v = score(facts, 0, high, NULL, NULL);
    CHECK_NEAR(get(&v, "similarity"), 0, 1e-9);
    const wend_vec3 far[] = {{0, 0, 80}};
    v = score(facts, 0, far, NULL, NULL);
    CHECK(get(&v, "similarity") == 0);
    v = score(FACTS("-1", "-1", "[0, 0, 0]"), 0, far, NULL, NULL);
    CHECK(isinf(get(&v, "similarity")));
}

TEST(stages_outside_the_episode_are_refused) {
    static const char* const broken[] = {FACTS("3", "-1", ""), FACTS("1", "3", ""),
                                         FACTS("-1", "1", ""), FACTS("-1", "0", "")};
    const wend_pose poses[3] = {0};
    for (size_t i = 0; i < sizeof broken / sizeof *broken; i++) {
        wend_log_record record = {.id = "1",
                                  .scene = "house:1",
                                  .actions = "..",
                                  .outcomes = "..",
                                  .poses = poses,
                                  .steps = 2,
                                  .facts = broken[i]};
        values v;
        wend_error error;
        CHECK(wend_score_episode("rescue", &record, v.names, v.values, &v.columns, &error) ==
              WEND_FORMAT);
    }
}

TEST(a_rescue_may_be_over_before_it_begins) {
    const wend_vec3 feet[] = {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}};
    values v = score(FACTS("0", "0", ""), 0, feet, NULL, NULL);
    CHECK(get(&v, "tcr") == 1 && get(&v, "ts") == 100 && get(&v, "seconds_to_carry") == 0);
    v = score(FACTS("2", "2", ""), 2, feet, NULL, NULL);  // at the last step
    CHECK(get(&v, "tcr") == 1 && get(&v, "seconds_to_carry") == 4);
}

// Distances are level: 3 m up and down count for nothing.
TEST(a_rescue_is_measured_in_the_plan) {
    const wend_vec3 feet[] = {{3, 3, -1}, {3, -3, -1}};
    values v = score(FACTS("-1", "-1", ""), 1, feet, NULL, NULL);  // 3 and 4 m away: 5 m
    CHECK_NEAR(get(&v, "s2"), 25 * 2.5 / 7.5, 1e-12);
    CHECK(get(&v, "ts") == 0 && get(&v, "effectiveness") == 0 && get(&v, "path_length") == 6);
    const char* aside =
        "{\"person\": [2, 0, -5], \"stretcher\": [0, 0, 0], \"period\": 2, \"timeout\": 60, "
        "\"carry_gate\": 1.5, \"place_gate\": 1.5, \"carried_at\": -1, \"placed_at\": -1, "
        "\"expert\": []}";
    v = score(aside, 1, feet, NULL, NULL);  // 1 and 4 m away
    CHECK_NEAR(get(&v, "s2"), 25 * (7.5 - sqrt(17)) / 7.5, 1e-12);
}

// Steps of 3 m exactly: from 0, 3 m are the end of the first part, and of the second, 4 m long, the
// first sample is at its beginning.
TEST(a_sample_of_the_expert_that_ends_a_part_begins_the_next) {
    const char* facts = FACTS_OF_EXPERT("[0, 0, 0], [2, 1, 2], [2, 1, 6]");
    const wend_vec3 origin[] = {{0, 0, 0}};
    values v = score(facts, 0, origin, NULL, NULL);
    // At (0, 0, 0), (2, 1, 2) and (2, 1, 5).
    CHECK_NEAR(get(&v, "similarity"), 1 - (0 + 3 + sqrt(30)) / 3 / 50, 1e-12);
}

// 7 m from (1, 2, 3) to (3, 5, 9), then on along z: samples at 0, 3, 6 and 9 m.
TEST(similarity_uses_all_three_coordinates_of_the_expert) {
    const char* facts = FACTS_OF_EXPERT("[1, 2, 3], [3, 5, 9], [3, 5, 13]");
    const wend_vec3 feet[] = {{1, 2, 3}};
    values v = score(facts, 0, feet, NULL, NULL);
    // The last one 2 m along the second part: (3, 5, 11), from (1, 2, 3).
    CHECK_NEAR(get(&v, "similarity"), 1 - (0 + 3 + 6 + sqrt(4 + 9 + 64)) / 4 / 50, 1e-12);
}

// 5 m in steps of 0.994 mm are 5031 samples; 4096 of them count.
TEST(an_expert_is_sampled_4096_times_at_most) {
    const char* facts =
        "{\"person\": [0, 0, -5], \"stretcher\": [0, 0, 0], \"period\": 0.001, \"timeout\": 60, "
        "\"carry_gate\": 1.5, \"place_gate\": 1.5, \"carried_at\": -1, \"placed_at\": -1, "
        "\"expert\": [[0, 0, 0], [0, 0, -5]]}";
    const wend_vec3 origin[] = {{0, 0, 0}};
    values v = score(facts, 0, origin, NULL, NULL);
    CHECK_NEAR(get(&v, "similarity"), 1 - 0.000994 * 4095 / 2 / 50, 1e-9);
}

TEST(an_episode_of_100000_steps_is_not_compared_with_the_expert) {
    enum { MOST = 100000 };
    static wend_pose poses[MOST + 1];
    static char letters[MOST + 1];
    memset(letters, '.', MOST);
    for (int steps = MOST - 1; steps <= MOST; steps++) {
        wend_log_record record = {.id = "1",
                                  .scene = "house:1",
                                  .actions = letters,
                                  .outcomes = letters,
                                  .poses = poses,
                                  .steps = steps,
                                  .facts = FACTS("-1", "-1", "[0, 0, 0], [0, 0, -1]")};
        values v;
        wend_error error;
        CHECK_OK(wend_score_episode("rescue", &record, v.names, v.values, &v.columns, &error));
        if (steps < MOST)
            CHECK(get(&v, "similarity") == 1);
        else
            CHECK(isinf(get(&v, "similarity")));
    }
}
