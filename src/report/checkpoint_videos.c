#include "report/checkpoint_videos.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/array.h"
#include "base/file.h"
#include "report/html.h"
#include "report/report_group.h"

// An evaluation of a run: its log and its title.
typedef struct evaluation {
    char path[4096];
    char title[160];  // "stage 2 (ppo), update 400"
} evaluation;

typedef struct evaluation_list {
    ARRAY_OF(evaluation) items;
} evaluation_list;

static int videos_compare(const void* a, const void* b) {
    return strverscmp(*(char* const*)a, *(char* const*)b);  // stage_10 after stage_2
}

// Adds the evaluations of a folder; names sort by update, and stages by number.
static wend_status videos_find(const char* folder, const char* stage, evaluation_list* list,
                               wend_error* error) {
    wend_file_list files;
    WEND_TRY(wend_file_list_read(folder, &files, error));
    qsort(files.names, (size_t)files.count, sizeof *files.names, videos_compare);
    wend_status status = WEND_OK;
    for (int i = 0; i < files.count && status == WEND_OK; i++) {
        char path[4096], rest[8];
        int update;
        status = wend_file_join(folder, files.names[i], path, sizeof path, error);
        if (status != WEND_OK) break;
        if (!*stage && strncmp(files.names[i], "stage_", 6) == 0 && wend_file_is_folder(path))
            status = videos_find(path, files.names[i], list, error);
        if (sscanf(files.names[i], "held_out_%d.wlo%7s", &update, rest) != 2 ||
            strcmp(rest, "g") != 0)
            continue;
        evaluation* e = ARRAY_PUSH(&list->items);
        if (!e) {
            status = wend_fail(error, WEND_NO_MEMORY, "out of memory for the report");
            break;
        }
        snprintf(e->path, sizeof e->path, "%s", path);
        snprintf(e->title, sizeof e->title, "%.100s%supdate %d", stage, *stage ? ", " : "", update);
    }
    wend_file_list_destroy(&files);
    return status;
}

// The video as an element. GIF where the build has no encoder for MP4.
static wend_status videos_put_file(wend_text_out* out, const wend_report_def* def, const char* log,
                                   const char* episode, wend_error* error) {
    wend_video_def video = wend_video_default_def();
    char path[4200];
    wend_file_bytes bytes;
    bool is_gif = false;
    snprintf(path, sizeof path, "%.4000s.checkpoint.mp4", def->out);
    video.log = log;
    video.episode = episode;
    video.out = path;
    video.play = def->play;
    wend_status status = wend_video_write(&video, error);
    if (status == WEND_UNSUPPORTED) {
        is_gif = true;
        snprintf(path, sizeof path, "%.4000s.checkpoint.gif", def->out);
        status = wend_video_write(&video, error);
    }
    if (status == WEND_OK) status = wend_file_read(path, &bytes, error);
    unlink(path);
    WEND_TRY(status);
    wend_text_put(out,
                  is_gif ? "<img alt='' src='" : "<video controls='' preload='metadata' src='");
    html_data_uri(out, is_gif ? "image/gif" : "video/mp4", (const uint8_t*)bytes.data, bytes.size);
    wend_text_put(out, is_gif ? "'>" : "'></video>");
    wend_file_bytes_destroy(&bytes);
    return WEND_OK;
}

static wend_status videos_put_evaluation(wend_text_out* out, const wend_report_def* def,
                                         const evaluation* e, const char* episode,
                                         wend_error* error) {
    wend_log_set log;
    wend_score_table table;
    WEND_TRY(wend_log_read(e->path, &log, error));
    wend_status status = wend_score_compute(&log, e->path, &table, error);
    wend_log_destroy(&log);
    WEND_TRY(status);
    int column = report_success_column(table.names, table.columns);
    wend_text_out figure = {0};
    wend_text_put(&figure, "<figure class='checkpoint'>");
    status = videos_put_file(&figure, def, e->path, episode, error);
    wend_text_put(&figure, "<figcaption>");
    html_text(&figure, e->title);
    if (column >= 0)
        wend_text_put(&figure, ": success in %.0f %% of %d held-out episodes",
                      100 * table.means[column].mean, table.rows);
    wend_text_put(&figure, "</figcaption></figure>\n");
    if (status == WEND_OK) wend_text_put_bytes(out, figure.items, figure.count);
    out->out_of_memory |= figure.out_of_memory;
    wend_text_destroy(&figure);
    wend_score_destroy(&table);
    return status;
}

// The first episode that was played in the last evaluation that can be read; "" when there is none.
static wend_status videos_choose(const evaluation_list* list, char* episode, size_t size,
                                 wend_error* error) {
    *episode = 0;
    for (size_t i = list->items.count; i > 0 && !*episode; i--) {
        wend_log_set log;
        wend_error unused;
        wend_status status = wend_log_read(list->items.items[i - 1].path, &log, &unused);
        if (status == WEND_NO_MEMORY) return wend_fail(error, status, "%s", unused.message);
        if (status != WEND_OK) continue;  // videos_put_evaluation reports it
        for (int k = 0; k < log.count && !*episode; k++)
            if (!log.records[k].failure) snprintf(episode, size, "%s", log.records[k].id);
        wend_log_destroy(&log);
    }
    return WEND_OK;
}

static wend_status videos_put_all(wend_text_out* out, const wend_report_def* def,
                                  const evaluation_list* list, const char* name,
                                  wend_error* error) {
    int count = (int)list->items.count, shown = def->videos < count ? def->videos : count;
    char episode[1200];
    WEND_TRY(videos_choose(list, episode, sizeof episode, error));
    wend_text_put(out, "<h3 style='margin-top:28px'>Checkpoints of ");
    html_text(out, name);
    wend_text_put(out, "</h3>\n<p class='soft'>Episode ");
    html_text(out, episode);
    wend_text_put(
        out, " of the held-out episodes, played by the policies of %d of %d evaluations.</p>\n",
        shown, count);
    wend_text_put(out, "<div class='checkpoints'>\n");
    for (int i = 0; i < shown; i++) {
        int k = shown > 1 ? (int)((int64_t)i * (count - 1) / (shown - 1)) : count - 1;
        wend_error reason = {0};
        if (out->count > def->max_bytes) break;
        wend_status status =
            videos_put_evaluation(out, def, &list->items.items[k], episode, &reason);
        if (status == WEND_NO_MEMORY) return wend_fail(error, status, "%s", reason.message);
        if (status != WEND_OK && def->warn) def->warn(def->context, reason.message);
    }
    wend_text_put(out, "</div>\n");
    return WEND_OK;
}

wend_status checkpoint_videos_put(wend_text_out* out, const wend_report_def* def,
                                  const char* folder, const char* name, wend_error* error) {
    evaluation_list list = {0};
    if (def->videos < 1 || !wend_file_is_folder(folder)) return WEND_OK;
    wend_status status = videos_find(folder, "", &list, error);
    if (status == WEND_OK && list.items.count)
        status = videos_put_all(out, def, &list, name, error);
    ARRAY_FREE(&list.items);
    return status;
}
