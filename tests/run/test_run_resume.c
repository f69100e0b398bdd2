// Runs that are resumed: what is refused, what is played again, and every allocation and disk call
// failing once.
#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/disk.h"
#include "task/building.h"

#include "wend/files.h"
#include "wend/log.h"
#include "wend/make.h"
#include "wend/run.h"
#include "wend/scene.h"

typedef struct resume_paths {
    char folder[512], episodes[1024], scene[1024], log[1024];
} resume_paths;

// Six episodes in a home that is stored in a file.
static resume_paths make_paths(void) {
    wend_error error;
    resume_paths p;
    wend_scene* scene;
    snprintf(p.episodes, sizeof p.episodes, "%s", test_path("e.json"));
    snprintf(p.log, sizeof p.log, "%s", test_path("run.wlog"));
    snprintf(p.scene, sizeof p.scene, "%s", test_path("home.wscene"));
    snprintf(p.folder, sizeof p.folder, "%s", test_path("."));
    wend_scene_def home = wend_scene_default_def();
    home.kind = WEND_SCENE_APARTMENT;
    home.seed = 1;
    CHECK_OK(wend_scene_generate(&home, &scene, &error));
    CHECK_OK(wend_scene_save(scene, p.scene, &error));
    wend_scene_destroy(scene);
    wend_pointnav_def def = wend_pointnav_default_def();
    def.count = 6;
    const char* scenes[1] = {p.scene};
    CHECK_OK(wend_pointnav_generate(scenes, 1, &def, p.episodes, &error));
    return p;
}

static wend_run_def make_run(const resume_paths* p, const char* agent) {
    wend_run_def def = wend_run_default_def();
    def.play.task = "pointnav";
    def.agent = agent;
    def.play.episodes = p->episodes;
    def.out = p->log;
    def.play.max_steps = 20;
    def.threads = 1;
    return def;
}

static void check_refused(const wend_run_def* def, const char* words) {
    wend_error error;
    wend_run_summary summary;
    wend_file_bytes before, after;
    CHECK_OK(wend_file_read(def->out, &before, &error));
    CHECK_INT(wend_run(def, &summary, &error), WEND_ARGUMENT);
    CHECK_HAS(error.message, "contains a different run (");
    CHECK_HAS(error.message, words);
    CHECK_OK(wend_file_read(def->out, &after, &error));
    CHECK_INT(before.size, after.size);
    CHECK(memcmp(before.data, after.data, before.size) == 0);
    wend_file_bytes_destroy(&before);
    wend_file_bytes_destroy(&after);
}

TEST(everything_that_determines_a_run_is_compared_before_it_is_resumed) {
    wend_error error;
    wend_run_summary summary;
    resume_paths p = make_paths();
    wend_run_def def = make_run(&p, "random");
    CHECK_OK(wend_run(&def, &summary, &error));
    CHECK_OK(wend_run(&def, &summary, &error));
    CHECK_INT(summary.resumed, 6);
    wend_run_def other = def;
    other.agent = "goal";
    check_refused(&other, "agent random → goal");
    other = def, other.play.seed = 5;
    check_refused(&other, "seed 0 → 5");
    other = def, other.play.max_steps = 21;
    check_refused(&other, "max_steps 20 → 21");
    other = def, other.limit = 5;
    check_refused(&other, "episodes 6 → 5");
    other = def, other.every = 2;
    check_refused(&other, "every none → 2");
    other = def, other.snap = true;
    check_refused(&other, "snap none → true");
    other = def, other.play.rules = "official";
    check_refused(&other, "rules paper → official");
    wend_file_bytes bytes;
    CHECK_OK(wend_file_read(p.episodes, &bytes, &error));
    CHECK_OK(wend_file_write(test_path("more.json"), bytes.data, bytes.size, &error));
    strcpy(strrchr(bytes.data, '}'), " }");
    CHECK_OK(wend_file_write(p.episodes, bytes.data, strlen(bytes.data), &error));
    wend_file_bytes_destroy(&bytes);
    check_refused(&def, "episodes_hash ");
    def.overwrite = true;
    CHECK_OK(wend_run(&def, &summary, &error));
    CHECK_INT(summary.played, 6);
}

TEST(a_scene_that_changed_since_is_a_different_run) {
    wend_error error;
    wend_run_summary summary;
    resume_paths p = make_paths();
    wend_run_def def = make_run(&p, "random");
    CHECK_OK(wend_run(&def, &summary, &error));
    wend_scene_def home = wend_scene_default_def();
    wend_scene* scene;
    home.kind = WEND_SCENE_APARTMENT;
    home.seed = 2;
    CHECK_OK(wend_scene_generate(&home, &scene, &error));
    CHECK_OK(wend_scene_save(scene, p.scene, &error));
    wend_scene_destroy(scene);
    check_refused(&def, "home.wscene: source_hash ");
}

static uint64_t agent_code;
static int errors_left;

static uint64_t code_hash(const void* state) {
    (void)state;
    return agent_code;
}

static wend_status code_reset(void* state, const wend_agent_episode* episode, wend_error* error) {
    (void)state, (void)episode, (void)error;
    return WEND_OK;
}

static wend_status code_act(void* state, const wend_observation* o, wend_action* action,
                            wend_error* error) {
    (void)state;
    if (o->step == 1 && errors_left-- > 0) return wend_fail(error, WEND_ARGUMENT, "it broke");
    action->kind = o->step < 3 ? WEND_ACTION_LEFT : WEND_ACTION_STOP;
    return WEND_OK;
}

static const wend_agent_kind code_agent = {
    .name = "code", .memory = 1, .hash = code_hash, .reset = code_reset, .act = code_act};

TEST(another_hash_of_an_agent_is_a_different_run) {
    wend_error error;
    wend_run_summary summary;
    resume_paths p = make_paths();
    wend_run_def def = make_run(&p, "mine");
    def.custom = &code_agent;
    agent_code = 0xabc;
    CHECK_OK(wend_run(&def, &summary, &error));
    agent_code = 0xdef;
    check_refused(&def, "agent_hash 0000000000000abc → 0000000000000def");
}

TEST(agent_errors_stay_until_they_are_retried) {
    wend_error error;
    wend_run_summary summary;
    resume_paths p = make_paths();
    wend_run_def def = make_run(&p, "mine");
    def.custom = &code_agent;
    errors_left = 2;
    CHECK_OK(wend_run(&def, &summary, &error));
    CHECK_INT(summary.agent_errors, 2);
    CHECK_INT(summary.failed, 0);
    CHECK_OK(wend_run(&def, &summary, &error));
    CHECK_INT(summary.resumed, 6);
    CHECK_INT(summary.agent_errors, 2);
    def.retry_failed = true;
    CHECK_OK(wend_run(&def, &summary, &error));
    CHECK_INT(summary.resumed, 4);
    CHECK_INT(summary.played, 2);
    CHECK_INT(summary.agent_errors, 0);
    wend_log_set log;
    CHECK_OK(wend_log_read(p.log, &log, &error));
    CHECK(log.complete);
    for (int i = 0; i < 6; i++) CHECK(log.records[i].index == i && !log.records[i].agent_error);
    wend_log_destroy(&log);
}

static int told;
static char told_last[1400];

static void note_sentence(void* context, const char* sentence) {
    (void)context;
    told++;
    snprintf(told_last, sizeof told_last, "%s", sentence);
}

TEST(a_missing_scene_is_retried_and_reported_once) {
    wend_error error;
    wend_run_summary summary;
    wend_file_bytes whole, now;
    wend_log_set log;
    char away[1100];
    resume_paths p = make_paths();
    wend_run_def def = make_run(&p, "random");
    def.warn = note_sentence;
    CHECK_OK(wend_run(&def, &summary, &error));
    CHECK_OK(wend_file_read(p.log, &whole, &error));
    unlink(p.log);
    snprintf(away, sizeof away, "%s.away", p.scene);
    for (int i = 0; i < 2; i++) {
        CHECK_INT(rename(p.scene, away), 0);
        for (int k = 0; k < 2; k++) {
            told = 0;
            CHECK_OK(wend_run(&def, &summary, &error));
            CHECK_INT(summary.failed, 6);
            CHECK_INT(summary.environment, 6);
            CHECK_INT(summary.resumed, 0);
            CHECK_INT(told, 1);
            CHECK_HAS(told_last, "6 episodes: ");
            CHECK_HAS(told_last, "home.wscene: cannot open");
            CHECK_OK(wend_log_read(p.log, &log, &error));
            CHECK_INT(log.count, 6);
            CHECK(!log.complete && log.records[0].failure);
            wend_log_destroy(&log);
        }
        CHECK_INT(rename(away, p.scene), 0);
    }
    CHECK_OK(wend_run(&def, &summary, &error));
    CHECK_INT(summary.failed, 0);
    CHECK_OK(wend_file_read(p.log, &now, &error));
    CHECK_INT(now.size, whole.size);
    CHECK(memcmp(now.data, whole.data, whole.size) == 0);
    wend_file_bytes_destroy(&whole);
    wend_file_bytes_destroy(&now);
}

static wend_status run_anew(void* context, wend_error* error) {
    const wend_run_def* def = context;
    wend_run_summary s;
    unlink(def->out);
    WEND_TRY(wend_run(def, &s, error));
    if (s.environment || s.unlogged) return wend_fail(error, WEND_NO_MEMORY, "told by the summary");
    return WEND_OK;
}

static wend_status run_on(void* context, wend_error* error) {
    wend_run_summary s;
    return wend_run(context, &s, error);
}

// On a viewpoint graph: Detour ends the program when it gets no memory.
TEST(a_run_survives_every_failing_allocation) {
    static const char json[] =
        "[{\"path_id\": 1, \"scan\": \"hall\", \"heading\": 0, \"distance\": 4, "
        "\"path\": [\"a0\", \"a1\"], \"instructions\": [\"go\"]}]";
    wend_error error;
    wend_run_summary summary;
    char episodes[1024], log[1024], graphs[1024];
    building_write();
    snprintf(episodes, sizeof episodes, "%s", test_path("hall.json"));
    snprintf(log, sizeof log, "%s", test_path("hall.wlog"));
    snprintf(graphs, sizeof graphs, "%s", test_path("connectivity"));
    CHECK_OK(wend_file_write(episodes, json, strlen(json), &error));
    wend_run_def def = wend_run_default_def();
    def.play.task = "r2r";
    def.agent = "random";
    def.play.episodes = episodes;
    def.play.graphs = graphs;
    def.out = log;
    def.threads = 1;
    test_each_allocation(run_anew, &def, 200);
    CHECK_OK(wend_run(&def, &summary, &error));
    CHECK_INT(summary.failed, 0);
    test_each_allocation(run_on, &def, 200);
}

TEST(a_run_ends_with_the_same_bytes_after_any_failing_disk_call) {
    wend_error error;
    wend_run_summary summary;
    wend_file_bytes whole, now;
    resume_paths p = make_paths();
    wend_run_def def = make_run(&p, "random");
    CHECK_OK(wend_run(&def, &summary, &error));
    CHECK_OK(wend_file_read(p.log, &whole, &error));
    for (uint64_t n = 1;; n++) {
        unlink(p.log);
        uint64_t before = disk_calls();
        disk_fail_at(n, ENOSPC);
        wend_status status = wend_run(&def, &summary, &error);
        disk_fail_at(0, 0);
        if (disk_calls() - before < n) break;
        CHECK(status == WEND_IO || status == WEND_OK);
        CHECK_OK(wend_run(&def, &summary, &error));
        CHECK_OK(wend_file_read(p.log, &now, &error));
        CHECK_INT(now.size, whole.size);
        CHECK(memcmp(now.data, whole.data, whole.size) == 0);
        wend_file_bytes_destroy(&now);
    }
    wend_file_bytes_destroy(&whole);
}

static bool halt_after_some(void* context) {
    int* asked = context;
    return ++*asked > 40;
}

TEST(a_halted_run_reports_remaining_episodes_and_resumes) {
    wend_error error;
    wend_run_summary summary;
    int asked = 0;
    resume_paths p = make_paths();
    wend_run_def def = make_run(&p, "random");
    def.halted = halt_after_some;
    def.context = &asked;
    CHECK_OK(wend_run(&def, &summary, &error));
    CHECK(summary.left > 0 && summary.left < 6);
    CHECK_INT(summary.left + summary.played, 6);
    CHECK_INT(summary.failed, 0);
    def.halted = NULL;
    int left = summary.left;
    CHECK_OK(wend_run(&def, &summary, &error));
    CHECK_INT(summary.played, left);
}

static void write_text(const char* path, const char* text) {
    wend_error error;
    CHECK_OK(wend_file_write(path, text, strlen(text), &error));
}

TEST(a_file_beside_the_scene_that_changed_is_found) {
    wend_error error;
    wend_run_summary summary;
    int asked = 0;
    resume_paths p = make_paths();
    snprintf(p.scene, sizeof p.scene, "%s", test_path("hall.obj"));
    write_text(p.scene,
               "mtllib hall.mtl\nusemtl floor\nv -5 0 -5\nv -5 0 5\nv 5 0 5\nv 5 0 -5\n"
               "f 1 2 3\nf 1 3 4\n");
    write_text(test_path("hall.mtl"), "newmtl floor\nKd 0.5 0.5 0.5\n");
    wend_pointnav_def def = wend_pointnav_default_def();
    def.count = 6;
    def.min_ratio = 1;
    const char* scenes[1] = {p.scene};
    CHECK_OK(wend_pointnav_generate(scenes, 1, &def, p.episodes, &error));
    wend_run_def run = make_run(&p, "forward");
    run.halted = halt_after_some;
    run.context = &asked;
    CHECK_OK(wend_run(&run, &summary, &error));
    CHECK(summary.played > 0 && summary.left > 0);
    write_text(test_path("hall.mtl"), "newmtl floor\nKd 0.9 0.5 0.5\n");
    run.halted = NULL;
    check_refused(&run, "hall.obj: scene_hash ");
    // Also when nothing is left to play.
    write_text(test_path("hall.mtl"), "newmtl floor\nKd 0.5 0.5 0.5\n");
    CHECK_OK(wend_run(&run, &summary, &error));
    CHECK_INT(summary.left, 0);
    CHECK_OK(wend_run(&run, &summary, &error));
    CHECK_INT(summary.resumed, 6);
    write_text(test_path("hall.mtl"), "newmtl floor\nKd 0.9 0.5 0.5\n");
    check_refused(&run, "hall.obj: scene_hash ");
}

TEST(numbers_below_zero_are_refused) {
    wend_error error;
    wend_run_summary summary;
    wend_run_def def = {.play.task = "pointnav", .agent = "random", .play.rules = "paper"};
    int* const numbers[] = {&def.threads, &def.limit, &def.every, &def.play.max_steps};
    for (int i = 0; i < 4; i++) {
        *numbers[i] = -3;
        CHECK_INT(wend_run(&def, &summary, &error), WEND_ARGUMENT);
        CHECK_HAS(error.message, "is -3 and must be in [0, ");
        *numbers[i] = 0;
    }
}
