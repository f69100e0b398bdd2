// Doors, doorways and windows of a plan.
#ifndef WEND_SCENE_HOUSE_OPENINGS_H
#define WEND_SCENE_HOUSE_OPENINGS_H

#include "scene/house_plan.h"

// A way from room `from` into room `into`, with or without a leaf as suits the two. They share a
// wall; where it is too short for a door nothing is added.
void house_connect(house_plan* plan, wend_rng* rng, int from, int into);
// A wide way between two rooms where one cooks, eats and sits; nothing between other rooms.
void house_connect_living(house_plan* plan, wend_rng* rng, int a, int b);
// The front door, in the wall of `room` at z = 0.
void house_add_entrance(house_plan* plan, wend_rng* rng, int room);
// Windows in all outer walls of a room. Comes after every room and door of the level.
void house_add_windows(house_plan* plan, wend_rng* rng, int room);

// How far an opening wants a room kept free, in decimetres: the swing of its leaf and a step in
// front of it.
plan_rect plan_opening_zone(const plan_opening* opening, int side);

#endif
