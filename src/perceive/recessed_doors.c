// Doors by the niche they are set into: a column of the image shows a door if depth at 1.2 m and
// 0.4 m of height is the same and 4 to 60 cm larger than at 2.35 m, on the wall above. Assumption:
// doors are lower than 2.35 m and their leaves are set back, as in wend's generated outer walls.
#include "perceive/recessed_doors.h"

#include "perceive/lens.h"

// The rows of a column whose points are nearest to three heights. False if one is off by more than
// 0.15 m.
static bool rows_at_heights(const wend_observation* o, const lens* l, int column,
                            const float heights[3], int rows[3]) {
    float nearest[3] = {0.15f, 0.15f, 0.15f};
    rows[0] = rows[1] = rows[2] = -1;
    for (int row = 0; row < o->camera.height; row++) {
        ego_detection p = lens_point(o, l, column, row);
        if (!(p.ahead > 0.3f && p.ahead < 14)) continue;
        for (int k = 0; k < 3; k++) {
            float off = fabsf(p.up - heights[k]);
            if (off >= nearest[k]) continue;
            nearest[k] = off;
            rows[k] = row;
        }
    }
    return rows[0] >= 0 && rows[1] >= 0 && rows[2] >= 0;
}

// Whether the column shows a surface set back from the wall above it, flat down to the floor.
static bool is_niche(const wend_observation* o, const lens* l, int column, ego_detection* at) {
    static const float heights[3] = {2.35f, 1.2f, 0.4f};
    int rows[3];
    if (!rows_at_heights(o, l, column, heights, rows)) return false;
    *at = lens_point(o, l, column, rows[1]);
    float above = lens_point(o, l, column, rows[0]).ahead,
          below = lens_point(o, l, column, rows[2]).ahead;
    float behind = at->ahead - above;
    return behind > 0.04f && behind < 0.6f && fabsf(below - at->ahead) < 0.06f;
}

static bool recessed_doors_is_door(const ego_detection* from, const ego_detection* to,
                                   ego_detection* door) {
    float x = to->right - from->right, z = to->ahead - from->ahead, wide = hypotf(x, z);
    if (wide < 0.3f || wide > 1.3f) return false;  // seen from the side, the wall hides a part
    // The direction through it is perpendicular to the leaf, away from the camera.
    *door = (ego_detection){.right = (from->right + to->right) / 2,
                            .ahead = (from->ahead + to->ahead) / 2,
                            .turn = atan2f(z, x)};
    return true;
}

int recessed_doors_detect(const wend_observation* o, ego_detection* doors, int max) {
    lens l = lens_of_observation(o);
    ego_detection first = {0}, last = {0}, at;
    int run = 0, count = 0;
    for (int column = 0; column <= o->camera.width && count < max; column++) {
        bool niche = column < o->camera.width && is_niche(o, &l, column, &at);
        bool joined = niche && run && hypotf(at.right - last.right, at.ahead - last.ahead) < 0.35f;
        if (run && !joined) {
            if (run >= 3 && recessed_doors_is_door(&first, &last, &doors[count]))
                doors[count++].pixels = run;
            run = 0;
        }
        if (!niche) continue;
        if (!run) first = at;
        last = at;
        run++;
    }
    return count;
}
