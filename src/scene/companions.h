// The files a scene is made of besides its own: buffers and pictures of glTF, materials of OBJ,
// pictures of DAE, assets and tables of ProcTHOR. They are found only inside the folder they are
// looked for in, and each one that was looked for is noted with a hash of its bytes, or as missing:
// a cached scene is fresh while all of them are as they were.
#ifndef WEND_SCENE_COMPANIONS_H
#define WEND_SCENE_COMPANIONS_H

#include "base/file.h"
#include "base/text.h"

typedef enum companion_root {
    COMPANION_OF_SCENE = 's',   // named relative to the folder the scene's file lies in
    COMPANION_OF_ASSETS = 'a',  // to the folder of the assets
} companion_root;

// Notes as they are kept in a cache: a record is 16 hexadecimal digits (the hash;
// "missing---------" where there was no file), the root's letter, the name and a NUL.
typedef struct companions {
    text_out notes;
    uint64_t bytes;  // of all these files
} companions;

void companions_destroy(companions* c);

// Notes what is at `path`, which `root` and `name` stand for. To be called before the file is read:
// one that is changed in between then counts as changed. Nullable: c.
void companions_note(companions* c, companion_root root, const char* name, const char* path);

// Are the files of the notes as they were? Names are looked up in the two folders.
bool companions_are_fresh(const char* notes, size_t size, const char* scene_folder,
                          const char* assets_folder);

#endif
