// MultiON's ground-truth maps: OracleMap and, with fog of war, OracleEgoMap.
#include "oracle/oracle_map.h"

#include <string.h>

enum { SAMPLES = 4 };                       // samples per side of a cell, tested for navigability
static const float floor_tolerance = 0.5f;  // metres

struct wend_oracle_map {
    wend_oracle_map_def def;
    int side;            // cells per side
    uint8_t* occupancy;  // [side][side], as are object and seen
    uint8_t* object;
    uint8_t* seen;
};

wend_oracle_map_def wend_oracle_map_default_def(void) {
    return (wend_oracle_map_def){.cell = 240.364f / 300,
                                 .low = -120.3241f,
                                 .high = 120.0399f,
                                 .block = 3,
                                 .crop = 50,
                                 .fov = 80,
                                 .range = 6};
}

// ---- cells --------------------------------------------------------------------------------------

bool oracle_map_cell_at(const wend_oracle_map* m, float x, float z, int* row, int* column) {
    float r = floorf((m->def.high - x) / m->def.cell), c = floorf((z - m->def.low) / m->def.cell);
    if (!(r >= 0 && r < (float)m->side && c >= 0 && c < (float)m->side)) return false;
    *row = (int)r;
    *column = (int)c;
    return true;
}

static size_t index_of(const wend_oracle_map* m, int row, int column) {
    return (size_t)row * (size_t)m->side + (size_t)column;
}

// ---- create and destroy ------------------------------------------------------------------------

// The navigable area of the map: one island, near one floor height.
typedef struct ground {
    const wend_navmesh* mesh;
    int island;
    float floor;
} ground;

// Whether any sample of the cell is navigable, on this island and floor.
static bool oracle_map_is_free(const wend_oracle_map* m, const ground* g, int row, int column) {
    for (int i = 0; i < SAMPLES * SAMPLES; i++) {
        float down = ((float)(i / SAMPLES) + 0.5f) / SAMPLES;
        float along = ((float)(i % SAMPLES) + 0.5f) / SAMPLES;
        wend_vec3 at = {m->def.high - ((float)row + down) * m->def.cell, g->floor,
                        m->def.low + ((float)column + along) * m->def.cell};
        if (wend_navmesh_is_on(g->mesh, at, floor_tolerance) &&
            wend_navmesh_island_at(g->mesh, at) == g->island)
            return true;
    }
    return false;
}

static void fill_occupancy(wend_oracle_map* m, const wend_world* world, wend_vec3 feet) {
    const wend_navmesh* mesh = wend_world_navmesh(world);
    ground g = {mesh, wend_navmesh_island_at(mesh, feet), feet.y};
    wend_aabb box = wend_scene_bounds(wend_world_scene(world));
    for (int row = 0; row < m->side; row++)
        for (int column = 0; column < m->side; column++) {
            float x = m->def.high - ((float)row + 0.5f) * m->def.cell;
            float z = m->def.low + ((float)column + 0.5f) * m->def.cell;
            float half = 0.5f * m->def.cell;
            bool inside = x > box.low.x - half && x < box.high.x + half && z > box.low.z - half &&
                          z < box.high.z + half;
            if (inside)
                m->occupancy[index_of(m, row, column)] =
                    oracle_map_is_free(m, &g, row, column) ? WEND_ORACLE_FREE : WEND_ORACLE_BLOCKED;
        }
}

static wend_status oracle_map_check_def(const wend_oracle_map_def* def, wend_error* error) {
    float cells = (def->high - def->low) / def->cell;
    if (def->cell > 0 && cells >= 1 && cells <= 10000 && def->block >= 1 && def->block <= 99 &&
        def->crop >= 1 && def->crop <= 1000 && def->fov > 0 && def->fov <= 360 && def->range > 0 &&
        def->range <= 1000)
        return WEND_OK;
    return wend_fail(
        error, WEND_ARGUMENT,
        "an oracle map of cells of %g m from %g to %g, goals of %d, crops of %d cells, "
        "sight of %g degrees and %g m; at most 10000 cells a side",
        (double)def->cell, (double)def->low, (double)def->high, def->block, def->crop,
        (double)def->fov, (double)def->range);
}

wend_status wend_oracle_map_create(const wend_world* world, wend_vec3 feet,
                                   const wend_oracle_map_def* given, wend_oracle_map** out,
                                   wend_error* error) {
    *out = NULL;
    wend_oracle_map_def def = given ? *given : wend_oracle_map_default_def();
    WEND_TRY(oracle_map_check_def(&def, error));
    wend_oracle_map* m = wend_alloc_zero(1, sizeof *m);
    if (m) {
        m->def = def;
        m->side = (int)roundf((def.high - def.low) / def.cell);
        size_t cells = (size_t)m->side * (size_t)m->side;
        m->occupancy = wend_alloc_zero(3, cells);
        m->object = m->occupancy + cells;
        m->seen = m->object + cells;
    }
    if (!m || !m->occupancy) {
        wend_oracle_map_destroy(m);
        return wend_fail(error, WEND_NO_MEMORY, "out of memory for an oracle map");
    }
    fill_occupancy(m, world, feet);
    *out = m;
    return WEND_OK;
}

void wend_oracle_map_destroy(wend_oracle_map* map) {
    if (!map) return;
    wend_free(map->occupancy);
    wend_free(map);
}

void wend_oracle_map_set_goals(wend_oracle_map* m, wend_vec3_span goals, const int* classes) {
    size_t cells = (size_t)m->side * (size_t)m->side;
    int half = m->def.block / 2, row, column;
    memset(m->object, 0, cells);
    memset(m->seen, 0, cells);
    for (int g = 0; g < goals.count; g++) {
        if (!oracle_map_cell_at(m, goals.items[g].x, goals.items[g].z, &row, &column)) continue;
        for (int i = -half; i <= half; i++)
            for (int k = -half; k <= half; k++)
                if (row + i >= 0 && row + i < m->side && column + k >= 0 && column + k < m->side)
                    m->object[index_of(m, row + i, column + k)] = (uint8_t)(classes[g] + 1);
    }
}

// ---- crops --------------------------------------------------------------------------------------

// Each cell of the crop is the map cell that contains its centre. The released code rotates an
// 80 x 80 window by nearest neighbour and keeps the central 50 x 50: the same cells in a different
// orientation.
static void cut(const wend_oracle_map* m, wend_vec3 feet, float heading, bool only_seen,
                uint8_t* occupancy, uint8_t* object) {
    int n = m->def.crop;
    float s = sinf(heading), c = cosf(heading), middle = 0.5f * (float)(n - 1);
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++) {
            float ahead = (middle - (float)i) * m->def.cell;
            float right = ((float)k - middle) * m->def.cell;
            float x = feet.x - s * ahead + c * right, z = feet.z - c * ahead - s * right;
            int row, column, at = i * n + k;
            bool inside = oracle_map_cell_at(m, x, z, &row, &column);
            size_t cell = inside ? index_of(m, row, column) : 0;
            bool shown = inside && (!only_seen || m->seen[cell]);
            uint8_t more = only_seen ? 1 : 0;
            if (occupancy) occupancy[at] = shown ? (uint8_t)(m->occupancy[cell] + more) : 0;
            if (object) object[at] = shown ? (uint8_t)(m->object[cell] + more) : 0;
        }
}

void wend_oracle_map_crop(const wend_oracle_map* map, wend_vec3 feet, float heading,
                          uint8_t* occupancy, uint8_t* object) {
    cut(map, feet, heading, false, occupancy, object);
}

void wend_oracle_map_crop_seen(const wend_oracle_map* map, wend_vec3 feet, float heading,
                               uint8_t* occupancy, uint8_t* object) {
    cut(map, feet, heading, true, occupancy, object);
}

// ---- fog of war --------------------------------------------------------------------------------

// Range of the depth image at a bearing (radians to the left): the max depth of the column, as a
// horizontal distance.
static float depth_reach(const wend_oracle_depth* d, float bearing) {
    float focal = 0.5f * (float)d->width / tanf(d->hfov * (float)(WEND_PI / 360));
    float x = floorf(0.5f * (float)d->width - focal * tanf(bearing)), deepest = 0;
    if (fabsf(bearing) >= (float)(WEND_PI / 2) || !(x >= 0 && x < (float)d->width)) return 0;
    for (int y = 0; y < d->height; y++)
        deepest = fmaxf(deepest, d->metres[(size_t)y * (size_t)d->width + (size_t)x]);
    return deepest / cosf(bearing);
}

typedef struct ray {
    wend_oracle_map* map;
    bool stops;  // at cells that are not free
} ray;

// Marks a cell as seen; false: the ray ends here.
static bool light(const ray* r, int row, int column) {
    wend_oracle_map* m = r->map;
    if (row < 0 || row >= m->side || column < 0 || column >= m->side) return false;
    size_t cell = index_of(m, row, column);
    m->seen[cell] = 1;
    return !r->stops || m->occupancy[cell] == WEND_ORACLE_FREE;
}

// Marks every cell that the line between two cell centres touches: supercover Bresenham line.
// [habitat-lab: fog_of_war]
static void shine(const ray* r, int row, int column, int to_row, int to_column) {
    int rows = to_row > row ? to_row - row : row - to_row, down = to_row > row ? 1 : -1;
    int columns = to_column > column ? to_column - column : column - to_column;
    int along = to_column > column ? 1 : -1, i = 0, k = 0;
    if (!light(r, row, column)) return;
    while (i < rows || k < columns) {
        // Through which side the line leaves the cell; distances are doubled to stay integers.
        int decide = (1 + 2 * i) * columns - (1 + 2 * k) * rows;
        if (decide == 0) {  // through the corner
            light(r, row + down, column);
            light(r, row, column + along);
            row += down, column += along, i++, k++;
        } else if (decide < 0) {
            row += down, i++;
        } else {
            column += along, k++;
        }
        if (!light(r, row, column)) return;
    }
}

void wend_oracle_map_see(wend_oracle_map* m, wend_oracle_sight rule, wend_vec3 feet, float heading,
                         const wend_oracle_depth* depth) {
    const wend_oracle_map_def* def = &m->def;
    ray r = {m, rule == WEND_ORACLE_SIGHT_WALLS};
    int row, column;
    if (!oracle_map_cell_at(m, feet.x, feet.z, &row, &column)) return;
    m->seen[index_of(m, row, column)] = 1;
    // Rays are one cell apart at max range, across the field of view.
    double step = (double)def->cell / (double)def->range, half = (double)def->fov * WEND_PI / 360;
    int rays = (int)ceil(2 * half / step);
    for (int i = 0; i < rays; i++) {
        float bearing = (float)(-half + i * step), reach = def->range;
        if (rule == WEND_ORACLE_SIGHT_DEPTH)
            reach = fminf(reach, depth ? depth_reach(depth, bearing) : 0);
        float angle = heading + bearing, cells = reach / def->cell;
        // A point at distance d is at x - d sin, z - d cos; rows grow with -x, columns with z.
        int to_row = row + (int)roundf(cells * sinf(angle));
        int to_column = column - (int)roundf(cells * cosf(angle));
        shine(&r, row, column, to_row, to_column);
    }
}
