// PCG32 (O'Neill 2014): 64 bits of state, a permuted 32-bit output, one sequence per odd increment.
#include "wend/base.h"

wend_rng wend_rng_make(uint64_t seed, uint64_t stream) {
    wend_rng rng = {0, stream << 1 | 1};
    wend_rng_u32(&rng);
    rng.state += seed;
    wend_rng_u32(&rng);
    return rng;
}

wend_rng wend_rng_for(uint64_t seed, const char* id, const char* purpose) {
    return wend_rng_make(wend_hash_text(id, seed), wend_hash_text(purpose, seed));
}

uint32_t wend_rng_u32(wend_rng* rng) {
    uint64_t old = rng->state;
    rng->state = old * 6364136223846793005u + rng->stream;
    uint32_t mixed = (uint32_t)((old >> 18 ^ old) >> 27);
    uint32_t turn = (uint32_t)(old >> 59);
    return mixed >> turn | mixed << (-turn & 31);
}

// Lemire's multiply-and-reject: unbiased, with a division only when the first draw may be rejected.
uint32_t wend_rng_below(wend_rng* rng, uint32_t bound) {
    uint64_t product = (uint64_t)wend_rng_u32(rng) * bound;
    if ((uint32_t)product < bound) {
        uint32_t threshold = -bound % bound;
        while ((uint32_t)product < threshold) product = (uint64_t)wend_rng_u32(rng) * bound;
    }
    return (uint32_t)(product >> 32);
}

int wend_rng_range(wend_rng* rng, int low, int high) {
    return low + (int)wend_rng_below(rng, (uint32_t)(high - low) + 1);
}

float wend_rng_float(wend_rng* rng) { return (float)(wend_rng_u32(rng) >> 8) * 0x1p-24f; }

double wend_rng_double(wend_rng* rng) {
    uint64_t high = wend_rng_u32(rng) >> 5, low = wend_rng_u32(rng) >> 6;
    return (double)(high << 26 | low) * 0x1p-53;
}

float wend_rng_between(wend_rng* rng, float low, float high) {
    return low + (high - low) * wend_rng_float(rng);
}

bool wend_rng_chance(wend_rng* rng, float probability) { return wend_rng_float(rng) < probability; }

// Box-Muller. The second value of the pair is dropped: a generator has no state besides the PCG's.
double wend_rng_normal(wend_rng* rng) {
    double u = 1 - wend_rng_double(rng), v = wend_rng_double(rng);
    return sqrt(-2 * log(u)) * cos(2 * WEND_PI * v);
}
