// Memory layout of a scene: one block with all arrays, copied, hashed, saved and freed as a whole.
#ifndef WEND_SCENE_SCENE_H
#define WEND_SCENE_SCENE_H

#include "wend/scene.h"

// X(type, field of wend_scene_arrays), in the order of the block and of files.
#define SCENE_ARRAY_LIST(X)     \
    X(wend_vec3, positions)     \
    X(wend_vec3, normals)       \
    X(wend_vec2, uvs)           \
    X(uint32_t, indices)        \
    X(wend_mesh, meshes)        \
    X(wend_texture, textures)   \
    X(uint32_t, texels)         \
    X(wend_material, materials) \
    X(wend_instance, instances) \
    X(uint8_t, light)           \
    X(wend_object, objects)     \
    X(wend_room, rooms)         \
    X(wend_vec2, corners)       \
    X(wend_level, levels)       \
    X(wend_stairs, stairs)      \
    X(wend_door, doors)         \
    X(char, texts)

enum {
#define X(type, field) SCENE_ARRAY_##field,
    SCENE_ARRAY_LIST(X)
#undef X
        SCENE_ARRAY_COUNT
};

struct wend_scene {
    wend_scene_arrays arrays;
    void* block;
    uint64_t block_size;
    uint64_t hash;  // of the block and the name
    uint64_t triangles;
    wend_aabb bounds;
    char name[128];
};

// Creates a scene from `block` and takes ownership: arrays of `counts` items, each aligned to 64
// bytes. Files are not trusted: every index, range and number is checked. On failure the block is
// freed. `where` identifies the source in errors.
wend_status scene_adopt(void* block, const uint64_t counts[SCENE_ARRAY_COUNT], const char* name,
                        const char* where, wend_scene** scene, wend_error* error);
// Bytes of a block for these counts, or 0 if more than 2^40.
uint64_t scene_block_size(const uint64_t counts[SCENE_ARRAY_COUNT]);
// Writable light of a scene that is not shared yet; call `scene_rehash` afterwards.
uint8_t* scene_light(wend_scene* scene);
void scene_rehash(wend_scene* scene);
// Offset of array `index` in a block of these counts.
uint64_t scene_array_offset(const uint64_t counts[SCENE_ARRAY_COUNT], int index);

#endif
