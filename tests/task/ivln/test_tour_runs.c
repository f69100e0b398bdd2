#include <unistd.h>

#include "task/building.h"
#include "task/home.h"

#include "wend/files.h"
#include "wend/metrics.h"
#include "wend/run.h"

// ---- a corridor: a0 a1 b0 b1 c0, 2 m from each to the next --------------------------------------

#define PATH(id, from, to)                                                               \
    "{\"path_id\": " id ", \"scan\": \"hall\", \"heading\": 0, \"path\": [" from ", " to \
    "], \"distance\": 2, \"instructions\": [\"Go on.\"]}"

static const char* const hall = "[" PATH("1", "\"a0\"", "\"a1\"") ", " PATH(
    "2", "\"b1\"", "\"c0\"") ", " PATH("3", "\"b0\"", "\"b1\"") "]";

static char episodes[1024], graphs[1024], tours[1024];

static wend_run_def hall_run(const char* agent, const char* tours_json, const char* log) {
    static char out[2][1024];
    static int turn;
    wend_error error;
    wend_run_def def = wend_run_default_def();
    building_write();
    snprintf(episodes, sizeof episodes, "%s", test_path("hall.json"));
    snprintf(graphs, sizeof graphs, "%s", test_path("connectivity"));
    snprintf(tours, sizeof tours, "%s", test_path("tours.json"));
    turn = !turn;
    snprintf(out[turn], sizeof out[turn], "%s", test_path(log));
    CHECK_OK(wend_file_write(episodes, hall, strlen(hall), &error));
    CHECK_OK(wend_file_write(tours, tours_json, strlen(tours_json), &error));
    def.play.task = "ir2r";
    def.agent = agent;
    def.play.episodes = episodes;
    def.play.graphs = graphs;
    def.play.tours = tours;
    def.out = out[turn];
    def.threads = 1;
    return def;
}

static wend_score_table play(const wend_run_def* def, wend_log_set* log) {
    wend_error error;
    wend_run_summary summary;
    wend_score_table table;
    CHECK_OK(wend_run(def, &summary, &error));
    CHECK_OK(wend_log_read(def->out, log, &error));
    CHECK_OK(wend_score_compute(log, def->out, &table, &error));
    return table;
}

// Stays where it is, and writes down what happens to it.
typedef struct diary {
    char text[512];
} diary;

static diary kept;

static void note(const char* words, const char* more) {
    size_t used = strlen(kept.text);
    snprintf(kept.text + used, sizeof kept.text - used, "%s%s ", words, more);
}

static wend_status stay_reset(void* state, const wend_agent_episode* episode, wend_error* error) {
    (void)state;
    (void)error;
    char which[32];
    snprintf(which, sizeof which, "%d/%d", episode->tour_number, episode->tour_count);
    note(episode->continues ? "on:" : "new:", which);
    return WEND_OK;
}

static wend_status stay_act(void* state, const wend_observation* o, wend_action* action,
                            wend_error* error) {
    (void)state;
    (void)action;
    (void)error;
    note("at:", o->graph.viewpoint);
    return WEND_OK;
}

static wend_status stay_watch(void* state, const wend_observation* o, wend_action led,
                              wend_error* error) {
    (void)state;
    (void)error;
    CHECK_INT(led.kind, WEND_ACTION_GO);
    note("led:", o->graph.neighbours[led.neighbour].viewpoint);
    return WEND_OK;
}

static const wend_agent_kind stayer = {
    .name = "stayer", .reset = stay_reset, .act = stay_act, .watch = stay_watch};

TEST(the_oracle_guides_an_agent_to_goal_and_next_start_with_observations) {
    wend_log_set log;
    wend_run_def def =
        hall_run("stayer", "{\"s\": {\"hall\": [[\"1_0\", \"2_0\"], [\"3_0\"]]}}", "hall.wlog");
    def.custom = &stayer;
    wend_score_table table = play(&def, &log);
    CHECK_TEXT(kept.text,
               "new:0/2 at:a0 led:a1 led:b0 led:b1 on:1/2 at:b1 led:c0 new:0/1 at:b0 led:b1 ");
    CHECK_TEXT(log.records[0].to_goal, "W");
    CHECK_TEXT(log.records[0].to_start, "WW");
    CHECK_TEXT(log.records[1].to_goal, "W");
    CHECK_TEXT(log.records[1].to_start, "");
    // Each reference of two points is 2 m off at its second: exp(-4 / (4 * 3)), exp(-2 / (2 * 3)).
    CHECK_INT(table.tour_count, 2);
    CHECK_NEAR(table.tours[0].ndtw, exp(-1.0 / 3), 1e-9);
    CHECK_NEAR(table.tours[1].ndtw, exp(-1.0 / 3), 1e-9);
    CHECK_NEAR(table.tour_ndtw.mean, exp(-1.0 / 3), 1e-9);
    wend_score_destroy(&table);
    wend_log_destroy(&log);
}

TEST(a_tour_that_was_cut_off_is_played_from_its_start_and_ends_with_the_same_bytes) {
    wend_error error;
    wend_log_set log;
    wend_run_summary summary;
    wend_file_bytes whole, again;
    const char* one_tour = "{\"s\": {\"hall\": [[\"1_0\", \"3_0\", \"2_0\"]]}}";
    wend_run_def def = hall_run("stayer", one_tour, "whole.wlog");
    def.custom = &stayer;
    wend_score_table table = play(&def, &log);
    wend_score_destroy(&table);
    wend_log_destroy(&log);
    CHECK_OK(wend_file_read(def.out, &whole, &error));
    // The header and the first episode.
    const char* end = strchr(strchr(whole.data, '\n') + 1, '\n') + 1;
    def = hall_run("stayer", one_tour, "cut.wlog");
    def.custom = &stayer;
    CHECK_OK(wend_file_write(def.out, whole.data, (size_t)(end - whole.data), &error));
    memset(&kept, 0, sizeof kept);
    CHECK_OK(wend_run(&def, &summary, &error));
    CHECK_INT(summary.resumed, 1);
    CHECK_INT(summary.played, 2);
    CHECK_HAS(kept.text, "new:0/3 at:a0");
    CHECK_OK(wend_file_read(def.out, &again, &error));
    CHECK_INT(again.size, whole.size);
    CHECK(memcmp(again.data, whole.data, whole.size) == 0);
    wend_file_bytes_destroy(&whole);
    wend_file_bytes_destroy(&again);
}

TEST(tours_that_do_not_fit_the_episodes_are_refused) {
    wend_error error;
    wend_run_summary summary;
    wend_run_def def = hall_run("random", "{\"s\": {\"hall\": [[\"1_0\", \"9_0\"]]}}", "x.wlog");
    CHECK_INT(wend_run(&def, &summary, &error), WEND_FORMAT);
    CHECK_HAS(error.message, "has 2 episodes, 1 of them are there");
    def = hall_run("random", "{\"s\": {\"hall\": [[\"8_0\", \"9_0\"]]}}", "x.wlog");
    CHECK_INT(wend_run(&def, &summary, &error), WEND_FORMAT);
    CHECK_HAS(error.message, "no tour has its episodes");
    def = hall_run("random", "{\"s\": {\"hall\": [[\"1_0\", \"1_0\"]]}}", "x.wlog");
    CHECK_INT(wend_run(&def, &summary, &error), WEND_FORMAT);
    CHECK_HAS(error.message, "two episodes have the id 1_0");
}

static wend_status load_hall(const char* rules, const char* tours_json, wend_task** task,
                             wend_error* error) {
    wend_run_def run = hall_run("random", tours_json, "unused.wlog");
    wend_task_def def = wend_task_default_def();
    def.rules = rules;
    def.graphs = run.play.graphs;
    def.tours = run.play.tours;
    return wend_task_load(wend_task_find("ir2r"), run.play.episodes, &def, task, error);
}

// Only what is in tours is played, in their order; tours of other buildings do not matter.
TEST(episodes_are_played_in_the_order_of_their_tours) {
    wend_error error = {0};
    wend_task* task;
    CHECK_OK(load_hall("paper",
                       "{\"s\": {\"attic\": [[\"77_0\"]], \"hall\": [[\"3_0\", \"1_0\"]]}}", &task,
                       &error));
    const wend_task_kind* kind = wend_task_find("ir2r");
    const void* set = wend_task_get(task);
    const char* const ids[2] = {"3_0", "1_0"};
    CHECK_INT(kind->count(set), 2);
    for (int i = 0; i < 2; i++) {
        CHECK_TEXT(kind->episode(set, i).id, ids[i]);
        CHECK_INT(kind->tour(set, i).number, i);
        CHECK_INT(kind->tour(set, i).count, 2);
        CHECK_TEXT(kind->tour(set, i).id, kind->tour(set, 0).id);
    }
    wend_task_destroy(task);
}

TEST(facts_of_a_tour_have_its_number_and_the_index_of_the_episode) {
    wend_run_def run = hall_run("random", "{\"s\": {\"hall\": [[\"3_0\", \"1_0\"]]}}", "x.wlog");
    wend_error error = {0};
    wend_task* task;
    wend_task_def def = wend_task_default_def();
    def.graphs = run.play.graphs;
    def.tours = run.play.tours;
    const wend_task_kind* kind = wend_task_find("ir2r");
    CHECK_OK(wend_task_load(kind, run.play.episodes, &def, &task, &error));
    const void* set = wend_task_get(task);
    wend_sim* sim;
    wend_sim_def body = kind->sim(set);
    body.uses_images = false;
    CHECK_OK(wend_sim_create(&body, &sim, &error));
    for (int i = 0; i < 2; i++) {
        char text[4096], said[64];
        wend_task_viewpoint v = kind->viewpoint(set, i);
        void* state = calloc(1, kind->state_size);
        CHECK_OK(wend_sim_reset_graph(sim, NULL, v.graph, v.node, 0, &error));
        CHECK_OK(kind->begin(set, i, sim, state, &error));
        CHECK_OK(kind->facts(set, i, sim, state, text, sizeof text, &error));
        snprintf(said, sizeof said, "\"tour_number\": %d", i);
        CHECK_HAS(text, said);
        CHECK_HAS(text, "\"tour_count\": 2");
        snprintf(said, sizeof said, "\"tour\": \"%s\"", kind->tour(set, i).id);
        CHECK_HAS(text, said);
        CHECK_HAS(text, "\"benchmark\": \"ir2r\"");
        CHECK_HAS(text, "\"rules\": \"paper\"");
        CHECK_HAS(text, "\"language\": \"");
        CHECK_HAS(text, "\"text\": \"Go on.\"");
        free(state);
    }
    wend_sim_destroy(sim);
    wend_task_destroy(task);
}

TEST(tours_of_two_splits_with_one_number_or_with_the_same_episodes_are_refused) {
    wend_error error = {0};
    wend_task* task;
    CHECK_INT(load_hall("paper",
                        "{\"s\": {\"hall\": [[\"1_0\"]]}, \"t\": {\"hall\": [[\"2_0\", \"3_0\"]]}}",
                        &task, &error),
              WEND_FORMAT);
    CHECK_HAS(error.message, "give a file with one split");
    CHECK_INT(load_hall("paper",
                        "{\"s\": {\"hall\": [[\"1_0\", \"2_0\"]]}, \"t\": {\"hall\": [[\"2_0\", "
                        "\"3_0\"]]}}",
                        &task, &error),
              WEND_FORMAT);
    CHECK_HAS(error.message, "some are in other tours too");
}

TEST(the_oracle_guides_to_half_a_metre_by_the_paper_and_to_a_step_by_the_code) {
    for (int official = 0; official < 2; official++) {
        wend_error error = {0};
        wend_task* task;
        CHECK_OK(load_hall(official ? "official" : "paper",
                           "{\"s\": {\"hall\": [[\"1_0\", \"2_0\"]]}}", &task, &error));
        wend_task_lead lead = wend_task_find("ir2r")->lead(wend_task_get(task));
        CHECK_NEAR(lead.near_goal, official ? 0.25 : 0.5, 0);
        CHECK_NEAR(lead.near_start, 0.25, 0);
        CHECK_INT(lead.max_steps, 1000);
        wend_task_destroy(task);
    }
}

TEST(without_a_file_of_tours_they_are_planned) {
    wend_log_set log;
    wend_run_def def = hall_run("shortest-path", "{}", "planned.wlog");
    def.play.tours = NULL;
    wend_score_table table = play(&def, &log);
    CHECK_INT(table.rows, 3);
    CHECK_INT(table.tour_count, 1);
    CHECK_NEAR(table.tour_ndtw.mean, 1, 1e-9);
    CHECK_TEXT(log.records[2].to_start, "");
    wend_score_destroy(&table);
    wend_log_destroy(&log);
}

static wend_status load_tours(void* context, wend_error* error) {
    const wend_run_def* run = context;
    wend_task_def def = wend_task_default_def();
    wend_task* task;
    def.graphs = run->play.graphs;
    def.tours = run->play.tours;
    WEND_TRY(wend_task_load(wend_task_find("ir2r"), run->play.episodes, &def, &task, error));
    wend_task_destroy(task);
    return WEND_OK;
}

TEST(planning_tours_survives_failing_allocations) {
    wend_run_def run = hall_run("random", "{}", "x.wlog");
    run.play.tours = NULL;
    test_each_allocation(load_tours, &run, 40);
}

static wend_status score_tours(void* context, wend_error* error) {
    wend_score_table table;
    WEND_TRY(wend_score_compute(context, "hall.wlog", &table, error));
    wend_score_destroy(&table);
    return WEND_OK;
}

TEST(tours_survive_failing_allocations) {
    wend_log_set log;
    wend_run_def def =
        hall_run("random", "{\"s\": {\"hall\": [[\"1_0\", \"2_0\"], [\"3_0\"]]}}", "hall.wlog");
    test_each_allocation(load_tours, &def, 60);
    def.play.tours = NULL;
    test_each_allocation(load_tours, &def, 20);
    wend_score_table table = play(&def, &log);
    wend_score_destroy(&table);
    test_each_allocation(score_tours, &log, 60);
    wend_log_destroy(&log);
}

// ---- in continuous space ------------------------------------------------------------------------

typedef struct drifter {
    float gps[2];
    int led;
} drifter;

static wend_status drift_reset(void* state, const wend_agent_episode* episode, wend_error* error) {
    drifter* d = state;
    (void)error;
    CHECK(episode->continues == (episode->tour_number > 0));
    if (!episode->continues) *d = (drifter){.led = 0};
    CHECK(!episode->continues || d->led > 0);
    return WEND_OK;
}

static void check_gps(const drifter* d, const wend_observation* o) {
    CHECK(hypotf(o->pose.gps[0] - d->gps[0], o->pose.gps[1] - d->gps[1]) < 0.3f);
}

// Walks ahead a little. Wherever it is led, its place changes by steps alone.
static wend_status drift_act(void* state, const wend_observation* o, wend_action* action,
                             wend_error* error) {
    drifter* d = state;
    (void)error;
    check_gps(d, o);
    memcpy(d->gps, o->pose.gps, sizeof d->gps);
    action->kind = o->step < 4 ? WEND_ACTION_FORWARD : WEND_ACTION_STOP;
    return WEND_OK;
}

static wend_status drift_watch(void* state, const wend_observation* o, wend_action led,
                               wend_error* error) {
    drifter* d = state;
    (void)error;
    (void)led;
    check_gps(d, o);
    memcpy(d->gps, o->pose.gps, sizeof d->gps);
    d->led++;
    return WEND_OK;
}

TEST(in_continuous_space_a_tour_continues_without_a_jump_and_alike_for_any_thread_count) {
    wend_error error;
    wend_run_summary summary;
    wend_log_set log;
    wend_file_bytes bytes[2];
    const wend_agent_kind kind = {.name = "drifter",
                                  .memory = sizeof(drifter),
                                  .reset = drift_reset,
                                  .act = drift_act,
                                  .watch = drift_watch};
    wend_run_def def = wend_run_default_def();
    def.play.task = "ir2r-ce";
    def.agent = "drifter";
    def.custom = &kind;
    def.play.rules = "official";
    def.play.episodes = home_write(WEND_VLN_R2R, 3, 2);
    for (int i = 0; i < 2; i++) {
        char out[1024];
        snprintf(out, sizeof out, "%s", test_path(i ? "b.wlog" : "a.wlog"));
        def.out = out;
        def.threads = 1 + 2 * i;
        CHECK_OK(wend_run(&def, &summary, &error));
        CHECK_INT(summary.failed, 0);
        CHECK_OK(wend_file_read(out, &bytes[i], &error));
        if (i) CHECK_OK(wend_log_read(out, &log, &error));
    }
    CHECK_INT(bytes[0].size, bytes[1].size);
    CHECK(memcmp(bytes[0].data, bytes[1].data, bytes[0].size) == 0);
    CHECK_INT(log.count, 6);
    for (int i = 0; i + 1 < log.count; i++) {
        const wend_log_record *r = &log.records[i], *next = r + 1;
        size_t led = strlen(r->to_goal) + strlen(r->to_start);
        if (!*r->to_start) continue;  // the last of its tour
        const wend_pose* end = &r->led[led - 1];
        CHECK(wend_v3_distance(end->feet, next->poses[0].feet) < 1e-5f);
        CHECK_NEAR(remainder((double)(end->heading - next->poses[0].heading), 2 * WEND_PI), 0,
                   1e-5);
    }
    wend_file_bytes_destroy(&bytes[0]);
    wend_file_bytes_destroy(&bytes[1]);
    wend_log_destroy(&log);
}
