// The transforms of winograd.h for any processor.
#define WINOGRAD_KERNEL winograd_kernel_portable
#include "net/winograd_kernel.h"
