// The file of views: a container of flat arrays. docs/formats/wviews.md
#include <string.h>

#include "base/container.h"
#include "data/views.h"

// Detections of version 1 have 8-bit classes.
enum { VIEWS_VERSION = 1, DETECTIONS_VERSION = 2, VIEWS_KEY = 0x77656e64 };

#define VIEWS_PART(name, array) \
    { (name), VIEWS_VERSION, (array).items, (array).count * sizeof *(array).items }

wend_status wend_views_save(const wend_views* v, const char* path, wend_error* error) {
    uint32_t truth = v->is_truth;
    size_t features = v->feature_checks.count * 36 * (size_t)v->feature_size * sizeof *v->features;
    const container_part parts[] = {
        {"source", VIEWS_VERSION, &truth, sizeof truth},
        VIEWS_PART("words", v->words.bytes),
        VIEWS_PART("classes", v->classes.bytes),
        VIEWS_PART("viewpoints", v->viewpoints.bytes),
        VIEWS_PART("caption_first", v->caption_first),
        VIEWS_PART("tokens", v->tokens),
        VIEWS_PART("views", v->views),
        {"detections", DETECTIONS_VERSION, v->detections.items,
         v->detections.count * sizeof *v->detections.items},
        VIEWS_PART("feature_rows", v->feature_rows),
        VIEWS_PART("feature_checks", v->feature_checks),
        {"features", VIEWS_VERSION, v->features, features},
    };
    int count = (int)(sizeof parts / sizeof *parts);
    return container_write(path, VIEWS_KEY, parts, v->feature_size ? count : count - 3, error);
}

// Reads a section of items of `size` bytes into fresh memory.
static wend_status views_file_section(const container* c, const char* name, size_t size,
                                      void** items, size_t* count, size_t* capacity,
                                      wend_error* error) {
    const container_section* s = container_find(c, name);
    bool known = s && (s->version == VIEWS_VERSION ||
                       (s->version == DETECTIONS_VERSION && strcmp(name, "detections") == 0));
    if (!known || s->size % size)
        return wend_fail(error, WEND_FORMAT,
                         "%s: the section '%s' is missing or of another version; make the file "
                         "again with wend features",
                         c->path, name);
    *items = wend_alloc(s->size + 1);
    if (!*items)
        return wend_fail(error, WEND_NO_MEMORY, "%s: out of memory for '%s'", c->path, name);
    *count = *capacity = s->size / size;
    return container_read(c, s, *items, error);
}

#define VIEWS_SECTION(c, name, array, error)                                         \
    views_file_section((c), (name), sizeof *(array)->items, (void**)&(array)->items, \
                       &(array)->count, &(array)->capacity, (error))

// Texts are stored one after the other; their starts and the map follow from them.
static wend_status views_file_texts(const container* c, const char* name, views_text* text,
                                    wend_error* error) {
    ARRAY_OF(char) bytes = {0};
    wend_status status = VIEWS_SECTION(c, name, &bytes, error);
    if (status == WEND_OK && bytes.count && bytes.items[bytes.count - 1])
        status = wend_fail(error, WEND_FORMAT, "%s: the section '%s' does not end in NUL", c->path,
                           name);
    for (size_t at = 0; status == WEND_OK && at < bytes.count;) {
        size_t size = strlen(bytes.items + at), before = text->first.count;
        int64_t index = views_text_add(text, bytes.items + at, size);
        if (index < 0)
            status = wend_fail(error, WEND_NO_MEMORY, "%s: out of memory for '%s'", c->path, name);
        else if ((size_t)index != before)
            status = wend_fail(error, WEND_FORMAT, "%s: '%s' stands in '%s' twice", c->path,
                               bytes.items + at, name);
        at += size + 1;
    }
    ARRAY_FREE(&bytes);
    return status;
}

// Version 1: uint8 class, uint8 confidence, uint16 0 at the end of a detection.
static wend_status views_file_detections(const container* c, wend_views* v, wend_error* error) {
    WEND_TRY(VIEWS_SECTION(c, "detections", &v->detections, error));
    if (container_find(c, "detections")->version == DETECTIONS_VERSION) return WEND_OK;
    for (size_t i = 0; i < v->detections.count; i++) {
        views_detection* d = &v->detections.items[i];
        uint16_t both = d->class_index;
        d->class_index = both & 0xff;
        d->confidence = (uint8_t)(both >> 8);
    }
    return WEND_OK;
}

static wend_status views_file_sections(const container* c, wend_views* v, wend_error* error) {
    ARRAY_OF(uint32_t) source = {0};
    wend_status status = VIEWS_SECTION(c, "source", &source, error);
    v->is_truth = status == WEND_OK && source.count == 1 && source.items[0] == 1;
    ARRAY_FREE(&source);
    WEND_TRY(status);
    WEND_TRY(views_file_texts(c, "words", &v->words, error));
    WEND_TRY(views_file_texts(c, "classes", &v->classes, error));
    WEND_TRY(views_file_texts(c, "viewpoints", &v->viewpoints, error));
    ARRAY_FREE(&v->caption_first);
    WEND_TRY(VIEWS_SECTION(c, "caption_first", &v->caption_first, error));
    WEND_TRY(VIEWS_SECTION(c, "tokens", &v->tokens, error));
    WEND_TRY(VIEWS_SECTION(c, "views", &v->views, error));
    WEND_TRY(views_file_detections(c, v, error));
    if (!v->caption_first.count || !v->views.count)
        return wend_fail(error, WEND_FORMAT, "%s: has no views", c->path);
    return WEND_OK;
}

// Vectors stay in the file: it is mapped, and wend_views_verify reads those of a viewpoint.
static wend_status views_file_features(const container* c, wend_views* v, wend_error* error) {
    const container_section* s = container_find(c, "features");
    if (!s) return WEND_OK;
    WEND_TRY(VIEWS_SECTION(c, "feature_rows", &v->feature_rows, error));
    WEND_TRY(VIEWS_SECTION(c, "feature_checks", &v->feature_checks, error));
    size_t row = v->feature_checks.count * 36 * sizeof *v->features, size = row ? s->size / row : 0;
    if (s->version != VIEWS_VERSION || !size || s->size % row || s->offset % 2 ||
        size > WEND_MAX_FEATURE_SIZE)
        return wend_fail(error, WEND_FORMAT,
                         "%s: the section 'features' of %llu bytes does not have %zu viewpoints of "
                         "36 vectors of at most %d; make the file again with wend features",
                         c->path, (unsigned long long)s->size, v->feature_checks.count,
                         WEND_MAX_FEATURE_SIZE);
    WEND_TRY(file_map_open(c->path, &v->map, error));
    if (v->map.size < s->offset + s->size)
        return wend_fail(error, WEND_FORMAT, "%s: was truncated while it was read", c->path);
    v->features = (const uint16_t*)(const void*)(v->map.bytes + s->offset);
    v->feature_size = (int)size;
    return WEND_OK;
}

wend_status views_read_file(const char* path, wend_views* v, wend_error* error) {
    container c;
    WEND_TRY(container_open(path, &c, error));
    wend_status status = views_file_sections(&c, v, error);
    if (status == WEND_OK) status = views_file_features(&c, v, error);
    container_close(&c);
    return status;
}
