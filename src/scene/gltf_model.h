// What a glTF file shows: its tree of nodes with where they stand in the world, and its meshes,
// materials and pictures, each added to a builder once, when first asked for.
#ifndef WEND_SCENE_GLTF_MODEL_H
#define WEND_SCENE_GLTF_MODEL_H

#include "scene/gltf.h"
#include "scene/import.h"

typedef struct gltf_node {
    int parent;  // GLTF_NONE at the top
    int mesh;    // GLTF_NONE: shows nothing itself
    wend_transform world;
} gltf_node;

// One primitive of one node.
typedef struct gltf_part {
    int node;
    uint32_t mesh;  // in the builder
    int material;   // in the file; GLTF_NONE: the default one
} gltf_part;

// A primitive that was added already: which accessors, and whether turned inside out for nodes
// that mirror.
typedef struct gltf_shape {
    int position, normal, uv, indices, mode;
    bool mirrored;
    uint32_t mesh;
    uint32_t next;  // shape of the same positions, index + 1
} gltf_shape;

typedef struct gltf_model {
    const gltf_file* file;
    scene_builder* b;
    import_budget* budget;
    arena memory;  // the arrays without a capacity
    json_at node_array, mesh_array, material_array, texture_array, image_array;
    int node_count, mesh_count, material_count, texture_count, image_count;
    gltf_node* nodes;
    int* order;  // nodes of the scene, parents before children
    int order_count;
    ARRAY_OF(gltf_part) parts;  // by the order of their nodes
    ARRAY_OF(gltf_shape) shapes;
    uint32_t* first_shape;     // by accessor of positions, index + 1
    import_picture* pictures;  // one an image
    bool* picture_read;
    uint32_t* materials;  // two a material: seen through if the file says so, never; index + 1
} gltf_model;

// Reads the tree and adds every mesh in it. `top` stands above all nodes. The file must outlive the
// model, and the model must not move.
wend_status gltf_model_read(const gltf_file* file, scene_builder* b, import_budget* budget,
                            const wend_transform* top, gltf_model* model, wend_error* error);
void gltf_model_destroy(gltf_model* model);  // safe on {0} and twice

// The material of a part, added when first asked for. Without `may_be_clear` it is never glass: a
// bottle must be seen.
wend_status gltf_model_material(gltf_model* model, int material, bool may_be_clear, uint32_t* index,
                                wend_error* error);
wend_status gltf_model_node(const gltf_model* model, int node, json_at* at, wend_error* error);

#endif
