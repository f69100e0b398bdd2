// The occupancy map: levels, cell states, marks and labels.
#include "wend/map.h"

#include <string.h>

#include "base/lanes.h"
#include "map/map_grid.h"

wend_map_def wend_map_default_def(void) {
    return (wend_map_def){.cell = 0.1f,
                          .near_range = 0.05f,
                          .range = 10,
                          .body_height = 1.5f,
                          .step_height = 0.25f,
                          .drop_height = 0.25f,
                          .level_gap = 1.5f,
                          .label_low = 0.05f,
                          .max_side = 2048};
}

static wend_status check_field(const char* name, float value, float low, float high,
                               wend_error* error) {
    if (value >= low && value <= high) return WEND_OK;
    return wend_fail(error, WEND_ARGUMENT, "map: %s is %g; it must be from %g to %g", name,
                     (double)value, (double)low, (double)high);
}

static wend_status map_check_def(const wend_map_def* d, wend_error* error) {
    WEND_TRY(check_field("cell", d->cell, 0.02f, 2, error));
    WEND_TRY(check_field("near_range", d->near_range, 0, 10, error));
    WEND_TRY(check_field("range", d->range, 0.1f, 200, error));
    WEND_TRY(check_field("body_height", d->body_height, 0.1f, 10, error));
    WEND_TRY(check_field("step_height", d->step_height, 0, d->body_height, error));
    WEND_TRY(check_field("drop_height", d->drop_height, 0, 10, error));
    WEND_TRY(check_field("level_gap", d->level_gap, 0.5f, 20, error));
    WEND_TRY(check_field("label_low", d->label_low, -10, 10, error));
    return check_field("max_side", (float)d->max_side, 64, 8192, error);
}

wend_status wend_map_create(const wend_map_def* def, wend_map** out, wend_error* error) {
    wend_map_def defaults = wend_map_default_def();
    *out = NULL;
    if (!def) def = &defaults;
    WEND_TRY(map_check_def(def, error));
    wend_map* map = wend_alloc_zero(1, sizeof *map);
    if (!map) return wend_fail(error, WEND_NO_MEMORY, "out of memory for a map");
    map->def = *def;
    *out = map;
    wend_map_reset(map);
    return WEND_OK;
}

static void level_free(map_level* level) {
    wend_free(level->heights);
    wend_free(level->state);
    wend_free(level->marks);
    wend_free(level->changed);
    wend_free(level->label);
    wend_free(level->relevance);
    wend_free(level->label_top);
    wend_free(level->scratch);
    *level = (map_level){0};
}

void wend_map_destroy(wend_map* map) {
    if (!map) return;
    for (int i = 0; i < WEND_MAP_MAX_LEVELS; i++) level_free(&map->levels[i]);
    wend_free(map->rows.memory);
    wend_free(map->rows.index);
    wend_free(map);
}

static void level_clear(map_level* level) {
    size_t cells = (size_t)level->width * (size_t)level->height;
    if (!cells) return;
    for (size_t i = 0; i <= cells; i++) level->heights[i] = NO_HEIGHTS;
    for (size_t i = 0; i <= cells; i++) level->label_top[i] = INT16_MIN;
    memset(level->state, WEND_CELL_UNKNOWN, cells + 1);
    memset(level->marks, 0, cells + 1);
    memset(level->changed, 0, cells / LANE_COUNT + 1);
    memset(level->label, 0, cells + 1);
    memset(level->relevance, 0, cells + 1);
}

void wend_map_reset(wend_map* map) {
    // Frees the levels, so that the next trajectory gives the same map whatever came before.
    for (int i = 0; i < WEND_MAP_MAX_LEVELS; i++) level_free(&map->levels[i]);
    map->level_count = map->level = map->link_count = map->flat = 0;
    map->last_feet = wend_v3(0, 0, 0);
}

wend_pose wend_map_pose_of(const wend_observation* o) {
    bool placed = isfinite(o->pose.gps[0]) && isfinite(o->pose.gps[1]);
    return (wend_pose){
        .feet =
            wend_v3(placed ? o->pose.gps[1] : 0, isfinite(o->pose.altitude) ? o->pose.altitude : 0,
                    placed ? -o->pose.gps[0] : 0),
        .heading = isfinite(o->pose.compass) ? o->pose.compass : 0,
    };
}

bool map_place_is_sane(wend_vec3 at) {
    return fabsf(at.x) < 1e5f && fabsf(at.z) < 1e5f && fabsf(at.y) < 1e5f;
}

// ---- growth ------------------------------------------------------------------------------------

static int32_t down_to_growth(int32_t i) {
    return (i - (i < 0 ? LEVEL_GROWTH - 1 : 0)) / LEVEL_GROWTH * LEVEL_GROWTH;
}

// Extends one axis of a box to multiples of LEVEL_GROWTH, includes the existing cells, and limits
// it to max_side.
static void map_widen(int32_t have0, int have, int max_side, int32_t* low, int32_t* high) {
    *low = down_to_growth(*low);
    *high = down_to_growth(*high + LEVEL_GROWTH - 1);
    if (have) {
        if (have0 < *low) *low = have0;
        if (have0 + have > *high) *high = have0 + have;
    }
    int max = max_side / LEVEL_GROWTH * LEVEL_GROWTH;
    if (*high - *low <= max) return;
    if (!have) {
        *low = down_to_growth((*low + *high - max) / 2);
        *high = *low + max;
        return;
    }
    int spare = max - have;  // assigned to the low side first, then to the high one
    if (have0 - *low > spare) *low = have0 - spare;
    spare -= have0 - *low;
    if (*high - (have0 + have) > spare) *high = have0 + have + spare;
}

static wend_status level_allocate(map_level* level, wend_error* error) {
    size_t cells = (size_t)level->width * (size_t)level->height + 1;
    level->heights = wend_alloc(cells * sizeof *level->heights);
    level->state = wend_alloc(cells);
    level->marks = wend_alloc(cells);
    level->changed = wend_alloc(cells / LANE_COUNT + 1);
    level->label = wend_alloc(cells);
    level->relevance = wend_alloc(cells);
    level->label_top = wend_alloc(cells * sizeof *level->label_top);
    level->scratch = wend_alloc(cells * sizeof *level->scratch);
    if (level->heights && level->state && level->marks && level->changed && level->label &&
        level->relevance && level->label_top && level->scratch) {
        level_clear(level);
        return WEND_OK;
    }
    level_free(level);
    return wend_fail(error, WEND_NO_MEMORY, "out of memory for a map of %zu cells", cells);
}

static void copy_level(const map_level* from, map_level* to) {
    int shift_i = from->i0 - to->i0, shift_j = from->j0 - to->j0;
    size_t n = (size_t)from->width;
    for (int j = 0; j < from->height; j++) {
        size_t source = (size_t)j * n;
        size_t target = (size_t)(j + shift_j) * (size_t)to->width + (size_t)shift_i;
        memcpy(to->heights + target, from->heights + source, n * sizeof *to->heights);
        memcpy(to->state + target, from->state + source, n);
        memcpy(to->marks + target, from->marks + source, n);
        memcpy(to->label + target, from->label + source, n);
        memcpy(to->relevance + target, from->relevance + source, n);
        memcpy(to->label_top + target, from->label_top + source, n * sizeof *to->label_top);
    }
}

wend_status level_cover(const wend_map* map, map_level* level, cell_box box, wend_error* error) {
    map_level grown = {.base = level->base};
    map_widen(level->i0, level->width, map->def.max_side, &box.i0, &box.i1);
    map_widen(level->j0, level->height, map->def.max_side, &box.j0, &box.j1);
    grown.i0 = box.i0;
    grown.j0 = box.j0;
    grown.width = box.i1 - box.i0;
    grown.height = box.j1 - box.j0;
    if (grown.width == level->width && grown.height == level->height) return WEND_OK;
    WEND_TRY(level_allocate(&grown, error));
    copy_level(level, &grown);
    level_free(level);
    *level = grown;
    return WEND_OK;
}

// ---- cell states -------------------------------------------------------------------------------

typedef struct state_rule {
    int low, high;  // height range of the ground, millimetres
    int step;
    bool climb;
} state_rule;

// Computes the states of eight consecutive cells.
LANES void refresh_eight(state_rule rule, const cell_heights* heights, const uint8_t* marks,
                         uint8_t* state) {
    typedef uint8_t bytes __attribute__((vector_size(8)));
    i32x8 low, top, both;
    bytes mark_bytes;
    memcpy(&both, heights, sizeof both);
    memcpy(&mark_bytes, marks, sizeof mark_bytes);
    low = both << 16 >> 16;
    top = both >> 16;
    i32x8 mark = __builtin_convertvector(mark_bytes, i32x8);
    i32x8 blocked = rule.climb ? top - low > rule.step : (top > rule.high) | (top < rule.low);
    i32x8 assumed = ((mark & MARK_ASSUMED) != 0) & WEND_CELL_FREE;
    i32x8 v = i32x8_select(assumed, WEND_CELL_FREE + (blocked & 1), low <= top);
    v = i32x8_select(v, WEND_CELL_FREE + (i32x8){0}, (mark & MARK_FREE) != 0);
    v = i32x8_select(v, WEND_CELL_OCCUPIED + (i32x8){0}, (mark & MARK_OCCUPIED) != 0);
    bytes out = __builtin_convertvector(v, bytes);
    memcpy(state, &out, sizeof out);
}

// `box` is in cells of the level, in multiples of eight along x. `all`: also groups of eight
// without changes.
LANES void refresh_with(map_level* level, state_rule rule, cell_box box, bool all) {
    for (int j = box.j0; j < box.j1; j++)
        for (int k = j * level->width + box.i0; k < j * level->width + box.i1; k += LANE_COUNT) {
            if (!all && !level->changed[k / LANE_COUNT]) continue;
            level->changed[k / LANE_COUNT] = 0;
            refresh_eight(rule, level->heights + k, level->marks + k, level->state + k);
        }
}

static void refresh_plain(map_level* level, state_rule rule, cell_box box, bool all) {
    refresh_with(level, rule, box, all);
}
LANES_TARGET_AVX2 void refresh_fast(map_level* level, state_rule rule, cell_box box, bool all) {
    refresh_with(level, rule, box, all);
}

static int millimetres(float metres) { return (int)lrintf(metres * 1000); }

static state_rule rule_of(const wend_map* map, const map_level* level) {
    return (state_rule){.low = millimetres(level->base - map->def.drop_height),
                        .high = millimetres(level->base + map->def.step_height),
                        .step = millimetres(map->def.step_height),
                        .climb = map->def.climb};
}

// Clips a box to the level, in cells of the level, rounded out to multiples of eight. Refreshing
// more cells than requested is harmless: states depend only on heights and marks.
static cell_box box_within(const map_level* level, cell_box box) {
    int i0 = box.i0 - level->i0, i1 = box.i1 - level->i0;
    int j0 = box.j0 - level->j0, j1 = box.j1 - level->j0;
    if (i0 < 0) i0 = 0;
    if (j0 < 0) j0 = 0;
    if (i1 > level->width) i1 = level->width;
    if (j1 > level->height) j1 = level->height;
    return (cell_box){i0 / LANE_COUNT * LANE_COUNT, j0,
                      (i1 + LANE_COUNT - 1) / LANE_COUNT * LANE_COUNT, j1};
}

void level_refresh(const wend_map* map, map_level* level, cell_box box, bool all) {
    if (lanes_have_avx2())
        refresh_fast(level, rule_of(map, level), box_within(level, box), all);
    else
        refresh_plain(level, rule_of(map, level), box_within(level, box), all);
}

// Bounding box of a disc, in cells.
static cell_box disc_box(const wend_map* map, wend_vec3 at, float radius) {
    return (cell_box){map_cell_of(map, at.x - radius), map_cell_of(map, at.z - radius),
                      map_cell_of(map, at.x + radius) + 1, map_cell_of(map, at.z + radius) + 1};
}

static wend_status open_disc(wend_map* map, wend_vec3 at, float radius, map_level** level,
                             cell_box* box, wend_error* error) {
    if (!map_place_is_sane(at) || !(radius >= 0 && radius <= 100))
        return wend_fail(
            error, WEND_ARGUMENT,
            "map: a mark at (%g, %g, %g) of radius %g; positions must be within 100 km and radii "
            "at most 100 m",
            (double)at.x, (double)at.y, (double)at.z, (double)radius);
    *level = map->level_count ? &map->levels[map->level] : map_enter_level(map, at);
    *box = disc_box(map, at, radius);
    return level_cover(map, *level, *box, error);
}

static bool in_disc(const wend_map* map, const map_level* level, int index, wend_vec3 at,
                    float radius) {
    wend_vec2 middle = level_middle(map, level, index);
    return hypotf(middle.x - at.x, middle.y - at.z) <= radius ||
           index == level_index(map, level, at.x, at.z);
}

// Iterates over the cells of the level whose centre is inside the disc, and the disc's own cell.
#define FOR_DISC(map, level, box, at, radius, index)                                     \
    for (int32_t disc_j = (box).j0; disc_j < (box).j1; disc_j++)                         \
        for (int32_t disc_i = (box).i0, index = -1; disc_i < (box).i1; disc_i++)         \
            if (disc_i >= (level)->i0 && disc_i < (level)->i0 + (level)->width &&        \
                disc_j >= (level)->j0 && disc_j < (level)->j0 + (level)->height &&       \
                (index = (disc_j - (level)->j0) * (level)->width + disc_i - (level)->i0, \
                 in_disc(map, level, index, at, radius)))

wend_status wend_map_mark(wend_map* map, wend_vec3 at, float radius, wend_map_cell state,
                          wend_error* error) {
    map_level* level = NULL;
    cell_box box;
    WEND_TRY(open_disc(map, at, radius, &level, &box, error));
    FOR_DISC(map, level, box, at, radius, index) {
        level->marks[index] &= (uint8_t) ~(MARK_FREE | MARK_OCCUPIED);
        if (state == WEND_CELL_FREE) level->marks[index] |= MARK_FREE;
        if (state == WEND_CELL_OCCUPIED) level->marks[index] |= MARK_OCCUPIED;
        if (state != WEND_CELL_UNKNOWN) continue;
        level->marks[index] = 0;
        level->heights[index] = NO_HEIGHTS;
    }
    level_refresh(map, level, box, true);
    return WEND_OK;
}

// ---- levels -------------------------------------------------------------------------------------

static const float CLEARLY = 0.2f;  // metres; hysteresis of changing the level
static const float FLAT = 0.05f;    // max height change on flat ground, metres
enum { FLAT_PICTURES = 4 };

static int nearest_level(const wend_map* map, float height) {
    int best = 0;
    for (int i = 1; i < map->level_count; i++)
        if (fabsf(map->levels[i].base - height) < fabsf(map->levels[best].base - height)) best = i;
    return best;
}

static void map_add_link(wend_map* map, int from, int to, wend_vec3 at) {
    if (map->link_count == MAP_MAX_LINKS)
        memmove(map->links, map->links + 1, (size_t)--map->link_count * sizeof *map->links);
    map->links[map->link_count++] = (map_link){from, to, at};
}

// Sets the height of the level's ground after FLAT_PICTURES images at one height from different
// positions, which does not happen on stairs.
static void map_settle(wend_map* map, wend_vec3 feet) {
    bool same_height = fabsf(feet.y - map->last_feet.y) < FLAT;
    bool moved = feet.x != map->last_feet.x || feet.z != map->last_feet.z;
    if (!same_height) map->flat = 0;
    if (same_height && moved) map->flat++;
    map->last_feet = feet;
    if (map->flat < FLAT_PICTURES || nearest_level(map, feet.y) != map->level) return;
    map_level* level = &map->levels[map->level];
    bool changed = fabsf(level->base - feet.y) > FLAT;
    level->base = changed ? feet.y : level->base;
    cell_box all = {level->i0, level->j0, level->i0 + level->width, level->j0 + level->height};
    if (changed && !map->def.climb) level_refresh(map, level, all, true);
}

map_level* map_enter_level(wend_map* map, wend_vec3 feet) {
    int was = map->level;
    if (map->level_count) {
        int nearest = nearest_level(map, feet.y);
        float here = fabsf(map->levels[was].base - feet.y);
        float there = fabsf(map->levels[nearest].base - feet.y);
        bool is_new = there > map->def.level_gap && map->level_count < WEND_MAP_MAX_LEVELS;
        if (there < here - CLEARLY) map->level = nearest;
        if (is_new) map->level = map->level_count;
    }
    if (map->level == map->level_count) {
        if (!map->level_count) map->last_feet = feet;
        map->levels[map->level_count++].base = feet.y;
    }
    if (map->level != was) map_add_link(map, was, map->level, feet);
    map_settle(map, feet);
    return &map->levels[map->level];
}

int wend_map_level_count(const wend_map* map) { return map->level_count; }
int wend_map_level(const wend_map* map) { return map->level; }

float wend_map_level_height(const wend_map* map, int level) {
    return level >= 0 && level < map->level_count ? map->levels[level].base : NAN;
}

bool wend_map_level_link(const wend_map* map, int from, int to, wend_vec3* at) {
    for (int i = map->link_count - 1; i >= 0; i--) {
        const map_link* link = &map->links[i];
        bool either =
            (link->from == from && link->to == to) || (link->from == to && link->to == from);
        if (either) *at = link->at;
        if (either) return true;
    }
    return false;
}

// ---- queries -----------------------------------------------------------------------------------

float wend_map_ground(const wend_map* map, float x, float z) {
    const map_level* level = map_current(map);
    int index = level_index(map, level, x, z);
    if (index < 0 || level->heights[index].low > level->heights[index].top) return NAN;
    return (float)level->heights[index].low / 1000;
}

float wend_map_top(const wend_map* map, float x, float z) {
    const map_level* level = map_current(map);
    int index = level_index(map, level, x, z);
    if (index < 0 || level->heights[index].low > level->heights[index].top) return NAN;
    return (float)level->heights[index].top / 1000;
}

wend_map_grid wend_map_get_grid(const wend_map* map, int index) {
    if (index < 0 || index >= map->level_count) return (wend_map_grid){.cell = map->def.cell};
    const map_level* level = &map->levels[index];
    return (wend_map_grid){.cell = map->def.cell,
                           .x = (float)level->i0 * map->def.cell,
                           .z = (float)level->j0 * map->def.cell,
                           .width = level->width,
                           .height = level->height,
                           .state = level->state,
                           .label = level->label,
                           .relevance = level->relevance};
}

wend_map_cell wend_map_state(const wend_map* map, float x, float z) {
    int index = level_index(map, map_current(map), x, z);
    return index < 0 ? WEND_CELL_UNKNOWN : (wend_map_cell)map_current(map)->state[index];
}
