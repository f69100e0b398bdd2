#include "outputs.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "wend/files.h"

static bool is_output(const option* o) {
    static const char* const names[] = {"-o",      "--out",      "--map",     "--video", "--svg",
                                        "--curve", "--tour-log", "--tour-gt", "--csv"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(o->name, names[i]) == 0) return true;
    return false;
}

// An input may name one house of a file: "houses.jsonl#12".
static bool is_input(const char* input, const char* output) {
    char path[4096];
    const char* hash = strrchr(input, '#');
    size_t length =
        hash && isdigit((unsigned char)hash[1]) ? (size_t)(hash - input) : strlen(input);
    if (length >= sizeof path || wend_file_is_folder(output)) return false;
    snprintf(path, sizeof path, "%.*s", (int)length, input);
    return wend_file_is_same(path, output);
}

// The argument that refers to the same file as `output`; NULL: none.
static const char* find_input(const arguments* a, const char* output) {
    for (int i = 0; i < a->given_count; i++)
        if (a->given[i] != output && is_input(a->given[i], output)) return a->given[i];
    for (int i = 0; i < a->option_count; i++) {
        const option* o = &a->options[i];
        const char* value = o->kind == OPTION_TEXT ? *(const char**)o->value : NULL;
        if (value && value != output && is_input(value, output)) return value;
    }
    return NULL;
}

static int check_output(const arguments* a, const char* name, const char* output) {
    const char* same = output ? find_input(a, output) : NULL;
    if (!same) return EXIT_OK;
    return report_misuse(a, "%s %s would overwrite the input %s; choose another path", name, output,
                         same);
}

int outputs_check(const arguments* a) {
    for (int i = 0; i < a->option_count; i++) {
        const option* o = &a->options[i];
        if (o->kind != OPTION_TEXT || !is_output(o)) continue;
        if (check_output(a, o->name, *(const char**)o->value) != EXIT_OK) return EXIT_CALL;
    }
    if (strcmp(a->operands, "FROM TO") == 0 && a->given_count == 2)
        return check_output(a, "TO", a->given[1]);
    return EXIT_OK;
}

void outputs_start(void) {
    for (int descriptor = 0; descriptor <= 2; descriptor++)
        if (fcntl(descriptor, F_GETFD) < 0 && errno == EBADF)
            (void)!open("/dev/null", O_RDONLY);  // takes the lowest free descriptor
    signal(SIGPIPE, SIG_IGN);
}

int outputs_finish(int exit_status) {
    errno = 0;
    bool lost = fflush(stdout) != 0 || ferror(stdout);
    int reason = errno;
    if (lost && reason != EPIPE)
        fprintf(stderr, "wend: standard output: cannot write: %s; the output is incomplete\n",
                reason ? strerror(reason) : "an earlier write failed");
    lost |= fflush(stderr) != 0 || ferror(stderr);
    return lost && exit_status == EXIT_OK ? EXIT_DATA : exit_status;
}
