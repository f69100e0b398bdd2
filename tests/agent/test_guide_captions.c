// The guide-follower on viewpoint graphs without images: turns, stairs and landmarks in captions.
#include <stdio.h>
#include <string.h>

#include "agent/guide/guide_captions.h"
#include "test.h"

#include "wend/metrics.h"
#include "wend/run.h"

typedef struct place {
    wend_instruction_parser* parser;
    guide_captions* captions;
    wend_view_perception views[36];
    wend_panorama panorama;
    wend_neighbour neighbours[4];
    wend_observation o;
} place;

static const char* const vocabulary[] = {"a", "kitchen", "bedroom", "treadmill"};
static const uint16_t kitchen[] = {0, 1}, bedroom[] = {0, 2}, treadmill[] = {0, 3};

// Ahead (view 12), left (21), right (15) and behind (18); all level.
static void place_make(place* p, const char* text) {
    wend_error error;
    wend_parsed_instruction parsed;
    static const char* const names[] = {"ahead", "left", "right", "behind"};
    static const float headings[] = {0, 1.5708f, -1.5708f, 3.14159f};
    static const int views[] = {12, 21, 15, 18};
    memset(p, 0, sizeof *p);
    p->captions = wend_alloc_zero(1, sizeof *p->captions);
    CHECK(p->captions);
    CHECK_OK(wend_instruction_parser_create(&p->parser, &error));
    for (int i = 0; i < 4; i++)
        p->neighbours[i] = (wend_neighbour){
            .viewpoint = names[i], .heading = headings[i], .distance = 2, .view = views[i]};
    p->panorama =
        (wend_panorama){.views = p->views, .vocabulary = vocabulary, .vocabulary_count = 4};
    p->o.graph = (wend_graph_observation){.viewpoint = "here",
                                          .neighbours = p->neighbours,
                                          .neighbour_count = 4,
                                          .view = 12,
                                          .panorama = &p->panorama};
    wend_instruction_parse(p->parser, "en", text, &parsed);
    guide_captions_begin(p->captions, &parsed, text);
}

static void place_destroy(place* p) {
    wend_instruction_parser_destroy(p->parser);
    wend_free(p->captions);
}

static int place_choose(const char* text, float rise_left) {
    place p;
    place_make(&p, text);
    p.neighbours[1].elevation = rise_left;
    p.views[12] = p.views[18] = (wend_view_perception){.words = kitchen, .word_count = 2};
    p.views[15] = (wend_view_perception){.words = bedroom, .word_count = 2};
    p.views[21] = (wend_view_perception){.words = treadmill, .word_count = 2};
    int chosen = guide_captions_choose(p.captions, p.parser, &p.o);
    place_destroy(&p);
    return chosen;
}

TEST(turns_and_landmarks_choose_the_neighbour) {
    CHECK_INT(place_choose("Walk straight. Stop.", 0), 0);
    CHECK_INT(place_choose("Turn left. Stop.", 0), 1);
    CHECK_INT(place_choose("Turn right and walk on. Stop.", 0), 2);
    CHECK_INT(place_choose("Turn around. Stop.", 0), 3);
    CHECK_INT(place_choose("Go up the stairs.", 0.6f), 1);
    CHECK_INT(place_choose("Walk straight.", 0.6f), 0);
}

TEST(a_named_room_or_an_object_without_a_category_attracts) {
    place p;
    for (int i = 0; i < 2; i++) {
        place_make(&p, i ? "Walk past the treadmill." : "Go into the bedroom.");
        // Both sides are as far from straight ahead; the views alone differ.
        p.o.graph.neighbours = p.neighbours + 1;
        p.o.graph.neighbour_count = 2;
        p.views[21] = (wend_view_perception){.words = i ? bedroom : treadmill, .word_count = 2};
        p.views[15] = (wend_view_perception){.words = i ? treadmill : bedroom, .word_count = 2};
        CHECK_INT(guide_captions_choose(p.captions, p.parser, &p.o), 1);
        place_destroy(&p);
    }
}

TEST(the_follower_stops_after_about_as_many_moves_as_expected) {
    place p;
    int moves = 0;
    place_make(&p, "Walk straight. Turn left. Stop in the kitchen.");
    p.views[12] = (wend_view_perception){.words = kitchen, .word_count = 2};
    while (moves < 50 && guide_captions_choose(p.captions, p.parser, &p.o) >= 0) moves++;
    CHECK(moves >= 3 && moves <= 7);
    place_destroy(&p);
}

TEST(empty_and_foreign_instructions_are_followed_to_an_end) {
    static const char* const texts[] = {"", "Иди прямо", "Stop."};
    for (int i = 0; i < 3; i++) {
        place p;
        int moves = 0;
        place_make(&p, texts[i]);
        p.o.graph.panorama = NULL;
        while (moves < 50 && guide_captions_choose(p.captions, p.parser, &p.o) >= 0) moves++;
        CHECK(moves < 10);
        p.o.graph.neighbour_count = 0;
        CHECK_INT(guide_captions_choose(p.captions, p.parser, &p.o), -1);
        place_destroy(&p);
    }
}

TEST(the_guide_follows_real_instructions_by_captions) {
    wend_error error;
    wend_run_summary summary;
    wend_log_set log;
    wend_score_table table;
    char out[512];
    double success = 0;
    wend_run_def def = wend_run_default_def();
    snprintf(out, sizeof out, "%s", test_path("guide.wlog"));
    def.play.task = "r2r";
    def.play.episodes = test_data("r2r/R2R_val_seen.json");
    def.play.graphs = test_data("mp3d/connectivity");
    def.play.observations = test_data("mp3d/captions");
    def.agent = "guide-follower";
    def.out = out;
    def.threads = 1;
    def.limit = 150;
    CHECK_OK(wend_run(&def, &summary, &error));
    CHECK_OK(wend_log_read(out, &log, &error));
    CHECK_OK(wend_score_compute(&log, out, &table, &error));
    for (int c = 0; c < table.columns; c++)
        if (strcmp(table.names[c], "success") == 0) success = table.means[c].mean;
    CHECK(success > 0.22);
    CHECK(!table.oracle);
    wend_score_destroy(&table);
    wend_log_destroy(&log);
}
