// What an agent has seen of things it may be sent to: where, when and how often.
#ifndef WEND_AGENT_SIGHTINGS_H
#define WEND_AGENT_SIGHTINGS_H

#include "wend/base.h"

typedef struct sighting {
    uint16_t category;
    float x, z;       // in the map's frame
    float nearest;    // metres it was seen from, at best
    wend_vec2 from;   // where that was
    int views;        // pictures it was seen in
    int sure;         // of which so many leave no doubt
    int first, last;  // steps
    int last_sure;    // step + 1; 0: never
    bool refuted;     // was looked for here and not found to be it
    int doubts;       // views since
} sighting;

enum { MAX_SIGHTINGS = 256 };

typedef struct sightings {
    sighting items[MAX_SIGHTINGS];
    int count;
} sightings;

// One view of something.
typedef struct sighting_view {
    uint16_t category;
    float x, z;
    wend_vec2 from;  // where it was seen from
    int step;
    bool sure;
} sighting_view;

// Views of one thing are merged; the nearest says where it is.
void sightings_add(sightings* all, const sighting_view* view);
// The one that is surest, of those with at least `views` views and not refuted; NULL: none.
sighting* sightings_find(sightings* all, uint16_t category, int views);
// Forgets what was last seen before `step`, and all but `category` unless that is 0.
void sightings_forget(sightings* all, int step, uint16_t category);

#endif
