// The views of viewpoints: building, checking, finding.
#include "data/views.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/file.h"

#include "wend/language.h"

enum { VIEWS_MAX_TOKENS = 65535, VIEWS_MAX_CAPTION = 64 };

wend_views* views_create(void) {
    wend_views* v = wend_alloc_zero(1, sizeof *v);
    uint32_t* first = v ? ARRAY_PUSH(&v->caption_first) : NULL;
    if (!first) {
        wend_views_destroy(v);
        return NULL;
    }
    *first = 0;
    return v;
}

static void views_text_destroy(views_text* text) {
    ARRAY_FREE(&text->bytes);
    ARRAY_FREE(&text->first);
    hash_index_destroy(&text->map);
}

void wend_views_destroy(wend_views* v) {
    if (!v) return;
    views_text_destroy(&v->words);
    views_text_destroy(&v->classes);
    views_text_destroy(&v->viewpoints);
    ARRAY_FREE(&v->caption_first);
    ARRAY_FREE(&v->tokens);
    ARRAY_FREE(&v->views);
    ARRAY_FREE(&v->detections);
    ARRAY_FREE(&v->feature_values);
    ARRAY_FREE(&v->feature_checks);
    ARRAY_FREE(&v->feature_rows);
    file_map_close(&v->map);
    hash_index_destroy(&v->captions);
    wend_free(v->vocabulary);
    wend_free(v->class_names);
    wend_free(v->seen);
    wend_free(v->found);
    wend_free(v);
}

// ---- building -----------------------------------------------------------------------------------

int64_t views_text_add(views_text* text, const char* bytes, size_t size) {
    uint64_t hash = wend_hash(bytes, size, 0);
    int64_t known = hash_index_find(&text->map, hash);
    if (known >= 0) return known;
    uint32_t index = (uint32_t)text->first.count;
    if (!ARRAY_RESERVE(&text->bytes, size + 1) || !ARRAY_RESERVE(&text->first, 1) ||
        !hash_index_add(&text->map, hash, index))
        return -1;
    text->first.items[text->first.count++] = (uint32_t)text->bytes.count;
    memcpy(text->bytes.items + text->bytes.count, bytes, size);
    text->bytes.items[text->bytes.count + size] = 0;
    text->bytes.count += size + 1;
    return index;
}

// The word in lower case (ASCII); words beyond 64 bytes are cut.
static int64_t views_word(wend_views* v, wend_word word) {
    char low[64];
    size_t size = word.size < sizeof low ? word.size : sizeof low;
    for (size_t i = 0; i < size; i++) {
        char c = word.start[i];
        low[i] = (char)(c >= 'A' && c <= 'Z' ? c + 32 : c);
    }
    int64_t index = views_text_add(&v->words, low, size);
    return index < VIEWS_MAX_TOKENS ? index : -1;
}

int64_t views_add_caption(wend_views* v, const char* text) {
    uint16_t tokens[VIEWS_MAX_CAPTION];
    size_t count = 0;
    wend_word word;
    while (count < VIEWS_MAX_CAPTION && wend_words_next(&text, &word)) {
        int64_t token = views_word(v, word);
        if (token < 0) return -1;
        tokens[count++] = (uint16_t)token;
    }
    uint64_t hash = wend_hash(tokens, count * sizeof *tokens, count);
    int64_t known = hash_index_find(&v->captions, hash);
    if (known >= 0) return known;
    uint32_t index = (uint32_t)v->caption_first.count - 1;
    if (!ARRAY_RESERVE(&v->tokens, count + 1) || !ARRAY_RESERVE(&v->caption_first, 1) ||
        !hash_index_add(&v->captions, hash, index))
        return -1;
    memcpy(v->tokens.items + v->tokens.count, tokens, count * sizeof *tokens);
    v->tokens.count += count;
    v->caption_first.items[v->caption_first.count++] = (uint32_t)v->tokens.count;
    return index;
}

wend_status views_add_viewpoint(wend_views* v, const char* scan, const char* id,
                                wend_error* error) {
    char name[256];
    int size = snprintf(name, sizeof name, "%s/%s", scan, id);
    if (size >= (int)sizeof name)
        return wend_fail(error, WEND_LIMIT,
                         "the viewpoint '%.40s…' has a name of %d bytes; at most 255", name, size);
    size_t before = v->viewpoints.first.count;
    int64_t index = views_text_add(&v->viewpoints, name, (size_t)size);
    if (index < 0) return wend_fail(error, WEND_NO_MEMORY, "out of memory for viewpoints");
    if ((size_t)index < before)
        return wend_fail(error, WEND_FORMAT, "the viewpoint %s stands there twice", name);
    return WEND_OK;
}

bool views_box(const double pixels[4], uint16_t box[4]) {
    static const double sides[2] = {640, 480};
    for (int k = 0; k < 4; k++) {
        double side = sides[k % 2];
        if (!(pixels[k] >= -side && pixels[k] <= 2 * side)) return false;
        box[k] = (uint16_t)lrint(fmin(fmax(pixels[k] / side, 0), 1) * 65535);
    }
    return true;
}

wend_status views_add_detection(wend_views* v, const views_detection* d, const char* path,
                                wend_error* error) {
    views_detection* added = ARRAY_PUSH(&v->detections);
    if (!added) return wend_fail(error, WEND_NO_MEMORY, "%s: out of memory for detections", path);
    *added = *d;
    return WEND_OK;
}

wend_status views_end(wend_views* v, const char* path, wend_error* error) {
    views_view* end = ARRAY_PUSH(&v->views);
    if (!end) return wend_fail(error, WEND_NO_MEMORY, "%s: out of memory", path);
    *end = (views_view){0, (uint32_t)v->detections.count};
    return WEND_OK;
}

// ---- finishing ----------------------------------------------------------------------------------

static wend_status views_check(const wend_views* v, const char* path, wend_error* error) {
    size_t captions = v->caption_first.count - 1, views = v->viewpoints.first.count * 36;
    if (v->views.count != views + 1)
        return wend_fail(error, WEND_FORMAT, "%s: %zu views for %zu viewpoints; each has 36", path,
                         v->views.count - 1, v->viewpoints.first.count);
    for (size_t i = 0; i < captions; i++)
        if (v->caption_first.items[i] > v->caption_first.items[i + 1] ||
            v->caption_first.items[i + 1] > v->tokens.count)
            return wend_fail(error, WEND_FORMAT, "%s: caption %zu is not in the file", path, i);
    for (size_t i = 0; i < v->tokens.count; i++)
        if (v->tokens.items[i] >= v->words.first.count)
            return wend_fail(error, WEND_FORMAT, "%s: word %zu is not in the vocabulary", path, i);
    for (size_t i = 0; i <= views; i++) {
        const views_view* view = &v->views.items[i];
        bool last = i == views;
        if ((!last && view->caption >= captions) || view->first_detection > v->detections.count ||
            (!last && view->first_detection > view[1].first_detection) ||
            (last && view->first_detection != v->detections.count))
            return wend_fail(error, WEND_FORMAT, "%s: view %zu refers to what is not in the file",
                             path, i);
    }
    for (size_t i = 0; i < v->detections.count; i++)
        if (v->detections.items[i].caption >= captions || v->detections.items[i].confidence > 100 ||
            v->detections.items[i].class_index >= v->classes.first.count)
            return wend_fail(error, WEND_FORMAT,
                             "%s: detection %zu refers to what is not in the file", path, i);
    return WEND_OK;
}

#define VIEWS_HASH(array, hash) \
    wend_hash((array).items, (array).count * sizeof *(array).items, (hash))

static uint64_t views_hash(const wend_views* v) {
    uint64_t hash = VIEWS_HASH(v->words.bytes, v->is_truth);
    hash = VIEWS_HASH(v->classes.bytes, hash);
    hash = VIEWS_HASH(v->viewpoints.bytes, hash);
    hash = VIEWS_HASH(v->caption_first, hash);
    hash = VIEWS_HASH(v->tokens, hash);
    hash = VIEWS_HASH(v->views, hash);
    hash = VIEWS_HASH(v->detections, hash);
    return v->feature_size ? views_features_hash(v, hash) : hash;
}

static const char** views_list(const views_text* text) {
    const char** list = wend_alloc((text->first.count + 1) * sizeof *list);
    for (size_t i = 0; list && i < text->first.count; i++)
        list[i] = text->bytes.items + text->first.items[i];
    return list;
}

static const uint16_t* views_caption(const wend_views* v, uint32_t caption, int* count) {
    *count = (int)(v->caption_first.items[caption + 1] - v->caption_first.items[caption]);
    return v->tokens.items + v->caption_first.items[caption];
}

static void views_derive(wend_views* v) {
    for (size_t i = 0; i < v->detections.count; i++) {
        const views_detection* d = &v->detections.items[i];
        wend_view_detection* to = &v->found[i];
        *to = (wend_view_detection){.class_index = d->class_index,
                                    .confidence = (float)d->confidence / 100};
        for (int k = 0; k < 4; k++) to->box[k] = (float)d->box[k] / 65535;
        to->words = views_caption(v, d->caption, &to->word_count);
    }
    for (size_t i = 0; i + 1 < v->views.count; i++) {
        const views_view* view = &v->views.items[i];
        wend_view_perception* to = &v->seen[i];
        *to = (wend_view_perception){
            .detections = v->found + view->first_detection,
            .detection_count = (int)(view[1].first_detection - view->first_detection)};
        to->words = views_caption(v, view->caption, &to->word_count);
        if (v->feature_size)
            to->feature = v->features + ((size_t)v->feature_rows.items[i / 36] * 36 + i % 36) *
                                            (size_t)v->feature_size;
    }
}

wend_status views_finish(wend_views* v, const char* path, wend_error* error) {
    WEND_TRY(views_check(v, path, error));
    snprintf(v->path, sizeof v->path, "%s", path);
    if (v->feature_values.count) v->features = v->feature_values.items;
    if (v->feature_size) WEND_TRY(views_features_check(v, path, error));
    hash_index_destroy(&v->captions);
    v->hash = views_hash(v);
    v->vocabulary = views_list(&v->words);
    v->class_names = views_list(&v->classes);
    v->seen = wend_alloc(v->views.count * sizeof *v->seen);
    v->found = wend_alloc((v->detections.count + 1) * sizeof *v->found);
    if (!v->vocabulary || !v->class_names || !v->seen || !v->found)
        return wend_fail(error, WEND_NO_MEMORY, "%s: out of memory for %zu views", path,
                         v->views.count);
    views_derive(v);
    return WEND_OK;
}

// ---- use ----------------------------------------------------------------------------------------

static bool views_has_ending(const char* path, const char* ending) {
    size_t size = strlen(path), end = strlen(ending);
    return size >= end && strcmp(path + size - end, ending) == 0;
}

static wend_status views_read(const wend_views_def* def, wend_views* v, wend_error* error) {
    const char* path = def->path;
    if (views_is_navgpt(path)) return views_read_navgpt(path, def->no_annotations, v, error);
    if (wend_file_is_folder(path)) return views_read_captions(path, def->rooms, v, error);
    if (views_has_ending(path, ".tsv")) return views_read_tsv(path, v, false, error);
    if (views_has_ending(path, ".npz")) return views_read_npz(path, v, false, error);
    return views_read_file(path, v, error);
}

static wend_status views_read_more(const char* path, wend_views* v, wend_error* error) {
    if (v->feature_size)
        return wend_fail(error, WEND_ARGUMENT,
                         "%s: the views have features of size %d already; take views without", path,
                         v->feature_size);
    if (views_has_ending(path, ".tsv")) return views_read_tsv(path, v, true, error);
    if (views_has_ending(path, ".npz")) return views_read_npz(path, v, true, error);
    return wend_fail(error, WEND_ARGUMENT, "%s: files of features end in .tsv or .npz", path);
}

wend_status wend_views_create(const wend_views_def* def, wend_views** out, wend_error* error) {
    *out = NULL;
    wend_views* v = views_create();
    if (!v) return wend_fail(error, WEND_NO_MEMORY, "%s: out of memory", def->path);
    wend_status status = views_read(def, v, error);
    if (status == WEND_OK && def->features) status = views_read_more(def->features, v, error);
    if (status == WEND_OK)
        status = views_finish(v, def->features ? def->features : def->path, error);
    if (status != WEND_OK) {
        wend_views_destroy(v);
        return status;
    }
    *out = v;
    return WEND_OK;
}

wend_status wend_views_open(const char* path, wend_views** out, wend_error* error) {
    return wend_views_create(&(wend_views_def){.path = path}, out, error);
}

bool wend_views_find(const wend_views* v, const char* scan, const char* viewpoint,
                     wend_panorama* panorama) {
    char name[256];
    int size = snprintf(name, sizeof name, "%s/%s", scan, viewpoint);
    if (size >= (int)sizeof name) return false;
    int64_t index = hash_index_find(&v->viewpoints.map, wend_hash(name, (size_t)size, 0));
    if (index < 0) return false;
    *panorama = (wend_panorama){.views = v->seen + index * 36,
                                .vocabulary = v->vocabulary,
                                .classes = v->class_names,
                                .vocabulary_count = (int)v->words.first.count,
                                .class_count = (int)v->classes.first.count,
                                .feature_size = v->feature_size,
                                .is_truth = v->is_truth};
    return true;
}

uint64_t wend_views_hash(const wend_views* v) { return v->hash; }

wend_views_summary wend_views_summarize(const wend_views* v) {
    return (wend_views_summary){.viewpoints = (int)v->viewpoints.first.count,
                                .words = (int)v->words.first.count,
                                .classes = (int)v->classes.first.count,
                                .captions = (int)v->caption_first.count - 1,
                                .feature_size = v->feature_size,
                                .detections = (int64_t)v->detections.count,
                                .is_truth = v->is_truth};
}
