#include "test.h"

#include "wend/nav.h"

static wend_scene* make_room(uint64_t seed) {
    wend_scene_def def = wend_scene_default_def();
    wend_scene* scene;
    wend_error error;
    def.kind = WEND_SCENE_ROOM;
    def.seed = seed;
    def.bake = false;
    CHECK_OK(wend_scene_generate(&def, &scene, &error));
    return scene;
}

TEST(a_single_room_is_one_room_in_which_nothing_floats_or_intersects) {
    for (uint64_t seed = 0; seed < 4; seed++) {
        char sentences[4][200];
        wend_problems problems = {sentences, 4, 0};
        wend_error error;
        wend_scene* scene = make_room(seed);
        CHECK_OK(wend_scene_check(scene, &problems, &error));
        CHECK_INT(problems.count, 0);
        CHECK_INT(wend_scene_get(scene)->rooms.count, 2);
        CHECK(wend_scene_room_area(scene, 1) > 150);
        wend_scene_destroy(scene);
    }
}

TEST(most_of_a_single_room_is_one_navigable_island) {
    wend_scene* scene = make_room(3);
    wend_navmesh* mesh;
    wend_error error;
    CHECK_OK(wend_navmesh_build(scene, NULL, &mesh, &error));
    CHECK(wend_navmesh_island_area(mesh, 0) > 0.8 * (double)wend_scene_room_area(scene, 1));
    wend_navmesh_destroy(mesh);
    wend_scene_destroy(scene);
}
