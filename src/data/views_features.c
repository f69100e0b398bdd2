// Feature vectors of views: added by sources, checked, and verified when they are used.
//
// All 90 Matterport buildings have 10,567 viewpoints; with ResNet-152's 2048 numbers per view that
// is 1.5 GB as 16-bit floats. So a file of views is mapped, and the vectors of a viewpoint are read
// and compared with their checksum when a task with that viewpoint is opened.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/half.h"
#include "data/views.h"

#define FEATURE_MAX 65504.0  // largest 16-bit float

static double feature_number(const views_vectors* from, size_t i) {
    const char* at = (const char*)from->data + i * (size_t)from->item_size;
    uint16_t half;
    float narrow;
    double wide;
    if (from->item_size == 2) return memcpy(&half, at, sizeof half), half_to_float(half);
    if (from->item_size == 4) return memcpy(&narrow, at, sizeof narrow), narrow;
    return memcpy(&wide, at, sizeof wide), wide;
}

// The size of a vector is that of the first viewpoint.
static wend_status features_size(wend_views* v, const char* name, size_t count, wend_error* error) {
    if (!v->feature_size && count % 36 == 0 && count && count <= 36 * WEND_MAX_FEATURE_SIZE)
        v->feature_size = (int)(count / 36);
    if (v->feature_size && count == 36 * (size_t)v->feature_size) return WEND_OK;
    if (!v->feature_size)
        return wend_fail(error, WEND_FORMAT,
                         "viewpoint %s: %zu numbers are not 36 vectors of 1 to %d; give a vector "
                         "for each of the 36 views",
                         name, count, WEND_MAX_FEATURE_SIZE);
    return wend_fail(error, WEND_FORMAT,
                     "viewpoint %s: %zu numbers; viewpoints before it have %d (36 views of %d)",
                     name, count, 36 * v->feature_size, v->feature_size);
}

// A viewpoint of features alone: 36 views without words.
static wend_status features_new_viewpoint(wend_views* v, const char* scan, const char* id,
                                          wend_error* error) {
    WEND_TRY(views_add_viewpoint(v, scan, id, error));
    int64_t empty = views_add_caption(v, "");
    if (empty < 0 || !ARRAY_RESERVE(&v->views, 36))
        return wend_fail(error, WEND_NO_MEMORY, "out of memory for views");
    for (int i = 0; i < 36; i++)
        v->views.items[v->views.count++] =
            (views_view){(uint32_t)empty, (uint32_t)v->detections.count};
    return WEND_OK;
}

static wend_status features_copy(wend_views* v, const char* name, const views_vectors* from,
                                 wend_error* error) {
    if (!ARRAY_RESERVE(&v->feature_values, from->count) || !ARRAY_RESERVE(&v->feature_checks, 1))
        return wend_fail(error, WEND_NO_MEMORY, "out of memory for the features of %s", name);
    uint16_t* row = v->feature_values.items + v->feature_values.count;
    for (size_t i = 0; i < from->count; i++) {
        double x = feature_number(from, i);
        if (!(fabs(x) <= FEATURE_MAX))
            return wend_fail(error, WEND_FORMAT,
                             "viewpoint %s: number %d of view %d is %g; features must be finite "
                             "and within ±65504",
                             name, (int)(i % (size_t)v->feature_size),
                             (int)(i / (size_t)v->feature_size), x);
        row[i] = half_from_float((float)x);
    }
    v->feature_checks.items[v->feature_checks.count++] =
        wend_hash(row, from->count * sizeof *row, 0);
    v->feature_values.count += from->count;
    return WEND_OK;
}

wend_status views_add_features(wend_views* v, const char* scan, const char* id,
                               const views_vectors* from, bool known_only, wend_error* error) {
    char name[256];
    int size = snprintf(name, sizeof name, "%s/%s", scan, id);
    bool fits = size < (int)sizeof name;
    uint64_t hash = fits ? wend_hash(name, (size_t)size, 0) : 0;
    int64_t index = fits ? hash_index_find(&v->viewpoints.map, hash) : -1;
    if (index < 0 && known_only) return WEND_OK;
    WEND_TRY(features_size(v, name, from->count, error));
    if (index < 0) {
        index = (int64_t)v->viewpoints.first.count;
        WEND_TRY(features_new_viewpoint(v, scan, id, error));
    }
    size_t rows = v->feature_rows.count, all = v->viewpoints.first.count;
    if (!ARRAY_RESERVE(&v->feature_rows, all - rows))
        return wend_fail(error, WEND_NO_MEMORY, "out of memory for %zu viewpoints", all);
    for (; rows < all; rows++) v->feature_rows.items[rows] = VIEWS_NO_ROW;
    v->feature_rows.count = all;
    if (v->feature_rows.items[index] != VIEWS_NO_ROW)
        return wend_fail(error, WEND_FORMAT, "the viewpoint %s stands there twice", name);
    v->feature_rows.items[index] = (uint32_t)v->feature_checks.count;
    return features_copy(v, name, from, error);
}

uint64_t views_features_hash(const wend_views* v, uint64_t hash) {
    hash = wend_hash(v->feature_rows.items, v->feature_rows.count * sizeof *v->feature_rows.items,
                     hash + (uint64_t)v->feature_size);
    return wend_hash(v->feature_checks.items,
                     v->feature_checks.count * sizeof *v->feature_checks.items, hash);
}

static const char* features_viewpoint(const wend_views* v, size_t index) {
    return v->viewpoints.bytes.items + v->viewpoints.first.items[index];
}

wend_status views_features_check(const wend_views* v, const char* path, wend_error* error) {
    size_t count = v->viewpoints.first.count;
    if (v->feature_rows.count != count)
        return wend_fail(error, WEND_FORMAT, "%s: features of %zu viewpoints; there are %zu", path,
                         v->feature_rows.count, count);
    for (size_t i = 0; i < count; i++) {
        uint32_t row = v->feature_rows.items[i];
        if (row == VIEWS_NO_ROW)
            return wend_fail(error, WEND_FORMAT,
                             "%s: has no features of the viewpoint %s; take a file with all "
                             "viewpoints of the views",
                             path, features_viewpoint(v, i));
        if (row >= v->feature_checks.count)
            return wend_fail(error, WEND_FORMAT,
                             "%s: the features of %s are in row %u of %zu; make the file again",
                             path, features_viewpoint(v, i), row, v->feature_checks.count);
    }
    return WEND_OK;
}

static wend_status features_verify(const wend_views* v, size_t index, wend_error* error) {
    size_t row = v->feature_rows.items[index], count = 36 * (size_t)v->feature_size;
    const uint16_t* at = v->features + row * count;
    uint16_t high = 0;
    for (size_t i = 0; i < count; i++) {
        uint16_t exponent = at[i] & 0x7c00;
        high = exponent > high ? exponent : high;
    }
    if (high != 0x7c00 && wend_hash(at, count * sizeof *at, 0) == v->feature_checks.items[row])
        return WEND_OK;
    return wend_fail(error, WEND_FORMAT,
                     "%s: the features of the viewpoint %s are damaged: %s; make the file again "
                     "with wend features",
                     v->path, features_viewpoint(v, index),
                     high == 0x7c00 ? "a number is not finite" : "their checksum is wrong");
}

wend_status wend_views_verify(const wend_views* v, const wend_panorama* panorama,
                              wend_error* error) {
    if (!v->feature_size) return WEND_OK;
    if (panorama) return features_verify(v, (size_t)(panorama->views - v->seen) / 36, error);
    for (size_t i = 0; i < v->viewpoints.first.count; i++) WEND_TRY(features_verify(v, i, error));
    return WEND_OK;
}
