#include "oracle/depth_view.h"

#include <math.h>

bool depth_view_shows(const wend_oracle_depth* view, wend_vec3 place, float slack) {
    float focal = 0.5f * (float)view->width / tanf(view->hfov * (float)(WEND_PI / 360));
    if (!(place.z > 0.05f)) return false;
    int column = (int)floorf(0.5f * (float)view->width + focal * place.x / place.z);
    int row = (int)floorf(0.5f * (float)view->height - focal * place.y / place.z);
    if (column < 0 || column >= view->width) return false;
    row = row < 0 ? 0 : row >= view->height ? view->height - 1 : row;
    return view->metres[row * view->width + column] >= place.z - slack;
}

wend_vec3 depth_view_place(wend_vec3 eye, float heading, wend_vec3 at) {
    wend_vec3 to = wend_v3_sub(at, eye);
    return wend_v3(to.x * cosf(heading) - to.z * sinf(heading), to.y,
                   -to.x * sinf(heading) - to.z * cosf(heading));
}
