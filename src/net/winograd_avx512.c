// The transforms of winograd.h for AVX-512.
#define WINOGRAD_KERNEL winograd_kernel_avx512
#include "net/winograd_kernel.h"
