// wend report: logs as a page to look at.
#include <stdio.h>

#include "commands.h"
#include "options.h"

#include "wend/report.h"

static void show_warning(void* context, const char* sentence) {
    (void)context;
    fprintf(stderr, "wend: warning: %s\n", sentence);
}

int command_report(int argc, char** argv) {
    wend_report_def def = wend_report_default_def();
    def.out = "report.html";
    const option options[] = {
        {"--episodes", OPTION_TEXT, &def.episodes, "FILE", "the episodes, if not where they were"},
        {"--scenes", OPTION_TEXT, &def.scenes, "DIR", "scene files, if not where they were"},
        {"--cache", OPTION_TEXT, &def.cache, "DIR", "keep scenes here: opened again in no time"},
        {"--sample", OPTION_INT, &def.sample, "N", "episodes shown in pictures"},
        {"-o", OPTION_TEXT, &def.out, "FILE", "the page"},
    };
    arguments a = {.command = "report",
                   .summary =
                       "Makes one page of HTML from the logs of runs: tables, charts, and "
                       "episodes in pictures, worst first.",
                   .operands = "LOG…",
                   .options = options,
                   .option_count = OPTION_COUNT(options),
                   .min_operands = 1,
                   .max_operands = 64};
    int status;
    wend_error error;
    if (!arguments_read(&a, argc, argv, &status)) return status;
    if (def.sample < 0) return report_misuse(&a, "--sample %d: it cannot be negative", def.sample);
    def.logs = a.given;
    def.log_count = a.given_count;
    def.warn = show_warning;
    if (wend_report_write(&def, &error) != WEND_OK) return report_error(&error);
    printf("%s\n", def.out);
    return EXIT_OK;
}
