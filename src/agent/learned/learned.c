// Agents that run a trained policy network.
#include "agent/learned/learned.h"

#include <stdio.h>
#include <string.h>

#include "agent/learned/shipped.h"
#include "base/settings.h"

#include "wend/agent.h"

typedef struct learned {
    char weights[SETTING_SIZE];
    int best;           // 1: greedy, always the most probable action; 0: sampled
    float temperature;  // of the sampled actions: logits are divided by it
    wend_policy policy;
    wend_network_space* space;
    float* memory;  // recurrent state of the network
    void* inputs[WEND_NETWORK_INPUTS];
    wend_policy_state body;
    wend_rng rng;
} learned;

static wend_status learned_make_room(learned* l, wend_error* error) {
    const wend_network* n = l->policy.network;
    WEND_TRY(wend_network_space_create(n, 1, 1, false, NULL, &l->space, error));
    WEND_TRY(wend_policy_state_create(&l->policy, &l->body, error));
    l->memory = wend_alloc_zero(wend_network_state_size(n) + 1, sizeof *l->memory);
    bool made = l->memory != NULL;
    for (int i = 0; i < wend_network_input_count(n); i++) {
        l->inputs[i] = wend_alloc_zero(1, wend_network_input_bytes(n, i));
        made = made && l->inputs[i];
    }
    return made ? WEND_OK : wend_fail(error, WEND_NO_MEMORY, "out of memory for a learned agent");
}

// Agent "nomap-rnn" accepts weights of "nomap-rnn" and "nomap-rnn-small" only.
static bool learned_is_of(const wend_policy_def* def, const char* name) {
    size_t size = strlen(name);
    return strncmp(def->agent, name, size) == 0 &&
           (!def->agent[size] || strcmp(def->agent + size, "-small") == 0);
}

static wend_status load_shipped(learned* l, const char* name, wend_error* error) {
    shipped_weights weights;
    char title[64];
    if (!shipped_find(name, &weights))
        return wend_fail(error, WEND_ARGUMENT,
                         "agent %s has no shipped weights; pass "
                         "%s:weights=FILE (from wend train)",
                         name, name);
    snprintf(title, sizeof title, "the shipped weights of %s", name);
    return wend_policy_parse(weights.bytes, weights.size, title, &l->policy, error);
}

static wend_status learned_create(learned* l, const char* name, const char* options,
                                  wend_error* error) {
    const setting table[] = {
        {"weights", SETTING_TEXT, .value = l->weights},
        {"act", SETTING_WORD, &l->best, .words = {"sample", "best"}},
        {"temperature", SETTING_NUMBER, &l->temperature, .low = 0.01, .high = 100},
    };
    char who[128];
    snprintf(who, sizeof who, "agent %s", name);
    l->temperature = 1;
    WEND_TRY(settings_read(who, options, table, 3, error));
    WEND_TRY(*l->weights ? wend_policy_load(l->weights, &l->policy, error)
                         : load_shipped(l, name, error));
    if (!learned_is_of(&l->policy.def, name))
        return wend_fail(error, WEND_ARGUMENT, "%s: weights of agent %s, not of %s", l->weights,
                         l->policy.def.agent, name);
    return learned_make_room(l, error);
}

static void learned_destroy(void* state) {
    learned* l = state;
    wend_network_space_destroy(l->space);
    wend_policy_state_destroy(&l->body);
    wend_policy_destroy(&l->policy);
    wend_free(l->memory);
    for (int i = 0; i < WEND_NETWORK_INPUTS; i++) wend_free(l->inputs[i]);
}

static uint64_t learned_hash(const void* state) {
    const wend_policy* policy = &((const learned*)state)->policy;
    size_t size = wend_network_weight_count(policy->network) * sizeof(float);
    uint64_t seed = wend_hash_text(policy->def.agent, 0);
    return wend_hash(wend_network_weights(policy->network), size, seed);
}

static void image_size(const void* state, int* width, int* height) {
    const learned* l = state;
    *width = l->policy.def.width;
    *height = l->policy.def.height;
}

// Tasks with the goal sensor of the policy.
static const char* plays(const void* state) {
    switch (((const learned*)state)->policy.def.goal) {
        case WEND_POLICY_GOAL_POINT:
            return "pointnav";
        case WEND_POLICY_GOAL_CLASS:
            return "multion objectnav";
        default:
            return "multion objectnav pasture pointnav";
    }
}

static bool learned_sees_truth(const void* state) {
    return wend_policy_oracle_map(&((const learned*)state)->policy.def) != WEND_ORACLE_MAP_NONE;
}

static wend_agent_truth learned_truth(const void* state) {
    return (wend_agent_truth){.map = wend_policy_oracle_map(&((const learned*)state)->policy.def)};
}

static wend_status learned_reset(void* state, const wend_agent_episode* episode,
                                 wend_error* error) {
    learned* l = state;
    (void)error;
    l->rng = episode->rng;
    wend_policy_begin(&l->body);
    return WEND_OK;
}

// The first action that it may take. Without a goal it explores and never stops, which is action 0.
// [columbia-ai-robotics/cow: samples among the three motions]
static int learned_first(const learned* l) {
    return l->policy.def.goal == WEND_POLICY_GOAL_NONE ? 1 : 0;
}

static int likeliest(const learned* l, const float* logits) {
    int best = learned_first(l);
    for (int i = best + 1; i < WEND_POLICY_ACTIONS; i++)
        if (logits[i] > logits[best]) best = i;
    return best;
}

static int learned_sample(learned* l, const float* logits) {
    float scaled[WEND_POLICY_ACTIONS];
    int first = learned_first(l);
    for (int i = first; i < WEND_POLICY_ACTIONS; i++) scaled[i] = logits[i] / l->temperature;
    return first + wend_sample_action(WEND_POLICY_ACTIONS - first, scaled + first, &l->rng);
}

static wend_status learned_act(void* state, const wend_observation* o, wend_action* action,
                               wend_error* error) {
    learned* l = state;
    uint8_t keep;
    WEND_TRY(wend_policy_observe(&l->policy, &l->body, o, 0, l->inputs, &keep, error));
    wend_network_run run = {
        .steps = 1, .batch = 1, .keep = &keep, .state = l->memory, .next_state = l->memory};
    for (int i = 0; i < WEND_NETWORK_INPUTS; i++) run.inputs[i] = l->inputs[i];
    wend_network_forward(l->policy.network, l->space, &run);
    const float* logits = wend_network_result(l->space, l->policy.actor);
    int chosen = l->best ? likeliest(l, logits) : learned_sample(l, logits);
    wend_policy_acted(&l->policy, &l->body, l->space, 0, chosen);
    *action = wend_policy_action(chosen);
    return WEND_OK;
}

#define LEARNED_OPTIONS "weights=FILE,act=sample|best,temperature=T"

#define LEARNED(variable, title, words) \
    LEARNED_FOR(variable, title, words, "multion objectnav pointnav")
#define LEARNED_FOR(variable, title, words, its_tasks)                                          \
    static wend_status create_##variable(void* state, const char* options, wend_error* error) { \
        return learned_create(state, title, options, error);                                    \
    }                                                                                           \
    const wend_agent_kind variable##_agent = {.name = title,                                    \
                                              .summary = words,                                 \
                                              .tasks = its_tasks,                               \
                                              .options = LEARNED_OPTIONS,                       \
                                              .uses_images = true,                              \
                                              .memory = sizeof(learned),                        \
                                              .create = create_##variable,                      \
                                              .destroy = learned_destroy,                       \
                                              .plays = plays,                                   \
                                              .hash = learned_hash,                             \
                                              .sees_truth = learned_sees_truth,                 \
                                              .truth = learned_truth,                           \
                                              .image_size = image_size,                         \
                                              .reset = learned_reset,                           \
                                              .act = learned_act};

LEARNED(nomap_rnn, "nomap-rnn", "learned: RGB-D and a GRU, no map")
LEARNED(frmqn, "frmqn", "learned: GRU with attention over earlier steps (FRMQN)")
LEARNED(smt, "smt", "learned: attention over all earlier observations (SMT)")
LEARNED(oracle_map, "oracle-map", "learned, with the ground-truth map: occupancy and goals")
LEARNED(oracle_map_occ, "oracle-map-occ", "the same, occupancy only")
LEARNED(oracle_map_obj, "oracle-map-obj", "the same, goals only")
LEARNED(oracle_ego_map, "oracle-ego-map", "the same, only where it has been seen")
LEARNED(obj_recog_map, "obj-recog-map", "learned: marks recognised objects on a map")
LEARNED(proj_neural_map, "proj-neural-map", "learned: projects image features onto a map")
LEARNED(ego_map, "ego-map", "the same, with attention over the map")
LEARNED_FOR(cow_explorer, "cow-explorer",
            "learned: explores by depth and a GRU (cow:explore=learned)",
            "multion objectnav pasture pointnav")
