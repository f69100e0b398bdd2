// Ordinals, counts and comparisons along a path: the second of a row, so many of them, the larger
// one.
#include "make/door_row.h"
#include "test.h"

#include "wend/make.h"

enum { FIRST, SECOND, THIRD, LARGE, SMALL, THINGS };

// A large room with three chairs on the left of a way along -z, and two tables on its right.
static wend_scene* make_room(uint32_t ids[THINGS]) {
    static const char* const names[THINGS] = {"first", "second", "third", "large", "small"};
    wend_addition added[THINGS];
    wend_variation v = {NULL, 0, added, THINGS};
    wend_error error;
    wend_scene *plain, *scene;
    wend_import_def import = wend_import_default_def();
    import.bake = false;
    for (int i = 0; i < THINGS; i++)
        added[i] =
            (wend_addition){.name = names[i],
                            .category = i < LARGE ? WEND_CATEGORY_CHAIR : WEND_CATEGORY_TABLE,
                            .scale = i == SMALL ? 1 : 1.6f,
                            .at = {i < LARGE ? -1.8f : 1.8f, 0, 1 - 1.2f * (float)(i % LARGE)},
                            .relation = WEND_RELATION_ON};
    CHECK_OK(wend_scene_open("room:1", &import, &plain, &error));
    CHECK_OK(wend_scene_vary(plain, &v, false, &scene, &error));
    for (int i = 0; i < THINGS; i++) ids[i] = wend_scene_find_object(scene, names[i]);
    wend_scene_destroy(plain);
    return scene;
}

static const wend_vec3 feet[2] = {{0, 0, 3}, {0, 0, -2}};
static const wend_instruction_path way = {feet, 2, 0, 1.5f};

static bool is_true(const wend_instruction_checker* judge, uint32_t object, wend_landmark m) {
    static wend_instruction_plan n;
    wend_instruction_fault fault;
    n.count = 1;
    n.steps[0] = (wend_instruction_step){.kind = WEND_STEP_PASS, .landmark = m};
    n.objects[0] = object;
    return wend_instruction_plan_is_true(judge, &way, &n, &fault);
}

TEST(ordinals_counts_and_sizes_are_verified_in_the_scene) {
    uint32_t ids[THINGS];
    wend_error error;
    wend_instruction_checker* judge;
    wend_scene* scene = make_room(ids);
    CHECK_OK(wend_instruction_checker_create(scene, &judge, &error));
    for (int i = FIRST; i <= THIRD; i++)
        for (int said = 1; said <= 4; said++) {
            wend_landmark m = {.category = WEND_CATEGORY_CHAIR, .side = WEND_SIDE_LEFT};
            m.ordinal = said;
            CHECK(is_true(judge, ids[i], m) == (said == i + 1));
            m.ordinal = 0;
            m.count = said;
            if (said > 1) CHECK(is_true(judge, ids[i], m) == (said == 3));
        }
    for (int i = LARGE; i <= SMALL; i++)
        for (int said = WEND_CHOICE_LARGER; said <= WEND_CHOICE_SMALLER; said++) {
            wend_landmark m = {.category = WEND_CATEGORY_TABLE, .choice = (wend_choice)said};
            CHECK(is_true(judge, ids[i], m) == (said - WEND_CHOICE_LARGER == i - LARGE));
            m.category = WEND_CATEGORY_CHAIR;  // of which there are three
            CHECK(!is_true(judge, ids[i - LARGE], m));
        }
    wend_instruction_checker_destroy(judge);
    wend_scene_destroy(scene);
}

// From (0, 3), looking along -z: the small table is farther on the right than the large one.
TEST(comparisons_by_position_are_verified_in_the_scene) {
    uint32_t ids[THINGS];
    wend_error error;
    wend_instruction_checker* judge;
    wend_scene* scene = make_room(ids);
    CHECK_OK(wend_instruction_checker_create(scene, &judge, &error));
    wend_landmark m = {.category = WEND_CATEGORY_TABLE, .choice = WEND_CHOICE_NEARER};
    CHECK(is_true(judge, ids[LARGE], m) && !is_true(judge, ids[SMALL], m));
    m.choice = WEND_CHOICE_FARTHER;
    CHECK(is_true(judge, ids[SMALL], m) && !is_true(judge, ids[LARGE], m));
    m.category = WEND_CATEGORY_CHAIR;  // of which there are three
    CHECK(!is_true(judge, ids[THIRD], m));
    wend_scene_destroy(scene);
    wend_instruction_checker_destroy(judge);
}

TEST(ordinals_counts_and_sizes_are_generated_and_true) {
    uint32_t ids[THINGS];
    wend_error error;
    wend_view* view;
    wend_instruction_planner* planner;
    wend_instruction_checker* judge;
    wend_instruction_fault fault;
    static wend_instruction_plan n;
    int rows = 0, counts = 0, sizes = 0;
    wend_scene* scene = make_room(ids);
    CHECK_OK(wend_view_create(scene, NULL, &view, &error));
    CHECK_OK(wend_instruction_planner_create(scene, view, &planner, &error));
    CHECK_OK(wend_instruction_checker_create(scene, &judge, &error));
    for (uint64_t seed = 0; seed < 40; seed++) {
        CHECK_OK(wend_instruction_planner_plan(planner, &way, seed % 2, wend_rng_make(seed, 1), &n,
                                               &error));
        CHECK(wend_instruction_plan_is_true(judge, &way, &n, &fault));
        for (int i = 0; i < n.count; i++) {
            rows += n.steps[i].landmark.ordinal > 0;
            counts += n.steps[i].landmark.count > 1;
            sizes += n.steps[i].landmark.choice != WEND_CHOICE_NONE;
        }
    }
    CHECK(rows > 0 && counts > 0 && sizes > 0);
    wend_instruction_checker_destroy(judge);
    wend_instruction_planner_destroy(planner);
    wend_view_destroy(view);
    wend_scene_destroy(scene);
}

// A corridor along -z, room 1, with doors to rooms 2, 3 … at its sides.
TEST(doors_are_counted_per_side_along_the_path) {
    wend_door doors[5] = {
        {.object = 1, .rooms = {1, 2}, .center = {-1, 0, -1}},
        {.object = 2, .rooms = {3, 1}, .center = {-1, 0, -3}},
        {.object = 3, .rooms = {1, 4}, .center = {1, 0, -2}},
        {.object = 4, .rooms = {1, 5}, .center = {-1, 0, 2}},   // behind
        {.object = 5, .rooms = {6, 7}, .center = {-1, 0, -2}},  // of another room
    };
    wend_scene_arrays a = {.doors = {doors, 5}};
    door_row row = {.a = &a, .room = 1, .side = WEND_SIDE_LEFT};
    CHECK_INT(door_row_ordinal(&row, 0), 1);
    CHECK_INT(door_row_ordinal(&row, 1), 2);
    CHECK_INT(door_row_ordinal(&row, 2), 0);  // on the other side
    CHECK_INT(door_row_ordinal(&row, 3), 0);
    CHECK_INT(door_row_ordinal(&row, 4), 0);
    row.side = WEND_SIDE_RIGHT;
    CHECK_INT(door_row_ordinal(&row, 2), 0);  // the only one there
    row.side = WEND_SIDE_LEFT;
    doors[0].object = 0;  // an opening among doors: is it one of them?
    CHECK_INT(door_row_ordinal(&row, 1), 0);
    doors[0].object = 1;
    doors[4].rooms[0] = 1;
    doors[4].center.z = -2.8f;  // too close to be distinguished
    CHECK_INT(door_row_ordinal(&row, 1), 0);
}

TEST(doors_that_are_passed_are_counted) {
    wend_door doors[4] = {
        {.object = 1, .rooms = {1, 2}, .center = {-1, 0, -1}},
        {.object = 2, .rooms = {3, 1}, .center = {-1, 0, -3}},
        {.object = 3, .rooms = {1, 4}, .center = {1, 0, -2}},
        {.object = 4, .rooms = {1, 5}, .center = {-1, 0, 2}},  // behind
    };
    wend_scene_arrays a = {.doors = {doors, 4}};
    door_row row = {.a = &a, .room = 1, .side = WEND_SIDE_LEFT};
    wend_landmark m;
    CHECK(door_row_passed(&row, 2, &m));
    CHECK(m.category == WEND_CATEGORY_DOOR && m.side == WEND_SIDE_LEFT);
    CHECK(m.ordinal == 1 && m.count == 0);
    CHECK(door_row_passed(&row, 4, &m) && m.ordinal == 0 && m.count == 2);
    CHECK(!door_row_passed(&row, 0.4f, &m));  // none yet
    CHECK(!door_row_passed(&row, 3.2f, &m));  // is it passed or not?
    CHECK(door_row_passes(&row, 2, 0) && !door_row_passes(&row, 2, 1));
    doors[0].object = 0;  // a doorway and a door
    CHECK(door_row_passed(&row, 2, &m) == false || m.category == WEND_CATEGORY_DOORFRAME);
    CHECK(!door_row_passed(&row, 4, &m));
    doors[0].object = 1;
    doors[0].center.x = -3;  // too far from the way to be passed
    CHECK(!door_row_passed(&row, 4, &m));
    row.side = WEND_SIDE_RIGHT;
    CHECK(!door_row_passed(&row, 4, &m));  // the only one there is not the first
}
