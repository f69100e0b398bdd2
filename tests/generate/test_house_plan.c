#include "generate/house_openings.h"
#include "generate/house_plan.h"
#include "test.h"

static house_plan plan;

static void draw(wend_scene_kind kind, uint64_t seed, int levels, int rooms, float limit) {
    house_def def = house_default_def();
    def.kind = kind;
    def.levels = levels;
    def.rooms = rooms;
    def.max_width = limit ? fmaxf(limit, PLAN_MIN_WIDTH) : 0;
    def.max_depth = limit ? fmaxf(limit, PLAN_MIN_DEPTH) : 0;
    house_plan_make(&def, seed, &plan);
}

static long area(plan_rect r) { return (long)(r.x1 - r.x0) * (r.z1 - r.z0); }

static bool overlap(plan_rect a, plan_rect b) {
    return a.x0 < b.x1 && b.x0 < a.x1 && a.z0 < b.z1 && b.z0 < a.z1;
}

TEST(rooms_of_a_level_fill_the_footprint_without_overlap) {
    for (int kind = WEND_SCENE_APARTMENT; kind <= WEND_SCENE_OFFICE; kind++)
        for (uint64_t seed = 0; seed < 200; seed++) {
            draw((wend_scene_kind)kind, seed, 0, 0, 0);
            long footprint = (long)plan.width * plan.depth - area(plan.cut);
            for (int level = 0; level < plan.def.levels; level++) {
                long sum = 0;
                for (int i = 0; i < plan.room_count; i++) {
                    if (plan.rooms[i].level != level) continue;
                    sum += area(plan.rooms[i].rect);
                    for (int k = 0; k < i; k++)
                        CHECK(plan.rooms[k].level != level ||
                              !overlap(plan.rooms[k].rect, plan.rooms[i].rect));
                }
                CHECK_INT(sum, footprint);
            }
        }
}

// From the front door, through doors and doorways and up the stairs.
TEST(every_room_of_a_plan_can_be_reached_from_the_front_door) {
    for (int kind = WEND_SCENE_APARTMENT; kind <= WEND_SCENE_OFFICE; kind++)
        for (uint64_t seed = 0; seed < 200; seed++) {
            draw((wend_scene_kind)kind, seed, 0, 0, 0);
            bool reached[PLAN_MAX_ROOMS] = {0};
            for (bool more = true; more;) {
                more = false;
                for (int i = 0; i < plan.opening_count; i++) {
                    const plan_opening* o = &plan.openings[i];
                    if (o->kind == PLAN_WINDOW) continue;
                    bool a = o->rooms[0] < 0 || reached[o->rooms[0]];
                    bool b = o->rooms[1] >= 0 && reached[o->rooms[1]];
                    if (a == b) continue;
                    reached[a ? o->rooms[1] : o->rooms[0]] = more = true;
                }
                for (int level = 1; level < plan.def.levels; level++) {
                    int low = plan.stairs.room[level - 1], high = plan.stairs.room[level];
                    if (reached[low] && !reached[high]) reached[high] = more = true;
                }
            }
            for (int i = 0; i < plan.room_count; i++) CHECK(reached[i]);
        }
}

TEST(stairwells_lie_on_top_of_each_other) {
    for (uint64_t seed = 0; seed < 100; seed++) {
        draw(WEND_SCENE_HOUSE, seed, 3, 0, 0);
        plan_rect first = plan.rooms[plan.stairs.room[0]].rect;
        for (int level = 0; level < 3; level++) {
            const plan_room* r = &plan.rooms[plan.stairs.room[level]];
            CHECK_INT(r->type, WEND_ROOM_STAIRWELL);
            CHECK_INT(r->level, level);
            CHECK(memcmp(&r->rect, &first, sizeof first) == 0);
        }
    }
}

TEST(openings_lie_in_a_wall_of_each_room_they_join) {
    for (uint64_t seed = 0; seed < 200; seed++) {
        draw((wend_scene_kind)(seed % 3), seed, 0, 0, 0);
        for (int i = 0; i < plan.opening_count; i++) {
            const plan_opening* o = &plan.openings[i];
            CHECK(o->from < o->to && o->low < o->high);
            for (int side = 0; side < 2; side++) {
                if (o->rooms[side] < 0) continue;
                plan_rect r = plan.rooms[o->rooms[side]].rect;
                int wall = o->along_x ? (side ? r.z0 : r.z1) : (side ? r.x0 : r.x1);
                CHECK_INT(o->line, wall);
                CHECK(o->from > (o->along_x ? r.x0 : r.z0));
                CHECK(o->to < (o->along_x ? r.x1 : r.z1));
            }
        }
    }
}

TEST(a_plan_stays_on_the_given_ground) {
    for (float limit = 8; limit < 24; limit += 1.7f)
        for (uint64_t seed = 0; seed < 60; seed++) {
            draw((wend_scene_kind)(seed % 3), seed, (int)(seed % 4), 0, limit);
            wend_vec2 size = house_plan_size(&plan);
            CHECK(size.x <= plan.def.max_width + 1e-3f);
            CHECK(size.y <= plan.def.max_depth + 1e-3f);
            wend_vec2 door = house_plan_entrance(&plan);
            CHECK(fabsf(door.x) < size.x / 2);
            CHECK_NEAR(door.y, -size.y / 2, 1e-4);
        }
}

TEST(no_leaf_swings_over_another_opening) {
    int pairs = 0;
    for (uint64_t seed = 0; seed < 600; seed++) {
        draw((wend_scene_kind)(seed % 3), seed, 0, 0, 0);
        for (int i = 0; i < plan.opening_count; i++)
            for (int k = 0; k < plan.opening_count; k++) {
                const plan_opening *a = &plan.openings[i], *b = &plan.openings[k];
                if (i == k || a->kind != PLAN_DOOR || b->kind == PLAN_WINDOW) continue;
                for (int side = 0; side < 2; side++) {
                    if (b->rooms[side] != a->rooms[a->swing]) continue;
                    pairs++;
                    if (overlap(plan_opening_zone(a, a->swing), plan_opening_zone(b, side)))
                        test_fail(__FILE__, __LINE__, "kind %d, seed %d: openings %d and %d",
                                  (int)(seed % 3), (int)seed, i, k);
                }
            }
    }
    CHECK(pairs > 500);
}
