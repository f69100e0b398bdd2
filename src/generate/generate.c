// Entry point of scene generation: checks the def, runs the generator of its kind, bakes light.
#include <stdio.h>
#include <string.h>

#include "catalog/model.h"
#include "generate/house.h"
#include "generate/single_room.h"
#include "generate/town.h"
#include "light/light.h"

#include "wend/files.h"
#include "wend/scene.h"

static const char* const kind_names[] = {
#define X(name, word) word,
    WEND_SCENE_KIND_LIST(X)
#undef X
};

const char* wend_scene_kind_name(wend_scene_kind kind) {
    return (unsigned)kind < WEND_SCENE_KIND_COUNT ? kind_names[kind] : "";
}

wend_status wend_scene_kind_parse(const char* name, wend_scene_kind* kind, wend_error* error) {
    for (int i = 0; i < WEND_SCENE_KIND_COUNT; i++)
        if (strcmp(kind_names[i], name) == 0) {
            *kind = (wend_scene_kind)i;
            return WEND_OK;
        }
    wend_nearest best = {0};
    char hint[64];
    for (int i = 0; i < WEND_SCENE_KIND_COUNT; i++) wend_nearest_try(&best, name, kind_names[i]);
    return wend_fail(error, WEND_ARGUMENT,
                     "no kind of scene is called '%s'; there are apartment, house, office, town "
                     "and room%s",
                     name, wend_nearest_hint(&best, hint, sizeof hint));
}

wend_scene_def wend_scene_default_def(void) {
    return (wend_scene_def){
        .kind = WEND_SCENE_HOUSE, .detail = 0.5f, .furnish = true, .bake = true};
}

static wend_status generate_check_def(const wend_scene_def* def, wend_error* error) {
    if ((unsigned)def->kind >= WEND_SCENE_KIND_COUNT)
        return wend_fail(error, WEND_ARGUMENT, "kind is %d; there are 0 to %d", (int)def->kind,
                         WEND_SCENE_KIND_COUNT - 1);
    if (def->levels < 0 || def->levels > 3)
        return wend_fail(error, WEND_ARGUMENT, "levels is %d; give 1 to 3, or 0 for any",
                         def->levels);
    if (def->rooms != 0 && (def->rooms < 4 || def->rooms > 16))
        return wend_fail(error, WEND_ARGUMENT, "rooms is %d; give 4 to 16 a floor, or 0 for any",
                         def->rooms);
    if (!(def->detail >= 0 && def->detail <= 4))
        return wend_fail(error, WEND_ARGUMENT, "detail is %g; give 0 to 4", (double)def->detail);
    return WEND_OK;
}

static wend_status build_house(const wend_scene_def* def, scene_builder* b, model_library* library,
                               wend_error* error) {
    house_def house = house_default_def();
    house.kind = def->kind;
    house.levels = def->levels;
    house.rooms = def->rooms;
    house.detail = def->detail;
    house.furnish = def->furnish;
    house_plan* plan = wend_alloc(sizeof *plan);
    if (!plan) return wend_fail(error, WEND_NO_MEMORY, "out of memory for the plan of a house");
    house_plan_make(&house, def->seed, plan);
    wend_status status = house_build(plan, &(house_placement){.quarters = 0}, b, library, error);
    wend_free(plan);
    return status;
}

static wend_status generate_build(const wend_scene_def* def, scene_builder* b,
                                  model_library* library, wend_error* error) {
    if (def->kind == WEND_SCENE_TOWN) return town_build(def, b, library, error);
    if (def->kind == WEND_SCENE_ROOM) return single_room_build(def, b, library, error);
    return build_house(def, b, library, error);
}

wend_status wend_scene_generate(const wend_scene_def* def, wend_scene** scene, wend_error* error) {
    *scene = NULL;
    WEND_TRY(generate_check_def(def, error));
    char name[64];
    snprintf(name, sizeof name, "%s_%llu", wend_scene_kind_name(def->kind),
             (unsigned long long)def->seed);
    scene_builder b = scene_builder_make();
    model_library* library = NULL;
    bool town = def->kind == WEND_SCENE_TOWN;
    // A town contains up to ten houses, so its models use a third of the detail.
    wend_status status =
        model_library_create(&b, town ? def->detail / 3 : def->detail, &library, error);
    if (status == WEND_OK) status = generate_build(def, &b, library, error);
    model_library_destroy(library);
    if (status == WEND_OK) status = scene_builder_finish(&b, name, name, scene, error);
    scene_builder_destroy(&b);
    if (status == WEND_OK && def->bake) status = light_bake(*scene, NULL, error);
    if (status != WEND_OK) {
        wend_scene_destroy(*scene);
        *scene = NULL;
    }
    return status;
}
