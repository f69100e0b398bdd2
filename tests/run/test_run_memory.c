// Runs of oracles with every allocation failing once: an episode is played as it would have been,
// or it is a failure of the environment that the next run plays again.
#include <unistd.h>

#include "base/file.h"
#include "fixture.h"
#include "test.h"

#include "wend/log.h"
#include "wend/run.h"
#include "wend/scene.h"

// A wall parts 8 x 4 m at x = 4, with a gap at z < 1.2 m. Both starts are in one polygon with their
// goals, so the first search over the navmesh is the oracle's: to the waypoint in the other half,
// or to the start of the next episode of the tour.
static const char* const episodes =
    "{\"episodes\": [{\"episode_id\": \"0\", \"trajectory_id\": \"0\", \"scene_id\": \"%s\", "
    "\"start_position\": [1, 0, 3], \"start_rotation\": [0, 0.7071067811865476, 0, "
    "0.7071067811865476], \"info\": {\"geodesic_distance\": 0.41}, \"goals\": "
    "[{\"object_category\": \"cylinder_red\", \"radius\": 3, \"position\": [1.4, 0, 3.1]}], "
    "\"reference_path\": [[1, 0, 3], %s[1.4, 0, 3.1]], \"instruction\": "
    "{\"instruction_text\": \"Go there and back.\", \"instruction_tokens\": [1, 2]}}, "
    "{\"episode_id\": \"1\", \"trajectory_id\": \"1\", \"scene_id\": \"%s\", "
    "\"start_position\": [6, 0, 2], \"start_rotation\": [0, 0, 0, 1], \"info\": "
    "{\"geodesic_distance\": 0.41}, \"goals\": [{\"object_category\": \"cylinder_red\", "
    "\"radius\": 3, \"position\": [6.4, 0, 2.1]}], \"reference_path\": [[6, 0, 2], [6.4, 0, "
    "2.1]], \"instruction\": {\"instruction_text\": \"Go.\", \"instruction_tokens\": [2]}}]}";

typedef struct memory_run {
    char scene[512], episodes[512], tours[512], log[512];
    wend_run_def def;
} memory_run;

static void keep_memory_path(char* to, const char* name, const char* text) {
    wend_error error;
    snprintf(to, 512, "%s", test_path(name));
    if (text) CHECK_OK(wend_file_write(to, text, strlen(text), &error));
}

static void set_up(memory_run* r, const char* task, const char* agent) {
    wend_error error;
    char text[4096];
    uint32_t floor, material;
    scene_builder b = fixture_begin(wend_v3(0, -0.1f, 0), wend_v3(8, 0, 4), &floor, &material);
    fixture_box(&b, floor, material, wend_v3(3.9f, 0, 1.2f), wend_v3(4.1f, 2, 4));
    wend_scene* scene = fixture_finish(&b, "walled");
    keep_memory_path(r->scene, "walled.wscene", NULL);
    CHECK_OK(wend_scene_save(scene, r->scene, &error));
    wend_scene_destroy(scene);
    bool tour = *task == 'i';
    snprintf(text, sizeof text, episodes, r->scene, tour ? "" : "[6, 0, 2], ", r->scene);
    keep_memory_path(r->episodes, "episodes.json", text);
    keep_memory_path(r->tours, "tours.json", "{\"s\": {\"walled\": [[\"0\", \"1\"]]}}");
    keep_memory_path(r->log, "run.wlog", NULL);
    r->def = wend_run_default_def();
    r->def.play.task = task;
    r->def.play.episodes = r->episodes;
    if (tour) r->def.play.tours = r->tours;
    r->def.agent = agent;
    r->def.out = r->log;
    r->def.threads = 1;
}

static void check_log(const memory_run* r, const wend_file_bytes* whole, uint64_t n) {
    wend_error error;
    wend_file_bytes now;
    CHECK_OK(wend_file_read(r->log, &now, &error));
    if (now.size != whole->size || memcmp(now.data, whole->data, whole->size) != 0)
        test_fail(__FILE__, __LINE__, "allocation %llu failing changes a result",
                  (unsigned long long)n);
    wend_file_bytes_destroy(&now);
}

// All allocations from the first geodesic distance on, and one in `sparse` before: those are the
// readers' and the navmesh's.
static void check_each_allocation(const char* task, const char* agent, uint64_t last,
                                  uint64_t sparse) {
    wend_error error;
    wend_run_summary summary;
    wend_file_bytes whole;
    memory_run r;
    int failures = 0;
    set_up(&r, task, agent);
    CHECK_OK(wend_run(&r.def, &summary, &error));
    CHECK_INT(summary.failed, 0);
    CHECK_OK(wend_file_read(r.log, &whole, &error));
    unlink(r.log);
    uint64_t before = wend_memory_get_stats().calls;
    CHECK_OK(wend_run(&r.def, &summary, &error));
    uint64_t all = wend_memory_get_stats().calls - before;
    CHECK(all > last);
    for (uint64_t n = 1; n <= all; n = n + sparse < all - last ? n + sparse
                                       : n < all - last        ? all - last
                                                               : n + 1) {
        unlink(r.log);
        wend_memory_fail_at(n, false);
        wend_status status = wend_run(&r.def, &summary, &error);
        wend_memory_fail_at(0, false);
        if (status == WEND_OK && !summary.failed && !summary.unlogged) {
            check_log(&r, &whole, n);  // it did without that memory, and the result is the same
            continue;
        }
        CHECK(status == WEND_NO_MEMORY || summary.unlogged || summary.environment);
        CHECK_INT(status == WEND_OK ? summary.agent_errors : 0, 0);
        failures += status == WEND_OK && summary.environment;
        CHECK_OK(wend_run(&r.def, &summary, &error));
        CHECK_INT(summary.failed, 0);
        check_log(&r, &whole, n);
    }
    CHECK(failures >= 5);
    wend_file_bytes_destroy(&whole);
}

TEST(a_run_of_the_reference_path_gives_the_same_scores_whichever_allocation_fails) {
    check_each_allocation("r2r-ce", "reference-path", 80, 97);
}
TEST(a_guided_tour_gives_the_same_scores_whichever_allocation_fails) {
    check_each_allocation("ir2r-ce", "shortest-path", 80, 97);
}
