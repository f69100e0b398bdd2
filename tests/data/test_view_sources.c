// Views from NavGPT's texts and from annotated objects, which make every agent an oracle.
#include <math.h>

#include "base/file.h"
#include "task/captions.h"

#include "wend/data.h"
#include "wend/run.h"

static void put_file(const char* name, const char* text) {
    wend_error error;
    CHECK_OK(wend_file_write(test_path(name), text, strlen(text), &error));
}

// Viewpoint a0 of the hall: each direction has a text; a chair at 95 degrees, 2.2 m.
static void navgpt_write(const char* objects) {
    wend_text_out out = {0};
    wend_error error;
    wend_text_put(&out, "{\"hall\": {\"a0\": [");
    for (int i = 0; i < 8; i++) wend_text_put(&out, "%s\"A door number%d.\"", i ? ", " : "", i);
    wend_text_put(&out, "]}}");
    CHECK_OK(wend_text_save(&out, test_path("navgpt/observations_list_summarized.json"), &error));
    wend_text_destroy(&out);
    put_file("navgpt/objects_list.json", objects);
}

static const char navgpt_chair[] =
    "{\"hall\": {\"a0\": [{}, {}, {\"arm chair_12 \": {\"heading\": 95, \"distance\": 2.2}}, {}, "
    "{}, {}, {}, {\"tv\": {\"heading\": 359.5, \"distance\": 1}}]}}";

static wend_status open_source(const char* name, const char* rooms, bool plain, wend_views** views,
                               wend_error* error) {
    char path[512], file[512];
    snprintf(path, sizeof path, "%s", test_path(name));
    snprintf(file, sizeof file, "%s", test_path(rooms ? rooms : ""));
    wend_views_def def = {.path = path, .rooms = rooms ? file : NULL, .no_annotations = plain};
    return wend_views_create(&def, views, error);
}

static const char* refusal(const char* name, const char* rooms) {
    static wend_error error;
    wend_views* views;
    CHECK(open_source(name, rooms, false, &views, &error) != WEND_OK);
    return error.message;
}

static const char* last_word(const wend_panorama* p, int view) {
    const wend_view_perception* v = &p->views[view];
    return v->word_count ? p->vocabulary[v->words[v->word_count - 1]] : "";
}

TEST(navgpt_texts_are_words_of_the_nearest_level_views) {
    static const int nearest[12] = {0, 1, 1, 2, 3, 3, 4, 5, 5, 6, 7, 7};
    wend_error error;
    wend_views* views;
    wend_panorama p;
    navgpt_write(navgpt_chair);
    CHECK_OK(open_source("navgpt", NULL, true, &views, &error));
    CHECK(wend_views_find(views, "hall", "a0", &p));
    CHECK(!p.is_truth);
    CHECK_INT(wend_views_summarize(views).detections, 0);
    for (int k = 0; k < 12; k++) {
        char word[16];
        snprintf(word, sizeof word, "number%d", nearest[k]);
        CHECK_TEXT(last_word(&p, 12 + k), word);
        CHECK_TEXT(last_word(&p, k), "");
        CHECK_TEXT(last_word(&p, 24 + k), "");
    }
    wend_views_destroy(views);
}

TEST(navgpt_objects_are_detections_and_ground_truth) {
    wend_error error;
    wend_views* views;
    wend_panorama p;
    navgpt_write(navgpt_chair);
    CHECK_OK(open_source("navgpt", NULL, false, &views, &error));
    CHECK(wend_views_find(views, "hall", "a0", &p));
    CHECK(p.is_truth);
    CHECK_INT(p.views[15].detection_count, 1);
    const wend_view_detection* chair = &p.views[15].detections[0];
    CHECK_TEXT(p.classes[chair->class_index], "arm chair");
    CHECK_INT(chair->word_count, 4);
    CHECK_TEXT(p.vocabulary[chair->words[2]], "2");
    double x = 0.5 + 415.69 / 640 * tan(5 * WEND_PI / 180);
    CHECK_NEAR(chair->box[0], x, 1e-4);
    CHECK_NEAR(chair->box[2], x, 1e-4);
    CHECK_INT(p.views[12].detection_count, 1);  // 359.5 degrees is north
    CHECK(p.views[12].detections[0].box[0] < 0.5f);
    wend_views_destroy(views);
}

TEST(navgpt_files_that_make_no_sense_are_refused_with_their_place) {
    navgpt_write("{\"hall\": {\"a0\": [{}]}}");
    CHECK_HAS(refusal("navgpt", NULL), "hall.a0: has 1 directions; expected 8");
    navgpt_write("{\"hall\": {}}");
    CHECK_HAS(refusal("navgpt", NULL), "a0");
    navgpt_write("{\"hall\": {\"a0\": [{\"x\": {\"heading\": 1}}, {}, {}, {}, {}, {}, {}, {}]}}");
    CHECK_HAS(refusal("navgpt", NULL), "distance");
    navgpt_write("[]");
    CHECK_HAS(refusal("navgpt", NULL), "objects_list.json");
    put_file("navgpt/observations_list_summarized.json", "{\"hall\": {\"a0\": [\"x\"]}}");
    CHECK_HAS(refusal("navgpt", NULL), "hall.a0: has 1 texts; expected 8");
}

// ---- annotated objects --------------------------------------------------------------------------

static void objects_write(const char* of_first) {
    wend_text_out out = {0};
    wend_error error;
    wend_text_put(&out, "{\"scan\": \"hall\", \"names\": {\"7\": \"sofa#chair\"}, ");
    wend_text_put(&out, "\"viewpoints\": {");
    for (int i = 0; i < BUILDING_NODES; i++)
        wend_text_put(&out, "%s\"%s\": [%s]", i ? ", " : "", building_names[i], i ? "" : of_first);
    wend_text_put(&out, "}}");
    CHECK_OK(wend_text_save(&out, test_path("objects/hall.json"), &error));
    wend_text_destroy(&out);
    put_file("objects/positions_derived.json", "{\"hall\": {\"7\": [0, 0, 0, 2, 0.1]}}");
    building_write();
}

TEST(annotated_objects_and_rooms_are_ground_truth) {
    wend_error error;
    wend_views* views;
    wend_panorama p;
    objects_write("[7, [[13, 64, 48, 128, 96], [14, 0, 0, 640, 480]]]");
    CHECK_OK(open_source("objects", "rooms.json", false, &views, &error));
    CHECK_INT(wend_views_summarize(views).viewpoints, BUILDING_NODES);
    CHECK(wend_views_find(views, "hall", "a0", &p));
    CHECK(p.is_truth);
    CHECK_INT(p.views[12].detection_count, 0);
    CHECK_INT(p.views[14].detection_count, 1);
    const wend_view_detection* sofa = &p.views[13].detections[0];
    CHECK_TEXT(p.classes[sofa->class_index], "sofa chair");
    CHECK_INT(sofa->word_count, 2);
    CHECK_NEAR(sofa->confidence, 1, 0);
    CHECK_NEAR(sofa->box[0], 0.1, 1e-4);
    CHECK_NEAR(sofa->box[3], 0.3, 1e-4);
    CHECK(p.views[0].word_count > 0);  // of its room
    wend_views_destroy(views);
    CHECK_OK(open_source("objects", NULL, false, &views, &error));
    CHECK(wend_views_find(views, "hall", "a0", &p));
    CHECK_INT(p.views[0].word_count, 0);
    wend_views_destroy(views);
}

TEST(annotated_objects_that_make_no_sense_are_refused_with_their_place) {
    objects_write("[8, []]");
    CHECK_HAS(refusal("objects", NULL), "viewpoints.a0[0][0]: 8 has no name");
    objects_write("[7, [[36, 0, 0, 1, 1]]]");
    CHECK_HAS(refusal("objects", NULL), "view 36; must be in [0, 36)");
    objects_write("[7, [[3, 0, 0, 9999, 1]]]");
    CHECK_HAS(refusal("objects", NULL), "outside of an image");
    captions_write(1, 36);
    CHECK_HAS(refusal("captions", "rooms.json"), "rooms are for annotated objects");
}

static bool log_says_oracle(const char* observations) {
    static char episodes[512], graphs[512], views[512], out[512];
    static const char json[] =
        "[{\"path_id\": 1, \"scan\": \"hall\", \"heading\": 0, \"path\": [\"a0\", \"a1\"], "
        "\"distance\": 2, \"instructions\": [\"Go on.\"]}]";
    wend_error error;
    wend_run_def def = wend_run_default_def();
    wend_run_summary summary;
    put_file("hall.json", json);
    snprintf(episodes, sizeof episodes, "%s", test_path("hall.json"));
    snprintf(graphs, sizeof graphs, "%s", test_path("connectivity"));
    snprintf(views, sizeof views, "%s", test_path(observations));
    snprintf(out, sizeof out, "%s", test_path("run.wlog"));
    def.play.task = "r2r";
    def.play.episodes = episodes;
    def.play.graphs = graphs;
    def.play.observations = views;
    def.agent = "random";
    def.out = out;
    def.overwrite = true;
    CHECK_OK(wend_run(&def, &summary, &error));
    wend_file_bytes log;
    CHECK_OK(wend_file_read(out, &log, &error));
    bool oracle = strstr(log.data, "\"oracle\": true") || strstr(log.data, "\"oracle\":true");
    wend_file_bytes_destroy(&log);
    return oracle;
}

TEST(runs_that_observe_annotations_are_marked_as_oracles) {
    objects_write("[7, [[13, 64, 48, 128, 96]]]");
    captions_write(BUILDING_NODES, 36);
    CHECK(log_says_oracle("objects"));
    CHECK(!log_says_oracle("captions"));
}

static wend_status open_again(void* context, wend_error* error) {
    wend_views* views;
    WEND_TRY(wend_views_create(context, &views, error));
    wend_views_destroy(views);
    return WEND_OK;
}

TEST(opening_other_sources_survives_every_failing_allocation) {
    char navgpt[512], objects[512], rooms[512];
    navgpt_write(navgpt_chair);
    objects_write("[7, [[13, 64, 48, 128, 96]]]");
    snprintf(navgpt, sizeof navgpt, "%s", test_path("navgpt"));
    snprintf(objects, sizeof objects, "%s", test_path("objects"));
    snprintf(rooms, sizeof rooms, "%s", test_path("rooms.json"));
    test_each_allocation(open_again, &(wend_views_def){.path = navgpt}, 200);
    test_each_allocation(open_again, &(wend_views_def){.path = objects, .rooms = rooms}, 200);
}

TEST(the_other_sources_of_all_buildings_have_every_viewpoint) {
    wend_error error;
    wend_views* views;
    char rooms[512];
    snprintf(rooms, sizeof rooms, "%s", test_data("mp3d/rooms/viewpoint_rooms.json"));
    CHECK_OK(wend_views_create(&(wend_views_def){.path = test_data("mp3d/objects"), .rooms = rooms},
                               &views, &error));
    CHECK_INT(wend_views_summarize(views).viewpoints, 10567);
    CHECK_INT(wend_views_summarize(views).detections, 210198);
    wend_views_destroy(views);
    CHECK_OK(wend_views_open(test_data("mp3d/navgpt"), &views, &error));
    CHECK_INT(wend_views_summarize(views).viewpoints, 10567);
    CHECK_INT(wend_views_summarize(views).detections, 76244);
    wend_views_destroy(views);
}
