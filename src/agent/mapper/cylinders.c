// Detects upright cylinders: vertical runs of equal depth per column, then groups of columns.
#include "agent/mapper/cylinders.h"

#include "agent/mapper/mapper_constants.h"
#include "base/lanes.h"

#include "wend/perceive.h"

// ---- colour -------------------------------------------------------------------------------------

// Lighting scales a colour and keeps its hue. Goals have fully saturated colours; houses do not.
cylinder_color cylinder_color_of(int r, int g, int b) {
    int max = r > g ? r : g, min = r < g ? r : g;
    if (b > max) max = b;
    if (b < min) min = b;
    if (max < 20) return CYLINDER_BLACK;
    int spread = max - min;
    if (spread * 30 < max) return max >= 90 ? CYLINDER_WHITE : CYLINDER_NONE;
    if (spread * 100 < max * 88) return CYLINDER_NONE;
    int middle = r + g + b - max - min;
    bool mixed = (middle - min) * 100 > spread * 75, pure = (middle - min) * 100 < spread * 25;
    if (pure) return max == r ? CYLINDER_RED : max == g ? CYLINDER_GREEN : CYLINDER_BLUE;
    if (mixed) return min == r ? CYLINDER_CYAN : min == g ? CYLINDER_PINK : CYLINDER_YELLOW;
    return CYLINDER_NONE;
}

static bool is_plain(cylinder_color color) {
    return color == CYLINDER_WHITE || color == CYLINDER_BLACK;
}

// ---- vertical runs of pixels --------------------------------------------------------------------

typedef struct picture {
    const wend_observation* o;
    float focal;          // pixels
    const float* slopes;  // [height] metres of height a metre of depth, for each row
    float tall, radius;   // metres, size of the goals
} picture;

// A vertical run of pixels at one depth.
typedef struct upright {
    int column, low, high;  // rows of its lowest and highest pixel
    float depth;
} upright;

static float depth_at(const picture* p, int row, int column) {
    return p->o->camera.depth[row * p->o->camera.width + column];
}

static float height_at(const picture* p, int row, float depth) {
    return p->o->camera.eye_height + depth * p->slopes[row];
}

static cylinder_color cylinders_color_of(const picture* p, const upright* u) {
    int sum[3] = {0}, count = 0;
    for (int row = u->high; row <= u->low; row++, count++)
        for (int k = 0; k < 3; k++)
            sum[k] += p->o->camera.rgb[3 * (row * p->o->camera.width + u->column) + k];
    return cylinder_color_of(sum[0] / count, sum[1] / count, sum[2] / count);
}

// Whether a pixel continues the object: equal depth and, for pure colours, equal colour. White and
// black ones need a gap beside them.
static bool cylinder_goes_on(const picture* p, int row, int column, float depth,
                             cylinder_color color) {
    const uint8_t* rgb = p->o->camera.rgb + 3 * (row * p->o->camera.width + column);
    float behind = depth_at(p, row, column) - depth;
    if (is_plain(color)) return !(behind > CYLINDER_SAME_DEPTH);
    return fabsf(behind) < CYLINDER_SAME_DEPTH &&
           cylinder_color_of(rgb[0], rgb[1], rgb[2]) == color;
}

// The end of a run: like that of a cylinder, occluded or outside of the image, or unlike a
// cylinder.
typedef enum end { END_WRONG, END_HIDDEN, END_SEEN } end;

static bool cylinders_is_hidden(const picture* p, const upright* u, int row) {
    return row < 0 || row >= p->o->camera.height ||
           depth_at(p, row, u->column) < u->depth - CYLINDER_HIDDEN;
}

// The lower end: on the floor, or slightly above it (boards, rugs).
static end foot_of(const picture* p, const upright* u) {
    float pixel = u->depth / p->focal, base = height_at(p, u->low, u->depth) - pixel / 2;
    if (base <= CYLINDER_SUNK + CYLINDER_FLOOR + pixel) return END_SEEN;
    return cylinders_is_hidden(p, u, u->low + 1) ? END_HIDDEN : END_WRONG;
}

// The upper end: at the height of a cylinder. What is above is checked elsewhere.
static end top_of(const picture* p, const upright* u, end foot) {
    float pixel = u->depth / p->focal, slack = CYLINDER_TOP_SLACK + pixel;
    float top = height_at(p, u->high, u->depth) + pixel / 2;
    float base = height_at(p, u->low, u->depth) - pixel / 2;
    if (top < p->tall + CYLINDER_SUNK + slack && cylinders_is_hidden(p, u, u->high - 1))
        return END_HIDDEN;
    if (top < p->tall - slack || top > p->tall + CYLINDER_SUNK + slack) return END_WRONG;
    bool stands = foot == END_SEEN && u->low < p->o->camera.height - 1 && base > CYLINDER_RAISED;
    return stands && fabsf(top - base - p->tall) > slack + CYLINDER_LENGTH_SLACK ? END_WRONG
                                                                                 : END_SEEN;
}

// Whether the object continues above its upper end. A camera above it also sees its top face, which
// covers some more rows.
static bool is_topped(const picture* p, const upright* u, cylinder_color color) {
    float top = height_at(p, u->high, u->depth) + u->depth / p->focal / 2;
    float over = p->o->camera.eye_height - top;
    float face = over > 0 ? p->focal * over * (1 / u->depth - 1 / (u->depth + 2 * p->radius)) : 0;
    int row = u->high - 2 - (int)face;
    return row >= 0 && cylinder_goes_on(p, row, u->column, u->depth, color);
}

// The part of a cylinder in one column.
typedef struct piece {
    cylinder_color color;  // CYLINDER_NONE: none
    float depth;
    int top, middle;  // rows
    bool whole;
} piece;

// White and black ones are recognised by shape, so their top must be visible; for pure colours a
// part with both ends hidden is enough.
static piece cylinders_judge(const picture* p, const upright* u) {
    piece none = {.color = CYLINDER_NONE};
    float length = (float)(u->low - u->high + 1) * u->depth / p->focal;
    if (u->low - u->high < 2 || length < CYLINDER_MIN_LENGTH) return none;
    // Shape is tested before colour: it is cheaper, and most runs are walls.
    end foot = foot_of(p, u);
    end top = foot == END_WRONG ? END_WRONG : top_of(p, u, foot);
    if (top == END_WRONG) return none;
    cylinder_color color = cylinders_color_of(p, u);
    if (color == CYLINDER_NONE || (top == END_SEEN && is_topped(p, u, color))) return none;
    if (is_plain(color) && (top != END_SEEN || u->depth > CYLINDER_PLAIN_MAX_DEPTH ||
                            length < CYLINDER_PLAIN_MIN_LENGTH))
        return none;
    bool cut_off = u->low >= p->o->camera.height - 1;
    bool whole = top == END_SEEN && (foot == END_SEEN || cut_off);
    return (piece){color, u->depth, u->high, (u->low + u->high) / 2, whole};
}

enum { MAX_SIDE = 4096 };

// The open run of each column, and its best part so far: a whole one, else the lowest.
typedef struct search {
    int32_t low[MAX_SIDE];  // as in upright; -1: no run
    float depth[MAX_SIDE];
    piece best[MAX_SIDE];
} search;

// Ends the run below `row`.
static void end_upright(const picture* p, search* s, int column, int row) {
    upright u = {column, s->low[column], row + 1, s->depth[column]};
    if (s->best[column].color != CYLINDER_NONE && s->best[column].whole) return;
    piece found = cylinders_judge(p, &u);
    bool better = found.color != CYLINDER_NONE && found.whole;
    if (better || s->best[column].color == CYLINDER_NONE) s->best[column] = found;
}

// Constants of a row; a copy, so that the compiler sees no aliasing.
typedef struct picture_row {
    int row;
    float eye, focal;
    float slope, slope_below;  // of this row, and of the one below it
    float highest;             // metres: max height of a goal
    float too_tall;            // metres: max height of a goal without the tolerance of a pixel
} picture_row;

static picture_row row_of(const picture* p, int row) {
    int below = row + 1 < p->o->camera.height ? row + 1 : row;  // in the bottom row no run ends
    return (picture_row){.row = row,
                         .eye = p->o->camera.eye_height,
                         .focal = p->focal,
                         .slope = p->slopes[row],
                         .slope_below = p->slopes[below],
                         .highest = p->tall + CYLINDER_SUNK + CYLINDER_ABOVE,
                         .too_tall = p->tall + CYLINDER_SUNK};
}

// Which of eight runs that end below a row are too tall; most are walls.
LANES i32x8 are_too_tall(const picture_row* r, f32x8 depth) {
    f32x8 pixel = depth / r->focal;
    f32x8 top = r->eye + depth * r->slope_below + pixel / 2;
    return top > r->too_tall + (CYLINDER_TOP_SLACK + pixel);
}

// Which of them are too short, by the rule of `judge`.
LANES i32x8 are_too_short(const picture_row* r, i32x8 low, f32x8 depth) {
    return __builtin_convertvector(low - r->row, f32x8) * depth / r->focal < CYLINDER_MIN_LENGTH;
}

// Advances eight columns by a row. Returns those whose run continues.
LANES i32x8 search_eight(const picture* p, search* s, const picture_row* r, int column, f32x8 d) {
    f32x8 height = r->eye + d * r->slope;
    i32x8 of_use = (d > CYLINDER_MIN_DEPTH) & (d < CYLINDER_MAX_DEPTH);
    i32x8 above_floor = of_use & (height > CYLINDER_FLOOR) & (height < r->highest);
    i32x8 low = i32x8_load(s->low + column), open = low >= 0;
    if (!lanes_any(above_floor | open)) return open;
    f32x8 last = f32x8_load(s->depth + column), apart = d - last;
    apart = f32x8_select(apart, -apart, apart < 0);
    i32x8 same = open & above_floor & (apart < CYLINDER_RUN_DEPTH + CYLINDER_RUN_SLOPE * d);
    if (!lanes_any(~same)) return same;              // the common case: walls
    i32x8 ends = open & ~same & (low - r->row > 2);  // shorter runs are no part of a cylinder
    if (lanes_any(ends)) {
        ends &= ~are_too_tall(r, last) & ~are_too_short(r, low, last);
        for (unsigned left = lanes_bits(ends); left; left &= left - 1)
            end_upright(p, s, column + __builtin_ctz(left), r->row);
    }
    i32x8 begun = i32x8_select((i32x8){0} - 1, r->row + (i32x8){0}, above_floor);
    i32x8_store(s->low + column, i32x8_select(begun, low, same));
    f32x8_store(s->depth + column, f32x8_select(d, last, same));
    return above_floor;
}

// Whether a row above the horizon is entirely higher than a goal.
LANES bool is_too_high(const picture_row* r, const float* depth, int width) {
    const float slack = 0.001f;  // metres: much more than rounding
    if (r->slope <= 0) return false;
    float near = (r->highest - r->eye + slack) / r->slope;
    i32x8 any = {0};
    int u = 0;
    for (; u + LANE_COUNT <= width; u += LANE_COUNT) {
        f32x8 d = f32x8_load(depth + u);
        any |= (d > CYLINDER_MIN_DEPTH) & (d < near);
    }
    for (; u < width; u++) any[0] |= -(depth[u] > CYLINDER_MIN_DEPTH && depth[u] < near);
    return !lanes_any(any);
}

// Finds the parts in all columns, row by row from the bottom, so that memory is read in order.
LANES void search_columns_with(const picture* p, search* s) {
    int width = p->o->camera.width, whole = width / LANE_COUNT * LANE_COUNT;
    bool open = false;
    for (int u = 0; u < width + LANE_COUNT - 1 && u < MAX_SIDE; u++) {
        s->low[u] = -1;
        s->best[u] = (piece){.color = CYLINDER_NONE};
    }
    int last =
        p->o->camera.height - 1;  // rows above it look up so steeply that they contain no goal
    while (last > 0 && p->slopes[last] <= CYLINDER_MAX_SLOPE) last--;
    for (int row = p->o->camera.height - 1; row >= last; row--) {
        const float* depth = p->o->camera.depth + row * width;
        const picture_row r = row_of(p, row);
        if (!open && is_too_high(&r, depth, width)) continue;
        i32x8 goes_on = {0};
        for (int u = 0; u < whole; u += LANE_COUNT)
            goes_on |= search_eight(p, s, &r, u, f32x8_load(depth + u));
        if (whole < width) {
            f32x8 rest = {0};
            for (int k = 0; whole + k < width; k++) rest[k] = depth[whole + k];
            goes_on |= search_eight(p, s, &r, whole, rest);
        }
        open = lanes_any(goes_on);
    }
}

static void search_columns_plain(const picture* p, search* s) { search_columns_with(p, s); }
LANES_TARGET_AVX2 void search_columns_fast(const picture* p, search* s) {
    search_columns_with(p, s);
}

// ---- groups of columns --------------------------------------------------------------------------

// Whether the object ends beside a group of columns.
static bool stands_alone(const picture* p, const piece* of, int column) {
    if (column < 0 || column >= p->o->camera.width) return true;
    return !cylinder_goes_on(p, of->top + 1, column, of->depth, of->color) &&
           !cylinder_goes_on(p, of->middle, column, of->depth, of->color);
}

// Neighbouring columns that show one object.
typedef struct group {
    cylinder_color color;
    int first, last;  // columns
    float nearest;
    bool whole, round;
} group;

// Whether its sides are deeper than its centre, unlike the edge of a board or a table leg.
static bool is_round(const piece* pieces, int first, int last, float nearest) {
    int middle = (first + last) / 2;
    return last - first >= 3 && pieces[first].depth > nearest + CYLINDER_ROUND_SIDES &&
           pieces[last].depth > nearest + CYLINDER_ROUND_SIDES &&
           pieces[middle].depth < nearest + CYLINDER_ROUND_MIDDLE;
}

static group group_from(const piece* pieces, int first, int width) {
    group g = {pieces[first].color, first, first, pieces[first].depth, pieces[first].whole, false};
    for (int u = first + 1; u < width; u++) {
        if (pieces[u].color != g.color ||
            fabsf(pieces[u].depth - pieces[u - 1].depth) > CYLINDER_COLUMN_DEPTH)
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
    bool cut = g->first == 0 || g->last == p->o->camera.width - 1 || !g->whole;
    if (width > 2 * p->radius * CYLINDER_MAX_WIDTH + 2 * pixel) return false;
    if (width < 2 * p->radius * CYLINDER_MIN_WIDTH - CYLINDER_WIDTH_PIXELS * pixel && !cut)
        return false;
    return stands_alone(p, &pieces[g->first], g->first - 2) &&
           stands_alone(p, &pieces[g->last], g->last + 2);
}

static cylinder_detection detection_of(const picture* p, const group* g) {
    float middle = 0.5f * (float)(g->first + g->last) + 0.5f - (float)p->o->camera.width / 2;
    float ahead = g->nearest + p->radius;
    bool sure = g->whole && (g->round || !is_plain(g->color));
    return (cylinder_detection){g->color, ahead, ahead * middle / p->focal, sure};
}

int cylinders_find(const wend_observation* o, cylinder_detection* detections, int max) {
    search s;
    float slopes[MAX_SIDE];
    if (!o->camera.rgb || !o->camera.depth || o->camera.width < 1 || o->camera.width > MAX_SIDE ||
        o->camera.height < 4 || o->camera.height > MAX_SIDE)
        return 0;
    float tall = o->goal.height > 0 ? o->goal.height : CYLINDER_HEIGHT;
    float focal = (float)o->camera.width / 2 / tanf(o->camera.hfov * (float)(WEND_PI / 360));
    picture p = {o, focal, slopes, tall, tall * CYLINDER_RADIUS};
    int count = 0;
    for (int row = 0; row < o->camera.height; row++)
        slopes[row] = ((float)o->camera.height / 2 - ((float)row + 0.5f)) / p.focal;
    if (lanes_have_avx2())
        search_columns_fast(&p, &s);
    else
        search_columns_plain(&p, &s);
    const piece* pieces = s.best;
    for (int u = 0; u < o->camera.width && count < max; u++) {
        if (pieces[u].color == CYLINDER_NONE) continue;
        group g = group_from(pieces, u, o->camera.width);
        if (is_cylinder(&p, pieces, &g)) detections[count++] = detection_of(&p, &g);
        u = g.last;
    }
    return count;
}

int wend_cylinders_find(const wend_rgbd_image* seen, float tall, wend_cylinder* found, int max) {
    wend_observation o = {.camera.width = seen->width,
                          .camera.height = seen->height,
                          .camera.hfov = seen->hfov,
                          .camera.eye_height = seen->eye_height,
                          .goal.height = tall,
                          .camera.rgb = seen->rgb,
                          .camera.depth = seen->depth};
    cylinder_detection detections[64];
    int count = cylinders_find(&o, detections, max < 64 ? max : 64);
    for (int i = 0; i < count; i++)
        found[i] = (wend_cylinder){(int)detections[i].color, detections[i].ahead,
                                   detections[i].right, detections[i].sure};
    return count;
}
