// Learned agents: every network's gradients, and what they remember of where they were.
#include "agent/learned/shipped.h"
#include "net/gradient.h"

#include "wend/agent.h"

enum { STEPS = 2, ENVS = 1, ROWS = STEPS * ENVS };

// The same layers, few of everything.
static wend_policy_def tiny(const char* name) {
    wend_policy_def d = *wend_policy_find(name);
    d.width = d.height = 36;
    if (d.map == WEND_POLICY_MAP_PROJECTED) d.width = d.height = 52;  // 3 x 3 places to project
    d.filters1 = d.filters2 = d.filters3 = 16;
    d.map_filters1 = d.map_filters2 = d.map_filters3 = 16;
    d.encoder_size = d.map_encoder_size = d.memory_size = 8;
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

static const wend_layer* input_at(const wend_network_def* def, int input) {
    int i = 0;
    while (def->layers[i].kind != WEND_LAYER_INPUT || input-- > 0) i++;
    return &def->layers[i];
}

static void policy_open(policy_case* c, const char* name) {
    wend_error error;
    wend_policy_def def = tiny(name);
    wend_rng rng = wend_rng_make(3, 3);
    *c = (policy_case){.run = {.steps = STEPS, .batch = ENVS, .keep = c->keep}};
    CHECK_OK(wend_policy_create(&def, 1, &c->policy, &error));
    const wend_network* n = c->policy.network;
    CHECK_OK(wend_network_space_create(n, STEPS, ENVS, true, NULL, &c->space, &error));
    for (int i = 0; i < wend_network_input_count(n); i++) {
        size_t bytes = ROWS * wend_network_input_bytes(n, i);
        bool floats = input_at(wend_network_get_def(n), i)->input == WEND_INPUT_FLOATS;
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
    // Initial logits are near 0 by design; the check needs larger ones.
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
TEST(gradients_of_cow_explorer_are_those_of_small_changes) { check_policy("cow-explorer-small"); }
TEST(gradients_of_frmqn_are_those_of_small_changes) { check_policy("frmqn-small"); }
TEST(gradients_of_smt_are_those_of_small_changes) { check_policy("smt-small"); }
TEST(gradients_of_oracle_map_are_those_of_small_changes) { check_policy("oracle-map-small"); }
TEST(gradients_of_oracle_ego_map_are_those_of_small_changes) {
    check_policy("oracle-ego-map-small");
}
TEST(gradients_of_obj_recog_map_are_those_of_small_changes) { check_policy("obj-recog-map-small"); }
TEST(gradients_of_proj_neural_map_are_those_of_small_changes) {
    check_policy("proj-neural-map-small");
}
TEST(gradients_of_ego_map_are_those_of_small_changes) { check_policy("ego-map-small"); }

TEST(the_papers_networks_have_the_papers_sizes) {
    const wend_policy_def *nomap = wend_policy_find("nomap-rnn"),
                          *map = wend_policy_find("oracle-map");
    CHECK_INT(nomap->encoder_size + nomap->goal_size + nomap->action_size, 576);
    CHECK_INT(nomap->memory_size, 512);
    CHECK_INT(map->encoder_size + map->map_encoder_size + map->goal_size + map->action_size, 832);
    CHECK_INT(map->memory_size, 768);
    CHECK_INT(wend_conv_out(wend_conv_out(wend_conv_out(nomap->width, 8, 4), 4, 2), 3, 1), 28);
}

// ---- maps ---------------------------------------------------------------------------------------

enum { PIXELS = 52 };  // of the largest image

typedef struct look {
    float depth[PIXELS * PIXELS];
    uint8_t rgb[PIXELS * PIXELS * 3], ground[2500], things[2500];
    wend_observation o;
} look;

static void look_open(look* l, const policy_case* c, float depth) {
    memset(l, 0, sizeof *l);
    for (int i = 0; i < PIXELS * PIXELS; i++) l->depth[i] = depth;
    l->o = (wend_observation){.camera.width = c->policy.def.width,
                              .camera.height = c->policy.def.height,
                              .camera.hfov = 79,
                              .camera.rgb = l->rgb,
                              .camera.depth = l->depth,
                              .goal.point = {NAN, NAN},
                              .goal.category = 1,
                              .privileged.map_occupancy = l->ground,
                              .privileged.map_objects = l->things,
                              .privileged.map_side = 50};
}

static void observe(policy_case* c, wend_policy_state* body, const look* l) {
    wend_error error;
    CHECK_OK(wend_policy_observe(&c->policy, body, &l->o, 0, c->inputs, c->keep, &error));
}

static void act(policy_case* c, wend_policy_state* body) {
    wend_network_run run = c->run;
    run.steps = 1;
    wend_network_pack(c->policy.network);
    wend_network_forward(c->policy.network, c->space, &run);
    wend_policy_acted(&c->policy, body, c->space, 0, 1);
}

// All weights 0 but one array, so that a layer has the output of the test.
static float* only_weights(policy_case* c, const char* name) {
    wend_network* n = c->policy.network;
    memset(wend_network_weights(n), 0, wend_network_weight_count(n) * sizeof(float));
    for (int i = 0; i < wend_network_parameter_count(n); i++)
        if (strcmp(wend_network_parameter(n, i)->name, name) == 0)
            return wend_network_weights(n) + wend_network_parameter(n, i)->offset;
    return NULL;
}

static void policy_free(policy_case* c) {
    for (int i = 0; i < WEND_NETWORK_INPUTS; i++) wend_free(c->inputs[i]);
    wend_network_space_destroy(c->space);
    wend_policy_destroy(&c->policy);
}

TEST(recognised_objects_are_mapped_from_the_pose_of_the_image) {
    static policy_case c;
    static look l;
    static wend_policy_state body;
    wend_error error;
    policy_open(&c, "obj-recog-map-small");
    look_open(&l, &c, 3);
    l.o.privileged.map_side = 0;  // no map is given
    CHECK_OK(wend_policy_state_create(&c.policy, &body, &error));
    l.o.pose.gps[0] = l.o.pose.gps[1] = 0.4f;
    observe(&c, &body, &l);
    float* bias = only_weights(&c, "object.bias");
    bias[12] = 5;
    act(&c, &body);
    l.o.pose.gps[0] = 0.4f + 3 * 0.8f;  // three cells on
    observe(&c, &body, &l);
    const uint8_t* things = c.inputs[1];
    int side = c.policy.def.map_side, half = side / 2, found = 0;
    for (int i = 0; i < side * side; i++) found += things[i] == 12;
    CHECK_INT(found, 1);
    found = 0;
    for (int i = 0; i < 4; i++) found += things[(half + 2 + i / 2) * side + half - i % 2] == 12;
    CHECK_INT(found, 1);
    bias[12] = 0, bias[0] = 5;  // nothing in view does not erase
    l.o.pose.gps[0] = 0.4f;
    observe(&c, &body, &l);
    act(&c, &body);
    CHECK_INT(body.grid[body.cell], 12);
    wend_policy_state_destroy(&body);
    policy_free(&c);
}

// With map_goal the goal's class has a value of its own, in each kind of map, and others keep
// theirs.
TEST(objects_of_the_goals_class_are_marked_on_the_map) {
    static const struct {
        const char* agent;
        int more;  // values of an observed map are one higher
    } cases[] = {{"oracle-map-small", 0}, {"oracle-ego-map-small", 1}};
    for (int i = 0; i < 2; i++)
        for (int marked = 0; marked < 2; marked++) {
            static policy_case c;
            static look l;
            static wend_policy_state body;
            policy_open(&c, cases[i].agent);
            c.policy.def.map_goal = marked;
            look_open(&l, &c, 3);
            l.o.goal.category = 7;
            l.things[25 * 50 + 25] = (uint8_t)(7 + cases[i].more);
            l.things[25 * 50 + 26] = (uint8_t)(8 + cases[i].more);
            observe(&c, &body, &l);
            const uint8_t* objects = c.inputs[2];
            int side = c.policy.def.map_side, edge = (50 - side) / 2;
            CHECK_INT(objects[(25 - edge) * side + 25 - edge], marked ? 255 : 7 + cases[i].more);
            CHECK_INT(objects[(25 - edge) * side + 26 - edge], 8 + cases[i].more);
            policy_free(&c);
        }
}

TEST(pixels_of_the_goals_colour_are_marked) {
    static policy_case c;
    static look l;
    static wend_policy_state body;
    policy_open(&c, "nomap-rnn-small");
    look_open(&l, &c, 5);
    memset(l.rgb, 128, sizeof l.rgb);
    memcpy(l.rgb + 3 * 7, (uint8_t[]){200, 5, 5}, 3);  // red
    memcpy(l.rgb + 3 * 9, (uint8_t[]){5, 90, 5}, 3);   // green, in the shade
    for (int goal = -1; goal < 2; goal++) {
        l.o.goal.class_index = goal;
        observe(&c, &body, &l);
        const uint8_t* image = c.inputs[0];
        for (int i = 0; i < 36 * 36; i++) {
            CHECK_INT(image[5 * i + 4], (goal == 0 && i == 7) || (goal == 1 && i == 9) ? 255 : 0);
            CHECK_INT(image[5 * i], l.rgb[3 * i]);
            CHECK_INT(image[5 * i + 3], 128);
        }
    }
    policy_free(&c);
}

// The cells of the map that hold something, and one of them as row and column.
static int count_seen(const policy_case* c, int* row, int* column) {
    const float* map = c->inputs[2];
    int side = c->policy.def.map_side, count = 0;
    for (int i = 0; i < side * side; i++)
        if (map[i * 16] > 0) {
            count++;
            *row = i / side;
            *column = i % side;
        }
    return count;
}

TEST(observed_points_are_mapped_by_depth) {
    static policy_case c;
    static look l;
    static wend_policy_state body;
    wend_error error;
    int row = 0, column = 0;
    policy_open(&c, "proj-neural-map-small");
    look_open(&l, &c, 0);
    l.o.privileged.map_side = 0;
    l.depth[26 * PIXELS + 26] = 4 * 0.8f;  // only the middle of the image has depth
    only_weights(&c, "image.conv3.bias")[0] = 2;
    CHECK_OK(wend_policy_state_create(&c.policy, &body, &error));
    l.o.pose.gps[0] = l.o.pose.gps[1] = 0.4f;  // in the middle of a cell
    observe(&c, &body, &l);
    CHECK_INT(count_seen(&c, &row, &column), 0);  // not yet on the map, but on its way to it
    CHECK_INT(((uint8_t*)c.inputs[1])[4], 2 * 13 + 6);
    CHECK_INT(((uint8_t*)c.inputs[1])[0], 169);
    act(&c, &body);
    observe(&c, &body, &l);
    CHECK_INT(count_seen(&c, &row, &column), 1);
    CHECK_INT(row, 13 - 4);
    CHECK_INT(column, 13);
    l.o.pose.gps[0] += 2 * 0.8f;
    l.o.pose.compass = (float)WEND_PI / 2;  // turned left, so it lies to the right
    observe(&c, &body, &l);
    CHECK_INT(count_seen(&c, &row, &column), 1);
    CHECK_INT(row, 13);
    CHECK_INT(column, 13 + 2);
    wend_policy_begin(&body);
    observe(&c, &body, &l);
    CHECK_INT(count_seen(&c, &row, &column), 0);
    wend_policy_state_destroy(&body);
    policy_free(&c);
}

TEST(a_small_policy_uses_the_centre_of_the_map) {
    static policy_case c;
    static look l;
    static wend_policy_state body;
    wend_error error;
    policy_open(&c, "oracle-map-small");
    look_open(&l, &c, 3);
    for (int i = 0; i < 2500; i++) l.things[i] = (uint8_t)(i / 50 + 2 * (i % 50));
    CHECK_OK(wend_policy_state_create(&c.policy, &body, &error));
    observe(&c, &body, &l);
    const uint8_t* things = c.inputs[2];
    CHECK_INT(things[0], 12 + 2 * 12);
    CHECK_INT(things[26 * 26 - 1], 37 + 2 * 37);
    policy_free(&c);
}

TEST(byte_images_are_colours_and_rounded_depth_pixel_by_pixel) {
    static policy_case c;
    static look l;
    static wend_policy_state body;
    wend_error error;
    policy_open(&c, "oracle-map-small");
    look_open(&l, &c, 2);  // 2 of 10 m: 51 of 255
    const uint8_t* pixel = c.inputs[0];
    for (int i = 0; i < 6; i++) l.rgb[i] = (uint8_t)(100 + i);
    l.depth[1] = 12;
    l.depth[2] = -1;
    l.depth[3] = 5.019f;  // 127.98
    CHECK_OK(wend_policy_state_create(&c.policy, &body, &error));
    observe(&c, &body, &l);
    const uint8_t expected[] = {100, 101, 102, 51, 103, 104, 105, 255};
    for (int i = 0; i < 8; i++) CHECK_INT(pixel[i], expected[i]);
    CHECK_INT(pixel[11], 0);
    CHECK_INT(pixel[15], 128);
    policy_free(&c);
}

TEST(shipped_weights_are_of_their_agents) {
    wend_error error;
    shipped_weights weights;
    int count = 0;
    for (int i = 0; i < wend_policy_count(); i++) {
        const char* name = wend_policy_at(i)->agent;
        wend_policy policy;
        if (!shipped_find(name, &weights)) continue;
        count++;
        CHECK_OK(wend_policy_parse(weights.bytes, weights.size, name, &policy, &error));
        CHECK(strncmp(policy.def.agent, name, strlen(name)) == 0);
        wend_policy_destroy(&policy);
    }
    CHECK(count >= 2);
    CHECK(!shipped_find("mapper", &weights));
}

// The networks would have hundreds of millions of weights; the files have none.
TEST(small_files_that_declare_large_policies_take_no_memory) {
    static const char* const policies[] = {
        "agent=nomap-rnn encoder_size=4096 memory_size=4096 filters1=512 filters2=512 filters3=512 "
        "kernel1=64 kernel2=16 kernel3=8",
        "agent=smt memory=2 memory_size=4096 memory_slots=4096 encoder_size=4096",
    };
    wend_memory_reset_peak();
    uint64_t before = wend_memory_get_stats().live_bytes;
    for (size_t i = 0; i < sizeof policies / sizeof *policies; i++) {
        wend_error error;
        wend_policy policy;
        wend_note notes[] = {
            {"wend.format", "policy"}, {"wend.version", "1"}, {"wend.policy", policies[i]}};
        wend_tensors file = {.notes = notes, .note_count = 3};
        CHECK_OK(wend_tensors_write(test_path("p.safetensors"), &file, &error));
        CHECK_INT(wend_policy_load(test_path("p.safetensors"), &policy, &error), WEND_FORMAT);
        CHECK_HAS(error.message, "p.safetensors: has 0 numbers, its network needs ");
    }
    CHECK(wend_memory_get_stats().peak_bytes - before < 8 << 20);
}

TEST(a_file_with_an_impossible_policy_is_damaged) {
    wend_error error;
    wend_policy policy;
    wend_note notes[] = {{"wend.format", "policy"},
                         {"wend.version", "1"},
                         {"wend.policy", "agent=nomap-rnn width=1024 kernel1=64 stride1=65"}};
    wend_tensors file = {.notes = notes, .note_count = 3};
    CHECK_OK(wend_tensors_write(test_path("p.safetensors"), &file, &error));
    CHECK_INT(wend_policy_load(test_path("p.safetensors"), &policy, &error), WEND_FORMAT);
    CHECK_HAS(error.message, "p.safetensors: ");
}
