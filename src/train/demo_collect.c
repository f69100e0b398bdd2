// Records episodes of a batch of environments with the labels of an expert.
//
// The environments step together; each records its own episode and takes the next one of the list
// when it ends. The place of an episode in the output is its place in the list, and its random
// numbers depend on its id, so the set does not depend on which environment plays it, nor on the
// number of threads.
//
// clang-format off
//     list        e0 e1 e2 e3 e4 …        one step, for all environments:
//                 |  |                      1  expert:  wend_batch_expert; it gave up: drop, next episode
//     env 0 ──────┘  |                      2  policy:  one forward pass for the whole batch
//     env 1 ─────────┘                      3  choose:  own ~ policy; expert with probability beta
//     list empty: repeats the first,        4  record:  observation, expert, taken, labels
//     unrecorded                            5  wend_batch_step; the reward goes into the recorded step
// clang-format on
#include "train/demo_collect.h"

#include <stdio.h>
#include <string.h>

// An environment and the episode it records.
typedef struct collect_env {
    int slot;  // of the caller's episodes; -1: none is left for it
    demo_block block;
    wend_rng rng;
    wend_policy_state body;
    int expert, taken;
} collect_env;

struct collector {
    collect_def def;
    wend_batch* batch;
    wend_batch_out seen;
    collect_env* envs;
    wend_action* actions;
    int num_envs, width, height;
    // Of the policy.
    wend_network_space* space;
    void* inputs[WEND_NETWORK_INPUTS];
    uint8_t* keep;
    float* memory;  // [num_envs][state size]
};

int collect_action(wend_action_kind kind) {
    if (kind == WEND_ACTION_FOUND) return 0;
    for (int i = 0; i < WEND_POLICY_ACTIONS; i++)
        if (wend_policy_action(i).kind == kind) return i;
    return -1;
}

// ---- create and destroy -------------------------------------------------------------------------

static void* collect_array(size_t count, size_t size, bool* made) {
    void* memory = wend_alloc_zero(count, size);
    *made = *made && memory;
    return memory;
}

static bool collect_make_arrays(collector* c) {
    size_t n = (size_t)c->num_envs, pixels = (size_t)c->width * (size_t)c->height;
    bool made = true;
    c->envs = collect_array(n, sizeof *c->envs, &made);
    c->actions = collect_array(n, sizeof *c->actions, &made);
    c->seen.rgb = collect_array(n * pixels, 3, &made);
    c->seen.depth = collect_array(n * pixels, sizeof(float), &made);
    c->seen.reward = collect_array(n, sizeof(float), &made);
    c->seen.done = collect_array(n, 1, &made);
    if (!c->def.policy) return made;
    const wend_network* network = c->def.policy->network;
    for (int i = 0; i < wend_network_input_count(network); i++)
        c->inputs[i] = collect_array(n, wend_network_input_bytes(network, i), &made);
    c->keep = collect_array(n, 1, &made);
    c->memory = collect_array(n * (wend_network_state_size(network) + 1), sizeof(float), &made);
    return made;
}

static wend_status collect_fill(collector* c, wend_error* error) {
    WEND_TRY(wend_batch_create(&c->def.batch, &c->batch, error));
    wend_batch_size(c->batch, &c->width, &c->height);
    c->def.shape.width = c->width;
    c->def.shape.height = c->height;
    if (!collect_make_arrays(c))
        return wend_fail(error, WEND_NO_MEMORY, "out of memory for %d environments", c->num_envs);
    for (int i = 0; i < c->num_envs; i++) {
        WEND_TRY(demo_block_create(&c->def.shape, &c->envs[i].block, error));
        if (c->def.policy)
            WEND_TRY(wend_policy_state_create(c->def.policy, &c->envs[i].body, error));
    }
    if (!c->def.policy) return WEND_OK;
    return wend_network_space_create(c->def.policy->network, 1, c->num_envs, false, c->def.pool,
                                     &c->space, error);
}

wend_status collector_create(const collect_def* def, collector** out, wend_error* error) {
    *out = NULL;
    collector* c = wend_alloc_zero(1, sizeof *c);
    if (!c) return wend_fail(error, WEND_NO_MEMORY, "out of memory");
    c->def = *def;
    c->num_envs = def->batch.num_envs;
    wend_status status = collect_fill(c, error);
    if (status != WEND_OK) {
        collector_destroy(c);
        return status;
    }
    *out = c;
    return WEND_OK;
}

void collector_destroy(collector* c) {
    if (!c) return;
    wend_batch_destroy(c->batch);
    wend_network_space_destroy(c->space);
    for (int i = 0; c->envs && i < c->num_envs; i++) {
        demo_block_destroy(&c->envs[i].block);
        wend_policy_state_destroy(&c->envs[i].body);
    }
    for (int i = 0; i < WEND_NETWORK_INPUTS; i++) wend_free(c->inputs[i]);
    void* rest[] = {c->envs,        c->actions,   c->seen.rgb, c->seen.depth,
                    c->seen.reward, c->seen.done, c->keep,     c->memory};
    for (size_t i = 0; i < sizeof rest / sizeof *rest; i++) wend_free(rest[i]);
    wend_free(c);
}

int collector_episodes(const collector* c) { return wend_batch_episodes(c->batch); }

void collector_camera(const collector* c, float* hfov, float* eye_height) {
    const wend_observation* o = wend_batch_observation(c->batch, 0);
    *hfov = o->camera.hfov;
    *eye_height = o->camera.eye_height;
}

// ---- episodes -----------------------------------------------------------------------------------

typedef struct collect_call {
    collector* c;
    const int* episodes;
    int count, next, left;  // next: first that no environment has begun; left: not finished
    float beta;
    int iteration;
    demo_episode* out;
} collect_call;

// Environment i begins the next episode of the list; without one it repeats the first, unrecorded.
static wend_status collect_begin(collect_call* call, int i, wend_error* error) {
    collector* c = call->c;
    collect_env* e = &c->envs[i];
    char purpose[48];
    e->slot = call->next < call->count ? call->next++ : -1;
    int episode = call->episodes[e->slot < 0 ? 0 : e->slot];
    WEND_TRY(wend_batch_seek(c->batch, i, episode, error));
    WEND_TRY(wend_batch_begin(c->batch, i, &c->seen, error));
    wend_episode which = wend_batch_episode(c->batch, episode);
    snprintf(purpose, sizeof purpose, "demonstration, iteration %d", call->iteration);
    e->rng = wend_rng_for(c->def.batch.play.seed, which.id, purpose);
    if (c->def.policy) wend_policy_begin(&e->body);
    if (e->slot < 0) return WEND_OK;
    demo_episode_begin(&call->out[e->slot], episode, which.id,
                       wend_batch_observation(c->batch, i)->goal.instruction);
    return WEND_OK;
}

static wend_status collect_finish(collect_call* call, int i, bool dropped, wend_error* error) {
    collect_env* e = &call->c->envs[i];
    demo_episode* episode = &call->out[e->slot];
    WEND_TRY(demo_episode_end(episode, &e->block, error));
    episode->dropped |= dropped;
    call->left--;
    return collect_begin(call, i, error);
}

static wend_status collect_forward(collector* c, wend_error* error) {
    const wend_policy* p = c->def.policy;
    wend_network_run run = {.steps = 1,
                            .batch = c->num_envs,
                            .keep = c->keep,
                            .state = c->memory,
                            .next_state = c->memory};
    for (int i = 0; i < c->num_envs; i++)
        WEND_TRY(wend_policy_observe(p, &c->envs[i].body, wend_batch_observation(c->batch, i), i,
                                     c->inputs, c->keep, error));
    for (int i = 0; i < wend_network_input_count(p->network); i++) run.inputs[i] = c->inputs[i];
    wend_network_forward(p->network, c->space, &run);
    return WEND_OK;
}

// The action of environment i. The policy is sampled even if the expert acts, so that every step
// draws the same number of random numbers.
static void collect_choose(const collect_call* call, int i) {
    collector* c = call->c;
    collect_env* e = &c->envs[i];
    e->taken = e->expert;
    if (c->def.policy) {
        const float* logits = wend_network_result(c->space, c->def.policy->actor);
        int own =
            wend_sample_action(WEND_POLICY_ACTIONS, logits + i * WEND_POLICY_ACTIONS, &e->rng);
        bool by_expert = wend_rng_double(&e->rng) < (double)call->beta;
        if (!by_expert || e->expert < 0) e->taken = own;
        wend_policy_acted(c->def.policy, &e->body, c->space, i, e->taken);
    }
    c->actions[i] = wend_policy_action(e->taken < 0 ? 0 : e->taken);
}

static wend_status collect_note(const collect_call* call, int i, wend_error* error) {
    collector* c = call->c;
    collect_env* e = &c->envs[i];
    if (e->slot < 0) return WEND_OK;
    wend_demo_step step = {.observation = *wend_batch_observation(c->batch, i),
                           .expert = e->expert,
                           .taken = e->taken,
                           .labels = wend_batch_labels(c->batch, i)};
    return demo_episode_add(&call->out[e->slot], &e->block, &step, error);
}

// Queries the expert; an environment in which it gives up starts the next episode.
static wend_status collect_ask(collect_call* call, int i, wend_error* error) {
    collector* c = call->c;
    collect_env* e = &c->envs[i];
    wend_action action;
    for (;;) {
        bool sure = wend_batch_expert(c->batch, i, &action);
        e->expert = sure ? collect_action(action.kind) : -1;
        if (sure && e->expert < 0)
            return wend_fail(error, WEND_UNSUPPORTED,
                             "the expert's action '%s' is none of the policies' (stop, forward, "
                             "left, right)",
                             wend_action_name(action.kind));
        if (sure || e->slot < 0) return WEND_OK;
        WEND_TRY(collect_finish(call, i, true, error));
    }
}

static wend_status collect_step(collect_call* call, wend_error* error) {
    collector* c = call->c;
    for (int i = 0; i < c->num_envs; i++) WEND_TRY(collect_ask(call, i, error));
    if (c->def.policy) WEND_TRY(collect_forward(c, error));
    for (int i = 0; i < c->num_envs; i++) {
        collect_choose(call, i);
        WEND_TRY(collect_note(call, i, error));
    }
    WEND_TRY(wend_batch_step(c->batch, c->actions, &c->seen, error));
    for (int i = 0; i < c->num_envs; i++) {
        collect_env* e = &c->envs[i];
        if (e->slot >= 0) e->block.reward[e->block.steps - 1] = c->seen.reward[i];
        if (!c->seen.done[i]) continue;
        if (e->slot >= 0)
            WEND_TRY(collect_finish(call, i, false, error));
        else
            WEND_TRY(collect_begin(call, i, error));
    }
    return WEND_OK;
}

wend_status collector_play(collector* c, const int* episodes, int count, float beta, int iteration,
                           demo_episode* out, wend_error* error) {
    collect_call call = {c, episodes, count, 0, count, beta, iteration, out};
    if (c->memory)
        memset(c->memory, 0,
               (size_t)c->num_envs * wend_network_state_size(c->def.policy->network) *
                   sizeof *c->memory);
    for (int i = 0; i < c->num_envs; i++) {
        c->envs[i].block.steps = 0;
        WEND_TRY(collect_begin(&call, i, error));
    }
    while (call.left > 0) {
        WEND_TRY(collect_step(&call, error));
        if (c->def.stop && c->def.stop(c->def.context))
            return wend_fail(error, WEND_IO, "interrupted");
    }
    return WEND_OK;
}
