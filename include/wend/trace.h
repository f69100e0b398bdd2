// Pose traces: where an annotator of RxR looked while speaking or listening.
//
// Two forms of file hold them. The released `.npz` files and the tool's `.jsonl` logs: one
// snapshot a frame with the viewpoint, a time and two matrices. The tool (PanGEA) logs matrices
// column by column and milliseconds; releases have rows and seconds. In memory it is always rows
// and seconds. The camera's frame is Three.js's, which is wend's: right-handed, y up, -z forward;
// it is Matterport's turned by -90 degrees about x, so (x, y, z) there is (x, z, -y) here.
#ifndef WEND_TRACE_H
#define WEND_TRACE_H

#include "wend/record.h"
#include "wend/vln.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { WEND_TRACE_ROWS = 128, WEND_TRACE_COLUMNS = 256, WEND_TRACE_VIEWS = 36 };

typedef enum wend_trace_form {
    WEND_TRACE_RELEASE,  // rows, seconds
    WEND_TRACE_TOOL,     // columns, milliseconds
} wend_trace_form;

typedef struct wend_snapshot {
    const char* viewpoint;
    double time;           // seconds
    double clock;          // as the file has it: seconds or milliseconds
    double audio_time;     // follower: seconds in the guide's recording; NAN: none
    double extrinsic[16];  // camera to world, rows; the camera is at 3, 7, 11
    double intrinsic[16];  // OpenGL projection, rows
    const char* extra;
} wend_snapshot;

typedef struct wend_trace {
    wend_snapshot* snapshots;  // in time order
    int count;
    wend_trace_form form;  // of the file it was read from
    // By place of the path, which the files themselves do not name. NULL: not there.
    int place_count;
    const uint8_t* image_mask;     // [place][row][column] 1: looked at. Heading 0 in the middle
    const float* feature_weights;  // [place][view] the mask averaged over each of the 36 views
    const uint8_t* text_masks;     // [place][text] 1: said or heard there
    int text_count;
    struct arena* memory;
} wend_trace;

// An .npz file or a .jsonl file, by its first bytes. The form of a .jsonl file is told by where its
// projections have their -1.
WEND_API wend_status wend_trace_read(const char* path, wend_trace* trace, wend_error* error);
WEND_API wend_status wend_trace_parse_npz(const void* bytes, size_t size, const char* name,
                                          wend_trace* trace, wend_error* error);
WEND_API wend_status wend_trace_parse_lines(const char* text, size_t size, const char* name,
                                            wend_trace* trace, wend_error* error);
WEND_API void wend_trace_destroy(wend_trace* trace);  // safe on {0} and twice

// As a release: float32 arrays with numpy's names. Fields of `extra` are not in that form.
WEND_API wend_status wend_trace_write_npz(const wend_trace* trace, const char* path,
                                          wend_error* error);
// As a log of snapshots; the masks are not in that form.
WEND_API wend_status wend_trace_write_lines(const wend_trace* trace, wend_trace_form form,
                                            const char* path, wend_error* error);

// ---- what a trace tells ------------------------------------------------------------------------

// Heading (radians, 0 along Matterport's +y, growing to the right) and elevation of a snapshot.
WEND_API void wend_trace_look(const wend_snapshot* snapshot, double* heading, double* elevation);
// Angle between the upper and lower edge of the picture, radians.
WEND_API double wend_trace_field_of_view(const wend_snapshot* snapshot);

// Fills image_mask and feature_weights for the places of a path. A direction is looked at when it
// falls into the picture of a snapshot at that viewpoint. A view's weight is the mean of the mask
// projected into its picture (60 degrees high, 4:3): 12 headings for each of -30, 0 and 30 degrees
// of elevation.
WEND_API wend_status wend_trace_derive(wend_trace* trace, const char* const* path, int path_count,
                                       wend_error* error);

// Fills text_masks: a word belongs to the place where the annotator was at the middle of it. A word
// without times begins where the last one ended and ends where the next one begins. `so_far`
// marks a word at every later place too, as the paper says; the released files do not.
typedef struct wend_trace_speech {
    const char* const* path;
    int path_count;
    const wend_vln_word* words;
    int word_count;
    bool so_far;
} wend_trace_speech;
WEND_API wend_status wend_trace_derive_text(wend_trace* trace, const wend_trace_speech* speech,
                                            wend_error* error);

#ifdef __cplusplus
}
#endif
#endif
