// `wend VERB [NOUN] …`: finds the command and passes it the remaining arguments.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "commands.h"
#include "joined.h"
#include "options.h"
#include "outputs.h"

#include "wend/files.h"

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
    arguments a = {.command = "version", .summary = "Prints the version.", .operands = ""};
    int status;
    if (!arguments_read(&a, argc, argv, &status)) return status;
    printf("wend %s\n", WEND_VERSION);
    return EXIT_OK;
}

// Calls every command with --help; the output is formatted as `form`.
static void help_of_all(help_form form, const char* before, const char* after) {
    char help[] = "--help";
    char* ask[] = {help, NULL};
    help_write_as(form);
    for (int i = 0; i < COMMAND_COUNT; i++) {
        if (commands[i].run == command_version || commands[i].run == command_manual ||
            commands[i].run == command_completion)
            continue;
        printf(before, commands[i].words);
        commands[i].run(1, ask);
        printf("%s", after);
    }
}

int command_manual(int argc, char** argv) {
    arguments a = {
        .command = "manual",
        .summary = "Prints the manual page, as troff: wend manual > wend.1; man -l wend.1",
        .operands = ""};
    int status;
    if (!arguments_read(&a, argc, argv, &status)) return status;
    printf(".TH WEND 1 \"\" \"wend %s\" \"User Commands\"\n.SH NAME\n", WEND_VERSION);
    printf("wend \\- embodied navigation on the CPU\n.SH SYNOPSIS\n.B wend\nCOMMAND [options]\n");
    printf(
        ".SH DESCRIPTION\nGenerates and imports indoor scenes, renders RGB, depth and semantics, "
        "simulates\n"
        "navigation, runs embodied-navigation benchmarks, trains agents and computes metrics.\n"
        ".SH COMMANDS\n");
    help_of_all(HELP_MAN, ".\\\" %s\n", "");
    printf(".SH EXIT STATUS\n0: success. 1: invalid data or a failed check. 2: invalid call.\n");
    return EXIT_OK;
}

int command_completion(int argc, char** argv) {
    arguments a = {.command = "completion",
                   .summary = "Prints completion for bash and zsh: source <(wend completion)",
                   .operands = ""};
    int status;
    if (!arguments_read(&a, argc, argv, &status)) return status;
    printf(
        "# completion of wend %s, for bash and zsh\n"
        "[ -z \"$ZSH_VERSION\" ] || { autoload -U +X bashcompinit && bashcompinit; }\n"
        "_wend_options() {\n    case \"$1\" in\n",
        WEND_VERSION);
    help_of_all(HELP_WORDS, "    \"%s\") echo \"", "\" ;;\n");
    printf("    esac\n}\n_wend_commands='");
    for (int i = 0; i < COMMAND_COUNT; i++) printf("%s%s", i ? "\n" : "", commands[i].words);
    printf(
        "'\n"
        "_wend() {\n"
        "    local word=${COMP_WORDS[COMP_CWORD]} one=${COMP_WORDS[1]} two=${COMP_WORDS[2]}\n"
        "    local choices options\n"
        "    if [ \"$COMP_CWORD\" -eq 1 ]; then\n"
        "        choices=$(printf '%%s\\n' \"$_wend_commands\" | cut -d' ' -f1 | sort -u)\n"
        "    else\n"
        "        if [ \"$COMP_CWORD\" -eq 2 ]; then\n"
        "            choices=$(printf '%%s\\n' \"$_wend_commands\" | sed -n \"s/^$one //p\")\n"
        "        fi\n"
        "        options=$(_wend_options \"$one $two\")\n"
        "        [ -n \"$options\" ] || options=$(_wend_options \"$one\")\n"
        "        case $word in -*) choices=$options ;; esac\n"
        "    fi\n"
        "    COMPREPLY=($(compgen -W \"$choices\" -- \"$word\"))\n"
        "}\n"
        "complete -o default -F _wend wend\n");
    return EXIT_OK;
}

// True if `word` is the first word of the command.
static bool begins_with(const command* c, const char* word) {
    size_t size = strcspn(c->words, " ");
    return strlen(word) == size && strncmp(c->words, word, size) == 0;
}

// Prints all commands, or those that begin with `verb`. Nullable: verb. Returns their number.
static int print_usage(FILE* out, const char* verb) {
    int count = 0;
    for (int i = 0; i < COMMAND_COUNT; i++) count += !verb || begins_with(&commands[i], verb);
    if (!count) return 0;
    fprintf(out, "wend: embodied navigation on the CPU\n\nusage: wend COMMAND [options]\n\n");
    for (int i = 0; i < COMMAND_COUNT; i++)
        if (!verb || begins_with(&commands[i], verb))
            fprintf(out, "  %-26s %s\n", commands[i].words, commands[i].help);
    fprintf(out, "\n'wend COMMAND --help' explains one; 'wend --version' prints the version.\n");
    return count;
}

// Number of arguments that form the words of the command; 0: a different command.
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

static const command* find_command(int argc, char** argv, int* taken) {
    for (int i = 0; i < COMMAND_COUNT; i++)
        if ((*taken = words_matching(commands[i].words, argc, argv))) return &commands[i];
    return NULL;
}

static bool is_help(const char* word) {
    return strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0 || strcmp(word, "help") == 0;
}

static int refuse_command(int argc, char** argv) {
    char given[64], hint[64];
    wend_nearest best = {0};
    bool two = argc > 1 && argv[1][0] != '-';
    snprintf(given, sizeof given, "%s%s%s", argv[0], two ? " " : "", two ? argv[1] : "");
    for (int i = 0; i < COMMAND_COUNT; i++) {
        wend_nearest_try(&best, given, commands[i].words);
        wend_nearest_try(&best, argv[0], commands[i].words);
    }
    if (argv[0][0] == '-') {
        wend_nearest_try(&best, argv[0], "--version");
        wend_nearest_try(&best, argv[0], "--help");
    }
    fprintf(stderr, "wend: unknown %s '%s'%s\n", argv[0][0] == '-' ? "option" : "command", given,
            wend_nearest_hint(&best, hint, sizeof hint));
    if (!print_usage(stderr, argv[0])) fprintf(stderr, "'wend --help' lists them\n");
    return EXIT_CALL;
}

// `wend help`, `wend help run`, `wend help scene`, `wend help scene render`.
static int run_help(int argc, char** argv) {
    char ask[] = "--help";
    char* asked[] = {ask, NULL};
    int taken;
    if (argc == 0) {
        print_usage(stdout, NULL);
        return EXIT_OK;
    }
    const command* c = find_command(argc, argv, &taken);
    if (c && taken == argc) return c->run(1, asked);
    return argc == 1 && print_usage(stdout, argv[0]) ? EXIT_OK : refuse_command(argc, argv);
}

static int run_command(int argc, char** argv) {
    int taken;
    if (argc == 0) {
        print_usage(stderr, NULL);
        return EXIT_CALL;
    }
    if (is_help(argv[0])) return run_help(argc - 1, argv + 1);
    if (strcmp(argv[0], "--version") == 0 || strcmp(argv[0], "-V") == 0)
        return command_version(argc - 1, argv + 1);
    const command* c = find_command(argc, argv, &taken);
    if (c) joined_quieten();
    if (c) return c->run(argc - taken, argv + taken);
    // 'wend scene --help': help of a group of commands
    if (argc == 2 && is_help(argv[1]) && print_usage(stdout, argv[0])) return EXIT_OK;
    return refuse_command(argc, argv);
}

int main(int argc, char** argv) {
    if (argc > 0) argc--, argv++;
    outputs_start();
    const char* simd = getenv("WEND_SIMD");
    if (simd && !wend_simd_is_known(simd)) {
        fprintf(stderr, "wend: WEND_SIMD is portable, sse4, avx2 or avx512, not '%s'\n", simd);
        return outputs_finish(EXIT_CALL);
    }
    return outputs_finish(run_command(argc, argv));
}
