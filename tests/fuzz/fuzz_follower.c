// Weights of instruction followers with changes, also of their words and sizes: a network that
// plays two steps, or an error that says why.
#include "fuzz/fuzz_room.h"
#include "model/graph_policy.h"

enum { BASES = 8 };
static wend_file_bytes bases[BASES];
static int base_count;

static void add_base(const graph_policy* policy, const char* sizes) {
    wend_error error;
    void* model;
    graph_settings settings = {.sizes = sizes, .seed = 1};
    CHECK_OK(policy->model.create(&settings, "go\0left\0bed\0door", 4, &model, &error));
    graph_model m = policy->model.view(model);
    CHECK_OK(model_file_save(m.kind, m.def, m.words, m.p, "f.safetensors", false, &error));
    policy->model.destroy(model);
    CHECK_OK(wend_file_read("f.safetensors", &bases[base_count], &error));
    fuzz_drop_checksum(&bases[base_count++]);
}

int LLVMFuzzerInitialize(int* argc, char*** argv) {
    (void)argc;
    (void)argv;
    fuzz_enter_room();
    add_base(&follower_policy, "embedding=8 text=8 hidden=8 view=8");
    add_base(&hamt_policy, "hidden=8 heads=2 feed=8 layers=1");
    return 0;
}

// Steps in a view with words up to the last, and with two neighbours.
static void play_steps(const graph_policy* policy, void* model) {
    tape t = {0};
    graph_model m = policy->model.view(model);
    void* run = calloc(1, policy->run_size);
    int32_t words[WORD_TABLE_MAX_READ];
    int length = word_table_read(m.words, "Go left past the bed.", words);
    graph_step step;
    view_input view = {.count = 2};
    const view_input* views[1] = {&view};
    const int32_t row = 1;
    if (!run) abort();
    for (int k = 0; k <= VIEW_SECTORS; k++) view.first[k] = k;
    for (int k = 0; k < VIEW_SECTORS; k++) {
        view.index[k] = m.words->count - 1;
        view.weight[k] = 1;
    }
    tape_begin(&t, m.p, NULL);
    policy->begin(model, &t, 1, words, &length, run);
    for (int s = 0; s < 2; s++) {
        policy->forward(model, &t, run, views, &step);
        policy->take(model, &t, run, &step, &row);
    }
    tape_destroy(&t);
    free(run);
}

static void try_bytes(const char* bytes, size_t size) {
    wend_tensors file;
    wend_error error = {0};
    void* model = NULL;
    if (wend_tensors_parse(bytes, size, "fuzz", &file, &error) != WEND_OK) {
        if (!*error.message) abort();
        return;
    }
    const graph_policy* policy = graph_policy_of_file(&file);
    if (policy && policy->model.read(&file, "fuzz", &model, &error) == WEND_OK)
        play_steps(policy, model);
    else if (policy && (!*error.message || model))
        abort();
    if (policy) policy->model.destroy(model);
    wend_tensors_destroy(&file);
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    const wend_file_bytes* base = &bases[size ? (data[0] >> 1) % base_count : 0];
    size_t length, head = base->size < 4000 ? base->size : 4000;
    wend_file_bytes front = {.data = base->data, .size = head};  // where most changes tell
    bool anywhere = size && data[0] & 1;
    char* text =
        fuzz_edited(anywhere ? base : &front, data + (size > 0), size - (size > 0), &length);
    size_t whole = anywhere ? length : length + base->size - head;
    char* bytes = malloc(whole);
    if (!bytes) abort();
    memcpy(bytes, text, length);
    if (!anywhere) memcpy(bytes + length, base->data + head, base->size - head);
    try_bytes(bytes, whole);
    free(text);
    free(bytes);
    return 0;
}
