// Logs as other programs might write them: each field that is missing or of another kind is refused
// by name, and each that is right is read. The other half of reading a log, its records, is here
// too.
#include "log/line.h"
#include "test.h"

#include "wend/files.h"
#include "wend/log.h"

static const char HEADER[] =
    "{\"wend\": \"log\", \"version\": 1, \"task\": \"pointnav\", \"agent\": \"goal\", \"rules\": "
    "\"paper\", \"options\": \"a=1\", \"oracle\": true, \"snap\": true, \"native\": true, "
    "\"episodes\": 3, \"every\": 2, \"max_steps\": 9, \"seed\": \"18446744073709551615\", "
    "\"episodes_hash\": \"00000000000000ff\", \"places\": {\"episodes\": \"e.json\", \"scenes\": "
    "\"s\", \"graphs\": \"g\", \"tours\": \"t.json\"}}";

static const char RECORD[] =
    "{\"index\": 4, \"id\": \"a\", \"scene\": \"house:1\", \"scene_hash\": \"00000000000000fe\", "
    "\"source_hash\": \"0000000000000010\", \"agent_error\": \"it fell\", \"actions\": \"FV\", "
    "\"outcomes\": \"x.\", \"poses\": [[1,2,3,4,5],[6,7,8,9,10],[11,12,13,14,15]], \"drives\": "
    "[[0.5,0.25,2]], \"led\": {\"to_goal\": \"FF\", \"to_start\": \"L\", \"poses\": [[0,0,0,0,0],"
    "[1,0,0,0,0],[2,0,0,0,0.5]]}, \"facts\": {\"a\": 1}, \"notes\": {\"b\": 2}}";

// The text with the first `from` replaced by `to`, as a line of a log.
static void put_line(wend_text_out* out, const char* text, const char* from, const char* to) {
    char changed[2048];
    const char* at = from ? strstr(text, from) : text;
    CHECK(at);
    snprintf(changed, sizeof changed, "%.*s%s%s", (int)(at - text), text, from ? to : "",
             at + (from ? strlen(from) : 0));
    line_put(out, changed, strlen(changed));
}

static const char* write_lines(const wend_text_out* lines) {
    wend_error error;
    CHECK_OK(wend_text_save(lines, test_path("a.wlog"), &error));
    return test_path("a.wlog");
}

typedef struct change {
    const char *from, *to;
    const char* named;  // in the message
} change;

static wend_status read_header_with(const change* c, wend_log_header* header, wend_error* error) {
    wend_log_set set;
    wend_text_out lines = {0};
    put_line(&lines, HEADER, c ? c->from : NULL, c ? c->to : NULL);
    const char* path = write_lines(&lines);
    wend_text_destroy(&lines);
    WEND_TRY(wend_log_read(path, &set, error));
    wend_status status = wend_log_read_header(&set, path, header, error);
    wend_log_destroy(&set);
    return status;
}

TEST(a_header_is_read_field_by_field) {
    wend_error error;
    wend_log_set set;
    wend_log_header h;
    wend_text_out lines = {0};
    put_line(&lines, HEADER, NULL, NULL);
    const char* path = write_lines(&lines);
    wend_text_destroy(&lines);
    CHECK_OK(wend_log_read(path, &set, &error));
    CHECK_INT(set.count, 0);
    CHECK(!set.complete);
    CHECK_OK(wend_log_read_header(&set, path, &h, &error));
    CHECK_TEXT(h.task, "pointnav");
    CHECK_TEXT(h.agent, "goal");
    CHECK_TEXT(h.rules, "paper");
    CHECK(h.oracle && h.snap);
    CHECK_TEXT(h.options, "a=1,native");
    CHECK_INT(h.episodes, 3);
    CHECK_INT(h.max_steps, 9);
    CHECK(h.seed == UINT64_MAX);
    CHECK(h.episodes_hash == 255);
    CHECK_TEXT(h.episodes_file, "e.json");
    CHECK_TEXT(h.scenes_folder, "s");
    CHECK_TEXT(h.graphs_folder, "g");
    CHECK_TEXT(h.tours_file, "t.json");
    wend_log_destroy(&set);
}

TEST(a_header_with_a_field_missing_or_of_another_kind_is_refused_by_its_name) {
    static const change changes[] = {
        {"\"task\"", "\"tusk\"", "the field \"task\" is missing"},
        {"\"pointnav\"", "3", "task"},
        {"\"agent\"", "\"agant\"", "the field \"agent\" is missing"},
        {"\"goal\"", "null", "the field \"agent\" is missing"},
        {"\"rules\"", "\"rulers\"", "the field \"rules\" is missing"},
        {"\"a=1\"", "1", "options"},
        {"\"oracle\": true", "\"oracle\": 1", "oracle"},
        {"\"snap\": true", "\"snap\": \"yes\"", "snap"},
        {"\"native\": true", "\"native\": []", "native"},
        {"\"episodes\": 3", "\"episodes\": -1", "episodes"},
        {"\"episodes\": 3", "\"episodes\": 2147483648", "episodes"},
        {"\"episodes\": 3", "\"episodes\": 3.5", "episodes"},
        {"\"every\": 2", "\"every\": -1", "every"},
        {"\"max_steps\": 9", "\"max_steps\": \"9\"", "max_steps"},
        {"\"max_steps\": 9", "\"max_steps\": -1", "max_steps: is out of range"},
        {"\"max_steps\": 9", "\"max_steps\": 2147483648", "max_steps: is out of range"},
        {"\"max_steps\"", "\"most_steps\"", "the field \"max_steps\" is missing"},
        {"\"18446744073709551615\"", "1", "seed"},
        {"\"18446744073709551615\"", "\"12x\"", "seed: is not a number"},
        {"\"18446744073709551615\"", "\"12a\"", "seed: is not a number"},
        {"\"18446744073709551615\"", "\"\"", "seed: is not a number"},
        {"\"seed\"", "\"sead\"", "the field \"seed\" is missing"},
        {"\"00000000000000ff\"", "\"none\"", "episodes_hash: is not a number"},
        {"\"00000000000000ff\"", "\"fg\"", "episodes_hash: is not a number"},
        {"\"episodes_hash\"", "\"hash\"", "the field \"episodes_hash\" is missing"},
        {"\"e.json\"", "1", "places.episodes"},
        {"{\"episodes\": \"e.json\", \"scenes\": \"s\", \"graphs\": \"g\", \"tours\": \"t.json\"}",
         "3", "places: "},
        {"\"s\"", "2", "scenes"},
        {"\"g\"", "3", "graphs"},
        {"\"t.json\"", "4", "tours"},
    };
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        wend_error error = {0};
        wend_log_header h;
        wend_status status = read_header_with(&changes[i], &h, &error);
        if (status != WEND_FORMAT)
            test_fail(__FILE__, __LINE__, "%s is '%s'", changes[i].to, wend_status_name(status));
        CHECK_HAS(error.message, "a.wlog:1: ");
        CHECK_HAS(error.message, changes[i].named);
    }
}

TEST(a_header_may_have_the_largest_numbers_and_leave_out_what_is_optional) {
    static const change changes[] = {
        {"\"max_steps\": 9", "\"max_steps\": 2147483647", ""},
        {"\"options\"", "\"other\"", ""},
        {"\"oracle\": true, \"snap\": true, \"native\": true, ", "", ""},
        {"\"places\"", "\"spaces\"", ""},
        {"\"graphs\"", "\"grafs\"", ""}};
    wend_error error;
    wend_log_header h;
    CHECK_OK(read_header_with(&changes[0], &h, &error));
    CHECK_INT(h.max_steps, INT32_MAX);
    CHECK_OK(read_header_with(&(change){"\"max_steps\": 9", "\"max_steps\": 0", ""}, &h, &error));
    CHECK_INT(h.max_steps, 0);
    change largest = {"\"episodes\": 3", "\"episodes\": 2147483647", ""};
    CHECK_OK(read_header_with(&largest, &h, &error));
    CHECK_INT(h.episodes, INT32_MAX);
    change seed = {"\"18446744073709551615\"", "\"120\"", ""};
    CHECK_OK(read_header_with(&seed, &h, &error));
    CHECK_INT(h.seed, 120);
    for (int i = 1; i < 5; i++) CHECK_OK(read_header_with(&changes[i], &h, &error));
    CHECK(h.graphs_folder == NULL && h.options != NULL);
    CHECK_OK(read_header_with(&changes[2], &h, &error));
    CHECK(!h.oracle && !h.snap);
    CHECK_OK(read_header_with(&changes[3], &h, &error));
    CHECK(!h.episodes_file && !h.scenes_folder && !h.graphs_folder && !h.tours_file);
}

// ---- records ------------------------------------------------------------------------------------

static wend_status read_with(const char* header, const change* c, wend_log_set* set,
                             wend_error* error) {
    wend_text_out lines = {0};
    put_line(&lines, header, NULL, NULL);
    put_line(&lines, RECORD, c ? c->from : NULL, c ? c->to : NULL);
    const char* path = write_lines(&lines);
    wend_text_destroy(&lines);
    return wend_log_read(path, set, error);
}

TEST(a_record_is_read_field_by_field) {
    wend_error error;
    wend_log_set set;
    CHECK_OK(read_with(HEADER, NULL, &set, &error));
    CHECK_INT(set.count, 1);
    const wend_log_record* r = &set.records[0];
    CHECK_INT(r->index, 4);
    CHECK_TEXT(r->id, "a");
    CHECK_TEXT(r->scene, "house:1");
    CHECK(r->scene_hash == 254 && r->source_hash == 16);
    CHECK_TEXT(r->agent_error, "it fell");
    CHECK(!r->failure);
    CHECK_TEXT(r->actions, "FV");
    CHECK_TEXT(r->outcomes, "x.");
    CHECK_INT(r->steps, 2);
    for (int i = 0; i < 3; i++) {
        float first = (float)(5 * i + 1);
        CHECK_NEAR(r->poses[i].feet.x, first, 0);
        CHECK_NEAR(r->poses[i].feet.y, first + 1, 0);
        CHECK_NEAR(r->poses[i].feet.z, first + 2, 0);
        CHECK_NEAR(r->poses[i].heading, first + 3, 0);
        CHECK_NEAR(r->poses[i].tilt, first + 4, 0);
    }
    CHECK_NEAR(r->drives[0].forward, 0.5, 0);
    CHECK_NEAR(r->drives[0].turn, 0.25, 0);
    CHECK_NEAR(r->drives[0].seconds, 2, 0);
    CHECK_TEXT(r->to_goal, "FF");
    CHECK_TEXT(r->to_start, "L");
    for (int i = 0; i < 3; i++) CHECK_NEAR(r->led[i].feet.x, i, 0);
    CHECK_NEAR(r->led[2].tilt, 0.5, 0);
    CHECK_HAS(r->facts, "\"a\"");
    CHECK_HAS(r->notes, "\"b\"");
    wend_log_destroy(&set);
}

// Other fields of a record and of its led steps, also without a value, are skipped.
TEST(unknown_fields_and_those_that_are_null_change_nothing) {
    static const change changes[] = {
        {"{\"to_goal\"", "{\"x\": null, \"to_goal\"", ""},
        {"{\"to_goal\"", "{\"x\": [1, {\"to_goal\": 2}], \"to_goal\"", ""},
        {"{\"index\"", "{\"failure\": null, \"x\": null, \"index\"", ""},
        {"\"actions\"", "\"y\": {\"actions\": 1}, \"actions\"", ""},
    };
    wend_error error;
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        wend_log_set set;
        CHECK_OK(read_with(HEADER, &changes[i], &set, &error));
        CHECK_INT(set.count, 1);
        CHECK_TEXT(set.records[0].to_goal, "FF");
        CHECK_TEXT(set.records[0].to_start, "L");
        CHECK_NEAR(set.records[0].led[2].feet.x, 2, 0);
        CHECK_TEXT(set.records[0].actions, "FV");
        wend_log_destroy(&set);
    }
}

TEST(a_record_with_a_field_missing_or_of_another_kind_is_refused_by_its_name) {
    static const change changes[] = {
        {"\"index\"", "\"indix\"", "the field \"index\" is missing"},
        {"\"index\": 4", "\"index\": \"4\"", "index"},
        {"\"index\": 4", "\"index\": -2", "index"},
        {"\"index\": 4", "\"index\": 2147483648", "index: must be in [0, 2147483647]"},
        {"\"index\": 4", "\"index\": -1", "index: must be in [0, 2147483647]"},
        {"\"index\": 4", "\"index\": 3", "index 3"},
        {"\"index\": 4", "\"index\": 6", "index 6"},
        {"\"id\": \"a\"", "\"id\": 1", "id"},
        {"\"house:1\"", "null", "the field \"scene\" is missing"},
        {"\"scene_hash\"", "\"scene_hush\"", "the field \"scene_hash\" is missing"},
        {"\"00000000000000fe\"", "254", "scene_hash"},
        {"\"0000000000000010\"", "16", "source_hash"},
        {"\"it fell\"", "1", "agent_error"},
        {"\"actions\"", "\"actiens\"", "the field \"actions\" is missing"},
        {"\"outcomes\"", "\"incomes\"", "the field \"outcomes\" is missing"},
        {"\"x.\"", "\"x\"", "poses"},
        {"\"x.\"", "\"x..\"", "poses"},
        {"\"FV\"", "\"FVF\"", "poses"},
        {"\"FV\"", "\"V\"", "poses"},
        {"[1,2,3,4,5],", "",
         "poses: 2 poses, 2 actions and 2 outcomes; poses must be one more than actions"},
        {"[[1,2,3,4,5],[6,7,8,9,10],[11,12,13,14,15]]", "3", "poses: an array expected"},
        {"[1,2,3,4,5]", "[1,2,3,4]", "poses"},
        {"[1,2,3,4,5]", "[1,2,3,4,\"5\"]", "poses"},
        {"\"poses\": [[1,", "\"roses\": [[1,", "the field \"poses\" is missing"},
        {"[[0.5,0.25,2]]", "[]", "drives: 0 drives, 1 in actions"},
        {"[[0.5,0.25,2]]", "[[0.5,0.25,2],[0,0,0]]", "drives"},
        {"[0.5,0.25,2]", "[0.5,0.25]", "drives"},
        {"[[0.5,0.25,2]]", "1", "drives"},
        {"{\"to_goal\": \"FF\"", "{\"to_gool\": \"FF\"", "the field \"to_goal\" is missing"},
        {"\"to_start\"", "\"to_stort\"", "the field \"to_start\" is missing"},
        {"\"FF\"", "\"F\"", "led.poses: 3 poses, led 2 steps"},
        {"\"L\"", "\"LL\"", "led.poses: 3 poses, led 4 steps"},
        {"\"L\"", "7", "led.to_start: a string expected"},
        {"\"poses\": [[0,", "\"roses\": [[0,", "led: the field \"poses\" is missing"},
        {"[[0,0,0,0,0],[1,0,0,0,0],[2,0,0,0,0.5]]", "3", "led.poses: an array expected"},
        {"{\"to_goal\"", "3, \"x\": {\"to_goal\"", "led: an object expected"},
        {"[0,0,0,0,0],[1", "[0,0,0,0],[1", "poses"},
        {"\"facts\"", "\"faces\"", "the field \"facts\" is missing"},
        {"\"facts\": {\"a\": 1}", "\"facts\": [1]", "facts: an object expected"},
        {"{\"a\": 1}", "{\"a\": 01}", "facts"},
        {"\"notes\"", "\"id\"", "id: a second value of the same key"},
        {"[6,7,", "[6e200,7,", "poses[1]: 6e+200 is too large"},
    };
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        wend_error error = {0};
        wend_log_set set;
        wend_status status = read_with(HEADER, &changes[i], &set, &error);
        if (status != WEND_FORMAT)
            test_fail(__FILE__, __LINE__, "%s is '%s'", changes[i].to, wend_status_name(status));
        CHECK_HAS(error.message, "a.wlog:2");
        CHECK_HAS(error.message, changes[i].named);
        CHECK_HAS(error.message, "repairs the log");
        CHECK(!set.records && !set.memory);
    }
}

// Facts and notes are not written again: spaces, digits and escapes stay as they are.
TEST(facts_and_notes_are_kept_as_in_the_line) {
    static const change c = {"{\"a\": 1}, \"notes\": {\"b\": 2}}",
                             "{ \"a\":1.50, \"b\":\"\\u00e4\" }, \"notes\": null, \"later\": [{}]}",
                             ""};
    wend_error error;
    wend_log_set set;
    CHECK_OK(read_with(HEADER, &c, &set, &error));
    CHECK_TEXT(set.records[0].facts, "{ \"a\":1.50, \"b\":\"\\u00e4\" }");
    CHECK(!set.records[0].notes);
    wend_log_destroy(&set);
}

// The texts and poses of a record lie beside each other: none covers another.
TEST(long_records_are_read_field_by_field_too) {
    enum { STEPS = 300 };
    wend_error error;
    wend_log_record record;
    arena memory = {0};
    wend_text_out text = {0};
    char actions[STEPS + 1] = "", outcomes[STEPS + 1] = "";
    memset(actions, 'V', STEPS);
    memset(outcomes, '.', STEPS);
    wend_text_put(&text,
                  "{\"index\": 0, \"id\": \"a\", \"scene\": \"s\", \"scene_hash\": \"ff\", "
                  "\"actions\": \"%s\", \"outcomes\": \"%s\", \"poses\": [[0,0,0,0,0]",
                  actions, outcomes);
    for (int i = 1; i <= STEPS; i++) wend_text_put(&text, ",[%d,0,0,0,-%d]", i, i);
    wend_text_put(&text, "], \"drives\": [[0,0,0]");
    for (int i = 1; i < STEPS; i++) wend_text_put(&text, ",[%d,0,-%d]", i, i);
    wend_text_put(&text, "], \"facts\": {\"a\": 1}}");
    CHECK_OK(line_read_record(text.items, text.count, "a.wlog", 2, &memory, &record, &error));
    CHECK_INT(record.steps, STEPS);
    CHECK_TEXT(record.actions, actions);
    CHECK_TEXT(record.outcomes, outcomes);
    for (int i = 0; i <= STEPS; i++) {
        CHECK(record.poses[i].feet.x == (float)i && record.poses[i].tilt == (float)-i);
        if (i < STEPS)
            CHECK(record.drives[i].forward == (float)i && record.drives[i].seconds == (float)-i);
    }
    CHECK_TEXT(record.facts, "{\"a\": 1}");
    CHECK(!record.notes && !record.to_goal && !record.agent_error && !record.source_hash);
    wend_text_destroy(&text);
    arena_destroy(&memory);
}

TEST(a_line_has_eight_digits_a_space_and_two_bytes_at_least) {
    static const struct {
        const char* line;
        bool good;
    } cases[] = {{"6dd28e9b 3", false},    // the checksum is right, but this is not much of JSON
                 {"0d4cbb29 {}", false},   // of something else
                 {"00000000 {}", false}};  // of nothing
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        CHECK_INT(line_check(cases[i].line, strlen(cases[i].line)) != NULL, cases[i].good);
    wend_text_out line = {0};
    line_put(&line, "{}", 2);
    CHECK_INT(line.count, 12);
    CHECK_TEXT(line.items, "a3a6bf43 {}\n");
    CHECK(line_check(line.items, 11) == line.items + 9);
    line.items[8] = '_';
    CHECK(!line_check(line.items, 11));
    wend_text_destroy(&line);
}

static void check_line(const wend_log_record* record, const char* expected) {
    wend_text_out line = {0};
    line_put_record(&line, record);
    CHECK(!line.out_of_memory);
    line.items[line.count - 1] = 0;
    CHECK_TEXT(line.items + 9, expected);
    wend_text_destroy(&line);
}

TEST(a_record_is_written_field_by_field) {
    const wend_pose poses[] = {{{0.1f, -2, 3}, 0.25f, -0.5f}, {{1, 2, 3}, 4, 5}, {{0, 0, 0}, 0, 0}};
    const wend_log_drive drives[] = {{0.5f, -0.25f, 2}, {1, 2, 3}};
    wend_log_record r = {.index = 7,
                         .id = "a\"b",
                         .scene = "house:1",
                         .scene_hash = 0xfe,
                         .actions = "FV",
                         .outcomes = "x.",
                         .poses = poses,
                         .steps = 2,
                         .facts = "{\"a\": [1, null]}"};
#define BEGINNING                                                                 \
    "{\"index\": 7, \"id\": \"a\\\"b\", \"scene\": \"house:1\", \"scene_hash\": " \
    "\"00000000000000fe\""
#define WALK                                                 \
    "\"actions\": \"FV\", \"outcomes\": \"x.\", \"poses\": " \
    "[[0.100000001,-2,3,0.25,-0.5],[1,2,3,4,"                \
    "5],[0,0,0,0,0]]"
    check_line(&r, BEGINNING ", " WALK ", \"facts\": {\"a\": [1, null]}}");
    r.source_hash = 16;
    r.agent_error = "it fell";
    r.drives = drives;
    r.to_goal = "FF";
    r.to_start = "";
    r.led = poses + 1;
    r.notes = "{\"b\": 2}";
    check_line(&r, BEGINNING
               ", \"source_hash\": \"0000000000000010\", \"agent_error\": \"it fell\", " WALK
               ", \"drives\": [[0.5,-0.25,2]], \"led\": {\"to_goal\": \"FF\", \"to_start\": "
               "\"\", \"poses\": [[1,2,3,4,5],[0,0,0,0,0]]}, \"facts\": {\"a\": [1, null]}, "
               "\"notes\": {\"b\": 2}}");
    r.actions = "VV";
    r.to_goal = NULL;
    r.agent_error = r.notes = NULL;
    r.poses = poses + 2;
    r.steps = 0;
    check_line(&r, BEGINNING
               ", \"source_hash\": \"0000000000000010\", \"actions\": \"VV\", "
               "\"outcomes\": \"x.\", \"poses\": [[0,0,0,0,0]], \"drives\": "
               "[[0.5,-0.25,2],[1,2,3]], \"facts\": {\"a\": [1, null]}}");
    r.actions = "FF";  // nothing was driven
    check_line(&r, BEGINNING
               ", \"source_hash\": \"0000000000000010\", \"actions\": \"FF\", "
               "\"outcomes\": \"x.\", \"poses\": [[0,0,0,0,0]], \"facts\": "
               "{\"a\": [1, null]}}");
    r.failure = "no file";
    check_line(&r, BEGINNING ", \"source_hash\": \"0000000000000010\", \"failure\": \"no file\"}");
}

TEST(a_record_of_a_failure_needs_no_more_than_its_reason) {
    wend_error error;
    wend_log_set set;
    change c = {"\"agent_error\": \"it fell\", \"actions\": \"FV\", ", "\"failure\": \"no file\", ",
                ""};
    CHECK_OK(read_with(HEADER, &c, &set, &error));
    CHECK_TEXT(set.records[0].failure, "no file");
    CHECK(!set.records[0].actions && set.records[0].steps == 0);
    wend_log_destroy(&set);
    c.to = "\"failure\": 7, ";
    CHECK_INT(read_with(HEADER, &c, &set, &error), WEND_FORMAT);
}

// What a header does not say about indices forbids none.
TEST(a_header_without_counts_takes_any_index_and_every_0_is_every_1) {
    static const struct {
        const char *header, *index;
        bool good;
    } cases[] = {
        {"{\"wend\": \"log\", \"version\": 1}", "4", true},
        {"{\"wend\": \"log\", \"version\": 1}", "2147483647", true},
        {"{\"wend\": \"log\", \"version\": 1, \"episodes\": 5, \"every\": 0}", "3", true},
        {"{\"wend\": \"log\", \"version\": 1, \"episodes\": 5, \"every\": 0}", "5", false},
        {"{\"wend\": \"log\", \"version\": 1, \"episodes\": 5}", "3", true},
        {"{\"wend\": \"log\", \"version\": 1, \"episodes\": 5, \"every\": 3}", "12", true},
        {"{\"wend\": \"log\", \"version\": 1, \"episodes\": 5, \"every\": 3}", "15", false},
        {"{\"wend\": \"log\", \"version\": 1, \"episodes\": 5, \"every\": 3}", "4", false}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        wend_error error;
        wend_log_set set;
        char index[32];
        snprintf(index, sizeof index, "\"index\": %s", cases[i].index);
        change c = {"\"index\": 4", index, ""};
        CHECK_INT(read_with(cases[i].header, &c, &set, &error),
                  cases[i].good ? WEND_OK : WEND_FORMAT);
        if (cases[i].good) wend_log_destroy(&set);
    }
}

TEST(a_torn_last_line_is_passed_over_and_the_first_must_be_whole) {
    wend_error error;
    wend_log_set set;
    wend_text_out lines = {0};
    put_line(&lines, HEADER, NULL, NULL);
    size_t head = lines.count;
    put_line(&lines, RECORD, NULL, NULL);
    size_t whole = lines.count;
    put_line(&lines, RECORD, "\"index\": 4", "\"index\": 0");
    for (size_t cut = 1; cut < 40; cut++) {
        CHECK_OK(wend_file_write(test_path("b.wlog"), lines.items, whole + cut, &error));
        CHECK_OK(wend_log_read(test_path("b.wlog"), &set, &error));
        CHECK_INT(set.count, 1);
        wend_log_destroy(&set);
    }
    for (size_t cut = 0; cut < head; cut += 7) {
        CHECK_OK(wend_file_write(test_path("b.wlog"), lines.items, cut, &error));
        CHECK_INT(wend_log_read(test_path("b.wlog"), &set, &error), WEND_FORMAT);
        CHECK_HAS(error.message, "not a log");
    }
    wend_text_destroy(&lines);
}
