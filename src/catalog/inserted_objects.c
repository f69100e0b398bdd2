// Inserted objects: copies the arrays of a scene into a builder and appends models of the
// catalogue.
#include <string.h>

#include "catalog/model.h"
#include "scene/scene.h"

enum { MAX_INSERTED = 4096 };

// ---- light --------------------------------------------------------------------------------------

// The position of an inserted object is not known yet, so its light is fixed. The exposure maps
// floors to about 128; the object is lit from above and slightly from one side.
static uint8_t light_by_normal(wend_vec3 n) {
    return (uint8_t)(106 + 24 * n.y + 16 * (0.6f * n.x + 0.8f * n.z));
}

// Light in the order of the instances: those of the scene, then the inserted ones.
static bool fill_light(const wend_scene_arrays* a, scene_builder* b) {
    b->light.count = 0;
    for (size_t i = 0; i < b->instances.count; i++) {
        const wend_mesh* mesh = &b->meshes.items[b->instances.items[i].mesh];
        if (!ARRAY_RESERVE(&b->light, mesh->vertex_count)) return false;
        uint8_t* out = b->light.items + b->light.count;
        if (i < a->instances.count)
            memcpy(out, a->light.items + a->instances.items[i].first_light, mesh->vertex_count);
        else
            for (uint32_t v = 0; v < mesh->vertex_count; v++)
                out[v] = light_by_normal(b->normals.items[mesh->first_vertex + v]);
        b->light.count += mesh->vertex_count;
    }
    return true;
}

// ---- inserted objects ---------------------------------------------------------------------------

static wend_status add_object(const wend_inserted_object* inserted, scene_builder* b,
                              model_library* library, wend_error* error) {
    const model_def def = {inserted->category, inserted->variant, inserted->color,
                           inserted->material, inserted->size};
    const char* category = wend_category_at(inserted->category)->name;
    int count = inserted->count > 0 ? inserted->count : 1;
    if (!model_shape_count(inserted->category))
        return wend_fail(error, WEND_ARGUMENT, "there is no model of '%s' to put into a scene",
                         category);
    if (count > MAX_INSERTED || !wend_v3_is_finite(inserted->size))
        return wend_fail(error, WEND_ARGUMENT,
                         "%d inserted objects '%s' of %g x %g x %g m; at most %d", count, category,
                         (double)inserted->size.x, (double)inserted->size.y,
                         (double)inserted->size.z, MAX_INSERTED);
    const model* m = model_library_get(library, &def);
    for (int i = 0; m && i < count; i++) {
        uint32_t object = model_place(library, m, &(model_placement){0});
        if (object) b->objects.items[object].flags |= WEND_OBJECT_MOVABLE | WEND_OBJECT_HIDDEN;
    }
    return WEND_OK;
}

static wend_status inserted_objects_add_all(const wend_scene* scene,
                                            const wend_inserted_object* inserted, int count,
                                            scene_builder* b, wend_error* error) {
    const wend_scene_arrays* a = wend_scene_get(scene);
    model_library* library = NULL;
    *b = scene_builder_copy(scene);
    wend_status status = model_library_create(b, 0.5f, &library, error);
    for (int i = 0; status == WEND_OK && i < count; i++)
        status = add_object(&inserted[i], b, library, error);
    model_library_destroy(library);
    if (b->status == WEND_OK && !fill_light(a, b)) b->status = WEND_NO_MEMORY;
    return status;
}

wend_status wend_scene_insert_objects(wend_scene** scene, const wend_inserted_object* inserted,
                                      int count, wend_error* error) {
    if (count <= 0) return WEND_OK;
    wend_scene* own = *scene;
    *scene = NULL;
    scene_builder b = {0};
    wend_status status = inserted_objects_add_all(own, inserted, count, &b, error);
    if (status == WEND_OK)
        status = scene_builder_finish(&b, wend_scene_name(own), wend_scene_name(own), scene, error);
    else
        wend_error_prefix(error, "%s", wend_scene_name(own));
    scene_builder_destroy(&b);
    wend_scene_destroy(own);
    return status;
}
