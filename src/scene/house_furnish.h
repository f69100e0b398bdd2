// How furniture gets into a room: spots along walls, pieces and groups of pieces, things on things.
//
// A group is laid out in the frame of its spot: u to the left of who stands at the wall and looks
// into the room (the way a model's own x points), d away from the wall.
#ifndef WEND_SCENE_HOUSE_FURNISH_H
#define WEND_SCENE_HOUSE_FURNISH_H

#include "scene/house_space.h"

enum { FURNISH_MAX_PIECES = 256, FURNISH_MAX_SMALL = 512, FURNISH_MAX_SPOTS = 256 };

// A place and the way it faces: quarters of a turn counter-clockwise from -z.
typedef struct spot {
    float x, z;
    int quarters;
    float score;
} spot;

typedef struct piece {
    const model* model;
    uint32_t object;
    spot at;  // middle of its foot
    float y;  // height of its foot
    int box;  // its entry in the room's space; -1: none
} piece;

// Which of the household's colours a piece takes.
typedef enum taste { TASTE_NONE, TASTE_WOOD, TASTE_FABRIC, TASTE_ACCENT } taste;

typedef struct furnisher {
    house_site* site;
    house_space* space;
    wend_rng* rng;
    int room;
    wend_room_type type;
    house_rect in;
    float floor;
    piece pieces[FURNISH_MAX_PIECES];  // of this room
    int piece_count;
    wend_aabb small[FURNISH_MAX_SMALL];  // things that lie on or under others
    int small_count;
    int seen[WEND_CATEGORY_COUNT];  // how many of each the whole building has
} furnisher;

// A model in the household's taste; shape -1: any. `extent` as in model_def.
const model* furnish_model(furnisher* f, wend_category category, int shape, taste t);
const model* furnish_model_sized(furnisher* f, wend_category category, int shape, taste t,
                                 wend_vec3 extent);

// ---- spots --------------------------------------------------------------------------------------

typedef enum spot_wish { SPOT_ANYWHERE, SPOT_CORNER, SPOT_MIDDLE } spot_wish;

// Spots along the walls where something `width` wide fits, best first. Returns how many.
int furnish_wall_spots(furnisher* f, float width, spot_wish wish, spot spots[FURNISH_MAX_SPOTS]);
// Spots all over the room, the middle of the room first.
int furnish_island_spots(furnisher* f, spot spots[FURNISH_MAX_SPOTS]);

// The house_side whose wall a spot's back is to.
house_side spot_side(const spot* s);
wend_vec2 spot_point(const spot* s, float u, float d);
// The same spot moved by (u, d) and turned.
spot spot_moved(const spot* s, float u, float d, int quarters);
// The box from u0 to u1 and d0 to d1, y0 to y1 above the floor.
wend_aabb spot_box(const furnisher* f, const spot* s, const float u[2], const float d[2],
                   const float y[2]);

// ---- pieces -------------------------------------------------------------------------------------

// Whether a group that fills `box` may be placed; `stop` must stay within reach. Nullable: stop.
bool furnish_fits(furnisher* f, wend_aabb box, const wend_vec2* stop);
wend_aabb furnish_box(const furnisher* f, const model* m, const spot* s, float y);
// Puts a model with its foot's middle at `s`, whatever is there. NULL when there are too many.
piece* furnish_put(furnisher* f, const model* m, spot s, float y);
piece* furnish_put_on_rug(furnisher* f, const model* m, spot s,
                          const piece* rug);  // Nullable: rug.
// Puts a model if it fits and everything stays within reach; keeps `front` metres before it clear.
// NULL when it does not.
piece* furnish_try(furnisher* f, const model* m, const spot* s, float front, float y);
// Puts a model with its back to a wall and keeps `front` metres before it clear; `y` above 0 hangs
// it there. NULL when there is no place.
piece* furnish_at_wall(furnisher* f, const model* m, spot_wish wish, float front, float y);
// Beside a piece along the same wall, on the side of higher (+1) or lower (-1) u. NULL: no place.
piece* furnish_beside(furnisher* f, const piece* other, const model* m, int direction);
// On the wall above a piece that stands at it. NULL: no place.
piece* furnish_above(furnisher* f, const piece* other, const model* m, float y);
// Puts a low model anywhere on the floor where it is in nobody's way. NULL when there is no place.
piece* furnish_on_floor(furnisher* f, const model* m);

// How a thing lies on another: as it fell, or facing as the piece does: anywhere, at its back (a
// microwave, a monitor), or at its front (a keyboard).
typedef enum lie { LIE_FREE, LIE_SQUARE, LIE_BACK, LIE_FRONT } lie;

// Puts a small thing on, in or under a piece. False when there is no place.
bool furnish_on(furnisher* f, const piece* p, const model* m, wend_relation relation, lie how);
// In the middle of its top.
bool furnish_on_middle(furnisher* f, const piece* p, const model* m);

// ---- rooms --------------------------------------------------------------------------------------

void furnish_groups(furnisher* f);   // what makes the room what it is
void furnish_recipe(furnisher* f);   // what else stands and hangs there
void furnish_clutter(furnisher* f);  // things on things, and on the floor

#endif
