// When the mapper confirms a goal and calls FOUND, from both sides of each limit.
#include "agent/mapper/detections.h"
#include "test.h"

#include "wend/agent.h"
#include "wend/category.h"

enum { SIDE = 64, RED = WEND_CATEGORY_CYLINDER_RED };

// A mapper with images of the test, wherever it goes: `depth` and `category` are drawn by
// the tests, and it stands in the origin.
typedef struct show {
    wend_agent* agent;
    uint8_t rgb[SIDE * SIDE * 3];
    float depth[SIDE * SIDE];
    uint16_t category[SIDE * SIDE];
    wend_observation o;
} show;

static show* open_show(const char* name) {
    wend_error error = {0};
    show* s = wend_alloc_zero(1, sizeof *s);
    CHECK_OK(wend_agent_create(name, NULL, &s->agent, &error));
    wend_agent_episode episode = {
        .body = {.step = 0.25f, .turns = 12, .look = 30, .radius = 0.18f, .height = 1.5f},
        .rng = wend_rng_make(2, 2)};
    CHECK_OK(wend_agent_reset(s->agent, &episode, &error));
    s->o = (wend_observation){.camera.width = SIDE,
                              .camera.height = SIDE,
                              .camera.hfov = 90,
                              .camera.eye_height = 0.9f,
                              .camera.rgb = s->rgb,
                              .camera.depth = s->depth,
                              .privileged.category = s->category,
                              .goal.point = {NAN, NAN},
                              .goal.category = RED};
    return s;
}

static void close_show(show* s) {
    wend_agent_destroy(s->agent);
    wend_free(s);
}

static void clear(show* s) {
    memset(s->depth, 0, sizeof s->depth);
    memset(s->category, 0, sizeof s->category);
}

// In the columns from `left` up to `right`, and `rows` rows from the middle down.
static void draw(show* s, int left, int right, int rows, float depth, int category) {
    for (int row = SIDE / 2; row < SIDE / 2 + rows; row++)
        for (int column = left; column < right; column++) {
            s->depth[row * SIDE + column] = depth;
            s->category[row * SIDE + column] = (uint16_t)category;
        }
}

static bool says_found(show* s) {
    wend_error error = {0};
    wend_action action = {0};
    CHECK_OK(wend_agent_act(s->agent, &s->o, &action, &error));
    s->o.step++;
    return action.kind == WEND_ACTION_FOUND;
}

// Straight ahead: whether it calls FOUND at once.
static bool is_found(const char* name, float depth, int category, int goal, int rows) {
    show* s = open_show(name);
    s->o.goal.category = (uint16_t)goal;
    draw(s, 31, 33, rows, depth, category);
    bool found = says_found(s);
    close_show(s);
    return found;
}

TEST(mapper_calls_found_within_140_cm_by_default_and_only_for_its_goal) {
    const char* name = "mapper:semantics=truth";
    CHECK(is_found(name, 1.39f, RED, RED, 4));
    CHECK(!is_found(name, 1.41f, RED, RED, 4));
    CHECK(!is_found(name, 1, RED, RED + 1, 4));
    CHECK(is_found(name, 1, WEND_CATEGORY_CHAIR, WEND_CATEGORY_CHAIR, 4));
    CHECK(is_found("mapper:semantics=truth,near=0.6", 0.59f, RED, RED, 4));
    CHECK(!is_found("mapper:semantics=truth,near=0.6", 0.61f, RED, RED, 4));
}

TEST(mapper_confirms_detections_within_4_metres_with_4_pixels) {
    CHECK(is_found("mapper:semantics=truth,near=5", 3.99f, RED, RED, 4));
    CHECK(!is_found("mapper:semantics=truth,near=5", 4, RED, RED, 4));
    CHECK(is_found("mapper:semantics=truth", 1, RED, RED, 2));
    CHECK(!is_found("mapper:semantics=truth", 1, RED, RED, 1));
    show* s = open_show("mapper:semantics=truth");
    draw(s, 31, 34, 1, 1, RED);  // three pixels
    CHECK(!says_found(s));
    close_show(s);
}

// The goal is visible at step 0, when another one is the current goal, and becomes current at
// `step`.
static bool is_remembered(const char* name, int step) {
    show* s = open_show(name);
    s->o.goal.category = RED + 1;
    draw(s, 31, 33, 4, 1.3f, RED);
    CHECK(!says_found(s));
    clear(s);
    s->o.goal.category = RED;
    s->o.step = step;
    bool found = says_found(s);
    close_show(s);
    return found;
}

TEST(mapper_remembers_detections_for_the_given_steps) {
    CHECK(is_remembered("mapper:semantics=truth", 39));
    CHECK(!is_remembered("mapper:semantics=truth,memory=goal", 1));
    CHECK(is_remembered("mapper:semantics=truth,memory=20", 20));
    CHECK(!is_remembered("mapper:semantics=truth,memory=20", 21));
    CHECK(is_remembered("mapper:semantics=truth,memory=1", 1));
    CHECK(!is_remembered("mapper:semantics=truth,memory=1", 2));
    CHECK(is_remembered("mapper:semantics=truth,memory=1000000", 39));
    wend_error error = {0};
    wend_agent* agent;
    CHECK_INT(wend_agent_create("mapper:memory=0", NULL, &agent, &error), WEND_ARGUMENT);
    CHECK_INT(wend_agent_create("mapper:memory=1000001", NULL, &agent, &error), WEND_ARGUMENT);
    CHECK_INT(wend_agent_create("mapper:memory=7x", NULL, &agent, &error), WEND_ARGUMENT);
}

// Something 0.6 m ahead between two columns, then the goal at `depth`.
static bool is_found_past(int left, int right, float depth) {
    show* s = open_show("mapper:semantics=truth");
    s->o.goal.category = RED + 1;
    if (right > left) draw(s, left, right, 16, 0.6f, WEND_CATEGORY_WALL);
    CHECK(!says_found(s));
    clear(s);
    s->o.goal.category = RED;
    draw(s, 31, 33, 4, depth, RED);
    bool found = says_found(s);
    close_show(s);
    return found;
}

TEST(mapper_does_not_call_found_behind_a_wall_and_adds_20_cm_in_narrow_passages) {
    CHECK(is_found_past(0, 0, 1.35f));
    CHECK(!is_found_past(16, 48, 0.9f));   // a wall
    CHECK(is_found_past(52, 62, 1.35f));   // well beside the way
    CHECK(!is_found_past(40, 50, 1.35f));  // just beside it
    CHECK(!is_found_past(40, 50, 1.21f));
    CHECK(is_found_past(40, 50, 1.19f));
}

TEST(mapper_notes_when_and_where_it_recognised_and_found_a_goal) {
    wend_error error = {0};
    char notes[2000];
    show* s = open_show("mapper:semantics=truth");
    CHECK(!says_found(s));
    CHECK_OK(wend_agent_notes(s->agent, notes, sizeof notes, &error));
    CHECK_HAS(notes, "\"recognised\": [null]");
    draw(s, 31, 33, 4, 1.5f, RED);
    CHECK(!says_found(s));
    clear(s);
    draw(s, 31, 33, 4, 1.25f, RED);
    s->o.pose.gps[0] = 0.25f;
    CHECK(says_found(s));
    CHECK_OK(wend_agent_notes(s->agent, notes, sizeof notes, &error));
    CHECK_HAS(notes, "\"recognised\": [1]");
    CHECK_HAS(notes, "\"given\": 0");
    CHECK_HAS(notes, "\"found\": 2");
    CHECK_HAS(notes, "\"metres\": 1.25");
    CHECK_HAS(notes, "\"views\": 2");
    close_show(s);
}

// The middle of columns 48 and 49 is 17 of 32 to the right: 0.53 m beside what is 1 m ahead.
TEST(mapper_places_detections_by_image_and_pose) {
    for (int turns = 0; turns < 2; turns++) {
        wend_error error = {0};
        char notes[2000];
        show* s = open_show("mapper:semantics=truth");
        s->o.pose.compass = turns ? (float)(WEND_PI / 2) : 0;  // to the left: along -x
        draw(s, 48, 50, 4, 1, RED);
        CHECK(says_found(s));
        CHECK_OK(wend_agent_notes(s->agent, notes, sizeof notes, &error));
        const char* metres = strstr(notes, "\"metres\": ");
        CHECK(metres != NULL);
        CHECK_NEAR(atof(metres + strlen("\"metres\": ")), hypot(1, 17.0 / 32), 1e-4);
        clear(s);
        s->o.pose.gps[0] =
            turns ? 0.53125f : 1;  // ahead and to the right of the start: right at it
        s->o.pose.gps[1] = turns ? -1 : 0.53125f;
        CHECK(says_found(s));
        CHECK_OK(wend_agent_notes(s->agent, notes, sizeof notes, &error));
        metres = strstr(notes, "\"metres\": ");
        CHECK(metres != NULL);
        CHECK_NEAR(atof(metres + strlen("\"metres\": ")), 0, 1e-3);
        close_show(s);
    }
}

// 270 of 360 degrees are left: nine turns of 30. Of 281 degrees it takes ten.
TEST(mapper_first_looks_around_by_the_angle_its_image_lacks) {
    for (int wide = 0; wide < 2; wide++) {
        wend_error error = {0};
        show* s = open_show("mapper:semantics=truth");
        s->o.camera.hfov = wide ? 90 : 79;
        int turns = 0;
        for (wend_action action = {0}; turns < 20; turns++) {
            CHECK_OK(wend_agent_act(s->agent, &s->o, &action, &error));
            s->o.step++;
            if (action.kind != WEND_ACTION_LEFT) break;
            s->o.pose.compass =
                remainderf(s->o.pose.compass + (float)(WEND_PI / 6), (float)(2 * WEND_PI));
        }
        CHECK_INT(turns, wide ? 9 : 10);
        close_show(s);
    }
}

// ---- detections ---------------------------------------------------------------------------------

static void see(detections* all, float x, float from_z, int step, bool sure) {
    detections_add(all, &(detection_view){7, x, 0, {x, from_z}, step, sure});
}

TEST(objects_half_a_metre_apart_are_two_and_a_view_belongs_to_the_nearer) {
    static detections all;
    see(&all, 0, 2, 0, false);
    see(&all, 0.49f, 3, 1, false);
    CHECK_INT(all.count, 1);
    see(&all, 0.5f, 3, 2, false);
    CHECK_INT(all.count, 2);
    see(&all, 0.26f, 2.5f, 3, false);  // to the second one, and from nearer than before
    CHECK_INT(all.count, 2);
    CHECK_INT(all.items[0].views, 2);
    CHECK_INT(all.items[1].views, 2);
    CHECK_NEAR(all.items[0].x, 0, 0);
    CHECK_NEAR(all.items[0].from.y, 2, 0);
    CHECK_NEAR(all.items[1].x, 0.26, 1e-6);
    CHECK_NEAR(all.items[1].nearest, 2.5, 1e-6);
    see(&all, 0.3f, 2.5f, 4, false);  // from as near: the later counts
    CHECK_NEAR(all.items[1].x, 0.3, 1e-6);
}

TEST(a_view_is_merged_into_the_nearest_object_of_its_category) {
    static detections all;
    detections_add(&all, &(detection_view){8, 0.3f, 0, {0, 2}, 0, false});
    see(&all, 0.25f, 2, 0, false);
    see(&all, 0.8f, 2, 0, false);
    see(&all, 0.3f, 3, 1, false);   // 0.05 m from one and 0.5 m from the other
    see(&all, 0.35f, 3, 2, false);  // 0.1 m and 0.45 m
    CHECK_INT(all.count, 3);
    CHECK_INT(all.items[0].views, 1);
    CHECK_INT(all.items[1].views, 3);
    CHECK_INT(all.items[2].views, 1);
    CHECK_INT(all.items[1].first, 0);
}

TEST(views_of_one_image_count_once_and_so_do_certain_ones) {
    static detections all;
    for (int i = 0; i < 3; i++) see(&all, 0, 2, 0, i > 0);
    CHECK_INT(all.items[0].views, 1);
    CHECK_INT(all.items[0].sure, 1);
    see(&all, 0, 2, 1, true);
    CHECK_INT(all.items[0].views, 2);
    CHECK_INT(all.items[0].sure, 2);
    CHECK_INT(all.items[0].first, 0);
    CHECK_INT(all.items[0].last, 1);
}

TEST(rejected_detections_are_accepted_again_after_six_views) {
    static detections all;
    see(&all, 0, 2, 0, true);
    all.items[0].refuted = true;
    for (int i = 1; i <= 5; i++) {
        see(&all, 0, 2, i, true);
        CHECK(!detections_find(&all, 7, 1));
    }
    see(&all, 0, 2, 6, true);
    CHECK(detections_find(&all, 7, 1) == &all.items[0]);
}

TEST(sure_views_come_before_many_and_equals_by_their_order) {
    static detections all;
    see(&all, 0, 2, 0, false);
    see(&all, 5, 2, 0, false);
    CHECK(detections_find(&all, 7, 1) == &all.items[0]);
    see(&all, 5, 2, 1, false);
    CHECK(detections_find(&all, 7, 1) == &all.items[1]);
    CHECK(detections_find(&all, 7, 2) == &all.items[1]);
    CHECK(!detections_find(&all, 7, 3));
    see(&all, 0, 2, 1, true);
    see(&all, 5, 2, 2, false);
    CHECK(detections_find(&all, 7, 1) == &all.items[0]);
    CHECK(!detections_find(&all, 8, 1));
}

TEST(the_least_observed_object_is_replaced) {
    static const int least[2] = {0, 9};
    for (int k = 0; k < 2; k++) {
        detections* all = wend_alloc_zero(1, sizeof *all);
        for (int i = 0; i < MAX_DETECTIONS; i++)
            for (int step = 0; step < 2; step++)
                if (step == 0 || i != least[k]) see(all, (float)i, 2, step, false);
        see(all, 1000, 2, 3, false);
        CHECK_INT(all->count, MAX_DETECTIONS);
        CHECK_NEAR(all->items[least[k]].x, 1000, 0);
        CHECK_INT(all->items[least[k]].views, 1);
        CHECK_NEAR(all->items[8].x, 8, 0);
        wend_free(all);
    }
}
