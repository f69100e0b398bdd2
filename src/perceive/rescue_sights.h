// What a rescuer looks for, from colours and depth alone: somebody lying on the ground, a
// stretcher, a closed door.
//
// The camera is level.
#ifndef WEND_PERCEIVE_RESCUE_SIGHTS_H
#define WEND_PERCEIVE_RESCUE_SIGHTS_H

#include "perceive/body_sight.h"

#include "wend/observation.h"

// Memory of one agent.
typedef struct rescue_sights rescue_sights;

wend_status rescue_sights_create(rescue_sights** sights, wend_error* error);
void rescue_sights_destroy(rescue_sights* sights);  // Nullable: sights.

// Who is looked for, from a picture with them in the middle. Nullable: rgb (nobody in particular).
void rescue_sights_expect(rescue_sights* sights, const uint8_t* rgb, int width, int height);
// People lying: low heaps as long as a person on open ground, some of it skin. Within 8 m it is
// rarely wrong; up to 13 m it is one time in ten. At most `max`; returns how many.
int rescue_sights_people(rescue_sights* sights, const wend_observation* o, body_sight* people,
                         int max);
// A stretcher: a blue mat, flat, at the height of a hip.
bool rescue_sights_stretcher(rescue_sights* sights, const wend_observation* o,
                             body_sight* stretcher);
// Closed doors: niches in a wall as wide and high as a door. At most `max`; returns how many.
int rescue_sights_doors(const wend_observation* o, body_sight* doors, int max);
// The middle of all pixels of a category, where the truth is shown.
bool rescue_sights_truth(const wend_observation* o, uint16_t category, body_sight* sight);

#endif
