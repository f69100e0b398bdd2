// ProcTHOR's assets: a folder of <AssetId>.glb files and the tables beside it. Belongs to one
// builder; each asset is added to it once, when first asked for.
#ifndef WEND_SCENE_ASSET_STORE_H
#define WEND_SCENE_ASSET_STORE_H

#include "base/json.h"
#include "scene/import.h"

// One primitive of an asset, in the asset's frame: front +z, origin in the middle of its box.
typedef struct asset_part {
    uint32_t mesh, material;
    wend_transform transform;
    int leaf;  // index in leaves; -1: fixed
} asset_part;

// A leaf of a door: it turns about the vertical through its hinge.
typedef struct asset_leaf {
    wend_vec3 hinge;
    wend_aabb box;  // closed
} asset_leaf;

enum { ASSET_MAX_LEAVES = 4 };

typedef struct asset {
    char id[64];
    bool is_missing;  // its one part is a box
    wend_category category;
    wend_stuff stuff;
    wend_aabb box;  // of the mesh, closed
    ARRAY_OF(asset_part) parts;
    asset_leaf leaves[ASSET_MAX_LEAVES];
    int leaf_count;
} asset;

typedef struct asset_store asset_store;

// `folder`: where <AssetId>.glb lie, in it or in its "assets" folder, and the tables, in it or
// above it. A folder without any of them is no error: then everything is missing.
// Every file that is looked for is noted. Nullable: files.
wend_status asset_store_create(scene_builder* b, const wend_import_def* def, const char* folder,
                               companions* files, asset_store** store, wend_error* error);
void asset_store_destroy(asset_store* store);  // Nullable: store.

// The asset, read if need be. One that cannot be read is a box of the size the database gives (or
// of half a metre), and a warning says so. `type`: what the house calls it; Nullable.
wend_status asset_store_get(asset_store* store, const char* id, const char* type,
                            const asset** found, wend_error* error);

// The builder's material for a wall, floor or ceiling: `at` is a name, or {"name":…, "color":…}.
// A missing one is light grey.
wend_status asset_store_material(asset_store* store, const json_at* at, uint32_t* material,
                                 wend_error* error);

#endif
