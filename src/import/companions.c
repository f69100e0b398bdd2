// Records of the files that a scene references: root, name and hash.
#include "import/companions.h"

#include <stdio.h>
#include <string.h>

#include "base/file.h"

enum { HASH_DIGITS = 16 };
static const char missing[] = "missing---------";
_Static_assert(sizeof missing == HASH_DIGITS + 1, "as long as a hash");

void companions_destroy(companions* c) { wend_text_destroy(&c->notes); }

// Returns the size. A file that cannot be read counts as missing; if it becomes readable, its hash
// differs from the recorded value and the cache is stale.
static uint64_t describe_file(const char* path, char out[HASH_DIGITS + 1]) {
    uint64_t hash = 0, size = 0;
    if (file_hash(path, &hash, &size, NULL) == WEND_OK)
        snprintf(out, HASH_DIGITS + 1, "%016llx", (unsigned long long)hash);
    else
        memcpy(out, missing, sizeof missing);
    return size;
}

static bool is_noted(const companions* c, companion_root root, const char* name) {
    size_t length = strlen(name);
    for (size_t at = 0; at < c->notes.count;) {
        const char* record = c->notes.items + at;
        size_t size = strlen(record);
        if (size == HASH_DIGITS + 1 + length && record[HASH_DIGITS] == (char)root &&
            memcmp(record + HASH_DIGITS + 1, name, length) == 0)
            return true;
        at += size + 1;
    }
    return false;
}

void companions_note(companions* c, companion_root root, const char* name, const char* path) {
    if (!c || is_noted(c, root, name)) return;
    char digits[HASH_DIGITS + 1];
    c->bytes += describe_file(path, digits);
    wend_text_put(&c->notes, "%s%c%s", digits, root, name);
    wend_text_put_bytes(&c->notes, "", 1);
}

bool companions_are_fresh(const char* notes, size_t size, const char* scene_folder,
                          const char* assets_folder) {
    if (size && notes[size - 1]) return false;
    for (size_t at = 0; at < size;) {
        const char* record = notes + at;
        size_t length = strlen(record);
        if (length <= HASH_DIGITS) return false;
        const char* folder =
            record[HASH_DIGITS] == COMPANION_OF_ASSETS ? assets_folder : scene_folder;
        char path[4096], digits[HASH_DIGITS + 1];
        if (wend_file_join(folder, record + HASH_DIGITS + 1, path, sizeof path, NULL) != WEND_OK)
            return false;
        describe_file(path, digits);
        if (memcmp(digits, record, HASH_DIGITS) != 0) return false;
        at += length + 1;
    }
    return true;
}
