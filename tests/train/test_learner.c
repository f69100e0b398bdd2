// PPO's schedules, and what an update may leave behind.
#include "test.h"
#include "train/learner.h"
#include "train/train_fixture.h"

static train_parts* make_parts(void (*set)(wend_train_def* def)) {
    train_parts* p = wend_alloc_zero(1, sizeof *p);
    p->policy_def = train_fixture_policy();
    p->def = train_fixture_def(test_path("out"), &p->policy_def);
    if (set) set(&p->def);
    train_fixture_parts(p);
    return p;
}

static void destroy_parts(train_parts* p) {
    train_fixture_parts_destroy(p);
    wend_free(p);
}

static void play(train_parts* p) {
    wend_error error;
    int32_t episodes[] = {0, 6, 1, 7, 2, 8, 3};
    CHECK_OK(rollout_begin(&p->t.rollout, episodes, &error));
    CHECK_OK(rollout_play(&p->t.rollout, 0, &error));
}

TEST(the_learning_rate_falls_to_zero_or_stays) {
    wend_train_def d = wend_train_default_def();
    d.learning_rate = 0.5f;
    CHECK(learner_rate(&d, 0) == 0.5 && learner_rate(&d, 0.25) == 0.375 &&
          learner_rate(&d, 1) == 0);
    d.decay_rate = false;
    CHECK(learner_rate(&d, 0) == 0.5 && learner_rate(&d, 0.25) == 0.5 &&
          learner_rate(&d, 1) == 0.5);
}

TEST(the_clip_falls_to_zero_or_stays) {
    wend_train_def d = wend_train_default_def();
    d.clip = 0.5f;
    CHECK(learner_clip(&d, 0) == 0.5f && learner_clip(&d, 0.25) == 0.375f &&
          learner_clip(&d, 1) == 0);
    d.decay_clip = false;
    CHECK(learner_clip(&d, 0) == 0.5f && learner_clip(&d, 0.25) == 0.5f &&
          learner_clip(&d, 1) == 0.5f);
}

static void learn_fast(wend_train_def* d) {
    d->learning_rate = 0.02f;
    d->decay_rate = false;
    d->epochs = 4;
    d->clip = 0.5f;
}

// An update late in the run with the falling clip of 0.5 is one with a constant clip as low.
TEST(an_update_clips_as_the_schedule_says) {
    wend_error error;
    learner_losses falling, same, wide;
    train_parts* p = make_parts(learn_fast);
    play(p);
    CHECK_OK(learner_update(&p->t.learner, &p->t.rollout, 0, 0.96875, &falling, &error));
    destroy_parts(p);
    p = make_parts(learn_fast);
    p->def.decay_clip = false;
    p->def.clip = 0.015625f;
    play(p);
    CHECK_OK(learner_update(&p->t.learner, &p->t.rollout, 0, 0.96875, &same, &error));
    destroy_parts(p);
    p = make_parts(learn_fast);
    p->def.decay_clip = false;
    play(p);
    CHECK_OK(learner_update(&p->t.learner, &p->t.rollout, 0, 0.96875, &wide, &error));
    destroy_parts(p);
    CHECK(falling.losses.clip_fraction == same.losses.clip_fraction);
    CHECK(falling.losses.total == same.losses.total && falling.grad_norm == same.grad_norm);
    CHECK(falling.losses.clip_fraction > wide.losses.clip_fraction);
}

// The weight of the entropy does not fall: late in the run it counts as it did at first.
TEST(the_entropy_counts_the_same_all_along) {
    wend_error error;
    learner_losses early, late, none;
    for (int i = 0; i < 3; i++) {
        train_parts* p = make_parts(NULL);
        p->def.decay_rate = p->def.decay_clip = false;
        if (i == 2) p->def.entropy_weight = 0;
        play(p);
        CHECK_OK(learner_update(&p->t.learner, &p->t.rollout, 0, i == 1 ? 0.9 : 0,
                                i == 0   ? &early
                                : i == 1 ? &late
                                         : &none,
                                &error));
        destroy_parts(p);
    }
    CHECK(early.losses.total == late.losses.total && early.grad_norm == late.grad_norm);
    CHECK(early.losses.total < none.losses.total);
}

TEST(losses_of_an_update_are_the_means_of_its_minibatches) {
    wend_error error;
    learner_losses out;
    train_parts* p = make_parts(NULL);
    p->def.learning_rate = 0;  // so that all are computed with the same weights
    play(p);
    CHECK_OK(learner_update(&p->t.learner, &p->t.rollout, 0, 0, &out, &error));
    CHECK_NEAR(out.losses.total,
               out.losses.policy + 0.5 * out.losses.value - 0.01 * out.losses.entropy, 1e-6);
    CHECK(out.losses.entropy > 0.5 && out.losses.entropy < 2);
    CHECK(out.losses.value > 0 && out.grad_norm > 0 && out.losses.clip_fraction == 0);
    CHECK_NEAR(out.losses.approx_kl, 0, 1e-6);
    CHECK_INT(p->t.learner.steps, 4);
    destroy_parts(p);
}

TEST(state_that_is_no_longer_numbers_ends_the_run) {
    for (int i = 0; i < 3; i++) {
        wend_error error;
        learner_losses out;
        train_parts* p = make_parts(NULL);
        play(p);
        float* bad[] = {wend_network_weights(p->t.policy.network), p->t.learner.m, p->t.learner.v};
        bad[i][p->t.learner.weights - 1] = INFINITY;
        CHECK_INT(learner_update(&p->t.learner, &p->t.rollout, 0, 0, &out, &error), WEND_FORMAT);
        CHECK_HAS(error.message, "learning diverged");
        destroy_parts(p);
    }
}

// Two rows of advantages: mean 0 and deviation 1 over those that count.
static void normalize_advantages(wend_train_def* d) {
    d->normalize = true;
    d->learning_rate = 0;
    d->epochs = 1;
}

TEST(normalised_advantages_have_mean_zero_and_deviation_one) {
    wend_error error;
    learner_losses out;
    train_parts* p = make_parts(normalize_advantages);
    play(p);
    for (int i = 0; i < 12; i++) p->t.rollout.advantages[i] = (float)i;
    p->t.rollout.valid[3] = 0;
    CHECK_OK(learner_update(&p->t.learner, &p->t.rollout, 0, 0, &out, &error));
    double sum = 0, squares = 0;
    int count = 0;
    for (int i = 0; i < 6; i++) {  // of the last minibatch, one body
        if (!p->t.learner.valid[i]) continue;
        sum += (double)p->t.learner.advantages[i];
        squares += (double)p->t.learner.advantages[i] * (double)p->t.learner.advantages[i];
        count++;
    }
    CHECK(count == 6 || count == 5);
    CHECK_NEAR(sum, 0, 1e-4);
    CHECK_NEAR(squares / count, 1, 1e-3);
    destroy_parts(p);
}

static void one_minibatch_of_seven(wend_train_def* d) {
    d->num_envs = 7;
    d->minibatches = 1;
    d->epochs = 1;
    d->learning_rate = 0;
}

// Losses are means over the minibatch, not over slices: their rows that count differ.
TEST(slices_of_a_minibatch_have_its_losses_and_gradients) {
    wend_error error;
    train_parts* p = make_parts(one_minibatch_of_seven);
    learner whole;
    learner_losses sliced_losses, whole_losses;
    play(p);
    for (int i = 0; i < 7; i++) p->t.rollout.valid[i * 6 % 42] = 0;
    p->t.rollout.valid[1] = p->t.rollout.valid[8] = p->t.rollout.valid[15] = 0;
    CHECK_INT(p->t.learner.slices, 2);
    CHECK_OK(learner_create_sliced(&p->def, &p->t.policy, NULL, 1, &whole, &error));
    CHECK_OK(learner_update(&p->t.learner, &p->t.rollout, 0, 0, &sliced_losses, &error));
    CHECK_OK(learner_update(&whole, &p->t.rollout, 0, 0, &whole_losses, &error));
    CHECK(whole_losses.grad_norm > 0);
    CHECK_NEAR(sliced_losses.losses.total, whole_losses.losses.total, 1e-5);
    CHECK_NEAR(sliced_losses.losses.value, whole_losses.losses.value, 1e-5);
    CHECK_NEAR(sliced_losses.losses.entropy, whole_losses.losses.entropy, 1e-5);
    CHECK_NEAR(sliced_losses.grad_norm / whole_losses.grad_norm, 1, 1e-4);
    for (size_t i = 0; i < whole.weights; i++)
        CHECK_NEAR((double)p->t.learner.gradients[i], (double)whole.gradients[i], 1e-5);
    learner_destroy(&whole);
    destroy_parts(p);
}

// ---- playing ------------------------------------------------------------------------------------

TEST(environments_begin_far_apart_and_take_episodes_in_turn) {
    wend_error error;
    train_parts* p = make_parts(NULL);
    CHECK_INT(rollout_first_episode(&p->t.rollout, 0), 0);
    CHECK_INT(rollout_first_episode(&p->t.rollout, 1), 6);
    int32_t episodes[] = {11, 3}, next[2];
    CHECK_OK(rollout_begin(&p->t.rollout, episodes, &error));
    rollout_next_episodes(&p->t.rollout, next);
    CHECK(next[0] == 0 && next[1] == 4);
    destroy_parts(p);
}

TEST(means_are_over_the_last_hundred_episodes) {
    train_parts* p = make_parts(NULL);
    rollout* r = &p->t.rollout;
    CHECK(isnan(episode_window_means(r->window, r->episodes).reward) &&
          isnan(episode_window_means(r->window, r->episodes).success) &&
          isnan(episode_window_means(r->window, r->episodes).length));
    r->window[0] = (episode_end){1, 0, 10};
    r->window[1] = (episode_end){3, 1, 20};
    r->episodes = 2;
    episode_end means = episode_window_means(r->window, r->episodes);
    CHECK(means.reward == 2 && means.success == 0.5f && means.length == 15);
    for (int i = 0; i < 100; i++) r->window[i] = (episode_end){4, 1, 5};
    r->episodes = 1000;
    means = episode_window_means(r->window, r->episodes);
    CHECK(means.reward == 4 && means.success == 1 && means.length == 5);
    destroy_parts(p);
}

static void end_soon(wend_train_def* d) { d->play.max_steps = 4; }

TEST(episodes_that_end_are_noted_and_the_next_begin) {
    train_parts* p = make_parts(end_soon);
    play(p);
    const rollout* r = &p->t.rollout;
    CHECK(r->episodes >= 2);
    int ended = 0;
    for (int i = 0; i < 12; i++) {
        ended += r->ended[i];
        CHECK_INT(r->valid[i], 1);
        CHECK(r->action[i] >= 0 && r->action[i] < WEND_POLICY_ACTIONS);
        CHECK(r->log_probability[i] < 0 && isfinite(r->values[i]) && isfinite(r->returns[i]));
    }
    CHECK_INT(ended, r->episodes);
    for (int i = 0; i < r->episodes; i++)
        CHECK(r->window[i].length >= 1 && r->window[i].length <= 4);
    // A body's steps since its last end are those of the episode under way.
    for (int body = 0; body < 2; body++) {
        int since = 0;
        float reward = 0;
        for (int t = 0; t < 6; t++) {
            since++;
            reward += r->rewards[2 * t + body];
            if (r->ended[2 * t + body]) since = 0, reward = 0;
        }
        CHECK_INT(r->length[body], since);
        CHECK_NEAR(r->episode_reward[body], reward, 1e-5);
    }
    destroy_parts(p);
}

// Memories are cleared between episodes, and an update starts with those of the one before.
TEST(memories_begin_empty_and_continue_in_the_next_update) {
    wend_error error;
    train_parts* p = make_parts(NULL);
    size_t state = wend_network_state_size(p->t.policy.network);
    play(p);
    bool some = false;
    for (size_t i = 0; i < 2 * state; i++) {
        CHECK(p->t.rollout.start[i] == 0);
        some |= p->t.rollout.memory[i] != 0;
    }
    CHECK(some);
    float* before = wend_alloc(2 * state * sizeof *before);
    memcpy(before, p->t.rollout.memory, 2 * state * sizeof *before);
    CHECK_OK(rollout_play(&p->t.rollout, 1, &error));
    CHECK(memcmp(before, p->t.rollout.start, 2 * state * sizeof *before) == 0);
    wend_free(before);
    play(p);
    for (size_t i = 0; i < 2 * state; i++) CHECK(p->t.rollout.start[i] == 0);
    destroy_parts(p);
}

// The observation after the last step is the first row of the next update.
TEST(an_update_begins_with_the_last_observation_of_the_one_before) {
    wend_error error;
    train_parts* p = make_parts(NULL);
    rollout* r = &p->t.rollout;
    const wend_network* n = p->t.policy.network;
    size_t image = wend_network_input_bytes(n, 0);
    uint8_t* last = wend_alloc(image);
    play(p);
    int row = r->steps * r->num_envs + 1;  // of the second environment
    CHECK_INT(r->keep[1], 0);              // the episode began
    CHECK_INT(r->keep[row], 1);
    r->label[row] = 7;
    // The image may be the one of the first step again, if the agent is back where it began.
    ((uint8_t*)r->inputs[0])[(size_t)row * image] ^= 0xff;
    memcpy(last, (const char*)r->inputs[0] + (size_t)row * image, image);
    CHECK_OK(rollout_play(r, 1, &error));
    CHECK(memcmp(last, (const char*)r->inputs[0] + image, image) == 0);
    CHECK_INT(r->keep[1], 1);
    CHECK_INT(r->label[1], 7);
    wend_free(last);
    destroy_parts(p);
}

TEST(scenes_are_known_by_their_names_or_each_episode_by_itself) {
    wend_error error;
    train_parts* p = make_parts(NULL);
    scene_marks s;
    for (int varied = 0; varied < 2; varied++) {
        CHECK_OK(scene_marks_create(p->t.rollout.batch, varied, &s, &error));
        CHECK_INT(s.count, 12);
        for (int i = 0; i < 12; i++) CHECK_INT(s.scene_of[i], varied ? i : 0);
        CHECK_OK(scene_marks_meet(&s, p->t.rollout.batch, 3, 0, &error));
        CHECK_OK(scene_marks_meet(&s, p->t.rollout.batch, 3, 0, &error));
        CHECK_INT(scene_marks_meet(&s, p->t.rollout.batch, 3, 2, &error), WEND_ARGUMENT);
        CHECK_HAS(error.message, "house.wscene changed since the run began");
        CHECK_INT(scene_marks_meet(&s, p->t.rollout.batch, 4, 2, &error),
                  varied ? WEND_OK : WEND_ARGUMENT);
        scene_marks_destroy(&s);
    }
    destroy_parts(p);
}
