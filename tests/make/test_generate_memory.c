// Generators without memory for a geodesic distance: an error, never "there is no place".
#include <math.h>

#include "test.h"

#include "wend/make.h"

static wend_status walks(wend_error* error) {
    const char* scene = "room:1";
    wend_pointnav_def def = wend_pointnav_default_def();
    def.count = 3;
    def.min_distance = 1;
    def.min_ratio = 1;
    return wend_pointnav_generate(&scene, 1, &def, test_path("walks.json"), error);
}

static wend_status goals(wend_error* error) {
    const char* scene = "room:1";
    wend_multion_def def = wend_multion_default_def();
    def.count = 2;
    def.goals = 2;
    def.min_leg = 1;
    def.threads = 1;
    return wend_multion_generate(&scene, 1, &def, test_path("goals.json"), error);
}

// The scene and the navmesh come first: the last allocations are those of distances and texts.
static void check_last_allocations(wend_status (*generate)(wend_error* error)) {
    wend_error error;
    enum { LAST = 14 };
    CHECK_OK(generate(&error));
    uint64_t start = wend_memory_get_stats().calls;
    CHECK_OK(generate(&error));
    uint64_t all = wend_memory_get_stats().calls - start;
    for (uint64_t n = all > LAST ? all - LAST : 1; n <= all; n++) {
        wend_memory_fail_at(n, false);
        wend_status status = generate(&error);
        wend_memory_fail_at(0, false);
        if (status != WEND_NO_MEMORY)
            test_fail(__FILE__, __LINE__, "allocation %llu of %llu failing gives '%s' (%s)",
                      (unsigned long long)n, (unsigned long long)all, wend_status_name(status),
                      error.message);
    }
}

TEST(experts_out_of_memory_for_distances_are_an_error) { check_last_allocations(walks); }
TEST(goals_without_memory_for_distances_are_an_error) { check_last_allocations(goals); }
