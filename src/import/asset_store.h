// ProcTHOR assets: a folder of <AssetId>.glb files and its tables. Belongs to one builder; each
// asset is added once, at its first use.
#ifndef WEND_IMPORT_ASSET_STORE_H
#define WEND_IMPORT_ASSET_STORE_H

#include "base/json.h"
#include "import/import.h"

// One primitive of an asset, in the asset's frame: front +z, origin at the centre of its box.
typedef struct asset_part {
    uint32_t mesh, material;
    wend_transform transform;
    int leaf;  // index in leaves; -1: fixed
} asset_part;

// A door leaf. It rotates about the vertical axis through its hinge.
typedef struct asset_leaf {
    wend_vec3 hinge;
    wend_aabb box;  // in the closed state
} asset_leaf;

enum { ASSET_MAX_LEAVES = 4 };

typedef struct asset {
    char id[64];
    bool is_missing;  // replaced by its bounding box
    wend_category category;
    wend_material_type material;
    wend_aabb box;  // of the mesh, in the closed state
    ARRAY_OF(asset_part) parts;
    asset_leaf leaves[ASSET_MAX_LEAVES];
    int leaf_count;
} asset;

typedef struct asset_store asset_store;

// `folder` contains <AssetId>.glb, directly or in its folder "assets"; the tables are in it or in
// its parent. If none of them exists, all assets are missing; that is not an error. Every file that
// is searched is recorded in `files`. Nullable: files.
wend_status asset_store_create(scene_builder* b, const wend_import_def* def, const char* folder,
                               companions* files, asset_store** store, wend_error* error);
void asset_store_destroy(asset_store* store);  // Nullable: store.

// The asset, read at its first use. One that cannot be read is replaced by a box of the size in the
// database (default 0.5 m), with a warning. `type`: object type in the house. Nullable: type.
wend_status asset_store_get(asset_store* store, const char* id, const char* type,
                            const asset** found, wend_error* error);

// The material of a wall, floor or ceiling: `at` is a name, or {"name":…, "color":…}. A missing one
// is light grey.
wend_status asset_store_material(asset_store* store, const json_at* at, uint32_t* material,
                                 wend_error* error);

#endif
