// Reports of runs as self-contained HTML, and videos of episodes, from logs.
//
// Owner: src/report
#ifndef WEND_REPORT_H
#define WEND_REPORT_H

#include "wend/log.h"
#include "wend/metrics.h"
#include "wend/scene.h"
#include "wend/task.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct wend_report_def {
    const char* const* logs;  // paths
    int log_count;
    const char* const* curves;  // folders of training runs, or their curve.csv
    int curve_count;            // at least one log or curve is required
    bool join_seeds;     // runs whose names differ only in the number after the last '_' are joined
    const char* out;     // the HTML file
    wend_play_def play;  // as in wend_replay_def
    const wend_score_kind* const* scores;  // scores of tasks that are not built in. Nullable
    int score_count;
    int sample;          // episodes of each task shown with plans and images; default 12
    int videos;          // evaluations of each training run shown as videos; default 3
    uint64_t max_bytes;  // no more images beyond this file size; default 12 MiB
    wend_warn warn;      // called with a sentence for each part that cannot be shown. Nullable
    void* context;
} wend_report_def;

WEND_API wend_report_def wend_report_default_def(void);
// Deterministic: the same logs and scenes give a bit-identical file.
WEND_API wend_status wend_report_write(const wend_report_def* def, wend_error* error);

// ---- images -------------------------------------------------------------------------------------

// Draws the trajectory so far on the plan of its current floor, with numbered goals. The image is
// `side` x `side` pixels with 3 channels; the caller destroys it.
WEND_API wend_status wend_trajectory_image(const wend_scene* scene, const wend_log_record* record,
                                           wend_vec3_span goals, int side, wend_image* image,
                                           wend_error* error);

// ---- videos -------------------------------------------------------------------------------------

typedef struct wend_video_def {
    const char* log;
    const char* episode;  // its id
    const char* out;      // .mp4 or another that libav writes, or .gif
    wend_play_def play;   // as in wend_replay_def
    int fps;              // frames per second, 1 to 60; default 10
} wend_video_def;

WEND_API wend_video_def wend_video_default_def(void);
// Renders one episode: RGB, depth, trajectory on the floor plan, the agent's map and metrics.
// WEND_UNSUPPORTED when the build has no encoder for the format; .gif is always available.
WEND_API wend_status wend_video_write(const wend_video_def* def, wend_error* error);

// ---- histograms ---------------------------------------------------------------------------------

typedef struct wend_histogram_series {
    const char* name;
    const double* values;  // finite
    int count;
} wend_histogram_series;

typedef struct wend_histogram {
    const char* title;
    const char* x_label;
    const wend_histogram_series* series;
    int series_count;
} wend_histogram;

// Draws one series as bars, or several as outlines in per cent of each, as SVG or PNG by the file
// extension.
WEND_API wend_status wend_histogram_save(const wend_histogram* h, const char* path,
                                         wend_error* error);

// ---- line plots ---------------------------------------------------------------------------------

typedef struct wend_line_series {
    const char* name;
    const double* x;
    const double* y;
    int count;
    const double *low, *high;  // [count] ends of a band around y. Nullable: no band
} wend_line_series;

typedef struct wend_line_plot {
    const char* title;
    const char* x_label;
    const char* y_label;
    bool log_x, log_y;
    bool ticks_at_points;  // x ticks at the points of the first series instead of round numbers
    const wend_line_series* series;
    int series_count;
} wend_line_plot;

// Draws series of (x, y) as SVG or PNG by the file extension. Values that are not finite are left
// out.
WEND_API wend_status wend_line_plot_save(const wend_line_plot* plot, const char* path,
                                         wend_error* error);

// ---- metrics over steps -------------------------------------------------------------------------

typedef struct wend_metric_point {
    double step;
    wend_interval means[WEND_SCORE_MAX_COLUMNS];  // by column
} wend_metric_point;

// Means of metrics as a function of steps, with 95 % intervals.
typedef struct wend_metric_curve {
    char name[128];  // of the folder or the log
    char names[WEND_SCORE_MAX_COLUMNS][32];
    int columns;
    wend_metric_point* points;  // by step
    int count;
    size_t capacity;
} wend_metric_curve;

// Over the steps of a training run: one point per evaluation on held-out episodes
// (held_out_*.wlog), of all stages. [Wani et al. 2020, figure 4] WEND_NOT_FOUND when there is none.
WEND_API wend_status wend_metric_curve_of_run(const char* folder, wend_metric_curve* curve,
                                              wend_error* error);
// Over the steps of episodes: success, progress, SPL and PPL of a MultiON log as if the step limit
// were smaller. WEND_ARGUMENT for a log of another task.
WEND_API wend_status wend_metric_curve_of_log(const char* log, wend_metric_curve* curve,
                                              wend_error* error);
WEND_API int wend_metric_curve_find(const wend_metric_curve* curve,
                                    const char* metric);            // -1: none
WEND_API void wend_metric_curve_destroy(wend_metric_curve* curve);  // safe on {0} and twice

#ifdef __cplusplus
}
#endif
#endif
