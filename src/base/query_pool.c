// Lock-free pool of query objects; query_pool.h describes it.
#include "base/query_pool.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdint.h>

#include "wend/base.h"

enum { CACHE_LINE = 64, SLOT_COUNT = 256 };

struct query_slot {
    _Alignas(CACHE_LINE) _Atomic bool busy;
    void* item;  // NULL: not created yet; written only by the thread that set `busy`
};

struct query_pool {
    query_pool_def def;
    _Atomic int items;  // number of slots with an item; never decreases
    query_slot slots[SLOT_COUNT];
};

query_pool* query_pool_create(const query_pool_def* def) {
    query_pool* pool = wend_alloc_zero(1, sizeof *pool);
    if (pool) pool->def = *def;
    return pool;
}

void query_pool_destroy(query_pool* pool) {
    if (!pool) return;
    for (int i = 0; i < SLOT_COUNT; i++)
        if (pool->slots[i].item) pool->def.destroy(pool->slots[i].item);
    wend_free(pool);
}

static int query_pool_home(void) {
    // An aligned address: its low bits are constant.
    uint64_t thread = (uint64_t)(uintptr_t)pthread_self();
    return (int)((thread * 0x9E3779B97F4A7C15u >> 32) % SLOT_COUNT);
}

// The first free slot, starting at the thread's home; NULL: all are busy. `with_item` skips slots
// without an item.
static query_slot* query_pool_take(query_pool* pool, bool with_item) {
    for (int i = 0, home = query_pool_home(); i < SLOT_COUNT; i++) {
        query_slot* slot = &pool->slots[(home + i) % SLOT_COUNT];
        if (atomic_exchange_explicit(&slot->busy, true, memory_order_acquire)) continue;
        if (slot->item || !with_item) return slot;
        query_pool_return(slot);
    }
    return NULL;
}

query_slot* query_pool_borrow(query_pool* pool) {
    query_slot* slot = query_pool_take(pool, false);
    if (slot && !slot->item) {
        slot->item = pool->def.create(pool->def.context);
        if (slot->item) {
            atomic_fetch_add(&pool->items, 1);
        } else {
            query_pool_return(slot);
            slot = NULL;
        }
    }
    while (!slot && atomic_load(&pool->items) > 0) {
        slot = query_pool_take(pool, true);
        if (!slot) sched_yield();
    }
    return slot;
}

void* query_slot_item(const query_slot* slot) { return slot->item; }

void query_pool_return(query_slot* slot) {
    atomic_store_explicit(&slot->busy, false, memory_order_release);
}
