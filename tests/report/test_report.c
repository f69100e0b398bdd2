#include <unistd.h>

#include "report/html.h"
#include "report/html_check.h"
#include "report/tiny_runs.h"
#include "test.h"

#include "wend/files.h"
#include "wend/metrics.h"
#include "wend/report.h"

// The logs of two agents.
static void make_logs(const char* logs[2]) {
    tiny_episodes(3, 9);
    logs[0] = tiny_run("goal", "goal.wlog");
    logs[1] = tiny_run("shortest-path", "best.wlog");
}

static char* write_report(const char* const* logs, int count, int sample) {
    wend_error error;
    wend_file_bytes page;
    wend_report_def def = wend_report_default_def();
    def.logs = logs;
    def.log_count = count;
    def.out = test_path("report.html");
    def.sample = sample;
    CHECK_OK(wend_report_write(&def, &error));
    CHECK_OK(wend_file_read(def.out, &page, &error));
    html_check(page.data);
    return page.data;
}

static int count_of(const char* text, const char* part) {
    int count = 0;
    for (; (text = strstr(text, part)); text++) count++;
    return count;
}

TEST(a_report_shows_two_agents_side_by_side_with_trajectories_and_images) {
    const char* logs[2];
    make_logs(logs);
    char* page = write_report(logs, 2, 2);
    CHECK_HAS(page, "<h1>pointnav by goal and shortest-path</h1>");
    CHECK_INT(count_of(page, "<article"), 2);
    CHECK_INT(count_of(page, "<a href='#episode"), 2);
    CHECK_INT(count_of(page, "<svg class='plan'"), 4);
    CHECK_INT(count_of(page, "<symbol"), 1);  // one floor, drawn once
    CHECK(count_of(page, "image/jpeg") > 16);
    CHECK_HAS(page, "oracle</span>");
    CHECK_HAS(page, "<title>reached: 3 of 3</title>");  // by the oracle
    CHECK(!strstr(page, "class='trouble'"));
    wend_free(page);
}

TEST(a_report_is_the_same_bytes_each_time) {
    const char* logs[2];
    make_logs(logs);
    char* first = write_report(logs, 2, 1);
    char* second = write_report(logs, 2, 1);
    CHECK_TEXT(first, second);
    wend_free(first);
    wend_free(second);
}

TEST(a_report_without_its_episodes_has_trajectories_and_numbers_and_lists_what_is_missing) {
    const char* logs[2];
    make_logs(logs);
    unlink(test_path("e.json"));
    char* page = write_report(logs, 1, 2);
    CHECK_HAS(page, "Without images: ");
    CHECK_INT(count_of(page, "<svg class='plan'"), 2);
    CHECK_INT(count_of(page, "image/jpeg"), 0);
    wend_free(page);
}

TEST(a_report_of_an_unfinished_log_is_written_and_of_an_empty_one_an_error) {
    wend_error error;
    const char* logs[2];
    wend_file_bytes whole;
    make_logs(logs);
    CHECK_OK(wend_file_read(logs[0], &whole, &error));
    const char* header_end = strchr(whole.data, '\n') + 1;
    CHECK_OK(wend_file_write(logs[0], whole.data, whole.size / 2, &error));
    char* page = write_report(logs, 1, 1);
    CHECK_HAS(page, "the run is not complete");
    CHECK(!strstr(page, ">nan") && !strstr(page, ">-nan") && !strstr(page, "'nan"));
    wend_free(page);
    CHECK_OK(wend_file_write(logs[0], whole.data, (size_t)(header_end - whole.data), &error));
    wend_report_def def = wend_report_default_def();
    def.logs = logs;
    def.log_count = 1;
    def.out = test_path("none.html");
    CHECK(wend_report_write(&def, &error) == WEND_NOT_FOUND);
    CHECK_HAS(error.message, "no episode was played");
    wend_file_bytes_destroy(&whole);
}

// ---- what files say -----------------------------------------------------------------------------

static const char EVIL[] = "<script>alert('x')</script>\"&\\ \x01\xff <b>";

// A log as anyone could write it: ids, scenes, agents and reasons full of HTML.
static void write_evil_log(const char* path) {
    wend_error error;
    wend_log* log;
    wend_json_out header = {0};
    wend_json_out_object(&header, NULL);
    wend_json_out_text(&header, "task", "pointnav");
    wend_json_out_text(&header, "agent", "<script>alert('agent')</script>");
    wend_json_out_text(&header, "rules", "\"><img src=x onerror=alert(1)>");
    wend_json_out_int(&header, "episodes", 2);
    wend_json_out_int(&header, "max_steps", 0);
    wend_json_out_text(&header, "seed", "1");
    wend_json_out_text(&header, "episodes_hash", "0");
    wend_json_out_end(&header);
    CHECK_OK(
        wend_log_open(&(wend_log_def){.path = path, .header = header.text.items}, &log, &error));
    wend_json_out_destroy(&header);
    wend_pose poses[2] = {{{0, 0, 0}, 0, 0}, {{3e38f, 0, -3e38f}, 1, 0}};
    wend_log_record played = {
        .index = 0,
        .id = "'/><script>alert('id')</script>",
        .scene = "</td></table><h1>scene</h1>",
        .actions = "F",
        .outcomes = ".",
        .poses = poses,
        .steps = 1,
        .facts = "{\"shortest\": 1, \"distance\": 2, \"radius\": 0.2, \"stopped\": false}"};
    wend_log_record failed = {.index = 1, .id = "&&&", .scene = "<", .failure = "<<>>&\"'"};
    CHECK_OK(wend_log_append(log, &played, &error));
    CHECK_OK(wend_log_append(log, &failed, &error));
    CHECK_OK(wend_log_finish(log, true, &error));
    wend_log_close(log);
}

TEST(text_of_a_log_is_escaped_in_html) {
    const char* path = test_path("<evil>.wlog");
    write_evil_log(path);
    char* page = write_report(&path, 1, 3);
    CHECK_INT(count_of(page, "<script>"), 1);  // the page's own
    CHECK_HAS(page, "&lt;script&gt;alert(&#39;agent&#39;)&lt;/script&gt;");
    CHECK_HAS(page, "&lt;&lt;&gt;&gt;&amp;&quot;&#39;");
    wend_free(page);
}

static wend_status score_rooms(const wend_score_kind* kind, const wend_log_record* record,
                               const wend_facts* facts, double* values, int* ending,
                               wend_error* error) {
    (void)kind;
    (void)record;
    *ending = 1;
    return wend_facts_number(facts, "rooms", &values[0], error);
}

TEST(a_task_that_is_not_built_in_has_a_report_with_its_own_score_or_the_generic_one) {
    wend_error error;
    wend_log* log;
    wend_file_bytes page;
    const char* path = test_path("rooms.wlog");
    CHECK_OK(wend_log_open(
        &(wend_log_def){.path = path,
                        .header = "{\"task\": \"rooms\", \"agent\": \"wall\", \"rules\": "
                                  "\"official\", \"episodes\": 1, \"max_steps\": 0, \"seed\": "
                                  "\"1\", \"episodes_hash\": \"0\"}"},
        &log, &error));
    wend_pose poses[2] = {{{0, 0, 0}, 0, 0}, {{1, 0, 0}, 1, 0}};
    wend_log_record record = {.id = "0",
                              .scene = "hall",
                              .actions = "F",
                              .outcomes = ".",
                              .poses = poses,
                              .steps = 1,
                              .facts = "{\"rooms\": 3, \"success\": true, \"text\": \"look\"}"};
    CHECK_OK(wend_log_append(log, &record, &error));
    CHECK_OK(wend_log_finish(log, true, &error));
    wend_log_close(log);
    char* generic = write_report(&path, 1, 3);
    CHECK_HAS(generic, "Success");
    CHECK_HAS(generic, "“look”");
    wend_free(generic);
    static const wend_score_kind kind = {.task = "rooms",
                                         .columns = {"progress"},
                                         .endings = {"all", "some rooms"},
                                         .score = score_rooms};
    const wend_score_kind* const scores[] = {&kind};
    wend_report_def def = wend_report_default_def();
    def.logs = &path;
    def.log_count = 1;
    def.scores = scores;
    def.score_count = 1;
    def.out = test_path("rooms.html");
    CHECK_OK(wend_report_write(&def, &error));
    CHECK_OK(wend_file_read(def.out, &page, &error));
    html_check(page.data);
    CHECK_HAS(page.data, "Progress");
    CHECK_HAS(page.data, "some rooms");
    wend_file_bytes_destroy(&page);
}

TEST(html_text_escapes_and_mends_any_bytes) {
    wend_text_out out = {0};
    html_text(&out, EVIL);
    CHECK_TEXT(
        out.items,
        "&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;&quot;&amp;\\ \xef\xbf\xbd\xef\xbf\xbd "
        "&lt;b&gt;");
    out.count = 0;
    html_text_short(&out, "größer", 3);
    CHECK_TEXT(out.items, "grö…");
    wend_text_destroy(&out);
}

TEST(a_report_at_its_size_limit_takes_no_more_images) {
    wend_error error;
    wend_file_bytes page;
    const char* logs[2];
    make_logs(logs);
    wend_report_def def = wend_report_default_def();
    def.logs = logs;
    def.log_count = 1;
    def.out = test_path("small.html");
    def.max_bytes = 1;
    CHECK_OK(wend_report_write(&def, &error));
    CHECK_OK(wend_file_read(def.out, &page, &error));
    html_check(page.data);
    CHECK_INT(count_of(page.data, "image/jpeg"), 0);
    CHECK(page.size < 60 * 1024);
    wend_file_bytes_destroy(&page);
}

static wend_status report_again(void* context, wend_error* error) {
    return wend_report_write(context, error);
}

TEST(a_report_survives_failing_allocations) {
    const char* logs[2];
    make_logs(logs);
    unlink(test_path("e.json"));  // worlds are tested elsewhere
    wend_report_def def = wend_report_default_def();
    def.logs = logs;
    def.log_count = 2;
    def.sample = 1;
    def.out = test_path("report.html");
    test_each_allocation(report_again, &def, 60);
}
