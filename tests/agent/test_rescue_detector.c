#include "agent/rescuer/rescue_detector.h"
#include "task/rescue/rescue_stage.h"
#include "test.h"

// The observation of a rescuer in a single room with a person lying `ahead` metres ahead and half a
// metre to the right, or, with `stretcher`, a stretcher there.
typedef struct sight_case {
    uint8_t* rgb;
    float* depth;
    wend_observation o;
    wend_world* world;
    wend_sim* sim;
} sight_case;

static sight_case make_case(bool person, bool stretcher, float ahead) {
    sight_case c = {0};
    wend_error error;
    wend_world_source source = wend_world_default_source();
    wend_world_def def = wend_world_default_def();
    wend_sim_def body = rescue_sim_def();
    size_t pixels = (size_t)body.camera.width * (size_t)body.camera.height;
    source.scene = "room:3";
    source.import.bake = false;
    def.inserted = rescue_inserted();
    def.inserted_count = RESCUE_INSERTED;
    CHECK_OK(wend_world_open(&source, &def, &c.world, &error));
    CHECK_OK(wend_sim_create(&body, &c.sim, &error));
    CHECK_OK(
        wend_sim_reset(c.sim, c.world, wend_v3(0, 0, ahead / 2), 0, wend_rng_make(1, 1), &error));
    uint32_t first = wend_scene_first_inserted(wend_world_scene(c.world));
    wend_vec3 at = wend_v3(0.5f, 0, -ahead / 2);
    if (person) CHECK_OK(wend_sim_place(c.sim, first + 2, at, 1, &error));
    if (stretcher) CHECK_OK(wend_sim_place(c.sim, first + WEND_RESCUE_LOOKS, at, 1, &error));
    c.rgb = wend_alloc(pixels * 3);
    c.depth = wend_alloc(pixels * sizeof *c.depth);
    wend_frame frame = {.rgb = c.rgb, .depth = c.depth};
    CHECK_OK(wend_sim_observe(c.sim, &frame, &error));
    c.o = (wend_observation){.camera.width = body.camera.width,
                             .camera.height = body.camera.height,
                             .camera.hfov = body.camera.hfov,
                             .camera.eye_height = body.body.eye_height,
                             .camera.rgb = c.rgb,
                             .camera.depth = c.depth};
    return c;
}

static void destroy_case(sight_case* c) {
    wend_sim_destroy(c->sim);
    wend_world_destroy(c->world);
    wend_free(c->rgb);
    wend_free(c->depth);
}

static void check_sights(bool person, bool stretcher, float ahead) {
    sight_case c = make_case(person, stretcher, ahead);
    rescue_detector* detector;
    ego_detection s = {0};
    wend_error error;
    CHECK_OK(rescue_detector_create(&detector, &error));
    CHECK_INT(rescue_detector_people(detector, &c.o, &s, 1), person);
    if (person) CHECK(hypotf(s.right - 0.5f, s.ahead - ahead) < 0.5f);
    CHECK_INT(rescue_detector_stretcher(detector, &c.o, &s), stretcher);
    if (stretcher) CHECK(hypotf(s.right - 0.5f, s.ahead - 3) < 0.5f);
    rescue_detector_destroy(detector);
    destroy_case(&c);
}

TEST(a_lying_person_is_detected_at_its_position) { check_sights(true, false, 3); }
TEST(a_lying_person_is_detected_from_afar) { check_sights(true, false, 9); }
TEST(a_stretcher_is_recognised_and_is_not_a_person) { check_sights(false, true, 3); }
TEST(an_empty_room_has_no_person_and_no_stretcher_detections) { check_sights(false, false, 3); }
