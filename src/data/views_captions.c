// Reads captions and detections of Matterport panoramas: one {scan}.json or {scan}.json.gz per
// building, with the views in the order of the Matterport3D simulator.
//
//     {"scan", "classes": [name], "captions": [text],
//      "viewpoints": {id: [36 x [caption, detection…]]}}
//     detection = [class, x1, y1, x2, y2, confidence in per cent, caption], in pixels of 640 x 480
#include <math.h>
#include <string.h>

#include "base/file.h"
#include "base/json.h"
#include "data/views.h"

enum { CAPTIONS_WIDTH = 640, CAPTIONS_HEIGHT = 480 };

typedef struct captions_file {
    wend_views* v;
    ARRAY_OF(uint32_t) captions, classes;  // of this file, as indices of all
} captions_file;

static wend_status captions_no_memory(const json_at* at, wend_error* error) {
    return wend_fail(error, WEND_NO_MEMORY,
                     "%s: out of memory, or more than 65,535 words or 256 classes",
                     at->document->file);
}

static wend_status captions_read_texts(captions_file* f, const json_at* root, bool classes,
                                       wend_error* error) {
    json_at list, item;
    size_t count;
    WEND_TRY(json_field(root, classes ? "classes" : "captions", &list, error));
    WEND_TRY(json_count(&list, &count, error));
    for (size_t i = 0; i < count; i++) {
        const char* text;
        WEND_TRY(json_item(&list, i, &item, error));
        WEND_TRY(json_text(&item, &text, error));
        int64_t index = classes ? views_text_add(&f->v->classes, text, strlen(text))
                                : views_add_caption(f->v, text);
        uint32_t* added = classes ? ARRAY_PUSH(&f->classes) : ARRAY_PUSH(&f->captions);
        if (index < 0 || !added || (classes && index > UINT8_MAX))
            return captions_no_memory(root, error);
        *added = (uint32_t)index;
    }
    return WEND_OK;
}

// An index of the file's own list.
static wend_status captions_index(const json_at* list, size_t item, size_t count, int64_t* index,
                                  wend_error* error) {
    json_at at;
    WEND_TRY(json_item(list, item, &at, error));
    WEND_TRY(json_int(&at, index, error));
    if (*index < 0 || *index >= (int64_t)count)
        return json_fail(&at, error, "must be in [0, %zu), the number of items", count);
    return WEND_OK;
}

static wend_status captions_box(const json_at* detection, uint16_t box[4], wend_error* error) {
    for (size_t k = 0; k < 4; k++) {
        json_at at;
        double pixel, side = k % 2 ? CAPTIONS_HEIGHT : CAPTIONS_WIDTH;
        WEND_TRY(json_item(detection, k + 1, &at, error));
        WEND_TRY(json_number(&at, &pixel, error));
        if (pixel < -side || pixel > 2 * side)
            return json_fail(&at, error, "lies outside of an image of 640 x 480");
        box[k] = (uint16_t)lrint(fmin(fmax(pixel / side, 0), 1) * 65535);
    }
    return WEND_OK;
}

static wend_status captions_detection(captions_file* f, const json_at* at, wend_error* error) {
    size_t count;
    int64_t class_index, caption, confidence;
    views_detection d = {0};
    WEND_TRY(json_count(at, &count, error));
    if (count != 7) return json_fail(at, error, "has %zu items; a detection has 7", count);
    WEND_TRY(captions_index(at, 0, f->classes.count, &class_index, error));
    WEND_TRY(captions_box(at, d.box, error));
    WEND_TRY(captions_index(at, 5, 101, &confidence, error));
    WEND_TRY(captions_index(at, 6, f->captions.count, &caption, error));
    views_detection* added = ARRAY_PUSH(&f->v->detections);
    if (!added) return captions_no_memory(at, error);
    d.class_index = (uint8_t)f->classes.items[class_index];
    d.caption = f->captions.items[caption];
    d.confidence = (uint8_t)confidence;
    *added = d;
    return WEND_OK;
}

static wend_status captions_view(captions_file* f, const json_at* at, wend_error* error) {
    size_t count;
    int64_t caption;
    WEND_TRY(json_count(at, &count, error));
    WEND_TRY(captions_index(at, 0, f->captions.count, &caption, error));
    views_view* added = ARRAY_PUSH(&f->v->views);
    if (!added) return captions_no_memory(at, error);
    *added = (views_view){f->captions.items[caption], (uint32_t)f->v->detections.count};
    for (size_t i = 1; i < count; i++) {
        json_at detection;
        WEND_TRY(json_item(at, i, &detection, error));
        WEND_TRY(captions_detection(f, &detection, error));
    }
    return WEND_OK;
}

static wend_status captions_viewpoints(captions_file* f, const json_at* root, wend_error* error) {
    json_at scan, all;
    const char *name, *id;
    json_t* value;
    WEND_TRY(json_field(root, "scan", &scan, error));
    WEND_TRY(json_text(&scan, &name, error));
    WEND_TRY(json_field(root, "viewpoints", &all, error));
    if (!json_is_object(all.value)) return json_fail(&all, error, "must be an object");
    json_object_foreach((json_t*)all.value, id, value) {
        json_at viewpoint = {root->document, value, &all, id, 0}, view;
        size_t count;
        WEND_TRY(json_count(&viewpoint, &count, error));
        if (count != 36) return json_fail(&viewpoint, error, "has %zu views; expected 36", count);
        WEND_TRY(views_add_viewpoint(f->v, name, id, error));
        for (size_t i = 0; i < 36; i++) {
            WEND_TRY(json_item(&viewpoint, i, &view, error));
            WEND_TRY(captions_view(f, &view, error));
        }
    }
    return WEND_OK;
}

static wend_status captions_read_file(const char* path, wend_views* v, wend_error* error) {
    json_document document;
    captions_file f = {.v = v};
    WEND_TRY(json_document_read(path, &document, error));
    json_at root = json_document_root(&document);
    wend_status status = captions_read_texts(&f, &root, true, error);
    if (status == WEND_OK) status = captions_read_texts(&f, &root, false, error);
    if (status == WEND_OK) status = captions_viewpoints(&f, &root, error);
    ARRAY_FREE(&f.captions);
    ARRAY_FREE(&f.classes);
    json_document_destroy(&document);
    return status;
}

static bool captions_is_file(const char* name) {
    const char* dot = strstr(name, ".json");
    return dot && (strcmp(dot, ".json") == 0 || strcmp(dot, ".json.gz") == 0);
}

wend_status views_read_captions(const char* folder, wend_views* v, wend_error* error) {
    wend_file_list list;
    WEND_TRY(wend_file_list_read(folder, &list, error));
    wend_status status = WEND_OK;
    int read = 0;
    for (int i = 0; status == WEND_OK && i < list.count; i++) {
        char path[4096];
        if (!captions_is_file(list.names[i])) continue;
        status = wend_file_join(folder, list.names[i], path, sizeof path, error);
        if (status == WEND_OK) status = captions_read_file(path, v, error);
        read++;
    }
    wend_file_list_destroy(&list);
    if (status == WEND_OK && !read)
        status = wend_fail(error, WEND_NOT_FOUND,
                           "%s: no file {scan}.json or {scan}.json.gz is in it", folder);
    views_view* end = status == WEND_OK ? ARRAY_PUSH(&v->views) : NULL;
    if (status == WEND_OK && !end)
        return wend_fail(error, WEND_NO_MEMORY, "%s: out of memory", folder);
    if (end) *end = (views_view){0, (uint32_t)v->detections.count};
    return status;
}
