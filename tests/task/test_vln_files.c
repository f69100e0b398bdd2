// The smaller files of instruction following: demonstrations, tours, tour records, results.
#include "base/json.h"
#include "test.h"

#include "wend/benchmarks/vln.h"
#include "wend/files.h"

static void check_file(const char* path, const char* expected) {
    wend_error error;
    wend_file_bytes bytes;
    CHECK_OK(wend_file_read(path, &bytes, &error));
    CHECK_TEXT(bytes.data, expected);
    wend_file_bytes_destroy(&bytes);
}

// ---- demonstrations -----------------------------------------------------------------------------

static const char follower[] =
    "{\"demonstration_id\": 3, \"instruction_id\": 26, \"annotator_id\": 5, \"path\": [\"a\", "
    "\"b\"], "
    "\"metrics\": {\"ne\": 0, \"sr\": 1, \"spl\": 0.94794, \"dtw\": 1.5461700564, "
    "\"ndtw\": 0.9020566069, \"sdtw\": 0.9020566069}, \"device\": \"x\"}\n"
    "{\"demonstration_id\": 4, \"instruction_id\": 27, \"path\": []}\n";

TEST(demonstrations_are_written_back_equal) {
    wend_error error;
    wend_vln_demonstrations* d;
    CHECK_OK(wend_vln_demonstrations_parse(follower, strlen(follower), "f", &d, &error));
    CHECK_INT(wend_vln_demonstrations_count(d), 2);
    CHECK_NEAR(wend_vln_demonstrations_at(d, 0)->dtw, 1.5461700564, 0);
    CHECK(!wend_vln_demonstrations_at(d, 1)->has_metrics);
    const char* path = test_path("follower.jsonl.gz");
    CHECK_OK(wend_vln_demonstrations_write(wend_vln_demonstrations_at(d, 0), 2, path, &error));
    check_file(path, follower);
    wend_vln_demonstrations_destroy(d);
}

// ---- tours --------------------------------------------------------------------------------------

static const char tours_ce[] =
    "{\"train\": {\"s\": [[17, 4], [18]], \"t\": [[5]]}, \"val_unseen\": {\"u\": [[1, 2, 3]]}}\n";
static const char tours_discrete[] = "{\"val_unseen\": {\"u\": [[\"4332_0\", \"17_2\"]]}}\n";

static void check_tours(const char* text, int count) {
    wend_error error;
    wend_vln_tours* tours;
    CHECK_OK(wend_vln_tours_parse(text, strlen(text), "f", &tours, &error));
    CHECK_INT(wend_vln_tours_count(tours), count);
    CHECK_OK(
        wend_vln_tours_write(wend_vln_tours_at(tours, 0), count, test_path("tours.json"), &error));
    check_file(test_path("tours.json"), text);
    wend_vln_tours_destroy(tours);
}

TEST(both_kinds_of_tours_are_written_back_equal) {
    check_tours(tours_ce, 4);
    check_tours(tours_discrete, 1);
}

TEST(tours_are_numbered_through_the_buildings_of_their_split) {
    wend_error error;
    wend_vln_tours* tours;
    CHECK_OK(wend_vln_tours_parse(tours_ce, strlen(tours_ce), "f", &tours, &error));
    CHECK_TEXT(wend_vln_tours_at(tours, 2)->id, "2");
    CHECK_TEXT(wend_vln_tours_at(tours, 2)->scan, "t");
    CHECK_TEXT(wend_vln_tours_at(tours, 3)->id, "0");
    CHECK_TEXT(wend_vln_tours_at(tours, 0)->episodes[1], "4");
    wend_vln_tours_destroy(tours);
}

// ---- tour records -------------------------------------------------------------------------------

#define RECORD(x, phase, episode) \
    "{\"position\": [" #x ", 0, 1.5], \"phase\": \"" phase "\", \"episode_id\": " episode "}"

static const char logs_flat[] = "{\"0\": [" RECORD(1, "agent", "\"a\"") ", " RECORD(
    2, "oracle_goal", "\"a\"") ", " RECORD(3, "oracle_start", "\"b\"") "], \"1\": []}\n";
static const char logs_split[] =
    "{\"val\": {\"0\": [" RECORD(1, "agent", "7") "]}, \"test\": {\"0\": []}}\n";

static void check_logs(const char* text) {
    wend_error error;
    wend_vln_logs* logs;
    CHECK_OK(wend_vln_logs_parse(text, strlen(text), "f", &logs, &error));
    CHECK_INT(wend_vln_logs_count(logs), 2);
    CHECK_OK(wend_vln_logs_write(wend_vln_logs_at(logs, 0), 2, test_path("logs.json"), &error));
    check_file(test_path("logs.json"), text);
    wend_vln_logs_destroy(logs);
}

TEST(tour_records_with_and_without_a_split_are_written_back_equal) {
    check_logs(logs_flat);
    check_logs(logs_split);
}

TEST(tour_records_have_their_episode_and_phase) {
    wend_error error;
    wend_vln_logs* logs;
    CHECK_OK(wend_vln_logs_parse(logs_flat, strlen(logs_flat), "f", &logs, &error));
    const wend_vln_log* log = wend_vln_logs_at(logs, 0);
    CHECK_INT(log->episode_count, 2);
    CHECK_INT(log->record_count, 3);
    CHECK_TEXT(log->episodes[log->records[2].episode], "b");
    CHECK_INT(log->records[1].phase, WEND_VLN_PHASE_ORACLE_GOAL);
    CHECK(log->records[2].position[0] == 3 && log->split == NULL);
    wend_vln_logs_destroy(logs);
}

// ---- results ------------------------------------------------------------------------------------

static const char results_r2r[] =
    "[{\"instr_id\": \"7_0\", \"trajectory\": [[\"a\", 4.71238898038469, 0], [\"b\", 0, -0.5]]}, "
    "{\"instr_id\": \"7_1\", \"trajectory\": [[\"a\"], [\"b\", \"c\"], [\"d\"]], \"score\": 1}, "
    "{\"instr_id\": 7, \"trajectory\": []}]";
static const char results_rxr[] =
    "{\"instruction_id\": 26, \"path\": [\"a\", \"b\"]}\n"
    "{\"instruction_id\": 27, \"path\": [[0, 1.5, 2], [0.25, 1.5, 2]]}\n";

static const char results_ce[] =
    "{\"1\": [{\"position\": [0, 1.5, 2], \"heading\": 0.5, \"stop\": false}, "
    "{\"position\": [0, 1.5, 3], \"heading\": 0, \"stop\": true}], \"2\": []}";

static void check_results(const char* text, int count) {
    wend_error error;
    wend_vln_results* results;
    CHECK_OK(wend_vln_results_parse(text, strlen(text), "f", &results, &error));
    CHECK_INT(wend_vln_results_count(results), count);
    CHECK_OK(wend_vln_results_write(wend_vln_results_at(results, 0), count,
                                    wend_vln_results_kind(results), test_path("r.json"), &error));
    check_file(test_path("r.json"), text);
    wend_vln_results_destroy(results);
}

TEST(results_of_every_form_are_written_back_equal) {
    check_results(results_r2r, 3);
    check_results(results_rxr, 2);
    check_results(results_ce, 2);
}

TEST(the_stored_shortest_path_results_are_read) {
    wend_error error;
    wend_vln_results* results;
    CHECK_OK(wend_vln_results_read(test_data("r2r_results/val_unseen_shortest_agent.json"),
                                   &results, &error));
    CHECK_INT(wend_vln_results_count(results), 2349);
    CHECK_INT(wend_vln_results_at(results, 0)->points[0].form, WEND_VLN_POINT_POSE);
    wend_vln_results_destroy(results);
}

// ---- broken files -------------------------------------------------------------------------------

TEST(broken_files_are_reported_with_position_and_reason) {
    wend_error error;
    wend_vln_results* results;
    const char* text = "[{\"instr_id\": \"7_0\",\n \"trajectory\": [[\"a\", 1]]}]";
    CHECK_INT(wend_vln_results_parse(text, strlen(text), "f", &results, &error), WEND_FORMAT);
    CHECK_TEXT(error.message,
               "f:2: [0].trajectory[0]: a point with a heading has an elevation too");
    text = "[{\"instr_id\": \"7_0\"}]";
    CHECK_INT(wend_vln_results_parse(text, strlen(text), "f", &results, &error), WEND_FORMAT);
    CHECK_HAS(error.message, "instr_id and trajectory (R2R)");
    wend_vln_logs* logs;
    text = "{\"0\": [{\"position\": [0, 0, 0], \"phase\": \"sleeping\", \"episode_id\": \"a\"}]}";
    CHECK_INT(wend_vln_logs_parse(text, strlen(text), "f", &logs, &error), WEND_FORMAT);
    CHECK_HAS(error.message, "f:1: 0[0].phase: 'sleeping' is no phase");
    wend_vln_tours* tours;
    text = "{\"val\": {\"s\": [[1, \"2\"]]}}";
    CHECK_INT(wend_vln_tours_parse(text, strlen(text), "f", &tours, &error), WEND_FORMAT);
    CHECK_HAS(error.message, "val.s[0][1]: numbers and texts");
    wend_vln_demonstrations* d;
    text = "{\"demonstration_id\": 3}";
    CHECK_INT(wend_vln_demonstrations_parse(text, strlen(text), "f", &d, &error), WEND_FORMAT);
    CHECK_HAS(error.message, "is missing");
}

static wend_status read_all(void* context, wend_error* error) {
    (void)context;
    wend_vln_results* results;
    WEND_TRY(wend_vln_results_parse(results_r2r, strlen(results_r2r), "f", &results, error));
    wend_vln_results_destroy(results);
    wend_vln_logs* logs;
    WEND_TRY(wend_vln_logs_parse(logs_flat, strlen(logs_flat), "f", &logs, error));
    wend_vln_logs_destroy(logs);
    wend_vln_tours* tours;
    WEND_TRY(wend_vln_tours_parse(tours_ce, strlen(tours_ce), "f", &tours, error));
    wend_vln_tours_destroy(tours);
    wend_vln_demonstrations* d;
    WEND_TRY(wend_vln_demonstrations_parse(follower, strlen(follower), "f", &d, error));
    wend_vln_demonstrations_destroy(d);
    return WEND_OK;
}

TEST(the_readers_survive_every_failing_allocation) { test_each_allocation(read_all, NULL, 1000); }
