// Files that a scene file references: buffers and images of glTF, materials of OBJ, images of DAE,
// assets and tables of ProcTHOR. They are read only from inside a given folder. Each is recorded
// with a hash of its bytes, or as missing: a cached scene is valid while all of them are unchanged.
#ifndef WEND_IMPORT_COMPANIONS_H
#define WEND_IMPORT_COMPANIONS_H

#include "wend/files.h"

typedef enum companion_root {
    COMPANION_OF_SCENE = 's',   // relative to the folder of the scene file
    COMPANION_OF_ASSETS = 'a',  // relative to the folder of the assets
} companion_root;

// Records as stored in a cache: 16 hexadecimal digits (the hash; "missing---------" if there is no
// file), the letter of the root, the name and a NUL.
typedef struct companions {
    wend_text_out notes;
    uint64_t bytes;  // of all these files
} companions;

void companions_destroy(companions* c);

// Records the file at `path` = `root` + `name`. Must be called before the file is read, so that a
// change in between invalidates the cache. Nullable: c.
void companions_note(companions* c, companion_root root, const char* name, const char* path);

// True if all recorded files are unchanged. Names are resolved in the two folders.
bool companions_are_fresh(const char* notes, size_t size, const char* scene_folder,
                          const char* assets_folder);

#endif
