#include "sim/sim_room.h"

#include "test.h"

sim_room sim_room_enter(const wend_sim_def* def, float openness, wend_vec3 feet, float heading) {
    wend_error error;
    sim_room r;
    wend_world_def world = wend_world_default_def();
    world.uses_images = def->uses_images;
    CHECK_OK(wend_world_create(fixture_two_rooms(openness), &world, &r.world, &error));
    CHECK_OK(wend_sim_create(def, &r.sim, &error));
    CHECK_OK(wend_sim_reset(r.sim, r.world, feet, heading, wend_rng_make(1, 1), &error));
    return r;
}

void sim_room_leave(sim_room* r) {
    wend_sim_destroy(r->sim);
    wend_world_destroy(r->world);
}

wend_sim_def sim_room_blind(void) {
    wend_sim_def def = wend_sim_default_def();
    def.uses_images = false;
    return def;
}

wend_outcome sim_room_step(wend_sim* sim, wend_action_kind kind) {
    wend_error error;
    wend_outcome outcome;
    CHECK_OK(wend_sim_step(sim, (wend_action){.kind = kind}, &outcome, &error));
    return outcome;
}

void sim_room_put(sim_room* r, wend_vec3 feet, float heading) {
    wend_error error;
    CHECK_OK(wend_sim_reset(r->sim, r->world, feet, heading, wend_rng_make(1, 1), &error));
}

float sim_room_wall(sim_room* r) {
    sim_room_put(r, wend_v3(3, 0, 2.5f), SIM_ROOM_EAST);
    for (int i = 0; i < 8; i++) sim_room_step(r->sim, WEND_ACTION_FORWARD);
    return wend_sim_pose(r->sim).feet.x;
}

sim_floor sim_floor_make(void) {
    sim_floor m;
    uint32_t floor;
    m.b = fixture_begin(wend_v3(0, -0.1f, 0), wend_v3(12, 0, 4), &floor, &m.material);
    return m;
}

uint32_t sim_floor_leaf(sim_floor* m, float x) {
    wend_object fields = {.category = WEND_CATEGORY_DOOR, .flags = WEND_OBJECT_DOOR};
    uint32_t leaf = scene_builder_object(&m->b, &fields, "leaf");
    fixture_box(&m->b, leaf, m->material, wend_v3(x - 0.02f, 0, 1.6f), wend_v3(x + 0.02f, 2, 2.4f));
    return leaf;
}

void sim_floor_door(sim_floor* m, float x, bool has_leaf, bool openable) {
    wend_door door = {.object = has_leaf ? sim_floor_leaf(m, x) : 0,
                      .center = {x, 0, 2},
                      .heading = (float)WEND_PI / 2,
                      .width = 0.8f,
                      .height = 2,
                      .hinge = {x, 0, 1.6f},
                      .open_angle = (float)WEND_PI / 2,
                      .openable = openable};
    scene_builder_door(&m->b, &door);
}

uint32_t sim_floor_ball(sim_floor* m, float x, int pieces) {
    wend_object fields = {.category = WEND_CATEGORY_BASKETBALL, .flags = WEND_OBJECT_MOVABLE};
    uint32_t ball = scene_builder_object(&m->b, &fields, "ball");
    for (int i = 0; i < pieces; i++)
        fixture_box(&m->b, ball, m->material, wend_v3(x - 0.1f, 0, 0.9f),
                    wend_v3(x + 0.1f, 0.2f, 1.1f));
    return ball;
}

sim_room sim_floor_enter(sim_floor* m, const wend_sim_def* def, wend_vec3 feet, float heading) {
    wend_error error;
    sim_room r;
    wend_scene* scene;
    wend_world_def world = wend_world_default_def();
    world.uses_images = def->uses_images;
    CHECK_OK(scene_builder_finish(&m->b, "many", "test", &scene, &error));
    CHECK_OK(wend_world_create(scene, &world, &r.world, &error));
    CHECK_OK(wend_sim_create(def, &r.sim, &error));
    CHECK_OK(wend_sim_reset(r.sim, r.world, feet, heading, wend_rng_make(1, 1), &error));
    return r;
}
