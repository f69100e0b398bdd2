// The views of viewpoints in memory, and how sources add to them.
//
// Words, captions, views and detections are flat arrays that refer to each other by index, as in
// the file (docs/formats/wviews.md). wend_views adds the pointers that observations give to agents.
#ifndef WEND_DATA_VIEWS_H
#define WEND_DATA_VIEWS_H

#include "base/array.h"
#include "base/file_map.h"
#include "base/hash_index.h"
#include "base/json.h"

#include "wend/data.h"
#include "wend/nav.h"

// The arrays of the file.
typedef struct views_view {
    uint32_t caption;
    uint32_t first_detection;  // the last is the one before the first of the next view
} views_view;

typedef struct views_detection {
    uint32_t caption;
    uint16_t box[4];  // left, top, right, bottom in 1/65535 of the image
    uint16_t class_index;
    uint8_t confidence;  // per cent
    uint8_t reserved;    // 0
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
    // Features: rows of [36][feature_size] 16-bit floats in the order of their file.
    int feature_size;                   // 0: none
    ARRAY_OF(uint16_t) feature_values;  // unless they are in `map`
    ARRAY_OF(uint64_t) feature_checks;  // [rows] checksums
    ARRAY_OF(uint32_t) feature_rows;    // [viewpoints] VIEWS_NO_ROW: not given
    const uint16_t* features;           // [rows][36][feature_size], of either
    file_map map;                       // of the file of views
    char path[256];                     // for errors
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
// After the last viewpoint of a source.
wend_status views_end(wend_views* v, const char* path, wend_error* error);
// Then: checks every index, computes the hash and derives the pointers. `path`
// is for errors.
wend_status views_finish(wend_views* v, const char* path, wend_error* error);

#define VIEWS_NO_ROW UINT32_MAX

// Floats of the 36 views of a viewpoint, as a file has them.
typedef struct views_vectors {
    const void* data;
    int item_size;  // bytes: 2, 4 or 8
    size_t count;   // of all views together
} views_vectors;
// WEND_FORMAT for wrong sizes, numbers that are not finite, and viewpoints that have some already.
// Creates viewpoints unless `known_only`; then unknown ones are left out.
wend_status views_add_features(wend_views* v, const char* scan, const char* id,
                               const views_vectors* from, bool known_only, wend_error* error);
uint64_t views_features_hash(const wend_views* v, uint64_t hash);
wend_status views_features_check(const wend_views* v, const char* path, wend_error* error);

// A box in pixels of 640 x 480 of views: left, top, right, bottom. False: it lies outside.
bool views_box(const double pixels[4], uint16_t box[4]);
// Adds a detection to the view that was added last.
wend_status views_add_detection(wend_views* v, const views_detection* d, const char* path,
                                wend_error* error);

// Sources and the file. A folder has files of captions or of annotated objects, or NavGPT's texts.
wend_status views_read_objects(const json_at* root, const wend_rooms* rooms, wend_views* v,
                               wend_error* error);
bool views_is_navgpt(const char* folder);
wend_status views_read_navgpt(const char* folder, bool no_annotations, wend_views* v,
                              wend_error* error);
wend_status views_read_tsv(const char* path, wend_views* v, bool known_only, wend_error* error);
wend_status views_read_npz(const char* path, wend_views* v, bool known_only, wend_error* error);
wend_status views_read_captions(const char* folder, const char* rooms, wend_views* v,
                                wend_error* error);
wend_status views_read_file(const char* path, wend_views* v, wend_error* error);

#endif
