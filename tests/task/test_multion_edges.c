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
