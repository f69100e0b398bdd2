#include "agent/inspection.h"

#include <string.h>

static const float CELL = 0.25f;
static const float RANGE = 5;        // metres from which a goal is surely recognised
static const float CHECKED = 0.65f;  // metres above the floor that must be in sight
static const float NEAR_BY = 1.5f;   // metres from which the rest is looked at

void inspection_reset(inspection* all) {
    memset(all->done, 0, sizeof all->done);
    all->i0 = all->j0 = INSPECTION_SIDE;
    all->i1 = all->j1 = -1;
}

static int cell_of(float metres) { return (int)floorf(metres / CELL) + INSPECTION_SIDE / 2; }
static float middle_of(int cell) { return ((float)(cell - INSPECTION_SIDE / 2) + 0.5f) * CELL; }
static int clamp(int cell) {
    return cell < 0 ? 0 : cell >= INSPECTION_SIDE ? INSPECTION_SIDE - 1 : cell;
}

// Whether a point `ahead` and `right` of the eye and at a height is in the picture and not hidden.
static bool is_in_sight(const wend_observation* o, float focal, float ahead, float right,
                        float height) {
    float column = (float)o->width / 2 + right / ahead * focal;
    float row = (float)o->height / 2 + (o->eye_height - height) / ahead * focal;
    if (!(column >= 0 && column < (float)o->width && row >= 0 && row < (float)o->height))
        return false;
    return o->depth[(int)row * o->width + (int)column] > ahead - CELL / 2;
}

void inspection_look(inspection* all, const wend_observation* o, const wend_map_pose* pose) {
    float focal = (float)o->width / 2 / tanf(o->hfov * (float)(WEND_PI / 360));
    float s = sinf(pose->heading), c = cosf(pose->heading);
    int i0 = clamp(cell_of(pose->feet.x - RANGE)), i1 = clamp(cell_of(pose->feet.x + RANGE));
    int j0 = clamp(cell_of(pose->feet.z - RANGE)), j1 = clamp(cell_of(pose->feet.z + RANGE));
    if (!(fabsf(pose->feet.x) < 1000 && fabsf(pose->feet.z) < 1000)) return;
    for (int j = j0; j <= j1; j++)
        for (int i = i0; i <= i1; i++) {
            uint8_t* done = &all->done[j * INSPECTION_SIDE + i];
            float dx = middle_of(i) - pose->feet.x, dz = middle_of(j) - pose->feet.z;
            float ahead = -s * dx - c * dz, right = c * dx - s * dz;
            if (*done || ahead < 0.3f || ahead > RANGE) continue;
            *done = is_in_sight(o, focal, ahead, right, CHECKED);
        }
    if (i0 < all->i0) all->i0 = i0;
    if (j0 < all->j0) all->j0 = j0;
    if (i1 > all->i1) all->i1 = i1;
    if (j1 > all->j1) all->j1 = j1;
}

bool inspection_next(const inspection* all, const walker* w, wend_vec2* at, wend_vec2* stand) {
    float best = INFINITY;
    for (int j = all->j0; j <= all->j1; j++)
        for (int i = all->i0; i <= all->i1; i++) {
            float x = middle_of(i), z = middle_of(j);
            if (all->done[j * INSPECTION_SIDE + i] ||
                wend_map_state(w->map, x, z) != WEND_CELL_FREE)
                continue;
            float straight = hypotf(x - w->pose.feet.x, z - w->pose.feet.z);
            wend_vec2 end = {x, z};
            if (straight >= best) continue;  // no way is shorter than that
            if (!wend_route_reaches(w->route, x, z) &&
                !wend_route_nearest(w->route, x, z, NEAR_BY, &end))
                continue;
            float cost = wend_route_distance(w->route, end.x, end.y);
            if (cost >= best) continue;
            best = cost;
            *at = (wend_vec2){x, z};
            *stand = end;
        }
    return best < INFINITY;
}

void inspection_finish(inspection* all, wend_vec2 at, float radius) {
    for (int j = clamp(cell_of(at.y - radius)); j <= clamp(cell_of(at.y + radius)); j++)
        for (int i = clamp(cell_of(at.x - radius)); i <= clamp(cell_of(at.x + radius)); i++)
            if (hypotf(middle_of(i) - at.x, middle_of(j) - at.y) <= radius)
                all->done[j * INSPECTION_SIDE + i] = 1;
}
