// Proximal policy optimisation of a recurrent actor-critic.
//
// Problem: take several gradient steps on the same rollout without moving the policy so far that
// the rollout is no longer representative of it.
//
// Method: PPO with a clipped objective [Schulman et al. 2017, arXiv:1707.06347] and advantages by
// GAE [Schulman et al. 2016, arXiv:1506.02438], with MultiON's settings [Wani et al. 2020;
// saimwani/multiON: habitat_baselines/rl/ppo/ppo_trainer.py]. An update has three parts:
//
// clang-format off
//   1. rollout_play (rollout.c): N environments take T steps with the current weights. It keeps
//      the inputs, the action, its log-probability and the critic's value V of each step.
//   2. wend_gae:        delta_t = r_t + gamma V_{t+1} - V_t   (V and A after an episode's end are
//                           A_t = delta_t + gamma lambda A_{t+1}     0, also after a time limit)
//                           R_t = A_t + V_t
//   3. learner_update: for each epoch, shuffle the environments, split them into minibatches, and
//      for each minibatch take one Adam step on
//          L = L_policy + value_weight L_value - entropy_weight H  (+ object_weight L_object)
//          L_policy = -mean min(rho A, clip(rho, 1 - c, 1 + c) A),  rho = pi(a) / pi_old(a)
//          L_value  = mean max((V - R)^2, (V_old + clip(V - V_old, -c, c) - R)^2) / 2
//      with the gradient's norm clipped to max_grad_norm. Learning rate and c decay
//      linearly to 0 over the run (decay_rate, decay_clip).
// clang-format on
//
// Data: a minibatch consists of whole environments, not of single steps. The recurrent state before
// the first step is stored; later states are recomputed, and gradients are back-propagated through
// time over all T steps.
//
// clang-format off
//     rollout, rows [T][N]                       minibatch, rows [T][n], n = N / minibatches
//             env 0  1  2  3                             env order[first], order[first + 1]
//      t = 0     .  .  .  .     learner_gather      t = 0     .  .
//      t = 1     .  .  .  .    --------------->     t = 1     .  .
//      ...       .  .  .  .                         ...       .  .
//      start  [N][state]                          start  [n][state]
//
//     inputs[i]                 [T][n][bytes of input i]   as the network declares them
//     keep                      [T][n]   0: an episode begins here, the recurrent state is zeroed
//     valid                     [T][n]   0: the row is masked in the PPO losses
//     action, label             [T][n]   index of the action; category of the object nearby
//     log_probability, values   [T][n]   of the policy of the rollout: pi_old, V_old
//     advantages, returns       [T][n]   A, R
//     gradients, m, v           [weights]   of the flat parameter block; Adam's moments
// clang-format on
//
// The order of environments depends only on (seed, update), and sums have a fixed order: weights
// are bit-identical for any number of threads and after a resume.
#include "train/learner.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// ---- create and destroy -------------------------------------------------------------------------

static void* learner_array(size_t count, size_t size, bool* made) {
    void* memory = wend_alloc_zero(count, size);
    *made = *made && memory;
    return memory;
}

static bool make_arrays(learner* l) {
    const wend_network* n = l->policy->network;
    size_t rows = (size_t)l->num_envs * (size_t)l->def->rollout;
    bool made = true;
    l->weights = wend_network_weight_count(n);
    l->gradients = learner_array(l->weights, sizeof(float), &made);
    l->m = learner_array(l->weights, sizeof(float), &made);
    l->v = learner_array(l->weights, sizeof(float), &made);
    for (int i = 0; i < wend_network_input_count(n); i++)
        l->inputs[i] = learner_array(rows, wend_network_input_bytes(n, i), &made);
    l->keep = learner_array(rows, 1, &made);
    l->valid = learner_array(rows, 1, &made);
    l->action = learner_array(rows, sizeof *l->action, &made);
    l->label = learner_array(rows, sizeof *l->label, &made);
    l->log_probability = learner_array(rows, sizeof(float), &made);
    l->values = learner_array(rows, sizeof(float), &made);
    l->advantages = learner_array(rows, sizeof(float), &made);
    l->returns = learner_array(rows, sizeof(float), &made);
    l->start =
        learner_array((size_t)l->num_envs * (wend_network_state_size(n) + 1), sizeof(float), &made);
    l->order = learner_array((size_t)l->def->num_envs, sizeof *l->order, &made);
    return made;
}

wend_status learner_create(const wend_train_def* def, wend_policy* policy, wend_pool* pool,
                           learner* l, wend_error* error) {
    *l = (learner){
        .def = def, .policy = policy, .pool = pool, .num_envs = def->num_envs / def->minibatches};
    if (!make_arrays(l))
        return wend_fail(error, WEND_NO_MEMORY,
                         "no memory for minibatches of %d steps of %d environments", def->rollout,
                         l->num_envs);
    return wend_network_space_create(policy->network, def->rollout, l->num_envs, true, pool,
                                     &l->space, error);
}

void learner_destroy(learner* l) {
    wend_network_space_destroy(l->space);
    for (int i = 0; i < WEND_NETWORK_INPUTS; i++) wend_free(l->inputs[i]);
    void* rest[] = {l->label,  l->gradients,       l->m,      l->v,          l->keep,    l->valid,
                    l->action, l->log_probability, l->values, l->advantages, l->returns, l->start,
                    l->order};
    for (size_t i = 0; i < sizeof rest / sizeof *rest; i++) wend_free(rest[i]);
    *l = (learner){0};
}

// ---- a minibatch --------------------------------------------------------------------------------

// Copies the rows of environments order[first], … from the rollout's [T][N] to [T][n].
static void learner_gather(const learner* l, const rollout* r, int first, const void* from,
                           void* to, size_t size) {
    for (int t = 0; t < r->steps; t++)
        for (int i = 0; i < l->num_envs; i++)
            memcpy((char*)to + (size_t)(t * l->num_envs + i) * size,
                   (const char*)from + (size_t)(t * r->num_envs + l->order[first + i]) * size,
                   size);
}

static void gather_all(learner* l, const rollout* r, int first) {
    const wend_network* n = l->policy->network;
    size_t state = wend_network_state_size(n);
    for (int i = 0; i < wend_network_input_count(n); i++)
        learner_gather(l, r, first, r->inputs[i], l->inputs[i], wend_network_input_bytes(n, i));
    learner_gather(l, r, first, r->keep, l->keep, 1);
    learner_gather(l, r, first, r->valid, l->valid, 1);
    learner_gather(l, r, first, r->action, l->action, sizeof *l->action);
    learner_gather(l, r, first, r->label, l->label, sizeof *l->label);
    learner_gather(l, r, first, r->log_probability, l->log_probability, sizeof(float));
    learner_gather(l, r, first, r->values, l->values, sizeof(float));
    learner_gather(l, r, first, r->advantages, l->advantages, sizeof(float));
    learner_gather(l, r, first, r->returns, l->returns, sizeof(float));
    for (int i = 0; i < l->num_envs; i++)
        memcpy(l->start + (size_t)i * state, r->start + (size_t)l->order[first + i] * state,
               state * sizeof *l->start);
}

// Advantages to mean 0 and standard deviation 1 over the valid rows of the minibatch.
static void learner_normalize(const learner* l) {
    int rows = l->num_envs * l->def->rollout, count = 0;
    double sum = 0, squares = 0;
    for (int i = 0; i < rows; i++)
        if (l->valid[i]) {
            count++;
            sum += l->advantages[i];
        }
    double mean = count ? sum / count : 0;
    for (int i = 0; i < rows; i++)
        if (l->valid[i]) squares += (l->advantages[i] - mean) * (l->advantages[i] - mean);
    double deviation = count ? sqrt(squares / count) : 1;
    for (int i = 0; i < rows; i++)
        l->advantages[i] = (float)((l->advantages[i] - mean) / (deviation + 1e-5));
}

double learner_rate(const wend_train_def* def, double progress) {
    return (double)def->learning_rate * (def->decay_rate ? 1 - progress : 1);
}

float learner_clip(const wend_train_def* def, double progress) {
    return def->clip * (float)(def->decay_clip ? 1 - progress : 1);
}

// Forward pass, losses, backward pass. Writes l->gradients.
static wend_ppo_losses differentiate(learner* l, double progress) {
    const wend_train_def* def = l->def;
    const wend_policy* p = l->policy;
    wend_ppo_loss_def loss = {.clip = learner_clip(def, progress),
                              .value_weight = def->value_weight,
                              .entropy_weight = def->entropy_weight,
                              .clip_values = true};
    wend_network_run run = {
        .steps = def->rollout, .batch = l->num_envs, .keep = l->keep, .state = l->start};
    run.finished = train_ranks_finished;
    run.context = l->ranks;
    for (int i = 0; i < WEND_NETWORK_INPUTS; i++) run.inputs[i] = l->inputs[i];
    wend_network_forward(p->network, l->space, &run);
    wend_ppo_batch batch = {.rows = def->rollout * l->num_envs,
                            .actions = WEND_POLICY_ACTIONS,
                            .logits = wend_network_result(l->space, p->actor),
                            .values = wend_network_result(l->space, p->critic),
                            .action = l->action,
                            .old_log_probability = l->log_probability,
                            .old_values = l->values,
                            .advantages = l->advantages,
                            .returns = l->returns,
                            .valid = l->valid};
    wend_ppo_losses losses =
        wend_ppo_loss(&loss, &batch, wend_network_result_gradient(l->space, p->actor),
                      wend_network_result_gradient(l->space, p->critic));
    if (p->object >= 0)
        losses.total += wend_cross_entropy(
            batch.rows, (int)wend_layer_size(&wend_network_get_def(p->network)->layers[p->object]),
            wend_network_result(l->space, p->object), l->label, def->object_weight,
            wend_network_result_gradient(l->space, p->object));
    memset(l->gradients, 0, l->weights * sizeof *l->gradients);
    train_ranks_begin(l->ranks, l->gradients, l->weights);
    wend_network_backward(p->network, l->space, &run, l->gradients);
    return losses;
}

static wend_status take_step(learner* l, const rollout* r, int first, double progress,
                             learner_losses* sum, wend_error* error) {
    const wend_train_def* def = l->def;
    double share = 1.0 / (def->epochs * def->minibatches);
    gather_all(l, r, first);
    if (def->normalize) learner_normalize(l);
    wend_ppo_losses losses = differentiate(l, progress);
    WEND_TRY(train_ranks_mean(l->ranks, &losses, error));
    double norm = wend_gradient_clip(l->weights, def->max_grad_norm, l->gradients, l->pool);
    if (!isfinite(losses.total) || !isfinite(norm))
        return wend_fail(error, WEND_FORMAT,
                         "learning diverged: the loss is %g and the norm of the gradient is %g; "
                         "use a lower learning rate",
                         losses.total, norm);
    wend_adam_def adam = wend_adam_default_def();
    adam.epsilon = def->epsilon;
    wend_adam_step(&adam, l->weights, ++l->steps, (float)learner_rate(def, progress), l->gradients,
                   l->m, l->v, wend_network_weights(l->policy->network), l->pool);
    wend_network_pack(l->policy->network);
    sum->losses.policy += share * losses.policy;
    sum->losses.value += share * losses.value;
    sum->losses.entropy += share * losses.entropy;
    sum->losses.divergence += share * losses.divergence;
    sum->losses.clipped += share * losses.clipped;
    sum->losses.total += share * losses.total;
    sum->gradient += share * norm;
    return WEND_OK;
}

static void learner_shuffle(learner* l, wend_rng* rng) {
    for (int i = 0; i < l->def->num_envs; i++) l->order[i] = i;
    for (int i = l->def->num_envs - 1; i > 0; i--) {
        int k = (int)wend_rng_below(rng, (uint32_t)i + 1), was = l->order[i];
        l->order[i] = l->order[k];
        l->order[k] = was;
    }
}

wend_status learner_update(learner* l, rollout* r, int update, double progress, learner_losses* out,
                           wend_error* error) {
    char name[48];
    train_ranks_name(l->def->ranks, update, name, sizeof name);
    wend_rng rng = wend_rng_for(l->def->play.seed, name, "minibatches");
    *out = (learner_losses){0};
    for (int epoch = 0; epoch < l->def->epochs; epoch++) {
        learner_shuffle(l, &rng);
        for (int k = 0; k < l->def->minibatches; k++) {
            WEND_TRY(take_step(l, r, k * l->num_envs, progress, out, error));
            if (l->def->stop && l->def->stop(l->def->context))
                return wend_fail(error, WEND_IO, "interrupted");
        }
    }
    // A checkpoint may follow: its weights and moments must be finite.
    const float* state[] = {wend_network_weights(l->policy->network), l->m, l->v};
    for (size_t i = 0; i < sizeof state / sizeof *state; i++)
        if (!isfinite(wend_gradient_norm(l->weights, state[i], l->pool)))
            return wend_fail(error, WEND_FORMAT,
                             "learning diverged: %s are not finite; use a lower learning rate",
                             i ? "the optimiser's moments" : "weights");
    return WEND_OK;
}
