// The rasteriser for processors with AVX2 and what came with it; compiled with -march=x86-64-v3
// (CMakeLists.txt).
#ifdef __AVX2__
#define LANES_AVX2
#define RASTER_KERNEL raster_kernel_avx2
#include "sense/resolve_kernel.h"
#endif
