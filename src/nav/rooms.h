// Which room each panorama of Matterport stands in, and where the .house files say it is.
#ifndef WEND_NAV_ROOMS_H
#define WEND_NAV_ROOMS_H

#include "wend/graph.h"

// Fills the panorama fields of a viewpoint that the file knows; else leaves has_panorama false.
void rooms_fill(const wend_rooms* rooms, const char* scan, wend_viewpoint* viewpoint);

#endif
