// Training and runs with ranks as threads of this process; tools/check-mpi does the same with MPI.
#include <unistd.h>

#include "ranks/local_ranks.h"
#include "test.h"
#include "train/train_fixture.h"

#include "wend/demos.h"
#include "wend/run.h"

typedef struct joint_training {
    char out[1024];
    float cutoff;
    int stop_at;  // updates until rank 1 stops; 0: never
    wend_status status[4];
    wend_error error[4];
    wend_train_def def;  // made before the ranks begin: test_path is not for threads
} joint_training;

static wend_policy_def policy;
static char episodes[1024];

static bool stop_soon(void* context) { return --*(int*)context <= 0; }

static void train_together(wend_ranks* ranks, void* context) {
    joint_training* j = context;
    int rank = wend_ranks_rank(ranks), left = j->stop_at;
    wend_train_def def = j->def;
    def.out = j->out;
    def.play.episodes = episodes;
    def.ranks = ranks;
    def.threads = 1;
    def.steps *= wend_ranks_count(ranks);
    def.straggler_cutoff = j->cutoff;
    def.context = &left;
    if (j->stop_at && rank == 1) def.stop = stop_soon;
    j->status[rank] = wend_train(&def, &j->error[rank]);
}

static joint_training begin(const char* name) {
    joint_training j = {.cutoff = 0};
    policy = train_fixture_policy();
    snprintf(episodes, sizeof episodes, "%s", train_fixture_episodes());
    snprintf(j.out, sizeof j.out, "%s", test_path(name));
    j.def = train_fixture_def(j.out, &policy);
    return j;
}

TEST(training_with_ranks_has_the_same_bytes_each_time) {
    joint_training a = begin("a"), b = begin("b");
    for (int ranks = 2; ranks <= 3; ranks++) {
        a = begin(ranks == 2 ? "a2" : "a3");
        b = begin(ranks == 2 ? "b2" : "b3");
        local_ranks_run(ranks, 60, train_together, &a);
        local_ranks_run(ranks, 60, train_together, &b);
        for (int r = 0; r < ranks; r++) CHECK_INT(a.status[r], WEND_OK);
        CHECK(train_fixture_hash(a.out, "last.safetensors") ==
              train_fixture_hash(b.out, "last.safetensors"));
        CHECK(train_fixture_hash(a.out, "curve.csv") == train_fixture_hash(b.out, "curve.csv"));
    }
}

TEST(ranks_learn_from_different_episodes) {
    joint_training one = begin("one"), two = begin("two");
    local_ranks_run(1, 60, train_together, &one);
    local_ranks_run(2, 60, train_together, &two);
    CHECK(train_fixture_hash(one.out, "last.safetensors") !=
          train_fixture_hash(two.out, "last.safetensors"));
}

TEST(a_rank_that_stops_ends_the_others_at_the_time_limit) {
    joint_training j = begin("stopped");
    j.stop_at = 20;
    local_ranks_run(2, 1, train_together, &j);
    CHECK_INT(j.status[0], WEND_IO);
    CHECK_INT(j.status[1], WEND_IO);
    CHECK_HAS(j.error[1].message, "interrupted");
    CHECK_HAS(j.error[0].message, "rank 1 has not answered");
}

TEST(training_with_a_straggler_cutoff_completes) {
    joint_training j = begin("cut");
    j.cutoff = 0.5f;
    local_ranks_run(3, 60, train_together, &j);
    for (int r = 0; r < 3; r++) CHECK_INT(j.status[r], WEND_OK);
    CHECK(train_fixture_hash(j.out, "last.safetensors") != 0);
}

// ---- gradients ---------------------------------------------------------------------------------

typedef struct final_gradients {
    const float* now;
    float* then;  // as they were when they were called final
    size_t count, first;
} final_gradients;

static void keep_final(void* context, size_t first) {
    final_gradients* f = context;
    CHECK(first < f->first);
    memcpy(f->then + first, f->now + first, (f->first - first) * sizeof(float));
    f->first = first;
}

TEST(gradients_that_backward_calls_final_do_not_change_any_more) {
    wend_network_def def = {0};
    wend_error error;
    wend_network* n;
    wend_network_space* s;
    int image = wend_network_input(&def, "image", WEND_INPUT_FLOATS, 8, 8, 1);
    int conv = wend_network_conv(&def, "conv", image, 16, 3, 1);
    int dense = wend_network_linear(&def, "dense", wend_network_relu(&def, conv), 6);
    int memory = wend_network_gru(&def, "memory", dense, 5);
    int head = wend_network_linear(&def, "head", memory, 3);
    CHECK_OK(wend_network_create(&def, 1, &n, &error));
    CHECK_OK(wend_network_space_create(n, 3, 2, true, NULL, &s, &error));
    size_t count = wend_network_weight_count(n);
    float pixels[6 * 64];
    uint8_t keep[6] = {1, 1, 1, 1, 0, 1};
    for (int i = 0; i < 6 * 64; i++) pixels[i] = (float)((i * 37) % 11) * 0.1f;
    final_gradients f = {.then = calloc(count, sizeof(float)), .count = count, .first = count};
    float* gradients = calloc(count, sizeof(float));
    f.now = gradients;
    wend_network_run run = {.steps = 3, .batch = 2, .inputs = {pixels}, .keep = keep};
    run.finished = keep_final;
    run.context = &f;
    wend_network_forward(n, s, &run);
    for (int i = 0; i < 6 * 3; i++) wend_network_result_gradient(s, head)[i] = (float)i - 7;
    wend_network_backward(n, s, &run, gradients);
    CHECK_INT(f.first, 0);
    CHECK(memcmp(f.then, gradients, count * sizeof(float)) == 0);
    free(f.then);
    free(gradients);
    wend_network_space_destroy(s);
    wend_network_destroy(n);
}

// ---- runs --------------------------------------------------------------------------------------

static void run_together(wend_ranks* ranks, void* context) {
    wend_run_def def = wend_run_default_def();
    wend_run_summary summary;
    wend_error error;
    def.play.task = "pointnav";
    def.play.episodes = episodes;
    def.agent = "goal";
    def.out = context;
    def.threads = 2;
    def.snap = true;
    def.ranks = wend_ranks_count(ranks) > 1 ? ranks : NULL;
    CHECK_OK(wend_run(&def, &summary, &error));
    if (wend_ranks_rank(ranks) == 0) CHECK_INT(summary.played, summary.episodes);
}

TEST(a_run_with_ranks_writes_the_log_of_one_process) {
    static char one[1024], many[1024];
    begin("unused");
    snprintf(one, sizeof one, "%s", test_path("one.wlog"));
    local_ranks_run(1, 60, run_together, one);
    for (int ranks = 2; ranks <= 4; ranks++) {
        snprintf(many, sizeof many, "%s", test_path("many.wlog"));
        unlink(many);
        local_ranks_run(ranks, 60, run_together, many);
        CHECK(train_fixture_hash(test_folder(), "one.wlog") ==
              train_fixture_hash(test_folder(), "many.wlog"));
    }
}

// ---- imitation and stages -----------------------------------------------------------------------

typedef struct joint_curriculum {
    char out[1024];
    wend_train_def def;
    wend_train_stage stages[2];
    wend_status status[4];
} joint_curriculum;

static void follow_curriculum(wend_ranks* ranks, void* context) {
    joint_curriculum* c = context;
    wend_train_def def = c->def;
    wend_error error = {0};
    def.out = c->out;
    def.ranks = ranks;
    def.stages = c->stages;
    def.stage_count = 2;
    c->status[wend_ranks_rank(ranks)] = wend_train(&def, &error);
    if (c->status[wend_ranks_rank(ranks)] != WEND_OK) printf("%s\n", error.message);
}

// DAgger in two iterations of three shards, then PPO.
static joint_curriculum begin_curriculum(const char* name) {
    joint_training j = begin(name);
    joint_curriculum c = {.def = j.def};
    snprintf(c.out, sizeof c.out, "%s", j.out);
    c.def.play.episodes = episodes;
    c.def.threads = 1;
    c.def.rollout = 4;
    c.def.steps = (int64_t)4 * c.def.num_envs * 4 * 2;
    c.def.save_every = 1;
    c.def.play.max_steps = 4;
    c.stages[0] = (wend_train_stage){"dagger", c.def};
    c.stages[1] = (wend_train_stage){"ppo", c.def};
    c.stages[0].def.method = WEND_TRAIN_DAGGER;
    c.stages[0].def.dagger_iterations = 2;
    c.stages[0].def.dagger_episodes = 40;
    c.stages[0].def.dagger_beta = 0.5f;
    return c;
}

static int curriculum_demos(const char* out) {
    char folder[1100];
    wend_demos* demos;
    wend_error error;
    snprintf(folder, sizeof folder, "%s/stage_1_dagger/demos", out);
    CHECK_OK(wend_demos_open(folder, &demos, &error));
    CHECK_OK(wend_demos_check(demos, &error));
    int count = wend_demos_get_info(demos).episodes;
    wend_demos_destroy(demos);
    return count;
}

TEST(a_curriculum_of_dagger_and_ppo_with_ranks_has_the_same_bytes_each_time) {
    for (int ranks = 2; ranks <= 4; ranks += 2) {
        joint_curriculum a = begin_curriculum(ranks == 2 ? "c2" : "c4");
        joint_curriculum b = begin_curriculum(ranks == 2 ? "d2" : "d4");
        local_ranks_run(ranks, 120, follow_curriculum, &a);
        local_ranks_run(ranks, 120, follow_curriculum, &b);
        for (int r = 0; r < ranks; r++) CHECK_INT(a.status[r], WEND_OK);
        CHECK_INT(curriculum_demos(a.out), 80);
        static const char* const names[] = {
            "last.safetensors", "curve.csv", "stage_1_dagger/last.safetensors",
            "stage_1_dagger/demos/index.json", "stage_1_dagger/demos/shard_000004.wdemo"};
        for (size_t i = 0; i < sizeof names / sizeof *names; i++)
            CHECK(train_fixture_hash(a.out, names[i]) == train_fixture_hash(b.out, names[i]));
    }
}

// The first iteration has the untrained policy's weights, whatever the number of ranks.
TEST(ranks_collect_the_demonstrations_of_one_process) {
    joint_curriculum one = begin_curriculum("one"), three = begin_curriculum("three");
    local_ranks_run(1, 120, follow_curriculum, &one);
    local_ranks_run(3, 120, follow_curriculum, &three);
    for (int i = 0; i < 3; i++) {
        char name[64];
        snprintf(name, sizeof name, "stage_1_dagger/demos/shard_%06d.wdemo", i);
        CHECK(train_fixture_hash(one.out, name) == train_fixture_hash(three.out, name));
        CHECK(train_fixture_hash(one.out, name) != 0);
    }
}
