// State of the import of a ProcTHOR house. ProcTHOR uses Unity's frame (left-handed, y up). All
// values here are converted to wend's: x is mirrored, (x, y, z) -> (-x, y, z). [docs/importing.md]
#ifndef WEND_IMPORT_PROCTHOR_H
#define WEND_IMPORT_PROCTHOR_H

#include "base/arena.h"
#include "import/asset_store.h"

typedef struct procthor_room {
    const char* id;  // "room|4"; owned by the JSON document
    uint32_t room;
    const wend_vec2* corners;  // owned by the house's arena
    int corner_count;
} procthor_room;

typedef struct procthor_wall {
    const char* id;
    wend_vec3 p0, along;  // lower corner and unit direction; the front normal is along x up
    float length, height;
    bool is_empty, is_exterior;
    uint32_t room;                                     // faced by the front; 0: outdoors
    float hole_left, hole_right, hole_low, hole_high;  // no hole if left >= right
    uint32_t material;
} procthor_wall;

typedef struct procthor_house {
    scene_builder* b;
    asset_store* store;
    import_budget* budget;
    const wend_import_def* def;
    arena memory;
    float height;  // of the highest wall, metres
    procthor_room* rooms;
    int room_count;
    procthor_wall* walls;
    int wall_count;
} procthor_house;

// Call order: rooms, walls, doors and windows (cut holes into walls), then the geometry.
wend_status procthor_read_rooms(procthor_house* h, const json_at* house, wend_error* error);
wend_status procthor_read_walls(procthor_house* h, const json_at* house, wend_error* error);
wend_status procthor_add_doors(procthor_house* h, const json_at* house, wend_error* error);
wend_status procthor_add_windows(procthor_house* h, const json_at* house, wend_error* error);
wend_status procthor_build_walls(procthor_house* h, wend_error* error);
wend_status procthor_build_floors(procthor_house* h, const json_at* house, wend_error* error);

// The room that contains a point; 0: none.
uint32_t procthor_room_at(const procthor_house* h, wend_vec3 point);
const procthor_room* procthor_find_room(const procthor_house* h, const char* id);  // NULL: none
wend_status procthor_point(const json_at* at, wend_vec3* point, wend_error* error);
// Adds the fixed parts of an asset as instances of `object`.
void procthor_place(procthor_house* h, const asset* a, uint32_t object,
                    const wend_transform* world);
// Object name of a category: "dining table" becomes "dining_table".
void procthor_name(wend_category category, char out[IMPORT_NAME_SIZE]);

#endif
