// Rewards in place of the task's, against values computed by hand.
#include "run/reward.h"
#include "task/building.h"
#include "task/played_task.h"

#include "wend/metrics.h"

typedef struct rewarded {
    played_task* p;
    reward* r;
} rewarded;

static reward_state state_of(const rewarded* g) {
    return (reward_state){g->p->set, g->p->index, g->p->sim, g->p->state};
}

static rewarded begin(played_task* p, const char* name) {
    wend_error error;
    rewarded g = {.p = p};
    CHECK_OK(played_begin(p, 0, &error));
    CHECK_OK(reward_create(name, p->kind, &g.r, &error));
    reward_state at = state_of(&g);
    CHECK_OK(reward_begin(g.r, &at, &error));
    return g;
}

static void end(rewarded* g) {
    reward_destroy(g->r);
    played_close(g->p);
}

static float value_of(rewarded* g, wend_action action) {
    wend_error error;
    reward_state at = state_of(g);
    played_do(g->p, action);
    CHECK_OK(reward_step(g->r, &at, &g->p->outcome, &g->p->verdict, &error));
    return g->p->verdict.reward;
}

static float act(rewarded* g, wend_action_kind kind) {
    return value_of(g, (wend_action){.kind = kind});
}

// From (1, 0, 2.1) looking along +x, on a floor of 12 x 4 m; steps of 0.25 m, turns of 15 degrees.
static rewarded on_floor(const char* places, const char* name) {
    static char text[2048];
    snprintf(text, sizeof text,
             "{\"episodes\": [{\"episode_id\": 1, \"trajectory_id\": 2, \"scene_id\": "
             "\"floor.glb\", \"start_position\": [1, 0, 2.1], \"start_rotation\": [0, "
             "-0.7071067811865476, 0, 0.7071067811865476], \"info\": {\"geodesic_distance\": 8}, "
             "\"goals\": [{\"position\": [4, 0, 2.1], \"radius\": 3.0}], \"instruction\": "
             "{\"instruction_text\": \"Go.\", \"instruction_tokens\": [5]}, \"reference_path\": "
             "[%s]}], \"instruction_vocab\": {}}",
             places);
    return begin(played_open(&(played_def){.task = "r2r-ce",
                                           .rules = "paper",
                                           .episodes = played_write("ce.json", text),
                                           .scene = played_floor()}),
                 name);
}

// In the corridor a0 - a1 - b0 - b1 - c0, 2 m from each to the next: from b0 to a0.
static rewarded in_hall(const char* name) {
    static char graphs[1024];
    building_write();
    snprintf(graphs, sizeof graphs, "%s", test_path("connectivity"));
    return begin(played_open(&(played_def){
                     .task = "r2r",
                     .rules = "paper",
                     .episodes = played_write("hall.json",
                                              "[{\"path_id\": 7, \"scan\": \"hall\", \"heading\": "
                                              "0, \"path\": [\"b0\", \"a1\", \"a0\"], "
                                              "\"distance\": 4, \"instructions\": [\"Go.\"]}]"),
                     .graphs = graphs}),
                 name);
}

// Moves to the neighbour at x.
static float go(rewarded* g, float x) {
    const wend_graph_world* world = wend_sim_graph(g->p->sim);
    wend_graph_candidates all = wend_graph_world_candidates(world, wend_sim_walker(g->p->sim).node);
    for (int i = 0; i < all.count; i++)
        if (fabsf(wend_graph_world_floor(world, all.items[i].node).x - x) < 0.01f)
            return value_of(g, (wend_action){.kind = WEND_ACTION_GO, .neighbour = i});
    test_fail(__FILE__, __LINE__, "no neighbour at %g", (double)x);
}

// Cells of 0.4 m: 1 m is in cell 2, 1.25 and 1.5 m in cell 3, 1.75 m in cell 4.
TEST(exploration_is_rewarded_for_each_new_cell_and_less_for_each_further_visit) {
    for (int counts = 0; counts < 2; counts++) {
        rewarded g =
            on_floor("[1, 0, 2.1], [4, 0, 2.1]", counts ? "count:cell=0.4" : "new-cells:cell=0.4");
        CHECK_NEAR(act(&g, WEND_ACTION_FORWARD), 0.09, 1e-6);
        CHECK_NEAR(act(&g, WEND_ACTION_FORWARD), -0.01, 1e-6);  // it stays in the cell
        CHECK_NEAR(act(&g, WEND_ACTION_FORWARD), 0.09, 1e-6);
        for (int i = 0; i < 12; i++) CHECK_NEAR(act(&g, WEND_ACTION_LEFT), -0.01, 1e-6);
        CHECK_NEAR(act(&g, WEND_ACTION_FORWARD), (counts ? 0.1 / sqrt(2) : 0) - 0.01, 1e-6);
        CHECK_NEAR(act(&g, WEND_ACTION_FORWARD), -0.01, 1e-6);
        CHECK_NEAR(act(&g, WEND_ACTION_FORWARD), (counts ? 0.1 / sqrt(2) : 0) - 0.01, 1e-6);
        for (int i = 0; i < 12; i++) act(&g, WEND_ACTION_LEFT);
        CHECK_NEAR(act(&g, WEND_ACTION_FORWARD), (counts ? 0.1 / sqrt(3) : 0) - 0.01, 1e-6);
        CHECK_NEAR(act(&g, WEND_ACTION_STOP), -0.01, 1e-6);
        wend_error error;
        reward_state at = state_of(&g);
        CHECK_OK(played_begin(g.p, 0, &error));
        at.state = g.p->state;
        CHECK_OK(reward_begin(g.r, &at, &error));
        CHECK_NEAR(act(&g, WEND_ACTION_FORWARD), 0.09, 1e-6);  // a new episode forgets
        end(&g);
    }
}

TEST(a_blocked_step_costs_more) {
    rewarded g = on_floor("[1, 0, 2.1], [4, 0, 2.1]", "count:cell=3");
    for (int i = 0; i < 12; i++) act(&g, WEND_ACTION_LEFT);
    float value = 0;
    for (int i = 0; i < 8 && !g.p->outcome.collided; i++) value = act(&g, WEND_ACTION_FORWARD);
    CHECK(g.p->outcome.collided);  // the end of the floor
    CHECK_NEAR(value, -0.04, 1e-6);
    end(&g);
}

// By default cells are those of the released code: a step of 0.25 m always enters another.
TEST(cells_are_an_eighth_of_a_metre_unless_the_options_say_so) {
    rewarded g = on_floor("[1, 0, 2.1], [4, 0, 2.1]", "new-cells");
    for (int i = 0; i < 8; i++) CHECK_NEAR(act(&g, WEND_ACTION_FORWARD), 0.09, 1e-6);
    end(&g);
}

// The path b0 has the distances 0, 2, 4 to the reference: DTW 6. b0 a1: 2. b0 a1 a0: 0. b0 b1: 8.
TEST(on_a_graph_the_gain_of_ndtw_is_that_of_the_viewpoints) {
    const double start = exp(-6.0 / 9), half = exp(-2.0 / 9);
    rewarded g = in_hall("ndtw");
    CHECK_NEAR(act(&g, WEND_ACTION_LEFT), 0, 0);
    CHECK_NEAR(go(&g, 2), half - start, 1e-6);
    CHECK_NEAR(go(&g, 0), 1 - half, 1e-6);
    CHECK_NEAR(act(&g, WEND_ACTION_STOP), 0, 0);
    end(&g);
    g = in_hall("ndtw:stop=2");
    CHECK_NEAR(go(&g, 2), half - start, 1e-6);
    CHECK_NEAR(go(&g, 0), 1 - half, 1e-6);
    CHECK_NEAR(act(&g, WEND_ACTION_STOP), 4, 1e-6);  // 2 (1 + 1)
    end(&g);
    g = in_hall("ndtw:stop=2");
    CHECK_NEAR(go(&g, 6), exp(-8.0 / 9) - start, 1e-6);
    CHECK_NEAR(act(&g, WEND_ACTION_STOP), -2, 1e-6);
    end(&g);
}

// Five points from 1 to 2 m: the start has the distances 0, 0.25, … 1 to them.
TEST(in_continuous_space_the_gains_of_ndtw_add_up_to_the_metric) {
    rewarded g = on_floor("[1, 0, 2.1], [2, 0, 2.1]", "ndtw");
    double sum = exp(-2.5 / 15), first = act(&g, WEND_ACTION_FORWARD);
    CHECK_NEAR(first, exp(-1.5 / 15) - sum, 1e-3);
    sum += first;
    wend_error error;
    wend_dtw* dtw;
    double path[8][3], reference[5][3], cost;
    int count = 0;
    wend_vec3 feet = wend_sim_pose(g.p->sim).feet;
    for (int i = 0; i < 2; i++, count++)  // the start and the first step
        path[count][0] = i ? (double)feet.x : 1, path[count][1] = (double)feet.y,
        path[count][2] = 2.1f;
    for (int i = 0; i < 6; i++) {
        sum += (double)act(&g, i == 1 || i == 4 ? WEND_ACTION_LEFT : WEND_ACTION_FORWARD);
        feet = wend_sim_pose(g.p->sim).feet;
        if (i == 1 || i == 4) continue;
        path[count][0] = (double)feet.x, path[count][1] = (double)feet.y;
        path[count++][2] = (double)feet.z;
    }
    for (int i = 0; i < 15; i++) {
        char key[32];
        snprintf(key, sizeof key, "reference.%d.%d", i / 3, i % 3);
        reference[i / 3][i % 3] = played_fact(g.p, key);
    }
    CHECK_OK(wend_dtw_create(&dtw, &error));
    wend_path a = {.points = path, .count = count};
    wend_path b = {.points = reference, .count = 5};
    CHECK_OK(wend_dtw_cost(dtw, &a, &b, &cost, &error));
    CHECK_NEAR(sum, wend_dtw_normalize(cost, 5, 3), 1e-4);
    CHECK(sum < 0.99);  // it went past the end
    wend_dtw_destroy(dtw);
    end(&g);
}

static void check_refused(const char* name, const char* task, const char* said) {
    wend_error error = {0};
    reward* r;
    CHECK_INT(reward_create(name, wend_task_find(task), &r, &error), WEND_ARGUMENT);
    CHECK(!r);
    CHECK_HAS(error.message, said);
}

TEST(an_unknown_reward_or_option_and_a_task_without_a_reference_are_refused) {
    wend_error error;
    reward* r;
    check_refused("cuont", "multion", "there is no reward 'cuont' (did you mean 'count'?)");
    check_refused("count:cel=1", "multion", "reward count");
    check_refused("count:cell=0", "multion", "cell");
    check_refused("task:cell=1", "multion", "reward task");
    check_refused("ndtw", "multion", "task multion has no reference path");
    CHECK_OK(reward_create("task", wend_task_find("multion"), &r, &error));
    CHECK(!r);
    CHECK_OK(reward_create(NULL, wend_task_find("multion"), &r, &error));
    CHECK(!r);
}

static wend_status create_and_visit(void* context, wend_error* error) {
    rewarded* g = context;
    wend_outcome outcome = {0};
    wend_verdict verdict = {0};
    reward_state at = state_of(g);
    WEND_TRY(reward_create("count", g->p->kind, &g->r, error));
    wend_status status = reward_begin(g->r, &at, error);
    if (status == WEND_OK) status = reward_step(g->r, &at, &outcome, &verdict, error);
    reward_destroy(g->r);
    return status;
}

TEST(a_reward_survives_every_failing_allocation) {
    rewarded g = in_hall("count");
    reward_destroy(g.r);
    test_each_allocation(create_and_visit, &g, 20);
    played_close(g.p);
}
