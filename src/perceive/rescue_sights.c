#include "perceive/rescue_sights.h"

#include <string.h>

#include "perceive/rescue_palette.h"

enum { SIDE = 256, DEEP = 108, CELLS = SIDE * DEEP };
static const float cell = 0.12f;   // metres
static const float reach = 12.9f;  // metres: what is farther is too few pixels
static const float unseen = 1e9f;  // of a cell in which nothing was seen

typedef struct heap_cell {
    float low, high;               // metres above the feet
    uint16_t pixels, skin, alike;  // of the colours of who is looked for
} heap_cell;

struct rescue_sights {
    heap_cell cells[CELLS];
    float ground[CELLS], rows[CELLS];
    uint8_t kind[CELLS];  // of the heaps: see below
    uint16_t stack[CELLS];
    rescue_palette palette;
};

enum { NOTHING, FLOOR, HEAP, TALL, TAKEN };

wend_status rescue_sights_create(rescue_sights** sights, wend_error* error) {
    *sights = wend_alloc_zero(1, sizeof **sights);
    return *sights ? WEND_OK : wend_fail(error, WEND_NO_MEMORY, "no memory to look for people");
}

void rescue_sights_destroy(rescue_sights* sights) { wend_free(sights); }

void rescue_sights_expect(rescue_sights* s, const uint8_t* rgb, int width, int height) {
    rescue_palette_learn(&s->palette, rgb, width, height);
}

// ---- pixels -------------------------------------------------------------------------------------

typedef struct lens {
    float focal, middle_x, middle_y, eye;
} lens;

static lens lens_of(const wend_observation* o) {
    return (lens){(float)o->width / 2 / tanf(o->hfov * (float)(WEND_PI / 360)),
                  (float)o->width / 2 - 0.5f, (float)o->height / 2 - 0.5f, o->eye_height};
}

static body_sight point_at(const wend_observation* o, const lens* l, int column, int row) {
    float depth = o->depth[row * o->width + column];
    return (body_sight){.right = ((float)column - l->middle_x) * depth / l->focal,
                        .ahead = depth,
                        .up = l->eye + (l->middle_y - (float)row) * depth / l->focal};
}

// Between pale and dark, under any light: red over green over blue, in the shares of skin.
static bool is_skin(const uint8_t* rgb) {
    float r = rgb[0], g = rgb[1], b = rgb[2];
    return r > 45 && (r - g) > 0.10f * r && (r - g) < 0.45f * r && (g - b) > 0.05f * r &&
           (g - b) < 0.35f * r;
}

static bool is_mat_blue(const uint8_t* rgb) {
    float r = rgb[0], g = rgb[1], b = rgb[2];
    return b > 45 && b > 1.55f * r && b > 1.18f * g;
}

// ---- heaps --------------------------------------------------------------------------------------

static inline float lower(float a, float b) { return a < b ? a : b; }

static void fill_cells(rescue_sights* s, const wend_observation* o) {
    lens l = lens_of(o);
    for (int i = 0; i < CELLS; i++) s->cells[i] = (heap_cell){.low = unseen, .high = -unseen};
    for (int row = 0; row < o->height; row++)
        for (int column = 0; column < o->width; column++) {
            body_sight p = point_at(o, &l, column, row);
            if (!(p.ahead > 0.3f && p.ahead < reach) || p.up > 1.2f) continue;
            int x = SIDE / 2 + (int)floorf(p.right / cell), z = (int)(p.ahead / cell);
            if (x < 0 || x >= SIDE || z >= DEEP) continue;
            heap_cell* c = &s->cells[z * SIDE + x];
            const uint8_t* rgb = o->rgb + 3 * (row * o->width + column);
            c->low = lower(c->low, p.up);
            c->high = -lower(-c->high, -p.up);
            c->pixels++;
            c->skin += is_skin(rgb);
            c->alike += s->palette.has[rescue_palette_bin(rgb)];
        }
}

// Cells around one that count as beside it: 0.6 m; far away, where rows of the picture lie farther
// apart than that, a metre.
static int beside(int z) { return z < 60 ? 5 : 9; }

// The lowest that was seen beside each cell: first along rows, then across them, a whole row at a
// time.
static void find_ground(rescue_sights* s) {
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

static void sort_cells(rescue_sights* s) {
    for (int i = 0; i < CELLS; i++) {
        float rise = s->cells[i].high - s->ground[i];
        s->kind[i] = !s->cells[i].pixels ? NOTHING
                     : rise < 0.06f      ? FLOOR
                     : rise < 0.46f      ? HEAP
                                         : TALL;
    }
}

typedef struct heap {
    int cells, pixels, skin, alike, tall;
    double x, z, xx, zz, xz, up;
    float peak;
} heap;

static void add_cell(const rescue_sights* s, int i, heap* h) {
    const heap_cell* c = &s->cells[i];
    double x = ((double)(i % SIDE - SIDE / 2) + 0.5) * (double)cell;
    double z = ((double)(i / SIDE) + 0.5) * (double)cell;
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

// Everything within two cells of each other from `from` on; what is tall beside it is counted.
static heap grow(rescue_sights* s, int from) {
    heap h = {0};
    int depth = 0;
    s->kind[from] = TAKEN;
    s->stack[depth++] = (uint16_t)from;
    while (depth) {
        int at = s->stack[--depth], x0 = at % SIDE, z0 = at / SIDE;
        bool tall = false;
        add_cell(s, at, &h);
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

// Length and breadth as of an evenly filled box.
static void measure(const heap* h, double* length, double* breadth) {
    double n = h->cells, x = h->x / n, z = h->z / n;
    double a = h->xx / n - x * x, c = h->zz / n - z * z, b = h->xz / n - x * z;
    double mean = (a + c) / 2, off = sqrt((a - c) * (a - c) / 4 + b * b);
    *length = sqrt(12 * fmax(mean + off, 0)) + 0.1;
    *breadth = sqrt(12 * fmax(mean - off, 0)) + 0.1;
}

static bool is_person(const heap* h) {
    double length, breadth;
    if (h->cells < 5 || h->pixels < 12) return false;
    measure(h, &length, &breadth);
    return length > 0.75 && length < 2.3 && breadth > 0.15 && breadth < 1.1 && h->peak > 0.13f &&
           h->peak < 0.45f && h->tall * 4 < h->cells && h->skin * 60 > h->pixels;
}

int rescue_sights_people(rescue_sights* s, const wend_observation* o, body_sight* people, int max) {
    int count = 0;
    fill_cells(s, o);
    find_ground(s);
    sort_cells(s);
    for (int i = 0; i < CELLS && count < max; i++) {
        if (s->kind[i] != HEAP) continue;
        heap h = grow(s, i);
        if (!is_person(&h)) continue;
        people[count++] = (body_sight){.right = (float)(h.x / h.cells),
                                       .ahead = (float)(h.z / h.cells),
                                       .up = (float)(h.up / h.cells),
                                       .pixels = h.pixels,
                                       .alike = !s->palette.known || h.alike * 6 > h.pixels};
    }
    return count;
}

// ---- the stretcher ------------------------------------------------------------------------------

bool rescue_sights_stretcher(rescue_sights* s, const wend_observation* o, body_sight* stretcher) {
    lens l = lens_of(o);
    float low = unseen, high = -unseen, left = unseen, right = -unseen, near = unseen,
          far = -unseen;
    double x = 0, z = 0;
    int count = 0;
    (void)s;
    for (int row = o->height / 2; row < o->height; row++)
        for (int column = 0; column < o->width; column++) {
            body_sight p = point_at(o, &l, column, row);
            if (!(p.ahead > 0.3f && p.ahead < 13) || p.up < 0.45f || p.up > 1.2f) continue;
            if (!is_mat_blue(o->rgb + 3 * (row * o->width + column))) continue;
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
    if (count < 14 || high - low > 0.32f || extent < 0.35f || extent > 2.4f) return false;
    *stretcher = (body_sight){
        .right = (float)(x / count), .ahead = (float)(z / count), .up = 0, .pixels = count};
    return true;
}

// ---- doors --------------------------------------------------------------------------------------

// The rows of a column whose points are nearest to three heights above the feet. False when one of
// them is not within 0.15 m.
static bool rows_at_heights(const wend_observation* o, const lens* l, int column,
                            const float heights[3], int rows[3]) {
    float least[3] = {0.15f, 0.15f, 0.15f};
    rows[0] = rows[1] = rows[2] = -1;
    for (int row = 0; row < o->height; row++) {
        body_sight p = point_at(o, l, column, row);
        if (!(p.ahead > 0.3f && p.ahead < 14)) continue;
        for (int k = 0; k < 3; k++) {
            float off = fabsf(p.up - heights[k]);
            if (off >= least[k]) continue;
            least[k] = off;
            rows[k] = row;
        }
    }
    return rows[0] >= 0 && rows[1] >= 0 && rows[2] >= 0;
}

// Behind the wall above it by a hand or two, and as flat down to the floor.
static bool is_niche(const wend_observation* o, const lens* l, int column, body_sight* at) {
    static const float heights[3] = {2.35f, 1.2f, 0.4f};
    int rows[3];
    if (!rows_at_heights(o, l, column, heights, rows)) return false;
    *at = point_at(o, l, column, rows[1]);
    float above = point_at(o, l, column, rows[0]).ahead,
          below = point_at(o, l, column, rows[2]).ahead;
    float behind = at->ahead - above;
    return behind > 0.04f && behind < 0.6f && fabsf(below - at->ahead) < 0.06f;
}

static bool is_door(const body_sight* from, const body_sight* to, body_sight* door) {
    float x = to->right - from->right, z = to->ahead - from->ahead, wide = hypotf(x, z);
    if (wide < 0.3f || wide > 1.3f) return false;  // from aside, the wall hides part of it
    // Through it: away from the eye, square to the leaf.
    *door = (body_sight){.right = (from->right + to->right) / 2,
                         .ahead = (from->ahead + to->ahead) / 2,
                         .turn = atan2f(z, x)};
    return true;
}

int rescue_sights_doors(const wend_observation* o, body_sight* doors, int max) {
    lens l = lens_of(o);
    body_sight first = {0}, last = {0}, at;
    int run = 0, count = 0;
    for (int column = 0; column <= o->width && count < max; column++) {
        bool niche = column < o->width && is_niche(o, &l, column, &at);
        bool joined = niche && run && hypotf(at.right - last.right, at.ahead - last.ahead) < 0.35f;
        if (run && !joined) {
            if (run >= 3 && is_door(&first, &last, &doors[count])) doors[count++].pixels = run;
            run = 0;
        }
        if (!niche) continue;
        if (!run) first = at;
        last = at;
        run++;
    }
    return count;
}

// ---- the truth ----------------------------------------------------------------------------------

bool rescue_sights_truth(const wend_observation* o, uint16_t category, body_sight* sight) {
    lens l = lens_of(o);
    double right = 0, ahead = 0, up = 0;
    int count = 0;
    for (int row = 0; row < o->height; row++)
        for (int column = 0; column < o->width; column++) {
            if (o->category[row * o->width + column] != category) continue;
            body_sight p = point_at(o, &l, column, row);
            if (!(p.ahead > 0 && p.ahead < 19)) continue;
            right += (double)p.right;
            ahead += (double)p.ahead;
            up += (double)p.up;
            count++;
        }
    if (count < 4) return false;
    *sight = (body_sight){.right = (float)(right / count),
                          .ahead = (float)(ahead / count),
                          .up = (float)(up / count),
                          .pixels = count,
                          .alike = true};
    return true;
}
