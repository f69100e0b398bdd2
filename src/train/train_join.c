#include "train/train_join.h"

#include <string.h>

#include "ranks/messages.h"

int train_join_envs(const wend_train_def* def) {
    return def->num_envs * wend_ranks_count(def->ranks);
}

// Rank 0 receives `size` bytes of every rank, in the order of ranks, and passes them to `take`.
typedef wend_status (*train_join_take)(void* context, int rank, const void* data,
                                       wend_error* error);

static wend_status train_join_gather(wend_ranks* ranks, const void* mine, size_t size,
                                     train_join_take take, void* context, wend_error* error) {
    if (wend_ranks_rank(ranks)) return ranks_send(ranks, 0, RANKS_TAG_COLLECT, mine, size, error);
    void* room = wend_alloc(size + 1);
    wend_status status = room ? WEND_OK : wend_fail(error, WEND_NO_MEMORY, "out of memory");
    for (int i = 1; i < wend_ranks_count(ranks) && status == WEND_OK; i++) {
        status = ranks_receive(ranks, i, RANKS_TAG_COLLECT, room, size, error);
        if (status == WEND_OK) status = take(context, i, room, error);
    }
    wend_free(room);
    return status;
}

// ---- from rank 0 to the others -----------------------------------------------------------------

wend_status train_join_share(learner* l, rollout* r, progress_mark* at, wend_error* error) {
    wend_ranks* ranks = l->def->ranks;
    int64_t position[3] = {at->update, at->step, l->steps};
    float* vectors[] = {wend_network_weights(l->policy->network), l->m, l->v};
    if (!ranks) return WEND_OK;
    WEND_TRY(ranks_broadcast(ranks, position, sizeof position, error));
    at->update = (int)position[0];
    at->step = position[1];
    l->steps = position[2];
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++)
        WEND_TRY(ranks_broadcast(ranks, vectors[i], l->weights * sizeof(float), error));
    wend_network_pack(l->policy->network);
    WEND_TRY(ranks_broadcast(ranks, r->scenes.marks,
                             (size_t)r->scenes.count * sizeof *r->scenes.marks, error));
    return ranks_broadcast(ranks, at->episodes,
                           (size_t)train_join_envs(l->def) * sizeof *at->episodes, error);
}

// ---- statistics --------------------------------------------------------------------------------

// The last episodes of a rank, oldest first.
typedef struct join_ends {
    int32_t count, kept;
    episode_end ends[ROLLOUT_WINDOW];
} join_ends;

static wend_status train_join_add_ends(void* context, int rank, const void* data,
                                       wend_error* error) {
    rollout* r = context;
    const join_ends* e = data;
    (void)rank;
    (void)error;
    r->episodes += e->count - e->kept;
    for (int i = 0; i < e->kept; i++) r->window[r->episodes++ % ROLLOUT_WINDOW] = e->ends[i];
    return WEND_OK;
}

wend_status train_join_ends(rollout* r, int* sent, wend_error* error) {
    if (!r->def->ranks) return WEND_OK;
    join_ends mine = {.count = r->episodes - *sent};
    mine.kept = mine.count < ROLLOUT_WINDOW ? mine.count : ROLLOUT_WINDOW;
    for (int i = 0; i < mine.kept; i++)
        mine.ends[i] = r->window[(r->episodes - mine.kept + i) % ROLLOUT_WINDOW];
    *sent = r->episodes;
    return train_join_gather(r->def->ranks, &mine, sizeof mine, train_join_add_ends, r, error);
}

// ---- before a checkpoint -----------------------------------------------------------------------

typedef struct join_state {
    learner* l;
    rollout* r;
    progress_mark* at;
    uint64_t hash;  // of the weights
} join_state;

static wend_status train_join_add_episodes(void* context, int rank, const void* data,
                                           wend_error* error) {
    const join_state* s = context;
    (void)error;
    memcpy(s->at->episodes + rank * s->r->num_envs, data,
           (size_t)s->r->num_envs * sizeof *s->at->episodes);
    return WEND_OK;
}

static wend_status train_join_add_scenes(void* context, int rank, const void* data,
                                         wend_error* error) {
    const join_state* s = context;
    const float* theirs = data;
    for (int i = 0; i < s->r->scenes.count; i++) {
        float* mark = &s->r->scenes.marks[i];
        if (*mark != 0 && theirs[i] != 0 && *mark != theirs[i])
            return wend_fail(error, WEND_ARGUMENT,
                             "scene %s has other content on rank %d than on rank 0; give all nodes "
                             "the same files",
                             wend_batch_episode(s->r->batch, i).scene, rank);
        if (*mark == 0) *mark = theirs[i];
    }
    return WEND_OK;
}

static wend_status train_join_check_hash(void* context, int rank, const void* data,
                                         wend_error* error) {
    const join_state* s = context;
    if (memcmp(data, &s->hash, sizeof s->hash) == 0) return WEND_OK;
    return wend_fail(
        error, WEND_FORMAT,
        "rank %d has other weights than rank 0 after update %d: its processor computes "
        "differently; use nodes with the same instruction sets",
        rank, s->at->update);
}

wend_status train_join_collect(learner* l, rollout* r, progress_mark* at, wend_error* error) {
    wend_ranks* ranks = l->def->ranks;
    join_state s = {.l = l, .r = r, .at = at};
    const int32_t* mine = at->episodes + wend_ranks_rank(ranks) * r->num_envs;
    if (!ranks) return WEND_OK;
    s.hash = wend_hash(wend_network_weights(l->policy->network), l->weights * sizeof(float), 0);
    WEND_TRY(train_join_gather(ranks, &s.hash, sizeof s.hash, train_join_check_hash, &s, error));
    WEND_TRY(train_join_gather(ranks, r->scenes.marks,
                               (size_t)r->scenes.count * sizeof *r->scenes.marks,
                               train_join_add_scenes, &s, error));
    return train_join_gather(ranks, mine, (size_t)r->num_envs * sizeof *mine,
                             train_join_add_episodes, &s, error);
}
