// Marks floor cells that are visible in the depth image within RANGE, eight cells at a time.
#include "agent/common/inspection.h"

#include <string.h>

#include "base/lanes.h"

static const float CELL = 0.25f;
static const float RANGE = 5;        // metres at which a goal is recognised reliably
static const float CHECKED = 0.65f;  // metres above the floor that must be visible
static const float NEAR_BY = 1.5f;   // metres from which unreachable cells are inspected

void inspection_reset(inspection* all) {
    memset(all->done, 0, sizeof all->done);
    all->i0 = all->j0 = INSPECTION_SIDE;
    all->i1 = all->j1 = -1;
}

static int inspection_cell_of(float metres) {
    return (int)floorf(metres / CELL) + INSPECTION_SIDE / 2;
}
static float middle_of(int cell) { return ((float)(cell - INSPECTION_SIDE / 2) + 0.5f) * CELL; }
static int inspection_clamp(int cell) {
    return cell < 0 ? 0 : cell >= INSPECTION_SIDE ? INSPECTION_SIDE - 1 : cell;
}

// Camera of one image.
typedef struct look {
    const wend_observation* o;
    float x, z, sine, cosine;  // position in metres; sine and cosine of the heading
    float focal;               // pixels
    float below;               // metres from the camera down to the checked height
} look;

// Marks those of eight cells of a row, `dz` from the agent, that are in the image and not occluded.
LANES void look_at_eight(const look* l, i32x8 of_them, f32x8 x, float dz, uint8_t* done) {
    const wend_observation* o = l->o;
    const float width = (float)o->camera.width, height = (float)o->camera.height;
    f32x8 dx = x - l->x, ahead = -l->sine * dx - l->cosine * dz;
    f32x8 right = l->cosine * dx - l->sine * dz;
    i32x8 near = of_them & (ahead >= 0.3f) & (ahead <= RANGE);
    if (!lanes_any(near)) return;
    f32x8 column = width / 2 + right / ahead * l->focal;
    f32x8 row = height / 2 + l->below / ahead * l->focal;
    near &= (column >= 0) & (column < width) & (row >= 0) & (row < height);
    for (unsigned left = lanes_bits(near); left; left &= left - 1) {
        int k = __builtin_ctz(left);
        done[k] |=
            o->camera.depth[(int)row[k] * o->camera.width + (int)column[k]] > ahead[k] - CELL / 2;
    }
}

// Processes cells `i0` to `i1` of a row.
LANES void look_at_row_with(const look* l, int i0, int i1, float dz, uint8_t* done) {
    const i32x8 lanes = {0, 1, 2, 3, 4, 5, 6, 7};
    for (int i = i0; i <= i1; i += LANE_COUNT) {
        f32x8 cell = __builtin_convertvector(i - INSPECTION_SIDE / 2 + lanes, f32x8);
        look_at_eight(l, i + lanes <= i1, (cell + 0.5f) * CELL, dz, done + i);
    }
}

static void look_at_row_plain(const look* l, int i0, int i1, float dz, uint8_t* done) {
    look_at_row_with(l, i0, i1, dz, done);
}
LANES_TARGET_AVX2 void look_at_row_fast(const look* l, int i0, int i1, float dz, uint8_t* done) {
    look_at_row_with(l, i0, i1, dz, done);
}

void inspection_look(inspection* all, const wend_observation* o, const wend_pose* pose) {
    const look l = {
        .o = o,
        .x = pose->feet.x,
        .z = pose->feet.z,
        .sine = sinf(pose->heading),
        .cosine = cosf(pose->heading),
        .focal = (float)o->camera.width / 2 / tanf(o->camera.hfov * (float)(WEND_PI / 360)),
        .below = o->camera.eye_height - CHECKED};
    int i0 = inspection_clamp(inspection_cell_of(pose->feet.x - RANGE)),
        i1 = inspection_clamp(inspection_cell_of(pose->feet.x + RANGE));
    int j0 = inspection_clamp(inspection_cell_of(pose->feet.z - RANGE)),
        j1 = inspection_clamp(inspection_cell_of(pose->feet.z + RANGE));
    if (!(fabsf(pose->feet.x) < 1000 && fabsf(pose->feet.z) < 1000)) return;
    for (int j = j0; j <= j1; j++) {
        uint8_t* done = all->done + j * INSPECTION_SIDE;
        float dz = middle_of(j) - l.z;
        if (lanes_have_avx2())
            look_at_row_fast(&l, i0, i1, dz, done);
        else
            look_at_row_plain(&l, i0, i1, dz, done);
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
            if (straight >= best)
                continue;  // the straight line is a lower bound of the path length
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
    for (int j = inspection_clamp(inspection_cell_of(at.y - radius));
         j <= inspection_clamp(inspection_cell_of(at.y + radius)); j++)
        for (int i = inspection_clamp(inspection_cell_of(at.x - radius));
             i <= inspection_clamp(inspection_cell_of(at.x + radius)); i++)
            if (hypotf(middle_of(i) - at.x, middle_of(j) - at.y) <= radius)
                all->done[j * INSPECTION_SIDE + i] = 1;
}
