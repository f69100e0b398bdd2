#include "options.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/nearest.h"

static void print_default(const option* o) {
    switch (o->kind) {
        case OPTION_INT:
            printf(" [%d]", *(int*)o->value);
            break;
        case OPTION_U64:
            printf(" [%llu]", (unsigned long long)*(uint64_t*)o->value);
            break;
        case OPTION_FLOAT:
            printf(" [%g]", (double)*(float*)o->value);
            break;
        case OPTION_TEXT:
            if (*(const char**)o->value) printf(" [%s]", *(const char**)o->value);
            break;
        case OPTION_FLAG:
            break;
    }
}

static void print_text(const arguments* a) {
    printf("%s\n\nusage: wend %s%s%s%s\n", a->summary, a->command,
           a->option_count ? " [options]" : "", *a->operands ? " " : "", a->operands);
    if (a->option_count) printf("\noptions:\n");
    for (int i = 0; i < a->option_count; i++) {
        const option* o = &a->options[i];
        char left[64];
        snprintf(left, sizeof left, "%s%s%s", o->name, o->shows ? " " : "",
                 o->shows ? o->shows : "");
        printf("  %-22s %s", left, o->help);
        print_default(o);
        printf("\n");
    }
}

// A dash is a minus sign, and a dot or a quote at the start of a line is a request, to troff.
static void print_troff(const char* text) {
    for (const char* at = text; *at; at++)
        if (*at == '-' || *at == '\\')
            printf("\\%c", *at);
        else if (at == text && (*at == '.' || *at == '\''))
            printf("\\&%c", *at);
        else
            putchar(*at);
}

static void print_man(const arguments* a) {
    printf(".SS \"wend %s%s%s%s\"\n", a->command, a->option_count ? " [options]" : "",
           *a->operands ? " " : "", a->operands);
    print_troff(a->summary);
    printf("\n");
    for (int i = 0; i < a->option_count; i++) {
        const option* o = &a->options[i];
        printf(".TP\n\\fB");
        print_troff(o->name);
        printf("\\fR%s%s\n", o->shows ? " " : "", o->shows ? o->shows : "");
        print_troff(o->help);
        print_default(o);
        printf("\n");
    }
}

static void print_words(const arguments* a) {
    for (int i = 0; i < a->option_count; i++) printf("%s ", a->options[i].name);
    printf("--help");
}

static help_form form;

void help_write_as(help_form how) { form = how; }

static void print_help(const arguments* a) {
    void (*const ways[])(const arguments*) = {print_text, print_man, print_words};
    ways[form](a);
}

int report_error(const wend_error* error) {
    fprintf(stderr, "wend: %s\n", error->message);
    return error->status == WEND_ARGUMENT ? EXIT_CALL : EXIT_DATA;
}

int report_misuse(const arguments* a, const char* format, ...) {
    va_list list;
    va_start(list, format);
    fprintf(stderr, "wend %s: ", a->command);
    vfprintf(stderr, format, list);
    fprintf(stderr, "; see 'wend %s --help'\n", a->command);
    va_end(list);
    return EXIT_CALL;
}

static bool set_number(const option* o, const char* text) {
    char* end;
    errno = 0;
    if (o->kind == OPTION_INT) {
        long value = strtol(text, &end, 10);
        if (value != (int)value) return false;
        *(int*)o->value = (int)value;
    } else if (o->kind == OPTION_U64) {
        if (*text == '-') return false;
        *(uint64_t*)o->value = strtoull(text, &end, 10);
    } else {
        float value = strtof(text, &end);
        if (!isfinite(value)) return false;
        *(float*)o->value = value;
    }
    return *text && !*end && errno == 0;
}

static const option* find_option(const arguments* a, const char* word, size_t length) {
    for (int i = 0; i < a->option_count; i++)
        if (strlen(a->options[i].name) == length && strncmp(a->options[i].name, word, length) == 0)
            return &a->options[i];
    return NULL;
}

// Reads one option; `*i` moves past its value. Returns EXIT_OK or EXIT_CALL.
static int read_option(const arguments* a, int argc, char** argv, int* i) {
    const char* word = argv[*i];
    const char* equals = strchr(word, '=');
    const option* o = find_option(a, word, equals ? (size_t)(equals - word) : strlen(word));
    if (!o) {
        nearest best = {0};
        char hint[64];
        for (int k = 0; k < a->option_count; k++) nearest_try(&best, word, a->options[k].name);
        return report_misuse(a, "unknown option '%s'%s", word,
                             nearest_hint(&best, hint, sizeof hint));
    }
    if (o->kind == OPTION_FLAG) {
        if (equals) return report_misuse(a, "%s takes no value", o->name);
        *(bool*)o->value = true;
        return EXIT_OK;
    }
    const char* value = equals ? equals + 1 : *i + 1 < argc ? argv[++*i] : NULL;
    if (!value) return report_misuse(a, "%s needs a value (%s)", o->name, o->shows);
    if (o->kind == OPTION_TEXT)
        *(const char**)o->value = value;
    else if (!set_number(o, value))
        return report_misuse(a, "%s takes a number, not '%s'", o->name, value);
    return EXIT_OK;
}

bool arguments_read(arguments* a, int argc, char** argv, int* exit_status) {
    bool options_over = false;
    *exit_status = EXIT_CALL;
    for (int i = 0; i < argc; i++) {
        if (!options_over && strcmp(argv[i], "--") == 0) {
            options_over = true;
        } else if (!options_over &&
                   (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0)) {
            print_help(a);
            *exit_status = EXIT_OK;
            return false;
        } else if (!options_over && argv[i][0] == '-' && argv[i][1]) {
            if (read_option(a, argc, argv, &i) != EXIT_OK) return false;
        } else {
            if (a->given_count == a->max_operands || a->given_count == 256) {
                report_misuse(a, "'%s' is one argument too many", argv[i]);
                return false;
            }
            a->given[a->given_count++] = argv[i];
        }
    }
    if (a->given_count < a->min_operands) {
        report_misuse(a, "%s is missing", a->operands);
        return false;
    }
    *exit_status = EXIT_OK;
    return true;
}

double seconds_now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

progress progress_start(const char* what, int total) {
    double now = seconds_now();
    return (progress){what, total, now, isatty(STDERR_FILENO) ? now : INFINITY};
}

void progress_show(progress* p, int done) {
    double now = seconds_now();
    if (now < p->last + 0.2) return;
    p->last = now;
    double left = done > 0 ? (now - p->start) * (p->total - done) / done : 0;
    fprintf(stderr, "\r\x1b[K%d/%d %s, %.0f/s, %.0f s left", done, p->total, p->what,
            done / (now - p->start + 1e-9), left);
}

void progress_end(progress* p) {
    if (p->last > p->start && isfinite(p->last)) fprintf(stderr, "\r\x1b[K");
}
