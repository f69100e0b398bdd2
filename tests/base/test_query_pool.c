#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

#include "base/query_pool.h"
#include "test.h"

#include "wend/base.h"

typedef struct item {
    int users;
} item;

// How many items can still be made.
static atomic_int items_left;

static void* create_item(const void* context) {
    (void)context;
    return atomic_fetch_sub(&items_left, 1) > 0 ? wend_alloc_zero(1, sizeof(item)) : NULL;
}

static query_pool* make_pool(int items) {
    atomic_store(&items_left, items);
    query_pool* pool = query_pool_create(&(query_pool_def){create_item, wend_free, NULL});
    CHECK(pool);
    return pool;
}

TEST(a_thread_that_borrows_again_gets_the_same_item) {
    query_pool* pool = make_pool(1000);
    query_slot* slot = query_pool_borrow(pool);
    void* first = query_slot_item(slot);
    query_pool_return(slot);
    slot = query_pool_borrow(pool);
    CHECK(query_slot_item(slot) == first);
    query_pool_return(slot);
    query_pool_destroy(pool);
    query_pool_destroy(NULL);
}

TEST(a_pool_without_memory_for_an_item_lends_none) {
    query_pool* pool = make_pool(0);
    CHECK(!query_pool_borrow(pool));
    CHECK(!query_pool_borrow(pool));
    query_pool_destroy(pool);
}

// Returns how often an item was missing or in use by another thread.
static void* use_items(void* context) {
    intptr_t faults = 0;
    for (int i = 0; i < 2000; i++) {
        query_slot* slot = query_pool_borrow(context);
        item* it = slot ? query_slot_item(slot) : NULL;
        if (!it) {
            faults++;
            continue;
        }
        faults += it->users++ != 0;
        it->users--;
        query_pool_return(slot);
    }
    return (void*)faults;
}

static void check_threads(int items) {
    enum { THREADS = 8 };
    pthread_t threads[THREADS];
    query_pool* pool = make_pool(items);
    query_pool_return(query_pool_borrow(pool));  // the first is there when the threads start
    for (int i = 0; i < THREADS; i++)
        CHECK_INT(pthread_create(&threads[i], NULL, use_items, pool), 0);
    for (int i = 0; i < THREADS; i++) {
        void* faults;
        pthread_join(threads[i], &faults);
        CHECK(!faults);
    }
    query_pool_destroy(pool);
}

TEST(an_item_is_used_by_one_thread_at_a_time) { check_threads(1000); }

TEST(threads_wait_for_the_only_item_when_no_other_can_be_made) { check_threads(1); }
