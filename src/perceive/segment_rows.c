#define SEGMENT_ROWS segment_rows_portable
#include "perceive/segment_rows_kernel.h"

const segment_rows* segment_rows_best(void) {
#ifdef WEND_HAVE_X86
    if (__builtin_cpu_supports("avx2")) return &segment_rows_avx2;
#endif
    return &segment_rows_portable;
}
