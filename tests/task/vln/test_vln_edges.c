// The rules of instruction following at their boundaries, by hand.
#include "task/played_task.h"
#include "test.h"

#include "wend/files.h"
#include "wend/observation.h"

// ---- on a graph ---------------------------------------------------------------------------------

// A line g - m - n - o with g at x = 0 and the others 2.5, 3 and 3.1 m from it along the edges.
enum { LINE = 4 };
static const double line_at[LINE] = {0, 2.5, 3, 3.1};
static const char* const line_names[LINE] = {"g", "m", "n", "o"};

static void write_line(void) {
    wend_error error;
    wend_text_out graph = {0};
    for (int i = 0; i < LINE; i++) {
        wend_text_put(&graph, "%s{\"image_id\": \"%s\", \"included\": true, \"height\": 1.5, ",
                      i ? ", " : "[", line_names[i]);
        wend_text_put(&graph, "\"pose\": [1,0,0,%g, 0,1,0,0, 0,0,1,1.5, 0,0,0,1]", line_at[i]);
        for (int list = 0; list < 2; list++) {
            wend_text_put(&graph, ", \"%s\": [", list ? "visible" : "unobstructed");
            for (int j = 0; j < LINE; j++)
                wend_text_put(&graph, "%s%s", j ? "," : "", abs(i - j) == 1 ? "true" : "false");
            wend_text_put(&graph, "]");
        }
        wend_text_put(&graph, "}");
    }
    wend_text_put(&graph, "]");
    CHECK_OK(wend_text_save(&graph, test_path("connectivity/line_connectivity.json"), &error));
    wend_text_destroy(&graph);
}

// From `start` to g; the graph lies in the test's folder.
static played_task* play_line_by(const char* rules, const char* task, const char* path,
                                 int max_steps) {
    static char graphs[1024];
    char text[1024];
    wend_error error;
    write_line();
    snprintf(graphs, sizeof graphs, "%s", test_path("connectivity"));
    snprintf(text, sizeof text,
             "[{\"path_id\": 7, \"scan\": \"line\", \"heading\": 0, \"path\": [%s], \"distance\": "
             "3, \"instructions\": [\"Go.\"]}]",
             path);
    played_task* p = played_open(&(played_def){.task = task,
                                               .rules = rules,
                                               .episodes = played_write("line.json", text),
                                               .graphs = graphs,
                                               .max_steps = max_steps});
    CHECK_OK(played_begin(p, 0, &error));
    return p;
}

static played_task* play_line(const char* task, const char* path, int max_steps) {
    return play_line_by("paper", task, path, max_steps);
}

TEST(on_a_graph_stop_is_rewarded_up_to_three_metres_from_the_goal) {
    const struct {
        const char* path;
        bool success;
    } cases[] = {{"\"m\", \"g\"", true},
                 {"\"n\", \"m\", \"g\"", true},
                 {"\"o\", \"n\", \"m\", \"g\"", false}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        played_task* p = play_line("r2r", cases[i].path, 0);
        played_act(p, WEND_ACTION_LEFT);
        CHECK(!p->verdict.done);
        CHECK_NEAR(p->verdict.reward, -0.01, 1e-6);
        played_act(p, WEND_ACTION_STOP);
        CHECK(p->verdict.done && !p->verdict.timed_out);
        CHECK_NEAR(p->verdict.reward, (cases[i].success ? 2.5 : 0) - 0.01, 1e-6);
        CHECK_NEAR(played_fact(p, "stopped"), 1, 0);
        played_close(p);
    }
}

// At three metres sharp the paper's rules call it a success and the official code does not; the
// reward for success follows.
TEST(the_reward_of_a_stop_three_metres_away_is_that_of_the_rules) {
    for (int official = 0; official < 2; official++) {
        played_task* p =
            play_line_by(official ? "official" : "paper", "r2r", "\"n\", \"m\", \"g\"", 0);
        played_act(p, WEND_ACTION_STOP);
        CHECK_INT(p->verdict.success, !official);
        CHECK_NEAR(p->verdict.reward, (official ? 0 : 2.5) - 0.01, 1e-6);
        played_close(p);
    }
}

TEST(on_a_graph_progress_is_rewarded_along_the_edges) {
    played_task* p = play_line("r2r", "\"n\", \"m\", \"g\"", 0);
    wend_graph_candidates neighbours =
        wend_graph_world_candidates(wend_sim_graph(p->sim), wend_sim_walker(p->sim).node);
    CHECK_INT(neighbours.count, 2);
    double rewards = 0;
    for (int way = 0; way < 2; way++) {  // one leads to m, half a metre nearer, one to o
        wend_error error;
        CHECK_OK(played_begin(p, 0, &error));
        played_do(p, (wend_action){.kind = WEND_ACTION_GO, .neighbour = way});
        CHECK_NEAR(fabs((double)p->verdict.reward + 0.01), p->verdict.reward > 0 ? 0.5 : 0.1, 1e-5);
        rewards += (double)p->verdict.reward;
        CHECK_NEAR(played_fact(p, "path"), 2, 0);
        CHECK_NEAR(played_fact(p, "reference"), 3, 0);
    }
    CHECK_NEAR(rewards, 0.5 - 0.1 - 0.02, 1e-5);
    played_close(p);
}

TEST(on_a_graph_an_episode_ends_at_the_step_limit_unless_it_stops) {
    for (int stop = 0; stop < 2; stop++) {
        played_task* p = play_line("rxr", "\"n\", \"m\", \"g\"", 2);
        played_act(p, WEND_ACTION_LEFT);
        CHECK(!p->verdict.done);
        played_act(p, stop ? WEND_ACTION_STOP : WEND_ACTION_LEFT);
        CHECK(p->verdict.done);
        CHECK_INT(p->verdict.timed_out, !stop);
        CHECK_NEAR(played_fact(p, "stopped"), stop, 0);
        CHECK_NEAR(played_fact(p, "path"), 1, 0);  // turns and STOP move nowhere
        played_close(p);
    }
}

// The line without the edge between g and m.
TEST(on_a_graph_goals_that_no_edges_lead_to_are_errors_of_the_episode) {
    wend_error error = {0};
    wend_text_out graph = {0};
    played_task* whole = play_line("r2r", "\"o\", \"n\"", 0);
    played_close(whole);
    for (int i = 0; i < LINE; i++) {
        wend_text_put(&graph, "%s{\"image_id\": \"%s\", \"included\": true, \"height\": 1.5, ",
                      i ? ", " : "[", line_names[i]);
        wend_text_put(&graph, "\"pose\": [1,0,0,%g, 0,1,0,0, 0,0,1,1.5, 0,0,0,1], ", line_at[i]);
        wend_text_put(&graph, "\"visible\": [false,false,false,false], \"unobstructed\": [");
        for (int j = 0; j < LINE; j++)
            wend_text_put(&graph, "%s%s", j ? "," : "",
                          i && j && abs(i - j) == 1 ? "true" : "false");
        wend_text_put(&graph, "]}");
    }
    wend_text_put(&graph, "]");
    CHECK_OK(wend_text_save(&graph, test_path("cut/line_connectivity.json"), &error));
    wend_text_destroy(&graph);
    char graphs[1024];
    snprintf(graphs, sizeof graphs, "%s", test_path("cut"));
    played_task* p = played_open(
        &(played_def){.task = "r2r",
                      .rules = "paper",
                      .episodes = played_write("cut.json",
                                               "[{\"path_id\": 7, \"scan\": \"line\", \"heading\": "
                                               "0, \"path\": [\"m\", \"g\"], \"distance\": 3, "
                                               "\"instructions\": [\"Go.\"]}]"),
                      .graphs = graphs});
    CHECK_INT(played_begin(p, 0, &error), WEND_FORMAT);
    CHECK_HAS(error.message, "its goal g cannot be reached from m");
    played_close(p);
}

TEST(facts_on_a_graph_name_each_viewpoint_once_with_the_distances_between_them) {
    played_task* p = play_line("r2r", "\"n\", \"m\", \"g\"", 0);
    CHECK_NEAR(played_fact(p, "max_steps"), 15, 0);
    CHECK_NEAR(played_fact(p, "stopped"), 0, 0);
    CHECK_NEAR(played_fact(p, "viewpoints"), 3, 0);
    const double distances[3] = {0.5, 3, 2.5}, indices[3] = {0, 1, 2};
    for (int i = 0; i < 3; i++) {
        char key[32];
        snprintf(key, sizeof key, "distances.%d", i);
        CHECK_NEAR(played_fact(p, key), distances[i], 1e-6);
        snprintf(key, sizeof key, "reference.%d", i);
        CHECK_NEAR(played_fact(p, key), indices[i], 0);
    }
    CHECK_NEAR(played_fact(p, "distances"), 3, 0);
    CHECK_INT(p->kind->goals(p->set, 0, p->state).count, 1);
    CHECK_NEAR(p->kind->goals(p->set, 0, p->state).items[0].x, 0, 1e-6);
    wend_sim_def def = p->kind->sim(p->set);
    CHECK_NEAR(def.body.eye_height, 1.5, 0);
    CHECK_INT(def.body.turns, 12);
    CHECK_NEAR(def.body.look, 30, 0);
    CHECK_INT(def.camera.width, 640);
    CHECK_INT(def.camera.height, 480);
    CHECK_NEAR(def.camera.hfov, 75.178, 0.001);  // 60 degrees high
    CHECK(p->kind->world(p->set).navmesh.open_doors);
    played_close(p);
    p = play_line("rxr", "\"n\", \"m\", \"g\"", 0);
    CHECK_NEAR(played_fact(p, "max_steps"), 20, 0);
    played_close(p);
    p = play_line("r2r", "\"n\", \"m\", \"n\"", 120);  // to and fro
    CHECK_NEAR(played_fact(p, "max_steps"), 120, 0);
    CHECK_NEAR(played_fact(p, "viewpoints"), 2, 0);
    CHECK_NEAR(played_fact(p, "reference"), 3, 0);
    CHECK_NEAR(played_fact(p, "reference.2"), 0, 0);
    for (int i = 1; i <= 120; i++) {
        played_act(p, WEND_ACTION_LEFT);
        CHECK(p->verdict.done == (i == 120));
    }
    CHECK_NEAR(played_fact(p, "path"), 1, 0);
    played_close(p);
}

// ---- in continuous space ------------------------------------------------------------------------

// From (1, 0, 2) looking along +x, by the places of a reference to its end.
static const char* write_places(const char* places) {
    static char text[2048];
    snprintf(text, sizeof text,
             "{\"episodes\": [{\"episode_id\": 1, \"trajectory_id\": 2, \"scene_id\": "
             "\"floor.glb\", \"start_position\": [1, 0, 2], \"start_rotation\": [0, "
             "-0.7071067811865476, 0, 0.7071067811865476], \"info\": {\"geodesic_distance\": 8}, "
             "\"goals\": [{\"position\": [4, 0, 2], \"radius\": 3.0}], \"instruction\": "
             "{\"instruction_text\": \"Go.\", \"instruction_tokens\": [5]}, \"reference_path\": "
             "[%s]}], \"instruction_vocab\": {}}",
             places);
    return played_write("ce.json", text);
}

static played_task* play_positions(const char* places, bool rewarded) {
    wend_error error;
    played_task* p = played_open(&(played_def){.task = "r2r-ce",
                                               .rules = "paper",
                                               .episodes = write_places(places),
                                               .scene = played_floor(),
                                               .rewarded = rewarded});
    CHECK_OK(played_begin(p, 0, &error));
    return p;
}

static void check_position(played_task* p, int index, double x, double z) {
    char key[32];
    snprintf(key, sizeof key, "reference.%d.0", index);
    CHECK_NEAR(played_fact(p, key), x, 2e-3);
    snprintf(key, sizeof key, "reference.%d.2", index);
    CHECK_NEAR(played_fact(p, key), z, 2e-3);
}

// 1.1 m along x, 0.6 m along z and 2 m back: what is left of a piece counts for the next.
TEST(a_reference_is_sampled_in_equal_steps_around_its_corners) {
    played_task* p = play_positions("[1, 0, 2], [2.1, 0, 2], [2.1, 0, 2.6], [0.1, 0, 2.6]", false);
    CHECK_NEAR(played_fact(p, "reference"), 15, 0);  // 3.7 m
    check_position(p, 0, 1, 2);
    check_position(p, 1, 1.25, 2);
    check_position(p, 4, 2, 2);
    check_position(p, 5, 2.1, 2.15);
    check_position(p, 6, 2.1, 2.4);
    check_position(p, 7, 2.05, 2.6);
    check_position(p, 14, 0.3, 2.6);
    played_close(p);
}

TEST(repeated_reference_points_add_nothing_and_unreachable_ones_are_joined_straight) {
    played_task* p =
        play_positions("[1, 0, 2], [1, 0, 2], [1.5, 0, 2], [1.5, 0, 2], [2, 0, 2]", false);
    CHECK_NEAR(played_fact(p, "reference"), 5, 0);
    for (int i = 0; i < 5; i++) check_position(p, i, 1 + 0.25 * i, 2);
    played_close(p);
    p = play_positions("[1, 0, 2], [1, 0, 42], [4, 0, 2]", false);
    CHECK_NEAR(played_fact(p, "reference"), 1 + floor((40 + hypot(3, 40)) / 0.25), 0);
    check_position(p, 80, 1, 22);
    check_position(p, 160, 1, 42);
    played_close(p);
    p = play_positions("[1, 0, 2], [1, 40, 2], [4, 0, 2]", false);
    check_position(p, 80, 1, 2);
    CHECK_NEAR(played_fact(p, "reference.80.1"), 20, 1e-3);
    played_close(p);
}

// To a place out of reach and back, in steps of 0.25 m.
TEST(a_reference_of_a_thousand_positions_is_logged_and_a_longer_one_refused) {
    wend_error error = {0};
    played_task* p = play_positions("[1, 0, 2], [1, 0, 126.875], [1, 0, 2]", false);
    CHECK_NEAR(played_fact(p, "reference"), 1000, 0);
    check_position(p, 999, 1, 2);
    played_close(p);
    p = play_positions("[1, 0, 2], [1, 0, 127], [1, 0, 2]", false);
    CHECK_INT(p->kind->facts(p->set, 0, p->sim, p->state, p->facts, sizeof p->facts, &error),
              WEND_LIMIT);
    CHECK_HAS(error.message, "longer than 1000 steps");
    played_close(p);
}

TEST(success_ends_at_exactly_three_metres_and_rewards_need_fields) {
    for (int rewarded = 0; rewarded < 2; rewarded++) {
        played_task* p = play_positions("[1, 0, 2], [4, 0, 2]", rewarded);
        CHECK_NEAR(played_fact(p, "max_steps"), 500, 0);
        played_act(p, WEND_ACTION_LEFT);
        CHECK_NEAR(p->verdict.reward, rewarded ? -0.01 : 0, 1e-6);
        played_act(p, WEND_ACTION_STOP);
        CHECK_NEAR(p->verdict.reward, rewarded ? 2.49 : 0, 1e-5);
        CHECK(p->verdict.done && !p->verdict.timed_out);
        played_close(p);
    }
}

static void check_refused(const char* episodes, const char* said) {
    wend_error error = {0};
    played_task* p = played_open(&(played_def){
        .task = "r2r-ce", .rules = "paper", .episodes = episodes, .scene = played_floor()});
    CHECK_INT(played_begin(p, 0, &error), WEND_FORMAT);
    CHECK_HAS(error.message, said);
    played_close(p);
}

TEST(goals_out_of_reach_or_missing_are_errors_of_the_episode) {
    check_refused(write_places("[1, 0, 2], [60, 0, 2]"), "60.00, 0.00, 2.00 cannot be reached");
    check_refused(
        played_write("hidden.json",
                     "{\"episodes\": [{\"episode_id\": 1, \"trajectory_id\": 2, \"scene_id\": "
                     "\"floor.glb\", \"start_position\": [1, 0, 2], \"start_rotation\": [0, 0, 0, "
                     "1], \"instruction\": {\"instruction_text\": \"Go.\", "
                     "\"instruction_tokens\": [5]}}], \"instruction_vocab\": {}}"),
        "it has no goal, as in test splits");
}

TEST(instructions_are_played_for_at_most_5000_steps_in_space_and_120_on_graphs) {
    const char* const tasks[] = {"r2r-ce", "rxr-ce", "r2r", "rxr", "ir2r"};
    for (int i = 0; i < 5; i++) {
        wend_error error = {0};
        wend_task* task;
        wend_task_def def = wend_task_default_def();
        int most = i < 2 ? 5000 : 120;
        char said[64];
        def.max_steps = most + 1;
        CHECK_INT(wend_task_load(wend_task_find(tasks[i]), write_places("[1, 0, 2], [4, 0, 2]"),
                                 &def, &task, &error),
                  WEND_ARGUMENT);
        snprintf(said, sizeof said, "%d steps; this task plays at most %d", most + 1, most);
        CHECK_HAS(error.message, said);
        def.max_steps = most;
        wend_status status = wend_task_load(
            wend_task_find(tasks[i]), write_places("[1, 0, 2], [4, 0, 2]"), &def, &task, &error);
        CHECK_INT(status, i < 2 ? WEND_OK : WEND_FORMAT);
        if (i > 1) CHECK_HAS(error.message, "positions and no viewpoints");
        if (i < 2) wend_task_destroy(task);
    }
}

// From (1, 0, 2) looking along +x to a goal at x = 9.
static played_task* play_floor(const char* task, const char* rules, const char* height,
                               int max_steps) {
    char text[2048];
    wend_error error;
    snprintf(text, sizeof text,
             "{\"episodes\": [{\"episode_id\": 1, \"trajectory_id\": 2, \"scene_id\": "
             "\"floor.glb\", \"start_position\": [1, 0, 2], \"start_rotation\": [0, "
             "-0.7071067811865476, 0, 0.7071067811865476], \"info\": {\"geodesic_distance\": 8}, "
             "\"goals\": [{\"position\": [9, %s, 2], \"radius\": 3.0}], \"instruction\": "
             "{\"instruction_text\": \"Go.\", \"instruction_tokens\": [5]}, \"reference_path\": "
             "[[1, 0, 2], [5, 0, 2], [9, %s, 2]]}], \"instruction_vocab\": {}}",
             height, height);
    played_task* p = played_open(&(played_def){.task = task,
                                               .rules = rules,
                                               .episodes = played_write("ce.json", text),
                                               .scene = played_floor(),
                                               .rewarded = true,
                                               .max_steps = max_steps});
    CHECK_OK(played_begin(p, 0, &error));
    return p;
}

TEST(in_continuous_space_stop_is_rewarded_up_to_three_metres_from_the_goal) {
    for (int near = 0; near < 2; near++) {
        played_task* p = play_floor("r2r-ce", "paper", "0", 0);
        CHECK_NEAR(played_fact(p, "shortest"), 8, 1e-3);
        CHECK_NEAR(played_fact(p, "nearest"), 8, 1e-3);
        played_drive(p, near ? 5.01f : 4.99f);
        CHECK_NEAR(p->verdict.reward, 4.99, 0.06);
        CHECK(!p->verdict.done);
        played_act(p, WEND_ACTION_STOP);
        CHECK(p->verdict.done && !p->verdict.timed_out);
        CHECK_NEAR(p->verdict.reward, (near ? 2.5 : 0) - 0.01, 1e-5);
        CHECK_NEAR(played_fact(p, "distance"), near ? 2.99 : 3.01, 1e-3);
        CHECK_NEAR(played_fact(p, "stopped"), 1, 0);
        played_close(p);
    }
}

TEST(the_minimum_distance_to_the_goal_is_kept) {
    played_task* p = play_floor("r2r-ce", "paper", "0", 0);
    played_act(p, WEND_ACTION_FORWARD);
    CHECK_NEAR(p->verdict.reward, 0.24, 0.02);
    CHECK_NEAR(played_fact(p, "distance"), 7.75, 1e-3);
    CHECK_NEAR(played_fact(p, "nearest"), 7.75, 1e-3);
    played_drive(p, 5.75f);
    for (int i = 0; i < 12; i++) played_act(p, WEND_ACTION_LEFT);
    CHECK_NEAR(p->verdict.reward, -0.01, 1e-6);
    played_drive(p, 3);
    CHECK_NEAR(played_fact(p, "nearest"), 2, 1e-3);
    CHECK_NEAR(played_fact(p, "distance"), 5, 1e-3);
    // 0.25 m apart, both ends of 8 m included.
    CHECK_NEAR(played_fact(p, "reference"), 33, 0);
    CHECK_NEAR(played_fact(p, "reference.1.0"), 1.25, 1e-4);
    CHECK_NEAR(played_fact(p, "reference.1.1"), 0, 0.05);
    CHECK_NEAR(played_fact(p, "reference.1.2"), 2, 1e-4);
    CHECK_NEAR(played_fact(p, "reference.32.0"), 9, 1e-3);
    CHECK_NEAR(played_fact(p, "goal"), 3, 0);
    CHECK_NEAR(played_fact(p, "goal.2"), 2, 1e-6);
    played_close(p);
}

TEST(in_continuous_space_an_episode_ends_at_the_step_limit_unless_it_stops) {
    for (int stop = 0; stop < 2; stop++) {
        played_task* p = play_floor("rxr-ce", "paper", "0", 2);
        played_act(p, WEND_ACTION_LEFT);
        CHECK(!p->verdict.done);
        played_act(p, stop ? WEND_ACTION_STOP : WEND_ACTION_LEFT);
        CHECK(p->verdict.done);
        CHECK_INT(p->verdict.timed_out, !stop);
        played_close(p);
    }
}

TEST(official_continuous_distances_are_habitats) {
    played_task* p = play_floor("r2r-ce", "official", "0.75", 0);
    CHECK_NEAR(played_fact(p, "shortest"), hypot(8, 0.75), 1e-3);
    CHECK_HAS(p->facts, "\"rules\": \"official\"");
    played_drive(p, 5);
    CHECK_NEAR(played_fact(p, "distance"), hypot(3, 0.75), 1e-3);
    CHECK_NEAR(played_fact(p, "nearest"), hypot(3, 0.75), 1e-3);
    played_act(p, WEND_ACTION_STOP);
    CHECK_NEAR(p->verdict.reward, -0.01, 1e-5);
    played_close(p);
    p = play_floor("r2r-ce", "paper", "0.75", 0);
    CHECK_NEAR(played_fact(p, "shortest"), 8, 1e-3);
    CHECK_HAS(p->facts, "\"rules\": \"paper\"");
    played_close(p);
}

TEST(agents_of_r2r_ce_and_rxr_ce_match_their_configurations) {
    const struct {
        const char* task;
        float eye, hfov, near, far, radius, height;
        int turns, width, rows;
        bool slide;
    } cases[] = {{"r2r-ce", 1.25f, 90, 0, 10, 0.1f, 1.5f, 24, 256, 256, true},
                 {"rxr-ce", 0.88f, 79, 0.5f, 5, 0.18f, 0.88f, 12, 640, 480, false}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        played_task* p = play_floor(cases[i].task, "paper", "0", 0);
        wend_sim_def def = p->kind->sim(p->set);
        wend_world_def world = p->kind->world(p->set);
        wend_observation o = {0};
        CHECK_NEAR(def.body.eye_height, cases[i].eye, 1e-6);
        CHECK_NEAR(def.body.step, 0.25, 1e-6);
        CHECK_INT(def.body.turns, cases[i].turns);
        CHECK_INT(def.body.slide, cases[i].slide);
        CHECK_INT(def.camera.width, cases[i].width);
        CHECK_INT(def.camera.height, cases[i].rows);
        CHECK_NEAR(def.camera.hfov, cases[i].hfov, 1e-6);
        CHECK_NEAR(def.camera.depth_min, cases[i].near, 1e-6);
        CHECK_NEAR(def.camera.depth_max, cases[i].far, 1e-6);
        CHECK_NEAR(world.navmesh.radius, cases[i].radius, 1e-6);
        CHECK_NEAR(world.navmesh.height, cases[i].height, 1e-6);
        CHECK(world.navmesh.open_doors);
        p->kind->observe(p->set, 0, p->sim, p->state, &o);
        CHECK_TEXT(o.goal.instruction, "Go.");
        CHECK_INT(p->kind->route(p->set, 0).count, 3);
        CHECK_NEAR(p->kind->goals(p->set, 0, p->state).items[0].x, 9, 0);
        CHECK_INT(p->kind->goals(p->set, 0, p->state).count, 1);
        played_close(p);
    }
}
