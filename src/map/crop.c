// Egocentric crops of the map, rotated to a heading.
#include "map/map_grid.h"

#include "wend/category.h"

enum { MAX_SAMPLES = 16 };  // samples per side of a crop cell

// A crop cell, aggregated over the map cells it covers.
typedef struct crop_cell {
    uint8_t state, label, relevance;
    int label_top;
} crop_cell;

static void crop_take(const map_level* level, int index, crop_cell* cell) {
    // Maximum of unknown < free < occupied.
    if (level->state[index] > cell->state) cell->state = level->state[index];
    if (level->relevance[index] > cell->relevance) cell->relevance = level->relevance[index];
    if (!level->label[index] || (cell->label && level->label_top[index] <= cell->label_top)) return;
    cell->label = level->label[index];
    cell->label_top = level->label_top[index];
}

static void crop_put(const wend_map_crop* crop, size_t at, const crop_cell* cell) {
    if (crop->state) crop->state[at] = cell->state;
    if (crop->label) crop->label[at] = cell->label;
    if (crop->relevance) crop->relevance[at] = (float)cell->relevance / 255;
}

wend_status wend_map_cut(const wend_map* map, const wend_map_crop* crop, wend_error* error) {
    bool sane = crop->width > 0 && crop->height > 0 && crop->width <= 4096 &&
                crop->height <= 4096 && crop->cell >= 0.001f && crop->cell <= 100 &&
                isfinite(crop->heading) && map_place_is_sane(wend_v3(crop->x, 0, crop->z));
    if (!sane)
        return wend_fail(error, WEND_ARGUMENT,
                         "map: a crop of %d x %d cells of %g m at (%g, %g); 1 to 4096 cells a "
                         "side, of 0.001 to 100 m, within 100 km are cut",
                         crop->width, crop->height, (double)crop->cell, (double)crop->x,
                         (double)crop->z);
    const map_level* level = map_current(map);
    int samples = (int)ceilf(crop->cell / map->def.cell - 0.001f);
    samples = samples < 1 ? 1 : samples > MAX_SAMPLES ? MAX_SAMPLES : samples;
    float c = cosf(crop->heading), s = sinf(crop->heading), part = crop->cell / (float)samples;
    // The pose is the centre of its cell; samples are placed symmetrically around it.
    float first = 0.5f * (1 - (float)samples);
    for (int row = 0; row < crop->height; row++)
        for (int column = 0; column < crop->width; column++) {
            crop_cell cell = {0};
            for (int k = 0; k < samples * samples; k++) {
                float right = (float)(column - crop->width / 2) * crop->cell +
                              (first + (float)(k % samples)) * part;
                float ahead = (float)(crop->height / 2 - row) * crop->cell -
                              (first + (float)(k / samples)) * part;
                int index = level_index(map, level, crop->x - s * ahead + c * right,
                                        crop->z - c * ahead - s * right);
                if (index >= 0) crop_take(level, index, &cell);
            }
            crop_put(crop, (size_t)row * (size_t)crop->width + (size_t)column, &cell);
        }
    return WEND_OK;
}

wend_status wend_map_cut_ivln(const wend_map* map, const wend_pose* pose, uint8_t* occupied,
                              uint8_t* classes, wend_error* error) {
    wend_map_crop crop = {.width = WEND_IVLN_MAP_SIDE,
                          .height = WEND_IVLN_MAP_SIDE,
                          .cell = 0.1f,
                          .x = pose->feet.x,
                          .z = pose->feet.z,
                          .heading = pose->heading,
                          .state = occupied,
                          .label = classes};
    WEND_TRY(wend_map_cut(map, &crop, error));
    for (int i = 0; i < WEND_IVLN_MAP_SIDE * WEND_IVLN_MAP_SIDE; i++) {
        if (occupied) occupied[i] = occupied[i] == WEND_CELL_OCCUPIED;
        if (classes) classes[i] = (uint8_t)wend_category_at((wend_category)classes[i])->ivln;
    }
    return WEND_OK;
}
