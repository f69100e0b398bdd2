#include "test.h"

TEST(same_seed_and_stream_give_the_same_numbers) {
    wend_rng a = wend_rng_make(7, 1), b = wend_rng_make(7, 1), c = wend_rng_make(7, 2);
    int equal_to_other_stream = 0;
    for (int i = 0; i < 1000; i++) {
        uint32_t x = wend_rng_u32(&a);
        CHECK(x == wend_rng_u32(&b));
        equal_to_other_stream += x == wend_rng_u32(&c);
    }
    CHECK(equal_to_other_stream < 3);
}

TEST(pcg32_gives_the_published_sequence) {
    // The first outputs of O'Neill's demo program: seed 42, stream 54.
    const uint32_t published[] = {0xa15c02b7, 0x7b47f409, 0xba1d3330, 0x83d2f293, 0xbfa4784b};
    wend_rng rng = wend_rng_make(42, 54);
    for (int i = 0; i < 5; i++) CHECK_INT(wend_rng_u32(&rng), published[i]);
}

TEST(below_is_even_over_its_range) {
    wend_rng rng = wend_rng_for(3, "episode 9", "noise");
    int counts[7] = {0};
    for (int i = 0; i < 70000; i++) counts[wend_rng_below(&rng, 7)]++;
    for (int i = 0; i < 7; i++) CHECK_NEAR(counts[i], 10000, 400);
}

TEST(normal_has_mean_0_and_deviation_1) {
    wend_rng rng = wend_rng_make(1, 1);
    double sum = 0, squares = 0;
    for (int i = 0; i < 100000; i++) {
        double x = wend_rng_normal(&rng);
        sum += x;
        squares += x * x;
    }
    CHECK_NEAR(sum / 100000, 0, 0.02);
    CHECK_NEAR(squares / 100000, 1, 0.02);
}
