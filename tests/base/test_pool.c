#include <stdatomic.h>

#include "test.h"

static void mark(void* context, int index, int worker) {
    (void)worker;
    atomic_fetch_add(&((_Atomic int*)context)[index], 1);
}

TEST(a_pool_runs_every_index_once_for_any_number_of_threads) {
    wend_error error;
    for (int threads = 1; threads <= 8; threads++) {
        _Atomic int seen[100] = {0};
        wend_pool* pool;
        CHECK_OK(wend_pool_create(threads, &pool, &error));
        for (int round = 0; round < 200; round++) wend_pool_run(pool, 100, mark, seen);
        for (int i = 0; i < 100; i++) CHECK_INT(seen[i], 200);
        wend_pool_destroy(pool);
    }
}
