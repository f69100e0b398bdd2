// Learned agents: every network's gradients, and what they remember of where they were.
#include "net/gradient.h"

#include "wend/policy.h"

enum { STEPS = 2, BODIES = 1, ROWS = STEPS * BODIES };

// The same layers, few of everything.
static wend_policy_def tiny(const char* name) {
    wend_policy_def d = *wend_policy_find(name);
    d.width = d.height = 36;
    d.filters1 = d.filters2 = d.filters3 = 16;
    d.map_filters1 = d.map_filters2 = d.map_filters3 = 16;
    d.eye = d.map_eye = d.memory_size = 8;
    d.map_embed = 2;
    d.goal_size = d.action_size = 4;
    d.memory_heads = 2;
    d.memory_slots = 3;
    return d;
}

typedef struct policy_case {
    wend_policy policy;
    wend_network_space* space;
    void* inputs[WEND_NETWORK_INPUTS];
    uint8_t keep[ROWS];
    wend_network_run run;
    int outputs[3], output_count;
} policy_case;

static void policy_open(policy_case* c, const char* name) {
    wend_error error;
    wend_policy_def def = tiny(name);
    wend_rng rng = wend_rng_make(3, 3);
    *c = (policy_case){.run = {.steps = STEPS, .batch = BODIES, .keep = c->keep}};
    CHECK_OK(wend_policy_create(&def, 1, &c->policy, &error));
    const wend_network* n = c->policy.network;
    CHECK_OK(wend_network_space_create(n, STEPS, BODIES, true, NULL, &c->space, &error));
    for (int i = 0; i < wend_network_input_count(n); i++) {
        size_t bytes = ROWS * wend_network_input_bytes(n, i);
        bool floats = wend_network_input_bytes(n, i) == 36 * 36 * sizeof(float);  // depth
        c->run.inputs[i] = c->inputs[i] = wend_alloc(bytes);
        if (floats)
            wend_init_uniform(&rng, 1, bytes / sizeof(float), c->inputs[i]);
        else
            for (size_t k = 0; k < bytes; k++)
                ((uint8_t*)c->inputs[i])[k] = (uint8_t)wend_rng_below(&rng, 4);
    }
    for (int i = 0; i < ROWS; i++) c->keep[i] = 1;
    c->outputs[c->output_count++] = c->policy.actor;
    c->outputs[c->output_count++] = c->policy.critic;
    if (c->policy.object >= 0) c->outputs[c->output_count++] = c->policy.object;
    // First preferences are near 0 by design; the check wants to see something.
    wend_init_normal(&rng, 0.1f, wend_network_weight_count(n),
                     wend_network_weights(c->policy.network));
}

static size_t output_size(const policy_case* c, int i) {
    return ROWS * wend_layer_size(&wend_network_get_def(c->policy.network)->layers[c->outputs[i]]);
}

static double policy_loss(policy_case* c) {
    double sum = 0;
    wend_network_pack(c->policy.network);
    wend_network_forward(c->policy.network, c->space, &c->run);
    for (int i = 0; i < c->output_count; i++)
        sum += gradient_probed(wend_network_result(c->space, c->outputs[i]), output_size(c, i));
    return sum;
}

// Of every array the weight with the largest gradient, changed a little.
static void check_policy(const char* name) {
    static policy_case c;
    policy_open(&c, name);
    wend_network* n = c.policy.network;
    float* weights = wend_network_weights(n);
    float* gradients = wend_alloc_zero(wend_network_weight_count(n), sizeof *gradients);
    policy_loss(&c);
    for (int i = 0; i < c.output_count; i++)
        gradient_probe(wend_network_result_gradient(c.space, c.outputs[i]), output_size(&c, i));
    wend_network_backward(n, c.space, &c.run, gradients);
    for (int i = 0; i < wend_network_parameter_count(n); i++) {
        const wend_parameter* p = wend_network_parameter(n, i);
        size_t most = p->offset;
        for (size_t k = p->offset; k < p->offset + p->size; k++)
            if (fabsf(gradients[k]) > fabsf(gradients[most])) most = k;
        float was = weights[most], step = 1.0f / 1024;
        weights[most] = was + step;
        double above = policy_loss(&c);
        weights[most] = was - step;
        double below = policy_loss(&c), expected = (above - below) / (2 * (double)step);
        weights[most] = was;
        if (!(fabs(expected - (double)gradients[most]) <= 0.05 * fabs(expected) + 5e-3))
            test_fail(__FILE__, __LINE__, "%s, %s: gradient %g, by a small change %g", name,
                      p->name, (double)gradients[most], expected);
    }
    wend_free(gradients);
    for (int i = 0; i < WEND_NETWORK_INPUTS; i++) wend_free(c.inputs[i]);
    wend_network_space_destroy(c.space);
    wend_policy_destroy(&c.policy);
}

TEST(gradients_of_nomap_rnn_are_those_of_small_changes) { check_policy("nomap-rnn-small"); }
TEST(gradients_of_frmqn_are_those_of_small_changes) { check_policy("frmqn-small"); }
TEST(gradients_of_smt_are_those_of_small_changes) { check_policy("smt-small"); }
TEST(gradients_of_oracle_map_are_those_of_small_changes) { check_policy("oracle-map-small"); }
TEST(gradients_of_oracle_ego_map_are_those_of_small_changes) {
    check_policy("oracle-ego-map-small");
}
TEST(gradients_of_obj_recog_map_are_those_of_small_changes) { check_policy("obj-recog-map-small"); }

TEST(the_papers_networks_have_the_papers_sizes) {
    const wend_policy_def *nomap = wend_policy_find("nomap-rnn"),
                          *map = wend_policy_find("oracle-map");
    CHECK_INT(nomap->eye + nomap->goal_size + nomap->action_size, 576);
    CHECK_INT(nomap->memory_size, 512);
    CHECK_INT(map->eye + map->map_eye + map->goal_size + map->action_size, 832);
    CHECK_INT(map->memory_size, 768);
    CHECK_INT(wend_conv_out(wend_conv_out(wend_conv_out(nomap->width, 8, 4), 4, 2), 3, 1), 28);
}

// ---- maps ---------------------------------------------------------------------------------------

typedef struct look {
    float depth[36 * 36];
    uint8_t rgb[36 * 36 * 3], ground[2500], things[2500];
    wend_observation o;
} look;

static void look_open(look* l, float depth) {
    memset(l, 0, sizeof *l);
    for (int i = 0; i < 36 * 36; i++) l->depth[i] = depth;
    memset(l->ground, 2, sizeof l->ground);
    l->o = (wend_observation){.width = 36,
                              .height = 36,
                              .hfov = 79,
                              .rgb = l->rgb,
                              .depth = l->depth,
                              .pointgoal = {NAN, NAN},
                              .map_ground = l->ground,
                              .map_things = l->things,
                              .map_side = 50};
}

static void observe(policy_case* c, wend_policy_body* body, const look* l) {
    wend_error error;
    CHECK_OK(wend_policy_observe(&c->policy, body, &l->o, 0, c->inputs, c->keep, &error));
}

static void policy_free(policy_case* c) {
    for (int i = 0; i < WEND_NETWORK_INPUTS; i++) wend_free(c->inputs[i]);
    wend_network_space_destroy(c->space);
    wend_policy_destroy(&c->policy);
}

TEST(what_is_recognised_stands_on_the_map_where_the_body_was) {
    static policy_case c;
    static look l;
    static wend_policy_body body;
    static float object[256];
    policy_open(&c, "obj-recog-map-small");
    look_open(&l, 3);
    l.o.map_side = 0;  // nobody shows it anything
    wend_policy_begin(&body);
    l.o.gps[0] = l.o.gps[1] = 0.4f;
    observe(&c, &body, &l);
    object[12] = 5;
    wend_policy_acted(&c.policy, &body, object, 1);
    l.o.gps[0] = 0.4f + 3 * 0.8f;  // three cells on
    observe(&c, &body, &l);
    const uint8_t* things = c.inputs[2];
    int found = 0;
    for (int i = 0; i < 2500; i++) found += things[i] == 12;
    CHECK_INT(found, 1);
    CHECK(things[(25 + 2) * 50 + 25] == 12 || things[(25 + 3) * 50 + 25] == 12 ||
          things[(25 + 3) * 50 + 24] == 12 || things[(25 + 2) * 50 + 24] == 12);
    object[12] = 0, object[0] = 5;  // nothing in view does not erase
    l.o.gps[0] = 0.4f;
    observe(&c, &body, &l);
    wend_policy_acted(&c.policy, &body, object, 1);
    CHECK_INT(body.grid[body.cell], 12);
    policy_free(&c);
}
