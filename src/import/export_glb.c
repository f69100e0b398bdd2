// Exports scenes as GLB files for Blender, three.js and other simulators. Importing the file
// restores the scene exactly. docs/formats/glb.md describes the extras.
#include <string.h>

#include "base/color.h"
#include "base/file.h"
#include "base/json_out.h"
#include "import/import.h"
#include "import/wend_glb.h"
#include "scene/scene.h"
enum { ARRAY_BUFFER = 34962, ELEMENT_BUFFER = 34963, FLOATS = 5126, WORDS = 5125, BYTES = 5121 };

typedef struct export_view {
    uint64_t offset, size;
    int stride, target;  // 0: none
} export_view;

typedef struct exporter {
    const wend_scene* scene;
    const wend_scene_arrays* a;
    wend_json_out json;
    wend_text_out binary;
    ARRAY_OF(export_view) views;
    bool lit;  // light differs from 128 somewhere
    int positions, normals, uvs, indices, colors, light, first_image;  // buffer view indices
    uint32_t* accessor;       // [meshes]: accessor of positions; normals, uvs and indices follow
    uint32_t first_color;     // accessor of the colours of the first instance
    uint32_t* instance_mesh;  // [instances]: glTF mesh
    ARRAY_OF(uint32_t) exported;  // [glTF meshes]: an instance, or instance count + mesh
} exporter;

// ---- binary chunk -------------------------------------------------------------------------------

static bool add_view(exporter* e, const void* data, uint64_t size, int stride, int target,
                     int* index) {
    static const char zeros[4];
    *index = (int)e->views.count;
    export_view* view = ARRAY_PUSH(&e->views);
    if (!view) return false;
    *view = (export_view){e->binary.count, size, stride, target};
    if (size) wend_text_put_bytes(&e->binary, data, size);
    if (size % 4) wend_text_put_bytes(&e->binary, zeros, 4 - size % 4);
    return true;
}

// COLOR_0 multiplies the base colour in linear space and cannot brighten it.
static bool add_colors(exporter* e) {
    size_t count = e->a->light.count;
    uint8_t table[256], *colors = wend_alloc(count * 4);
    if (!colors) return false;
    for (int i = 0; i < 256; i++) {
        uint8_t shade = (uint8_t)(i < 128 ? i * 255 / 128 : 255);
        table[i] = (uint8_t)(color_to_linear(shade) * 255 + 0.5f);
    }
    for (size_t i = 0; i < count; i++) {
        memset(colors + i * 4, table[e->a->light.items[i]], 3);
        colors[i * 4 + 3] = 255;
    }
    bool added = add_view(e, colors, count * 4, 4, ARRAY_BUFFER, &e->colors);
    wend_free(colors);
    return added && add_view(e, e->a->light.items, count, 0, 0, &e->light);
}

static wend_status add_images(exporter* e, wend_error* error) {
    e->first_image = (int)e->views.count;
    for (uint32_t i = 0; i < e->a->textures.count; i++) {
        const wend_texture* t = &e->a->textures.items[i];
        wend_image image = {(int)t->width, (int)t->height, 4,
                            (uint8_t*)(e->a->texels.items + t->first_texel)};
        uint8_t* bytes;
        size_t size;
        int view;
        WEND_TRY(wend_image_encode_png(&image, &bytes, &size, error));
        bool added = add_view(e, bytes, size, 0, 0, &view);
        wend_free(bytes);
        if (!added)
            return wend_fail(error, WEND_NO_MEMORY, "out of memory while exporting a scene");
    }
    return WEND_OK;
}

static wend_status add_binary(exporter* e, wend_error* error) {
    const wend_scene_arrays* a = e->a;
    for (uint32_t i = 0; i < a->light.count; i++) e->lit |= a->light.items[i] != 128;
    uint64_t vertices = a->positions.count;
    bool added = add_view(e, a->positions.items, vertices * 12, 12, ARRAY_BUFFER, &e->positions) &&
                 add_view(e, a->normals.items, vertices * 12, 12, ARRAY_BUFFER, &e->normals) &&
                 add_view(e, a->uvs.items, vertices * 8, 8, ARRAY_BUFFER, &e->uvs) &&
                 add_view(e, a->indices.items, (uint64_t)a->indices.count * 4, 0, ELEMENT_BUFFER,
                          &e->indices) &&
                 (!e->lit || add_colors(e));
    if (!added || e->binary.out_of_memory)
        return wend_fail(error, WEND_NO_MEMORY, "out of memory while exporting a scene");
    return add_images(e, error);
}

// ---- glTF meshes of instances -------------------------------------------------------------------

// Light is stored per instance, so each instance of a lit scene has its own glTF mesh, which shares
// all accessors but the colours. In an unlit scene instances with equal mesh and material share
// one.
static bool assign_meshes(exporter* e) {
    const wend_scene_arrays* a = e->a;
    uint32_t* latest = wend_alloc(a->meshes.count * sizeof *latest);  // last instance of each mesh
    uint32_t* earlier = wend_alloc(a->instances.count * sizeof *earlier);
    e->instance_mesh = wend_alloc_zero(a->instances.count, sizeof *e->instance_mesh);
    bool fine = latest && earlier && e->instance_mesh &&
                ARRAY_RESERVE(&e->exported, (size_t)a->instances.count + a->meshes.count);
    if (fine) memset(latest, 0xff, a->meshes.count * sizeof *latest);
    for (uint32_t i = 0; fine && i < a->instances.count; i++) {
        const wend_instance* n = &a->instances.items[i];
        uint32_t same = e->lit ? UINT32_MAX : latest[n->mesh];
        while (same != UINT32_MAX && a->instances.items[same].material != n->material)
            same = earlier[same];
        earlier[i] = latest[n->mesh];
        latest[n->mesh] = i;
        if (!a->meshes.items[n->mesh].vertex_count) continue;
        e->instance_mesh[i] =
            same == UINT32_MAX ? (uint32_t)e->exported.count : e->instance_mesh[same];
        if (same == UINT32_MAX) e->exported.items[e->exported.count++] = i;
    }
    for (uint32_t k = 0; fine && k < a->meshes.count; k++)
        if (latest[k] == UINT32_MAX && a->meshes.items[k].vertex_count)
            e->exported.items[e->exported.count++] = a->instances.count + k;
    wend_free(latest);
    wend_free(earlier);
    return fine;
}

// ---- JSON: buffers ------------------------------------------------------------------------------

static void put_floats(wend_json_out* j, const char* key, const float* numbers, int count) {
    wend_json_out_array(j, key);
    for (int i = 0; i < count; i++) wend_json_out_number(j, NULL, (double)numbers[i]);
    wend_json_out_end(j);
}

static void put_vec3(wend_json_out* j, const char* key, wend_vec3 v) {
    put_floats(j, key, &v.x, 3);
}

static void put_views(exporter* e) {
    wend_json_out* j = &e->json;
    wend_json_out_array(j, "bufferViews");
    for (size_t i = 0; i < e->views.count; i++) {
        const export_view* v = &e->views.items[i];
        wend_json_out_object(j, NULL);
        wend_json_out_int(j, "buffer", 0);
        wend_json_out_int(j, "byteOffset", (int64_t)v->offset);
        wend_json_out_int(j, "byteLength", (int64_t)v->size);
        if (v->stride) wend_json_out_int(j, "byteStride", v->stride);
        if (v->target) wend_json_out_int(j, "target", v->target);
        wend_json_out_end(j);
    }
    wend_json_out_end(j);
}

// One accessor: `count` elements, from element `first` of a buffer view.
static void put_accessor(wend_json_out* j, int view, int component, const char* type,
                         uint64_t first, uint64_t count, int size) {
    wend_json_out_object(j, NULL);
    wend_json_out_int(j, "bufferView", view);
    wend_json_out_int(j, "byteOffset", (int64_t)first * size);
    wend_json_out_int(j, "componentType", component);
    wend_json_out_int(j, "count", (int64_t)count);
    wend_json_out_text(j, "type", type);
}

static bool put_accessors(exporter* e) {
    const wend_scene_arrays* a = e->a;
    wend_json_out* j = &e->json;
    uint32_t next = 0;
    e->accessor = wend_alloc_zero(a->meshes.count, sizeof *e->accessor);
    if (!e->accessor) return false;
    wend_json_out_array(j, "accessors");
    for (uint32_t k = 0; k < a->meshes.count; k++) {
        const wend_mesh* m = &a->meshes.items[k];
        if (!m->vertex_count) continue;
        e->accessor[k] = next;
        next += m->index_count ? 4 : 3;
        put_accessor(j, e->positions, FLOATS, "VEC3", m->first_vertex, m->vertex_count, 12);
        put_vec3(j, "min", m->bounds.low);
        put_vec3(j, "max", m->bounds.high);
        wend_json_out_end(j);
        put_accessor(j, e->normals, FLOATS, "VEC3", m->first_vertex, m->vertex_count, 12);
        wend_json_out_end(j);
        put_accessor(j, e->uvs, FLOATS, "VEC2", m->first_vertex, m->vertex_count, 8);
        wend_json_out_end(j);
        if (!m->index_count) continue;
        put_accessor(j, e->indices, WORDS, "SCALAR", m->first_index, m->index_count, 4);
        wend_json_out_end(j);
    }
    e->first_color = next;
    for (uint32_t i = 0; e->lit && i < a->instances.count; i++) {
        const wend_instance* n = &a->instances.items[i];
        uint32_t count = a->meshes.items[n->mesh].vertex_count;
        put_accessor(j, e->colors, BYTES, "VEC4", count ? n->first_light : 0, count ? count : 1, 4);
        wend_json_out_bool(j, "normalized", true);
        wend_json_out_end(j);
    }
    wend_json_out_end(j);
    return true;
}

// ---- JSON: materials, textures, meshes ----------------------------------------------------------

static const char* text_of(const exporter* e, wend_text text) {
    return wend_scene_text(e->scene, text);
}

static void put_material(exporter* e, const wend_material* m) {
    wend_json_out* j = &e->json;
    bool glass = m->flags & WEND_MATERIAL_GLASS, cutout = m->flags & WEND_MATERIAL_CUTOUT;
    float color[4];
    int32_t bytes[4];
    for (int i = 0; i < 4; i++) {
        bytes[i] = m->color[i];
        color[i] = i < 3 ? color_to_linear(m->color[i]) : m->color[i] / 255.0f;
    }
    if (glass) color[3] = fminf(color[3], 0.25f);
    wend_json_out_object(j, NULL);
    wend_json_out_text(j, "name", text_of(e, m->name));
    wend_json_out_object(j, "pbrMetallicRoughness");
    put_floats(j, "baseColorFactor", color, 4);
    if (m->texture) {
        wend_json_out_object(j, "baseColorTexture");
        wend_json_out_int(j, "index", m->texture - 1);
        wend_json_out_end(j);
    }
    wend_json_out_number(j, "metallicFactor", 0);
    wend_json_out_number(j, "roughnessFactor", 0.9);
    wend_json_out_end(j);
    if (glass || cutout) wend_json_out_text(j, "alphaMode", glass ? "BLEND" : "MASK");
    if (m->flags & WEND_MATERIAL_DOUBLE_SIDED) wend_json_out_bool(j, "doubleSided", true);
    wend_json_out_object(j, "extras");
    wend_json_out_ints(j, "color", bytes, 4);
    wend_json_out_int(j, "flags", m->flags);
    wend_json_out_end(j);
    wend_json_out_end(j);
}

static void put_looks(exporter* e) {
    const wend_scene_arrays* a = e->a;
    wend_json_out* j = &e->json;
    if (a->textures.count) {
        wend_json_out_array(j, "images");
        for (uint32_t i = 0; i < a->textures.count; i++) {
            wend_json_out_object(j, NULL);
            wend_json_out_text(j, "name", text_of(e, a->textures.items[i].name));
            wend_json_out_int(j, "bufferView", e->first_image + (int)i);
            wend_json_out_text(j, "mimeType", "image/png");
            wend_json_out_end(j);
        }
        wend_json_out_end(j);
        wend_json_out_array(j, "textures");
        for (uint32_t i = 0; i < a->textures.count; i++) {
            wend_json_out_object(j, NULL);
            wend_json_out_int(j, "source", i);
            wend_json_out_end(j);
        }
        wend_json_out_end(j);
    }
    if (!a->materials.count) return;
    wend_json_out_array(j, "materials");
    for (uint32_t i = 0; i < a->materials.count; i++) put_material(e, &a->materials.items[i]);
    wend_json_out_end(j);
}

static void put_mesh(exporter* e, uint32_t exported) {
    const wend_scene_arrays* a = e->a;
    wend_json_out* j = &e->json;
    bool placed = exported < a->instances.count;
    const wend_instance* n = placed ? &a->instances.items[exported] : NULL;
    uint32_t k = placed ? n->mesh : exported - a->instances.count;
    wend_json_out_object(j, NULL);
    wend_json_out_text(j, "name", text_of(e, a->meshes.items[k].name));
    wend_json_out_array(j, "primitives");
    wend_json_out_object(j, NULL);
    wend_json_out_object(j, "attributes");
    wend_json_out_int(j, "POSITION", e->accessor[k]);
    wend_json_out_int(j, "NORMAL", e->accessor[k] + 1);
    wend_json_out_int(j, "TEXCOORD_0", e->accessor[k] + 2);
    if (placed && e->lit) wend_json_out_int(j, "COLOR_0", e->first_color + exported);
    wend_json_out_end(j);
    if (a->meshes.items[k].index_count)
        wend_json_out_int(j, "indices", e->accessor[k] + 3);
    else
        wend_json_out_int(j, "mode", 0);  // points: the mesh has no triangles
    if (placed) wend_json_out_int(j, "material", n->material);
    wend_json_out_end(j);
    wend_json_out_end(j);
    wend_json_out_object(j, "extras");
    wend_json_out_int(j, "mesh", k);
    wend_json_out_end(j);
    wend_json_out_end(j);
}

// ---- JSON: objects ------------------------------------------------------------------------------

static void put_object_extras(exporter* e, const wend_object* o) {
    const wend_scene_arrays* a = e->a;
    wend_json_out* j = &e->json;
    static const char* const relations[] = {
#define X(name, words) words,
        WEND_RELATION_LIST(X)
#undef X
    };
    wend_json_out_object(j, "extras");
    wend_json_out_text(j, "category", wend_category_at((wend_category)o->category)->name);
    if (o->color) wend_json_out_text(j, "color", wend_color_name((wend_color)o->color));
    if (o->material)
        wend_json_out_text(j, "material", wend_material_type_name((wend_material_type)o->material));
    if (o->size) wend_json_out_text(j, "size", wend_size_name((wend_size)o->size));
    if (o->relation) wend_json_out_text(j, "relation", relations[o->relation]);
    if (o->support) wend_json_out_text(j, "support", text_of(e, a->objects.items[o->support].name));
    if (o->room) wend_json_out_text(j, "room", text_of(e, a->rooms.items[o->room].name));
    wend_json_out_number(j, "heading", (double)o->heading);
    wend_json_out_int(j, "flags", o->flags);
    wend_json_out_int(j, "supportId", o->support);
    wend_json_out_int(j, "roomId", o->room);
    wend_json_out_end(j);
}

static void put_transform(wend_json_out* j, const wend_transform* t) {
    const float m[16] = {t->x.x, t->x.y, t->x.z, 0, t->y.x,      t->y.y,      t->y.z,      0,
                         t->z.x, t->z.y, t->z.z, 0, t->origin.x, t->origin.y, t->origin.z, 1};
    const float identity[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
    if (memcmp(m, identity, sizeof m) != 0) put_floats(j, "matrix", m, 16);
}

// Nodes 0, 1, … are the objects; the nodes of their instances follow.
static void export_glb_put_nodes(exporter* e) {
    const wend_scene_arrays* a = e->a;
    wend_json_out* j = &e->json;
    uint32_t first = a->objects.count - 1;
    wend_json_out_array(j, "nodes");
    for (uint32_t i = 1; i < a->objects.count; i++) {
        const wend_object* o = &a->objects.items[i];
        wend_json_out_object(j, NULL);
        wend_json_out_text(j, "name", text_of(e, o->name));
        if (o->instance_count) {
            wend_json_out_array(j, "children");
            for (uint32_t k = 0; k < o->instance_count; k++)
                wend_json_out_int(j, NULL, first + o->first_instance + k);
            wend_json_out_end(j);
        }
        put_object_extras(e, o);
        wend_json_out_end(j);
        wend_json_out_newline(j);
    }
    for (uint32_t i = 0; i < a->instances.count; i++) {
        const wend_instance* n = &a->instances.items[i];
        wend_json_out_object(j, NULL);
        put_transform(j, &n->transform);
        if (a->meshes.items[n->mesh].vertex_count) {
            wend_json_out_int(j, "mesh", e->instance_mesh[i]);
        } else {
            wend_json_out_object(j, "extras");
            wend_json_out_int(j, "mesh", n->mesh);
            wend_json_out_int(j, "material", n->material);
            wend_json_out_end(j);
        }
        wend_json_out_end(j);
    }
    wend_json_out_end(j);
}

// ---- JSON: building -----------------------------------------------------------------------------

static void put_rooms(exporter* e) {
    const wend_scene_arrays* a = e->a;
    wend_json_out* j = &e->json;
    wend_json_out_array(j, "levels");
    for (uint32_t i = 0; i < a->levels.count; i++) {
        wend_json_out_object(j, NULL);
        wend_json_out_number(j, "floor", (double)a->levels.items[i].floor);
        wend_json_out_number(j, "height", (double)a->levels.items[i].height);
        wend_json_out_end(j);
    }
    wend_json_out_end(j);
    wend_json_out_array(j, "rooms");
    for (uint32_t i = 1; i < a->rooms.count; i++) {
        const wend_room* r = &a->rooms.items[i];
        wend_json_out_object(j, NULL);
        wend_json_out_text(j, "name", text_of(e, r->name));
        wend_json_out_text(j, "type", wend_room_type_name((wend_room_type)r->type));
        wend_json_out_int(j, "level", r->level);
        wend_json_out_number(j, "floor", (double)r->floor);
        wend_json_out_number(j, "ceiling", (double)r->ceiling);
        put_floats(j, "corners", &a->corners.items[r->first_corner].x, 2 * (int)r->corner_count);
        wend_json_out_end(j);
    }
    wend_json_out_end(j);
}

static void put_passages(exporter* e) {
    const wend_scene_arrays* a = e->a;
    wend_json_out* j = &e->json;
    wend_json_out_array(j, "doors");
    for (uint32_t i = 0; i < a->doors.count; i++) {
        const wend_door* d = &a->doors.items[i];
        const int32_t rooms[2] = {(int32_t)d->rooms[0], (int32_t)d->rooms[1]};
        wend_json_out_object(j, NULL);
        wend_json_out_int(j, "objectId", d->object);
        wend_json_out_ints(j, "roomIds", rooms, 2);
        put_vec3(j, "center", d->center);
        wend_json_out_number(j, "heading", (double)d->heading);
        wend_json_out_number(j, "width", (double)d->width);
        wend_json_out_number(j, "height", (double)d->height);
        put_vec3(j, "hinge", d->hinge);
        wend_json_out_number(j, "openAngle", (double)d->open_angle);
        wend_json_out_number(j, "openness", (double)d->openness);
        wend_json_out_bool(j, "openable", d->openable);
        wend_json_out_end(j);
    }
    wend_json_out_end(j);
    wend_json_out_array(j, "stairs");
    for (uint32_t i = 0; i < a->stairs.count; i++) {
        const wend_stairs* s = &a->stairs.items[i];
        wend_json_out_object(j, NULL);
        wend_json_out_int(j, "objectId", s->object);
        wend_json_out_int(j, "lowLevel", s->low_level);
        wend_json_out_int(j, "highLevel", s->high_level);
        put_vec3(j, "bottom", s->bottom);
        put_vec3(j, "top", s->top);
        wend_json_out_number(j, "width", (double)s->width);
        wend_json_out_end(j);
    }
    wend_json_out_end(j);
}

static void export_glb_put_scene(exporter* e) {
    const wend_scene_arrays* a = e->a;
    wend_json_out* j = &e->json;
    wend_json_out_int(j, "scene", 0);
    wend_json_out_array(j, "scenes");
    wend_json_out_object(j, NULL);
    wend_json_out_text(j, "name", wend_scene_name(e->scene));
    if (a->objects.count > 1) {
        wend_json_out_array(j, "nodes");
        for (uint32_t i = 1; i < a->objects.count; i++) wend_json_out_int(j, NULL, i - 1);
        wend_json_out_end(j);
    }
    wend_json_out_object(j, "extras");
    wend_json_out_object(j, "wend");
    wend_json_out_int(j, "version", WEND_GLB_VERSION);
    if (e->lit) wend_json_out_int(j, "light", e->light);
    wend_json_out_array(j, "meshes");
    for (uint32_t k = 0; k < a->meshes.count; k++)
        wend_json_out_text(j, NULL, text_of(e, a->meshes.items[k].name));
    wend_json_out_end(j);
    put_rooms(e);
    put_passages(e);
    for (int i = 0; i < 4; i++) wend_json_out_end(j);
}

static bool put_document(exporter* e) {
    wend_json_out* j = &e->json;
    if (!assign_meshes(e)) return false;
    wend_json_out_object(j, NULL);
    wend_json_out_object(j, "asset");
    wend_json_out_text(j, "version", "2.0");
    wend_json_out_text(j, "generator", WEND_GLB_GENERATOR);
    wend_json_out_end(j);
    export_glb_put_scene(e);
    export_glb_put_nodes(e);
    if (!put_accessors(e)) return false;
    wend_json_out_array(j, "meshes");
    for (size_t i = 0; i < e->exported.count; i++) put_mesh(e, e->exported.items[i]);
    wend_json_out_end(j);
    put_looks(e);
    put_views(e);
    wend_json_out_array(j, "buffers");
    wend_json_out_object(j, NULL);
    wend_json_out_int(j, "byteLength", (int64_t)e->binary.count);
    for (int i = 0; i < 3; i++) wend_json_out_end(j);
    return true;
}

// ---- file ---------------------------------------------------------------------------------------

static void put_u32(wend_text_out* out, uint64_t value) {
    uint32_t word = (uint32_t)value;
    wend_text_put_bytes(out, (const char*)&word, sizeof word);
}

static wend_status write_file(exporter* e, const char* path, wend_error* error) {
    wend_text_out* json = &e->json.text;
    while (json->count % 4 && !json->out_of_memory) wend_text_put_bytes(json, " ", 1);
    uint64_t size = 12 + 8 + json->count + 8 + e->binary.count;
    if (size > UINT32_MAX)
        return wend_fail(error, WEND_LIMIT, "%s: a GLB has at most 4 GiB, this scene %llu bytes",
                         path, (unsigned long long)size);
    wend_text_out file = {0};
    wend_text_put_bytes(&file, "glTF", 4);
    put_u32(&file, 2);
    put_u32(&file, size);
    put_u32(&file, json->count);
    wend_text_put_bytes(&file, "JSON", 4);
    wend_text_put_bytes(&file, json->items, json->count);
    put_u32(&file, e->binary.count);
    wend_text_put_bytes(&file, "BIN", 4);
    if (e->binary.count) wend_text_put_bytes(&file, e->binary.items, e->binary.count);
    file.out_of_memory |= json->out_of_memory || e->binary.out_of_memory;
    wend_status status = wend_text_save(&file, path, error);
    wend_text_destroy(&file);
    return status;
}

wend_status wend_scene_export(const wend_scene* scene, const char* path, wend_error* error) {
    if (!wend_scene_get(scene)->indices.count)
        return wend_fail(error, WEND_ARGUMENT, "%s: the scene has no triangle to export", path);
    exporter e = {.scene = scene, .a = wend_scene_get(scene)};
    wend_status status = add_binary(&e, error);
    if (status == WEND_OK && !put_document(&e))
        status = wend_fail(error, WEND_NO_MEMORY, "out of memory while exporting a scene");
    if (status == WEND_OK) status = write_file(&e, path, error);
    wend_json_out_destroy(&e.json);
    wend_text_destroy(&e.binary);
    ARRAY_FREE(&e.views);
    ARRAY_FREE(&e.exported);
    wend_free(e.accessor);
    wend_free(e.instance_mesh);
    return status;
}
