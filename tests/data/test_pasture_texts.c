#include "task/same_json.h"
#include "test.h"

#include "wend/benchmarks/pasture.h"

static const char descriptions[] =
    "{\"F1\": {\"Apple\": [\"apple on a desk\", \"small, red apple\", [\"apple on a desk\"]]}, "
    "\"F2\": {\"Mug\": [\"mug in a sink\", \"grey mug\", []]}}";

TEST(a_description_is_found_by_scene_and_object) {
    wend_pasture_texts texts;
    wend_error error;
    CHECK_OK(wend_pasture_texts_parse(descriptions, strlen(descriptions), "small", &texts, &error));
    CHECK_INT(texts.count, 2);
    CHECK_TEXT(wend_pasture_texts_find(&texts, "F1", "Apple")->appearance, "small, red apple");
    CHECK_TEXT(wend_pasture_texts_find(&texts, "F2", "Mug")->text, "mug in a sink");
    CHECK(!wend_pasture_texts_find(&texts, "F2", "Apple"));
    wend_pasture_texts_destroy(&texts);
}

TEST(texts_of_wrong_types_are_refused) {
    static const char* const cases[] = {"{\"F\": {\"A\": 3}}",
                                        "{\"F\": []}",
                                        "[1]",
                                        "3",
                                        "{\"F\": {\"A\": [\"a\", \"b\"]}}",
                                        "{\"F\": {\"A\": [\"a\", \"b\", [1]]}}"};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        wend_pasture_texts texts;
        wend_error error;
        CHECK_INT(wend_pasture_texts_parse(cases[i], strlen(cases[i]), "f", &texts, &error),
                  WEND_FORMAT);
    }
}

static wend_status both_ways(void* path, wend_error* error) {
    wend_pasture_texts texts;
    WEND_TRY(wend_pasture_texts_parse(descriptions, strlen(descriptions), "small", &texts, error));
    wend_status status = wend_pasture_texts_write(&texts, path, error);
    wend_pasture_texts_destroy(&texts);
    return status;
}

TEST(pasture_texts_survive_every_failing_allocation) {
    char path[1024];
    snprintf(path, sizeof path, "%s", test_path("a.json"));
    test_each_allocation(both_ways, path, 1000);
}

TEST(the_real_texts_of_pasture_are_written_back_equal) {
    static const struct {
        const char* path;
        int count;
    } files[] = {
        {"pasture/spatial_appearence_map.json", 180}, {"pasture/hidden_map.json", 180},
        {"pasture/hidden_choices.json", 29},          {"pasture/imagenet_template.json", 80},
        {"pasture/standard_object_ids.json", 180},    {"pasture/simple_template.json", 1}};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        const char* path = test_data(files[i].path);
        wend_pasture_texts texts;
        wend_error error;
        CHECK_OK(wend_pasture_texts_read(path, &texts, &error));
        CHECK_INT(texts.count, files[i].count);
        CHECK_OK(wend_pasture_texts_write(&texts, test_path("out.json"), &error));
        wend_pasture_texts_destroy(&texts);
        check_same_json(path, test_path("out.json"), false);
    }
}
