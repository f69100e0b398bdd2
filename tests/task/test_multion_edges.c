// MultiON's rules at their boundaries, by hand: goals on a line along +x.
#include "task/played_task.h"
#include "test.h"

#include "wend/multion.h"
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

TEST(found_counts_up_to_a_metre_and_a_half_of_walking_in_both_rule_sets) {
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
        CHECK_INT(p->kind->arrived(p->book, 0, p->sim, p->state), cases[i].right);
        played_act(p, WEND_ACTION_FOUND);
        CHECK_INT(p->verdict.done, !cases[i].right);
        CHECK(!p->verdict.timed_out);
        CHECK_NEAR(p->verdict.reward, (cases[i].right ? 3 : 0) - 0.01, 1e-4);
        CHECK_NEAR(played_fact(p, "found.0.correct"), cases[i].right, 0);
        CHECK_NEAR(played_fact(p, "found.0.distance"), 4 - (double)cases[i].drive, 1e-3);
        played_close(p);
    }
}

TEST(a_declaration_names_the_nearest_thing_whatever_is_due) {
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
    played_act(p, WEND_ACTION_STOP);  // says FOUND
    CHECK(!p->verdict.done);
    CHECK_INT(p->kind->goals(p->book, 0, p->state).count, 1);
    played_drive(p, 3);
    CHECK_NEAR(p->verdict.reward, 3 - 0.01, 0.03);
    played_act(p, WEND_ACTION_FOUND);
    CHECK(p->verdict.done && !p->verdict.timed_out);
    CHECK_NEAR(p->verdict.reward, 2.99, 1e-4);
    CHECK_NEAR(played_fact(p, "found"), 2, 0);
    CHECK_NEAR(played_fact(p, "goals.0.distance"), 3, 1e-3);
    CHECK_NEAR(played_fact(p, "goals.1.distance"), 0, 1e-3);
    CHECK(!p->kind->arrived(p->book, 0, p->sim, p->state));
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

TEST(released_rewards_charge_the_way_to_the_next_goal_and_fixed_ones_do_not) {
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

TEST(what_is_due_is_told_and_what_is_left_is_listed) {
    played_task* p = play("multion", "official", "0", 0);
    wend_observation o = {0};
    wend_task_thing things[8];
    p->kind->observe(p->book, 0, p->sim, p->state, &o);
    CHECK_INT(o.goal_category, WEND_CATEGORY_CYLINDER_RED);
    CHECK_INT(o.goal, wend_multion_class(WEND_CATEGORY_CYLINDER_RED));
    CHECK_INT(o.goal_number, 0);
    CHECK_INT(o.goal_count, 2);
    CHECK_NEAR(o.goal_height, 1.5, 1e-6);
    CHECK_INT(p->kind->things(p->book, 0, p->state, things, 8), 2);
    CHECK_INT(p->kind->things(p->book, 0, p->state, things, 1), 1);
    CHECK_NEAR(things[1].at.x, 8, 1e-4);
    CHECK_INT(things[0].category, WEND_CATEGORY_CYLINDER_RED);
    uint32_t red = p->kind->goal_object(p->book, 0, p->sim, p->state);
    CHECK_NEAR(wend_sim_object_at(p->sim, red).x, 5, 1e-4);
    CHECK_NEAR(wend_sim_object_at(p->sim, red).y, 0.75, 0.06);  // half of 1.5 m
    played_drive(p, 4);
    played_act(p, WEND_ACTION_FOUND);
    p->kind->observe(p->book, 0, p->sim, p->state, &o);
    CHECK_INT(o.goal_category, WEND_CATEGORY_CYLINDER_GREEN);
    CHECK(p->kind->goal_object(p->book, 0, p->sim, p->state) != red);
    played_drive(p, 3);
    played_act(p, WEND_ACTION_FOUND);
    CHECK_INT(p->kind->goal_object(p->book, 0, p->sim, p->state), 0);
    p->kind->observe(p->book, 0, p->sim, p->state, &o);
    CHECK_INT(o.goal_category, WEND_CATEGORY_CYLINDER_GREEN);  // the last one, when all are found
    CHECK_INT(o.goal_number, 2);
    played_close(p);
}

TEST(bodies_and_cameras_of_multion_are_those_of_its_rules) {
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
        wend_sim_def def = p->kind->sim(p->book);
        CHECK_NEAR(def.body.eye_height, cases[i].eye, 1e-6);
        CHECK_NEAR(def.body.step, 0.25, 1e-6);
        CHECK_INT(def.body.turns, 12);
        CHECK_NEAR(def.camera.hfov, cases[i].hfov, 1e-6);
        CHECK_NEAR(def.camera.depth_max, cases[i].depth, 1e-6);
        CHECK_INT(def.body.slide, cases[i].slide);
        CHECK_NEAR(p->kind->world(p->book).navmesh.radius, cases[i].radius, 1e-6);
        CHECK_NEAR(p->kind->world(p->book).navmesh.height, 1.5, 1e-6);
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
        uint32_t red = p->kind->goal_object(p->book, 0, p->sim, p->state);
        for (int i = 0; i < needed - !enough; i++) shown[all - 1 - 7 * i] = red;
        played_act(p, WEND_ACTION_LEFT);
        p->kind->look(p->book, 0, p->sim, &(wend_frame){.object = shown}, p->state);
        CHECK_NEAR(played_fact(p, "sighted"), 1, 0);
        CHECK((strstr(p->facts, "\"seen\": 1") != NULL) == enough);
        free(shown);
        played_close(p);
    }
}

TEST(two_goals_of_a_class_stand_in_two_places_and_goals_out_of_reach_are_refused) {
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
        CHECK_INT(p->kind->arrived(p->book, 0, p->sim, p->state), !less);
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
    CHECK(!p->kind->arrived(p->book, 0, p->sim, p->state));
    played_close(p);
    p = play("multion", "paper", "0.75", 0);
    played_drive(p, 2.6f);
    CHECK(p->kind->arrived(p->book, 0, p->sim, p->state));
    played_close(p);
}

TEST(where_a_wrong_found_goes_on_it_costs_its_penalty_and_is_not_noted) {
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

TEST(a_sight_is_noted_once_and_of_each_goal_apart) {
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
        p->kind->look(p->book, 0, p->sim, &(wend_frame){.object = shown}, p->state);
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
        {1, 0, "unicorn", id, WEND_FORMAT, "no thing called 'unicorn'"},
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
    wend_world_def world = p->kind->world(p->book);
    CHECK_INT(world.guest_count, WEND_MULTION_CLASSES + 1);
    for (int i = 0; i < world.guest_count; i++) {
        bool other = world.guests[i].category == natural;
        CHECK_INT(world.guests[i].count, 1);
        CHECK_NEAR(world.guests[i].size.y, other ? 0 : 3, 1e-6);
        CHECK_NEAR(world.guests[i].size.x, other ? 0 : 0.4, 1e-6);
    }
    wend_observation o = {0};
    p->kind->observe(p->book, 0, p->sim, p->state, &o);
    CHECK_INT(o.goal, WEND_MULTION_CLASSES);
    CHECK_NEAR(o.goal_height, 0, 0);
    played_close(p);
}
