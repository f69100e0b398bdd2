// Memory check before calls of libraries that do not survive a failing allocation.
#ifndef WEND_BASE_HEADROOM_H
#define WEND_BASE_HEADROOM_H

#include <stdbool.h>
#include <stddef.h>

// True if this process can map `bytes` more under its limits (ulimit -v). Embree and TBB end the
// program when an allocation or a thread stack fails, so they are called only if their maximum
// fits.
bool headroom_is_there(size_t bytes);

#endif
