// The rules of instruction following at their boundaries, by hand.
#include "base/text.h"
#include "task/played_task.h"
#include "test.h"

#include "wend/observation.h"

// ---- on a graph ---------------------------------------------------------------------------------

// A line g - m - n - o with g at x = 0 and the others 2.5, 3 and 3.1 m from it along the edges.
enum { LINE = 4 };
static const double line_at[LINE] = {0, 2.5, 3, 3.1};
static const char* const line_names[LINE] = {"g", "m", "n", "o"};

static void write_line(void) {
    wend_error error;
    text_out graph = {0};
    for (int i = 0; i < LINE; i++) {
        text_put(&graph, "%s{\"image_id\": \"%s\", \"included\": true, \"height\": 1.5, ",
                 i ? ", " : "[", line_names[i]);
        text_put(&graph, "\"pose\": [1,0,0,%g, 0,1,0,0, 0,0,1,1.5, 0,0,0,1]", line_at[i]);
        for (int list = 0; list < 2; list++) {
            text_put(&graph, ", \"%s\": [", list ? "visible" : "unobstructed");
            for (int j = 0; j < LINE; j++)
                text_put(&graph, "%s%s", j ? "," : "", abs(i - j) == 1 ? "true" : "false");
            text_put(&graph, "]");
        }
        text_put(&graph, "}");
    }
    text_put(&graph, "]");
    CHECK_OK(text_save(&graph, test_path("connectivity/line_connectivity.json"), &error));
    text_destroy(&graph);
}

// From `start` to g; the graph lies in the test's folder.
static played_task* play_line(const char* task, const char* path, int max_steps) {
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
                                               .rules = "paper",
                                               .episodes = played_write("line.json", text),
                                               .graphs = graphs,
                                               .max_steps = max_steps});
    CHECK_OK(played_begin(p, 0, &error));
    return p;
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

TEST(on_a_graph_progress_is_rewarded_along_the_edges) {
    played_task* p = play_line("r2r", "\"n\", \"m\", \"g\"", 0);
    wend_graph_candidates ways =
        wend_graph_world_candidates(wend_sim_graph(p->sim), wend_sim_walker(p->sim).node);
    CHECK_INT(ways.count, 2);
    double rewards = 0;
    for (int way = 0; way < 2; way++) {  // one leads to m, half a metre nearer, one to o
        wend_error error;
        CHECK_OK(played_begin(p, 0, &error));
        played_do(p, (wend_action){.kind = WEND_ACTION_GO, .way = way});
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

// ---- in continuous space ------------------------------------------------------------------------

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

TEST(the_nearest_the_body_came_to_the_goal_is_kept_when_it_goes_on) {
    played_task* p = play_floor("r2r-ce", "paper", "0", 0);
    played_drive(p, 6);
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

TEST(bodies_of_r2r_and_rxr_in_continuous_space_are_those_of_their_configurations) {
    const struct {
        const char* task;
        float eye, hfov, near, far, radius, height;
        int turns, width, rows;
        bool slide;
    } cases[] = {{"r2r-ce", 1.25f, 90, 0, 10, 0.1f, 1.5f, 24, 256, 256, true},
                 {"rxr-ce", 0.88f, 79, 0.5f, 5, 0.18f, 0.88f, 12, 640, 480, false}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        played_task* p = play_floor(cases[i].task, "paper", "0", 0);
        wend_sim_def def = p->kind->sim(p->book);
        wend_world_def world = p->kind->world(p->book);
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
        p->kind->observe(p->book, 0, p->sim, p->state, &o);
        CHECK_TEXT(o.instruction, "Go.");
        CHECK_INT(p->kind->route(p->book, 0).count, 3);
        CHECK_NEAR(p->kind->goals(p->book, 0, p->state).items[0].x, 9, 0);
        played_close(p);
    }
}
