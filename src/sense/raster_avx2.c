// The rasteriser for processors with AVX2; compiled with -mavx2 (CMakeLists.txt).
#ifdef __AVX2__
#define LANES_AVX2
#define RASTER_KERNEL raster_kernel_avx2
#include "sense/resolve_kernel.h"
#endif
