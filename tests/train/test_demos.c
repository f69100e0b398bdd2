// Demonstration sets: what is written is read, resumed and shuffled; what is damaged is reported.
#include <sys/wait.h>
#include <unistd.h>

#include "test.h"
#include "train/demo_record.h"
#include "train/train_fixture.h"

#include "wend/files.h"
#include "wend/run.h"

static void keep_demo_path(char* to, const char* name) { snprintf(to, 512, "%s", test_path(name)); }

static wend_demos_def demo_fixture(const char* out) {
    wend_demos_def d = wend_demos_default_def();
    d.play.task = "pointnav";
    d.play.episodes = train_fixture_episodes();
    d.out = out;
    d.width = d.height = 24;
    d.shard_episodes = 5;
    d.num_envs = 3;
    d.threads = 1;
    return d;
}

static wend_demos* record_and_open(const wend_demos_def* d) {
    wend_error error;
    wend_demos_summary summary;
    wend_demos* demos;
    CHECK_OK(wend_demos_record(d, &summary, &error));
    CHECK_OK(wend_demos_open(d->out, &demos, &error));
    return demos;
}

// ---- blocks -------------------------------------------------------------------------------------

TEST(a_block_is_read_as_it_was_written) {
    wend_error error;
    demo_shape shape = {5, 3, true, true, WEND_ORACLE_MAP_FULL};
    demo_block a, b;
    demo_bytes packed = {0};
    uint8_t rgb[45], ground[2500], things[2500];
    float depth[15], metres[15];
    CHECK_OK(demo_block_create(&shape, &a, &error));
    CHECK_OK(demo_block_create(&shape, &b, &error));
    for (int i = 0; i < 7; i++) {
        for (int k = 0; k < 45; k++) rgb[k] = (uint8_t)(37 * k * k + i);
        for (int k = 0; k < 15; k++) depth[k] = 0.001f * (float)(k * 1000 + i);
        for (int k = 0; k < 2500; k++) ground[k] = (uint8_t)(k % 3), things[k] = (uint8_t)(k + i);
        wend_demo_step s = {.expert = i % 5 - 1, .taken = i % 4, .reward = (float)i * 0.5f};
        s.observation.camera.rgb = rgb;
        s.observation.camera.depth = depth;
        s.observation.privileged.map_occupancy = ground;
        s.observation.privileged.map_objects = things;
        s.observation.goal.category = (uint16_t)(300 + i);
        s.observation.goal.class_index = -1;
        s.observation.goal.point[1] = (float)NAN;
        s.observation.pose.compass = (float)i;
        s.labels.distance = (float)i;
        demo_block_put(&a, &s);
    }
    CHECK_OK(demo_block_pack(&a, &packed, &error));
    CHECK_INT(a.steps, 0);
    CHECK_OK(demo_block_unpack(packed.items, packed.count, 7, &b, &error));
    for (int i = 0; i < 7; i++) {
        wend_demo_step s;
        demo_block_get(&b, i, metres, &s);
        for (int k = 0; k < 45; k++)
            CHECK_INT(s.observation.camera.rgb[k], (uint8_t)(37 * k * k + i));
        for (int k = 0; k < 15; k++) CHECK_NEAR(metres[k], 0.001 * (k * 1000 + i), 1e-5);
        CHECK_INT(s.observation.privileged.map_objects[77], (uint8_t)(77 + i));
        CHECK_INT(s.expert, i % 5 - 1);
        CHECK_INT(s.taken, i % 4);
        CHECK(s.reward == (float)i * 0.5f);
        CHECK_INT(s.observation.goal.category, 300 + i);
        CHECK(isnan(s.observation.goal.point[1]));
        CHECK(s.labels.distance == (float)i);
    }
    CHECK_INT(demo_block_unpack(packed.items, packed.count, 6, &b, &error), WEND_FORMAT);
    CHECK_INT(demo_block_unpack(packed.items, packed.count - 1, 7, &b, &error), WEND_FORMAT);
    CHECK_HAS(error.message, "does not have its 7 steps");
    ARRAY_FREE(&packed);
    demo_block_destroy(&a);
    demo_block_destroy(&b);
}

// ---- sets ---------------------------------------------------------------------------------------

TEST(demonstrations_end_with_success_and_follow_the_expert) {
    wend_error error;
    char out[512];
    keep_demo_path(out, "demos");
    wend_demos_def d = demo_fixture(out);
    wend_demos* demos = record_and_open(&d);
    wend_demos_info info = wend_demos_get_info(demos);
    wend_demo_cursor* cursor;
    int64_t steps = 0;
    CHECK_INT(info.episodes, 12);
    CHECK_INT(info.shards, 3);
    CHECK(info.inflections >= info.episodes && info.inflections < info.steps);
    CHECK_OK(wend_demos_check(demos, &error));
    CHECK_OK(wend_demo_cursor_create(demos, &cursor, &error));
    for (int e = 0; e < info.episodes; e++) {
        wend_demo_step s;
        bool done = false;
        int last = -1, count = 0;
        CHECK_OK(wend_demo_cursor_begin(cursor, e, &error));
        for (;; count++) {
            CHECK_OK(wend_demo_cursor_next(cursor, &s, &done, &error));
            if (done) break;
            CHECK_INT(s.observation.step, count);
            CHECK_INT(s.expert, s.taken);
            CHECK(s.observation.goal.point[0] > 0 && s.labels.distance > 0);
            last = s.expert;
        }
        CHECK_INT(last, 0);
        CHECK(s.labels.progress > 0.7f);
        CHECK(s.observation.goal.point[0] < 0.2f);
        steps += count;
    }
    CHECK_INT(steps, info.steps);
    CHECK_INT(wend_demo_cursor_begin(cursor, 12, &error), WEND_ARGUMENT);
    wend_demo_cursor_destroy(cursor);
    wend_demos_destroy(demos);
}

static void check_same_set(const char* a, const char* b) {
    const char* names[] = {"index.json", "shard_000000.wdemo", "shard_000001.wdemo",
                           "shard_000002.wdemo"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        CHECK(train_fixture_hash(a, names[i]) == train_fixture_hash(b, names[i]));
}

TEST(a_set_has_the_same_bytes_for_any_number_of_threads_and_environments) {
    char one[512], other[512];
    keep_demo_path(one, "one");
    keep_demo_path(other, "other");
    wend_demos_def d = demo_fixture(one);
    wend_demos_destroy(record_and_open(&d));
    d.out = other;
    d.threads = 3;
    d.num_envs = 8;
    wend_demos_destroy(record_and_open(&d));
    check_same_set(one, other);
}

static void die_after_the_first(void* context, int done, int total) {
    (void)context;
    (void)total;
    if (done == 10) _Exit(9);
}

static bool stop_soon(void* context) { return (*(int*)context)-- <= 0; }

TEST(a_killed_or_interrupted_recording_continues_with_the_next_shard) {
    wend_error error;
    wend_demos_summary summary;
    char whole[512], killed[512];
    int calls = 3, status;
    keep_demo_path(whole, "whole");
    keep_demo_path(killed, "killed");
    wend_demos_def d = demo_fixture(whole);
    wend_demos_destroy(record_and_open(&d));
    d.out = killed;
    d.stop = stop_soon;
    d.context = &calls;
    CHECK_INT(wend_demos_record(&d, &summary, &error), WEND_IO);
    CHECK_INT(summary.shards, 0);
    d.stop = NULL;
    pid_t child = fork();
    if (child == 0) {
        d.progress = die_after_the_first;
        (void)wend_demos_record(&d, &summary, &error);
        _Exit(1);
    }
    CHECK(waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 9);
    CHECK_OK(wend_demos_record(&d, &summary, &error));
    CHECK_INT(summary.recorded, 2);
    CHECK_INT(summary.episodes, 12);
    check_same_set(whole, killed);
}

TEST(a_folder_is_of_one_set) {
    wend_error error;
    wend_demos_summary summary;
    char out[512];
    keep_demo_path(out, "demos");
    wend_demos_def d = demo_fixture(out);
    wend_demos_destroy(record_and_open(&d));
    d.play.max_steps = 7;
    CHECK_INT(wend_demos_record(&d, &summary, &error), WEND_ARGUMENT);
    CHECK_HAS(error.message, "contains a different set (other episodes, log, seed or settings)");
    d.play.max_steps = 0;
    d.width = 32;
    CHECK_INT(wend_demos_record(&d, &summary, &error), WEND_ARGUMENT);
    CHECK_HAS(error.message, "(other images)");
    d.overwrite = true;
    CHECK_OK(wend_demos_record(&d, &summary, &error));
    d.expert = "random";
    CHECK_INT(wend_demos_record(&d, &summary, &error), WEND_ARGUMENT);
    CHECK_HAS(error.message, "'random' is not an oracle");
}

TEST(a_log_of_the_expert_gives_the_experts_demonstrations) {
    wend_error error;
    wend_run_summary ran;
    wend_run_def run = wend_run_default_def();
    char played[512], replayed[512], log[512];
    keep_demo_path(played, "played");
    keep_demo_path(replayed, "replayed");
    keep_demo_path(log, "run.wlog");
    wend_demos_def d = demo_fixture(played);
    wend_demos* a = record_and_open(&d);
    run.play = d.play;
    run.agent = "shortest-path";
    run.out = log;
    run.threads = 1;
    run.snap = true;
    CHECK_OK(wend_run(&run, &ran, &error));
    d.log = log;
    d.out = replayed;
    wend_demos* b = record_and_open(&d);
    wend_demo_cursor *x, *y;
    CHECK_OK(wend_demo_cursor_create(a, &x, &error));
    CHECK_OK(wend_demo_cursor_create(b, &y, &error));
    CHECK_INT(wend_demos_get_info(b).episodes, 12);
    for (int e = 0; e < 12; e++) {
        bool done = false, ends;
        wend_demo_step s, t;
        CHECK_OK(wend_demo_cursor_begin(x, e, &error));
        CHECK_OK(wend_demo_cursor_begin(y, e, &error));
        while (!done) {
            CHECK_OK(wend_demo_cursor_next(x, &s, &done, &error));
            CHECK_OK(wend_demo_cursor_next(y, &t, &ends, &error));
            CHECK(done == ends);
            CHECK_INT(s.expert, t.expert);
            CHECK(memcmp(s.observation.camera.rgb, t.observation.camera.rgb, 24 * 24 * 3) == 0);
        }
    }
    wend_demo_cursor_destroy(x);
    wend_demo_cursor_destroy(y);
    wend_demos_destroy(a);
    wend_demos_destroy(b);
}

TEST(a_shuffled_pass_has_every_episode_once_and_passes_differ) {
    for (int count = 1; count < 70; count += 4) {
        bool seen[70] = {0};
        int moved = 0;
        for (int i = 0; i < count; i++) {
            int at = wend_demos_shuffled(count, 5, 2, i);
            CHECK(at >= 0 && at < count && !seen[at]);
            seen[at] = true;
            moved += at != wend_demos_shuffled(count, 5, 3, i);
        }
        if (count > 8) CHECK(moved > count / 2);
    }
}

// ---- damage -------------------------------------------------------------------------------------

TEST(every_flipped_byte_of_a_shard_is_noticed) {
    wend_error error;
    char out[512], path[600];
    wend_file_bytes bytes;
    keep_demo_path(out, "demos");
    wend_demos_def d = demo_fixture(out);
    d.episodes = 2;
    wend_demos_destroy(record_and_open(&d));
    snprintf(path, sizeof path, "%s/shard_000000.wdemo", out);
    CHECK_OK(wend_file_read(path, &bytes, &error));
    size_t step = bytes.size / 60 + 1;
    for (size_t i = 0; i < bytes.size; i += i < 120 ? 1 : step) {
        wend_demos* demos;
        bytes.data[i] = (char)(bytes.data[i] ^ 0x41);
        CHECK_OK(wend_file_write(path, bytes.data, bytes.size, &error));
        bytes.data[i] = (char)(bytes.data[i] ^ 0x41);
        wend_status status = wend_demos_open(out, &demos, &error);
        if (status == WEND_OK) {
            status = wend_demos_check(demos, &error);
            wend_demos_destroy(demos);
        }
        CHECK_INT(status, WEND_FORMAT);
        CHECK_HAS(error.message, "shard_000000.wdemo");
    }
    wend_file_bytes_destroy(&bytes);
}

typedef struct demo_attempt {
    const char* out;
} demo_attempt;

static wend_status read_all_again(void* context, wend_error* error) {
    wend_demos* demos;
    WEND_TRY(wend_demos_open(((demo_attempt*)context)->out, &demos, error));
    wend_status status = wend_demos_check(demos, error);
    wend_demos_destroy(demos);
    return status;
}

TEST(reading_a_set_survives_every_failing_allocation) {
    char out[512];
    keep_demo_path(out, "demos");
    wend_demos_def d = demo_fixture(out);
    d.episodes = 2;
    wend_demos_destroy(record_and_open(&d));
    test_each_allocation(read_all_again, &(demo_attempt){out}, 20);
}

static wend_status record_again(void* context, wend_error* error) {
    wend_demos_summary summary;
    wend_demos_def d = demo_fixture(((demo_attempt*)context)->out);
    d.episodes = 2;
    d.num_envs = 1;
    d.overwrite = true;
    return wend_demos_record(&d, &summary, error);
}

TEST(recording_survives_every_failing_allocation) {
    char out[512];
    keep_demo_path(out, "demos");
    test_each_allocation(record_again, &(demo_attempt){out}, 20);
}

// In an empty room without occlusion: point goals are at the direction and distance of the labels.
TEST(labels_of_point_goals_agree_with_the_point_goal_sensor) {
    wend_error error;
    char out[512];
    keep_demo_path(out, "demos");
    wend_demos_def d = demo_fixture(out);
    wend_demos* demos = record_and_open(&d);
    wend_demo_cursor* cursor;
    int seen = 0;
    CHECK_OK(wend_demo_cursor_create(demos, &cursor, &error));
    for (int e = 0; e < 12; e++) {
        bool done = false;
        float before = 0, best = -1;
        CHECK_OK(wend_demo_cursor_begin(cursor, e, &error));
        for (;;) {
            wend_demo_step s;
            CHECK_OK(wend_demo_cursor_next(cursor, &s, &done, &error));
            if (done) break;
            CHECK_NEAR(s.labels.distance, s.observation.goal.point[0], 0.05);
            CHECK_NEAR(
                remainderf(s.labels.direction - s.observation.goal.point[1], 2 * 3.14159265f), 0,
                0.05);
            CHECK(s.labels.seen >= before && s.labels.seen <= 1);
            CHECK(s.labels.progress <= 1);
            before = s.labels.seen;
            best = fmaxf(best, s.labels.progress);
        }
        seen += before == 1;
        CHECK(best > 0.5f);
    }
    CHECK(seen > 6);
    wend_demo_cursor_destroy(cursor);
    wend_demos_destroy(demos);
}
