// Layout of a town before geometry is built: streets, lots and the use of each lot.
//
// One main street along x, crossed by zero to two streets along z; lots on both sides of the main
// street; a hedge around the town. All coordinates are integer centimetres, so adjacent patches of
// ground share their edges exactly.
#ifndef WEND_GENERATE_TOWN_PLAN_H
#define WEND_GENERATE_TOWN_PLAN_H

#include "base/array.h"
#include "generate/house.h"

enum {
    TOWN_MAX_LOTS = 16,
    TOWN_MAX_STREETS = 3,  // [0] is the main street
    TOWN_MIN_BUILDINGS = 4,
    TOWN_MAX_BUILDINGS = 10,
};

// Lengths in centimetres.
enum {
    TOWN_PAVEMENT_WIDTH = 240,  // includes the kerb
    TOWN_BAY = 560,             // length of a parking bay; the first one is at TOWN_BAY_START
    TOWN_BAY_START = 300,
    TOWN_STALL = 280,  // width of a stall in a car park; the first one starts at TOWN_STALL_START
    TOWN_STALL_START = 20,
    TOWN_YARD_EDGE = 150,  // grass around a car park
};

// Heights in metres. Ground floors are at 0; all ground except carriageways is one step lower.
#define TOWN_YARD_Y   (-0.06f)
#define TOWN_STREET_Y (-0.18f)

typedef struct town_rect {
    int x0, z0, x1, z1;  // centimetres, x0 < x1 and z0 < z1
} town_rect;

// X(NAME, surface, category, height, "object name")
#define TOWN_GROUND_LIST(X)                                \
    X(GRASS, GRASS, GRASS, TOWN_YARD_Y, "lawn")            \
    X(STREET, ASPHALT, STREET, TOWN_STREET_Y, "street")    \
    X(PAVEMENT, PAVING, PAVEMENT, TOWN_YARD_Y, "pavement") \
    X(KERB, CONCRETE, PAVEMENT, TOWN_YARD_Y, "kerb")       \
    X(PATH, PAVING, PAVEMENT, TOWN_YARD_Y, "path")         \
    X(DRIVE, CONCRETE, GROUND, TOWN_YARD_Y, "driveway")    \
    X(CAR_PARK, ASPHALT, GROUND, TOWN_YARD_Y, "car park")

typedef enum town_ground {
#define X(name, surface, category, height, words) TOWN_##name,
    TOWN_GROUND_LIST(X)
#undef X
        TOWN_HOLE,  // footprint of a building: no ground
} town_ground;

// A piece of ground. Where patches overlap, the later one wins.
typedef struct town_patch {
    town_rect rect;
    town_ground ground;
} town_patch;

typedef enum town_lot_kind {
    TOWN_BUILDING,
    TOWN_PARK,
    TOWN_PARKING,
} town_lot_kind;

typedef struct town_lot {
    town_lot_kind kind;
    town_rect rect;
    int toward;      // direction of the street: +1 higher z, -1 lower z
    int building;    // index in buildings, if kind is TOWN_BUILDING
    bool is_fenced;  // fenced from the front of the house to the back
} town_lot;

typedef struct town_building {
    house_plan plan;
    house_placement place;
    town_rect footprint;  // between outer faces
    int door_x, door_z;   // centimetres: middle of the threshold on the outer face
} town_building;

typedef struct town_street {
    town_rect rect;  // the carriageway
    bool along_x;
} town_street;

typedef struct town_plan {
    town_rect rect;  // area inside the hedge
    town_street streets[TOWN_MAX_STREETS];
    int street_count;
    town_lot lots[TOWN_MAX_LOTS];
    int lot_count;
    town_building* buildings;
    int building_count;
    ARRAY_OF(town_patch) patches;
} town_plan;

// Generates a plan. Deterministic in `def`.
wend_status town_plan_make(const wend_scene_def* def, town_plan* plan, wend_error* error);
void town_plan_destroy(town_plan* plan);  // safe on {0} and twice

static inline bool town_rect_overlaps(town_rect a, town_rect b) {
    return a.x0 < b.x1 && b.x0 < a.x1 && a.z0 < b.z1 && b.z0 < a.z1;
}
static inline town_rect town_rect_grown(town_rect r, int by) {
    return (town_rect){r.x0 - by, r.z0 - by, r.x1 + by, r.z1 + by};
}

#endif
