// The agent graph-map: its memory of viewpoints, its plans, and the real benchmark.
#include <math.h>

#include "agent/learned/graph_planner.h"
#include "test.h"

#include "wend/metrics.h"
#include "wend/run.h"

// A triangle of viewpoints and one behind it; metres east and north.
enum { PLACES = 4 };
static const char* const names[PLACES] = {"a", "b", "c", "d"};
static const float places[PLACES][2] = {{0, 0}, {3, 0}, {0, 4}, {3, 5}};
static const bool joined[PLACES][PLACES] = {{0, 1, 1, 0}, {1, 0, 1, 0}, {1, 1, 0, 1}, {0, 0, 1, 0}};

// What an agent observes at a place, facing a view.
static wend_observation observe(int place, int view, wend_neighbour* ways) {
    wend_observation o = {.graph = {.viewpoint = names[place], .neighbours = ways, .view = view}};
    o.goal.instruction = "go left past the bed";
    for (int k = 0; k < PLACES; k++) {
        if (!joined[place][k]) continue;
        float x = places[k][0] - places[place][0], y = places[k][1] - places[place][1];
        float right = atan2f(x, y);  // of north
        int nearest = (int)lroundf(right / (float)(WEND_PI / 6)) + 12;
        ways[o.graph.neighbour_count++] = (wend_neighbour){
            .viewpoint = names[k],
            .heading =
                remainderf((float)(view % 12) * (float)(WEND_PI / 6) - right, (float)(2 * WEND_PI)),
            .elevation = 0.1f * (float)k,
            .distance = hypotf(x, y),
            .view = 12 + nearest % 12};
    }
    return o;
}

static follower* make_follower(void) {
    static const char words[] = "go\0left\0bed\0kitchen\0door\0past\0the\0stop";
    follower_def def = follower_default_def();
    follower* f;
    wend_error error;
    def.embedding = def.text = def.view = 8;
    def.hidden = 16;
    CHECK_OK(follower_create(&def, words, 8, 5, &f, &error));
    return f;
}

static void see(view_memory* m, const follower* f, int place, int view) {
    wend_neighbour ways[PLACES];
    view_words words = {0};
    wend_error error;
    wend_observation o = observe(place, view, ways);
    CHECK_OK(view_memory_observe(m, &f->words, &words, &o, &error));
    CHECK_INT(m->here.view, view);
    view_words_destroy(&words);
}

TEST(a_remembered_viewpoint_looks_as_it_does_from_any_side) {
    follower* f = make_follower();
    view_memory m = {0};
    view_words words = {0};
    wend_error error;
    for (int place = 0; place < PLACES; place++) see(&m, f, place, 12 + 5 * place % 12);
    see(&m, f, 1, 3);
    CHECK_INT((int)m.nodes.count, PLACES);
    CHECK_INT(m.here.node, 1);
    for (int place = 0; place < PLACES; place++)
        for (int view = 0; view < 36; view++) {
            wend_neighbour ways[PLACES];
            wend_observation o = observe(place, view, ways);
            view_input real, remembered;
            CHECK_OK(view_input_read(&f->words, &words, true, &o, &real, &error));
            view_memory_look(&m, &(view_memory_pose){place, view}, &remembered);
            CHECK_INT(remembered.count, real.count);
            for (int i = 0; i < real.count; i++) {
                CHECK_INT(remembered.sector[i], real.sector[i]);
                for (int g = 0; g < VIEW_GEOMETRY; g++)
                    CHECK_NEAR(remembered.geometry[i][g], real.geometry[i][g], 1e-5);
                view_memory_pose next = view_memory_go(&m, &(view_memory_pose){place, view}, i);
                CHECK_TEXT(names[next.node], ways[i].viewpoint);
                CHECK_INT(next.view, ways[i].view);
            }
            for (int k = 0; k < VIEW_SECTORS; k++)
                for (int i = 0; i < 4; i++)
                    CHECK_NEAR(remembered.angle[k][i], real.angle[k][i], 1e-6);
        }
    view_memory_destroy(&m);
    follower_destroy(f);
}

// The log probability of a plan, step by step, after the first `walked` steps.
static double replay(const follower* f, const view_memory* m, const plan_path* plan, int walked) {
    int32_t text[WORD_TABLE_MAX_READ];
    int length = word_table_read(&f->words, "go left past the bed", text);
    tape t = {0};
    follower_run run;
    double sum = 0;
    tape_begin(&t, &f->p, NULL);
    follower_begin(f, &t, 1, text, &length, &run);
    for (int k = 0; k < plan->count + plan->stops; k++) {
        view_input view;
        const view_input* views[1] = {&view};
        graph_step s;
        view_memory_look(m, &plan->poses[k], &view);
        follower_forward(f, &t, &run, views, &s);
        const float* logits = tape_value(&t, s.logits);
        double total = 0;
        for (int i = 0; i <= s.count; i++) total += exp((double)logits[i]);
        int32_t taken = k < plan->count ? plan->taken[k] : s.count;
        if (k >= walked) sum += (double)logits[taken] - log(total);
        if (k < plan->count) follower_take(&t, &run, &s, &taken);
    }
    tape_destroy(&t);
    return sum;
}

TEST(plans_stop_in_the_memory_or_leave_it_and_continue_the_path_so_far) {
    follower* f = make_follower();
    view_memory m = {0};
    wend_error error;
    for (int place = 0; place < 3; place++) see(&m, f, place, 12);  // d was never visited
    for (int leaves = 0; leaves < 2; leaves++)
        for (int steps = 0; steps < 2; steps++) {
            graph_planner p = {.f = f, .beam = 4, .explore = leaves ? 0 : 1};
            plan_path walked = {.poses = {{0, 12}}}, plan;
            CHECK_OK(graph_planner_create(&p, &error));
            if (steps) {
                walked.taken[0] = 1;
                walked.poses[1] = view_memory_go(&m, &walked.poses[0], 1);
                walked.count = 1;
            }
            CHECK_OK(graph_planner_plan(&p, &m, "go left past the bed", &walked, &plan, &error));
            CHECK(plan.stops == !leaves);
            CHECK(plan.count >= walked.count);
            if (steps) CHECK_INT(plan.taken[0], 1);
            CHECK((plan.poses[plan.count].node < 0) == leaves);
            CHECK_NEAR(plan.logp, replay(f, &m, &plan, walked.count), 1e-4);
            // Every end has the probability of its path, and none is more probable.
            for (size_t i = 0; i < p.ends.count; i++) {
                const plan_path* e = &p.ends.items[i];
                CHECK_NEAR(e->logp, replay(f, &m, e, walked.count), 3e-6);
                CHECK(e->stops != plan.stops || e->logp <= plan.logp);
            }
            graph_planner_destroy(&p);
        }
    view_memory_destroy(&m);
    follower_destroy(f);
}

static double mean_of(const char* agent, const char* task, const char* column) {
    wend_error error;
    wend_run_summary summary;
    wend_log_set log;
    wend_score_table table;
    char out[512];
    double mean = -1;
    wend_run_def def = wend_run_default_def();
    snprintf(out, sizeof out, "%s", test_path(task));
    def.play.task = task;
    def.play.episodes = test_data("r2r/R2R_val_seen.json");
    def.play.graphs = test_data("mp3d/connectivity");
    def.play.observations = test_data("mp3d/captions");
    def.agent = agent;
    def.out = out;
    def.threads = 1;
    def.limit = 40;
    CHECK_OK(wend_run(&def, &summary, &error));
    CHECK_OK(wend_log_read(out, &log, &error));
    CHECK_OK(wend_score_compute(&log, out, &table, &error));
    CHECK_INT(table.rows, 40);
    for (int c = 0; c < table.columns; c++)
        if (strcmp(table.names[c], column) == 0) mean = table.means[c].mean;
    wend_score_destroy(&table);
    wend_log_destroy(&log);
    return mean;
}

TEST(graph_map_follows_real_instructions_and_tours) {
    CHECK(mean_of("graph-map", "r2r", "success") > 0.35);
    CHECK(mean_of("graph-map:memory=tour,beam=4", "ir2r", "success") > 0.35);
}

TEST(bad_options_of_graph_map_are_named) {
    static const char* const options[][2] = {{"graph-map:beam=0", "beam"},
                                             {"graph-map:beam=33", "beam"},
                                             {"graph-map:explore=2", "explore"},
                                             {"graph-map:memory=life", "memory"},
                                             {"graph-map:weights=none.safetensors", "none.safe"}};
    wend_error error;
    wend_agent* agent;
    for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
        CHECK(wend_agent_create(options[i][0], NULL, &agent, &error) != WEND_OK);
        CHECK_HAS(error.message, options[i][1]);
    }
}
