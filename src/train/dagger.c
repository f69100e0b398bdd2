// DAgger: imitation of an expert in the states that the policy itself visits.
//
// Problem: behavioural cloning trains on the states of the expert. The policy makes small errors,
// leaves these states, and has no examples of how to return.
//
// Method [Ross, Gordon, Bagnell 2011, AISTATS; VLN-CE: vlnce_baselines/dagger_trainer.py]: the run
// is divided into dagger_iterations. Iteration k first collects dagger_episodes with a mixture of
// expert and policy; each step is labelled with the expert's action, also where the policy acts.
// Then it trains on the aggregated set of all iterations so far.
//
// clang-format off
//     update     0 ....... U/K ....... 2U/K ....      U updates, K iterations
//     iteration  0          1           2
//     collect    E episodes E episodes  E episodes    action: expert with probability beta, else policy
//     beta       1          b           b^2           b = dagger_beta; one power more with pretrained weights
//     train on   {0}        {0, 1}      {0, 1, 2}     cross-entropy with the expert's action (imitation.c)
//                  \          |          /
//                   out/demos: shards of 16 episodes, each with its iteration (demo_set.h)
// clang-format on
//
// A kill loses at most the shard that is being collected: dagger_prepare counts the episodes of the
// iteration in the index and collects the missing ones. If the checkpoint is older than the set,
// later iterations are ignored (`usable`), not collected again: the same weights and seeds give the
// same bytes. Random numbers of an episode depend on seed, iteration and its id (demo_collect.c).
#include "train/dagger.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "ranks/shares.h"
#include "train/demo_record.h"

enum { SHARD_EPISODES = 16 };

int dagger_iteration(const wend_train_def* def, int update, int updates) {
    return (int)((int64_t)update * def->dagger_iterations / updates);
}

float dagger_beta(const wend_train_def* def, int iteration) {
    return powf(def->dagger_beta, (float)(iteration + (def->from != NULL)));
}

static wend_status dagger_make_players(dagger* d, wend_error* error) {
    const wend_train_def* def = d->def;
    collect_def c = {.batch = wend_batch_default_def(),
                     .shape = d->index.shape,
                     .policy = d->policy,
                     .pool = d->pool,
                     .stop = def->stop,
                     .context = def->context};
    c.batch.play = def->play;
    c.batch.num_envs = def->num_envs < SHARD_EPISODES ? def->num_envs : SHARD_EPISODES;
    c.batch.threads = def->threads;
    c.batch.width = d->index.shape.width;
    c.batch.height = d->index.shape.height;
    c.batch.map = d->index.shape.map;
    c.batch.expert = def->expert;
    c.batch.labels = true;
    return collector_create(&c, &d->players, error);
}

wend_status dagger_create(const wend_train_def* def, const wend_policy* policy, wend_pool* pool,
                          const char* run, dagger* d, wend_error* error) {
    const wend_policy_def* p = &policy->def;
    WEND_TRY(imitation_check_policy(policy, error));
    *d = (dagger){.def = def, .policy = policy, .pool = pool, .iteration = -1};
    WEND_TRY(wend_file_join(def->out, "demos", d->folder, sizeof d->folder, error));
    WEND_TRY(wend_file_make_folder(d->folder, error));
    d->index.shape =
        (demo_shape){p->width, p->height, p->rgb != 0, p->depth != 0, wend_policy_oracle_map(p)};
    snprintf(d->index.task, sizeof d->index.task, "%s", def->play.task);
    snprintf(d->index.expert, sizeof d->index.expert, "%s", def->expert);
    snprintf(d->index.identity, sizeof d->index.identity, "run=%016" PRIx64,
             wend_hash_text(run, 0));
    wend_status status = WEND_OK;
    if (!wend_ranks_rank(def->ranks)) status = demo_folder_clean(d->folder, def->overwrite, error);
    WEND_TRY(wend_ranks_agree(def->ranks, status, error));
    WEND_TRY(demo_index_resume(d->folder, &d->index, error));
    return dagger_make_players(d, error);
}

void dagger_destroy(dagger* d) {
    collector_destroy(d->players);
    demo_index_destroy(&d->index);
    *d = (dagger){.iteration = -1};
}

// What ranks send of a shard that they have written.
typedef struct dagger_shard {
    demo_shard_info info;
    float hfov, eye_height;
} dagger_shard;

// Plays the episodes of an iteration from `done` on, at most a shard of them, and writes them as
// shard `number` of the set.
static wend_status dagger_collect(dagger* d, int iteration, int done, int number, dagger_shard* s,
                                  wend_error* error) {
    const wend_train_def* def = d->def;
    demo_episode shard[SHARD_EPISODES] = {{.index = 0}};
    int which[SHARD_EPISODES], count = def->dagger_episodes - done;
    float beta = dagger_beta(def, iteration);
    if (count > SHARD_EPISODES) count = SHARD_EPISODES;
    int64_t first = (int64_t)iteration * def->dagger_episodes + done;
    for (int i = 0; i < count; i++) which[i] = (int)((first + i) % collector_episodes(d->players));
    wend_status status = collector_play(d->players, which, count, beta, iteration, shard, error);
    if (status == WEND_OK) {
        collector_camera(d->players, &s->hfov, &s->eye_height);
        s->info = (demo_shard_info){.iteration = iteration};
        status = demo_shard_write(d->folder, number, shard, count, &s->info, error);
    }
    for (int i = 0; i < SHARD_EPISODES; i++) demo_episode_destroy(&shard[i]);
    return status;
}

// Every rank collects one shard; all of them add all shards to their index, and rank 0 writes it.
static wend_status dagger_collect_round(dagger* d, int iteration, int done, wend_error* error) {
    wend_ranks* ranks = d->def->ranks;
    int shards = wend_ranks_count(ranks), begin = (int)d->index.shards.count;
    int left = (d->def->dagger_episodes - done + SHARD_EPISODES - 1) / SHARD_EPISODES;
    if (shards > left) shards = left;
    dagger_shard mine = {.hfov = 0};
    int rank = wend_ranks_rank(ranks);
    wend_status status = WEND_OK;
    if (rank < shards)
        status =
            dagger_collect(d, iteration, done + rank * SHARD_EPISODES, begin + rank, &mine, error);
    WEND_TRY(wend_ranks_agree(ranks, status, error));
    ranks_shares shares = {.ranks = ranks};
    for (int i = 0; i < shards && status == WEND_OK; i++) {
        dagger_shard s = i == rank ? mine : (dagger_shard){.hfov = 0};
        demo_shard_info* info = ARRAY_PUSH(&d->index.shards);
        if (!info) status = wend_fail(error, WEND_NO_MEMORY, "out of memory");
        if (status == WEND_OK) status = ranks_shares_put(&shares, &s, sizeof s, error);
        if (status == WEND_OK && ranks) status = ranks_broadcast(ranks, &s, sizeof s, error);
        if (status != WEND_OK) break;
        *info = s.info;
        d->index.hfov = s.hfov;
        d->index.eye_height = s.eye_height;
    }
    ranks_shares_destroy(&shares);
    if (status == WEND_OK && rank == 0) status = demo_index_write(d->folder, &d->index, error);
    return wend_ranks_agree(ranks, status, error);
}

// Episodes of an iteration in the set, with those that were dropped.
static int dagger_count(const dagger* d, int iteration) {
    int count = 0;
    for (size_t i = 0; i < d->index.shards.count; i++)
        if (d->index.shards.items[i].iteration == iteration)
            count += d->index.shards.items[i].episodes + d->index.shards.items[i].dropped;
    return count;
}

wend_status dagger_prepare(dagger* d, imitation* m, int update, int updates, bool* opened,
                           wend_error* error) {
    int iteration = dagger_iteration(d->def, update, updates), usable = 0;
    *opened = iteration != d->iteration;
    if (!*opened) return WEND_OK;
    for (int done; (done = dagger_count(d, iteration)) < d->def->dagger_episodes;)
        WEND_TRY(dagger_collect_round(d, iteration, done, error));
    for (size_t i = 0; i < d->index.shards.count; i++)
        if (d->index.shards.items[i].iteration <= iteration)
            usable += d->index.shards.items[i].episodes;
    d->iteration = iteration;
    if (!usable)
        return wend_fail(error, WEND_ARGUMENT,
                         "%s: the expert gave up in every episode of iteration %d", d->folder,
                         iteration);
    return imitation_open(m, d->def, d->folder, usable, error);
}
