#include "test.h"

#include "wend/sense.h"

enum { SIDE = 128, PIXELS = SIDE * SIDE };

static wend_camera small_camera(void) {
    wend_camera camera = wend_camera_default_def();
    camera.width = camera.height = SIDE;
    return camera;
}

static void grey_with(wend_noise_kind kind, uint8_t rgb[3 * PIXELS]) {
    wend_error error;
    wend_noise noise = wend_noise_default_def(kind);
    wend_camera camera = small_camera();
    wend_rng rng = wend_rng_for(1, "picture 1", "noise");
    memset(rgb, 128, 3 * PIXELS);
    CHECK_OK(wend_noise_apply_rgb(&noise, &camera, &rng, rgb, &error));
}

static void moments(const uint8_t* rgb, double* mean, double* deviation) {
    double sum = 0, squares = 0;
    for (int i = 0; i < 3 * PIXELS; i++) sum += rgb[i], squares += (double)rgb[i] * rgb[i];
    *mean = sum / (3 * PIXELS);
    *deviation = sqrt(squares / (3 * PIXELS) - *mean * *mean);
}

TEST(noise_has_the_mean_and_deviation_it_says) {
    static uint8_t rgb[3 * PIXELS];
    double mean, deviation;
    grey_with(WEND_NOISE_GAUSSIAN, rgb);
    moments(rgb, &mean, &deviation);
    CHECK_NEAR(mean, 128, 1);
    CHECK_NEAR(deviation, 0.2 * 255, 2);
    grey_with(WEND_NOISE_SPECKLE, rgb);
    moments(rgb, &mean, &deviation);
    CHECK_NEAR(mean, 128, 1);
    CHECK_NEAR(deviation, 0.2 * 128, 1);
    grey_with(WEND_NOISE_POISSON, rgb);
    moments(rgb, &mean, &deviation);
    CHECK_NEAR(mean, 128, 1);
    CHECK_NEAR(deviation, 255 * sqrt(64 * 128 / 255.0) / 64, 1);
    grey_with(WEND_NOISE_NONE, rgb);
    moments(rgb, &mean, &deviation);
    CHECK_NEAR(deviation, 0, 0);
}

TEST(salt_and_pepper_hit_their_share_of_the_pixels) {
    static uint8_t rgb[3 * PIXELS];
    grey_with(WEND_NOISE_SALT_AND_PEPPER, rgb);
    int white = 0, black = 0;
    for (int i = 0; i < PIXELS; i++) white += rgb[3 * i] == 255, black += rgb[3 * i] == 0;
    CHECK_NEAR(white, 0.025 * PIXELS, 80);
    CHECK_NEAR(black, 0.025 * PIXELS, 80);
}

TEST(the_same_seed_gives_the_same_noise) {
    static uint8_t a[3 * PIXELS], b[3 * PIXELS];
    grey_with(WEND_NOISE_GAUSSIAN, a);
    grey_with(WEND_NOISE_GAUSSIAN, b);
    CHECK(memcmp(a, b, sizeof a) == 0);
}

TEST(redwood_depth_comes_in_steps_of_disparity) {
    wend_error error;
    static float depth[PIXELS], scratch[PIXELS];
    wend_noise noise = wend_noise_default_def(WEND_NOISE_REDWOOD);
    wend_camera camera = small_camera();
    wend_rng rng = wend_rng_make(1, 2);
    for (int i = 0; i < PIXELS; i++) depth[i] = 5;
    CHECK_OK(wend_noise_apply_depth(&noise, &camera, &rng, depth, scratch, &error));
    double sum = 0;
    for (int i = 0; i < PIXELS; i++) {
        double steps = 35.13 / depth[i] / 0.125;
        CHECK_NEAR(steps, floor(steps + 0.5), 1e-3);
        sum += depth[i];
    }
    // On average distortion adds a third of what it adds in the corners, here half of 2 %.
    CHECK_NEAR(sum / PIXELS, 5 * (1 + 0.01 / 3), 0.02);
    CHECK_INT(wend_noise_apply_depth(&noise, &camera, &rng, depth, NULL, &error), WEND_ARGUMENT);
}

TEST(redwood_reads_nothing_beyond_ten_metres) {
    wend_error error;
    static float depth[PIXELS], scratch[PIXELS];
    wend_noise noise = wend_noise_default_def(WEND_NOISE_REDWOOD);
    wend_camera camera = small_camera();
    wend_rng rng = wend_rng_make(1, 2);
    for (int i = 0; i < PIXELS; i++) depth[i] = i % SIDE < SIDE / 2 ? 10 : 9;
    CHECK_OK(wend_noise_apply_depth(&noise, &camera, &rng, depth, scratch, &error));
    CHECK_NEAR(depth[PIXELS / 2], 0, 0);
    CHECK(depth[PIXELS / 2 + SIDE - 1] > 8);
}

// A table that halves depth in the left half of the image and leaves it elsewhere; at 4 m,
// between the depths it was measured at.
TEST(redwood_distorts_by_a_table_where_one_is_given) {
    wend_error error;
    static float depth[PIXELS], scratch[PIXELS];
    static float table[WEND_NOISE_TABLE_SIDE][WEND_NOISE_TABLE_SIDE][WEND_NOISE_TABLE_DEPTHS];
    for (int y = 0; y < WEND_NOISE_TABLE_SIDE; y++)
        for (int x = 0; x < WEND_NOISE_TABLE_SIDE; x++)
            for (int k = 0; k < WEND_NOISE_TABLE_DEPTHS; k++)
                table[y][x][k] = x < WEND_NOISE_TABLE_SIDE / 2 ? (k == 1 ? 1.5f : 2.5f) : 1;
    wend_noise noise = wend_noise_default_def(WEND_NOISE_REDWOOD);
    noise.table = &table[0][0][0];
    wend_camera camera = small_camera();
    wend_rng rng = wend_rng_make(1, 2);
    for (int i = 0; i < PIXELS; i++) depth[i] = 4;
    CHECK_OK(wend_noise_apply_depth(&noise, &camera, &rng, depth, scratch, &error));
    for (int y = 0; y < SIDE; y++) {
        CHECK_NEAR(depth[y * SIDE + 20], 2, 0.05);
        CHECK_NEAR(depth[y * SIDE + 100], 4, 0.15);
    }
}

TEST(a_model_that_does_not_fit_the_sensor_is_refused) {
    wend_error error;
    uint8_t rgb[3] = {0};
    float depth = 0;
    wend_camera camera = wend_camera_default_def();
    camera.width = camera.height = 1;
    wend_rng rng = wend_rng_make(1, 2);
    wend_noise noise = wend_noise_default_def(WEND_NOISE_REDWOOD);
    CHECK_INT(wend_noise_apply_rgb(&noise, &camera, &rng, rgb, &error), WEND_ARGUMENT);
    noise = wend_noise_default_def(WEND_NOISE_POISSON);
    CHECK_INT(wend_noise_apply_depth(&noise, &camera, &rng, &depth, NULL, &error), WEND_ARGUMENT);
    noise.peak = NAN;
    CHECK_INT(wend_noise_apply_rgb(&noise, &camera, &rng, rgb, &error), WEND_ARGUMENT);
    wend_noise_kind kind;
    CHECK_INT(wend_noise_parse("fog", &kind, &error), WEND_NOT_FOUND);
    CHECK_HAS(error.message, "'fog'");
}
