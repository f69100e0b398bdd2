// Checkpoints: what comes back, and what is refused.
#include "test.h"
#include "train/checkpoint.h"
#include "train/fingerprint.h"
#include "train/train_fixture.h"

#include "wend/files.h"
#include "wend/net.h"

static const char run[] = "version=1\nseed=0\n";

typedef struct saved_run {
    train_parts parts;
    progress_mark at;
    int32_t episodes[2];
    char path[512];
} saved_run;

static saved_run* make_run(void) {
    saved_run* s = wend_alloc_zero(1, sizeof *s);
    snprintf(s->path, sizeof s->path, "%s", test_path("last.safetensors"));
    s->parts.policy_def = train_fixture_policy();
    s->parts.def = train_fixture_def(test_path("out"), &s->parts.policy_def);
    train_fixture_parts(&s->parts);
    learner* l = &s->parts.t.learner;
    for (size_t i = 0; i < l->weights; i++) l->m[i] = (float)i * 0.5f, l->v[i] = (float)i;
    // Three updates of 2 x 6 steps, 2 epochs of 2 minibatches.
    l->steps = 12;
    s->parts.t.rollout.episodes = 5;
    for (int i = 0; i < 5; i++)
        s->parts.t.rollout.window[i] = (episode_end){(float)i, (float)(i % 2), (float)(i + 7)};
    s->parts.t.rollout.scenes.marks[0] = 4711;
    s->episodes[0] = 11;
    s->episodes[1] = 3;
    s->at = (progress_mark){.update = 3,
                            .step = 36,
                            .best = 0.1,
                            .best_hash = 0xfedcba9876543210u,
                            .held_scenes = 7,
                            .episodes = s->episodes};
    return s;
}

static void destroy_run(saved_run* s) {
    train_fixture_parts_destroy(&s->parts);
    wend_free(s);
}

static wend_status save(saved_run* s, wend_error* error) {
    return checkpoint_save(s->path, run, &s->parts.t.base, &s->at, error);
}

static wend_status load(saved_run* s, wend_error* error) {
    return checkpoint_load(s->path, run, &s->parts.t.base, &s->at, error);
}

TEST(a_checkpoint_comes_back_as_it_was) {
    wend_error error;
    saved_run *a = make_run(), *b = make_run();
    float* weights = wend_network_weights(b->parts.t.policy.network);
    CHECK_OK(save(a, &error));
    learner* l = &b->parts.t.learner;
    memset(weights, 0, l->weights * sizeof *weights);
    memset(l->m, 0, l->weights * sizeof *l->m);
    memset(l->v, 0, l->weights * sizeof *l->v);
    memset(b->parts.t.rollout.window, 0, sizeof b->parts.t.rollout.window);
    b->parts.t.rollout.scenes.marks[0] = 0;
    b->parts.t.rollout.episodes = 0;
    l->steps = 0;
    b->at = (progress_mark){.episodes = b->episodes};
    memset(b->episodes, 0, sizeof b->episodes);
    CHECK_OK(load(b, &error));
    CHECK(memcmp(weights, wend_network_weights(a->parts.t.policy.network),
                 l->weights * sizeof *weights) == 0);
    CHECK(memcmp(l->m, a->parts.t.learner.m, l->weights * sizeof *l->m) == 0);
    CHECK(memcmp(l->v, a->parts.t.learner.v, l->weights * sizeof *l->v) == 0);
    CHECK(memcmp(b->parts.t.rollout.window, a->parts.t.rollout.window,
                 sizeof b->parts.t.rollout.window) == 0);
    CHECK_INT(b->parts.t.rollout.scenes.marks[0], 4711);
    CHECK_INT(b->parts.t.rollout.episodes, 5);
    CHECK_INT(l->steps, 12);
    CHECK_INT(b->at.update, 3);
    CHECK_INT(b->at.step, 36);
    CHECK(b->at.best == 0.1 && b->at.best_hash == 0xfedcba9876543210u && b->at.held_scenes == 7);
    CHECK(b->episodes[0] == 11 && b->episodes[1] == 3);
    destroy_run(a);
    destroy_run(b);
}

// Saves with one wrong field; loading must refuse it.
#define CHECK_REFUSED(change, says)                     \
    do {                                                \
        wend_error error;                               \
        saved_run* s = make_run();                      \
        change;                                         \
        CHECK_OK(save(s, &error));                      \
        CHECK_INT(load(s, &error), WEND_FORMAT);        \
        CHECK_HAS(error.message, says);                 \
        CHECK_HAS(error.message, "last.safetensors: "); \
        destroy_run(s);                                 \
    } while (0)

TEST(numbers_that_no_run_can_resume_from_are_refused) {
    CHECK_REFUSED(wend_network_weights(s->parts.t.policy.network)[3] = NAN, "[3] is not a number");
    CHECK_REFUSED(s->parts.t.learner.m[0] = NAN, "adam.m[0] is not a number");
    CHECK_REFUSED(s->parts.t.learner.m[s->parts.t.learner.weights - 1] = -INFINITY, "adam.m[");
    CHECK_REFUSED(s->parts.t.learner.v[0] = NAN, "adam.v[0] is not a number");  // behind adam.m
    CHECK_REFUSED(s->parts.t.learner.v[2] = INFINITY, "adam.v[2] is not a number");
    CHECK_REFUSED(s->parts.t.learner.v[2] = -1, "adam.v[2] is negative");
    CHECK_REFUSED(s->parts.t.rollout.window[1].success = NAN, "run.window[4] is not a number");
    CHECK_REFUSED(s->parts.t.rollout.scenes.marks[1] = NAN, "run.scenes[1] is not a number");
    CHECK_REFUSED(s->episodes[1] = 12, "run.episodes[1] is 12 of 12 episodes");
    CHECK_REFUSED(s->episodes[0] = -1, "run.episodes[0] is -1 of 12 episodes");
    CHECK_REFUSED(s->parts.t.learner.v[0] = -0.001f, "adam.v[0] is negative");
    CHECK_REFUSED(s->at.update = -3, "no run can be at this position");
    CHECK_REFUSED(s->at.update = 2, "no run can be at this position");
    CHECK_REFUSED(s->at.step = 37, "no run can be at this position");
    CHECK_REFUSED(s->parts.t.learner.steps = 11, "no run can be at this position");
    CHECK_REFUSED(s->parts.t.rollout.episodes = -1, "no run can be at this position");
    CHECK_REFUSED(s->parts.t.rollout.episodes = 37, "no run can be at this position");
    CHECK_REFUSED(s->at.best = NAN, "no run can be at this position");
    CHECK_REFUSED(s->at.best = 1.5, "no run can be at this position");
    CHECK_REFUSED(s->at.best = -1.5, "no run can be at this position");
    CHECK_REFUSED((s->at.update = 7, s->at.step = 84, s->parts.t.learner.steps = 28),
                  "no run can be at this position");
}

TEST(the_first_and_the_last_update_are_places_a_run_can_be) {
    wend_error error;
    saved_run* s = make_run();
    s->at.update = 6, s->at.step = 72, s->parts.t.learner.steps = 24, s->at.best = 1;
    CHECK_OK(save(s, &error));
    CHECK_OK(load(s, &error));
    s->parts.t.rollout.episodes = 72;  // one a step
    CHECK_OK(save(s, &error));
    CHECK_OK(load(s, &error));
    s->at.update = 0, s->at.step = 0, s->parts.t.learner.steps = 0, s->at.best = -1;
    s->parts.t.rollout.episodes = 0;
    CHECK_OK(save(s, &error));
    CHECK_OK(load(s, &error));
    destroy_run(s);
}

// Writes the checkpoint again without one array, or with one made shorter.
static void spoil(const char* path, const char* name, bool drop) {
    wend_error error;
    wend_tensors file;
    CHECK_OK(wend_tensors_read(path, &file, &error));
    for (int i = 0; i < file.count; i++)
        if (strcmp(file.tensors[i].name, name) == 0) {
            if (drop)
                file.tensors[i].name = "gone";
            else
                file.tensors[i].shape[0] = (int64_t)--file.tensors[i].count;
        }
    CHECK_OK(wend_tensors_write(path, &file, &error));
    wend_tensors_destroy(&file);
}

TEST(arrays_that_are_missing_or_of_another_size_are_refused) {
    static const char* const names[] = {"adam.m", "adam.v", "run.window", "run.scenes",
                                        "run.episodes"};
    wend_error error;
    saved_run* s = make_run();
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        for (int drop = 0; drop < 2; drop++) {
            CHECK_OK(save(s, &error));
            spoil(s->path, names[i], drop);
            CHECK_INT(load(s, &error), WEND_FORMAT);
            CHECK_HAS(error.message, names[i]);
            CHECK_HAS(error.message, drop ? "is missing" : "is of another size");
        }
    destroy_run(s);
}

// Writes the checkpoint again with another text in one of its notes, or without the note (NULL).
static void change_note(const char* path, const char* key, const char* text) {
    wend_error error;
    wend_tensors file;
    CHECK_OK(wend_tensors_read(path, &file, &error));
    for (int i = 0; i < file.note_count; i++)
        if (strcmp(file.notes[i].key, key) == 0) {
            if (text)
                file.notes[i].text = text;
            else
                file.notes[i].key = "gone";
        }
    CHECK_OK(wend_tensors_write(path, &file, &error));
    wend_tensors_destroy(&file);
}

TEST(missing_or_different_notes_are_refused) {
    static const struct {
        const char *key, *text, *says;
    } cases[] = {
        {"wend.format", "other", "not a policy of wend"},
        {"wend.version", NULL, "its version is missing"},
        {"wend.policy", NULL, "its policy is missing"},
        {"wend.run", NULL, "not a training checkpoint"},
        {"wend.position", NULL, "the position of the run is missing"},
        {"wend.position", "", "the position of the run is missing"},
        {"wend.position",
         "update=3 step=36 adam=12 episodes=5 best=3fb999999999999a "
         "best_hash=fedcba9876543210",
         "the position of the run is missing"},
        {"wend.position",
         "update=-2147483648 step=0 adam=12 episodes=0 best=0 best_hash=0 held_scenes=0 ended=0",
         "no run can be at this position (update=-2147483648 step=0 "},
        {"wend.position",
         "update=-1 step=-12 adam=-4 episodes=0 best=0 best_hash=0 held_scenes=0 ended=0",
         "no run can be at this position (update=-1 step=-12 "},
        {"wend.position",
         "update=-1 step=-12 adam=-4 episodes=-12 best=0 best_hash=0 held_scenes=0 ended=0",
         "no run can be at this position"},
        {"wend.position",
         "update=3 step=36 adam=12 episodes=5 best=0 best_hash=0 held_scenes=0 ended=2",
         "no run can be at this position"},
    };
    wend_error error;
    saved_run* s = make_run();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        CHECK_OK(save(s, &error));
        change_note(s->path, cases[i].key, cases[i].text);
        CHECK_INT(load(s, &error), WEND_FORMAT);
        CHECK_HAS(error.message, cases[i].says);
        CHECK_HAS(error.message, "last.safetensors: ");
        s->at.update = 3, s->at.step = 36, s->at.best = 0.1;
        s->parts.t.learner.steps = 12, s->parts.t.rollout.episodes = 5;
    }
    destroy_run(s);
}

// 0.1 is the double 0x3fb999999999999a.
TEST(a_checkpoint_stores_the_position_of_the_run_as_text) {
    wend_error error;
    wend_tensors file;
    saved_run* s = make_run();
    CHECK_OK(save(s, &error));
    CHECK_OK(wend_tensors_read(s->path, &file, &error));
    CHECK_TEXT(wend_tensors_note(&file, "wend.run"), run);
    CHECK_TEXT(wend_tensors_note(&file, "wend.position"),
               "update=3 step=36 adam=12 episodes=5 best=3fb999999999999a "
               "best_hash=fedcba9876543210 held_scenes=0000000000000007 ended=0");
    const wend_tensor* episodes = wend_tensors_find(&file, "run.episodes");
    CHECK_INT(episodes->dimensions, 1);
    CHECK_INT(episodes->shape[0], 2);
    CHECK(episodes->data[0] == 11 && episodes->data[1] == 3);
    CHECK_INT(wend_tensors_find(&file, "adam.m")->shape[0], s->parts.t.learner.weights);
    CHECK_INT(file.count, wend_network_parameter_count(s->parts.t.policy.network) + 5);
    wend_tensors_destroy(&file);
    destroy_run(s);
}

// Which episode comes next is a whole number from 0 to 11.
TEST(the_episodes_that_come_next_are_whole_numbers_of_the_list) {
    static const struct {
        float episode;
        const char* says;
    } cases[] = {{0, NULL},
                 {11, NULL},
                 {-0.5f, "run.episodes[1] is -0.5 of 12 episodes"},
                 {2.5f, "run.episodes[1] is 2.5 of 12 episodes"},
                 {11.5f, "run.episodes[1] is 11.5 of 12 episodes"},
                 {12, "run.episodes[1] is 12 of 12 episodes"}};
    wend_error error;
    saved_run* s = make_run();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        wend_tensors file;
        CHECK_OK(save(s, &error));
        CHECK_OK(wend_tensors_read(s->path, &file, &error));
        const wend_tensor* episodes = wend_tensors_find(&file, "run.episodes");
        ((float*)episodes->data)[1] = cases[i].episode;
        CHECK_OK(wend_tensors_write(s->path, &file, &error));
        wend_tensors_destroy(&file);
        CHECK_INT(load(s, &error), cases[i].says ? WEND_FORMAT : WEND_OK);
        if (cases[i].says)
            CHECK_HAS(error.message, cases[i].says);
        else
            CHECK_INT(s->episodes[1], cases[i].episode);
    }
    destroy_run(s);
}

TEST(a_checkpoint_with_any_bit_flipped_or_any_byte_missing_is_refused) {
    wend_error error;
    wend_tensors back;
    saved_run* s = make_run();
    wend_file_bytes bytes;
    CHECK_OK(save(s, &error));
    CHECK_OK(wend_file_read(s->path, &bytes, &error));
    for (size_t at = 0; at < bytes.size; at += at < 4096 ? 1 : 997) {
        char was = bytes.data[at];
        bytes.data[at] = (char)(was ^ 1 << at % 8);
        // The key of the checksum is the one place that can change without harm.
        bool key = memmem(bytes.data, bytes.size, "\"wend.checksum\": \"", 18) == NULL;
        wend_status status = wend_tensors_parse(bytes.data, bytes.size, "t", &back, &error);
        CHECK(status != WEND_OK || key);
        wend_tensors_destroy(&back);
        bytes.data[at] = was;
    }
    for (size_t size = 0; size < bytes.size; size += 1 + size / 3)
        CHECK(wend_tensors_parse(bytes.data, size, "t", &back, &error) != WEND_OK);
    CHECK(wend_tensors_parse(bytes.data, bytes.size - 1, "t", &back, &error) != WEND_OK);
    CHECK_OK(wend_tensors_parse(bytes.data, bytes.size, "t", &back, &error));
    wend_tensors_destroy(&back);
    wend_file_bytes_destroy(&bytes);
    destroy_run(s);
}

TEST(a_checkpoint_of_a_different_run_names_each_difference) {
    wend_error error;
    saved_run* s = make_run();
    CHECK_OK(save(s, &error));
    CHECK_INT(checkpoint_load(s->path, "version=2\nseed=1\n", &s->parts.t.base, &s->at, &error),
              WEND_ARGUMENT);
    CHECK_HAS(error.message,
              "contains a different run (version is 2, was 1; seed is 1, was 0); choose another "
              "folder or pass --overwrite");
    CHECK_OK(wend_policy_save(&s->parts.t.policy, s->path, &error));
    CHECK_INT(load(s, &error), WEND_FORMAT);
    CHECK_HAS(error.message, "not a training checkpoint");
    destroy_run(s);
}

// ---- memory -------------------------------------------------------------------------------------

static wend_status save_again(void* context, wend_error* error) { return save(context, error); }
static wend_status load_again(void* context, wend_error* error) { return load(context, error); }

static wend_status load_policy(void* context, wend_error* error) {
    saved_run* s = context;
    wend_policy policy;
    WEND_TRY(wend_policy_load(s->path, &policy, error));
    wend_policy_destroy(&policy);
    return WEND_OK;
}

TEST(checkpoints_out_of_memory_are_errors_and_leak_nothing) {
    saved_run* s = make_run();
    test_each_allocation(save_again, s, 100);
    test_each_allocation(load_again, s, 100);
    test_each_allocation(load_policy, s, 100);
    destroy_run(s);
}

// ---- fingerprints -------------------------------------------------------------------------------

TEST(fingerprints_list_the_differences) {
    char text[200];
    CHECK_INT(fingerprint_compare("a=1\nb=2\n", "a=1\nb=2\n", text, sizeof text), 0);
    CHECK_TEXT(text, "");
    CHECK_INT(fingerprint_compare("a=1\nb=2\n", "a=1\nb=22\n", text, sizeof text), 1);
    CHECK_TEXT(text, "b is 22, was 2");
    CHECK_INT(fingerprint_compare("a=12\n", "a=1\n", text, sizeof text), 1);
    CHECK_INT(fingerprint_compare("e=hash:1\n", "e=hash:2\n", text, sizeof text), 1);
    CHECK_TEXT(text, "the content of e changed");
    CHECK_INT(fingerprint_compare("e=none\n", "e=hash:2\n", text, sizeof text), 1);
    CHECK_TEXT(text, "e is hash:2, was none");
    CHECK_INT(fingerprint_compare("ab=1\n", "a=1\nb=\n", text, sizeof text), 3);
    CHECK_TEXT(text,
               "a is 1, was not recorded; b is , was not recorded; ab is unknown to this version, "
               "was 1");
    CHECK_INT(fingerprint_compare("a=11111111111\nb=1\n", "a=2\nb=2\n", text, 10), 2);
    CHECK_INT(strlen(text), 9);
}

static wend_status write_fingerprint(void* context, wend_error* error) {
    saved_run* s = context;
    wend_text_out out = {0};
    wend_status status = fingerprint_write(&s->parts.t.base, &out, error);
    wend_text_destroy(&out);
    return status;
}

// Every setting that decides the run changes it, and nothing else does.
TEST(every_setting_is_in_the_fingerprint) {
    wend_error error;
    saved_run* s = make_run();
    wend_train_def* d = &s->parts.def;
    const wend_train_def before = *d;
    wend_text_out first = {0};
    CHECK_OK(fingerprint_write(&s->parts.t.base, &first, &error));
    test_each_allocation(write_fingerprint, s, 100);
#define CHANGES(change, says)                                                         \
    do {                                                                              \
        char text[200];                                                               \
        wend_text_out other = {0};                                                    \
        *d = before;                                                                  \
        change;                                                                       \
        CHECK_OK(fingerprint_write(&s->parts.t.base, &other, &error));                \
        int count = fingerprint_compare(first.items, other.items, text, sizeof text); \
        CHECK_INT(count, *(says) ? 1 : 0);                                            \
        CHECK(strncmp(text, says, strlen(says)) == 0);                                \
        wend_text_destroy(&other);                                                    \
    } while (0)
    CHANGES(d->play.task = "multion", "task is multion");
    CHANGES(d->play.rules = "official", "rules is official");
    CHANGES(d->play.seed++, "seed is 1");
    CHANGES(d->steps++, "steps is 73");
    CHANGES(d->num_envs = 4, "bodies is 4");
    CHANGES(d->rollout++, "rollout is 7");
    CHANGES(d->epochs++, "epochs is 3");
    CHANGES(d->minibatches = 1, "parts is 1");
    CHANGES(d->decay_rate = false, "decay_rate is 0");
    CHANGES(d->decay_clip = false, "decay_clip is 0");
    CHANGES(d->normalize = true, "normalize is 1");
    CHANGES(d->play.max_steps++, "max_steps is 31");
    CHANGES(d->save_every++, "save_every is 3");
    CHANGES(d->evaluate_every++, "evaluate_every is 6");
    CHANGES(d->evaluate_episodes++, "evaluate_episodes is 51");
    CHANGES(d->learning_rate = nextafterf(d->learning_rate, 1), "learning_rate is ");
    CHANGES(d->epsilon *= 2, "epsilon is 2e-05, was 1e-05");
    CHANGES(d->clip *= 2, "clip is 0.4, was 0.2");
    CHANGES(d->gamma = 1, "gamma is 1, was 0.99");
    CHANGES(d->lambda = 1, "lambda is 1, was 0.95");
    CHANGES(d->value_weight = 1, "value_weight is 1, was 0.5");
    CHANGES(d->entropy_weight = 1, "entropy_weight is 1, was 0.01");
    CHANGES(d->precision = WEND_PRECISION_BF16, "precision is bf16, was fp32");
    CHANGES(d->object_weight = 1, "object_weight is 1, was 0.1");
    CHANGES(d->max_grad_norm = 1, "gradient_limit is 1, was 0.2");
    CHANGES(d->held_out = d->play.episodes, "held_out is hash:");
    CHANGES(d->from = d->play.episodes, "from is hash:");
    CHANGES(d->threads = 9, "");
    CHANGES(d->out = "elsewhere", "");
    CHANGES(d->play.cache = "cache", "");
    d->play.episodes = "missing.json";
    CHECK_INT(fingerprint_write(&s->parts.t.base, &first, &error), WEND_NOT_FOUND);
    CHECK_HAS(error.message, "missing.json");
    wend_text_destroy(&first);
    destroy_run(s);
}
