// Groups of furniture. Each function returns whether the group was placed.
#ifndef WEND_GENERATE_HOUSE_GROUPS_H
#define WEND_GENERATE_HOUSE_GROUPS_H

#include "generate/house_furnish.h"

bool group_bed(furnisher* f, int shape);  // with nightstands
bool group_television(furnisher* f);      // on a stand, with a sofa and a coffee table in front
bool group_dining(furnisher* f);
bool group_table(furnisher* f, const model* table, const model* chair);  // with chairs around it
bool group_desk(furnisher* f, const model* desk, const model* chair);    // at a wall
bool group_desk_blocks(furnisher* f);                                    // of an open office
bool group_kitchen(furnisher* f);  // fridge, sink, stove, counters, cabinets
bool group_sink(furnisher* f);     // of a bathroom, with a mirror

#endif
