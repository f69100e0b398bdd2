// Generators over ranks and threads write the same bytes; damaged messages are refused.
#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "make/scene_records.h"
#include "ranks/local_ranks.h"
#include "test.h"

#include "wend/make.h"

static const char* const rooms[] = {"room:1", "room:2", "room:3"};

static void make_rescues(wend_ranks* ranks, void* context) {
    wend_rescue_def def = wend_rescue_default_def();
    wend_rescue_yield yield;
    wend_error error = {0};
    char experts[4200];
    snprintf(experts, sizeof experts, "%s.experts", (const char*)context);
    def.count = 1;
    def.experts = experts;
    def.threads = ranks ? 1 : 2;
    def.ranks = ranks;
    CHECK_OK(wend_rescue_generate(rooms, 3, &def, context, &yield, &error));
    if (wend_ranks_rank(ranks) == 0) CHECK_INT(yield.accepted, 3);
}

static void make_texts(wend_ranks* ranks, void* context) {
    wend_vln_generate_def def = wend_vln_generate_default_def(WEND_VLN_R2R);
    wend_error error = {0};
    const char* const houses[] = {"apartment:1", "apartment:2", "apartment:3"};
    int records;
    def.count = 2;
    def.min_edges = 2;
    def.min_distance = 2;
    def.continuous = true;
    def.ranks = ranks;
    CHECK_OK(wend_vln_generate(houses, 3, &def, context, &records, &error));
    CHECK_INT(records, wend_ranks_rank(ranks) ? 0 : 6);
}

static void check_same(const char* one, const char* other, const char* suffix) {
    char a[4200], b[4200];
    snprintf(a, sizeof a, "%s%s", one, suffix);
    snprintf(b, sizeof b, "%s%s", other, suffix);
    wend_file_bytes first, second;
    wend_error error;
    CHECK_OK(wend_file_read(a, &first, &error));
    CHECK_OK(wend_file_read(b, &second, &error));
    CHECK_INT(first.size, second.size);
    CHECK(first.size == second.size && memcmp(first.data, second.data, first.size) == 0);
    wend_file_bytes_destroy(&first);
    wend_file_bytes_destroy(&second);
}

TEST(rescues_of_ranks_and_threads_have_the_bytes_of_one_process) {
    char one[4096], other[4096];
    snprintf(one, sizeof one, "%s", test_path("one.jsonl"));
    make_rescues(NULL, one);
    for (int ranks = 2; ranks <= 3; ranks++) {
        snprintf(other, sizeof other, "%s", test_path(ranks == 2 ? "two.jsonl" : "three.jsonl"));
        local_ranks_run(ranks, 120, make_rescues, other);
        check_same(one, other, "");
        check_same(one, other, ".experts");
        check_same(one, other, ".images/level_0_2.png");
    }
}

TEST(instructions_of_ranks_have_the_bytes_of_one_process) {
    char one[4096], other[4096];
    snprintf(one, sizeof one, "%s", test_path("one.json"));
    snprintf(other, sizeof other, "%s", test_path("two.json"));
    make_texts(NULL, one);
    local_ranks_run(2, 120, make_texts, other);
    check_same(one, other, "");
    check_same(one, other, ".vlnce/generated.json.gz");
    check_same(one, other, ".vlnce/generated_gt.json.gz");
}

// Rank 1 sends a message that is cut.
static void send_damaged(wend_ranks* ranks, void* context) {
    ranks_shares shares = {.ranks = ranks, .number = 1};
    wend_error error = {0};
    (void)context;
    if (wend_ranks_rank(ranks) == 1) {
        CHECK_OK(ranks_send(ranks, 0, RANKS_TAG_SHARES, "cut", 3, &error));
        return;
    }
    scene_records r = {0};
    CHECK_INT(scene_records_share(&shares, &r, &error), WEND_FORMAT);
    CHECK(strstr(error.message, "3 bytes"));
    scene_records_destroy(&r);
}

TEST(a_damaged_message_of_a_rank_is_an_error) { local_ranks_run(2, 60, send_damaged, NULL); }
