// The rules of object goals at their boundaries, by hand: a dresser whose front is at z = 0.6.
#include "fixture.h"
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

TEST(stop_counts_within_a_metre_of_a_visible_target) {
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

TEST(an_object_behind_the_agent_does_not_count_until_it_turns) {
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

TEST(camera_heights_of_object_goals_are_those_of_paper_and_code) {
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
        wend_sim_def def = p->kind->sim(p->set);
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
    CHECK_NEAR(p->kind->goals(p->set, 0, p->state).items[0].z, 1.6, 1e-5);
    wend_observation o = {.pose.gps = {1, 1}};
    p->kind->observe(p->set, 0, p->sim, p->state, &o);
    CHECK(isnan(o.pose.gps[0]) && isnan(o.pose.gps[1]) && isnan(o.pose.compass));
    CHECK_INT(o.goal.category, WEND_CATEGORY_DRESSER);
    uint32_t dresser = wend_scene_find_object(wend_world_scene(p->world), "dresser");
    CHECK_INT(p->kind->goal_object(p->set, 0, p->sim, p->state), dresser);
    played_close(p);
    p = play("pasture", "paper", 2, 0,
             ", \"object_id\": \"dresser\", \"text\": \"brown dresser\", \"stop_position\": "
             "{\"x\": 4.5, \"y\": 0, \"z\": -1.2}",
             0);
    CHECK_NEAR(p->kind->goals(p->set, 0, p->state).items[0].z, 1.2, 1e-5);
    o = (wend_observation){0};
    p->kind->observe(p->set, 0, p->sim, p->state, &o);
    CHECK_TEXT(o.goal.instruction, "brown dresser");
    CHECK_INT(o.goal.category, 0);  // the text has to do
    CHECK_INT(p->kind->goal_object(p->set, 0, p->sim, p->state), dresser);
    played_close(p);
}

// ---- facts --------------------------------------------------------------------------------------

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
TEST(facts_have_the_steps_of_first_sight_and_first_reach) {
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
    CHECK_NEAR(played_fact(p, "shortest"), 2.5, 1e-9);  // as stored in the file, without a path
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
TEST(the_described_object_and_its_hiding_furniture_count_and_nothing_else) {
    played_task* p =
        play_at(1.4, 0, true,
                "\"object_type\": \"Mug\", \"object_id\": \"mug\", \"target_id\": "
                "\"dresser\", \"text\": \"mug in the dresser\", \"split\": \"hidden\"");
    CHECK_NEAR(p->kind->goals(p->set, 0, p->state).items[0].z, 1.4, 1e-5);  // no path: its start
    played_act(p, WEND_ACTION_STOP);
    CHECK_NEAR(p->verdict.reward, 9.99, 1e-4);
    CHECK_NEAR(played_fact(p, "distance"), 0.8, 0.01);
    CHECK_NEAR(played_fact(p, "shortest"), 0, 0);  // the file has no value
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

// ---- loading ------------------------------------------------------------------------------------

#define ROW(id, more)                                                                          \
    "{\"id\": \"" id                                                                           \
    "\", \"scene\": \"room\", \"object_type\": \"Mug\", "                                      \
    "\"initial_orientation\": 90, \"initial_horizon\": 0, \"initial_position\": {\"x\": 4.5, " \
    "\"y\": 0.9009997, \"z\": -2}" more "}"
#define ADDED(name, type)                                    \
    "{\"object_id\": \"" name "\", \"object_type\": \"" type \
    "\", \"variant\": 0, "                                   \
    "\"position\": {\"x\": 1, \"y\": 0, \"z\": -3}, \"rotation\": 0}"

static wend_status load_rows(const char* task, const char* text, int max_steps, bool lenient,
                             wend_task** out, wend_error* error) {
    wend_task_def def = wend_task_default_def();
    def.max_steps = max_steps;
    def.lenient = lenient;
    return wend_task_load(wend_task_find(task), played_write("rows.json", text), &def, out, error);
}

TEST(every_episode_of_object_goals_varies_the_scene_in_its_own_way) {
    wend_error error = {0};
    wend_task* task;
    CHECK_OK(load_rows(
        "pasture",
        "[" ROW("a", ", \"added\": [" ADDED("x", "Crate") ", " ADDED("y", "Mug") "]") ", " ROW(
            "b", "") ", " ROW("c",
                              ", \"removed\": "
                              "[\"table\"], "
                              "\"added\": [" ADDED("z", "Mug") "]") "]",
        0, false, &task, &error));
    const wend_task_kind* kind = wend_task_get_kind(task);
    const void* set = wend_task_get(task);
    CHECK_INT(kind->count(set), 3);
    const wend_variation* v = kind->variation(set, 0);
    CHECK_INT(v->added_count, 2);
    CHECK_INT(v->removed_count, 0);
    CHECK_TEXT(v->added[0].name, "x");
    CHECK_TEXT(v->added[1].name, "y");
    CHECK_INT(v->added[0].category, WEND_CATEGORY_CRATE);
    CHECK_INT(kind->variation(set, 1)->added_count, 0);
    v = kind->variation(set, 2);
    CHECK_INT(v->added_count, 1);
    CHECK_TEXT(v->added[0].name, "z");
    CHECK_TEXT(v->removed[0], "table");
    wend_episode e = kind->episode(set, 2);
    CHECK_TEXT(e.id, "c");
    CHECK_NEAR(e.start.y, 0, 1e-6);
    CHECK_NEAR(e.start.z, 2, 1e-6);
    CHECK_NEAR(fabs((double)e.heading), WEND_PI / 2, 1e-6);  // 90 degrees
    wend_task_destroy(task);
}

TEST(object_goals_refuse_too_many_steps_no_file_and_objects_that_cannot_be_added) {
    wend_error error = {0};
    wend_task* task;
    const char* const bad =
        "[" ROW("a", "") ", " ROW("b", ", \"added\": [" ADDED("x", "Unicorn") "]") ", " ROW(
            "c", ", \"added\": [" ADDED("y", "Mug") "]") "]";
    const char* const names[2] = {"pasture", "objectnav"};
    for (int i = 0; i < 2; i++) {
        CHECK_INT(load_rows(names[i], "[" ROW("a", "") "]", 2001, false, &task, &error),
                  WEND_ARGUMENT);
        CHECK_HAS(error.message, "2001 steps; this task plays at most 2000");
        CHECK_OK(load_rows(names[i], "[" ROW("a", "") "]", 2000, false, &task, &error));
        wend_task_destroy(task);
        CHECK(load_rows(names[i], bad, 0, false, &task, &error) != WEND_OK);
        CHECK_HAS(error.message, "rows.json: episode b");
        CHECK_HAS(error.message, "Unicorn");
        CHECK(!task);
        CHECK_OK(load_rows(names[i], bad, 0, true, &task, &error));
        const wend_task_kind* kind = wend_task_get_kind(task);
        CHECK_INT(kind->variation(wend_task_get(task), 1)->added_count, 0);
        CHECK_TEXT(kind->variation(wend_task_get(task), 2)->added[0].name, "y");
        wend_task_destroy(task);
        wend_task_def def = wend_task_default_def();
        CHECK(wend_task_load(wend_task_find(names[i]), "nowhere.json", &def, &task, &error) !=
              WEND_OK);
    }
}

// ---- several objects of a category --------------------------------------------------------------

// A room with chairs at z = 1 in front of an agent at (4, 0, z).
static wend_scene* chairs(const float* x, int count) {
    wend_error error;
    wend_scene* scene;
    scene_builder b = scene_builder_make();
    const uint8_t grey[4] = {128, 128, 128, 255};
    scene_builder_material(&b, "grey", grey, 0, 0);
    wend_object fields = {.category = WEND_CATEGORY_FLOOR, .flags = WEND_OBJECT_STRUCTURE};
    fixture_box(&b, scene_builder_object(&b, &fields, "floor"), 0, wend_v3(0, -0.1f, 0),
                wend_v3(8, 0, 6));
    for (int i = 0; i < count; i++) {
        fields = (wend_object){.category = WEND_CATEGORY_CHAIR};
        fixture_box(&b, scene_builder_object(&b, &fields, "chair"), 0, wend_v3(x[i], 0, 0.6f),
                    wend_v3(x[i] + 0.4f, 0.9f, 1));
    }
    CHECK_OK(scene_builder_finish(&b, "room", "test", &scene, &error));
    return scene;
}

static played_task* open_chairs(const float* x, int count, double z, const char* more) {
    char text[1024];
    snprintf(text, sizeof text,
             "[{\"id\": \"e\", \"scene\": \"room\", \"object_type\": \"Chair\", "
             "\"initial_orientation\": 0, \"initial_horizon\": 0, \"initial_position\": {\"x\": 4, "
             "\"y\": 0.9009997, \"z\": %.6f}%s}]",
             -z, more);
    return played_open(&(played_def){.task = "pasture",
                                     .rules = "paper",
                                     .episodes = played_write("chairs.json", text),
                                     .scene = chairs(x, count),
                                     .rewarded = true});
}

TEST(any_object_of_the_type_counts_and_the_oracle_goes_to_the_nearest) {
    const float x[] = {6, 3.8f, 1, 5};
    wend_error error;
    played_task* p = open_chairs(x, 4, 1.9, "");
    CHECK_OK(played_begin(p, 0, &error));
    const wend_scene* scene = wend_world_scene(p->world);
    CHECK_INT(p->kind->goal_object(p->set, 0, p->sim, p->state),
              wend_scene_find_object(scene, "chair_2"));
    CHECK_NEAR(played_fact(p, "distance"), 0.9, 2e-3);
    played_act(p, WEND_ACTION_STOP);
    CHECK_NEAR(p->verdict.reward, 9.99, 1e-4);
    played_close(p);
    p = open_chairs(x, 4, 1.9, ", \"object_id\": \"chair_3\"");
    CHECK_OK(played_begin(p, 0, &error));
    CHECK_INT(p->kind->goal_object(p->set, 0, p->sim, p->state),
              wend_scene_find_object(scene = wend_world_scene(p->world), "chair_3"));
    played_act(p, WEND_ACTION_STOP);
    CHECK_NEAR(p->verdict.reward, -0.01, 1e-4);
    CHECK_NEAR(played_fact(p, "distance"), hypot(4 - 1.4, 0.9), 2e-3);
    played_close(p);
    // One is near but not seen, another is seen but not near.
    const float apart[] = {3.8f, 3.8f};
    p = open_chairs(apart, 1, 1.9, "");
    CHECK_OK(played_begin(p, 0, &error));
    for (int i = 0; i < 6; i++) played_act(p, WEND_ACTION_LEFT);
    CHECK_NEAR(played_fact(p, "in_view"), 0, 0);
    CHECK_NEAR(played_fact(p, "distance"), 0.9, 2e-3);
    played_close(p);
}

TEST(a_near_target_out_of_view_or_a_far_one_in_view_is_no_success) {
    wend_error error;
    const float x[] = {7.5f, 4.9f};  // the second is beside the agent, outside of the image
    played_task* p = open_chairs(x, 2, 0.8, "");
    CHECK_OK(played_begin(p, 0, &error));
    for (int i = 0; i < 6; i++) played_act(p, WEND_ACTION_RIGHT);
    CHECK_NEAR(played_fact(p, "distance"), 0.9, 0.1);
    CHECK_NEAR(played_fact(p, "visible"), 0, 0);
    played_close(p);
}

TEST(success_needs_visibility_so_a_world_without_a_view_is_an_error) {
    wend_error error = {0};
    const float x[] = {3.8f};
    played_task* p = open_chairs(x, 1, 1.9, "");
    wend_world* blind;
    wend_world_def def = wend_task_world(p->task);
    wend_sim* sim;
    wend_sim_def body = p->kind->sim(p->set);
    def.uses_images = body.uses_images = false;
    def.fields = true;
    CHECK_OK(wend_world_create(chairs(x, 1), &def, &blind, &error));
    CHECK_OK(wend_sim_create(&body, &sim, &error));
    wend_episode e = p->kind->episode(p->set, 0);
    CHECK_OK(wend_sim_reset(sim, blind, e.start, e.heading, wend_rng_make(1, 1), &error));
    p->state = calloc(1, p->kind->state_size);
    CHECK_OK(p->kind->begin(p->set, 0, sim, p->state, &error));
    CHECK_INT(p->kind->facts(p->set, 0, sim, p->state, p->facts, sizeof p->facts, &error),
              WEND_ARGUMENT);
    CHECK_HAS(error.message, "the world has no renderer data");
    wend_outcome outcome = {0};
    wend_verdict verdict;
    CHECK_INT(p->kind->step(p->set, 0, sim, (wend_action){.kind = WEND_ACTION_STOP}, &outcome,
                            p->state, &verdict, &error),
              WEND_ARGUMENT);
    wend_sim_destroy(sim);
    wend_world_destroy(blind);
    played_close(p);
}

static wend_status describe_again(void* context, wend_error* error) {
    played_task* p = context;
    return p->kind->facts(p->set, 0, p->sim, p->state, p->facts, sizeof p->facts, error);
}

TEST(facts_of_object_goals_survive_failing_allocations) {
    wend_error error;
    const float x[] = {3.8f};
    played_task* p = open_chairs(x, 1, 1.9, "");
    CHECK_OK(played_begin(p, 0, &error));
    test_each_allocation(describe_again, p, 30);
    played_close(p);
}
