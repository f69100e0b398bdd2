// Derives image masks, feature weights and text masks of the released traces from the snapshots.
#include <stdlib.h>
#include <string.h>

#include "data/records.h"

#include "wend/benchmarks/vln.h"

enum { PIXELS = WEND_TRACE_ROWS * WEND_TRACE_COLUMNS };

// Directions are grouped in tiles of 8 x 8 pixels. Tiles outside of an image and tiles that are
// already complete are skipped: one minute of a trace has about a thousand different images.
enum { TILE = 8, TILE_PIXELS = TILE * TILE, TILES = PIXELS / TILE_PIXELS };
static const float TILE_RADIUS = 0.145f;  // max radians from the centre of a tile to its corner

typedef struct tile {
    float x[TILE_PIXELS], y[TILE_PIXELS], z[TILE_PIXELS];  // directions
    float middle[3];
    uint16_t pixels[TILE_PIXELS];  // indices into the mask
} tile;

// Each of the 36 views is an image of 640 x 480 with VFOV 60, as for R2R's image features. Its
// weight is the mean of the mask over VIEW_POINTS points.
enum { VIEW_WIDTH = 32, VIEW_HEIGHT = 24, VIEW_POINTS = VIEW_WIDTH * VIEW_HEIGHT };

typedef struct sphere {
    tile tiles[TILES];
    uint16_t views[WEND_TRACE_VIEWS][VIEW_POINTS];  // pixel indices into the mask
} sphere;

void wend_trace_look(const wend_snapshot* s, double* heading, double* elevation) {
    // The camera looks along its -z axis: minus the third column.
    double x = -s->extrinsic[2], y = -s->extrinsic[6], z = -s->extrinsic[10];
    *heading = atan2(x, -z);
    *elevation = atan2(y, sqrt(x * x + z * z));
}

double wend_trace_field_of_view(const wend_snapshot* s) { return 2 * atan(1 / s->intrinsic[5]); }

static wend_status trace_derive_no_memory(wend_error* error) {
    return wend_fail(error, WEND_NO_MEMORY, "out of memory for the masks of a pose trace");
}

// Equirectangular: heading 0 is the centre column, the zenith the upper edge. Pixels are sampled at
// their centres.
static double pixel_heading(int column) {
    return ((column + 0.5) / WEND_TRACE_COLUMNS - 0.5) * 2 * WEND_PI;
}
static double pixel_elevation(int row) { return (0.5 - (row + 0.5) / WEND_TRACE_ROWS) * WEND_PI; }

static void add_direction(tile* t, int k, int row, int column) {
    double h = pixel_heading(column), e = pixel_elevation(row);
    t->pixels[k] = (uint16_t)(row * WEND_TRACE_COLUMNS + column);
    t->x[k] = (float)(sin(h) * cos(e));
    t->y[k] = (float)sin(e);
    t->z[k] = (float)(-cos(h) * cos(e));
}

static void trace_derive_make_tile(tile* t, int row, int column) {
    float sum[3] = {0};
    for (int k = 0; k < TILE_PIXELS; k++) {
        add_direction(t, k, row + k / TILE, column + k % TILE);
        sum[0] += t->x[k];
        sum[1] += t->y[k];
        sum[2] += t->z[k];
    }
    float length = sqrtf(sum[0] * sum[0] + sum[1] * sum[1] + sum[2] * sum[2]);
    for (int i = 0; i < 3; i++) t->middle[i] = sum[i] / length;
}

static int trace_derive_clamp(int value, int count) {
    return value < 0 ? 0 : value < count ? value : count - 1;
}

// The pixel of the mask in a direction.
static uint16_t trace_derive_pixel_of(double x, double y, double z) {
    double heading = atan2(x, -z), elevation = atan2(y, hypot(x, z));
    int column = (int)floor((heading / (2 * WEND_PI) + 0.5) * WEND_TRACE_COLUMNS);
    int row = (int)floor((0.5 - elevation / WEND_PI) * WEND_TRACE_ROWS);
    return (uint16_t)(trace_derive_clamp(row, WEND_TRACE_ROWS) * WEND_TRACE_COLUMNS +
                      trace_derive_clamp(column, WEND_TRACE_COLUMNS));
}

// View 12 * band + turn has heading 30 * turn and elevation 30 * (band - 1) degrees.
static void make_view(uint16_t* points, int view) {
    double h = view % 12 * WEND_PI / 6, e = (view / 12 - 1) * WEND_PI / 6;
    double up = tan(WEND_PI / 6), across = up * 4 / 3;
    for (int i = 0; i < VIEW_POINTS; i++) {
        double x = ((i % VIEW_WIDTH + 0.5) / VIEW_WIDTH * 2 - 1) * across;
        double y = (1 - (i / VIEW_WIDTH + 0.5) / VIEW_HEIGHT * 2) * up;
        double ahead = cos(e) - y * sin(e), above = sin(e) + y * cos(e);
        points[i] =
            trace_derive_pixel_of(ahead * sin(h) + x * cos(h), above, -ahead * cos(h) + x * sin(h));
    }
}

static sphere* make_sphere(void) {
    sphere* s = wend_alloc(sizeof *s);
    int across = WEND_TRACE_COLUMNS / TILE;
    for (int i = 0; s && i < TILES; i++)
        trace_derive_make_tile(&s->tiles[i], i / across * TILE, i % across * TILE);
    for (int i = 0; s && i < WEND_TRACE_VIEWS; i++) make_view(s->views[i], i);
    return s;
}

// Rows x, y and w of projection * view rotation.
typedef struct clip {
    float x[3], y[3], w[3];
} clip;

static clip clip_of(const wend_snapshot* s) {
    const double *e = s->extrinsic, *p = s->intrinsic;
    clip c = {{0}, {0}, {0}};
    for (int axis = 0; axis < 3; axis++)
        for (int k = 0; k < 3; k++) {
            c.x[axis] += (float)(p[0 + k] * e[axis * 4 + k]);
            c.y[axis] += (float)(p[4 + k] * e[axis * 4 + k]);
            c.w[axis] += (float)(p[12 + k] * e[axis * 4 + k]);
        }
    return c;
}

// Marks the directions of a tile within the image: -w <= x, y <= w and w > 0.
static int mark_tile(const tile* t, const clip* c, uint8_t* mask) {
    int left = 0;
    uint8_t seen[TILE_PIXELS];
    for (int k = 0; k < TILE_PIXELS; k++) {
        float x = c->x[0] * t->x[k] + c->x[1] * t->y[k] + c->x[2] * t->z[k];
        float y = c->y[0] * t->x[k] + c->y[1] * t->y[k] + c->y[2] * t->z[k];
        float w = c->w[0] * t->x[k] + c->w[1] * t->y[k] + c->w[2] * t->z[k];
        seen[k] = (uint8_t)((w > 0) & (fabsf(x) <= w) & (fabsf(y) <= w));
    }
    for (int k = 0; k < TILE_PIXELS; k++) left += !(mask[t->pixels[k]] |= seen[k]);
    return left;
}

// Marks the directions within the image; `full` tiles are skipped.
static void mark_seen(const wend_snapshot* s, const sphere* directions, bool* full, uint8_t* mask) {
    clip c = clip_of(s);
    double p0 = s->intrinsic[0], p5 = s->intrinsic[5];
    float farthest = atanf((float)hypot(1 / p0, 1 / p5)) + TILE_RADIUS;
    float length = sqrtf(c.w[0] * c.w[0] + c.w[1] * c.w[1] + c.w[2] * c.w[2]);
    float min = length * cosf(farthest);
    for (int i = 0; i < TILES; i++) {
        const tile* t = &directions->tiles[i];
        if (full[i]) continue;
        if (c.w[0] * t->middle[0] + c.w[1] * t->middle[1] + c.w[2] * t->middle[2] < min) continue;
        full[i] = mark_tile(t, &c, mask) == 0;
    }
}

static bool same_view(const wend_snapshot* a, const wend_snapshot* b) {
    return strcmp(a->viewpoint, b->viewpoint) == 0 &&
           memcmp(a->extrinsic, b->extrinsic, sizeof a->extrinsic) == 0 &&
           memcmp(a->intrinsic, b->intrinsic, sizeof a->intrinsic) == 0;
}

static void average_views(const sphere* directions, const uint8_t* mask,
                          float weights[WEND_TRACE_VIEWS]) {
    for (int v = 0; v < WEND_TRACE_VIEWS; v++) {
        int seen = 0;
        for (int i = 0; i < VIEW_POINTS; i++) seen += mask[directions->views[v][i]];
        weights[v] = (float)seen / VIEW_POINTS;
    }
}

wend_status wend_trace_derive(wend_trace* trace, const char* const* path, int path_count,
                              wend_error* error) {
    uint8_t* masks = arena_alloc_zero(trace->memory, (size_t)path_count, PIXELS);
    float* weights =
        arena_alloc_zero(trace->memory, (size_t)path_count, WEND_TRACE_VIEWS * sizeof *weights);
    sphere* directions = make_sphere();
    if (!masks || !weights || !directions) {
        wend_free(directions);
        return trace_derive_no_memory(error);
    }
    for (int row = 0; row < path_count; row++) {
        uint8_t* mask = masks + (size_t)row * PIXELS;
        bool full[TILES] = {false};
        for (int i = 0; i < trace->count; i++) {
            const wend_snapshot* s = &trace->snapshots[i];
            if (strcmp(s->viewpoint, path[row]) != 0) continue;
            if (i > 0 && same_view(s, s - 1)) continue;
            mark_seen(s, directions, full, mask);
        }
        average_views(directions, mask, weights + (size_t)row * WEND_TRACE_VIEWS);
    }
    wend_free(directions);
    trace->viewpoint_count = path_count;
    trace->image_mask = masks;
    trace->feature_weights = weights;
    return WEND_OK;
}

// ---- words ------------------------------------------------------------------------------------

// The last snapshot at or before that time.
static const wend_snapshot* snapshot_at(const wend_trace* trace, double time) {
    int low = 0, high = trace->count - 1;
    while (low < high) {
        int middle = low + (high - low + 1) / 2;
        if (trace->snapshots[middle].time <= time)
            low = middle;
        else
            high = middle - 1;
    }
    return &trace->snapshots[low];
}

static double middle_of_word(const wend_trace_speech* speech, int word, double last) {
    double start = speech->words[word].start, end = speech->words[word].end;
    for (int i = word - 1; start < 0 && i >= 0; i--)
        start = speech->words[i].end >= 0 ? speech->words[i].end : speech->words[i].start;
    if (start < 0) start = 0;
    for (int i = word + 1; end < 0 && i < speech->word_count; i++)
        end = speech->words[i].start >= 0 ? speech->words[i].start : speech->words[i].end;
    if (end < 0) end = last;
    return (start + end) / 2;
}

wend_status wend_trace_derive_text(wend_trace* trace, const wend_trace_speech* speech,
                                   wend_error* error) {
    size_t columns = (size_t)speech->word_count, rows = (size_t)speech->path_count;
    if (trace->viewpoint_count && trace->viewpoint_count != speech->path_count)
        return wend_fail(error, WEND_ARGUMENT, "a path of %d places for a trace of %d",
                         speech->path_count, trace->viewpoint_count);
    uint8_t* masks = arena_alloc_zero(trace->memory, rows, columns);
    if (!masks) return trace_derive_no_memory(error);
    double last = trace->count ? trace->snapshots[trace->count - 1].time : 0;
    for (int word = 0; trace->count && word < speech->word_count; word++) {
        const char* viewpoint = snapshot_at(trace, middle_of_word(speech, word, last))->viewpoint;
        bool before = false;
        for (size_t row = 0; row < rows; row++) {
            bool here = strcmp(speech->path[row], viewpoint) == 0;
            before = before || here;
            masks[row * columns + (size_t)word] = speech->so_far ? before : here;
        }
    }
    trace->viewpoint_count = speech->path_count;
    trace->text_masks = masks;
    trace->text_count = speech->word_count;
    return WEND_OK;
}
