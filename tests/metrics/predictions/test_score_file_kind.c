// A file of every kind in every role of every benchmark.
#include "metrics/predictions/score_sheet.h"
#include "metrics/predictions/scored.h"

#include "wend/data.h"

// The smallest text of each format, and the command that reads it.
static const struct {
    const char *text, *taker;
} kinds[WEND_EPISODES_KIND_COUNT] = {
    [WEND_EPISODES_R2R] = {"[{\"path_id\": 1}]", "'wend score r2r', 'r4r' and 'ir2r' take"},
    [WEND_EPISODES_RXR] = {"{\"path_id\": 1}", "'wend score rxr' takes it as --annotations"},
    [WEND_EPISODES_RXR_FOLLOWER] = {"{\"demonstration_id\": 1}", "'wend episodes check' reads it"},
    [WEND_EPISODES_TOURS] = {"{\"val\": {\"a\": [[\"1_0\"]]}}", "'wend score ir2r' takes it"},
    [WEND_EPISODES_TOUR_LOG] = {"{\"0\": [{\"phase\": \"agent\"}]}", "'wend score ir2r-ce'"},
    [WEND_EPISODES_RESULTS] = {"[{\"instr_id\": \"1_0\"}]", "it is given as --results"},
    [WEND_EPISODES_CONNECTIVITY] = {"[{\"image_id\": \"a\", \"unobstructed\": []}]",
                                    "is given as --connectivity"},
    [WEND_EPISODES_VLNCE] = {"{\"episodes\": [{\"instruction\": {}}]}",
                             "'wend score r2r-ce' and 'rxr-ce' take such files as --annotations"},
    [WEND_EPISODES_VLNCE_GT] = {"{\"1\": {\"locations\": []}}",
                                "'wend score r2r-ce' and 'rxr-ce' take it as --gt"},
    [WEND_EPISODES_MULTION] = {"{\"episodes\": [], \"category_to_task_category_id\": {}}",
                               "'wend run multion --episodes' plays it"},
    [WEND_EPISODES_HABITAT] = {"{\"episodes\": []}", "'wend score objectnav' takes files"},
    [WEND_EPISODES_ROBOTHOR] = {"[{\"initial_position\": {}}]", "'wend score robothor'"},
    [WEND_EPISODES_PASTURE_TEXTS] = {"[\"a mug\"]", "'wend run pasture' reads it"},
    [WEND_EPISODES_PASTURE_RESULT] = {"{\"episode_metrics\": {}}", "'wend score pasture' takes"},
    [WEND_EPISODES_RESCUE] = {"{\"agent_loc\": []}", "'wend score rescue' takes it as --annot"},
    [WEND_EPISODES_RESCUE_RUNS] = {"{\"env_id\": \"a\", \"trajectory\": []}",
                                   "'wend score rescue' takes it as --results"},
    [WEND_EPISODES_TRACE] = {"PK\x03\x04", "no benchmark is scored with it"},
};

enum { ANNOTATIONS, TRUTH, TOURS, RESULTS, ROLES };
static const char* const role_names[ROLES] = {"annotations", "gt", "tours", "results"};

// Words of the kinds that a benchmark takes in each role; NULL: any file, even none.
static const struct {
    wend_benchmark benchmark;
    const char *taken[ROLES], *annotations, *results;  // commands that the message names
} benchmarks[] = {
#define R2R_LIKE {"r2r", NULL, "tours", "results"}, "paths with instructions", "predicted paths"
    {WEND_BENCHMARK_R2R, R2R_LIKE},
    {WEND_BENCHMARK_R4R, R2R_LIKE},
    {WEND_BENCHMARK_IR2R, R2R_LIKE},
    {WEND_BENCHMARK_RXR, {"rxr", NULL, NULL, "results"}, "RxR guide", "predicted paths"},
    {WEND_BENCHMARK_R2R_CE,
     {"vlnce", "vlnce-gt", NULL, "results"},
     "R2R-CE and RxR-CE episodes",
     "predicted paths"},
    {WEND_BENCHMARK_RXR_CE,
     {"vlnce", "vlnce-gt", NULL, "results"},
     "R2R-CE and RxR-CE episodes",
     "predicted paths"},
    {WEND_BENCHMARK_IR2R_CE, {NULL, "tour-log", NULL, "tour-log"}, NULL, "IVLN-CE's log"},
    {WEND_BENCHMARK_MULTION, {NULL, NULL, NULL, ""}, NULL, "MultiON results, a line an episode"},
    {WEND_BENCHMARK_RESCUE,
     {"rescue", NULL, NULL, "rescue-runs"},
     "RescueBench test lines",
     "RescueBench trajectories"},
#define OBJECTS "pasture-result habitat pasture-texts"
    {WEND_BENCHMARK_OBJECTNAV,
     {"habitat multion", NULL, NULL, OBJECTS},
     "Habitat's ObjectNav episodes",
     "results of CoW, of the RoboTHOR"},
    {WEND_BENCHMARK_ROBOTHOR,
     {"robothor", NULL, NULL, OBJECTS},
     "RoboTHOR and PASTURE episodes",
     "results of CoW, of the RoboTHOR"},
    {WEND_BENCHMARK_PASTURE,
     {"robothor", NULL, NULL, OBJECTS},
     "RoboTHOR and PASTURE episodes",
     "results of CoW, of the RoboTHOR"},
};

static bool has_word(const char* words, const char* word) {
    size_t size = strlen(word);
    for (const char* at = words; *at; at += strcspn(at, " "), at += *at == ' ')
        if (strcspn(at, " ") == size && strncmp(at, word, size) == 0) return true;
    return false;
}

static wend_status check(wend_benchmark benchmark, int role, const char* path, wend_error* error) {
    wend_predictions_def def = quick_def(benchmark);
    const char** const places[ROLES] = {&def.annotations, &def.truth, &def.tours, &def.results};
    *places[role] = path;
    return score_check_kinds(&def, error);
}

TEST(files_of_a_kind_that_the_role_does_not_take_are_sent_to_what_takes_them) {
    for (int kind = 0; kind < WEND_EPISODES_KIND_COUNT; kind++) {
        const char* path = save("given.json", kinds[kind].text);
        CHECK_INT(wend_episodes_kind_detect(kinds[kind].text, strlen(kinds[kind].text)), kind);
        for (size_t b = 0; b < sizeof benchmarks / sizeof *benchmarks; b++)
            for (int role = 0; role < ROLES; role++) {
                wend_error error;
                const char *taken = benchmarks[b].taken[role],
                           *name = wend_benchmark_name(benchmarks[b].benchmark);
                wend_status status = check(benchmarks[b].benchmark, role, path, &error);
                const char* word = wend_episodes_kind_name((wend_episodes_kind)kind);
                if (!taken || has_word(taken, word)) {
                    if (status != WEND_OK)
                        test_fail(__FILE__, __LINE__, "%s as %s of %s: %s", word, role_names[role],
                                  name, error.message);
                    continue;
                }
                char as[64];
                snprintf(as, sizeof as, "; as %s %s takes ", role_names[role], name);
                if (status != WEND_FORMAT) test_fail(__FILE__, __LINE__, "%s is taken%s", word, as);
                CHECK_HAS(error.message, path);
                CHECK_HAS(error.message, wend_episodes_kind_what((wend_episodes_kind)kind));
                CHECK_HAS(error.message, as);
                CHECK_HAS(error.message, kinds[kind].taker);
                if (role == ANNOTATIONS)
                    CHECK_HAS(strstr(error.message, as), benchmarks[b].annotations);
                if (role == RESULTS) CHECK_HAS(strstr(error.message, as), benchmarks[b].results);
            }
    }
}

TEST(a_role_that_a_benchmark_does_not_have_is_not_read) {
    for (size_t b = 0; b < sizeof benchmarks / sizeof *benchmarks; b++)
        for (int role = 0; role < ROLES; role++) {
            wend_error error;
            wend_status status =
                check(benchmarks[b].benchmark, role, test_path("absent.json"), &error);
            CHECK_INT(status, benchmarks[b].taken[role] ? WEND_NOT_FOUND : WEND_OK);
            if (status != WEND_OK) CHECK_HAS(error.message, "absent.json");
        }
    wend_error error;  // folders and files of no known kind are their reader's matter
    CHECK_OK(check(WEND_BENCHMARK_R2R, RESULTS, test_folder(), &error));
    CHECK_OK(check(WEND_BENCHMARK_R2R, RESULTS, save("given.json", "7"), &error));
}

// ---- points -------------------------------------------------------------------------------------

TEST(paths_of_the_other_form_are_refused_where_all_are_of_it) {
#define NODE  "{\"instr_id\": \"1\", \"trajectory\": [[\"a\", 0, 0]]}"
#define PLACE "{\"instr_id\": \"2\", \"trajectory\": [[1, 2, 3]]}"
#define NONE  "{\"instr_id\": \"3\", \"trajectory\": []}"
    static const struct {
        const char* text;
        bool graph, places;  // whether they take it
    } cases[] = {
        {"[" NODE "]", true, false},           {"[" PLACE "]", false, true},
        {"[" NODE ", " NONE "]", true, false}, {"[" NONE ", " PLACE "]", false, true},
        {"[" NODE ", " PLACE "]", true, true}, {"[" NONE "]", true, true},
    };
    static const wend_benchmark graphs[] = {WEND_BENCHMARK_R2R, WEND_BENCHMARK_R4R,
                                            WEND_BENCHMARK_RXR, WEND_BENCHMARK_IR2R},
                                others[] = {WEND_BENCHMARK_R2R_CE, WEND_BENCHMARK_RXR_CE};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        wend_error error;
        wend_vln_results* results;
        const char* path = save("given.json", cases[i].text);
        CHECK_OK(wend_vln_results_read(path, &results, &error));
        for (int k = 0; k < 6; k++) {
            wend_predictions_def def = quick_def(k < 4 ? graphs[k] : others[k - 4]);
            bool taken = k < 4 ? cases[i].graph : cases[i].places;
            def.results = path;
            CHECK_INT(score_check_points(&def, results, &error), taken ? WEND_OK : WEND_FORMAT);
            if (taken) continue;
            CHECK_HAS(error.message, path);
            CHECK_HAS(error.message, wend_benchmark_name(def.benchmark));
            CHECK_HAS(error.message, k < 4 ? "takes viewpoints" : "takes positions [x, y, z]");
        }
        wend_vln_results_destroy(results);
    }
}

// ---- which of two benchmarks --------------------------------------------------------------------

TEST(r4r_is_distinguished_from_r2r_by_joined_paths) {
#define RECORD(id, more)                                                   \
    "{\"path_id\": " id                                                    \
    ", \"scan\": \"a\", \"path\": [\"x\", \"y\", \"z\"], \"heading\": 0, " \
    "\"distance\": 1, \"instructions\": [\"Go.\"]" more "}"
#define JOINED                                                                   \
    ", \"first_path_id\": 1, \"second_path_id\": 2, \"shortest_path\": [\"x\", " \
    "\"z\"], \"shortest_path_distance\": 1"
    static const struct {
        const char *text, *r2r, *r4r;  // NULL: taken
    } cases[] = {
        {"[]", NULL, NULL},
        {"[" RECORD("1", "") ", " RECORD("2", "") "]", NULL, "(no path is joined of two)"},
        {"[" RECORD("1", "") ", " RECORD("2", JOINED) "]", "(1 paths are joined of two)", NULL},
        {"[" RECORD("1", JOINED) ", " RECORD("2", JOINED) "]", "(2 paths are joined of two)", NULL},
    };
    static const wend_benchmark asked[] = {WEND_BENCHMARK_R2R, WEND_BENCHMARK_R4R,
                                           WEND_BENCHMARK_IR2R};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        wend_error error;
        wend_vln_episodes* episodes;
        const char* path = save("asked.json", cases[i].text);
        CHECK_OK(wend_vln_episodes_read(path, &episodes, &error));
        for (int k = 0; k < 3; k++) {
            wend_predictions_def def = quick_def(asked[k]);
            const char* words = k == 0 ? cases[i].r2r : k == 1 ? cases[i].r4r : NULL;
            def.annotations = path;
            CHECK_INT(score_check_joints(&def, episodes, &error), words ? WEND_FORMAT : WEND_OK);
            if (words) CHECK_HAS(error.message, words);
            if (words) CHECK_HAS(error.message, path);
        }
        wend_vln_episodes_destroy(episodes);
    }
}

TEST(rxr_ce_is_distinguished_from_r2r_ce_by_ids_and_languages) {
#define SPOKEN(instruction)                                                                     \
    "{\"episode_id\": \"1\", \"scene_id\": \"a\", \"start_position\": [0, 0, 0], "              \
    "\"start_rotation\": [0, 0, 0, 1], \"goals\": [], \"instruction\": {\"instruction_text\": " \
    "\"Go.\"" instruction "}}"
#define ID       ", \"instruction_id\": \"7\""
#define LANGUAGE ", \"language\": \"en-US\""
    static const struct {
        const char *second, *rxr, *r2r;  // NULL: taken
    } cases[] = {
        {"", "(episode 1 has no instruction_id)", NULL},
        {LANGUAGE, "(episode 1 has no instruction_id)", NULL},
        {ID, NULL, NULL},
        {ID LANGUAGE, NULL, "(episode 1 has a language)"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (int rxr = 0; rxr < 2; rxr++) {
            wend_text_out out = {0};
            wend_error error;
            wend_habitat_set set;
            wend_text_put(&out, "{\"episodes\": [" SPOKEN(ID) ", " SPOKEN("%s") "]}",
                          cases[i].second);
            wend_predictions_def def =
                quick_def(rxr ? WEND_BENCHMARK_RXR_CE : WEND_BENCHMARK_R2R_CE);
            def.annotations = save("asked.json", out.items);
            wend_text_destroy(&out);
            const char* words = rxr ? cases[i].rxr : cases[i].r2r;
            CHECK_OK(wend_habitat_read(def.annotations, &set, &error));
            CHECK_INT(score_check_languages(&def, &set, &error), words ? WEND_FORMAT : WEND_OK);
            if (words) CHECK_HAS(error.message, words);
            if (words) CHECK_HAS(error.message, "asked.json");
            wend_habitat_destroy(&set);
        }
}
