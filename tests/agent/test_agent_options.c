#include "base/settings.h"
#include "test.h"

#include "wend/agent.h"

typedef struct settings {
    int memory, steps;
    float noise;
    char weights[SETTING_SIZE];
} settings;

static wend_status read(const char* text, settings* s, wend_error* error) {
    *s = (settings){.memory = 1, .steps = 7, .noise = 0.5f};
    const setting options[] = {
        {.key = "memory", .kind = SETTING_WORD, .value = &s->memory, .words = {"all", "goal"}},
        {.key = "steps", .kind = SETTING_INT, .value = &s->steps, .low = 1, .high = 99},
        {.key = "noise", .kind = SETTING_NUMBER, .value = &s->noise, .low = 0, .high = 1},
        {.key = "weights", .kind = SETTING_TEXT, .value = s->weights}};
    return settings_read("agent mapper", text, options, 4, error);
}

TEST(options_behind_an_agents_name_are_read_and_the_others_stay) {
    wend_error error;
    settings s;
    CHECK_OK(read("", &s, &error));
    CHECK_INT(s.memory, 1);
    CHECK_OK(read("memory=all,noise=0.25,weights=a/b=c.bin", &s, &error));
    CHECK_INT(s.memory, 0);
    CHECK_INT(s.steps, 7);
    CHECK_NEAR(s.noise, 0.25, 0);
    CHECK_TEXT(s.weights, "a/b=c.bin");
}

TEST(a_wrong_option_of_an_agent_is_named_with_what_is_possible) {
    wend_error error;
    settings s;
    CHECK_INT(read("memry=all", &s, &error), WEND_ARGUMENT);
    CHECK_HAS(error.message, "memory, steps, noise, weights");
    CHECK_INT(read("memory=some", &s, &error), WEND_ARGUMENT);
    CHECK_HAS(error.message, "all, goal");
    const char* const wrong[] = {"memory",    "steps=1.5", "steps=", "steps=x",
                                 "steps=100", "noise=nan", "noise=2"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        CHECK_INT(read(wrong[i], &s, &error), WEND_ARGUMENT);
    char longest[2000];
    memset(longest, 'x', sizeof longest);
    longest[sizeof longest - 1] = 0;
    CHECK_INT(read(longest, &s, &error), WEND_LIMIT);
}

TEST(an_agent_without_options_refuses_them) {
    wend_error error;
    wend_agent* agent;
    CHECK_INT(wend_agent_create("random:semantics=truth", NULL, &agent, &error), WEND_ARGUMENT);
    CHECK_HAS(error.message, "random");
    CHECK_INT(wend_agent_create("rand", NULL, &agent, &error), WEND_ARGUMENT);
    CHECK_OK(wend_agent_create("random", NULL, &agent, &error));
    CHECK(!wend_agent_sees_truth(agent));
    wend_agent_destroy(agent);
}
