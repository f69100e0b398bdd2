// Which tasks there are, and what every one of them refuses before it reads.
#include "task/goal_distance.h"
#include "task/played_task.h"
#include "test.h"

#include "wend/task.h"

TEST(tasks_are_found_by_their_whole_name_up_to_a_colon) {
    const char* const names[] = {"ir2r", "ir2r-ce", "multion", "objectnav", "pasture", "pointnav",
                                 "r2r",  "r2r-ce",  "rescue",  "rxr",       "rxr-ce"};
    CHECK_INT(wend_task_count(), 11);
    for (int i = 0; i < 11; i++) {
        char with_options[64];
        CHECK_TEXT(wend_task_at(i)->name, names[i]);
        CHECK(wend_task_find(names[i]) == wend_task_at(i));
        snprintf(with_options, sizeof with_options, "%s:a=1", names[i]);
        CHECK(wend_task_find(with_options) == wend_task_at(i));
        CHECK_TEXT(wend_task_options(with_options), "a=1");
        CHECK_TEXT(wend_task_options(names[i]), "");
    }
    CHECK(!wend_task_find("") && !wend_task_find("r2") && !wend_task_find("r2rr"));
    CHECK(!wend_task_find(":r2r"));
}

TEST(an_unknown_task_is_named_with_the_most_similar_one) {
    wend_error error = {0};
    const wend_task_kind* kind;
    CHECK_OK(wend_task_require("multion:year=2022", &kind, &error));
    CHECK(kind == wend_task_find("multion"));
    CHECK_INT(wend_task_require("poitnav", &kind, &error), WEND_ARGUMENT);
    CHECK(!kind);
    CHECK_HAS(error.message, "'poitnav'");
    CHECK_HAS(error.message, "pointnav");
    CHECK_INT(wend_task_require("rescu", &kind, &error), WEND_ARGUMENT);
    CHECK_HAS(error.message, "rescue");
}

static const char* write_points(const char* first, const char* second, int count) {
    char text[2048];
    const char* ids[2] = {first, second};
    int at = snprintf(text, sizeof text, "{\"episodes\": [");
    for (int i = 0; i < count; i++)
        at += snprintf(text + at, sizeof text - (size_t)at,
                       "%s{\"episode_id\": \"%s\", \"scene_id\": \"floor\", \"start_position\": "
                       "[1, 0, 2], \"start_rotation\": [0, 0, 0, 1], \"goals\": [{\"position\": "
                       "[4, 0, 2]}]}",
                       i ? "," : "", ids[i % 2]);
    snprintf(text + at, sizeof text - (size_t)at, "]}");
    return played_write("points.json", text);
}

TEST(tasks_refuse_other_rules_options_they_have_not_and_files_with_nothing_or_one_id_twice) {
    const struct {
        const char *task, *rules, *options, *ids[2];
        int count;
        bool lenient;
        wend_status status;
        const char* said;
    } rows[] = {
        {"pointnav", "paper", "", {"a", "b"}, 2, false, WEND_OK, ""},
        {"pointnav", "official", "", {"a", "b"}, 2, false, WEND_OK, ""},
        {"pointnav", NULL, NULL, {"a", "b"}, 2, false, WEND_OK, ""},
        {"pointnav", "house", "", {"a", "b"}, 2, false, WEND_ARGUMENT, "rules 'house'"},
        {"pointnav", "paper", "x=1", {"a", "b"}, 2, false, WEND_ARGUMENT, "task pointnav"},
        {"pointnav", "paper", "", {"a", "b"}, 0, false, WEND_FORMAT, "points.json: no episodes"},
        {"pointnav",
         "paper",
         "",
         {"a", "a"},
         2,
         false,
         WEND_FORMAT,
         "points.json: two episodes "
         "have the id a"},
        {"pointnav", "paper", "", {"a", "b"}, 3, false, WEND_FORMAT, "have the id a"},
        {"pointnav", "paper", "", {"b", "a"}, 3, false, WEND_FORMAT, "have the id b"},
        {"pointnav", "paper", "", {"a", "a"}, 2, true, WEND_OK, ""},
        {"pointnav", "paper", "", {"a", "b"}, 1, false, WEND_OK, ""},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        wend_error error = {0};
        wend_task* task;
        wend_task_def def = wend_task_default_def();
        def.rules = rows[i].rules;
        def.options = rows[i].options;
        def.lenient = rows[i].lenient;
        wend_status status = wend_task_load(
            wend_task_find(rows[i].task),
            write_points(rows[i].ids[0], rows[i].ids[1], rows[i].count), &def, &task, &error);
        CHECK_INT(status, rows[i].status);
        CHECK((task != NULL) == (status == WEND_OK));
        CHECK_HAS(error.message, rows[i].said);
        if (task) CHECK_INT(wend_task_get_kind(task)->count(wend_task_get(task)), rows[i].count);
        if (task) CHECK(wend_task_world(task).uses_images);  // the usual world
        wend_task_destroy(task);
    }
    CHECK_TEXT(wend_task_default_def().rules, "paper");
    CHECK_TEXT(wend_task_default_def().options, "");
}

static wend_status load_points(void* context, wend_error* error) {
    wend_task* task;
    wend_task_def def = wend_task_default_def();
    wend_status status = wend_task_load(wend_task_find("pointnav"), context, &def, &task, error);
    wend_task_destroy(task);
    return status;
}

TEST(loading_a_task_survives_failing_allocations) {
    char path[1024];
    snprintf(path, sizeof path, "%s", write_points("a", "b", 2));
    test_each_allocation(load_points, path, 40);
}

// ---- goals to navigate to -----------------------------------------------------------------------

TEST(official_rules_measure_as_habitat_and_all_others_exactly) {
    CHECK_INT(goal_distance_kind_for("official"), WEND_GEODESIC_HABITAT);
    CHECK_INT(goal_distance_kind_for("paper"), WEND_GEODESIC_EXACT);
    CHECK_INT(goal_distance_kind_for(NULL), WEND_GEODESIC_EXACT);
}

TEST(rewards_are_progress_less_a_cent_a_step_plus_the_prize) {
    wend_error error;
    played_task* p = played_open(&(played_def){.task = "pointnav",
                                               .rules = "paper",
                                               .episodes = write_points("a", "b", 2),
                                               .scene = played_floor(),
                                               .rewarded = true});
    CHECK_OK(played_begin(p, 0, &error));
    CHECK(goal_distance_is_rewarded(p->sim));
    const struct {
        float moved, before, prize;
        double reward, after;
    } rows[] = {{0, 5, 0, -0.01, 5},
                {0, 5, 2.5f, 2.49, 5},
                {1, 5, 0, 1.99, 3},
                {0.001f, 2, 1, -0.01, 3},
                {1, INFINITY, 0, -0.01, 3}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        float left = rows[i].before;
        wend_outcome outcome = {.moved = rows[i].moved};
        float reward;
        CHECK_OK(goal_distance_reward(p->sim, &outcome, rows[i].prize, &left, &reward, &error));
        CHECK_NEAR(reward, rows[i].reward, 0.01);
        CHECK_NEAR(left, rows[i].after, 0.01);  // it stands 3 m from the goal
    }
    played_close(p);
}

TEST(a_task_without_memory_for_its_goal_does_not_begin) {
    static const char* const tasks[] = {"pointnav", "multion"};
    for (int t = 0; t < 2; t++)
        for (uint64_t n = 1; n < 3; n++) {
            wend_error error = {0};
            char text[1024];
            snprintf(text, sizeof text,
                     "{\"episodes\": [{\"episode_id\": \"0\", \"scene_id\": \"floor\", "
                     "\"start_position\": [1, 0, 2], \"start_rotation\": [0, 0, 0, 1], \"goals\": "
                     "[{\"object_category\": \"cylinder_red\", \"position\": [4, 0, 2]}]}]}");
            played_task* p = played_open(&(played_def){.task = tasks[t],
                                                       .rules = "paper",
                                                       .episodes = played_write("g.json", text),
                                                       .scene = played_floor(),
                                                       .rewarded = true});
            wend_episode e = p->kind->episode(p->set, 0);
            p->state = calloc(1, p->kind->state_size);
            CHECK_OK(
                wend_sim_reset(p->sim, p->world, e.start, e.heading, wend_rng_make(1, 1), &error));
            wend_memory_fail_at(n, false);
            wend_status status = p->kind->begin(p->set, 0, p->sim, p->state, &error);
            wend_memory_fail_at(0, false);
            CHECK_INT(status, WEND_NO_MEMORY);
            played_close(p);
        }
}
