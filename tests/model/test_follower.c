// The follower network: gradients, batches, inputs, files.
#include <math.h>

#include "model/follower.h"
#include "model/view_fixture.h"
#include "test.h"

enum { EPISODES = 3, STEPS = 2, WORDS = VIEW_FIXTURE_WORDS };

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

typedef struct played {
    float logits[STEPS][EPISODES][8];  // neighbours, then STOP
    float values[STEPS][EPISODES];
} played;

static const int32_t texts[EPISODES][5] = {{1, 2, 3, 4, 5}, {6, 7}, {8, 1, 4}};
static const int text_lengths[EPISODES] = {5, 2, 3};

// Plays STEPS steps of the episodes `which`; the loss is a fixed linear form of all outputs.
static double play(const follower* f, tape* t, float* gradients, const int* which, int count,
                   played* out) {
    int32_t words[EPISODES * WORD_TABLE_MAX_READ] = {0};
    int lengths[EPISODES];
    follower_run run;
    view_input views[EPISODES];
    double loss = 0;
    for (int b = 0; b < count; b++) {
        memcpy(words + b * WORD_TABLE_MAX_READ, texts[which[b]], sizeof texts[0]);
        lengths[b] = text_lengths[which[b]];
    }
    tape_begin(t, &f->p, gradients);
    follower_begin(f, t, count, words, lengths, &run);
    follower_step steps[STEPS];
    for (int s = 0; s < STEPS; s++) {
        const view_input* shown[EPISODES];
        int32_t taken[EPISODES];
        for (int b = 0; b < count; b++) {
            views[b] = view_fixture(2 + which[b], s + which[b]);
            shown[b] = s == 1 && which[b] == 1 ? NULL : &views[b];  // ends after one step
        }
        follower_forward(f, t, &run, shown, &steps[s]);
        CHECK(!t->failed);
        const float *logits = tape_value(t, steps[s].logits),
                    *values = tape_value(t, steps[s].values);
        for (int b = 0; b < count; b++) {
            int first = steps[s].first[b], rows = steps[s].first[b + 1] - first;
            float* to = out->logits[s][which[b]];
            CHECK_INT(rows, shown[b] ? 2 + which[b] : 0);
            memcpy(to, logits + first, (size_t)rows * sizeof *to);
            to[rows] = logits[steps[s].count + b];
            out->values[s][which[b]] = values[b];
            taken[b] = shown[b] ? first + 1 : -1;
        }
        follower_take(t, &run, &steps[s], taken);
    }
    for (int s = 0; s < STEPS; s++) {
        int rows = steps[s].count + count;
        for (int i = 0; i < rows; i++) {
            float weight = sinf((float)(3 * i + s + 1));
            loss += (double)(weight * tape_value(t, steps[s].logits)[i]);
            if (gradients) tape_gradient(t, steps[s].logits)[i] += weight;
        }
        for (int b = 0; b < count; b++) {
            loss += 0.3 * (double)tape_value(t, steps[s].values)[b];
            if (gradients) tape_gradient(t, steps[s].values)[b] += 0.3f;
        }
    }
    return loss;
}

TEST(gradients_of_a_follower_match_finite_differences) {
    follower* f = make_follower(0);
    tape t = {0};
    played out;
    const int all[EPISODES] = {0, 1, 2};
    float* gradients = wend_alloc_zero(f->p.size, sizeof *gradients);
    t.learning = true;
    play(f, &t, gradients, all, EPISODES, &out);
    tape_backward(&t);
    int compared = 0;
    for (size_t a = 0; a < f->p.arrays.count; a++) {
        const wend_parameter* p = &f->p.arrays.items[a].shape;
        for (size_t k = 0; k < p->size; k += 1 + p->size / 7) {
            float* w = &f->p.values[p->offset + k];
            float kept = *w, step = 0.01f;
            double sides[2];
            for (int side = 0; side < 2; side++) {
                *w = kept + (side ? step : -step);
                parameters_pack(&f->p);
                sides[side] = play(f, &t, NULL, all, EPISODES, &out);
            }
            *w = kept;
            double numeric = (sides[1] - sides[0]) / (2 * (double)step);
            CHECK_NEAR(gradients[p->offset + k], numeric, 0.004 + 0.02 * fabs(numeric));
            compared++;
        }
    }
    CHECK(compared > 100);
    wend_free(gradients);
    tape_destroy(&t);
    follower_destroy(f);
}

// Instructions of other lengths in the batch change nothing: each episode alone gives the same.
TEST(an_episode_does_not_depend_on_the_others_of_its_batch) {
    follower* f = make_follower(0.5f);  // not learning: no dropout
    tape t = {0};
    played together, alone;
    const int orders[2][EPISODES] = {{0, 1, 2}, {2, 0, 1}};
    for (int order = 0; order < 2; order++) {
        play(f, &t, NULL, orders[order], EPISODES, &together);
        for (int b = 0; b < EPISODES; b++) {
            play(f, &t, NULL, &b, 1, &alone);
            for (int s = 0; s < STEPS; s++) {
                int rows = s == 1 && b == 1 ? 0 : 3 + b;
                for (int i = 0; i < rows; i++)
                    CHECK_NEAR(together.logits[s][b][i], alone.logits[s][b][i], 1e-5);
                if (rows) CHECK_NEAR(together.values[s][b], alone.values[s][b], 1e-5);
            }
        }
    }
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
    CHECK_OK(follower_save(f, test_path("f.safetensors"), false, &error));
    CHECK_OK(parse("f.safetensors", &again, &error));
    CHECK(follower_hash(again) == follower_hash(f));
    CHECK_INT(again->def.hidden, 16);
    CHECK_INT(again->words.count, WORDS);
    CHECK_INT(word_table_find(&again->words, "Kitchen", 7), 4);
    follower_destroy(again);
    CHECK_OK(follower_save(f, test_path("half.safetensors"), true, &error));
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

static wend_status save_and_parse(void* context, wend_error* error) {
    follower* again;
    WEND_TRY(follower_save(context, test_path("f.safetensors"), false, error));
    WEND_TRY(parse("f.safetensors", &again, error));
    follower_destroy(again);
    return WEND_OK;
}

static wend_status play_once(void* context, wend_error* error) {
    tape t = {0};
    int32_t words[WORD_TABLE_MAX_READ] = {1, 2};
    int length = 2;
    follower_run run;
    follower_step step;
    view_input view = view_fixture(3, 1);
    const view_input* views[1] = {&view};
    const int32_t row = 1;
    tape_begin(&t, &((follower*)context)->p, NULL);
    follower_begin(context, &t, 1, words, &length, &run);
    follower_forward(context, &t, &run, views, &step);
    follower_take(&t, &run, &step, &row);
    bool failed = t.failed;
    tape_destroy(&t);
    return failed ? wend_fail(error, WEND_NO_MEMORY, "out of memory") : WEND_OK;
}

TEST(followers_survive_every_failing_allocation) {
    follower* f = make_follower(0);
    test_each_allocation(save_and_parse, f, 100);
    test_each_allocation(play_once, f, 100);
    follower_destroy(f);
}
