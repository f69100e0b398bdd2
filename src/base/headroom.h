// Room for libraries that do not survive a failing allocation.
#ifndef WEND_BASE_HEADROOM_H
#define WEND_BASE_HEADROOM_H

#include <stdbool.h>
#include <stddef.h>

// Could this process map so many bytes more, under its limits (ulimit -v)? Embree, and TBB below
// it, end the program when memory or a thread's stack is refused in the wrong place, so they are
// asked only where there is room for all they may take.
bool headroom_is_there(size_t bytes);

#endif
