// Computes the features of each region (wend_feature) in two passes over the grid.
#include <stdlib.h>
#include <string.h>

#include "base/color.h"
#include "perceive/segmentation.h"

// Sums over the points of a region.
typedef struct tally {
    int count, up, side, rim, hidden, cut, pairs;
    int reddish, greenish, bluish, dark, bright;
    double x, z, xx, xz, zz, area;
    wend_vec3 normal, place;
    float y, away;  // away: squared distance of the nearest point, floor plan
    int64_t red, green, blue, grey, grey2, steps;
    float along_x, along_z;        // unit: the longer axis on the floor plan
    float low, high, back, front;  // extent along it and across
} tally;

static void add_colour(tally* t, const uint8_t* c) {
    int r = c[0], g = c[1], b = c[2];
    int max = r > g ? (r > b ? r : b) : (g > b ? g : b);
    int min = r < g ? (r < b ? r : b) : (g < b ? g : b);
    bool clear = 4 * (max - min) > max;
    t->dark += max < 60;
    t->bright += min > 170;
    t->reddish += clear & (r == max);
    t->greenish += clear & (g == max) & (r < max);
    t->bluish += clear & (b == max) & (r < max) & (g < max);
}

// Of a run of points in a row; sums are in the order of the points.
static void add_colours(tally* t, const segment_grid* g, int first, int end) {
    int red = 0, green = 0, blue = 0, grey = 0, grey2 = 0, steps = 0;
    for (int i = first; i < end; i++) {
        red += g->rgb[i][0];
        green += g->rgb[i][1];
        blue += g->rgb[i][2];
        grey += g->grey[i];
        grey2 += g->grey[i] * g->grey[i];
    }
    for (int i = first; i + 1 < end; i++) steps += abs(g->grey[i] - g->grey[i + 1]);
    for (int i = first; i < end; i++) add_colour(t, g->rgb[i]);
    t->red += red;
    t->green += green;
    t->blue += blue;
    t->grey += grey;
    t->grey2 += grey2;
    t->pairs += end - first - 1;
    t->steps += steps;
}

static void regions_add_places(tally* t, wend_region* r, const segment_grid* g, int first,
                               int end) {
    wend_aabb box = r->box;
    double x = t->x, z = t->z, xx = t->xx, xz = t->xz, zz = t->zz, area = t->area;
    float y = t->y;
    for (int i = first; i < end; i++) {
        wend_vec3 p = segment_vector(g->points, i);
        x += (double)p.x;
        z += (double)p.z;
        y += p.y;
        xx += (double)(p.x * p.x);
        xz += (double)(p.x * p.z);
        zz += (double)(p.z * p.z);
        area += (double)(g->depth[i] * g->depth[i]);
        segment_box_add(&box, p);
        float away = p.x * p.x + p.z * p.z;
        if (away >= t->away) continue;
        t->away = away;
        r->nearest = p;
    }
    r->box = box;
    t->x = x, t->z = z, t->xx = xx, t->xz = xz, t->zz = zz, t->area = area;
    t->y = y;
}

static void add_normals(tally* t, const segment_grid* g, int first, int end) {
    wend_vec3 sum = t->normal;
    int up = 0, side = 0;
    for (int i = first; i < end; i++) {
        sum = wend_v3_add(sum, segment_vector(g->normals, i));
        up += g->normals.y[i] > 0.85f;
        side += fabsf(g->normals.y[i]) < 0.35f;
    }
    t->normal = sum;
    t->up += up;
    t->side += side;
}

static void add_run(tally* t, wend_region* r, const segment_grid* g, int first, int end) {
    int row = first / g->width, left = first - row * g->width, right = left + end - first - 1;
    t->count += end - first;
    regions_add_places(t, r, g, first, end);
    add_normals(t, g, first, end);
    add_colours(t, g, first, end);
    if (left < r->left) r->left = left;
    if (right > r->right) r->right = right;
    if (row < r->top) r->top = row;
    if (row > r->bottom) r->bottom = row;
}

static void add_rim(tally* t, const segment_grid* g, int i, int j) {
    t->rim++;
    t->hidden += g->depth[j] > 0 && g->depth[j] < g->depth[i] - 0.03f;
}

// Two neighbours of different regions; either may be of none.
static void add_seam(tally* tallies, const segment_grid* g, int i, int j) {
    int a = g->labels[i], b = g->labels[j];
    if (a >= 0) add_rim(&tallies[a], g, i, j);
    if (b >= 0) add_rim(&tallies[b], g, j, i);
}

// A run of one label and the row below it.
static void add_below(tally* tallies, const segment_grid* g, int first, int end) {
    int label = g->labels[first], pairs = 0, steps = 0;
    for (int i = first; i < end; i++) {
        int j = i + g->width;
        if (g->labels[j] != label) {
            add_seam(tallies, g, i, j);
            continue;
        }
        pairs++;
        steps += abs(g->grey[i] - g->grey[j]);
    }
    if (label < 0) return;
    tallies[label].pairs += pairs;
    tallies[label].steps += steps;
}

// Counts the sides of a run's points at the image's edge.
static void add_cut(tally* t, const segment_grid* g, int first, int end) {
    int row = first / g->width, column = first - row * g->width, length = end - first;
    int count = (column == 0) + (column + length == g->width) +
                ((row == 0) + (row + 1 == g->height)) * length;
    t->rim += count;
    t->cut += count;
}

static void tally_points(wend_segmentation* s, tally* tallies) {
    const segment_grid* g = &s->grid;
    for (int i = 0, end; i < g->width * g->height; i = end) {
        int label = g->labels[i];
        end = segment_run_end(g, i);
        if (end % g->width) add_seam(tallies, g, end - 1, end);
        if (end <= g->width * (g->height - 1)) add_below(tallies, g, i, end);
        if (label < 0) continue;
        add_run(&tallies[label], &s->regions[label], g, i, end);
        add_cut(&tallies[label], g, i, end);
    }
}

// The principal axis of the points on the floor plan.
static void find_axis(tally* t) {
    double n = t->count, x = t->x / n, z = t->z / n;
    double xx = t->xx / n - x * x, xz = t->xz / n - x * z, zz = t->zz / n - z * z;
    double angle = 0.5 * atan2(2 * xz, xx - zz);
    t->along_x = (float)cos(angle);
    t->along_z = (float)sin(angle);
    t->low = t->back = INFINITY;
    t->high = t->front = -INFINITY;
}

static void regions_measure_run(tally* t, const segment_grid* g, int first, int end) {
    float low = t->low, high = t->high, back = t->back, front = t->front;
    for (int i = first; i < end; i++) {
        float along = g->points.x[i] * t->along_x + g->points.z[i] * t->along_z;
        float across = g->points.z[i] * t->along_x - g->points.x[i] * t->along_z;
        low = along < low ? along : low;
        high = along > high ? along : high;
        back = across < back ? across : back;
        front = across > front ? across : front;
    }
    t->low = low, t->high = high, t->back = back, t->front = front;
}

static void measure_extents(const wend_segmentation* s, tally* tallies) {
    const segment_grid* g = &s->grid;
    for (int i = 0, end; i < g->width * g->height; i = end) {
        end = segment_run_end(g, i);
        if (g->labels[i] >= 0) regions_measure_run(&tallies[g->labels[i]], g, i, end);
    }
}

static float regions_lab_curve(float t) {
    return t > 0.008856f ? cbrtf(t) : 7.787f * t + 16.0f / 116;
}

void wend_region_paint(wend_region* r, const uint8_t rgb[3]) {
    for (int k = 0; k < 3; k++) r->rgb[k] = rgb[k];
    float red = color_to_linear(rgb[0]), green = color_to_linear(rgb[1]),
          blue = color_to_linear(rgb[2]);
    float x = regions_lab_curve((0.4124f * red + 0.3576f * green + 0.1805f * blue) / 0.9505f);
    float y = regions_lab_curve(0.2126f * red + 0.7152f * green + 0.0722f * blue);
    float z = regions_lab_curve((0.0193f * red + 0.1192f * green + 0.9505f * blue) / 1.089f);
    r->features[WEND_FEATURE_LIGHT] = (116 * y - 16) / 20;
    r->features[WEND_FEATURE_RED] = 500 * (x - y) / 10;
    r->features[WEND_FEATURE_YELLOW] = 200 * (y - z) / 10;
}

static void describe_colour(const tally* t, wend_region* r) {
    double n = t->count;
    const uint8_t rgb[3] = {(uint8_t)((double)t->red / n + 0.5),
                            (uint8_t)((double)t->green / n + 0.5),
                            (uint8_t)((double)t->blue / n + 0.5)};
    wend_region_paint(r, rgb);
    float* f = r->features;
    double grey = (double)t->grey / n, variance = (double)t->grey2 / n - grey * grey;
    f[WEND_FEATURE_CONTRAST] = (float)sqrt(variance > 0 ? variance : 0) / 20;
    f[WEND_FEATURE_GRAIN] = t->pairs ? (float)t->steps / (float)t->pairs / 8 : 0;
    f[WEND_FEATURE_REDDISH] = 4 * (float)t->reddish / (float)t->count;
    f[WEND_FEATURE_GREENISH] = 4 * (float)t->greenish / (float)t->count;
    f[WEND_FEATURE_BLUISH] = 4 * (float)t->bluish / (float)t->count;
    f[WEND_FEATURE_DARK] = 4 * (float)t->dark / (float)t->count;
    f[WEND_FEATURE_BRIGHT] = 4 * (float)t->bright / (float)t->count;
}

static float log_metres(float metres) { return log2f(metres + 0.02f); }

static void describe_shape(const tally* t, const segment_grid* g, wend_region* r) {
    float* f = r->features;
    float n = (float)t->count, wide = (float)(r->right - r->left + 1),
          high = (float)(r->bottom - r->top + 1);
    float length = t->high - t->low, breadth = t->front - t->back;
    f[WEND_FEATURE_LENGTH] = log_metres(fmaxf(length, breadth));
    f[WEND_FEATURE_BREADTH] = log_metres(fminf(length, breadth));
    f[WEND_FEATURE_RISE] = log_metres(r->box.high.y - r->box.low.y);
    f[WEND_FEATURE_BASE] = 2 * r->box.low.y;
    f[WEND_FEATURE_TOP] = 2 * r->box.high.y;
    f[WEND_FEATURE_AREA] = log_metres((float)sqrt(t->area) / g->focal);
    f[WEND_FEATURE_FILL] = 4 * n / (wide * high);
    f[WEND_FEATURE_ASPECT] = log2f(wide / high);
    f[WEND_FEATURE_UP] = 4 * (float)t->up / n;
    f[WEND_FEATURE_SIDE] = 4 * (float)t->side / n;
    f[WEND_FEATURE_FLAT] = 4 * wend_v3_length(t->normal) / n;
    f[WEND_FEATURE_HIDDEN] = t->rim ? 4 * (float)t->hidden / (float)t->rim : 0;
    f[WEND_FEATURE_CUT] = t->rim ? 4 * (float)t->cut / (float)t->rim : 0;
}

static void regions_finish(const tally* t, const segment_grid* g, wend_region* r) {
    float n = (float)t->count;
    r->pixels = t->count;
    r->middle = wend_v3((float)(t->x / t->count), t->y / n, (float)(t->z / t->count));
    describe_colour(t, r);
    describe_shape(t, g, r);
    r->left *= g->step;
    r->top *= g->step;
    r->right = r->right * g->step + g->step - 1;
    r->bottom = r->bottom * g->step + g->step - 1;
    float length = r->features[WEND_FEATURE_LENGTH];
    r->structure = r->box.low.y > 2 || (r->box.high.y > 1.6f && length > 1.2f);
}

void regions_describe(wend_segmentation* s) {
    tally tallies[SEGMENT_MAX_REGIONS];
    memset(tallies, 0, (size_t)s->count * sizeof *tallies);
    for (int i = 0; i < s->count; i++) {
        s->regions[i] = (wend_region){.left = s->grid.width, .top = s->grid.height};
        s->regions[i].box = wend_aabb_empty();
        tallies[i].away = INFINITY;
    }
    tally_points(s, tallies);
    for (int i = 0; i < s->count; i++) find_axis(&tallies[i]);
    measure_extents(s, tallies);
    for (int i = 0; i < s->count; i++) regions_finish(&tallies[i], &s->grid, &s->regions[i]);
}
