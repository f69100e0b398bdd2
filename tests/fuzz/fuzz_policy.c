// A policy's weights with changes: a policy, or an error with the reason.
#include "fuzz/fuzz_room.h"

#include "wend/agent.h"

static wend_file_bytes base;

int LLVMFuzzerInitialize(int* argc, char*** argv) {
    (void)argc;
    (void)argv;
    wend_error error;
    wend_policy policy;
    fuzz_enter_room();
    wend_policy_def small = *wend_policy_find("nomap-rnn-small");
    small.width = small.height = 36;
    small.rgb = 0;
    small.filters1 = small.filters2 = small.filters3 = 16;
    small.encoder_size = small.memory_size = 16;
    CHECK_OK(wend_policy_create(&small, 1, &policy, &error));
    CHECK_OK(wend_policy_save(&policy, "p.safetensors", &error));
    wend_policy_destroy(&policy);
    CHECK_OK(wend_file_read("p.safetensors", &base, &error));
    fuzz_drop_checksum(&base);
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    wend_policy policy = {0};
    wend_error error = {0};
    size_t length, head = base.size < 4000 ? base.size : 4000;
    wend_file_bytes front = {.data = base.data, .size = head};  // where most changes have an effect
    bool anywhere = size && data[0] & 1;
    char* text =
        fuzz_edited(anywhere ? &base : &front, data + (size > 0), size - (size > 0), &length);
    size_t whole = anywhere ? length : length + base.size - head;
    char* bytes = malloc(whole);
    if (!bytes) abort();
    memcpy(bytes, text, length);
    if (!anywhere) memcpy(bytes + length, base.data + head, base.size - head);
    if (wend_policy_parse(bytes, whole, "fuzz", &policy, &error) == WEND_OK)
        wend_policy_destroy(&policy);
    else if (!*error.message)
        abort();
    free(text);
    free(bytes);
    return 0;
}
