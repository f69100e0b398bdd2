#include "agent/mapper/detections.h"
#include "agent/mapper/mapper.h"
#include "fixture.h"
#include "test.h"

#include "wend/category.h"
#include "wend/sim.h"

enum { SIDE = 96, GOALS = 2 };

// Two rooms with two cylinders, played by the rules of MultiON.
typedef struct game {
    wend_sim* sim;
    wend_world* world;
    wend_agent* agent;
    wend_body_pose start;
    wend_vec3 goals[GOALS];
    uint16_t categories[GOALS];
    int found, steps;
    bool wrong;
    uint64_t trace;  // of all actions
} game;

static uint8_t rgb[SIDE * SIDE * 3];
static float depth[SIDE * SIDE];
static uint16_t category[SIDE * SIDE];

// Two rooms of 4 x 4 m with walls all around, a gap of 1 m between them.
static wend_scene* walled_rooms(void) {
    static const wend_aabb walls[6] = {
        {{-0.1f, 0, -0.1f}, {8.1f, 2.5f, 0}}, {{-0.1f, 0, 4}, {8.1f, 2.5f, 4.1f}},
        {{-0.1f, 0, 0}, {0, 2.5f, 4}},        {{8, 0, 0}, {8.1f, 2.5f, 4}},
        {{3.95f, 0, 1}, {4.05f, 2.5f, 4}},    {{5.5f, 0, 2}, {6, 0.8f, 3}},
    };
    wend_error error;
    wend_scene* scene;
    scene_builder b = scene_builder_make();
    const uint8_t grey[4] = {150, 130, 110, 255};
    uint32_t material = scene_builder_material(&b, "grey", grey, 0, 0);
    wend_object fields = {.category = WEND_CATEGORY_FLOOR, .flags = WEND_OBJECT_STRUCTURE};
    uint32_t floor = scene_builder_object(&b, &fields, "floor");
    fixture_box(&b, floor, material, wend_v3(0, -0.1f, 0), wend_v3(8, 0, 4));
    fields.category = WEND_CATEGORY_WALL;
    uint32_t wall = scene_builder_object(&b, &fields, "wall");
    for (int i = 0; i < 6; i++) fixture_box(&b, wall, material, walls[i].low, walls[i].high);
    CHECK_OK(scene_builder_finish(&b, "two rooms", "test", &scene, &error));
    return scene;
}

static void open_game(game* g, const char* name) {
    wend_error error;
    static const wend_inserted_object inserted[GOALS] = {
        {.category = WEND_CATEGORY_CYLINDER_RED}, {.category = WEND_CATEGORY_CYLINDER_WHITE}};
    wend_world_def world = wend_world_default_def();
    wend_sim_def def = wend_sim_default_def();
    *g = (game){.goals = {{7, 0, 3}, {1, 0, 3.3f}},
                .categories = {WEND_CATEGORY_CYLINDER_RED, WEND_CATEGORY_CYLINDER_WHITE}};
    world.inserted = inserted;
    world.inserted_count = GOALS;
    world.navmesh.radius = 0.1f;
    def.camera.width = def.camera.height = SIDE;
    def.camera.hfov = 79;
    def.body.eye_height = 0.88f;
    CHECK_OK(wend_world_create(walled_rooms(), &world, &g->world, &error));
    CHECK_OK(wend_sim_create(&def, &g->sim, &error));
    CHECK_OK(wend_agent_create(name, NULL, &g->agent, &error));
    CHECK_OK(
        wend_sim_reset(g->sim, g->world, wend_v3(2.5f, 0, 2.5f), 0, wend_rng_make(1, 1), &error));
    uint32_t first = wend_scene_first_inserted(wend_world_scene(g->world));
    for (int i = 0; i < GOALS; i++)
        CHECK_OK(wend_sim_place(g->sim, first + (uint32_t)i, g->goals[i], 0, &error));
    wend_agent_episode episode = {
        .body = {.step = 0.25f, .turns = 12, .look = 30, .radius = 0.1f, .height = 1.5f},
        .rng = wend_rng_make(2, 2)};
    CHECK_OK(wend_agent_reset(g->agent, &episode, &error));
    g->start = wend_sim_pose(g->sim);
}

static void close_game(game* g) {
    wend_agent_destroy(g->agent);
    wend_sim_destroy(g->sim);
    wend_world_destroy(g->world);
}

static wend_observation observe(game* g, bool collided) {
    wend_error error;
    const wend_sim_def* def = wend_sim_get_def(g->sim);
    wend_frame frame = {.rgb = rgb, .depth = depth, .category = category};
    CHECK_OK(wend_sim_observe(g->sim, &frame, &error));
    wend_body_pose pose = wend_sim_pose(g->sim);
    float from = wend_body_pose_heading(&g->start, &def->body),
          now = wend_body_pose_heading(&pose, &def->body);
    wend_vec3 way = wend_v3_sub(pose.feet, g->start.feet);
    return (wend_observation){
        .step = g->steps,
        .collided = collided,
        .camera.width = SIDE,
        .camera.height = SIDE,
        .camera.hfov = 79,
        .camera.eye_height = 0.88f,
        .camera.rgb = rgb,
        .camera.depth = depth,
        .privileged.category = wend_agent_sees_truth(g->agent) ? category : NULL,
        .pose.gps = {-way.x * sinf(from) - way.z * cosf(from),
                     way.x * cosf(from) - way.z * sinf(from)},
        .pose.compass = remainderf(now - from, (float)(2 * WEND_PI)),
        .goal.point = {NAN, NAN},
        .goal.category = g->categories[g->found]};
}

static void play(game* g, int max_steps) {
    wend_error error;
    wend_outcome outcome = {0};
    for (; g->steps < max_steps && g->found < GOALS && !g->wrong; g->steps++) {
        wend_observation o = observe(g, outcome.collided);
        wend_action action;
        CHECK_OK(wend_agent_act(g->agent, &o, &action, &error));
        g->trace = wend_hash(&action.kind, sizeof action.kind, g->trace);
        if (action.kind != WEND_ACTION_FOUND) {
            CHECK_OK(wend_sim_step(g->sim, action, &outcome, &error));
            continue;
        }
        float metres;
        CHECK(wend_navmesh_distance(wend_sim_navmesh(g->sim), wend_sim_pose(g->sim).feet,
                                    (wend_vec3_span){&g->goals[g->found], 1}, &metres,
                                    NULL) == WEND_OK);
        g->wrong = metres > 1.5f;
        g->found += !g->wrong;
    }
}

TEST(mapper_finds_goals_in_both_rooms_from_rgbd_and_notes_when) {
    wend_error error;
    game g;
    char notes[2000];
    open_game(&g, "mapper");
    CHECK(!wend_agent_sees_truth(g.agent));
    play(&g, 400);
    CHECK(!g.wrong);
    CHECK_INT(g.found, GOALS);
    CHECK_OK(wend_agent_notes(g.agent, notes, sizeof notes, &error));
    CHECK_HAS(notes, "\"goal\": \"red cylinder\"");
    CHECK_HAS(notes, "\"recognised\": [");
    CHECK_HAS(notes, "found");
    close_game(&g);
}

TEST(every_variant_of_mapper_finds_the_goals_deterministically) {
    const char* variants[5] = {"mapper:semantics=truth", "mapper:memory=goal", "mapper:memory=20",
                               "mapper:explore=nearest", "mapper:explore=rooms"};
    for (int k = 0; k < 5; k++) {
        game first, again;
        open_game(&first, variants[k]);
        play(&first, 500);
        CHECK(!first.wrong);
        CHECK_INT(first.found, GOALS);
        CHECK(wend_agent_sees_truth(first.agent) == (k == 0));
        close_game(&first);
        if (k > 1) continue;
        open_game(&again, variants[k]);
        play(&again, 500);
        CHECK(again.trace == first.trace);
        close_game(&again);
    }
}

TEST(mapper_refuses_unknown_options) {
    wend_error error;
    wend_agent* agent;
    CHECK(wend_agent_create("mapper:memory=some", NULL, &agent, &error) == WEND_ARGUMENT);
    CHECK_HAS(error.message, "all, goal or a number");
    CHECK(wend_agent_create("mapper:explore=up", NULL, &agent, &error) == WEND_ARGUMENT);
    CHECK_HAS(error.message, "rooms");
}

TEST(mapper_without_depth_is_an_error) {
    wend_error error;
    wend_agent* agent;
    wend_action action;
    wend_observation o = {.pose.gps = {0, 0}};
    CHECK_OK(wend_agent_create("mapper", NULL, &agent, &error));
    CHECK(wend_agent_act(agent, &o, &action, &error) == WEND_ARGUMENT);
    CHECK_HAS(error.message, "depth");
    wend_agent_destroy(agent);
}

// ---- detections ---------------------------------------------------------------------------------

TEST(views_of_one_object_are_merged_and_the_nearest_gives_its_position) {
    static detections all;
    detections_add(&all, &(detection_view){7, 1, 1, {1, 1 - 5}, 0, false});
    detections_add(&all, &(detection_view){7, 1.2f, 1.1f, {1.2f, 1.1f - 2}, 1, false});
    detections_add(&all, &(detection_view){7, 0.9f, 1, {0.9f, 1 - 4}, 2, false});
    detections_add(&all, &(detection_view){7, 3, 1, {3, 1 - 4}, 2, false});
    detections_add(&all, &(detection_view){8, 1, 1, {1, 1 - 1}, 2, false});
    CHECK_INT(all.count, 3);
    detection* s = detections_find(&all, 7, 2);
    CHECK(s != NULL);
    CHECK_INT(s->views, 3);
    CHECK_NEAR(s->x, 1.2f, 1e-6);
    CHECK(!detections_find(&all, 7, 4));
    detections_add(&all, &(detection_view){7, 3, 1, {3, 1 - 4}, 3, true});
    CHECK_NEAR(detections_find(&all, 7, 1)->x, 3, 1e-6);  // sure, though seen less often
    all.items[1].sure = 0;
    s->refuted = true;
    CHECK_NEAR(detections_find(&all, 7, 1)->x, 3, 1e-6);
}

TEST(expired_detections_are_dropped) {
    static detections all;
    detections_add(&all, &(detection_view){7, 1, 1, {1, 1 - 5}, 0, false});
    detections_add(&all, &(detection_view){8, 1, 1, {1, 1 - 5}, 10, false});
    detections_add(&all, &(detection_view){7, 4, 1, {4, 1 - 5}, 20, false});
    detections_forget(&all, 10, 0);
    CHECK_INT(all.count, 2);
    detections_forget(&all, 0, 7);
    CHECK_INT(all.count, 1);
    CHECK_NEAR(all.items[0].x, 4, 1e-6);
}
