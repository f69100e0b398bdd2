#include "fixture.h"
#include "oracle/truth_map.h"
#include "test.h"

// The rooms lie at x 0 to 8, z 0 to 4.
TEST(the_truth_map_has_ground_objects_and_goals) {
    enum { MIDDLE = TRUTH_MAP_SIDE / 2 };
    wend_error error;
    wend_world* world;
    wend_sim* sim;
    wend_sim_def def = wend_sim_default_def();
    wend_task_object things[] = {{{6, 0, 2.2f}, 7}, {{4, 0, 2.2f}, 9}};
    truth_map* m = wend_alloc_zero(1, sizeof *m);
    def.uses_images = false;
    CHECK_OK(wend_world_create(fixture_two_rooms(1), NULL, &world, &error));
    CHECK_OK(wend_sim_create(&def, &sim, &error));
    // Heading -90 degrees looks along +x.
    CHECK_OK(wend_sim_reset(sim, world, wend_v3(2, 0, 2.2f), -(float)WEND_PI / 2,
                            wend_rng_make(1, 1), &error));
    wend_vec3 feet = wend_sim_pose(sim).feet;
    CHECK_OK(truth_map_begin(m, world, "rooms", feet, things, 2, &error));
    truth_map_look(m, sim, false, NULL);
    CHECK_INT(m->ground[MIDDLE * TRUTH_MAP_SIDE + MIDDLE], WEND_ORACLE_FREE);
    CHECK_INT(m->ground[0], WEND_ORACLE_OUTSIDE);
    CHECK_INT(m->objects[(MIDDLE - 5) * TRUTH_MAP_SIDE + MIDDLE], 7);  // 4 m ahead
    CHECK_INT(m->near, 9);                                             // 2 m ahead

    const wend_oracle_map* first = m->map;
    things[1].at.x = 0.2f;  // 1.8 m behind
    CHECK_OK(truth_map_begin(m, world, "rooms", feet, things, 2, &error));
    CHECK(m->map == first);  // the same place is not surveyed twice
    truth_map_look(m, sim, true, NULL);
    CHECK_INT(m->near, 0);
    CHECK_INT(m->ground[0], 0);                                       // not seen
    CHECK_INT(m->ground[(MIDDLE - 2) * TRUTH_MAP_SIDE + MIDDLE], 3);  // seen: one higher
    CHECK_INT(m->ground[(MIDDLE + 2) * TRUTH_MAP_SIDE + MIDDLE], 0);  // behind the back
    truth_map_destroy(m);
    wend_sim_destroy(sim);
    wend_world_destroy(world);
}
