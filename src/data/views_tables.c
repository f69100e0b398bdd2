// Reads feature vectors of other programs: R2R's TSV and NPZ.
//
// TSV, one line per viewpoint [peteanderson80/Matterport3DSimulator: scripts/precompute_features]:
//     scanId  viewpointId  image_w  image_h  vfov  base64 of float32 [36][size]
// NPZ: one float array [36][size] per viewpoint, named scanId_viewpointId, which are the keys of
// the HDF5 files of HAMT and DUET.
#include <stdio.h>
#include <string.h>

#include "base/base64.h"
#include "base/file_map.h"
#include "base/npy.h"
#include "data/views.h"

// ---- TSV ----------------------------------------------------------------------------------------

enum { TSV_FIELDS = 6, TSV_MAX_NAME = 200 };
static const char* const tsv_names[TSV_FIELDS] = {"scanId",  "viewpointId", "image_w",
                                                  "image_h", "vfov",        "features"};

typedef struct tsv_line {
    const char* text[TSV_FIELDS];
    size_t size[TSV_FIELDS];
} tsv_line;

static wend_status tsv_split(const char* text, size_t size, tsv_line* line, wend_error* error) {
    int count = 0;
    const char* end = text + size;
    for (;;) {
        const char* tab = memchr(text, '\t', (size_t)(end - text));
        if (count < TSV_FIELDS) {
            line->text[count] = text;
            line->size[count] = (size_t)((tab ? tab : end) - text);
        }
        count++;
        if (!tab) break;
        text = tab + 1;
    }
    if (count != TSV_FIELDS)
        return wend_fail(error, WEND_FORMAT,
                         "%d fields; expected 6: scanId, viewpointId, image_w, image_h, vfov, "
                         "features",
                         count);
    for (int i = 0; i < TSV_FIELDS; i++)
        if (!line->size[i] || (i < 2 && line->size[i] > TSV_MAX_NAME))
            return wend_fail(error, WEND_FORMAT, "%s has %zu characters; expected 1 to %d",
                             tsv_names[i], line->size[i], TSV_MAX_NAME);
    for (int i = 2; i < 5; i++)
        for (size_t k = 0; k < line->size[i]; k++)
            if (!strchr("0123456789.", line->text[i][k]) || !line->text[i][k])
                return wend_fail(error, WEND_FORMAT, "%s is '%.*s'; expected a number",
                                 tsv_names[i], (int)(line->size[i] < 40 ? line->size[i] : 40),
                                 line->text[i]);
    return WEND_OK;
}

static wend_status tsv_take(wend_views* v, const tsv_line* line, uint8_t* bytes, bool known_only,
                            wend_error* error) {
    char scan[TSV_MAX_NAME + 1], id[TSV_MAX_NAME + 1];
    size_t size, bad;
    snprintf(scan, sizeof scan, "%.*s", (int)line->size[0], line->text[0]);
    snprintf(id, sizeof id, "%.*s", (int)line->size[1], line->text[1]);
    if (!base64_decode(line->text[5], line->size[5], bytes, &size, &bad))
        return wend_fail(error, WEND_FORMAT,
                         "viewpoint %s/%s: features are not base64 at character %zu; fetch the "
                         "file again",
                         scan, id, bad);
    if (size % 4)
        return wend_fail(error, WEND_FORMAT,
                         "viewpoint %s/%s: %zu bytes of features are not float32 numbers; the "
                         "line is truncated, fetch the file again",
                         scan, id, size);
    views_vectors from = {bytes, 4, size / 4};
    return views_add_features(v, scan, id, &from, known_only, error);
}

enum { TSV_MAX_LINE = 36 * WEND_MAX_FEATURE_SIZE / 3 * 16 + 1024 };

static wend_status tsv_lines(const file_map* map, wend_views* v, uint8_t* bytes, bool known_only,
                             wend_error* error) {
    if (!map->size) return WEND_OK;
    const char *at = (const char*)map->bytes, *end = at + map->size;
    for (int number = 1; at < end; number++) {
        tsv_line line;
        const char* stop = memchr(at, '\n', (size_t)(end - at));
        size_t size = (size_t)((stop ? stop : end) - at);
        const char* next = stop ? stop + 1 : end;
        if (size && at[size - 1] == '\r') size--;  // Python's csv writer ends lines so
        wend_status status = WEND_OK;
        if (size > TSV_MAX_LINE)
            status =
                wend_fail(error, WEND_LIMIT, "%zu characters; 36 vectors of at most %d fit in %d",
                          size, WEND_MAX_FEATURE_SIZE, TSV_MAX_LINE);
        else
            status = tsv_split(at, size, &line, error);
        if (status == WEND_OK) status = tsv_take(v, &line, bytes, known_only, error);
        if (status != WEND_OK) wend_error_prefix(error, "line %d", number);
        WEND_TRY(status);
        at = next;
    }
    return WEND_OK;
}

static wend_status tables_end(const char* path, wend_views* v, bool known_only, wend_error* error) {
    if (!v->feature_size)
        return wend_fail(error, WEND_FORMAT, "%s: has no features of any viewpoint%s", path,
                         known_only ? " of the views" : "");
    return known_only ? WEND_OK : views_end(v, path, error);
}

wend_status views_read_tsv(const char* path, wend_views* v, bool known_only, wend_error* error) {
    file_map map;
    WEND_TRY(file_map_open(path, &map, error));
    uint8_t* bytes = wend_alloc(TSV_MAX_LINE / 4 * 3 + 4);
    wend_status status = bytes ? tsv_lines(&map, v, bytes, known_only, error)
                               : wend_fail(error, WEND_NO_MEMORY, "out of memory for a line");
    wend_free(bytes);
    file_map_close(&map);
    if (status != WEND_OK) wend_error_prefix(error, "%s", path);
    WEND_TRY(status);
    return tables_end(path, v, known_only, error);
}

// ---- NPZ ----------------------------------------------------------------------------------------

typedef struct npz_features {
    wend_views* v;
    bool known_only;
} npz_features;

static wend_status npz_features_take(void* context, const wend_npy_array* a, wend_error* error) {
    npz_features* f = context;
    const char* cut = strrchr(a->name, '_');
    if (!cut || cut == a->name || !cut[1])
        return wend_fail(error, WEND_FORMAT,
                         "array '%.80s': names are scan_viewpoint, as 17DRP5sb8fy_10c252c9…",
                         a->name);
    if (a->dimensions != 2 || a->shape[0] != 36)
        return wend_fail(error, WEND_FORMAT,
                         "array '%.80s': %d dimensions, the first of %zu; expected [36, size], a "
                         "vector for each view",
                         a->name, a->dimensions, a->dimensions ? a->shape[0] : 0);
    if (a->type != WEND_NPY_FLOAT)
        return wend_fail(error, WEND_FORMAT, "array '%.80s': its items are not floats", a->name);
    char scan[TSV_MAX_NAME + 1];
    snprintf(scan, sizeof scan, "%.*s", (int)(cut - a->name), a->name);
    views_vectors from = {a->data, (int)a->item_size, a->count};
    return views_add_features(f->v, scan, cut + 1, &from, f->known_only, error);
}

wend_status views_read_npz(const char* path, wend_views* v, bool known_only, wend_error* error) {
    file_map map;
    npz_features f = {v, known_only};
    WEND_TRY(file_map_open(path, &map, error));
    // A header of an array has at most 64 KiB.
    size_t max = (size_t)36 * WEND_MAX_FEATURE_SIZE * sizeof(double) + (64 << 10) + 12;
    wend_status status = npz_each(map.bytes, map.size, path, max, npz_features_take, &f, error);
    file_map_close(&map);
    WEND_TRY(status);
    return tables_end(path, v, known_only, error);
}
