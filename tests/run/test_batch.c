#include <sys/wait.h>
#include <unistd.h>

#include "test.h"

#include "wend/make.h"
#include "wend/run.h"

enum { ENVS = 5, SIDE = 32, STEPS = 40 };

static void make_episodes(char* path, size_t size) {
    wend_error error;
    const char* scenes[2] = {"apartment:1", "apartment:2"};
    wend_pointnav_def def = wend_pointnav_default_def();
    def.count = 6;
    snprintf(path, size, "%s", test_path("e.json"));
    CHECK_OK(wend_pointnav_generate(scenes, 2, &def, path, &error));
}

// Everything a batch gives out over many steps, as one hash.
static uint64_t hash_of_batch(const char* episodes, int threads) {
    wend_error error;
    wend_batch* batch;
    static uint8_t rgb[ENVS * SIDE * SIDE * 3], done[ENVS];
    static float depth[ENVS * SIDE * SIDE], reward[ENVS], goal[ENVS * 2];
    static int32_t episode[ENVS];
    wend_batch_out out = {.rgb = rgb,
                          .depth = depth,
                          .reward = reward,
                          .done = done,
                          .pointgoal = goal,
                          .episode = episode};
    wend_batch_def def = wend_batch_default_def();
    def.play.task = "pointnav";
    def.play.episodes = episodes;
    def.num_envs = ENVS;
    def.threads = threads;
    def.width = def.height = SIDE;
    def.play.max_steps = 15;
    CHECK_OK(wend_batch_create(&def, &batch, &error));
    CHECK_OK(wend_batch_reset(batch, &out, &error));
    wend_rng rng = wend_rng_make(9, 9);
    uint64_t hash = 0;
    int ends = 0;
    for (int step = 0; step < STEPS; step++) {
        wend_action actions[ENVS];
        for (int i = 0; i < ENVS; i++)
            actions[i] = (wend_action){
                .kind = (wend_action_kind)(WEND_ACTION_FORWARD + (int)wend_rng_below(&rng, 3))};
        CHECK_OK(wend_batch_step(batch, actions, &out, &error));
        hash = wend_hash(rgb, sizeof rgb, hash);
        hash = wend_hash(depth, sizeof depth, hash);
        hash = wend_hash(reward, sizeof reward, hash);
        hash = wend_hash(goal, sizeof goal, hash);
        hash = wend_hash(done, sizeof done, hash);
        hash = wend_hash(episode, sizeof episode, hash);
        for (int i = 0; i < ENVS; i++) ends += done[i];
    }
    CHECK_INT(ends, ENVS * (STEPS / 16));  // 15 steps, and one more call to begin the next
    CHECK_INT(episode[0], 2 * ENVS);
    wend_batch_destroy(batch);
    return hash;
}

TEST(a_batch_gives_the_same_bytes_for_any_number_of_threads) {
    char episodes[1024];
    make_episodes(episodes, sizeof episodes);
    uint64_t one = hash_of_batch(episodes, 1);
    CHECK(hash_of_batch(episodes, 2) == one);
    CHECK(hash_of_batch(episodes, 8) == one);
}

typedef struct batch_watch {
    uint64_t hash[ENVS];  // of the images
    int step[ENVS], count[ENVS];
} batch_watch;

static wend_status batch_watch_one(void* context, int env, const wend_observation* o,
                                   wend_error* error) {
    batch_watch* w = context;
    (void)error;
    w->hash[env] = wend_hash(o->camera.rgb, SIDE * SIDE * 3, 0);
    w->hash[env] = wend_hash(o->camera.depth, SIDE * SIDE * sizeof(float), w->hash[env]);
    w->step[env] = o->step;
    w->count[env]++;
    return WEND_OK;
}

// Same-step autoreset: after 15 steps the next call has the first images of the next episode, as
// next-step autoreset has one call later.
TEST(an_ended_episode_is_followed_by_the_next_in_the_same_step) {
    wend_error error;
    wend_batch *same, *next;
    static uint8_t rgb[ENVS * SIDE * SIDE * 3], done[ENVS], next_done[ENVS];
    static float depth[ENVS * SIDE * SIDE], reward[ENVS], next_reward[ENVS];
    static int32_t episode[ENVS], next_episode[ENVS];
    static batch_watch watch;
    char episodes[1024];
    wend_batch_out out = {.done = done, .reward = reward, .episode = episode};
    wend_batch_out next_out = {.rgb = rgb,
                               .depth = depth,
                               .done = next_done,
                               .reward = next_reward,
                               .episode = next_episode};
    wend_action actions[ENVS];
    wend_batch_def def = wend_batch_default_def();
    make_episodes(episodes, sizeof episodes);
    for (int i = 0; i < ENVS; i++) actions[i] = (wend_action){.kind = WEND_ACTION_LEFT};
    def.play.task = "pointnav";
    def.play.episodes = episodes;
    def.num_envs = ENVS;
    def.threads = 2;
    def.width = def.height = SIDE;
    def.play.max_steps = 15;
    CHECK_OK(wend_batch_create(&def, &next, &error));
    def.same_step = true;
    def.observer = (wend_batch_observer){batch_watch_one, &watch, true, true};
    CHECK_OK(wend_batch_create(&def, &same, &error));
    CHECK_OK(wend_batch_reset(same, &out, &error));
    CHECK_OK(wend_batch_reset(next, &next_out, &error));
    for (int step = 1; step <= 15; step++) {
        CHECK_OK(wend_batch_step(same, actions, &out, &error));
        CHECK_OK(wend_batch_step(next, actions, &next_out, &error));
        CHECK(memcmp(done, next_done, sizeof done) == 0);
        CHECK(memcmp(reward, next_reward, sizeof reward) == 0);
        CHECK_INT(done[0], step == 15);
        if (step == 15) CHECK_OK(wend_batch_step(next, actions, &next_out, &error));
        for (int i = 0; i < ENVS; i++) {
            uint64_t hash = wend_hash(rgb + i * SIDE * SIDE * 3, SIDE * SIDE * 3, 0);
            hash = wend_hash(depth + i * SIDE * SIDE, SIDE * SIDE * sizeof(float), hash);
            CHECK(hash == watch.hash[i]);
            CHECK_INT(watch.step[i], step % 15);
            CHECK_INT(watch.count[i], step + 1);
            CHECK_INT(episode[i], next_episode[i]);
            CHECK(!wend_batch_observation(same, i)->camera.rgb);
        }
    }
    uint64_t first = watch.hash[3];
    CHECK_OK(wend_batch_step(same, actions, &out, &error));
    for (int i = 0; i < ENVS; i++) CHECK_OK(wend_batch_seek(same, i, episode[i], &error));
    CHECK_OK(wend_batch_begin_all(same, &out, &error));
    CHECK(watch.hash[3] == first && watch.step[3] == 0);
    CHECK_INT(episode[3], next_episode[3]);
    wend_batch_destroy(same);
    wend_batch_destroy(next);
}

TEST(a_seat_begins_the_episode_it_is_told_and_says_what_a_log_would) {
    wend_error error;
    wend_batch* batch;
    wend_log_record record;
    char episodes[1024];
    make_episodes(episodes, sizeof episodes);
    int32_t episode[2];
    uint8_t done[2];
    wend_batch_out out = {.episode = episode, .done = done};
    wend_batch_def def = wend_batch_default_def();
    def.play.task = "pointnav";
    def.play.episodes = episodes;
    def.num_envs = 2;
    def.threads = 1;
    def.uses_images = false;
    CHECK_OK(wend_batch_create(&def, &batch, &error));
    CHECK_INT(wend_batch_episodes(batch), 12);
    CHECK_OK(wend_batch_reset(batch, &out, &error));
    CHECK_OK(wend_batch_seek(batch, 1, 7, &error));
    CHECK_INT(wend_batch_seek(batch, 2, 7, &error), WEND_ARGUMENT);
    CHECK_INT(wend_batch_seek(batch, 1, 12, &error), WEND_ARGUMENT);
    const wend_action actions[2] = {{.kind = WEND_ACTION_LEFT}, {.kind = WEND_ACTION_STOP}};
    CHECK_OK(wend_batch_step(batch, actions, &out, &error));
    CHECK(done[1] && !done[0]);
    CHECK_OK(wend_batch_record(batch, 1, &record, &error));
    CHECK_TEXT(record.actions, "S");
    CHECK_INT(record.steps, 1);
    CHECK_HAS(record.facts, "stopped");
    CHECK_OK(wend_batch_step(batch, actions, &out, &error));
    CHECK_INT(episode[1], 7);
    CHECK_OK(wend_batch_record(batch, 0, &record, &error));
    CHECK_TEXT(record.actions, "LL");
    CHECK_INT(wend_batch_observation(batch, 0)->step, 2);
    CHECK_OK(wend_batch_seek(batch, 0, 3, &error));
    CHECK_OK(wend_batch_begin(batch, 0, &out, &error));
    CHECK_INT(episode[0], 3);
    CHECK_INT(wend_batch_observation(batch, 0)->step, 0);
    wend_batch_destroy(batch);
}

TEST(memory_stays_flat_over_scene_switches) {
    wend_error error;
    wend_batch* batch;
    char episodes[1024];
    make_episodes(episodes, sizeof episodes);
    uint8_t done[1];
    wend_batch_out out = {.done = done};
    wend_batch_def def = wend_batch_default_def();
    def.play.task = "pointnav";
    def.play.episodes = episodes;
    def.threads = 1;
    def.uses_images = false;
    CHECK_OK(wend_batch_create(&def, &batch, &error));
    CHECK_OK(wend_batch_reset(batch, &out, &error));
    uint64_t after_first_round = 0;
    for (int step = 0; step < 400;
         step++) {  // every action ends an episode, every other begins one
        wend_action stop = {.kind = WEND_ACTION_STOP};
        CHECK_OK(wend_batch_step(batch, &stop, &out, &error));
        if (step == 100) after_first_round = wend_memory_get_stats().live_bytes;
    }
    CHECK_NEAR(wend_memory_get_stats().live_bytes, after_first_round, 65536);
    wend_batch_destroy(batch);
}

TEST(who_runs_out_of_steps_is_told_from_who_stops) {
    wend_error error;
    wend_batch* batch;
    char episodes[1024];
    make_episodes(episodes, sizeof episodes);
    uint8_t done[2], late[2];
    wend_batch_out out = {.done = done, .timed_out = late};
    wend_batch_def def = wend_batch_default_def();
    def.play.task = "pointnav";
    def.play.episodes = episodes;
    def.num_envs = 2;
    def.threads = 1;
    def.play.max_steps = 1;
    def.uses_images = false;
    CHECK_OK(wend_batch_create(&def, &batch, &error));
    CHECK_OK(wend_batch_reset(batch, &out, &error));
    CHECK_INT(wend_batch_goals(batch, 0).count, 1);
    CHECK(wend_batch_scene(batch, 0) != NULL);
    const wend_action actions[2] = {{.kind = WEND_ACTION_LEFT}, {.kind = WEND_ACTION_STOP}};
    CHECK_OK(wend_batch_step(batch, actions, &out, &error));
    CHECK(done[0] && late[0]);
    CHECK(done[1] && !late[1]);
    wend_batch_destroy(batch);
}

TEST(an_illegal_action_of_one_seat_is_refused_before_any_seat_moves) {
    static const wend_action illegal[] = {
        {.kind = (wend_action_kind)99},
        {.kind = WEND_ACTION_PICK},
        {.kind = WEND_ACTION_GO},
        {.kind = WEND_ACTION_VELOCITY, .forward = 100, .seconds = 10},
    };
    wend_error error;
    wend_batch* batch;
    wend_log_record record;
    char episodes[1024];
    make_episodes(episodes, sizeof episodes);
    wend_batch_def def = wend_batch_default_def();
    wend_batch_out out = {0};
    def.play.task = "pointnav";
    def.play.episodes = episodes;
    def.num_envs = 2;
    def.uses_images = false;
    CHECK_OK(wend_batch_create(&def, &batch, &error));
    CHECK_OK(wend_batch_reset(batch, &out, &error));
    for (size_t i = 0; i < sizeof illegal / sizeof *illegal; i++) {
        const wend_action actions[2] = {{.kind = WEND_ACTION_LEFT}, illegal[i]};
        CHECK_INT(wend_batch_step(batch, actions, &out, &error), WEND_ARGUMENT);
        CHECK_HAS(error.message, "environment 1: illegal action: ");
        CHECK_OK(wend_batch_record(batch, 0, &record, &error));
        CHECK_INT(record.steps, 0);
    }
    wend_batch_destroy(batch);
}

TEST(a_forked_child_is_refused_and_does_not_wait_for_threads_it_does_not_have) {
    wend_error error;
    wend_batch* batch;
    char episodes[1024];
    int status = -1;
    make_episodes(episodes, sizeof episodes);
    wend_batch_def def = wend_batch_default_def();
    wend_batch_out out = {0};
    const wend_action actions[4] = {{.kind = WEND_ACTION_LEFT},
                                    {.kind = WEND_ACTION_LEFT},
                                    {.kind = WEND_ACTION_LEFT},
                                    {.kind = WEND_ACTION_LEFT}};
    def.play.task = "pointnav";
    def.play.episodes = episodes;
    def.num_envs = def.threads = 4;
    def.uses_images = false;
    CHECK_OK(wend_batch_create(&def, &batch, &error));
    CHECK_OK(wend_batch_reset(batch, &out, &error));
    pid_t child = fork();
    if (child == 0) {
        alarm(60);
        wend_status stepped = wend_batch_step(batch, actions, &out, &error);
        bool told = stepped == WEND_ARGUMENT && strstr(error.message, "forked child");
        wend_batch_destroy(batch);
        _exit(told ? 0 : 1);
    }
    CHECK_INT(waitpid(child, &status, 0), child);
    CHECK_INT(status, 0);
    CHECK_OK(wend_batch_step(batch, actions, &out, &error));
    wend_batch_destroy(batch);
}
