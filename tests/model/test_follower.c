// The follower network: inputs, files. test_graph_policy.c has its computation.
#include <math.h>

#include "model/follower.h"
#include "model/view_fixture.h"
#include "test.h"

enum { WORDS = VIEW_FIXTURE_WORDS };

static follower* make_follower(float dropout) {
    static const char words[] = "go\0left\0bed\0kitchen\0door\0past\0the\0stop";
    follower_def def = follower_default_def();
    follower* f;
    wend_error error;
    def.embedding = def.text = def.view = 8;
    def.hidden = 16;
    def.dropout = dropout;
    CHECK_OK(follower_create(&def, words, WORDS - 1, 5, &f, &error));
    CHECK_INT(f->words.count, WORDS);
    return f;
}

TEST(features_of_a_sector_are_weighted_means_of_unit_size) {
    enum { SIZE = VIEW_FIXTURE_FEATURE };
    tape t = {0};
    follower* f = make_follower(0);
    view_input view = view_fixture(2, 1);
    const view_input* shown[2] = {NULL, &view};
    tape_begin(&t, &f->p, NULL);
    float* x = view_features_make(&t, 2, shown, SIZE);
    for (int i = 0; i < VIEW_SECTORS * SIZE; i++) CHECK_NEAR(x[i], 0, 0);
    const float* sector = x + (VIEW_SECTORS + 3) * SIZE;
    float rows[3][SIZE], mean[SIZE], sum = 0;
    for (int r = 0; r < 3; r++)
        wend_view_perception_feature(&view.views[12 * r + 3], SIZE, rows[r]);
    for (int k = 0; k < SIZE; k++) {
        mean[k] = (rows[0][k] + 2 * rows[1][k] + rows[2][k]) / 4;
        sum += mean[k] * mean[k] / SIZE;
    }
    for (int k = 0; k < SIZE; k++) CHECK_NEAR(sector[k], mean[k] / sqrtf(sum), 1e-4);
    view_input_hide(&view, 1, 0.5f);  // removes the same numbers from all sectors
    x = view_features_make(&t, 2, shown, SIZE);
    int hidden = 0;
    for (int k = 0; k < SIZE; k++) {
        bool gone = !x[VIEW_SECTORS * SIZE + k];
        hidden += gone;
        for (int s = 0; s < VIEW_SECTORS; s++) CHECK(!x[(VIEW_SECTORS + s) * SIZE + k] == gone);
    }
    CHECK(hidden > 0 && hidden < SIZE);
    tape_destroy(&t);
    follower_destroy(f);
}

TEST(instructions_are_read_without_case_and_unknown_words_are_word_0) {
    follower* f = make_follower(0);
    int32_t index[WORD_TABLE_MAX_READ];
    CHECK_INT(word_table_read(&f->words, "Go LEFT, xylophone! bed.", index), 4);
    CHECK_INT(index[0], 1);
    CHECK_INT(index[1], 2);
    CHECK_INT(index[2], 0);
    CHECK_INT(index[3], 3);
    CHECK_INT(word_table_read(&f->words, "", index), 1);
    CHECK_INT(index[0], 0);
    char* text = wend_alloc(4000);
    for (int i = 0; i < 1000; i++) memcpy(text + 4 * i, "bed ", 4);
    text[3999] = 0;
    CHECK_INT(word_table_read(&f->words, text, index), WORD_TABLE_MAX_READ);
    wend_free(text);
    follower_destroy(f);
}

TEST(environment_dropout_hides_the_same_words_from_all_views) {
    view_input a = view_fixture(2, 0), b = view_fixture(2, 1), whole = a;
    bool hidden[WORDS] = {0}, shown[WORDS] = {0};
    view_input_hide(&a, 77, 0);
    CHECK_INT(a.first[VIEW_SECTORS], whole.first[VIEW_SECTORS]);
    view_input_hide(&a, 77, 0.5f);
    view_input_hide(&b, 77, 0.5f);
    for (int i = 0; i < a.first[VIEW_SECTORS]; i++) shown[a.index[i]] = true;
    for (int i = 0; i < whole.first[VIEW_SECTORS]; i++)
        hidden[whole.index[i]] = !shown[whole.index[i]];
    CHECK(a.first[VIEW_SECTORS] > 0);
    CHECK(a.first[VIEW_SECTORS] < whole.first[VIEW_SECTORS]);
    for (int i = 0; i < b.first[VIEW_SECTORS]; i++) CHECK(!hidden[b.index[i]]);
    for (int k = 0; k < VIEW_SECTORS; k++) {
        float sum = 0;
        for (int i = a.first[k]; i < a.first[k + 1]; i++) sum += a.weight[i] * a.weight[i];
        CHECK(a.first[k] == a.first[k + 1] || fabsf(sum - 1) < 1e-5f);
    }
    view_input_hide(&b, 77, 1);
    CHECK_INT(b.first[VIEW_SECTORS], 0);
}

// ---- files --------------------------------------------------------------------------------------

static wend_status save(const follower* f, const char* path, bool half, wend_error* error) {
    return model_file_save(&follower_kind, &f->def, &f->words, &f->p, path, half, error);
}

static wend_status parse(const char* name, follower** f, wend_error* error) {
    wend_tensors file;
    *f = NULL;
    WEND_TRY(wend_tensors_read(test_path(name), &file, error));
    wend_status status = follower_from_tensors(&file, name, f, error);
    wend_tensors_destroy(&file);
    return status;
}

TEST(a_follower_comes_back_from_its_file) {
    wend_error error;
    follower *f = make_follower(0), *again;
    CHECK_OK(save(f, test_path("f.safetensors"), false, &error));
    CHECK_OK(parse("f.safetensors", &again, &error));
    CHECK(memcmp(again->p.values, f->p.values, f->p.size * sizeof(float)) == 0);
    CHECK_INT(again->def.hidden, 16);
    CHECK_INT(again->words.count, WORDS);
    CHECK_INT(word_table_find(&again->words, "Kitchen", 7), 4);
    follower_destroy(again);
    CHECK_OK(save(f, test_path("half.safetensors"), true, &error));
    CHECK_OK(parse("half.safetensors", &again, &error));
    for (size_t i = 0; i < f->p.size; i++)
        CHECK_NEAR(again->p.values[i], f->p.values[i], 1e-3 * (1 + fabs((double)f->p.values[i])));
    follower_destroy(again);
    follower_destroy(f);
}

static void check_refused(follower* f, const wend_note notes[MODEL_NOTES], int tensors,
                          const char* says) {
    wend_error error;
    model_file file;
    follower* again;
    CHECK_OK(model_file_create(&follower_kind, &f->def, &f->words, &f->p, &file, &error));
    wend_tensors all = {.tensors = file.tensors,
                        .count = tensors,
                        .notes = (wend_note*)notes,
                        .note_count = MODEL_NOTES};
    CHECK_OK(wend_tensors_write(test_path("f.safetensors"), &all, &error));
    CHECK_INT(parse("f.safetensors", &again, &error), WEND_FORMAT);
    CHECK(!again);
    CHECK_HAS(error.message, says);
    model_file_destroy(&file);
}

TEST(files_that_are_no_followers_are_refused) {
    wend_error error;
    follower* f = make_follower(0);
    model_file file;
    wend_note notes[MODEL_NOTES], other[MODEL_NOTES];
    int count = (int)f->p.arrays.count;
    CHECK_OK(model_file_create(&follower_kind, &f->def, &f->words, &f->p, &file, &error));
    model_file_notes(&follower_kind, file.sizes, file.words, notes);
    memcpy(other, notes, sizeof notes);
    other[0].text = "policy";
    check_refused(f, other, count, "not weights of an instruction follower");
    other[0] = notes[0];
    other[1].text = "hidden=16 view=99999";
    check_refused(f, other, count, "'view=99999'");
    other[1].text = "hidden";
    check_refused(f, other, count, "'hidden'");
    other[1] = notes[1];
    other[2].text = "go left";
    check_refused(f, other, count, "words");
    check_refused(f, notes, count - 1, "value.bias");
    model_file_destroy(&file);
    follower_destroy(f);
}

// 200,000 words of 1,024 numbers would be 800 MB; the file has neither.
TEST(a_small_file_that_declares_a_large_follower_takes_no_memory) {
    enum { MANY = 200000 };
    wend_error error;
    follower* f = make_follower(0);
    model_file file;
    wend_note notes[MODEL_NOTES];
    char* text = wend_alloc(2 * MANY);
    for (int i = 0; i < MANY; i++) memcpy(text + 2 * i, "a ", 2);
    text[2 * MANY - 1] = 0;
    CHECK_OK(model_file_create(&follower_kind, &f->def, &f->words, &f->p, &file, &error));
    model_file_notes(&follower_kind, "embedding=1024 text=8 hidden=16 view=8", text, notes);
    wend_memory_reset_peak();
    uint64_t before = wend_memory_get_stats().live_bytes;
    check_refused(f, notes, (int)f->p.arrays.count, "expected 200001 x 1024");
    CHECK(wend_memory_get_stats().peak_bytes - before < 32 << 20);
    model_file_destroy(&file);
    wend_free(text);
    follower_destroy(f);
}
