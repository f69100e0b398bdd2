// Furnishing of a room: spots along walls, pieces, groups of pieces, objects on pieces.
//
// Frame of a spot: d points away from the wall into the room, u to the left when looking along d
// (the x axis of the model).
#ifndef WEND_GENERATE_HOUSE_FURNISH_H
#define WEND_GENERATE_HOUSE_FURNISH_H

#include "generate/house_space.h"

enum { FURNISH_MAX_PIECES = 256, FURNISH_MAX_SMALL = 512, FURNISH_MAX_SPOTS = 256 };

// A position and the direction it faces, in quarter turns counter-clockwise from -z.
typedef struct spot {
    float x, z;
    int quarters;
    float score;
} spot;

typedef struct piece {
    const model* model;
    uint32_t object;
    spot at;  // centre of its base
    float y;  // height of its base, metres
    int box;  // index of its box in the room's space; -1: none
} piece;

// Which colour of the palette a piece uses.
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
    wend_aabb small[FURNISH_MAX_SMALL];  // boxes of objects on or under other objects
    int small_count;
    int seen[WEND_CATEGORY_COUNT];  // number of objects per category in the whole building
} furnisher;

// A model with the colours of the palette. shape -1: random. `extent` as in model_def.
const model* furnish_model(furnisher* f, wend_category category, int shape, taste t);
const model* furnish_model_sized(furnisher* f, wend_category category, int shape, taste t,
                                 wend_vec3 extent);

// ---- spots --------------------------------------------------------------------------------------

typedef enum spot_wish { SPOT_ANYWHERE, SPOT_CORNER, SPOT_MIDDLE } spot_wish;

// Spots along the walls for an object of the given width, best first. Returns their number.
int furnish_wall_spots(furnisher* f, float width, spot_wish wish, spot spots[FURNISH_MAX_SPOTS]);
// Spots on a grid over the room, those near its centre first.
int furnish_island_spots(furnisher* f, spot spots[FURNISH_MAX_SPOTS]);

// The side of the room that the back of a spot faces.
house_side spot_side(const spot* s);
wend_vec2 spot_point(const spot* s, float u, float d);
// The spot moved by (u, d) and rotated by quarter turns.
spot spot_moved(const spot* s, float u, float d, int quarters);
// The box [u0, u1] x [d0, d1] in the frame of the spot, from y0 to y1 above the floor.
wend_aabb spot_box(const furnisher* f, const spot* s, const float u[2], const float d[2],
                   const float y[2]);

// ---- pieces -------------------------------------------------------------------------------------

// Tests whether a group may occupy `box`; `stop` must stay reachable. Nullable: stop.
bool furnish_fits(furnisher* f, wend_aabb box, const wend_vec2* stop);
wend_aabb furnish_box(const furnisher* f, const model* m, const spot* s, float y);
// Places a model with the centre of its base at `s`, without tests. NULL if there are too many
// pieces.
piece* furnish_put(furnisher* f, const model* m, spot s, float y);
piece* furnish_put_on_rug(furnisher* f, const model* m, spot s,
                          const piece* rug);  // Nullable: rug.
// Places a model if it fits and all access points stay reachable; keeps `front` metres in front of
// it clear. NULL if it does not fit.
piece* furnish_try(furnisher* f, const model* m, const spot* s, float front, float y);
// Places a model with its back to a wall and keeps `front` metres in front of it clear. If `y` > 0
// it hangs at that height. NULL if there is no free spot.
piece* furnish_at_wall(furnisher* f, const model* m, spot_wish wish, float front, float y);
// Places a model beside a piece at the same wall, at higher (+1) or lower (-1) u. NULL: no free
// spot.
piece* furnish_beside(furnisher* f, const piece* other, const model* m, int direction);
// Places a model on the wall above a piece. NULL: no free spot.
piece* furnish_above(furnisher* f, const piece* other, const model* m, float y);
// Places a low model on the floor near the walls, without blocking paths. NULL: no free spot.
piece* furnish_on_floor(furnisher* f, const model* m);

// Orientation of a small object on a piece: random; or aligned with the piece: anywhere, at its
// back (microwave, monitor) or at its front (keyboard).
typedef enum lie { LIE_FREE, LIE_SQUARE, LIE_BACK, LIE_FRONT } lie;

// Places a small object on, in or under a piece. False: no free position.
bool furnish_on(furnisher* f, const piece* p, const model* m, wend_relation relation, lie how);
// Places it in the middle of the top surface.
bool furnish_on_middle(furnisher* f, const piece* p, const model* m);

// ---- rooms --------------------------------------------------------------------------------------

void furnish_groups(furnisher* f);   // groups that define the room type
void furnish_recipe(furnisher* f);   // single pieces and hanging objects
void furnish_clutter(furnisher* f);  // small objects on pieces and on the floor

#endif
