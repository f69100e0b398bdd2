#define GLANCE_ROWS glance_rows_portable
#include "perceive/glance_rows_kernel.h"

const glance_rows* glance_rows_best(void) {
#ifdef WEND_HAVE_X86
    if (__builtin_cpu_supports("avx2")) return &glance_rows_avx2;
#endif
    return &glance_rows_portable;
}
