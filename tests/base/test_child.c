#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/child.h"
#include "test.h"

static const child_limits limits = {.memory = 256u << 20, .seconds = 1};

static void answer(void* context, int descriptor) {
    child_write(descriptor, context, strlen(context));
}

static void crash(void* context, int descriptor) {
    (void)context, (void)descriptor;
    raise(SIGSEGV);
}

static void leave(void* context, int descriptor) {
    (void)context, (void)descriptor;
    _exit(0);  // as a library that calls exit()
}

static void spin(void* context, int descriptor) {
    (void)context, (void)descriptor;
    for (volatile unsigned i = 0;; i = i + 1) {
    }
}

static void nap(void* context, int descriptor) {
    (void)context, (void)descriptor;
    sleep(100);
}

static void flood(void* context, int descriptor) {
    static char block[1 << 20];
    (void)context;
    while (child_write(descriptor, block, sizeof block)) {
    }
}

static void gather(void* context, int descriptor) {
    (void)context;
    int held = 0;
    while (held < 4096 && mmap(NULL, 1 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS,
                               -1, 0) != MAP_FAILED)
        held++;
    child_write(descriptor, &held, sizeof held);
}

TEST(output_of_a_child_is_returned) {
    wend_error error;
    wend_file_bytes bytes;
    CHECK_OK(child_run(answer, "hello", limits, "x.dae", &bytes, &error));
    CHECK_TEXT(bytes.data, "hello");
    wend_file_bytes_destroy(&bytes);
}

TEST(a_child_that_crashes_hangs_or_floods_is_an_error_message) {
    const struct {
        child_work* work;
        wend_status status;
        const char* says;
    } cases[] = {{crash, WEND_FORMAT, "x.dae: the library that reads it crashed (Segmentation"},
                 {leave, WEND_FORMAT, "it ended early"},
                 {spin, WEND_LIMIT, "x.dae: reading it takes more than 1 s"},
                 {nap, WEND_LIMIT, "x.dae: reading it takes more than 1 s"},
                 {flood, WEND_LIMIT, "x.dae: becomes larger than 256 MiB"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        wend_error error;
        wend_file_bytes bytes;
        wend_status status = child_run(cases[i].work, NULL, limits, "x.dae", &bytes, &error);
        if (status != cases[i].status)
            test_fail(__FILE__, __LINE__, "case %zu gives '%s'", i, error.message);
        CHECK_HAS(error.message, cases[i].says);
        CHECK(!bytes.data);
    }
}

TEST(a_child_gets_no_more_memory_than_its_limit) {
    wend_error error;
    wend_file_bytes bytes;
    int held = 0;
    CHECK_OK(child_run(gather, NULL, limits, "x.dae", &bytes, &error));
    memcpy(&held, bytes.data, sizeof held);
    CHECK(held > 16 && held <= 256);
    wend_file_bytes_destroy(&bytes);
}

// A program may handle its child processes itself.
TEST(children_are_waited_for_under_any_handling_of_signals) {
    wend_error error;
    wend_file_bytes bytes;
    signal(SIGCHLD, SIG_IGN);
    CHECK_OK(child_run(answer, "hello", limits, "x.dae", &bytes, &error));
    CHECK_TEXT(bytes.data, "hello");
    wend_file_bytes_destroy(&bytes);
    // Nobody can say how this one ended, so it is what it sent that is judged.
    CHECK_OK(child_run(crash, NULL, limits, "x.dae", &bytes, &error));
    CHECK_INT(bytes.size, 0);
    wend_file_bytes_destroy(&bytes);
}

static _Atomic bool over;

static void* allocate_busily(void* context) {
    (void)context;
    while (!over) free(malloc(1000));
    return NULL;
}

static void allocate_some(void* context, int descriptor) {
    for (int i = 0; i < 1000; i++) free(malloc(1000 + (size_t)i));
    answer(context, descriptor);
}

TEST(children_of_a_process_with_threads_can_allocate) {
    pthread_t threads[3];
    for (int i = 0; i < 3; i++) pthread_create(&threads[i], NULL, allocate_busily, NULL);
    for (int i = 0; i < 40; i++) {
        wend_error error;
        wend_file_bytes bytes;
        CHECK_OK(child_run(allocate_some, "hello", limits, "x.dae", &bytes, &error));
        CHECK_TEXT(bytes.data, "hello");
        wend_file_bytes_destroy(&bytes);
    }
    over = true;
    for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
}
