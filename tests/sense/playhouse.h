// A small house made by code for tests of the renderer: a grid of rooms with doorways, full of
// boxes and balls, textured and lit, with a door that turns and a texture with holes.
#ifndef WEND_TEST_PLAYHOUSE_H
#define WEND_TEST_PLAYHOUSE_H

#include "wend/scene.h"

enum { PLAYHOUSE_ROOM = 5 };  // metres a side; room (i, j) is centred at (5 i, 5 j)

typedef struct playhouse_def {
    int rooms;     // a side
    int things;    // a room
    int fineness;  // of the balls: triangles grow with its square
    uint64_t seed;
} playhouse_def;

wend_status playhouse_build(const playhouse_def* def, wend_scene** scene, wend_error* error);

#endif
