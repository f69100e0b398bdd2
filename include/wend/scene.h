// The immutable world: meshes, materials, objects, rooms, levels, stairs and doors.
//
// A `wend_scene` never changes after it was made and may be read by any number of threads. What
// moves (a door's leaf, a carried thing) is the simulator's; the scene says where it starts.
//
// Ids of objects and rooms are indices into their arrays, and 0 means none: entry 0 of both arrays
// is a placeholder. All arrays lie in one block, and texts are offsets into it (`wend_scene_text`).
#ifndef WEND_SCENE_H
#define WEND_SCENE_H

#include "wend/base.h"
#include "wend/category.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct wend_scene wend_scene;
typedef uint32_t wend_text;  // offset of a NUL-terminated string in the scene's text block; 0: ""

// ---- what a scene holds -----------------------------------------------------------------------

// Triangles of one shape, shared by all its instances. Counter-clockwise seen from outside.
typedef struct wend_mesh {
    uint32_t first_vertex, vertex_count;  // in positions, normals and uvs
    uint32_t first_index, index_count;    // in indices; 3 a triangle, relative to first_vertex
    wend_aabb bounds;                     // of the vertices, in the mesh's own frame
    wend_text name;
} wend_mesh;

// A picture that repeats in both directions, with all its mips down to 1 x 1.
typedef struct wend_texture {
    uint32_t width, height;  // powers of two, at most 1024
    uint32_t mip_count;
    uint32_t first_texel;  // in texels: level 0, then level 1, …; each row by row from the top
    wend_text name;
} wend_texture;

enum {
    WEND_MATERIAL_DOUBLE_SIDED = 1,  // back faces are seen too
    WEND_MATERIAL_GLASS = 2,         // seen through: not drawn, but a body cannot pass
    WEND_MATERIAL_CUTOUT = 4,        // texels with alpha < 128 are holes
};

typedef struct wend_material {
    uint8_t color[4];  // sRGB and alpha; multiplied with the texture
    uint8_t mean[4];   // sRGB mean of colour times texture: what the surface looks like from far
    uint32_t texture;  // index + 1 in textures; 0: none
    uint32_t flags;
    wend_text name;
} wend_material;

// A mesh placed in the world as part of an object.
typedef struct wend_instance {
    wend_transform transform;  // mesh frame to world, as the scene starts
    uint32_t mesh, material, object;
    uint32_t first_light;  // in light: one value a vertex of the mesh
} wend_instance;

// What an object stands on or in, lies under or hangs from: the relation to `support`.
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
    WEND_OBJECT_DOOR = 2,       // a leaf that turns
    WEND_OBJECT_MOVABLE = 4,    // small enough to be picked up
    WEND_OBJECT_HIDDEN = 8,     // a guest: not there until a simulator places it
};

typedef struct wend_object {
    uint16_t category;  // wend_category
    uint8_t color;      // wend_color, the word a person would use; 0: none fits
    uint8_t stuff;      // wend_stuff: wooden, metal, …; 0: unknown
    uint8_t size;       // wend_size: small, tall or 0
    uint8_t relation;   // wend_relation to support
    uint16_t flags;
    uint32_t support;                         // object id; 0: the floor, or nothing
    uint32_t room;                            // room id; 0: outdoors or unknown
    uint32_t first_instance, instance_count;  // an object's instances are neighbours
    wend_aabb bounds;                         // in the world, as the scene starts
    float heading;                            // radians: where the front points (0 looks along -z)
    wend_text name;                           // unique in the scene: "mug_3"
} wend_object;

typedef struct wend_room {
    uint16_t type;   // wend_room_type
    uint16_t level;  // index in levels
    uint32_t first_corner,
        corner_count;      // in corners: the floor's outline, counter-clockwise from above
    float floor, ceiling;  // heights in metres
    wend_text name;        // unique in the scene: "bedroom_2"
} wend_room;

typedef struct wend_level {
    float floor;   // height of the walking surface
    float height;  // floor to ceiling
} wend_level;

typedef struct wend_stairs {
    uint32_t object;
    uint16_t low_level, high_level;
    wend_vec3 bottom, top;  // where one steps on and off, middle of the flight
    float width;
} wend_stairs;

typedef struct wend_door {
    uint32_t object;      // the leaf; 0: a doorway without one
    uint32_t rooms[2];    // room ids; 0: outdoors. The leaf's front faces rooms[0]
    wend_vec3 center;     // of the opening, on the floor
    float heading;        // radians: the direction through the door, from rooms[0] to rooms[1]
    float width, height;  // of the opening
    wend_vec3 hinge;      // a point of the vertical hinge axis
    float open_angle;     // radians about +y from closed to fully open; sign is the side
    float openness;       // as the scene starts: 0 closed … 1 open. The leaf's instances stand so
    bool openable;
} wend_door;

// ---- reading a scene --------------------------------------------------------------------------

#define WEND_SPAN(type)    \
    struct {               \
        const type* items; \
        uint32_t count;    \
    }

// Everything in a scene, as arrays. Valid as long as the scene is.
typedef struct wend_scene_arrays {
    WEND_SPAN(wend_vec3) positions;
    WEND_SPAN(wend_vec3) normals;  // unit; one a position
    WEND_SPAN(wend_vec2) uvs;      // one a position; texture repeats each 1; v grows downwards
    WEND_SPAN(uint32_t) indices;
    WEND_SPAN(wend_mesh) meshes;
    WEND_SPAN(wend_texture) textures;
    WEND_SPAN(uint32_t) texels;  // R, G, B, A bytes in memory order, sRGB
    WEND_SPAN(wend_material) materials;
    WEND_SPAN(wend_instance) instances;  // sorted by object
    WEND_SPAN(uint8_t)
    light;  // baked, one a vertex of each instance: 128 leaves the colour as
            // it is, 0 is black, 255 about twice as bright
    WEND_SPAN(wend_object) objects;  // [0] is none
    WEND_SPAN(wend_room) rooms;      // [0] is none
    WEND_SPAN(wend_vec2) corners;    // x and z
    WEND_SPAN(wend_level) levels;    // from the lowest up
    WEND_SPAN(wend_stairs) stairs;
    WEND_SPAN(wend_door) doors;
    WEND_SPAN(char) texts;
} wend_scene_arrays;

WEND_API const wend_scene_arrays* wend_scene_get(const wend_scene* scene);
WEND_API void wend_scene_destroy(wend_scene* scene);  // Nullable: scene.

WEND_API const char* wend_scene_name(const wend_scene* scene);
WEND_API const char* wend_scene_text(const wend_scene* scene, wend_text text);
WEND_API wend_aabb wend_scene_bounds(const wend_scene* scene);
// Of every byte that matters; a scene with guests has another hash than without.
WEND_API uint64_t wend_scene_hash(const wend_scene* scene);
// The hash it would have if no light had been baked: what a run without eyes has seen of it.
WEND_API wend_status wend_scene_unlit_hash(const wend_scene* scene, uint64_t* hash,
                                           wend_error* error);
WEND_API uint64_t wend_scene_triangles(const wend_scene* scene);  // instanced, as they are drawn
WEND_API uint64_t wend_scene_memory(const wend_scene* scene);     // bytes

// The room around a point (feet or eye), or 0.
WEND_API uint32_t wend_scene_room_at(const wend_scene* scene, wend_vec3 point);
// Area of a room's floor in square metres.
WEND_API float wend_scene_room_area(const wend_scene* scene, uint32_t room);
// The id of the object or room of that name, or 0.
WEND_API uint32_t wend_scene_find_object(const wend_scene* scene, const char* name);
WEND_API uint32_t wend_scene_find_room(const wend_scene* scene, const char* name);
// Where an instance of a door's leaf stands when the door is open by `openness` (0 … 1).
WEND_API wend_transform wend_scene_door_transform(const wend_scene* scene, uint32_t door,
                                                  uint32_t instance, float openness);

// ---- making scenes ----------------------------------------------------------------------------

#define WEND_SCENE_KIND_LIST(X) \
    X(APARTMENT, "apartment")   \
    X(HOUSE, "house")           \
    X(OFFICE, "office")         \
    X(TOWN, "town")             \
    X(ROOM, "room") /* one large room with little in it */

typedef enum wend_scene_kind {
#define X(name, word) WEND_SCENE_##name,
    WEND_SCENE_KIND_LIST(X)
#undef X
        WEND_SCENE_KIND_COUNT
} wend_scene_kind;

WEND_API const char* wend_scene_kind_name(wend_scene_kind kind);
WEND_API wend_status wend_scene_kind_find(const char* name, wend_scene_kind* kind,
                                          wend_error* error);

// How a scene is generated. The same def gives the same bytes, everywhere.
typedef struct wend_scene_def {
    uint64_t seed;         // any; default 0
    wend_scene_kind kind;  // default house
    int levels;            // 1 to 3 floors; default 0: as the seed wants
    int rooms;     // 4 to 16 a floor; default 0: as the seed wants. Towns and rooms ignore it
    float detail;  // 0 coarse … 1 fine (about 10k … 100k triangles); default 0.5. Up to 4
                   // for benchmarks (about 500k)
    bool furnish;  // default true
    bool bake;     // bake light; default true
} wend_scene_def;

WEND_API wend_scene_def wend_scene_default_def(void);
WEND_API wend_status wend_scene_generate(const wend_scene_def* def, wend_scene** scene,
                                         wend_error* error);

typedef struct wend_import_def {
    const char* assets;  // ProcTHOR: folder of <AssetId>.glb and the tables. Nullable: looked for
                         // beside the house file
    int house;           // ProcTHOR JSON Lines: which line, from 0
    bool bake;           // default true
    float unit;          // metres a unit of the file; default 1
    bool z_up;           // the file's up axis is +z (glTF never; PLY, OBJ often); default false
    wend_warn warn;      // Nullable
    void* warn_context;
} wend_import_def;

WEND_API wend_import_def wend_import_default_def(void);
// By content and ending: glTF/GLB, OBJ, PLY, DAE; ProcTHOR JSON and JSON Lines (.gz too); wend's
// own cache files. Nullable: def.
WEND_API wend_status wend_scene_load(const char* path, const wend_import_def* def,
                                     wend_scene** scene, wend_error* error);

// A scene by reference, as commands and episodes name it: "house:7" is generated with the default
// def (kind:seed), "houses.jsonl.gz#12" is house 12 of a ProcTHOR file, anything else is a file for
// wend_scene_load. Nullable: def.
WEND_API wend_status wend_scene_open(const char* reference, const wend_import_def* def,
                                     wend_scene** scene, wend_error* error);

// A binary file that loads in milliseconds; versioned and checksummed (docs/formats/wscene.md).
WEND_API wend_status wend_scene_save(const wend_scene* scene, const char* path, wend_error* error);
// Loads `path` through a folder of cache files: the cached scene when it is fresh, else the source,
// whose scene is then kept. Fresh means: same file, same options, same wend; a damaged cache is
// made again. Nullable: def.
WEND_API wend_status wend_scene_load_cached(const char* path, const wend_import_def* def,
                                            const char* folder, wend_scene** scene,
                                            wend_error* error);
WEND_API wend_status wend_scene_generate_cached(const wend_scene_def* def, const char* folder,
                                                wend_scene** scene, wend_error* error);
// The same by reference, as wend_scene_open reads it. Nullable: def.
WEND_API wend_status wend_scene_open_cached(const char* reference, const wend_import_def* def,
                                            const char* folder, wend_scene** scene,
                                            wend_error* error);
// GLB with names, categories and rooms in extras (docs/formats/glb.md); loading it gives the scene
// back.
WEND_API wend_status wend_scene_export(const wend_scene* scene, const char* path,
                                       wend_error* error);

// ---- guests -----------------------------------------------------------------------------------

// A thing that a task brings along, from the generator's catalogue of models. It is an object like
// any other (id, category, name), but not there until a simulator places it (wend_sim_place), so
// one scene serves every episode. Nothing else of the scene changes; guests block nobody's way.
typedef struct wend_guest {
    wend_category category;  // one that has a model
    uint32_t variant;        // shape and look: any number; default 0
    wend_color color;        // 0: as the variant comes
    wend_stuff stuff;        // 0: as the variant comes
    wend_vec3 size;          // metres; 0 in an axis: natural
    int count;               // so many of it; 0: one
} wend_guest;

// Puts another scene with these guests in the place of `*scene`; on failure it is NULL. Their ids
// follow each other in the order of `guests`, from wend_scene_first_guest on.
WEND_API wend_status wend_scene_add_guests(wend_scene** scene, const wend_guest* guests, int count,
                                           wend_error* error);
// The id of the first guest; the number of objects where there are none.
WEND_API uint32_t wend_scene_first_guest(const wend_scene* scene);
// Whether a simulator can put it elsewhere or take it away: doors, what a hand can carry, guests,
// and everything that a benchmark makes a goal of.
WEND_API bool wend_object_can_move(const wend_object* object);

// ---- varied scenes ----------------------------------------------------------------------------

// A thing of the generator's catalogue that a varied scene has more.
typedef struct wend_addition {
    const char* name;        // of the object; unique in the scene
    wend_category category;  // one that has a model
    uint32_t variant;        // shape and look, any number
    float scale;             // of its natural size; 0: 1
    wend_vec3 at;            // the point it stands on, under its middle
    float heading;           // radians
    const char* support;     // name of what it stands on or in; NULL: the floor
    wend_relation relation;  // to the support
} wend_addition;

// What is otherwise than in the scene that an episode names.
typedef struct wend_variation {
    const char* const* removed;  // names of objects; what stands on or in them goes too
    int removed_count;
    const wend_addition* added;
    int added_count;
} wend_variation;

// Another scene with everything of `scene` but what is removed, and with what is added: a place
// like any other, whose things block ways and cast shadows. WEND_NOT_FOUND when a name is none of
// the scene's. `bake`: its light is worked out anew.
WEND_API wend_status wend_scene_vary(const wend_scene* scene, const wend_variation* variation,
                                     bool bake, wend_scene** varied, wend_error* error);
// Of everything in it: equal ones give equal scenes.
WEND_API uint64_t wend_variation_hash(const wend_variation* variation);

// ---- looking at scenes ------------------------------------------------------------------------

// What is wrong with a scene, a sentence each. The caller owns `sentences`; `count` goes on
// counting when they are full.
typedef struct wend_problems {
    char (*sentences)[200];
    int capacity, count;
} wend_problems;

WEND_API void wend_problems_add(wend_problems* problems, const char* format, ...)
    __attribute__((format(printf, 2, 3)));

// Tests what a place must be: nothing intersects, nothing floats, floors have no holes. Doors are
// tried closed and open. (Whether every room can be reached is the navmesh's to say:
// wend_navmesh_check.)
WEND_API wend_status wend_scene_check(const wend_scene* scene, wend_problems* problems,
                                      wend_error* error);

// The plan of one level, seen from above: walls, doors, furniture, room names, scale bar. A path
// that ends in .svg gives SVG, any other PNG. At most 16384 pixels a side.
WEND_API wend_status wend_scene_draw(const wend_scene* scene, int level, float pixels_per_metre,
                                     const char* path, wend_error* error);

#ifdef __cplusplus
}
#endif
#endif
