// MultiON's rules at their boundaries, by hand: goals on a line along +x.
#include "fixture.h"
#include "task/played_task.h"
#include "test.h"

#include "wend/benchmarks/multion.h"
#include "wend/observation.h"

// From (1, 0, 2) looking along +x: red at x = 5, green at x = 8, a blue distractor at x = 4.
static const char* write_line(const char* height) {
    char text[2048];
    snprintf(text, sizeof text,
             "{\"episodes\": [{\"episode_id\": \"0\", \"scene_id\": \"floor\", "
             "\"start_position\": [1, 0, 2], \"start_rotation\": [0, -0.7071067811865476, 0, "
             "0.7071067811865476], \"goals\": [{\"object_category\": \"cylinder_red\", "
             "\"position\": [5, %s, 2]}, {\"object_category\": \"cylinder_green\", \"position\": "
             "[8, 0, 2]}], \"distractors\": [{\"object_category\": \"cylinder_blue\", "
             "\"position\": [4, 0, 2]}]}]}",
             height);
    return played_write("line.json", text);
}

static bool has_arrived(const played_task* p) {
    wend_error error;
    bool correct;
    CHECK_OK(p->kind->arrived(p->set, 0, p->sim, p->state, &correct, &error));
    return correct;
}

static played_task* play(const char* task, const char* rules, const char* height, int max_steps) {
    wend_error error;
    played_task* p = played_open(&(played_def){.task = task,
                                               .rules = rules,
                                               .episodes = write_line(height),
                                               .scene = played_floor(),
                                               .rewarded = true,
                                               .max_steps = max_steps});
    CHECK_OK(played_begin(p, 0, &error));
    return p;
}

TEST(found_counts_up_to_a_geodesic_distance_of_150_cm_in_both_rule_sets) {
    const struct {
        const char *task, *rules;
        float drive;
        bool right;
    } cases[] = {{"multion", "paper", 2.51f, true},
                 {"multion", "paper", 2.49f, false},
                 {"multion", "official", 2.51f, true},
                 {"multion", "official", 2.49f, false},
                 {"multion:radius=1", "paper", 3.01f, true},
                 {"multion:radius=1", "paper", 2.99f, false},
                 {"multion:year=2022", "official", 3.01f, true},
                 {"multion:year=2022", "official", 2.99f, false},
                 {"multion:year=2024", "official", 3.51f, true},
                 {"multion:year=2024", "official", 3.49f, false}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        played_task* p = play(cases[i].task, cases[i].rules, "0", 0);
        played_drive(p, cases[i].drive);
        CHECK(!p->verdict.done);
        CHECK_INT(has_arrived(p), cases[i].right);
        played_act(p, WEND_ACTION_FOUND);
        CHECK_INT(p->verdict.done, !cases[i].right);
        CHECK(!p->verdict.timed_out);
        CHECK_NEAR(p->verdict.reward, (cases[i].right ? 3 : 0) - 0.01, 1e-4);
        CHECK_NEAR(played_fact(p, "found.0.correct"), cases[i].right, 0);
        CHECK_NEAR(played_fact(p, "found.0.distance"), 4 - (double)cases[i].drive, 1e-3);
        played_close(p);
    }
}

TEST(found_records_the_nearest_object_whatever_the_current_goal) {
    const struct {
        float drive;
        const char* name;
        double distance;
    } cases[] = {{2, "blue cylinder", 1}, {4, "red cylinder", 0}, {6.5f, "green cylinder", 0.5}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char named[64];
        played_task* p = play("multion", "paper", "0", 0);
        played_drive(p, cases[i].drive);
        played_act(p, WEND_ACTION_FOUND);
        CHECK_NEAR(played_fact(p, "found.0.nearest_distance"), cases[i].distance, 1e-3);
        snprintf(named, sizeof named, "\"nearest\": \"%s\"", cases[i].name);
        CHECK_HAS(p->facts, named);
        played_close(p);
    }
}

TEST(multion_ends_with_the_last_goal_a_wrong_found_or_the_step_limit_in_this_order) {
    played_task* p = play("multion", "paper", "0", 0);
    CHECK_NEAR(played_fact(p, "goals.0.leg"), 4, 1e-3);
    CHECK_NEAR(played_fact(p, "goals.1.leg"), 3, 1e-3);
    CHECK_NEAR(played_fact(p, "max_steps"), 2500, 0);
    played_drive(p, 4);
    CHECK_NEAR(p->verdict.reward, 4 - 0.01, 0.03);
    played_act(p, WEND_ACTION_STOP);  // counts as FOUND
    CHECK(!p->verdict.done);
    CHECK_INT(p->kind->goals(p->set, 0, p->state).count, 1);
    played_drive(p, 3);
    CHECK_NEAR(p->verdict.reward, 3 - 0.01, 0.03);
    played_act(p, WEND_ACTION_FOUND);
    CHECK(p->verdict.done && !p->verdict.timed_out);
    CHECK_NEAR(p->verdict.reward, 2.99, 1e-4);
    CHECK_NEAR(played_fact(p, "found"), 2, 0);
    CHECK_NEAR(played_fact(p, "goals.0.distance"), 3, 1e-3);
    CHECK_NEAR(played_fact(p, "goals.1.distance"), 0, 1e-3);
    CHECK(!has_arrived(p));
    played_close(p);
    for (int found = 0; found < 2; found++) {  // a wrong FOUND on the last step is no time-out
        p = play("multion", "paper", "0", 2);
        played_act(p, WEND_ACTION_LEFT);
        CHECK(!p->verdict.done);
        played_act(p, found ? WEND_ACTION_FOUND : WEND_ACTION_LEFT);
        CHECK(p->verdict.done);
        CHECK_INT(p->verdict.timed_out, !found);
        played_close(p);
    }
}

TEST(released_rewards_subtract_the_distance_to_the_next_goal_and_fixed_ones_do_not) {
    for (int released = 0; released < 2; released++) {
        played_task* p = play("multion", released ? "official" : "paper", "0", 0);
        played_drive(p, 4);
        played_act(p, WEND_ACTION_FOUND);
        CHECK_NEAR(p->verdict.reward, 2.99, 1e-4);
        played_act(p, WEND_ACTION_LEFT);
        CHECK_NEAR(p->verdict.reward, released ? -3.01 : -0.01, 0.02);
        played_act(p, WEND_ACTION_LEFT);
        CHECK_NEAR(p->verdict.reward, -0.01, 1e-4);
        played_close(p);
    }
}

TEST(official_multion_distances_are_habitats_and_the_papers_are_exact) {
    // A goal 0.75 m up and 4 m ahead.
    played_task* p = play("multion", "paper", "0.75", 0);
    CHECK_NEAR(played_fact(p, "goals.0.leg"), 4, 1e-3);
    CHECK_HAS(p->facts, "\"ppl\": \"whole\"");
    CHECK_HAS(p->facts, "\"progress\": \"at-most\"");
    played_close(p);
    p = play("multion", "official", "0.75", 0);
    CHECK_NEAR(played_fact(p, "goals.0.leg"), hypot(4, 0.75), 1e-3);
    CHECK_NEAR(played_fact(p, "goals.1.leg"), hypot(3, 0.75), 1e-3);
    CHECK_HAS(p->facts, "\"ppl\": \"last\"");
    CHECK_HAS(p->facts, "\"progress\": \"less\"");
    played_drive(p, 2.65f);  // 1.35 m ahead, 0.75 m up: 1.54 m
    played_act(p, WEND_ACTION_FOUND);
    CHECK(p->verdict.done);
    CHECK_NEAR(played_fact(p, "found.0.distance"), hypot(1.35, 0.75), 1e-3);
    played_close(p);
}

TEST(the_current_goal_is_observed_and_the_remaining_ones_listed) {
    played_task* p = play("multion", "official", "0", 0);
    wend_observation o = {0};
    wend_task_object things[8];
    p->kind->observe(p->set, 0, p->sim, p->state, &o);
    CHECK_INT(o.goal.category, WEND_CATEGORY_CYLINDER_RED);
    CHECK_INT(o.goal.class_index, wend_multion_class(WEND_CATEGORY_CYLINDER_RED));
    CHECK_INT(o.goal.number, 0);
    CHECK_INT(o.goal.count, 2);
    CHECK_NEAR(o.goal.height, 1.5, 1e-6);
    CHECK_INT(p->kind->objects(p->set, 0, p->state, things, 8), 2);
    CHECK_INT(p->kind->objects(p->set, 0, p->state, things, 1), 1);
    CHECK_NEAR(things[1].at.x, 8, 1e-4);
    CHECK_INT(things[0].category, WEND_CATEGORY_CYLINDER_RED);
    uint32_t red = p->kind->goal_object(p->set, 0, p->sim, p->state);
    CHECK_NEAR(wend_sim_object_at(p->sim, red).x, 5, 1e-4);
    CHECK_NEAR(wend_sim_object_at(p->sim, red).y, 0.75, 0.06);  // half of 1.5 m
    played_drive(p, 4);
    played_act(p, WEND_ACTION_FOUND);
    p->kind->observe(p->set, 0, p->sim, p->state, &o);
    CHECK_INT(o.goal.category, WEND_CATEGORY_CYLINDER_GREEN);
    CHECK(p->kind->goal_object(p->set, 0, p->sim, p->state) != red);
    played_drive(p, 3);
    played_act(p, WEND_ACTION_FOUND);
    CHECK_INT(p->kind->goal_object(p->set, 0, p->sim, p->state), 0);
    p->kind->observe(p->set, 0, p->sim, p->state, &o);
    CHECK_INT(o.goal.category, WEND_CATEGORY_CYLINDER_GREEN);  // the last one, when all are found
    CHECK_INT(o.goal.number, 2);
    played_close(p);
}

TEST(body_and_camera_of_multion_follow_the_rules) {
    const struct {
        const char *task, *rules;
        float eye, hfov, depth, radius;
        bool slide;
    } cases[] = {
        {"multion", "paper", 0.88f, 79, 10, 0.1f, false},
        {"multion", "official", 0.88f, 79, 10, 0.1f, false},
        {"multion:year=2024", "official", 0.88f, 79, 10, 0.1f, true},
        {"multion:eye=1,hfov=90,depth=5,body=0.2,slide=yes", "paper", 1, 90, 5, 0.2f, true}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        played_task* p = play(cases[i].task, cases[i].rules, "0", 0);
        wend_sim_def def = p->kind->sim(p->set);
        CHECK_NEAR(def.body.eye_height, cases[i].eye, 1e-6);
        CHECK_NEAR(def.body.step, 0.25, 1e-6);
        CHECK_INT(def.body.turns, 12);
        CHECK_NEAR(def.camera.hfov, cases[i].hfov, 1e-6);
        CHECK_NEAR(def.camera.depth_max, cases[i].depth, 1e-6);
        CHECK_INT(def.body.slide, cases[i].slide);
        CHECK_NEAR(p->kind->world(p->set).navmesh.radius, cases[i].radius, 1e-6);
        CHECK_NEAR(p->kind->world(p->set).navmesh.height, 1.5, 1e-6);
        played_close(p);
    }
}

TEST(a_goal_is_seen_when_it_fills_one_pixel_in_two_thousand) {
    for (int enough = 0; enough < 2; enough++) {
        played_task* p = play("multion", "paper", "0", 0);
        const wend_camera* camera = &wend_sim_get_def(p->sim)->camera;
        int all = camera->width * camera->height, needed = all / 2000;
        uint32_t* shown = calloc((size_t)all, sizeof *shown);
        CHECK(shown && needed > 1);
        uint32_t red = p->kind->goal_object(p->set, 0, p->sim, p->state);
        for (int i = 0; i < needed - !enough; i++) shown[all - 1 - 7 * i] = red;
        played_act(p, WEND_ACTION_LEFT);
        p->kind->look(p->set, 0, p->sim, &(wend_frame){.object = shown}, p->state);
        CHECK_NEAR(played_fact(p, "sighted"), 1, 0);
        CHECK((strstr(p->facts, "\"seen\": 1") != NULL) == enough);
        free(shown);
        played_close(p);
    }
}

TEST(two_goals_of_a_class_are_apart_and_goals_out_of_reach_are_refused) {
    const char* const where[2] = {"8", "60"};
    for (int far = 0; far < 2; far++) {
        wend_error error;
        char text[1024];
        snprintf(text, sizeof text,
                 "{\"episodes\": [{\"episode_id\": \"0\", \"scene_id\": \"floor\", "
                 "\"start_position\": [1, 0, 2], \"start_rotation\": [0, 0, 0, 1], \"goals\": "
                 "[{\"object_category\": \"cylinder_red\", \"position\": [5, 0, 2]}, "
                 "{\"object_category\": \"cylinder_red\", \"position\": [%s, 0, 2]}]}]}",
                 where[far]);
        played_task* p = played_open(&(played_def){.task = "multion",
                                                   .rules = "paper",
                                                   .episodes = played_write("two.json", text),
                                                   .scene = played_floor()});
        CHECK_INT(played_begin(p, 0, &error), far ? WEND_FORMAT : WEND_OK);
        if (!far) {
            CHECK(played_fact(p, "goals.0.object") != played_fact(p, "goals.1.object"));
            uint32_t second = (uint32_t)played_fact(p, "goals.1.object");
            CHECK_NEAR(wend_sim_object_at(p->sim, second).x, 8, 1e-4);
        }
        played_close(p);
    }
}

// A goal and a distractor, both 1.5 m from the start to the bit: the goal is named, which was put
// there first.
TEST(at_the_radius_found_counts_unless_it_has_to_be_less) {
    const char* text =
        "{\"episodes\": [{\"episode_id\": \"0\", \"scene_id\": \"floor\", \"start_position\": [1, "
        "0, 2], \"start_rotation\": [0, 0, 0, 1], \"goals\": [{\"object_category\": "
        "\"cylinder_red\", \"position\": [2.5, 0, 2]}], \"distractors\": [{\"object_category\": "
        "\"cylinder_blue\", \"position\": [1, 0, 3.5]}]}]}";
    for (int less = 0; less < 2; less++) {
        wend_error error;
        played_task* p =
            played_open(&(played_def){.task = less ? "multion:distance=euclidean,within=less"
                                                   : "multion:distance=euclidean,within=at-most",
                                      .rules = "paper",
                                      .episodes = played_write("radius.json", text),
                                      .scene = played_floor()});
        CHECK_OK(played_begin(p, 0, &error));
        CHECK_INT(has_arrived(p), !less);
        played_act(p, WEND_ACTION_FOUND);
        CHECK(p->verdict.done && !p->verdict.timed_out);
        CHECK_NEAR(p->verdict.reward, 0, 0);  // without fields
        CHECK_NEAR(played_fact(p, "found.0.correct"), !less, 0);
        CHECK_NEAR(played_fact(p, "found.0.distance"), 1.5, 1e-6);
        CHECK_NEAR(played_fact(p, "found.0.step"), 1, 0);
        CHECK_NEAR(played_fact(p, "found.0.goal"), 0, 0);
        CHECK_NEAR(played_fact(p, "radius"), 1.5, 1e-6);
        CHECK_HAS(p->facts, "\"nearest\": \"red cylinder\"");
        played_close(p);
    }
    // 1.4 m ahead and 0.75 m up is 1.4 m of walking, and 1.59 m through the air.
    played_task* p = play("multion:distance=euclidean", "paper", "0.75", 0);
    played_drive(p, 2.6f);
    CHECK(!has_arrived(p));
    played_close(p);
    p = play("multion", "paper", "0.75", 0);
    played_drive(p, 2.6f);
    CHECK(has_arrived(p));
    played_close(p);
}

TEST(where_a_wrong_found_does_not_end_the_episode_it_costs_its_penalty) {
    played_task* p = play("multion:wrong=goes-on,penalty=0.5", "paper", "0", 4);
    played_act(p, WEND_ACTION_FOUND);
    CHECK(!p->verdict.done);
    CHECK_NEAR(p->verdict.reward, -0.51, 1e-4);
    CHECK_NEAR(played_fact(p, "found"), 0, 0);
    played_drive(p, 4);
    played_act(p, WEND_ACTION_FOUND);
    CHECK_NEAR(p->verdict.reward, 2.99, 1e-4);
    CHECK_NEAR(played_fact(p, "found"), 1, 0);
    CHECK_NEAR(played_fact(p, "found.0.step"), 3, 0);
    played_act(p, WEND_ACTION_FOUND);  // wrong, and the last step
    CHECK(p->verdict.done && p->verdict.timed_out);
    played_close(p);
    p = play("multion:penalty=0.5", "paper", "0", 0);
    played_act(p, WEND_ACTION_FOUND);
    CHECK(p->verdict.done && !p->verdict.timed_out);
    CHECK_NEAR(p->verdict.reward, -0.51, 1e-4);
    CHECK_NEAR(played_fact(p, "found"), 1, 0);
    CHECK_NEAR(played_fact(p, "found.0.correct"), 0, 0);
    played_close(p);
}

TEST(facts_of_multion_without_distractors_list_none) {
    wend_error error;
    played_task* p = played_open(&(played_def){
        .task = "multion",
        .rules = "paper",
        .episodes =
            played_write("alone.json",
                         "{\"episodes\": [{\"episode_id\": \"0\", \"scene_id\": \"floor\", "
                         "\"start_position\": [1, 0, 2], \"start_rotation\": [0, 0, 0, 1], "
                         "\"goals\": [{\"object_category\": \"cylinder_red\", \"position\": "
                         "[5, 0, 2]}], \"distractors\": []}]}"),
        .scene = played_floor(),
        .max_steps = 7});
    CHECK_OK(played_begin(p, 0, &error));
    CHECK_NEAR(played_fact(p, "goals"), 1, 0);
    CHECK_NEAR(played_fact(p, "found"), 0, 0);
    CHECK_NEAR(played_fact(p, "max_steps"), 7, 0);
    CHECK(!strstr(p->facts, "distractors"));
    played_close(p);
}

TEST(facts_of_multion_list_goals_distractors_and_sights) {
    played_task* p = play("multion", "paper", "0", 1);
    CHECK_NEAR(played_fact(p, "sighted"), 0, 0);
    CHECK(!strstr(p->facts, "\"seen\""));
    CHECK_NEAR(played_fact(p, "goals"), 2, 0);
    CHECK_NEAR(played_fact(p, "goals.1.at.0"), 8, 1e-5);
    CHECK_NEAR(played_fact(p, "goals.1.at.2"), 2, 1e-5);
    CHECK_NEAR(played_fact(p, "distractors"), 1, 0);
    CHECK_NEAR(played_fact(p, "distractors.0.at.0"), 4, 1e-5);
    CHECK_NEAR(played_fact(p, "max_steps"), 1, 0);
    uint32_t blue = (uint32_t)played_fact(p, "distractors.0.object");
    CHECK_NEAR(wend_sim_object_at(p->sim, blue).x, 4, 1e-4);
    played_drive(p, 3.5f);
    CHECK(p->verdict.done && p->verdict.timed_out);
    played_act(p, WEND_ACTION_FOUND);
    CHECK_NEAR(played_fact(p, "found.0.nearest_distance"), 0.5, 1e-3);
    played_act(p, WEND_ACTION_FOUND);
    CHECK_NEAR(played_fact(p, "found.1.goal"), 1, 0);
    played_close(p);
}

TEST(the_first_sight_of_each_goal_is_recorded_once) {
    played_task* p = play("multion", "paper", "0", 0);
    const wend_camera* camera = &wend_sim_get_def(p->sim)->camera;
    int all = camera->width * camera->height;
    uint32_t* shown = calloc((size_t)all, sizeof *shown);
    CHECK(shown);
    const char* const keys[2] = {"goals.0.object", "goals.1.object"};
    for (int look = 0; look < 3; look++) {  // the second goal, then the first, then both
        uint32_t objects[2];
        for (int i = 0; i < 2; i++) objects[i] = (uint32_t)played_fact(p, keys[i]);
        for (int i = 0; i < all; i++) shown[i] = look < 2 ? objects[1 - look] : objects[i % 2];
        played_act(p, WEND_ACTION_LEFT);
        p->kind->look(p->set, 0, p->sim, &(wend_frame){.object = shown}, p->state);
    }
    CHECK_NEAR(played_fact(p, "goals.1.seen"), 1, 0);
    CHECK_NEAR(played_fact(p, "goals.0.seen"), 2, 0);
    free(shown);
    played_close(p);
}

// A file with so many goals and distractors, of one category.
static wend_status load_many(int goals, int distractors, const char* category, const char* id,
                             bool lenient, wend_error* error) {
    static char text[1 << 16];
    wend_task* task = NULL;
    wend_task_def def = wend_task_default_def();
    int at = snprintf(text, sizeof text,
                      "{\"episodes\": [{%s\"scene_id\": \"floor\", \"start_position\": [1, 0, 2], "
                      "\"start_rotation\": [0, 0, 0, 1], \"goals\": [",
                      id);
    for (int i = 0; i < goals + distractors; i++) {
        if (i == goals)
            at += snprintf(text + at, sizeof text - (size_t)at, "], \"distractors\": [");
        at += snprintf(text + at, sizeof text - (size_t)at,
                       "%s{\"object_category\": \"%s\", \"position\": [5, 0, 2]}",
                       i && i != goals ? ", " : "", category);
    }
    snprintf(text + at, sizeof text - (size_t)at, "]}]}");
    def.lenient = lenient;
    def.options = NULL;
    wend_status status = wend_task_load(wend_task_find("multion"), played_write("many.json", text),
                                        &def, &task, error);
    wend_task_destroy(task);
    return status;
}

TEST(episodes_of_multion_with_too_much_or_nothing_to_find_are_refused_by_name) {
    const char *red = "cylinder_red", *id = "\"episode_id\": \"e7\", ";
    const struct {
        int goals, distractors;
        const char *category, *id;
        wend_status status;
        const char* said;
    } rows[] = {
        {1, 0, red, id, WEND_OK, ""},
        {WEND_MULTION_MAX_GOALS, WEND_MULTION_MAX_DISTRACTORS, red, id, WEND_OK, ""},
        {WEND_MULTION_MAX_GOALS + 1, 0, red, id, WEND_LIMIT, "e7"},
        {1, WEND_MULTION_MAX_DISTRACTORS + 1, red, id, WEND_LIMIT, "distractors; at most"},
        {0, 0, red, id, WEND_FORMAT, "episode e7 has no goal"},
        {1, 0, "unicorn", id, WEND_FORMAT, "no object category 'unicorn'"},
        {1, 0, red, "", WEND_FORMAT, "episode 0 has no id"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (int lenient = 0; lenient < 2; lenient++) {
            wend_error error = {0};
            wend_status status = load_many(rows[i].goals, rows[i].distractors, rows[i].category,
                                           rows[i].id, lenient, &error);
            bool kept = lenient && *rows[i].id;  // but what has no name
            CHECK_INT(status, kept ? WEND_OK : rows[i].status);
            if (status != WEND_OK) CHECK_HAS(error.message, rows[i].said);
        }
}

TEST(only_cylinders_have_the_height_of_the_rules) {
    wend_error error;
    char text[1024];
    wend_category natural = wend_multion_category(WEND_MULTION_CLASSES);
    CHECK(natural != WEND_CATEGORY_NONE);
    snprintf(text, sizeof text,
             "{\"episodes\": [{\"episode_id\": \"0\", \"scene_id\": \"floor\", "
             "\"start_position\": [1, 0, 2], \"start_rotation\": [0, 0, 0, 1], \"goals\": "
             "[{\"object_category\": \"%s\", \"position\": [5, 0, 2]}]}]}",
             wend_category_at(natural)->name);
    played_task* p = played_open(&(played_def){.task = "multion:cylinder=3",
                                               .rules = "paper",
                                               .episodes = played_write("natural.json", text),
                                               .scene = played_floor()});
    CHECK_OK(played_begin(p, 0, &error));
    wend_world_def world = p->kind->world(p->set);
    CHECK_INT(world.inserted_count, WEND_MULTION_CLASSES + 1);
    for (int i = 0; i < world.inserted_count; i++) {
        bool other = world.inserted[i].category == natural;
        CHECK_INT(world.inserted[i].count, 1);
        CHECK_NEAR(world.inserted[i].size.y, other ? 0 : 3, 1e-6);
        CHECK_NEAR(world.inserted[i].size.x, other ? 0 : 0.4, 1e-6);
    }
    wend_observation o = {0};
    p->kind->observe(p->set, 0, p->sim, p->state, &o);
    CHECK_INT(o.goal.class_index, WEND_MULTION_CLASSES);
    CHECK_NEAR(o.goal.height, 0, 0);
    played_close(p);
}

// ---- options ------------------------------------------------------------------------------------

TEST(numbers_of_multions_rules_are_read_within_their_ranges) {
    wend_multion_rules r;
    const struct {
        const char* name;
        double low, high;
        const float* field;
    } rows[] = {{"radius", 0.01, 100, &r.radius},
                {"body", 0.01, 1, &r.body_radius},
                {"height", 0.1, 3, &r.body_height},
                {"eye", 0.1, 3, &r.eye_height},
                {"hfov", 10, 150, &r.hfov},
                {"depth", 0.5, 1000, &r.depth_max},
                {"cylinder", 0.05, 3, &r.cylinder_height},
                {"penalty", 0, 1000, &r.false_penalty}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (int k = 0; k < 4; k++) {
            wend_error error = {0};
            char option[64];
            double value = k == 0   ? rows[i].low
                           : k == 1 ? rows[i].high
                           : k == 2 ? rows[i].low * 0.98 - (rows[i].low > 0 ? 0 : 0.01)
                                    : rows[i].high + fmin(0.5, 0.004 * rows[i].high);
            snprintf(option, sizeof option, "%s=%.9g", rows[i].name, value);
            CHECK_INT(wend_multion_rules_read("paper", option, &r, &error),
                      k < 2 ? WEND_OK : WEND_ARGUMENT);
            if (k < 2) CHECK_NEAR(*rows[i].field, value, 1e-6);
            if (k > 1) CHECK_HAS(error.message, rows[i].name);
        }
}

TEST(each_keyword_of_multions_rules_sets_one_rule) {
    const struct {
        const char *rules, *options;
        bool euclidean, strict, progress, last, jumps, slide, forgiving;
    } rows[] = {
        {"paper", "", 0, 0, 0, 0, 0, 0, 0},
        {"official", "", 0, 0, 1, 1, 1, 0, 0},
        {"paper", "distance=euclidean", 1, 0, 0, 0, 0, 0, 0},
        {"paper", "within=less", 0, 1, 0, 0, 0, 0, 0},
        {"paper", "progress=less", 0, 0, 1, 0, 0, 0, 0},
        {"paper", "ppl=last", 0, 0, 0, 1, 0, 0, 0},
        {"paper", "reward=released", 0, 0, 0, 0, 1, 0, 0},
        {"paper", "slide=yes", 0, 0, 0, 0, 0, 1, 0},
        {"paper", "wrong=goes-on", 0, 0, 0, 0, 0, 0, 1},
        {"official", "progress=at-most", 0, 0, 0, 1, 1, 0, 0},
        {"official", "ppl=whole", 0, 0, 1, 0, 1, 0, 0},
        {"official", "reward=fixed", 0, 0, 1, 1, 0, 0, 0},
        {"official", "distance=geodesic,within=at-most,wrong=ends,slide=no", 0, 0, 1, 1, 1, 0, 0},
        {"paper", "year=2021", 0, 0, 0, 0, 1, 0, 0},
        {"official", "year=2021", 0, 0, 1, 1, 1, 0, 0},
        {"official", "year=2022", 0, 0, 1, 1, 0, 0, 0},
        {"official", "year=2023", 0, 0, 1, 1, 0, 0, 0},
        {"official", "year=2024", 0, 0, 1, 1, 0, 1, 0},
        {"official", "year=none", 0, 0, 1, 1, 1, 0, 0},
        {"official", "slide=no,year=2024,reward=released", 0, 0, 1, 1, 1, 0, 0}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        wend_error error;
        wend_multion_rules r;
        CHECK_OK(wend_multion_rules_read(rows[i].rules, rows[i].options, &r, &error));
        if (r.euclidean != rows[i].euclidean || r.strict != rows[i].strict ||
            r.strict_progress != rows[i].progress || r.ppl_to_last_find != rows[i].last ||
            r.reward_jumps != rows[i].jumps || r.slide != rows[i].slide ||
            r.forgiving != rows[i].forgiving)
            test_fail(__FILE__, __LINE__, "%s %s", rows[i].rules, rows[i].options);
        bool official = strcmp(rows[i].rules, "official") == 0;
        CHECK_INT(r.geodesic, official ? WEND_GEODESIC_HABITAT : WEND_GEODESIC_EXACT);
        CHECK_NEAR(r.cylinder_height, official ? 1.5 : 0.75, 0);
        CHECK_INT(r.max_steps, 2500);
        CHECK_NEAR(r.body_radius, 0.1, 1e-6);
        CHECK_NEAR(r.body_height, 1.5, 0);
        CHECK_NEAR(r.eye_height, 0.88, 1e-6);
        CHECK_NEAR(r.hfov, 79, 0);
        CHECK_NEAR(r.depth_max, 10, 0);
        CHECK_NEAR(r.false_penalty, 0, 0);
        const char* year = strstr(rows[i].options, "year=202");
        char last = year ? year[8] : '1';
        CHECK_NEAR(r.radius, last == '2' ? 1 : last == '4' ? 0.5 : 1.5, 0);
    }
}

TEST(wrong_options_of_multion_are_errors_of_loading) {
    wend_error error = {0};
    wend_task* task;
    wend_task_def def = wend_task_default_def();
    def.options = "radius=0";
    CHECK_INT(wend_task_load(wend_task_find("multion"), write_line("0"), &def, &task, &error),
              WEND_ARGUMENT);
    CHECK_HAS(error.message, "radius");
    def.options = "height=1.2";
    CHECK_OK(wend_task_load(wend_task_find("multion"), write_line("0"), &def, &task, &error));
    CHECK_NEAR(wend_task_world(task).navmesh.height, 1.2, 1e-6);
    wend_task_destroy(task);
    CHECK(wend_task_load(wend_task_find("multion"), "nowhere.json", &def, &task, &error) !=
          WEND_OK);
    CHECK_HAS(error.message, "nowhere.json");
    CHECK(!strstr(error.message, "no episodes"));
}

// ---- objects of the scene and of the episode ----------------------------------------------------

// A floor with some objects.
static wend_scene* furnished(wend_category category, unsigned flags, int count) {
    wend_error error;
    wend_scene* scene;
    scene_builder b = scene_builder_make();
    const uint8_t grey[4] = {128, 128, 128, 255};
    uint32_t material = scene_builder_material(&b, "grey", grey, 0, 0);
    wend_object fields = {.category = (uint16_t)category, .flags = (uint16_t)flags};
    for (int i = 0; i < count; i++)
        fixture_box(&b, scene_builder_object(&b, &fields, "own"), material, wend_v3(11, 0, 3),
                    wend_v3(11.5f, 0.5f, 3.5f));
    fields = (wend_object){.category = WEND_CATEGORY_FLOOR, .flags = WEND_OBJECT_STRUCTURE};
    fixture_box(&b, scene_builder_object(&b, &fields, "floor"), material, wend_v3(0, -0.1f, 0),
                wend_v3(12, 0, 4));
    CHECK_OK(scene_builder_finish(&b, "floor", "test", &scene, &error));
    return scene;
}

static played_task* open_goals(const char* goals, const char* distractors, wend_scene* scene,
                               bool lenient) {
    char text[1 << 14];
    snprintf(text, sizeof text,
             "{\"episodes\": [{\"episode_id\": \"0\", \"scene_id\": \"floor\", "
             "\"start_position\": [1, 0, 2], \"start_rotation\": [0, 0, 0, 1], \"goals\": [%s], "
             "\"distractors\": [%s]}]}",
             goals, distractors);
    return played_open(&(played_def){.task = "multion",
                                     .rules = "paper",
                                     .episodes = played_write("goals.json", text),
                                     .scene = scene,
                                     .lenient = lenient});
}

TEST(movable_scene_objects_of_a_goal_category_are_hidden) {
    const char* tricycle = "{\"object_category\": \"tricycle\", \"position\": [5, 0, 2]}";
    const char* red = "{\"object_category\": \"cylinder_red\", \"position\": [5, 0, 2]}";
    const struct {
        const char *goals, *distractors;
        wend_category own;
        unsigned flags;
        int count;
        bool there;
        wend_status status;
    } rows[] = {
        {tricycle, "", WEND_CATEGORY_TRICYCLE, 0, 1, false, WEND_OK},
        {tricycle, "", WEND_CATEGORY_TRICYCLE, 0, 3, false, WEND_OK},
        {red, tricycle, WEND_CATEGORY_TRICYCLE, 0, 1, false, WEND_OK},
        {red, "", WEND_CATEGORY_TRICYCLE, 0, 1, true, WEND_OK},
        {red, "", WEND_CATEGORY_CYLINDER_RED, WEND_OBJECT_MOVABLE, 1, false, WEND_OK},
        {red, "", WEND_CATEGORY_CYLINDER_BLUE, WEND_OBJECT_MOVABLE, 1, true, WEND_OK},
        {red, "", WEND_CATEGORY_CYLINDER_RED, 0, 1, true, WEND_OK},
        {tricycle, "", WEND_CATEGORY_TRICYCLE, 0, 129, false, WEND_LIMIT},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        wend_error error = {0};
        played_task* p = open_goals(rows[i].goals, rows[i].distractors,
                                    furnished(rows[i].own, rows[i].flags, rows[i].count), false);
        CHECK_INT(played_begin(p, 0, &error), rows[i].status);
        for (uint32_t k = 1; rows[i].status == WEND_OK && k <= (uint32_t)rows[i].count; k++)
            CHECK_INT(wend_sim_is_there(p->sim, k), rows[i].there);
        played_close(p);
    }
}

TEST(goals_and_distractors_of_several_kinds_have_objects_of_their_own) {
    wend_error error;
    const char* const names[] = {"cylinder_green", "cylinder_red", "tricycle",
                                 "cylinder_green", "tricycle",     "cylinder_red",
                                 "cylinder_green"};
    char goals[1024] = "", distractors[1024] = "";
    for (int i = 0; i < 7; i++) {
        char* to = i < 4 ? goals : distractors;
        snprintf(to + strlen(to), 1024 - strlen(to),
                 "%s{\"object_category\": \"%s\", \"position\": [%d, 0, 2]}", *to ? ", " : "",
                 names[i], 3 + i);
    }
    played_task* p = open_goals(goals, distractors, played_floor(), false);
    CHECK_OK(played_begin(p, 0, &error));
    const wend_scene_arrays* a = wend_scene_get(wend_world_scene(p->world));
    wend_world_def world = p->kind->world(p->set);
    for (int i = 0; i < world.inserted_count; i++) {
        int wanted = world.inserted[i].category == WEND_CATEGORY_CYLINDER_GREEN ? 3
                     : world.inserted[i].category == WEND_CATEGORY_CYLINDER_RED ||
                             world.inserted[i].category == WEND_CATEGORY_TRICYCLE
                         ? 2
                         : 1;
        CHECK_INT(world.inserted[i].count, wanted);
    }
    for (int i = 0; i < 7; i++) {
        char key[64];
        snprintf(key, sizeof key, i < 4 ? "goals.%d.object" : "distractors.%d.object", i % 4);
        uint32_t object = (uint32_t)played_fact(p, key);
        CHECK(object < a->objects.count && wend_sim_is_there(p->sim, object));
        CHECK_INT(a->objects.items[object].category, wend_category_find(names[i]));
        CHECK_NEAR(wend_sim_object_at(p->sim, object).x, 3 + i, 1e-4);
    }
    played_close(p);
}

TEST(episodes_that_a_lenient_reader_kept_are_refused_when_they_begin) {
    char many[1 << 13] = "";
    for (int i = 0; i <= WEND_MULTION_MAX_GOALS; i++)
        snprintf(many + strlen(many), sizeof many - strlen(many),
                 "%s{\"object_category\": \"cylinder_red\", \"position\": [5, 0, 2]}",
                 i ? ", " : "");
    const struct {
        const char* goals;
        wend_status status;
        const char* said;
    } rows[] = {
        {"", WEND_FORMAT, "has no goal"},
        {many, WEND_LIMIT, "goals and"},
        {"{\"object_category\": \"unicorn\", \"position\": [5, 0, 2]}", WEND_FORMAT,
         "there is no object category 'unicorn'"},
        {"{\"position\": [5, 0, 2]}", WEND_FORMAT, "there is no object category ''"},
        {"{\"object_category\": \"cylinder_red\", \"position\": [1e39, 0, 2]}", WEND_ARGUMENT,
         "cannot be moved"},
        {"{\"object_category\": \"cylinder_red\", \"position\": [60, 0, 2]}", WEND_FORMAT,
         "goal 0 at 60.00"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        wend_error error = {0};
        played_task* p = open_goals(rows[i].goals, "", played_floor(), true);
        CHECK_INT(played_begin(p, 0, &error), rows[i].status);
        CHECK_HAS(error.message, rows[i].said);
        played_close(p);
    }
}

// An image of 15 x 10 pixels, of which a two-thousandth is none: a goal has to be in it all the
// same, and may be in any of them.
TEST(a_goal_in_any_pixel_of_a_small_image_is_seen) {
    wend_error error;
    wend_sim* small;
    for (int pixel = -1; pixel < 150; pixel++) {
        static played_task* p;
        if (pixel < 0) p = play("multion", "paper", "0", 0);
        wend_sim_def def = p->kind->sim(p->set);
        def.camera.width = 15;
        def.camera.height = 10;
        def.uses_images = false;
        CHECK_OK(wend_sim_create(&def, &small, &error));
        CHECK_OK(played_begin(p, 0, &error));
        uint32_t shown[150] = {0};
        uint32_t red = p->kind->goal_object(p->set, 0, p->sim, p->state);
        if (pixel >= 0) shown[pixel] = red;
        p->kind->look(p->set, 0, small, &(wend_frame){.object = shown}, p->state);
        played_fact(p, "goals");
        CHECK_INT(strstr(p->facts, "\"seen\"") != NULL, pixel >= 0);
        wend_sim_destroy(small);
        if (pixel == 149) played_close(p);
    }
}

// The image is scanned in runs of pixels; the first pixel of each counts once.
TEST(a_pixel_of_a_goal_counts_once_wherever_it_is) {
    played_task* p = play("multion", "paper", "0", 0);
    const wend_camera* camera = &wend_sim_get_def(p->sim)->camera;
    int all = camera->width * camera->height, needed = all / 2000;
    uint32_t* shown = calloc((size_t)all, sizeof *shown);
    CHECK(shown && needed > 3);
    uint32_t red = p->kind->goal_object(p->set, 0, p->sim, p->state);
    for (int i = 0; i < needed; i++) {
        played_fact(p, "goals");
        CHECK(!strstr(p->facts, "\"seen\""));
        shown[128 * i] = red;
        p->kind->look(p->set, 0, p->sim, &(wend_frame){.object = shown}, p->state);
    }
    CHECK_NEAR(played_fact(p, "goals.0.seen"), 0, 0);
    free(shown);
    played_close(p);
}
