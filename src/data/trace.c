// Reads and writes RxR's pose traces: .npz files of the release and .jsonl logs of PanGEA.
#include <string.h>

#include "base/npy.h"
#include "data/records.h"

#include "wend/benchmarks/vln.h"

enum { MAX_SNAPSHOTS = 1 << 22 };  // 19 hours at 60 per second

static const char* const line_fields[] = {"time", "id", "exmat", "inmat", NULL};

static wend_status trace_no_memory(const char* name, wend_error* error) {
    return wend_fail(error, WEND_NO_MEMORY, "%s: out of memory for a pose trace", name);
}

// ---- JSON Lines -------------------------------------------------------------------------------

static wend_status trace_read_line(const json_at* at, void* into, wend_error* error) {
    wend_trace* trace = into;
    wend_snapshot* out = &trace->snapshots[trace->count];
    *out = (wend_snapshot){.audio_time = NAN};
    WEND_TRY(record_need_text(trace->memory, at, "id", &out->viewpoint, error));
    WEND_TRY(record_need_number(at, "time", &out->clock, error));
    WEND_TRY(record_need_numbers(at, "exmat", 16, out->extrinsic, error));
    WEND_TRY(record_need_numbers(at, "inmat", 16, out->intrinsic, error));
    WEND_TRY(record_extra(trace->memory, at, line_fields, &out->extra, error));
    trace->count++;
    return WEND_OK;
}

static void transpose(double m[16]) {
    for (int row = 0; row < 4; row++)
        for (int column = row + 1; column < 4; column++) {
            double kept = m[row * 4 + column];
            m[row * 4 + column] = m[column * 4 + row];
            m[column * 4 + row] = kept;
        }
}

// A perspective projection has -1 in row 3, column 2: index 14 row-major, 11 column-major.
static bool is_by_columns(const wend_trace* trace) {
    for (int i = 0; i < trace->count; i++) {
        const double* m = trace->snapshots[i].intrinsic;
        if ((m[11] == -1) != (m[14] == -1)) return m[11] == -1;
    }
    return false;
}

wend_status wend_trace_parse_lines(const char* text, size_t size, const char* name,
                                   wend_trace* trace, wend_error* error) {
    *trace = (wend_trace){0};
    records_text source = {text, size, name};
    trace->snapshots = wend_alloc_zero(records_count_lines(&source), sizeof *trace->snapshots);
    if (!trace->snapshots) return trace_no_memory(name, error);
    wend_status status =
        records_parse_lines(&source, trace_read_line, trace, &trace->memory, error);
    if (status != WEND_OK) {
        wend_trace_destroy(trace);
        return status;
    }
    trace->form = is_by_columns(trace) ? WEND_TRACE_TOOL : WEND_TRACE_RELEASE;
    for (int i = 0; i < trace->count; i++) {
        wend_snapshot* s = &trace->snapshots[i];
        s->time = trace->form == WEND_TRACE_TOOL ? s->clock / 1000 : s->clock;
        if (trace->form != WEND_TRACE_TOOL) continue;
        transpose(s->extrinsic);
        transpose(s->intrinsic);
    }
    return WEND_OK;
}

static double clock_in(const wend_trace* trace, const wend_snapshot* s, wend_trace_form form) {
    if (form == trace->form) return s->clock;
    return form == WEND_TRACE_TOOL ? s->time * 1000 : s->time;
}

wend_status wend_trace_write_lines(const wend_trace* trace, wend_trace_form form, const char* path,
                                   wend_error* error) {
    wend_json_out out = {0};
    for (int i = 0; i < trace->count; i++) {
        wend_snapshot s = trace->snapshots[i];
        if (form == WEND_TRACE_TOOL) {
            transpose(s.extrinsic);
            transpose(s.intrinsic);
        }
        wend_json_out_object(&out, NULL);
        wend_json_out_number(&out, "time", clock_in(trace, &s, form));
        wend_json_out_text(&out, "id", s.viewpoint);
        wend_json_out_numbers(&out, "exmat", s.extrinsic, 16);
        wend_json_out_numbers(&out, "inmat", s.intrinsic, 16);
        json_out_members(&out, s.extra);
        wend_json_out_end(&out);
        wend_json_out_newline(&out);
    }
    return record_save(&out, path, error);
}

// ---- .npz -------------------------------------------------------------------------------------

// The array `key`, which must have exactly `items` items.
static wend_status trace_find(const npz* file, const char* name, const char* key, size_t items,
                              const wend_npy_array** array, wend_error* error) {
    *array = npz_find(file, key);
    if (!*array) return wend_fail(error, WEND_FORMAT, "%s: there is no array '%s'", name, key);
    if ((*array)->count != items)
        return wend_fail(error, WEND_FORMAT, "%s: array '%s' has %zu items, %zu expected", name,
                         key, (*array)->count, items);
    return WEND_OK;
}

static wend_status fill_snapshots(const npz* file, const char* name, wend_trace* trace,
                                  wend_error* error) {
    size_t n = (size_t)trace->count;
    const wend_npy_array *pano, *time, *extrinsic, *intrinsic, *audio = NULL;
    WEND_TRY(trace_find(file, name, "pano", n, &pano, error));
    WEND_TRY(trace_find(file, name, "time", n, &time, error));
    WEND_TRY(trace_find(file, name, "extrinsic_matrix", n * 16, &extrinsic, error));
    WEND_TRY(trace_find(file, name, "intrinsic_matrix", n * 16, &intrinsic, error));
    if (npz_find(file, "audio_time"))
        WEND_TRY(trace_find(file, name, "audio_time", n, &audio, error));
    for (size_t i = 0; i < n; i++) {
        wend_snapshot* s = &trace->snapshots[i];
        char text[256];
        npy_text(pano, i, text, sizeof text);
        s->viewpoint = arena_text(trace->memory, text, strlen(text));
        if (!s->viewpoint) return trace_no_memory(name, error);
        s->time = s->clock = wend_npy_number(time, i);
        s->audio_time = audio ? wend_npy_number(audio, i) : NAN;
        for (size_t j = 0; j < 16; j++) {
            s->extrinsic[j] = wend_npy_number(extrinsic, i * 16 + j);
            s->intrinsic[j] = wend_npy_number(intrinsic, i * 16 + j);
        }
    }
    return WEND_OK;
}

// Reads a mask with one row per position; `*columns` is the product of the other dimensions.
static wend_status fill_mask(const npz* file, const char* name, const char* key, wend_trace* trace,
                             size_t* columns, const uint8_t** mask, wend_error* error) {
    const wend_npy_array* array = npz_find(file, key);
    *columns = 0;
    if (!array) return WEND_OK;
    if (array->dimensions < 2 || array->type > WEND_NPY_UINT)
        return wend_fail(error, WEND_FORMAT, "%s: array '%s' is not a table of booleans", name,
                         key);
    if (trace->viewpoint_count && array->shape[0] != (size_t)trace->viewpoint_count)
        return wend_fail(error, WEND_FORMAT, "%s: array '%s' has %zu viewpoints, another has %d",
                         name, key, array->shape[0], trace->viewpoint_count);
    trace->viewpoint_count = (int)array->shape[0];
    *columns = array->shape[0] ? array->count / array->shape[0] : 0;
    uint8_t* copy = arena_alloc(trace->memory, array->count);
    if (!copy) return trace_no_memory(name, error);
    for (size_t i = 0; i < array->count; i++) copy[i] = wend_npy_number(array, i) != 0;
    *mask = copy;
    return WEND_OK;
}

static wend_status trace_fill_places(const npz* file, const char* name, wend_trace* trace,
                                     wend_error* error) {
    size_t columns;
    // An earlier description of the release names it text_mask.
    const char* text = npz_find(file, "text_masks") ? "text_masks" : "text_mask";
    WEND_TRY(fill_mask(file, name, text, trace, &columns, &trace->text_masks, error));
    trace->text_count = (int)columns;
    WEND_TRY(fill_mask(file, name, "image_mask", trace, &columns, &trace->image_mask, error));
    if (trace->image_mask && columns != WEND_TRACE_ROWS * WEND_TRACE_COLUMNS)
        return wend_fail(error, WEND_FORMAT, "%s: an image mask has %zu pixels, not %d", name,
                         columns, WEND_TRACE_ROWS * WEND_TRACE_COLUMNS);
    if (!npz_find(file, "feature_weights")) return WEND_OK;
    const wend_npy_array* weights;
    size_t items = (size_t)trace->viewpoint_count * WEND_TRACE_VIEWS;
    WEND_TRY(trace_find(file, name, "feature_weights", items, &weights, error));
    float* copy = arena_alloc(trace->memory, items * sizeof *copy);
    if (!copy) return trace_no_memory(name, error);
    for (size_t i = 0; i < items; i++) copy[i] = (float)wend_npy_number(weights, i);
    trace->feature_weights = copy;
    return WEND_OK;
}

wend_status wend_trace_parse_npz(const void* bytes, size_t size, const char* name,
                                 wend_trace* trace, wend_error* error) {
    *trace = (wend_trace){0};
    npz file;
    WEND_TRY(npz_parse(bytes, size, name, &file, error));
    const wend_npy_array* time = npz_find(&file, "time");
    size_t count = time ? time->count : 0;
    wend_status status = WEND_OK;
    if (count > MAX_SNAPSHOTS) {
        count = 0;
        status = wend_fail(error, WEND_LIMIT, "%s: more than %d snapshots", name, MAX_SNAPSHOTS);
    }
    trace->snapshots = wend_alloc_zero(count, sizeof *trace->snapshots);
    trace->memory = wend_alloc_zero(1, sizeof *trace->memory);
    if (status == WEND_OK && (!trace->snapshots || !trace->memory))
        status = trace_no_memory(name, error);
    trace->count = (int)count;
    if (status == WEND_OK) status = fill_snapshots(&file, name, trace, error);
    if (status == WEND_OK) status = trace_fill_places(&file, name, trace, error);
    npz_destroy(&file);
    if (status != WEND_OK) wend_trace_destroy(trace);
    return status;
}

// An array to be written, without data.
static wend_npy_array make_array(const char* name, wend_npy_type type, size_t item_size,
                                 size_t rows, size_t columns) {
    wend_npy_array array = {.name = (char*)name,
                            .type = type,
                            .item_size = item_size,
                            .dimensions = 2,
                            .shape = {rows, columns},
                            .count = rows * columns};
    array.data = wend_alloc_zero(array.count, item_size);
    return array;
}

static size_t trace_letters_of(const char* text) {
    size_t n = 0;
    for (; *text; text++) n += ((uint8_t)*text & 0xc0) != 0x80;
    return n;
}

// Converts UTF-8 to NumPy's UTF-32.
static void put_unicode(uint32_t* out, const char* text) {
    for (size_t n = 0; *text; n++) {
        uint8_t c = (uint8_t)*text++;
        uint32_t letter = c < 0x80 ? c : c < 0xe0 ? c & 31u : c < 0xf0 ? c & 15u : c & 7u;
        while (((uint8_t)*text & 0xc0) == 0x80) letter = letter << 6 | ((uint8_t)*text++ & 63u);
        out[n] = letter;
    }
}

static wend_npy_array make_panos(const wend_trace* trace) {
    size_t widest = 1, n = (size_t)trace->count;
    for (int i = 0; i < trace->count; i++) {
        size_t letters = trace_letters_of(trace->snapshots[i].viewpoint);
        if (letters > widest) widest = letters;
    }
    wend_npy_array array = make_array("pano", WEND_NPY_UNICODE, widest * 4, n, 1);
    for (size_t i = 0; array.data && i < n; i++)
        put_unicode((uint32_t*)array.data + i * widest, trace->snapshots[i].viewpoint);
    return array;
}

// An array of float32: `columns` doubles at byte `offset` of each snapshot.
static wend_npy_array make_floats(const wend_trace* trace, const char* name, size_t offset,
                                  size_t columns) {
    wend_npy_array array = make_array(name, WEND_NPY_FLOAT, 4, (size_t)trace->count, columns);
    for (int i = 0; array.data && i < trace->count; i++) {
        const double* from =
            (const double*)(const void*)((const char*)&trace->snapshots[i] + offset);
        for (size_t j = 0; j < columns; j++)
            ((float*)array.data)[(size_t)i * columns + j] = (float)from[j];
    }
    return array;
}

// Matrices have the shape 4 x 4, as tools for the release expect, although its description says 16.
// The release's own viewer flattens them.
static wend_npy_array make_matrices(const wend_trace* trace, const char* name, size_t offset) {
    wend_npy_array array = make_floats(trace, name, offset, 16);
    array.dimensions = 3;
    array.shape[1] = array.shape[2] = 4;
    return array;
}

static wend_npy_array make_copy(const char* name, wend_npy_type type, size_t item_size, size_t rows,
                                size_t columns, const void* from) {
    wend_npy_array array = make_array(name, type, item_size, rows, columns);
    if (array.data && array.count) memcpy(array.data, from, array.count * item_size);
    return array;
}

wend_status wend_trace_write_npz(const wend_trace* trace, const char* path, wend_error* error) {
    wend_npy_array arrays[8];
    int count = 0;
    size_t k = (size_t)trace->viewpoint_count, pixels = WEND_TRACE_ROWS * WEND_TRACE_COLUMNS;
    arrays[count++] = make_panos(trace);
    arrays[count++] = make_floats(trace, "time", offsetof(wend_snapshot, time), 1);
    if (trace->count && !isnan(trace->snapshots[0].audio_time))
        arrays[count++] = make_floats(trace, "audio_time", offsetof(wend_snapshot, audio_time), 1);
    arrays[count++] = make_matrices(trace, "extrinsic_matrix", offsetof(wend_snapshot, extrinsic));
    arrays[count++] = make_matrices(trace, "intrinsic_matrix", offsetof(wend_snapshot, intrinsic));
    if (trace->image_mask) {
        arrays[count] = make_copy("image_mask", WEND_NPY_BOOL, 1, k, pixels, trace->image_mask);
        arrays[count].dimensions = 3;
        arrays[count].shape[1] = WEND_TRACE_ROWS;
        arrays[count++].shape[2] = WEND_TRACE_COLUMNS;
    }
    if (trace->text_masks)
        arrays[count++] = make_copy("text_masks", WEND_NPY_BOOL, 1, k, (size_t)trace->text_count,
                                    trace->text_masks);
    if (trace->feature_weights)
        arrays[count++] = make_copy("feature_weights", WEND_NPY_FLOAT, 4, k, WEND_TRACE_VIEWS,
                                    trace->feature_weights);
    bool complete = true;
    for (int i = 0; i < count; i++) complete = complete && arrays[i].data;
    wend_status status =
        complete ? wend_npz_write(path, arrays, count, error) : trace_no_memory(path, error);
    for (int i = 0; i < count; i++) wend_free(arrays[i].data);
    return status;
}

// -----------------------------------------------------------------------------------------------

wend_status wend_trace_read(const char* path, wend_trace* trace, wend_error* error) {
    *trace = (wend_trace){0};
    wend_file_bytes bytes;
    WEND_TRY(wend_file_read(path, &bytes, error));
    bool packed = bytes.size > 2 && memcmp(bytes.data, "PK", 2) == 0;
    wend_status status = packed
                             ? wend_trace_parse_npz(bytes.data, bytes.size, path, trace, error)
                             : wend_trace_parse_lines(bytes.data, bytes.size, path, trace, error);
    wend_file_bytes_destroy(&bytes);
    return status;
}

void wend_trace_destroy(wend_trace* trace) {
    wend_free(trace->snapshots);
    records_close(&trace->memory);
    *trace = (wend_trace){0};
}
