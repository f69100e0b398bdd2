#include "perceive/cylinders.h"

#include "base/eight.h"

#include "wend/perceive.h"

// What is known of the goals before anything is seen: how tall they are, where nothing else is
// said, and how thick for that. [MultiON §3.1: 0.75 m high, 0.05 m thick; the released ones twice
// that]
static const float USUALLY_TALL = 0.75f, THICK = 1.0f / 15;
static const float SUNK = 0.12f;        // metres a floor may look lower than what goals stand on
static const float TOP_SLACK = 0.035f;  // metres that its top may look lower or higher, and a pixel
static const float SHORTEST = 0.08f;    // metres of it that must be in sight
static const float NEAREST = 0.15f, FARTHEST = 10;  // metres of depth that are looked at
static const float PLAIN_FARTHEST = 6;  // white and black ones, which much else is too, are told by
                                        // their shape; beyond, that has too few pixels

// ---- colour -------------------------------------------------------------------------------------

// Light scales a colour and keeps its hue. The goals' own are as pure as a screen can show, the
// colours of houses are not.
cylinder_color cylinder_color_of(int r, int g, int b) {
    int most = r > g ? r : g, least = r < g ? r : g;
    if (b > most) most = b;
    if (b < least) least = b;
    if (most < 20) return CYLINDER_BLACK;
    int spread = most - least;
    if (spread * 30 < most) return most >= 90 ? CYLINDER_WHITE : CYLINDER_NONE;
    if (spread * 100 < most * 88) return CYLINDER_NONE;
    int middle = r + g + b - most - least;
    bool mixed = (middle - least) * 100 > spread * 75, pure = (middle - least) * 100 < spread * 25;
    if (pure) return most == r ? CYLINDER_RED : most == g ? CYLINDER_GREEN : CYLINDER_BLUE;
    if (mixed) return least == r ? CYLINDER_CYAN : least == g ? CYLINDER_PINK : CYLINDER_YELLOW;
    return CYLINDER_NONE;
}

static bool is_plain(cylinder_color color) {
    return color == CYLINDER_WHITE || color == CYLINDER_BLACK;
}

// ---- a column of pixels -------------------------------------------------------------------------

typedef struct picture {
    const wend_observation* o;
    float focal;          // pixels
    const float* slopes;  // [height] metres of height a metre of depth, for each row
    float tall, radius;   // metres, of the goals
} picture;

// Pixels above each other that show something upright.
typedef struct upright {
    int column, low, high;  // rows: of its lowest and its highest pixel
    float depth;
} upright;

static float depth_at(const picture* p, int row, int column) {
    return p->o->depth[row * p->o->width + column];
}

static float height_at(const picture* p, int row, float depth) {
    return p->o->eye_height + depth * p->slopes[row];
}

static cylinder_color color_of(const picture* p, const upright* u) {
    int sum[3] = {0}, count = 0;
    for (int row = u->high; row <= u->low; row++, count++)
        for (int k = 0; k < 3; k++) sum[k] += p->o->rgb[3 * (row * p->o->width + u->column) + k];
    return cylinder_color_of(sum[0] / count, sum[1] / count, sum[2] / count);
}

// Whether a pixel may show more of the same: as near, and, for pure colours, of the same one.
// Beside a white or a black one there must be a gap.
static bool goes_on(const picture* p, int row, int column, float depth, cylinder_color color) {
    const uint8_t* rgb = p->o->rgb + 3 * (row * p->o->width + column);
    float behind = depth_at(p, row, column) - depth;
    if (is_plain(color)) return !(behind > 0.08f);
    return fabsf(behind) < 0.08f && cylinder_color_of(rgb[0], rgb[1], rgb[2]) == color;
}

// How an end of something upright looks: as a cylinder's does, hidden by something nearer or cut
// off by the picture, or as no cylinder's.
typedef enum end { END_WRONG, END_HIDDEN, END_SEEN } end;

static bool is_hidden(const picture* p, const upright* u, int row) {
    return row < 0 || row >= p->o->height || depth_at(p, row, u->column) < u->depth - 0.1f;
}

// The lower end: on the floor, or where a floor of thin boards or a rug lets it begin.
static end foot_of(const picture* p, const upright* u) {
    float pixel = u->depth / p->focal, base = height_at(p, u->low, u->depth) - pixel / 2;
    if (base <= SUNK + 0.03f + pixel) return END_SEEN;
    return is_hidden(p, u, u->low + 1) ? END_HIDDEN : END_WRONG;
}

// The upper end: at the height of a cylinder. Whether something is on it is left to be asked.
static end top_of(const picture* p, const upright* u, end foot) {
    float pixel = u->depth / p->focal, slack = TOP_SLACK + pixel;
    float top = height_at(p, u->high, u->depth) + pixel / 2;
    float base = height_at(p, u->low, u->depth) - pixel / 2;
    if (top < p->tall + SUNK + slack && is_hidden(p, u, u->high - 1)) return END_HIDDEN;
    if (top < p->tall - slack || top > p->tall + SUNK + slack) return END_WRONG;
    bool stands = foot == END_SEEN && u->low < p->o->height - 1 && base > 0.05f;
    return stands && fabsf(top - base - p->tall) > slack + 0.02f ? END_WRONG : END_SEEN;
}

// Whether it goes on above its upper end. An eye above it sees its upper face: that many rows more.
static bool is_topped(const picture* p, const upright* u, cylinder_color color) {
    float top = height_at(p, u->high, u->depth) + u->depth / p->focal / 2;
    float over = p->o->eye_height - top;
    float face = over > 0 ? p->focal * over * (1 / u->depth - 1 / (u->depth + 2 * p->radius)) : 0;
    int row = u->high - 2 - (int)face;
    return row >= 0 && goes_on(p, row, u->column, u->depth, color);
}

// A column's piece of a cylinder, if it shows one.
typedef struct piece {
    cylinder_color color;  // CYLINDER_NONE: none
    float depth;
    int top, middle;  // rows
    bool whole;
} piece;

// Shape alone must tell white and black ones, so their top has to be in sight; of the pure colours
// a part is enough that has both ends hidden.
static piece judge(const picture* p, const upright* u) {
    piece none = {.color = CYLINDER_NONE};
    float length = (float)(u->low - u->high + 1) * u->depth / p->focal;
    if (u->low - u->high < 2 || length < SHORTEST) return none;
    // Shape before colour: it is the cheaper question, and most of what stands upright is a wall.
    end foot = foot_of(p, u);
    end top = foot == END_WRONG ? END_WRONG : top_of(p, u, foot);
    if (top == END_WRONG) return none;
    cylinder_color color = color_of(p, u);
    if (color == CYLINDER_NONE || (top == END_SEEN && is_topped(p, u, color))) return none;
    if (is_plain(color) && (top != END_SEEN || u->depth > PLAIN_FARTHEST || length < 0.2f))
        return none;
    bool cut_off = u->low >= p->o->height - 1;
    bool whole = top == END_SEEN && (foot == END_SEEN || cut_off);
    return (piece){color, u->depth, u->high, (u->low + u->high) / 2, whole};
}

enum { MAX_SIDE = 4096 };

// What each column shows at the row that is looked at, and the best piece so far: a whole one, else
// the first from the bottom of the picture up.
typedef struct search {
    int32_t low[MAX_SIDE];  // as in upright; -1: nothing upright
    float depth[MAX_SIDE];
    piece best[MAX_SIDE];
} search;

// Something upright that ends below `row`.
static void end_upright(const picture* p, search* s, int column, int row) {
    upright u = {column, s->low[column], row + 1, s->depth[column]};
    if (s->best[column].color != CYLINDER_NONE && s->best[column].whole) return;
    piece found = judge(p, &u);
    bool better = found.color != CYLINDER_NONE && found.whole;
    if (better || s->best[column].color == CYLINDER_NONE) s->best[column] = found;
}

// A row of the picture and what is looked for in it; a copy, so that the compiler knows that no
// store changes it.
typedef struct picture_row {
    int row;
    float eye, focal;
    float slope, slope_below;  // of this row, and of the one below it
    float highest;             // metres: where a goal ends for sure
    float too_tall;            // and where it ends as pictures show it, but for a pixel
} picture_row;

static picture_row row_of(const picture* p, int row) {
    int below = row + 1 < p->o->height ? row + 1 : row;  // of the lowest, nothing ends below it
    return (picture_row){.row = row,
                         .eye = p->o->eye_height,
                         .focal = p->focal,
                         .slope = p->slopes[row],
                         .slope_below = p->slopes[below],
                         .highest = p->tall + SUNK + 0.1f,
                         .too_tall = p->tall + SUNK};
}

// Which of eight that end below a row are too tall: most of what stands upright is a wall.
EIGHT_INLINE eight_ints are_too_tall(const picture_row* r, eight depth) {
    eight pixel = depth / r->focal;
    eight top = r->eye + depth * r->slope_below + pixel / 2;
    return top > r->too_tall + (TOP_SLACK + pixel);
}

// Which are too short, as judge asks.
EIGHT_INLINE eight_ints are_too_short(const picture_row* r, eight_ints low, eight depth) {
    return __builtin_convertvector(low - r->row, eight) * depth / r->focal < SHORTEST;
}

// Eight columns, a row further up. Returns those in which something upright goes on.
EIGHT_INLINE eight_ints search_eight(const picture* p, search* s, const picture_row* r, int column,
                                     eight d) {
    eight height = r->eye + d * r->slope;
    eight_ints of_use = (d > NEAREST) & (d < FARTHEST);
    eight_ints above_floor = of_use & (height > 0.03f) & (height < r->highest);
    eight_ints low = eight_load_ints(s->low + column), open = low >= 0;
    if (!eight_any(above_floor | open)) return open;
    eight last = eight_load(s->depth + column), apart = d - last;
    apart = eight_choose(apart < 0, -apart, apart);
    eight_ints same = open & above_floor & (apart < 0.01f + 0.003f * d);
    if (!eight_any(~same)) return same;                   // walls mostly go on
    eight_ints ends = open & ~same & (low - r->row > 2);  // shorter ones are no piece of a cylinder
    if (eight_any(ends)) {
        ends &= ~are_too_tall(r, last) & ~are_too_short(r, low, last);
        for (unsigned left = eight_bits(ends); left; left &= left - 1)
            end_upright(p, s, column + __builtin_ctz(left), r->row);
    }
    eight_ints begun =
        eight_choose_ints(above_floor, r->row + (eight_ints){0}, (eight_ints){0} - 1);
    eight_store_ints(s->low + column, eight_choose_ints(same, low, begun));
    eight_store(s->depth + column, eight_choose(same, last, d));
    return above_floor;
}

// Whether all of a row that looks up is certainly higher than a goal.
EIGHT_INLINE bool is_too_high(const picture_row* r, const float* depth, int width) {
    const float slack = 0.001f;  // metres: much more than rounding
    if (r->slope <= 0) return false;
    float near = (r->highest - r->eye + slack) / r->slope;
    eight_ints any = {0};
    int u = 0;
    for (; u + EIGHT <= width; u += EIGHT) {
        eight d = eight_load(depth + u);
        any |= (d > NEAREST) & (d < near);
    }
    for (; u < width; u++) any[0] |= -(depth[u] > NEAREST && depth[u] < near);
    return !eight_any(any);
}

// Looks for pieces in all columns, a row of the picture at a time from its bottom: so memory is
// read in its order.
EIGHT_INLINE void search_columns_with(const picture* p, search* s) {
    int width = p->o->width, whole = width / EIGHT * EIGHT;
    bool open = false;
    for (int u = 0; u < width + EIGHT - 1 && u < MAX_SIDE; u++) {
        s->low[u] = -1;
        s->best[u] = (piece){.color = CYLINDER_NONE};
    }
    int last = p->o->height - 1;  // the first row that looks up so steeply that nothing is in it
    while (last > 0 && p->slopes[last] <= 0.6f) last--;
    for (int row = p->o->height - 1; row >= last; row--) {
        const float* depth = p->o->depth + row * width;
        const picture_row r = row_of(p, row);
        if (!open && is_too_high(&r, depth, width)) continue;
        eight_ints goes_on = {0};
        for (int u = 0; u < whole; u += EIGHT)
            goes_on |= search_eight(p, s, &r, u, eight_load(depth + u));
        if (whole < width) {
            eight rest = {0};
            for (int k = 0; whole + k < width; k++) rest[k] = depth[whole + k];
            goes_on |= search_eight(p, s, &r, whole, rest);
        }
        open = eight_any(goes_on);
    }
}

static void search_columns_plain(const picture* p, search* s) { search_columns_with(p, s); }
EIGHT_FAST void search_columns_fast(const picture* p, search* s) { search_columns_with(p, s); }

// ---- columns beside each other ------------------------------------------------------------------

// Whether what is beside a group of columns is not the same thing going on.
static bool stands_alone(const picture* p, const piece* of, int column) {
    if (column < 0 || column >= p->o->width) return true;
    return !goes_on(p, of->top + 1, column, of->depth, of->color) &&
           !goes_on(p, of->middle, column, of->depth, of->color);
}

// Columns beside each other that show one thing.
typedef struct group {
    cylinder_color color;
    int first, last;  // columns
    float nearest;
    bool whole, round;
} group;

// Its sides lie deeper than its middle: the edge of a board or the leg of a table does not look so.
static bool is_round(const piece* pieces, int first, int last, float nearest) {
    int middle = (first + last) / 2;
    return last - first >= 3 && pieces[first].depth > nearest + 0.012f &&
           pieces[last].depth > nearest + 0.012f && pieces[middle].depth < nearest + 0.008f;
}

static group group_from(const piece* pieces, int first, int width) {
    group g = {pieces[first].color, first, first, pieces[first].depth, pieces[first].whole, false};
    for (int u = first + 1; u < width; u++) {
        if (pieces[u].color != g.color || fabsf(pieces[u].depth - pieces[u - 1].depth) > 0.06f)
            break;
        g.last = u;
        g.nearest = fminf(g.nearest, pieces[u].depth);
        g.whole |= pieces[u].whole;
    }
    g.round = is_round(pieces, first, g.last, g.nearest);
    return g;
}

static bool is_cylinder(const picture* p, const piece* pieces, const group* g) {
    float pixel = g->nearest / p->focal, width = (float)(g->last - g->first + 1) * pixel;
    bool cut = g->first == 0 || g->last == p->o->width - 1 || !g->whole;
    if (width > 2 * p->radius * 1.3f + 2 * pixel) return false;
    if (width < 2 * p->radius * 0.5f - 1.5f * pixel && !cut) return false;
    return stands_alone(p, &pieces[g->first], g->first - 2) &&
           stands_alone(p, &pieces[g->last], g->last + 2);
}

static cylinder_sight sight_of(const picture* p, const group* g) {
    float middle = 0.5f * (float)(g->first + g->last) + 0.5f - (float)p->o->width / 2;
    float ahead = g->nearest + p->radius;
    bool sure = g->whole && (g->round || !is_plain(g->color));
    return (cylinder_sight){g->color, ahead, ahead * middle / p->focal, sure};
}

int cylinders_find(const wend_observation* o, cylinder_sight* sights, int max) {
    search s;
    float slopes[MAX_SIDE];
    if (!o->rgb || !o->depth || o->width < 1 || o->width > MAX_SIDE || o->height < 4 ||
        o->height > MAX_SIDE)
        return 0;
    float tall = o->goal_height > 0 ? o->goal_height : USUALLY_TALL;
    float focal = (float)o->width / 2 / tanf(o->hfov * (float)(WEND_PI / 360));
    picture p = {o, focal, slopes, tall, tall * THICK};
    int count = 0;
    for (int row = 0; row < o->height; row++)
        slopes[row] = ((float)o->height / 2 - ((float)row + 0.5f)) / p.focal;
    if (eight_is_fast())
        search_columns_fast(&p, &s);
    else
        search_columns_plain(&p, &s);
    const piece* pieces = s.best;
    for (int u = 0; u < o->width && count < max; u++) {
        if (pieces[u].color == CYLINDER_NONE) continue;
        group g = group_from(pieces, u, o->width);
        if (is_cylinder(&p, pieces, &g)) sights[count++] = sight_of(&p, &g);
        u = g.last;
    }
    return count;
}

int wend_cylinders_find(const wend_picture* seen, float tall, wend_cylinder* found, int max) {
    wend_observation o = {.width = seen->width,
                          .height = seen->height,
                          .hfov = seen->hfov,
                          .eye_height = seen->eye_height,
                          .goal_height = tall,
                          .rgb = seen->rgb,
                          .depth = seen->depth};
    cylinder_sight sights[64];
    int count = cylinders_find(&o, sights, max < 64 ? max : 64);
    for (int i = 0; i < count; i++)
        found[i] =
            (wend_cylinder){(int)sights[i].color, sights[i].ahead, sights[i].right, sights[i].sure};
    return count;
}
