// The views of viewpoints in memory, and how sources add to them.
//
// Words, captions, views and detections are flat arrays that refer to each other by index, as in
// the file (docs/formats/wviews.md). wend_views adds the pointers that observations give to agents.
#ifndef WEND_DATA_VIEWS_H
#define WEND_DATA_VIEWS_H

#include "base/array.h"
#include "base/hash_index.h"

#include "wend/data.h"

// The arrays of the file.
typedef struct views_view {
    uint32_t caption;
    uint32_t first_detection;  // the last is the one before the first of the next view
} views_view;

typedef struct views_detection {
    uint32_t caption;
    uint16_t box[4];  // left, top, right, bottom in 1/65535 of the image
    uint8_t class_index;
    uint8_t confidence;  // per cent
    uint16_t reserved;   // 0
} views_detection;

typedef struct views_text {
    ARRAY_OF(char) bytes;      // each text ends in NUL
    ARRAY_OF(uint32_t) first;  // where each begins
    hash_index map;
} views_text;

struct wend_views {
    views_text words, classes, viewpoints;  // a viewpoint is "scan/id"
    ARRAY_OF(uint32_t) caption_first;       // [captions + 1] in tokens
    ARRAY_OF(uint16_t) tokens;
    hash_index captions;         // by their tokens; only while building
    ARRAY_OF(views_view) views;  // [36] of each viewpoint, and one behind the last
    ARRAY_OF(views_detection) detections;
    bool is_truth;
    uint64_t hash;
    // Derived: what observations point to.
    const char** vocabulary;
    const char** class_names;
    wend_view_perception* seen;
    wend_view_detection* found;
};

wend_views* views_create(void);  // NULL when out of memory
// Each returns the index, or -1 when out of memory or full.
int64_t views_text_add(views_text* text, const char* bytes, size_t size);
int64_t views_add_caption(wend_views* v, const char* text);
// Begins a viewpoint; its 36 views follow. WEND_FORMAT when it has been added before.
wend_status views_add_viewpoint(wend_views* v, const char* scan, const char* id, wend_error* error);
// After the last viewpoint: checks every index, computes the hash and derives the pointers. `path`
// is for errors.
wend_status views_finish(wend_views* v, const char* path, wend_error* error);

// Sources and the file.
wend_status views_read_captions(const char* folder, wend_views* v, wend_error* error);
wend_status views_read_file(const char* path, wend_views* v, wend_error* error);

#endif
