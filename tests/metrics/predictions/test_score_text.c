// The sheet of scores as it is printed: JSON, table, CSV, sentences; and its limits.
#include "metrics/predictions/score_sheet.h"
#include "metrics/predictions/scored.h"

// A sheet of two columns, one with a unit.
static const wend_score_meaning columns[] = {{"share", "Share", "%", 0},
                                             {"way", "A column with a long name", "metres", 0}};

static void begin(score_sheet* sheet) {
    *sheet = (score_sheet){0};
    score_table_set_columns(&sheet->episodes, columns, 2);
    sheet->counts = "episodes";
    sheet->group_key = "by_group";
}

static void add(score_sheet* sheet, const char* id, const char* scene, const char* group,
                double share, double way, double weight) {
    wend_error error;
    double values[] = {share, way};
    score_row row = {id, scene, group, values, weight};
    CHECK_OK(score_add(sheet, &sheet->episodes, &row, &error));
}

typedef struct printed {
    wend_text_out json, table, csv;
} printed;

static printed print(score_sheet* sheet, const wend_predictions_def* def) {
    wend_error error;
    printed p = {0};
    CHECK_OK(score_sheet_compute_means(sheet, def, &error));
    score_write_json(sheet, def, &p.json);
    score_write_table(sheet, def, &p.table);
    score_write_csv(sheet, &p.csv);
    return p;
}

static void end(score_sheet* sheet, printed* p) {
    wend_text_destroy(&p->json);
    wend_text_destroy(&p->table);
    wend_text_destroy(&p->csv);
    score_destroy(sheet);
}

TEST(a_sheet_is_printed_in_every_form) {
    score_sheet sheet;
    wend_predictions_def def = quick_def(WEND_BENCHMARK_OBJECTNAV);
    begin(&sheet);
    add(&sheet, "a", "s1", "x", 1, 3, 0);
    add(&sheet, "b", "s2", "y", 0.5, INFINITY, 0);
    add(&sheet, "c,d", "s1", "x", 0, 5, 0);
    printed p = print(&sheet, &def);
    CHECK_TEXT(p.json.items,
               "{\"benchmark\": \"objectnav\", \"rules\": \"official\", \"n\": 3, \"share\": 0.5, "
               "\"way\": 4, \"n_scenes\": 2, \"by_group\": {\"x\": {\"n\": 2, \"share\": 0.5, "
               "\"way\": 4}, \"y\": {\"n\": 1, \"share\": 0.5, \"way\": null}}, \"episodes\": "
               "[{\"id\": \"a\", \"scene\": \"s1\", \"group\": \"x\", \"share\": 1, \"way\": 3}, "
               "{\"id\": \"b\", \"scene\": \"s2\", \"group\": \"y\", \"share\": 0.5, \"way\": "
               "null}, {\"id\": \"c,d\", \"scene\": \"s1\", \"group\": \"x\", \"share\": 0, "
               "\"way\": 5}], \"problems\": {}}");
    // The longest name: 25 signs, 6 of the unit, a space and two brackets.
    CHECK_TEXT(p.table.items,
               "objectnav: 3 episodes, official rules\n"
               "                                           mean\n"
               "  Share                                  0.5000\n"
               "  A column with a long name (metres)     4.0000\n"
               "  x: 2  Share 0.5000  A column with a long name 4.0000\n"
               "  y: 1  Share 0.5000\n");
    CHECK_TEXT(p.csv.items,
               "id,scene,group,share,way\na,s1,x,1,3\nb,s2,y,0.5,\n\"c,d\",s1,x,0,5\n");
    end(&sheet, &p);
}

TEST(rows_without_scenes_or_groups_leave_those_out) {
    score_sheet sheet;
    wend_predictions_def def = quick_def(WEND_BENCHMARK_MULTION);
    begin(&sheet);
    add(&sheet, "a", "s1", NULL, 1, INFINITY, 0);
    add(&sheet, NULL, NULL, NULL, 1, INFINITY, 0);
    def.resamples = 10;
    printed p = print(&sheet, &def);
    CHECK_HAS(p.json.items, "\"n\": 2, \"share\": 1, \"way\": null, \"intervals\": {\"share\": [");
    CHECK_HAS(p.json.items, ", \"way\": null}, \"ci95\": {\"share\": [");
    CHECK_HAS(p.json.items,
              ", \"way\": null}, \"intervals_by_scene\": null, \"episodes\": "
              "[{\"id\": \"a\", \"share\": 1, \"way\": null}, {\"id\": \"\", ");
    CHECK(!strstr(p.json.items, "n_scenes") && !strstr(p.json.items, "by_group"));
    // Two of two: 2 / (2 + 1.96 squared).
    CHECK_TEXT(p.table.items,
               "multion: 2 episodes, official rules\n"
               "                                           mean   95 % interval\n"
               "  Share                                  1.0000   0.3424 to 1.0000\n"
               "  A column with a long name (metres)          -\n"
               "  the files name no scenes: there is no interval by scene\n");
    CHECK_TEXT(p.csv.items, "id,scene,share,way\na,s1,1,\n,,1,\n");
    end(&sheet, &p);
}

TEST(intervals_are_those_of_episodes_and_of_scenes) {
    score_sheet sheet;
    wend_predictions_def def = quick_def(WEND_BENCHMARK_MULTION);
    begin(&sheet);
    add(&sheet, "a", "s1", NULL, 1, 7, 0);
    add(&sheet, "b", "s2", NULL, 1, INFINITY, 0);
    add(&sheet, "c", "s3", NULL, 1, INFINITY, 0);
    def.resamples = 10;
    printed p = print(&sheet, &def);
    // Three of three and three scenes of three; one value of 7 m has no interval.
    CHECK_TEXT(p.table.items,
               "multion: 3 episodes, official rules\n"
               "                                           mean   95 % interval          by scene "
               "(3 scenes)\n"
               "  Share                                  1.0000   0.4385 to 1.0000       0.4385 to "
               "1.0000\n"
               "  A column with a long name (metres)     7.0000   -                      -\n");
    CHECK_HAS(p.json.items, "\"n_scenes\": 3, \"intervals\": {\"share\": [0.4385");
    CHECK_HAS(p.json.items, "\"intervals_by_scene\": {\"share\": [0.4385");
    CHECK_HAS(p.json.items, ", 1], \"way\": null}");
    end(&sheet, &p);
}

TEST(intervals_are_of_the_samples_of_the_seed) {
    char first[1024];
    for (int seed = 1; seed <= 3; seed++) {
        score_sheet sheet;
        wend_predictions_def def = quick_def(WEND_BENCHMARK_MULTION);
        begin(&sheet);
        for (int i = 0; i < 20; i++) add(&sheet, "a", "s1", NULL, 1, sqrt(i), 0);
        def.resamples = 50;
        def.seed = seed == 3 ? 1 : (uint64_t)seed;
        def.per_episode = false;
        printed p = print(&sheet, &def);
        if (seed == 1) snprintf(first, sizeof first, "%s", p.json.items);
        if (seed == 2) CHECK(strcmp(first, p.json.items) != 0);
        if (seed == 3) CHECK_TEXT(p.json.items, first);
        end(&sheet, &p);
    }
}

TEST(one_scene_has_no_interval_by_scene) {
    score_sheet sheet;
    wend_predictions_def def = quick_def(WEND_BENCHMARK_MULTION);
    begin(&sheet);
    add(&sheet, "a", "s1", NULL, 0, 7, 0);
    add(&sheet, "b", "s1", NULL, 0, 7, 0);
    def.resamples = 10;
    printed p = print(&sheet, &def);
    CHECK_TEXT(p.table.items,
               "multion: 2 episodes, official rules\n"
               "                                           mean   95 % interval\n"
               "  Share                                  0.0000   0.0000 to 0.6576\n"
               "  A column with a long name (metres)     7.0000   7.0000 to 7.0000\n"
               "  one scene: there is no interval by scene\n");
    CHECK_HAS(p.json.items, "\"n_scenes\": 1, ");
    CHECK_HAS(p.json.items, "\"way\": [7, 7]}, \"intervals_by_scene\": null");
    end(&sheet, &p);
}

TEST(tours_are_printed_after_episodes_or_alone) {
    static const wend_score_meaning tour_columns[] = {{"t", "T", "%", 0}};
    for (int alone = 0; alone < 2; alone++) {
        score_sheet sheet;
        wend_error error;
        wend_predictions_def def = quick_def(alone ? WEND_BENCHMARK_IR2R_CE : WEND_BENCHMARK_IR2R);
        begin(&sheet);
        if (!alone) add(&sheet, "a", "s1", NULL, 1, 7, 0);
        if (alone) sheet.episodes = (wend_score_table){0};
        score_table_set_columns(&sheet.tours, tour_columns, 1);
        sheet.infeasible = 2;
        double value = 0.25;
        score_row row = {"t1", "s1", NULL, &value, 3};
        CHECK_OK(score_add(&sheet, &sheet.tours, &row, &error));
        value = 0.5;
        row = (score_row){"t2", "s2", NULL, &value, 0};  // no weight is 1
        CHECK_OK(score_add(&sheet, &sheet.tours, &row, &error));
        def.resamples = alone ? 10 : 0;
        printed p = print(&sheet, &def);
        // (3 * 0.25 + 0.5) / 4
        CHECK_HAS(p.json.items, "\"n_tours\": 2, \"t\": 0.3125, \"n_infeasible\": 2, ");
        CHECK_HAS(p.json.items,
                  "\"tours\": [{\"id\": \"t1\", \"scene\": \"s1\", \"t\": 0.25}, "
                  "{\"id\": \"t2\", \"scene\": \"s2\", \"t\": 0.5}]");
        if (alone) {
            CHECK_HAS(p.json.items, "\"distance\": \"euclidean\", \"n\": 2, \"n_tours\": 2, ");
            CHECK_HAS(p.json.items, "\"n_scenes\": 2, ");
            CHECK_HAS(p.table.items,
                      "ir2r-ce: 2 tours (2 of them infeasible and left out), "
                      "official rules, distance: euclidean\n");
            CHECK_HAS(p.table.items, "by scene (2 scenes)");
            CHECK_TEXT(p.csv.items, "id,scene,t\nt1,s1,0.25\nt2,s2,0.5\n");
        } else {
            CHECK_HAS(p.json.items, "\"positions\": \"poses\", \"n\": 1, \"share\": 1, ");
            CHECK_HAS(p.json.items, "\"n_scenes\": 1, ");
            CHECK_HAS(p.table.items,
                      "ir2r: 1 episodes, 2 tours (2 of them infeasible and left "
                      "out), official rules, positions: poses\n");
            CHECK_HAS(p.table.items, "                    mean\n  T                0.3125\n");
            CHECK_TEXT(p.csv.items, "id,scene,share,way\na,s1,1,7\n");
        }
        end(&sheet, &p);
    }
}

TEST(the_output_names_the_distance_in_continuous_space_and_the_positions_on_graphs) {
    static const struct {
        wend_benchmark benchmark;
        bool positions, distance;
    } cases[] = {
        {WEND_BENCHMARK_R2R, true, false},     {WEND_BENCHMARK_R4R, true, false},
        {WEND_BENCHMARK_RXR, true, false},     {WEND_BENCHMARK_IR2R, true, false},
        {WEND_BENCHMARK_R2R_CE, false, true},  {WEND_BENCHMARK_IR2R_CE, false, true},
        {WEND_BENCHMARK_RXR_CE, false, true},  {WEND_BENCHMARK_MULTION, false, false},
        {WEND_BENCHMARK_RESCUE, false, false}, {WEND_BENCHMARK_PASTURE, false, false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (int geodesic = 0; geodesic < 2; geodesic++) {
            score_sheet sheet;
            wend_predictions_def def = quick_def(cases[i].benchmark);
            begin(&sheet);
            add(&sheet, "a", "s1", NULL, 1, 7, 0);
            def.geodesic = geodesic;
            def.rules = WEND_RULES_PAPER;
            printed p = print(&sheet, &def);
            const char* name = geodesic ? "geodesic" : "euclidean";
            CHECK_HAS(p.json.items, "\"rules\": \"paper\", ");
            CHECK_HAS(p.table.items, " paper rules");
            CHECK(!strstr(p.json.items, "\"positions\"") == !cases[i].positions);
            CHECK(!strstr(p.table.items, "positions: poses") == !cases[i].positions);
            CHECK(!strstr(p.json.items, name) == !cases[i].distance);
            CHECK(!strstr(p.table.items, name) == !cases[i].distance);
            end(&sheet, &p);
        }
}

// ---- the sheet ----------------------------------------------------------------------------------

TEST(a_sheet_has_room_for_64_groups) {
    score_sheet sheet;
    wend_error error;
    double values[] = {1, 1};
    char name[40];
    begin(&sheet);
    for (int i = 0; i < 64; i++) {
        snprintf(name, sizeof name, "group %d", i);
        add(&sheet, "a", "s", name, 1, 1, 0);
    }
    add(&sheet, "a", "s", "group 63", 1, 1, 0);  // one of them is no new one
    CHECK_INT(sheet.episodes.group_count, 64);
    CHECK_INT(sheet.episodes.row_groups[64], 63);
    score_row row = {"a", "s", "one more", values, 0};
    CHECK_INT(score_add(&sheet, &sheet.episodes, &row, &error), WEND_LIMIT);
    CHECK_HAS(error.message, "more than 64 groups; the next one is 'one more'");
    CHECK_INT(sheet.episodes.rows, 65);
    score_destroy(&sheet);
}

TEST(groups_are_the_same_in_their_first_31_bytes) {
    score_sheet sheet;
    begin(&sheet);
    add(&sheet, "a", "s", "0123456789012345678901234567890", 1, 1, 0);
    add(&sheet, "a", "s", "0123456789012345678901234567890x", 1, 1, 0);
    add(&sheet, "a", "s", "012345678901234567890123456789y", 1, 1, 0);
    CHECK_INT(sheet.episodes.group_count, 2);
    CHECK_TEXT(sheet.episodes.groups[0].name, "0123456789012345678901234567890");
    score_destroy(&sheet);
}

TEST(the_first_of_a_problem_is_its_example) {
    score_sheet sheet = {0};
    wend_text_out out = {0};
    score_report(&sheet, SCORE_EMPTY, "'%s' of %d", "one", 7);
    score_report(&sheet, SCORE_EMPTY, "'%s'", "two");
    score_report(&sheet, SCORE_EMPTY, "'%s'", "three");
    score_write_problem(&sheet, SCORE_EMPTY, &out);
    CHECK_TEXT(out.items,
               "empty trajectories: 3, such as 'one' of 7 (scored 0, as if the agent "
               "had stayed at the start)");
    wend_text_destroy(&out);
}

TEST(a_void_score_keeps_its_lengths) {
    wend_path_score s = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
    score_void(&s);
    CHECK(s.tl == 1 && s.ne == 2 && s.dtw == 6);
    CHECK(s.sr == 0 && s.os == 0 && s.spl == 0 && s.ndtw == 0 && s.sdtw == 0);
    CHECK(s.cls == 0 && s.coverage == 0);
}

// ---- whether files belong together --------------------------------------------------------------

// A sheet of `asked` episodes of which `matched` have a prediction.
static wend_status match(int asked, int matched, int truths, int starts, int rows,
                         wend_error* error) {
    score_sheet sheet;
    wend_predictions_def def = quick_def(WEND_BENCHMARK_R2R_CE);
    char id[32];
    def.annotations = "asked.json";
    def.results = "given.json";
    def.truth = "truth.json";
    begin(&sheet);
    for (int i = 0; i < asked; i++) {
        snprintf(id, sizeof id, "e%d", i + 4);
        score_ask(&sheet, id);
    }
    sheet.match.matched = matched;
    for (int i = 0; i < rows; i++) add(&sheet, "a", "s", NULL, 1, 1, 0);
    for (int i = 0; i < truths; i++) score_report(&sheet, SCORE_OTHER_TRUTH, "'t%d'", i);
    for (int i = 0; i < starts; i++) score_report(&sheet, SCORE_WRONG_START, "'w%d'", i);
    wend_status status = score_check_match(&def, &sheet, error);
    score_destroy(&sheet);
    return status;
}

TEST(most_of_ten_disagreements_are_files_of_two_splits) {
    static const struct {
        int asked, matched, truths, starts, rows;
        wend_status status;
        const char* words;
    } cases[] = {
        {1, 1, 0, 0, 1, WEND_OK, NULL},
        {0, 0, 0, 0, 1, WEND_OK, NULL},
        {3, 0, 0, 0, 3, WEND_NOT_FOUND,
         "given.json: no prediction for any of the 3 episodes of asked.json, the first of which is "
         "'e4'"},
        {3, 1, 0, 0, 0, WEND_NOT_FOUND,
         "asked.json: nothing could be scored; the file has no episodes"},
        {3, 1, 2, 1, 0, WEND_NOT_FOUND,
         "asked.json: nothing could be scored; references that begin elsewhere than their episode: "
         "2, such as 't0' (scored as they are)"},
        {9, 9, 9, 9, 9, WEND_OK, NULL},
        {10, 10, 5, 5, 10, WEND_OK, NULL},
        {10, 10, 6, 0, 10, WEND_FORMAT,
         "truth.json: 6 of 10 references begin elsewhere than the episodes of asked.json, such as "
         "'t0'"},
        {10, 10, 0, 6, 10, WEND_FORMAT,
         "given.json: 6 of 10 trajectories begin elsewhere than the episodes of asked.json, such "
         "as 'w0'"},
        {20, 9, 0, 9, 20, WEND_OK, NULL},  // of those that have a prediction
        {20, 11, 0, 6, 20, WEND_FORMAT, "6 of 11 trajectories"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        wend_error error;
        CHECK_INT(match(cases[i].asked, cases[i].matched, cases[i].truths, cases[i].starts,
                        cases[i].rows, &error),
                  cases[i].status);
        if (cases[i].words) CHECK_HAS(error.message, cases[i].words);
    }
}
