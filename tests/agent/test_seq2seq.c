// The agent seq2seq: its shipped weights on the real benchmark, and what it refuses.
#include "base/file.h"
#include "task/captions.h"

#include "wend/agent.h"
#include "wend/metrics.h"
#include "wend/run.h"

static double column_mean(const wend_score_table* table, const char* name) {
    for (int c = 0; c < table->columns; c++)
        if (strcmp(table->names[c], name) == 0) return table->means[c].mean;
    test_fail(__FILE__, __LINE__, "no column %s", name);
}

TEST(shipped_weights_of_seq2seq_follow_real_instructions) {
    wend_error error;
    wend_run_summary summary;
    wend_log_set log;
    wend_score_table table;
    char out[512];
    wend_run_def def = wend_run_default_def();
    snprintf(out, sizeof out, "%s", test_path("seq2seq.wlog"));
    def.play.task = "r2r";
    def.play.episodes = test_data("r2r/R2R_val_unseen.json");
    def.play.graphs = test_data("mp3d/connectivity");
    def.play.observations = test_data("mp3d/captions");
    def.agent = "seq2seq";
    def.out = out;
    def.threads = 1;
    def.limit = 300;
    CHECK_OK(wend_run(&def, &summary, &error));
    CHECK_OK(wend_log_read(out, &log, &error));
    CHECK_OK(wend_score_compute(&log, out, &table, &error));
    CHECK_INT(table.rows, 300);
    CHECK(!table.oracle);
    CHECK(column_mean(&table, "success") > 0.42);
    CHECK(column_mean(&table, "spl") > 0.36);
    wend_score_destroy(&table);
    wend_log_destroy(&log);
}

// A failure of the agent is a result: the log has the reason.
TEST(seq2seq_without_captions_says_what_it_needs) {
    static const char json[] =
        "[{\"path_id\": 1, \"scan\": \"hall\", \"heading\": 0, \"path\": [\"a0\", \"a1\"], "
        "\"distance\": 2, \"instructions\": [\"Go on.\"]}]";
    wend_error error;
    wend_run_summary summary;
    char episodes[512], graphs[512], out[512];
    wend_run_def def = wend_run_default_def();
    building_write();
    snprintf(episodes, sizeof episodes, "%s", test_path("hall.json"));
    snprintf(graphs, sizeof graphs, "%s", test_path("connectivity"));
    snprintf(out, sizeof out, "%s", test_path("hall.wlog"));
    CHECK_OK(wend_file_write(episodes, json, strlen(json), &error));
    def.play.task = "r2r";
    def.play.episodes = episodes;
    def.play.graphs = graphs;
    def.agent = "seq2seq";
    def.out = out;
    def.threads = 1;
    wend_status status = wend_run(&def, &summary, &error);
    if (status != WEND_OK) {
        CHECK_HAS(error.message, "--observations");
        return;
    }
    wend_file_bytes log;
    CHECK_OK(wend_file_read(out, &log, &error));
    CHECK_HAS(log.data, "--observations");
    wend_file_bytes_destroy(&log);
}

TEST(weights_of_a_follower_are_described_and_halved) {
    wend_error error;
    wend_tensors file;
    wend_follower_info info;
    const char* shipped = "src/agent/weights/seq2seq.safetensors";
    if (!wend_file_exists(shipped)) test_skip("not run in the folder of the sources");
    CHECK_OK(wend_tensors_read(shipped, &file, &error));
    CHECK(wend_follower_is_file(&file));
    CHECK_OK(wend_follower_inspect(&file, shipped, test_path("half.safetensors"), &info, &error));
    CHECK(info.weights > 1000000);
    CHECK_HAS(info.sizes, "hidden=256");
    wend_tensors_destroy(&file);
    wend_file_bytes a, b;
    CHECK_OK(wend_file_read(shipped, &a, &error));
    CHECK_OK(wend_file_read(test_path("half.safetensors"), &b, &error));
    CHECK(a.size == b.size && memcmp(a.data, b.data, a.size) == 0);
    wend_file_bytes_destroy(&a);
    wend_file_bytes_destroy(&b);
}
