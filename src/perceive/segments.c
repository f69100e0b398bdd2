// Cuts the grid into things: neighbours belong together unless depth jumps between them or the
// surface folds inwards there, as it does where a thing stands on or against another.
#include <string.h>

#include "perceive/glance.h"

static const float FLOOR_HEIGHT = 0.025f;  // metres; lower is the floor, or lies flat on it
static const float SMOOTH = 0.94f;         // cosine between normals of one smooth surface
static const float FOLD = -0.15f;          // sine of an inward fold that cuts

static int32_t root(int32_t* parents, int32_t i) {
    while (parents[i] != i) {
        parents[i] = parents[parents[i]];
        i = parents[i];
    }
    return i;
}

static void join(int32_t* parents, int32_t a, int32_t b) {
    a = root(parents, a);
    b = root(parents, b);
    if (a < b)
        parents[b] = a;
    else
        parents[a] = b;
}

static bool is_floor(const glance_grid* g, int i) {
    return g->points[i].y < FLOOR_HEIGHT + 0.003f * g->depth[i] && g->normals[i].y > 0.8f;
}

// Not one material under two lights: the shares of red, green and blue differ, or the brightness by
// more than shade makes it.
static bool unlike(const float* a, const float* b) {
    float x = a[0] + a[1] + a[2] + 24, y = b[0] + b[1] + b[2] + 24;  // dark colours are uncertain
    float share = 0;
    for (int k = 0; k < 3; k++) share += fabsf((a[k] + 8) / x - (b[k] + 8) / y);
    return share > 0.10f || x > 1.9f * y || y > 1.9f * x;
}

static bool belong(const glance_grid* g, int i, int j) {
    wend_vec3 way = wend_v3_sub(g->points[j], g->points[i]);
    wend_vec3 n = g->normals[i], m = g->normals[j];
    float depth = g->depth[i], here = fabsf(wend_v3_dot(n, way)),
          there = fabsf(wend_v3_dot(m, way));
    float off = here > there ? here : there;
    if (wend_v3_dot(n, m) > SMOOTH) return off < 0.006f + 0.004f * depth;
    float length = wend_v3_length(way);
    float inwards = wend_v3_dot(wend_v3_sub(m, n), way);  // negative: the surface folds inwards
    if (off >= 0.005f + 3 * depth / g->focal || inwards <= FOLD * length) return false;
    const float a[3] = {g->rgb[i][0], g->rgb[i][1], g->rgb[i][2]};
    const float b[3] = {g->rgb[j][0], g->rgb[j][1], g->rgb[j][2]};
    return !unlike(a, b);
}

enum { LINK_RIGHT = 1, LINK_BELOW = 2 };

static void find_links(wend_glance* s) {
    const glance_grid* g = &s->grid;
    for (int row = 0; row < g->height; row++)
        for (int column = 0; column < g->width; column++) {
            int i = row * g->width + column, right = i + 1, below = i + g->width;
            s->links[i] = 0;
            if (s->parents[i] < 0) continue;
            if (column + 1 < g->width && s->parents[right] >= 0 && belong(g, i, right))
                s->links[i] |= LINK_RIGHT;
            if (row + 1 < g->height && s->parents[below] >= 0 && belong(g, i, below))
                s->links[i] |= LINK_BELOW;
        }
}

// Points are joined by fours in a square, all linked: one stray link between two things does not
// make them one.
static void join_squares(wend_glance* s) {
    const glance_grid* g = &s->grid;
    for (int row = 0; row + 1 < g->height; row++)
        for (int column = 0; column + 1 < g->width; column++) {
            int i = row * g->width + column;
            if (s->links[i] != (LINK_RIGHT | LINK_BELOW) || !(s->links[i + 1] & LINK_BELOW) ||
                !(s->links[i + g->width] & LINK_RIGHT))
                continue;
            join(s->parents, i, i + 1);
            join(s->parents, i, i + g->width);
            join(s->parents, i, i + g->width + 1);
        }
}

// The largest segments get a number; the others stay unlabelled. Returns how many.
static int number_segments(wend_glance* s) {
    glance_grid* g = &s->grid;
    int points = g->width * g->height;
    memset(s->sizes, 0, (size_t)points * sizeof *s->sizes);
    for (int i = 0; i < points; i++)
        if (s->parents[i] >= 0) s->sizes[root(s->parents, i)]++;
    int smallest = 3, count;
    do {
        count = 0;
        smallest++;
        for (int i = 0; i < points; i++) count += s->sizes[i] >= smallest;
    } while (count > GLANCE_MAX_PIECES);
    count = 0;
    for (int i = 0; i < points; i++)  // a root is the first point of its segment
        s->sizes[i] = s->parents[i] == i && s->sizes[i] >= smallest ? count++ : -1;
    for (int i = 0; i < points; i++)
        g->labels[i] = s->parents[i] >= 0 ? s->sizes[root(s->parents, i)] : -1;
    return count;
}

// Points left over at the seams go to a neighbour: one they are linked with, else the nearest.
static int32_t adopt(const wend_glance* s, int i, const int* neighbours, int count) {
    const glance_grid* g = &s->grid;
    int32_t best = -1;
    float nearest = 0.05f + 3 * g->depth[i] / g->focal;
    for (int k = 0; k < count; k++) {
        int j = neighbours[k];
        if (g->labels[j] < 0) continue;
        float distance = wend_v3_distance(g->points[i], g->points[j]);
        if (distance >= nearest) continue;
        nearest = distance;
        best = g->labels[j];
    }
    return best;
}

static void fill_seams(wend_glance* s) {
    glance_grid* g = &s->grid;
    for (int row = 1; row + 1 < g->height; row++)
        for (int column = 1; column + 1 < g->width; column++) {
            int i = row * g->width + column;
            if (g->labels[i] >= 0 || s->parents[i] < 0) continue;
            int neighbours[4] = {i - g->width, i - 1, i + 1, i + g->width};
            g->labels[i] = adopt(s, i, neighbours, 4);
        }
}

// ---- pieces of one thing ------------------------------------------------------------------------

static bool is_up(const glance_grid* g, int i) { return g->normals[i].y > 0.85f; }

static float piece_size(const glance_piece* piece) {
    wend_vec3 size = wend_aabb_size(piece->box);
    return fmaxf(size.y, sqrtf(size.x * size.x + size.z * size.z));
}

static void measure_pieces(wend_glance* s, int count) {
    const glance_grid* g = &s->grid;
    for (int k = 0; k < count; k++)
        s->pieces[k] = (glance_piece){.parent = k, .box = wend_aabb_empty()};
    for (int i = 0; i < g->width * g->height; i++) {
        if (g->labels[i] < 0) continue;
        glance_piece* piece = &s->pieces[g->labels[i]];
        piece->points++;
        piece->normal = wend_v3_add(piece->normal, g->normals[i]);
        glance_box_add(&piece->box, g->points[i]);
        for (int c = 0; c < 3; c++) piece->rgb[c] += (float)g->rgb[i][c];
    }
    for (int k = 0; k < count; k++) {
        s->pieces[k].size = piece_size(&s->pieces[k]);
        for (int c = 0; c < 3; c++) s->pieces[k].rgb[c] /= (float)s->pieces[k].points;
    }
}

// Where two pieces touch, and where one stands on top of the other there.
static void count_contacts(wend_glance* s, int i, int j) {
    const glance_grid* g = &s->grid;
    int a = g->labels[i], b = g->labels[j];
    if (a < 0 || b < 0 || a == b) return;
    float small = fminf(s->pieces[a].size, s->pieces[b].size);
    float gap = wend_v3_distance(g->points[i], g->points[j]);
    if (gap > 2 * g->depth[i] / g->focal + fminf(0.02f + 0.3f * small, 0.08f)) return;
    glance_contact* c = &s->contacts[(a < b ? a : b) * GLANCE_MAX_PIECES + (a < b ? b : a)];
    c->touching++;
    c->standing += is_up(g, i) != is_up(g, j);
}

static void find_contacts(wend_glance* s, int count) {
    const glance_grid* g = &s->grid;
    for (int k = 0; k < count; k++)
        memset(s->contacts + k * GLANCE_MAX_PIECES, 0, (size_t)count * sizeof *s->contacts);
    for (int row = 0; row + 1 < g->height; row++)
        for (int column = 0; column + 1 < g->width; column++) {
            int i = row * g->width + column;
            count_contacts(s, i, i + 1);
            count_contacts(s, i, i + g->width);
        }
}

static int piece_root(const wend_glance* s, int k) {
    while (s->pieces[k].parent != k) k = s->pieces[k].parent;
    return k;
}

// Large things and planes that others stand on or against are whole already.
static bool is_whole(const glance_piece* piece) {
    float flat = wend_v3_length(piece->normal) / (float)piece->points;
    return piece->size > 1.3f || (flat > 0.97f && piece->size > 0.55f);
}

static void join_pieces(wend_glance* s, int count) {
    for (int a = 0; a < count; a++)
        for (int b = a + 1; b < count; b++) {
            const glance_contact* c = &s->contacts[a * GLANCE_MAX_PIECES + b];
            if (c->touching < 3 || 2 * c->standing > c->touching) continue;
            if (unlike(s->pieces[a].rgb, s->pieces[b].rgb)) continue;
            if (is_whole(&s->pieces[a]) || is_whole(&s->pieces[b])) continue;
            int fewer = s->pieces[a].points < s->pieces[b].points ? a : b;
            float rim = 4 * sqrtf((float)s->pieces[fewer].points);
            if ((float)c->touching < 0.15f * rim) continue;
            int x = piece_root(s, a), y = piece_root(s, b);
            s->pieces[x > y ? x : y].parent = x > y ? y : x;
        }
}

// Pieces that were joined, and are large enough, get the final numbers.
static int number_things(wend_glance* s, int count) {
    glance_grid* g = &s->grid;
    int points[GLANCE_MAX_PIECES] = {0}, numbers[GLANCE_MAX_PIECES], things = 0;
    for (int k = 0; k < count; k++) points[piece_root(s, k)] += s->pieces[k].points;
    for (int k = 0; k < count; k++) {
        bool kept = s->pieces[k].parent == k && points[k] >= GLANCE_MIN_PIXELS;
        numbers[k] = kept && things < GLANCE_MAX_REGIONS ? things++ : -1;
    }
    for (int i = 0; i < g->width * g->height; i++)
        if (g->labels[i] >= 0) g->labels[i] = numbers[piece_root(s, g->labels[i])];
    return things;
}

static int join_things(wend_glance* s, int count) {
    measure_pieces(s, count);
    find_contacts(s, count);
    join_pieces(s, count);
    return number_things(s, count);
}

int segments_find(wend_glance* s) {
    glance_grid* g = &s->grid;
    int points = g->width * g->height;
    for (int i = 0; i < points; i++) s->parents[i] = g->depth[i] > 0 && !is_floor(g, i) ? i : -1;
    find_links(s);
    join_squares(s);
    int count = number_segments(s);
    fill_seams(s);
    return join_things(s, count);
}
