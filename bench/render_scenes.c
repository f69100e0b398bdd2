// Scenes of `wend bench render`.
#include "render_scenes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "poses.h"
#include "scene/builder.h"
#include "scene/scene.h"

#include "wend/files.h"

static const float eye_height = 1.5f;

bool render_data(const char* relative, char* out, size_t size) {
    const char* root = getenv("WEND_DATA");
    snprintf(out, size, "%s/%s", root && *root ? root : "../shared/data", relative);
    return wend_file_exists(out);
}

static wend_status get_ready(render_scene* s, wend_error* error) {
    WEND_TRY(wend_view_create(s->scene, NULL, &s->view, error));
    return poses_random(s->scene, 1, eye_height, RENDER_POSES, s->gazes, error);
}

wend_status render_scene_load(const char* reference, render_scene* s, wend_error* error) {
    *s = (render_scene){0};
    const char* slash = strrchr(reference, '/');
    snprintf(s->name, sizeof s->name, "%s", slash ? slash + 1 : reference);
    WEND_TRY(wend_scene_open(reference, NULL, &s->scene, error));
    return get_ready(s, error);
}

static const struct {
    const char* name;
    wend_scene_kind kind;
    uint64_t seed;
    int levels, rooms;
    float detail;
} generated[] = {
#define X(name, kind, seed, levels, rooms, detail) \
    {name, WEND_SCENE_##kind, seed, levels, rooms, detail},
    RENDER_GENERATED_LIST(X)
#undef X
};
enum { GENERATED = sizeof generated / sizeof *generated };

static const char* const real[] = {"procthor/houses_val150.jsonl.gz", "scenes/aws_small_house.glb"};
enum { REAL = sizeof real / sizeof *real };

wend_status render_scene_open(int index, render_scene* s, wend_error* error) {
    *s = (render_scene){0};
    if (index < GENERATED) {
        wend_scene_def def = wend_scene_default_def();
        def.kind = generated[index].kind;
        def.seed = generated[index].seed;
        def.levels = generated[index].levels;
        def.rooms = generated[index].rooms;
        def.detail = generated[index].detail;
        snprintf(s->name, sizeof s->name, "generated %s", generated[index].name);
        WEND_TRY(wend_scene_generate(&def, &s->scene, error));
        return get_ready(s, error);
    }
    for (int i = 0, found = GENERATED; i < REAL; i++) {
        char path[1024];
        if (render_data(real[i], path, sizeof path) && found++ == index)
            return render_scene_load(path, s, error);
    }
    return wend_fail(error, WEND_NOT_FOUND, "there is no scene %d", index);
}

void render_scene_close(render_scene* s) {
    wend_view_destroy(s->view);
    wend_scene_destroy(s->scene);
    s->view = NULL;
    s->scene = NULL;
}

// ---- scenes of growing size -------------------------------------------------------------------

static wend_vec2 middle2(wend_vec2 a, wend_vec2 b) {
    return (wend_vec2){(a.x + b.x) / 2, (a.y + b.y) / 2};
}

// Adds a vertex in the middle of an edge.
static uint32_t add_middle(scene_builder* b, const wend_mesh* m, const wend_scene_arrays* a,
                           uint32_t i, uint32_t j) {
    uint32_t p = m->first_vertex + i, q = m->first_vertex + j;
    return scene_builder_vertex(
        b, wend_v3_lerp(a->positions.items[p], a->positions.items[q], 0.5f),
        wend_v3_normalize(wend_v3_add(a->normals.items[p], a->normals.items[q])),
        middle2(a->uvs.items[p], a->uvs.items[q]));
}

static void split_mesh(scene_builder* b, const wend_mesh* m, const wend_scene_arrays* a) {
    scene_builder_mesh_begin(b, "split");
    for (uint32_t i = 0; i < m->vertex_count; i++)
        scene_builder_vertex(b, a->positions.items[m->first_vertex + i],
                             a->normals.items[m->first_vertex + i],
                             a->uvs.items[m->first_vertex + i]);
    for (uint32_t t = 0; t < m->index_count; t += 3) {
        const uint32_t* c = a->indices.items + m->first_index + t;
        uint32_t p = add_middle(b, m, a, c[0], c[1]), q = add_middle(b, m, a, c[1], c[2]);
        uint32_t r = add_middle(b, m, a, c[2], c[0]);
        scene_builder_triangle(b, c[0], p, r);
        scene_builder_triangle(b, p, c[1], q);
        scene_builder_triangle(b, r, q, c[2]);
        scene_builder_triangle(b, p, q, r);
    }
    scene_builder_mesh_end(b);
}

// The same scene with every triangle split into four.
static wend_status split_triangles(wend_scene** scene, wend_error* error) {
    const wend_scene_arrays* a = wend_scene_get(*scene);
    scene_builder b = scene_builder_make();
    const uint8_t grey[4] = {180, 180, 180, 255};
    for (uint32_t i = 0; i < a->meshes.count; i++) split_mesh(&b, &a->meshes.items[i], a);
    for (uint32_t i = 0; i < a->materials.count; i++)
        scene_builder_material(&b, "split", grey, 0, a->materials.items[i].flags);
    for (uint32_t i = 1; i < a->objects.count; i++) {
        const wend_object* o = &a->objects.items[i];
        wend_object fields = {.category = o->category, .flags = o->flags};
        uint32_t object = scene_builder_object(&b, &fields, wend_scene_text(*scene, o->name));
        for (uint32_t k = 0; k < o->instance_count; k++) {
            const wend_instance* n = &a->instances.items[o->first_instance + k];
            scene_builder_instance(&b, object, n->mesh, n->material, n->transform);
        }
    }
    wend_scene* split;
    WEND_TRY(scene_builder_finish(&b, wend_scene_name(*scene), "split", &split, error));
    wend_scene_destroy(*scene);
    *scene = split;
    return WEND_OK;
}

wend_status render_scene_grow(int index, render_scene* s, wend_error* error) {
    static const struct {
        float detail;
        bool furnish;
        int levels, splits;
    } steps[] = {{0, false, 1, 0}, {0, true, 1, 0}, {0.5f, true, 1, 0}, {1.5f, true, 1, 0},
                 {4, true, 1, 0},  {4, true, 2, 0}, {4, true, 2, 1}};
    *s = (render_scene){0};
    if (index >= (int)(sizeof steps / sizeof *steps))
        return wend_fail(error, WEND_NOT_FOUND, "there is no step %d", index);
    wend_scene_def def = wend_scene_default_def();
    def.seed = 3;
    def.bake = false;
    def.detail = steps[index].detail;
    def.levels = steps[index].levels;
    def.furnish = steps[index].furnish;
    WEND_TRY(wend_scene_generate(&def, &s->scene, error));
    // Poses are sampled before splitting: the navmesh does not depend on the subdivision.
    WEND_TRY(poses_random(s->scene, 1, eye_height, RENDER_POSES, s->gazes, error));
    for (int i = 0; i < steps[index].splits; i++) WEND_TRY(split_triangles(&s->scene, error));
    snprintf(s->name, sizeof s->name, "house of %llu triangles",
             (unsigned long long)wend_scene_triangles(s->scene));
    return wend_view_create(s->scene, NULL, &s->view, error);
}

void render_scene_path(char* path, size_t size) {
    snprintf(path, size, "/tmp/wend-bench-%d.wscene", (int)getpid());
}
