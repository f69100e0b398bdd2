// Builds a building from its plan: levels, rooms, structure, then furniture.
#include "generate/house.h"

#include <stdio.h>

#include "generate/house_site.h"

// The name is set here, with a running number, so that the builder does not search for a free name.
uint32_t house_structure(house_site* site, wend_category category, int room) {
    wend_object fields = {.category = (uint16_t)category,
                          .flags = WEND_OBJECT_STRUCTURE,
                          .room = room < 0 ? 0 : site->rooms[room],
                          .heading = site->heading};
    char name[64];
    snprintf(name, sizeof name, "%s_%zu", wend_category_at(category)->name, site->b->objects.count);
    for (char* c = name; *c; c++)
        if (*c == ' ') *c = '_';
    return scene_builder_object(site->b, &fields, name);
}

uint32_t house_mesh_begin(house_site* site, const char* name) {
    return scene_builder_mesh_begin(site->b, name);
}

void house_mesh_end(house_site* site, uint32_t object, uint32_t mesh, uint32_t material) {
    scene_builder_mesh_end(site->b);
    scene_builder_instance(site->b, object, mesh, material, site->frame);
}

// Plan frame (metres) to world. Quarter turns are exact, so walls stay axis-aligned.
static wend_transform make_frame(const house_plan* plan, const house_placement* place) {
    static const float cosines[4] = {1, 0, -1, 0}, sines[4] = {0, 1, 0, -1};
    float c = cosines[place->quarters & 3], s = sines[place->quarters & 3];
    wend_transform t = {{c, 0, -s}, {0, 1, 0}, {s, 0, c}, place->at};
    wend_vec3 middle = {plan_metres(plan->width) / 2, 0, plan_metres(plan->depth) / 2};
    t.origin = wend_v3_sub(place->at, wend_transform_vector(&t, middle));
    return t;
}

// Buildings of a town share levels of the same height.
static uint32_t house_level_at(scene_builder* b, float floor) {
    for (size_t i = 0; i < b->levels.count; i++)
        if (fabsf(b->levels.items[i].floor - floor) < 0.01f) return (uint32_t)i;
    return scene_builder_level(b, floor, PLAN_CEILING);
}

// Max distance between vertices of large surfaces: 1.4 m at detail 0, 0.7 m at 0.5, 0.35 m at 1,
// 0.12 m at 4.
static float step_for(float detail) {
    return detail <= 1 ? 1.4f * exp2f(-2 * detail) : 0.35f / (1 + 0.64f * (detail - 1));
}

wend_status house_build(const house_plan* plan, const house_placement* place, scene_builder* b,
                        model_library* library, wend_error* error) {
    house_site* site = wend_alloc_zero(1, sizeof *site);
    if (!site) return wend_fail(error, WEND_NO_MEMORY, "out of memory while building a house");
    site->plan = plan;
    site->place = place;
    site->b = b;
    site->library = library;
    site->rng = wend_rng_for(plan->seed, "house", "furniture");
    wend_rng taste = wend_rng_for(plan->seed, "house", "palette");
    site->palette = house_palette_make(plan->def.kind, &taste);
    site->step = step_for(plan->def.detail);
    site->frame = make_frame(plan, place);
    site->heading = (float)(place->quarters & 3) * (float)WEND_PI / 2;
    for (int level = 0; level < plan->def.levels; level++)
        site->levels[level] = house_level_at(b, place->at.y + plan_floor(level));
    house_build_rooms(site);
    house_build_facade(site);
    house_build_doors(site);
    house_build_windows(site);
    house_build_stairs(site);
    if (plan->def.furnish) house_furnish(site);
    wend_free(site);
    return b->status == WEND_OK
               ? WEND_OK
               : wend_fail(error, b->status, "out of memory while building a house");
}
