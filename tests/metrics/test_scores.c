// Tours, MultiON, RescueBench and the bootstrap.
#include "test.h"

#include "wend/metrics.h"

// ---- tours --------------------------------------------------------------------------------------

static const double a_points[3][3] = {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}};
static const double b_points[3][3] = {{2, 0, 0}, {2, 1, 0}, {2, 2, 0}};
static const wend_path references[2] = {{.points = a_points, .count = 3},
                                        {.points = b_points, .count = 3}};

static wend_tour_score tour(const wend_path* paths, wend_benchmark benchmark, wend_rules rules) {
    wend_error error;
    wend_dtw* dtw;
    wend_tour_score score;
    CHECK_OK(wend_dtw_create(&dtw, &error));
    CHECK_OK(wend_tour_score_compute(dtw, paths, references, 2,
                                     wend_tour_rules_for(benchmark, rules), &score, &error));
    wend_dtw_destroy(dtw);
    return score;
}

TEST(a_tour_that_stops_early_once_pays_once) {
    wend_tour_score s = tour(references, WEND_BENCHMARK_IR2R_CE, WEND_RULES_OFFICIAL);
    CHECK(s.dtw == 0 && s.ndtw == 1 && s.weight == 1 && !s.infeasible);
    wend_path paths[2] = {{.points = a_points, .count = 2}, references[1]};
    s = tour(paths, WEND_BENCHMARK_IR2R_CE, WEND_RULES_OFFICIAL);
    CHECK_NEAR(s.dtw, 1, 0);
    CHECK_NEAR(s.ndtw, exp(-1.0 / 18), 1e-15);
    CHECK(tour(paths, WEND_BENCHMARK_IR2R_CE, WEND_RULES_PAPER).weight == 2);
    CHECK(tour(paths, WEND_BENCHMARK_IR2R, WEND_RULES_OFFICIAL).weight == 2);
}

TEST(pinned_tours_cost_more_where_the_agent_has_several_points_at_an_end) {
    static const double lingers[4][3] = {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {2.5, 0, 0}};
    wend_path paths[2] = {{.points = lingers, .count = 4}, references[1]};
    wend_tour_score plain = tour(paths, WEND_BENCHMARK_IR2R_CE, WEND_RULES_PAPER);
    wend_tour_score pinned = tour(paths, WEND_BENCHMARK_IR2R_CE, WEND_RULES_OFFICIAL);
    CHECK_NEAR(plain.dtw, 0.5, 1e-12);
    CHECK_NEAR(pinned.dtw, 1.5, 1e-12);  // (2,0) must pair with (1,0), for (2,0) waits for the end
    CHECK(!pinned.infeasible);
}

TEST(a_pinned_tour_that_cannot_be_paired_is_infeasible) {
    wend_path refs[3] = {references[0], {.points = b_points, .count = 2}, references[1]};
    wend_path paths[3] = {references[0], references[1], references[1]};
    wend_error error;
    wend_dtw* dtw;
    wend_tour_score score;
    CHECK_OK(wend_dtw_create(&dtw, &error));
    wend_tour_rules rules = wend_tour_rules_for(WEND_BENCHMARK_IR2R_CE, WEND_RULES_OFFICIAL);
    CHECK_OK(wend_tour_score_compute(dtw, paths, refs, 3, rules, &score, &error));
    CHECK(score.infeasible && score.ndtw == 0);
    rules.pinned = false;
    CHECK_OK(wend_tour_score_compute(dtw, paths, refs, 3, rules, &score, &error));
    CHECK(!score.infeasible);
    wend_dtw_destroy(dtw);
}

static wend_status score_infeasible(void* context, wend_error* error) {
    const wend_path refs[3] = {references[0], {.points = b_points, .count = 2}, references[1]};
    const wend_path paths[3] = {references[0], references[1], references[1]};
    wend_dtw* dtw;
    wend_tour_score* score = context;
    WEND_TRY(wend_dtw_create(&dtw, error));
    wend_status status = wend_tour_score_compute(
        dtw, paths, refs, 3, wend_tour_rules_for(WEND_BENCHMARK_IR2R_CE, WEND_RULES_OFFICIAL),
        score, error);
    wend_dtw_destroy(dtw);
    return status;
}

TEST(tours_survive_every_failing_allocation) {
    wend_tour_score score;
    test_each_allocation(score_infeasible, &score, 100);
    CHECK(score.infeasible);
}

TEST(a_tour_without_episodes_weighs_nothing_and_one_with_an_empty_path_is_not_infeasible) {
    wend_error error;
    wend_dtw* dtw;
    wend_tour_score score;
    wend_tour_rules rules = wend_tour_rules_for(WEND_BENCHMARK_IR2R_CE, WEND_RULES_OFFICIAL);
    CHECK(rules.pinned && rules.less_one && rules.radius == 3);
    CHECK_OK(wend_dtw_create(&dtw, &error));
    CHECK_OK(wend_tour_score_compute(dtw, NULL, NULL, 0, rules, &score, &error));
    CHECK(score.weight == 0 && score.ndtw == 1 && score.dtw == 0 && !score.infeasible);
    CHECK_OK(wend_tour_score_compute(dtw, references, references, 1, rules, &score, &error));
    CHECK(score.weight == 0 && score.ndtw == 1);
    const wend_path paths[2] = {references[0], {.points = b_points, .count = 0}};
    CHECK_OK(wend_tour_score_compute(dtw, paths, references, 2, rules, &score, &error));
    CHECK(score.weight == 1 && score.ndtw == 0 && isinf(score.dtw) && !score.infeasible);
    wend_dtw_destroy(dtw);
}

TEST(a_tour_with_a_point_that_is_no_number_is_refused_by_its_name) {
    static const double broken[2][3] = {{0, 0, 0}, {0, NAN, 0}};
    const wend_path bad[2] = {references[0], {.points = broken, .count = 2}};
    wend_error error;
    wend_dtw* dtw;
    wend_tour_score score;
    wend_tour_rules rules = wend_tour_rules_for(WEND_BENCHMARK_IR2R_CE, WEND_RULES_PAPER);
    CHECK(!rules.pinned && !rules.less_one && rules.radius == 3);
    CHECK_OK(wend_dtw_create(&dtw, &error));
    CHECK_INT(wend_tour_score_compute(dtw, bad, references, 2, rules, &score, &error),
              WEND_ARGUMENT);
    CHECK_HAS(error.message, "point 1 of the path is (0, nan, 0)");
    CHECK_INT(wend_tour_score_compute(dtw, references, bad, 2, rules, &score, &error),
              WEND_ARGUMENT);
    CHECK_HAS(error.message, "point 1 of the reference is (0, nan, 0)");
    wend_dtw_destroy(dtw);
}

// ---- rules --------------------------------------------------------------------------------------

// docs/metrics.md: what each official code does; the papers are the same for all.
TEST(every_benchmark_has_the_rules_of_its_official_code) {
    static const struct {
        const char* name;
        bool sdtw_at_most, by_reference, valan, keep_repeats, fast, pinned, less_one;
    } official[] = {
        {"r2r", false, false, false, true, false, false, false},
        {"r4r", true, false, true, true, false, false, false},
        {"rxr", false, false, true, true, false, false, false},
        {"ir2r", false, true, false, true, false, true, false},
        {"r2r-ce", false, false, false, false, true, false, false},
        {"ir2r-ce", false, false, false, false, true, true, true},
        {"rxr-ce", false, false, false, false, true, false, false},
        {"multion", false, false, false, false, false, false, false},
    };
    for (size_t i = 0; i < sizeof official / sizeof *official; i++) {
        wend_error error;
        wend_benchmark b;
        CHECK_OK(wend_benchmark_parse(official[i].name, &b, &error));
        CHECK_TEXT(wend_benchmark_name(b), official[i].name);
        wend_path_rules r = wend_path_rules_for(b, WEND_RULES_OFFICIAL);
        CHECK(r.radius == 3 && !r.sr_at_most && r.sdtw_at_most == official[i].sdtw_at_most);
        CHECK(r.spl_by_reference == official[i].by_reference);
        CHECK(r.spl_floor == (official[i].by_reference ? 0.01 : 0));
        CHECK(r.spl_zero == official[i].valan && r.cls_one == official[i].valan);
        CHECK(r.keep_repeats == official[i].keep_repeats && r.fast_dtw == official[i].fast);
        wend_tour_rules t = wend_tour_rules_for(b, WEND_RULES_OFFICIAL);
        CHECK(t.radius == 3 && t.pinned == official[i].pinned &&
              t.less_one == official[i].less_one);
        r = wend_path_rules_for(b, WEND_RULES_PAPER);
        CHECK(r.radius == 3 && r.sr_at_most && r.sdtw_at_most && !r.spl_by_reference);
        CHECK(r.spl_floor == 0 && !r.spl_zero && !r.cls_one && !r.keep_repeats && !r.fast_dtw);
        t = wend_tour_rules_for(b, WEND_RULES_PAPER);
        CHECK(t.radius == 3 && !t.pinned && !t.less_one);
    }
}

TEST(rules_and_benchmarks_have_names) {
    wend_error error;
    wend_rules rules;
    wend_benchmark benchmark;
    CHECK_OK(wend_rules_parse("official", &rules, &error));
    CHECK(rules == WEND_RULES_OFFICIAL);
    CHECK_OK(wend_rules_parse("paper", &rules, &error));
    CHECK(rules == WEND_RULES_PAPER);
    CHECK_TEXT(wend_rules_name(WEND_RULES_OFFICIAL), "official");
    CHECK_TEXT(wend_rules_name(WEND_RULES_PAPER), "paper");
    CHECK_TEXT(wend_rules_name((wend_rules)2), "?");
    CHECK_TEXT(wend_rules_name((wend_rules)-1), "?");
    CHECK_INT(wend_rules_parse("papers", &rules, &error), WEND_NOT_FOUND);
    CHECK_HAS(error.message, "'papers'; choose 'official' or 'paper'");
    CHECK_OK(wend_benchmark_parse("pasture", &benchmark, &error));
    CHECK(benchmark == WEND_BENCHMARK_PASTURE);
    CHECK_TEXT(wend_benchmark_name((wend_benchmark)(WEND_BENCHMARK_PASTURE + 1)), "?");
    CHECK_TEXT(wend_benchmark_name((wend_benchmark)-1), "?");
    CHECK_INT(wend_benchmark_parse("r3r", &benchmark, &error), WEND_NOT_FOUND);
    CHECK_HAS(error.message, "unknown benchmark 'r3r'");
}

// ---- MultiON ------------------------------------------------------------------------------------

TEST(multion_counts_finds_within_150_cm_by_default) {
    static const double legs[] = {1, 1, 1, 1}, lengths[] = {1, 2, 3, 4};
    static const double distances[] = {0.25, 1.4375, 1.5, 1.625};
    wend_multion_outcome o = {legs, 4, lengths, distances, 4, 4, 0};
    CHECK(wend_multion_score_compute(&o, WEND_RULES_OFFICIAL).progress == 0.5);
    CHECK(wend_multion_score_compute(&o, WEND_RULES_PAPER).progress == 1);
    o.radius = 0.5;
    CHECK(wend_multion_score_compute(&o, WEND_RULES_OFFICIAL).progress == 0.25);
    o.radius = 2;
    CHECK(wend_multion_score_compute(&o, WEND_RULES_OFFICIAL).progress == 1);
}

TEST(multion_of_goals_at_the_start_or_found_too_often_has_no_nan) {
    static const double none[] = {0, 0}, legs[] = {3}, lengths[] = {0, 6, 9};
    for (int rules = 0; rules < 2; rules++) {
        wend_multion_outcome o = {none, 1, lengths, NULL, 1, 0, 0};
        wend_multion_score s = wend_multion_score_compute(&o, (wend_rules)rules);
        CHECK(s.success == 1 && s.progress == 1 && s.spl == 1 && s.ppl == 1);
        o = (wend_multion_outcome){none, 2, lengths, NULL, 1, 0, 0};  // one of two
        s = wend_multion_score_compute(&o, (wend_rules)rules);
        CHECK(s.success == 0 && s.progress == 0.5 && s.spl == 0 && s.ppl == 0.5);
        o = (wend_multion_outcome){legs, 1, lengths + 1, NULL, 2, 6, 0};  // the second is no goal
        s = wend_multion_score_compute(&o, (wend_rules)rules);
        CHECK(s.success == 1 && s.progress == 1 && s.spl == 0.5 && s.ppl == 0.5);
        o = (wend_multion_outcome){legs, 1, NULL, NULL, 0, 6, 0};
        s = wend_multion_score_compute(&o, (wend_rules)rules);
        CHECK(s.success == 0 && s.progress == 0 && s.spl == 0 && s.ppl == 0);
        // Shorter than the shortest way, as a straight line through a closed door would be.
        o = (wend_multion_outcome){legs, 1, lengths, NULL, 1, 2, 0};
        s = wend_multion_score_compute(&o, (wend_rules)rules);
        CHECK(s.spl == 1 && s.ppl == 1);
    }
}

TEST(multion_charges_the_path_to_the_last_find_or_all_of_it) {
    static const double legs[3] = {4, 6, 5}, lengths[2] = {5, 20}, distances[2] = {1.5, 0.2};
    wend_multion_outcome o = {legs, 3, lengths, distances, 2, 40, 0};
    wend_multion_score official = wend_multion_score_compute(&o, WEND_RULES_OFFICIAL);
    wend_multion_score paper = wend_multion_score_compute(&o, WEND_RULES_PAPER);
    CHECK(official.success == 0 && official.spl == 0);
    CHECK_NEAR(paper.progress, 2.0 / 3, 1e-15);
    CHECK_NEAR(paper.ppl, 2.0 / 3 * 10 / 40, 1e-15);
    CHECK_NEAR(official.progress, 1.0 / 3, 1e-15);  // exactly 1.5 m advances but does not count
    CHECK_NEAR(official.ppl, 1.0 / 3 * 10 / 20, 1e-15);
}

TEST(multion_of_all_goals_on_the_shortest_path_is_one) {
    static const double legs[2] = {4, 6}, lengths[2] = {4, 10};
    wend_multion_outcome o = {legs, 2, lengths, NULL, 2, 10, 0};
    for (int rules = 0; rules < 2; rules++) {
        wend_multion_score s = wend_multion_score_compute(&o, (wend_rules)rules);
        CHECK(s.success == 1 && s.progress == 1 && s.spl == 1 && s.ppl == 1);
    }
    o.length = 20;
    CHECK_NEAR(wend_multion_score_compute(&o, WEND_RULES_OFFICIAL).spl, 0.5, 0);
}

TEST(multion_paths_of_less_than_a_metre_have_their_ratio) {
    static const double legs[1] = {0.25}, lengths[1] = {0.5};
    wend_multion_outcome o = {legs, 1, lengths, NULL, 1, 0.5, 0};
    for (int rules = 0; rules < 2; rules++) {
        wend_multion_score s = wend_multion_score_compute(&o, (wend_rules)rules);
        CHECK(s.success == 1 && s.spl == 0.5 && s.ppl == 0.5);
    }
}

TEST(multion_without_goals_or_finds_is_zero) {
    static const double legs[1] = {0};
    wend_multion_outcome none = {NULL, 0, NULL, NULL, 0, 3, 0},
                         lost = {legs, 1, NULL, NULL, 0, 3, 0};
    CHECK(wend_multion_score_compute(&none, WEND_RULES_PAPER).success == 0);
    wend_multion_score s = wend_multion_score_compute(&lost, WEND_RULES_PAPER);
    CHECK(s.success == 0 && s.progress == 0 && s.spl == 0 && s.ppl == 0);
}

// ---- RescueBench --------------------------------------------------------------------------------

TEST(official_rescue_scores_use_the_last_distance_and_the_papers_the_best) {
    wend_rescue_outcome o = {.person = {20, 5, 15}};
    wend_rescue_score official = wend_rescue_score_compute(&o, WEND_RULES_OFFICIAL);
    wend_rescue_score paper = wend_rescue_score_compute(&o, WEND_RULES_PAPER);
    CHECK(official.ts == 0);
    CHECK_NEAR(paper.ts, 2 * 25 * 0.75, 1e-12);
    o.person[WEND_RESCUE_FINAL] = 3;
    official = wend_rescue_score_compute(&o, WEND_RULES_OFFICIAL);
    CHECK_NEAR(official.stage[0], 25, 0);
    CHECK_NEAR(official.stage[1], 25 * 4.5 / 7.5, 1e-12);
    CHECK(official.stage[2] == 0 && official.stage[3] == 0 && official.tcr == 0);
}

TEST(rescue_done_is_a_hundred_and_almost_done_is_less) {
    wend_rescue_outcome o = {.carried = true, .completed = true, .stretcher = {10, 0, 0}};
    for (int rules = 0; rules < 2; rules++) {
        wend_rescue_score s = wend_rescue_score_compute(&o, (wend_rules)rules);
        CHECK(s.ts == 100 && s.tcr == 1);
    }
    o = (wend_rescue_outcome){.carried = true, .stretcher = {10, 4, 4.75}};
    CHECK_NEAR(wend_rescue_score_compute(&o, WEND_RULES_OFFICIAL).ts, 75 + 12.5, 1e-12);
    CHECK_NEAR(wend_rescue_score_compute(&o, WEND_RULES_PAPER).ts, 50 + 2 * 15, 1e-12);
    o.stretcher[WEND_RESCUE_FINAL] = 1;  // within 2 m, but not put down
    CHECK_NEAR(wend_rescue_score_compute(&o, WEND_RULES_OFFICIAL).ts, 100, 1e-12);
}

TEST(rescue_stages_end_at_their_radii) {
    static const struct {
        double metres, stage[4];  // of a person not carried: two stages; of one carried: the others
    } cases[] = {{7.5, {25, 0, 25, 0}},
                 {7.5625, {0, 0, 0, 0}},
                 {3.75, {25, 12.5, 25, 25 * 3.75 / 5.5}},
                 {2, {25, 25 * 5.5 / 7.5, 25, 25}},
                 {0, {25, 25, 25, 25}}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        double d = cases[i].metres;
        wend_rescue_outcome o = {.person = {d, d, d}, .stretcher = {9, 9, 9}};
        wend_rescue_score s = wend_rescue_score_compute(&o, WEND_RULES_OFFICIAL);
        CHECK(s.stage[0] == cases[i].stage[0] && s.stage[2] == 0 && s.stage[3] == 0 && s.tcr == 0);
        CHECK_NEAR(s.stage[1], cases[i].stage[1], 1e-12);
        CHECK_NEAR(s.ts, cases[i].stage[0] + cases[i].stage[1], 1e-12);
        o = (wend_rescue_outcome){.carried = true, .person = {9, 9, 9}, .stretcher = {d, d, d}};
        s = wend_rescue_score_compute(&o, WEND_RULES_OFFICIAL);
        CHECK(s.stage[0] == 25 && s.stage[1] == 25 && s.stage[2] == cases[i].stage[2]);
        CHECK_NEAR(s.stage[3], cases[i].stage[3], 1e-12);
        CHECK(s.tcr == 0);
    }
}

TEST(rescue_scores_of_the_paper_are_the_relative_decrease_of_distance) {
    static const struct {
        double initial, best, share;
    } cases[] = {{8, 8, 0}, {8, 2, 0.75}, {8, 0, 1},        {8, 12, 0},
                 {0, 0, 1}, {0, 0.5, 0},  {8, INFINITY, 0}, {INFINITY, INFINITY, 0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        double a = cases[i].initial, b = cases[i].best, share = cases[i].share;
        wend_rescue_outcome o = {.person = {a, b, b}, .stretcher = {1, 1, 1}};
        wend_rescue_score s = wend_rescue_score_compute(&o, WEND_RULES_PAPER);
        CHECK(s.stage[0] == 25 * share && s.stage[1] == 25 * share);
        CHECK(s.stage[2] == 0 && s.stage[3] == 0 && s.ts == 50 * share && s.tcr == 0);
        o = (wend_rescue_outcome){.carried = true, .person = {1, 1, 1}, .stretcher = {a, b, b}};
        s = wend_rescue_score_compute(&o, WEND_RULES_PAPER);
        CHECK(s.stage[2] == 25 * share && s.stage[3] == 25 * share && s.ts == 50 + 50 * share);
        o.completed = true;
        CHECK(wend_rescue_score_compute(&o, WEND_RULES_PAPER).ts == 100);
        o.carried = false;  // put down what was never carried
        CHECK(wend_rescue_score_compute(&o, WEND_RULES_PAPER).tcr == 0);
    }
}

// ---- intervals ----------------------------------------------------------------------------------

TEST(intervals_have_the_width_that_theory_gives) {
    enum { N = 400 };
    static double values[N];
    wend_rng rng = wend_rng_make(7, 1);
    double sum = 0, squares = 0;
    for (int i = 0; i < N; i++) {
        values[i] = wend_rng_normal(&rng);
        sum += values[i];
        squares += values[i] * values[i];
    }
    double deviation = sqrt((squares - sum * sum / N) / N) / sqrt(N);
    wend_bootstrap_def def = wend_bootstrap_default_def();
    wend_interval interval, again;
    wend_error error;
    def.values = values;
    def.count = N;
    def.columns = 1;
    CHECK_OK(wend_bootstrap_means(&def, &interval, &error));
    CHECK_NEAR(interval.mean, sum / N, 1e-12);
    CHECK_NEAR(interval.low, interval.mean - 1.96 * deviation, 0.2 * deviation);
    CHECK_NEAR(interval.high, interval.mean + 1.96 * deviation, 0.2 * deviation);
    CHECK_OK(wend_bootstrap_means(&def, &again, &error));
    CHECK(memcmp(&again, &interval, sizeof again) == 0);
}

TEST(infinite_values_are_excluded_from_their_own_mean_only) {
    static const double values[6] = {1, 4, INFINITY, 6, 3, 8}, weights[3] = {1, 5, 3};
    wend_bootstrap_def def = wend_bootstrap_default_def();
    wend_interval means[2];
    wend_error error;
    def.values = values;
    def.weights = weights;
    def.count = 3;
    def.columns = 2;
    CHECK_OK(wend_bootstrap_means(&def, means, &error));
    CHECK_NEAR(means[0].mean, (1 * 1 + 3 * 3) / 4.0, 1e-15);
    CHECK_NEAR(means[1].mean, (4 + 5 * 6 + 3 * 8) / 9.0, 1e-15);
    CHECK(means[0].count == 2 && means[1].count == 3);
    def.count = 0;
    CHECK_OK(wend_bootstrap_means(&def, means, &error));
    CHECK(means[0].mean == 0 && means[0].low == 0 && means[0].count == 0);
}

static wend_interval interval_of(const double* values, const int* scenes, int count, bool share) {
    wend_bootstrap_def def = wend_bootstrap_default_def();
    wend_interval interval;
    wend_error error;
    def.values = values;
    def.count = count;
    def.columns = 1;
    def.shares = &share;
    def.scenes = scenes;
    for (int i = 0; scenes && i < count; i++)
        if (scenes[i] >= def.scene_count) def.scene_count = scenes[i] + 1;
    CHECK_OK(wend_bootstrap_means(&def, &interval, &error));
    return interval;
}

TEST(six_of_six_are_not_certain) {
    static const double all[6] = {1, 1, 1, 1, 1, 1}, none[6] = {0}, metres[6] = {0};
    wend_interval v = interval_of(all, NULL, 6, true);
    CHECK(v.proportion && v.has_interval && v.mean == 1 && v.high == 1);
    CHECK_NEAR(v.low, 0.6096657, 1e-7);  // 6 / (6 + 1.96 squared)
    v = interval_of(none, NULL, 6, true);
    CHECK(v.low == 0);
    CHECK_NEAR(v.high, 0.3903343, 1e-7);
    v = interval_of(metres, NULL, 6, false);  // six distances of 0 m are no proportion
    CHECK(!v.proportion && v.low == 0 && v.high == 0);
}

// Wilson's interval of 81 of 263, as in Newcombe 1998, table I.
TEST(proportions_have_the_interval_that_wilson_gives) {
    double values[263], low, high;
    for (int i = 0; i < 263; i++) values[i] = i < 81;
    wend_interval v = interval_of(values, NULL, 263, true);
    CHECK_NEAR(v.low, 0.2553, 5e-5);
    CHECK_NEAR(v.high, 0.3662, 5e-5);
    wend_wilson_interval(15.0 / 148, 148, &low, &high);
    CHECK_NEAR(low, 0.0624, 5e-5);
    CHECK_NEAR(high, 0.1605, 5e-5);
    values[0] = 0.5;  // one value between: samples of the rows
    CHECK(!interval_of(values, NULL, 263, true).proportion);
}

TEST(scenes_are_drawn_whole) {
    static const double values[8] = {1, 1, 1, 1, 0, 0, 0, 0.5};
    static const int scenes[8] = {0, 0, 0, 0, 1, 1, 1, 1}, one[8] = {0};
    wend_interval v = interval_of(values, scenes, 8, true);
    CHECK(v.scenes == 2 && v.has_scene_interval);
    CHECK(v.scene_low == 0.125 && v.scene_high == 1);  // either scene twice
    CHECK(v.low > 0.125 && v.high < 1);
    v = interval_of(values, one, 8, true);
    CHECK(v.scenes == 1 && !v.has_scene_interval && v.has_interval);
    v = interval_of(values, NULL, 8, true);
    CHECK(v.scenes == 0 && !v.has_scene_interval);
}

TEST(success_in_every_scene_is_as_sure_as_there_are_scenes) {
    static const double values[6] = {1, 1, 1, 1, 1, 1};
    static const int scenes[6] = {0, 0, 1, 1, 2, 2};
    wend_interval v = interval_of(values, scenes, 6, true);
    CHECK_NEAR(v.scene_low, 3 / (3 + 1.959963984540054 * 1.959963984540054), 1e-12);
    CHECK(v.scene_high == 1 && v.scene_low < v.low);
}

TEST(each_column_has_the_scenes_in_which_it_counts) {
    // The first column counts in one scene alone, the second in both.
    static const double values[8] = {1, 1, 3, 2, INFINITY, 5, INFINITY, 4};
    static const int scenes[4] = {0, 0, 1, 1};
    wend_bootstrap_def def = wend_bootstrap_default_def();
    wend_interval v[2];
    wend_error error;
    def.values = values;
    def.scenes = scenes;
    def.scene_count = 2;
    def.count = 4;
    def.columns = 2;
    CHECK_OK(wend_bootstrap_means(&def, v, &error));
    CHECK(v[0].scenes == 1 && !v[0].has_scene_interval);
    CHECK(v[0].scene_low == 2 && v[0].scene_high == 2);
    CHECK(v[1].scenes == 2 && v[1].has_scene_interval);
    CHECK(v[1].scene_low == 1.5 && v[1].scene_high == 4.5);
}

TEST(bootstraps_out_of_range_are_refused_and_those_at_its_ends_are_not) {
    static const double values[1] = {2};
    wend_bootstrap_def def = wend_bootstrap_default_def();
    CHECK(def.resamples == 1000 && def.seed == 1);
    wend_interval v;
    wend_error error;
    def.values = values;
    def.count = def.columns = 1;
    def.resamples = 1000000;
    CHECK_OK(wend_bootstrap_means(&def, &v, &error));
    CHECK(v.mean == 2);
    def.resamples = 0;
    CHECK_OK(wend_bootstrap_means(&def, &v, &error));
    CHECK(v.mean == 2 && v.low == 2 && !v.has_interval);
    static const struct {
        int count, columns, resamples;
    } broken[] = {{-1, 1, 1}, {1, 0, 1}, {1, 1, -1}, {1, 1, 1000001}};
    for (size_t i = 0; i < sizeof broken / sizeof *broken; i++) {
        def.count = broken[i].count;
        def.columns = broken[i].columns;
        def.resamples = broken[i].resamples;
        CHECK(wend_bootstrap_means(&def, &v, &error) == WEND_ARGUMENT);
    }
}

TEST(one_value_has_no_interval_but_as_a_proportion) {
    static const double value[1] = {0.8}, success[1] = {1}, two[2] = {0.8, INFINITY};
    CHECK(!interval_of(value, NULL, 1, true).has_interval);
    CHECK(interval_of(success, NULL, 1, true).has_interval);
    CHECK(!interval_of(two, NULL, 2, true).has_interval);
    CHECK_INT(interval_of(two, NULL, 2, true).count, 1);
}

TEST(weights_of_zero_count_nothing) {
    static const double values[2] = {0.5, 0.7}, weights[2] = {0, 0}, some[2] = {0, 2};
    wend_bootstrap_def def = wend_bootstrap_default_def();
    wend_interval v;
    wend_error error;
    def.values = values;
    def.weights = weights;
    def.count = 2;
    def.columns = 1;
    CHECK_OK(wend_bootstrap_means(&def, &v, &error));
    CHECK(v.count == 0 && v.mean == 0 && !v.has_interval);
    def.weights = some;
    CHECK_OK(wend_bootstrap_means(&def, &v, &error));
    CHECK(v.count == 1 && v.mean == 0.7 && !v.has_interval);
}

TEST(rows_of_scenes_that_are_not_counted_are_refused) {
    static const double values[1] = {1};
    static const int scenes[1] = {1};
    wend_bootstrap_def def = wend_bootstrap_default_def();
    wend_interval v;
    wend_error error;
    def.values = values;
    def.count = def.columns = def.scene_count = 1;
    def.scenes = scenes;
    CHECK(wend_bootstrap_means(&def, &v, &error) == WEND_ARGUMENT);
}

static wend_status resample(void* context, wend_error* error) {
    static const double values[4] = {1, 2, 3, 4};
    wend_bootstrap_def def = wend_bootstrap_default_def();
    (void)context;
    def.values = values;
    def.count = 4;
    def.columns = 1;
    wend_interval interval;
    return wend_bootstrap_means(&def, &interval, error);
}

TEST(intervals_survive_every_failing_allocation) { test_each_allocation(resample, NULL, 100); }
