// `wend bench multion`: environment steps per second and core, with sensors and with an agent.
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "bench.h"
#include "commands.h"
#include "options.h"

#include "wend/agent.h"
#include "wend/benchmarks/multion.h"
#include "wend/make.h"
#include "wend/run.h"

enum {
    SIDE = 256,
    GOALS = 3,
    EPISODES = 32,
    STEPS = 1500,  // per round: several episodes of a successful agent
    BLIND_STEPS = 20000,
    WANDERED = 100,  // max_steps of episodes with images and random actions
};

// One environment on this thread, as in a process per environment.
typedef struct multion_bench {
    wend_batch* batch;
    wend_batch_out out;
    wend_rng rng;
    wend_agent* agent;  // NULL: random actions
    float gps[2], compass, reward;
    int32_t goal;
    uint8_t done, collided;
    wend_status status;  // of the first round that failed
    wend_error error;
} multion_bench;

static wend_status wake(multion_bench* b, wend_error* error) {
    wend_world_def world = wend_world_default_def();
    wend_body body = wend_body_default_def();
    wend_agent_episode episode = {
        .body = {body.step, body.turns, body.look, 0.1f, world.navmesh.height},
        .rng = wend_rng_make(1, wend_rng_u32(&b->rng))};
    return b->agent ? wend_agent_reset(b->agent, &episode, error) : WEND_OK;
}

static wend_status rewind_bench(multion_bench* b, wend_error* error) {
    b->rng = wend_rng_make(1, 1);
    WEND_TRY(wend_batch_reset(b->batch, &b->out, error));
    return wake(b, error);
}

// Every round starts with the first episode and the same random seed.
static void begin_round(void* context) {
    multion_bench* b = context;
    if (b->status == WEND_OK) b->status = rewind_bench(b, &b->error);
}

static wend_status open_bench(multion_bench* b, const char* episodes, const char* agent,
                              bool uses_images, bool semantics, wend_error* error) {
    wend_batch_def def = wend_batch_default_def();
    size_t pixels = (size_t)SIDE * SIDE;
    def.play.task = "multion";
    def.play.episodes = episodes;
    def.threads = 1;
    def.width = def.height = SIDE;
    def.uses_images = uses_images;
    if (uses_images && !agent) def.play.max_steps = WANDERED;
    b->out = (wend_batch_out){.gps = b->gps,
                              .compass = &b->compass,
                              .goal = &b->goal,
                              .reward = &b->reward,
                              .done = &b->done,
                              .collided = &b->collided};
    if (uses_images) b->out.rgb = wend_alloc(3 * pixels);
    if (uses_images) b->out.depth = wend_alloc(4 * pixels);
    if (semantics) b->out.category = wend_alloc(2 * pixels);
    if ((uses_images && (!b->out.rgb || !b->out.depth)) || (semantics && !b->out.category))
        return wend_fail(error, WEND_NO_MEMORY, "out of memory for the images");
    if (agent) WEND_TRY(wend_agent_create(agent, NULL, &b->agent, error));
    return wend_batch_create(&def, &b->batch, error);
}

static void bench_multion_close_bench(multion_bench* b) {
    wend_batch_destroy(b->batch);
    wend_agent_destroy(b->agent);
    wend_free(b->out.rgb);
    wend_free(b->out.depth);
    wend_free(b->out.category);
}

// Moves forward and turns at walls, like an exploring agent.
static wend_action wander(multion_bench* b) {
    if (b->collided || wend_rng_chance(&b->rng, 0.2f))
        return (wend_action){.kind = wend_rng_chance(&b->rng, 0.5f) ? WEND_ACTION_LEFT
                                                                    : WEND_ACTION_RIGHT};
    return (wend_action){.kind = WEND_ACTION_FORWARD};
}

static wend_status step_once(multion_bench* b, wend_error* error) {
    wend_action action = {.kind = WEND_ACTION_FORWARD};
    bool begins = b->done;
    if (b->agent && !begins)
        WEND_TRY(wend_agent_act(b->agent, wend_batch_observation(b->batch, 0), &action, error));
    if (!b->agent) action = wander(b);
    WEND_TRY(wend_batch_step(b->batch, &action, &b->out, error));
    return begins ? wake(b, error) : WEND_OK;
}

static double step_many(void* context) {
    multion_bench* b = context;
    int steps = b->out.rgb ? STEPS : BLIND_STEPS;
    for (int i = 0; i < steps && b->status == WEND_OK; i++) b->status = step_once(b, &b->error);
    return steps;
}

static wend_status run_benches(const char* episodes, const char* agent, int rounds, bool json,
                               wend_error* error) {
    static multion_bench blind, rgbds, rgbd, playing;
    multion_bench* all[] = {&blind, &rgbds, &rgbd, &playing};
    const int count = (int)(sizeof all / sizeof *all);
    char name[128];
    snprintf(name, sizeof name, "steps with RGB-D and %s", agent);
    wend_status status = open_bench(&blind, episodes, NULL, false, false, error);
    if (status == WEND_OK) status = open_bench(&rgbds, episodes, NULL, true, true, error);
    if (status == WEND_OK) status = open_bench(&rgbd, episodes, NULL, true, false, error);
    if (status == WEND_OK) status = open_bench(&playing, episodes, agent, true, false, error);
    if (status == WEND_OK) {
        bench_case cases[] = {{.name = "steps without sensors, with reward"},
                              {.name = "steps with RGB-D-S 256 x 256"},
                              {.name = "steps with RGB-D 256 x 256"},
                              {.name = name}};
        for (int i = 0; i < count; i++) {
            cases[i].prepare = begin_round;
            cases[i].run = step_many;
            cases[i].context = all[i];
        }
        bench_run(cases, count, rounds, false);
        for (int i = 0; i < count && status == WEND_OK; i++) {
            status = all[i]->status;
            if (status != WEND_OK) *error = all[i]->error;
        }
        if (status == WEND_OK && json) bench_print_json("multion", cases, count, "steps");
        if (status == WEND_OK && !json) bench_print(cases, count, "steps", 1);
    }
    for (int i = 0; i < count; i++) bench_multion_close_bench(all[i]);
    return status;
}

int command_bench_multion(int argc, char** argv) {
    const char *scene = "house:6", *agent = "mapper";
    int rounds = 9;
    bool json = false;
    const option options[] = {
        {"--scene", OPTION_TEXT, &scene, "SCENE", "the scene"},
        {"--agent", OPTION_TEXT, &agent, "NAME", "the agent of the last row"},
        BENCH_ROUNDS_OPTION(rounds),
        BENCH_JSON_OPTION(json),
    };
    arguments a = {.command = "bench multion",
                   .summary = "Measures steps of MultiON per second and core, 3 goals.",
                   .operands = "",
                   .options = options,
                   .option_count = OPTION_COUNT(options)};
    int status;
    wend_error error;
    char episodes[64];
    wend_multion_def def = wend_multion_default_def();
    if (!arguments_read(&a, argc, argv, &status)) return status;
    if (rounds < 1) return report_misuse(&a, "--rounds must be at least 1");
    def.goals = GOALS;
    def.count = EPISODES;
    snprintf(episodes, sizeof episodes, "/tmp/wend-bench-%d.json", (int)getpid());
    wend_status result = wend_multion_generate(&scene, 1, &def, episodes, &error);
    if (result == WEND_OK && !json) {
        wend_scene* opened;
        wend_import_def import = wend_import_default_def();
        import.bake = false;
        result = wend_scene_open(scene, &import, &opened, &error);
        if (result == WEND_OK)
            printf("%s, %llu triangles\n", scene, (unsigned long long)wend_scene_triangles(opened));
        if (result == WEND_OK) wend_scene_destroy(opened);
    }
    if (result == WEND_OK) result = run_benches(episodes, agent, rounds, json, &error);
    remove(episodes);
    return result == WEND_OK ? EXIT_OK : report_error(&error);
}
