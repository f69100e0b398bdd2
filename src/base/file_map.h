// A file in memory by mmap: pages are read when they are used, and are shared between processes.
//
// A file that is truncated while it is mapped ends the process, so maps are for files that are
// replaced as a whole (wend_file_write) or that are read once.
#ifndef WEND_BASE_FILE_MAP_H
#define WEND_BASE_FILE_MAP_H

#include "wend/base.h"

typedef struct file_map {
    const uint8_t* bytes;  // NULL: none, or an empty file
    size_t size;
} file_map;

wend_status file_map_open(const char* path, file_map* map, wend_error* error);
void file_map_close(file_map* map);  // safe on {0} and twice

#endif
