#include "train/learner.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// ---- life ---------------------------------------------------------------------------------------

static void* array(size_t count, size_t size, bool* made) {
    void* memory = wend_alloc_zero(count, size);
    *made = *made && memory;
    return memory;
}

static bool make_arrays(learner* l) {
    const wend_network* n = l->policy->network;
    size_t rows = (size_t)l->bodies * (size_t)l->def->rollout;
    bool made = true;
    l->weights = wend_network_weight_count(n);
    l->gradients = array(l->weights, sizeof(float), &made);
    l->m = array(l->weights, sizeof(float), &made);
    l->v = array(l->weights, sizeof(float), &made);
    for (int i = 0; i < wend_network_input_count(n); i++)
        l->inputs[i] = array(rows, wend_network_input_bytes(n, i), &made);
    l->keep = array(rows, 1, &made);
    l->valid = array(rows, 1, &made);
    l->action = array(rows, sizeof *l->action, &made);
    l->label = array(rows, sizeof *l->label, &made);
    l->log_probability = array(rows, sizeof(float), &made);
    l->values = array(rows, sizeof(float), &made);
    l->advantages = array(rows, sizeof(float), &made);
    l->returns = array(rows, sizeof(float), &made);
    l->start = array((size_t)l->bodies * (wend_network_state_size(n) + 1), sizeof(float), &made);
    l->order = array((size_t)l->def->bodies, sizeof *l->order, &made);
    return made;
}

wend_status learner_create(const wend_train_def* def, wend_policy* policy, wend_pool* pool,
                           learner* l, wend_error* error) {
    *l = (learner){.def = def, .policy = policy, .pool = pool, .bodies = def->bodies / def->parts};
    if (!make_arrays(l))
        return wend_fail(error, WEND_NO_MEMORY, "no memory to learn from %d steps of %d bodies",
                         def->rollout, l->bodies);
    return wend_network_space_create(policy->network, def->rollout, l->bodies, true, pool,
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

// Copies the rows of the bodies order[first], … out of the update's.
static void gather(const learner* l, const rollout* r, int first, const void* from, void* to,
                   size_t size) {
    for (int t = 0; t < r->steps; t++)
        for (int i = 0; i < l->bodies; i++)
            memcpy((char*)to + (size_t)(t * l->bodies + i) * size,
                   (const char*)from + (size_t)(t * r->bodies + l->order[first + i]) * size, size);
}

static void gather_all(learner* l, const rollout* r, int first) {
    const wend_network* n = l->policy->network;
    size_t state = wend_network_state_size(n);
    for (int i = 0; i < wend_network_input_count(n); i++)
        gather(l, r, first, r->inputs[i], l->inputs[i], wend_network_input_bytes(n, i));
    gather(l, r, first, r->keep, l->keep, 1);
    gather(l, r, first, r->valid, l->valid, 1);
    gather(l, r, first, r->action, l->action, sizeof *l->action);
    gather(l, r, first, r->label, l->label, sizeof *l->label);
    gather(l, r, first, r->log_probability, l->log_probability, sizeof(float));
    gather(l, r, first, r->values, l->values, sizeof(float));
    gather(l, r, first, r->advantages, l->advantages, sizeof(float));
    gather(l, r, first, r->returns, l->returns, sizeof(float));
    for (int i = 0; i < l->bodies; i++)
        memcpy(l->start + (size_t)i * state, r->start + (size_t)l->order[first + i] * state,
               state * sizeof *l->start);
}

static void normalize(const learner* l) {
    int rows = l->bodies * l->def->rollout, count = 0;
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

double learner_rate(const wend_train_def* def, double way) {
    return (double)def->learning_rate * (def->decay_rate ? 1 - way : 1);
}

float learner_clip(const wend_train_def* def, double way) {
    return def->clip * (float)(def->decay_clip ? 1 - way : 1);
}

// Forward, losses, backward; the gradients are in l->gradients.
static wend_ppo_losses differentiate(learner* l, double way) {
    const wend_train_def* def = l->def;
    const wend_policy* p = l->policy;
    wend_ppo_loss_def loss = {.clip = learner_clip(def, way),
                              .value_weight = def->value_weight,
                              .entropy_weight = def->entropy_weight,
                              .clip_values = true};
    wend_network_run run = {
        .steps = def->rollout, .batch = l->bodies, .keep = l->keep, .state = l->start};
    for (int i = 0; i < WEND_NETWORK_INPUTS; i++) run.inputs[i] = l->inputs[i];
    wend_network_forward(p->network, l->space, &run);
    wend_ppo_batch batch = {.rows = def->rollout * l->bodies,
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
    wend_network_backward(p->network, l->space, &run, l->gradients);
    return losses;
}

static wend_status take_step(learner* l, const rollout* r, int first, double way, lesson* sum,
                             wend_error* error) {
    const wend_train_def* def = l->def;
    double share = 1.0 / (def->epochs * def->parts);
    gather_all(l, r, first);
    if (def->normalize) normalize(l);
    wend_ppo_losses losses = differentiate(l, way);
    double norm = wend_gradient_clip(l->weights, def->gradient_limit, l->gradients, l->pool);
    if (!isfinite(losses.total) || !isfinite(norm))
        return wend_fail(error, WEND_FORMAT,
                         "learning diverged: the loss is %g and the gradients are %g long; try a "
                         "lower learning rate",
                         losses.total, norm);
    wend_adam_def adam = wend_adam_default_def();
    adam.epsilon = def->epsilon;
    wend_adam_step(&adam, l->weights, ++l->steps, (float)learner_rate(def, way), l->gradients, l->m,
                   l->v, wend_network_weights(l->policy->network), l->pool);
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

static void shuffle(learner* l, wend_rng* rng) {
    for (int i = 0; i < l->def->bodies; i++) l->order[i] = i;
    for (int i = l->def->bodies - 1; i > 0; i--) {
        int k = (int)wend_rng_below(rng, (uint32_t)i + 1), was = l->order[i];
        l->order[i] = l->order[k];
        l->order[k] = was;
    }
}

wend_status learner_update(learner* l, rollout* r, int update, double way, lesson* out,
                           wend_error* error) {
    char name[32];
    snprintf(name, sizeof name, "update %d", update);
    wend_rng rng = wend_rng_for(l->def->seed, name, "minibatches");
    *out = (lesson){0};
    for (int epoch = 0; epoch < l->def->epochs; epoch++) {
        shuffle(l, &rng);
        for (int part = 0; part < l->def->parts; part++) {
            WEND_TRY(take_step(l, r, part * l->bodies, way, out, error));
            if (l->def->stop && l->def->stop(l->def->context))
                return wend_fail(error, WEND_IO, "interrupted");
        }
    }
    // What is written as the last good state must be one.
    const float* state[] = {wend_network_weights(l->policy->network), l->m, l->v};
    for (size_t i = 0; i < sizeof state / sizeof *state; i++)
        if (!isfinite(wend_gradient_norm(l->weights, state[i], l->pool)))
            return wend_fail(error, WEND_FORMAT,
                             "learning diverged: %s are no longer numbers; try a lower learning "
                             "rate",
                             i ? "the optimiser's moments" : "weights");
    return WEND_OK;
}
