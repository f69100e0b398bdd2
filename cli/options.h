// Options of a command: declared once, read, checked and explained from the same table.
#ifndef WEND_CLI_OPTIONS_H
#define WEND_CLI_OPTIONS_H

#include "wend/base.h"

enum { EXIT_OK = 0, EXIT_DATA = 1, EXIT_CALL = 2 };  // fine; the data is wrong; the call is wrong

typedef enum option_kind {
    OPTION_FLAG,   // bool*
    OPTION_INT,    // int*
    OPTION_U64,    // uint64_t*
    OPTION_FLOAT,  // float*
    OPTION_TEXT,   // const char**
} option_kind;

// Rows of a table leave out the limits they do not have.
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"

typedef struct option {
    const char* name;  // "--seed"
    option_kind kind;
    void* value;        // holds the default before, the given value after
    const char* shows;  // what the value is called in the help: "N"; NULL for flags
    const char* help;
    double min, max;      // numbers must be in [min, max]; both 0: all that the type holds
    const char* endings;  // of a file that is written: ".json .json.gz"; NULL: any
} option;

#define OPTION_THREADS 0, 1024  // the range of every --threads
#define OPTION_COUNTS  1, 1e9   // of a number of things
#define OPTION_LIMITS  0, 1e9   // of the same where 0 means no limit or a default

typedef struct arguments {
    const char* command;   // "scene generate"
    const char* summary;   // one line for the help
    const char* operands;  // "FILE…", "" if none are taken
    const option* options;
    int option_count;
    int min_operands, max_operands;
    const char* given[256];  // the operands
    int given_count;
} arguments;

// Reads argv (after the command's own words). Returns true when the command should go on; else
// `*exit_status` is what the program ends with (help was printed, or the call is wrong).
bool arguments_read(arguments* a, int argc, char** argv, int* exit_status);

// How `--help` writes itself: for a reader, as part of the man page, or as bare words for a shell.
typedef enum help_form { HELP_TEXT, HELP_MAN, HELP_WORDS } help_form;
void help_write_as(help_form form);

// Prints "wend: sentence" on stderr and returns the exit status that fits.
int report_error(const wend_error* error);
// The same for a wrong call; says how to get help.
int report_misuse(const arguments* a, const char* format, ...)
    __attribute__((format(printf, 2, 3)));

// The file that option `name` writes must end in one of `endings` (".json .json.gz"): EXIT_OK, or
// EXIT_CALL after a sentence.
int check_ending(const arguments* a, const char* name, const char* path, const char* endings);

#define OPTION_COUNT(table) ((int)(sizeof(table) / sizeof *(table)))

// A line that rewrites itself on a terminal ("12/100 houses, 3 s left"); silent elsewhere.
typedef struct progress {
    const char* what;
    int total;
    double start, last;
} progress;
progress progress_start(const char* what, int total);
void progress_show(progress* p, int done);
void progress_end(progress* p);
double seconds_now(void);

#endif
