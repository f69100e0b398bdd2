// Draws an agent's map over the plan of the scene.
#include "report/map_sheet.h"

#include <math.h>
#include <string.h>

#include "report/html.h"

void map_sheet_destroy(map_sheet* sheet) { wend_image_destroy(&sheet->image); }

// The level of the agent's map that corresponds to the page's floor; -1: none.
static int map_sheet_level_of(const wend_map* map, const plan_page* page, const wend_scene* scene,
                              float start) {
    int best = -1;
    float nearest = 1.2f;  // metres: less than half a storey
    const wend_scene_arrays* a = wend_scene_get(scene);
    float floor = page->level < (int)a->levels.count ? a->levels.items[page->level].floor : start;
    for (int i = 0; i < wend_map_level_count(map); i++) {
        float off = fabsf(start + wend_map_level_height(map, i) - floor);
        if (off < nearest) nearest = off, best = i;
    }
    return best;
}

// Bounding rectangle of the known cells: [low, high).
typedef struct known_cells {
    int low_x, low_z, high_x, high_z;
} known_cells;

static known_cells find_known(const wend_map_grid* g) {
    known_cells k = {g->width, g->height, 0, 0};
    for (int z = 0; z < g->height; z++)
        for (int x = 0; x < g->width; x++) {
            if (g->state[(size_t)z * (size_t)g->width + (size_t)x] == WEND_CELL_UNKNOWN) continue;
            k.low_x = x < k.low_x ? x : k.low_x;
            k.low_z = z < k.low_z ? z : k.low_z;
            k.high_x = x + 1 > k.high_x ? x + 1 : k.high_x;
            k.high_z = z + 1 > k.high_z ? z + 1 : k.high_z;
        }
    return k;
}

static uint32_t cell_color(uint8_t state, uint8_t label) {
    static const uint32_t labels[] = {0x0072b2ff, 0xe69f00ff, 0x009e73ff, 0xcc79a7ff,
                                      0x56b4e9ff, 0xd55e00ff, 0x7a5195ff, 0xc9b800ff};
    if (state == WEND_CELL_UNKNOWN) return MAP_SHEET_UNKNOWN;
    if (label) return labels[(label - 1) % 8];
    return state == WEND_CELL_FREE ? 0xfdfdfbff : 0x3d4048ff;
}

// Goal relevance is drawn over everything else, from pale to full orange.
static uint32_t add_relevance(uint32_t color, uint8_t relevance) {
    const uint32_t orange = 0xe8590cff;
    uint32_t mixed = 0xff, share = relevance ? 70 + relevance * 185u / 255 : 0;
    for (int shift = 8; shift < 32; shift += 8) {
        uint32_t from = color >> shift & 255, to = orange >> shift & 255;
        mixed |= (from * (255 - share) + to * share) / 255 << shift;
    }
    return mixed;
}

static void map_sheet_paint(const wend_map_grid* g, const known_cells* k, wend_image* image) {
    for (int z = 0; z < image->height; z++)
        for (int x = 0; x < image->width; x++) {
            size_t cell = (size_t)(k->low_z + z) * (size_t)g->width + (size_t)(k->low_x + x);
            uint32_t color =
                add_relevance(cell_color(g->state[cell], g->label[cell]), g->relevance[cell]);
            uint8_t* pixel = image->pixels + 3 * ((size_t)z * (size_t)image->width + (size_t)x);
            for (int i = 0; i < 3; i++) pixel[i] = (uint8_t)(color >> (24 - 8 * i));
        }
}

wend_status map_sheet_make(const wend_map* map, const plan_page* page, const wend_scene* scene,
                           const wend_pose* start, map_sheet* sheet, wend_error* error) {
    *sheet = (map_sheet){0};
    int level = map_sheet_level_of(map, page, scene, start->feet.y);
    if (level < 0) return WEND_OK;
    wend_map_grid g = wend_map_get_grid(map, level);
    known_cells k = find_known(&g);
    if (k.high_x <= k.low_x) return WEND_OK;
    WEND_TRY(wend_image_create(k.high_x - k.low_x, k.high_z - k.low_z, 3, &sheet->image, error));
    map_sheet_paint(&g, &k, &sheet->image);
    // From the frame of the start pose into the frame of the scene.
    float x = g.x + g.cell * (float)k.low_x, z = g.z + g.cell * (float)k.low_z;
    float c = cosf(start->heading), s = sinf(start->heading);
    wend_vec3 corner = {start->feet.x + c * x + s * z, start->feet.y,
                        start->feet.z - s * x + c * z};
    sheet->at = plan_place(page, corner);
    sheet->pixel = g.cell * page->scale;
    sheet->turn = -start->heading;
    return WEND_OK;
}

wend_status map_sheet_put_image(wend_text_out* out, const map_sheet* sheet, wend_error* error) {
    uint8_t* bytes;
    size_t size;
    const wend_image* image = &sheet->image;
    WEND_TRY(wend_image_encode_png(image, &bytes, &size, error));
    wend_text_put(out,
                  "<image class='cells' width='%d' height='%d' transform='translate(%.2f %.2f) "
                  "rotate(%.3f) scale(%.4f)' href='",
                  image->width, image->height, (double)sheet->at.x, (double)sheet->at.y,
                  (double)sheet->turn * 180 / WEND_PI, (double)sheet->pixel);
    html_data_uri(out, "image/png", bytes, size);
    wend_text_put(out, "'/>");
    wend_free(bytes);
    return WEND_OK;
}

wend_status map_sheet_put(wend_text_out* out, const map_sheet* sheet, const plan_page* page,
                          const wend_scene* scene, const plan_trajectory* trajectory,
                          wend_error* error) {
    canvas* c;
    WEND_TRY(canvas_create(CANVAS_SVG, page->width, page->height, 0, &c, error));
    plan_draw(c, page, scene, trajectory);
    const char* drawn = canvas_svg(c);
    wend_status status = WEND_OK;
    plan_page_open(out, page, "map of the agent at the end");
    wend_text_put(out, "<rect class='unknown' width='%d' height='%d'/>", page->width, page->height);
    if (sheet->image.pixels) status = map_sheet_put_image(out, sheet, error);
    if (drawn) wend_text_put_bytes(out, drawn, strlen(drawn));
    wend_text_put(out, "</svg>\n");
    canvas_destroy(c);
    if (status == WEND_OK && !drawn)
        status = wend_fail(error, WEND_NO_MEMORY, "out of memory while drawing a map");
    return status;
}
