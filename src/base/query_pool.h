// A fixed set of slots that any number of threads borrow from without a lock.
//
// A slot has the working memory of one query (a Detour query, a geodesic search, a judgement of
// visibility). It is created when the slot is first borrowed and reused by later queries, so
// queries in steady state do not allocate.
//
//     slots  | busy item | busy item | busy item | …      one cache line each, 256 in all
//                  ^ home of thread A        ^ home of thread B
//
// A thread starts its scan at a slot derived from its id, so that two threads rarely touch the same
// cache line. The result of a query must not depend on its slot.
#ifndef WEND_BASE_QUERY_POOL_H
#define WEND_BASE_QUERY_POOL_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct query_pool query_pool;
typedef struct query_slot query_slot;

typedef struct query_pool_def {
    void* (*create)(const void* context);  // NULL: out of memory
    void (*destroy)(void* item);
    const void* context;  // passed to `create`
} query_pool_def;

query_pool* query_pool_create(const query_pool_def* def);  // NULL: out of memory
void query_pool_destroy(query_pool* pool);                 // Nullable: pool.

// A slot with an item, used by this thread alone until it is returned. When no memory is left for
// another item, or all slots are busy, waits for an item that another thread returns. NULL: out of
// memory and the pool has no item at all. A thread must not borrow twice from one pool.
query_slot* query_pool_borrow(query_pool* pool);
void* query_slot_item(const query_slot* slot);
void query_pool_return(query_slot* slot);

#ifdef __cplusplus
}
#endif
#endif
