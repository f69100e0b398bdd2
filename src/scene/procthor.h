// A ProcTHOR house while it is being built. Its frame is Unity's (left-handed, y up); everything
// here is already in ours: x is mirrored, G = (-x, y, z). [shared facts: docs/importing.md]
#ifndef WEND_SCENE_PROCTHOR_H
#define WEND_SCENE_PROCTHOR_H

#include "base/arena.h"
#include "scene/asset_store.h"

typedef struct procthor_room {
    const char* id;  // "room|4"; lives as the document
    uint32_t room;
    const wend_vec2* corners;  // in the house's arena
    int corner_count;
} procthor_room;

typedef struct procthor_wall {
    const char* id;
    wend_vec3 p0, along;  // lower corner and unit direction; the front is along x up
    float length, height;
    bool is_empty, is_exterior;
    uint32_t room;                                     // its front looks into it; 0: outdoors
    float hole_left, hole_right, hole_low, hole_high;  // none when left >= right
    uint32_t material;
} procthor_wall;

typedef struct procthor_house {
    scene_builder* b;
    asset_store* store;
    import_budget* budget;
    const wend_import_def* def;
    arena memory;
    float height;  // of the highest wall
    procthor_room* rooms;
    int room_count;
    procthor_wall* walls;
    int wall_count;
} procthor_house;

// Rooms and walls are read first, then doors and windows cut their holes, then all is built.
wend_status procthor_read_rooms(procthor_house* h, const json_at* house, wend_error* error);
wend_status procthor_read_walls(procthor_house* h, const json_at* house, wend_error* error);
wend_status procthor_add_doors(procthor_house* h, const json_at* house, wend_error* error);
wend_status procthor_add_windows(procthor_house* h, const json_at* house, wend_error* error);
wend_status procthor_build_walls(procthor_house* h, wend_error* error);
wend_status procthor_build_floors(procthor_house* h, const json_at* house, wend_error* error);

// The room around a point, or 0.
uint32_t procthor_room_at(const procthor_house* h, wend_vec3 point);
const procthor_room* procthor_find_room(const procthor_house* h, const char* id);  // NULL: none
wend_status procthor_point(const json_at* at, wend_vec3* point, wend_error* error);
// Adds the fixed parts of an asset as instances of `object`.
void procthor_place(procthor_house* h, const asset* a, uint32_t object,
                    const wend_transform* world);
// "dining table" becomes "dining_table".
void procthor_name(wend_category category, char out[IMPORT_NAME_SIZE]);

#endif
