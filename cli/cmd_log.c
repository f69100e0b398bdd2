// wend log merge
#include <stdio.h>

#include "commands.h"
#include "options.h"

#include "wend/log.h"

int command_log_merge(int argc, char** argv) {
    const char* out = NULL;
    bool overwrite = false;
    const option options[] = {
        {"--overwrite", OPTION_FLAG, &overwrite, NULL, "replace an existing file"},
        {"-o", OPTION_TEXT, &out, "FILE", "the log of the whole run"},
    };
    arguments a = {.command = "log merge",
                   .summary =
                       "Joins the logs of all shards of a run ('wend run --shard') into the log "
                       "that one process writes, byte by byte.",
                   .operands = "LOG…",
                   .options = options,
                   .option_count = OPTION_COUNT(options),
                   .min_operands = 1,
                   .max_operands = 256};
    int status, records;
    wend_error error;
    if (!arguments_read(&a, argc, argv, &status)) return status;
    if (!out) return report_misuse(&a, "-o is required");
    if (wend_log_merge(a.given, a.given_count, out, overwrite, &records, &error) != WEND_OK)
        return report_error(&error);
    printf("%s: %d episodes of %d shards\n", out, records, a.given_count);
    return EXIT_OK;
}
