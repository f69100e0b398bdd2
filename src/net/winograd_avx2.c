// The transforms of winograd.h for AVX2.
#define WINOGRAD_KERNEL winograd_kernel_avx2
#include "net/winograd_kernel.h"
