#include "base/file.h"
#include "test.h"

#include "wend/guide.h"
#include "wend/narrate.h"
#include "wend/vln_make.h"

// One bare line of a generated home, with what is needed to look at it.
typedef struct home {
    wend_scene* scene;
    wend_view* view;
    wend_narrator* narrator;
} home;

static home make_home(const char* reference) {
    wend_error error;
    home h;
    wend_import_def import = wend_import_default_def();
    import.bake = false;
    CHECK_OK(wend_scene_open(reference, &import, &h.scene, &error));
    CHECK_OK(wend_view_create(h.scene, NULL, &h.view, &error));
    CHECK_OK(wend_narrator_create(h.scene, h.view, &h.narrator, &error));
    return h;
}

static void destroy_home(home* h) {
    wend_narrator_destroy(h->narrator);
    wend_view_destroy(h->view);
    wend_scene_destroy(h->scene);
}

static bool scene_has(const wend_scene* scene, const wend_landmark* m) {
    const wend_scene_arrays* a = wend_scene_get(scene);
    for (uint32_t i = 1; i < a->objects.count; i++) {
        const wend_object* o = &a->objects.items[i];
        if (o->category == m->category && (!m->color || o->color == m->color)) return true;
    }
    return false;
}

TEST(a_walk_is_told_with_turns_to_the_right_side_rooms_and_things_that_are_there) {
    wend_error error;
    static wend_narration n;
    home h = make_home("apartment:5");
    // A square of four metres around the middle, against the clock: every corner is to the left.
    const wend_vec3 feet[5] = {{2, 0, 2}, {2, 0, -2}, {-2, 0, -2}, {-2, 0, 2}, {2, 0, 2}};
    wend_walk walk = {feet, 5, 0, 1.5f};
    CHECK_OK(wend_narrate(h.narrator, &walk, true, wend_rng_make(1, 1), &n, &error));
    int lefts = 0;
    for (int i = 0; i < n.count; i++) {
        const wend_tell_step* s = &n.steps[i];
        CHECK(s->turn != WEND_TURN_RIGHT);
        lefts += s->turn == WEND_TURN_LEFT;
        if (s->landmark.category) CHECK(scene_has(h.scene, &s->landmark));
        CHECK(n.places[i] >= 0 && n.places[i] < 5);
    }
    CHECK_INT(lefts, 3);
    CHECK_INT(n.steps[n.count - 1].kind, WEND_TELL_STOP);
    destroy_home(&h);
}

TEST(a_walk_of_one_place_says_where_to_stop_and_one_of_none_is_refused) {
    wend_error error;
    static wend_narration n;
    home h = make_home("apartment:5");
    const wend_vec3 feet[1] = {{0, 0, 0}};
    wend_walk walk = {feet, 1, 0, 1.5f};
    CHECK_OK(wend_narrate(h.narrator, &walk, false, wend_rng_make(1, 1), &n, &error));
    CHECK_INT(n.count, 1);
    CHECK_INT(n.steps[0].kind, WEND_TELL_STOP);
    walk.count = 0;
    CHECK_INT(wend_narrate(h.narrator, &walk, false, wend_rng_make(1, 1), &n, &error),
              WEND_ARGUMENT);
    destroy_home(&h);
}

static void generate(wend_vln_kind kind, const char* path, int* records) {
    wend_error error;
    const char* scenes[1] = {"apartment:5"};
    wend_vln_generate_def def = wend_vln_generate_default_def(kind);
    def.count = 3;
    CHECK_OK(wend_vln_generate(scenes, 1, &def, path, records, &error));
}

TEST(generated_r2r_is_read_back_and_the_same_seed_gives_the_same_bytes) {
    wend_error error;
    int records;
    wend_vln_episodes* episodes;
    generate(WEND_VLN_R2R, test_path("a.json"), &records);
    generate(WEND_VLN_R2R, test_path("b.json"), &records);
    file_bytes a, b;
    CHECK_OK(file_read(test_path("a.json"), &a, &error));
    CHECK_OK(file_read(test_path("b.json"), &b, &error));
    CHECK(a.size == b.size && memcmp(a.data, b.data, a.size) == 0);
    file_bytes_destroy(&a);
    file_bytes_destroy(&b);
    CHECK_OK(wend_vln_episodes_read(test_path("a.json"), &episodes, &error));
    CHECK_INT(wend_vln_episodes_count(episodes), records);
    const wend_vln_episode* e = wend_vln_episodes_at(episodes, 0);
    CHECK(e->path_count >= 5 && e->path_count <= 7);
    CHECK_INT(e->instruction_count, 3);
    CHECK_HAS(e->extra, "apartment:5");
    wend_vln_episodes_destroy(episodes);
}

TEST(generated_rxr_has_each_path_in_three_languages_with_timed_words) {
    wend_error error;
    int records;
    wend_vln_episodes* episodes;
    generate(WEND_VLN_RXR, test_path("a.jsonl"), &records);
    CHECK_OK(wend_vln_episodes_read(test_path("a.jsonl"), &episodes, &error));
    CHECK_INT(wend_vln_episodes_kind(episodes), WEND_VLN_RXR);
    CHECK_INT(wend_vln_episodes_count(episodes), 9);
    const char* const languages[3] = {"en-US", "hi-IN", "te-IN"};
    for (int i = 0; i < 9; i++) {
        const wend_vln_instruction* t = wend_vln_episodes_at(episodes, i)->instructions;
        CHECK_TEXT(t->language, languages[i % 3]);
        CHECK_INT(t->word_count, wend_guide_word_count(t->text));
        CHECK(t->words[t->word_count - 1].end > t->words[0].start);
    }
    wend_vln_episodes_destroy(episodes);
}

TEST(generated_rxr_is_laid_out_as_it_is_released) {
    wend_error error;
    int records;
    const char* scenes[1] = {"apartment:5"};
    wend_trace trace;
    wend_vln_episodes* episodes;
    wend_vln_generate_def def = wend_vln_generate_default_def(WEND_VLN_RXR);
    def.count = 1;
    def.traces = true;
    def.split = "val_unseen";
    CHECK_OK(wend_vln_generate(scenes, 1, &def, test_path("data/"), &records, &error));
    CHECK_OK(
        wend_vln_episodes_read(test_path("data/rxr_val_unseen_guide.jsonl.gz"), &episodes, &error));
    CHECK(file_exists(test_path("data/connectivity/apartment_5_connectivity.json")));
    const wend_vln_episode* e = wend_vln_episodes_at(episodes, 2);
    const wend_vln_instruction* t = e->instructions;
    CHECK_TEXT(e->split, "val_unseen");
    CHECK_TEXT(t->id, "2");
    CHECK_OK(wend_trace_read(
        test_path("data/pose_traces/rxr_val_unseen/000002_guide_pose_trace.npz"), &trace, &error));
    CHECK_INT(trace.place_count, e->path_count);
    CHECK_INT(trace.text_count, t->word_count);
    CHECK_TEXT(trace.snapshots[0].viewpoint, e->path[0]);
    CHECK_TEXT(trace.snapshots[trace.count - 1].viewpoint, e->path[e->path_count - 1]);
    double heading, elevation;
    wend_trace_look(trace.snapshots, &heading, &elevation);
    CHECK_NEAR(remainder(heading - e->heading, 2 * WEND_PI), 0, 1e-5);
    CHECK(trace.snapshots[trace.count - 1].time > t->words[t->word_count - 1].start);
    wend_trace_destroy(&trace);
    wend_vln_episodes_destroy(episodes);
}

TEST(unknown_languages_and_empty_scenes_are_named) {
    wend_error error;
    int records;
    const char* scenes[1] = {"apartment:5"};
    wend_vln_generate_def def = wend_vln_generate_default_def(WEND_VLN_R2R);
    def.languages = "en,de";
    CHECK_INT(wend_vln_generate(scenes, 1, &def, test_path("a.json"), &records, &error),
              WEND_ARGUMENT);
    CHECK_HAS(error.message, "de");
    def = wend_vln_generate_default_def(WEND_VLN_R2R);
    def.min_edges = def.max_edges = 60;
    CHECK_INT(wend_vln_generate(scenes, 1, &def, test_path("a.json"), &records, &error),
              WEND_FORMAT);
    CHECK_HAS(error.message, "60");
}
