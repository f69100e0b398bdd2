#include <string.h>

#include "map/painted_room.h"
#include "test.h"

typedef struct planned {
    wend_map* map;
    wend_route* route;
} planned;

// A map of 8 x 8 m of free ground with what the marks say, and routes from its lower left.
static planned plan_over(const wend_vec3* occupied, int count, const wend_route_from* from) {
    planned p;
    wend_error error;
    CHECK_OK(wend_map_create(NULL, &p.map, &error));
    CHECK_OK(wend_route_create(&p.route, &error));
    CHECK_OK(wend_map_mark(p.map, wend_v3(0, 0, 0), 4, WEND_CELL_FREE, &error));
    for (int k = 0; k < count; k++)
        CHECK_OK(wend_map_mark(p.map, occupied[k], 0, WEND_CELL_OCCUPIED, &error));
    CHECK_OK(wend_route_spread(p.route, p.map, from, &error));
    return p;
}

static void forget(planned* p) {
    wend_route_destroy(p->route);
    wend_map_destroy(p->map);
}

static wend_route_from from_at(float x, float z) {
    wend_route_from from = wend_route_default_from();
    from.x = x;
    from.z = z;
    return from;
}

static wend_vec3 random_position(wend_rng* rng) {
    wend_vec3 at = {.x = wend_rng_between(rng, -3, 3)};
    at.z = wend_rng_between(rng, -3, 3);
    return at;
}

TEST(distances_over_open_ground_are_straight_within_a_twelfth) {
    wend_route_from from = from_at(0.05f, 0.05f);
    from.comfort = 0;
    planned p = plan_over(NULL, 0, &from);
    for (int k = 0; k < 40; k++) {
        float angle = (float)k * 0.157f, x = 0.05f + 3 * cosf(angle), z = 0.05f + 3 * sinf(angle);
        float metres = wend_route_distance(p.route, x, z);
        CHECK(metres > 2.8f && metres < 3 * 1.085f + 0.1f);
    }
    CHECK(isinf(wend_route_distance(p.route, 30, 0)));
    CHECK(isinf(wend_route_distance(p.route, NAN, 0)));
    forget(&p);
}

TEST(no_path_comes_nearer_to_obstacles_than_the_radius_of_the_agent) {
    wend_rng rng = wend_rng_make(3, 3);
    for (int round = 0; round < 30; round++) {
        wend_vec3 things[60];
        for (int k = 0; k < 60; k++) things[k] = random_position(&rng);
        wend_route_from from = from_at(-3.5f, 0);
        from.radius = 0.2f;
        planned p = plan_over(things, 60, &from);
        wend_vec2 way[64];
        int count = wend_route_path(p.route, 3.5f, 0, way, 64);
        CHECK(count == 0 || count > 1);
        for (int k = 1; k < count; k++)
            CHECK(wend_map_is_clear(p.map, k == 1 ? -3.45f : way[k - 1].x,
                                    k == 1 ? 0.05f : way[k - 1].y, way[k].x, way[k].y, 0.12f,
                                    false));
        forget(&p);
    }
}

TEST(a_wall_of_diagonal_cells_is_closed) {
    wend_vec3 wall[80];
    for (int k = 0; k < 80; k++)
        wall[k] = wend_v3(-3.95f + 0.1f * (float)k, 0, -3.95f + 0.1f * (float)k);
    wend_route_from from = from_at(-2, 2);
    from.radius = 0;
    from.comfort = 0;
    planned p = plan_over(wall, 80, &from);
    CHECK(isinf(wend_route_distance(p.route, 2, -2)));
    CHECK(wend_route_distance(p.route, 0, 2) < 3);
    wend_vec2 way[4];
    CHECK_INT(wend_route_path(p.route, 2, -2, way, 4), 0);
    forget(&p);
}

TEST(a_gap_is_navigable_for_agents_that_fit) {
    wend_vec3 wall[80];
    int count = 0;
    for (int k = 0; k < 80; k++)
        if (k < 38 || k > 41) wall[count++] = wend_v3(0.05f, 0, -3.95f + 0.1f * (float)k);
    for (int wide = 0; wide < 2; wide++) {
        wend_route_from from = from_at(-2, 0);
        from.radius = wide ? 0.3f : 0.15f;
        planned p = plan_over(wall, count, &from);
        CHECK(isinf(wend_route_distance(p.route, 2, 0)) == (wide == 1));
        forget(&p);
    }
}

TEST(a_start_too_near_to_a_wall_leads_out_of_it) {
    wend_vec3 wall[80];
    for (int k = 0; k < 80; k++) wall[k] = wend_v3(0.05f, 0, -3.95f + 0.1f * (float)k);
    wend_route_from from = from_at(0.15f, 0);
    from.radius = 0.3f;
    planned p = plan_over(wall, 80, &from);
    CHECK(wend_route_distance(p.route, 2, 0) < 3.5f);
    CHECK(isinf(wend_route_distance(p.route, -2, 0)));
    forget(&p);
}

TEST(paths_over_open_ground_are_straight) {
    wend_route_from from = from_at(-3, -1);
    planned p = plan_over(NULL, 0, &from);
    wend_vec2 way[8];
    CHECK_INT(wend_route_path(p.route, 3, 1.5f, way, 8), 2);
    CHECK_NEAR(way[0].x, -3, 1e-6);
    CHECK_NEAR(way[1].x, 3, 0.06);
    CHECK_NEAR(way[1].y, 1.5, 0.06);
    forget(&p);
}

TEST(unknown_ground_is_traversed_only_when_allowed_at_the_given_cost) {
    wend_route_from from = from_at(0.05f, 0.05f);
    from.comfort = 0;
    planned p = plan_over(NULL, 0, &from);
    wend_error error;
    CHECK_OK(wend_map_mark(p.map, wend_v3(8, 0, 0), 1, WEND_CELL_FREE, &error));
    CHECK_OK(wend_route_spread(p.route, p.map, &from, &error));
    CHECK(isinf(wend_route_distance(p.route, 8.05f, 0.05f)));
    from.unknown = 2;
    CHECK_OK(wend_route_spread(p.route, p.map, &from, &error));
    CHECK_NEAR(wend_route_distance(p.route, 8.05f, 0.05f), 4 + 2 * 3 + 1, 0.5);
    from.unknown = 0.5f;
    CHECK(wend_route_spread(p.route, p.map, &from, &error) == WEND_ARGUMENT);
    CHECK(isinf(wend_route_distance(p.route, 0, 0)));
    forget(&p);
}

TEST(the_nearest_reachable_cell_is_beside_the_occupied_one) {
    wend_vec3 thing = wend_v3(1.05f, 0, 0.05f);
    wend_route_from from = from_at(-1, 0);
    planned p = plan_over(&thing, 1, &from);
    wend_vec2 at;
    CHECK(wend_route_nearest(p.route, 1.05f, 0.05f, 1, &at));
    CHECK_NEAR(hypotf(at.x - 1.05f, at.y - 0.05f), 0.1, 0.01);
    CHECK(!wend_route_nearest(p.route, 30, 0, 1, &at));
    forget(&p);
}

// A closed door that the agent can pass: its leaf is as high as a wall.
TEST(ground_marked_as_free_is_traversable_whatever_its_height) {
    const painted_room hall = {.walls = {{-3, 0, -3}, {3, 2.6f, 3}},
                               .boxes = {{{-3, 0, -1.6f}, {3, 2.6f, -1.4f}}},
                               .box_count = 1};
    wend_map_def def = wend_map_default_def();
    wend_map* map;
    wend_route* route;
    wend_error error;
    def.climb = true;
    CHECK_OK(wend_map_create(&def, &map, &error));
    CHECK_OK(wend_route_create(&route, &error));
    painted_room_map_around(&hall, wend_v3(0, 0, 1), 12, map);
    painted_room_map_around(&hall, wend_v3(0, 0, -2.3f), 12, map);
    wend_route_from from = wend_route_default_from();
    from.z = 1;
    CHECK_OK(wend_route_spread(route, map, &from, &error));
    CHECK(!isfinite(wend_route_distance(route, 0, -2.3f)));
    CHECK_OK(wend_map_mark(map, wend_v3(0, 0, -1.5f), 0.5f, WEND_CELL_FREE, &error));
    CHECK_OK(wend_route_spread(route, map, &from, &error));
    CHECK(isfinite(wend_route_distance(route, 0, -2.3f)));
    wend_route_destroy(route);
    wend_map_destroy(map);
}

TEST(clearance_is_the_distance_to_the_nearest_obstacle_over_straight_and_diagonal_steps) {
    wend_rng rng = wend_rng_make(5, 5);
    wend_vec3 things[12];
    for (int k = 0; k < 12; k++) things[k] = random_position(&rng);
    wend_route_from from = from_at(0, 0);
    planned p = plan_over(things, 12, &from);
    for (int j = -45; j < 45; j++)
        for (int i = -45; i < 45; i++) {
            int least = 1000;
            for (int k = 0; k < 12; k++) {
                int across = abs((int)floorf(things[k].x / 0.1f) - i);
                int down = abs((int)floorf(things[k].z / 0.1f) - j);
                int diagonal = across < down ? across : down;
                int way = 14 * diagonal + 10 * (across + down - 2 * diagonal);
                if (way < least) least = way;
            }
            float x = ((float)i + 0.5f) * 0.1f, z = ((float)j + 0.5f) * 0.1f;
            CHECK_NEAR(wend_route_clearance(p.route, x, z), (float)least / 100, 1e-5);
        }
    forget(&p);
}

TEST(a_cached_route_is_updated_by_new_obstacles) {
    wend_route_from from = from_at(-2, 0);
    planned p = plan_over(NULL, 0, &from);
    wend_error error;
    float before = wend_route_distance(p.route, 2, 0);
    for (int k = -20; k <= 20; k++)
        CHECK_OK(
            wend_map_mark(p.map, wend_v3(0, 0, (float)k * 0.1f), 0, WEND_CELL_OCCUPIED, &error));
    CHECK_OK(wend_route_spread(p.route, p.map, &from, &error));
    CHECK(wend_route_distance(p.route, 2, 0) > before + 1);
    CHECK_NEAR(wend_route_clearance(p.route, 1.05f, 0.05f), 1, 1e-5);
    forget(&p);
}

static bool are_alike(wend_route* a, wend_route* b) {
    bool alike = true;
    for (float z = -3.95f; z < 4; z += 0.3f)
        for (float x = -3.95f; x < 4; x += 0.1f) {
            wend_vec2 ways[2][16];
            bool reached = wend_route_reaches(a, x, z);  // asked before the way is known
            float metres = wend_route_distance(a, x, z), again = wend_route_distance(b, x, z);
            int count = wend_route_path(a, x, z, ways[0], 16);
            alike &= reached == (metres < INFINITY);
            alike &= wend_route_lower_bound(b, x, z) <= metres;
            alike &= metres == again && wend_route_path(b, x, z, ways[1], 16) == count &&
                     memcmp(ways[0], ways[1], (size_t)count * sizeof *ways[0]) == 0;
        }
    return alike;
}

// A route that is asked for twice is kept, however far it went; one from elsewhere or for another
// body is not.
TEST(a_cached_route_equals_a_new_one) {
    wend_rng rng = wend_rng_make(6, 5);
    wend_error error;
    wend_vec3 things[80];
    for (int k = 0; k < 80; k++) things[k] = random_position(&rng);
    wend_route_from from = from_at(-3.5f, 0);
    planned p = plan_over(things, 80, &from);
    for (int round = 0; round < 4; round++) {
        wend_route* fresh;
        wend_route_distance(p.route, from.x + 0.5f, from.z);  // a part of the way
        if (round == 1) from.x += 0.2f;
        if (round == 2) from.radius = 0.2f;
        if (round == 3) from.unknown = 2;
        CHECK_OK(wend_route_spread(p.route, p.map, &from, &error));
        CHECK_OK(wend_route_create(&fresh, &error));
        CHECK_OK(wend_route_spread(fresh, p.map, &from, &error));
        CHECK(are_alike(p.route, fresh));
        wend_route_destroy(fresh);
    }
    // One that was not queried yet stays what it was when the map changes.
    float before = wend_route_distance(p.route, 3, 0);
    CHECK(isfinite(before));
    from.x -= 0.1f;
    CHECK_OK(wend_route_spread(p.route, p.map, &from, &error));
    CHECK_OK(wend_map_mark(p.map, wend_v3(0, 0, 0), 3, WEND_CELL_OCCUPIED, &error));
    CHECK_NEAR(wend_route_distance(p.route, 3, 0), before, 0.3);
    forget(&p);
}

// A corridor along x whose walls are `half` metres from its middle, cell middle to cell middle.
static float corridor_cost(float half, float comfort, float radius) {
    wend_vec3 walls[160];
    int count = 0;
    for (int k = 0; k < 60; k++)
        for (int side = -1; side <= 1; side += 2)
            walls[count++] = wend_v3(-2.95f + 0.1f * (float)k, 0, 0.05f + (float)side * half);
    wend_route_from from = from_at(-0.95f, 0.05f);
    from.comfort = comfort;
    from.radius = radius;
    planned p = plan_over(walls, count, &from);
    float metres = wend_route_distance(p.route, 0.05f, 0.05f);
    forget(&p);
    return metres;
}

// A step's cost is whole tenths of a cell, rounded down: up to a tenth less in a metre.
#define CHECK_COST(cost, expected) CHECK_NEAR(cost, (expected)-0.05, 0.0501)

TEST(a_metre_near_walls_costs_more_by_comfort) {
    CHECK_COST(corridor_cost(0.2f, 0, 0.1f), 1);
    CHECK_COST(corridor_cost(0.2f, 0.4f, 0.1f), 1.5);  // half of the way to comfort
    CHECK_COST(corridor_cost(0.3f, 0.5f, 0.1f), 1.4);
    CHECK_COST(corridor_cost(0.1f, 0.5f, 0.1f), 1.8);
    CHECK_COST(corridor_cost(0.4f, 0.4f, 0.1f), 1);  // at comfort it costs nothing more
    CHECK_COST(corridor_cost(0.2f, 1, 0.1f), 1.8);
    CHECK_COST(corridor_cost(0.2f, 0.4f, 0.2f), 1.5);
    CHECK(isinf(corridor_cost(0.2f, 0.4f, 0.25f)));  // narrower than the body
}
