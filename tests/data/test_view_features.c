// Feature vectors of views: R2R's TSV, NPZ, the file of views, and what is refused.
#include <math.h>
#include <time.h>

#include "base/file.h"
#include "data/view_features.h"
#include "task/captions.h"

#include "wend/data.h"
#include "wend/run.h"

static wend_status open_features(const char* path, const char* features, wend_views** views,
                                 wend_error* error) {
    char first[512], second[512];
    snprintf(first, sizeof first, "%s", test_path(path));
    snprintf(second, sizeof second, "%s", test_path(features ? features : "none"));
    wend_views_def def = {.path = first, .features = features ? second : NULL};
    return wend_views_create(&def, views, error);
}

static wend_views* open_sound(const char* path, const char* features) {
    wend_views* views;
    wend_error error;
    CHECK_OK(open_features(path, features, &views, &error));
    CHECK_OK(wend_views_verify(views, NULL, &error));
    return views;
}

static const char* refusal(const char* path, const char* features) {
    static wend_error error;
    wend_views* views;
    CHECK(open_features(path, features, &views, &error) != WEND_OK);
    CHECK(!views);
    return error.message;
}

static void check_numbers(const wend_views* views) {
    float numbers[FEATURES_SIZE];
    CHECK_INT(wend_views_summarize(views).feature_size, FEATURES_SIZE);
    for (int i = 0; i < BUILDING_NODES; i++) {
        wend_panorama p;
        CHECK(wend_views_find(views, "hall", building_names[i], &p));
        CHECK_INT(p.feature_size, FEATURES_SIZE);
        for (int v = 0; v < 36; v++) {
            wend_view_perception_feature(&p.views[v], p.feature_size, numbers);
            for (int k = 0; k < FEATURES_SIZE; k++)
                CHECK_NEAR(numbers[k], features_number(i, v, k), 0.002);
        }
    }
}

// ---- files of other programs --------------------------------------------------------------------

TEST(features_of_a_tsv_are_views_without_words) {
    features_tsv("f.tsv", BUILDING_NODES, 36, FEATURES_SIZE);
    wend_views* views = open_sound("f.tsv", NULL);
    wend_panorama p;
    check_numbers(views);
    CHECK(wend_views_find(views, "hall", "c0", &p));
    CHECK_INT(p.views[3].word_count, 0);
    CHECK_INT(p.views[3].detection_count, 0);
    wend_views_destroy(views);
}

TEST(features_of_a_tsv_join_the_words_of_captions) {
    features_tsv("f.tsv", BUILDING_NODES, 36, FEATURES_SIZE);
    captions_write(BUILDING_NODES, 36);
    wend_views* views = open_sound("captions", "f.tsv");
    wend_panorama p;
    check_numbers(views);
    CHECK(wend_views_find(views, "hall", "c0", &p));
    CHECK_TEXT(p.vocabulary[p.views[0].words[1]], "bathroom");
    wend_views_destroy(views);
    captions_write(2, 36);  // features of other viewpoints are left out
    views = open_sound("captions", "f.tsv");
    CHECK_INT(wend_views_summarize(views).viewpoints, 2);
    wend_views_destroy(views);
}

// [36][size] per viewpoint of 16-, 32- or 64-bit floats.
static void write_npz(const char* name, int item_size, const char* odd, size_t views, bool whole) {
    static const uint16_t half_one = 0x3c00;
    wend_npy_array arrays[BUILDING_NODES];
    wend_error error;
    static char names[BUILDING_NODES][64];
    for (int i = 0; i < BUILDING_NODES; i++) {
        snprintf(names[i], sizeof *names, "hall_%s", building_names[i]);
        size_t count = 36 * FEATURES_SIZE;
        char* data = wend_alloc(count * 8);
        for (size_t k = 0; k < count; k++) {
            float narrow = features_number(i, (int)k / FEATURES_SIZE, (int)k % FEATURES_SIZE);
            double wide = (double)narrow;
            if (item_size == 2) memcpy(data + 2 * k, &half_one, 2);
            if (item_size == 4) memcpy(data + 4 * k, &narrow, 4);
            if (item_size == 8) memcpy(data + 8 * k, &wide, 8);
        }
        arrays[i] = (wend_npy_array){.name = i == 3 && odd ? (char*)odd : names[i],
                                     .type = whole ? WEND_NPY_INT : WEND_NPY_FLOAT,
                                     .item_size = (size_t)item_size,
                                     .dimensions = 2,
                                     .shape = {views, 36 * FEATURES_SIZE / views},
                                     .count = count,
                                     .data = data};
    }
    CHECK_OK(wend_npz_write(test_path(name), arrays, BUILDING_NODES, &error));
    for (int i = 0; i < BUILDING_NODES; i++) wend_free(arrays[i].data);
}

TEST(features_of_an_npz_of_any_float_are_read) {
    for (int size = 4; size <= 8; size *= 2) {
        write_npz("f.npz", size, NULL, 36, false);
        wend_views* views = open_sound("f.npz", NULL);
        check_numbers(views);
        wend_views_destroy(views);
    }
    write_npz("f.npz", 2, NULL, 36, false);
    wend_views* views = open_sound("f.npz", NULL);
    wend_panorama p;
    float numbers[FEATURES_SIZE];
    CHECK(wend_views_find(views, "hall", "d1", &p));
    wend_view_perception_feature(&p.views[35], FEATURES_SIZE, numbers);
    CHECK_NEAR(numbers[FEATURES_SIZE - 1], 1, 0);
    wend_views_destroy(views);
}

TEST(arrays_that_are_no_features_are_refused_by_name) {
    write_npz("f.npz", 4, "hallb1", 36, false);
    CHECK_HAS(refusal("f.npz", NULL), "f.npz: array 'hallb1': names are scan_viewpoint");
    write_npz("f.npz", 4, "hall_a0", 36, false);
    CHECK_HAS(refusal("f.npz", NULL), "the viewpoint hall/a0 stands there twice");
    write_npz("f.npz", 4, NULL, 12, false);
    CHECK_HAS(refusal("f.npz", NULL), "array 'hall_a0': 2 dimensions, the first of 12; expected");
    write_npz("f.npz", 4, NULL, 36, true);
    CHECK_HAS(refusal("f.npz", NULL), "its items are not floats");
    write_npz("f.npz", 4, "hall_new", 36, false);
    captions_write(BUILDING_NODES, 36);
    CHECK_HAS(refusal("captions", "f.npz"), "f.npz: has no features of the viewpoint hall/b1");
}

// ---- wrong lines --------------------------------------------------------------------------------

static const char* refusal_of_line(const char* head, const float* numbers, size_t count,
                                   const char* tail) {
    wend_error error;
    wend_text_out out = {0};
    features_tsv("f.tsv", 1, 36, 2);
    wend_file_bytes first;
    CHECK_OK(wend_file_read(test_path("f.tsv"), &first, &error));
    wend_text_put_bytes(&out, first.data, first.size);
    wend_file_bytes_destroy(&first);
    wend_text_put(&out, "%s", head);
    features_base64(&out, numbers, count * sizeof *numbers);
    wend_text_put(&out, "%s", tail);
    CHECK_OK(wend_text_save(&out, test_path("f.tsv"), &error));
    wend_text_destroy(&out);
    return refusal("f.tsv", NULL);
}

TEST(wrong_lines_of_a_tsv_are_refused_with_line_and_viewpoint) {
    static const char head[] = "hall\ta1\t640\t480\t60\t";
    float numbers[144] = {0};
    CHECK_HAS(refusal_of_line(head, numbers, 70, "\n"),
              "f.tsv: line 2: viewpoint hall/a1: 70 numbers; viewpoints before it have 72 (36 "
              "views of 2)");
    CHECK_HAS(refusal_of_line(head, numbers, 108, "\n"), "108 numbers; viewpoints before it");
    CHECK_HAS(refusal_of_line(head, numbers, 72, "!\n"), "not base64 at character 384");
    CHECK_HAS(refusal_of_line(head, numbers, 71, "AAA\n"), "not base64");
    CHECK_HAS(refusal_of_line("hall\ta1\t640\t480\t", numbers, 72, ""), "5 fields; expected 6");
    CHECK_HAS(refusal_of_line("hall\t\t640\t480\t60\t", numbers, 72, ""), "viewpointId has 0");
    CHECK_HAS(refusal_of_line("hall\ta1\t6x\t480\t60\t", numbers, 72, ""), "image_w is '6x'");
    CHECK_HAS(refusal_of_line("hall\ta0\t640\t480\t60\t", numbers, 72, ""),
              "hall/a0 stands there twice");
    numbers[5] = NAN;
    CHECK_HAS(refusal_of_line(head, numbers, 72, ""),
              "viewpoint hall/a1: number 1 of view 2 is nan; features must be finite");
    numbers[5] = 7e4f;
    CHECK_HAS(refusal_of_line(head, numbers, 72, ""), "number 1 of view 2 is 70000");
    CHECK_HAS(refusal_of_line("\n", numbers, 0, ""), "1 fields");
}

TEST(view_counts_and_missing_viewpoints_of_features_are_refused) {
    features_tsv("f.tsv", 1, 35, 8);
    CHECK_HAS(refusal("f.tsv", NULL), "hall/a0: 280 numbers are not 36 vectors");
    features_tsv("f.tsv", 1, 36, WEND_MAX_FEATURE_SIZE + 1);
    CHECK_HAS(refusal("f.tsv", NULL), "147492 numbers are not 36 vectors of 1 to 4096");
    features_tsv("f.tsv", 1, 36, WEND_MAX_FEATURE_SIZE + 104);
    CHECK_HAS(refusal("f.tsv", NULL), "line 1: 806419 characters; 36 vectors of at most 4096 fit");
    features_tsv("f.tsv", 5, 36, 8);
    captions_write(BUILDING_NODES, 36);
    CHECK_HAS(refusal("captions", "f.tsv"), "f.tsv: has no features of the viewpoint hall/d0");
    features_tsv("f.tsv", 0, 36, 8);
    CHECK_HAS(refusal("f.tsv", NULL), "has no features of any viewpoint");
    CHECK_HAS(refusal("captions", "f.json"), "end in .tsv or .npz");
    features_tsv("f.tsv", 2, 36, 8);
    features_tsv("g.tsv", 2, 36, 8);
    CHECK_HAS(refusal("f.tsv", "g.tsv"), "have features of size 8 already");
}

// ---- the file of views --------------------------------------------------------------------------

static void write_cache(void) {
    wend_error error;
    features_tsv("f.tsv", BUILDING_NODES, 36, FEATURES_SIZE);
    captions_write(BUILDING_NODES, 36);
    wend_views *views = open_sound("captions", "f.tsv"), *file;
    CHECK_OK(wend_views_save(views, test_path("f.wviews"), &error));
    file = open_sound("f.wviews", NULL);
    CHECK(wend_views_hash(file) == wend_views_hash(views));
    check_numbers(file);
    // A file that is open may be replaced by itself.
    CHECK_OK(wend_views_save(file, test_path("f.wviews"), &error));
    wend_views_destroy(file);
    wend_views_destroy(views);
}

TEST(a_file_of_views_with_features_has_the_content_of_its_sources) {
    write_cache();
    wend_views* file = open_sound("f.wviews", NULL);
    check_numbers(file);
    wend_views_destroy(file);
}

TEST(a_damaged_vector_is_found_before_it_is_used) {
    wend_error error;
    wend_file_bytes bytes;
    wend_views* views;
    int found = 0;
    write_cache();
    CHECK_OK(wend_file_read(test_path("f.wviews"), &bytes, &error));
    size_t vectors = (size_t)BUILDING_NODES * 36 * FEATURES_SIZE * 2;
    for (size_t at = bytes.size - vectors; at < bytes.size; at += 101) {
        bytes.data[at] ^= 0x40;
        CHECK_OK(wend_file_write(test_path("bad.wviews"), bytes.data, bytes.size, &error));
        CHECK_OK(wend_views_open(test_path("bad.wviews"), &views, &error));
        CHECK(wend_views_verify(views, NULL, &error) == WEND_FORMAT);
        CHECK_HAS(error.message, "bad.wviews: the features of the viewpoint hall/");
        wend_views_destroy(views);
        bytes.data[at] ^= 0x40;
        found++;
    }
    CHECK(found > 30);
    for (size_t cut = 1; cut < bytes.size; cut += cut) {
        CHECK_OK(wend_file_write(test_path("cut.wviews"), bytes.data, bytes.size - cut, &error));
        CHECK_HAS(refusal("cut.wviews", NULL), "cut.wviews: ");
    }
    wend_file_bytes_destroy(&bytes);
}

static wend_status open_again(void* context, wend_error* error) {
    wend_views* views;
    WEND_TRY(wend_views_create(context, &views, error));
    wend_views_destroy(views);
    return WEND_OK;
}

TEST(opening_features_survives_every_failing_allocation) {
    char folder[512], tsv[512], file[512];
    snprintf(folder, sizeof folder, "%s", test_path("captions"));
    snprintf(tsv, sizeof tsv, "%s", test_path("f.tsv"));
    snprintf(file, sizeof file, "%s", test_path("f.wviews"));
    write_cache();
    write_npz("f.npz", 4, NULL, 36, false);
    test_each_allocation(open_again, &(wend_views_def){.path = folder, .features = tsv}, 200);
    test_each_allocation(open_again, &(wend_views_def){.path = tsv}, 200);
    test_each_allocation(open_again, &(wend_views_def){.path = file}, 200);
    snprintf(tsv, sizeof tsv, "%s", test_path("f.npz"));
    test_each_allocation(open_again, &(wend_views_def){.path = tsv}, 200);
}

// ---- in a task ----------------------------------------------------------------------------------

TEST(tasks_refuse_damaged_vectors_of_their_viewpoints) {
    static char episodes[512], graphs[512], views[512];
    static const char json[] =
        "[{\"path_id\": 1, \"scan\": \"hall\", \"heading\": 0, \"path\": [\"a0\", \"a1\"], "
        "\"distance\": 2, \"instructions\": [\"Go on.\"]}]";
    wend_error error;
    wend_file_bytes bytes;
    wend_batch* batch;
    wend_batch_def def = wend_batch_default_def();
    building_write();
    write_cache();
    snprintf(episodes, sizeof episodes, "%s", test_path("hall.json"));
    snprintf(graphs, sizeof graphs, "%s", test_path("connectivity"));
    snprintf(views, sizeof views, "%s", test_path("f.wviews"));
    CHECK_OK(wend_file_write(episodes, json, strlen(json), &error));
    def.play.task = "r2r";
    def.play.episodes = episodes;
    def.play.graphs = graphs;
    def.play.observations = views;
    def.uses_images = false;
    CHECK_OK(wend_batch_create(&def, &batch, &error));
    wend_batch_destroy(batch);
    CHECK_OK(wend_file_read(views, &bytes, &error));
    bytes.data[bytes.size - 3] ^= 1;
    CHECK_OK(wend_file_write(views, bytes.data, bytes.size, &error));
    wend_file_bytes_destroy(&bytes);
    CHECK(wend_batch_create(&def, &batch, &error) == WEND_FORMAT);
    CHECK_HAS(error.message, "f.wviews: the features of the viewpoint hall/d1 are damaged");
}
