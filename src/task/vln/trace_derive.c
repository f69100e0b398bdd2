// What the released traces hold besides the snapshots, made from them.
#include <stdlib.h>
#include <string.h>

#include "task/records.h"

#include "wend/trace.h"

enum { PIXELS = WEND_TRACE_ROWS * WEND_TRACE_COLUMNS };

void wend_trace_look(const wend_snapshot* s, double* heading, double* elevation) {
    // The camera looks along its own -z: minus the third column.
    double x = -s->extrinsic[2], y = -s->extrinsic[6], z = -s->extrinsic[10];
    *heading = atan2(x, -z);
    *elevation = atan2(y, sqrt(x * x + z * z));
}

double wend_trace_field_of_view(const wend_snapshot* s) { return 2 * atan(1 / s->intrinsic[5]); }

static wend_status no_memory(wend_error* error) {
    return wend_fail(error, WEND_NO_MEMORY, "no memory for the masks of a pose trace");
}

// Heading 0 is the middle column, the zenith the upper edge; pixels are looked at in their centres.
static double pixel_heading(int column) {
    return ((column + 0.5) / WEND_TRACE_COLUMNS - 0.5) * 2 * WEND_PI;
}
static double pixel_elevation(int row) { return (0.5 - (row + 0.5) / WEND_TRACE_ROWS) * WEND_PI; }

static void make_directions(float* directions) {
    for (int row = 0; row < WEND_TRACE_ROWS; row++)
        for (int column = 0; column < WEND_TRACE_COLUMNS; column++) {
            double h = pixel_heading(column), e = pixel_elevation(row);
            float* d = directions + 3 * (row * WEND_TRACE_COLUMNS + column);
            d[0] = (float)(sin(h) * cos(e));
            d[1] = (float)sin(e);
            d[2] = (float)(-cos(h) * cos(e));
        }
}

// Marks the directions that fall into the picture: -w <= x, y <= w before the division by w > 0.
static void mark_seen(const wend_snapshot* s, const float* directions, uint8_t* mask) {
    const double *e = s->extrinsic, *p = s->intrinsic;
    float to_clip[3][3];  // rows x, y, w of the projection after the rotation into the camera
    static const int rows[3] = {0, 1, 3};
    for (int r = 0; r < 3; r++)
        for (int axis = 0; axis < 3; axis++) {
            double sum = 0;
            for (int k = 0; k < 3; k++) sum += p[rows[r] * 4 + k] * e[axis * 4 + k];
            to_clip[r][axis] = (float)sum;
        }
    for (int i = 0; i < PIXELS; i++) {
        const float* d = directions + 3 * i;
        float x = to_clip[0][0] * d[0] + to_clip[0][1] * d[1] + to_clip[0][2] * d[2];
        float y = to_clip[1][0] * d[0] + to_clip[1][1] * d[1] + to_clip[1][2] * d[2];
        float w = to_clip[2][0] * d[0] + to_clip[2][1] * d[1] + to_clip[2][2] * d[2];
        mask[i] |= (uint8_t)((w > 0) & (fabsf(x) <= w) & (fabsf(y) <= w));
    }
}

static bool same_view(const wend_snapshot* a, const wend_snapshot* b) {
    return strcmp(a->viewpoint, b->viewpoint) == 0 &&
           memcmp(a->extrinsic, b->extrinsic, sizeof a->extrinsic) == 0 &&
           memcmp(a->intrinsic, b->intrinsic, sizeof a->intrinsic) == 0;
}

// View 12 * band + turn looks along heading 30 * turn and elevation 30 * (band - 1) degrees.
static int view_of_pixel(int row, int column) {
    double band = floor(pixel_elevation(row) * 6 / WEND_PI + 1.5);
    if (band < 0 || band > 2) return -1;
    int turn = (int)floor(pixel_heading(column) * 6 / WEND_PI + 0.5);
    return 12 * (int)band + (turn + 12) % 12;
}

static void average_views(const uint8_t* mask, float weights[WEND_TRACE_VIEWS]) {
    int seen[WEND_TRACE_VIEWS] = {0}, all[WEND_TRACE_VIEWS] = {0};
    for (int i = 0; i < PIXELS; i++) {
        int view = view_of_pixel(i / WEND_TRACE_COLUMNS, i % WEND_TRACE_COLUMNS);
        if (view < 0) continue;
        seen[view] += mask[i];
        all[view]++;
    }
    for (int v = 0; v < WEND_TRACE_VIEWS; v++) weights[v] = (float)seen[v] / (float)all[v];
}

wend_status wend_trace_derive(wend_trace* trace, const char* const* path, int path_count,
                              wend_error* error) {
    uint8_t* masks = arena_alloc_zero(trace->memory, (size_t)path_count, PIXELS);
    float* weights =
        arena_alloc_zero(trace->memory, (size_t)path_count, WEND_TRACE_VIEWS * sizeof *weights);
    float* directions = wend_alloc(3 * PIXELS * sizeof *directions);
    if (!masks || !weights || !directions) {
        wend_free(directions);
        return no_memory(error);
    }
    make_directions(directions);
    for (int place = 0; place < path_count; place++) {
        uint8_t* mask = masks + (size_t)place * PIXELS;
        for (int i = 0; i < trace->count; i++) {
            const wend_snapshot* s = &trace->snapshots[i];
            if (strcmp(s->viewpoint, path[place]) != 0) continue;
            if (i > 0 && same_view(s, s - 1)) continue;
            mark_seen(s, directions, mask);
        }
        average_views(mask, weights + (size_t)place * WEND_TRACE_VIEWS);
    }
    wend_free(directions);
    trace->place_count = path_count;
    trace->image_mask = masks;
    trace->feature_weights = weights;
    return WEND_OK;
}

// ---- words ------------------------------------------------------------------------------------

// The snapshot that was on the screen at that time.
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
    if (trace->place_count && trace->place_count != speech->path_count)
        return wend_fail(error, WEND_ARGUMENT, "a path of %d places for a trace of %d",
                         speech->path_count, trace->place_count);
    uint8_t* masks = arena_alloc_zero(trace->memory, rows, columns);
    if (!masks) return no_memory(error);
    double last = trace->count ? trace->snapshots[trace->count - 1].time : 0;
    for (int word = 0; trace->count && word < speech->word_count; word++) {
        const char* viewpoint = snapshot_at(trace, middle_of_word(speech, word, last))->viewpoint;
        bool before = false;
        for (size_t place = 0; place < rows; place++) {
            bool here = strcmp(speech->path[place], viewpoint) == 0;
            before = before || here;
            masks[place * columns + (size_t)word] = speech->so_far ? before : here;
        }
    }
    trace->place_count = speech->path_count;
    trace->text_masks = masks;
    trace->text_count = speech->word_count;
    return WEND_OK;
}
