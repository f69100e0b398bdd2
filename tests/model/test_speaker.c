// The speaker network: gradients, words one by one, files.
#include <math.h>

#include "model/speaker.h"
#include "model/view_fixture.h"
#include "test.h"

enum { PATHS = 3, STEPS = 4, WORDS = VIEW_FIXTURE_WORDS };

static speaker* make_speaker(float dropout) {
    static const char words[] = "go\0left\0bed\0kitchen\0door\0past\0the\0stop";
    speaker_def def = speaker_default_def();
    speaker* s;
    wend_error error;
    def.embedding = def.view = def.path = 8;
    def.hidden = 16;
    def.dropout = dropout;
    CHECK_OK(speaker_create(&def, words, WORDS - 1, 5, &s, &error));
    CHECK_INT(speaker_classes(s), WORDS + 1);
    return s;
}

typedef struct paths {
    view_input views[PATHS][STEPS];
    speaker_step steps[PATHS][STEPS];
    int counts[PATHS];
} paths;

// Paths of two to four viewpoints.
static void make_paths(paths* p) {
    for (int b = 0; b < PATHS; b++) {
        p->counts[b] = 2 + (b + 1) % 3;
        for (int k = 0; k < p->counts[b]; k++) {
            p->views[b][k] = view_fixture(2 + b, 3 * b + k);
            p->steps[b][k] = (speaker_step){&p->views[b][k], k + 1 < p->counts[b] ? b % 2 : -1};
        }
    }
}

static const int32_t texts[PATHS][5] = {{1, 2, 3, 4}, {6}, {8, 1, 4}};
static const int lengths[PATHS] = {5, 2, 4};  // with the end

// The loss is a fixed linear form of all logits.
static double forward(const speaker* s, tape* t, float* gradients, const paths* p) {
    int32_t words[PATHS * WORD_TABLE_MAX_READ] = {0};
    speaker_run run;
    packing rows;
    double loss = 0;
    for (int b = 0; b < PATHS; b++)
        memcpy(words + b * WORD_TABLE_MAX_READ, texts[b], sizeof texts[0]);
    tape_begin(t, &s->p, gradients);
    speaker_begin(s, t, PATHS, p->steps[0], STEPS, p->counts, &run);
    int logits = speaker_forward(s, t, &run, words, lengths, &rows);
    CHECK(!t->failed);
    CHECK_INT(rows.rows, 11);
    for (int i = 0; i < rows.rows * speaker_classes(s); i++) {
        float weight = sinf((float)(3 * i + 1));
        loss += (double)(weight * tape_value(t, logits)[i]);
        if (gradients) tape_gradient(t, logits)[i] += weight;
    }
    return loss;
}

TEST(gradients_of_a_speaker_match_finite_differences) {
    speaker* s = make_speaker(0);
    tape t = {0};
    paths p;
    float* gradients = wend_alloc_zero(s->p.size, sizeof *gradients);
    int compared = 0;
    make_paths(&p);
    t.learning = true;
    forward(s, &t, gradients, &p);
    tape_backward(&t);
    for (size_t a = 0; a < s->p.arrays.count; a++) {
        const wend_parameter* array = &s->p.arrays.items[a].shape;
        for (size_t k = 0; k < array->size; k += 1 + array->size / 7) {
            float* w = &s->p.values[array->offset + k];
            float kept = *w, step = 0.01f;
            double sides[2];
            for (int side = 0; side < 2; side++) {
                *w = kept + (side ? step : -step);
                parameters_pack(&s->p);
                sides[side] = forward(s, &t, NULL, &p);
            }
            *w = kept;
            double numeric = (sides[1] - sides[0]) / (2 * (double)step);
            CHECK_NEAR(gradients[array->offset + k], numeric, 0.004 + 0.02 * fabs(numeric));
            compared++;
        }
    }
    CHECK(compared > 100);
    wend_free(gradients);
    tape_destroy(&t);
    speaker_destroy(s);
}

// Training computes all words of a text at once, generation one by one: the same numbers.
TEST(words_one_by_one_have_the_logits_of_teacher_forcing) {
    speaker* s = make_speaker(0.5f);  // not learning: no dropout
    tape t = {0}, one = {0};
    paths p;
    speaker_run run;
    packing rows;
    int32_t words[PATHS * WORD_TABLE_MAX_READ] = {0}, last[PATHS];
    make_paths(&p);
    for (int b = 0; b < PATHS; b++) {
        memcpy(words + b * WORD_TABLE_MAX_READ, texts[b], sizeof texts[0]);
        last[b] = speaker_end(s);
    }
    tape_begin(&t, &s->p, NULL);
    speaker_begin(s, &t, PATHS, p.steps[0], STEPS, p.counts, &run);
    int all = speaker_forward(s, &t, &run, words, lengths, &rows), classes = speaker_classes(s);
    tape_begin(&one, &s->p, NULL);
    speaker_begin(s, &one, PATHS, p.steps[0], STEPS, p.counts, &run);
    for (int k = 0; k < 5; k++) {
        int next = speaker_next(s, &one, &run, last);
        CHECK(!one.failed);
        for (int b = 0; b < PATHS; b++) {
            if (k >= lengths[b]) continue;
            size_t at = (size_t)packing_row(&rows, b, k) * (size_t)classes;
            for (int c = 0; c < classes; c++)
                CHECK_NEAR(tape_value(&one, next)[b * classes + c],
                           tape_value(&t, all)[at + (size_t)c], 1e-5);
            last[b] = texts[b][k];
        }
    }
    tape_destroy(&t);
    tape_destroy(&one);
    speaker_destroy(s);
}

TEST(another_path_gives_other_words) {
    speaker* s = make_speaker(0);
    tape t = {0};
    paths p;
    speaker_run run;
    const int32_t start[PATHS] = {speaker_end(s), speaker_end(s), speaker_end(s)};
    make_paths(&p);
    tape_begin(&t, &s->p, NULL);
    speaker_begin(s, &t, PATHS, p.steps[0], STEPS, p.counts, &run);
    const float* logits = tape_value(&t, speaker_next(s, &t, &run, start));
    CHECK(fabsf(logits[0] - logits[WORDS + 1]) > 1e-4f);
    CHECK(fabsf(logits[0] - logits[2 * (WORDS + 1)]) > 1e-4f);
    tape_destroy(&t);
    speaker_destroy(s);
}

TEST(a_speaker_comes_back_from_its_file_and_is_no_follower) {
    wend_error error;
    speaker *s = make_speaker(0), *again;
    wend_tensors file;
    CHECK_OK(model_file_save(&speaker_kind, &s->def, &s->words, &s->p, test_path("s.safetensors"),
                             false, &error));
    CHECK_OK(wend_tensors_read(test_path("s.safetensors"), &file, &error));
    CHECK_OK(speaker_from_tensors(&file, "s.safetensors", &again, &error));
    CHECK_INT(again->def.hidden, 16);
    CHECK_INT(word_table_find(&again->words, "Kitchen", 7), 4);
    CHECK(memcmp(again->p.values, s->p.values, s->p.size * sizeof(float)) == 0);
    speaker_destroy(again);
    file.notes[0] = (wend_note){"wend.format", "follower 1"};
    CHECK_INT(speaker_from_tensors(&file, "s.safetensors", &again, &error), WEND_FORMAT);
    CHECK_HAS(error.message, "not weights of a speaker");
    CHECK(!again);
    file.notes[0] = (wend_note){"wend.format", "speaker 1"};
    wend_tensors_destroy(&file);
    speaker_destroy(s);
}
