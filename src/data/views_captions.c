// Reads captions and detections of Matterport panoramas: one {scan}.json or {scan}.json.gz per
// building, with the views in the order of the Matterport3D simulator.
//
//     {"scan", "classes": [name], "captions": [text],
//      "viewpoints": {id: [36 x [caption, detection…]]}}
//     detection = [class, x1, y1, x2, y2, confidence in per cent, caption], in pixels of 640 x 480
#include <string.h>

#include "base/file.h"
#include "base/json.h"
#include "data/views.h"

typedef struct captions_file {
    wend_views* v;
    ARRAY_OF(uint32_t) captions, classes;  // of this file, as indices of all
} captions_file;

static wend_status captions_no_memory(const json_at* at, wend_error* error) {
    return wend_fail(error, WEND_NO_MEMORY,
                     "%s: out of memory, or more than 65,535 words or classes", at->document->file);
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
        if (index < 0 || !added || (classes && index > UINT16_MAX))
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
    double pixels[4];
    for (size_t k = 0; k < 4; k++) {
        json_at at;
        WEND_TRY(json_item(detection, k + 1, &at, error));
        WEND_TRY(json_number(&at, &pixels[k], error));
    }
    if (views_box(pixels, box)) return WEND_OK;
    return json_fail(detection, error, "its box lies outside of an image of 640 x 480");
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
    d.class_index = (uint16_t)f->classes.items[class_index];
    d.caption = f->captions.items[caption];
    d.confidence = (uint8_t)confidence;
    return views_add_detection(f->v, &d, at->document->file, error);
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

static wend_status captions_read_scan(const json_at* root, wend_views* v, wend_error* error) {
    captions_file f = {.v = v};
    wend_status status = captions_read_texts(&f, root, true, error);
    if (status == WEND_OK) status = captions_read_texts(&f, root, false, error);
    if (status == WEND_OK) status = captions_viewpoints(&f, root, error);
    ARRAY_FREE(&f.captions);
    ARRAY_FREE(&f.classes);
    return status;
}

// A file of annotated objects has their names.
static wend_status captions_read_file(const char* path, const wend_rooms* rooms, wend_views* v,
                                      wend_error* error) {
    json_document document;
    WEND_TRY(json_document_read(path, &document, error));
    json_at root = json_document_root(&document), names;
    wend_status status = json_optional(&root, "names", &names, error);
    if (status == WEND_OK)
        status = names.value ? views_read_objects(&root, rooms, v, error)
                             : captions_read_scan(&root, v, error);
    json_document_destroy(&document);
    return status;
}

// Beside annotated objects their derived positions may lie, which no view needs.
static bool captions_is_file(const char* name) {
    const char* dot = strstr(name, ".json");
    return dot && (strcmp(dot, ".json") == 0 || strcmp(dot, ".json.gz") == 0) &&
           strncmp(name, "positions_derived.", 18) != 0;
}

static wend_status captions_read_list(const char* folder, const wend_file_list* list,
                                      const wend_rooms* rooms, wend_views* v, wend_error* error) {
    int read = 0;
    for (int i = 0; i < list->count; i++) {
        char path[4096];
        if (!captions_is_file(list->names[i])) continue;
        WEND_TRY(wend_file_join(folder, list->names[i], path, sizeof path, error));
        WEND_TRY(captions_read_file(path, rooms, v, error));
        read++;
    }
    if (!read)
        return wend_fail(error, WEND_NOT_FOUND,
                         "%s: no file {scan}.json or {scan}.json.gz is in it", folder);
    return views_end(v, folder, error);
}

wend_status views_read_captions(const char* folder, const char* rooms, wend_views* v,
                                wend_error* error) {
    wend_file_list list;
    wend_rooms* read = NULL;
    if (rooms) WEND_TRY(wend_rooms_read(rooms, &read, error));
    wend_status status = wend_file_list_read(folder, &list, error);
    if (status == WEND_OK) {
        status = captions_read_list(folder, &list, read, v, error);
        wend_file_list_destroy(&list);
    }
    wend_rooms_destroy(read);
    if (status == WEND_OK && rooms && !v->is_truth)
        status =
            wend_fail(error, WEND_ARGUMENT,
                      "%s: rooms are for annotated objects, and %s has captions", rooms, folder);
    return status;
}
