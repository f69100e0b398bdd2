// The plan of a building before geometry is built: rooms as rectangles, and openings in the walls
// between them.
//
// All lengths are integer decimetres, so walls, holes and floors share their edges exactly. A
// room's rectangle follows the middle lines of its walls. z grows from front to back: the middle
// line of the front wall is at z = 0, and the front door faces -z.
#ifndef WEND_GENERATE_HOUSE_PLAN_H
#define WEND_GENERATE_HOUSE_PLAN_H

#include "wend/scene.h"

enum {
    PLAN_MAX_LEVELS = 3,
    PLAN_MAX_ROOMS = 60,
    PLAN_MAX_OPENINGS = 400,
    PLAN_MIN_WIDTH = 8,   // metres between outer faces in x
    PLAN_MIN_DEPTH = 10,  // metres between outer faces in z
};

// Metres. Inner walls are 2 * INNER thick. Outer walls extend INNER inwards and OUTER outwards from
// their middle line.
#define PLAN_WALL_INNER 0.06f
#define PLAN_WALL_OUTER 0.24f
#define PLAN_CEILING    2.6f
#define PLAN_SLAB       0.3f
#define PLAN_STOREY     (PLAN_CEILING + PLAN_SLAB)

typedef struct house_def {
    wend_scene_kind kind;  // apartment, house or office; default house
    int levels;            // [1, 3]; default 0: chosen by the seed
    int rooms;             // [4, 16] per level; default 0: chosen by the seed
    // Metres between outer faces, at least PLAN_MIN_WIDTH and PLAN_MIN_DEPTH; default 0: no limit.
    // Rooms that do not fit are left out.
    float max_width, max_depth;
    float detail;    // as in wend_scene_def; default 0.5
    bool furnish;    // default true
    float fullness;  // scales the probability of optional objects, [0, 1]; default 1
    bool roof;       // default false: a single house is not seen from above
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
    PLAN_DOORWAY,  // without a leaf
    PLAN_WINDOW,
} plan_opening_kind;

// An opening in a wall. `from` < `to` along the wall, `low` < `high` upwards; decimetres.
typedef struct plan_opening {
    plan_opening_kind kind;
    int level;
    int rooms[2];  // room indices, the side of the lower coordinate first; -1: outdoors
    bool along_x;  // the wall runs along x; else along z
    int line;      // z or x of the wall's middle line
    int from, to, low, high;
    int swing;         // doors: index in rooms of the side the leaf opens into
    bool hinge_at_to;  // doors: the hinge is at `to`; else at `from`
    float openness;    // doors: initial openness
} plan_opening;

// Stairs with two flights and a landing. The stairwell has the same rectangle on every level.
typedef struct plan_stairs {
    int room[PLAN_MAX_LEVELS];  // the stairwell of each level
    bool along_x;               // the flights run along x; else along z
    bool reversed;              // the entry is on the side of the higher coordinate
    bool mirrored;  // the first flight is on the right, seen from the entry; else on the left
} plan_stairs;

typedef struct house_plan {
    house_def def;     // with levels and rooms resolved
    uint64_t seed;     // of all random choices after the plan
    int width, depth;  // of the bounding rectangle of the wall middle lines
    plan_rect cut;     // the cut-out corner of an L-shaped building; {0}: none
    plan_room rooms[PLAN_MAX_ROOMS];
    int room_count;
    plan_opening openings[PLAN_MAX_OPENINGS];
    int opening_count;
    plan_stairs stairs;  // if def.levels > 1
} house_plan;

house_def house_default_def(void);

// Generates a plan. Deterministic in `def` and `seed`.
void house_plan_make(const house_def* def, uint64_t seed, house_plan* plan);

// Width (x) and depth (z) between the outer faces, in metres.
wend_vec2 house_plan_size(const house_plan* plan);
// The middle of the front door's threshold on the outer face, relative to the centre of the
// footprint; z is negative (the front).
wend_vec2 house_plan_entrance(const house_plan* plan);

#endif
