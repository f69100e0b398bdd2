// The test runner: `wend-tests [--jobs N] [--list] [--exact] [--fail-fast] [--cpu S] [part of a
// name or file]…`
//
// --exact takes whole names and runs them in the order given; --fail-fast ends at the first
// failure;
// --cpu gives each test S seconds of processor time.
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

typedef struct options {
    int jobs, cpu_seconds;
    bool list, exact, fail_fast;
    char** words;  // [word_count]
    int word_count;
} options;

int test_checks;
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
    test_count_check();
    (void)attempt(context, &error);  // whatever libraries keep for ever, they allocate now
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

typedef struct faulty {
    wend_status (*attempt)(void* context, wend_error* error);
    void* context;
    uint64_t (*result)(void* context);
    uint64_t right;  // the result with enough memory
} faulty;

static void fail_allocation(const faulty* f, uint64_t n, uint64_t all) {
    wend_error error = {0};
    wend_memory_stats before = wend_memory_get_stats();
    wend_memory_fail_at(n, false);
    wend_status status = f->attempt(f->context, &error);
    wend_memory_fail_at(0, false);
    wend_memory_stats after = wend_memory_get_stats();
    bool failed = status == WEND_NO_MEMORY && *error.message;
    if (!failed && !(status == WEND_OK && f->result && f->result(f->context) == f->right))
        test_fail(__FILE__, __LINE__, "allocation %llu of %llu failing gives '%s' (%s)",
                  (unsigned long long)n, (unsigned long long)all, wend_status_name(status),
                  error.message);
    if (after.live_blocks != before.live_blocks)
        test_fail(__FILE__, __LINE__, "allocation %llu failing leaves %lld blocks behind",
                  (unsigned long long)n, (long long)(after.live_blocks - before.live_blocks));
}

void test_some_allocations(wend_status (*attempt)(void* context, wend_error* error), void* context,
                           uint64_t (*result)(void* context), int some, int last) {
    faulty f = {attempt, context, result, 0};
    wend_error error = {0};
    uint64_t all = 0;
    test_count_check();
    for (int i = 0; i < 2; i++) {  // whatever libraries keep for ever, they allocate first
        uint64_t before = wend_memory_get_stats().calls;
        wend_status status = attempt(context, &error);
        if (status != WEND_OK) test_fail(__FILE__, __LINE__, "%s", error.message);
        all = wend_memory_get_stats().calls - before;
    }
    if (result) f.right = result(context);
    if (all <= (uint64_t)last)
        test_fail(__FILE__, __LINE__, "there are only %llu allocations", (unsigned long long)all);
    for (int i = 0; i < some; i++) fail_allocation(&f, 1 + (uint64_t)i * all / (uint64_t)some, all);
    for (uint64_t n = all - (uint64_t)last + 1; n <= all; n++) fail_allocation(&f, n, all);
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

static bool start_test(int index, running* slot, int cpu_seconds) {
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
    rlim_t limit = (rlim_t)cpu_seconds;
    if (cpu_seconds) setrlimit(RLIMIT_CPU, &(struct rlimit){limit, limit});
    *own_folder = 0;
    atexit(remove_own_folder);
    tests[index].run();
    if (!test_checks) test_fail(tests[index].file, 0, "the test ran no check");
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

static bool is_wanted(const test* t, const options* o) {
    if (!o->word_count) return true;
    for (int i = 0; i < o->word_count; i++)
        if (strstr(t->name, o->words[i]) || strstr(t->file, o->words[i])) return true;
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

// The tests to run, as indices; how many.
static int choose_tests(const options* o, int chosen[MAX_TESTS]) {
    int count = 0;
    for (int w = 0; o->exact && w < o->word_count; w++)
        for (int i = 0; i < test_count; i++)
            if (count < MAX_TESTS && strcmp(tests[i].name, o->words[w]) == 0) chosen[count++] = i;
    for (int i = 0; !o->exact && i < test_count; i++)
        if (is_wanted(&tests[i], o)) chosen[count++] = i;
    return count;
}

static void run_tests(const options* o, const int* chosen, int count, int counts[3]) {
    running slots[MAX_JOBS] = {0};
    for (int i = 0; i < count && !(o->fail_fast && counts[1]); i++) {
        int free_slot = -1;
        while (free_slot < 0) {
            for (int s = 0; s < o->jobs; s++)
                if (!slots[s].pid) free_slot = s;
            if (free_slot < 0) wait_for_one(slots, o->jobs, counts);
        }
        if (!start_test(chosen[i], &slots[free_slot], o->cpu_seconds)) counts[1]++;
    }
    for (int s = 0; s < o->jobs; s++)
        while (slots[s].pid) wait_for_one(slots, o->jobs, counts);
}

static options read_options(int argc, char** argv) {
    options o = {.jobs = (int)sysconf(_SC_NPROCESSORS_ONLN)};
    int first = 1;
    for (; first < argc && argv[first][0] == '-'; first++) {
        if (strcmp(argv[first], "--list") == 0) o.list = true;
        if (strcmp(argv[first], "--exact") == 0) o.exact = true;
        if (strcmp(argv[first], "--fail-fast") == 0) o.fail_fast = true;
        if (first + 1 >= argc) continue;
        if (strcmp(argv[first], "--jobs") == 0)
            o.jobs = atoi(argv[++first]);
        else if (strcmp(argv[first], "--cpu") == 0)
            o.cpu_seconds = atoi(argv[++first]);
    }
    o.jobs = o.jobs < 1 ? 1 : o.jobs > MAX_JOBS ? MAX_JOBS : o.jobs;
    o.words = argv + first;
    o.word_count = argc - first;
    return o;
}

int main(int argc, char** argv) {
    static int chosen[MAX_TESTS];
    int counts[3] = {0};
    options o = read_options(argc, argv);
    qsort(tests, (size_t)test_count, sizeof *tests, compare_tests);
    int count = choose_tests(&o, chosen);
    if (o.list) {
        for (int i = 0; i < count; i++)
            printf("%s: %s\n", tests[chosen[i]].file, tests[chosen[i]].name);
        return 0;
    }
    if (!count || (o.exact && count < o.word_count)) {
        printf("%d tests of these names\n", count);
        return 2;
    }
    run_tests(&o, chosen, count, counts);
    printf("%d passed, %d failed, %d skipped\n", counts[0], counts[1], counts[2]);
    return counts[1] ? 1 : 0;
}
