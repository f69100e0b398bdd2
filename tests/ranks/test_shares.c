#include "local_ranks.h"
#include "ranks/shares.h"
#include "test.h"

typedef struct shared_squares {
    int block;
    int computed[8];  // by each rank
    double total;     // of rank 0
} shared_squares;

enum { SQUARES = 53 };

static void square(wend_ranks* ranks, void* context) {
    shared_squares* s = context;
    ranks_shares shares = {.ranks = ranks, .block = s->block};
    wend_error error;
    double total = 0;
    for (int i = 0; i < SQUARES; i++) {
        double result = 0;
        if (ranks_shares_is_mine(&shares)) {
            result = (double)i * i;
            s->computed[wend_ranks_rank(ranks)]++;
        }
        CHECK_OK(ranks_shares_put(&shares, &result, sizeof result, &error));
        total += result;
    }
    CHECK_OK(ranks_shares_end(&shares, &error));
    ranks_shares_destroy(&shares);
    if (wend_ranks_rank(ranks) == 0) s->total = total;
}

TEST(each_share_is_computed_by_one_rank_and_rank_0_gets_all) {
    for (int ranks = 1; ranks <= 4; ranks++)
        for (int block = 1; block <= 16; block += 5) {
            shared_squares s = {.block = block};
            local_ranks_run(ranks, 60, square, &s);
            int computed = 0;
            for (int r = 0; r < ranks; r++) {
                CHECK(s.computed[r] > 0);
                computed += s.computed[r];
            }
            CHECK_INT(computed, SQUARES);
            CHECK_NEAR(s.total, 48230, 0);
        }
}

// Texts of 0, 1, 2, … bytes; rank 0 checks them.
static void send_texts(wend_ranks* ranks, void* context) {
    ranks_shares shares = {.ranks = ranks};
    wend_error error;
    (void)context;
    for (size_t i = 0; i < 20; i++) {
        wend_text_out text = {0};
        bool mine = ranks_shares_is_mine(&shares);
        for (size_t k = 0; mine && k < i; k++) wend_text_put(&text, "%c", (int)('a' + i));
        CHECK_OK(ranks_shares_put_text(&shares, &text, &error));
        if (wend_ranks_rank(ranks) == 0) {
            CHECK_INT(text.count, i);
            for (size_t k = 0; k < text.count; k++) CHECK_INT(text.items[k], 'a' + i);
        }
        wend_text_destroy(&text);
    }
}

TEST(texts_of_any_size_reach_rank_0_in_order) {
    for (int ranks = 1; ranks <= 4; ranks++) local_ranks_run(ranks, 60, send_texts, NULL);
}

TEST(without_ranks_all_shares_are_ones_own) {
    ranks_shares shares = {.block = 4};
    wend_error error;
    for (int i = 0; i < 9; i++) {
        int result = i;
        CHECK(ranks_shares_is_mine(&shares));
        CHECK_OK(ranks_shares_put(&shares, &result, sizeof result, &error));
        CHECK_INT(result, i);
    }
    CHECK_OK(ranks_shares_end(&shares, &error));
}
