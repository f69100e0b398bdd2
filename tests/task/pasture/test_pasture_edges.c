// The rules of object goals at their boundaries, by hand: a dresser whose front is at z = 0.6.
#include "pasture_room.h"
#include "task/played_task.h"
#include "test.h"

#include "wend/observation.h"

// In front of the dresser's middle, `gap` metres from it, looking at it.
static played_task* play(const char* task, const char* rules, double gap, int horizon,
                         const char* more, int max_steps) {
    char text[2048];
    wend_error error;
    snprintf(text, sizeof text,
             "[{\"id\": \"e\", \"scene\": \"room\", \"object_type\": \"Dresser\",\n"
             " \"initial_position\": {\"x\": 4.5, \"y\": 0.9009997, \"z\": %.6f},\n"
             " \"initial_orientation\": 0, \"initial_horizon\": %d,\n"
             " \"shortest_path\": [{\"x\": 4.5, \"y\": 0, \"z\": %.6f}, {\"x\": 4.5, \"y\": 0, "
             "\"z\": -1.6}]%s}]",
             -(0.6 + gap), horizon, -(0.6 + gap), more);
    played_task* p = played_open(&(played_def){.task = task,
                                               .rules = rules,
                                               .episodes = played_write("objects.json", text),
                                               .scene = pasture_room(),
                                               .rewarded = true,
                                               .max_steps = max_steps});
    CHECK_OK(played_begin(p, 0, &error));
    return p;
}

TEST(stop_counts_within_a_metre_of_what_is_seen) {
    const char* const tasks[2] = {"pasture", "objectnav"};
    for (int t = 0; t < 2; t++)
        for (int near = 0; near < 2; near++) {
            played_task* p = play(tasks[t], "official", near ? 0.98 : 1.02, 0, "", 0);
            CHECK_NEAR(wend_sim_pose(p->sim).feet.y, 0, 0.05);
            CHECK_NEAR(wend_sim_pose(p->sim).feet.z, near ? 1.58 : 1.62, 1e-3);
            played_act(p, WEND_ACTION_STOP);
            CHECK(p->verdict.done && !p->verdict.timed_out);
            CHECK_NEAR(p->verdict.reward, (near ? 10 : 0) - 0.01, 1e-4);
            CHECK_NEAR(played_fact(p, "distance"), near ? 0.98 : 1.02, 2e-3);
            CHECK_NEAR(played_fact(p, "visible"), near, 0);
            CHECK_NEAR(played_fact(p, "in_view"), 1, 0);
            CHECK_NEAR(played_fact(p, "seen"), 0, 0);
            CHECK_NEAR(played_fact(p, "reached"), near ? 0 : -1, 0);
            CHECK_NEAR(played_fact(p, "max_steps"), t ? 500 : 250, 0);
            played_close(p);
        }
}

TEST(what_is_behind_the_body_is_near_and_does_not_count_until_it_turns) {
    played_task* p = play("pasture", "paper", 0.8, 0, "", 0);
    for (int i = 0; i < 6; i++) played_act(p, WEND_ACTION_LEFT);
    CHECK_NEAR(p->verdict.reward, -0.01, 1e-4);
    played_act(p, WEND_ACTION_STOP);
    CHECK_NEAR(p->verdict.reward, -0.01, 1e-4);
    CHECK_NEAR(played_fact(p, "visible"), 0, 0);
    CHECK_NEAR(played_fact(p, "in_view"), 0, 0);
    CHECK_NEAR(played_fact(p, "reached"), 0, 0);  // it was, before the turns
    CHECK_NEAR(played_fact(p, "stopped"), 1, 0);
    played_close(p);
}

TEST(only_the_challenge_looks_down_at_the_start_and_only_from_15_degrees_on) {
    const struct {
        const char* task;
        int horizon, looks;
    } cases[] = {{"objectnav", 30, -1}, {"objectnav", 15, -1}, {"objectnav", 14, 0},
                 {"objectnav", 0, 0},   {"pasture", 30, 0},    {"pasture", 0, 0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        played_task* p = play(cases[i].task, "official", 2, cases[i].horizon, "", 0);
        CHECK_INT(wend_sim_pose(p->sim).looks, cases[i].looks);
        played_close(p);
    }
}

TEST(object_goals_end_at_the_step_limit_unless_the_last_step_is_stop) {
    for (int stop = 0; stop < 2; stop++) {
        played_task* p = play("objectnav", "paper", 2, 0, "", 2);
        played_act(p, WEND_ACTION_LEFT);
        CHECK(!p->verdict.done);
        played_act(p, stop ? WEND_ACTION_STOP : WEND_ACTION_LEFT);
        CHECK(p->verdict.done);
        CHECK_INT(p->verdict.timed_out, !stop);
        CHECK_NEAR(played_fact(p, "stopped"), stop, 0);
        CHECK_NEAR(played_fact(p, "shortest"), 1, 1e-3);
        played_close(p);
    }
}

TEST(eyes_and_cameras_of_object_goals_are_those_of_paper_and_code) {
    const struct {
        const char *task, *rules;
        float eye, hfov;
        int width, height;
    } cases[] = {{"pasture", "paper", 0.9f, 90, 672, 672},
                 {"pasture", "official", 0.8658f, 90, 672, 672},
                 {"objectnav", "paper", 0.9f, 90, 672, 672},
                 {"objectnav", "official", 0.8658f, 79, 640, 480}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        played_task* p = play(cases[i].task, cases[i].rules, 2, 0, "", 0);
        wend_sim_def def = p->kind->sim(p->book);
        CHECK_NEAR(def.body.eye_height, cases[i].eye, 1e-6);
        CHECK_NEAR(def.camera.hfov, cases[i].hfov, 1e-6);
        CHECK_INT(def.camera.width, cases[i].width);
        CHECK_INT(def.camera.height, cases[i].height);
        CHECK(def.body.all_or_nothing);
        CHECK_NEAR(def.body.turn_sigma, 0.5, 1e-6);
        played_close(p);
    }
}

TEST(the_goal_is_the_stop_position_or_else_the_end_of_the_shortest_path) {
    played_task* p = play("pasture", "paper", 2, 0, "", 0);
    CHECK_NEAR(p->kind->goals(p->book, 0, p->state).items[0].z, 1.6, 1e-5);
    wend_observation o = {.gps = {1, 1}};
    p->kind->observe(p->book, 0, p->sim, p->state, &o);
    CHECK(isnan(o.gps[0]) && isnan(o.gps[1]) && isnan(o.compass));
    CHECK_INT(o.goal_category, WEND_CATEGORY_DRESSER);
    uint32_t dresser = wend_scene_find_object(wend_world_scene(p->world), "dresser");
    CHECK_INT(p->kind->goal_object(p->book, 0, p->sim, p->state), dresser);
    played_close(p);
    p = play("pasture", "paper", 2, 0,
             ", \"object_id\": \"dresser\", \"text\": \"brown dresser\", \"stop_position\": "
             "{\"x\": 4.5, \"y\": 0, \"z\": -1.2}",
             0);
    CHECK_NEAR(p->kind->goals(p->book, 0, p->state).items[0].z, 1.2, 1e-5);
    o = (wend_observation){0};
    p->kind->observe(p->book, 0, p->sim, p->state, &o);
    CHECK_TEXT(o.instruction, "brown dresser");
    CHECK_INT(o.goal_category, 0);  // the text has to do
    CHECK_INT(p->kind->goal_object(p->book, 0, p->sim, p->state), dresser);
    played_close(p);
}

// ---- what is said of an episode -----------------------------------------------------------------

// In (4.5, z) with a heading in degrees, clockwise; `more` names what is looked for.
static played_task* open_at(double z, int degrees, bool rewarded, const char* more) {
    char text[2048];
    snprintf(text, sizeof text,
             "[{\"id\": \"e\", \"scene\": \"room\", \"initial_orientation\": %d, "
             "\"initial_horizon\": 0, \"initial_position\": {\"x\": 4.5, \"y\": 0.9009997, "
             "\"z\": %.6f}, %s}]",
             degrees, -z, more);
    return played_open(&(played_def){.task = "pasture",
                                     .rules = "paper",
                                     .episodes = played_write("objects.json", text),
                                     .scene = pasture_room(),
                                     .rewarded = rewarded});
}

static played_task* play_at(double z, int degrees, bool rewarded, const char* more) {
    wend_error error;
    played_task* p = open_at(z, degrees, rewarded, more);
    CHECK_OK(played_begin(p, 0, &error));
    return p;
}

// 3 m from the dresser, which is 1 m wide: 60 degrees from straight at it, it is out of the
// picture.
TEST(facts_say_when_a_thing_was_first_seen_and_when_it_was_first_in_reach) {
    const char* dresser = "\"object_type\": \"Dresser\", \"shortest_path_length\": 2.5";
    played_task* p = play_at(2.5, 180, false, dresser);
    for (int i = 0; i < 7; i++) {
        if (i) played_act(p, WEND_ACTION_LEFT);
        CHECK_NEAR(played_fact(p, "seen"), i < 5 ? -1 : 5, 0);
        CHECK_NEAR(played_fact(p, "in_view"), i >= 5, 0);
        CHECK_NEAR(played_fact(p, "reached"), -1, 0);
    }
    CHECK_NEAR(p->verdict.reward, 0, 0);  // without fields
    CHECK_NEAR(played_fact(p, "distance"), 1.9, 0.05);
    CHECK_HAS(p->facts, "\"split\": \"robothor\"");
    CHECK_HAS(p->facts, "\"text\": \"dresser\"");
    CHECK_HAS(p->facts, "\"object_type\": \"Dresser\"");
    CHECK(!strstr(p->facts, "\"target\"") && !strstr(p->facts, "\"hidden\""));
    played_close(p);
    p = play_at(1.8, 0, false, dresser);
    for (int i = 0; i < 3; i++) {
        if (i) played_act(p, WEND_ACTION_FORWARD);
        CHECK_NEAR(played_fact(p, "seen"), 0, 0);
        CHECK_NEAR(played_fact(p, "reached"), i ? 1 : -1, 0);
        CHECK_NEAR(played_fact(p, "visible"), i > 0, 0);
    }
    played_close(p);
}

// A mug in a dresser is found at the dresser; the table's own mug is no dresser.
TEST(what_is_named_counts_and_what_hides_it_and_nothing_else) {
    played_task* p =
        play_at(1.4, 0, true,
                "\"object_type\": \"Mug\", \"object_id\": \"mug\", \"target_id\": "
                "\"dresser\", \"text\": \"mug in the dresser\", \"split\": \"hidden\"");
    CHECK_NEAR(p->kind->goals(p->book, 0, p->state).items[0].z, 1.4, 1e-5);  // no path: its start
    played_act(p, WEND_ACTION_STOP);
    CHECK_NEAR(p->verdict.reward, 9.99, 1e-4);
    CHECK_NEAR(played_fact(p, "distance"), 0.8, 0.01);
    CHECK_HAS(p->facts, "\"target\": \"mug\"");
    CHECK_HAS(p->facts, "\"hidden\": \"dresser\"");
    CHECK_HAS(p->facts, "\"split\": \"hidden\"");
    CHECK_HAS(p->facts, "\"text\": \"mug in the dresser\"");
    played_close(p);
    p = play_at(1.4, 0, true,
                "\"object_type\": \"Mug\", \"object_id\": \"mug\", \"text\": \"mug\"");
    played_act(p, WEND_ACTION_STOP);
    CHECK_NEAR(p->verdict.reward, -0.01, 1e-4);
    CHECK_NEAR(played_fact(p, "visible"), 0, 0);
    CHECK_NEAR(played_fact(p, "distance"), hypot(3.2, 0.7), 0.01);
    played_close(p);
}

TEST(object_goals_that_are_not_there_are_errors_of_the_episode) {
    const struct {
        const char *more, *said;
    } rows[] = {
        {"\"object_type\": \"Unicorn\"", "'Unicorn' is no type of object"},
        {"\"object_type\": \"Toilet\"", "there is no toilet in the scene"},
        {"\"object_type\": \"Mug\", \"object_id\": \"mug_9\"", "no object 'mug_9' in the scene"},
        {"\"object_type\": \"Mug\", \"object_id\": \"mug\", \"target_id\": \"box\"",
         "no object 'box' in the scene"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        wend_error error = {0};
        played_task* p = open_at(1.4, 0, false, rows[i].more);
        CHECK_INT(played_begin(p, 0, &error), WEND_FORMAT);
        CHECK_HAS(error.message, rows[i].said);
        played_close(p);
    }
}
