// An instruction follower's weights with changes, also of its words and sizes: a network that plays
// a step, or an error that says why.
#include "fuzz/fuzz_room.h"
#include "model/follower.h"

static wend_file_bytes base;

int LLVMFuzzerInitialize(int* argc, char*** argv) {
    (void)argc;
    (void)argv;
    wend_error error;
    follower* f;
    follower_def small = follower_default_def();
    fuzz_enter_room();
    small.embedding = small.text = small.hidden = small.view = 8;
    CHECK_OK(follower_create(&small, "go\0left\0bed\0door", 4, 1, &f, &error));
    CHECK_OK(follower_save(f, "f.safetensors", false, &error));
    follower_destroy(f);
    CHECK_OK(wend_file_read("f.safetensors", &base, &error));
    fuzz_drop_checksum(&base);
    return 0;
}

// A step in a view with words up to the last, and with two neighbours.
static void play_step(const follower* f) {
    tape t = {0};
    int32_t words[WORD_TABLE_MAX_READ];
    int length = word_table_read(&f->words, "Go left past the bed.", words);
    follower_run run;
    follower_step step;
    view_input view = {.count = 2};
    const view_input* views[1] = {&view};
    const int32_t row = 1;
    for (int k = 0; k <= VIEW_SECTORS; k++) view.first[k] = k;
    for (int k = 0; k < VIEW_SECTORS; k++) {
        view.index[k] = f->words.count - 1;
        view.weight[k] = 1;
    }
    tape_begin(&t, &f->p, NULL);
    follower_begin(f, &t, 1, words, &length, &run);
    follower_forward(f, &t, &run, views, &step);
    follower_take(&t, &run, &step, &row);
    tape_destroy(&t);
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    follower* f = NULL;
    wend_error error = {0};
    size_t length, head = base.size < 4000 ? base.size : 4000;
    wend_file_bytes front = {.data = base.data, .size = head};  // where most changes tell
    bool anywhere = size && data[0] & 1;
    char* text =
        fuzz_edited(anywhere ? &base : &front, data + (size > 0), size - (size > 0), &length);
    size_t whole = anywhere ? length : length + base.size - head;
    char* bytes = malloc(whole);
    if (!bytes) abort();
    memcpy(bytes, text, length);
    if (!anywhere) memcpy(bytes + length, base.data + head, base.size - head);
    if (follower_parse(bytes, whole, "fuzz", &f, &error) == WEND_OK)
        play_step(f);
    else if (!*error.message || f)
        abort();
    follower_destroy(f);
    free(text);
    free(bytes);
    return 0;
}
