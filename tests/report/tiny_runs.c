#include "report/tiny_runs.h"

#include <unistd.h>

#include "fixture.h"
#include "test.h"

#include "wend/make.h"
#include "wend/run.h"

void tiny_episodes(int count, float longest) {
    wend_error error;
    // By a name that is the same each time: episodes are sampled by seed and scene.
    const char* scene = "rooms.wscene";
    wend_scene* rooms = fixture_two_rooms(1);
    CHECK(chdir(test_folder()) == 0);
    CHECK_OK(wend_scene_save(rooms, scene, &error));
    wend_scene_destroy(rooms);
    wend_pointnav_def walks = wend_pointnav_default_def();
    walks.count = count;
    walks.min_ratio = 1;
    walks.max_distance = longest;
    CHECK_OK(wend_pointnav_generate(&scene, 1, &walks, test_path("e.json"), &error));
}

const char* tiny_run(const char* agent, const char* name) {
    wend_error error;
    wend_run_summary summary;
    wend_run_def def = wend_run_default_def();
    def.play.task = "pointnav";
    def.agent = agent;
    def.play.episodes = test_path("e.json");
    def.out = test_path(name);
    def.play.max_steps = 40;
    def.play.seed = 5;
    CHECK_OK(wend_run(&def, &summary, &error));
    CHECK_INT(summary.failed, 0);
    return def.out;
}
