// Options of a command. One table declares, parses, checks and documents them.
#ifndef WEND_CLI_OPTIONS_H
#define WEND_CLI_OPTIONS_H

#include "wend/files.h"

enum { EXIT_OK = 0, EXIT_DATA = 1, EXIT_CALL = 2 };  // success; invalid data; invalid call

typedef enum option_kind {
    OPTION_FLAG,   // bool*
    OPTION_INT,    // int*
    OPTION_U64,    // uint64_t*
    OPTION_FLOAT,  // float*
    OPTION_TEXT,   // const char**
} option_kind;

// Rows omit the fields they do not use.
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"

typedef struct option {
    const char* name;  // "--seed"
    option_kind kind;
    void* value;        // in: the default; out: the given value
    const char* shows;  // placeholder of the value in the help: "N"; NULL for flags
    const char* help;
    double min, max;      // numbers must be in [min, max]; both 0: the range of the type
    const char* endings;  // of an output file: ".json .json.gz"; NULL: any
    const char* old;  // former name: accepted for one release, with a note on stderr; NULL: none
} option;

#define OPTION_COUNTS 1, 1e9  // the range of a count
#define OPTION_LIMITS 0, 1e9  // the range of a count where 0 means no limit or a default

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

// Parses argv (after the words of the command). Returns false when the program must end with
// `*exit_status`: help was printed, or the call is invalid.
bool arguments_read(arguments* a, int argc, char** argv, int* exit_status);

// Output of `--help`: plain text, a section of the man page, or words for shell completion.
typedef enum help_form { HELP_TEXT, HELP_MAN, HELP_WORDS } help_form;
void help_write_as(help_form form);

// Prints "wend: sentence" on stderr and returns the matching exit status.
int report_error(const wend_error* error);
// The same for an invalid call; refers to --help. Returns EXIT_CALL.
int report_misuse(const arguments* a, const char* format, ...)
    __attribute__((format(printf, 2, 3)));

// Prints a complete JSON text as one line and destroys it. Returns EXIT_OK, or EXIT_DATA after an
// error message.
int print_json(wend_json_out* out);
void put_hash(wend_json_out* out, uint64_t hash);  // "hash": 16 hexadecimal digits

// Checks that the output file of option `name` ends in one of `endings` (".json .json.gz").
// Returns EXIT_OK, or EXIT_CALL after an error message.
int check_ending(const arguments* a, const char* name, const char* path, const char* endings);

// Rows that several commands have.
#define JSON_OPTION(flag) \
    { "--json", OPTION_FLAG, &(flag), NULL, "print one JSON object" }
#define SEED_OPTION(seed) \
    { "--seed", OPTION_U64, &(seed), "N", "random seed; the same seed gives the same bytes" }
#define THREADS_OPTION(threads)                                                                 \
    {                                                                                           \
        "--threads", OPTION_INT, &(threads), "N",                                               \
            "threads; 0: one per processor; the output is bit-identical for any count", 0, 1024 \
    }
#define CACHE_OPTION(folder) \
    { "--cache", OPTION_TEXT, &(folder), "DIR", "cache of scenes, navmeshes and views" }
// Of commands that play episodes: the fields of a wend_play_def that have no other help.
#define PLAY_OPTIONS(play)                                                         \
    {"--scenes", OPTION_TEXT, &(play).scenes, "DIR", "folder of the scene files"}, \
        CACHE_OPTION((play).cache), SEED_OPTION((play).seed),                      \
        {"--rules", OPTION_TEXT, &(play).rules, "R", "paper or official"}, {       \
        "--max-steps", OPTION_INT, &(play).max_steps, "N",                         \
            "step limit of an episode; 0: the task's", OPTION_LIMITS               \
    }

#define OPTION_COUNT(table) ((int)(sizeof(table) / sizeof *(table)))

// Progress line on a terminal ("12/100 houses, 3 s left"); silent elsewhere.
typedef struct progress {
    const char* what;
    int total;
    double start, last;
} progress;
progress progress_start(const char* what, int total);
void progress_show(progress* p, int done);
void progress_end(progress* p);
double seconds_now(void);
double cpu_seconds_now(void);  // of the calling thread

#endif
