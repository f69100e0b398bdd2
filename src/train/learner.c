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
//     rollout, rows [T][N]                       slice of a minibatch, rows [T][n]
//             env 0  1  2  3                             env order[first], order[first + 1]
//      t = 0     .  .  .  .     learner_gather      t = 0     .  .
//      t = 1     .  .  .  .    --------------->     t = 1     .  .
//      ...       .  .  .  .                         ...       .  .
//      start  [N][state]                          start  [n][state]
//
//     inputs[i]                 [T][n][bytes of input i]   as the network declares them
//     byte_rows                 [T][n]   row of the rollout, where byte images are read in place
//     keep                      [T][n]   0: an episode begins here, the recurrent state is zeroed
//     valid                     [T][n]   0: the row is masked in the PPO losses
//     action, label             [T][n]   index of the action; category of the object nearby
//     log_probability, values   [T][n]   of the policy of the rollout: pi_old, V_old
//     advantages, returns       [T][n]   A, R
//     gradients, m, v           [weights]   of the flat parameter block; Adam's moments
// clang-format on
//
// A minibatch is worked on in slices of environments, each on one thread from the first layer to
// the gradients (slices.h), and its losses are means over the whole minibatch. The gradients of a
// lane of slices are summed one after the other, then those of the lanes.
//
// The order of environments depends only on (seed, update), and sums have a fixed order: weights
// are bit-identical for any number of threads and after a resume.
#include "train/learner.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "train/auxiliary.h"
#include "train/imitation.h"
#include "train/slices.h"

// Rows of a minibatch that one slice has, and its part of the losses.
typedef struct learner_slice {
    int first, num_envs;  // environments, from the first of the minibatch
    int row;              // first row of the minibatch's arrays
    wend_ppo_losses losses;
} learner_slice;

// ---- create and destroy -------------------------------------------------------------------------

static void* learner_array(size_t count, size_t size, bool* made) {
    void* memory = wend_alloc_zero(count, size);
    *made = *made && memory;
    return memory;
}

static const wend_layer* learner_input(const wend_network* n, int input) {
    const wend_network_def* def = wend_network_get_def(n);
    int i = 0;
    while (def->layers[i].kind != WEND_LAYER_INPUT || input-- > 0) i++;
    return &def->layers[i];
}

static bool learner_reads_in_place(const wend_network* n, int input) {
    return learner_input(n, input)->input == WEND_INPUT_BYTES;
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
        if (!learner_reads_in_place(n, i))
            l->inputs[i] = learner_array(rows, wend_network_input_bytes(n, i), &made);
    l->byte_rows = learner_array(rows, sizeof *l->byte_rows, &made);
    l->keep = learner_array(rows, 1, &made);
    l->valid = learner_array(rows, 1, &made);
    l->action = learner_array(rows, sizeof *l->action, &made);
    l->label = learner_array(rows, sizeof *l->label, &made);
    if (l->policy->def.aux) l->labels = learner_array(rows, sizeof *l->labels, &made);
    l->log_probability = learner_array(rows, sizeof(float), &made);
    l->values = learner_array(rows, sizeof(float), &made);
    l->advantages = learner_array(rows, sizeof(float), &made);
    l->returns = learner_array(rows, sizeof(float), &made);
    l->start =
        learner_array((size_t)l->num_envs * (wend_network_state_size(n) + 1), sizeof(float), &made);
    if (imitation_is_method(l->def->method))
        l->next = learner_array((size_t)l->num_envs * (wend_network_state_size(n) + 1),
                                sizeof(float), &made);
    l->order = learner_array((size_t)l->def->num_envs, sizeof *l->order, &made);
    l->sums = learner_array((size_t)(l->lanes - 1) * l->weights + 1, sizeof *l->sums, &made);
    l->parts = learner_array((size_t)l->slices, sizeof *l->parts, &made);
    l->spaces = learner_array((size_t)l->threads, sizeof *l->spaces, &made);
    return made;
}

// A network of one slice shares its layers between threads; otherwise each thread has a space.
static wend_status learner_make_spaces(learner* l, wend_error* error) {
    int envs = slices_max(l->num_envs, l->slices);
    for (int i = 0; i < l->slices; i++) {
        int first = slices_start(l->num_envs, l->slices, i);
        l->parts[i] =
            (learner_slice){.first = first,
                            .num_envs = slices_start(l->num_envs, l->slices, i + 1) - first,
                            .row = first * l->def->rollout};
    }
    for (int i = 0; i < l->threads; i++)
        WEND_TRY(wend_network_space_create(l->policy->network, l->def->rollout, envs, true,
                                           l->lanes > 1 ? NULL : l->pool, &l->spaces[i], error));
    return WEND_OK;
}

wend_status learner_create(const wend_train_def* def, wend_policy* policy, wend_pool* pool,
                           learner* l, wend_error* error) {
    int slices = slices_count(policy->network, def->num_envs / def->minibatches);
    return learner_create_sliced(def, policy, pool, slices, l, error);
}

wend_status learner_create_sliced(const wend_train_def* def, wend_policy* policy, wend_pool* pool,
                                  int slices, learner* l, wend_error* error) {
    *l = (learner){
        .def = def, .policy = policy, .pool = pool, .num_envs = def->num_envs / def->minibatches};
    l->slices = slices;
    l->lanes = l->slices < LEARNER_LANES ? l->slices : LEARNER_LANES;
    l->threads = wend_pool_threads(pool) < l->lanes ? wend_pool_threads(pool) : l->lanes;
    if (!make_arrays(l))
        return wend_fail(error, WEND_NO_MEMORY,
                         "out of memory for minibatches of %d steps of %d environments",
                         def->rollout, l->num_envs);
    return learner_make_spaces(l, error);
}

void learner_destroy(learner* l) {
    for (int i = 0; l->spaces && i < l->threads; i++) wend_network_space_destroy(l->spaces[i]);
    for (int i = 0; i < WEND_NETWORK_INPUTS; i++) wend_free(l->inputs[i]);
    void* rest[] = {l->label,  l->gradients,       l->m,      l->v,          l->keep,    l->valid,
                    l->action, l->log_probability, l->values, l->advantages, l->returns, l->start,
                    l->order,  l->byte_rows,       l->sums,   l->parts,      l->spaces,  l->next,
                    l->labels};
    for (size_t i = 0; i < sizeof rest / sizeof *rest; i++) wend_free(rest[i]);
    *l = (learner){0};
}

// ---- a minibatch --------------------------------------------------------------------------------

// Copies the rows of the environments of a slice from the rollout's [T][N] to [T][n].
static void learner_gather(const rollout* r, const learner_slice* s, const int* order,
                           const void* from, void* to, size_t size) {
    char* row = (char*)to + (size_t)s->row * size;
    for (int t = 0; t < r->steps; t++)
        for (int i = 0; i < s->num_envs; i++, row += size)
            memcpy(row, (const char*)from + (size_t)(t * r->num_envs + order[i]) * size, size);
}

// `order`: the environments of the slice.
static void gather_slice(learner* l, const rollout* r, const learner_slice* s, const int* order) {
    const wend_network* n = l->policy->network;
    size_t state = wend_network_state_size(n);
    for (int i = 0; i < wend_network_input_count(n); i++)
        if (l->inputs[i])
            learner_gather(r, s, order, r->inputs[i], l->inputs[i], wend_network_input_bytes(n, i));
    for (int t = 0, row = s->row; t < r->steps; t++)
        for (int i = 0; i < s->num_envs; i++) l->byte_rows[row++] = t * r->num_envs + order[i];
    learner_gather(r, s, order, r->keep, l->keep, 1);
    learner_gather(r, s, order, r->valid, l->valid, 1);
    learner_gather(r, s, order, r->action, l->action, sizeof *l->action);
    learner_gather(r, s, order, r->label, l->label, sizeof *l->label);
    if (l->labels) learner_gather(r, s, order, r->labels, l->labels, sizeof *l->labels);
    learner_gather(r, s, order, r->log_probability, l->log_probability, sizeof(float));
    learner_gather(r, s, order, r->values, l->values, sizeof(float));
    learner_gather(r, s, order, r->advantages, l->advantages, sizeof(float));
    learner_gather(r, s, order, r->returns, l->returns, sizeof(float));
    for (int i = 0; i < s->num_envs; i++)
        memcpy(l->start + (size_t)(s->first + i) * state, r->start + (size_t)order[i] * state,
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

static void add_losses(wend_ppo_losses* sum, const wend_ppo_losses* losses, double share) {
    sum->policy += share * losses->policy;
    sum->value += share * losses->value;
    sum->entropy += share * losses->entropy;
    sum->approx_kl += share * losses->approx_kl;
    sum->clip_fraction += share * losses->clip_fraction;
    sum->total += share * losses->total;
}

// A minibatch that the lanes work on.
typedef struct learner_job {
    learner* l;
    const rollout* r;
    double progress;
    double weight;  // of the rows of the minibatch in the losses of the method
    int labelled;   // rows with a label
    int valid;      // rows
} learner_job;

// The number of valid rows; in imitation the sum of their weights.
static double learner_weigh(const learner* l, int row, int rows) {
    bool imitates = imitation_is_loss(l->def->method);
    double sum = 0;
    for (int i = row; i < row + rows; i++)
        if (l->valid[i]) sum += imitates ? (double)l->advantages[i] : 1;
    return sum;
}

static int learner_count_valid(const learner* l, int row, int rows) {
    int count = 0;
    for (int i = row; i < row + rows; i++) count += l->valid[i] != 0;
    return count;
}

static int learner_count_labels(const learner* l, int row, int rows) {
    int count = 0;
    for (int i = row; i < row + rows; i++) count += l->label[i] >= 0;
    return count;
}

static void learner_scale(float factor, size_t count, float* x) {
    for (size_t i = 0; factor != 1 && i < count; i++) x[i] *= factor;
}

// PPO losses of a slice and their gradients. Losses are means over the rows they get: a slice
// counts for its share of the valid rows of the minibatch.
static void learner_lose(const learner_job* job, learner_slice* s, wend_network_space* space) {
    const learner* l = job->l;
    const wend_train_def* def = l->def;
    const wend_policy* p = l->policy;
    int rows = def->rollout * s->num_envs, row = s->row;
    wend_ppo_loss_def loss = {.clip = learner_clip(def, job->progress),
                              .value_weight = def->value_weight,
                              .entropy_weight = def->entropy_weight,
                              .clip_values = true};
    wend_ppo_batch batch = {.rows = rows,
                            .actions = WEND_POLICY_ACTIONS,
                            .logits = wend_network_result(space, p->actor),
                            .values = wend_network_result(space, p->critic),
                            .action = l->action + row,
                            .old_log_probability = l->log_probability + row,
                            .old_values = l->values + row,
                            .advantages = l->advantages + row,
                            .returns = l->returns + row,
                            .valid = l->valid + row};
    float *dlogits = wend_network_result_gradient(space, p->actor),
          *dvalues = wend_network_result_gradient(space, p->critic);
    double share = job->weight > 0 ? learner_weigh(l, row, rows) / job->weight : 1;
    wend_ppo_losses own =
        def->method == WEND_TRAIN_PPO   ? wend_ppo_loss(&loss, &batch, dlogits, dvalues)
        : def->method == WEND_TRAIN_A2C ? wend_a2c_loss(&loss, &batch, dlogits, dvalues)
                                        : wend_imitation_loss(loss.entropy_weight, &batch, dlogits);
    learner_scale((float)share, (size_t)rows * WEND_POLICY_ACTIONS, dlogits);
    learner_scale((float)share, (size_t)rows, dvalues);
    s->losses = (wend_ppo_losses){0};
    add_losses(&s->losses, &own, share);
    if (def->method == WEND_TRAIN_STUDENT_FORCING && job->valid) {
        share = (double)learner_count_valid(l, row, rows) / job->valid;
        double value = wend_value_loss((float)(share * def->value_weight), &batch, dvalues);
        s->losses.value += share * value;
        s->losses.total += share * def->value_weight * value;
    }
    for (int i = 0; i < WEND_POLICY_AUX_COUNT; i++)
        if (p->aux[i] >= 0 && def->aux[i] > 0)
            s->losses.total +=
                auxiliary_loss(i, rows, wend_network_result(space, p->aux[i]), l->labels + row,
                               (double)def->aux[i], def->rollout * l->num_envs,
                               wend_network_result_gradient(space, p->aux[i]));
    if (p->object < 0) return;
    share = job->labelled ? (double)learner_count_labels(l, row, rows) / job->labelled : 1;
    s->losses.total += wend_cross_entropy(
        rows, (int)wend_layer_size(&wend_network_get_def(p->network)->layers[p->object]),
        wend_network_result(space, p->object), l->label + row, (float)(share * def->object_weight),
        wend_network_result_gradient(space, p->object));
}

// Forward pass, losses, backward pass of the slices of a lane. Writes the lane's gradients.
static void learner_work(void* context, int lane, int worker) {
    const learner_job* job = context;
    const learner* l = job->l;
    const wend_network* n = l->policy->network;
    wend_network_space* space = l->spaces[l->threads == l->lanes ? lane : worker];
    float* sum = lane ? l->sums + (size_t)(lane - 1) * l->weights : l->gradients;
    memset(sum, 0, l->weights * sizeof *sum);
    for (int i = lane; i < l->slices; i += l->lanes) {
        learner_slice* s = &l->parts[i];
        size_t row = (size_t)s->row, state = wend_network_state_size(n);
        wend_network_run run = {.steps = l->def->rollout,
                                .batch = s->num_envs,
                                .byte_rows = l->byte_rows + row,
                                .keep = l->keep + row,
                                .state = l->start + (size_t)s->first * state,
                                .next_state = l->next ? l->next + (size_t)s->first * state : NULL};
        // The gradients of the lane are final with its last slice.
        if (l->lanes == 1 && i + 1 == l->slices) run.finished = train_ranks_finished;
        run.context = l->ranks;
        for (int k = 0; k < wend_network_input_count(n); k++)
            run.inputs[k] = l->inputs[k]
                                ? (const char*)l->inputs[k] + row * wend_network_input_bytes(n, k)
                                : job->r->inputs[k];
        wend_network_forward(n, space, &run);
        learner_lose(job, s, space);
        wend_network_backward(n, space, &run, sum);
    }
}

// Losses and gradients of the minibatch in the arrays.
static wend_ppo_losses differentiate(learner* l, const rollout* r, double progress) {
    int rows = l->num_envs * l->def->rollout;
    learner_job job = {l,
                       r,
                       progress,
                       learner_weigh(l, 0, rows),
                       learner_count_labels(l, 0, rows),
                       learner_count_valid(l, 0, rows)};
    wend_ppo_losses losses = {0};
    train_ranks_begin(l->ranks, l->gradients, l->weights);
    wend_pool_run(l->lanes > 1 ? l->pool : NULL, l->lanes, learner_work, &job);
    for (int i = 0; i < l->slices; i++) add_losses(&losses, &l->parts[i].losses, 1);
    for (int i = 0; i + 1 < l->lanes; i++)
        for (size_t k = 0; k < l->weights; k++)
            l->gradients[k] += l->sums[(size_t)i * l->weights + k];
    return losses;
}

// Imitation computes the recurrent states here alone: the last ones begin the next update.
static void learner_carry(const learner* l, rollout* r, int first) {
    size_t state = wend_network_state_size(l->policy->network);
    for (int i = 0; l->next && i < l->num_envs; i++)
        memcpy(r->memory + (size_t)l->order[first + i] * state, l->next + (size_t)i * state,
               state * sizeof *l->next);
}

static wend_status take_step(learner* l, rollout* r, int first, double progress,
                             learner_losses* sum, wend_error* error) {
    const wend_train_def* def = l->def;
    double share = 1.0 / (def->epochs * def->minibatches);
    for (int i = 0; i < l->slices; i++)
        gather_slice(l, r, &l->parts[i], l->order + first + l->parts[i].first);
    if (def->normalize && !imitation_is_loss(def->method)) learner_normalize(l);
    wend_ppo_losses losses = differentiate(l, r, progress);
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
    learner_carry(l, r, first);
    add_losses(&sum->losses, &losses, share);
    sum->grad_norm += share * norm;
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
