// Predictions as positions in continuous space: references, starts, STOP, geodesics on navmeshes.
#include "fixture.h"
#include "metrics/predictions/scored.h"

#include "wend/nav.h"

#define EPISODE(id, more)                                                                       \
    "{\"episode_id\": \"" id                                                                    \
    "\", \"scene_id\": \"mp3d/a/a.glb\", \"start_position\": [1, 0, 3.5], \"start_rotation\": " \
    "[0, 0, 0, 1], \"instruction\": {\"instruction_text\": \"Go.\"}, \"reference_path\": "      \
    "[[1, 0, 3.5], [7, 0, 3.5]]" more "}"
#define GOAL        ", \"goals\": [{\"position\": [7, 0, 3.5]}]"
#define AT(x, stop) "{\"position\": [" x ", 0, 3.5], \"heading\": 0, \"stop\": " stop "}"

static wend_predictions_def position_def(const char* episodes, const char* given) {
    wend_predictions_def def = quick_def(WEND_BENCHMARK_R2R_CE);
    def.annotations = save("episodes.json", episodes);
    def.results = save("places.json", given);
    return def;
}

static const char* problem_of(const wend_predictions_def* def, int index) {
    static char words[512];
    wend_predictions* scored = score(def);
    CHECK(index < wend_predictions_problem_count(scored));
    snprintf(words, sizeof words, "%s", wend_predictions_problem_at(scored, index));
    wend_predictions_destroy(scored);
    return words;
}

// ---- one episode --------------------------------------------------------------------------------

TEST(all_three_coordinates_of_positions_count) {
    wend_predictions_def def = position_def(
        "{\"episodes\": [{\"episode_id\": \"1\", \"scene_id\": \"a\", \"start_position\": "
        "[1, 2, 3], \"start_rotation\": [0, 0, 0, 1], \"goals\": [{\"position\": [3, 5, 9]}], "
        "\"instruction\": {\"instruction_text\": \"Go.\"}, \"reference_path\": [[1, 2, 3], "
        "[3, 5, 9]]}, {\"episode_id\": \"2\", \"scene_id\": \"a\", \"start_position\": "
        "[1, 2, 3], \"start_rotation\": [0, 0, 0, 1], \"goals\": [{\"position\": [3, 5, 9]}], "
        "\"instruction\": {\"instruction_text\": \"Go.\"}, \"reference_path\": [[1, 2, 3]]}]}",
        "{\"1\": [{\"position\": [1, 2, 3], \"stop\": false}, {\"position\": [3, 5, 9], \"stop\": "
        "true}]}");
    // 2, 3 and 6: 7 m.
    CHECK_JSON(def,
               "{\"id\": \"1\", \"scene\": \"a\", \"tl\": 7, \"ne\": 0, \"sr\": 1, \"os\": 1, "
               "\"spl\": 1, \"dtw\": 0, ",
               "{\"id\": \"2\", \"scene\": \"a\", \"tl\": 0, \"ne\": 7, \"sr\": 0, \"os\": 0, "
               "\"spl\": 0, \"dtw\": 0, \"ndtw\": 0, ",
               "\"problems\": {\"missing\": 1}}");
    CHECK_HAS(problem_of(&def, 0), "1, such as '2' (");
}

TEST(the_shortest_path_is_the_file_s_distance_or_the_straight_line) {
    static const char* const cases[][2] = {
        {"", "\"spl\": 0.6, "},  // 6 m of 10 m
        {", \"info\": {\"geodesic_distance\": 8}", "\"spl\": 0.8, "},
        {", \"info\": {\"geodesic_distance\": 20}", "\"spl\": 1, "},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[512];
        snprintf(text, sizeof text, "{\"episodes\": [" EPISODE("1", GOAL "%s") "]}", cases[i][0]);
        wend_predictions_def def = position_def(
            text, "{\"1\": [" AT("1", "false") ", " AT("9", "false") ", " AT("7", "true") "]}");
        CHECK_JSON(def, "\"tl\": 10, ", cases[i][1], "\"problems\": {}}");
    }
}

TEST(episodes_without_a_goal_or_a_reference_are_left_out_and_named) {
    wend_predictions_def def =
        position_def("{\"episodes\": [" EPISODE("1", ", \"goals\": []") ", " EPISODE(
                         "2", GOAL) ", " EPISODE("3", GOAL) "]}",
                     "{\"2\": [" AT("1", "true") "], \"3\": [" AT("1", "true") "]}");
    def.truth = save("truth.json",
                     "{\"9\": {\"locations\": [[0, 0, 0]], \"actions\": [], \"forward_steps\": 0}, "
                     "\"3\": {\"locations\": [[1, 0, 3.5]], \"actions\": [], \"forward_steps\": "
                     "0}, \"1\": {\"locations\": [[1, 0, 3.5]], \"actions\": [], "
                     "\"forward_steps\": 0}}");
    // The expert's path is the reference: standing still follows it.
    CHECK_JSON(def, "\"n\": 1, ", "{\"id\": \"3\", ", "\"ndtw\": 1, ",
               "\"problems\": {\"no_goal\": 1, \"no_truth\": 1}}");
    CHECK_HAS(problem_of(&def, 0), "1, such as '1' (");
    CHECK_HAS(problem_of(&def, 1), "1, such as '2' (");
}

TEST(problems_of_continuous_predictions_are_reported_with_episode_and_distance) {
    wend_predictions_def def = position_def(
        "{\"episodes\": [" EPISODE("1", GOAL) ", " EPISODE("2", GOAL) ", " EPISODE("3", GOAL) "]}",
        "[{\"instr_id\": \"1\", \"trajectory\": [[2.5, 0, 3.5]]},\n{\"instr_id\": \"2\", "
        "\"trajectory\": []},\n{\"instr_id\": \"3\", \"trajectory\": [[1, 0, 3.5], [\"v\"]]}]");
    def.truth = save("truth.json",
                     "{\"1\": {\"locations\": [[1, 0, 6]], \"actions\": [], \"forward_steps\": 0}, "
                     "\"2\": {\"locations\": [[1, 0, 3.5]], \"actions\": [], \"forward_steps\": "
                     "0}, \"3\": {\"locations\": [[1, 0, 3.5]], \"actions\": [], "
                     "\"forward_steps\": 0}}");
    CHECK_JSON(def,
               "\"problems\": {\"other_truth\": 1, \"empty\": 1, \"unknown_viewpoint\": 1, "
               "\"wrong_start\": 1, \"no_stop\": 1}}");
    CHECK_HAS(problem_of(&def, 0), "1, such as '1', by 2.5 m (");
    CHECK_HAS(problem_of(&def, 1), "1, such as '2' (");
    CHECK_HAS(problem_of(&def, 2), "1, such as '3', v (");
    CHECK_HAS(problem_of(&def, 3), "1, such as '1', by 1.5 m (");
    CHECK_HAS(problem_of(&def, 4), "1, such as '1' (line 1) (");
}

// ---- RxR-CE -------------------------------------------------------------------------------------

#define SPOKEN(episode, id, language)                                                            \
    "{\"episode_id\": \"" episode                                                                \
    "\", \"scene_id\": \"a\", \"start_position\": [0, 0, 0], \"start_rotation\": [0, 0, 0, 1], " \
    "\"goals\": [{\"position\": [4, 0, 0]}], \"instruction\": {\"instruction_id\": \"" id        \
    "\", \"language\": \"" language                                                              \
    "\", \"instruction_text\": \"Go.\"}, \"reference_path\": [[0, 0, 0], [4, 0, 0]]}"

TEST(rxr_s_paths_end_where_the_agent_stopped_and_are_found_by_instruction) {
    wend_predictions_def def = quick_def(WEND_BENCHMARK_RXR_CE);
    def.annotations =
        save("episodes.json",
             "{\"episodes\": [" SPOKEN("1", "8", "en-US") ", " SPOKEN("2", "7", "te-IN") "]}");
    def.results = save("paths.jsonl",
                       "{\"instruction_id\": 7, \"path\": [[0, 0, 0], [4, 0, 0]]}\n"
                       "{\"instruction_id\": 8, \"path\": [[0, 0, 0], [0, 0, 1]]}\n");
    CHECK_JSON(def, "{\"id\": \"8\", \"scene\": \"a\", \"group\": \"en-US\", \"tl\": 1, ",
               "{\"id\": \"7\", \"scene\": \"a\", \"group\": \"te-IN\", \"tl\": 4, \"ne\": 0, "
               "\"sr\": 1, ",
               "\"by_language\": {\"en-US\": {\"n\": 1, ", "\"problems\": {}}");
    // Records with flags say it themselves.
    def.results = save("records.json",
                       "{\"7\": [{\"position\": [0, 0, 0], \"stop\": false}, {\"position\": "
                       "[4, 0, 0], \"stop\": false}], \"8\": [{\"position\": [0, 0, 0], \"stop\": "
                       "false}, {\"position\": [4, 0, 0], \"stop\": true}]}");
    CHECK_JSON(def,
               "{\"id\": \"7\", \"scene\": \"a\", \"group\": \"te-IN\", \"tl\": 4, \"ne\": 0, "
               "\"sr\": 0, ",
               "{\"id\": \"8\", \"scene\": \"a\", \"group\": \"en-US\", \"tl\": 4, \"ne\": 0, "
               "\"sr\": 1, ");
}

TEST(an_episode_without_an_id_cannot_be_scored) {
    wend_predictions_def def = position_def(
        "{\"episodes\": [" EPISODE("1", GOAL) ", {\"scene_id\": \"a\", \"start_position\": "
        "[0, 0, 0], \"start_rotation\": [0, 0, 0, 1], \"goals\": [], \"instruction\": "
        "{\"instruction_text\": \"Go.\"}}]}",
        "{\"1\": [" AT("1", "true") "]}");
    check_fails(&def, WEND_FORMAT, "episodes.json");
}

TEST(an_rxr_episode_without_an_id_of_its_own_has_no_reference) {
    wend_predictions_def def = quick_def(WEND_BENCHMARK_RXR_CE);
    def.annotations =
        save("episodes.json",
             "{\"episodes\": [" SPOKEN("1", "8", "en-US") ", {\"scene_id\": \"a\", "
             "\"start_position\": [0, 0, 0], \"start_rotation\": [0, 0, 0, 1], \"goals\": "
             "[{\"position\": [4, 0, 0]}], \"instruction\": {\"instruction_id\": \"9\", "
             "\"instruction_text\": \"Go.\"}, \"reference_path\": [[0, 0, 0], [4, 0, 0]]}]}");
    def.results = save("paths.jsonl", "{\"instruction_id\": 8, \"path\": [[0, 0, 0]]}\n");
    def.truth = save("truth.json",
                     "{\"1\": {\"locations\": [[0, 0, 0]], \"actions\": [], \"forward_steps\": "
                     "0}}");
    CHECK_JSON(def, "\"n\": 1, ", "\"problems\": {\"no_truth\": 1}}");
}

TEST(unknown_continuous_predictions_are_reported_and_each_path_is_separate) {
    wend_predictions_def def =
        position_def("{\"episodes\": [" EPISODE("1", GOAL) ", " EPISODE("2", GOAL) "]}",
                     "{\"1\": [" AT("1", "false") ", " AT("7", "true") "],\n\"9\": [" AT(
                         "1", "true") "],\n\"2\": [" AT("1", "true") "]}");
    CHECK_JSON(def, "{\"id\": \"1\", \"scene\": \"mp3d/a/a.glb\", \"tl\": 6, ",
               "{\"id\": \"2\", \"scene\": \"mp3d/a/a.glb\", \"tl\": 0, \"ne\": 6, ",
               "\"problems\": {\"unknown_id\": 1}}");
    CHECK_HAS(problem_of(&def, 0), "1, such as '9' (line ");
    wend_predictions* scored = score(&def);
    CHECK_HAS(wend_predictions_table(scored),
              "r2r-ce: 2 episodes, official rules, distance: euclidean\n");
    wend_predictions_destroy(scored);
}

TEST(viewpoints_are_not_positions) {
    wend_predictions_def def = position_def("{\"episodes\": [" EPISODE("1", GOAL) "]}",
                                            "[{\"instr_id\": \"1\", \"trajectory\": [[\"a\"]]}]");
    check_fails(&def, WEND_FORMAT, "places.json: paths of viewpoints; r2r-ce takes positions");
    def.results = save("places.json", "{\"1\": [" AT("1", "true") "]}");
    def.benchmark = WEND_BENCHMARK_RXR_CE;
    check_fails(&def, WEND_FORMAT, "episodes.json: R2R-CE episodes (episode 0 has no");
}

// ---- files --------------------------------------------------------------------------------------

TEST(each_file_of_positions_is_named_where_it_is_broken) {
    static const char* const names[] = {"episodes.json", "places.json", "truth.json"};
    static const char* const broken[] = {"{\"episodes\": [{\"instruction\": {}}]}",
                                         "[{\"instr_id\": 1, \"trajectory\": 3}]",
                                         "{\"1\": {\"locations\": 3}}"};
    for (int file = 0; file < 3; file++) {
        wend_predictions_def def = position_def("{\"episodes\": [" EPISODE("1", GOAL) "]}",
                                                "{\"1\": [" AT("1", "true") "]}");
        def.truth = save("truth.json",
                         "{\"1\": {\"locations\": [[1, 0, 3.5]], \"actions\": [], "
                         "\"forward_steps\": 0}}");
        CHECK_JSON(def, "\"n\": 1, ");
        save(names[file], broken[file]);
        check_fails(&def, WEND_FORMAT, names[file]);
    }
}

// ---- navmeshes ----------------------------------------------------------------------------------

static void save_mesh(const char* name, bool open) {
    wend_error error;
    wend_scene* scene = fixture_two_rooms(0);
    wend_navmesh_def def = wend_navmesh_default_def();
    wend_navmesh* mesh;
    def.open_doors = open;
    CHECK_OK(wend_navmesh_build(scene, &def, &mesh, &error));
    CHECK_OK(wend_navmesh_save(mesh, test_path(name), &error));
    wend_navmesh_destroy(mesh);
    wend_scene_destroy(scene);
}

static double number_after(const char* text, const char* key) {
    const char* at = strstr(text, key);
    CHECK(at != NULL);
    return strtod(at + strlen(key), NULL);
}

TEST(distances_to_goals_are_geodesic_on_the_navmesh_of_the_scene) {
    static const char* const files[] = {"m/mp3d/a/a.navmesh", "m/a/a.navmesh", "m/a.navmesh"};
    make_folder("m");
    make_folder("m/mp3d");
    make_folder("m/mp3d/a");
    make_folder("m/a");
    for (int i = 0; i < 3; i++)
        for (int rules = 0; rules < 2; rules++) {
            wend_predictions_def def =
                position_def("{\"episodes\": [" EPISODE("1", GOAL) ", " EPISODE("2", GOAL) "]}",
                             "{\"1\": [" AT("1", "true") "], \"2\": [" AT("6", "false") ", " AT(
                                 "5", "true") "]}");
            def.navmeshes = test_path("m");
            def.rules = (wend_rules)rules;
            def.geodesic = true;
            if (i == 0 && rules == 0)
                check_fails(&def, WEND_NOT_FOUND,
                            "no navmesh of the scene 'mp3d/a/a.glb'; a.navmesh is not there");
            save_mesh(files[i], true);
            wend_predictions* scored = score(&def);
            const char* json = wend_predictions_json(scored);
            // Around the wall between the rooms: 8.2 m, and not the 6 m of the straight line.
            CHECK_HAS(json, "\"distance\": \"geodesic\", ");
            CHECK_NEAR(number_after(strstr(json, "{\"id\": \"1\""), "\"ne\": "),
                       2 * hypot(2.75, 2.7) + 0.5, 0.2);
            CHECK_NEAR(number_after(strstr(json, "{\"id\": \"2\""), "\"ne\": "), 2, 0.01);
            CHECK_HAS(strstr(json, "{\"id\": \"2\""), "\"sr\": 1, \"os\": 1, ");
            wend_predictions_destroy(scored);
            CHECK(remove(test_path(files[i])) == 0);
        }
}

// Habitat counts how high a point is above the mesh, the exact distance does not.
TEST(official_geodesics_are_habitats_and_those_of_the_paper_exact) {
    wend_error error;
    wend_navmesh* mesh;
    double metres[2];
    make_folder("m");
    save_mesh("m/a.navmesh", true);
    CHECK_OK(wend_navmesh_load(test_path("m/a.navmesh"), &mesh, &error));
    for (int rules = 0; rules < 2; rules++) {
        wend_predictions_def def =
            position_def("{\"episodes\": [" EPISODE("1", GOAL) "]}",
                         "{\"1\": [{\"position\": [5, 1, 3.5], \"heading\": 0, \"stop\": true}]}");
        def.navmeshes = test_path("m");
        def.rules = (wend_rules)rules;
        def.geodesic = true;
        wend_predictions* scored = score(&def);
        metres[rules] = number_after(wend_predictions_json(scored), "\"ne\": ");
        wend_predictions_destroy(scored);
        wend_geodesic kind =
            rules == WEND_RULES_OFFICIAL ? WEND_GEODESIC_HABITAT : WEND_GEODESIC_EXACT;
        float expected;
        CHECK_OK(
            wend_navmesh_geodesic(mesh, kind, wend_v3(5, 1, 3.5f), wend_v3(7, 0, 3.5f), &expected));
        CHECK_NEAR(metres[rules], expected, 1e-6);
    }
    CHECK(fabs(metres[0] - metres[1]) > 0.1);
    wend_navmesh_destroy(mesh);
}

TEST(a_goal_behind_a_closed_door_is_reported_as_unreachable) {
    wend_predictions_def def =
        position_def("{\"episodes\": [" EPISODE("1", GOAL) "]}", "{\"1\": [" AT("1", "true") "]}");
    def.navmeshes = make_folder("m");
    def.geodesic = true;
    save_mesh("m/a.navmesh", false);
    CHECK_JSON(def, "\"ne\": null, \"sr\": 0, \"os\": 0, ", "\"problems\": {\"unreachable\": 1}}");
    CHECK_HAS(problem_of(&def, 0), "1, such as '1' (");
    save("m/a.navmesh", "no navmesh");
    check_fails(&def, WEND_FORMAT, "a.navmesh");
}

TEST(each_scene_has_its_own_navmesh_and_names_do_not_lead_out_of_the_folder) {
#define IN(id, scene)                                                                          \
    "{\"episode_id\": \"" id "\", \"scene_id\": \"" scene                                      \
    "\", \"start_position\": [1, 0, 3.5], \"start_rotation\": [0, 0, 0, 1], \"instruction\": " \
    "{\"instruction_text\": \"Go.\"}, \"reference_path\": [[1, 0, 3.5], [7, 0, 3.5]]" GOAL "}"
    wend_predictions_def def = position_def(
        "{\"episodes\": [" IN("1", "open") ", " IN("2", "shut.glb") ", " IN("3", "open") "]}",
        "{\"1\": [" AT("1", "true") "], \"2\": [" AT("1", "true") "], \"3\": [" AT("1",
                                                                                   "true") "]}");
    def.navmeshes = make_folder("m");
    def.geodesic = true;
    save_mesh("m/open.navmesh", true);
    save_mesh("m/shut.navmesh", false);
    CHECK_JSON(def, "\"problems\": {\"unreachable\": 1}}");
    CHECK_HAS(problem_of(&def, 0), "such as '2' (");
    def.annotations = save("episodes.json", "{\"episodes\": [" IN("1", "../x/y.glb") "]}");
    check_fails(&def, WEND_FORMAT, "leads out of the folder");
}

// ---- memory -------------------------------------------------------------------------------------

TEST(scoring_positions_survives_every_failing_allocation) {
    wend_predictions_def def = position_def(
        "{\"episodes\": [" EPISODE("1", GOAL) ", " EPISODE("2", GOAL) ", " EPISODE("3", GOAL) "]}",
        "{\"1\": [" AT("1", "false") ", " AT("2", "true") "], \"3\": []}");
    def.truth = save("truth.json",
                     "{\"1\": {\"locations\": [[1, 0, 3.5], [1, 0, 3]], \"actions\": [], "
                     "\"forward_steps\": 0}, \"2\": {\"locations\": [[1, 0, 3.5]], \"actions\": "
                     "[], \"forward_steps\": 0}}");
    test_each_allocation(score_again, &def, 1000);
}

TEST(scoring_on_navmeshes_leaks_nothing) {
    wend_predictions_def def =
        position_def("{\"episodes\": [" EPISODE("1", GOAL) "]}", "{\"1\": [" AT("1", "true") "]}");
    def.navmeshes = make_folder("m");
    def.geodesic = true;
    save_mesh("m/a.navmesh", true);
    wend_predictions_destroy(score(&def));  // what libraries keep for ever, they allocate now
    uint64_t before = wend_memory_get_stats().live_blocks;
    wend_predictions_destroy(score(&def));
    CHECK_INT(wend_memory_get_stats().live_blocks, before);
}
