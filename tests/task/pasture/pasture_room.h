// One room of boxes, 6 x 5 m, for tests of PASTURE: everything in it is known by hand.
#ifndef WEND_TEST_PASTURE_ROOM_H
#define WEND_TEST_PASTURE_ROOM_H

#include "wend/scene.h"

// x from 0 to 6, z from 0 to 5, floor at 0.
//   table   (1.0 … 2.0, top 0.7, 0.2 … 1.0), brown, wooden
//   mug     on the table, small, red, ceramic
//   book    on the table, 0.2 m from the mug
//   bed     (4.0 … 5.8, 0.4 … 0.6, 3.0 … 4.9) on four legs, white; no pillow
//   dresser (4.0 … 5.0, 0 … 0.9, 0.1 … 0.6), closed
wend_scene* pasture_room(void);

#endif
