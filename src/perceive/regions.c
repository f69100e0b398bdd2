// Describes each segment in numbers.
#include <stdlib.h>
#include <string.h>

#include "base/color.h"
#include "perceive/glance.h"

// Sums over the points of a segment.
typedef struct tally {
    int count, up, side, rim, hidden, cut, pairs;
    int reddish, greenish, bluish, dark, bright;
    double x, z, xx, xz, zz, area;
    wend_vec3 normal, place;
    float y, away;  // away: squared distance of the nearest point on the floor plan
    int64_t red, green, blue, grey, grey2, steps;
    float along_x, along_z;        // unit: the longer axis on the floor plan
    float low, high, back, front;  // extent along it and across
} tally;

static void add_colour(tally* t, const uint8_t* c, int grey) {
    int r = c[0], g = c[1], b = c[2];
    int most = r > g ? (r > b ? r : b) : (g > b ? g : b);
    int least = r < g ? (r < b ? r : b) : (g < b ? g : b);
    t->red += r;
    t->green += g;
    t->blue += b;
    t->grey += grey;
    t->grey2 += grey * grey;
    t->dark += most < 60;
    t->bright += least > 170;
    if (4 * (most - least) > most) {  // a clear colour
        t->reddish += r == most;
        t->greenish += g == most && r < most;
        t->bluish += b == most && r < most && g < most;
    }
}

static void add_point(tally* t, wend_region* r, const glance_grid* g, int i, int row, int column) {
    wend_vec3 p = g->points[i], n = g->normals[i];
    t->count++;
    t->x += (double)p.x;
    t->z += (double)p.z;
    t->y += p.y;
    t->xx += (double)(p.x * p.x);
    t->xz += (double)(p.x * p.z);
    t->zz += (double)(p.z * p.z);
    t->area += (double)(g->depth[i] * g->depth[i]);
    t->normal = wend_v3_add(t->normal, n);
    t->up += n.y > 0.85f;
    t->side += fabsf(n.y) < 0.35f;
    glance_box_add(&r->box, p);
    float away = p.x * p.x + p.z * p.z;
    if (away < t->away) {
        t->away = away;
        r->nearest = p;
    }
    if (column < r->left) r->left = column;
    if (column > r->right) r->right = column;
    if (row < r->top) r->top = row;
    if (row > r->bottom) r->bottom = row;
    add_colour(t, g->rgb[i], g->grey[i]);
}

static void add_rim(tally* t, const glance_grid* g, int i, int j) {
    t->rim++;
    t->hidden += g->depth[j] > 0 && g->depth[j] < g->depth[i] - 0.03f;
}

// What two neighbours are to each other; either may be of no segment.
static void add_pair(tally* tallies, const glance_grid* g, int i, int j) {
    int a = g->labels[i], b = g->labels[j];
    if (a == b && a >= 0) {
        tallies[a].pairs++;
        tallies[a].steps += abs(g->grey[i] - g->grey[j]);
    }
    if (a == b) return;
    if (a >= 0) add_rim(&tallies[a], g, i, j);
    if (b >= 0) add_rim(&tallies[b], g, j, i);
}

static void add_cut(tally* t, int count) {
    t->rim += count;
    t->cut += count;
}

static void tally_points(wend_glance* s, tally* tallies) {
    const glance_grid* g = &s->grid;
    for (int row = 0; row < g->height; row++)
        for (int column = 0; column < g->width; column++) {
            int i = row * g->width + column, label = g->labels[i];
            bool last_row = row + 1 == g->height, last_column = column + 1 == g->width;
            if (!last_column) add_pair(tallies, g, i, i + 1);
            if (!last_row) add_pair(tallies, g, i, i + g->width);
            if (label < 0) continue;
            add_point(&tallies[label], &s->regions[label], g, i, row, column);
            if (row == 0 || column == 0 || last_row || last_column)
                add_cut(&tallies[label], (row == 0) + (column == 0) + last_row + last_column);
        }
}

// The axis along which the points spread most on the floor plan.
static void find_axis(tally* t) {
    double n = t->count, x = t->x / n, z = t->z / n;
    double xx = t->xx / n - x * x, xz = t->xz / n - x * z, zz = t->zz / n - z * z;
    double angle = 0.5 * atan2(2 * xz, xx - zz);
    t->along_x = (float)cos(angle);
    t->along_z = (float)sin(angle);
    t->low = t->back = INFINITY;
    t->high = t->front = -INFINITY;
}

static void measure_extents(const wend_glance* s, tally* tallies) {
    const glance_grid* g = &s->grid;
    for (int i = 0; i < g->width * g->height; i++) {
        if (g->labels[i] < 0) continue;
        tally* t = &tallies[g->labels[i]];
        float along = g->points[i].x * t->along_x + g->points[i].z * t->along_z;
        float across = g->points[i].z * t->along_x - g->points[i].x * t->along_z;
        if (along < t->low) t->low = along;
        if (along > t->high) t->high = along;
        if (across < t->back) t->back = across;
        if (across > t->front) t->front = across;
    }
}

static float lab_curve(float t) { return t > 0.008856f ? cbrtf(t) : 7.787f * t + 16.0f / 116; }

static void describe_colour(const tally* t, wend_region* r) {
    double n = t->count;
    r->rgb[0] = (uint8_t)((double)t->red / n + 0.5);
    r->rgb[1] = (uint8_t)((double)t->green / n + 0.5);
    r->rgb[2] = (uint8_t)((double)t->blue / n + 0.5);
    float red = color_to_linear(r->rgb[0]), green = color_to_linear(r->rgb[1]),
          blue = color_to_linear(r->rgb[2]);
    float x = lab_curve((0.4124f * red + 0.3576f * green + 0.1805f * blue) / 0.9505f);
    float y = lab_curve(0.2126f * red + 0.7152f * green + 0.0722f * blue);
    float z = lab_curve((0.0193f * red + 0.1192f * green + 0.9505f * blue) / 1.089f);
    float* f = r->features;
    double grey = (double)t->grey / n, variance = (double)t->grey2 / n - grey * grey;
    f[WEND_FEATURE_LIGHT] = (116 * y - 16) / 20;
    f[WEND_FEATURE_RED] = 500 * (x - y) / 10;
    f[WEND_FEATURE_YELLOW] = 200 * (y - z) / 10;
    f[WEND_FEATURE_CONTRAST] = (float)sqrt(variance > 0 ? variance : 0) / 20;
    f[WEND_FEATURE_GRAIN] = t->pairs ? (float)t->steps / (float)t->pairs / 8 : 0;
    f[WEND_FEATURE_REDDISH] = 4 * (float)t->reddish / (float)t->count;
    f[WEND_FEATURE_GREENISH] = 4 * (float)t->greenish / (float)t->count;
    f[WEND_FEATURE_BLUISH] = 4 * (float)t->bluish / (float)t->count;
    f[WEND_FEATURE_DARK] = 4 * (float)t->dark / (float)t->count;
    f[WEND_FEATURE_BRIGHT] = 4 * (float)t->bright / (float)t->count;
}

static float log_metres(float metres) { return log2f(metres + 0.02f); }

static void describe_shape(const tally* t, const glance_grid* g, wend_region* r) {
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

static void finish(const tally* t, const glance_grid* g, wend_region* r) {
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

void regions_describe(wend_glance* s) {
    tally tallies[GLANCE_MAX_REGIONS];
    memset(tallies, 0, (size_t)s->count * sizeof *tallies);
    for (int i = 0; i < s->count; i++) {
        s->regions[i] = (wend_region){.left = s->grid.width, .top = s->grid.height};
        s->regions[i].box = wend_aabb_empty();
        tallies[i].away = INFINITY;
    }
    tally_points(s, tallies);
    for (int i = 0; i < s->count; i++) find_axis(&tallies[i]);
    measure_extents(s, tallies);
    for (int i = 0; i < s->count; i++) finish(&tallies[i], &s->grid, &s->regions[i]);
}
