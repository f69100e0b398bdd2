// The test runner: `wend-tests [--jobs N] [--list] [part of a name or file]…`
#include "test.h"

#include <ftw.h>
#include <stdarg.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { MAX_TESTS = 4096, MAX_JOBS = 64, SKIPPED = 77, TIMEOUT_SECONDS = 900 };

typedef struct test {
    const char* name;
    const char* file;
    test_function run;
} test;

typedef struct running {
    pid_t pid;
    int test;
    FILE* output;
    double start;
} running;

// fontconfig, under cairo's text, keeps what it has read until the process ends.
const char* __lsan_default_suppressions(void);
const char* __lsan_default_suppressions(void) { return "leak:libfontconfig\n"; }

static test tests[MAX_TESTS];
static int test_count;
static char own_folder[256];

void test_register(const char* name, const char* file, test_function run) {
    if (test_count < MAX_TESTS) tests[test_count++] = (test){name, file, run};
}

void test_fail(const char* file, int line, const char* format, ...) {
    va_list arguments;
    va_start(arguments, format);
    fprintf(stderr, "%s:%d: ", file, line);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    exit(1);
}

void test_skip(const char* format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    exit(SKIPPED);
}

const char* test_data(const char* relative_path) {
    static char paths[8][1024];
    static int turn;
    char* path = paths[turn++ % 8];
    const char* root = getenv("WEND_DATA");
    snprintf(path, sizeof paths[0], "%s/%s", root && *root ? root : "../shared/data",
             relative_path);
    if (access(path, R_OK) != 0) test_skip("no %s", path);
    return path;
}

const char* test_folder(void) {
    if (!*own_folder) {
        snprintf(own_folder, sizeof own_folder, "/tmp/wend-test-XXXXXX");
        if (!mkdtemp(own_folder)) test_fail(__FILE__, __LINE__, "cannot make a folder in /tmp");
    }
    return own_folder;
}

const char* test_path(const char* name) {
    static char paths[8][1024];
    static int turn;
    char* path = paths[turn++ % 8];
    snprintf(path, sizeof paths[0], "%s/%s", test_folder(), name);
    return path;
}

void test_each_allocation(wend_status (*attempt)(void* context, wend_error* error), void* context,
                          int dense) {
    wend_error error = {0};
    attempt(context, &error);  // whatever libraries keep for ever, they allocate now
    for (uint64_t n = 1;; n += n < (uint64_t)dense ? 1 : 1 + n / 16) {
        wend_memory_stats before = wend_memory_get_stats();
        error = (wend_error){0};
        wend_memory_fail_at(n, false);
        wend_status status = attempt(context, &error);
        wend_memory_fail_at(0, false);
        wend_memory_stats after = wend_memory_get_stats();
        if (after.live_blocks != before.live_blocks)
            test_fail(__FILE__, __LINE__, "allocation %llu failing leaves %lld blocks behind",
                      (unsigned long long)n, (long long)(after.live_blocks - before.live_blocks));
        if (after.calls - before.calls < n && status == WEND_OK) return;
        if (status != WEND_NO_MEMORY)
            test_fail(__FILE__, __LINE__, "allocation %llu failing gives '%s' (%s)",
                      (unsigned long long)n, wend_status_name(status), error.message);
        if (!*error.message) test_fail(__FILE__, __LINE__, "a failure without a message");
    }
}

static int remove_entry(const char* path, const struct stat* info, int type, struct FTW* at) {
    (void)info;
    (void)type;
    (void)at;
    return remove(path);
}

static void remove_own_folder(void) {
    if (*own_folder) nftw(own_folder, remove_entry, 16, FTW_DEPTH | FTW_PHYS);
}

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static bool start_test(int index, running* slot) {
    slot->output = tmpfile();
    if (!slot->output) return false;
    slot->test = index;
    slot->start = now();
    fflush(NULL);
    slot->pid = fork();
    if (slot->pid != 0) return slot->pid > 0;
    dup2(fileno(slot->output), STDOUT_FILENO);
    dup2(fileno(slot->output), STDERR_FILENO);
    alarm(TIMEOUT_SECONDS);
    *own_folder = 0;
    atexit(remove_own_folder);
    tests[index].run();
    exit(0);
}

static void print_output(FILE* output) {
    char line[4096];
    rewind(output);
    while (fgets(line, sizeof line, output)) fprintf(stdout, "    %s", line);
    if (ftell(output) > 0) fputc('\n', stdout);
}

static void finish_test(running* slot, int status, int counts[3]) {
    int outcome = WIFEXITED(status) && WEXITSTATUS(status) == 0         ? 0
                  : WIFEXITED(status) && WEXITSTATUS(status) == SKIPPED ? 2
                                                                        : 1;
    static const char* const words[3] = {"ok  ", "FAIL", "skip"};
    double seconds = now() - slot->start;
    counts[outcome]++;
    printf("%s %s", words[outcome], tests[slot->test].name);
    if (seconds > 2) printf(" (%.1f s)", seconds);
    if (WIFSIGNALED(status)) printf(" (signal %d)", WTERMSIG(status));
    printf("\n");
    if (outcome) print_output(slot->output);
    fclose(slot->output);
    fflush(stdout);
    slot->pid = 0;
}

static bool is_wanted(const test* t, int argc, char** argv, int first) {
    if (first >= argc) return true;
    for (int i = first; i < argc; i++)
        if (strstr(t->name, argv[i]) || strstr(t->file, argv[i])) return true;
    return false;
}

static int compare_tests(const void* a, const void* b) {
    const test *x = a, *y = b;
    int by_file = strcmp(x->file, y->file);
    return by_file ? by_file : strcmp(x->name, y->name);
}

static void wait_for_one(running* slots, int jobs, int counts[3]) {
    int status;
    pid_t pid = wait(&status);
    for (int i = 0; i < jobs; i++)
        if (slots[i].pid == pid && pid > 0) finish_test(&slots[i], status, counts);
}

int main(int argc, char** argv) {
    int jobs = (int)sysconf(_SC_NPROCESSORS_ONLN), first = 1, counts[3] = {0};
    running slots[MAX_JOBS] = {0};
    bool list = false;
    for (; first < argc && argv[first][0] == '-'; first++) {
        if (strcmp(argv[first], "--list") == 0) list = true;
        if (strcmp(argv[first], "--jobs") == 0 && first + 1 < argc) jobs = atoi(argv[++first]);
    }
    if (jobs < 1) jobs = 1;
    if (jobs > MAX_JOBS) jobs = MAX_JOBS;
    qsort(tests, (size_t)test_count, sizeof *tests, compare_tests);
    for (int i = 0; i < test_count; i++) {
        if (!is_wanted(&tests[i], argc, argv, first)) continue;
        if (list) {
            printf("%s: %s\n", tests[i].file, tests[i].name);
            continue;
        }
        int free_slot = -1;
        while (free_slot < 0) {
            for (int s = 0; s < jobs; s++)
                if (!slots[s].pid) free_slot = s;
            if (free_slot < 0) wait_for_one(slots, jobs, counts);
        }
        if (!start_test(i, &slots[free_slot])) counts[1]++;
    }
    for (int s = 0; s < jobs; s++)
        while (slots[s].pid) wait_for_one(slots, jobs, counts);
    if (!list) printf("%d passed, %d failed, %d skipped\n", counts[0], counts[1], counts[2]);
    return counts[1] ? 1 : 0;
}
