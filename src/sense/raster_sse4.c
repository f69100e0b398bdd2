// The rasteriser for processors with SSE4.1 only; compiled with -msse4.1 (CMakeLists.txt).
#ifdef __SSE4_1__
#define LANES_SSE4
#define RASTER_KERNEL raster_kernel_sse4
#include "sense/resolve_kernel.h"
#endif
