// Lines of sight and visible unknown area on the map.
#include <string.h>

#include "map/map_grid.h"

// floorf and ceilf for values in the range of int, without a function call.
static inline int rounded_down(float v) {
    int whole = (int)v;
    return whole - ((float)whole > v);
}
static inline int rounded_up(float v) {
    int whole = (int)v;
    return whole + ((float)whole < v);
}

// Whether a disc (in cells of the level) covers no centre of a blocking cell.
static bool disc_is_clear(const map_level* level, wend_vec2 at, float radius,
                          bool through_unknown) {
    float x = at.x, z = at.y;
    int i0 = rounded_down(x - radius - 0.5f), i1 = rounded_up(x + radius - 0.5f);
    int j0 = rounded_down(z - radius - 0.5f), j1 = rounded_up(z + radius - 0.5f);
    int own_i = rounded_down(x), own_j = rounded_down(z);
    for (int j = j0; j <= j1; j++)
        for (int i = i0; i <= i1; i++) {
            float dx = (float)i + 0.5f - x, dz = (float)j + 0.5f - z;
            bool own = i == own_i && j == own_j;
            if (!own && dx * dx + dz * dz >= radius * radius) continue;
            bool inside = i >= 0 && j >= 0 && i < level->width && j < level->height;
            uint8_t state = inside ? level->state[j * level->width + i] : WEND_CELL_UNKNOWN;
            if (state == WEND_CELL_OCCUPIED) return false;
            if (state == WEND_CELL_UNKNOWN && !through_unknown) return false;
        }
    return true;
}

// The point at s / steps between a and b.
static inline wend_vec2 sight_point_of(wend_vec2 a, wend_vec2 b, int s, int steps) {
    float share = steps ? (float)s / (float)steps : 0;
    return (wend_vec2){a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share};
}

enum { BOX_SIDE = 8, TOGETHER = 8 };  // cells per side of a box; steps tested with one box

// Conservative test of all discs between two points with one box: true when no cell that they could
// cover is blocking. False: unknown, test each disc.
static bool box_is_clear(const map_level* level, wend_vec2 a, wend_vec2 b, float radius,
                         bool through_unknown) {
    float x0 = a.x < b.x ? a.x : b.x, x1 = a.x < b.x ? b.x : a.x;
    float z0 = a.y < b.y ? a.y : b.y, z1 = a.y < b.y ? b.y : a.y;
    int i0 = rounded_down(x0 - radius - 0.5f), i1 = rounded_up(x1 + radius - 0.5f);
    int j0 = rounded_down(z0 - radius - 0.5f), j1 = rounded_up(z1 + radius - 0.5f);
    bool inside = i0 >= 0 && j0 >= 0 && i0 + BOX_SIDE <= level->width && j1 < level->height;
    if (!inside || i1 - i0 >= BOX_SIDE) return false;
    const uint64_t ones = 0x0101010101010101u, own = ~(uint64_t)0 >> 8 * (BOX_SIDE - 1 - i1 + i0);
    uint64_t stops = 0;
    for (int j = j0; j <= j1; j++) {
        uint64_t states;  // 0 unknown, 1 free, 2 occupied
        memcpy(&states, level->state + j * level->width + i0, sizeof states);
        stops |= through_unknown ? states & 2 * ones : states ^ ones;
    }
    return !(stops & own);
}

bool wend_map_is_clear(const wend_map* map, float x0, float z0, float x1, float z1, float radius,
                       bool through_unknown) {
    const map_level* level = map_current(map);
    if (!map_place_is_sane(wend_v3(x0, 0, z0)) || !map_place_is_sane(wend_v3(x1, 0, z1)))
        return false;
    float cell = map->def.cell, reach = fminf(fmaxf(radius, 0), 10) / cell;
    float ax = x0 / cell - (float)level->i0, az = z0 / cell - (float)level->j0;
    float bx = x1 / cell - (float)level->i0, bz = z1 / cell - (float)level->j0;
    float length = hypotf(bx - ax, bz - az);
    if (length > 4.0f * (float)map->def.max_side) return false;
    int steps = (int)ceilf(length * 4);  // steps of a quarter of a cell
    wend_vec2 a = {ax, az}, b = {bx, bz};
    for (int s = 0; s <= steps; s += TOGETHER) {
        int last = s + TOGETHER - 1 < steps ? s + TOGETHER - 1 : steps;
        if (box_is_clear(level, sight_point_of(a, b, s, steps), sight_point_of(a, b, last, steps),
                         reach, through_unknown))
            continue;
        for (int k = s; k <= last; k++)
            if (!disc_is_clear(level, sight_point_of(a, b, k, steps), reach, through_unknown))
                return false;
    }
    return true;
}

enum { GAIN_RAYS = 64 };

float wend_map_gain(const wend_map* map, float x, float z, float range, float depth) {
    const map_level* level = map_current(map);
    if (!map_place_is_sane(wend_v3(x, 0, z)) || !(range > 0 && range <= 200)) return 0;
    float cell = map->def.cell, gain = 0;
    float ax = x / cell - (float)level->i0, az = z / cell - (float)level->j0;
    int steps = (int)(range / cell);
    const float turn = (float)(2 * WEND_PI) / GAIN_RAYS;
    for (int ray = 0; ray < GAIN_RAYS; ray++) {
        float dx = cosf((float)ray * turn), dz = sinf((float)ray * turn), unknown = 0;
        for (int s = 1; s <= steps && unknown < depth; s++) {
            int i = rounded_down(ax + dx * (float)s), j = rounded_down(az + dz * (float)s);
            bool inside = i >= 0 && j >= 0 && i < level->width && j < level->height;
            uint8_t state = inside ? level->state[j * level->width + i] : WEND_CELL_UNKNOWN;
            if (state == WEND_CELL_OCCUPIED) break;
            if (state == WEND_CELL_FREE) continue;
            unknown += cell;
            gain += cell * turn * (float)s * cell;  // square metres of the ring, per ray
        }
    }
    return gain;
}
