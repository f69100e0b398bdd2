#include "joined.h"

#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

void joined_quieten(void) {
    if (wend_ranks_is_first()) return;
    int nowhere = open("/dev/null", O_WRONLY);
    if (nowhere < 0) return;
    dup2(nowhere, 1);
    close(nowhere);
}

bool joined_begin(float timeout, wend_ranks** ranks, int* threads, int* exit_status) {
    wend_error error;
    if (threads && !*threads && wend_ranks_is_launched()) *threads = wend_ranks_threads();
    if (wend_ranks_join((double)timeout, ranks, &error) == WEND_OK) return true;
    *exit_status = report_error(&error);
    return false;
}

static void joined_report(const wend_error* error) {
    fprintf(stderr, "wend: %s\n", error->message);
    fflush(NULL);
}

wend_status joined_end(wend_ranks* ranks, wend_status status, wend_error* error) {
    if (ranks && status != WEND_OK) {
        fflush(stdout);
        wend_ranks_fail(ranks, status == WEND_ARGUMENT ? EXIT_CALL : EXIT_DATA, joined_report,
                        error);
    }
    wend_ranks_leave(ranks);
    return status;
}
