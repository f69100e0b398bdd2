#include "local_ranks.h"

#include <stdlib.h>
#include <string.h>

#include "test.h"

typedef struct parcel {
    int from, to, tag;
    size_t size;
    struct parcel* next;
    char data[];
} parcel;

typedef struct local_request local_request;

typedef struct post_office {
    pthread_mutex_t lock;
    parcel* first;
    local_request* open;  // a wait that ends in an error leaves its request behind
} post_office;

typedef struct local_rank {
    post_office* office;
    int rank;
} local_rank;

struct local_request {
    int from;  // -1: a send, which is done at once
    int tag;
    void* to;
    size_t size;
    local_request* next;
};

static void local_open(local_rank* me, local_request content, void** request) {
    local_request* r = malloc(sizeof *r);
    *r = content;
    pthread_mutex_lock(&me->office->lock);
    r->next = me->office->open;
    me->office->open = r;
    pthread_mutex_unlock(&me->office->lock);
    *request = r;
}

// Called with the lock held.
static void local_close(local_rank* me, local_request* r) {
    local_request** at = &me->office->open;
    while (*at != r) at = &(*at)->next;
    *at = r->next;
    free(r);
}

static bool local_send(void* context, int to, int tag, const void* data, size_t size,
                       void** request) {
    local_rank* me = context;
    parcel* p = malloc(sizeof *p + size);
    *p = (parcel){.from = me->rank, .to = to, .tag = tag, .size = size};
    if (size) memcpy(p->data, data, size);
    pthread_mutex_lock(&me->office->lock);
    parcel** end = &me->office->first;
    while (*end) end = &(*end)->next;
    *end = p;
    pthread_mutex_unlock(&me->office->lock);
    local_open(me, (local_request){.from = -1}, request);
    return true;
}

static bool local_receive(void* context, int from, int tag, void* data, size_t size,
                          void** request) {
    local_open(context, (local_request){from, tag, data, size, NULL}, request);
    return true;
}

// The first parcel for this rank. Called with the lock held.
static parcel** local_find(local_rank* me, int from, int tag) {
    for (parcel** p = &me->office->first; *p; p = &(*p)->next)
        if ((*p)->to == me->rank && (*p)->tag == tag && (from < 0 || (*p)->from == from)) return p;
    return NULL;
}

static bool local_test(void* context, void** request, bool* done) {
    local_rank* me = context;
    local_request* r = *request;
    bool good = true;
    *done = r->from < 0;
    pthread_mutex_lock(&me->office->lock);
    parcel** found = *done ? NULL : local_find(me, r->from, r->tag);
    if (found) {
        parcel* p = *found;
        good = p->size == r->size;
        if (good && p->size) memcpy(r->to, p->data, p->size);
        *found = p->next;
        free(p);
        *done = true;
    }
    if (*done) {
        local_close(me, r);
        *request = NULL;
    }
    pthread_mutex_unlock(&me->office->lock);
    return good;
}

static void local_cancel(void* context, void** request) {
    local_rank* me = context;
    pthread_mutex_lock(&me->office->lock);
    local_close(me, *request);
    pthread_mutex_unlock(&me->office->lock);
    *request = NULL;
}

static bool local_probe(void* context, int from, int tag, bool* found, int* source, size_t* size) {
    local_rank* me = context;
    pthread_mutex_lock(&me->office->lock);
    parcel** p = local_find(me, from, tag);
    *found = p != NULL;
    if (p) {
        *source = (*p)->from;
        *size = (*p)->size;
    }
    pthread_mutex_unlock(&me->office->lock);
    return true;
}

typedef struct local_job {
    local_rank me;
    int count;
    double timeout;
    void (*body)(wend_ranks* ranks, void* context);
    void* context;
} local_job;

static void* local_main(void* argument) {
    local_job* job = argument;
    ranks_transport transport = {.rank = job->me.rank,
                                 .count = job->count,
                                 .context = &job->me,
                                 .send = local_send,
                                 .receive = local_receive,
                                 .test = local_test,
                                 .cancel = local_cancel,
                                 .probe = local_probe};
    wend_ranks* ranks;
    if (ranks_create(&transport, job->timeout, &ranks, NULL) != WEND_OK) abort();
    job->body(ranks, job->context);
    wend_ranks_leave(ranks);
    return NULL;
}

void local_ranks_run(int count, double timeout, void (*body)(wend_ranks* ranks, void* context),
                     void* context) {
    enum { MOST = 16 };
    post_office office = {.lock = PTHREAD_MUTEX_INITIALIZER};
    pthread_t threads[MOST];
    local_job jobs[MOST];
    CHECK(count <= MOST);
    for (int i = 0; i < count; i++) {
        jobs[i] = (local_job){{&office, i}, count, timeout, body, context};
        CHECK(pthread_create(&threads[i], NULL, local_main, &jobs[i]) == 0);
    }
    for (int i = 0; i < count; i++) pthread_join(threads[i], NULL);
    while (office.open) local_close(&jobs[0].me, office.open);
    while (office.first) {
        parcel* next = office.first->next;
        free(office.first);
        office.first = next;
    }
}
