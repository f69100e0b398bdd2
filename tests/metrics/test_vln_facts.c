// Paths and references parsed from the facts of a log, and every fact that is refused.
#include "metrics/facts.h"
#include "test.h"

#include "wend/files.h"

enum { STEPS = 4 };

// The caller destroys `memory`.
static wend_status read_facts(const char* text, const wend_pose* poses, int steps, arena* memory,
                              vln_facts* parsed, wend_error* error) {
    static const wend_score_kind kind = {.task = "r2r", .read = vln_facts_read};
    wend_log_record record = {.id = "7", .poses = poses, .steps = steps, .facts = text};
    facts_document document;
    wend_facts facts;
    *memory = (arena){0};
    WEND_TRY(facts_open(&kind, &record, "facts", memory, &document, &facts, error));
    facts_close(&document, &facts);
    *parsed = facts.vln;
    return WEND_OK;
}

#define RULES "\"benchmark\": \"r2r\", \"rules\": \"official\", \"stopped\": true"
#define HOPS  "\"viewpoints\": [\"a\", \"b\", \"c\"], \"distances\": [2, -1, 5]"
#define CONTINUOUS                                                                           \
    "\"benchmark\": \"r2r-ce\", \"rules\": \"paper\", \"nearest\": 1.5, \"distance\": 2.5, " \
    "\"shortest\": 3.5"

TEST(facts_of_a_graph_trajectory_have_its_table_of_distances) {
    vln_facts walk;
    arena memory;
    wend_error error;
    CHECK_OK(read_facts("{" RULES ", " HOPS ", \"path\": [0, 1, 2, 1], \"reference\": [1, 2]}",
                        NULL, 0, &memory, &walk, &error));
    const wend_path *path = &walk.given.path, *reference = &walk.given.reference;
    CHECK(path->count == 4 && reference->count == 2 && path->side == 3 && reference->side == 3);
    CHECK(path->nodes[0] == 0 && path->nodes[1] == 1 && path->nodes[2] == 2 && path->nodes[3] == 1);
    CHECK(reference->nodes[0] == 1 && reference->nodes[1] == 2);
    static const double expected[9] = {0, 2, INFINITY, 2, 0, 5, INFINITY, 5, 0};
    for (int i = 0; i < 9; i++) CHECK(path->table[i] == expected[i]);
    CHECK(walk.given.shortest == 5 && !walk.given.unstopped && walk.on_graph && walk.stopped);
    CHECK_INT(walk.benchmark, WEND_BENCHMARK_R2R);
    CHECK_INT(walk.rules, WEND_RULES_OFFICIAL);
    CHECK(walk.given.rules.radius == 3 && walk.given.rules.keep_repeats);
    arena_destroy(&memory);
}

TEST(a_distance_of_zero_is_a_distance_and_an_empty_reference_has_no_length) {
    vln_facts walk;
    arena memory;
    wend_error error;
    CHECK_OK(read_facts("{" RULES ", \"viewpoints\": [\"a\", \"b\"], \"distances\": [0], \"path\": "
                        "[0, 1], \"reference\": []}",
                        NULL, 0, &memory, &walk, &error));
    CHECK(walk.given.path.table[1] == 0 && walk.given.reference.count == 0);
    CHECK(walk.given.shortest == 0);
    arena_destroy(&memory);
    CHECK_OK(read_facts("{" RULES ", \"viewpoints\": [\"a\"], \"distances\": [], \"path\": [0], "
                        "\"reference\": [0]}",
                        NULL, 0, &memory, &walk, &error));
    CHECK(walk.given.path.count == 1 && walk.given.shortest == 0);
    arena_destroy(&memory);
}

TEST(a_continuous_trajectory_has_each_position_once_and_its_minimum_distance) {
    static const wend_pose poses[STEPS + 1] = {{.feet = {1, 2, 3}},
                                               {.feet = {1, 2, 3}},
                                               {.feet = {1, 2, 4}},
                                               {.feet = {1, 2, 3}},
                                               {.feet = {1, 2, 3}}};
    vln_facts walk;
    arena memory;
    wend_error error;
    CHECK_OK(read_facts("{" CONTINUOUS ", \"stopped\": false, \"reference\": [[1, 2, 3], [4, 5, "
                        "6]]}",
                        poses, STEPS, &memory, &walk, &error));
    const wend_path *path = &walk.given.path, *reference = &walk.given.reference;
    CHECK(path->count == 3 && reference->count == 2);
    CHECK(path->points[0][0] == 1 && path->points[0][1] == 2 && path->points[0][2] == 3);
    CHECK(path->points[1][2] == 4 && path->points[2][2] == 3);
    CHECK(reference->points[0][0] == 1 && reference->points[0][2] == 3);
    CHECK(reference->points[1][0] == 4 && reference->points[1][1] == 5);
    CHECK(walk.given.to_goal[0] == 1.5 && isinf(walk.given.to_goal[1]));
    CHECK(walk.given.to_goal[2] == 2.5 && walk.given.shortest == 3.5);
    CHECK(!walk.on_graph && !walk.stopped && walk.given.unstopped);
    CHECK_INT(walk.benchmark, WEND_BENCHMARK_R2R_CE);
    CHECK_INT(walk.rules, WEND_RULES_PAPER);
    arena_destroy(&memory);
    // Who stays where it is has one place, and that one's distance is the last.
    CHECK_OK(read_facts("{" CONTINUOUS ", \"stopped\": true, \"reference\": []}", poses, 0, &memory,
                        &walk, &error));
    CHECK(walk.given.path.count == 1 && walk.given.to_goal[0] == 2.5 && !walk.given.unstopped);
    arena_destroy(&memory);
}

// Longer than what memory is taken by at once.
TEST(long_trajectories_and_references_are_read_completely) {
    enum { LONG = 6000 };
    static wend_pose poses[LONG];
    vln_facts walk;
    arena memory;
    wend_error error;
    wend_text_out out = {0};
    wend_text_put(&out, "{" CONTINUOUS ", \"stopped\": true, \"reference\": [");
    for (int i = 0; i < LONG; i++) {
        poses[i].feet = wend_v3((float)i, 0, 1);
        wend_text_put(&out, "%s[%d, 0, 2]", i ? ", " : "", i);
    }
    wend_text_put(&out, "]}");
    CHECK_OK(read_facts(out.items, poses, LONG - 1, &memory, &walk, &error));
    CHECK(walk.given.path.count == LONG && walk.given.reference.count == LONG);
    for (int i = 0; i < LONG; i++) {
        CHECK(walk.given.path.points[i][0] == i && walk.given.path.points[i][2] == 1);
        CHECK(walk.given.reference.points[i][0] == i && walk.given.reference.points[i][2] == 2);
        CHECK(walk.given.to_goal[i] == (i == 0 ? 1.5 : i == LONG - 1 ? 2.5 : (double)INFINITY));
    }
    arena_destroy(&memory);
    wend_text_destroy(&out);
}

TEST(invalid_facts_of_trajectories_are_refused_by_name) {
#define NEXT      ", \"path\": [0], \"reference\": [0]"
#define REFERENCE ", \"stopped\": true, \"reference\": [[0, 0, 0]]"
    static const char* const cases[][2] = {
        {"[]", "an object expected"},
        {"{\"rules\": \"paper\", \"stopped\": true}", "the field \"benchmark\" is missing"},
        {"{\"benchmark\": 7, \"rules\": \"paper\", \"stopped\": true}",
         "benchmark: a string expected"},
        {"{\"benchmark\": \"r2r\", \"stopped\": true}", "the field \"rules\" is missing"},
        {"{\"benchmark\": \"r2r\", \"rules\": 7, \"stopped\": true}", "rules: a string expected"},
        {"{\"benchmark\": \"r2r\", \"rules\": \"paper\"}", "the field \"stopped\" is missing"},
        {"{\"benchmark\": \"r2r\", \"rules\": \"paper\", \"stopped\": 1}",
         "stopped: true or false expected"},
        {"{" RULES ", \"viewpoints\": 3}", "viewpoints: an array expected"},
        {"{" RULES ", \"viewpoints\": []}", "viewpoints: 0 viewpoints"},
        {"{" RULES ", \"viewpoints\": [\"a\"]}", "the field \"distances\" is missing"},
        {"{" RULES ", \"viewpoints\": [\"a\"], \"distances\": 3}", "distances: an array expected"},
        {"{" RULES ", \"viewpoints\": [\"a\", \"b\", \"c\"], \"distances\": [1, 1]}",
         "distances: 2 distances between 3 viewpoints"},
        {"{" RULES ", \"viewpoints\": [\"a\", \"b\", \"c\"], \"distances\": [1, 1, 1, 1]}",
         "distances: 4 distances between 3 viewpoints"},
        {"{" RULES ", \"viewpoints\": [\"a\", \"b\"], \"distances\": [\"x\"]}",
         "distances[0]: a number expected"},
        {"{" RULES ", " HOPS "}", "the field \"path\" is missing"},
        {"{" RULES ", " HOPS ", \"path\": 3}", "path: an array expected"},
        {"{" RULES ", " HOPS ", \"path\": [0, \"x\"]}", "path[1]: "},
        {"{" RULES ", " HOPS ", \"path\": [0, 3]}", "path[1]: viewpoint 3 of 3"},
        {"{" RULES ", " HOPS ", \"path\": [-1]}", "path[0]: viewpoint -1 of 3"},
        {"{" RULES ", " HOPS ", \"path\": [0, 2]}", "the field \"reference\" is missing"},
        {"{" RULES ", " HOPS ", \"path\": [0], \"reference\": [3]}",
         "reference[0]: viewpoint 3 of 3"},
        {"{\"benchmark\": \"r2r-ce\", \"rules\": \"paper\", \"distance\": 1, \"shortest\": "
         "1" REFERENCE "}",
         "the field \"nearest\" is missing"},
        {"{\"benchmark\": \"r2r-ce\", \"rules\": \"paper\", \"nearest\": 1, \"shortest\": "
         "1" REFERENCE "}",
         "the field \"distance\" is missing"},
        {"{\"benchmark\": \"r2r-ce\", \"rules\": \"paper\", \"nearest\": 1, \"distance\": "
         "1" REFERENCE "}",
         "the field \"shortest\" is missing"},
        {"{\"benchmark\": \"r2r-ce\", \"rules\": \"paper\", \"nearest\": \"x\"" REFERENCE "}",
         "nearest: a number expected"},
        {"{" CONTINUOUS ", \"stopped\": true}", "the field \"reference\" is missing"},
        {"{" CONTINUOUS ", \"stopped\": true, \"reference\": 3}", "reference: an array expected"},
        {"{" CONTINUOUS ", \"stopped\": true, \"reference\": [[0, 0, 0], [0, 0]]}",
         "reference[1]: "},
    };
    static const wend_pose poses[1];
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        vln_facts walk;
        arena memory;
        wend_error error;
        CHECK_INT(read_facts(cases[i][0], poses, 0, &memory, &walk, &error), WEND_FORMAT);
        CHECK_HAS(error.message, cases[i][1]);
        arena_destroy(&memory);
    }
    static const char* const unknown[][2] = {
        {"{\"benchmark\": \"chess\", \"rules\": \"paper\", \"stopped\": true}", "'chess'"},
        {"{\"benchmark\": \"r2r\", \"rules\": \"house\", \"stopped\": true}", "'house'"},
    };
    for (size_t i = 0; i < sizeof unknown / sizeof *unknown; i++) {
        vln_facts walk;
        arena memory;
        wend_error error;
        CHECK_INT(read_facts(unknown[i][0], poses, 0, &memory, &walk, &error), WEND_NOT_FOUND);
        CHECK_HAS(error.message, unknown[i][1]);
        arena_destroy(&memory);
    }
}

TEST(ten_thousand_viewpoints_are_the_most) {
    for (int side = 10000; side <= 10001; side++) {
        vln_facts walk;
        arena memory;
        wend_error error;
        wend_text_out out = {0};
        char words[64];
        wend_text_put(&out, "{" RULES ", \"viewpoints\": [");
        for (int i = 0; i < side; i++) wend_text_put(&out, i ? ",0" : "0");
        wend_text_put(&out, "], \"distances\": [7]}");
        CHECK_INT(read_facts(out.items, NULL, 0, &memory, &walk, &error), WEND_FORMAT);
        snprintf(words, sizeof words,
                 side == 10000 ? "1 distances between %d viewpoints" : "viewpoints: %d viewpoints",
                 side);
        CHECK_HAS(error.message, words);
        arena_destroy(&memory);
        wend_text_destroy(&out);
    }
}
