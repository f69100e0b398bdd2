#include "metrics/rescue_log_score.h"
#include "test.h"

// The person lies 20 m along -z, the stretcher is at the start; both gates are 1.5 m.
static int ending_of(const wend_log_pose* poses, int steps, const char* when) {
    char facts[600], letters[64] = {0};
    memset(letters, '.', (size_t)steps);
    snprintf(facts, sizeof facts,
             "{\"person\": [0, 3, -20], \"stretcher\": [0, 0, 0], \"period\": 10, \"timeout\": 60, "
             "\"carry_gate\": 1.5, \"place_gate\": 1.5, %s, \"expert\": []}",
             when);
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
