#include "perceive/rescue_sights.h"

#include <string.h>

enum { SIDE = 256, DEEP = 108, CELLS = SIDE * DEEP };
static const float cell = 0.12f;   // metres
static const float reach = 12.9f;  // metres: what is farther is too few pixels
static const float unseen = 1e9f;  // of a cell in which nothing was seen

typedef struct heap_cell {
    float low, high;  // metres above the feet
    uint16_t pixels, skin, blue;
} heap_cell;

struct rescue_sights {
    heap_cell cells[CELLS];
    float ground[CELLS], rows[CELLS];
    uint8_t kind[CELLS];  // of the heaps: see below
    uint16_t stack[CELLS];
};

enum { NOTHING, FLOOR, HEAP, TALL, TAKEN };

wend_status rescue_sights_create(rescue_sights** sights, wend_error* error) {
    *sights = wend_alloc_zero(1, sizeof **sights);
    return *sights ? WEND_OK : wend_fail(error, WEND_NO_MEMORY, "no memory to look for people");
}

void rescue_sights_destroy(rescue_sights* sights) { wend_free(sights); }

// ---- pixels -------------------------------------------------------------------------------------

typedef struct lens {
    float focal, middle_x, middle_y, eye;
} lens;

static lens lens_of(const wend_observation* o) {
    return (lens){(float)o->width / 2 / tanf(o->hfov * (float)(WEND_PI / 360)),
                  (float)o->width / 2 - 0.5f, (float)o->height / 2 - 0.5f, o->eye_height};
}

static rescue_sight point_at(const wend_observation* o, const lens* l, int column, int row) {
    float depth = o->depth[row * o->width + column];
    return (rescue_sight){.right = ((float)column - l->middle_x) * depth / l->focal,
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

static void fill_cells(rescue_sights* s, const wend_observation* o) {
    lens l = lens_of(o);
    for (int i = 0; i < CELLS; i++) s->cells[i] = (heap_cell){.low = unseen, .high = -unseen};
    for (int row = 0; row < o->height; row++)
        for (int column = 0; column < o->width; column++) {
            rescue_sight p = point_at(o, &l, column, row);
            if (!(p.ahead > 0.3f && p.ahead < reach) || p.up > 1.2f) continue;
            int x = SIDE / 2 + (int)floorf(p.right / cell), z = (int)(p.ahead / cell);
            if (x < 0 || x >= SIDE || z >= DEEP) continue;
            heap_cell* c = &s->cells[z * SIDE + x];
            const uint8_t* rgb = o->rgb + 3 * (row * o->width + column);
            c->low = fminf(c->low, p.up);
            c->high = fmaxf(c->high, p.up);
            c->pixels++;
            c->skin += is_skin(rgb);
        }
}

// The lowest that was seen within 0.6 m of each cell; far away, where rows of the picture lie
// farther apart than that, within a metre.
static void find_ground(rescue_sights* s) {
    for (int z = 0; z < DEEP; z++)
        for (int x = 0; x < SIDE; x++) {
            float low = unseen;
            int R = z < 60 ? 5 : 9;
            for (int k = x > R ? x - R : 0; k <= x + R && k < SIDE; k++)
                low = fminf(low, s->cells[z * SIDE + k].low);
            s->rows[z * SIDE + x] = low;
        }
    for (int z = 0; z < DEEP; z++)
        for (int x = 0; x < SIDE; x++) {
            float low = unseen;
            int R = z < 60 ? 5 : 9;
            for (int k = z > R ? z - R : 0; k <= z + R && k < DEEP; k++)
                low = fminf(low, s->rows[k * SIDE + x]);
            s->ground[z * SIDE + x] = low;
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
    int cells, pixels, skin, tall;
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

int rescue_sights_people(rescue_sights* s, const wend_observation* o, rescue_sight* people,
                         int max) {
    int count = 0;
    fill_cells(s, o);
    find_ground(s);
    sort_cells(s);
    for (int i = 0; i < CELLS && count < max; i++) {
        if (s->kind[i] != HEAP) continue;
        heap h = grow(s, i);
        if (!is_person(&h)) continue;
        people[count++] = (rescue_sight){.right = (float)(h.x / h.cells),
                                         .ahead = (float)(h.z / h.cells),
                                         .up = (float)(h.up / h.cells),
                                         .pixels = h.pixels};
    }
    return count;
}

// ---- the stretcher ------------------------------------------------------------------------------

bool rescue_sights_stretcher(rescue_sights* s, const wend_observation* o, rescue_sight* stretcher) {
    lens l = lens_of(o);
    float low = unseen, high = -unseen, left = unseen, right = -unseen, near = unseen,
          far = -unseen;
    double x = 0, z = 0;
    int count = 0;
    (void)s;
    for (int row = o->height / 2; row < o->height; row++)
        for (int column = 0; column < o->width; column++) {
            rescue_sight p = point_at(o, &l, column, row);
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
    *stretcher = (rescue_sight){
        .right = (float)(x / count), .ahead = (float)(z / count), .up = 0, .pixels = count};
    return true;
}

// ---- doors --------------------------------------------------------------------------------------

// The row of a column whose point is nearest to a height above the feet; -1: none within 0.15 m.
static int row_at_height(const wend_observation* o, const lens* l, int column, float up) {
    int best = -1;
    float least = 0.15f;
    for (int row = 0; row < o->height; row++) {
        rescue_sight p = point_at(o, l, column, row);
        if (!(p.ahead > 0.3f && p.ahead < 14)) continue;
        float off = fabsf(p.up - up);
        if (off >= least) continue;
        least = off;
        best = row;
    }
    return best;
}

// Behind the wall above it by a hand or two, and as flat down to the floor.
static bool is_niche(const wend_observation* o, const lens* l, int column, rescue_sight* at) {
    int top = row_at_height(o, l, column, 2.35f), middle = row_at_height(o, l, column, 1.2f),
        foot = row_at_height(o, l, column, 0.4f);
    if (top < 0 || middle < 0 || foot < 0) return false;
    *at = point_at(o, l, column, middle);
    float above = point_at(o, l, column, top).ahead, below = point_at(o, l, column, foot).ahead;
    float behind = at->ahead - above;
    return behind > 0.04f && behind < 0.6f && fabsf(below - at->ahead) < 0.06f;
}

static bool is_door(const rescue_sight* from, const rescue_sight* to, rescue_sight* door) {
    float x = to->right - from->right, z = to->ahead - from->ahead, wide = hypotf(x, z);
    if (wide < 0.3f || wide > 1.3f) return false;  // from aside, the wall hides part of it
    // Through it: away from the eye, square to the leaf.
    *door = (rescue_sight){.right = (from->right + to->right) / 2,
                           .ahead = (from->ahead + to->ahead) / 2,
                           .turn = atan2f(z, x)};
    return true;
}

int rescue_sights_doors(const wend_observation* o, rescue_sight* doors, int max) {
    lens l = lens_of(o);
    rescue_sight first = {0}, last = {0}, at;
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

bool rescue_sights_truth(const wend_observation* o, uint16_t category, rescue_sight* sight) {
    lens l = lens_of(o);
    double right = 0, ahead = 0, up = 0;
    int count = 0;
    for (int row = 0; row < o->height; row++)
        for (int column = 0; column < o->width; column++) {
            if (o->category[row * o->width + column] != category) continue;
            rescue_sight p = point_at(o, &l, column, row);
            if (!(p.ahead > 0 && p.ahead < 19)) continue;
            right += (double)p.right;
            ahead += (double)p.ahead;
            up += (double)p.up;
            count++;
        }
    if (count < 4) return false;
    *sight = (rescue_sight){.right = (float)(right / count),
                            .ahead = (float)(ahead / count),
                            .up = (float)(up / count),
                            .pixels = count};
    return true;
}
