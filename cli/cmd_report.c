// wend report: renders logs as an HTML report or a video.
#include <stdio.h>
#include <string.h>

#include "commands.h"
#include "options.h"

#include "wend/files.h"
#include "wend/report.h"

static void cmd_report_show_warning(void* context, const char* sentence) {
    (void)context;
    fprintf(stderr, "wend: warning: %s\n", sentence);
}

// Writes a video; falls back to GIF if the requested encoder is missing.
static int make_video(wend_video_def* def) {
    wend_error error;
    char gif[4096];
    wend_status status = wend_video_write(def, &error);
    if (status == WEND_UNSUPPORTED) {
        const char* dot = strrchr(def->out, '.');
        int stem = dot ? (int)(dot - def->out) : (int)strlen(def->out);
        fprintf(stderr, "wend: warning: %s\n", error.message);
        snprintf(gif, sizeof gif, "%.*s.gif", stem < 4000 ? stem : 4000, def->out);
        def->out = gif;
        status = wend_video_write(def, &error);
    }
    if (status != WEND_OK) return report_error(&error);
    printf("%s\n", def->out);
    return EXIT_OK;
}

enum { MAX_FILES = 64 };

// Operands: logs, and folders or tables of training runs.
typedef struct report_files {
    const char *logs[MAX_FILES], *curves[MAX_FILES];
    int log_count, curve_count;
} report_files;

static void sort_files(const arguments* a, report_files* f) {
    for (int i = 0; i < a->given_count; i++) {
        const char *path = a->given[i], *dot = strrchr(path, '.');
        if ((dot && strcmp(dot, ".csv") == 0) || wend_file_is_folder(path))
            f->curves[f->curve_count++] = path;
        else
            f->logs[f->log_count++] = path;
    }
}

int command_report(int argc, char** argv) {
    wend_report_def def = wend_report_default_def();
    wend_video_def video = wend_video_default_def();
    def.out = "report.html";
    const option options[] = {
        {"--episodes", OPTION_TEXT, &def.play.episodes, "FILE",
         "episodes; default: the path in the log"},
        {"--scenes", OPTION_TEXT, &def.play.scenes, "DIR",
         "folder of the scene files; default: the path in the log"},
        CACHE_OPTION(def.play.cache),
        {"--sample", OPTION_INT, &def.sample, "N", "episodes shown as images", 0, 1e6},
        {"--videos", OPTION_INT, &def.videos, "N",
         "evaluations of each training run shown as videos", 0, 1000},
        {"--join-seeds", OPTION_FLAG, &def.join_seeds, NULL,
         "plot training runs x_0, x_1, … as one curve: mean, min and max", .old = "--seeds"},
        {"--episode", OPTION_TEXT, &video.episode, "ID", "one episode, as a video"},
        {"--video", OPTION_TEXT, &video.out, "FILE", "the video: .mp4, .webm or .gif",
         .endings = ".mp4 .webm .gif"},
        {"--fps", OPTION_INT, &video.fps, "N", "frames per second of the video", 1, 60},
        {"-o", OPTION_TEXT, &def.out, "FILE", "the HTML report", .endings = ".html .htm"},
    };
    arguments a = {
        .command = "report",
        .summary =
            "Writes an HTML report from logs: tables, charts, and episodes as images, worst first. "
            "Folders of wend train (or their curve.csv) are shown as curves.",
        .operands = "LOG…",
        .options = options,
        .option_count = OPTION_COUNT(options),
        .min_operands = 1,
        .max_operands = MAX_FILES};
    int status;
    wend_error error;
    if (!arguments_read(&a, argc, argv, &status)) return status;
    if (!video.episode != !video.out)
        return report_misuse(&a, "--episode and --video must be given together");
    if (video.out) {
        if (a.given_count != 1) return report_misuse(&a, "--video needs exactly one log");
        video.log = a.given[0];
        video.play = def.play;
        return make_video(&video);
    }
    report_files files = {.log_count = 0};
    sort_files(&a, &files);
    def.logs = files.logs;
    def.log_count = files.log_count;
    def.curves = files.curves;
    def.curve_count = files.curve_count;
    def.warn = cmd_report_show_warning;
    if (wend_report_write(&def, &error) != WEND_OK) return report_error(&error);
    printf("%s\n", def.out);
    return EXIT_OK;
}
