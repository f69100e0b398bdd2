// glance_rows.c for processors with AVX2; compiled with -mavx2 (CMakeLists.txt).
#ifdef __AVX2__
#define GLANCE_ROWS glance_rows_avx2
#include "perceive/glance_rows_kernel.h"
#endif
