#include "agent/inspection.h"

#include <string.h>

#include "base/eight.h"

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

// Where a picture was taken from and how.
typedef struct look {
    const wend_observation* o;
    float x, z, sine, cosine;  // of the body, and of its heading
    float focal;               // pixels
    float below;               // metres that what must be in sight is below the eye
} look;

// Those of eight cells of a row, `dz` from the body, that are in the picture and not hidden are
// done.
EIGHT_INLINE void look_at_eight(const look* l, eight_ints of_them, eight x, float dz,
                                uint8_t* done) {
    const wend_observation* o = l->o;
    const float width = (float)o->width, height = (float)o->height;
    eight dx = x - l->x, ahead = -l->sine * dx - l->cosine * dz;
    eight right = l->cosine * dx - l->sine * dz;
    eight_ints near = of_them & (ahead >= 0.3f) & (ahead <= RANGE);
    if (!eight_any(near)) return;
    eight column = width / 2 + right / ahead * l->focal;
    eight row = height / 2 + l->below / ahead * l->focal;
    near &= (column >= 0) & (column < width) & (row >= 0) & (row < height);
    for (unsigned left = eight_bits(near); left; left &= left - 1) {
        int k = __builtin_ctz(left);
        done[k] |= o->depth[(int)row[k] * o->width + (int)column[k]] > ahead[k] - CELL / 2;
    }
}

// Cells `i0` to `i1` of a row.
EIGHT_INLINE void look_at_row_with(const look* l, int i0, int i1, float dz, uint8_t* done) {
    const eight_ints lanes = {0, 1, 2, 3, 4, 5, 6, 7};
    for (int i = i0; i <= i1; i += EIGHT) {
        eight cell = __builtin_convertvector(i - INSPECTION_SIDE / 2 + lanes, eight);
        look_at_eight(l, i + lanes <= i1, (cell + 0.5f) * CELL, dz, done + i);
    }
}

static void look_at_row_plain(const look* l, int i0, int i1, float dz, uint8_t* done) {
    look_at_row_with(l, i0, i1, dz, done);
}
EIGHT_FAST void look_at_row_fast(const look* l, int i0, int i1, float dz, uint8_t* done) {
    look_at_row_with(l, i0, i1, dz, done);
}

void inspection_look(inspection* all, const wend_observation* o, const wend_map_pose* pose) {
    const look l = {.o = o,
                    .x = pose->feet.x,
                    .z = pose->feet.z,
                    .sine = sinf(pose->heading),
                    .cosine = cosf(pose->heading),
                    .focal = (float)o->width / 2 / tanf(o->hfov * (float)(WEND_PI / 360)),
                    .below = o->eye_height - CHECKED};
    int i0 = clamp(cell_of(pose->feet.x - RANGE)), i1 = clamp(cell_of(pose->feet.x + RANGE));
    int j0 = clamp(cell_of(pose->feet.z - RANGE)), j1 = clamp(cell_of(pose->feet.z + RANGE));
    if (!(fabsf(pose->feet.x) < 1000 && fabsf(pose->feet.z) < 1000)) return;
    for (int j = j0; j <= j1; j++) {
        uint8_t* done = all->done + j * INSPECTION_SIDE;
        float dz = middle_of(j) - l.z;
        if (eight_is_fast())
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
