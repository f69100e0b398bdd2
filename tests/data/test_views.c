// Views of viewpoints: what captions become, the file of all buildings, and what is refused.
#include <time.h>

#include "base/container.h"
#include "base/file.h"
#include "task/captions.h"

#include "wend/data.h"
#include "wend/run.h"

static wend_views* open_views(const char* name) {
    wend_views* views;
    wend_error error;
    CHECK_OK(wend_views_open(test_path(name), &views, &error));
    return views;
}

static wend_views* open_captions(void) {
    captions_write(BUILDING_NODES, 36);
    return open_views("captions");
}

static const char* refusal(const char* name) {
    static wend_error error;
    wend_views* views;
    CHECK(wend_views_open(test_path(name), &views, &error) != WEND_OK);
    CHECK(!views);
    return error.message;
}

static void check_hall(const wend_views* views) {
    wend_panorama p;
    CHECK(wend_views_find(views, "hall", "b0", &p));
    CHECK_INT(p.views[0].word_count, 5);
    CHECK_TEXT(p.vocabulary[p.views[0].words[1]], "bedroom");
    CHECK_INT(p.views[0].detection_count, 0);
    CHECK_INT(p.views[15].detection_count, 2);
    const wend_view_detection* door = &p.views[15].detections[0];
    CHECK_TEXT(p.classes[door->class_index], "door");
    CHECK_TEXT(p.vocabulary[door->words[1]], "red");
    CHECK_NEAR(door->confidence, 0.75, 1e-6);
    CHECK_NEAR(door->box[0], 0.1, 1e-4);
    CHECK_NEAR(door->box[1], 0.1, 1e-4);
    CHECK_NEAR(door->box[2], 0.5, 1e-4);
    CHECK_NEAR(door->box[3], 1, 1e-4);
    CHECK_TEXT(p.classes[p.views[15].detections[1].class_index], "dining table");
    CHECK(!p.is_truth);
    CHECK(!wend_views_find(views, "hall", "z9", &p));
    CHECK(!wend_views_find(views, "hal", "lb0", &p));
}

TEST(captions_and_detections_of_a_folder_become_panoramas) {
    wend_views* views = open_captions();
    wend_views_summary s = wend_views_summarize(views);
    CHECK_INT(s.viewpoints, BUILDING_NODES);
    CHECK_INT(s.captions, 5);
    CHECK_INT(s.classes, 2);
    CHECK_INT(s.detections, 2 * BUILDING_NODES);
    check_hall(views);
    wend_views_destroy(views);
}

TEST(a_file_of_views_has_the_content_of_its_folder) {
    wend_error error;
    wend_views *folder = open_captions(), *file;
    CHECK_OK(wend_views_save(folder, test_path("hall.wviews"), &error));
    file = open_views("hall.wviews");
    CHECK(wend_views_hash(file) == wend_views_hash(folder));
    CHECK_INT(wend_views_summarize(file).detections, 2 * BUILDING_NODES);
    check_hall(file);
    wend_views_destroy(file);
    wend_views_destroy(folder);
}

// Version 1 of detections ends in uint8 class, uint8 confidence, uint16 0.
TEST(detections_of_version_1_are_read) {
    wend_error error;
    container c;
    container_part parts[CONTAINER_MAX_SECTIONS];
    wend_views *folder = open_captions(), *old;
    CHECK_OK(wend_views_save(folder, test_path("new.wviews"), &error));
    CHECK_OK(container_open(test_path("new.wviews"), &c, &error));
    for (int i = 0; i < c.section_count; i++) {
        const container_section* s = &c.sections[i];
        uint8_t* data = wend_alloc(s->size + 1);
        CHECK_OK(container_read(&c, s, data, &error));
        parts[i] = (container_part){s->name, 1, data, s->size};
        for (uint8_t* d = data; strcmp(s->name, "detections") == 0 && d < data + s->size; d += 16) {
            d[13] = d[14];
            d[14] = 0;
        }
    }
    CHECK_OK(container_write(test_path("old.wviews"), c.key, parts, c.section_count, &error));
    for (int i = 0; i < c.section_count; i++) wend_free((void*)parts[i].data);
    container_close(&c);
    old = open_views("old.wviews");
    check_hall(old);
    CHECK(wend_views_hash(old) == wend_views_hash(folder));
    wend_views_destroy(old);
    wend_views_destroy(folder);
}

// Every truncation and every changed byte is found by sizes and checksums.
TEST(a_damaged_file_of_views_is_refused) {
    wend_error error;
    wend_file_bytes bytes;
    wend_views* views = open_captions();
    CHECK_OK(wend_views_save(views, test_path("hall.wviews"), &error));
    wend_views_destroy(views);
    CHECK_OK(wend_file_read(test_path("hall.wviews"), &bytes, &error));
    for (size_t size = 0; size < bytes.size; size += 1 + size / 3) {
        CHECK_OK(wend_file_write(test_path("cut.wviews"), bytes.data, size, &error));
        CHECK_HAS(refusal("cut.wviews"), "cut.wviews: ");
    }
    for (size_t at = 0; at < bytes.size; at += 97) {
        ((char*)bytes.data)[at] ^= 0x40;
        CHECK_OK(wend_file_write(test_path("bad.wviews"), bytes.data, bytes.size, &error));
        if (wend_views_open(test_path("bad.wviews"), &views, &error) == WEND_OK) {
            check_hall(views);  // padding
            wend_views_destroy(views);
        }
        ((char*)bytes.data)[at] ^= 0x40;
    }
    wend_file_bytes_destroy(&bytes);
}

TEST(wrong_view_counts_name_file_viewpoint_and_count) {
    captions_write(2, 35);
    const char* message = refusal("captions");
    CHECK_HAS(message, "hall.json");
    CHECK_HAS(message, "a0");
    CHECK_HAS(message, "has 35 views; expected 36");
}

static const char* refusal_of(const char* json) {
    wend_error error;
    CHECK_OK(wend_file_write(test_path("captions/hall.json"), json, strlen(json), &error));
    return refusal("captions");
}

TEST(captions_that_make_no_sense_are_refused_with_their_place) {
    captions_write(1, 36);
    CHECK_HAS(refusal_of("{}"), "classes");
    CHECK_HAS(refusal_of("{\"scan\": \"h\", \"classes\": [], \"captions\": [], \"viewpoints\": 3}"),
              "viewpoints: must be an object");
    CHECK_HAS(refusal_of("{\"scan\": \"h\", \"classes\": [7], \"captions\": []}"), "classes[0]");
    wend_text_out out = {0};
    const char* wrong[][2] = {{"[1]", "must be in [0, 1)"},
                              {"[0, [0, 1, 1, 2, 2, 50]]", "has 6 items; a detection has 7"},
                              {"[0, [1, 1, 1, 2, 2, 50, 0]]", "must be in [0, 1)"},
                              {"[0, [0, 1, 1, 2, 9999, 50, 0]]", "outside of an image"},
                              {"[0, [0, 1, 1, 2, 2, 101, 0]]", "must be in [0, 101)"},
                              {"[]", "viewpoints.v[0]"}};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        out.count = 0;
        wend_text_put(&out, "{\"scan\": \"h\", \"classes\": [\"door\"], \"captions\": [\"x\"], ");
        wend_text_put(&out, "\"viewpoints\": {\"v\": [%s", wrong[i][0]);
        for (int v = 1; v < 36; v++) wend_text_put(&out, ", [0]");
        wend_text_put(&out, "]}}");
        CHECK_HAS(refusal_of(out.items), wrong[i][1]);
    }
    wend_text_destroy(&out);
}

TEST(a_folder_without_captions_says_what_it_lacks) {
    wend_error error;
    CHECK_OK(wend_file_write(test_path("empty/notes.txt"), "x", 1, &error));
    CHECK_HAS(refusal("empty"), "no file {scan}.json");
    CHECK_HAS(refusal("nothing.wviews"), "nothing.wviews");
}

static wend_status open_again(void* context, wend_error* error) {
    wend_views* views;
    WEND_TRY(wend_views_open(context, &views, error));
    wend_views_destroy(views);
    return WEND_OK;
}

TEST(opening_views_survives_every_failing_allocation) {
    wend_error error;
    char folder[512], file[512];
    wend_views* views = open_captions();
    snprintf(folder, sizeof folder, "%s", test_path("captions"));
    snprintf(file, sizeof file, "%s", test_path("hall.wviews"));
    CHECK_OK(wend_views_save(views, file, &error));
    wend_views_destroy(views);
    test_each_allocation(open_again, folder, 100);
    test_each_allocation(open_again, file, 200);
}

// ---- in a task ----------------------------------------------------------------------------------

static wend_status open_batch(int viewpoints, wend_batch** batch, wend_error* error) {
    static char episodes[512], graphs[512], views[512];
    static const char json[] =
        "[{\"path_id\": 1, \"scan\": \"hall\", \"heading\": 0, \"path\": [\"a0\", \"a1\"], "
        "\"distance\": 2, \"instructions\": [\"Go on.\"]}]";
    wend_batch_def def = wend_batch_default_def();
    building_write();
    captions_write(viewpoints, 36);
    snprintf(episodes, sizeof episodes, "%s", test_path("hall.json"));
    snprintf(graphs, sizeof graphs, "%s", test_path("connectivity"));
    snprintf(views, sizeof views, "%s", test_path("captions"));
    CHECK_INT(wend_file_write(episodes, json, strlen(json), error), WEND_OK);
    def.play.task = "r2r";
    def.play.episodes = episodes;
    def.play.graphs = graphs;
    def.play.observations = views;
    def.uses_images = false;
    return wend_batch_create(&def, batch, error);
}

TEST(agents_on_graphs_observe_the_captions_of_their_viewpoint) {
    wend_error error;
    wend_batch* batch;
    float reward;
    wend_batch_out out = {.reward = &reward};
    CHECK_OK(open_batch(BUILDING_NODES, &batch, &error));
    CHECK_OK(wend_batch_reset(batch, &out, &error));
    for (int at = 0; at < 3; at++) {
        const wend_observation* o = wend_batch_observation(batch, 0);
        const wend_panorama* p = o->graph.panorama;
        CHECK_TEXT(o->graph.viewpoint, building_names[at]);
        CHECK_TEXT(p->vocabulary[p->views[35].words[1]], at < 2 ? "kitchen" : "bedroom");
        wend_action go = {.kind = WEND_ACTION_GO, .neighbour = o->graph.neighbour_count - 1};
        CHECK_OK(wend_batch_step(batch, &go, &out, &error));
    }
    wend_batch_destroy(batch);
}

TEST(views_that_lack_a_viewpoint_of_the_graph_are_refused) {
    wend_error error;
    wend_batch* batch;
    CHECK_INT(open_batch(3, &batch, &error), WEND_NOT_FOUND);
    CHECK_HAS(error.message, "captions: has no views of the viewpoint b1 of hall");
    CHECK_HAS(error.message, "wend features");
}

TEST(the_captions_of_all_buildings_open_in_a_second) {
    wend_error error;
    wend_views *folder, *file;
    struct timespec begin, end;
    CHECK_OK(wend_views_open(test_data("mp3d/captions"), &folder, &error));
    wend_views_summary s = wend_views_summarize(folder);
    CHECK_INT(s.viewpoints, 10567);
    CHECK_INT(s.detections, 614744);
    CHECK_INT(s.classes, 49);
    CHECK_OK(wend_views_save(folder, test_path("all.wviews"), &error));
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &begin);
    CHECK_OK(wend_views_open(test_path("all.wviews"), &file, &error));
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &end);
    double seconds =
        (double)(end.tv_sec - begin.tv_sec) + 1e-9 * (double)(end.tv_nsec - begin.tv_nsec);
    CHECK(seconds < 1);
    CHECK(wend_views_hash(file) == wend_views_hash(folder));
    wend_views_destroy(file);
    wend_views_destroy(folder);
}
