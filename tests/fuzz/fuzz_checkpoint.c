// A training run that resumes from a checkpoint with changes: it goes on or refuses with a reason.
#include "fuzz/fuzz_room.h"

#include "wend/train.h"

static wend_file_bytes base;
static wend_policy_def small;
static char name[64];  // of the checkpoint

static wend_train_def training(void) {
    wend_train_def d = wend_train_default_def();
    d.play.task = "pointnav";
    d.agent = "nomap-rnn-small";
    d.policy = &small;
    d.play.episodes = "e.json";
    d.out = "training";
    d.num_envs = 2;
    d.rollout = 2;
    d.minibatches = 2;
    d.steps = 4;
    d.save_every = 1;
    d.threads = 1;
    d.play.max_steps = 8;
    return d;
}

int LLVMFuzzerInitialize(int* argc, char*** argv) {
    (void)argc;
    (void)argv;
    wend_error error;
    fuzz_enter_room();
    small = *wend_policy_find("nomap-rnn-small");
    small.width = small.height = 36;
    small.rgb = 0;
    small.filters1 = small.filters2 = small.filters3 = 16;
    small.encoder_size = small.memory_size = 16;
    wend_train_def def = training();
    CHECK_OK(wend_train(&def, &error));
    snprintf(name, sizeof name, "%s", "training/last.safetensors");
    CHECK_OK(wend_file_read(name, &base, &error));
    fuzz_drop_checksum(&base);
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    wend_error error = {0};
    size_t length, head = base.size < 6000 ? base.size : 6000;
    wend_file_bytes front = {.data = base.data, .size = head};  // where changes have an effect
    bool anywhere = size && data[0] & 1;
    char* text =
        fuzz_edited(anywhere ? &base : &front, data + (size > 0), size - (size > 0), &length);
    FILE* file = fopen(name, "wb");
    if (!file) abort();
    fwrite(text, 1, length, file);
    if (!anywhere) fwrite(base.data + head, 1, base.size - head, file);
    fclose(file);
    free(text);
    wend_train_def def = training();
    if (wend_train(&def, &error) != WEND_OK && !*error.message) abort();
    return 0;
}
