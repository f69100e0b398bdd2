// The rasteriser for every other processor.
#define RASTER_KERNEL raster_kernel_portable
#include "sense/resolve_kernel.h"
