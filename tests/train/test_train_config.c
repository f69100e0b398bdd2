// Runs as JSON files: what is read, what is refused and why, and that a written file is the same
// run.
#include "test.h"
#include "train/train_fields.h"
#include "train/train_fixture.h"

#include "wend/files.h"

static wend_status parse(const char* text, wend_train_config* config, wend_error* error) {
    return train_config_parse(text, strlen(text), "runs/c.json", config, error);
}

TEST(a_configuration_sets_what_it_names_and_leaves_the_defaults) {
    wend_error error;
    wend_train_config c;
    CHECK_OK(
        parse("{\"task\": \"multion:radius=1\", \"agent\": \"smt-small\", \"episodes\": \"e.json\","
              " \"held_out\": \"/abs/h.json\", \"seed\": 7, \"learning_rate\": 1e-3,"
              " \"normalize_advantage\": true, \"until\": {\"success\": 0.8, \"episodes\": 20},"
              " \"policy\": {\"memory_size\": 64}}",
              &c, &error));
    CHECK_TEXT(c.def.play.task, "multion:radius=1");
    CHECK_TEXT(c.def.play.episodes, "runs/e.json");
    CHECK_TEXT(c.def.held_out, "/abs/h.json");
    CHECK_INT(c.def.play.seed, 7);
    CHECK(c.def.learning_rate == 1e-3f);
    CHECK(c.def.normalize);
    CHECK(c.def.until_success == 0.8f);
    CHECK_INT(c.def.until_episodes, 20);
    CHECK_INT(c.def.num_envs, wend_train_default_def().num_envs);
    CHECK_INT(c.def.policy->memory_size, 64);
    CHECK_INT(c.def.policy->width, wend_policy_find("smt-small")->width);
    CHECK_INT(c.def.stage_count, 0);
    wend_train_config_destroy(&c);
}

TEST(former_names_of_policy_fields_are_read_and_reported) {
    wend_error error;
    wend_train_config config;
    CHECK_OK(parse("{\"agent\": \"smt-small\", \"policy\": {\"eye\": 64, \"map_ground\": 0}}",
                   &config, &error));
    CHECK_INT(config.def.policy->encoder_size, 64);
    CHECK_INT(config.def.policy->map_occupancy, 0);
    CHECK_TEXT(config.renamed,
               "policy.eye is now policy.encoder_size, policy.map_ground is now "
               "policy.map_occupancy");
    wend_train_config_destroy(&config);
    CHECK_OK(
        parse("{\"agent\": \"smt-small\", \"policy\": {\"encoder_size\": 64}}", &config, &error));
    CHECK_TEXT(config.renamed, "");
    wend_train_config_destroy(&config);
}

TEST(stages_differ_from_the_whole_run_only_in_what_they_name) {
    wend_error error;
    wend_train_config c;
    CHECK_OK(
        parse("{\"task\": \"pointnav\", \"steps\": 100, \"learning_rate\": 0.5, \"stages\": ["
              "{\"name\": \"near\", \"steps\": 20}, {\"name\": \"all\", \"task\": \"multion\","
              " \"until\": {\"success\": 1}}]}",
              &c, &error));
    CHECK_INT(c.def.stage_count, 2);
    CHECK_TEXT(c.def.stages[0].name, "near");
    CHECK_INT(c.def.stages[0].def.steps, 20);
    CHECK_TEXT(c.def.stages[0].def.play.task, "pointnav");
    CHECK_INT(c.def.stages[1].def.steps, 100);
    CHECK_TEXT(c.def.stages[1].def.play.task, "multion");
    CHECK(c.def.stages[1].def.until_success == 1);
    CHECK(c.def.stages[1].def.learning_rate == 0.5f);
    wend_train_config_destroy(&c);
}

TEST(a_wrong_configuration_is_reported_with_file_line_setting_value_and_range) {
    const struct {
        const char *text, *says;
    } cases[] = {
        {"[]", "runs/c.json:1: must be an object"},
        {"{\n\"gama\": 1}", "runs/c.json:2: gama: unknown setting (did you mean 'gamma'?)"},
        {"{\"gamma\": 1.5}", "runs/c.json:1: gamma: must be in [0, 1], not 1.5"},
        {"{\"gamma\": \"x\"}", "runs/c.json:1: gamma: "},
        {"{\"num_envs\": 2.5}", "runs/c.json:1: num_envs: "},
        {"{\"num_envs\": 0}", "runs/c.json:1: num_envs: must be in [1, 4096], not 0"},
        {"{\"seed\": -1}", "seed: must not be negative, not -1"},
        {"{\"task\": \"\"}", "task: must not be empty"},
        {"{\"method\": \"pp\"}", "method: no method 'pp'"},
        {"{\"normalize_advantage\": 1}", "normalize_advantage: "},
        {"{\"until\": {\"sucess\": 1}}", "until.sucess: unknown setting"},
        {"{\"until\": 3}", "until: must be an object"},
        {"{\"policy\": {}}", "policy: needs `agent`"},
        {"{\"agent\": \"smt\", \"policy\": {\"eye\": 0}}",
         "policy.eye: must be in [1, 4096], not 0"},
        {"{\"agent\": \"smt\", \"policy\": {\"eyes\": 1}}",
         "policy.eyes: unknown field of a policy"},
        {"{\"stages\": []}", "stages: must have 1 to 64 stages, not 0"},
        {"{\"stages\": [{}]}", "stages[0]: "},
        {"{\"stages\": [{\"name\": \"a b\"}]}", "stages[0].name: 'a b' must have at most 32"},
        {"{\"stages\": [{\"name\": \"a\", \"agent\": \"x\"}]}",
         "stages[0].agent: is of the whole run"},
        {"{\"stages\": [{\"name\": \"a\", \"gamma\": 2}]}", "stages[0].gamma: must be in [0, 1]"},
        {"{\"gamma\": 1, \"gamma\": 1}", "runs/c.json"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        wend_error error;
        wend_train_config c;
        CHECK_INT(parse(cases[i].text, &c, &error), WEND_FORMAT);
        CHECK_HAS(error.message, cases[i].says);
        CHECK(!c.memory);
    }
}

// Sets every field to a value of its own.
static void fill(wend_train_def* def, int salt) {
    for (int i = 0; i < wend_train_field_count(); i++) {
        const wend_train_field* f = wend_train_field_at(i);
        char* at = (char*)def + f->offset;
        double number = f->min + (f->max - f->min) * (salt + i) / 1e9;
        if (f->kind == WEND_TRAIN_FIELD_TEXT || f->kind == WEND_TRAIN_FIELD_PATH)
            *(const char**)at = salt % 2 ? f->name : "/x";
        if (f->kind == WEND_TRAIN_FIELD_INT) *(int*)at = (int)(number + 0.5) + (f->max > 50);
        if (f->kind == WEND_TRAIN_FIELD_INT64) *(int64_t*)at = (int64_t)number;
        if (f->kind == WEND_TRAIN_FIELD_SEED) *(uint64_t*)at = (uint64_t)(salt + i);
        if (f->kind == WEND_TRAIN_FIELD_FLOAT) *(float*)at = (float)number;
        if (f->kind == WEND_TRAIN_FIELD_BOOL) *(bool*)at = (salt + i) % 2;
    }
    def->agent = "smt-small";
}

static void check_same_fields(const wend_train_def* a, const wend_train_def* b, bool stage) {
    for (int i = 0; i < wend_train_field_count(); i++) {
        const wend_train_field* f = wend_train_field_at(i);
        const char *x = (const char*)a + f->offset, *y = (const char*)b + f->offset;
        if (stage && !f->in_stages) continue;
        if (train_field_is_number(f)) CHECK(train_field_number(f, a) == train_field_number(f, b));
        if (f->kind == WEND_TRAIN_FIELD_TEXT)
            CHECK_TEXT(*(const char* const*)x, *(const char* const*)y);
        if (f->kind == WEND_TRAIN_FIELD_BOOL) CHECK(*(const bool*)x == *(const bool*)y);
        if (f->kind == WEND_TRAIN_FIELD_SEED) CHECK(*(const uint64_t*)x == *(const uint64_t*)y);
    }
}

TEST(a_written_configuration_reads_as_the_same_settings) {
    wend_error error;
    wend_policy_def policy = train_fixture_policy();
    wend_train_stage stages[2] = {{.name = "one"}, {.name = "two"}};
    for (int salt = 1; salt < 40; salt += 3) {
        wend_train_def d = wend_train_default_def();
        wend_train_config c;
        char path[512];
        fill(&d, salt);
        d.policy = &policy;
        for (int i = 0; i < 2; i++) stages[i].def = d;
        fill(&stages[1].def, salt + 100);
        d.stages = stages;
        d.stage_count = 2;
        snprintf(path, sizeof path, "%s", test_path("c.json"));
        CHECK_OK(wend_train_config_write(&d, path, &error));
        CHECK_OK(wend_train_config_read(path, &c, &error));
        check_same_fields(&c.def, &d, false);
        for (int i = 0; i < 2; i++) {
            check_same_fields(&c.def.stages[i].def, &stages[i].def, true);
            CHECK_TEXT(c.def.stages[i].name, stages[i].name);
        }
        policy.agent[0] = c.def.policy->agent[0];
        CHECK_INT(c.def.policy->memory_size, policy.memory_size);
        CHECK_INT(c.def.policy->width, 36);
        wend_train_config_destroy(&c);
    }
}

static wend_status read_one(void* context, wend_error* error) {
    wend_train_config c;
    (void)context;
    wend_status status = parse(
        "{\"task\": \"pointnav\", \"agent\": \"smt\", \"policy\": {\"eye\": 9},"
        " \"stages\": [{\"name\": \"a\", \"episodes\": \"e\"}]}",
        &c, error);
    if (status == WEND_OK) wend_train_config_destroy(&c);
    return status;
}

TEST(reading_a_configuration_survives_every_failing_allocation) {
    test_each_allocation(read_one, NULL, 40);
}
