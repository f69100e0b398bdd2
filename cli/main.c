// `wend VERB [NOUN] …`: finds the command and hands it what is left of the line.
#include <stdio.h>
#include <string.h>

#include "commands.h"
#include "options.h"

typedef struct command {
    const char* words;
    int (*run)(int argc, char** argv);
    const char* help;
} command;

static const command commands[] = {
#define X(words, function, help) {words, function, help},
    COMMAND_LIST(X)
#undef X
};
enum { COMMAND_COUNT = sizeof commands / sizeof *commands };

int command_version(int argc, char** argv) {
    (void)argc;
    (void)argv;
    printf("wend %s\n", WEND_VERSION);
    return EXIT_OK;
}

static void print_usage(FILE* out, const char* verb) {
    fprintf(out, "wend: embodied navigation on a plain CPU\n\nusage: wend COMMAND [options]\n\n");
    for (int i = 0; i < COMMAND_COUNT; i++)
        if (!verb || strncmp(commands[i].words, verb, strlen(verb)) == 0)
            fprintf(out, "  %-22s %s\n", commands[i].words, commands[i].help);
    fprintf(out, "\n'wend COMMAND --help' explains one.\n");
}

// How many of the call's words the command takes, or 0 when it is another command.
static int words_matching(const char* words, int argc, char** argv) {
    int taken = 0;
    while (*words) {
        size_t length = strcspn(words, " ");
        if (taken >= argc || strlen(argv[taken]) != length ||
            strncmp(argv[taken], words, length) != 0)
            return 0;
        taken++;
        words += length;
        while (*words == ' ') words++;
    }
    return taken;
}

int main(int argc, char** argv) {
    if (argc > 0) argc--, argv++;
    if (argc == 0 || strcmp(argv[0], "--help") == 0 || strcmp(argv[0], "help") == 0) {
        print_usage(stdout, argc > 1 ? argv[1] : NULL);
        return argc == 0 ? EXIT_CALL : EXIT_OK;
    }
    for (int i = 0; i < COMMAND_COUNT; i++) {
        int taken = words_matching(commands[i].words, argc, argv);
        if (taken) return commands[i].run(argc - taken, argv + taken);
    }
    fprintf(stderr, "wend: there is no command '%s%s%s'\n", argv[0], argc > 1 ? " " : "",
            argc > 1 ? argv[1] : "");
    for (int i = 0; i < COMMAND_COUNT; i++) {
        if (strncmp(commands[i].words, argv[0], strlen(argv[0])) != 0) continue;
        print_usage(stderr, argv[0]);
        return EXIT_CALL;
    }
    fprintf(stderr, "'wend --help' lists them\n");
    return EXIT_CALL;
}
