// Reads NavGPT's texts of Matterport panoramas: for each viewpoint 8 directions of 45 degrees, each
// with a language model's summary of captions and the objects that are visible there.
//
//     observations_list_summarized.json[.gz]  {scan: {viewpoint: [8 texts]}}
//     objects_list.json[.gz]  {scan: {viewpoint: [8 x {name: {heading, distance}}]}}
//
// The texts are machine perception. The objects are not: they are the annotations of REVERIE
// (99.96 % of the names at a viewpoint are annotated there), so views that have them are marked as
// ground truth. NavGPT's neighbours are those of the viewpoint graph and are not read.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "data/views.h"

enum { NAVGPT_SLOTS = 8 };

static bool navgpt_find(const char* folder, const char* name, char* path, size_t size) {
    static const char* const endings[] = {"json", "json.gz"};
    for (int i = 0; i < 2; i++) {
        int length = snprintf(path, size, "%s/%s.%s", folder, name, endings[i]);
        if (length < (int)size && wend_file_exists(path)) return true;
    }
    return false;
}

bool views_is_navgpt(const char* folder) {
    char path[4096];
    return navgpt_find(folder, "observations_list_summarized", path, sizeof path);
}

static wend_status navgpt_no_memory(const json_at* at, wend_error* error) {
    return wend_fail(error, WEND_NO_MEMORY,
                     "%s: out of memory, or more than 65,535 words or names of objects",
                     at->document->file);
}

// "chair_2 " is another "chair".
static size_t navgpt_name(const char* text) {
    size_t size = strlen(text), digits = size;
    while (size && text[size - 1] == ' ') size--;
    for (digits = size; digits && text[digits - 1] >= '0' && text[digits - 1] <= '9';) digits--;
    if (digits && digits < size && text[digits - 1] == '_') size = digits - 1;
    while (size && text[size - 1] == ' ') size--;
    return size;
}

typedef struct navgpt_found {
    views_detection d;
    int column;  // of the 12 views that look level
} navgpt_found;

typedef struct navgpt_files {
    wend_views* v;
    json_at objects;  // value is NULL: without
    ARRAY_OF(navgpt_found) found;
} navgpt_files;

// An object has no box: a vertical line at its heading.
static wend_status navgpt_object(navgpt_files* f, const json_at* at, const char* key,
                                 wend_error* error) {
    json_at field;
    double heading, distance;
    char text[160];
    WEND_TRY(json_field(at, "heading", &field, error));
    WEND_TRY(json_number(&field, &heading, error));
    if (fabs(heading) > 1e4) return json_fail(&field, error, "must be degrees");
    WEND_TRY(json_field(at, "distance", &field, error));
    WEND_TRY(json_number(&field, &distance, error));
    if (!(distance >= 0 && distance < 1000)) return json_fail(&field, error, "must be metres");
    size_t size = navgpt_name(key);
    if (size > 100) return json_fail(at, error, "a name of %zu bytes; at most 100", size);
    snprintf(text, sizeof text, "%.*s %d m", (int)size, key, (int)lrint(distance));
    int64_t class_index = views_text_add(&f->v->classes, key, size);
    int64_t caption = views_add_caption(f->v, text);
    navgpt_found* added = ARRAY_PUSH(&f->found);
    if (class_index < 0 || class_index > UINT16_MAX || caption < 0 || !added)
        return navgpt_no_memory(at, error);
    double turn = heading - 360 * floor(heading / 360), steps = floor(turn / 30 + 0.5);
    double x = 320 + 415.69 * tan((turn - 30 * steps) * WEND_PI / 180);
    const double pixels[4] = {x, 0, x, 480};
    *added = (navgpt_found){
        {.caption = (uint32_t)caption, .class_index = (uint16_t)class_index, .confidence = 100},
        (int)steps % 12};
    views_box(pixels, added->d.box);
    return WEND_OK;
}

// An object is listed in every direction where it is visible; it becomes one detection for each.
static wend_status navgpt_objects(navgpt_files* f, const char* scan, const char* id,
                                  wend_error* error) {
    json_at of_scan, slots, slot;
    size_t count;
    const char* key;
    json_t* value;
    f->found.count = 0;
    if (!f->objects.value) return WEND_OK;
    WEND_TRY(json_field(&f->objects, scan, &of_scan, error));
    WEND_TRY(json_field(&of_scan, id, &slots, error));
    WEND_TRY(json_count(&slots, &count, error));
    if (count != NAVGPT_SLOTS)
        return json_fail(&slots, error, "has %zu directions; expected 8", count);
    for (size_t i = 0; i < count; i++) {
        WEND_TRY(json_item(&slots, i, &slot, error));
        if (!json_is_object(slot.value)) return json_fail(&slot, error, "must be an object");
        json_object_foreach((json_t*)slot.value, key, value) {
            json_at object = {slot.document, value, &slot, key, 0};
            WEND_TRY(navgpt_object(f, &object, key, error));
        }
    }
    return WEND_OK;
}

// Views that look level have the text of the nearest direction, the others none.
static wend_status navgpt_views(navgpt_files* f, const json_at* at, const int64_t* captions,
                                wend_error* error) {
    int64_t empty = views_add_caption(f->v, "");
    if (empty < 0) return navgpt_no_memory(at, error);
    for (int view = 0; view < 36; view++) {
        int column = view % 12, nearest = (int)lrint(column * 30 / 45.0) % NAVGPT_SLOTS;
        bool level = view / 12 == 1;
        views_view* added = ARRAY_PUSH(&f->v->views);
        if (!added) return navgpt_no_memory(at, error);
        *added = (views_view){(uint32_t)(level ? captions[nearest] : empty),
                              (uint32_t)f->v->detections.count};
        for (size_t i = 0; level && i < f->found.count; i++)
            if (f->found.items[i].column == column)
                WEND_TRY(
                    views_add_detection(f->v, &f->found.items[i].d, at->document->file, error));
    }
    return WEND_OK;
}

static wend_status navgpt_viewpoint(navgpt_files* f, const json_at* at, const char* scan,
                                    const char* id, wend_error* error) {
    size_t count;
    int64_t captions[NAVGPT_SLOTS];
    WEND_TRY(json_count(at, &count, error));
    if (count != NAVGPT_SLOTS) return json_fail(at, error, "has %zu texts; expected 8", count);
    for (size_t i = 0; i < count; i++) {
        json_at item;
        const char* text;
        WEND_TRY(json_item(at, i, &item, error));
        WEND_TRY(json_text(&item, &text, error));
        captions[i] = views_add_caption(f->v, text);
        if (captions[i] < 0) return navgpt_no_memory(at, error);
    }
    WEND_TRY(views_add_viewpoint(f->v, scan, id, error));
    WEND_TRY(navgpt_objects(f, scan, id, error));
    return navgpt_views(f, at, captions, error);
}

static wend_status navgpt_scans(navgpt_files* f, const json_at* root, wend_error* error) {
    const char *scan, *id;
    json_t *of_scan, *texts;
    if (!json_is_object(root->value)) return json_fail(root, error, "must be an object");
    json_object_foreach((json_t*)root->value, scan, of_scan) {
        json_at building = {root->document, of_scan, root, scan, 0};
        if (!json_is_object(of_scan)) return json_fail(&building, error, "must be an object");
        json_object_foreach(of_scan, id, texts) {
            json_at viewpoint = {root->document, texts, &building, id, 0};
            WEND_TRY(navgpt_viewpoint(f, &viewpoint, scan, id, error));
        }
    }
    return views_end(f->v, root->document->file, error);
}

wend_status views_read_navgpt(const char* folder, bool no_annotations, wend_views* v,
                              wend_error* error) {
    char path[4096];
    json_document texts = {0}, objects = {0};
    navgpt_files f = {.v = v};
    navgpt_find(folder, "observations_list_summarized", path, sizeof path);
    WEND_TRY(json_document_read(path, &texts, error));
    wend_status status = WEND_OK;
    if (!no_annotations && navgpt_find(folder, "objects_list", path, sizeof path)) {
        status = json_document_read(path, &objects, error);
        if (status == WEND_OK) f.objects = json_document_root(&objects);
        v->is_truth = true;
    }
    json_at root = json_document_root(&texts);
    if (status == WEND_OK) status = navgpt_scans(&f, &root, error);
    ARRAY_FREE(&f.found);
    json_document_destroy(&texts);
    json_document_destroy(&objects);
    return status;
}
