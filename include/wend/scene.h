// Scenes: meshes, materials, objects, rooms, levels, stairs and doors.
//
// A `wend_scene` is immutable and shared between threads. The simulator keeps the state of what
// moves (door leaves, carried objects); the scene has their initial places.
//
// Ids of objects and rooms are indices into their arrays; 0 means none, entry 0 is a placeholder.
// All arrays are in one block of memory; texts are offsets into it (`wend_scene_text`).
//
// Owner: src/scene
#ifndef WEND_SCENE_H
#define WEND_SCENE_H

#include "wend/base.h"
#include "wend/category.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct wend_scene wend_scene;
typedef uint32_t wend_text;  // offset of a NUL-terminated string in the scene's text block; 0: ""

// ---- contents ---------------------------------------------------------------------------------

// A triangle mesh, shared by its instances. Counter-clockwise seen from outside.
typedef struct wend_mesh {
    uint32_t first_vertex, vertex_count;  // in positions, normals and uvs
    uint32_t first_index, index_count;    // in indices; 3 a triangle, relative to first_vertex
    wend_aabb bounds;                     // of the vertices, in the mesh's own frame
    wend_text name;
} wend_mesh;

// An image that repeats in both directions, with all mip levels down to 1 x 1.
typedef struct wend_texture {
    uint32_t width, height;  // powers of two, at most 1024
    uint32_t mip_count;
    uint32_t first_texel;  // in texels: level 0, then level 1, …; each row by row from the top
    wend_text name;
} wend_texture;

enum {
    WEND_MATERIAL_DOUBLE_SIDED = 1,  // back faces are rendered
    WEND_MATERIAL_GLASS = 2,         // not rendered, but an obstacle
    WEND_MATERIAL_CUTOUT = 4,        // texels with alpha < 128 are holes
};

typedef struct wend_material {
    uint8_t color[4];  // sRGB and alpha; multiplied with the texture
    uint8_t mean[4];   // sRGB mean of colour times texture
    uint32_t texture;  // index + 1 in textures; 0: none
    uint32_t flags;
    wend_text name;
} wend_material;

// A mesh placed in the world as part of an object.
typedef struct wend_instance {
    wend_transform transform;  // mesh frame to world, initial
    uint32_t mesh, material, object;
    uint32_t first_light;  // in light; one value per vertex of the mesh
} wend_instance;

// Spatial relation of an object to its `support`.
#define WEND_RELATION_LIST(X) \
    X(NONE, "")               \
    X(ON, "on")               \
    X(IN, "in")               \
    X(UNDER, "under")         \
    X(FIXED, "fixed to")

typedef enum wend_relation {
#define X(name, words) WEND_RELATION_##name,
    WEND_RELATION_LIST(X)
#undef X
} wend_relation;

enum {
    WEND_OBJECT_STRUCTURE = 1,  // part of the building: wall, floor, ceiling, stairs, window, frame
    WEND_OBJECT_DOOR = 2,       // a hinged leaf
    WEND_OBJECT_MOVABLE = 4,    // small enough to be picked up
    WEND_OBJECT_HIDDEN = 8,     // inserted: absent until a simulator places it
};

typedef struct wend_object {
    uint16_t category;  // wend_category
    uint8_t color;      // wend_color; 0: none fits
    uint8_t material;   // wend_material_type (material word: wooden, metal, …); 0: unknown
    uint8_t size;       // wend_size: small, tall or 0
    uint8_t relation;   // wend_relation to support
    uint16_t flags;
    uint32_t support;                         // object id; 0: the floor, or nothing
    uint32_t room;                            // room id; 0: outdoors or unknown
    uint32_t first_instance, instance_count;  // in instances, contiguous
    wend_aabb bounds;                         // in the world, initial
    float heading;                            // radians, direction of its front; 0 is -z
    wend_text name;                           // unique in the scene: "mug_3"
} wend_object;

typedef struct wend_room {
    uint16_t type;                        // wend_room_type
    uint16_t level;                       // index in levels
    uint32_t first_corner, corner_count;  // in corners: floor polygon, counter-clockwise from above
    float floor, ceiling;                 // heights, metres
    wend_text name;                       // unique in the scene: "bedroom_2"
} wend_room;

typedef struct wend_level {
    float floor;   // height of the walkable surface, metres
    float height;  // floor to ceiling, metres
} wend_level;

typedef struct wend_stairs {
    uint32_t object;
    uint16_t low_level, high_level;
    wend_vec3 bottom, top;  // ends of the centre line
    float width;
} wend_stairs;

typedef struct wend_door {
    uint32_t object;      // the leaf; 0: an open doorway
    uint32_t rooms[2];    // room ids; 0: outdoors. The leaf's front faces rooms[0]
    wend_vec3 center;     // of the opening, on the floor
    float heading;        // radians: the direction through the door, from rooms[0] to rooms[1]
    float width, height;  // of the opening
    wend_vec3 hinge;      // a point of the vertical hinge axis
    float open_angle;     // radians about +y from closed to fully open; sign is the side
    float openness;       // initial, 0 closed … 1 open; the leaf's instances have this pose
    bool openable;
} wend_door;

// ---- reading a scene --------------------------------------------------------------------------

#define WEND_SPAN(type)    \
    struct {               \
        const type* items; \
        uint32_t count;    \
    }

// The arrays of a scene. Valid until the scene is destroyed.
typedef struct wend_scene_arrays {
    WEND_SPAN(wend_vec3) positions;
    WEND_SPAN(wend_vec3) normals;  // unit, [positions]
    WEND_SPAN(wend_vec2) uvs;      // [positions]; period 1, v grows downwards
    WEND_SPAN(uint32_t) indices;
    WEND_SPAN(wend_mesh) meshes;
    WEND_SPAN(wend_texture) textures;
    WEND_SPAN(uint32_t) texels;  // R, G, B, A bytes in memory order, sRGB
    WEND_SPAN(wend_material) materials;
    WEND_SPAN(wend_instance) instances;  // sorted by object
    // Baked light, one value per vertex of each instance: the colour is multiplied by light / 128.
    WEND_SPAN(uint8_t) light;
    WEND_SPAN(wend_object) objects;  // [0] is none
    WEND_SPAN(wend_room) rooms;      // [0] is none
    WEND_SPAN(wend_vec2) corners;    // x and z
    WEND_SPAN(wend_level) levels;    // from the lowest to the highest
    WEND_SPAN(wend_stairs) stairs;
    WEND_SPAN(wend_door) doors;
    WEND_SPAN(char) texts;
} wend_scene_arrays;

WEND_API const wend_scene_arrays* wend_scene_get(const wend_scene* scene);
WEND_API void wend_scene_destroy(wend_scene* scene);  // Nullable: scene.

WEND_API const char* wend_scene_name(const wend_scene* scene);
WEND_API const char* wend_scene_text(const wend_scene* scene, wend_text text);
WEND_API wend_aabb wend_scene_bounds(const wend_scene* scene);
// Content hash; inserted objects change it.
WEND_API uint64_t wend_scene_hash(const wend_scene* scene);
// The hash without baked light: identifies the scene for runs that do not render.
WEND_API wend_status wend_scene_unlit_hash(const wend_scene* scene, uint64_t* hash,
                                           wend_error* error);
WEND_API uint64_t wend_scene_triangles(const wend_scene* scene);  // over all instances
WEND_API uint64_t wend_scene_memory(const wend_scene* scene);     // bytes

// The room that contains a point, or 0.
WEND_API uint32_t wend_scene_room_at(const wend_scene* scene, wend_vec3 point);
// Floor area, square metres.
WEND_API float wend_scene_room_area(const wend_scene* scene, uint32_t room);
// The id of the object of that name, or 0.
WEND_API uint32_t wend_scene_find_object(const wend_scene* scene, const char* name);
// Transform of an instance of a door leaf at an openness in [0, 1].
WEND_API wend_transform wend_scene_door_transform(const wend_scene* scene, uint32_t door,
                                                  uint32_t instance, float openness);

// ---- generating, importing, saving ------------------------------------------------------------

#define WEND_SCENE_KIND_LIST(X) \
    X(APARTMENT, "apartment")   \
    X(HOUSE, "house")           \
    X(OFFICE, "office")         \
    X(TOWN, "town")             \
    X(ROOM, "room") /* one large, sparsely furnished room */

typedef enum wend_scene_kind {
#define X(name, word) WEND_SCENE_##name,
    WEND_SCENE_KIND_LIST(X)
#undef X
        WEND_SCENE_KIND_COUNT
} wend_scene_kind;

WEND_API const char* wend_scene_kind_name(wend_scene_kind kind);
WEND_API wend_status wend_scene_kind_parse(const char* name, wend_scene_kind* kind,
                                           wend_error* error);

// Parameters of the generator. The same def gives a bit-identical scene on every machine.
typedef struct wend_scene_def {
    uint64_t seed;         // any; default 0
    wend_scene_kind kind;  // default house
    int levels;            // floors, 1 to 3; default 0: drawn from the seed
    int rooms;             // per floor, 4 to 16; default 0: drawn from the seed. Not for town, room
    float detail;          // 0 to 1: about 10k to 100k triangles; up to 4: about 500k; default 0.5
    bool furnish;          // default true
    bool bake;             // bake light; default true
} wend_scene_def;

WEND_API wend_scene_def wend_scene_default_def(void);
WEND_API wend_status wend_scene_generate(const wend_scene_def* def, wend_scene** scene,
                                         wend_error* error);

typedef struct wend_import_def {
    const char* assets;  // ProcTHOR: folder of <AssetId>.glb and the tables. Nullable: searched
                         // next to the house file
    int house;           // ProcTHOR JSON Lines: which line, from 0
    bool bake;           // default true
    float unit;          // metres per unit of the file; default 1
    bool z_up;           // the file's up axis is +z (glTF never; PLY, OBJ often); default false
    wend_warn warn;      // Nullable
    void* warn_context;
} wend_import_def;

WEND_API wend_import_def wend_import_default_def(void);
// Detects the format by content and extension: glTF/GLB, OBJ, PLY, DAE; ProcTHOR JSON and JSON
// Lines (also .gz); .wscene. Nullable: def.
WEND_API wend_status wend_scene_load(const char* path, const wend_import_def* def,
                                     wend_scene** scene, wend_error* error);

// Opens a scene by the reference that commands and episodes use: "house:7" is generated with the
// default def (kind:seed), "houses.jsonl.gz#12" is house 12 of a ProcTHOR file, anything else is a
// file for wend_scene_load. Nullable: def.
WEND_API wend_status wend_scene_open(const char* reference, const wend_import_def* def,
                                     wend_scene** scene, wend_error* error);

// Writes a binary file that loads in milliseconds; versioned and checksummed
// (docs/formats/wscene.md).
WEND_API wend_status wend_scene_save(const wend_scene* scene, const char* path, wend_error* error);
// Loads `path` through a cache folder. A cache entry is valid for the same file, options and
// version of wend; otherwise, or if it is damaged, the source is loaded and cached. Nullable: def.
WEND_API wend_status wend_scene_load_cached(const char* path, const wend_import_def* def,
                                            const char* folder, wend_scene** scene,
                                            wend_error* error);
WEND_API wend_status wend_scene_generate_cached(const wend_scene_def* def, const char* folder,
                                                wend_scene** scene, wend_error* error);
// The same for a reference of wend_scene_open. Nullable: def.
WEND_API wend_status wend_scene_open_cached(const char* reference, const wend_import_def* def,
                                            const char* folder, wend_scene** scene,
                                            wend_error* error);
// Writes GLB with names, categories and rooms in extras (docs/formats/glb.md). Loading it restores
// the scene.
WEND_API wend_status wend_scene_export(const wend_scene* scene, const char* path,
                                       wend_error* error);

// ---- inserted objects -------------------------------------------------------------------------

// An object that a task adds from the catalogue of models, e.g. a goal. It has an id, category and
// name, but is absent until a simulator places it (wend_sim_place), so one scene serves all
// episodes. Inserted objects are no obstacles.
typedef struct wend_inserted_object {
    wend_category category;       // one that has a model
    uint32_t variant;             // shape and appearance, any number; default 0
    wend_color color;             // 0: colour of the variant
    wend_material_type material;  // 0: material of the variant
    wend_vec3 size;               // metres; 0 in an axis: natural size
    int count;                    // copies; 0: one
} wend_inserted_object;

// Replaces `*scene` by a scene with these objects; NULL on failure. Their ids are consecutive in
// the order of `inserted`, starting at wend_scene_first_inserted.
WEND_API wend_status wend_scene_insert_objects(wend_scene** scene,
                                               const wend_inserted_object* inserted, int count,
                                               wend_error* error);
// The id of the first inserted object; the number of objects if there is none.
WEND_API uint32_t wend_scene_first_inserted(const wend_scene* scene);
// True if a simulator can move or hide it: doors, small objects, inserted objects and the goal
// categories of the benchmarks.
WEND_API bool wend_object_can_move(const wend_object* object);

// ---- varied scenes ----------------------------------------------------------------------------

// A catalogue object that a varied scene has in addition.
typedef struct wend_addition {
    const char* name;        // of the object; unique in the scene
    wend_category category;  // one that has a model
    uint32_t variant;        // shape and appearance, any number
    float scale;             // of its natural size; 0: 1
    wend_vec3 at;            // centre of its base
    float heading;           // radians
    const char* support;     // name of the supporting object; NULL: the floor
    wend_relation relation;  // to the support
} wend_addition;

// Differences from the scene that an episode names.
typedef struct wend_variation {
    const char* const* removed;  // names of objects; the objects they support are removed too
    int removed_count;
    const wend_addition* added;
    int added_count;
} wend_variation;

// Creates a copy of `scene` with objects removed and added. Unlike inserted objects, added ones are
// obstacles and cast shadows. WEND_NOT_FOUND if a name is not in the scene. `bake`: bakes light
// again.
WEND_API wend_status wend_scene_vary(const wend_scene* scene, const wend_variation* variation,
                                     bool bake, wend_scene** varied, wend_error* error);
// Content hash: equal variations give equal scenes.
WEND_API uint64_t wend_variation_hash(const wend_variation* variation);

// ---- checking and drawing ---------------------------------------------------------------------

// Problems of a scene, one sentence each. The caller owns `sentences`; `count` may exceed
// `capacity`.
typedef struct wend_problems {
    char (*sentences)[200];
    int capacity, count;
} wend_problems;

WEND_API void wend_problems_add(wend_problems* problems, const char* format, ...)
    __attribute__((format(printf, 2, 3)));

// Checks that objects neither intersect nor float and that floors have no holes; doors are tested
// closed and open. wend_navmesh_check tests whether every room can be reached.
WEND_API wend_status wend_scene_check(const wend_scene* scene, wend_problems* problems,
                                      wend_error* error);

// Draws the floor plan of a level: walls, doors, furniture, room names, scale bar. SVG if the path
// ends in .svg, else PNG. At most 16384 pixels per side.
WEND_API wend_status wend_scene_draw(const wend_scene* scene, int level, float pixels_per_metre,
                                     const char* path, wend_error* error);

#ifdef __cplusplus
}
#endif
#endif
