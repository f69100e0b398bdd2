#include "base/simd.h"

#include <stdlib.h>
#include <string.h>

static const char* const simd_words[] = {"portable", "sse4", "avx2", "avx512"};
enum { SIMD_WORDS = sizeof simd_words / sizeof *simd_words };

static simd_level simd_level_of_processor(void) {
#ifdef WEND_HAVE_X86
    if (!__builtin_cpu_supports("sse4.1")) return SIMD_LEVEL_PORTABLE;
    if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma") ||
        !__builtin_cpu_supports("bmi2"))
        return SIMD_LEVEL_SSE4;
    if (!__builtin_cpu_supports("avx512f") || !__builtin_cpu_supports("avx512bw") ||
        !__builtin_cpu_supports("avx512dq") || !__builtin_cpu_supports("avx512vl"))
        return SIMD_LEVEL_AVX2;
    return SIMD_LEVEL_AVX512;
#else
    return SIMD_LEVEL_PORTABLE;
#endif
}

static int simd_word_find(const char* word) {
    for (int i = 0; word && i < SIMD_WORDS; i++)
        if (strcmp(word, simd_words[i]) == 0) return i;
    return -1;
}

bool wend_simd_is_known(const char* word) { return simd_word_find(word) >= 0; }

simd_level simd_level_find(void) {
    simd_level level = simd_level_of_processor();
    int limit = simd_word_find(getenv("WEND_SIMD"));
    return limit >= 0 && limit < (int)level ? (simd_level)limit : level;
}

bool simd_has_bf16(void) {
#ifdef WEND_HAVE_X86
    return simd_level_find() == SIMD_LEVEL_AVX512 && __builtin_cpu_supports("avx512bf16");
#else
    return false;
#endif
}
