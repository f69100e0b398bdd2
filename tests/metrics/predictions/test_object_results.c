// What agents did in object-goal episodes, field by field as the files say it.
#include "metrics/predictions/object_results.h"
#include "metrics/predictions/scored.h"

#define POSE(x, y, z) "{\"x\": " x ", \"y\": " y ", \"z\": " z "}"
#define ACTIONS(list) "\"actions_taken\": [" list "]"
#define DONE(name)    "{\"action\": \"" name "\", \"success\": true}"
#define TRIED(name)   "{\"action\": \"" name "\", \"success\": false}"

static object_results read(const char* path, const char* split) {
    object_results all;
    wend_error error;
    CHECK_OK(object_results_read(path, split, &all, &error));
    return all;
}

static const object_result* only(const object_results* all) {
    CHECK_INT(all->items.count, 1);
    return &all->items.items[0];
}

static void check_refused(const char* path, const char* words) {
    object_results all;
    wend_error error;
    CHECK_INT(object_results_read(path, NULL, &all, &error), WEND_FORMAT);
    CHECK(!all.items.items && !all.items.count);
    CHECK_HAS(error.message, path);
    CHECK_HAS(error.message, words);
}

// ---- the forms ----------------------------------------------------------------------------------

TEST(missing_fields_of_a_result_are_unknown) {
    object_results all = read(save("stats.json", "{\"7\": {\"success\": 0}}"), NULL);
    const object_result* r = only(&all);
    CHECK_TEXT(r->id, "7");
    CHECK(!r->scene && !r->category && !r->split);
    CHECK(r->success == 0 && !r->unstopped && !r->target_seen && !r->has_target_seen);
    CHECK(isnan(r->length) && isnan(r->shortest) && isnan(r->spl) && isnan(r->soft_spl));
    CHECK(isnan(r->distance) && isnan(r->poses) && isnan(r->actions));
    CHECK(isnan(r->actions_succeeded));
    object_results_destroy(&all);
}

TEST(a_file_of_cow_has_the_lengths_of_its_paths_and_the_count_of_its_actions) {
    // Paths of 3 m and 6 m, shortest path 5 m; the trajectory of the metrics is not used.
    const char* path = save(
        "FloorPlan_Val3_5_GingerbreadHouse_1.json",
        "{\"episode_metrics\": {\"trajectory\": [" POSE("0", "0", "0") ", " POSE("9", "9", "9") "], "
        ACTIONS(DONE("MoveAhead") ", " TRIED("MoveAhead") ", " DONE("Stop"))
        ", \"success\": false, \"vision_error_in_case_of_fail\": true}, \"episode_result\": "
        "{\"path\": [" POSE("1", "1", "1") ", " POSE("2", "3", "3") ", " POSE("4", "7", "7")
        "], \"shortest_path\": [" POSE("1", "1", "1") ", " POSE("1", "4", "5")
        "], \"success\": true}}");
    object_results all = read(path, NULL);
    const object_result* r = only(&all);
    CHECK_TEXT(r->id, "FloorPlan_Val3_5_GingerbreadHouse_1");
    CHECK_TEXT(r->scene, "FloorPlan_Val3_5");
    CHECK_TEXT(r->category, "GingerbreadHouse");
    CHECK(!r->split);
    CHECK_NEAR(r->length, 9, 1e-12);
    CHECK_NEAR(r->shortest, 5, 1e-12);
    CHECK(r->poses == 3 && r->actions == 3 && r->actions_succeeded == 2 && !r->unstopped);
    CHECK(r->success == 1 && r->has_target_seen && r->target_seen);
    object_results_destroy(&all);
}

TEST(metrics_of_the_challenge_are_found_at_the_top_in_val_and_in_the_split_named) {
#define METRICS(length, success)                                               \
    "{\"episodes\": {\"a\": {\"trajectory\": [" POSE("0", "0", "0") ", " POSE( \
        "0", "0", length) "], \"success\": " success "}}}"
    const char *top = save("top.json", METRICS("-2", "true")),
               *below =
                   save("below.json",
                        "{\"val\": " METRICS("3", "false") ", \"test\": " METRICS("4", "true") "}");
    static const struct {
        bool below;
        const char* split;
        double length, success;
    } cases[] = {{false, NULL, 2, 1},
                 {false, "test", 2, 1},
                 {true, NULL, 3, 0},
                 {true, "val", 3, 0},
                 {true, "test", 4, 1}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        object_results all = read(cases[i].below ? below : top, cases[i].split);
        const object_result* r = only(&all);
        CHECK_TEXT(r->id, "a");
        CHECK(r->length == cases[i].length && r->poses == 2 && r->success == cases[i].success);
        CHECK(isnan(r->actions) && isnan(r->actions_succeeded) && !r->unstopped);
        CHECK(!r->has_target_seen && !r->target_seen && !r->scene && !r->category);
        object_results_destroy(&all);
    }
}

TEST(statistics_of_habitat_are_read_field_by_field) {
    object_results all =
        read(save("stats.json",
                  "{\"1\": {\"success\": true, \"spl\": 0.5, \"softspl\": 0.25, "
                  "\"distance_to_goal\": 1.5, \"total_actions\": 8, \"successful_actions\": 6, "
                  "\"scene_id\": \"a\", \"object_category\": \"bed\"}, \"2\": {\"success\": 0, "
                  "\"soft_spl\": 0.75, \"scene_id\": 3, \"object_category\": null}}"),
             NULL);
    CHECK_INT(all.items.count, 2);
    const object_result *r = &all.items.items[0], *s = &all.items.items[1];
    CHECK_TEXT(r->id, "1");
    CHECK(r->success == 1 && r->spl == 0.5 && r->soft_spl == 0.25 && r->distance == 1.5);
    CHECK(r->actions == 8 && r->actions_succeeded == 6);
    CHECK_TEXT(r->scene, "a");
    CHECK_TEXT(r->category, "bed");
    CHECK_TEXT(s->id, "2");
    CHECK(s->soft_spl == 0.75 && !s->scene && !s->category);
    object_results_destroy(&all);
}

TEST(statistics_of_one_episode_are_named_by_their_file) {
    static const struct {
        const char *file, *given, *id, *category;
    } cases[] = {
        {"tv_monitor_17.json", "", "tv_monitor_17", "tv_monitor"},
        {"chair.3.json", "", "chair", NULL},
        {"bed_2.json.gz", "", "bed_2", "bed"},
        {"bed_2.json", ", \"object_category\": \"sofa\"", "bed_2", "sofa"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[128];
        snprintf(text, sizeof text, "{\"success\": 1, \"spl\": 0.5%s}", cases[i].given);
        object_results all = read(save(cases[i].file, text), NULL);
        const object_result* r = only(&all);
        CHECK_TEXT(r->id, cases[i].id);
        CHECK(r->success == 1 && r->spl == 0.5);
        if (cases[i].category)
            CHECK_TEXT(r->category, cases[i].category);
        else
            CHECK(!r->category);
        object_results_destroy(&all);
    }
}

TEST(scene_and_category_are_parts_of_robothor_s_ids_alone) {
    static const struct {
        const char *id, *scene, *category;
    } cases[] = {
        {"FloorPlan_Val1_1_Mug_0", "FloorPlan_Val1_1", "Mug"},
        {"FloorPlan_Val1_1_Mug_0_9", "FloorPlan_Val1_1", "Mug"},
        {"FloorPlan__1_Mug_0", "FloorPlan__1", "Mug"},
        {"FloorPlan_1__Mug_0", "FloorPlan_1_", "Mug"},
        {"FloorPlan_1_1__0", "FloorPlan_1_1", ""},
        {"FloorPlan_Val1_1_Mug", NULL, NULL},
        {"FloorPlan_Val1", NULL, NULL},
        {"FloorPlan", NULL, NULL},
        {"Kitchen_Val1_1_Mug_0", NULL, NULL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[128];
        snprintf(text, sizeof text,
                 "{\"episodes\": {\"%s\": {\"trajectory\": [], \"success\": 1}}}", cases[i].id);
        object_results all = read(save("metrics.json", text), NULL);
        const object_result* r = only(&all);
        CHECK(!r->scene == !cases[i].scene && !r->category == !cases[i].category);
        if (cases[i].scene) {
            CHECK_TEXT(r->scene, cases[i].scene);
            CHECK_TEXT(r->category, cases[i].category);
        }
        object_results_destroy(&all);
    }
}

TEST(the_last_action_determines_whether_an_episode_was_stopped) {
    static const struct {
        const char* actions;
        double taken, worked;
        bool unstopped;
    } cases[] = {
        {ACTIONS(""), 0, 0, true},
        {ACTIONS(DONE("Stop")), 1, 1, false},
        {ACTIONS(DONE("MoveAhead") ", " TRIED("Stop")), 2, 1, false},
        {ACTIONS(TRIED("Stop") ", " TRIED("RotateLeft") ", " DONE("MoveAhead")), 3, 1, true},
        {ACTIONS("{\"action\": \"Stop\"}"), 1, 0, false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[512];
        snprintf(text, sizeof text,
                 "{\"episodes\": {\"a\": {\"trajectory\": [], %s, \"success\": 1, "
                 "\"vision_error_in_case_of_fail\": false}}}",
                 cases[i].actions);
        object_results all = read(save("metrics.json", text), NULL);
        const object_result* r = only(&all);
        CHECK(r->actions == cases[i].taken && r->actions_succeeded == cases[i].worked);
        CHECK_INT(r->unstopped, cases[i].unstopped);
        CHECK(r->has_target_seen && !r->target_seen && r->poses == 0 && r->length == 0);
        object_results_destroy(&all);
    }
}

// ---- folders ------------------------------------------------------------------------------------

TEST(results_of_a_folder_are_of_its_splits_one_level_deep) {
    make_folder("all");
    make_folder("all/base");
    make_folder("all/base/deeper");
    make_folder("all/hidden");
    save("all/1_0.json", "{\"success\": 1}");
    save("all/base/2_0.json", "{\"success\": 1}");
    save("all/base/deeper/3_0.json", "not read");
    save("all/base/notes.txt", "not read");
    save("all/hidden/4_0.json", "{\"a\": {\"success\": 1}, \"b\": {\"success\": 0}}");
    object_results all = read(test_path("all"), NULL);
    static const char* const expected[][2] = {
        {"1_0", NULL}, {"2_0", "base"}, {"a", "hidden"}, {"b", "hidden"}};
    CHECK_INT(all.items.count, 4);
    for (int i = 0; i < 4; i++) {
        CHECK_TEXT(all.items.items[i].id, expected[i][0]);
        CHECK(!all.items.items[i].split == !expected[i][1]);
        if (expected[i][1]) CHECK_TEXT(all.items.items[i].split, expected[i][1]);
    }
    object_results_destroy(&all);
    wend_error error;
    save("all/base/2_0.json", "{\"success\": 1");
    CHECK_INT(object_results_read(test_path("all"), NULL, &all, &error), WEND_FORMAT);
    CHECK_HAS(error.message, "all/base/2_0.json");
}

// ---- what is wrong ------------------------------------------------------------------------------

TEST(broken_results_are_refused_with_the_place_in_the_file) {
    static const char* const cases[][2] = {
        {"{", "broken.json:1"},
        {"[]", "an object expected"},
        {"{\"val\": 3}", "val: an object"},
        {"{\"episodes\": 3}", "episodes: these are no results"},
        {"{\"episodes\": {\"a\": 3}}", "episodes.a: this is no result"},
        {"{\"a\": null}", "the field \"a\" is missing"},
        {"{\"a\": []}", "a: this is no result"},
        {"{\"a\": {\"spl\": 1}}", "a: the field \"success\" is missing"},
        {"{\"episodes\": {\"a\": {\"trajectory\": []}}}",
         "episodes.a: the field \"success\" is missing"},
        {"{\"a\": {\"success\": \"x\"}}", "a.success: a number"},
        {"{\"a\": {\"success\": 1, \"spl\": \"x\"}}", "a.spl: a number"},
        {"{\"a\": {\"success\": 1, \"softspl\": \"x\"}}", "a.softspl: a number"},
        {"{\"a\": {\"success\": 1, \"soft_spl\": \"x\"}}", "a.soft_spl: a number"},
        {"{\"a\": {\"success\": 1, \"distance_to_goal\": \"x\"}}", "a.distance_to_goal: a number"},
        {"{\"a\": {\"success\": 1, \"total_actions\": \"x\"}}", "a.total_actions: a number"},
        {"{\"a\": {\"success\": 1, \"successful_actions\": \"x\"}}",
         "a.successful_actions: a number"},
        {"{\"success\": 1, \"spl\": []}", "spl: a number"},
        {"{\"episodes\": {\"a\": {\"success\": 1}}}", "the field \"trajectory\" is missing"},
        {"{\"episodes\": {\"a\": {\"trajectory\": 3}}}", "trajectory: an array"},
        {"{\"episodes\": {\"a\": {\"trajectory\": [3]}}}", "trajectory[0]: an object"},
        {"{\"episodes\": {\"a\": {\"trajectory\": [{\"x\": 1, \"z\": 1}]}}}",
         "trajectory[0]: the field \"y\" is missing"},
        {"{\"episodes\": {\"a\": {\"trajectory\": [" POSE("0", "0", "0") ", " POSE("0", "0",
                                                                                   "[]") "]}}}",
         "trajectory[1].z: a number"},
        {"{\"episodes\": {\"a\": {\"trajectory\": [], \"actions_taken\": 3}}}",
         "actions_taken: an array"},
        {"{\"episodes\": {\"a\": {\"trajectory\": [], \"actions_taken\": [3]}}}",
         "actions_taken[0]: an object"},
        {"{\"episodes\": {\"a\": {\"trajectory\": [], \"actions_taken\": [{\"success\": 1}]}}}",
         "the field \"action\" is missing"},
        {"{\"episodes\": {\"a\": {\"trajectory\": [], \"actions_taken\": [{\"action\": 3}]}}}",
         "actions_taken[0].action: a string"},
        {"{\"episodes\": {\"a\": {\"trajectory\": [], \"actions_taken\": [{\"action\": \"Stop\", "
         "\"success\": \"x\"}], \"success\": 1}}}",
         "actions_taken[0].success: a number"},
        {"{\"episodes\": {\"a\": {\"trajectory\": [], \"success\": \"x\"}}}", "success: a number"},
        {"{\"episodes\": {\"a\": {\"trajectory\": [], \"success\": 1, "
         "\"vision_error_in_case_of_fail\": []}}}",
         "vision_error_in_case_of_fail: a number"},
        {"{\"episode_metrics\": 3}", "episode_metrics: an object"},
        {"{\"episode_metrics\": {\"trajectory\": []}}", "the field \"episode_result\" is missing"},
        {"{\"episode_metrics\": {\"trajectory\": []}, \"episode_result\": {}}",
         "episode_result: the field \"path\" is missing"},
        {"{\"episode_metrics\": {\"trajectory\": []}, \"episode_result\": {\"path\": []}}",
         "episode_result: the field \"shortest_path\" is missing"},
        {"{\"episode_metrics\": {\"trajectory\": []}, \"episode_result\": {\"path\": [], "
         "\"shortest_path\": [], \"success\": \"x\"}}",
         "episode_result.success: a number"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        check_refused(save("broken.json", cases[i][0]), cases[i][1]);
}

static wend_status read_again(void* context, wend_error* error) {
    object_results all;
    WEND_TRY(object_results_read(context, NULL, &all, error));
    object_results_destroy(&all);
    return WEND_OK;
}

TEST(reading_results_survives_every_failing_allocation) {
    make_folder("all");
    make_folder("all/base");
    save("all/base/FloorPlan_Val1_1_Mug_0.json",
         "{\"episode_metrics\": {\"trajectory\": []}, \"episode_result\": {\"path\": [], "
         "\"shortest_path\": [], \"success\": 1}}");
    save("all/metrics.json",
         "{\"episodes\": {\"FloorPlan_Val1_1_Mug_0\": {\"trajectory\": [], \"success\": 1}}}");
    save("all/tv_monitor_17.json", "{\"success\": 1}");
    test_each_allocation(read_again, (void*)test_path("all"), 1000);
    test_each_allocation(read_again, (void*)test_path("all/metrics.json"), 1000);
    test_each_allocation(read_again, (void*)test_path("all/tv_monitor_17.json"), 1000);
}

// Texts so long that each is an allocation of its own.
TEST(reading_long_texts_of_results_survives_every_failing_allocation) {
    enum { LONG = 100000 };
    static char words[LONG + 1];
    wend_text_out out = {0};
    memset(words, 'x', LONG);
    wend_text_put(&out,
                  "{\"%s\": {\"success\": 1, \"scene_id\": \"%s\", \"object_category\": \"%s\"}, "
                  "\"b\": {\"success\": 1}}",
                  words, words, words);
    const char* path = save("stats.json", out.items);
    wend_text_destroy(&out);
    test_each_allocation(read_again, (void*)path, 1000);
    wend_text_put(
        &out, "{\"episodes\": {\"FloorPlan%s_1_1_Mug%s_1\": {\"trajectory\": [], \"success\": 1}}}",
        words, words);
    path = save("metrics.json", out.items);
    wend_text_destroy(&out);
    test_each_allocation(read_again, (void*)path, 1000);
}
