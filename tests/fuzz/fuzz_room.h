// A small world on disk for targets that run, train or replay: two rooms, episodes in them, and
// edits of files that were right.
#ifndef WEND_FUZZ_ROOM_H
#define WEND_FUZZ_ROOM_H

#include <ftw.h>
#include <stdarg.h>
#include <unistd.h>
#include <zlib.h>

#include "fixture.c"

#include "wend/files.h"
#include "wend/log.h"
#include "wend/make.h"
#include "wend/run.h"

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);
int LLVMFuzzerInitialize(int* argc, char*** argv);

int test_checks;

void test_fail(const char* file, int line, const char* format, ...) {
    va_list arguments;
    va_start(arguments, format);
    fprintf(stderr, "%s:%d: ", file, line);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    abort();
}

static char fuzz_folder[64];

static int fuzz_remove(const char* path, const struct stat* info, int type, struct FTW* at) {
    (void)info;
    (void)type;
    (void)at;
    return remove(path);
}

static inline void fuzz_leave(void) { nftw(fuzz_folder, fuzz_remove, 16, FTW_DEPTH | FTW_PHYS); }

// A folder that becomes the current one, with rooms.wscene and episodes in it in e.json.
static inline void fuzz_enter_room(void) {
    wend_error error;
    const char* scene = "rooms.wscene";
    snprintf(fuzz_folder, sizeof fuzz_folder, "%s/wend-fuzz-XXXXXX",
             access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp");
    CHECK(mkdtemp(fuzz_folder) && chdir(fuzz_folder) == 0);
    atexit(fuzz_leave);
    wend_scene* rooms = fixture_two_rooms(1);
    CHECK_OK(wend_scene_save(rooms, scene, &error));
    wend_scene_destroy(rooms);
    wend_pointnav_def walks = wend_pointnav_default_def();
    walks.count = 4;
    walks.min_ratio = 1;
    walks.max_distance = 6;
    CHECK_OK(wend_pointnav_generate(&scene, 1, &walks, "e.json", &error));
}

// A finished run of those episodes.
static inline void fuzz_make_log(const char* path) {
    wend_error error;
    wend_run_summary summary;
    wend_run_def def = wend_run_default_def();
    def.play.task = "pointnav";
    def.agent = "goal";
    def.play.episodes = "e.json";
    def.out = path;
    def.play.max_steps = 20;
    CHECK_OK(wend_run(&def, &summary, &error));
}

// Renames the note with the checksum of a file of tensors: without it the file is not checked, and
// changes get past it.
static inline void fuzz_drop_checksum(wend_file_bytes* base) {
    char* note = memmem(base->data, base->size, "wend.checksum", 13);
    CHECK(note);
    note[0] = 'W';
}

// The base with edits: each four bytes of `data` are a place (16 bits, scaled), what to do (0, 1
// replace, 2 insert, 3 cut a byte, 4 cut the rest, 5 repeat the 32 bytes before) and a byte. The
// caller frees it.
static inline char* fuzz_edited(const wend_file_bytes* base, const uint8_t* data, size_t size,
                                size_t* out_size) {
    size_t length = base->size;
    char* text = malloc(base->size + 33 * (size / 4 + 1) + 1);
    if (!text) abort();
    memcpy(text, base->data, length);
    for (; size >= 4 && length > 40; data += 4, size -= 4) {
        size_t at = ((size_t)data[0] << 8 | data[1]) * (length - 1) / 65535;
        switch (data[2] % 6) {
            case 2:
                memmove(text + at + 1, text + at, length - at);
                text[at] = (char)data[3];
                length++;
                break;
            case 3:
                memmove(text + at, text + at + 1, --length - at);
                break;
            case 4:
                if (data[3] < 16) length = at;
                break;
            case 5:
                if (at < 32) break;
                memmove(text + at + 32, text + at, length - at);
                memcpy(text + at, text + at - 32, 32);
                length += 32;
                break;
            default:
                text[at] = (char)data[3];
        }
    }
    text[length] = 0;
    *out_size = length;
    return text;
}

#endif
