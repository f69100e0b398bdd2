// `wend bench train`: the network of the papers and its parts compared with PyTorch, and throughput
// of rollouts and training of a small policy.
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "bench.h"
#include "bench_train_small.h"
#include "commands.h"
#include "options.h"
#include "torch_peer.h"
#include "train/learner.h"

#include "wend/agent.h"
#include "wend/files.h"

enum { STEPS = 16, ENVS = 4, ROWS = STEPS * ENVS, GRU_BATCH = 16, GRU_IN = 576, GRU_SIZE = 512 };

// ---- network of the paper -----------------------------------------------------------------------

typedef struct nomap_stage {
    wend_policy policy;
    wend_network_space* space;
    void* inputs[WEND_NETWORK_INPUTS];
    uint8_t keep[ROWS];
    float *state, *gradients;
    wend_network_run run;
} nomap_stage;

static void close_nomap(nomap_stage* s) {
    wend_network_space_destroy(s->space);
    wend_policy_destroy(&s->policy);
    for (int i = 0; i < WEND_NETWORK_INPUTS; i++) wend_free(s->inputs[i]);
    wend_free(s->state);
    wend_free(s->gradients);
}

static wend_status open_nomap(nomap_stage* s, wend_precision precision, wend_pool* pool,
                              wend_error* error) {
    *s = (nomap_stage){0};
    WEND_TRY(wend_policy_create(wend_policy_find("nomap-rnn"), 1, &s->policy, error));
    wend_network_set_precision(s->policy.network, precision);
    const wend_network* n = s->policy.network;
    WEND_TRY(wend_network_space_create(n, STEPS, ENVS, true, pool, &s->space, error));
    s->state = wend_alloc_zero(ENVS * wend_network_state_size(n), sizeof(float));
    s->gradients = wend_alloc_zero(wend_network_weight_count(n), sizeof(float));
    bool made = s->state && s->gradients;
    memset(s->keep, 1, sizeof s->keep);
    s->run = (wend_network_run){.steps = STEPS, .batch = ENVS, .keep = s->keep, .state = s->state};
    for (int i = 0; i < wend_network_input_count(n); i++) {
        s->run.inputs[i] = s->inputs[i] = wend_alloc_zero(ROWS, wend_network_input_bytes(n, i));
        made = made && s->inputs[i];
    }
    if (!made) return wend_fail(error, WEND_NO_MEMORY, "out of memory");
    wend_rng rng = wend_rng_make(1, 1);
    uint8_t* rgb = s->inputs[0];
    for (size_t i = 0; i < ROWS * wend_network_input_bytes(n, 0); i++)
        rgb[i] = (uint8_t)wend_rng_u32(&rng);
    wend_init_uniform(&rng, 1, ROWS * wend_network_input_bytes(n, 1) / sizeof(float), s->inputs[1]);
    return WEND_OK;
}

static double bench_train_look(void* context) {
    nomap_stage* s = context;
    wend_network_forward(s->policy.network, s->space, &s->run);
    return ROWS;
}

static double bench_train_learn(void* context) {
    nomap_stage* s = context;
    bench_train_look(s);
    memset(s->gradients, 0, wend_network_weight_count(s->policy.network) * sizeof(float));
    float* dlogits = wend_network_result_gradient(s->space, s->policy.actor);
    float* dvalues = wend_network_result_gradient(s->space, s->policy.critic);
    for (int i = 0; i < ROWS * WEND_POLICY_ACTIONS; i++) dlogits[i] = 1;
    for (int i = 0; i < ROWS; i++) dvalues[i] = 1;
    wend_network_backward(s->policy.network, s->space, &s->run, s->gradients);
    return ROWS;
}

// ---- one recurrent cell -------------------------------------------------------------------------

typedef struct gru_stage {
    wend_cell cell;
    float *x, *h, *packed, *bias, *y, *saved, *scratch, *dx, *dwx, *dwh, *db;
    uint8_t keep[GRU_BATCH];
    float* block;
} gru_stage;

static wend_status open_gru(gru_stage* s, wend_error* error) {
    *s = (gru_stage){.cell = {1, GRU_BATCH, GRU_IN, GRU_SIZE}};
    const size_t in = GRU_IN, size = GRU_SIZE, batch = GRU_BATCH;
    struct {
        float** array;
        size_t count;
    } parts[] = {{&s->x, batch * in},
                 {&s->h, batch * size},
                 {&s->packed, wend_gru_packed_size(GRU_IN, GRU_SIZE)},
                 {&s->bias, 3 * size},
                 {&s->y, batch * size},
                 {&s->saved, wend_gru_saved_size(&s->cell)},
                 {&s->scratch, wend_gru_scratch_size(&s->cell)},
                 {&s->dx, batch * in},
                 {&s->dwx, in * 3 * size},
                 {&s->dwh, size * 3 * size},
                 {&s->db, 3 * size}};
    size_t all = 0;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        all += (parts[i].count + 15) / 16 * 16;
    s->block = wend_alloc_zero(all, sizeof(float));
    if (!s->block) return wend_fail(error, WEND_NO_MEMORY, "out of memory");
    all = 0;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        *parts[i].array = s->block + all;
        all += (parts[i].count + 15) / 16 * 16;
    }
    wend_rng rng = wend_rng_make(1, 2);
    wend_init_uniform(&rng, 1, batch * in, s->x);
    wend_init_uniform(&rng, 0.05f, in * 3 * size, s->dwx);
    wend_init_uniform(&rng, 0.05f, size * 3 * size, s->dwh);
    wend_gru_pack(GRU_IN, GRU_SIZE, s->dwx, s->dwh, s->packed);
    memset(s->keep, 1, sizeof s->keep);
    return WEND_OK;
}

static double gru_step(void* context) {
    gru_stage* s = context;
    for (int i = 0; i < 20; i++)
        wend_gru_forward(&s->cell, s->x, s->h, s->keep, s->packed, s->bias, s->bias, s->y, s->saved,
                         s->scratch, NULL);
    return 20;
}

static double gru_learn(void* context) {
    gru_stage* s = context;
    for (int i = 0; i < 10; i++) {  // gradients accumulate, as in PyTorch
        wend_gru_forward(&s->cell, s->x, s->h, s->keep, s->packed, s->bias, s->bias, s->y, s->saved,
                         s->scratch, NULL);
        wend_gru_backward(&s->cell, s->x, s->keep, s->packed, s->saved, s->y, s->dx, s->dwx, s->dwh,
                          s->db, s->db, s->scratch, NULL);
    }
    return 10;
}

// ---- PyTorch ------------------------------------------------------------------------------------

typedef struct torch_case {
    peer_process* process;
    const char* name;
    double units, seconds;
} torch_case;

static double ask_torch(void* context) {
    torch_case* c = context;
    c->seconds = peer_process_ask(c->process, c->name);
    return c->units;
}

typedef struct settings {
    const char* python;
    int rounds;
    bool json, small, all;
} settings;

static const char* const precision_names[2] = {"fp32", "bf16"};

static void bench_train_show(const settings* set, const char* title, bench_case* cases, int count,
                             const char* unit, bool wall) {
    bench_run(cases, count, set->rounds, wall);
    if (set->json) {
        bench_print_json("train", cases, count, unit);
        return;
    }
    printf("%s\n", title);
    bench_print(cases, count, unit, count - 1);
}

// The ratio of medians to a PyTorch row, and the goal for it.
static void bench_train_goal(const settings* set, const bench_case* ours, const bench_case* other,
                             double goal) {
    double ratio = ours->median / other->median;
    if (set->json)
        printf(
            "{\"bench\": \"train\", \"case\": \"%s\", \"ratio\": %.4g, \"to\": \"%s\", \"goal\": "
            "%.3g}\n",
            ours->name, ratio, other->name, goal);
    else
        printf("  %s is %.2f times %s; goal %.2f: %s\n", ours->name, ratio, other->name, goal,
               ratio >= goal ? "reached" : "missed");
}

typedef struct comparison {
    const char *title, *name;  // of the PyTorch case
    double (*run)(void*);
    void* contexts[2];  // fp32 and bf16; NULL: only fp32
    double units;
    const char* unit;
    bool goals;
} comparison;

// Measures wend and, where available, PyTorch in both precisions, interleaved.
static void compare(const settings* set, torch_peer peers[2], const comparison* c) {
    torch_case others[2];
    bench_case cases[4];
    int count = 0;
    for (int i = 0; i < 2 && c->contexts[i]; i++)
        cases[count++] = (bench_case){
            .name = i ? "wend bf16" : "wend fp32", .run = c->run, .context = c->contexts[i]};
    int ours = count, best = ours - 1;
    for (int i = 0; i < 2; i++) {
        others[i] = (torch_case){&peers[i].process, c->name, c->units, 0};
        if (peers[i].process.pid)
            cases[count++] = (bench_case){.name = peers[i].name,
                                          .run = ask_torch,
                                          .context = &others[i],
                                          .seconds = &others[i].seconds};
    }
    bench_train_show(set, c->title, cases, count, c->unit, false);
    if (!c->goals || count < ours + 2) return;
    bench_train_goal(set, &cases[0], &cases[ours], 1.5);
    bench_train_goal(set, &cases[best], &cases[ours + 1], 1.0);
}

static void start_peers(const settings* set, torch_peer peers[2]) {
    for (int i = 0; i < 2; i++)
        if (!torch_peer_start(&peers[i], set->python, precision_names[i], set->all)) {
            fprintf(stderr,
                    "'%s' runs no PyTorch in %s: rows without it; pass --python FILE with "
                    "torch==2.13.0\n",
                    set->python, precision_names[i]);
            torch_peer_stop(&peers[i]);
            if (set->json)
                printf("{\"bench\": \"train\", \"case\": \"PyTorch %s\", \"absent\": true}\n",
                       precision_names[i]);
            else
                printf("PyTorch %s: not installed\n", precision_names[i]);
        }
}

static wend_status bench_train_compare_all(const settings* set, wend_error* error) {
    nomap_stage stages[2] = {0};
    gru_stage gru = {0};
    torch_peer peers[2] = {0};
    start_peers(set, peers);
    wend_status status = open_nomap(&stages[0], WEND_PRECISION_FP32, NULL, error);
    if (status == WEND_OK) status = open_nomap(&stages[1], WEND_PRECISION_BF16, NULL, error);
    if (status == WEND_OK) status = open_gru(&gru, error);
    const comparison all[] = {
        {"no-map network, 64 images of 256 x 256, forward and backward",
         "learn",
         bench_train_learn,
         {&stages[0], &stages[1]},
         ROWS,
         "sample",
         true},
        {"the same, forward",
         "look",
         bench_train_look,
         {&stages[0], &stages[1]},
         ROWS,
         "sample",
         false},
        {"GRU 576 -> 512, batch of 16, one step forward",
         "gru_step",
         gru_step,
         {&gru},
         20,
         "step",
         false},
        {"the same, forward and backward", "gru_learn", gru_learn, {&gru}, 10, "step", false}};
    for (size_t i = 0; status == WEND_OK && i < sizeof all / sizeof *all; i++)
        compare(set, peers, &all[i]);
    for (int i = 0; i < 2; i++) torch_peer_stop(&peers[i]);
    for (int i = 0; i < 2; i++) close_nomap(&stages[i]);
    wend_free(gru.block);
    return status;
}

// Wall-clock time: a second thread helps only if a second core is free.
static wend_status compare_threads(const settings* set, wend_error* error) {
    nomap_stage stages[2] = {0};
    wend_pool* pool = NULL;
    wend_status status = wend_pool_create(2, &pool, error);
    if (status == WEND_OK) status = open_nomap(&stages[0], WEND_PRECISION_FP32, pool, error);
    if (status == WEND_OK) status = open_nomap(&stages[1], WEND_PRECISION_FP32, NULL, error);
    bench_case cases[] = {{.name = "two threads", .run = bench_train_learn, .context = &stages[0]},
                          {.name = "one thread", .run = bench_train_learn, .context = &stages[1]}};
    if (status == WEND_OK)
        bench_train_show(set, "no-map network on threads, forward and backward, wall-clock time",
                         cases, 2, "sample", true);
    for (int i = 0; i < 2; i++) close_nomap(&stages[i]);
    wend_pool_destroy(pool);
    return status;
}

int command_bench_train(int argc, char** argv) {
    settings set = {.python = "python3", .rounds = 9};
    const option options[] = {
        {"--python", OPTION_TEXT, &set.python, "FILE", "Python interpreter with PyTorch"},
        BENCH_ROUNDS_OPTION(set.rounds),
        {"--small", OPTION_FLAG, &set.small, NULL, "only the small agents"},
        {"--all-configurations", OPTION_FLAG, &set.all, NULL,
         "measure every PyTorch configuration, not only those that were best on Zen 4"},
        BENCH_JSON_OPTION(set.json),
    };
    arguments a = {
        .command = "bench train",
        .summary =
            "Inference and training speed of policies, per core by processor time, compared with "
            "PyTorch on one thread where it is installed.",
        .operands = "",
        .options = options,
        .option_count = OPTION_COUNT(options)};
    int status;
    wend_error error;
    if (!arguments_read(&a, argc, argv, &status)) return status;
    double memory = bench_train_small_memory();  // first: nothing else has been allocated
    wend_status result = WEND_OK;
    if (!set.small) result = bench_train_compare_all(&set, &error);
    if (result == WEND_OK && !set.small) result = compare_threads(&set, &error);
    if (result == WEND_OK) result = bench_train_small(memory, set.rounds, set.json, &error);
    return result == WEND_OK ? EXIT_OK : report_error(&error);
}
