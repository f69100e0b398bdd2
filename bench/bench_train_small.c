// PPO of `nomap-rnn-small` (64 x 64 RGB-D) with MultiON's settings: 16 environments, 128 steps, 2
// epochs of 4 minibatches. A step is one action of one environment, with all that follows from it:
// motion, reward, rendering, inference, and its share of the two epochs.
#include "bench_train_small.h"

#include <math.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "train/learner.h"

#include "wend/make.h"
#include "wend/task.h"

enum { GOAL_ONE = 6000, GOAL_TWO = 11000, MEMORY_ENVS = 256, MAX_ENVS = 256 };
static const double GOAL_BYTES = 1e9;

typedef struct small_stage {
    wend_train_def def;
    wend_policy policy;
    wend_pool* pool;
    rollout rollout;
    learner learner;
    int update;
    wend_error error;
} small_stage;

static double small_play(void* context) {
    small_stage* s = context;
    if (rollout_play(&s->rollout, s->update++, &s->error) != WEND_OK) return 0;
    return (double)s->def.num_envs * s->def.rollout;
}

static double small_learn(void* context) {
    small_stage* s = context;
    learner_losses losses;
    if (learner_update(&s->learner, &s->rollout, s->update, 0, &losses, &s->error) != WEND_OK)
        return 0;
    return (double)s->def.num_envs * s->def.rollout;
}

static double small_update(void* context) {
    return small_play(context) > 0 ? small_learn(context) : 0;
}

static void small_close(small_stage* s) {
    learner_destroy(&s->learner);
    rollout_destroy(&s->rollout);
    wend_policy_destroy(&s->policy);
    wend_pool_destroy(s->pool);
    wend_free(s);
}

static wend_status small_fill(small_stage* s, const char* episodes, int num_envs, int threads,
                              wend_error* error) {
    wend_policy_def policy = *wend_policy_find("nomap-rnn-small");
    int32_t first[MAX_ENVS];
    policy.goal = WEND_POLICY_GOAL_POINT;
    s->def = wend_train_default_def();
    s->def.play.task = "pointnav";
    s->def.play.episodes = episodes;
    s->def.num_envs = num_envs;
    s->def.threads = threads;
    s->def.learning_rate = 0;  // the policy, and so the work of a round, stays the same
    WEND_TRY(wend_pool_create(threads, &s->pool, error));
    WEND_TRY(wend_policy_create(&policy, 1, &s->policy, error));
    WEND_TRY(rollout_create(&s->def, &s->policy, s->pool, &s->rollout, error));
    WEND_TRY(learner_create(&s->def, &s->policy, s->pool, &s->learner, error));
    for (int i = 0; i < num_envs; i++) first[i] = rollout_first_episode(&s->rollout, i);
    return rollout_begin(&s->rollout, first, error);
}

static wend_status small_open(const char* episodes, int num_envs, int threads, small_stage** out,
                              wend_error* error) {
    *out = wend_alloc_zero(1, sizeof **out);
    if (!*out) return wend_fail(error, WEND_NO_MEMORY, "out of memory");
    wend_status status = small_fill(*out, episodes, num_envs, threads, error);
    if (status != WEND_OK) {
        small_close(*out);
        *out = NULL;
    }
    return status;
}

static wend_status small_episodes(char path[64], wend_error* error) {
    const char* scenes[] = {"apartment:4"};
    wend_pointnav_def def = wend_pointnav_default_def();
    def.count = 512;
    snprintf(path, 64, "/tmp/wend-bench-train-%ld.json", (long)getpid());
    return wend_pointnav_generate(scenes, 1, &def, path, error);
}

// ---- memory -------------------------------------------------------------------------------------

static bool small_run_once(int num_envs) {
    char path[64];
    wend_error error;
    small_stage* s = NULL;
    bool ran = small_episodes(path, &error) == WEND_OK &&
               small_open(path, num_envs, 2, &s, &error) == WEND_OK && small_update(s) > 0;
    unlink(path);
    if (s) small_close(s);
    return ran;
}

double bench_train_small_memory(void) {
    struct rusage usage;
    int status;
    fflush(NULL);
    pid_t child = fork();
    if (child < 0) return (double)NAN;
    if (child == 0) _exit(small_run_once(MEMORY_ENVS) ? 0 : 1);
    if (wait4(child, &status, 0, &usage) != child || !WIFEXITED(status) || WEXITSTATUS(status))
        return (double)NAN;
    return (double)usage.ru_maxrss * 1024;
}

static void small_print_memory(double memory, bool json) {
    if (json) {
        printf(
            "{\"bench\": \"train\", \"case\": \"%d environments, peak memory\", \"best\": %.6g, "
            "\"median\": %.6g, \"unit\": \"bytes\"}\n",
            MEMORY_ENVS, memory, memory);
        return;
    }
    printf("peak resident memory of %d environments, 128 steps\n", MEMORY_ENVS);
    printf("  %.0f MB, goal below %.0f MB: %s\n", memory / 1e6, GOAL_BYTES / 1e6,
           memory < GOAL_BYTES ? "reached" : "missed");
}

// ---- speed --------------------------------------------------------------------------------------

static void small_show(const char* title, bench_case* cases, int count, bool json, double goal,
                       const bench_case* judged) {
    if (json) {
        bench_print_json("train", cases, count, "step");
        return;
    }
    printf("%s\n", title);
    bench_print(cases, count, "step", -1);
    if (goal > 0)
        printf("  goal %.0f step/s: %s by the median\n", goal,
               judged->median >= goal ? "reached" : "missed");
}

static wend_status small_measure(const char* episodes, int rounds, bool json, wend_error* error) {
    small_stage *one = NULL, *two = NULL;
    wend_status status = small_open(episodes, 16, 1, &one, error);
    if (status == WEND_OK) status = small_open(episodes, 16, 2, &two, error);
    bench_case parts[] = {
        {.name = "rollout: simulator, images, inference", .run = small_play, .context = one},
        {.name = "learning, two epochs", .run = small_learn, .context = one},
        {.name = "small agent, one core", .run = small_update, .context = one}};
    bench_case threads[] = {
        {.name = "small agent, two threads", .run = small_update, .context = two},
        {.name = "small agent, one thread", .run = small_update, .context = one}};
    if (status == WEND_OK) {
        bench_run(parts, 3, rounds, false);
        small_show("small agent, 64 x 64 RGB-D, 16 environments, processor time", parts, 3, json,
                   GOAL_ONE, &parts[2]);
        bench_run(threads, 2, rounds, true);
        small_show("the same, wall-clock time", threads, 2, json, GOAL_TWO, &threads[0]);
    }
    if (one) small_close(one);
    if (two) small_close(two);
    return status;
}

wend_status bench_train_small(double memory, int rounds, bool json, wend_error* error) {
    char path[64];
    WEND_TRY(small_episodes(path, error));
    wend_status status = small_measure(path, rounds, json, error);
    unlink(path);
    if (status == WEND_OK) small_print_memory(memory, json);
    return status;
}
