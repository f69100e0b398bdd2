// Furniture that belongs together. Each returns whether it found a place.
#ifndef WEND_SCENE_HOUSE_GROUPS_H
#define WEND_SCENE_HOUSE_GROUPS_H

#include "scene/house_furnish.h"

bool group_bed(furnisher* f, int shape);  // with nightstands
bool group_television(furnisher* f);      // on a stand, before a sofa and a coffee table
bool group_dining(furnisher* f);
bool group_table(furnisher* f, const model* table, const model* chair);  // chairs around it
bool group_desk(furnisher* f, const model* desk, const model* chair);    // at a wall
bool group_desk_blocks(furnisher* f);                                    // of an open office
bool group_kitchen(furnisher* f);  // fridge, sink, stove, counters, cabinets
bool group_sink(furnisher* f);     // of a bathroom, with its mirror

#endif
