// Goals that the mapper has detected: position, step and number of views.
#ifndef WEND_AGENT_MAPPER_DETECTIONS_H
#define WEND_AGENT_MAPPER_DETECTIONS_H

#include "wend/base.h"

typedef struct detection {
    uint16_t category;
    float x, z;       // metres, map frame; of the nearest view
    float nearest;    // metres: distance of the nearest view
    wend_vec2 from;   // (x, z) of the agent in the nearest view
    int views;        // frames with the object
    int sure;         // frames in which the detector was sure
    int first, last;  // steps of the first and the last view
    int last_sure;    // step + 1 of the last sure view; 0: none
    bool refuted;     // a close view did not confirm it
    int doubts;       // views since it was refuted
} detection;

enum { MAX_DETECTIONS = 256 };

typedef struct detections {
    detection items[MAX_DETECTIONS];
    int count;
} detections;

// One object in one frame.
typedef struct detection_view {
    uint16_t category;
    float x, z;      // metres, map frame
    wend_vec2 from;  // (x, z) of the agent
    int step;
    bool sure;
} detection_view;

void detections_add(detections* all, const detection_view* view);
// The surest detection of a category with at least `views` views that is not refuted; NULL: none.
detection* detections_find(detections* all, uint16_t category, int views);
// Removes detections last seen before `step`; with `category` != 0 also those of other categories.
void detections_forget(detections* all, int step, uint16_t category);

#endif
