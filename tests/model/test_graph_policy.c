// Every network that acts on viewpoint graphs: gradients, batches, files, memory.
#include <math.h>

#include "base/file.h"
#include "model/graph_policy.h"
#include "model/view_fixture.h"
#include "test.h"

enum { EPISODES = 3, STEPS = 3, WORDS = VIEW_FIXTURE_WORDS };

typedef struct network_case {
    const char* agent;
    const char* sizes;
    float step, tolerance;  // of finite differences
} network_case;

static const network_case cases[] = {
    {"seq2seq", "embedding=8 text=8 view=8 hidden=16", 0.01f, 0.004f},
    {"seq2seq", "embedding=8 text=8 view=8 hidden=16 feature=6", 0.01f, 0.004f},
    {"hamt", "hidden=16 heads=2 feed=24", 0.0004f, 0.03f},
    {"hamt", "hidden=16 heads=2 feed=24 text_attends=1 match=0 text_layers=0", 0.0004f, 0.03f},
};
enum { CASES = sizeof cases / sizeof *cases };

typedef struct network {
    const graph_policy* policy;
    void* model;
    graph_model parts;
    void* run;
} network;

static const graph_policy* find_policy(const char* agent) {
    const graph_policy* policy;
    for (int i = 0; (policy = graph_policy_at(i)); i++)
        if (strcmp(policy->model.agent, agent) == 0) return policy;
    test_fail(__FILE__, __LINE__, "no policy %s", agent);
}

static network make_network(const network_case* c, float dropout) {
    static const char words[] = "go\0left\0bed\0kitchen\0door\0past\0the\0stop";
    graph_settings settings = {.sizes = c->sizes, .seed = 5};
    wend_error error;
    network n = {.policy = find_policy(c->agent)};
    CHECK_OK(n.policy->model.create(&settings, words, WORDS - 1, &n.model, &error));
    n.policy->model.set_dropout(n.model, dropout);
    n.parts = n.policy->model.view(n.model);
    n.run = wend_alloc_zero(1, n.policy->run_size);
    return n;
}

static void destroy_network(network* n) {
    n->policy->model.destroy(n->model);
    wend_free(n->run);
}

typedef struct played {
    float logits[STEPS][EPISODES][8];  // neighbours, then STOP
    float values[STEPS][EPISODES];
} played;

static const int32_t texts[EPISODES][5] = {{1, 2, 3, 4, 5}, {6, 7}, {8, 1, 4}};
static const int text_lengths[EPISODES] = {5, 2, 3};

// Plays STEPS steps of the episodes `which`; the loss is a fixed linear form of all outputs.
static double play(const network* n, tape* t, float* gradients, const int* which, int count,
                   played* out) {
    int32_t words[EPISODES * WORD_TABLE_MAX_READ] = {0};
    int lengths[EPISODES];
    view_input views[EPISODES];
    double loss = 0;
    for (int b = 0; b < count; b++) {
        memcpy(words + b * WORD_TABLE_MAX_READ, texts[which[b]], sizeof texts[0]);
        lengths[b] = text_lengths[which[b]];
    }
    tape_begin(t, n->parts.p, gradients);
    n->policy->begin(n->model, t, count, words, lengths, n->run);
    graph_step steps[STEPS];
    for (int s = 0; s < STEPS; s++) {
        const view_input* shown[EPISODES];
        int32_t taken[EPISODES];
        for (int b = 0; b < count; b++) {
            views[b] = view_fixture(2 + which[b], s + which[b]);
            shown[b] = s >= 1 && which[b] == 1 ? NULL : &views[b];  // ends after one step
        }
        n->policy->forward(n->model, t, n->run, shown, &steps[s]);
        CHECK(!t->failed);
        const float *logits = tape_value(t, steps[s].logits),
                    *values = tape_value(t, steps[s].values);
        for (int b = 0; b < count; b++) {
            int first = steps[s].first[b], rows = steps[s].first[b + 1] - first;
            float* to = out->logits[s][which[b]];
            CHECK_INT(rows, shown[b] ? 2 + which[b] : 0);
            memcpy(to, logits + first, (size_t)rows * sizeof *to);
            to[rows] = logits[steps[s].count + b];
            out->values[s][which[b]] = values[b];
            taken[b] = shown[b] ? first + 1 : -1;
        }
        n->policy->take(n->model, t, n->run, &steps[s], taken);
    }
    for (int s = 0; s < STEPS; s++) {
        int rows = steps[s].count + count;
        for (int i = 0; i < rows; i++) {
            float weight = sinf((float)(3 * i + s + 1));
            loss += (double)(weight * tape_value(t, steps[s].logits)[i]);
            if (gradients) tape_gradient(t, steps[s].logits)[i] += weight;
        }
        for (int b = 0; b < count; b++) {
            loss += 0.3 * (double)tape_value(t, steps[s].values)[b];
            if (gradients) tape_gradient(t, steps[s].values)[b] += 0.3f;
        }
    }
    return loss;
}

static void check_gradients(const network_case* c) {
    network n = make_network(c, 0);
    tape t = {0};
    played out;
    const int all[EPISODES] = {0, 1, 2};
    parameters* p = n.parts.p;
    float* gradients = wend_alloc_zero(p->size, sizeof *gradients);
    int compared = 0;
    t.learning = true;
    play(&n, &t, gradients, all, EPISODES, &out);
    tape_backward(&t);
    for (size_t a = 0; a < p->arrays.count; a++) {
        const wend_parameter* shape = &p->arrays.items[a].shape;
        for (size_t k = 0; k < shape->size; k += 1 + shape->size / 7) {
            float* w = &p->values[shape->offset + k];
            float kept = *w;
            double sides[2];
            for (int side = 0; side < 2; side++) {
                *w = kept + (side ? c->step : -c->step);
                parameters_pack(p);
                sides[side] = play(&n, &t, NULL, all, EPISODES, &out);
            }
            *w = kept;
            double numeric = (sides[1] - sides[0]) / (2 * (double)c->step);
            double found = (double)gradients[shape->offset + k];
            test_count_check();
            if (fabs(found - numeric) > (double)c->tolerance + 0.02 * fabs(numeric))
                test_fail(__FILE__, __LINE__, "%s %s: %s[%zu] is %g, by differences %g", c->agent,
                          c->sizes, shape->name, k, found, numeric);
            compared++;
        }
    }
    CHECK(compared > 100);
    wend_free(gradients);
    tape_destroy(&t);
    destroy_network(&n);
}

TEST(gradients_of_policies_on_graphs_match_finite_differences) {
    for (int i = 0; i < CASES; i++) check_gradients(&cases[i]);
}

// Instructions of other lengths in the batch change nothing: each episode alone gives the same.
static void check_independence(const network_case* c) {
    network n = make_network(c, 0.5f);  // not learning: no dropout
    tape t = {0};
    played together, alone;
    const int orders[2][EPISODES] = {{0, 1, 2}, {2, 0, 1}};
    for (int order = 0; order < 2; order++) {
        play(&n, &t, NULL, orders[order], EPISODES, &together);
        for (int b = 0; b < EPISODES; b++) {
            play(&n, &t, NULL, &b, 1, &alone);
            for (int s = 0; s < (b == 1 ? 1 : STEPS); s++) {
                for (int i = 0; i < 3 + b; i++)
                    CHECK_NEAR(together.logits[s][b][i], alone.logits[s][b][i], 1e-5);
                CHECK_NEAR(together.values[s][b], alone.values[s][b], 1e-5);
            }
        }
    }
    tape_destroy(&t);
    destroy_network(&n);
}

TEST(an_episode_does_not_depend_on_the_others_of_its_batch) {
    for (int i = 0; i < CASES; i++) check_independence(&cases[i]);
}

// ---- files --------------------------------------------------------------------------------------

static wend_status save_and_read(void* context, wend_error* error) {
    const network* n = context;
    wend_tensors file;
    void* again = NULL;
    WEND_TRY(model_file_save(n->parts.kind, n->parts.def, n->parts.words, n->parts.p,
                             test_path("n.safetensors"), false, error));
    WEND_TRY(wend_tensors_read(test_path("n.safetensors"), &file, error));
    CHECK(graph_policy_of_file(&file) == n->policy);
    wend_status status = n->policy->model.read(&file, "n.safetensors", &again, error);
    wend_tensors_destroy(&file);
    WEND_TRY(status);
    graph_model parts = n->policy->model.view(again);
    CHECK(graph_model_hash(&parts) == graph_model_hash(&n->parts));
    n->policy->model.destroy(again);
    return WEND_OK;
}

TEST(policies_on_graphs_come_back_from_their_files) {
    wend_error error;
    for (int i = 0; i < CASES; i++) {
        network n = make_network(&cases[i], 0);
        CHECK_OK(save_and_read(&n, &error));
        destroy_network(&n);
    }
}

TEST(sizes_that_a_network_does_not_have_are_refused) {
    wend_error error;
    void* model;
    const graph_policy* hamt = find_policy("hamt");
    static const char* const bad[][2] = {{"depth=3", "'depth=3'"},
                                         {"layers=13", "'layers=13'"},
                                         {"hidden=30", "multiple of heads"},
                                         {"paper size", "'paper'"}};
    for (int i = 0; i < 4; i++) {
        graph_settings settings = {.sizes = bad[i][0]};
        CHECK(hamt->model.create(&settings, "go", 1, &model, &error) != WEND_OK);
        CHECK(!model);
        CHECK_HAS(error.message, bad[i][1]);
    }
}

static wend_status play_once(void* context, wend_error* error) {
    const network* n = context;
    tape t = {0};
    int32_t words[WORD_TABLE_MAX_READ] = {1, 2};
    int length = 2;
    graph_step step;
    view_input view = view_fixture(3, 1);
    const view_input* views[1] = {&view};
    const int32_t row = 1;
    tape_begin(&t, n->parts.p, NULL);
    n->policy->begin(n->model, &t, 1, words, &length, n->run);
    for (int s = 0; s < 2; s++) {
        n->policy->forward(n->model, &t, n->run, views, &step);
        n->policy->take(n->model, &t, n->run, &step, &row);
    }
    bool failed = t.failed;
    tape_destroy(&t);
    return failed ? wend_fail(error, WEND_NO_MEMORY, "out of memory") : WEND_OK;
}

TEST(policies_on_graphs_survive_every_failing_allocation) {
    for (int i = 0; i < CASES; i++) {
        network n = make_network(&cases[i], 0);
        test_each_allocation(save_and_read, &n, 100);
        test_each_allocation(play_once, &n, 100);
        destroy_network(&n);
    }
}
