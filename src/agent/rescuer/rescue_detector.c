// Detects people by clustering a height map from depth, and the stretcher by colour and height.
#include "agent/rescuer/rescue_detector.h"

#include <string.h>

#include "agent/rescuer/rescue_palette.h"
#include "agent/rescuer/rescuer_constants.h"
#include "perceive/lens.h"

enum { SIDE = 256, DEEP = 108, CELLS = SIDE * DEEP };
static const float unseen = 1e9f;  // value of cells without measurements

typedef struct heap_cell {
    float low, high;               // metres above the feet
    uint16_t pixels, skin, alike;  // pixels; of them skin-coloured; of them in the person's palette
} heap_cell;

struct rescue_detector {
    heap_cell cells[CELLS];
    float ground[CELLS], rows[CELLS];
    uint8_t kind[CELLS];  // class of each cell for the segmentation into clusters
    uint16_t stack[CELLS];
    rescue_palette palette;
};

enum { NOTHING, FLOOR, HEAP, TALL, TAKEN };

wend_status rescue_detector_create(rescue_detector** detector, wend_error* error) {
    *detector = wend_alloc_zero(1, sizeof **detector);
    return *detector ? WEND_OK
                     : wend_fail(error, WEND_NO_MEMORY, "out of memory while detecting people");
}

void rescue_detector_destroy(rescue_detector* detector) { wend_free(detector); }

void rescue_detector_expect(rescue_detector* s, const uint8_t* rgb, int width, int height) {
    rescue_palette_learn(&s->palette, rgb, width, height);
}

// ---- pixels -------------------------------------------------------------------------------------

// Skin under any light: red > green > blue, with limits on the differences relative to red.
static bool is_skin(const uint8_t* rgb) {
    float r = rgb[0], g = rgb[1], b = rgb[2];
    return r > SKIN_MIN_RED && (r - g) > SKIN_MIN_RED_GREEN * r &&
           (r - g) < SKIN_MAX_RED_GREEN * r && (g - b) > SKIN_MIN_GREEN_BLUE * r &&
           (g - b) < SKIN_MAX_GREEN_BLUE * r;
}

static bool is_mat_blue(const uint8_t* rgb) {
    float r = rgb[0], g = rgb[1], b = rgb[2];
    return b > MAT_MIN_BLUE && b > MAT_BLUE_RED * r && b > MAT_BLUE_GREEN * g;
}

// ---- clusters -----------------------------------------------------------------------------------

static inline float lower(float a, float b) { return a < b ? a : b; }

static void rescue_detector_fill_cells(rescue_detector* s, const wend_observation* o) {
    lens l = lens_of_observation(o);
    for (int i = 0; i < CELLS; i++) s->cells[i] = (heap_cell){.low = unseen, .high = -unseen};
    for (int row = 0; row < o->camera.height; row++)
        for (int column = 0; column < o->camera.width; column++) {
            ego_detection p = lens_point(o, &l, column, row);
            if (!(p.ahead > DETECT_NEAR && p.ahead < DETECT_REACH) || p.up > DETECT_MAX_UP)
                continue;
            int x = SIDE / 2 + (int)floorf(p.right / DETECT_CELL), z = (int)(p.ahead / DETECT_CELL);
            if (x < 0 || x >= SIDE || z >= DEEP) continue;
            heap_cell* c = &s->cells[z * SIDE + x];
            const uint8_t* rgb = o->camera.rgb + 3 * (row * o->camera.width + column);
            c->low = lower(c->low, p.up);
            c->high = -lower(-c->high, -p.up);
            c->pixels++;
            c->skin += is_skin(rgb);
            c->alike += s->palette.has[rescue_palette_bin(rgb)];
        }
}

// Radius in cells in which the ground is searched: 0.6 m; far away, where image rows are spaced
// more widely, about a metre.
static int beside(int z) { return z < 60 ? 5 : 9; }

// Local ground height: the minimum over the neighbourhood of each cell. The filter is separable:
// first along x, then along z, a whole row at a time.
static void find_ground(rescue_detector* s) {
    for (int z = 0; z < DEEP; z++) {
        const heap_cell* from = s->cells + z * SIDE;
        float *row = s->rows + z * SIDE, lows[SIDE];
        for (int x = 0; x < SIDE; x++) row[x] = lows[x] = from[x].low;
        for (int k = 1; k <= beside(z); k++) {
            for (int x = 0; x < SIDE - k; x++) row[x] = lower(row[x], lows[x + k]);
            for (int x = k; x < SIDE; x++) row[x] = lower(row[x], lows[x - k]);
        }
    }
    for (int z = 0; z < DEEP; z++) {
        int near = beside(z), first = z > near ? z - near : 0;
        float* ground = s->ground + z * SIDE;
        for (int x = 0; x < SIDE; x++) ground[x] = s->rows[z * SIDE + x];
        for (int k = first; k <= z + near && k < DEEP; k++)
            for (int x = 0; x < SIDE; x++) ground[x] = lower(ground[x], s->rows[k * SIDE + x]);
    }
}

static void sort_cells(rescue_detector* s) {
    for (int i = 0; i < CELLS; i++) {
        float rise = s->cells[i].high - s->ground[i];
        s->kind[i] = !s->cells[i].pixels       ? NOTHING
                     : rise < CLUSTER_MIN_RISE ? FLOOR
                     : rise < CLUSTER_MAX_RISE ? HEAP
                                               : TALL;
    }
}

typedef struct heap {
    int cells, pixels, skin, alike, tall;
    double x, z, xx, zz, xz, up;
    float peak;
} heap;

static void rescue_detector_add_cell(const rescue_detector* s, int i, heap* h) {
    const heap_cell* c = &s->cells[i];
    double x = ((double)(i % SIDE - SIDE / 2) + 0.5) * (double)DETECT_CELL;
    double z = ((double)(i / SIDE) + 0.5) * (double)DETECT_CELL;
    h->cells++;
    h->pixels += c->pixels;
    h->skin += c->skin;
    h->alike += c->alike;
    h->x += x;
    h->z += z;
    h->xx += x * x;
    h->zz += z * z;
    h->xz += x * z;
    h->up += (double)s->ground[i];
    h->peak = fmaxf(h->peak, c->high - s->ground[i]);
}

// Region growing from `from`: cells within two cells of each other form one cluster. Tall cells
// beside it are counted.
static heap rescue_detector_grow(rescue_detector* s, int from) {
    heap h = {0};
    int depth = 0;
    s->kind[from] = TAKEN;
    s->stack[depth++] = (uint16_t)from;
    while (depth) {
        int at = s->stack[--depth], x0 = at % SIDE, z0 = at / SIDE;
        bool tall = false;
        rescue_detector_add_cell(s, at, &h);
        for (int z = z0 - 2; z <= z0 + 2; z++)
            for (int x = x0 - 2; x <= x0 + 2; x++) {
                if (x < 0 || z < 0 || x >= SIDE || z >= DEEP) continue;
                int i = z * SIDE + x;
                tall |= s->kind[i] == TALL;
                if (s->kind[i] != HEAP) continue;
                s->kind[i] = TAKEN;
                s->stack[depth++] = (uint16_t)i;
            }
        h.tall += tall;
    }
    return h;
}

// Length and breadth from second moments, as of a uniformly filled box.
static void rescue_detector_measure(const heap* h, double* length, double* breadth) {
    double n = h->cells, x = h->x / n, z = h->z / n;
    double a = h->xx / n - x * x, c = h->zz / n - z * z, b = h->xz / n - x * z;
    double mean = (a + c) / 2, off = sqrt((a - c) * (a - c) / 4 + b * b);
    *length = sqrt(12 * fmax(mean + off, 0)) + MOMENT_MARGIN;
    *breadth = sqrt(12 * fmax(mean - off, 0)) + MOMENT_MARGIN;
}

static bool is_person(const heap* h) {
    double length, breadth;
    if (h->cells < 5 || h->pixels < 12) return false;
    rescue_detector_measure(h, &length, &breadth);
    return length > LYING_MIN_LENGTH && length < LYING_MAX_LENGTH && breadth > LYING_MIN_BREADTH &&
           breadth < LYING_MAX_BREADTH && h->peak > LYING_MIN_PEAK && h->peak < LYING_MAX_PEAK &&
           h->tall * 4 < h->cells && h->skin * 60 > h->pixels;
}

int rescue_detector_people(rescue_detector* s, const wend_observation* o, ego_detection* people,
                           int max) {
    int count = 0;
    rescue_detector_fill_cells(s, o);
    find_ground(s);
    sort_cells(s);
    for (int i = 0; i < CELLS && count < max; i++) {
        if (s->kind[i] != HEAP) continue;
        heap h = rescue_detector_grow(s, i);
        if (!is_person(&h)) continue;
        people[count++] = (ego_detection){.right = (float)(h.x / h.cells),
                                          .ahead = (float)(h.z / h.cells),
                                          .up = (float)(h.up / h.cells),
                                          .pixels = h.pixels,
                                          .alike = !s->palette.known || h.alike * 6 > h.pixels};
    }
    return count;
}

// ---- the stretcher ------------------------------------------------------------------------------

bool rescue_detector_stretcher(rescue_detector* s, const wend_observation* o,
                               ego_detection* stretcher) {
    lens l = lens_of_observation(o);
    float low = unseen, high = -unseen, left = unseen, right = -unseen, near = unseen,
          far = -unseen;
    double x = 0, z = 0;
    int count = 0;
    (void)s;
    for (int row = o->camera.height / 2; row < o->camera.height; row++)
        for (int column = 0; column < o->camera.width; column++) {
            ego_detection p = lens_point(o, &l, column, row);
            if (!(p.ahead > DETECT_NEAR && p.ahead < MAT_REACH) || p.up < MAT_MIN_UP ||
                p.up > DETECT_MAX_UP)
                continue;
            if (!is_mat_blue(o->camera.rgb + 3 * (row * o->camera.width + column))) continue;
            low = fminf(low, p.up);
            high = fmaxf(high, p.up);
            left = fminf(left, p.right);
            right = fmaxf(right, p.right);
            near = fminf(near, p.ahead);
            far = fmaxf(far, p.ahead);
            x += (double)p.right;
            z += (double)p.ahead;
            count++;
        }
    float extent = fmaxf(right - left, far - near);
    if (count < 14 || high - low > MAT_MAX_TILT || extent < MAT_MIN_EXTENT ||
        extent > MAT_MAX_EXTENT)
        return false;
    *stretcher = (ego_detection){
        .right = (float)(x / count), .ahead = (float)(z / count), .up = 0, .pixels = count};
    return true;
}

bool rescue_detector_truth(const wend_observation* o, uint16_t category, ego_detection* sight) {
    lens l = lens_of_observation(o);
    double right = 0, ahead = 0, up = 0;
    int count = 0;
    for (int row = 0; row < o->camera.height; row++)
        for (int column = 0; column < o->camera.width; column++) {
            if (o->privileged.category[row * o->camera.width + column] != category) continue;
            ego_detection p = lens_point(o, &l, column, row);
            if (!(p.ahead > 0 && p.ahead < 19)) continue;
            right += (double)p.right;
            ahead += (double)p.ahead;
            up += (double)p.up;
            count++;
        }
    if (count < 4) return false;
    *sight = (ego_detection){.right = (float)(right / count),
                             .ahead = (float)(ahead / count),
                             .up = (float)(up / count),
                             .pixels = count,
                             .alike = true};
    return true;
}
