// t-nDTW over IVLN-CE's records: which repeat, which splits, which tours are reported.
#include "metrics/predictions/scored.h"

#define AT(x, e) "{\"position\": [" x ", 0, 0], \"phase\": \"agent\", \"episode_id\": \"" e "\"}"
#define XYZ(x, y, z, e) \
    "{\"position\": [" x ", " y ", " z "], \"phase\": \"agent\", \"episode_id\": \"" e "\"}"

static wend_predictions_def record_def(const char* truth, const char* given) {
    wend_predictions_def def = quick_def(WEND_BENCHMARK_IR2R_CE);
    def.truth = save("truth.json", truth);
    def.results = save("records.json", given);
    return def;
}

static double ndtw_of(const wend_predictions_def* def) {
    wend_predictions* scored = score(def);
    const char* at = strstr(wend_predictions_json(scored), "\"t_ndtw\": ");
    double value = strtod(at + 10, NULL);
    wend_predictions_destroy(scored);
    return value;
}

// The agent stands 1 m beside the reference; a record that repeats costs nothing more.
TEST(a_record_repeats_the_one_before_in_all_three_coordinates) {
    static const struct {
        const char* second;
        double metres;  // beside the 1 m of the first
    } cases[] = {
        {XYZ("1", "7", "8", "A"), 0},        {XYZ("-1", "7", "8", "A"), 1},
        {XYZ("1", "7", "8.000001", "A"), 1}, {XYZ("1", "7.000001", "8", "A"), 1},
        {XYZ("1.000001", "7", "8", "A"), 1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char given[512];
        snprintf(given, sizeof given,
                 "{\"0\": [" XYZ("1", "7", "8", "A") ", %s, " AT("5", "B") ", " AT("6", "B") "]}",
                 cases[i].second);
        wend_predictions_def def = record_def(
            "{\"0\": [" XYZ("0", "7", "8", "A") ", " AT("5", "B") ", " AT("6", "B") "]}", given);
        CHECK_NEAR(ndtw_of(&def), exp(-(1 + cases[i].metres) / 9), 1e-6);
    }
}

TEST(a_duplicate_tour_in_the_results_is_reported) {
    wend_predictions_def def =
        record_def("{\"0\": [" AT("0", "A") ", " AT("1", "B") "]}",
                   "{\"0\": [" AT("0", "A") ", " AT("1", "B") "], \"0\": [" AT("9", "A") ", " AT(
                       "9", "B") "]}");
    CHECK_JSON(def, "\"t_ndtw\": 1, ", "\"problems\": {\"duplicate\": 1}}");
    wend_predictions* scored = score(&def);
    CHECK_HAS(wend_predictions_problem_at(scored, 0), "1, such as tour '0' (the first counts)");
    wend_predictions_destroy(scored);
}

TEST(records_of_the_reference_that_repeat_count_each_time) {
    // Four points of the reference: the agent's last one is 1 m from each of the two.
    wend_predictions_def def = record_def(
        "{\"0\": [" AT("0", "A") ", " AT("5", "B") ", " AT("6", "B") ", " AT("6", "B") "]}",
        "{\"0\": [" AT("0", "A") ", " AT("5", "B") ", " AT("7", "B") "]}");
    def.rules = WEND_RULES_PAPER;
    CHECK_NEAR(ndtw_of(&def), exp(-2.0 / 12), 1e-12);
}

TEST(all_three_coordinates_of_records_count) {
    wend_predictions_def def =
        record_def("{\"0\": [" XYZ("1", "2", "3", "A") ", " XYZ("5", "0", "0", "B") "]}",
                   "{\"0\": [" XYZ("3", "5", "9", "A") ", " XYZ("5", "0", "0", "B") "]}");
    CHECK_NEAR(ndtw_of(&def), exp(-7.0 / 6), 1e-12);  // 2, 3 and 6: 7 m against two points
}

TEST(other_phases_are_in_no_path_and_an_episode_may_come_again) {
#define ORACLE(x, e) \
    "{\"position\": [" x ", 0, 0], \"phase\": \"oracle_start\", \"episode_id\": \"" e "\"}"
    const char* truth =
        "{\"0\": [" AT("0", "A") ", " AT("1", "A") ", " AT("5", "B") ", " AT("0", "A") "]}";
    wend_predictions_def def = record_def(
        truth, "{\"0\": [" ORACLE("9", "A") ", " AT("0", "A") ", " AT("1", "A") ", " ORACLE(
                   "3", "B") ", " AT("5", "B") ", " AT("0", "A") ", " ORACLE("7", "A") "]}");
    CHECK_JSON(def, "\"n_tours\": 1, \"t_ndtw\": 1, ", "\"problems\": {}}");
    def = record_def(truth, "{\"0\": [" AT("0", "A") ", " AT("1", "A") ", " AT("5", "B") "]}");
    check_fails(&def, WEND_NOT_FOUND, "no prediction for any of the 1 tours");
}

TEST(a_tour_of_one_episode_weighs_nothing_by_the_official_rules) {
    wend_predictions_def def =
        record_def("{\"0\": [" AT("0", "A") "], \"1\": [" AT("0", "A") ", " AT("1", "B") "]}",
                   "{\"0\": [" AT("3", "A") "], \"1\": [" AT("0", "A") ", " AT("1", "B") "]}");
    CHECK_JSON(def, "\"n_tours\": 2, \"t_ndtw\": 1, ", "{\"id\": \"0\", \"t_ndtw\": null}");
    def.rules = WEND_RULES_PAPER;  // weights 1 and 2
    CHECK_NEAR(ndtw_of(&def), (exp(-1) + 2) / 3, 1e-12);
    // Missing, it has no value either.
    def = record_def("{\"0\": [" AT("0", "A") "], \"1\": [" AT("0", "A") ", " AT("1", "B") "]}",
                     "{\"1\": [" AT("0", "A") ", " AT("1", "B") "]}");
    CHECK_JSON(def, "\"t_ndtw\": 1, ", "{\"id\": \"0\", \"t_ndtw\": null}",
               "\"problems\": {\"missing_tour\": 1}}");
    def.rules = WEND_RULES_PAPER;
    CHECK_NEAR(ndtw_of(&def), 2 / 3.0, 1e-12);
}

TEST(an_infeasible_tour_of_records_is_counted_and_left_out) {
    // Pinned at both ends, three points cannot be paired with one.
    wend_predictions_def def = record_def(
        "{\"0\": [" AT("0", "A") ", " AT("4", "B") ", " AT("5", "C") "], \"1\": [" AT(
            "0", "A") ", " AT("1", "B") "]}",
        "{\"0\": [" AT("0", "A") ", " AT("1", "B") ", " AT("2", "B") ", " AT("4", "B") ", " AT(
            "5", "C") "], \"1\": [" AT("0", "A") ", " AT("1", "B") "]}");
    CHECK_JSON(def, "\"n_tours\": 2, \"t_ndtw\": 1, \"n_infeasible\": 1",
               "{\"id\": \"0\", \"t_ndtw\": null}");
}

// ---- splits -------------------------------------------------------------------------------------

#define TOUR "[" AT("0", "A") ", " AT("1", "B") "]"

TEST(records_of_other_splits_are_neither_duplicates_nor_unknown) {
    const char* both =
        "{\"train\": {\"0\": " TOUR ", \"7\": " TOUR "}, \"val\": {\"0\": " TOUR "}}";
    wend_predictions_def def = record_def(both, both);
    def.split = "val";
    CHECK_JSON(def, "\"n_tours\": 1, \"t_ndtw\": 1, ", "\"problems\": {}}");
    def.split = "train";
    CHECK_JSON(def, "\"n_tours\": 2, \"t_ndtw\": 1, ", "\"problems\": {}}");
    def.split = "val";  // what comes after another split is looked at
    def.results = save("records.json", "{\"train\": {\"0\": " TOUR "}, \"val\": {\"0\": " TOUR
                                       ", \"8\": " TOUR "}}");
    CHECK_JSON(def, "\"problems\": {\"unknown_id\": 1}}");
    // Of one split, the split need not be named.
    const char* one = "{\"val\": {\"0\": " TOUR ", \"1\": " TOUR "}}";
    def = record_def(one, both);
    CHECK_JSON(def, "\"n_tours\": 2, \"t_ndtw\": 0.5, ", "\"problems\": {\"missing_tour\": 1}}");
    def = record_def(both, one);
    check_fails(&def, WEND_ARGUMENT,
                "truth.json has the splits train and val; choose one as the split");
    // Without splits in the reference, a name does not matter.
    def = record_def("{\"0\": " TOUR "}", "{\"0\": " TOUR "}");
    def.split = "val";
    CHECK_JSON(def, "\"n_tours\": 1, \"t_ndtw\": 1, ", "\"problems\": {}}");
}

TEST(problems_of_tours_name_the_tour) {
    wend_predictions_def def = record_def(
        "{\"1\": " TOUR ", \"2\": " TOUR ", \"3\": " TOUR "}",
        "{\"1\": " TOUR ", \"3\": [" AT("0", "B") ", " AT("1", "A") "], \"8\": " TOUR "}");
    wend_predictions* scored = score(&def);
    CHECK_INT(wend_predictions_problem_count(scored), 3);
    CHECK_HAS(wend_predictions_problem_at(scored, 0), "1, such as tour '8' (left out)");
    CHECK_HAS(wend_predictions_problem_at(scored, 1), "1, such as '2' (scored 0)");
    CHECK_HAS(wend_predictions_problem_at(scored, 2), "1, such as '3' (scored 0)");
    CHECK_HAS(wend_predictions_table(scored),
              "ir2r-ce: 3 tours (0 of them infeasible and left "
              "out), official rules, distance: euclidean\n");
    CHECK_HAS(wend_predictions_csv(scored), "id,scene,t_ndtw\n1,,1\n2,,0\n3,,0\n");
    wend_predictions_destroy(scored);
}

TEST(each_file_of_records_is_named_where_it_is_broken) {
    for (int file = 0; file < 2; file++) {
        wend_predictions_def def = record_def("{\"0\": " TOUR "}", "{\"0\": " TOUR "}");
        save(file ? "truth.json" : "records.json", "{\"0\": [{\"phase\": 7}]}");
        check_fails(&def, WEND_FORMAT, file ? "truth.json" : "records.json");
    }
    wend_predictions_def def = record_def("{\"val\": {}}", "{\"0\": " TOUR "}");
    check_fails(&def, WEND_NOT_FOUND, "truth.json: no tours");
}

TEST(scoring_records_survives_every_failing_allocation) {
    wend_predictions_def def = record_def(
        "{\"1\": " TOUR ", \"2\": " TOUR ", \"3\": " TOUR "}",
        "{\"1\": " TOUR ", \"3\": [" AT("0", "B") ", " AT("1", "A") "], \"8\": " TOUR "}");
    test_each_allocation(score_again, &def, 1000);
}
