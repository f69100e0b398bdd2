#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

#include "wend/base.h"

struct wend_pool {
    int threads;  // including the caller's
    int started;
    pthread_t* handles;
    pid_t process;  // that created the threads
    pthread_mutex_t lock;
    pthread_cond_t work_ready, work_done;
    uint64_t round;  // number of calls of wend_pool_run; shows a late worker that there is work
    int busy;        // workers still running in this round
    bool stopping;
    wend_job job;
    void* context;
    int count;
    _Atomic int next;  // next index to be processed
};

typedef struct worker {
    wend_pool* pool;
    int index;
} worker;

static void work(wend_pool* pool, int index) {
    for (;;) {
        int i = atomic_fetch_add(&pool->next, 1);
        if (i >= pool->count) return;
        pool->job(pool->context, i, index);
    }
}

static void* worker_main(void* argument) {
    worker me = *(worker*)argument;
    wend_free(argument);
    wend_pool* pool = me.pool;
    uint64_t seen = 0;
    pthread_mutex_lock(&pool->lock);
    for (;;) {
        while (pool->round == seen && !pool->stopping)
            pthread_cond_wait(&pool->work_ready, &pool->lock);
        if (pool->stopping) break;
        seen = pool->round;
        pthread_mutex_unlock(&pool->lock);
        work(pool, me.index);
        pthread_mutex_lock(&pool->lock);
        if (--pool->busy == 0) pthread_cond_signal(&pool->work_done);
    }
    pthread_mutex_unlock(&pool->lock);
    return NULL;
}

static bool start_worker(wend_pool* pool) {
    worker* me = wend_alloc(sizeof *me);
    if (!me) return false;
    *me = (worker){pool, pool->started + 1};
    if (pthread_create(&pool->handles[pool->started], NULL, worker_main, me) != 0) {
        wend_free(me);
        return false;
    }
    pool->started++;
    return true;
}

wend_status wend_pool_create(int threads, wend_pool** out, wend_error* error) {
    *out = NULL;
    if (threads <= 0) threads = (int)sysconf(_SC_NPROCESSORS_ONLN);
    if (threads < 1) threads = 1;
    if (threads > 1024)
        return wend_fail(error, WEND_ARGUMENT, "%d threads; must be at most 1024", threads);
    wend_pool* pool = wend_alloc_zero(1, sizeof *pool);
    if (pool) pool->handles = wend_alloc_zero((size_t)threads, sizeof *pool->handles);
    if (!pool || !pool->handles) {
        wend_free(pool);
        return wend_fail(error, WEND_NO_MEMORY, "out of memory for a pool of %d threads", threads);
    }
    pool->threads = threads;
    pool->process = getpid();
    pthread_mutex_init(&pool->lock, NULL);
    pthread_cond_init(&pool->work_ready, NULL);
    pthread_cond_init(&pool->work_done, NULL);
    while (pool->started < threads - 1) {
        if (start_worker(pool)) continue;
        wend_pool_destroy(pool);
        return wend_fail(error, WEND_NO_MEMORY, "cannot start %d threads; use fewer", threads);
    }
    *out = pool;
    return WEND_OK;
}

// After fork() the child has the memory of the pool but none of its threads. It must not wait for
// them, and the mutex may be locked forever.
static bool is_of_parent(const wend_pool* pool) { return pool->process != getpid(); }

void wend_pool_destroy(wend_pool* pool) {
    if (!pool || is_of_parent(pool)) return;
    pthread_mutex_lock(&pool->lock);
    pool->stopping = true;
    pthread_cond_broadcast(&pool->work_ready);
    pthread_mutex_unlock(&pool->lock);
    for (int i = 0; i < pool->started; i++) pthread_join(pool->handles[i], NULL);
    pthread_mutex_destroy(&pool->lock);
    pthread_cond_destroy(&pool->work_ready);
    pthread_cond_destroy(&pool->work_done);
    wend_free(pool->handles);
    wend_free(pool);
}

int wend_pool_threads(const wend_pool* pool) { return pool ? pool->threads : 1; }

void wend_pool_run(wend_pool* pool, int count, wend_job job, void* context) {
    if (!pool || pool->threads == 1 || count <= 1 || is_of_parent(pool)) {
        for (int i = 0; i < count; i++) job(context, i, 0);
        return;
    }
    pthread_mutex_lock(&pool->lock);
    pool->job = job;
    pool->context = context;
    pool->count = count;
    atomic_store(&pool->next, 0);
    pool->busy = pool->started;
    pool->round++;
    pthread_cond_broadcast(&pool->work_ready);
    pthread_mutex_unlock(&pool->lock);
    work(pool, 0);
    pthread_mutex_lock(&pool->lock);
    while (pool->busy > 0) pthread_cond_wait(&pool->work_done, &pool->lock);
    pthread_mutex_unlock(&pool->lock);
}
