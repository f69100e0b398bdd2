#include "make/rescue_chain.h"
#include "test.h"

// Somebody's way, a step of 0.2 m at a time, by headings counter-clockwise from -z.
typedef struct walk {
    wend_vec3 feet[400];
    int count;
} walk;

static void begin(walk* w, float x, float z) {
    w->feet[0] = wend_v3(x, 0, z);
    w->count = 1;
}

static void go(walk* w, float degrees, float metres, float rise) {
    float angle = degrees * (float)(WEND_PI / 180);
    int steps = (int)lrintf(metres / 0.2f);
    for (int i = 0; i < steps; i++) {
        wend_vec3 at = w->feet[w->count - 1];
        w->feet[w->count++] = wend_v3(at.x - 0.2f * sinf(angle), at.y + rise / (float)steps,
                                      at.z - 0.2f * cosf(angle));
    }
}

static wend_world* open_room(void) {
    wend_world_source source = wend_world_default_source();
    wend_world_def def = wend_world_default_def();
    wend_world* world = NULL;
    wend_error error = {0};
    source.scene = "room:3";
    source.import.bake = def.uses_images = false;
    CHECK_OK(wend_world_open(&source, &def, &world, &error));
    return world;
}

static void check_turns(fact_turns turns, int count, int a, int b, int c) {
    const int wanted[FACT_TURNS] = {a, b, c};
    CHECK_INT(turns.count, count);
    for (int i = 0; i < count && i < turns.count; i++) CHECK_INT(turns.items[i], wanted[i]);
}

TEST(the_turns_of_a_path_up_the_stairs_are_found) {
    wend_world* world = open_room();
    const wend_scene* scene = wend_world_scene(world);
    wend_vec3 middle = wend_aabb_center(wend_scene_bounds(scene));
    float before = wend_scene_bounds(scene).high.z + 3;
    walk w;
    begin(&w, middle.x, before);
    go(&w, 0, before - middle.z, 0);  // in, to the middle of the room
    go(&w, 90, 1.6f, 0);
    go(&w, 90, 4, 2.9f);  // up
    go(&w, 0, 3, 0);
    go(&w, 90, 2, 0);
    rescue_chain chain = rescue_chain_of(scene, w.feet, w.count);
    CHECK(chain.to_stairs.count > 0);
    CHECK_INT(chain.to_stairs.items[chain.to_stairs.count - 1], FACT_LEFT);
    check_turns(chain.from_stairs, 2, FACT_RIGHT, FACT_LEFT, 0);
    wend_world_destroy(world);
}

TEST(chains_of_turns_start_straight_and_one_storey_has_none) {
    wend_world* world = open_room();
    const wend_scene* scene = wend_world_scene(world);
    walk w;
    begin(&w, 0, 0);
    go(&w, 0, 4, 2.9f);
    go(&w, 20, 5, 0);  // a bend is no turn
    go(&w, -70, 3, 0);
    rescue_chain chain = rescue_chain_of(scene, w.feet, w.count);
    CHECK_INT(chain.to_stairs.count, 0);
    check_turns(chain.from_stairs, 2, FACT_STRAIGHT, FACT_RIGHT, 0);
    begin(&w, 0, 0);
    go(&w, 0, 4, 0.2f);
    go(&w, 90, 4, 0);
    CHECK_INT(rescue_chain_of(scene, w.feet, w.count).from_stairs.count, 0);
    wend_world_destroy(world);
}
