// What a CoW makes of finds: numbers known by hand, each threshold from both sides.
#include "agent/cow/cow_memory.h"
#include "test.h"

enum { SIDE = 64 };

static const wend_agent_body body = {0.25f, 12, 30, 0.18f, 1.5f};

typedef struct vision {
    cow_memory memory;
    cow_pose pose;
    wend_observation o;
    float depth[SIDE * SIDE];
} vision;

static vision* open_vision(const char* text) {
    vision* e = wend_alloc_zero(1, sizeof *e);
    cow_pose_reset(&e->pose, &body);
    cow_memory_seek(&e->memory, text);
    e->o = (wend_observation){.camera.width = SIDE,
                              .camera.height = SIDE,
                              .camera.hfov = 90,
                              .camera.eye_height = 1,
                              .camera.depth = e->depth};
    return e;
}

static wend_detection find_at(float x, float ahead, float half, float relevance) {
    wend_vec3 at = wend_v3(x, 1, -ahead), out = wend_v3(half, half, half);
    return (wend_detection){.relevance = relevance,
                            .middle = at,
                            .nearest = at,
                            .box = {wend_v3_sub(at, out), wend_v3_add(at, out)}};
}

// An image with one find, or none, in which everything is `metres` deep.
static void look(vision* e, const wend_detection* find, float metres) {
    wend_detections* finds = wend_alloc_zero(1, sizeof *finds);
    if (find) finds->items[finds->count++] = *find;
    for (int i = 0; i < SIDE * SIDE; i++) e->depth[i] = metres;
    cow_memory_add(&e->memory, &e->pose, &e->o, finds);
    e->o.step++;
    wend_free(finds);
}

static float score(const vision* e) {
    return cow_memory_score(&e->memory, &e->memory.objects[0], false);
}

// ---- views --------------------------------------------------------------------------------------

// A view from 1 m weighs 1 / 1.5; the doubt before any is 0.4.
TEST(near_views_weigh_more_and_views_without_the_object_count_against_it) {
    vision* e = open_vision("mug");
    wend_detection find = find_at(0, 1, 0, 0.9f);
    look(e, &find, 1);
    CHECK_NEAR(score(e), 0.6 / (1 / 1.5 + 0.4), 1e-5);
    look(e, NULL, 1);
    CHECK_NEAR(score(e), 0.6 / (2 / 1.5 + 0.4), 1e-5);
    e->pose.z = 2;  // 3 m away
    find = find_at(0, 3, 0, 0.7f);
    look(e, &find, 3);
    CHECK_NEAR(score(e), (0.6 + 0.2) / (2 / 1.5 + 1 / 3.5 + 0.4), 1e-5);
    CHECK_INT(e->memory.count, 1);
    CHECK_NEAR(e->memory.objects[0].nearest, 1, 1e-6);  // still by the view from near by
    CHECK_NEAR(e->memory.objects[0].from.y, 0, 1e-6);
    wend_free(e);
}

// Whether an image in which all is `metres` deep counts against an object at (x, y) and `ahead`.
static bool counts_against(float x, float y, float ahead, float metres) {
    vision* e = open_vision("mug");
    wend_detection find = find_at(x, ahead, 0, 0.9f);
    find.middle.y = y;
    look(e, &find, ahead);
    float before = score(e);
    look(e, NULL, metres);
    bool counts = score(e) < before - 1e-6f;
    CHECK(counts || score(e) == before);
    wend_free(e);
    return counts;
}

TEST(only_observed_absence_counts_against_an_object) {
    // Depth may be off by 25 cm and 5 %.
    CHECK(counts_against(0, 1, 2, 2.34f) && !counts_against(0, 1, 2, 2.36f));
    CHECK(counts_against(0, 1, 2, 1.66f) && !counts_against(0, 1, 2, 1.64f));
    CHECK(counts_against(0, 1, 0.31f, 0.31f) && !counts_against(0, 1, 0.29f, 0.29f));
    // Two of 64 pixels are a rim: 30 of 32 at 45 degrees.
    for (int sign = -1; sign < 2; sign += 2) {
        float s = (float)sign;
        CHECK(counts_against(s * 0.93f, 1, 1, 1) && !counts_against(s * 0.95f, 1, 1, 1));
        CHECK(counts_against(0, 1 + s * 0.93f, 1, 1) && !counts_against(0, 1 + s * 0.95f, 1, 1));
    }
}

TEST(image_directions_come_from_the_pose) {
    vision* e = open_vision("mug");
    wend_detection find = find_at(0.5f, 2, 0, 0.9f);
    e->pose.turns = 3;  // to the left: along -x
    look(e, &find, 2);
    CHECK_NEAR(e->memory.objects[0].middle.x, -2, 1e-5);
    CHECK_NEAR(e->memory.objects[0].middle.z, -0.5, 1e-5);
    float before = score(e);
    look(e, NULL, 2);
    CHECK(score(e) < before);
    before = score(e);
    for (int turns = 0; turns < 12; turns += 3) {
        e->pose.turns = turns;
        if (turns != 3) look(e, NULL, 2);
    }
    CHECK_NEAR(score(e), before, 0);
    wend_free(e);
}

// From (3, -5), looking along -x: where it is measured from near by is where it is.
TEST(the_nearest_view_determines_the_position_of_an_object_and_its_viewpoint) {
    vision* e = open_vision("mug");
    wend_detection find = find_at(0, 5, 0.01f, 0.9f);
    look(e, &find, 5);
    e->pose.x = 3;
    e->pose.z = -5;
    e->pose.turns = 3;
    find = find_at(0, 2.8f, 0.01f, 0.9f);  // (0.2, -5)
    find.nearest.z = -2.5f;
    look(e, &find, 2.8f);
    const cow_object* t = &e->memory.objects[0];
    CHECK_INT(e->memory.count, 1);
    CHECK_NEAR(t->nearest, 2.8, 1e-5);
    CHECK_NEAR(t->from.x, 3, 0);
    CHECK_NEAR(t->from.y, -5, 0);
    CHECK_NEAR(t->point.x, 0.2, 1e-5);
    CHECK_NEAR(t->side.x, 0.5, 1e-5);
    CHECK_NEAR(t->side.z, -5, 1e-5);
    CHECK_INT(t->first_step, 0);
    wend_free(e);
}

// At 0.5 m to the right, 0.6 m above the camera and 2 m deep: column 40 and row 22 of 64.
TEST(missing_an_object_depends_on_its_own_pixels_only) {
    for (int off = 0; off < 3; off++) {
        vision* e = open_vision("mug");
        wend_detections* none = wend_alloc_zero(1, sizeof *none);
        wend_detection find = find_at(0.5f, 2, 0, 0.9f);
        find.middle.y = 1.6f;
        look(e, &find, 2);
        float before = score(e);
        for (int i = 0; i < SIDE * SIDE; i++) e->depth[i] = 9;
        e->depth[(22 + (off == 1)) * SIDE + 40 + (off == 2)] = 2;
        cow_memory_add(&e->memory, &e->pose, &e->o, none);
        CHECK((score(e) < before) == (off == 0));
        wend_free(none);
        wend_free(e);
    }
}

// How many objects two finds make.
static int count_objects(const wend_detection* one, const wend_detection* two) {
    vision* e = open_vision("mug");
    look(e, one, 3);
    look(e, two, 3);
    int count = e->memory.count;
    wend_free(e);
    return count;
}

TEST(finds_of_one_text_within_35_cm_or_a_box_and_10_cm_are_one_object) {
    wend_detection small = find_at(0, 3, 0.01f, 0.9f), large = find_at(0, 3, 0.5f, 0.9f);
    wend_detection other = find_at(0.34f, 3, 0.01f, 0.9f);
    CHECK_INT(count_objects(&small, &other), 1);
    other.text = 1;
    CHECK_INT(count_objects(&small, &other), 2);
    other = find_at(0.36f, 3, 0.01f, 0.9f);
    CHECK_INT(count_objects(&small, &other), 2);
    CHECK_INT(count_objects(&large, &other), 1);
    other = find_at(0.59f, 3, 0.01f, 0.9f);
    CHECK_INT(count_objects(&large, &other), 1);
    other = find_at(-0.61f, 3, 0.01f, 0.9f);
    CHECK_INT(count_objects(&large, &other), 2);
}

TEST(boxes_of_one_object_are_joined_up_to_a_height_of_3_metres) {
    for (int tall = 0; tall < 2; tall++) {
        vision* e = open_vision("mug");
        wend_detection find = find_at(0, 3, tall ? 1.51f : 1.49f, 0.9f);
        look(e, &find, 3);
        find = find_at(0, 2.9f, 0.1f, 0.9f);
        look(e, &find, 3);
        CHECK_NEAR(wend_aabb_size(e->memory.objects[0].box).y, tall ? 0.2 : 2.98, 1e-4);
        CHECK_NEAR(e->memory.objects[0].middle.z, -2.9, 1e-5);
        find = find_at(0, 2.95f, 0.1f, 0.9f);  // from farther: it changes nothing
        look(e, &find, 3);
        CHECK_NEAR(e->memory.objects[0].middle.z, -2.9, 1e-5);
        wend_free(e);
    }
}

TEST(a_full_detection_memory_drops_the_weakest) {
    vision* e = open_vision("mug");
    for (int i = 0; i < COW_MAX_OBJECTS; i++) {
        wend_detection find = find_at((float)i, 30, 0, i == 7 ? 0.001f : 0.5f);
        look(e, &find, 1);
    }
    CHECK_INT(e->memory.count, COW_MAX_OBJECTS);
    wend_detection find = find_at(0, 60, 0, 0.9f);
    look(e, &find, 1);
    CHECK_INT(e->memory.count, COW_MAX_OBJECTS);
    CHECK_NEAR(e->memory.objects[7].middle.z, -60, 1e-4);
    CHECK_NEAR(e->memory.objects[7].sum, 0.9 / 60.5, 1e-5);
    CHECK_NEAR(e->memory.objects[6].middle.z, -30, 1e-4);
    wend_free(e);
}

// ---- relations ----------------------------------------------------------------------------------

// Boxes 10 cm wide: of the goal with its side at x = 0, and of a landmark `gap` farther along.
static cow_object object_of(int text, float from_x, float low, float high, float mean) {
    wend_aabb box = {{from_x, low, 0}, {from_x + 0.1f, high, 0.1f}};
    return (cow_object){.text = text, .box = box, .sum = mean, .weight = 0.6f};
}

// The score of a goal that is 0.8 sure by itself, standing at `low`, with a landmark (0 to 0.7 m
// high) `gap` metres beside it.
static float related(const char* text, wend_link_kind kind, float low, float gap, float mean) {
    cow_memory* m = wend_alloc_zero(1, sizeof *m);
    cow_memory_seek(m, text);
    CHECK_INT(m->goal.link_count, 1);
    m->goal.links[0].kind = kind;
    m->objects[m->count++] = object_of(0, 0, low, low + 0.1f, 0.8f);
    if (mean > 0) m->objects[m->count++] = object_of(1, -0.1f - gap, 0, 0.7f, mean);
    float result = cow_memory_score(m, &m->objects[0], true);
    CHECK_NEAR(cow_memory_score(m, &m->objects[0], false), 0.8, 1e-6);
    wend_free(m);
    return result;
}

TEST(objects_away_from_their_landmark_keep_four_fifths_of_their_score) {
    const char* text = "mug near a laptop";
    CHECK_NEAR(related(text, WEND_LINK_NEAR, 0.7f, 0.89f, 0.15f), 0.8, 1e-5);
    CHECK_NEAR(related(text, WEND_LINK_NEAR, 0.7f, 0.89f, 0.9f), 0.8, 1e-5);
    CHECK_NEAR(related(text, WEND_LINK_NEAR, 0.7f, 0.89f, 0.075f), 0.8 * 0.9, 1e-5);
    CHECK_NEAR(related(text, WEND_LINK_NEAR, 0.7f, 0.91f, 0.9f), 0.64, 1e-5);
    CHECK_NEAR(related(text, WEND_LINK_NEAR, 0.7f, 0, 0), 0.64, 1e-5);
    CHECK_NEAR(related(text, WEND_LINK_WITH, 0.7f, 0.29f, 0.9f), 0.8, 1e-5);
    CHECK_NEAR(related(text, WEND_LINK_WITH, 0.7f, 0.31f, 0.9f), 0.64, 1e-5);
    CHECK_NEAR(related(text, WEND_LINK_OTHER, 0.7f, 5, 0.9f), 0.8, 1e-5);
}

TEST(objects_described_as_on_a_landmark_are_above_it) {
    const char* text = "mug on a desk";
    CHECK_NEAR(related(text, WEND_LINK_ON, 0.7f, 0.24f, 0.9f), 0.8, 1e-5);
    CHECK_NEAR(related(text, WEND_LINK_ON, 0.7f, 0.26f, 0.9f), 0.44, 1e-5);
    CHECK_NEAR(related(text, WEND_LINK_ON, 0.94f, 0, 0.9f), 0.8, 1e-5);
    CHECK_NEAR(related(text, WEND_LINK_ON, 0.96f, 0, 0.9f), 0.44, 1e-5);
    CHECK_NEAR(related(text, WEND_LINK_ON, 0.2f, 0, 0.9f), 0.8, 1e-5);
    CHECK_NEAR(related(text, WEND_LINK_ON, 0.19f, 0, 0.9f), 0.24, 1e-5);
    CHECK_NEAR(related(text, WEND_LINK_IN, 0.06f, 0, 0.9f), 0.8, 1e-5);
    CHECK_NEAR(related(text, WEND_LINK_IN, 0.04f, 0, 0.9f), 0.44, 1e-5);
    CHECK_NEAR(related("mug on the floor", WEND_LINK_ON, 0.19f, 0, 0), 0.8, 1e-5);
    CHECK_NEAR(related("mug on the floor", WEND_LINK_ON, 0.2f, 0, 0), 0.24, 1e-5);
}

// ---- rooms --------------------------------------------------------------------------------------

// What a place promises for an object with so sure a toilet so many metres beside it.
static float promised_of(const char* sought, float mean, float x, int toilets) {
    cow_memory* m = wend_alloc_zero(1, sizeof *m);
    cow_memory_seek(m, sought);
    cow_memory_seek_rooms(m);
    for (int i = 0; i < m->text_count; i++)
        for (int k = 0; m->categories[i] == WEND_CATEGORY_TOILET && k < toilets; k++)
            m->objects[m->count++] = (cow_object){.text = i, .sum = mean, .weight = 0.6f};
    float promise = cow_memory_promise(m, x, 0);
    wend_free(m);
    return promise;
}

static float promised(float mean, float x, int toilets) {
    return promised_of("bathtub", mean, x, toilets);
}

TEST(detections_weigh_less_with_distance_and_nothing_from_4_metres) {
    CHECK_NEAR(promised(0.4f, 2, 1), promised(0.2f, 0, 1), 1e-5);
    CHECK_NEAR(promised(0.4f, 3, 1), promised(0.1f, 0, 1), 1e-5);
    CHECK_NEAR(promised(0.9f, 4, 1), promised(0, 0, 0), 0);
    CHECK(promised(0.9f, 3.9f, 1) > promised(0.9f, 4, 1));
    CHECK(promised(0.9f, 3.9f, 1) < promised(0.9f, 3, 1));
    CHECK_NEAR(promised(0.9f, 0, 50), 2.5, 1e-6);                 // and no more than that
    CHECK_NEAR(promised_of("sofa", 0.9f, 0, 50), 1 / 2.5, 1e-6);  // and no less
}

// ---- choosing -----------------------------------------------------------------------------------

TEST(of_equal_detections_the_first_is_best_and_those_without_score_are_none) {
    vision* e = open_vision("mug");
    float s;
    e->memory.objects[0] = object_of(0, 0, 0, 1, 0);
    e->memory.objects[1] = object_of(0, 1, 0, 1, 0.3f);
    e->memory.objects[2] = object_of(0, 2, 0, 1, 0.3f);
    e->memory.objects[3] = object_of(1, 3, 0, 1, 0.9f);
    e->memory.count = 1;
    CHECK_INT(cow_memory_best(&e->memory, false, &s), -1);
    CHECK_NEAR(s, 0, 0);
    e->memory.count = 4;
    CHECK_INT(cow_memory_best(&e->memory, false, &s), 1);
    CHECK_NEAR(s, 0.3, 1e-6);
    wend_free(e);
}
