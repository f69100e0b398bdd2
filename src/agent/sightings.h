// What an agent has seen of things it may be sent to: where, when and how often.
#ifndef WEND_AGENT_SIGHTINGS_H
#define WEND_AGENT_SIGHTINGS_H

#include "wend/base.h"

typedef struct sighting {
    uint16_t category;
    float x, z;       // in the map's frame
    float nearest;    // metres it was seen from, at best
    int views;        // pictures it was seen in
    int first, last;  // steps
    bool refuted;     // was looked for here and not there
} sighting;

enum { MAX_SIGHTINGS = 256 };

typedef struct sightings {
    sighting items[MAX_SIGHTINGS];
    int count;
} sightings;

// Something of a category is seen at (x, z) from `distance` away. Views of one thing are merged;
// the nearest view says where it is.
void sightings_add(sightings* all, uint16_t category, float x, float z, float distance, int step);
// The one that is surest, of those with at least `views` views and not refuted; NULL: none.
sighting* sightings_find(sightings* all, uint16_t category, int views);
// Forgets what was last seen before `step`, and all but `category` unless that is 0.
void sightings_forget(sightings* all, int step, uint16_t category);

#endif
