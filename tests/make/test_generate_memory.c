// Generators without memory for a geodesic distance: an error, never "there is no place".
#include <math.h>

#include "test.h"

#include "wend/make.h"

static wend_status walks(void* context, wend_error* error) {
    (void)context;
    const char* scene = "room:1";
    wend_pointnav_def def = wend_pointnav_default_def();
    def.count = 3;
    def.min_distance = 1;
    def.min_ratio = 1;
    return wend_pointnav_generate(&scene, 1, &def, test_path("walks.json"), error);
}

static wend_status goals(void* context, wend_error* error) {
    (void)context;
    const char* scene = "room:1";
    wend_multion_def def = wend_multion_default_def();
    def.count = 2;
    def.goals = 2;
    def.min_leg = 1;
    def.threads = 1;
    return wend_multion_generate(&scene, 1, &def, test_path("goals.json"), error);
}

static wend_status cow(bool standard, wend_error* error) {
    const char* scene = "apartment:1";
    bool splits[WEND_PASTURE_SPLIT_COUNT] = {false};
    int count;
    splits[standard ? WEND_PASTURE_ROBOTHOR : WEND_PASTURE_SPATIAL] = true;
    wend_pasture_def def = wend_pasture_default_def();
    def.splits = splits;
    def.starts = 1;
    def.threads = 1;
    return wend_pasture_generate(&scene, 1, &def, test_path("cow.json"), &count, error);
}

static wend_status descriptions(void* context, wend_error* error) {
    (void)context;
    return cow(false, error);
}
static wend_status categories(void* context, wend_error* error) {
    (void)context;
    return cow(true, error);
}

static wend_status rescues(void* context, wend_error* error) {
    (void)context;
    const char* scene = "room:1";
    wend_rescue_yield yield;
    wend_rescue_def def = wend_rescue_default_def();
    def.count = 1;
    def.threads = 1;
    return wend_rescue_generate(&scene, 1, &def, test_path("rescues.jsonl"), &yield, error);
}

static wend_status continuous(wend_vln_kind kind, const char* name, wend_error* error) {
    const char* scene = "apartment:1";
    int records;
    wend_vln_generate_def def = wend_vln_generate_default_def(kind);
    def.count = 1;
    def.instructions = 1;
    def.languages = "en";
    def.continuous = true;
    def.threads = 1;
    return wend_vln_generate(&scene, 1, &def, test_path(name), &records, error);
}

static wend_status r2r_ce(void* context, wend_error* error) {
    (void)context;
    return continuous(WEND_VLN_R2R, "r.json", error);
}
static wend_status rxr_ce(void* context, wend_error* error) {
    (void)context;
    return continuous(WEND_VLN_RXR, "x.jsonl", error);
}

// The scene and the navmesh come first: the last allocations are those of distances and texts.
static void check_allocations(wend_status (*generate)(void* context, wend_error* error), int some) {
    test_some_allocations(generate, NULL, NULL, some, 10);
}

TEST(pointnav_episodes_without_memory_are_an_error) { check_allocations(walks, 10); }
TEST(multion_episodes_without_memory_are_an_error) { check_allocations(goals, 10); }
TEST(pasture_episodes_without_memory_are_an_error) { check_allocations(descriptions, 3); }
TEST(objectnav_episodes_without_memory_are_an_error) { check_allocations(categories, 3); }
TEST(rescues_without_memory_are_an_error) { check_allocations(rescues, 12); }
TEST(r2r_ce_episodes_without_memory_are_an_error) { check_allocations(r2r_ce, 12); }
TEST(rxr_ce_episodes_without_memory_are_an_error) { check_allocations(rxr_ce, 12); }
