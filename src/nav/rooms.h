// Room and position of each Matterport panorama, as in the .house files.
#ifndef WEND_NAV_ROOMS_H
#define WEND_NAV_ROOMS_H

#include "wend/nav.h"

// Fills the panorama fields of the viewpoint; without an entry has_panorama stays false.
void rooms_fill(const wend_rooms* rooms, const char* scan, wend_viewpoint* viewpoint);

#endif
