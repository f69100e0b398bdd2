// Scene variation: a copy of a scene with objects removed and inserted, per episode.
#include <string.h>

#include "catalog/model.h"
#include "light/light.h"
#include "scene/scene.h"

enum { MAX_ADDED = 4096 };

// ---- removing objects ---------------------------------------------------------------------------

// Marks the named objects and, transitively, all objects they support.
static wend_status mark_removed(const wend_scene* scene, const wend_variation* v, bool* gone,
                                wend_error* error) {
    const wend_scene_arrays* a = wend_scene_get(scene);
    for (int i = 0; i < v->removed_count; i++) {
        uint32_t object = wend_scene_find_object(scene, v->removed[i]);
        if (!object)
            return wend_fail(error, WEND_NOT_FOUND, "there is no object '%s' to remove",
                             v->removed[i]);
        if (a->objects.items[object].flags & (WEND_OBJECT_STRUCTURE | WEND_OBJECT_DOOR))
            return wend_fail(error, WEND_ARGUMENT,
                             "'%s' is part of the building: it cannot be removed", v->removed[i]);
        gone[object] = true;
    }
    for (bool more = true; more;) {
        more = false;
        for (uint32_t i = 1; i < a->objects.count; i++)
            if (!gone[i] && gone[a->objects.items[i].support]) gone[i] = more = true;
    }
    return WEND_OK;
}

// Compacts the objects, keeping their order. `ids` maps old to new ids; 0: removed.
static void close_gaps(scene_builder* b, const bool* gone, uint32_t* ids) {
    size_t kept = 1;
    for (size_t i = 1; i < b->objects.count; i++) {
        ids[i] = gone[i] ? 0 : (uint32_t)kept;
        if (!gone[i]) b->objects.items[kept++] = b->objects.items[i];
    }
    b->objects.count = kept;
    for (size_t i = 1; i < kept; i++)
        b->objects.items[i].support = ids[b->objects.items[i].support];
    kept = 0;
    for (size_t i = 0; i < b->instances.count; i++) {
        wend_instance n = b->instances.items[i];
        n.object = ids[n.object];
        if (n.object) b->instances.items[kept++] = n;
    }
    b->instances.count = kept;
    for (size_t i = 0; i < b->doors.count; i++)
        b->doors.items[i].object = ids[b->doors.items[i].object];
    for (size_t i = 0; i < b->stairs.count; i++)
        b->stairs.items[i].object = ids[b->stairs.items[i].object];
}

static wend_status take_away(const wend_scene* scene, const wend_variation* v, scene_builder* b,
                             wend_error* error) {
    size_t count = wend_scene_get(scene)->objects.count;
    bool* gone = wend_alloc_zero(count, sizeof *gone);
    uint32_t* ids = wend_alloc_zero(count, sizeof *ids);
    wend_status status = gone && ids ? mark_removed(scene, v, gone, error) : WEND_NO_MEMORY;
    if (status == WEND_OK) close_gaps(b, gone, ids);
    wend_free(gone);
    wend_free(ids);
    return status;
}

// ---- inserting objects --------------------------------------------------------------------------

static uint32_t vary_find_name(const scene_builder* b, const char* name) {
    for (size_t i = 1; i < b->objects.count; i++)
        if (strcmp(b->texts.items + b->objects.items[i].name, name) == 0) return (uint32_t)i;
    return 0;
}

static wend_status check_addition(const scene_builder* b, const wend_addition* add,
                                  wend_error* error) {
    if (!add->name || !*add->name || strlen(add->name) > 100)
        return wend_fail(error, WEND_ARGUMENT, "an added object needs a name of 1 to 100 letters");
    if (!model_shape_count(add->category))
        return wend_fail(error, WEND_ARGUMENT, "'%s': there is no model of '%s' to add", add->name,
                         wend_category_at(add->category)->name);
    if (!wend_v3_is_finite(add->at) || !isfinite(add->heading) || !(add->scale <= 100))
        return wend_fail(error, WEND_ARGUMENT,
                         "'%s': position and heading must be finite, the scale at most 100",
                         add->name);
    if (vary_find_name(b, add->name))
        return wend_fail(error, WEND_ARGUMENT, "'%s' is already in the scene; choose another name",
                         add->name);
    if (add->support && !vary_find_name(b, add->support))
        return wend_fail(error, WEND_NOT_FOUND, "'%s' is on '%s', which is not in the scene",
                         add->name, add->support);
    return WEND_OK;
}

static wend_status vary_add_object(const wend_scene* scene, const wend_addition* add,
                                   scene_builder* b, model_library* library, wend_error* error) {
    WEND_TRY(check_addition(b, add, error));
    wend_vec3 natural = model_natural_extent(add->category, add->variant);
    const model_def def = {.category = add->category,
                           .variant = add->variant,
                           .extent = wend_v3_scale(natural, add->scale > 0 ? add->scale : 1)};
    const model* m = model_library_get(library, &def);
    if (!m) return b->status;
    wend_vec3 inside = wend_v3_add(add->at, wend_v3(0, 0.05f, 0));
    const model_placement placement = {
        .at = add->at,
        .heading = add->heading,
        .room = wend_scene_room_at(scene, inside),
        .support = add->support ? vary_find_name(b, add->support) : 0,
        .relation = add->relation};
    uint32_t object = model_place(library, m, &placement);
    if (object) b->objects.items[object].name = scene_builder_text(b, add->name);
    return b->status;
}

static wend_status vary_add_objects(const wend_scene* scene, const wend_variation* v,
                                    scene_builder* b, wend_error* error) {
    if (v->added_count > MAX_ADDED)
        return wend_fail(error, WEND_LIMIT, "%d added objects; at most %d", v->added_count,
                         MAX_ADDED);
    model_library* library = NULL;
    WEND_TRY(model_library_create(b, wend_scene_default_def().detail, &library, error));
    wend_status status = WEND_OK;
    for (int i = 0; status == WEND_OK && i < v->added_count; i++)
        status = vary_add_object(scene, &v->added[i], b, library, error);
    model_library_destroy(library);
    return status;
}

// ---- variation ----------------------------------------------------------------------------------

wend_status wend_scene_vary(const wend_scene* scene, const wend_variation* v, bool bake,
                            wend_scene** varied, wend_error* error) {
    *varied = NULL;
    const char* name = wend_scene_name(scene);
    scene_builder b = scene_builder_copy(scene);
    wend_status status = b.status;
    if (status == WEND_OK) status = take_away(scene, v, &b, error);
    if (status == WEND_OK) status = vary_add_objects(scene, v, &b, error);
    if (status == WEND_OK) {
        status = scene_builder_finish(&b, name, name, varied, error);
    } else if (status == WEND_NO_MEMORY) {
        (void)wend_fail(error, status, "%s: out of memory while varying it", name);
    } else {
        wend_error_prefix(error, "%s", name);
    }
    scene_builder_destroy(&b);
    if (status == WEND_OK && bake) status = light_bake(*varied, NULL, error);
    if (status != WEND_OK) {
        wend_scene_destroy(*varied);
        *varied = NULL;
    }
    return status;
}

uint64_t wend_variation_hash(const wend_variation* v) {
    const int32_t counts[2] = {v->removed_count, v->added_count};
    uint64_t hash = wend_hash(counts, sizeof counts, 1);
    for (int i = 0; i < v->removed_count; i++) hash = wend_hash_text(v->removed[i], hash);
    for (int i = 0; i < v->added_count; i++) {
        const wend_addition* add = &v->added[i];
        const float place[5] = {add->at.x, add->at.y, add->at.z, add->heading, add->scale};
        const uint32_t what[3] = {add->category, add->variant, add->relation};
        hash = wend_hash(what, sizeof what, wend_hash(place, sizeof place, hash));
        hash = wend_hash_text(add->support ? add->support : "", wend_hash_text(add->name, hash));
    }
    return hash;
}
