// Questions about what a depth image shows.
#ifndef WEND_ORACLE_DEPTH_VIEW_H
#define WEND_ORACLE_DEPTH_VIEW_H

#include "wend/oracle.h"

// Whether nothing is in front of a place `ahead`, `right` and `up` of the camera, in metres, by
// more than `slack`. Places above and below the image count at its edge; those beside it are not
// in view.
bool depth_view_shows(const wend_oracle_depth* view, wend_vec3 place, float slack);

// A place as seen from a camera: x right, y up, z ahead.
wend_vec3 depth_view_place(wend_vec3 eye, float heading, wend_vec3 at);

#endif
