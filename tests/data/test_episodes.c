#include "task/same_json.h"
#include "test.h"

#include "wend/benchmarks/habitat.h"
#include "wend/data.h"
#include "wend/files.h"

// ---- kinds ------------------------------------------------------------------------------------

TEST(the_format_of_a_file_is_detected_by_its_keys) {
    static const struct {
        const char* text;
        wend_episodes_kind kind;
    } cases[] = {
        {"[{\"path_id\": 1, \"scan\": \"A\", \"path\": []}]", WEND_EPISODES_R2R},
        {"{\"path_id\": 1, \"scan\": \"A\", \"instruction_id\": 2, \"path\": []}\n",
         WEND_EPISODES_RXR},
        {"{\"demonstration_id\": 1, \"path\": []}", WEND_EPISODES_RXR_FOLLOWER},
        {"{\"train\": {\"A\": [[1, 2]]}}", WEND_EPISODES_TOURS},
        {"{\"train\": {\"A\": [[\"1_0\"]]}}", WEND_EPISODES_TOURS},
        {"{\"0\": [{\"position\": [0, 0, 0], \"phase\": \"agent\", \"episode_id\": \"1\"}]}",
         WEND_EPISODES_TOUR_LOG},
        {"{\"val\": {\"0\": [{\"position\": [0, 0, 0], \"phase\": \"agent\"}]}}",
         WEND_EPISODES_TOUR_LOG},
        {"[{\"instr_id\": \"1_0\", \"trajectory\": []}]", WEND_EPISODES_RESULTS},
        {"{\"instruction_id\": 1, \"path\": [[0, 0, 0]]}\n", WEND_EPISODES_RESULTS},
        {"[{\"image_id\": \"a\", \"unobstructed\": [false]}]", WEND_EPISODES_CONNECTIVITY},
        {"{\"episodes\": [{\"instruction\": {}}]}", WEND_EPISODES_VLNCE},
        {"{\"1\": {\"locations\": [], \"actions\": []}}", WEND_EPISODES_VLNCE_GT},
        {"{\"category_to_task_category_id\": {}, \"episodes\": []}", WEND_EPISODES_MULTION},
        {"{\"episodes\": []}", WEND_EPISODES_HABITAT},
        {"[{\"id\": \"a\", \"initial_position\": {}}]", WEND_EPISODES_ROBOTHOR},
        {"{\"F\": {\"A\": \"text\"}}", WEND_EPISODES_PASTURE_TEXTS},
        {"{\"F\": {\"A\": [\"on\", \"red\", [\"a\"]]}}", WEND_EPISODES_PASTURE_TEXTS},
        {"[\"a photo of a {}.\"]", WEND_EPISODES_PASTURE_TEXTS},
        {"{\"episode_metrics\": {}, \"episode_result\": {}}", WEND_EPISODES_PASTURE_RESULT},
        {"{\"env_id\": \"W\", \"agent_loc\": []}", WEND_EPISODES_RESCUE},
        {"{\"env_id\": \"W\", \"trajectory\": []}", WEND_EPISODES_RESCUE_RUNS},
        {"{\"time\": 0, \"exmat\": [], \"inmat\": []}", WEND_EPISODES_TRACE},
        {"PK\x03\x04", WEND_EPISODES_TRACE},
        {"", WEND_EPISODES_ANY},
        {"{\"something\": [1]}", WEND_EPISODES_ANY},
        {"no json", WEND_EPISODES_ANY},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        CHECK_TEXT(wend_episodes_kind_name(
                       wend_episodes_kind_detect(cases[i].text, strlen(cases[i].text))),
                   wend_episodes_kind_name(cases[i].kind));
}

TEST(every_kind_is_found_again_by_its_name) {
    for (int i = 0; i < WEND_EPISODES_KIND_COUNT; i++) {
        wend_episodes_kind kind;
        wend_error error;
        const char* name = wend_episodes_kind_name((wend_episodes_kind)i);
        CHECK_OK(wend_episodes_kind_parse(name, &kind, &error));
        CHECK_INT(kind, i);
    }
    wend_error error;
    wend_episodes_kind kind;
    CHECK_INT(wend_episodes_kind_parse("chess", &kind, &error), WEND_NOT_FOUND);
    CHECK_HAS(error.message, "r2r, rxr");
}

TEST(real_files_of_every_kind_are_recognised_and_written_back_equal) {
    static const struct {
        const char* path;
        wend_episodes_kind kind;
        bool lines;
    } files[] = {
        {"r2r/R2R_val_seen.json", WEND_EPISODES_R2R, false},
        {"r4r/R4R_val_seen.json", WEND_EPISODES_R2R, false},
        {"r2r_results/val_unseen_shortest_agent.json", WEND_EPISODES_RESULTS, false},
        {"mp3d/connectivity/17DRP5sb8fy_connectivity.json", WEND_EPISODES_CONNECTIVITY, false},
        {"multion/3_ON_minival_val.json.gz", WEND_EPISODES_MULTION, false},
        {"robothor/debug/FloorPlan_Train1_1.json.gz", WEND_EPISODES_ROBOTHOR, false},
        {"pasture/hidden_choices.json", WEND_EPISODES_PASTURE_TEXTS, false},
        {"rescuebench/test_jsonl/level_4.jsonl", WEND_EPISODES_RESCUE, true},
        {"rescuebench/human_trajectories/UnrealRescue-DesertMap/level_1.jsonl",
         WEND_EPISODES_RESCUE_RUNS, true},
        {"rxr/pangea_46944/args.json", WEND_EPISODES_RXR, false},
    };
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        const char* path = test_data(files[i].path);
        wend_episodes* episodes;
        wend_error error;
        CHECK_OK(wend_episodes_read(path, WEND_EPISODES_ANY, &episodes, &error));
        CHECK_INT(wend_episodes_kind_of(episodes), files[i].kind);
        CHECK_OK(wend_episodes_write(episodes, test_path("out.gz"), &error));
        wend_episodes_destroy(episodes);
        check_same_json(path, test_path("out.gz"), files[i].lines);
    }
}

// ---- what is wrong ----------------------------------------------------------------------------

// A building of three viewpoints in a row, 3 and 4 m apart, and one that is not included.
static const char connectivity[] =
    "[{\"image_id\": \"a\", \"pose\": [1,0,0,0, 0,1,0,0, 0,0,1,1.5, 0,0,0,1], \"included\": true, "
    "\"visible\": [false, true, false, false], \"unobstructed\": [false, true, false, false], "
    "\"height\": 1.5},"
    "{\"image_id\": \"b\", \"pose\": [1,0,0,3, 0,1,0,0, 0,0,1,1.5, 0,0,0,1], \"included\": true, "
    "\"visible\": [true, false, true, false], \"unobstructed\": [true, false, true, false], "
    "\"height\": 1.5},"
    "{\"image_id\": \"c\", \"pose\": [1,0,0,3, 0,1,0,4, 0,0,1,1.5, 0,0,0,1], \"included\": true, "
    "\"visible\": [false, true, false, false], \"unobstructed\": [false, true, false, false], "
    "\"height\": 1.5},"
    "{\"image_id\": \"d\", \"pose\": [1,0,0,9, 0,1,0,9, 0,0,1,1.5, 0,0,0,1], \"included\": false, "
    "\"visible\": [false, false, false, false], \"unobstructed\": [false, false, false, false], "
    "\"height\": 1.5}]";

static wend_graph_set* make_graphs(void) {
    wend_error error;
    wend_graph_set* graphs;
    CHECK_OK(wend_file_write(test_path("S_connectivity.json"), connectivity, strlen(connectivity),
                             &error));
    wend_graph_set_def def = wend_graph_set_default_def();
    def.connectivity = test_folder();
    CHECK_OK(wend_graph_set_create(&def, &graphs, &error));
    return graphs;
}

static wend_episodes* read_text(const char* text) {
    wend_error error;
    wend_episodes* episodes;
    CHECK_OK(wend_file_write(test_path("file"), text, strlen(text), &error));
    CHECK_OK(wend_episodes_read(test_path("file"), WEND_EPISODES_ANY, &episodes, &error));
    return episodes;
}

// The rules the file breaks, in order, with a space after each.
static const char* rules_broken(const char* text, bool with_graphs) {
    static char names[4096];
    wend_error error;
    wend_findings findings = {0};
    wend_graph_set* graphs = with_graphs ? make_graphs() : NULL;
    wend_episodes* episodes = read_text(text);
    CHECK_OK(wend_episodes_check(episodes, graphs, &findings, &error));
    *names = 0;
    for (int i = 0; i < findings.count; i++) {
        strcat(names, wend_rule_name(findings.items[i].rule));
        strcat(names, " ");
    }
    wend_findings_destroy(&findings);
    wend_episodes_destroy(episodes);
    wend_graph_set_destroy(graphs);
    return names;
}

#define PATH(id, scan, path, distance)                              \
    "{\"path_id\": " id ", \"scan\": \"" scan "\", \"path\": " path \
    ", \"heading\": 1, \"distance\": " distance ", \"instructions\": [\"Go on.\"]}"

TEST(a_right_path_on_a_graph_breaks_no_rule) {
    CHECK_TEXT(rules_broken("[" PATH("1", "S", "[\"a\", \"b\", \"c\"]", "7") "]", true), "");
}

TEST(problems_of_a_path_are_named) {
    CHECK_TEXT(rules_broken("[" PATH("1", "S", "[\"a\", \"c\"]", "7") "]", true), "not-an-edge ");
    CHECK_TEXT(rules_broken("[" PATH("1", "S", "[\"a\", \"b\"]", "3.5") "]", true),
               "not-shortest ");
    CHECK_TEXT(rules_broken("[" PATH("1", "S", "[\"a\", \"b\", \"a\"]", "6") "]", true),
               "not-shortest ");
    CHECK_TEXT(rules_broken("[" PATH("1", "S", "[\"a\", \"x\"]", "7") "]", true),
               "unknown-viewpoint ");
    CHECK_TEXT(rules_broken("[" PATH("1", "S", "[\"a\", \"d\"]", "7") "]", true),
               "unknown-viewpoint ");
    CHECK_TEXT(rules_broken("[" PATH("1", "S", "[]", "7") "]", true), "missing-start ");
    CHECK_TEXT(
        rules_broken("[" PATH("1", "T", "[\"a\"]", "7") ", " PATH("2", "T", "[\"a\"]", "7") "]",
                     true),
        "unknown-scan ");
    CHECK_TEXT(
        rules_broken("[" PATH("1", "S", "[\"a\"]", "7") ", " PATH("1", "S", "[\"a\"]", "7") "]",
                     true),
        "duplicate-id duplicate-id ");
    CHECK_TEXT(rules_broken("[{\"path_id\": 1, \"scan\": \"S\", \"path\": [\"a\"], \"heading\": 9, "
                            "\"instructions\": [\" . \"]}]",
                            false),
               "heading no-text ");
}

TEST(problems_of_a_guide_annotation_are_named) {
    CHECK_TEXT(rules_broken("{\"path_id\": 1, \"scan\": \"S\", \"path\": [\"a\"], \"heading\": 0, "
                            "\"instruction_id\": 5, \"language\": \"xx\", \"instruction\": \"Go\", "
                            "\"timed_instruction\": [{\"word\": \"Go\", \"start_time\": 2, "
                            "\"end_time\": 1}]}\n",
                            false),
               "language time-order ");
}

#define EPISODE(rest)                                                                \
    "{\"category_to_task_category_id\": {}, \"episodes\": [{\"episode_id\": \"1\", " \
    "\"scene_id\": \"A\", \"start_position\": [0, 0, 0], " rest "}]}"
#define GOAL(category, x) "{\"object_category\": \"" category "\", \"position\": [" x ", 0, 0]}"

TEST(problems_of_a_multion_episode_are_named) {
    CHECK_TEXT(
        rules_broken(EPISODE("\"start_rotation\": [0, 0, 0, 1], \"info\": "
                             "{\"geodesic_distance\": 3}, \"goals\": [" GOAL("red", "3") "]"),
                     false),
        "");
    CHECK_TEXT(rules_broken(EPISODE("\"start_rotation\": [0, 0.1, 0, 0.2], \"goals\": []"), false),
               "rotation-length no-goal ");
    CHECK_TEXT(rules_broken(EPISODE("\"start_rotation\": [1, 0, 0, 0], \"goals\": [" GOAL(
                                "red", "3") ", " GOAL("red", "30") "]"),
                            false),
               "tilted leg-range repeated-goal ");
    CHECK_TEXT(rules_broken(EPISODE("\"start_rotation\": [0, 0, 0, 1], \"info\": "
                                    "{\"geodesic_distance\": 4}, \"goals\": [" GOAL(
                                        "red", "3") ", " GOAL("blue", "0") "]"),
                            false),
               "too-short ");
    CHECK_TEXT(rules_broken("{\"category_to_task_category_id\": {}, \"episodes\": []}", false),
               "empty ");
}

TEST(problems_of_a_vlnce_episode_are_named) {
    CHECK_TEXT(
        rules_broken("{\"episodes\": [{\"scene_id\": \"A\", \"trajectory_id\": 1, "
                     "\"start_position\": [0, 0, 0], \"start_rotation\": [0, 0, 0, 1], "
                     "\"goals\": [{\"position\": [2, 0, 0]}], \"instruction\": "
                     "{\"instruction_text\": \"\", \"instruction_tokens\": [1, 9]}, "
                     "\"reference_path\": [[1, 0, 0], [3, 0, 0]]}, {\"scene_id\": \"A\", "
                     "\"trajectory_id\": 1, \"start_position\": [0, 0, 0], \"start_rotation\": "
                     "[0, 0, 0, 1], \"instruction\": {\"instruction_text\": \"Go\"}, "
                     "\"reference_path\": [[0, 0, 0]]}], \"instruction_vocab\": {\"word_list\": "
                     "[\"a\", \"b\"]}}",
                     false),
        "path-ends path-ends no-text tokens trajectory ");
}

TEST(outside_multion_the_nearest_of_the_goals_counts) {
    CHECK_TEXT(rules_broken("{\"episodes\": [{\"scene_id\": \"A\", \"start_position\": [0, 0, 0], "
                            "\"start_rotation\": [0, 0, 0, 1], \"info\": {\"geodesic_distance\": "
                            "2.5}, \"goals\": [{\"position\": [9, 0, 0]}, {\"position\": [2, 0, "
                            "0]}]}]}",
                            false),
               "");
}

TEST(problems_of_expert_actions_are_named) {
    CHECK_TEXT(
        rules_broken("{\"1\": {\"locations\": [[0, 0, 0], [0, 0, 1]], \"actions\": [1, 0, 1], "
                     "\"forward_steps\": 5}}",
                     false),
        "actions actions actions actions jump ");
    CHECK_TEXT(rules_broken("{\"1\": {\"locations\": [[0, 0, 0]], \"actions\": [2, 7, 0]}}", false),
               "actions ");
}

TEST(a_jump_of_the_agent_in_a_tour_log_is_named) {
    CHECK_TEXT(rules_broken("{\"0\": [{\"position\": [0, 0, 0], \"phase\": \"agent\", "
                            "\"episode_id\": \"1\"}, {\"position\": [2, 0, 0], \"phase\": "
                            "\"agent\", \"episode_id\": \"1\"}, {\"position\": [9, 0, 0], "
                            "\"phase\": \"oracle_goal\", \"episode_id\": \"1\"}]}",
                            false),
               "jump ");
}

TEST(problems_of_a_robothor_episode_are_named) {
    CHECK_TEXT(rules_broken("[{\"id\": \"F_Mug_0\", \"scene\": \"F\", \"object_type\": \"Apple\", "
                            "\"initial_position\": {\"x\": 0, \"y\": 1, \"z\": 0}, "
                            "\"initial_orientation\": 45, \"shortest_path\": [{\"x\": 1, \"y\": 0, "
                            "\"z\": 0}, {\"x\": 3, \"y\": 0, \"z\": 0}], "
                            "\"shortest_path_length\": 1}]",
                            false),
               "id-mismatch turns wrong-length path-ends ");
}

TEST(problems_of_a_rescue_line_are_named) {
    CHECK_TEXT(
        rules_broken("{\"env_id\": \"UnrealRescue-Tokyo\", \"level\": 4, \"agent_loc\": [0, 0, "
                     "0, 0, 0, 0], \"injured_player_loc\": [500, 0, 100, 0, 0, 0], "
                     "\"injured_agent_id\": 20, \"stretcher_loc\": [0, 0, 0, 0, 0, 0], "
                     "\"ambulance_loc\": [0, 0, 0, 0, 0, 0], \"reference_text\": [], "
                     "\"reference_image_path\": [\"a.png\"], \"timeout\": 180}\n",
                     false),
        "level-distance level-elevation level-doors level-timeout look no-text ");
}

TEST(eight_paths_of_the_real_r2r_have_a_distance_that_is_not_the_shortest) {
    wend_graph_set_def def = wend_graph_set_default_def();
    def.connectivity = test_data("mp3d/connectivity");
    wend_graph_set* graphs;
    wend_episodes* episodes;
    wend_error error;
    wend_findings findings = {0};
    CHECK_OK(wend_graph_set_create(&def, &graphs, &error));
    CHECK_OK(wend_episodes_read(test_data("r2r/R2R_val_unseen.json"), WEND_EPISODES_ANY, &episodes,
                                &error));
    CHECK_OK(wend_episodes_check(episodes, graphs, &findings, &error));
    CHECK_INT(findings.count, 8);
    for (int i = 0; i < 8; i++) CHECK_INT(findings.items[i].rule, WEND_RULE_NOT_SHORTEST);
    wend_findings_destroy(&findings);
    wend_episodes_destroy(episodes);
    wend_graph_set_destroy(graphs);
}

// ---- summaries --------------------------------------------------------------------------------

TEST(a_summary_counts_measures_and_sorts_its_groups) {
    wend_episodes* episodes = read_text(
        "{\"path_id\": 1, \"scan\": \"S\", \"path\": [\"a\", \"b\"], \"heading\": 0, "
        "\"instruction_id\": 5, \"language\": \"te-IN\", \"instruction\": \"Go go\"}\n"
        "{\"path_id\": 1, \"scan\": \"S\", \"path\": [\"a\", \"b\"], \"heading\": 0, "
        "\"instruction_id\": 6, \"language\": \"en-IN\", \"instruction\": \"Go to the end\"}\n");
    wend_graph_set* graphs = make_graphs();
    wend_summary s = {0};
    wend_error error;
    CHECK_OK(wend_episodes_summarize(episodes, graphs, &s, &error));
    wend_summary_sort(&s);
    CHECK_TEXT(s.tallies[0].name, "paths");
    CHECK_NEAR(s.tallies[0].value, 1, 0);
    CHECK_TEXT(s.tallies[1].name, "instructions");
    CHECK_NEAR(s.tallies[1].value, 2, 0);
    CHECK_TEXT(s.tallies[2].group, "en-IN");
    CHECK_TEXT(s.tallies[3].group, "te-IN");
    CHECK_TEXT(s.tallies[4].name, "different words");
    CHECK_NEAR(s.tallies[4].value, 4, 0);
    CHECK_TEXT(s.series[0].name, "words");
    wend_moments m;
    CHECK_OK(wend_series_moments(&s.series[0], &m, &error));
    CHECK_NEAR(m.mean, 3, 0);
    CHECK_NEAR(m.median, 3, 0);
    CHECK_NEAR(m.deviation, 1, 0);
    for (int i = 0; i < s.series_count; i++)
        if (strcmp(s.series[i].name, "length") == 0) CHECK_NEAR(s.series[i].values[0], 3, 1e-9);
    wend_summary_destroy(&s);
    wend_episodes_destroy(episodes);
    wend_graph_set_destroy(graphs);
}

static const wend_series* find_series(const wend_summary* s, const char* name, const char* group) {
    for (int i = 0; i < s->series_count; i++)
        if (!strcmp(s->series[i].name, name) && !strcmp(s->series[i].group, group))
            return &s->series[i];
    return NULL;
}

TEST(followed_texts_are_counted_by_language_and_phenomenon) {
    wend_episodes* episodes = read_text(
        "{\"path_id\": 1, \"scan\": \"S\", \"path\": [\"a\", \"b\"], \"heading\": 0, "
        "\"instruction_id\": 5, \"language\": \"en-US\", \"instruction\": \"Go past two chairs.\", "
        "\"follower\": {\"telling\": 0, \"followed\": true, \"by\": \"stranger\", \"ndtw\": 0.9}}\n"
        "{\"path_id\": 1, \"scan\": \"S\", \"path\": [\"a\", \"b\"], \"heading\": 0, "
        "\"instruction_id\": 6, \"language\": \"hi-IN\", \"instruction\": \"सीधे चलें।\", "
        "\"follower\": {\"telling\": 2, \"followed\": false, \"by\": \"stranger\", \"ndtw\": "
        "0.1}}\n"
        "{\"path_id\": 1, \"scan\": \"S\", \"path\": [\"a\", \"b\"], \"heading\": 0, "
        "\"instruction_id\": 7, \"language\": \"en-US\", \"instruction\": \"Nobody walked "
        "this.\"}\n");
    wend_summary s = {0};
    wend_error error;
    CHECK_OK(wend_episodes_summarize(episodes, NULL, &s, &error));
    CHECK_INT(find_series(&s, "followed", "")->count, 2);
    CHECK_NEAR(find_series(&s, "followed", "hi-IN")->values[0], 0, 0);
    CHECK_INT(find_series(&s, "followed", "en-US")->count, 1);
    CHECK_NEAR(find_series(&s, "followed with count", "")->values[0], 100, 0);
    CHECK_NEAR(find_series(&s, "followed without count", "")->values[0], 0, 0);
    CHECK(!find_series(&s, "followed with count", "hi-IN"));
    CHECK_TEXT(find_series(&s, "followed", "")->unit, WEND_FOLLOWED_UNIT);
    wend_summary_destroy(&s);
    wend_episodes_destroy(episodes);
}

// ---- conversions ------------------------------------------------------------------------------

static wend_episodes* convert(const char* text, wend_episodes_kind to, wend_graph_set* graphs) {
    wend_error error;
    wend_episodes *from = read_text(text), *made;
    wend_convert_def def = wend_convert_default_def();
    def.to = to;
    def.graphs = graphs;
    CHECK_OK(wend_episodes_convert(from, &def, test_path("made"), &error));
    wend_episodes_destroy(from);
    CHECK_OK(wend_episodes_read(test_path("made"), WEND_EPISODES_ANY, &made, &error));
    CHECK_INT(wend_episodes_kind_of(made), to);
    return made;
}

static const char two_instructions[] =
    "[{\"path_id\": 1, \"scan\": \"S\", \"path\": [\"a\", \"b\"], \"heading\": 1, \"distance\": 3, "
    "\"instructions\": [\"Go on.\", \"Walk.\"]}]";

TEST(r2r_becomes_rxr_and_comes_back_equal) {
    wend_error error;
    wend_episodes* rxr = convert(two_instructions, WEND_EPISODES_RXR, NULL);
    CHECK_INT(wend_episodes_count(rxr), 2);
    wend_convert_def def = wend_convert_default_def();
    def.to = WEND_EPISODES_R2R;
    CHECK_OK(wend_episodes_convert(rxr, &def, test_path("back"), &error));
    wend_episodes_destroy(rxr);
    CHECK_OK(
        wend_file_write(test_path("first"), two_instructions, strlen(two_instructions), &error));
    check_same_json(test_path("first"), test_path("back"), false);
}

TEST(r2r_becomes_vlnce_on_the_floor_below_its_viewpoints) {
    wend_graph_set* graphs = make_graphs();
    wend_episodes* made = convert(two_instructions, WEND_EPISODES_VLNCE, graphs);
    CHECK_INT(wend_episodes_count(made), 2);
    wend_error error;
    wend_file_bytes bytes;
    CHECK_OK(wend_file_read(test_path("made"), &bytes, &error));
    CHECK_HAS(bytes.data, "\"reference_path\": [[0, 0, -0.0], [3, 0, -0.0]]");
    wend_file_bytes_destroy(&bytes);
    wend_episodes_destroy(made);
    wend_graph_set_destroy(graphs);
}

TEST(a_robothor_episode_becomes_an_object_goal_on_the_floor) {
    wend_episodes* made = convert(
        "[{\"id\": \"F_Mug_0\", \"scene\": \"F\", \"object_type\": \"Mug\", "
        "\"initial_position\": {\"x\": 1, \"y\": 0.9, \"z\": 2}, \"initial_orientation\": 180, "
        "\"shortest_path\": [{\"x\": 1, \"y\": 0.01, \"z\": 2}, {\"x\": 3, \"y\": 0.01, "
        "\"z\": 2}], \"shortest_path_length\": 2}]",
        WEND_EPISODES_HABITAT, NULL);
    wend_episodes_destroy(made);
    wend_habitat_set set;
    wend_error error;
    CHECK_OK(wend_habitat_read(test_path("made"), &set, &error));
    const wend_habitat_episode* e = &set.episodes[0];
    CHECK_TEXT(e->id.text, "F_Mug_0");
    CHECK_NEAR(e->start.y, 0.01, 0);
    CHECK_NEAR(e->start.z, -2, 0);
    CHECK_NEAR(fabs(wend_habitat_heading(e->rotation)), WEND_PI, 1e-9);
    CHECK_TEXT(e->goals[0].category, "Mug");
    CHECK_NEAR(e->goals[0].position.x, 3, 0);
    CHECK_NEAR(e->distance, 2, 0);
    wend_habitat_destroy(&set);
}

TEST(a_sequence_of_goals_becomes_an_episode_for_each_leg) {
    wend_episodes* made =
        convert(EPISODE("\"start_rotation\": [0, 0, 0, 1], \"info\": {\"geodesic_distance\": 9}, "
                        "\"goals\": [" GOAL("red", "3") ", " GOAL("blue", "8") "]"),
                WEND_EPISODES_HABITAT, NULL);
    CHECK_INT(wend_episodes_count(made), 2);
    wend_episodes_destroy(made);
    wend_habitat_set set;
    wend_error error;
    CHECK_OK(wend_habitat_read(test_path("made"), &set, &error));
    CHECK_TEXT(set.episodes[1].id.text, "1_1");
    CHECK_NEAR(set.episodes[1].start.x, 3, 0);
    CHECK_NEAR(set.episodes[1].goals[0].position.x, 8, 0);
    CHECK(isnan(set.episodes[1].distance));
    wend_habitat_destroy(&set);
}

TEST(a_rescue_line_becomes_two_goals_in_metres) {
    wend_episodes* made = convert(
        "{\"env_id\": \"W\", \"level\": 0, \"agent_loc\": [100, 200, 50, 0, 90, 0], "
        "\"injured_player_loc\": [500, 0, 50, 0, 0, 0], \"injured_agent_id\": 2, "
        "\"stretcher_loc\": [0, 700, 50, 0, 0, 0], \"ambulance_loc\": [0, 0, 0, 0, 0, 0]}\n",
        WEND_EPISODES_HABITAT, NULL);
    wend_episodes_destroy(made);
    wend_habitat_set set;
    wend_error error;
    CHECK_OK(wend_habitat_read(test_path("made"), &set, &error));
    const wend_habitat_episode* e = &set.episodes[0];
    CHECK_NEAR(e->start.x, 2, 1e-12);
    CHECK_NEAR(e->start.z, -1, 1e-12);
    CHECK_NEAR(wend_habitat_heading(e->rotation), -WEND_PI / 2, 1e-9);
    CHECK_INT(e->goal_count, 2);
    CHECK_NEAR(e->goals[0].position.z, -5, 1e-12);
    CHECK_NEAR(e->goals[1].position.x, 7, 1e-12);
    wend_habitat_destroy(&set);
}

TEST(a_vlnce_episode_without_instruction_is_a_point_goal) {
    wend_episodes* made = convert(
        "{\"episodes\": [{\"episode_id\": 3, \"scene_id\": \"A\", \"start_position\": [0, 0, 0], "
        "\"start_rotation\": [0, 0, 0, 1], \"goals\": [{\"position\": [2, 0, 0], \"radius\": 3}], "
        "\"instruction\": {\"instruction_text\": \"Go\"}, \"reference_path\": [[0, 0, 0], "
        "[2, 0, 0]]}]}",
        WEND_EPISODES_HABITAT, NULL);
    CHECK_INT(wend_episodes_count(made), 1);
    wend_episodes_destroy(made);
}

TEST(a_conversion_that_makes_no_sense_is_refused_with_those_there_are) {
    wend_error error;
    wend_episodes* from = read_text(two_instructions);
    wend_convert_def def = wend_convert_default_def();
    def.to = WEND_EPISODES_RESCUE;
    CHECK_INT(wend_episodes_convert(from, &def, test_path("made"), &error), WEND_UNSUPPORTED);
    CHECK_HAS(error.message, "possible formats are r2r, rxr, vlnce");
    wend_episodes_destroy(from);
}

// ---- memory -----------------------------------------------------------------------------------

static wend_status everything(void* context, wend_error* error) {
    const char* const* paths = context;
    wend_episodes* episodes;
    WEND_TRY(wend_episodes_read(paths[0], WEND_EPISODES_ANY, &episodes, error));
    wend_findings findings = {0};
    wend_summary summary = {0};
    wend_status status = wend_episodes_check(episodes, NULL, &findings, error);
    if (status == WEND_OK) status = wend_episodes_summarize(episodes, NULL, &summary, error);
    wend_convert_def def = wend_convert_default_def();
    def.to = WEND_EPISODES_RXR;
    if (status == WEND_OK) status = wend_episodes_convert(episodes, &def, paths[1], error);
    wend_findings_destroy(&findings);
    wend_summary_destroy(&summary);
    wend_episodes_destroy(episodes);
    return status;
}

TEST(checks_summaries_and_conversions_survive_every_failing_allocation) {
    wend_error error;
    char in[512], out[512];
    snprintf(in, sizeof in, "%s", test_path("in"));
    snprintf(out, sizeof out, "%s", test_path("out"));
    const char text[] =
        "[" PATH("1", "S", "[\"a\", \"b\"]", "3") ", " PATH("1", "S", "[]", "3") "]";
    CHECK_OK(wend_file_write(in, text, sizeof text - 1, &error));
    const char* paths[2] = {in, out};
    test_each_allocation(everything, paths, 1000);
}
