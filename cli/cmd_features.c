// wend features: perception of viewpoints, from its sources into one file.
#include <stdio.h>

#include "commands.h"
#include "options.h"

#include "wend/data.h"

static int features_print(const char* path, const wend_views* views, bool json) {
    wend_views_summary s = wend_views_summarize(views);
    if (!json) {
        printf(
            "%s: %d viewpoints of 36 views, %d captions of %d words, %lld detections of %d "
            "classes\n",
            path, s.viewpoints, s.captions, s.words, (long long)s.detections, s.classes);
        return EXIT_OK;
    }
    wend_json_out out = {0};
    wend_json_out_object(&out, NULL);
    wend_json_out_int(&out, "viewpoints", s.viewpoints);
    wend_json_out_int(&out, "captions", s.captions);
    wend_json_out_int(&out, "words", s.words);
    wend_json_out_int(&out, "classes", s.classes);
    wend_json_out_int(&out, "detections", s.detections);
    put_hash(&out, wend_views_hash(views));
    wend_json_out_end(&out);
    return print_json(&out);
}

int command_features(int argc, char** argv) {
    const char* out = NULL;
    bool json = false;
    const option options[] = {
        {"-o", OPTION_TEXT, &out, "FILE", "write everything into one file that opens quickly",
         .endings = ".wviews"},
        JSON_OPTION(json),
    };
    arguments a = {
        .command = "features",
        .summary = "Reads captions and detections of viewpoints and prints their counts.",
        .operands = "DIR|FILE",
        .options = options,
        .option_count = OPTION_COUNT(options),
        .min_operands = 1,
        .max_operands = 1};
    int status;
    if (!arguments_read(&a, argc, argv, &status)) return status;
    wend_views* views;
    wend_error error;
    if (wend_views_open(a.given[0], &views, &error) != WEND_OK) return report_error(&error);
    status = 0;
    if (out && wend_views_save(views, out, &error) != WEND_OK) status = report_error(&error);
    if (!status) status = features_print(out ? out : a.given[0], views, json);
    wend_views_destroy(views);
    return status;
}
