// Builds a scene: generators and importers add meshes, materials, objects and rooms;
// `scene_builder_finish` creates the immutable scene.
//
// The first failure is kept: every later call does nothing and returns 0, and finish reports it. So
// callers need not check each call.
#ifndef WEND_SCENE_BUILDER_H
#define WEND_SCENE_BUILDER_H

#include "base/array.h"

#include "wend/scene.h"

typedef struct scene_builder {
#define ARRAY(type, field) ARRAY_OF(type) field
    ARRAY(wend_vec3, positions);
    ARRAY(wend_vec3, normals);
    ARRAY(wend_vec2, uvs);
    ARRAY(uint32_t, indices);
    ARRAY(wend_mesh, meshes);
    ARRAY(wend_texture, textures);
    ARRAY(uint32_t, texels);
    ARRAY(wend_material, materials);
    ARRAY(wend_instance, instances);
    ARRAY(uint8_t, light);
    ARRAY(wend_object, objects);
    ARRAY(wend_room, rooms);
    ARRAY(wend_vec2, corners);
    ARRAY(wend_level, levels);
    ARRAY(wend_stairs, stairs);
    ARRAY(wend_door, doors);
    ARRAY(char, texts);
#undef ARRAY
    uint32_t open_mesh;  // index + 1 of the mesh being filled
    wend_status status;  // WEND_OK, or the first failure
} scene_builder;

scene_builder scene_builder_make(void);
// Starts from a copy of a finished scene, without its light.
scene_builder scene_builder_copy(const wend_scene* scene);
void scene_builder_destroy(scene_builder* b);  // safe on {0} and twice

wend_text scene_builder_text(scene_builder* b, const char* text);

// A mesh is begun, filled and ended. Vertex indices are relative to the mesh.
uint32_t scene_builder_mesh_begin(scene_builder* b, const char* name);
uint32_t scene_builder_vertex(scene_builder* b, wend_vec3 position, wend_vec3 normal, wend_vec2 uv);
void scene_builder_triangle(scene_builder* b, uint32_t i, uint32_t j, uint32_t k);
void scene_builder_mesh_end(scene_builder* b);  // removes degenerate triangles; computes the bounds

// Adds a texture and its mips. `pixels` are RGBA, sides powers of two up to 1024. Returns index +
// 1, as in wend_material.texture.
uint32_t scene_builder_texture(scene_builder* b, const char* name, int width, int height,
                               const uint8_t* pixels);
// Adds a material and computes its mean colour. Returns its index.
uint32_t scene_builder_material(scene_builder* b, const char* name, const uint8_t color[4],
                                uint32_t texture, uint32_t flags);

// Returns the object's id. `fields` gives category, words, relation, support, room, heading and
// flags; name, bounds and instances are filled in here and by finish. A name that is taken gets
// "_2", "_3"… appended.
uint32_t scene_builder_object(scene_builder* b, const wend_object* fields, const char* name);
void scene_builder_instance(scene_builder* b, uint32_t object, uint32_t mesh, uint32_t material,
                            wend_transform transform);

uint32_t scene_builder_level(scene_builder* b, float floor, float height);  // index
// Returns the room's id; the outline may be given in either direction.
uint32_t scene_builder_room(scene_builder* b, wend_room_type type, uint32_t level, const char* name,
                            const wend_vec2* corners, int corner_count, float floor, float ceiling);
void scene_builder_stairs(scene_builder* b, const wend_stairs* stairs);
void scene_builder_door(scene_builder* b, const wend_door* door);

// Sorts instances by object, computes bounds, assigns light (128 everywhere unless an importer has
// filled `light`) and checks all indices and values. The builder is empty afterwards, also on
// failure. `where` identifies the source in errors (a file, "house 7").
wend_status scene_builder_finish(scene_builder* b, const char* name, const char* where,
                                 wend_scene** scene, wend_error* error);

#endif
