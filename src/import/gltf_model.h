// The content of a glTF file: its node tree with world transforms, and its meshes, materials and
// images, each added to a builder once, at its first use.
#ifndef WEND_IMPORT_GLTF_MODEL_H
#define WEND_IMPORT_GLTF_MODEL_H

#include "import/gltf.h"
#include "import/import.h"

typedef struct gltf_node {
    int parent;  // GLTF_NONE at the top
    int mesh;    // GLTF_NONE: no geometry
    wend_transform world;
} gltf_node;

// One primitive of one node.
typedef struct gltf_part {
    int node;
    uint32_t mesh;  // in the builder
    int material;   // in the file; GLTF_NONE: the default one
} gltf_part;

// A primitive that is in the builder: its accessors, and whether its winding is reversed for nodes
// that mirror.
typedef struct gltf_shape {
    int position, normal, uv, indices, mode;
    bool mirrored;
    uint32_t mesh;
    uint32_t next;  // shape with the same positions, index + 1
} gltf_shape;

typedef struct gltf_model {
    const gltf_file* file;
    scene_builder* b;
    import_budget* budget;
    arena memory;  // owns the arrays without a capacity
    json_at node_array, mesh_array, material_array, texture_array, image_array;
    int node_count, mesh_count, material_count, texture_count, image_count;
    gltf_node* nodes;
    int* order;  // nodes of the scene, parents before children
    int order_count;
    ARRAY_OF(gltf_part) parts;  // in the order of their nodes
    ARRAY_OF(gltf_shape) shapes;
    uint32_t* first_shape;     // [accessors]: shape with these positions, index + 1
    import_picture* pictures;  // [images]
    bool* picture_read;
    uint32_t* materials;  // [materials + 1][2]: opaque, possibly glass; the last one is the
                          // default; index + 1
} gltf_model;

// Reads the tree and adds its meshes. `top` is the parent transform of all roots. The file must
// outlive the model, and the model must not be moved.
wend_status gltf_model_read(const gltf_file* file, scene_builder* b, import_budget* budget,
                            const wend_transform* top, gltf_model* model, wend_error* error);
void gltf_model_destroy(gltf_model* model);  // safe on {0} and twice

// The material of a part, added at its first use. Without `may_be_clear` it is never glass, so that
// e.g. a bottle is rendered.
wend_status gltf_model_material(gltf_model* model, int material, bool may_be_clear, uint32_t* index,
                                wend_error* error);
wend_status gltf_model_node(const gltf_model* model, int node, json_at* at, wend_error* error);

#endif
