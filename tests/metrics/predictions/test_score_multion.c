// MultiON's results, one episode a line: every field, and every line that is refused.
#include "metrics/predictions/scored.h"

static wend_predictions_def lines_def(const char* text) {
    wend_predictions_def def = quick_def(WEND_BENCHMARK_MULTION);
    def.results = save("multion.jsonl", text);
    return def;
}

#define LINE(legs, finds, length)                                      \
    "{\"episode_id\": \"e\", \"legs\": [" legs "], \"finds\": [" finds \
    "], \"path_length\": " length "}\n"

TEST(finds_beyond_the_radius_do_not_count_where_all_have_distances) {
    static const char* const cases[][2] = {
        // 4 m of 5 m, 4 + 6 of 20 m; the third goal is not found.
        {LINE("4, 6, 5",
              "{\"path_length\": 5, \"distance\": 1}, {\"path_length\": 20, "
              "\"distance\": 1}",
              "40"),
         "\"success\": 0, \"progress\": 0.6666666666666666, \"spl\": 0, \"ppl\": "
         "0.3333333333333333}"},
        {LINE("4", "{\"path_length\": 5}", "5"),
         "\"success\": 1, \"progress\": 1, \"spl\": 0.8, \"ppl\": 0.8}"},
        {LINE("4", "{\"path_length\": 5, \"other\": [1, {}]}", "5"),
         "\"success\": 1, \"progress\": 1, \"spl\": 0.8, \"ppl\": 0.8}"},
        {LINE("0", "{\"path_length\": 0}", "0"), "\"success\": 1, \"progress\": 1, "},
        {LINE("4, 2", "", "9"), "\"success\": 0, \"progress\": 0, \"spl\": 0, \"ppl\": 0}"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        wend_predictions_def def = lines_def(cases[i][0]);
        CHECK_JSON(def, cases[i][1], "\"problems\": {}}");
    }
}

TEST(distances_count_only_where_every_find_has_one) {
    // The code counts no progress for a find 1.5 m away or more; given for one find only, distances
    // are not looked at.
    static const struct {
        const char* finds;
        wend_rules rules;
        const char* words;
    } cases[] = {
        {"{\"path_length\": 4, \"distance\": 1}, {\"path_length\": 8, \"distance\": 9}",
         WEND_RULES_OFFICIAL, "\"success\": 1, \"progress\": 0.5, \"spl\": 0.8, \"ppl\": 0.5}"},
        {"{\"path_length\": 4, \"distance\": 1}, {\"path_length\": 8, \"distance\": 9}",
         WEND_RULES_PAPER, "\"success\": 1, \"progress\": 1, \"spl\": 0.8, \"ppl\": 0.8}"},
        {"{\"path_length\": 4}, {\"path_length\": 8, \"distance\": 9}", WEND_RULES_OFFICIAL,
         "\"success\": 1, \"progress\": 1, \"spl\": 0.8, \"ppl\": 1}"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        wend_text_out out = {0};
        wend_text_put(&out, LINE("4, 4", "%s", "10"), cases[i].finds);
        wend_predictions_def def = lines_def(out.items);
        wend_text_destroy(&out);
        def.rules = cases[i].rules;
        CHECK_JSON(def, cases[i].words);
    }
}

TEST(lines_are_refused_with_their_number_and_what_is_wrong) {
    static const char* const cases[][2] = {
        {"{\"legs\": [1], \"finds\": [], \"path_length\": 1}",
         "episode_id, legs, finds or path_length is missing"},
        {"{\"episode_id\": \"e\", \"finds\": [], \"path_length\": 1}", "is missing"},
        {"{\"episode_id\": \"e\", \"legs\": [1], \"path_length\": 1}", "is missing"},
        {"{\"episode_id\": \"e\", \"legs\": [1], \"finds\": []}", "is missing"},
        {"{\"episode_id\": \"e\", \"legs\": 3, \"finds\": [], \"path_length\": 1}", "array"},
        {"{\"episode_id\": \"e\", \"legs\": [\"x\"], \"finds\": [], \"path_length\": 1}", "number"},
        {LINE("1, -0.5", "", "1"), "a distance below 0"},
        {LINE("1", "3", "1"), "object"},
        {LINE("1", "{\"distance\": 1}", "1"), "path_length is missing"},
        {LINE("1", "{\"path_length\": \"x\"}", "1"), "number"},
        {LINE("1", "{\"path_length\": 1, \"distance\": \"x\"}", "1"), "number"},
        {LINE("1", "{\"path_length\": 1}, {\"path_length\": 1}", "1"), "2 finds of 1 goals"},
        {LINE("1", "", "\"x\""), "number"},
        {"[]", "object"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[512];
        snprintf(text, sizeof text, "%s%s", LINE("1", "", "1"), cases[i][0]);
        wend_predictions_def def = lines_def(text);
        check_fails(&def, WEND_FORMAT, "multion.jsonl:2: ");
        check_fails(&def, WEND_FORMAT, cases[i][1]);
    }
    wend_predictions_def def = quick_def(WEND_BENCHMARK_MULTION);
    def.results = test_path("absent.jsonl");
    check_fails(&def, WEND_NOT_FOUND, "absent.jsonl");
}

TEST(more_finds_than_there_can_be_goals_are_refused) {
    wend_text_out out = {0};
    wend_text_put(&out, "{\"episode_id\": \"e\", \"legs\": [1], \"path_length\": 1, \"finds\": [");
    for (int i = 0; i < 65; i++) wend_text_put(&out, "%s{\"path_length\": 1}", i ? ", " : "");
    wend_text_put(&out, "]}");
    wend_predictions_def def = lines_def(out.items);
    wend_text_destroy(&out);
    check_fails(&def, WEND_FORMAT, "more than 64 finds");
}

TEST(duplicate_ids_are_counted_each_time) {
#define NAMED(id) "{\"episode_id\": \"" id "\", \"legs\": [1], \"finds\": [], \"path_length\": 1}\n"
    wend_predictions_def def = lines_def(NAMED("b") NAMED("a") NAMED("c") NAMED("a") NAMED("a"));
    CHECK_JSON(def, "\"n\": 5, ", "\"problems\": {\"repeated\": 2}}");
    wend_predictions* scored = score(&def);
    CHECK_HAS(wend_predictions_problem_at(scored, 0), "2, such as 'a' (each counts)");
    CHECK_HAS(wend_predictions_table(scored), "multion: 5 episodes, official rules\n");
    CHECK_HAS(wend_predictions_table(scored), "  Progress         0.0000\n");
    wend_predictions_destroy(scored);
    def = lines_def(NAMED("a") NAMED("b"));
    CHECK_JSON(def, "\"problems\": {}}");
}

TEST(scoring_multion_survives_every_failing_allocation) {
    wend_predictions_def def = lines_def(NAMED("b") NAMED("a") NAMED("a"));
    def.resamples = 10;
    test_each_allocation(score_again, &def, 1000);
}
