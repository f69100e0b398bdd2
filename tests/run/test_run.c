#include <signal.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "test.h"

#include "wend/files.h"
#include "wend/make.h"
#include "wend/metrics.h"
#include "wend/run.h"

typedef struct paths {
    char episodes[1024], first[1024], second[1024];
} paths;

// Two small homes and 24 episodes in them, in this test's folder.
static paths make_episodes(void) {
    wend_error error;
    paths p;
    const char* scenes[2] = {"apartment:1", "apartment:2"};
    wend_pointnav_def def = wend_pointnav_default_def();
    def.count = 12;
    snprintf(p.episodes, sizeof p.episodes, "%s", test_path("e.json"));
    snprintf(p.first, sizeof p.first, "%s", test_path("first.wlog"));
    snprintf(p.second, sizeof p.second, "%s", test_path("second.wlog"));
    CHECK_OK(wend_pointnav_generate(scenes, 2, &def, p.episodes, &error));
    return p;
}

static wend_run_def make_run(const char* agent, const char* episodes, const char* out) {
    wend_run_def def = wend_run_default_def();
    def.play.task = "pointnav";
    def.agent = agent;
    def.play.episodes = episodes;
    def.out = out;
    def.play.seed = 3;
    def.play.max_steps = 60;
    def.threads = 2;
    return def;
}

static void check_same_bytes(const char* a, const char* b) {
    wend_error error;
    wend_file_bytes x, y;
    CHECK_OK(wend_file_read(a, &x, &error));
    CHECK_OK(wend_file_read(b, &y, &error));
    CHECK_INT(x.size, y.size);
    CHECK(memcmp(x.data, y.data, x.size) == 0);
    wend_file_bytes_destroy(&x);
    wend_file_bytes_destroy(&y);
}

TEST(a_run_gives_the_same_bytes_for_any_number_of_threads) {
    wend_error error;
    wend_run_summary summary;
    paths p = make_episodes();
    wend_run_def def = make_run("goal", p.episodes, p.first);
    def.threads = 1;
    CHECK_OK(wend_run(&def, &summary, &error));
    CHECK_INT(summary.played, 24);
    for (int threads = 2; threads <= 8; threads *= 4) {
        unlink(p.second);
        def.out = p.second;
        def.threads = threads;
        CHECK_OK(wend_run(&def, &summary, &error));
        check_same_bytes(p.first, p.second);
    }
}

// A caller's own agent: it stops after as many steps as its options say it shall.
typedef struct patient_state {
    int steps;
} patient_state;

static wend_status patient_reset(void* state, const wend_agent_episode* episode,
                                 wend_error* error) {
    (void)error;
    CHECK(episode->body.radius > 0 && episode->body.height > 0);
    ((patient_state*)state)->steps = 0;
    return WEND_OK;
}

static wend_status patient_act(void* state, const wend_observation* o, wend_action* action,
                               wend_error* error) {
    if (o->step == 5) return wend_fail(error, WEND_ARGUMENT, "it lost its patience");
    ((patient_state*)state)->steps++;
    action->kind = o->goal.point[0] < 3 ? WEND_ACTION_STOP : WEND_ACTION_LEFT;
    return WEND_OK;
}

static wend_status patient_notes(const void* state, char* text, size_t size, wend_error* error) {
    (void)error;
    snprintf(text, size, "{\"steps\": %d}", ((const patient_state*)state)->steps);
    return WEND_OK;
}

TEST(failures_and_notes_of_a_custom_agent_are_in_the_log) {
    wend_error error;
    wend_run_summary summary;
    wend_log_set set;
    const wend_agent_kind patient = {.name = "patient",
                                     .memory = sizeof(patient_state),
                                     .reset = patient_reset,
                                     .act = patient_act,
                                     .notes = patient_notes};
    paths p = make_episodes();
    wend_run_def def = make_run("mine", p.episodes, p.first);
    def.custom = &patient;
    CHECK_OK(wend_run(&def, &summary, &error));
    CHECK_INT(summary.failed, 0);
    CHECK(summary.agent_errors > 0 && summary.agent_errors < 24);
    CHECK_OK(wend_log_read(p.first, &set, &error));
    CHECK_HAS(set.header, "\"agent\": \"mine\"");
    for (int i = 0; i < set.count; i++)
        if (set.records[i].agent_error)
            CHECK_HAS(set.records[i].agent_error, "patience");
        else
            CHECK_HAS(set.records[i].notes, "\"steps\": 1");
    wend_log_destroy(&set);
}

// Starts the run in a process of its own and kills it after a while. True if it had ended by
// itself.
static bool run_and_kill(const wend_run_def* def, int milliseconds) {
    pid_t pid = fork();
    if (pid == 0) {
        wend_run_summary summary;
        wend_error error;
        wend_status status = wend_run(def, &summary, &error);
        _exit(status == WEND_OK ? 0 : 1);
    }
    struct timespec wait_for = {milliseconds / 1000, (long)(milliseconds % 1000) * 1000000};
    nanosleep(&wait_for, NULL);
    kill(pid, SIGKILL);
    int status;
    waitpid(pid, &status, 0);
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

TEST(a_run_killed_at_random_moments_ends_with_the_same_bytes) {
    wend_error error;
    wend_run_summary summary;
    paths p = make_episodes();
    wend_run_def def = make_run("random", p.episodes, p.first);
    CHECK_OK(wend_run(&def, &summary, &error));
    def.out = p.second;
    wend_rng rng = wend_rng_make((uint64_t)getpid(), 1);  // other moments each time
    int kills = 0;
    while (kills < 20 && !run_and_kill(&def, 50 + wend_rng_range(&rng, 0, 100 * kills))) kills++;
    CHECK_OK(wend_run(&def, &summary, &error));
    CHECK_INT(summary.resumed + summary.played, 24);
    check_same_bytes(p.first, p.second);
}

TEST(a_scene_that_is_missing_fails_its_episodes_and_no_others) {
    wend_error error;
    wend_run_summary summary;
    wend_file_bytes bytes;
    paths p = make_episodes();
    CHECK_OK(wend_file_read(p.episodes, &bytes, &error));
    for (char* at = bytes.data; (at = strstr(at, "apartment:2"));) memcpy(at, "nowhere.glb", 11);
    CHECK_OK(wend_file_write(p.episodes, bytes.data, bytes.size, &error));
    wend_file_bytes_destroy(&bytes);
    wend_run_def def = make_run("forward", p.episodes, p.first);
    CHECK_OK(wend_run(&def, &summary, &error));
    CHECK_INT(summary.failed, 12);
    wend_log_set log;
    wend_score_table table;
    CHECK_OK(wend_log_read(p.first, &log, &error));
    CHECK_OK(wend_score_compute(&log, p.first, &table, &error));
    CHECK_INT(table.rows, 12);
    CHECK_INT(table.failed, 12);
    CHECK_HAS(log.records[23].failure, "nowhere.glb: cannot open");
    wend_score_destroy(&table);
    wend_log_destroy(&log);
}

TEST(the_shortest_path_oracle_always_arrives) {
    wend_error error;
    wend_run_summary summary;
    paths p = make_episodes();
    wend_run_def def = make_run("shortest-path", p.episodes, p.first);
    def.play.max_steps = 0;
    CHECK_OK(wend_run(&def, &summary, &error));
    wend_log_set log;
    wend_score_table table;
    CHECK_OK(wend_log_read(p.first, &log, &error));
    CHECK_OK(wend_score_compute(&log, p.first, &table, &error));
    CHECK(table.oracle);
    CHECK_NEAR(table.means[0].mean, 1, 0);
    CHECK(table.means[1].mean > 0.97);
    wend_score_destroy(&table);
    wend_log_destroy(&log);
}
