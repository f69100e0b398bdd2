#include <unistd.h>

#include "task/building.h"
#include "task/home.h"

#include "wend/data.h"
#include "wend/files.h"
#include "wend/metrics.h"
#include "wend/run.h"
#include "wend/sim.h"

// ---- a corridor without images ------------------------------------------------------------------

static const char* write_hall(const char* json) {
    static char path[1024];
    wend_error error;
    building_write();
    snprintf(path, sizeof path, "%s", test_path("hall.json"));
    CHECK_OK(wend_file_write(path, json, strlen(json), &error));
    return path;
}

static wend_run_def make_run(const char* task, const char* agent, const char* episodes,
                             const char* log) {
    static char out[1024];
    wend_run_def def = wend_run_default_def();
    snprintf(out, sizeof out, "%s", test_path(log));
    def.play.task = task;
    def.agent = agent;
    def.play.episodes = episodes;
    def.out = out;
    def.threads = 1;
    def.play.seed = 5;
    return def;
}

static wend_run_def hall_run(const char* agent, const char* episodes) {
    static char graphs[1024];
    wend_run_def def = make_run("r2r", agent, episodes, "hall.wlog");
    snprintf(graphs, sizeof graphs, "%s", test_path("connectivity"));
    def.play.graphs = graphs;
    return def;
}

static double column(const wend_score_table* table, int row, const char* name) {
    for (int c = 0; c < table->columns; c++)
        if (strcmp(table->names[c], name) == 0) return table->values[row * table->columns + c];
    test_fail(__FILE__, __LINE__, "no column %s", name);
}

static wend_score_table play(wend_run_def* def, wend_log_set* log) {
    wend_error error;
    wend_run_summary summary;
    wend_score_table table;
    CHECK_OK(wend_run(def, &summary, &error));
    CHECK_OK(wend_log_read(def->out, log, &error));
    CHECK_OK(wend_score_compute(log, def->out, &table, &error));
    return table;
}

#define HALL_EPISODE                                                                             \
    "[{\"path_id\": 7, \"scan\": \"hall\", \"heading\": 0, \"path\": [\"a0\", \"a1\", \"b0\"], " \
    "\"distance\": 4, \"instructions\": [\"Go on.\", \"\"]}]"

TEST(an_oracle_on_a_graph_without_images_reaches_the_goal_and_can_be_replayed) {
    wend_error error;
    wend_log_set log;
    wend_run_def def = hall_run("shortest-path", write_hall(HALL_EPISODE));
    wend_score_table table = play(&def, &log);
    CHECK_INT(table.rows, 2);
    CHECK_TEXT(log.records[1].id, "7_1");
    CHECK_TEXT(log.records[0].actions, "WWS");
    CHECK_NEAR(column(&table, 0, "ndtw"), 1, 1e-9);
    CHECK_NEAR(column(&table, 0, "spl"), 1, 1e-9);
    CHECK_NEAR(column(&table, 0, "path_length"), 4, 1e-6);
    wend_replay* replay;
    wend_replay_def again = {.log = def.out};
    CHECK_OK(wend_replay_create(&again, &log, &replay, &error));
    CHECK_OK(wend_replay_begin(replay, &log.records[0], &error));
    CHECK(!wend_replay_scene(replay));
    while (wend_replay_at(replay) < log.records[0].steps)
        CHECK_OK(wend_replay_step(replay, &error));
    wend_replay_destroy(replay);
    wend_score_destroy(&table);
    wend_log_destroy(&log);
}

// Goes the other way along the corridor, b0 a1 a0 a1 for b0 b1 c0, by hand.
static wend_status backwards_act(void* state, const wend_observation* o, wend_action* action,
                                 wend_error* error) {
    static const char* const wanted[] = {"a1", "a0", "a1"};
    (void)state;
    (void)error;
    CHECK(o->camera.no_images && !o->camera.rgb && !o->camera.depth);
    CHECK_TEXT(o->goal.language, "xx-YY");
    CHECK_TEXT(o->goal.instruction, "Vorwärts!");
    if (o->step == 3) return WEND_OK;
    action->kind = WEND_ACTION_GO;
    while (strcmp(o->graph.neighbours[action->neighbour].viewpoint, wanted[o->step]) != 0)
        action->neighbour++;
    CHECK(action->neighbour < o->graph.neighbour_count);
    return WEND_OK;
}

static wend_status no_reset(void* state, const wend_agent_episode* episode, wend_error* error) {
    (void)state;
    (void)error;
    CHECK(!episode->continues);
    CHECK_INT(episode->tour_count, 1);
    return WEND_OK;
}

TEST(a_graph_without_images_is_flagged_in_observations) {
    wend_log_set log;
    const char* episodes = write_hall(
        "{\"path_id\": 1, \"split\": \"s\", \"scan\": \"hall\", \"heading\": 0, \"path\": "
        "[\"b0\", \"b1\", \"c0\"], \"instruction_id\": 9, \"annotator_id\": 1, \"language\": "
        "\"xx-YY\", \"instruction\": \"Vorw\xc3\xa4rts!\", \"timed_instruction\": [], "
        "\"edit_distance\": 0}\n");
    const wend_agent_kind backwards = {
        .name = "backwards", .uses_images = true, .reset = no_reset, .act = backwards_act};
    wend_run_def def = hall_run("backwards", episodes);
    def.play.task = "rxr";
    def.custom = &backwards;
    wend_score_table table = play(&def, &log);
    CHECK_INT(table.rows, 1);
    CHECK_TEXT(table.groups[0].name, "xx-YY");
    CHECK_NEAR(column(&table, 0, "success"), 0, 0);
    CHECK_NEAR(column(&table, 0, "distance_to_goal"), 6, 1e-6);
    CHECK_NEAR(column(&table, 0, "path_length"), 6, 1e-6);
    // b0-b0 0, b0-a1 2, b0-a0 4, then a1 with b0, b1 or c0: b1 4, c0 6.
    CHECK_NEAR(column(&table, 0, "ndtw"), exp(-(0 + 2 + 4 + 2 + 4 + 6) / 9.0), 0.2);
    wend_score_destroy(&table);
    wend_log_destroy(&log);
}

TEST(a_path_of_one_viewpoint_is_done_by_standing_still) {
    wend_log_set log;
    const char* episodes = write_hall(
        "[{\"path_id\": 1, \"scan\": \"hall\", \"heading\": 0, \"path\": [\"a0\"], \"distance\": "
        "0, \"instructions\": [\"Stay.\"]}]");
    wend_run_def def = hall_run("shortest-path", episodes);
    wend_score_table table = play(&def, &log);
    CHECK_TEXT(log.records[0].actions, "S");
    CHECK_NEAR(column(&table, 0, "spl"), 1, 0);
    CHECK_NEAR(column(&table, 0, "ndtw"), 1, 0);
    wend_score_destroy(&table);
    wend_log_destroy(&log);
}

TEST(one_oracle_takes_the_shortest_path_and_one_the_reference_path) {
    const char* back_and_forth =
        "[{\"path_id\": 1, \"scan\": \"hall\", \"heading\": 0, \"path\": [\"a0\", \"a1\", "
        "\"b0\", \"a1\"], \"distance\": 6, \"instructions\": [\"To b0 and back.\"]}]";
    const char* const agents[2] = {"shortest-path", "reference-path"};
    const char* const taken[2] = {"WS", "WWWS"};
    for (int i = 0; i < 2; i++) {
        wend_log_set log;
        wend_run_def def = hall_run(agents[i], write_hall(back_and_forth));
        unlink(def.out);
        wend_score_table table = play(&def, &log);
        CHECK(table.oracle);
        CHECK_TEXT(log.records[0].actions, taken[i]);
        CHECK_NEAR(column(&table, 0, "success"), 1, 0);
        // a0, a1 against a0, a1, b0, a1: b0 is 2 m from a1.
        CHECK_NEAR(column(&table, 0, "ndtw"), i ? 1 : exp(-2.0 / 12), 1e-9);
        wend_score_destroy(&table);
        wend_log_destroy(&log);
    }
}

TEST(a_test_split_that_hides_its_goals_is_not_judged) {
    wend_log_set log;
    const char* episodes = write_hall(
        "[{\"path_id\": 1, \"scan\": \"hall\", \"heading\": 0, \"path\": [\"a0\"], \"distance\": "
        "8.5, \"instructions\": [\"Go.\"]}]");
    wend_run_def def = hall_run("random", episodes);
    wend_score_table table = play(&def, &log);
    CHECK_INT(table.failed, 1);
    CHECK_HAS(log.records[0].failure, "test split");
    wend_score_destroy(&table);
    wend_log_destroy(&log);
}

TEST(files_that_hold_no_paths_to_play_are_refused_with_a_reason) {
    wend_error error;
    wend_run_summary summary;
    wend_run_def def = hall_run("random", write_hall(HALL_EPISODE));
    def.play.graphs = NULL;
    def.play.rules = "fair";
    CHECK_INT(wend_run(&def, &summary, &error), WEND_ARGUMENT);
    CHECK_HAS(error.message, "rules 'fair'; there are paper and official");
    def.play.rules = "paper";
    CHECK_OK(wend_run(&def, &summary, &error));  // they lie beside the file
    char moved[1024];
    snprintf(moved, sizeof moved, "%s", test_path("elsewhere"));
    CHECK_INT(rename(test_path("connectivity"), moved), 0);
    CHECK_INT(wend_run(&def, &summary, &error), WEND_NOT_FOUND);
    CHECK_HAS(error.message, "--connectivity");
    def = hall_run("random",
                   write_hall("[{\"path_id\": 1, \"scan\": \"hall\", \"heading\": 0, \"path\": "
                              "[\"zz\"], \"instructions\": [\"Go.\"]}]"));
    CHECK_INT(wend_run(&def, &summary, &error), WEND_FORMAT);
    CHECK_HAS(error.message, "'zz' is no viewpoint of hall");
    def = hall_run("random", write_hall("{\"episodes\": []}"));
    CHECK(wend_run(&def, &summary, &error) != WEND_OK);
    def = hall_run("random",
                   write_hall("[{\"path_id\": 1, \"scan\": \"hall\", \"heading\": 0, \"path\": "
                              "[\"a0\"], \"instructions\": [\"\xff\xfe\"]}]"));
    CHECK_INT(wend_run(&def, &summary, &error), WEND_FORMAT);
    CHECK_HAS(error.message, "UTF-8");
}

// ---- a generated home ---------------------------------------------------------------------------

enum { SIDE = 16 };

static void small_image_size(const void* state, int* width, int* height) {
    (void)state;
    *width = *height = SIDE;
}

static float mean_depth(const wend_observation* o, int view) {
    float sum = 0;
    for (int i = 0; i < SIDE * SIDE; i++) sum += o->camera.depth[view * SIDE * SIDE + i];
    return sum / (SIDE * SIDE);
}

static wend_status look_around(void* state, const wend_observation* o, wend_action* action,
                               wend_error* error) {
    (void)state;
    (void)error;
    CHECK(o->camera.rgb && o->camera.depth && !o->camera.no_images && o->graph.viewpoint &&
          o->graph.neighbour_count > 0);
    CHECK(*o->goal.instruction);
    CHECK_NEAR(o->camera.eye_height, 1.5, 1e-6);
    // Where one looks down, the lowest pixels are the floor or something on it; and
    // twelve headings give twelve images.
    for (int i = 0; i < 12; i++) {
        CHECK(o->camera.depth[i * SIDE * SIDE + (SIDE - 1) * SIDE + SIDE / 2] < 1.7f);
        CHECK(mean_depth(o, i) != mean_depth(o, (i + 1) % 12));
    }
    for (int i = 0; i < o->graph.neighbour_count; i++) {
        CHECK(o->graph.neighbours[i].distance > 0.3f && o->graph.neighbours[i].view >= 0 &&
              o->graph.neighbours[i].view < 36);
        float off = remainderf(
            -(float)(o->graph.neighbours[i].view % 12 - o->graph.view % 12) * (float)WEND_PI / 6 -
                o->graph.neighbours[i].heading,
            (float)(2 * WEND_PI));
        CHECK(fabsf(off) <= (float)WEND_PI / 12 + 1e-3f);
    }
    if (o->step < 2) *action = (wend_action){.kind = WEND_ACTION_GO, .neighbour = 0};
    return WEND_OK;
}

TEST(on_the_graph_of_a_home_all_views_are_rendered_and_neighbours_have_their_view) {
    wend_log_set log;
    const wend_agent_kind looker = {.name = "looker",
                                    .uses_images = true,
                                    .image_size = small_image_size,
                                    .reset = no_reset,
                                    .act = look_around};
    wend_run_def def = make_run("r2r", "looker", home_write(WEND_VLN_R2R, 2, 1), "home.wlog");
    def.custom = &looker;
    wend_score_table table = play(&def, &log);
    CHECK_INT(table.rows, 2);
    CHECK_TEXT(log.records[0].actions, "WWS");
    wend_score_destroy(&table);
    wend_log_destroy(&log);
}

TEST(the_same_file_runs_in_continuous_space_directly_and_converted_to_vlnce) {
    wend_error error;
    wend_log_set log;
    char made[1024], turned[1024], graphs[1100];
    snprintf(made, sizeof made, "%s", home_write(WEND_VLN_R2R, 2, 1));
    snprintf(turned, sizeof turned, "%s", test_path("home_ce.json"));
    snprintf(graphs, sizeof graphs, "%s.connectivity", made);
    wend_graph_set_def folder = wend_graph_set_default_def();
    folder.connectivity = graphs;
    wend_convert_def convert = wend_convert_default_def();
    convert.to = WEND_EPISODES_VLNCE;
    wend_episodes* episodes;
    CHECK_OK(wend_graph_set_create(&folder, &convert.graphs, &error));
    CHECK_OK(wend_episodes_read(made, WEND_EPISODES_ANY, &episodes, &error));
    CHECK_OK(wend_episodes_convert(episodes, &convert, turned, &error));
    wend_episodes_destroy(episodes);
    wend_graph_set_destroy(convert.graphs);
    double ndtw[2][2];
    for (int k = 0; k < 2; k++) {
        wend_run_def def =
            make_run("r2r-ce", "reference-path", k ? turned : made, k ? "t.wlog" : "m.wlog");
        wend_score_table table = play(&def, &log);
        CHECK_INT(table.rows, 2);
        for (int i = 0; i < table.rows; i++) {
            CHECK_NEAR(column(&table, i, "success"), 1, 0);
            CHECK(column(&table, i, "distance_to_goal") < 0.25);
            ndtw[k][i] = column(&table, i, "ndtw");
            CHECK(ndtw[k][i] > 0.9);
        }
        wend_score_destroy(&table);
        wend_log_destroy(&log);
    }
    CHECK_NEAR(ndtw[0][0], ndtw[1][0], 1e-6);
    CHECK_NEAR(ndtw[0][1], ndtw[1][1], 1e-6);
}

static wend_status never_stop(void* state, const wend_observation* o, wend_action* action,
                              wend_error* error) {
    (void)state;
    (void)error;
    CHECK(!o->graph.viewpoint && !o->graph.neighbour_count);
    CHECK(o->goal.language && *o->goal.instruction);
    CHECK_NEAR(o->pose.altitude, 0, 0.3);
    action->kind = WEND_ACTION_LEFT;
    return WEND_OK;
}

TEST(in_continuous_space_success_needs_a_stop_within_the_budget) {
    wend_error error;
    wend_log_set log;
    const wend_agent_kind turner = {.name = "turner", .reset = no_reset, .act = never_stop};
    wend_run_def def = make_run("rxr-ce", "turner", home_write(WEND_VLN_RXR, 2, 1), "turner.wlog");
    def.custom = &turner;
    def.play.max_steps = 7;
    wend_score_table table = play(&def, &log);
    CHECK_TEXT(log.records[0].actions, "LLLLLLL");
    CHECK_NEAR(column(&table, 0, "success"), 0, 0);
    // Even at the goal: the record's facts with the distance changed.
    wend_log_record near = log.records[0];
    char facts[65536];
    const char* at = strstr(near.facts, "\"distance\":");
    CHECK(at);
    snprintf(facts, sizeof facts, "%.*s\"distance\": 0.5, \"was\":%s", (int)(at - near.facts),
             near.facts, at + strlen("\"distance\":"));
    near.facts = facts;
    const char* names[WEND_SCORE_MAX_COLUMNS];
    double values[WEND_SCORE_MAX_COLUMNS];
    int columns;
    CHECK_OK(wend_score_episode("rxr-ce", &near, names, values, &columns, &error));
    CHECK_NEAR(values[0], 0, 0);
    wend_score_destroy(&table);
    wend_log_destroy(&log);
}

TEST(a_path_too_long_for_the_log_is_an_error) {
    enum { LONG = 600 };
    wend_error error;
    wend_log_set log;
    wend_vln_episodes* home;
    char graphs[1100], path[1024];
    const char* names[LONG];
    const char* made = home_write(WEND_VLN_R2R, 1, 1);
    snprintf(graphs, sizeof graphs, "%s.connectivity", made);
    snprintf(path, sizeof path, "%s", test_path("long.json"));
    CHECK_OK(wend_vln_episodes_read(made, &home, &error));
    wend_vln_episode to_and_fro = *wend_vln_episodes_at(home, 0);
    for (int i = 0; i < LONG; i++) names[i] = to_and_fro.path[i % 2];
    to_and_fro.path = names;
    to_and_fro.path_count = LONG;
    CHECK_OK(wend_vln_episodes_write(&to_and_fro, 1, WEND_VLN_R2R, path, &error));
    wend_vln_episodes_destroy(home);
    const char* const tasks[2] = {"r2r-ce", "r2r"};
    const char* const words[2] = {"longer than 1000 steps", "600 viewpoints"};
    for (int i = 0; i < 2; i++) {
        wend_run_def def = make_run(tasks[i], "straight:length=0", path, i ? "b.wlog" : "a.wlog");
        def.play.graphs = graphs;
        wend_score_table table = play(&def, &log);
        CHECK_INT(table.failed, 1);
        CHECK_HAS(log.records[0].failure, words[i]);
        wend_score_destroy(&table);
        wend_log_destroy(&log);
    }
}

TEST(real_r2r_episodes_are_played_on_matterports_graphs) {
    wend_log_set log;
    char graphs[1024];
    snprintf(graphs, sizeof graphs, "%s", test_data("mp3d/connectivity"));
    wend_run_def def =
        make_run("r2r", "shortest-path", test_data("r2r/R2R_val_unseen.json"), "real.wlog");
    def.play.graphs = graphs;
    def.limit = 60;
    wend_score_table table = play(&def, &log);
    CHECK_INT(table.rows, 60);
    CHECK_NEAR(table.means[0].mean, 1, 0);
    CHECK(table.means[2].mean > 0.99);
    wend_score_destroy(&table);
    wend_log_destroy(&log);
}
