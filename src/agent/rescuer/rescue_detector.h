// Detects lying people and the stretcher from RGB and depth. The camera must be level.
#ifndef WEND_AGENT_RESCUER_RESCUE_DETECTOR_H
#define WEND_AGENT_RESCUER_RESCUE_DETECTOR_H

#include "perceive/ego_detection.h"

#include "wend/observation.h"

// Scratch memory; one per agent.
typedef struct rescue_detector rescue_detector;

wend_status rescue_detector_create(rescue_detector** detector, wend_error* error);
void rescue_detector_destroy(rescue_detector* detector);  // Nullable: detector.

// Sets the reference image of the person, who is in its centre. Nullable: rgb (no reference).
void rescue_detector_expect(rescue_detector* detector, const uint8_t* rgb, int width, int height);
// Detects lying people: low clusters of a person's length on open ground that contain skin colours.
// Precision is high within 8 m; up to 13 m about one detection in ten is a false positive. Writes
// at most `max` detections and returns their number.
int rescue_detector_people(rescue_detector* detector, const wend_observation* o,
                           ego_detection* people, int max);
// Detects a stretcher: a flat blue mat at hip height.
bool rescue_detector_stretcher(rescue_detector* detector, const wend_observation* o,
                               ego_detection* stretcher);
// Centroid of all pixels of a category in the ground-truth semantics.
bool rescue_detector_truth(const wend_observation* o, uint16_t category, ego_detection* sight);

#endif
