#include "run/run_share.h"

#include <string.h>

#include "log/line.h"

// Messages to rank 0 begin with one of these, then an int32 status.
enum { ASKS = 'a', RECORD = 'r', ENDS = 'e' };

typedef struct share_chunk {
    int32_t first, count;  // count 0: no job is left
} share_chunk;

static wend_status share_post(run_share* s, char kind, wend_status status, const char* bytes,
                              size_t size, wend_error* error) {
    wend_text_out message = {0};
    int32_t number = (int32_t)status;
    wend_text_put_bytes(&message, &kind, 1);
    wend_text_put_bytes(&message, (const char*)&number, sizeof number);
    wend_text_put_bytes(&message, bytes, size);
    wend_status sent =
        message.out_of_memory
            ? wend_fail(error, WEND_NO_MEMORY, "out of memory for a message")
            : ranks_send(s->ranks, 0, RANKS_TAG_JOBS, message.items, message.count, error);
    wend_text_destroy(&message);
    return sent;
}

// ---- rank 0 ------------------------------------------------------------------------------------

// Many jobs at first, for ranks that stay in a scene; single ones at the end, to end together.
// Called with the lock held.
static share_chunk share_cut(run_share* s) {
    enum { MOST = 32 };
    int left = s->closed ? 0 : s->end - s->next, count = left / (8 * wend_ranks_count(s->ranks));
    count = count < 1 ? 1 : count > MOST ? MOST : count;
    if (count > left) count = left;
    share_chunk chunk = {s->next, count};
    s->next += count;
    return chunk;
}

static wend_status share_answer(run_share* s, int rank, wend_error* error) {
    pthread_mutex_lock(&s->lock);
    share_chunk chunk = share_cut(s);
    pthread_mutex_unlock(&s->lock);
    return ranks_send(s->ranks, rank, RANKS_TAG_CHUNK, &chunk, sizeof chunk, error);
}

static wend_status share_record(run_share* s, const char* line, size_t size, wend_status played,
                                wend_error* error) {
    arena memory = {0};
    wend_log_record record;
    const char* json = size ? line_check(line, size - 1) : NULL;
    wend_status status =
        json ? line_read_record(json, size - 1 - (size_t)(json - line), s->path, 0, &memory,
                                &record, error)
             : wend_fail(error, WEND_IO, "a record was damaged on its way from another rank");
    if (status == WEND_OK) s->take(s->context, &record, line, size, played);
    arena_destroy(&memory);
    return status;
}

static wend_status share_receive(run_share* s, int* open, wend_error* error) {
    wend_text_out message = {0};
    int source = 0;
    int32_t number = 0;
    wend_status status = ranks_receive_text(s->ranks, RANKS_ANY, RANKS_TAG_JOBS, &source, &message,
                                            "playing episodes", error);
    if (status == WEND_OK && message.count > sizeof number) {
        const char* rest = message.items + 1 + sizeof number;
        size_t size = message.count - 1 - sizeof number;
        memcpy(&number, message.items + 1, sizeof number);
        if (message.items[0] == ASKS) status = share_answer(s, source, error);
        if (message.items[0] == RECORD)
            status = share_record(s, rest, size, (wend_status)number, error);
        if (message.items[0] == ENDS) {
            (*open)--;
            if (number != WEND_OK)
                status = wend_fail(error, (wend_status)number, "rank %d: %s", source, rest);
        }
    }
    wend_text_destroy(&message);
    return status;
}

// After an error of another rank the rest is still received: records are not lost.
static void* share_serve(void* argument) {
    run_share* s = argument;
    wend_error error;
    int open = wend_ranks_count(s->ranks) - 1;
    while (open > 0) {
        int before = open;
        wend_status status = share_receive(s, &open, &error);
        if (status == WEND_OK) continue;
        if (s->status == WEND_OK) {
            s->status = status;
            s->error = error;
        }
        run_share_close(s);
        if (open == before) break;  // not the report of a rank that ends: messages no longer arrive
    }
    return NULL;
}

wend_status run_share_start(run_share* s, wend_ranks* ranks, int jobs, const char* path,
                            run_share_take take, void* context, wend_error* error) {
    *s = (run_share){.ranks = ranks, .path = path, .take = take, .context = context};
    pthread_mutex_init(&s->lock, NULL);
    if (wend_ranks_rank(ranks)) return WEND_OK;
    s->end = jobs;
    if (pthread_create(&s->server, NULL, share_serve, s) != 0)
        return wend_fail(error, WEND_NO_MEMORY, "no thread to answer the other ranks");
    s->serving = true;
    return WEND_OK;
}

void run_share_close(run_share* s) {
    pthread_mutex_lock(&s->lock);
    s->closed = true;
    pthread_mutex_unlock(&s->lock);
}

// ---- every rank --------------------------------------------------------------------------------

// Called with the lock held: one thread at a time requests work of rank 0.
static void share_ask(run_share* s) {
    share_chunk chunk = {0};
    wend_status status = share_post(s, ASKS, WEND_OK, "", 0, &s->error);
    if (status == WEND_OK)
        status = ranks_receive(s->ranks, 0, RANKS_TAG_CHUNK, &chunk, sizeof chunk, &s->error);
    if (status != WEND_OK) s->status = status;
    s->next = chunk.first;
    s->end = chunk.first + chunk.count;
    s->closed = !chunk.count;
}

int run_share_next(run_share* s) {
    pthread_mutex_lock(&s->lock);
    if (s->next == s->end && !s->closed && wend_ranks_rank(s->ranks)) share_ask(s);
    int job = s->closed || s->next == s->end ? -1 : s->next++;
    pthread_mutex_unlock(&s->lock);
    return job;
}

wend_status run_share_send(run_share* s, const wend_log_record* record, wend_status played,
                           wend_error* error) {
    wend_text_out line = {0};
    line_put_record(&line, record);
    wend_status status = line.out_of_memory
                             ? wend_fail(error, WEND_NO_MEMORY, "out of memory for a record")
                             : share_post(s, RECORD, played, line.items, line.count, error);
    wend_text_destroy(&line);
    return status;
}

wend_status run_share_end(run_share* s, wend_status mine, wend_error* error) {
    wend_status status = mine;
    if (s->serving) {
        pthread_join(s->server, NULL);
    } else {
        wend_error own;
        const char* why = mine != WEND_OK && error ? error->message : "";
        wend_status sent = share_post(s, ENDS, mine, why, strlen(why), &own);
        if (status == WEND_OK && sent != WEND_OK)
            status = wend_fail(error, sent, "%s", own.message);
    }
    if (status == WEND_OK && s->status != WEND_OK)
        status = wend_fail(error, s->status, "%s", s->error.message);
    pthread_mutex_destroy(&s->lock);
    return status;
}
