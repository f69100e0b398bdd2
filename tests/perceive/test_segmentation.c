#include <string.h>

#include "drawn_boxes.h"
#include "perceive/segment_rows.h"
#include "test.h"

#include "wend/perceive.h"

static wend_segmentation* look_at(const drawn_box* boxes, int count, drawn_picture* drawn) {
    wend_segmentation* segmentation;
    drawn_boxes(boxes, count, drawn);
    CHECK_INT(wend_segmentation_create(DRAWN_SIDE, DRAWN_SIDE, &segmentation, NULL), WEND_OK);
    CHECK_INT(wend_segmentation_look(segmentation, &drawn->picture, NULL), WEND_OK);
    return segmentation;
}

static const drawn_box red_box = {{{-0.2f, 0, -2.3f}, {0.2f, 0.3f, -2}}, {200, 30, 30}};
static const drawn_box table = {{{-0.8f, 0.4f, -3}, {0.8f, 0.5f, -2}}, {150, 110, 70}};
static const drawn_box blue_cup = {{{0.1f, 0.5f, -2.5f}, {0.2f, 0.62f, -2.4f}}, {40, 60, 200}};
static const drawn_box brown_cup = {{{0.1f, 0.5f, -2.5f}, {0.2f, 0.62f, -2.4f}}, {150, 110, 70}};

TEST(a_box_on_the_floor_is_one_region_of_its_size_and_colour) {
    static drawn_picture drawn;
    wend_segmentation* segmentation = look_at(&red_box, 1, &drawn);
    CHECK_INT(wend_segmentation_count(segmentation), 1);
    const wend_region* r = wend_segmentation_at(segmentation, 0);
    CHECK_NEAR(r->box.low.x, -0.2, 0.03);
    CHECK_NEAR(r->box.high.x, 0.2, 0.03);
    CHECK_NEAR(r->box.high.y, 0.3, 0.03);
    CHECK_NEAR(r->box.high.z, -2, 0.03);
    CHECK_INT(r->rgb[0], 200);
    CHECK_NEAR(r->features[WEND_FEATURE_REDDISH], 4, 1e-6);
    CHECK(!r->structure);
    CHECK_INT(wend_segmentation_region_at(segmentation, 112, 215), -1);  // the floor
    CHECK_INT(wend_segmentation_region_at(segmentation, 112, 112 + 45), 0);
    wend_segmentation_destroy(segmentation);
}

TEST(a_cup_is_segmented_from_its_table_by_shape_or_colour) {
    static drawn_picture drawn;
    for (int k = 0; k < 2; k++) {
        const drawn_box boxes[2] = {table, k ? blue_cup : brown_cup};
        wend_segmentation* segmentation = look_at(boxes, 2, &drawn);
        // A point on the cup's front, and one on the table beside it.
        int cup = wend_segmentation_region_at(segmentation, 112 + 7, 112 + 16);
        int top = wend_segmentation_region_at(segmentation, 112 - 30, 112 + 18);
        CHECK(cup >= 0 && top >= 0 && cup != top);
        CHECK_NEAR(wend_segmentation_at(segmentation, cup)->box.low.y, 0.5, 0.03);
        wend_segmentation_destroy(segmentation);
    }
}

TEST(an_image_without_depth_has_no_regions) {
    static drawn_picture drawn;
    wend_segmentation* segmentation = look_at(&red_box, 1, &drawn);
    for (int i = 0; i < DRAWN_SIDE * DRAWN_SIDE; i++) drawn.depth[i] = i % 2 ? NAN : -1.0f;
    CHECK_INT(wend_segmentation_look(segmentation, &drawn.picture, NULL), WEND_OK);
    CHECK_INT(wend_segmentation_count(segmentation), 0);
    wend_segmentation_destroy(segmentation);
}

TEST(an_image_of_another_size_is_refused) {
    static drawn_picture drawn;
    wend_error error = {0};
    wend_segmentation* segmentation;
    CHECK_INT(wend_segmentation_create(DRAWN_SIDE / 2, DRAWN_SIDE, &segmentation, NULL), WEND_OK);
    drawn_boxes(&red_box, 1, &drawn);
    CHECK_INT(wend_segmentation_look(segmentation, &drawn.picture, &error), WEND_ARGUMENT);
    CHECK(strstr(error.message, "224 x 224"));
    wend_segmentation_destroy(segmentation);
    CHECK_INT(wend_segmentation_create(0, 5000, &segmentation, &error), WEND_ARGUMENT);
}

// The result of an instruction set for an image: points, normals and connections.
static uint64_t work_rows(const segment_rows* rows, const drawn_picture* drawn) {
    enum { SIDE = DRAWN_SIDE, COUNT = SIDE * SIDE, MARGIN = 2 * SIDE };
    static float memory[8][COUNT + 2 * MARGIN], right[SIDE];
    static int32_t verdicts[2][COUNT];
    static uint8_t solids[COUNT];
    memset(memory, 0, sizeof memory);
    segment_grid g = {.width = SIDE,
                      .height = SIDE,
                      .step = 1,
                      .focal = SIDE / 2,
                      .points = {memory[0] + MARGIN, memory[1] + MARGIN, memory[2] + MARGIN},
                      .normals = {memory[3] + MARGIN, memory[4] + MARGIN, memory[5] + MARGIN},
                      .depth = memory[6] + MARGIN,
                      .inverse = memory[7] + MARGIN};
    memcpy(g.depth, drawn->depth, sizeof drawn->depth);
    for (int x = 0; x < SIDE; x++) right[x] = ((float)x + 0.5f) / (SIDE / 2) - 1;
    segment_ray ray = {.right = right, .sine = 0.1f, .cosine = 0.995f, .eye_height = 0.9f};
    for (int row = 0; row < SIDE; row++) {
        ray.up = 1 - ((float)row + 0.5f) / (SIDE / 2);
        rows->points(&g, row, &ray);
    }
    for (int row = 0; row < SIDE; row++) {
        rows->normals(&g, row);
        rows->solids(&g, row, solids + row * SIDE);
    }
    for (int row = 0; row + 1 < SIDE; row++) {
        rows->verdicts(&g, row * SIDE, SIDE - 1, 1, verdicts[0] + row * SIDE);
        rows->verdicts(&g, row * SIDE, SIDE, SIDE, verdicts[1] + row * SIDE);
    }
    uint64_t hash = wend_hash(memory, sizeof memory, 0);
    return wend_hash(verdicts, sizeof verdicts, wend_hash(solids, sizeof solids, hash));
}

TEST(a_segmentation_is_bit_identical_with_any_instruction_set) {
    static drawn_picture drawn;
    const drawn_box boxes[2] = {table, blue_cup};
    drawn_boxes(boxes, 2, &drawn);
    CHECK(work_rows(&segment_rows_portable, &drawn) == work_rows(segment_rows_best(), &drawn));
}
