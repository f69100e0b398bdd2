#include <stdio.h>
#include <string.h>

#include "drawn_boxes.h"
#include "test.h"

// Two boxes that differ in nothing but colour.
static const drawn_box pair[2] = {{{{-0.5f, 0, -2.3f}, {-0.1f, 0.3f, -2}}, {190, 30, 35}},
                                  {{{0.1f, 0, -2.3f}, {0.5f, 0.3f, -2}}, {45, 85, 180}}};

static const char* best_name(const wend_rgbd_image* picture) {
    wend_error error = {0};
    wend_segmentation* segmentation;
    wend_guess guesses[WEND_MAX_GUESSES];
    CHECK_OK(wend_segmentation_create(picture->width, picture->height, &segmentation, &error));
    CHECK_OK(wend_segmentation_look(segmentation, picture, &error));
    CHECK(wend_segmentation_guess(segmentation, 0, guesses) > 0);
    CHECK(guesses[0].share > 0 && guesses[0].share <= 1);
    wend_category best = guesses[0].category ? guesses[0].category : guesses[1].category;
    CHECK(wend_segmentation_is(segmentation, 0, best) > 0);
    wend_segmentation_destroy(segmentation);
    return wend_category_at(best)->name;
}

// The highest relevance of the regions at a pixel.
static float relevance_at(const wend_detections* detections, int text, int x, int y) {
    int column = x / detections->mask_step, row = y / detections->mask_step;
    float relevance = 0;
    if (column >= detections->mask_width || row >= detections->mask_height) return 0;
    for (int i = 0; i < detections->count; i++) {
        const wend_detection* d = &detections->items[i];
        if (d->text == text && detections->mask[row * detections->mask_width + column] == d->region)
            relevance = fmaxf(relevance, d->relevance);
    }
    return relevance;
}

TEST(of_two_equal_objects_the_one_in_the_described_colour_is_more_relevant) {
    wend_error error = {0};
    static drawn_picture drawn;
    static wend_detections detections;
    drawn_boxes(pair, 2, &drawn);
    const char* name = best_name(&drawn.picture);
    char red[64], blue[64];
    snprintf(red, sizeof red, "red %s", name);
    snprintf(blue, sizeof blue, "a blue %s on the floor", name);
    const char* texts[3] = {red, blue, "zebra"};
    const wend_localizer_kind* kind = wend_localizer_find("lexical");
    void* localizer = wend_alloc_zero(1, kind->memory);
    CHECK_OK(kind->seek(localizer, texts, 3, &error));
    CHECK_OK(kind->look(localizer, &drawn.picture, &detections, &error));
    int left = 112 - 17, right = 112 + 17, row = 112 + 40;
    CHECK(relevance_at(&detections, 0, left, row) > 2 * relevance_at(&detections, 0, right, row));
    CHECK(relevance_at(&detections, 1, right, row) > 2 * relevance_at(&detections, 1, left, row));
    for (int i = 0; i < detections.count; i++) CHECK(detections.items[i].text != 2);
    CHECK_INT(relevance_at(&detections, 0, 112, 215) * 1000, 0);  // the floor
    kind->destroy(localizer);
    wend_free(localizer);
}

TEST(more_texts_than_a_localizer_takes_are_refused) {
    const char* texts[WEND_MAX_TEXTS + 1] = {"mug"};
    wend_error error = {0};
    const wend_localizer_kind* kind = wend_localizer_find("lexical");
    void* localizer = wend_alloc_zero(1, kind->memory);
    CHECK_INT(kind->seek(localizer, texts, WEND_MAX_TEXTS + 1, &error), WEND_LIMIT);
    kind->destroy(localizer);
    wend_free(localizer);
    CHECK(!wend_localizer_find("clairvoyant"));
}

TEST(the_ground_truth_localizer_finds_the_object_at_its_position) {
    wend_error error = {0};
    static drawn_picture drawn;
    static uint8_t mask[DRAWN_SIDE * DRAWN_SIDE];
    static wend_detections detections;
    drawn_boxes(pair, 2, &drawn);
    for (int i = 0; i < DRAWN_SIDE * DRAWN_SIDE; i++) mask[i] = drawn.rgb[3 * i] == 190 ? 255 : 0;
    const wend_localizer_kind* kind = wend_localizer_find("truth");
    void* localizer = wend_alloc_zero(1, kind->memory);
    CHECK_OK(kind->look(localizer, &drawn.picture, &detections, &error));
    CHECK_INT(detections.count, 0);
    drawn.picture.goal_mask = mask;
    CHECK_OK(kind->look(localizer, &drawn.picture, &detections, &error));
    CHECK_INT(detections.count, 1);
    CHECK_NEAR(detections.items[0].box.low.x, -0.5, 0.03);
    CHECK_NEAR(detections.items[0].box.high.x, -0.1, 0.03);
    CHECK_NEAR(detections.items[0].box.high.z, -2, 0.03);
    wend_free(localizer);
}

TEST(words_for_size_go_by_metres_as_the_texts_do) {
    static const drawn_box boxes[3] = {{{{-0.8f, 0, -2.1f}, {-0.65f, 0.15f, -2}}, {190, 30, 35}},
                                       {{{-0.3f, 0, -2.5f}, {0.3f, 0.4f, -2}}, {45, 85, 180}},
                                       {{{0.6f, 0, -2.2f}, {0.8f, 0.7f, -2}}, {60, 160, 70}}};
    static drawn_picture drawn;
    wend_error error = {0};
    wend_segmentation* segmentation;
    drawn_boxes(boxes, 3, &drawn);
    CHECK_OK(wend_segmentation_create(DRAWN_SIDE, DRAWN_SIDE, &segmentation, &error));
    CHECK_OK(wend_segmentation_look(segmentation, &drawn.picture, &error));
    CHECK_INT(wend_segmentation_count(segmentation), 3);
    const float small[3] = {1, 0, 0}, tall[3] = {0, 0, 1};
    for (int i = 0; i < 3; i++) {
        const wend_region* r = wend_segmentation_at(segmentation, i);
        int box = r->rgb[0] > 150 ? 0 : r->rgb[2] > 150 ? 1 : 2;
        CHECK_NEAR(wend_region_size_fits(r, WEND_SIZE_SMALL), small[box], 0.01);
        CHECK_NEAR(wend_region_size_fits(r, WEND_SIZE_TALL), tall[box], 0.01);
        CHECK_NEAR(wend_region_size_fits(r, WEND_SIZE_NONE), 1, 0);
        float best = 0;
        for (int s = 1; s < WEND_MATERIAL_TYPE_COUNT; s++)
            best = fmaxf(best, wend_region_material_fits(r, (wend_material_type)s));
        CHECK_NEAR(best, 1, 1e-6);
        CHECK_NEAR(wend_region_material_fits(r, WEND_MATERIAL_TYPE_NONE), 0, 0);
    }
    wend_segmentation_destroy(segmentation);
}
