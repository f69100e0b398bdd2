// Facts and notes of a log: what is missing or of another type is refused by name.
#include "metrics/made_log.h"
#include "test.h"

// ---- every fact ---------------------------------------------------------------------------------

typedef struct fact_change {
    const char *from, *to;
    const char* says;
} fact_change;

// Each change of the facts must be refused with these words; as they are, they are scored.
static void check_facts(const char* task, const char* facts, const char* notes,
                        const fact_change* changes, size_t count) {
    for (size_t i = 0; i <= count; i++) {
        made_log m;
        wend_error error = {0};
        wend_score_table table;
        char changed[2000];
        made_log_begin(&m, task);
        const fact_change* c = i < count ? &changes[i] : NULL;
        const char* at = c ? strstr(facts, c->from) : facts;
        CHECK(at);
        snprintf(changed, sizeof changed, "%.*s%s%s", (int)(at - facts), facts, c ? c->to : "",
                 at + (c ? strlen(c->from) : 0));
        made_log_add(&m, changed, 2, NULL)->notes = notes;
        wend_status status = wend_score_compute(&m.log, "log", &table, &error);
        if (status != (c ? WEND_FORMAT : WEND_OK))
            test_fail(__FILE__, __LINE__, "%s: %s is '%s': %s", task, c ? c->to : "",
                      wend_status_name(status), error.message);
        if (c)
            CHECK_HAS(error.message, c->says);
        else
            wend_score_destroy(&table);
        arena_destroy(&m.memory);
    }
}

#define GONE(key) \
    { "\"" key "\":", "\"gone\":", "the field \"" key "\" is missing" }
#define CHECK_FACTS(task, facts, notes, changes) \
    check_facts(task, facts, notes, changes, sizeof(changes) / sizeof *(changes))

TEST(facts_that_are_missing_or_of_another_type_are_named) {
    static const fact_change pointnav[] = {GONE("shortest"),
                                           GONE("distance"),
                                           GONE("radius"),
                                           GONE("stopped"),
                                           {"\"shortest\": 1", "\"shortest\": \"1\"", "shortest: "},
                                           {"\"distance\": 2", "\"distance\": true", "distance: "},
                                           {"\"radius\": 3", "\"radius\": []", "radius: "},
                                           {"true", "1", "stopped: "}};
    CHECK_FACTS("pointnav", "{\"shortest\": 1, \"distance\": 2, \"radius\": 3, \"stopped\": true}",
                NULL, pointnav);
    static const fact_change pasture[] = {
        GONE("shortest"),
        GONE("stopped"),
        GONE("visible"),
        {"\"shortest\": 1", "\"shortest\": {}", "shortest: "},
        {"\"distance\": 2", "\"distance\": \"far\"", "distance: "},
        {"true", "1", "stopped: "},
        {"false", "0", "visible: "}};
    CHECK_FACTS("pasture",
                "{\"split\": \"a\", \"shortest\": 1, \"distance\": 2, \"stopped\": true, "
                "\"visible\": false}",
                NULL, pasture);
    static const fact_change multion[] = {
        GONE("goals"),
        GONE("found"),
        GONE("sighted"),
        GONE("radius"),
        GONE("progress"),
        GONE("ppl"),
        {"\"leg\": 4", "\"log\": 4", "goals[1]: the field \"leg\" is missing"},
        {"\"leg\": 4", "\"leg\": \"4\"", "goals[1].leg: "},
        {"{\"leg\": 4}", "4", "goals[1]: an object expected"},
        {"\"correct\"", "\"carrot\"", "found[0]: the field \"correct\" is missing"},
        {"\"correct\": true", "\"correct\": 1", "found[0].correct: "},
        {"\"step\"", "\"stop\"", "found[0]: the field \"step\" is missing"},
        {"\"step\": 1", "\"step\": null", "found[0]: the field \"step\" is missing"},
        {"\"step\": 1", "\"step\": 3", "found[0]: step 3; the episode has 2"},
        {"\"step\": 1", "\"step\": -0.5", "found[0]: step -0.5; the episode has 2"},
        {"\"distance\"", "\"distant\"", "found[0]: the field \"distance\" is missing"},
        {"\"distance\": 0.5", "\"distance\": \"\"", "found[0].distance: "},
        {"\"sighted\": true", "\"sighted\": 1", "sighted: "},
        {"\"radius\": 1.5", "\"radius\": \"\"", "radius: "},
        {"\"less\"", "1", "progress: "},
        {"\"last\"", "2", "ppl: "},
        {"[{\"leg\": 2}, {\"leg\": 4}]", "7", "goals: an array expected"},
        {"[{\"leg\": 2}, {\"leg\": 4}]", "[]", "1 finds of 0 goals"},
        {"[{\"correct\": true, \"step\": 1, \"distance\": 0.5}]", "7", "found: an array expected"}};
    CHECK_FACTS("multion",
                "{\"goals\": [{\"leg\": 2}, {\"leg\": 4}], \"found\": [{\"correct\": true, "
                "\"step\": 1, \"distance\": 0.5}], \"sighted\": true, \"radius\": 1.5, "
                "\"progress\": \"less\", \"ppl\": \"last\"}",
                NULL, multion);
    static const fact_change rescue[] = {
        GONE("person"),
        GONE("stretcher"),
        GONE("period"),
        GONE("timeout"),
        GONE("carry_gate"),
        GONE("place_gate"),
        GONE("carried_at"),
        GONE("placed_at"),
        GONE("expert"),
        {"[1, 2, 3]", "[1, 2]", "person: "},
        {"[4, 5, 6]", "4", "stretcher: "},
        {"\"period\": 2", "\"period\": \"2\"", "period: "},
        {"\"timeout\": 60", "\"timeout\": true", "timeout: "},
        {"\"carry_gate\": 1.5", "\"carry_gate\": []", "carry_gate: "},
        {"\"place_gate\": 1.25", "\"place_gate\": {}", "place_gate: "},
        {"\"carried_at\": 1", "\"carried_at\": 1.5", "carried_at: "},
        {"\"placed_at\": 2", "\"placed_at\": \"2\"", "placed_at: "},
        {"\"seen_at\": 0", "\"seen_at\": \"0\"", "seen_at: "},
        {"\"carried_at\": 1", "\"carried_at\": 3", "carried at step 3 and put down at step 2 of 2"},
        {"\"placed_at\": 2", "\"placed_at\": 3", "carried at step 1 and put down at step 3 of 2"},
        {"\"carried_at\": 1", "\"carried_at\": -1",
         "carried at step -1 and put down at step 2 of 2"},
        {"[[7, 8, 9]]", "7", "expert: an array expected"},
        {"[7, 8, 9]", "[7, 8]", "expert[0]: "},
        {"[7, 8, 9]", "[7, 8, 9], 7", "expert[1]: "}};
    CHECK_FACTS("rescue",
                "{\"person\": [1, 2, 3], \"stretcher\": [4, 5, 6], \"period\": 2, \"timeout\": 60, "
                "\"carry_gate\": 1.5, \"place_gate\": 1.25, \"carried_at\": 1, \"placed_at\": 2, "
                "\"seen_at\": 0, \"expert\": [[7, 8, 9]]}",
                NULL, rescue);
    static const fact_change tour[] = {GONE("tour"), {"\"x\"", "7", "tour: a string expected"}};
    CHECK_FACTS("ir2r-ce", FACTS_LEG("x", "paper", "true"), NULL, tour);
}

TEST(notes_of_an_agent_that_cannot_be_read_are_an_error) {
    static const struct {
        const char *task, *facts, *notes, *says;
    } cases[] = {
        {"pasture", FACTS_PASTURE("a", "false", "true", ", \"seen\": 1"), "{", "notes:1"},
        {"pasture", FACTS_PASTURE("a", "false", "true", ", \"seen\": 1"), "[]",
         "an object expected"},
        {"multion", FACTS_MULTION(FACTS_TWO_GOALS, "", "true", "less", "last"), "{", "notes:1"},
        {"multion", FACTS_MULTION(FACTS_TWO_GOALS, "", "true", "less", "last"), "[]",
         "an object expected"},
        {"multion", FACTS_MULTION(FACTS_TWO_GOALS, "", "true", "less", "last"),
         "{\"recognised\": 3}", "recognised: an array expected"},
        {"multion", FACTS_MULTION(FACTS_TWO_GOALS, "", "true", "less", "last"),
         "{\"recognised\": [\"x\"]}", "recognised[0]: "}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        made_log m;
        wend_error error;
        wend_score_table table;
        made_log_begin(&m, cases[i].task);
        made_log_add(&m, cases[i].facts, 0, NULL)->notes = cases[i].notes;
        CHECK_INT(wend_score_compute(&m.log, "log", &table, &error), WEND_FORMAT);
        CHECK_HAS(error.message, cases[i].says);
        arena_destroy(&m.memory);
    }
}
