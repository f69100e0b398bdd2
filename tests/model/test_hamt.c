// HAMT's history and proxy tasks.
#include <math.h>

#include "model/hamt.h"
#include "model/view_fixture.h"
#include "test.h"

enum { EPISODES = 3, WORDS = VIEW_FIXTURE_WORDS };

static hamt* make_hamt(const char* sizes) {
    static const char words[] = "go\0left\0bed\0kitchen\0door\0past\0the\0stop";
    hamt_def def = hamt_default_def();
    hamt* h;
    wend_error error;
    CHECK_OK(model_sizes_read(&hamt_kind, sizes, "test", &def, &error));
    def.dropout = 0;
    CHECK_OK(hamt_create(&def, words, WORDS - 1, 5, &h, &error));
    return h;
}

static const int32_t texts[EPISODES * WORD_TABLE_MAX_READ] = {
    [0] = 1, 2, 3, 4, 5, [WORD_TABLE_MAX_READ] = 6, 7, [2 * WORD_TABLE_MAX_READ] = 8, 1, 4};
static const int lengths[EPISODES] = {5, 2, 3};

static void begin(const hamt* h, tape* t, float* gradients, hamt_run* run) {
    tape_begin(t, &h->p, gradients);
    hamt_begin(h, t, EPISODES, texts, lengths, run);
}

// Three, no and one step.
static view_input walked[4];
static const int walkers[4] = {0, 0, 0, 2};
static void walk(hamt_past past[4]) {
    for (int i = 0, k = 0; i < 4; i++) {
        k = i && walkers[i] == walkers[i - 1] ? k + 1 : 0;
        walked[i] = view_fixture(3, i);
        past[i] = (hamt_past){&walked[i], walkers[i], 1, k};
    }
}

// ---- history ------------------------------------------------------------------------------------

// Steps that are put into the history give the scores of the same steps taken one by one.
TEST(remembered_steps_are_those_that_were_taken) {
    hamt* h = make_hamt("hidden=16 heads=2 feed=24");
    tape t = {0}, other = {0};
    hamt_run taken, told;
    graph_step step, again;
    hamt_past past[6];
    view_input views[3][EPISODES];
    int n = 0;
    begin(h, &t, NULL, &taken);
    for (int s = 0; s < 3; s++) {
        const view_input* shown[EPISODES];
        int32_t chosen[EPISODES];
        for (int b = 0; b < EPISODES; b++) {
            views[s][b] = view_fixture(2 + b, s + b);
            shown[b] = &views[s][b];
        }
        hamt_forward(h, &t, &taken, shown, &step);
        for (int b = 0; b < EPISODES; b++) chosen[b] = step.first[b] + 1;
        if (s < 2) hamt_take(h, &t, &taken, &step, chosen);
    }
    begin(h, &other, NULL, &told);
    for (int b = 0; b < EPISODES; b++)
        for (int s = 0; s < 2; s++) past[n++] = (hamt_past){&views[s][b], b, 1, s};
    hamt_remember(h, &other, &told, past, n);
    const view_input* shown[EPISODES] = {&views[2][0], &views[2][1], &views[2][2]};
    hamt_forward(h, &other, &told, shown, &again);
    CHECK_INT(again.count, step.count);
    for (int i = 0; i < step.count + EPISODES; i++)
        CHECK_NEAR(tape_value(&t, step.logits)[i], tape_value(&other, again.logits)[i], 1e-5);
    tape_destroy(&t);
    tape_destroy(&other);
    hamt_destroy(h);
}

// 60 steps: the first twelve change nothing, the ones after them do.
TEST(the_oldest_steps_of_a_long_history_are_dropped) {
    enum { MANY = 60 };
    hamt* h = make_hamt("hidden=16 heads=2 feed=24");
    static view_input views[2];
    hamt_past past[MANY];
    float scores[3];
    views[0] = view_fixture(3, 1);
    views[1] = view_fixture(3, 4);
    for (int other = 0; other < 3; other++) {
        tape t = {0};
        hamt_run run;
        graph_step step;
        const view_input* shown[EPISODES] = {&views[0], &views[0], &views[0]};
        for (int i = 0; i < MANY; i++) past[i] = (hamt_past){&views[0], 0, 1, i};
        past[other == 1 ? 11 : 12].view = &views[other > 0];
        begin(h, &t, NULL, &run);
        hamt_remember(h, &t, &run, past, MANY);
        hamt_forward(h, &t, &run, shown, &step);
        CHECK(!t.failed);
        scores[other] = tape_value(&t, step.logits)[0];
        tape_destroy(&t);
    }
    CHECK(scores[1] == scores[0]);
    CHECK(scores[2] != scores[0]);
    hamt_destroy(h);
}

// ---- proxy tasks --------------------------------------------------------------------------------

static int guess(const hamt* h, tape* t, hamt_run* run) {
    static const int32_t rows[3] = {1, 4, 8};
    return hamt_guess_words(h, t, run, rows, 3);
}
static int relate(const hamt* h, tape* t, hamt_run* run) {
    static view_input views[EPISODES];
    static const int32_t anchors[EPISODES] = {0, 5, 11};
    const view_input* shown[EPISODES];
    for (int b = 0; b < EPISODES; b++) {
        views[b] = view_fixture(2 + b, b);
        shown[b] = &views[b];
    }
    return hamt_relate_views(h, t, run, shown, anchors);
}
static int match(const hamt* h, tape* t, hamt_run* run) {
    static const int32_t paths[EPISODES] = {2, 0, 1};
    return hamt_match_paths(h, t, run, paths);
}

typedef struct proxy_task {
    const char* name;
    int (*compute)(const hamt*, tape*, hamt_run*);
    int rows, size;
} proxy_task;
static const proxy_task proxies[] = {{"words", guess, 3, WORDS + 2},
                                     {"relation", relate, EPISODES* VIEW_SECTORS, 1},
                                     {"matching", match, EPISODES, 1}};

static double loss_of(const hamt* h, tape* t, float* gradients, const proxy_task* task) {
    hamt_run run;
    hamt_past past[4];
    double loss = 0;
    walk(past);
    begin(h, t, gradients, &run);
    hamt_remember(h, t, &run, past, 4);
    int y = task->compute(h, t, &run);
    CHECK(!t->failed);
    CHECK_INT(t->nodes.items[y].rows, task->rows);
    CHECK_INT(t->nodes.items[y].size, task->size);
    for (int i = 0; i < task->rows * task->size; i++) {
        float weight = sinf((float)(3 * i + 1));
        loss += (double)(weight * tape_value(t, y)[i]);
        if (gradients) tape_gradient(t, y)[i] += weight;
    }
    return loss;
}

static void check_task(hamt* h, const proxy_task* task) {
    tape t = {0};
    const double step = 0.0001;
    float* gradients = wend_alloc_zero(h->p.size, sizeof *gradients);
    loss_of(h, &t, gradients, task);
    tape_backward(&t);
    for (size_t a = 0; a < h->p.arrays.count; a++) {
        const wend_parameter* shape = &h->p.arrays.items[a].shape;
        for (size_t k = 0; k < shape->size; k += 1 + shape->size / 5) {
            float *w = &h->p.values[shape->offset + k], kept = *w;
            double sides[2], found = (double)gradients[shape->offset + k];
            for (int side = 0; side < 2; side++) {
                *w = kept + (float)(side ? step : -step);
                parameters_pack(&h->p);
                sides[side] = loss_of(h, &t, NULL, task);
            }
            *w = kept;
            double numeric = (sides[1] - sides[0]) / (2 * step);
            test_count_check();
            if (fabs(found - numeric) > 0.05 + 0.03 * fabs(numeric))
                test_fail(__FILE__, __LINE__, "%s: %s[%zu] is %g, by differences %g", task->name,
                          shape->name, k, found, numeric);
        }
    }
    wend_free(gradients);
    tape_destroy(&t);
}

TEST(gradients_of_proxy_tasks_match_finite_differences) {
    hamt* h = make_hamt("hidden=16 heads=2 feed=24 proxies=1");
    for (int i = 0; i < 3; i++) check_task(h, &proxies[i]);
    hamt_destroy(h);
}

// A path fits its own instruction by what the path shows: another path, another score.
TEST(matching_depends_on_the_path) {
    hamt* h = make_hamt("hidden=16 heads=2 feed=24 proxies=1");
    tape t = {0};
    hamt_run run;
    hamt_past past[4];
    static const int32_t paths[EPISODES] = {2, 1, 0};
    walk(past);
    begin(h, &t, NULL, &run);
    hamt_remember(h, &t, &run, past, 4);
    const float* own = tape_value(&t, hamt_match_paths(h, &t, &run, NULL));
    const float* other = tape_value(&t, hamt_match_paths(h, &t, &run, paths));
    CHECK(own[0] != other[0]);
    CHECK(own[1] == other[1]);
    CHECK(own[2] != other[2]);
    tape_destroy(&t);
    hamt_destroy(h);
}
