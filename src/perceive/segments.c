// Segmentation of an RGB-D image into objects, by geometry first and colour second.
//
// Rule: neighbouring points belong to one object unless depth jumps between them or the surface is
// concave there. Objects are mostly convex, and where one stands on or against another the surface
// between them is concave (local convexity, as in Stein et al., CVPR 2014).
//
//     side view            links between neighbours
//        +---+             top - side of the box     convex edge:   together, if of one colour
//        |   |             side of the box - table   concave edge:  apart
//     ---+   +------       box - wall behind it      depth jump:    apart
//
// Steps, on a grid of points with normals (segment_grid.c):
//
// 1. Links between right and lower neighbours (segment_rows_kernel.h, vectorised): smooth and
//    close, concave, or convex; convex edges also need one colour.
// 2. Squares: points join by fours with all four links, so that a single wrong link joins nothing.
//    Runs of squares in a row are united with overlapping runs of the row above (union-find):
//
//        row 0   [aaaa]  [bb]        a run stands for its points and those below
//        row 1   [aa]  [bbbb]        runs with common points get one root
//
// 3. The 512 largest pieces are kept; points left at seams go to the nearest labelled neighbour.
// 4. Pieces of one object (legs and seat of a chair) are joined: if they touch along enough of the
//    smaller one's outline, are of one colour, neither stands on the other, and neither is large or
//    a large plane, which others stand on or against.
//
// Cost: linear in the number of points, apart from the 512 x 512 table of contacts. No allocation.
#include <string.h>

#include "perceive/segment_rows.h"

// Whether two mean colours are of different materials: chromaticity differs, or brightness by more
// than shading explains.
static bool unlike(const float* a, const float* b) {
    float x = a[0] + a[1] + a[2] + 24,
          y = b[0] + b[1] + b[2] + 24;  // offset: dark colours are noisy
    float share = 0;
    for (int k = 0; k < 3; k++) share += fabsf((a[k] + 8) / x - (b[k] + 8) / y);
    return share > 0.10f || x > 1.9f * y || y > 1.9f * x;
}

// ---- smooth pieces ------------------------------------------------------------------------------

enum { SOLID = 1, LINK_RIGHT = 2, LINK_BELOW = 4 };

// At a convex edge, points of two colours belong to two objects.
static bool is_of_one_colour(const segment_grid* g, int i, int j) {
    const float a[3] = {g->rgb[i][0], g->rgb[i][1], g->rgb[i][2]};
    const float b[3] = {g->rgb[j][0], g->rgb[j][1], g->rgb[j][2]};
    return !unlike(a, b);
}

static void link_row(wend_segmentation* s, const segment_rows* rows, int first, int count,
                     int offset, uint8_t link) {
    int32_t verdicts[SEGMENT_MAX_SIDE];
    rows->verdicts(&s->grid, first, count, offset, verdicts);
    for (int k = 0; k < count; k++) {
        int i = first + k, j = i + offset;
        if (!verdicts[k] || !(s->links[i] & s->links[j] & SOLID)) continue;
        if (verdicts[k] == VERDICT_TOGETHER || is_of_one_colour(&s->grid, i, j))
            s->links[i] |= link;
    }
}

static void find_links(wend_segmentation* s) {
    const segment_grid* g = &s->grid;
    const segment_rows* rows = segment_rows_best();
    for (int row = 0; row < g->height; row++) rows->solids(g, row, s->links + row * g->width);
    for (int row = 0; row < g->height; row++) {
        int first = row * g->width;
        link_row(s, rows, first, g->width - 1, 1, LINK_RIGHT);
        if (row + 1 < g->height) link_row(s, rows, first, g->width, g->width, LINK_BELOW);
    }
}

// Whether four points of a square are all linked: one wrong link does not join two objects.
static bool is_square(const wend_segmentation* s, int i) {
    const uint8_t *here = s->links + i, *below = here + s->grid.width;
    return (here[0] & below[0] & LINK_RIGHT) && (here[0] & here[1] & LINK_BELOW);
}

static int root(int32_t* parents, int i) {
    while (parents[i] != i) {
        parents[i] = parents[parents[i]];
        i = parents[i];
    }
    return i;
}

static void segments_join(int32_t* parents, int a, int b) {
    a = root(parents, a);
    b = root(parents, b);
    if (a < b)
        parents[b] = a;
    else
        parents[a] = b;
}

// Runs of squares in a row; a run stands for its points and for those below.
static int segments_find_runs(wend_segmentation* s, int row, int count) {
    int first = row * s->grid.width, last = first + s->grid.width - 1;
    for (int i = first; i < last; i++) {
        if (!is_square(s, i)) continue;
        int from = i;
        while (i + 1 < last && is_square(s, i + 1)) i++;
        s->parents[count] = count;
        s->runs[count++] = (segment_run){from, i + 1};
    }
    return count;
}

// Joins the runs of a row with those of the row above that share points.
static void join_runs(wend_segmentation* s, int before, int first, int end) {
    int above = before, width = s->grid.width;
    for (int k = first; k < end; k++) {
        const segment_run* run = &s->runs[k];
        while (above < first && s->runs[above].last + width < run->first) above++;
        for (int a = above; a < first && s->runs[a].first + width <= run->last; a++)
            segments_join(s->parents, a, k);
    }
}

static int join_squares(wend_segmentation* s) {
    int before = 0, first = 0, end = 0;
    for (int row = 0; row + 1 < s->grid.height; row++) {
        end = segments_find_runs(s, row, first);
        join_runs(s, before, first, end);
        before = first;
        first = end;
    }
    return end;
}

static void segments_paint_runs(wend_segmentation* s, int runs) {
    segment_grid* g = &s->grid;
    for (int i = 0; i < g->width * g->height; i++) g->labels[i] = -1;
    for (int k = 0; k < runs; k++) {
        int label = root(s->parents, k);
        for (int i = s->runs[k].first; i <= s->runs[k].last; i++)
            g->labels[i] = g->labels[i + g->width] = label;
    }
}

// Numbers the largest pieces, unlabels the others, and returns the number of pieces.
static int number_segments(wend_segmentation* s, int runs) {
    segment_grid* g = &s->grid;
    int points = g->width * g->height;
    segments_paint_runs(s, runs);
    memset(s->sizes, 0, (size_t)runs * sizeof *s->sizes);
    for (int i = 0; i < points; i++)
        if (g->labels[i] >= 0) s->sizes[g->labels[i]]++;
    int smallest = 3, count;
    do {
        count = 0;
        smallest++;
        for (int k = 0; k < runs; k++) count += s->sizes[k] >= smallest;
    } while (count > SEGMENT_MAX_PIECES);
    count = 0;
    for (int k = 0; k < runs; k++)  // a root is the first run of its segment
        s->sizes[k] = s->sizes[k] >= smallest ? count++ : -1;
    for (int i = 0; i < points; i++)
        if (g->labels[i] >= 0) g->labels[i] = s->sizes[g->labels[i]];
    return count;
}

// The label of the nearest labelled neighbour within a few pixels; -1: none.
static int32_t nearest_label(const wend_segmentation* s, int i, const int* neighbours, int count) {
    const segment_grid* g = &s->grid;
    int32_t best = -1;
    float nearest = 0.05f + 3 * g->depth[i] / g->focal;
    for (int k = 0; k < count; k++) {
        int j = neighbours[k];
        if (g->labels[j] < 0) continue;
        float distance =
            wend_v3_distance(segment_vector(g->points, i), segment_vector(g->points, j));
        if (distance >= nearest) continue;
        nearest = distance;
        best = g->labels[j];
    }
    return best;
}

static void fill_seams(wend_segmentation* s) {
    segment_grid* g = &s->grid;
    for (int row = 1; row + 1 < g->height; row++)
        for (int column = 1; column + 1 < g->width; column++) {
            int i = row * g->width + column;
            if (g->labels[i] >= 0 || !(s->links[i] & SOLID)) continue;
            int neighbours[4] = {i - g->width, i - 1, i + 1, i + g->width};
            g->labels[i] = nearest_label(s, i, neighbours, 4);
        }
}

// ---- pieces of one object -----------------------------------------------------------------------

static bool is_up(const segment_grid* g, int i) { return g->normals.y[i] > 0.85f; }

static float piece_size(const segment_piece* piece) {
    wend_vec3 size = wend_aabb_size(piece->box);
    return fmaxf(size.y, sqrtf(size.x * size.x + size.z * size.z));
}

static void segments_measure_run(const segment_grid* g, int first, int end, segment_piece* piece) {
    wend_vec3 normal = piece->normal;
    wend_aabb box = piece->box;
    int red = 0, green = 0, blue = 0;
    for (int i = first; i < end; i++) {
        normal = wend_v3_add(normal, segment_vector(g->normals, i));
        segment_box_add(&box, segment_vector(g->points, i));
        red += g->rgb[i][0];
        green += g->rgb[i][1];
        blue += g->rgb[i][2];
    }
    piece->points += end - first;
    piece->normal = normal;
    piece->box = box;
    piece->rgb[0] += (float)red;
    piece->rgb[1] += (float)green;
    piece->rgb[2] += (float)blue;
}

static void measure_pieces(wend_segmentation* s, int count) {
    const segment_grid* g = &s->grid;
    for (int k = 0; k < count; k++)
        s->pieces[k] = (segment_piece){.parent = k, .box = wend_aabb_empty()};
    for (int i = 0, end; i < g->width * g->height; i = end) {
        end = segment_run_end(g, i);
        if (g->labels[i] >= 0) segments_measure_run(g, i, end, &s->pieces[g->labels[i]]);
    }
    for (int k = 0; k < count; k++) {
        s->pieces[k].size = piece_size(&s->pieces[k]);
        for (int c = 0; c < 3; c++) s->pieces[k].rgb[c] /= (float)s->pieces[k].points;
    }
}

// Counts contacts of two pieces, and those where one stands on the other.
static void count_contacts(wend_segmentation* s, int i, int j) {
    const segment_grid* g = &s->grid;
    int a = g->labels[i], b = g->labels[j];
    if (a < 0 || b < 0) return;
    float small = fminf(s->pieces[a].size, s->pieces[b].size);
    float gap = wend_v3_distance(segment_vector(g->points, i), segment_vector(g->points, j));
    if (gap > 2 * g->depth[i] / g->focal + fminf(0.02f + 0.3f * small, 0.08f)) return;
    segment_contact* c = &s->contacts[(a < b ? a : b) * SEGMENT_MAX_PIECES + (a < b ? b : a)];
    c->touching++;
    c->standing += is_up(g, i) != is_up(g, j);
}

static void find_contacts(wend_segmentation* s, int count) {
    const segment_grid* g = &s->grid;
    for (int k = 0; k < count; k++)
        memset(s->contacts + k * SEGMENT_MAX_PIECES, 0, (size_t)count * sizeof *s->contacts);
    for (int row = 0; row + 1 < g->height; row++)
        for (int column = 0; column + 1 < g->width; column++) {
            int i = row * g->width + column;
            if (g->labels[i] != g->labels[i + 1]) count_contacts(s, i, i + 1);
            if (g->labels[i] != g->labels[i + g->width]) count_contacts(s, i, i + g->width);
        }
}

static int piece_root(const wend_segmentation* s, int k) {
    while (s->pieces[k].parent != k) k = s->pieces[k].parent;
    return k;
}

// Large objects, and planes that others stand on or against, are not joined.
static bool is_whole(const segment_piece* piece) {
    float flat = wend_v3_length(piece->normal) / (float)piece->points;
    return piece->size > 1.3f || (flat > 0.97f && piece->size > 0.55f);
}

static void join_pieces(wend_segmentation* s, int count) {
    for (int a = 0; a < count; a++)
        for (int b = a + 1; b < count; b++) {
            const segment_contact* c = &s->contacts[a * SEGMENT_MAX_PIECES + b];
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

// Numbers the joined pieces that are large enough.
static int number_objects(wend_segmentation* s, int count) {
    segment_grid* g = &s->grid;
    int points[SEGMENT_MAX_PIECES] = {0}, numbers[SEGMENT_MAX_PIECES], objects = 0;
    for (int k = 0; k < count; k++) points[piece_root(s, k)] += s->pieces[k].points;
    for (int k = 0; k < count; k++) {
        bool kept = s->pieces[k].parent == k && points[k] >= SEGMENT_MIN_PIXELS;
        numbers[k] = kept && objects < SEGMENT_MAX_REGIONS ? objects++ : -1;
    }
    for (int k = 0; k < count; k++)  // parents come before
        numbers[k] = numbers[s->pieces[k].parent];
    for (int i = 0; i < g->width * g->height; i++)
        if (g->labels[i] >= 0) g->labels[i] = numbers[g->labels[i]];
    return objects;
}

static int join_objects(wend_segmentation* s, int count) {
    measure_pieces(s, count);
    find_contacts(s, count);
    join_pieces(s, count);
    return number_objects(s, count);
}

int segments_find(wend_segmentation* s) {
    find_links(s);
    int count = number_segments(s, join_squares(s));
    fill_seams(s);
    return join_objects(s, count);
}
