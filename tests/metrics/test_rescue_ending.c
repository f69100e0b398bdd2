#include "metrics/rescue_log_score.h"
#include "metrics/score_kinds.h"
#include "test.h"

// The person lies 20 m along -z, the stretcher is at the start; a step takes 10 s.
#define FACTS_OF_STAGES(carried, placed)                                                    \
    "{\"person\": [0, 0, -20], \"stretcher\": [0, 0, 0], \"period\": 10, \"timeout\": 60, " \
    "\"carry_gate\": 1.5, \"place_gate\": 1.5, \"carried_at\": " carried                    \
    ", \"placed_at\": " placed ", \"expert\": []}"

// How an episode with these facts ended.
static int ending_by(const char* facts, wend_log_record record) {
    double values[WEND_SCORE_MAX_COLUMNS];
    facts_document document;
    wend_facts parsed;
    arena memory = {0};
    wend_error error = {0};
    int ending = -1;
    char letters[64] = {0};
    memset(letters, '.', (size_t)record.steps);
    record.facts = facts;
    record.actions = record.outcomes = letters;
    const wend_score_kind* kind = &rescue_score_kind;
    CHECK_OK(facts_open(kind, &record, "facts", &memory, &document, &parsed, &error));
    CHECK_OK(kind->score(kind, &record, &parsed, values, &ending, &error));
    facts_close(&document, &parsed);
    arena_destroy(&memory);
    return ending;
}

// When the stages of an episode with these facts were completed; the time limit is returned.
static double stages_by(const char* facts, wend_log_record record, double seconds[4]) {
    facts_document document;
    wend_facts parsed;
    arena memory = {0};
    wend_error error = {0};
    record.facts = facts;
    CHECK_OK(facts_open(&rescue_score_kind, &record, "facts", &memory, &document, &parsed, &error));
    facts_close(&document, &parsed);
    rescue_stage_seconds(&record, &parsed.rescue, seconds);
    double limit = parsed.rescue.timeout;
    arena_destroy(&memory);
    return limit;
}

// The person lies 20 m along -z, the stretcher is at the start; both gates are 1.5 m.
static int ending_of(const wend_pose* poses, int steps, const char* when) {
    char facts[600];
    snprintf(facts, sizeof facts,
             "{\"person\": [0, 3, -20], \"stretcher\": [0, 0, 0], \"period\": 10, \"timeout\": 60, "
             "\"carry_gate\": 1.5, \"place_gate\": 1.5, %s%s}",
             when, strstr(when, "expert") ? "" : ", \"expert\": []");
    return ending_by(facts, (wend_log_record){.steps = steps, .poses = poses});
}

static wend_pose at(float y, float z) { return (wend_pose){.feet = {0, y, z}}; }

TEST(a_failed_rescue_has_the_class_of_its_stage) {
    const char* never = "\"carried_at\": -1, \"placed_at\": -1";
    const wend_pose far[] = {at(0, 0), at(3, -10)}, below[] = {at(0, 0), at(0, -20)},
                    near[] = {at(0, 0), at(3, -15)}, there[] = {at(0, 0), at(3, -19)};
    CHECK_INT(ending_of(far, 1, never), 1);
    CHECK_INT(ending_of(below, 1, never), 1);  // on the storey below is not there
    CHECK_INT(ending_of(near, 1, never), 2);
    CHECK_INT(ending_of(there, 1, never), 3);
}

TEST(with_images_exploration_succeeds_when_the_person_is_visible) {
    const char *blind = "\"seen_at\": -1, \"carried_at\": -1, \"placed_at\": -1",
               *saw = "\"seen_at\": 1, \"carried_at\": -1, \"placed_at\": -1";
    const wend_pose far[] = {at(0, 0), at(3, -10)}, near[] = {at(0, 0), at(3, -15)},
                    there[] = {at(0, 0), at(3, -19)};
    CHECK_INT(ending_of(near, 1, blind), 1);
    CHECK_INT(ending_of(there, 1, blind), 1);
    CHECK_INT(ending_of(far, 1, saw), 2);
    CHECK_INT(ending_of(there, 1, saw), 3);
}

TEST(a_rescue_that_ends_after_pick_up_fails_by_time_memory_or_handover) {
    const wend_pose late[] = {at(0, 0), at(0, 0),   at(0, 0),  at(0, 0),
                              at(0, 0), at(3, -19), at(3, -15)};
    const wend_pose lost[] = {at(0, 0),   at(3, -19), at(3, -30), at(3, -40),
                              at(3, -40), at(3, -40), at(3, -40)};
    const wend_pose close[] = {at(0, 0),  at(3, -19), at(0, -5), at(0, -5),
                               at(0, -5), at(0, -5),  at(0, -5)};
    CHECK_INT(ending_of(late, 6, "\"carried_at\": 5, \"placed_at\": -1"), 4);
    CHECK_INT(ending_of(lost, 6, "\"carried_at\": 1, \"placed_at\": -1"), 5);
    CHECK_INT(ending_of(close, 6, "\"carried_at\": 1, \"placed_at\": -1"), 6);
    wend_pose gate[7] = {at(0, 0), at(3, -19)};  // as near as it takes, and not put down
    for (int i = 2; i < 7; i++) gate[i] = at(0, -1.5f);
    CHECK_INT(ending_of(gate, 6, "\"carried_at\": 1, \"placed_at\": -1"), 3);
    CHECK_INT(ending_of(close, 4, "\"carried_at\": 1, \"placed_at\": -1"), 3);  // gave up
    CHECK_INT(ending_of(close, 5, "\"carried_at\": 1, \"placed_at\": -1"), 6);
    CHECK_INT(ending_of(close, 6, "\"carried_at\": 1, \"placed_at\": 6"), 0);
}

TEST(rescue_stages_are_complete_when_the_agent_is_near_and_carries) {
    // The person lies 20 m along -z, the stretcher is at the start.
    const char* facts = FACTS_OF_STAGES("3", "-1");
    const wend_pose poses[] = {at(0, 0), at(0, -10), at(0, -14), at(0, -19), at(0, -7)};
    wend_log_record record = {.steps = 4, .poses = poses};
    double seconds[4];
    double limit = stages_by(facts, record, seconds);
    CHECK(seconds[0] == 20 && seconds[1] == 30 && seconds[2] == 40 && isinf(seconds[3]));
    CHECK(limit == 60);
}

TEST(a_stage_is_done_no_later_than_the_one_after_it) {
    // 7.5 m are near; the person is put down a step after the stretcher comes near.
    const char* facts = FACTS_OF_STAGES("2", "4");
    const wend_pose poses[] = {at(0, 0), at(0, -12.5f), at(0, -19), at(0, -7.5f), at(0, -1)};
    wend_log_record record = {.steps = 4, .poses = poses};
    double seconds[4];
    stages_by(facts, record, seconds);
    CHECK(seconds[0] == 10 && seconds[1] == 20 && seconds[2] == 30 && seconds[3] == 40);
}

// Carried at step 1 of 6 with 50 s left, at 0.994 m/s: 49.7 m are in time.
TEST(the_return_path_is_the_experts_where_it_is_longer) {
    static const struct {
        const char* expert;
        int ending;
    } cases[] = {
        {"[0, 0, 0], [0, 3, -20], [25, 3, -20], [25, 3, 0], [0, 3, 0]", 4},  // 70 m
        {"[0, 0, 0], [0, 3, -20], [15, 3, -20], [15, 3, 0], [0, 3, 0]", 5},  // 50 m, less the gate
        {"[0, 0, 0], [90, 3, 0], [0, 3, -20], [0, 3, 0]", 5},  // before the person is not back
        {"", 5},
    };
    const wend_pose lost[] = {at(0, 0),   at(3, -19), at(3, -30), at(3, -40),
                              at(3, -40), at(3, -40), at(3, -40)};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char when[300];
        snprintf(when, sizeof when, "\"carried_at\": 1, \"placed_at\": -1, \"expert\": [%s]",
                 cases[i].expert);
        CHECK_INT(ending_of(lost, 6, when), cases[i].ending);
    }
}

TEST(the_straight_return_is_from_the_person_to_the_stretcher) {
    // 20 m less the gate, with 20 s left: there is time, and it gets lost.
    const char* facts =
        "{\"person\": [10, 0, -20], \"stretcher\": [10, 0, 0], \"period\": 10, \"timeout\": 60, "
        "\"carry_gate\": 1.5, \"place_gate\": 1.5, \"carried_at\": 4, \"placed_at\": -1, "
        "\"expert\": []}";
    const wend_pose poses[7] = {0};
    wend_log_record record = {.steps = 6, .poses = poses};
    int ending = ending_by(facts, record);
    CHECK_INT(ending, 5);
}

// The person lies at 3 m height. A storey is 1.5 m up or down, near are 7.5 m, the gates 1.5 m.
TEST(a_failed_rescue_is_judged_at_the_limits_of_its_stages) {
    static const struct {
        float y, z;
        int ending;
    } cases[] = {{3, -12.5f, 2},     // 7.5 m
                 {3, -12.4375f, 1},  // a little more
                 {3, -18.5f, 3},     // 1.5 m: the gate
                 {3, -18.4375f, 2},  // a little more
                 {4.4375f, -15, 2},  // almost a storey above
                 {1.5625f, -15, 2},  // and below
                 {4.5f, -15, 1},     // 1.5 m is another storey
                 {1.5f, -15, 1},    {4.625f, -15, 1}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const wend_pose poses[] = {at(0, 0), at(cases[i].y, cases[i].z)};
        CHECK_INT(ending_of(poses, 1, "\"carried_at\": -1, \"placed_at\": -1"), cases[i].ending);
    }
    const wend_pose near[] = {at(0, 0), at(3, -15)};  // seen at the first step is seen
    CHECK_INT(ending_of(near, 1, "\"seen_at\": 0, \"carried_at\": -1, \"placed_at\": -1"), 2);
    wend_pose back[7] = {at(0, 0), at(3, -19)};
    for (int i = 2; i < 7; i++) back[i] = at(0, -7.5f);
    CHECK_INT(ending_of(back, 6, "\"carried_at\": 1, \"placed_at\": -1"), 6);
    for (int i = 2; i < 7; i++) back[i] = at(0, -7.5625f);
    CHECK_INT(ending_of(back, 6, "\"carried_at\": 1, \"placed_at\": -1"), 5);
    for (int i = 2; i < 7; i++) back[i] = at(0, -1.5625f);  // a little farther than the gate
    CHECK_INT(ending_of(back, 6, "\"carried_at\": 1, \"placed_at\": -1"), 6);
}

// With 50 s left there is time for 49.7 m: 64 m less a gate of 14.3 m are just in time.
TEST(a_return_that_takes_exactly_the_remaining_time_is_in_time) {
    static const struct {
        const char* gate;
        int ending;
    } cases[] = {{"14.3", 5}, {"14.29", 4}, {"14.31", 5}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char facts[400];
        const wend_pose poses[7] = {at(0, 0),   at(0, -64), at(0, -64), at(0, -64),
                                    at(0, -64), at(0, -64), at(0, -64)};
        wend_log_record record = {.steps = 6, .poses = poses};
        snprintf(
            facts, sizeof facts,
            "{\"person\": [0, 0, -64], \"stretcher\": [0, 0, 0], \"period\": 10, \"timeout\": "
            "60, \"carry_gate\": 1.5, \"place_gate\": %s, \"carried_at\": 1, \"placed_at\": -1, "
            "\"expert\": []}",
            cases[i].gate);
        int ending = ending_by(facts, record);
        CHECK_INT(ending, cases[i].ending);
    }
}

// The expert's way back begins half a metre from the person. From there 51 m of stairs and floor
// are 49.5 m to the gate, in time; 51.5 m are not. Carried at step 1 of 6.
TEST(the_return_of_the_expert_begins_within_half_a_metre_of_the_person) {
    static const struct {
        const char* expert;
        int ending;
    } cases[] = {
        // 30 m there; within half a metre of the person; 51 m back, of which 3 and 4 m are stairs.
        {"[0, 0, 0], [30, 3, -20], [0, 3, -20.4375], [0, 3, -45.9375], [0, 3, -20.4375]", 5},
        // Not within half a metre: the way there counts as well.
        {"[0, 0, 0], [30, 3, -20], [0, 3, -20.5625], [0, 3, -46.0625], [0, 3, -20.5625]", 4},
        {"[0, 0, 0], [30, 3, -20], [0.5, 3, -20], [26, 3, -20], [0.5, 3, -20]", 4},
        {"[0, 0, 0], [30, 3, -20], [0.4375, 3, -20], [25.9375, 3, -20], [3, 3, -20]", 5},
        // Stairs: 3 m along and 4 m up are 5 m; 46.25 m more are 51.25 m, too far by 5 cm.
        {"[0, 3, -20], [0, 3, -66.25], [3, 7, -66.25]", 4},
        {"[0, 3, -20], [0, 3, -66], [3, 7, -66]", 5},
        {"[0, 3, -20], [46, 3, -20], [46, 7, -17]", 5},
        {"[0, 3, -20], [46.25, 3, -20], [46.25, 7, -17]", 4},
    };
    const wend_pose lost[] = {at(0, 0),   at(3, -19), at(3, -30), at(3, -40),
                              at(3, -40), at(3, -40), at(3, -40)};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char when[300];
        snprintf(when, sizeof when, "\"carried_at\": 1, \"placed_at\": -1, \"expert\": [%s]",
                 cases[i].expert);
        int ending = ending_of(lost, 6, when);
        if (ending != cases[i].ending)
            test_fail(__FILE__, __LINE__, "%s is %d", cases[i].expert, ending);
    }
}

TEST(stages_may_be_done_at_the_start_and_8_metres_are_not_near) {
    static const struct {
        const char* when;
        float z[3];
        double seconds[4];
    } cases[] = {
        {"\"carried_at\": -1, \"placed_at\": -1",
         {-13, -8, -20},
         {0, INFINITY, INFINITY, INFINITY}},
        {"\"carried_at\": -1, \"placed_at\": -1",
         {-12, -28, -12.5f},
         {20, INFINITY, INFINITY, INFINITY}},
        {"\"carried_at\": 0, \"placed_at\": 0", {-40, -40, -40}, {0, 0, 0, 0}},
        {"\"carried_at\": 1, \"placed_at\": -1", {-40, -8, -7.5f}, {10, 10, 20, INFINITY}},
        {"\"carried_at\": 1, \"placed_at\": 2", {-40, -8, -8}, {10, 10, 20, 20}},
        {"\"carried_at\": 1, \"placed_at\": -1", {-20, -7, -20}, {0, 10, 10, INFINITY}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char facts[400];
        snprintf(facts, sizeof facts,
                 "{\"person\": [0, 0, -20], \"stretcher\": [0, 0, 0], \"period\": 10, \"timeout\": "
                 "70, \"carry_gate\": 1.5, \"place_gate\": 1.5, %s, \"expert\": []}",
                 cases[i].when);
        const wend_pose poses[] = {at(0, cases[i].z[0]), at(0, cases[i].z[1]),
                                   at(0, cases[i].z[2])};
        wend_log_record record = {.steps = 2, .poses = poses};
        double seconds[4];
        double limit = stages_by(facts, record, seconds);
        for (int k = 0; k < 4; k++) CHECK(seconds[k] == cases[i].seconds[k]);
        CHECK(limit == 70);
    }
}
