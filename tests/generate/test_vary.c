#include "../task/pasture/pasture_room.h"
#include "test.h"

#include "wend/nav.h"

static wend_scene* vary(const char* const* removed, int removed_count, const wend_addition* added,
                        int added_count) {
    wend_error error;
    wend_scene *scene = pasture_room(), *varied;
    wend_variation v = {removed, removed_count, added, added_count};
    CHECK_OK(wend_scene_vary(scene, &v, false, &varied, &error));
    wend_scene_destroy(scene);
    return varied;
}

TEST(objects_on_a_removed_table_are_removed) {
    const char* const removed[] = {"table"};
    wend_scene* scene = vary(removed, 1, NULL, 0);
    CHECK_INT(wend_scene_find_object(scene, "table"), 0);
    CHECK_INT(wend_scene_find_object(scene, "mug"), 0);
    CHECK_INT(wend_scene_find_object(scene, "book"), 0);
    uint32_t bed = wend_scene_find_object(scene, "bed");
    CHECK(bed != 0);
    const wend_object* o = &wend_scene_get(scene)->objects.items[bed];
    CHECK_INT(o->instance_count, 5);
    CHECK_NEAR(o->bounds.high.x, 5.8, 1e-5);
    wend_scene_destroy(scene);
}

TEST(an_added_object_has_its_words_and_blocks_the_path) {
    wend_addition crate = {.name = "crate_added",
                           .category = WEND_CATEGORY_CRATE,
                           .at = {3, 0, 2.5f},
                           .relation = WEND_RELATION_ON};
    wend_error error;
    wend_scene* scene = vary(NULL, 0, &crate, 1);
    uint32_t id = wend_scene_find_object(scene, "crate_added");
    CHECK(id != 0);
    const wend_object* o = &wend_scene_get(scene)->objects.items[id];
    CHECK_INT(o->color, WEND_COLOR_GREEN);
    CHECK_INT(o->material, WEND_MATERIAL_TYPE_PLASTIC);
    CHECK_INT(o->room, 1);
    CHECK_NEAR(wend_aabb_center(o->bounds).x, 3, 0.01);
    wend_navmesh* mesh;
    CHECK_OK(wend_navmesh_build(scene, NULL, &mesh, &error));
    CHECK(!wend_navmesh_is_on(mesh, wend_v3(3, 0, 2.5f), 0.2f));
    CHECK(wend_navmesh_is_on(mesh, wend_v3(3, 0, 3.5f), 0.2f));
    wend_navmesh_destroy(mesh);
    wend_scene_destroy(scene);
}

TEST(names_that_a_scene_does_not_have_are_reported) {
    wend_error error;
    wend_scene *scene = pasture_room(), *varied;
    const char* const removed[] = {"piano"};
    wend_variation v = {removed, 1, NULL, 0};
    CHECK_INT(wend_scene_vary(scene, &v, false, &varied, &error), WEND_NOT_FOUND);
    CHECK_HAS(error.message, "piano");
    const char* const wall[] = {"floor"};
    v.removed = wall;
    CHECK_INT(wend_scene_vary(scene, &v, false, &varied, &error), WEND_ARGUMENT);
    wend_addition twice = {.name = "mug", .category = WEND_CATEGORY_MUG};
    v = (wend_variation){NULL, 0, &twice, 1};
    CHECK_INT(wend_scene_vary(scene, &v, false, &varied, &error), WEND_ARGUMENT);
    CHECK_HAS(error.message, "already");
    wend_scene_destroy(scene);
}

TEST(variations_that_differ_have_another_hash) {
    wend_addition mug = {.name = "mug_added", .category = WEND_CATEGORY_MUG, .at = {3, 0, 2}};
    wend_variation v = {NULL, 0, &mug, 1};
    uint64_t hash = wend_variation_hash(&v);
    CHECK(wend_variation_hash(&v) == hash);
    mug.at.x = 3.5f;
    CHECK(wend_variation_hash(&v) != hash);
}

static wend_status vary_once(void* context, wend_error* error) {
    wend_scene* varied = NULL;
    wend_addition mug = {.name = "mug_added", .category = WEND_CATEGORY_MUG, .at = {3, 0, 2}};
    wend_variation v = {NULL, 0, &mug, 1};
    wend_status status = wend_scene_vary(context, &v, false, &varied, error);
    wend_scene_destroy(varied);
    return status;
}

TEST(varying_a_scene_survives_failing_allocations) {
    wend_scene* scene = pasture_room();
    test_each_allocation(vary_once, scene, 40);
    wend_scene_destroy(scene);
}
