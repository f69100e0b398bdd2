// segment_rows.c for processors with AVX2; compiled with -mavx2 (CMakeLists.txt).
#ifdef __AVX2__
#define SEGMENT_ROWS segment_rows_avx2
#include "perceive/segment_rows_kernel.h"
#endif
