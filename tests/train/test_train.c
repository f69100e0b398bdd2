// Learning on a small house: the same bytes again, after a kill, for any number of threads.
#include <sys/wait.h>
#include <unistd.h>

#include "test.h"
#include "train/events.h"
#include "train/train_fixture.h"

#include "wend/files.h"

// Ends the process as a kill would: after the fifth update, one behind the
// last checkpoint.
static void kill_at_five(void* context, const wend_train_report* report) {
    (void)context;
    if (report->update == 5) _Exit(9);
}

TEST(a_killed_training_resumes_and_ends_with_the_same_bytes) {
    wend_error error;
    wend_policy_def policy = train_fixture_policy();
    char whole[512], broken[512];
    snprintf(whole, sizeof whole, "%s", test_path("whole"));
    snprintf(broken, sizeof broken, "%s", test_path("broken"));
    wend_train_def d = train_fixture_def(whole, &policy);
    CHECK_OK(wend_train(&d, &error));
    d.out = broken;
    pid_t child = fork();
    if (child == 0) {
        d.report = kill_at_five;
        (void)wend_train(&d, &error);
        _Exit(1);
    }
    int status;
    CHECK(waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 9);
    d.threads = 2;
    CHECK_OK(wend_train(&d, &error));
    CHECK(train_fixture_hash(whole, "last.safetensors") ==
          train_fixture_hash(broken, "last.safetensors"));
    CHECK(train_fixture_hash(whole, "curve.csv") == train_fixture_hash(broken, "curve.csv"));
}

TEST(training_with_other_settings_does_not_touch_a_folder) {
    wend_error error;
    wend_policy_def policy = train_fixture_policy();
    char out[512];
    snprintf(out, sizeof out, "%s", test_path("run"));
    wend_train_def d = train_fixture_def(out, &policy);
    d.steps = 12;
    CHECK_OK(wend_train(&d, &error));
    uint64_t before = train_fixture_hash(out, "last.safetensors");
    d.learning_rate *= 2;
    CHECK_INT(wend_train(&d, &error), WEND_ARGUMENT);
    CHECK_HAS(error.message, "contains a different run (learning_rate is 0.0005, was 0.00025)");
    CHECK_HAS(error.message, "--overwrite");
    CHECK(train_fixture_hash(out, "last.safetensors") == before);
}

TEST(a_run_that_diverges_fails_and_keeps_its_last_checkpoint) {
    wend_error error;
    wend_policy_def policy = train_fixture_policy();
    char out[512], path[600];
    snprintf(out, sizeof out, "%s", test_path("run"));
    wend_train_def d = train_fixture_def(out, &policy);
    d.learning_rate = 1e37f;
    d.decay_rate = false;
    d.save_every = 1;
    CHECK_INT(wend_train(&d, &error), WEND_FORMAT);
    CHECK_HAS(error.message, "learning diverged");
    snprintf(path, sizeof path, "%s/curve.csv", out);
    CHECK(wend_file_exists(path));
}

TEST(minibatches_must_divide_the_environments) {
    wend_error error;
    wend_policy_def policy = train_fixture_policy();
    wend_train_def d = train_fixture_def(test_path("run"), &policy);
    d.minibatches = 3;
    CHECK_INT(wend_train(&d, &error), WEND_ARGUMENT);
    CHECK_HAS(error.message, "3 minibatches do not divide 2 environments");
}

// The value everyone tests CRC-32C with.  [RFC 3720, B.4; "123456789"]
TEST(checksums_of_events_are_crc32c) {
    CHECK_INT(events_crc32c("123456789", 9), 0xe3069283u);
    const uint8_t zeros[32] = {0};
    CHECK_INT(events_crc32c(zeros, 32), 0x8a9136aau);
}

// ---- weights in files ---------------------------------------------------------------------------

static void save_tiny(const char* path) {
    wend_error error;
    wend_policy policy;
    wend_policy_def def = train_fixture_policy();
    CHECK_OK(wend_policy_create(&def, 5, &policy, &error));
    CHECK_OK(wend_policy_save(&policy, path, &error));
    wend_policy_destroy(&policy);
}

TEST(a_policy_comes_back_from_its_file) {
    wend_error error;
    wend_policy policy;
    char path[512];
    snprintf(path, sizeof path, "%s", test_path("p.safetensors"));
    save_tiny(path);
    CHECK_OK(wend_policy_load(path, &policy, &error));
    CHECK_INT(policy.def.width, 36);
    CHECK_TEXT(policy.def.agent, "nomap-rnn-small");
    wend_policy_destroy(&policy);
}

// Changes one word of the header, in place.
static void replace_text(const char* path, const char* from, const char* to) {
    wend_error error;
    wend_file_bytes bytes;
    CHECK_OK(wend_file_read(path, &bytes, &error));
    char* at = memmem(bytes.data, bytes.size, from, strlen(from));
    CHECK(at && strlen(from) == strlen(to));
    memcpy(at, to, strlen(to));
    CHECK_OK(wend_file_write(path, bytes.data, bytes.size, &error));
    wend_file_bytes_destroy(&bytes);
}

TEST(weights_that_do_not_fit_are_refused_with_a_reason) {
    static const struct {
        const char *from, *to, *says;
    } cases[] = {
        {"\"wend.version\": \"1\"", "\"wend.version\": \"9\"", "newer wend"},
        {"memory_size=16", "memory_size=17", "another architecture"},
        {"wend.format", "wend.farmat", "not a policy of wend"},
        {"image.conv1.weight", "image.conv1.wright", "no image.conv1.weight"},
        {"filters1=16", "filters1=15", "filters1 is 15"},
        {"action_size", "wisdom_size", "unknown policy field"},
    };
    wend_error error;
    wend_policy policy;
    char path[512];
    snprintf(path, sizeof path, "%s", test_path("p.safetensors"));
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        save_tiny(path);
        replace_text(path, cases[i].from, cases[i].to);
        replace_text(path, "wend.checksum", "no.checksum__");
        CHECK(wend_policy_load(path, &policy, &error) != WEND_OK);
        CHECK_HAS(error.message, cases[i].says);
        CHECK_HAS(error.message, "p.safetensors");
    }
}

TEST(weights_with_former_names_of_fields_and_layers_load) {
    wend_error error;
    wend_policy policy, same;
    wend_policy_def def = *wend_policy_find("oracle-map-small");
    wend_tensors file;
    CHECK_OK(wend_policy_create(&def, 5, &policy, &error));
    CHECK_OK(wend_policy_save(&policy, test_path("new.safetensors"), &error));
    CHECK_OK(wend_tensors_read(test_path("new.safetensors"), &file, &error));
    static const char* const layers[][2] = {{"image.", "eye."},
                                            {"map.occupancy_embed.", "map.ground_embed."},
                                            {"map.objects_embed.", "map.things_embed."}};
    static char names[64][64];
    for (int i = 0; i < file.count; i++)
        for (int k = 0; k < 3; k++)
            if (strncmp(file.tensors[i].name, layers[k][0], strlen(layers[k][0])) == 0) {
                snprintf(names[i], sizeof names[i], "%s%s", layers[k][1],
                         file.tensors[i].name + strlen(layers[k][0]));
                file.tensors[i].name = names[i];
            }
    static const char text[] =
        "agent=oracle-map-small width=64 height=64 image_bytes=1 filters1=16 filters2=32 "
        "filters3=32 kernel1=4 "
        "kernel2=3 kernel3=3 stride1=4 stride2=2 stride3=2 eye=128 goal_size=16 action_size=8 "
        "memory_size=192 memory_slots=64 memory_heads=4 map=1 map_ground=1 map_things=1 "
        "map_side=26 map_goal=1 map_embed=4 map_filters1=16 map_filters2=16 map_filters3=16 "
        "map_eye=96 map_asked=0 stop_rarity=100";
    for (int i = 0; i < file.note_count; i++) {
        if (strcmp(file.notes[i].key, "wend.policy") == 0) file.notes[i].text = text;
        if (strcmp(file.notes[i].key, "wend.checksum") == 0) file.notes[i].key = "former.checksum";
    }
    CHECK_OK(wend_tensors_write(test_path("old.safetensors"), &file, &error));
    wend_tensors_destroy(&file);
    CHECK_OK(wend_policy_load(test_path("old.safetensors"), &same, &error));
    CHECK_INT(same.def.encoder_size, 128);
    CHECK_INT(same.def.map_encoder_size, 96);
    CHECK_INT(memcmp(wend_network_weights(same.network), wend_network_weights(policy.network),
                     wend_network_weight_count(policy.network) * sizeof(float)),
              0);
    wend_policy_destroy(&same);
    wend_policy_destroy(&policy);
}

TEST(weights_that_are_not_numbers_are_refused) {
    wend_error error;
    wend_policy policy;
    wend_policy_def def = train_fixture_policy();
    CHECK_OK(wend_policy_create(&def, 5, &policy, &error));
    wend_network_weights(policy.network)[7] = NAN;
    CHECK_OK(wend_policy_save(&policy, test_path("p.safetensors"), &error));
    wend_policy_destroy(&policy);
    CHECK_INT(wend_policy_load(test_path("p.safetensors"), &policy, &error), WEND_FORMAT);
    CHECK_HAS(error.message, "image.conv1.weight[7] is not a number");
}
