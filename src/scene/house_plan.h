// The plan of a building before anything is built: rooms as rectangles, and the openings in the
// walls between them.
//
// All lengths are whole decimetres, so that walls, holes and floors share their edges exactly. A
// room's rectangle runs along the middle of its walls; z grows from the front to the back: the
// front wall's middle is at z = 0, and the front door looks along -z.
#ifndef WEND_SCENE_HOUSE_PLAN_H
#define WEND_SCENE_HOUSE_PLAN_H

#include "wend/scene.h"

enum {
    PLAN_MAX_LEVELS = 3,
    PLAN_MAX_ROOMS = 60,
    PLAN_MAX_OPENINGS = 400,
    PLAN_MIN_WIDTH = 8,   // metres a building needs in x (outer faces)
    PLAN_MIN_DEPTH = 10,  // and in z
};

// Metres. Inner walls are twice as thick as INNER; outer walls reach INNER inwards, OUTER outwards.
#define PLAN_WALL_INNER 0.06f
#define PLAN_WALL_OUTER 0.24f
#define PLAN_CEILING    2.6f
#define PLAN_SLAB       0.3f
#define PLAN_STOREY     (PLAN_CEILING + PLAN_SLAB)

typedef struct house_def {
    wend_scene_kind kind;        // apartment, house or office; default house
    int levels;                  // 1 to 3; default 0: as the seed wants
    int rooms;                   // 4 to 16 a floor; default 0: as the seed wants
    float max_width, max_depth;  // metres between outer faces; default 0: no limit. At least
                                 // PLAN_MIN_WIDTH and PLAN_MIN_DEPTH; rooms that do not fit are
                                 // left out
    float detail;                // as in wend_scene_def; default 0.5
    bool furnish;                // default true
    float fullness;  // share of what is not indispensable that stands and lies about, 0 to 1;
                     // default 1
    bool roof;       // default false: nobody sees a lone house from above
} house_def;

typedef struct plan_rect {
    int x0, z0, x1, z1;  // decimetres, x0 < x1 and z0 < z1; {0}: none
} plan_rect;

typedef struct plan_room {
    wend_room_type type;
    int level;
    plan_rect rect;
} plan_room;

typedef enum plan_opening_kind {
    PLAN_DOOR,     // with a leaf
    PLAN_DOORWAY,  // without
    PLAN_WINDOW,
} plan_opening_kind;

// A hole in a wall. `from` < `to` along the wall, `low` < `high` upwards; decimetres.
typedef struct plan_opening {
    plan_opening_kind kind;
    int level;
    int rooms[2];  // indices; the lower coordinate's side first. -1: outdoors
    bool along_x;  // the wall runs along x, else along z
    int line;      // where the wall runs: z or x of its middle
    int from, to, low, high;
    int swing;         // doors: index in rooms of the side the leaf opens to
    bool hinge_at_to;  // doors: the hinge is at `to`, else at `from`
    float openness;    // doors: as the scene starts
} plan_opening;

// Stairs with two flights and a landing, in a stairwell that is at the same place on every level.
typedef struct plan_stairs {
    int room[PLAN_MAX_LEVELS];  // the stairwell of each level
    bool along_x;               // the flights run along x, else along z
    bool reversed;              // one enters from the side of the higher coordinate
    bool mirrored;              // the first flight is on the right of who enters, else on the left
} plan_stairs;

typedef struct house_plan {
    house_def def;     // with levels and rooms decided
    uint64_t seed;     // for everything that is decided after the plan
    int width, depth;  // of the bounding rectangle of the wall middles
    plan_rect cut;     // the corner that an L-shaped building lacks; {0}: none
    plan_room rooms[PLAN_MAX_ROOMS];
    int room_count;
    plan_opening openings[PLAN_MAX_OPENINGS];
    int opening_count;
    plan_stairs stairs;  // if def.levels > 1
} house_plan;

house_def house_default_def(void);

// Draws a plan. The same def and seed give the same plan.
void house_plan_make(const house_def* def, uint64_t seed, house_plan* plan);

// Width (x) and depth (z) between the outer faces, in metres.
wend_vec2 house_plan_size(const house_plan* plan);
// The middle of the front door's threshold on the outer face, relative to the middle of the
// footprint; z is negative (the front).
wend_vec2 house_plan_entrance(const house_plan* plan);

#endif
