#include "base/json.h"
#include "pasture_room.h"
#include "test.h"

#include "wend/metrics.h"
#include "wend/run.h"

// The mug on the table of the room, a crate in the middle, and one episode for each kind of text.
static void write_episodes(const char* path, const char* object, const char* more) {
    wend_error error;
    wend_scene* scene = pasture_room();
    CHECK_OK(wend_scene_save(scene, test_path("room.wscene"), &error));
    wend_scene_destroy(scene);
    FILE* f = fopen(path, "w");
    CHECK(f != NULL);
    // Unity's z is ours with another sign.
    fprintf(f,
            "[{\"id\": \"room_%s_0\", \"scene\": \"room.wscene\", \"object_type\": \"%s\",\n"
            " \"initial_position\": {\"x\": 3, \"y\": 0.901, \"z\": -4},\n"
            " \"initial_orientation\": 90, \"initial_horizon\": 30,\n"
            " \"shortest_path\": [{\"x\": 3, \"y\": 0, \"z\": -4},\n"
            "                   {\"x\": 1.5, \"y\": 0, \"z\": -1.5}],\n"
            " \"stop_position\": {\"x\": 1.5, \"y\": 0, \"z\": -1.5}%s}]\n",
            object, object, more);
    fclose(f);
}

static wend_score_table play(const char* task, const char* agent, const char* rules,
                             wend_log_set* log) {
    wend_error error;
    wend_run_def def = wend_run_default_def();
    wend_run_summary summary;
    wend_score_table table;
    char folder[1000], episodes[1000], out[1000];
    snprintf(folder, sizeof folder, "%s", test_folder());
    snprintf(episodes, sizeof episodes, "%s", test_path("episodes.json"));
    snprintf(out, sizeof out, "%s", test_path("out.wlog"));
    remove(out);
    def.play.task = task;
    def.agent = agent;
    def.play.rules = rules;
    def.play.episodes = episodes;
    def.play.scenes = folder;
    def.out = out;
    def.threads = 1;
    CHECK_OK(wend_run(&def, &summary, &error));
    CHECK_INT(summary.failed, 0);
    CHECK_OK(wend_log_read(out, log, &error));
    CHECK_OK(wend_score_compute(log, out, &table, &error));
    return table;
}

static double value(const wend_score_table* table, const char* name) {
    for (int i = 0; i < table->columns; i++)
        if (strcmp(table->names[i], name) == 0) return table->values[i];
    test_fail(__FILE__, __LINE__, "no column %s", name);
}

TEST(the_shortest_path_oracle_finds_the_described_object) {
    wend_log_set log;
    write_episodes(test_path("episodes.json"), "Mug",
                   ", \"object_id\": \"mug\", \"text\": \"small, red, ceramic mug\", \"split\": "
                   "\"appearance\"");
    wend_score_table table = play("pasture", "shortest-path", "paper", &log);
    CHECK_NEAR(value(&table, "success"), 1, 0);
    CHECK(value(&table, "spl") > 0.7);
    CHECK(value(&table, "distance_to_goal") <= 1);
    CHECK_HAS(log.records[0].facts, "\"split\": \"appearance\"");
    wend_score_destroy(&table);
    wend_log_destroy(&log);
}

TEST(episodes_without_stop_have_one_of_three_failures) {
    wend_log_set log;
    write_episodes(test_path("episodes.json"), "Mug", "");
    wend_score_table table = play("objectnav", "forward", "official", &log);
    CHECK_NEAR(value(&table, "success"), 0, 0);
    CHECK_NEAR(value(&table, "false_positive"), 0, 0);
    CHECK_NEAR(
        value(&table, "never_seen") + value(&table, "not_localised") + value(&table, "not_reached"),
        1, 0);
    CHECK_NEAR(value(&table, "steps"), 500, 0);
    wend_score_destroy(&table);
    wend_log_destroy(&log);
}

TEST(an_added_object_is_at_the_position_of_the_episode) {
    wend_log_set log;
    write_episodes(test_path("episodes.json"), "Crate",
                   ", \"added\": [{\"object_id\": \"crate_added\", \"object_type\": \"Crate\", "
                   "\"variant\": 0, \"position\": {\"x\": 0.5, \"y\": 0, \"z\": -1.5}, "
                   "\"rotation\": 0}], \"removed\": [\"table\"]");
    wend_score_table table = play("pasture", "shortest-path", "official", &log);
    CHECK_NEAR(value(&table, "success"), 1, 0);
    wend_score_destroy(&table);
    wend_log_destroy(&log);
}
