// Doors, doorways and windows of a plan.
#ifndef WEND_GENERATE_HOUSE_OPENINGS_H
#define WEND_GENERATE_HOUSE_OPENINGS_H

#include "generate/house_plan.h"

// Connects room `from` to room `into` by a door or a doorway, depending on the room types. The
// rooms share a wall; if it is too short, nothing is added.
void house_connect(house_plan* plan, wend_rng* rng, int from, int into);
// Adds a wide opening between two of kitchen, dining room and living room. Other types: no effect.
void house_connect_living(house_plan* plan, wend_rng* rng, int a, int b);
// Adds the front door, in the wall of `room` at z = 0.
void house_add_entrance(house_plan* plan, wend_rng* rng, int room);
// Adds windows to all outer walls of a room. Call it after all rooms and doors of the level exist.
void house_add_windows(house_plan* plan, wend_rng* rng, int room);

// The zone of a room that an opening needs free, in decimetres: the swing of its leaf and space to
// step through.
plan_rect plan_opening_zone(const plan_opening* opening, int side);

#endif
