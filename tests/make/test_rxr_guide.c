#include "test.h"

#include "wend/make.h"

enum { MOST_WORDS = 64 };

static const char text[] =
    "You are facing a white door. Turn left towards the brown sofa, walk to it. The lamp is behind "
    "you. Stop here.";
static const char* const path[3] = {"aa", "bb", "cc"};
static const wend_vec3 eyes[3] = {{0, 1.5f, 0}, {-2, 1.5f, 0}, {-2, 1.5f, -3}};

static wend_rxr_guide_path make_path(wend_rxr_guide_mention mentions[4], uint64_t seed) {
    const char* const begins[4] = {"You", "Turn", "The", "Stop"};
    const int places[4] = {0, 0, 1, 2};
    for (int i = 0; i < 4; i++)
        mentions[i] = (wend_rxr_guide_mention){
            (size_t)(strstr(text, begins[i]) - text), places[i], false, {0, 0, 0}};
    mentions[1].has_focus = mentions[2].has_focus = true;
    mentions[1].focus = wend_v3(-3, 0.5f, 1);
    mentions[2].focus = wend_v3(0, 1.2f, 2);
    return (wend_rxr_guide_path){path, eyes, 3, 0.5f, text, mentions, 4, wend_rng_make(seed, 7)};
}

static const wend_snapshot* shown_at(const wend_trace* t, double time) {
    int i = 0;
    while (i + 1 < t->count && t->snapshots[i + 1].time <= time) i++;
    return &t->snapshots[i];
}

// Whether a point projects into the image.
static bool is_in_image(const wend_snapshot* s, wend_vec3 p) {
    const double* e = s->extrinsic;
    double way[3] = {(double)p.x - e[3], (double)p.y - e[7], (double)p.z - e[11]}, local[3];
    for (int k = 0; k < 3; k++) local[k] = e[k] * way[0] + e[4 + k] * way[1] + e[8 + k] * way[2];
    double w = -local[2];
    return w > 0 && fabs(s->intrinsic[0] * local[0]) <= w && fabs(s->intrinsic[5] * local[1]) <= w;
}

TEST(a_guide_speaks_word_after_word_and_looks_at_mentioned_landmarks) {
    wend_error error;
    wend_rxr_guide_mention mentions[4];
    wend_vln_word words[MOST_WORDS];
    wend_trace trace;
    int count = wend_rxr_guide_word_count(text);
    CHECK_INT(count, 22);
    for (uint64_t seed = 0; seed < 4; seed++) {
        wend_rxr_guide_path walk = make_path(mentions, seed);
        CHECK_OK(wend_rxr_guide_record(&walk, words, &trace, &error));
        CHECK_TEXT(words[5].text, "door.");
        for (int i = 0; i < count; i++) {
            CHECK(words[i].end >= words[i].start);
            if (i) CHECK(words[i].start >= words[i - 1].end - 0.051);
        }
        // "sofa," and "behind"; and each mention from its place, but for words cut by a move.
        CHECK(is_in_image(shown_at(&trace, words[11].end), mentions[1].focus));
        CHECK(is_in_image(shown_at(&trace, words[18].end), mentions[2].focus));
        CHECK_TEXT(shown_at(&trace, words[11].end)->viewpoint, "aa");
        CHECK_TEXT(shown_at(&trace, words[18].end)->viewpoint, "bb");
        CHECK_TEXT(shown_at(&trace, words[21].end)->viewpoint, "cc");
        wend_trace_destroy(&trace);
    }
}

TEST(a_guides_trace_is_as_the_released_ones) {
    wend_error error;
    wend_rxr_guide_mention mentions[4];
    wend_vln_word words[MOST_WORDS];
    wend_trace trace;
    wend_rxr_guide_path walk = make_path(mentions, 3);
    CHECK_OK(wend_rxr_guide_record(&walk, words, &trace, &error));
    double heading, elevation, last = trace.snapshots[trace.count - 1].time;
    wend_trace_look(trace.snapshots, &heading, &elevation);
    CHECK_NEAR(heading, -0.5, 1e-6);  // RxR's grow to the right
    CHECK_NEAR(elevation, 0, 1e-6);
    // The projection of the published trace, and frames 17 ms apart.
    CHECK_NEAR(trace.snapshots->intrinsic[0], 0.9774190, 1e-6);
    CHECK_NEAR(trace.snapshots->intrinsic[5], 1.3032254, 1e-6);
    CHECK_NEAR(trace.snapshots->intrinsic[10], -1.0001, 1e-6);
    CHECK_NEAR(trace.snapshots->intrinsic[11], -0.20001, 1e-6);
    CHECK_NEAR(last / (trace.count - 1), 0.017, 0.0006);
    CHECK(last > words[21].end);
    int rest = 0, zoomed = 0, place = 0;
    for (int i = 1; i < trace.count; i++) {
        const wend_snapshot *a = &trace.snapshots[i - 1], *b = a + 1;
        CHECK(b->time > a->time);
        rest += memcmp(a->extrinsic, b->extrinsic, sizeof a->extrinsic) == 0;
        zoomed += b->intrinsic[5] > 1.31;
        place += strcmp(a->viewpoint, b->viewpoint) != 0;
        CHECK_NEAR(b->extrinsic[3], (double)eyes[place].x, 1e-6);
        wend_trace_look(b, &heading, &elevation);
        CHECK(fabs(elevation) < 1.048);
    }
    CHECK_INT(place, 2);
    CHECK(rest > trace.count / 3 && rest < trace.count * 9 / 10);
    CHECK(zoomed > 40 && zoomed < 80);  // two moves of 36 frames
    CHECK_INT(trace.viewpoint_count, 3);
    CHECK_INT(trace.text_count, 22);
    for (int k = 0; k < 22; k++)  // a word belongs to one place
        CHECK_INT(trace.text_masks[k] + trace.text_masks[22 + k] + trace.text_masks[44 + k], 1);
    wend_trace_destroy(&trace);
}

TEST(the_same_guide_gives_the_same_trace_and_another_does_not) {
    wend_error error;
    wend_rxr_guide_mention mentions[4];
    wend_vln_word words[MOST_WORDS];
    wend_trace traces[3];
    for (int i = 0; i < 3; i++) {
        wend_rxr_guide_path walk = make_path(mentions, i == 2);
        CHECK_OK(wend_rxr_guide_record(&walk, words, &traces[i], &error));
        CHECK_OK(wend_trace_write_npz(&traces[i], test_path(i == 1 ? "b.npz" : "a.npz"), &error));
    }
    CHECK_INT(traces[0].count, traces[1].count);
    for (int i = 0; i < traces[0].count; i++)
        CHECK(memcmp(traces[0].snapshots[i].extrinsic, traces[1].snapshots[i].extrinsic,
                     sizeof traces[0].snapshots[i].extrinsic) == 0);
    CHECK(traces[2].count != traces[0].count);
    for (int i = 0; i < 3; i++) wend_trace_destroy(&traces[i]);
}

TEST(a_guide_at_one_viewpoint_or_without_words_is_recorded_and_an_empty_path_refused) {
    wend_error error;
    wend_trace trace;
    wend_rxr_guide_path walk = {path, eyes, 1, 0, "", NULL, 0, wend_rng_make(1, 1)};
    CHECK_OK(wend_rxr_guide_record(&walk, NULL, &trace, &error));
    CHECK(trace.count > 20 && trace.text_count == 0);
    wend_trace_destroy(&trace);
    walk.viewpoint_count = 0;
    CHECK_INT(wend_rxr_guide_record(&walk, NULL, &trace, &error), WEND_ARGUMENT);
}
