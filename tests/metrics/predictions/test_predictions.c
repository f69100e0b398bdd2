// Predictions on small files, with numbers known by hand.
#include "test.h"

#include "wend/files.h"
#include "wend/metrics.h"

static const char* save(const char* name, const char* text) {
    wend_error error;
    const char* path = test_path(name);
    CHECK_OK(wend_file_write(path, text, strlen(text), &error));
    return path;
}

// Viewpoints a, b, c, e in a row, 2 m apart, d joined to none.
static const char* save_graph(void) {
    wend_text_out out = {0};
    wend_error error;
    wend_text_put(&out, "[");
    for (int i = 0; i < 5; i++) {
        wend_text_put(&out,
                      "%s{\"image_id\": \"%c\", \"pose\": [1,0,0,%d, 0,1,0,0, 0,0,1,1.5, 0,0,0,1], "
                      "\"included\": %s, \"height\": 1.5, \"visible\": [true,true,true,true,true], "
                      "\"unobstructed\": [",
                      i ? ", " : "", "abcde"[i], i == 4 ? 6 : 2 * i, "true");
        for (int j = 0; j < 5; j++) {
            int low = i < j ? i : j, high = i < j ? j : i;
            bool joined = (low + 1 == high && high < 3) || (low == 2 && high == 4);
            wend_text_put(&out, "%s%s", j ? ", " : "", joined ? "true" : "false");
        }
        wend_text_put(&out, "]}");
    }
    wend_text_put(&out, "]");
    CHECK_OK(wend_file_make_folder(test_path("graphs"), &error));
    save("graphs/row_connectivity.json", out.items);
    wend_text_destroy(&out);
    return test_path("graphs");
}

static wend_predictions* score(const wend_predictions_def* def) {
    wend_error error;
    wend_predictions* scored;
    CHECK_OK(wend_predictions_score(def, &scored, &error));
    return scored;
}

static void check_json(const wend_predictions_def* def, const char* const* words) {
    wend_predictions* scored = score(def);
    for (int i = 0; words[i]; i++) CHECK_HAS(wend_predictions_json(scored), words[i]);
    wend_predictions_destroy(scored);
}
#define CHECK_JSON(def, ...) check_json(&(def), (const char* const[]){__VA_ARGS__, NULL})

static void check_fails(const wend_predictions_def* def, const char* words) {
    wend_error error;
    wend_predictions* scored;
    CHECK(wend_predictions_score(def, &scored, &error) != WEND_OK);
    CHECK_HAS(error.message, words);
}

static wend_predictions_def graph_def(wend_benchmark benchmark, const char* asked,
                                      const char* given) {
    wend_predictions_def def = wend_predictions_default_def(benchmark);
    def.connectivity = save_graph();
    def.annotations = save("asked.json", asked);
    def.results = save("given.json", given);
    def.resamples = 0;
    return def;
}

#define ASKED                                                                                \
    "[{\"path_id\": 1, \"scan\": \"row\", \"path\": [\"a\", \"b\", \"c\"], \"heading\": 0, " \
    "\"distance\": 4, \"instructions\": [\"Go.\", \"Go.\"]}]"

// ---- graphs -------------------------------------------------------------------------------------

TEST(predictions_on_a_graph_have_the_scores_of_their_formulas) {
    wend_predictions_def def =
        graph_def(WEND_BENCHMARK_R2R, ASKED,
                  "[{\"instr_id\": \"1_0\", \"trajectory\": [[\"a\", 0, 0], [\"b\", 0, 0], [\"c\", "
                  "0, 0], [\"e\", 0, 0]]}, {\"instr_id\": \"1_1\", \"trajectory\": [[\"a\"]]}]");
    def.per_episode = true;
    // 1_0: e is 2 m from c. 1_1: 4 m from the goal, DTW 0 + 2 + 4.
    CHECK_JSON(def,
               "{\"id\": \"1_0\", \"scene\": \"row\", \"tl\": 6, \"ne\": 2, \"sr\": 1, \"os\": 1, "
               "\"spl\": 0.6666666666666666, \"dtw\": 2, ",
               "{\"id\": \"1_1\", \"scene\": \"row\", \"tl\": 0, \"ne\": 4, \"sr\": 0, \"os\": 0, "
               "\"spl\": 0, \"dtw\": 6, ",
               "\"n\": 2, \"tl\": 3, \"ne\": 3, \"sr\": 0.5, \"os\": 0.5, ", "\"n_scenes\": 1",
               "\"problems\": {}");
}

TEST(problems_of_predictions_are_counted_with_an_example) {
    wend_predictions_def def = graph_def(
        WEND_BENCHMARK_R2R,
        "[{\"path_id\": 1, \"scan\": \"row\", \"path\": [\"a\", \"b\", \"c\"], \"distance\": 4, "
        "\"instructions\": [\"1\", \"2\", \"3\", \"4\", \"5\", \"6\"]}, {\"path_id\": 2, \"scan\": "
        "\"no\", \"path\": [\"a\", \"b\"], \"instructions\": [\"1\", \"2\"]}, {\"path_id\": 3, "
        "\"scan\": \"row\", \"path\": [\"a\", \"x\"], \"instructions\": [\"1\"]}, {\"path_id\": 4, "
        "\"scan\": \"row\", \"path\": [\"a\"], \"instructions\": [\"1\"]}, {\"path_id\": 5, "
        "\"scan\": \"row\", \"path\": [], \"distance\": 0, \"instructions\": [\"1\"]}]",
        "[{\"instr_id\": \"1_0\", \"trajectory\": [[\"a\"], [\"c\"]]}, {\"instr_id\": \"1_0\", "
        "\"trajectory\": []}, {\"instr_id\": \"1_1\", \"trajectory\": []}, {\"instr_id\": \"1_2\", "
        "\"trajectory\": [[\"a\"], [\"z\"]]}, {\"instr_id\": \"1_3\", \"trajectory\": [[\"b\"]]}, "
        "{\"instr_id\": \"1_4\", \"trajectory\": [[\"a\"], [\"d\"]]}, {\"instr_id\": \"2_0\", "
        "\"trajectory\": [[\"a\"]]}, {\"instr_id\": \"9_9\", \"trajectory\": [[\"a\"]]}]");
    CHECK_JSON(def, "\"n\": 6, ",
               "\"problems\": {\"unknown_scan\": 2, \"unknown_path\": 1, \"no_goal\": 2, "
               "\"missing\": 1, \"empty\": 1, \"unknown_viewpoint\": 1, \"wrong_start\": 1, "
               "\"jump\": 2, \"unreachable\": 1, \"duplicate\": 1, \"unknown_id\": 1}");
    wend_predictions* scored = score(&def);
    CHECK_INT(wend_predictions_problem_count(scored), 11);
    CHECK_TEXT(wend_predictions_problem_at(scored, 3),
               "instructions without a prediction: 1, such as '1_5' (scored 0, as if the agent had "
               "stayed at the start)");
    CHECK_HAS(wend_predictions_problem_at(scored, 7), "'1_0', a to c");
    CHECK_HAS(wend_predictions_problem_at(scored, 9), "'1_0' (line 1)");
    wend_predictions_destroy(scored);
}

TEST(a_path_of_one_viewpoint_is_a_goal_only_where_the_file_says_so) {
    const char* given = "[{\"instr_id\": \"1_0\", \"trajectory\": [[\"a\"]]}]";
    wend_predictions_def def =
        graph_def(WEND_BENCHMARK_R2R,
                  "[{\"path_id\": 1, \"scan\": \"row\", \"path\": [\"a\"], \"distance\": 0, "
                  "\"instructions\": [\"Go.\"]}]",
                  given);
    CHECK_JSON(def,
               "\"n\": 1, \"tl\": 0, \"ne\": 0, \"sr\": 1, \"os\": 1, \"spl\": 1, \"dtw\": 0, "
               "\"ndtw\": 1, \"sdtw\": 1, \"cls\": 1, \"coverage\": 1");
    def = graph_def(WEND_BENCHMARK_R2R,  // as R2R's test split
                    "[{\"path_id\": 1, \"scan\": \"row\", \"path\": [\"a\"], \"instructions\": "
                    "[\"Go.\"]}]",
                    given);
    check_fails(&def, "nothing could be scored; instructions without a path or a goal: 1");
    const char* rxr =
        "{\"path_id\": 1, \"split\": \"%s\", \"scan\": \"row\", \"path\": [\"a\"], "
        "\"instruction_id\": 7, \"instruction\": \"Go.\", \"language\": \"en-US\"}";
    char line[256];
    snprintf(line, sizeof line, rxr, "val_seen");
    def = graph_def(WEND_BENCHMARK_RXR, line, "{\"instruction_id\": 7, \"path\": [\"a\"]}");
    CHECK_JSON(def, "\"n\": 1, ", "\"spl\": 0, ", "\"cls\": 1, ");
    snprintf(line, sizeof line, rxr, "test_standard");
    def = graph_def(WEND_BENCHMARK_RXR, line, "{\"instruction_id\": 7, \"path\": [\"a\"]}");
    check_fails(&def, "nothing could be scored");
}

TEST(languages_have_means_of_their_own) {
    wend_predictions_def def = graph_def(
        WEND_BENCHMARK_RXR,
        "{\"path_id\": 1, \"scan\": \"row\", \"path\": [\"a\", \"b\"], \"instruction_id\": 7, "
        "\"instruction\": \"Go.\", \"language\": \"en-US\"}\n{\"path_id\": 2, \"scan\": \"row\", "
        "\"path\": [\"a\", \"b\", \"c\", \"e\"], \"instruction_id\": 8, \"instruction\": \"Go.\", "
        "\"language\": \"te-IN\"}\n",
        "{\"instruction_id\": 7, \"path\": [\"a\", \"b\"]}\n{\"instruction_id\": 8, \"path\": "
        "[\"a\"]}\n");
    CHECK_JSON(def, "\"by_language\": {\"en-US\": {\"n\": 1, \"tl\": 2, \"ne\": 0, \"sr\": 1",
               "\"te-IN\": {\"n\": 1, \"tl\": 0, \"ne\": 6, \"sr\": 0");
    wend_predictions* scored = score(&def);
    CHECK_HAS(wend_predictions_table(scored), "rxr: 2 instructions, official rules");
    CHECK_HAS(wend_predictions_table(scored), "  te-IN: 1  TL 0.0000  NE 6.0000  SR 0.0000");
    wend_predictions_destroy(scored);
}

TEST(rows_are_listed_as_csv_with_quotes_where_needed) {
    wend_predictions_def def = graph_def(
        WEND_BENCHMARK_RXR,
        "{\"path_id\": 1, \"scan\": \"row\", \"path\": [\"a\", \"d\"], \"instruction_id\": "
        "\"7,\\\"x\", \"instruction\": \"Go.\", \"language\": \"en-US\"}\n",
        "{\"instruction_id\": \"7,\\\"x\", \"path\": [\"a\"]}\n");
    def.per_episode = true;
    wend_predictions* scored = score(&def);
    CHECK_TEXT(wend_predictions_csv(scored),
               "id,scene,group,tl,ne,sr,os,spl,dtw,ndtw,sdtw,cls,coverage\n"
               "\"7,\"\"x\",row,en-US,0,,0,0,0,,0,0,0,0.5\n");
    wend_predictions_destroy(scored);
    def.per_episode = false;
    scored = score(&def);
    CHECK_TEXT(wend_predictions_csv(scored), "");
    CHECK(!strstr(wend_predictions_json(scored), "\"episodes\""));
    wend_predictions_destroy(scored);
}

// ---- tours on graphs ----------------------------------------------------------------------------

TEST(tours_on_a_graph_are_aligned_episode_by_episode) {
    wend_predictions_def def =
        graph_def(WEND_BENCHMARK_IR2R, ASKED,
                  "[{\"instr_id\": \"1_0\", \"trajectory\": [[\"a\"], [\"b\"]]}, {\"instr_id\": "
                  "\"1_1\", \"trajectory\": [[\"a\"], [\"b\"], [\"c\"]]}]");
    def.tours = save("tours.json",
                     "{\"val\": {\"row\": [[\"1_0\", \"1_1\"], [\"1_1\", \"9_9\"]]}, "
                     "\"test\": {\"row\": [[\"1_1\", \"1_1\"]]}}");
    def.split = "val";
    def.per_episode = true;
    // The first episode ends 2 m early, against 6 points.
    CHECK_JSON(def, "\"n_tours\": 1, \"t_ndtw\": 0.8948393168143698, \"n_infeasible\": 0",
               "\"tours\": [{\"id\": \"0\", \"scene\": \"row\", \"t_ndtw\": 0.8948393168143698}]",
               "\"unknown_episode\": 1");
    def.split = "train";
    check_fails(&def, "no tours in the split train");
    def.split = "test";
    CHECK_JSON(def, "\"n_tours\": 1, \"t_ndtw\": 1, ");
}

// ---- continuous ---------------------------------------------------------------------------------

#define EPISODE(id, x)                                                                           \
    "{\"episode_id\": \"" id "\", \"scene_id\": \"a/a.glb\", \"start_position\": [" x            \
    ", 0, 0], \"start_rotation\": [0, 0, 0, 1], \"info\": {\"geodesic_distance\": 5}, "          \
    "\"goals\": [{\"position\": [4, 0, 0]}], \"instruction\": {\"instruction_text\": \"Go.\"}, " \
    "\"reference_path\": [[" x ", 0, 0], [4, 0, 0]]}"

static wend_predictions_def position_def(const char* episodes, const char* given) {
    wend_predictions_def def = wend_predictions_default_def(WEND_BENCHMARK_R2R_CE);
    def.annotations = save("episodes.json", episodes);
    def.results = save("places.json", given);
    def.resamples = 0;
    return def;
}

TEST(success_in_continuous_space_needs_stop_in_the_last_record) {
    const char* episodes = "{\"episodes\": [" EPISODE("1", "0") "]}";
    static const struct {
        const char *flags[2], *words, *problems;
    } cases[] = {
        {{"true", "true"}, "\"sr\": 1, \"os\": 1, \"spl\": 1, ", "\"problems\": {}"},
        {{"false", "true"}, "\"sr\": 1, \"os\": 1, \"spl\": 1, ", "\"problems\": {}"},
        {{"true", "false"}, "\"sr\": 0, \"os\": 1, \"spl\": 0, ", "\"problems\": {}"},
        {{"false", "false"}, "\"sr\": 0, \"os\": 1, \"spl\": 0, ", "\"problems\": {}"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (int rules = 0; rules < 2; rules++) {
            char given[256];
            snprintf(given, sizeof given,
                     "{\"1\": [{\"position\": [0, 0, 0], \"heading\": 0, \"stop\": %s}, "
                     "{\"position\": [4, 0, 0], \"heading\": 0, \"stop\": %s}]}",
                     cases[i].flags[0], cases[i].flags[1]);
            wend_predictions_def def = position_def(episodes, given);
            def.rules = (wend_rules)rules;
            CHECK_JSON(def, "\"n\": 1, \"tl\": 4, \"ne\": 0, ", cases[i].words, "\"ndtw\": 1, ",
                       cases[i].problems);
        }
    wend_predictions_def def =
        position_def(episodes, "{\"1\": [{\"position\": [4, 0, 0], \"heading\": 0}]}");
    CHECK_JSON(def, "\"sr\": 0, ", "\"problems\": {\"wrong_start\": 1, \"no_stop\": 1}");
    def = position_def(episodes, "[{\"instr_id\": \"1\", \"trajectory\": [[0, 0, 0], [4, 0, 0]]}]");
    CHECK_JSON(def, "\"sr\": 0, ", "\"problems\": {\"no_stop\": 1}");
}

TEST(starts_more_than_a_metre_away_are_reported) {
    const char* episodes = "{\"episodes\": [" EPISODE("1", "0") ", " EPISODE("2", "0") "]}";
    wend_predictions_def def =
        position_def(episodes,
                     "{\"1\": [{\"position\": [1, 0, 0], \"heading\": 0, \"stop\": true}], \"2\": "
                     "[{\"position\": [1.001, 0, 0], \"heading\": 0, \"stop\": true}]}");
    CHECK_JSON(def, "\"n\": 2, ", "\"problems\": {\"wrong_start\": 1}");
    def.truth = save("truth.json",
                     "{\"1\": {\"locations\": [[1, 0, 0], [4, 0, 0]], \"actions\": [], "
                     "\"forward_steps\": 0}, \"2\": {\"locations\": [[1.01, 0, 0]], \"actions\": "
                     "[], \"forward_steps\": 0}}");
    CHECK_JSON(def, "\"problems\": {\"other_truth\": 1, \"wrong_start\": 1}");
    def.truth = save("truth.json",
                     "{\"1\": {\"locations\": [[0, 0, 0]], \"actions\": [], "
                     "\"forward_steps\": 0}}");
    CHECK_JSON(def, "\"n\": 1, ", "\"no_truth\": 1");
}

// Ten episodes, of which `strays` predictions begin 3 m away.
static wend_predictions_def stray_def(int count, int strays) {
    wend_text_out episodes = {0}, given = {0};
    for (int i = 0; i < count; i++) {
        wend_text_put(
            &episodes,
            "%s{\"episode_id\": \"%d\", \"scene_id\": \"a.glb\", \"start_position\": [0, 0, "
            "0], \"start_rotation\": [0, 0, 0, 1], \"goals\": [{\"position\": [4, 0, 0]}], "
            "\"instruction\": {\"instruction_text\": \"Go.\"}, \"reference_path\": [[0, 0, 0], "
            "[4, 0, 0]]}",
            i ? ", " : "{\"episodes\": [", i);
        wend_text_put(&given,
                      "%s\"%d\": [{\"position\": [%d, 0, 0], \"heading\": 0, \"stop\": true}]",
                      i ? ", " : "{", i, i < strays ? 3 : 0);
    }
    wend_text_put(&episodes, "]}");
    wend_text_put(&given, "}");
    wend_predictions_def def = position_def(episodes.items, given.items);
    wend_text_destroy(&episodes);
    wend_text_destroy(&given);
    return def;
}

TEST(most_of_ten_starts_elsewhere_are_another_split) {
    wend_predictions_def def = stray_def(10, 5);
    CHECK_JSON(def, "\"n\": 10, ", "\"wrong_start\": 5");
    def = stray_def(10, 6);
    check_fails(&def, "6 of 10 trajectories begin elsewhere");
    def = stray_def(9, 9);
    CHECK_JSON(def, "\"wrong_start\": 9");
}

TEST(predictions_of_other_episodes_are_no_result) {
    wend_predictions_def def =
        position_def("{\"episodes\": [" EPISODE("1", "0") "]}",
                     "{\"2\": [{\"position\": [0, 0, 0], \"heading\": 0, \"stop\": true}]}");
    check_fails(&def, "no prediction for any of the 1 episodes");
    def = position_def("{\"episodes\": []}",
                       "{\"2\": [{\"position\": [0, 0, 0], \"heading\": 0, \"stop\": true}]}");
    check_fails(&def, "r2r-ce takes R2R-CE and RxR-CE episodes");
}

// ---- records of tours ---------------------------------------------------------------------------

#define AT(x, e) "{\"position\": [" x ", 0, 0], \"phase\": \"agent\", \"episode_id\": \"" e "\"}"

static wend_predictions_def record_def(const char* truth, const char* given) {
    wend_predictions_def def = wend_predictions_default_def(WEND_BENCHMARK_IR2R_CE);
    def.truth = save("truth.json", truth);
    def.results = save("records.json", given);
    def.resamples = 0;
    def.per_episode = true;
    return def;
}

TEST(records_repeat_when_all_their_fields_do) {
    const char* truth = "{\"0\": [" AT("0", "A") ", " AT("5", "B") ", " AT("6", "B") "]}";
    wend_predictions_def def =
        record_def(truth, "{\"0\": [" AT("1", "A") ", " AT("1", "A") ", " AT("5", "B") ", " AT(
                              "6", "B") ", " AT("6", "B") "]}");
    CHECK_JSON(def, "\"t_ndtw\": 0.8948393168143698, ");  // exp(-1 / 9): once
    def = record_def(truth, "{\"0\": [" AT("1", "A")
                            ", {\"heading\": 1, \"position\": [1, 0, 0], \"phase\": \"agent\", "
                            "\"episode_id\": \"A\"}, " AT("5", "B") ", " AT("6", "B") "]}");
    CHECK_JSON(def, "\"t_ndtw\": 0.8007374029168081, ");  // exp(-2 / 9): twice
    def = record_def(truth, "{\"0\": [" AT("1", "A") ", {\"position\": [1, 0, 0], \"phase\": "
                            "\"oracle_goal\", \"episode_id\": \"A\"}, " AT("1", "A") ", "
                            AT("5", "B") ", " AT("6", "B") "]}");
    CHECK_JSON(def, "\"t_ndtw\": 0.8007374029168081, ");  // another phase between
    def = record_def(truth, "{\"0\": [" AT("0", "A") ", " AT("-0.0", "A") ", " AT(
                                "-0.0", "A") ", " AT("5", "B") ", " AT("6", "B") "]}");
    CHECK_JSON(def, "\"t_ndtw\": 1, ");
}

TEST(tours_are_weighted_reported_when_missing_and_selected_by_split) {
    const char* truth =
        "{\"val\": {\"0\": [" AT("0", "A") ", " AT("1", "B") ", " AT("2", "C") "], \"1\": [" AT(
            "0", "A") ", " AT("1", "B") "]}, \"train\": {\"0\": [" AT("9", "A") ", " AT("9",
                                                                                        "B") "]}}";
    const char* given =
        "{\"0\": [" AT("0", "A") ", " AT("1", "B") ", " AT("2", "C") "], \"7\": []}";
    wend_predictions_def def = record_def(truth, given);
    check_fails(&def, "has the splits val and train");
    def.split = "val";
    // Weights 2 and 1: the missing tour scores 0.
    CHECK_JSON(def, "\"n\": 2, \"n_tours\": 2, \"t_ndtw\": 0.6666666666666666, \"n_infeasible\": 0",
               "\"tours\": [{\"id\": \"0\", \"t_ndtw\": 1}, {\"id\": \"1\", \"t_ndtw\": 0}]",
               "\"unknown_id\": 1", "\"missing_tour\": 1");
    def.rules = WEND_RULES_PAPER;  // 3 and 2
    CHECK_JSON(def, "\"t_ndtw\": 0.6, ");
    def = record_def("{\"0\": [" AT("0", "A") ", " AT("1", "B") "], \"1\": [" AT("0", "A") ", " AT(
                         "1", "B") "]}",
                     "{\"0\": [" AT("0", "A") ", " AT("1", "B") "], \"1\": [" AT("0", "B") ", " AT(
                         "1", "A") "]}");
    CHECK_JSON(def, "\"t_ndtw\": 0.5, ", "\"other_episodes\": 1");
}

// ---- MultiON and rescues ------------------------------------------------------------------------

TEST(lines_of_multion_are_checked_and_scored) {
    wend_predictions_def def = wend_predictions_default_def(WEND_BENCHMARK_MULTION);
    def.resamples = 0;
    def.per_episode = true;
    def.results = save("multion.jsonl",
                       "{\"episode_id\": \"1\", \"scene_id\": \"a\", \"legs\": [4, 6, 5], "
                       "\"finds\": [{\"path_length\": 5, \"distance\": 1.2}, {\"path_length\": 20, "
                       "\"distance\": 0.3}], \"path_length\": 40}\n{\"episode_id\": \"1\", "
                       "\"scene_id\": \"b\", \"legs\": [4], \"finds\": [{\"path_length\": 5}], "
                       "\"path_length\": 5, \"more\": [1]}\n");
    CHECK_JSON(def,
               "{\"id\": \"1\", \"scene\": \"a\", \"success\": 0, \"progress\": "
               "0.6666666666666666, \"spl\": 0, \"ppl\": 0.3333333333333333}",
               "{\"id\": \"1\", \"scene\": \"b\", \"success\": 1, \"progress\": 1, \"spl\": 0.8, "
               "\"ppl\": 0.8}",
               "\"n\": 2, ", "\"n_scenes\": 2", "\"repeated\": 1");
    static const char* const broken[][2] = {
        {"{\"episode_id\": \"1\", \"legs\": [-1], \"finds\": [], \"path_length\": 1}", "below 0"},
        {"{\"episode_id\": \"1\", \"legs\": [1], \"finds\": []}", "is missing"},
        {"{\"episode_id\": \"1\", \"legs\": [1], \"finds\": [{}], \"path_length\": 1}",
         "path_length is missing"},
        {"{\"episode_id\": \"1\", \"legs\": [], \"finds\": [{\"path_length\": 1}], "
         "\"path_length\": 1}",
         "1 finds of 0 goals"},
        {"", "nothing could be scored"},
    };
    for (size_t i = 0; i < sizeof broken / sizeof *broken; i++) {
        def.results = save("multion.jsonl", broken[i][0]);
        check_fails(&def, broken[i][1]);
    }
}

// ---- object goals -------------------------------------------------------------------------------

#define POSE(x)      "{\"x\": " x ", \"y\": 1, \"z\": 0, \"rotation\": 0, \"horizon\": 0}"
#define ACTION(name) "{\"action\": \"" name "\", \"success\": true}"

TEST(results_of_the_challenge_need_stop_and_the_shortest_path_of_the_episode) {
    wend_predictions_def def = wend_predictions_default_def(WEND_BENCHMARK_ROBOTHOR);
    def.resamples = 0;
    def.per_episode = true;
    def.results = save(
        "metrics.json",
        "{\"val\": {\"episodes\": {\"FloorPlan_Val1_1_Mug_0\": {\"trajectory\": [" POSE("0") ", "
        POSE("4") "], \"actions_taken\": [" ACTION("MoveAhead") ", " ACTION("Stop")
        "], \"success\": true}, \"FloorPlan_Val1_1_Mug_1\": {\"trajectory\": [" POSE("0") ", "
        POSE("4") "], \"actions_taken\": [" ACTION("Stop") ", " ACTION("MoveAhead")
        "], \"success\": true}, \"other\": {\"trajectory\": [], \"actions_taken\": [], "
        "\"success\": false}}}}");
    const char* episode =
        "{\"id\": \"FloorPlan_Val1_1_Mug_%d\", \"initial_horizon\": 0, \"initial_orientation\": 0, "
        "\"initial_position\": {\"x\": 0, \"y\": 1, \"z\": 0}, \"object_type\": \"Mug\", "
        "\"scene\": \"FloorPlan_Val1_1\", \"shortest_path\": [{\"x\": 0, \"y\": 0, \"z\": 0}, "
        "{\"x\": 1, \"y\": 0, \"z\": 0}], \"shortest_path_length\": 1}";
    wend_text_out episodes = {0};
    for (int i = 0; i < 3; i++) {
        wend_text_put(&episodes, i ? ", " : "[");
        wend_text_put(&episodes, episode, i);
    }
    wend_text_put(&episodes, "]");
    def.annotations = save("robothor.json", episodes.items);
    wend_text_destroy(&episodes);
    CHECK_JSON(def, "\"n\": 3, \"success\": 0.3333333333333333, \"spl\": 0.08333333333333333, ",
               "{\"id\": \"FloorPlan_Val1_1_Mug_0\", \"scene\": \"FloorPlan_Val1_1\", \"group\": "
               "\"Mug\", \"success\": 1, \"spl\": 0.25, ",
               "\"by_category\": {\"Mug\": {\"n\": 3, ",
               "\"problems\": {\"missing\": 1, \"unstopped\": 1, \"unknown_id\": 1}");
    def.annotations = NULL;  // without it there is no shortest path
    CHECK_JSON(def, "\"n\": 3, \"success\": 0.3333333333333333, \"spl\": null, ");
    def.split = "test";
    check_fails(&def, "success");
}

TEST(failures_have_the_labels_of_cow) {
    wend_text_out late = {0};
    wend_error error;
    for (int i = 0; i < 251; i++) wend_text_put(&late, "%s" POSE("0"), i ? ", " : "");
    wend_predictions_def def = wend_predictions_default_def(WEND_BENCHMARK_PASTURE);
    def.resamples = 0;
    def.per_episode = true;
    static const struct {
        const char *seen, *last, *success;
        bool late;
        const char* words;  // exploration, localisation, planning
    } cases[] = {
        {"false", "MoveAhead", "false", true,
         "_failure\": 1, \"localisation_failure\": 0, \"planning_failure\": 0"},
        {"true", "MoveAhead", "false", true,
         "_failure\": 0, \"localisation_failure\": 0, \"planning_failure\": 1"},
        {"true", "Stop", "false", false,
         "_failure\": 0, \"localisation_failure\": 1, \"planning_failure\": 0"},
        {"true", "Stop", "true", false,
         "_failure\": 0, \"localisation_failure\": 0, \"planning_failure\": 0"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        wend_text_out out = {0};
        wend_text_put(&out,
                 "{\"episode_metrics\": {\"trajectory\": [" POSE("0") "], \"actions_taken\": "
                 "[{\"action\": \"%s\", \"success\": false}], \"success\": %s, "
                 "\"vision_error_in_case_of_fail\": %s}, \"episode_result\": {\"path\": [%s], "
                 "\"shortest_path\": [], \"success\": %s}}",
                 cases[i].last, cases[i].success, cases[i].seen, cases[i].late ? late.items : "",
                 cases[i].success);
        CHECK_OK(wend_file_make_folder(test_path("cow"), &error));
        def.results = save("cow/FloorPlan_Val1_1_Mug_0.json", out.items);
        wend_text_destroy(&out);
        CHECK_JSON(def, cases[i].words, "\"action_success\": 0, ",
                   "\"id\": \"FloorPlan_Val1_1_Mug_0\", \"scene\": \"FloorPlan_Val1_1\"");
        if (strcmp(cases[i].success, "true") == 0)  // no motion, and none needed
            CHECK_JSON(def, "\"n\": 1, \"success\": 1, \"spl\": 1, ");
        def.results = test_path("cow");
        CHECK_JSON(def, cases[i].words, "\"by_category\": {\"Mug\": {\"n\": 1");
    }
    wend_text_destroy(&late);
}

TEST(statistics_of_habitat_are_checked) {
    wend_predictions_def def = wend_predictions_default_def(WEND_BENCHMARK_OBJECTNAV);
    def.resamples = 0;
    static const char* const broken[][2] = {
        {"{\"1\": {\"success\": 0.5, \"spl\": 0}}", "success 0.5 must be 0 or 1"},
        {"{\"1\": {\"success\": 1, \"spl\": 1.5}}", "SPL 1.5"},
        {"{\"1\": {\"success\": 1, \"spl\": -0.1}}", "SPL -0.1"},
        {"{\"1\": {\"success\": 0, \"spl\": 0.1}}", "SPL 0.1"},
        {"{\"1\": {\"success\": 1, \"soft_spl\": 2}}", "episode '1'"},
        {"{\"1\": {\"spl\": 1}}", "\"success\" is missing"},
        {"{\"1\": 3}", "this is no result"},
        {"[]", "an object"},
    };
    for (size_t i = 0; i < sizeof broken / sizeof *broken; i++) {
        def.results = save("stats.json", broken[i][0]);
        check_fails(&def, broken[i][1]);
    }
    def.results = save("tv_monitor_17.json",
                       "{\"success\": true, \"spl\": 0.5, "
                       "\"successful_actions\": 0.75, \"total_actions\": 9}");
    CHECK_JSON(def, "\"success\": 1, \"spl\": 0.5, ", "\"action_success\": 0.75",
               "\"by_category\": {\"tv_monitor\": {\"n\": 1");
}

static wend_status score_again(void* context, wend_error* error) {
    wend_predictions* scored;
    WEND_TRY(wend_predictions_score(context, &scored, error));
    wend_predictions_destroy(scored);
    return WEND_OK;
}

TEST(scoring_survives_every_failing_allocation) {
    wend_predictions_def def = wend_predictions_default_def(WEND_BENCHMARK_OBJECTNAV);
    def.resamples = 10;
    def.per_episode = true;
    def.results = save("stats.json",
                       "{\"1\": {\"success\": 1, \"spl\": 1, \"scene_id\": \"a\"}, "
                       "\"2\": {\"success\": 0, \"spl\": 0, \"scene_id\": \"b\"}}");
    test_each_allocation(score_again, &def, 400);
    def = record_def("{\"0\": [" AT("0", "A") ", " AT("1", "B") "]}",
                     "{\"0\": [" AT("0", "A") ", " AT("0", "A") ", " AT("1", "B") "]}");
    test_each_allocation(score_again, &def, 400);
}
