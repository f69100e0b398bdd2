// Followers and speakers in the training loop: what they learn, and the loop's guarantees.
#include "base/file.h"
#include "data/view_features.h"
#include "task/captions.h"
#include "train/train_fixture.h"

#include "wend/train.h"

// Starts in the middle of the corridor; the instruction decides the side.
static const char episodes_json[] =
    "[{\"path_id\": 1, \"scan\": \"hall\", \"heading\": 0, \"path\": [\"b0\", \"a1\", \"a0\"], "
    "\"distance\": 4, \"instructions\": [\"Go to the kitchen.\", \"Walk to the kitchen stove.\"]},"
    "{\"path_id\": 2, \"scan\": \"hall\", \"heading\": 0, \"path\": [\"b0\", \"b1\", \"c0\"], "
    "\"distance\": 4, \"instructions\": [\"Go to the bathroom.\", \"Walk to the bathroom "
    "sink.\"]},"
    "{\"path_id\": 3, \"scan\": \"hall\", \"heading\": 0, \"path\": [\"b0\", \"b1\", \"c0\"], "
    "\"distance\": 4, \"instructions\": [\"Go to the bathroom.\", \"Walk to the bathroom "
    "sink.\", \"Walk to the kitchen stove bathroom.\", \"Go to the kitchen.\"]}]";

static wend_train_def hall_def(const char* out) {
    static char folder[8][512];
    static int used;
    static char episodes[512], graphs[512], views[512];
    wend_error error;
    wend_train_def def = wend_train_default_def();
    building_write();
    captions_write(BUILDING_NODES, 36);
    snprintf(episodes, sizeof episodes, "%s", test_path("hall.json"));
    snprintf(graphs, sizeof graphs, "%s", test_path("connectivity"));
    snprintf(views, sizeof views, "%s", test_path("captions"));
    snprintf(folder[++used % 8], sizeof *folder, "%s", test_path(out));
    CHECK_OK(wend_file_write(episodes, episodes_json, strlen(episodes_json), &error));
    def.play.task = "r2r";
    def.play.episodes = episodes;
    def.play.graphs = graphs;
    def.play.observations = views;
    def.agent = "seq2seq";
    def.method = WEND_TRAIN_DAGGER;
    def.out = folder[used % 8];
    def.num_envs = 4;
    def.threads = 1;
    def.learning_rate = 3e-3f;
    def.max_grad_norm = 5;
    def.steps = 6 * 4 * 15;
    def.save_every = 2;
    return def;
}

typedef struct last_report {
    wend_train_report report;
    int updates, stop_at;
} last_report;

static void keep_report(void* context, const wend_train_report* report) {
    last_report* last = context;
    last->report = *report;
    last->updates++;
}

static bool stop_after(void* context) {
    const last_report* last = context;
    return last->stop_at && last->updates >= last->stop_at;
}

static last_report train(wend_train_def def) {
    wend_error error;
    last_report last = {0};
    def.report = keep_report;
    def.context = &last;
    CHECK_OK(wend_train(&def, &error));
    return last;
}

static const char* refusal(wend_train_def def) {
    static wend_error error;
    CHECK(wend_train(&def, &error) != WEND_OK);
    return error.message;
}

TEST(a_follower_learns_to_go_where_the_instruction_says) {
    wend_train_def def = hall_def("learns");
    def.steps = 60 * 4 * 15;
    def.held_out = def.play.episodes;
    def.save_every = 60;
    last_report last = train(def);
    CHECK_INT(last.updates, 60);
    CHECK(last.report.evaluated);
    // Six of the eight instructions name their goal; the last two of path 3 say the other side.
    CHECK(last.report.held_success >= 0.75);
    CHECK(last.report.losses.policy < 0.8f);
}

static wend_status train_once(void* context, wend_error* error) {
    wend_train_def* def = context;
    def->overwrite = true;
    return wend_train(def, error);
}

// ---- hamt ---------------------------------------------------------------------------------------

static wend_train_def hamt_def_of(const char* out) {
    wend_train_def def = hall_def(out);
    def.agent = "hamt";
    def.follower.sizes = "hidden=32 heads=2 feed=32";
    def.follower.dropout = def.follower.environment_dropout = 0;
    return def;
}

TEST(a_transformer_learns_to_go_where_the_instruction_says) {
    wend_train_def def = hamt_def_of("hamt");
    def.steps = 60 * 4 * 15;
    def.held_out = def.play.episodes;
    def.save_every = 60;
    last_report last = train(def);
    CHECK(last.report.held_success >= 0.75);
    CHECK(last.report.losses.policy < 0.8f);
}

// A run with three threads that is stopped and resumed ends with the bytes of one that is not.
static void check_resumes(wend_train_def whole, wend_train_def cut, int stop_at) {
    wend_error error;
    last_report last = {.stop_at = stop_at};
    cut.threads = 3;
    train(whole);
    cut.report = keep_report;
    cut.stop = stop_after;
    cut.context = &last;
    CHECK_INT(wend_train(&cut, &error), WEND_IO);
    cut.stop = NULL;
    CHECK_OK(wend_train(&cut, &error));
    CHECK(train_fixture_hash(whole.out, "last.safetensors") ==
          train_fixture_hash(cut.out, "last.safetensors"));
}

TEST(any_number_of_threads_trains_the_same_transformer_also_after_an_interruption) {
    wend_train_def whole = hamt_def_of("whole_hamt"), cut = hamt_def_of("cut_hamt");
    whole.num_envs = cut.num_envs = 40;  // two chunks
    whole.steps = cut.steps = 4 * 40 * 15;
    whole.method = cut.method = WEND_TRAIN_A2C;
    check_resumes(whole, cut, 3);
    cut.follower.sizes = "hidden=32 heads=4 feed=32";
    CHECK_HAS(refusal(cut), "follower.heads is 4, was 2");
    cut.follower.sizes = "rooms=3";
    CHECK_HAS(refusal(cut), "follower.sizes: the size 'rooms=3'");
}

TEST(training_a_transformer_survives_failing_allocations) {
    wend_train_def def = hamt_def_of("hamt_memory");
    def.steps = def.num_envs * 15;
    test_each_allocation(train_once, &def, 60);
    def.method = WEND_TRAIN_PRETRAIN;
    test_each_allocation(train_once, &def, 60);
}

// ---- proxy tasks --------------------------------------------------------------------------------

static wend_train_def proxy_def_of(const char* out, int proxy) {
    wend_train_def def = hamt_def_of(out);
    def.method = WEND_TRAIN_PRETRAIN;
    for (int i = 0; proxy >= 0 && i < WEND_TRAIN_PROXY_COUNT; i++) def.proxies[i] = i == proxy;
    return def;
}

// The loss of the last update is at most this share of the first one's.
TEST(each_proxy_task_is_learnt_from_the_experts_paths) {
    static const char* const folders[] = {"words", "action", "relation", "matching"};
    static const float share[] = {0.6f, 0.6f, 0.7f, 0.9f};
    for (int i = 0; i < WEND_TRAIN_PROXY_COUNT; i++) {
        wend_train_def def = proxy_def_of(folders[i], i);
        def.steps = def.num_envs * 15;
        float first = train(def).report.losses.policy;
        def.overwrite = true;
        def.num_envs = 16;
        def.steps = 60 * def.num_envs * 15;
        def.save_every = 60;
        float last = train(def).report.losses.policy;
        test_count_check();
        if (!(last < share[i] * first))
            test_fail(__FILE__, __LINE__, "%s: the loss is %g, was %g", folders[i], (double)last,
                      (double)first);
    }
}

TEST(pre_training_goes_on_with_imitation_and_its_shares_belong_to_the_run) {
    wend_train_def def = hamt_def_of("pretrained");
    wend_train_stage stages[2] = {{"proxies", proxy_def_of("a", -1)}, {"imitation", def}};
    def.stages = stages;
    def.stage_count = 2;
    last_report last = train(def);
    CHECK_INT(last.report.stage_number, 2);
    stages[0].def.proxies[WEND_TRAIN_PROXY_MATCHING] = 3;
    CHECK_HAS(refusal(def), "proxies.matching is 3, was 2");
}

TEST(an_interrupted_pre_training_resumes_and_ends_with_the_same_bytes) {
    wend_train_def whole = proxy_def_of("whole_proxies", -1), cut = proxy_def_of("cut_proxies", -1);
    whole.num_envs = cut.num_envs = 40;  // two chunks
    whole.steps = cut.steps = 10 * 40 * 15;
    check_resumes(whole, cut, 5);
}

TEST(pre_training_needs_its_heads_a_share_and_hamt) {
    wend_train_def def = hamt_def_of("heads"), next = proxy_def_of("headless", -1);
    char weights[512];
    train(def);
    snprintf(weights, sizeof weights, "%s/last.safetensors", def.out);
    next.from = weights;
    CHECK_HAS(refusal(next), "has no heads of proxy tasks");
    CHECK_HAS(refusal(proxy_def_of("shareless", WEND_TRAIN_PROXY_COUNT)), "all shares");
    def = hall_def("seq");
    def.method = WEND_TRAIN_PRETRAIN;
    CHECK_HAS(refusal(def), "bc, dagger or a2c, not pretrain");
}

// ---- methods ------------------------------------------------------------------------------------

TEST(reinforcement_goes_on_from_imitation_by_stages) {
    wend_train_def def = hall_def("stages");
    wend_train_stage stages[2] = {{"imitation", def}, {"reinforcement", def}};
    stages[1].def.method = WEND_TRAIN_A2C;
    stages[1].def.gamma = 0.9f;
    def.stages = stages;
    def.stage_count = 2;
    last_report last = train(def);
    CHECK_INT(last.report.stage_number, 2);
    CHECK(last.report.losses.value > 0);
    CHECK(isfinite(last.report.losses.policy));
}

// The gains of nDTW from b0 to a0 or c0 and STOP: 1 - exp(-6 / 9), and for a success 2 (1 + 1).
TEST(a_follower_learns_by_the_gain_of_ndtw) {
    wend_train_def def = hall_def("fidelity");
    def.method = WEND_TRAIN_A2C;
    def.reward = "ndtw:stop=2";
    def.gamma = 0.9f;
    def.steps = 150 * 4 * 15;
    def.save_every = 150;
    def.held_out = def.play.episodes;
    last_report last = train(def);
    CHECK(last.report.held_success >= 0.75);
    CHECK(last.report.reward > 2);
    CHECK(last.report.reward <= 4 + 1 - exp(-6.0 / 9) + 1e-5);
    def.reward = NULL;
    CHECK_HAS(refusal(def), "reward");
}

TEST(any_number_of_threads_trains_the_same_follower) {
    wend_train_def one = hall_def("one"), three = hall_def("three");
    one.num_envs = three.num_envs = 40;  // two chunks
    one.steps = three.steps = 4 * 40 * 15;
    one.method = three.method = WEND_TRAIN_A2C;
    three.threads = 3;
    train(one);
    train(three);
    CHECK(train_fixture_hash(one.out, "last.safetensors") ==
          train_fixture_hash(three.out, "last.safetensors"));
    CHECK(train_fixture_hash(one.out, "curve.csv") == train_fixture_hash(three.out, "curve.csv"));
}

TEST(an_interrupted_follower_resumes_and_ends_with_the_same_bytes) {
    wend_error error;
    wend_train_def whole = hall_def("whole"), cut = hall_def("cut");
    last_report last = {.stop_at = 3};
    train(whole);
    cut.report = keep_report;
    cut.stop = stop_after;
    cut.context = &last;
    CHECK_INT(wend_train(&cut, &error), WEND_IO);
    CHECK_HAS(error.message, "resumes");
    cut.stop = NULL;
    CHECK_OK(wend_train(&cut, &error));
    CHECK_INT(last.report.update, 6);
    const char* files[] = {"last.safetensors", "best.safetensors", "curve.csv"};
    for (int i = 0; i < 3; i++)
        CHECK(train_fixture_hash(whole.out, files[i]) == train_fixture_hash(cut.out, files[i]));
}

TEST(a_follower_with_other_settings_does_not_resume) {
    wend_train_def def = hall_def("settings");
    train(def);
    def.follower.environment_dropout = 0.4f;
    CHECK_HAS(refusal(def), "follower.environment_dropout is 0.4, was 0.2");
    captions_write(6, 36);
    CHECK_HAS(refusal(def), "has no views of the viewpoint d1");
}

TEST(followers_are_not_trained_by_what_they_lack) {
    wend_train_def def = hall_def("refused");
    def.method = WEND_TRAIN_PPO;
    CHECK_HAS(refusal(def), "seq2seq is trained with --method bc, dagger or a2c, not ppo");
    def.method = WEND_TRAIN_BC;
    def.demos = "demos";
    CHECK_HAS(refusal(def), "--demos");
    def = hall_def("refused");
    def.play.observations = NULL;
    CHECK_HAS(refusal(def), "give --observations");
    def.follower.dropout = 1;
    CHECK_HAS(refusal(def), "follower.dropout must be in [0, 0.95]");
}

// ---- ablations ----------------------------------------------------------------------------------

TEST(a_follower_without_views_needs_no_captions) {
    wend_train_def def = hall_def("blind");
    def.play.observations = NULL;
    def.follower.no_views = true;
    CHECK_INT(train(def).updates, 6);
}

TEST(a_follower_with_features_learns_and_needs_their_size) {
    static char file[512];
    wend_train_def def = hall_def("features");
    features_tsv("f.tsv", BUILDING_NODES, 36, FEATURES_SIZE);
    snprintf(file, sizeof file, "%s", test_path("f.tsv"));
    def.play.observations = file;
    def.follower.sizes = "feature=8";
    def.steps = 60 * 4 * 15;
    def.held_out = def.play.episodes;
    def.save_every = 60;
    CHECK(train(def).report.held_success >= 0.75);
    def = hall_def("other");
    def.play.observations = file;
    def.follower.sizes = "feature=16";
    CHECK_HAS(refusal(def),
              "need feature vectors of size 16, and those of the observations have size 8");
    def = hall_def("none");
    def.follower.sizes = "feature=8";
    CHECK_HAS(refusal(def), "the observations have none");
}

TEST(training_a_follower_survives_failing_allocations) {
    wend_train_def def = hall_def("memory");
    def.steps = def.num_envs * 15;
    test_each_allocation(train_once, &def, 60);
}

// ---- speakers -----------------------------------------------------------------------------------

static wend_train_def speaker_def_of(const char* out) {
    wend_train_def def = hall_def(out);
    def.agent = "speaker";
    def.method = WEND_TRAIN_BC;
    def.follower.dropout = def.follower.environment_dropout = 0;
    return def;
}

// The instructions of path `index` as written by the speaker of a folder.
static const char* described(const wend_train_def* trained, const char* file, double temperature,
                             int instructions, int index, int number) {
    static char text[512], weights[512];
    wend_speak_def def = wend_speak_default_def();
    wend_vln_episodes* episodes;
    wend_error error;
    int count;
    snprintf(weights, sizeof weights, "%s/last.safetensors", trained->out);
    def.play = trained->play;
    def.weights = weights;
    def.threads = 1;
    def.temperature = temperature;
    def.instructions = instructions;
    CHECK_OK(wend_speak(&def, test_path(file), &count, &error));
    CHECK_INT(count, 3);
    CHECK_OK(wend_vln_episodes_read(test_path(file), &episodes, &error));
    const wend_vln_episode* e = wend_vln_episodes_at(episodes, index);
    CHECK_INT(e->instruction_count, instructions);
    snprintf(text, sizeof text, "%s", e->instructions[number].text);
    wend_vln_episodes_destroy(episodes);
    return text;
}

TEST(a_speaker_learns_to_say_where_a_path_leads) {
    wend_train_def def = speaker_def_of("speaks");
    def.steps = 80 * 4 * 15;
    def.save_every = 80;
    last_report last = train(def);
    CHECK(last.report.losses.policy < 1.2f);
    CHECK_HAS(described(&def, "greedy.json", 0, 1, 0, 0), "kitchen");
    CHECK_HAS(described(&def, "greedy.json", 0, 1, 1, 0), "bathroom");
    // Sampled texts differ from each other, and are the same in every run.
    char first[512], second[512];
    snprintf(first, sizeof first, "%s", described(&def, "s.json", 5, 2, 0, 0));
    snprintf(second, sizeof second, "%s", described(&def, "s.json", 5, 2, 0, 1));
    CHECK(strcmp(first, second) != 0);
    CHECK_TEXT(described(&def, "again.json", 5, 2, 0, 1), second);
}

TEST(an_interrupted_speaker_resumes_and_ends_with_the_same_bytes) {
    wend_train_def whole = speaker_def_of("whole_speaker"), cut = speaker_def_of("cut_speaker");
    whole.num_envs = cut.num_envs = 40;  // two chunks
    whole.steps = cut.steps = 6 * 40 * 15;
    check_resumes(whole, cut, 3);
}

TEST(speakers_are_not_trained_by_what_they_lack) {
    wend_train_def def = speaker_def_of("lacks");
    def.method = WEND_TRAIN_DAGGER;
    CHECK_HAS(refusal(def), "speaker is trained with --method bc, not dagger");
    def = speaker_def_of("lacks");
    def.held_out = def.play.episodes;
    CHECK_HAS(refusal(def), "wend instructions");
    def = speaker_def_of("lacks");
    def.play.observations = NULL;
    CHECK_HAS(refusal(def), "--observations");
}

TEST(paths_that_cannot_be_described_are_named) {
    wend_train_def trained = speaker_def_of("described");
    wend_speak_def def = wend_speak_default_def();
    char weights[512];
    int count;
    wend_error error;
    train(trained);
    snprintf(weights, sizeof weights, "%s/last.safetensors", trained.out);
    def.play = trained.play;
    def.weights = weights;
    def.threads = 1;
    static const char* const bad[][2] = {
        {"[{\"path_id\": 7, \"scan\": \"hall\", \"heading\": 0, \"path\": [\"b0\", \"a1\"], "
         "\"distance\": 4, \"instructions\": []}]",
         "path 7 has no instruction"},
        {"[{\"path_id\": 7, \"scan\": \"hall\", \"heading\": 0, \"path\": [\"b0\"], "
         "\"distance\": 4, \"instructions\": [\"\"]}]",
         "path 7 has no second viewpoint"}};
    char path[512];
    snprintf(path, sizeof path, "%s", test_path("bad_paths.json"));
    def.play.episodes = path;
    for (int i = 0; i < 2; i++) {
        CHECK_OK(wend_file_write(path, bad[i][0], strlen(bad[i][0]), &error));
        CHECK(wend_speak(&def, test_path("out.json"), &count, &error) != WEND_OK);
        CHECK_HAS(error.message, bad[i][1]);
    }
    def.play = trained.play;
    def.play.observations = NULL;
    CHECK(wend_speak(&def, test_path("out.json"), &count, &error) != WEND_OK);
    CHECK_HAS(error.message, "--observations");
    def.weights = def.play.episodes;
    CHECK(wend_speak(&def, test_path("out.json"), &count, &error) != WEND_OK);
}

static wend_status speak_once(void* context, wend_error* error) {
    int count;
    return wend_speak(context, test_path("spoken.json"), &count, error);
}

TEST(speakers_survive_failing_allocations) {
    wend_train_def def = speaker_def_of("speaker_memory");
    def.steps = def.num_envs * 15;
    test_each_allocation(train_once, &def, 60);
    train(def);
    char weights[512];
    wend_speak_def speak = wend_speak_default_def();
    snprintf(weights, sizeof weights, "%s/last.safetensors", def.out);
    speak.play = def.play;
    speak.weights = weights;
    speak.threads = 1;
    test_each_allocation(speak_once, &speak, 60);
}
