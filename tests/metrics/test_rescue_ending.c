#include "metrics/rescue_log_score.h"
#include "test.h"

// The person lies 20 m along -z, the stretcher is at the start; both gates are 1.5 m.
static int ending_of(const wend_log_pose* poses, int steps, const char* when) {
    char facts[600], letters[64] = {0};
    memset(letters, '.', (size_t)steps);
    snprintf(facts, sizeof facts,
             "{\"person\": [0, 3, -20], \"stretcher\": [0, 0, 0], \"period\": 10, \"timeout\": 60, "
             "\"carry_gate\": 1.5, \"place_gate\": 1.5, %s%s}",
             when, strstr(when, "expert") ? "" : ", \"expert\": []");
    wend_log_record record = {
        .steps = steps, .poses = poses, .actions = letters, .outcomes = letters};
    json_document document;
    wend_error error = {0};
    int ending = -1;
    CHECK_OK(json_document_parse(facts, strlen(facts), "facts", 1, &document, &error));
    json_at root = json_document_root(&document);
    CHECK_OK(rescue_ending(&record, &root, NULL, &ending, &error));
    json_document_destroy(&document);
    return ending;
}

static wend_log_pose at(float y, float z) { return (wend_log_pose){.feet = {0, y, z}}; }

TEST(a_failed_rescue_is_put_down_to_the_stage_that_failed) {
    const char* never = "\"carried_at\": -1, \"placed_at\": -1";
    const wend_log_pose far[] = {at(0, 0), at(3, -10)}, below[] = {at(0, 0), at(0, -20)},
                        near[] = {at(0, 0), at(3, -15)}, there[] = {at(0, 0), at(3, -19)};
    CHECK_INT(ending_of(far, 1, never), 1);
    CHECK_INT(ending_of(below, 1, never), 1);  // on the storey below is not there
    CHECK_INT(ending_of(near, 1, never), 2);
    CHECK_INT(ending_of(there, 1, never), 3);
}

TEST(who_has_eyes_has_explored_when_a_picture_showed_the_person_and_not_behind_a_wall) {
    const char *blind = "\"seen_at\": -1, \"carried_at\": -1, \"placed_at\": -1",
               *saw = "\"seen_at\": 1, \"carried_at\": -1, \"placed_at\": -1";
    const wend_log_pose far[] = {at(0, 0), at(3, -10)}, near[] = {at(0, 0), at(3, -15)},
                        there[] = {at(0, 0), at(3, -19)};
    CHECK_INT(ending_of(near, 1, blind), 1);
    CHECK_INT(ending_of(there, 1, blind), 1);
    CHECK_INT(ending_of(far, 1, saw), 2);
    CHECK_INT(ending_of(there, 1, saw), 3);
}

TEST(a_rescue_that_ends_on_the_way_back_is_put_down_to_time_memory_or_handover) {
    const wend_log_pose late[] = {at(0, 0), at(0, 0),   at(0, 0),  at(0, 0),
                                  at(0, 0), at(3, -19), at(3, -15)};
    const wend_log_pose lost[] = {at(0, 0),   at(3, -19), at(3, -30), at(3, -40),
                                  at(3, -40), at(3, -40), at(3, -40)};
    const wend_log_pose close[] = {at(0, 0),  at(3, -19), at(0, -5), at(0, -5),
                                   at(0, -5), at(0, -5),  at(0, -5)};
    CHECK_INT(ending_of(late, 6, "\"carried_at\": 5, \"placed_at\": -1"), 4);
    CHECK_INT(ending_of(lost, 6, "\"carried_at\": 1, \"placed_at\": -1"), 5);
    CHECK_INT(ending_of(close, 6, "\"carried_at\": 1, \"placed_at\": -1"), 6);
    wend_log_pose gate[7] = {at(0, 0), at(3, -19)};  // as near as it takes, and not put down
    for (int i = 2; i < 7; i++) gate[i] = at(0, -1.5f);
    CHECK_INT(ending_of(gate, 6, "\"carried_at\": 1, \"placed_at\": -1"), 3);
    CHECK_INT(ending_of(close, 4, "\"carried_at\": 1, \"placed_at\": -1"), 3);  // gave up
    CHECK_INT(ending_of(close, 5, "\"carried_at\": 1, \"placed_at\": -1"), 6);
    CHECK_INT(ending_of(close, 6, "\"carried_at\": 1, \"placed_at\": 6"), 0);
}

TEST(stages_of_a_rescue_are_done_when_the_feet_are_near_and_the_hands_have_it) {
    // The person lies 20 m along -z, the stretcher is at the start.
    const char* facts =
        "{\"person\": [0, 0, -20], \"stretcher\": [0, 0, 0], \"period\": 10, \"timeout\": 60, "
        "\"carry_gate\": 1.5, \"place_gate\": 1.5, \"carried_at\": 3, \"placed_at\": -1, "
        "\"expert\": []}";
    const wend_log_pose poses[] = {at(0, 0), at(0, -10), at(0, -14), at(0, -19), at(0, -7)};
    wend_log_record record = {.steps = 4, .poses = poses};
    json_document document;
    wend_error error = {0};
    double seconds[4], limit;
    CHECK_OK(json_document_parse(facts, strlen(facts), "facts", 1, &document, &error));
    json_at root = json_document_root(&document);
    CHECK_OK(rescue_stage_seconds(&record, &root, seconds, &limit, &error));
    json_document_destroy(&document);
    CHECK(seconds[0] == 20 && seconds[1] == 30 && seconds[2] == 40 && isinf(seconds[3]));
    CHECK(limit == 60);
}

TEST(a_stage_is_done_no_later_than_the_one_after_it) {
    // 7.5 m are near; the person is put down a step after the stretcher comes near.
    const char* facts =
        "{\"person\": [0, 0, -20], \"stretcher\": [0, 0, 0], \"period\": 10, \"timeout\": 60, "
        "\"carry_gate\": 1.5, \"place_gate\": 1.5, \"carried_at\": 2, \"placed_at\": 4, "
        "\"expert\": []}";
    const wend_log_pose poses[] = {at(0, 0), at(0, -12.5f), at(0, -19), at(0, -7.5f), at(0, -1)};
    wend_log_record record = {.steps = 4, .poses = poses};
    json_document document;
    wend_error error = {0};
    double seconds[4], limit;
    CHECK_OK(json_document_parse(facts, strlen(facts), "facts", 1, &document, &error));
    json_at root = json_document_root(&document);
    CHECK_OK(rescue_stage_seconds(&record, &root, seconds, &limit, &error));
    json_document_destroy(&document);
    CHECK(seconds[0] == 10 && seconds[1] == 20 && seconds[2] == 30 && seconds[3] == 40);
}

// Carried at step 1 of 6 with 50 s left, at 0.994 m/s: 49.7 m are in time.
TEST(the_way_back_is_the_expert_s_where_it_is_longer) {
    static const struct {
        const char* expert;
        int ending;
    } cases[] = {
        {"[0, 0, 0], [0, 3, -20], [25, 3, -20], [25, 3, 0], [0, 3, 0]", 4},  // 70 m
        {"[0, 0, 0], [0, 3, -20], [15, 3, -20], [15, 3, 0], [0, 3, 0]", 5},  // 50 m, less the gate
        {"[0, 0, 0], [90, 3, 0], [0, 3, -20], [0, 3, 0]", 5},  // before the person is not back
        {"", 5},
    };
    const wend_log_pose lost[] = {at(0, 0),   at(3, -19), at(3, -30), at(3, -40),
                                  at(3, -40), at(3, -40), at(3, -40)};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char when[300];
        snprintf(when, sizeof when, "\"carried_at\": 1, \"placed_at\": -1, \"expert\": [%s]",
                 cases[i].expert);
        CHECK_INT(ending_of(lost, 6, when), cases[i].ending);
    }
}

TEST(the_straight_way_back_is_from_the_person_to_the_stretcher) {
    // 20 m less the gate, with 20 s left: there is time, and it gets lost.
    const char* facts =
        "{\"person\": [10, 0, -20], \"stretcher\": [10, 0, 0], \"period\": 10, \"timeout\": 60, "
        "\"carry_gate\": 1.5, \"place_gate\": 1.5, \"carried_at\": 4, \"placed_at\": -1, "
        "\"expert\": []}";
    const wend_log_pose poses[7] = {0};
    wend_log_record record = {.steps = 6, .poses = poses};
    json_document document;
    wend_error error = {0};
    int ending = -1;
    CHECK_OK(json_document_parse(facts, strlen(facts), "facts", 1, &document, &error));
    json_at root = json_document_root(&document);
    CHECK_OK(rescue_ending(&record, &root, NULL, &ending, &error));
    json_document_destroy(&document);
    CHECK_INT(ending, 5);
}
