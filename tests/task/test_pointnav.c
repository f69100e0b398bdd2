#include "task/played_task.h"
#include "test.h"

#include "wend/observation.h"

// Start at (1, 0, 2) looking along +x, the goal `x` and `y`, and a second one that does not count.
static const char* write_goal(const char* x, const char* y) {
    char text[1024];
    snprintf(text, sizeof text,
             "{\"episodes\": [{\"episode_id\": \"0\", \"scene_id\": \"floor\", "
             "\"start_position\": [1, 0, 2], \"start_rotation\": [0, -0.7071067811865476, 0, "
             "0.7071067811865476], \"goals\": [{\"position\": [%s, %s, 2]}, {\"position\": [1, 0, "
             "2]}]}]}",
             x, y);
    return played_write("points.json", text);
}

static played_task* play(const char* rules, const char* x, const char* y, int max_steps) {
    wend_error error;
    played_task* p = played_open(&(played_def){.task = "pointnav",
                                               .rules = rules,
                                               .episodes = write_goal(x, y),
                                               .scene = played_floor(),
                                               .rewarded = true,
                                               .max_steps = max_steps});
    CHECK_OK(played_begin(p, 0, &error));
    return p;
}

TEST(a_point_goal_is_reached_by_stop_within_20_cm) {
    const struct {
        float drive;
        bool success;
    } cases[] = {{2.81f, true}, {2.79f, false}, {3.19f, true}, {3.21f, false}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        played_task* p = play("paper", "4", "0", 0);
        CHECK_NEAR(played_fact(p, "shortest"), 3, 1e-3);
        CHECK_NEAR(played_fact(p, "radius"), 0.2, 1e-6);
        CHECK_NEAR(played_fact(p, "max_steps"), 500, 0);
        played_drive(p, cases[i].drive);
        CHECK(!p->verdict.done && !p->verdict.timed_out);
        double left = fabs(3 - (double)cases[i].drive);
        CHECK_NEAR(p->verdict.reward, 3 - left - 0.01, 0.02);  // by the field
        CHECK_NEAR(played_fact(p, "distance"), left, 1e-3);
        CHECK_NEAR(played_fact(p, "stopped"), 0, 0);
        played_act(p, WEND_ACTION_STOP);
        CHECK(p->verdict.done && !p->verdict.timed_out);
        CHECK_NEAR(p->verdict.reward, (cases[i].success ? 2.5 : 0) - 0.01, 1e-5);
        CHECK_NEAR(played_fact(p, "stopped"), 1, 0);
        played_close(p);
    }
}

TEST(a_point_goal_is_given_up_at_the_step_limit_unless_the_last_step_is_stop) {
    for (int stop = 0; stop < 2; stop++) {
        played_task* p = play("paper", "4", "0", 3);
        for (int i = 0; i < 2; i++) {
            played_act(p, WEND_ACTION_LEFT);
            CHECK(!p->verdict.done);
            CHECK_NEAR(p->verdict.reward, -0.01, 1e-6);
        }
        played_act(p, stop ? WEND_ACTION_STOP : WEND_ACTION_LEFT);
        CHECK(p->verdict.done);
        CHECK_INT(p->verdict.timed_out, !stop);
        played_close(p);
    }
}

TEST(official_point_goals_are_measured_as_habitat_does) {
    // 3 m ahead and 0.75 m up: Habitat counts the height, the papers' distance does not.
    played_task* p = play("paper", "4", "0.75", 0);
    CHECK_NEAR(played_fact(p, "shortest"), 3, 1e-3);
    played_close(p);
    p = play("official", "4", "0.75", 0);
    CHECK_NEAR(played_fact(p, "shortest"), hypot(3, 0.75), 1e-3);
    played_drive(p, 2);
    CHECK_NEAR(played_fact(p, "distance"), 1.25, 1e-3);
    played_drive(p, 1);
    played_act(p, WEND_ACTION_STOP);
    CHECK_NEAR(p->verdict.reward, 2.49, 1e-3);  // snapped to the same point they are 0 apart
    played_close(p);
}

TEST(a_point_goal_is_observed_as_distance_and_angle_in_the_agents_frame) {
    played_task* p = play("paper", "4", "0", 0);
    wend_observation o = {0};
    p->kind->observe(p->set, 0, p->sim, p->state, &o);
    CHECK_NEAR(o.goal.point[0], 3, 1e-4);
    CHECK_NEAR(o.goal.point[1], 0, 1e-4);
    for (int i = 0; i < 9; i++) played_act(p, WEND_ACTION_RIGHT);  // 90 degrees: it is to the left
    p->kind->observe(p->set, 0, p->sim, p->state, &o);
    CHECK_NEAR(o.goal.point[1], WEND_PI / 2, 1e-4);
    played_drive(p, 1);
    p->kind->observe(p->set, 0, p->sim, p->state, &o);
    CHECK_NEAR(o.goal.point[0], sqrt(10), 1e-3);
    CHECK_NEAR(o.goal.point[1], WEND_PI / 2 + atan2(1, 3), 1e-3);
    wend_vec3_span goals = p->kind->goals(p->set, 0, p->state);
    CHECK_INT(goals.count, 1);
    CHECK_NEAR(goals.items[0].x, 4, 0);
    played_close(p);
}

TEST(a_point_goal_beside_a_slanting_heading_is_seen_where_it_is) {
    played_task* p = play("paper", "4", "0", 1);
    wend_observation o = {0};
    for (int i = 0; i < 3; i++) played_act(p, WEND_ACTION_LEFT);  // 30 degrees
    CHECK(p->verdict.done && p->verdict.timed_out);               // after a single step
    played_drive(p, 1);                                           // to (1 + cos 30, 2 - sin 30)
    p->kind->observe(p->set, 0, p->sim, p->state, &o);
    double x = 3 - sqrt(0.75), z = 0.5;
    CHECK_NEAR(o.goal.point[0], hypot(x, z), 1e-3);
    CHECK_NEAR(o.goal.point[1], -(WEND_PI / 6 + atan2(z, x)), 1e-3);
    CHECK_NEAR(played_fact(p, "max_steps"), 1, 0);
    played_close(p);
}

TEST(point_goals_are_run_and_episodes_without_goal_are_refused) {
    for (int goals = 0; goals < 2; goals++) {
        wend_error error = {0};
        char text[512];
        snprintf(
            text, sizeof text,
            "{\"episodes\": [{\"episode_id\": \"0\", \"scene_id\": \"floor\", "
            "\"start_position\": [1, 0, 2], \"start_rotation\": [0, 0, 0, 1], \"goals\": [%s]}]}",
            goals ? "{\"position\": [4, 0, 2]}" : "");
        played_task* p = played_open(&(played_def){.task = "pointnav",
                                                   .rules = "paper",
                                                   .episodes = played_write("one.json", text),
                                                   .scene = played_floor(),
                                                   .lenient = true});
        CHECK_INT(played_begin(p, 0, &error), goals ? WEND_OK : WEND_FORMAT);
        if (goals) CHECK_NEAR(played_fact(p, "shortest"), 3, 1e-3);
        if (!goals) CHECK_HAS(error.message, "no goal");
        played_close(p);
    }
}

TEST(a_point_goal_out_of_reach_is_an_error_of_the_episode) {
    wend_error error;
    const char* const rules[2] = {"paper", "official"};
    for (int i = 0; i < 2; i++) {
        played_task* p = played_open(&(played_def){.task = "pointnav",
                                                   .rules = rules[i],
                                                   .episodes = write_goal("60", "0"),
                                                   .scene = played_floor()});
        CHECK_INT(played_begin(p, 0, &error), WEND_FORMAT);
        CHECK_HAS(error.message, "60.00");
        played_close(p);
    }
}

TEST(without_fields_there_are_no_rewards) {
    wend_error error;
    played_task* p = played_open(&(played_def){.task = "pointnav",
                                               .rules = "paper",
                                               .episodes = write_goal("4", "0"),
                                               .scene = played_floor()});
    CHECK_OK(played_begin(p, 0, &error));
    played_drive(p, 3);
    played_act(p, WEND_ACTION_STOP);
    CHECK_NEAR(p->verdict.reward, 0, 0);
    CHECK_NEAR(played_fact(p, "distance"), 0, 1e-3);
    played_close(p);
}

TEST(point_goals_without_id_scene_or_goal_are_refused_and_named) {
    const struct {
        const char *episode, *said;
    } cases[] = {
        {"\"episode_id\": \"0\", \"scene_id\": \"s\", \"goals\": [{\"position\": [4, 0, 2]}]",
         NULL},
        {"\"scene_id\": \"s\", \"goals\": [{\"position\": [4, 0, 2]}]", "no id"},
        {"\"episode_id\": \"0\", \"goals\": [{\"position\": [4, 0, 2]}]", "scene"},
        {"\"episode_id\": \"0\", \"scene_id\": \"s\", \"goals\": []", "no goal"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        wend_error error = {0};
        wend_task* task = NULL;
        char text[512];
        wend_task_def def = wend_task_default_def();
        snprintf(
            text, sizeof text,
            "{\"episodes\": [{%s, \"start_position\": [1, 0, 2], \"start_rotation\": [0, 0, 0, "
            "1]}]}",
            cases[i].episode);
        wend_status status = wend_task_load(wend_task_find("pointnav"),
                                            played_write("p.json", text), &def, &task, &error);
        CHECK_INT(status, cases[i].said ? WEND_FORMAT : WEND_OK);
        if (cases[i].said) CHECK_HAS(error.message, cases[i].said);
        wend_task_destroy(task);
    }
}
