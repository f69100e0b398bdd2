// Runs that are killed, interrupted, locked out or short of disk, and folders that do not fit.
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "fixture.h"
#include "test.h"
#include "train/events.h"
#include "train/train_fixture.h"

#include "wend/files.h"

// Two updates with a checkpoint and an evaluation each.
static wend_train_def short_run(const char* out, const wend_policy_def* policy) {
    wend_train_def d = train_fixture_def(out, policy);
    d.rollout = 4;
    d.steps = 4 * 2 * 2;
    d.save_every = 1;
    d.evaluate_every = 1;
    d.evaluate_episodes = 1;
    d.play.max_steps = 4;
    d.held_out = d.play.episodes;
    return d;
}

static char* path_in(const char* name) {
    static char paths[8][512];
    static int next;
    char* path = paths[next++ % 8];
    snprintf(path, sizeof paths[0], "%s", test_path(name));
    return path;
}

static void check_same(const char* a, const char* b) {
    const char* names[] = {"last.safetensors", "best.safetensors", "curve.csv"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        CHECK(train_fixture_hash(a, names[i]) == train_fixture_hash(b, names[i]));
}

// Files of a folder whose names have `part` in them.
static int count_files(const char* folder, const char* part) {
    wend_error error;
    wend_file_list list;
    int count = 0;
    CHECK_OK(wend_file_list_read(folder, &list, &error));
    for (int i = 0; i < list.count; i++) count += strstr(list.names[i], part) != NULL;
    wend_file_list_destroy(&list);
    return count;
}

static void write_text(const char* folder, const char* name, const char* text) {
    wend_error error;
    char path[600];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    CHECK_OK(wend_file_write(path, text, strlen(text), &error));
}

// ---- kills --------------------------------------------------------------------------------------

// Calls that change what is on disk.
static bool changes_disk(uint64_t number) {
    const long calls[] = {SYS_write,  SYS_pwrite64, SYS_rename,    SYS_renameat, SYS_renameat2,
                          SYS_unlink, SYS_unlinkat, SYS_ftruncate, SYS_truncate};
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
        if ((long)number == calls[i]) return true;
    return false;
}

// Trains in a child that is killed before its n-th call that changes the disk. True: it got there.
static bool train_until(const wend_train_def* def, int n) {
    int status, seen = 0;
    pid_t child = fork();
    if (child == 0) {
        wend_error error;
        if (ptrace(PTRACE_TRACEME, 0, NULL, NULL) != 0) _exit(77);
        raise(SIGSTOP);
        _exit(wend_train(def, &error) == WEND_OK ? 0 : 1);
    }
    CHECK(waitpid(child, &status, 0) == child);
    if (WIFEXITED(status)) test_skip("no ptrace here");
    CHECK(ptrace(PTRACE_SETOPTIONS, child, NULL, PTRACE_O_TRACESYSGOOD) == 0);
    while (true) {
        struct __ptrace_syscall_info info;
        CHECK(ptrace(PTRACE_SYSCALL, child, NULL, NULL) == 0);
        CHECK(waitpid(child, &status, 0) == child);
        if (WIFEXITED(status)) {
            CHECK_INT(WEXITSTATUS(status), 0);
            return false;
        }
        if (!WIFSTOPPED(status) || WSTOPSIG(status) != (SIGTRAP | 0x80)) continue;
        CHECK(ptrace(PTRACE_GET_SYSCALL_INFO, child, (void*)sizeof info, &info) > 0);
        if (info.op != PTRACE_SYSCALL_INFO_ENTRY || !changes_disk(info.entry.nr)) continue;
        if (++seen < n) continue;
        kill(child, SIGKILL);
        waitpid(child, &status, 0);
        return true;
    }
}

// Every fifth such call; WEND_KILL_STEP=1 tries all.
TEST(a_kill_before_any_write_of_a_training_run_changes_no_byte) {
    wend_error error;
    wend_policy_def policy = train_fixture_policy();
    const char* given = getenv("WEND_KILL_STEP");
    int step = given ? atoi(given) : 5, kills = 0;
    char whole[512];
    snprintf(whole, sizeof whole, "%s", path_in("whole"));
    wend_train_def d = short_run(whole, &policy);
    CHECK_OK(wend_train(&d, &error));
    for (int n = 1; n < 1000; n += step) {
        char out[512];
        snprintf(out, sizeof out, "%s%d", path_in("killed"), n);
        d.out = out;
        bool killed = train_until(&d, n);
        CHECK_OK(wend_train(&d, &error));
        check_same(whole, out);
        CHECK_INT(count_files(out, ".part") + count_files(out, "candidate"), 0);
        if (!killed) break;
        kills++;
    }
    CHECK(kills > 5);
}

TEST(any_number_of_threads_trains_the_same_bytes) {
    wend_error error;
    wend_policy_def policy = train_fixture_policy();
    const char* one = path_in("one");
    wend_train_def d = short_run(one, &policy);
    d.num_envs = 12;  // two slices in a minibatch, three in a rollout
    CHECK_OK(wend_train(&d, &error));
    for (int threads = 2; threads <= 3; threads++) {
        d.out = path_in(threads == 2 ? "two" : "three");
        d.threads = threads;
        CHECK_OK(wend_train(&d, &error));
        check_same(one, d.out);
    }
}

// ---- interruptions ------------------------------------------------------------------------------

typedef struct countdown {
    int left;   // calls until the run is stopped
    int first;  // update after which they count
    int done;   // updates that were reported
} countdown;

static bool stop_at_zero(void* context) {
    countdown* c = context;
    return c->done >= c->first && c->left-- <= 0;
}

static void note_update(void* context, const wend_train_report* report) {
    ((countdown*)context)->done = report->update;
}

TEST(an_interrupted_training_reports_that_it_is_resumable_and_is) {
    wend_error error;
    wend_policy_def policy = train_fixture_policy();
    const char *whole = path_in("whole"), *out = path_in("out");
    wend_train_def d = short_run(whole, &policy);
    CHECK_OK(wend_train(&d, &error));
    // An update asks 4 times while it plays and 4 while it learns; then the evaluation does.
    const struct {
        int calls, first;
        const char* says;
    } cases[] = {{2, 0, "update 1, step 0: interrupted; there is no checkpoint yet"},
                 {6, 0, "update 1, step 0: interrupted; there is no checkpoint yet"},
                 {9, 0, "held_out_000001.wlog: interrupted; there is no checkpoint yet"},
                 {2, 1, "update 2, step 8: interrupted; "},
                 {2, 0, "has the checkpoint of update 1: the same command resumes there"},
                 {9, 0, "held_out_000002.wlog: interrupted; "}};
    d.out = out;
    d.stop = stop_at_zero;
    d.report = note_update;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        countdown c = {.left = cases[i].calls, .first = cases[i].first};
        d.context = &c;
        CHECK_INT(wend_train(&d, &error), WEND_IO);
        CHECK_HAS(error.message, cases[i].says);
    }
    d.report = NULL;
    d.stop = NULL;
    CHECK_OK(wend_train(&d, &error));
    check_same(whole, out);
}

TEST(a_full_disk_ends_a_training_run_that_then_resumes_to_the_same_bytes) {
    wend_error error;
    wend_policy_def policy = train_fixture_policy();
    const char *whole = path_in("whole"), *out = path_in("out");
    wend_train_def d = short_run(whole, &policy);
    CHECK_OK(wend_train(&d, &error));
    signal(SIGXFSZ, SIG_IGN);
    d.out = out;
    for (rlim_t limit = 64; limit <= 40000; limit = limit * 3 / 2) {
        int status;
        pid_t child = fork();
        if (child == 0) {
            setrlimit(RLIMIT_FSIZE, &(struct rlimit){limit, limit});
            wend_status ended = wend_train(&d, &error);
            bool told = ended == WEND_OK || strstr(error.message, "the same command");
            _exit(ended == WEND_IO && told ? 1 : ended == WEND_OK ? 0 : 2);
        }
        CHECK(waitpid(child, &status, 0) == child && WIFEXITED(status));
        CHECK(WEXITSTATUS(status) == 1 || WEXITSTATUS(status) == 0);
    }
    CHECK_OK(wend_train(&d, &error));
    check_same(whole, out);
    CHECK_INT(count_files(out, ".part") + count_files(out, "candidate"), 0);
}

TEST(a_second_training_run_in_a_folder_is_locked_out) {
    wend_error error;
    wend_policy_def policy = train_fixture_policy();
    const char* out = path_in("out");
    wend_train_def d = short_run(out, &policy);
    CHECK_OK(wend_file_make_folder(out, &error));
    int descriptor = open(out, O_RDONLY | O_DIRECTORY);
    CHECK(flock(descriptor, LOCK_EX | LOCK_NB) == 0);
    CHECK_INT(wend_train(&d, &error), WEND_IO);
    CHECK_HAS(error.message, "locked by another wend train");
    CHECK_INT(count_files(out, ""), 0);
    close(descriptor);
    CHECK_OK(wend_train(&d, &error));
}

TEST(a_folder_that_cannot_be_written_is_reported) {
    wend_error error;
    wend_policy_def policy = train_fixture_policy();
    wend_train_def d = short_run(path_in("file"), &policy);
    CHECK_OK(wend_file_write(d.out, "x", 1, &error));
    CHECK_INT(wend_train(&d, &error), WEND_IO);
    CHECK_HAS(error.message, "/file: ");
}

// ---- folders that do not fit --------------------------------------------------------------------

TEST(leftovers_of_a_kill_are_removed_and_other_files_stay) {
    wend_error error;
    wend_policy_def policy = train_fixture_policy();
    wend_train_def d = short_run(path_in("out"), &policy);
    const char* ours[] = {
        "last.safetensors.12.part",     "best.safetensors.3.part",     "curve.csv.4.part",
        "candidate.safetensors.5.part", "held_out_000001.wlog.6.part", "held_out_000001.wlog.part"};
    const char* others[] = {"mine.12.part", "last.safetensors.part",  "last.safetensors.x1.part",
                            "notes.txt",    "held_out_x.wlog.6.part", "held_out_.wlog.6.part",
                            ".1.part"};
    for (size_t i = 0; i < sizeof ours / sizeof *ours; i++) write_text(d.out, ours[i], "x");
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) write_text(d.out, others[i], "x");
    for (int round = 0; round < 2; round++) {
        CHECK_OK(wend_train(&d, &error));
        CHECK_INT(count_files(d.out, ".part"), 6);
        CHECK_INT(count_files(d.out, "notes.txt"), 1);
        d.overwrite = true;
    }
}

// Trains, changes something with `def` or on disk, and expects the refusal.
static void check_refused(wend_train_def* d, const char* says) {
    wend_error error;
    uint64_t before = train_fixture_hash(d->out, "last.safetensors");
    CHECK_INT(wend_train(d, &error), WEND_ARGUMENT);
    CHECK_HAS(error.message, says);
    CHECK_HAS(error.message, "choose another folder or pass --overwrite");
    CHECK(train_fixture_hash(d->out, "last.safetensors") == before);
}

TEST(a_different_run_is_refused_by_each_difference) {
    wend_error error;
    wend_policy_def policy = train_fixture_policy(), wider = policy;
    char other[512];
    wend_train_def d = short_run(path_in("out"), &policy);
    CHECK_OK(wend_train(&d, &error));
    snprintf(other, sizeof other, "%s", path_in("other.json"));
    wend_file_bytes bytes;
    CHECK_OK(wend_file_read(d.play.episodes, &bytes, &error));
    bytes.data[bytes.size - 1] = ' ';
    CHECK_OK(wend_file_write(other, bytes.data, bytes.size, &error));
    wend_file_bytes_destroy(&bytes);
    wend_train_def c = d;
    c.play.episodes = other;
    check_refused(&c, "(the content of episodes changed)");
    c = d;
    c.held_out = other;
    check_refused(&c, "(the content of held_out changed)");
    c = d;
    c.held_out = NULL;
    check_refused(&c, "(held_out is none, was hash:");
    c = d;
    c.play.seed = 3;
    c.gamma = 0.5f;
    check_refused(&c, "(seed is 3, was 0; gamma is 0.5, was 0.99)");
    c = d;
    wider.memory_size = 24;
    c.policy = &wider;
    check_refused(&c, "(policy.memory_size is 24, was 16)");
    c = d;
    c.threads = 2;
    CHECK_OK(wend_train(&c, &error));
}

TEST(a_scene_that_changed_since_is_noticed) {
    wend_error error;
    wend_policy_def policy = train_fixture_policy();
    wend_train_def d = short_run(path_in("out"), &policy);
    d.held_out = NULL;
    d.steps *= 2;
    countdown c = {.left = 20};
    d.stop = stop_at_zero;
    d.context = &c;
    CHECK_INT(wend_train(&d, &error), WEND_IO);
    wend_scene* scene = fixture_two_rooms(0.5f);
    CHECK_OK(wend_scene_save(scene, path_in("house.wscene"), &error));
    wend_scene_destroy(scene);
    d.stop = NULL;
    check_refused(&d, "the content of scene");
    d.overwrite = true;
    CHECK_OK(wend_train(&d, &error));
}

TEST(best_weights_that_are_not_the_checkpoints_are_refused) {
    wend_error error;
    wend_policy_def policy = train_fixture_policy();
    wend_train_def d = short_run(path_in("out"), &policy);
    char best[600];
    CHECK_OK(wend_train(&d, &error));
    snprintf(best, sizeof best, "%s/best.safetensors", d.out);
    wend_file_bytes bytes;
    CHECK_OK(wend_file_read(best, &bytes, &error));
    bytes.data[bytes.size - 1] ^= 1;
    CHECK_OK(wend_file_write(best, bytes.data, bytes.size, &error));
    CHECK_INT(wend_train(&d, &error), WEND_FORMAT);
    CHECK_HAS(error.message, "best.safetensors: changed since the checkpoint of update 2");
    unlink(best);
    CHECK_INT(wend_train(&d, &error), WEND_FORMAT);
    CHECK_HAS(error.message, "best.safetensors: is missing");
    char last[600];
    snprintf(last, sizeof last, "%s/last.safetensors", d.out);
    CHECK_OK(wend_file_write(best, bytes.data, bytes.size, &error));
    wend_file_bytes_destroy(&bytes);
    unlink(last);
    CHECK_INT(wend_train(&d, &error), WEND_ARGUMENT);
    CHECK_HAS(error.message, "contains best.safetensors but no last.safetensors");
    d.from = best;
    d.overwrite = true;
    CHECK_INT(wend_train(&d, &error), WEND_ARGUMENT);
    CHECK_HAS(error.message, "a file of the folder that is written");
    d.from = NULL;
    CHECK_OK(wend_train(&d, &error));
}
