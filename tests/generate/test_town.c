#include "generate/town.h"
#include "generate/town_ground.h"
#include "scene/rays.h"
#include "test.h"

#include "wend/scene.h"

static wend_scene_def town_def(uint64_t seed, bool full) {
    wend_scene_def def = wend_scene_default_def();
    def.kind = WEND_SCENE_TOWN;
    def.seed = seed;
    def.detail = full ? 0.25f : 0;
    def.furnish = full;
    def.bake = false;
    return def;
}

static wend_scene* make_town(wend_scene_def def) {
    wend_error error;
    wend_scene* scene;
    CHECK_OK(wend_scene_generate(&def, &scene, &error));
    return scene;
}

static int count_category(const wend_scene* scene, wend_category category) {
    const wend_scene_arrays* a = wend_scene_get(scene);
    int count = 0;
    for (uint32_t i = 1; i < a->objects.count; i++)
        count += a->objects.items[i].category == category;
    return count;
}

// Doors to outdoors; the number of those that do not stand closed, or cannot be opened, is added.
static int count_front_doors(const wend_scene* scene, int* wrong) {
    const wend_scene_arrays* a = wend_scene_get(scene);
    int count = 0;
    for (uint32_t i = 0; i < a->doors.count; i++) {
        const wend_door* d = &a->doors.items[i];
        if (d->rooms[0] && d->rooms[1]) continue;
        count++;
        *wrong += !d->object || d->openness != 0 || !d->openable;
    }
    return count;
}

TEST(towns_have_four_to_ten_buildings_behind_closed_doors) {
    for (uint64_t seed = 0; seed < 5; seed++) {
        wend_scene* town = make_town(town_def(seed, false));
        int wrong = 0, doors = count_front_doors(town, &wrong);
        CHECK(doors >= 4);
        CHECK(doors <= 20);  // some have a back door
        CHECK_INT(wrong, 0);
        wend_aabb bounds = wend_scene_bounds(town);
        float wide = bounds.high.x - bounds.low.x, deep = bounds.high.z - bounds.low.z;
        CHECK(fmaxf(wide, deep) >= 60 && fmaxf(wide, deep) <= 200);
        wend_scene_destroy(town);
    }
}

TEST(towns_have_street_objects) {
    static const wend_category wanted[] = {
        WEND_CATEGORY_CAR,   WEND_CATEGORY_TREE,    WEND_CATEGORY_BUSH,  WEND_CATEGORY_STREET_LAMP,
        WEND_CATEGORY_BENCH, WEND_CATEGORY_MAILBOX, WEND_CATEGORY_FENCE, WEND_CATEGORY_STREET,
        WEND_CATEGORY_GRASS, WEND_CATEGORY_PAVEMENT};
    for (uint64_t seed = 0; seed < 5; seed++) {
        wend_scene* town = make_town(town_def(seed, false));
        for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++)
            if (!count_category(town, wanted[i]))
                test_fail(__FILE__, __LINE__, "town %d has no %s", (int)seed,
                          wend_category_at(wanted[i])->name);
        wend_scene_destroy(town);
    }
}

TEST(the_ambulance_has_its_stretcher_beside_it) {
    for (uint64_t seed = 0; seed < 5; seed++) {
        wend_scene* town = make_town(town_def(seed, false));
        const wend_scene_arrays* a = wend_scene_get(town);
        CHECK_INT(count_category(town, WEND_CATEGORY_AMBULANCE), 1);
        CHECK_INT(count_category(town, WEND_CATEGORY_STRETCHER), 1);
        wend_vec3 at[2] = {{0, 0, 0}, {0, 0, 0}};
        for (uint32_t i = 1; i < a->objects.count; i++) {
            const wend_object* o = &a->objects.items[i];
            if (o->category == WEND_CATEGORY_AMBULANCE) at[0] = wend_aabb_center(o->bounds);
            if (o->category == WEND_CATEGORY_STRETCHER) at[1] = wend_aabb_center(o->bounds);
        }
        CHECK(wend_v3_distance(at[0], at[1]) < 8);
        wend_scene_destroy(town);
    }
}

static bool is_in_building(const town_plan* plan, int x, int z) {
    for (int i = 0; i < plan->building_count; i++) {
        town_rect r = plan->buildings[i].footprint;
        if (x >= r.x0 && x <= r.x1 && z >= r.z0 && z <= r.z1) return true;
    }
    return false;
}

// Straight down from knee height there is ground everywhere outside buildings, at one of two
// heights that are a kerb apart, or something that stands on it.
TEST(ground_is_continuous) {
    wend_error error;
    wend_scene* town = make_town(town_def(3, false));
    rays* r;
    CHECK_OK(rays_create(town, &r, &error));
    town_plan plan;
    wend_scene_def def = town_def(3, false);
    CHECK_OK(town_plan_make(&def, &plan, &error));
    const wend_vec3 down = {0, -1, 0};
    const float steps[2] = {-0.06f, -0.18f};
    for (int z = plan.rect.z0 + 150; z < plan.rect.z1 - 150; z += 37)
        for (int x = plan.rect.x0 + 150; x < plan.rect.x1 - 150; x += 41) {
            if (is_in_building(&plan, x, z)) continue;
            rays_hit hit;
            wend_vec3 from = {(float)x / 100, 0.4f, (float)z / 100};
            rays_cast(r, from, &down, 1, &hit);
            CHECK(hit.distance < 0.59f);
            float y = from.y - hit.distance;
            CHECK(y > steps[0] || fabsf(y - steps[0]) < 0.02f || fabsf(y - steps[1]) < 0.02f ||
                  town_ground_at(&plan, x, z) == TOWN_STREET);
        }
    town_plan_destroy(&plan);
    rays_destroy(r);
    wend_scene_destroy(town);
}

TEST(lots_and_streets_do_not_overlap) {
    for (uint64_t seed = 0; seed < 200; seed++) {
        wend_error error;
        town_plan plan;
        wend_scene_def def = town_def(seed, false);
        CHECK_OK(town_plan_make(&def, &plan, &error));
        for (int i = 0; i < plan.lot_count; i++) {
            for (int j = 0; j < i; j++)
                CHECK(!town_rect_overlaps(plan.lots[i].rect, plan.lots[j].rect));
            for (int j = 0; j < plan.street_count; j++)
                CHECK(!town_rect_overlaps(plan.lots[i].rect, plan.streets[j].rect));
            if (plan.lots[i].kind != TOWN_BUILDING) continue;
            const town_rect foot = plan.buildings[plan.lots[i].building].footprint;
            const town_rect lot = plan.lots[i].rect;
            CHECK(foot.x0 >= lot.x0 + 200 && foot.x1 <= lot.x1 - 200);
            CHECK(foot.z0 >= lot.z0 + 200 && foot.z1 <= lot.z1 - 200);
        }
        town_plan_destroy(&plan);
    }
}

TEST(towns_pass_the_check) {
    static char sentences[4][200];
    for (uint64_t seed = 20; seed < 22; seed++) {
        wend_error error;
        wend_scene* town = make_town(town_def(seed, true));
        wend_problems problems = {sentences, 4, 0};
        CHECK_OK(wend_scene_check(town, &problems, &error));
        if (problems.count) test_fail(__FILE__, __LINE__, "town %d: %s", (int)seed, sentences[0]);
        wend_scene_destroy(town);
    }
}

TEST(same_seed_gives_the_same_town) {
    wend_scene* once = make_town(town_def(5, true));
    wend_scene* again = make_town(town_def(5, true));
    wend_scene* other = make_town(town_def(6, true));
    CHECK(wend_scene_hash(once) == wend_scene_hash(again));
    CHECK(wend_scene_hash(once) != wend_scene_hash(other));
    wend_scene_destroy(once);
    wend_scene_destroy(again);
    wend_scene_destroy(other);
}

static wend_status generate_town(void* unused, wend_error* error) {
    (void)unused;
    wend_scene_def def = town_def(0, false);
    wend_scene* scene;
    WEND_TRY(wend_scene_generate(&def, &scene, error));
    wend_scene_destroy(scene);
    return WEND_OK;
}

TEST(town_generation_survives_every_failing_allocation) {
    test_each_allocation(generate_town, NULL, 12);
}
