#include "report/html_check.h"
#include "task/building.h"

#include "wend/files.h"
#include "wend/report.h"
#include "wend/run.h"

static const char* const hall =
    "[{\"path_id\": 1, \"scan\": \"hall\", \"heading\": 0, \"path\": [\"a0\", \"a1\"], "
    "\"distance\": 2, \"instructions\": [\"Go <on>.\"]}, {\"path_id\": 2, \"scan\": \"hall\", "
    "\"heading\": 0, \"path\": [\"b1\", \"c0\"], \"distance\": 2, \"instructions\": [\"Stop.\"]}]";

TEST(a_tour_is_one_report_with_its_plan_and_its_episodes_in_order) {
    wend_error error;
    wend_file_bytes page;
    wend_run_summary summary;
    char episodes[1024], graphs[1024], out[1024];
    building_write();
    snprintf(episodes, sizeof episodes, "%s", test_path("hall.json"));
    snprintf(graphs, sizeof graphs, "%s", test_path("connectivity"));
    snprintf(out, sizeof out, "%s", test_path("tour.wlog"));
    CHECK_OK(wend_file_write(episodes, hall, strlen(hall), &error));
    wend_run_def run = wend_run_default_def();
    run.play.task = "ir2r";
    run.agent = "random";
    run.play.episodes = episodes;
    run.play.graphs = graphs;
    run.out = out;
    run.threads = 1;
    CHECK_OK(wend_run(&run, &summary, &error));
    wend_report_def def = wend_report_default_def();
    const char* logs[1] = {out};
    def.logs = logs;
    def.log_count = 1;
    def.out = test_path("report.html");
    CHECK_OK(wend_report_write(&def, &error));
    CHECK_OK(wend_file_read(def.out, &page, &error));
    html_check(page.data);
    const char* first = strstr(page.data, "<b>1</b> Go &lt;on&gt;.");
    CHECK_HAS(page.data, "Tour 0");
    CHECK_HAS(page.data, "all 1 tours");
    CHECK(first && strstr(first, "<b>2</b> Stop."));
    CHECK_HAS(page.data, "aria-label='the tour seen from above'");
    wend_file_bytes_destroy(&page);
}
