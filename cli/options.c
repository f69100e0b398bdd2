// Parses arguments by the option table of a command, and prints help and errors.
#include "options.h"

#include <errno.h>
#include <float.h>
#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "outputs.h"

#include "wend/ranks.h"

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

static void options_print_text(const arguments* a) {
    printf("%s\n\nusage: wend %s%s%s%s\n", a->summary, a->command,
           a->option_count ? " [options]" : "", *a->operands ? " " : "", a->operands);
    if (a->option_count) printf("\noptions:\n");
    for (int i = 0; i < a->option_count; i++) {
        const option* o = &a->options[i];
        char left[64];
        snprintf(left, sizeof left, "%s%s%s", o->name, o->shows ? " " : "",
                 o->shows ? o->shows : "");
        printf("  %-26s %s", left, o->help);
        print_default(o);
        printf("\n");
    }
}

// Escapes what troff interprets: dashes, backslashes, a dot or a quote at the start of a line.
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

static void options_print_words(const arguments* a) {
    for (int i = 0; i < a->option_count; i++) printf("%s ", a->options[i].name);
    printf("--help");
}

static help_form form;

void help_write_as(help_form wanted) { form = wanted; }

static void print_help(const arguments* a) {
    void (*const print[])(const arguments*) = {options_print_text, print_man, options_print_words};
    print[form](a);
}

static bool wants_json;  // --json was given

// With --json an error is also an object on stdout: stdout always contains JSON.
static void print_json_error(const char* message) {
    wend_json_out out = {0};
    if (!wants_json) return;
    wend_json_out_object(&out, NULL);
    wend_json_out_text(&out, "error", message);
    wend_json_out_end(&out);
    if (!out.text.out_of_memory) printf("%s\n", out.text.items);
    wend_json_out_destroy(&out);
    wants_json = false;  // print it once
}

int report_error(const wend_error* error) {
    print_json_error(error->message);
    if (wend_ranks_is_first()) fprintf(stderr, "wend: %s\n", error->message);
    return error->status == WEND_ARGUMENT ? EXIT_CALL : EXIT_DATA;
}

void put_hash(wend_json_out* out, uint64_t hash) {
    char digits[17];
    snprintf(digits, sizeof digits, "%016llx", (unsigned long long)hash);
    wend_json_out_text(out, "hash", digits);
}

int print_json(wend_json_out* out) {
    bool complete = !out->text.out_of_memory;
    if (complete) printf("%s\n", out->text.items);
    wend_json_out_destroy(out);
    if (complete) return EXIT_OK;
    fprintf(stderr, "wend: out of memory for the output\n");
    return EXIT_DATA;
}

int report_misuse(const arguments* a, const char* format, ...) {
    char message[1000];
    va_list list;
    va_start(list, format);
    vsnprintf(message, sizeof message, format, list);
    va_end(list);
    print_json_error(message);
    if (wend_ranks_is_first())
        fprintf(stderr, "wend %s: %s; see 'wend %s --help'\n", a->command, message, a->command);
    return EXIT_CALL;
}

// Parses `text` as a decimal number in the option's range. Rejects "nan", "0x10", " 3" and "3x".
static bool options_set_number(const option* o, const char* text) {
    bool whole = o->kind != OPTION_FLOAT, bounded = o->min < o->max;
    const char* letters = whole ? "+-0123456789" : "+-.eE0123456789";
    char* end;
    errno = 0;
    if (!*text || text[strspn(text, letters)]) return false;
    if (o->kind == OPTION_U64 && *text == '-') return false;
    uint64_t large = o->kind == OPTION_U64 ? strtoull(text, &end, 10) : 0;
    double value = o->kind == OPTION_U64   ? (double)large
                   : o->kind == OPTION_INT ? (double)strtol(text, &end, 10)
                                           : strtod(text, &end);
    if (end == text || *end || errno) return false;
    if (bounded && (value < o->min || value > o->max)) return false;
    if (o->kind == OPTION_INT && value != (int)fmax(INT_MIN, fmin(INT_MAX, value))) return false;
    if (o->kind == OPTION_FLOAT && !isfinite((float)value)) return false;
    if (o->kind == OPTION_INT) *(int*)o->value = (int)value;
    if (o->kind == OPTION_U64) *(uint64_t*)o->value = large;
    if (o->kind == OPTION_FLOAT) *(float*)o->value = (float)value;
    return true;
}

static int refuse_number(const arguments* a, const option* o, const char* text) {
    double low = -(double)FLT_MAX, high = (double)FLT_MAX;
    if (o->min < o->max)
        low = o->min, high = o->max;
    else if (o->kind == OPTION_INT)
        low = INT_MIN, high = INT_MAX;
    else if (o->kind == OPTION_U64)
        return report_misuse(a, "%s must be in [0, %llu], not '%s'", o->name, ULLONG_MAX, text);
    return report_misuse(a, "%s must be in [%.10g, %.10g], not '%s'", o->name, low, high, text);
}

int check_ending(const arguments* a, const char* name, const char* path, const char* endings) {
    char list[128] = "";
    for (const char* at = endings; *at; at += strspn(at, " ")) {
        size_t size = strcspn(at, " "), length = strlen(path), used = strlen(list);
        if (length > size && strncmp(path + length - size, at, size) == 0) return EXIT_OK;
        at += size;
        snprintf(list + used, sizeof list - used, "%s%.*s",
                 !used ? ""
                 : *at ? ", "
                       : " or ",
                 (int)size, at - size);
    }
    return report_misuse(a, "%s must end in %s, not '%s'", name, list, path);
}

static int set_text(const arguments* a, const option* o, const char* text) {
    if (!*text) return report_misuse(a, "%s must not be empty", o->name);
    *(const char**)o->value = text;
    return o->endings ? check_ending(a, o->name, text, o->endings) : EXIT_OK;
}

static bool is_named(const char* name, const char* word, size_t length) {
    return name && strlen(name) == length && strncmp(name, word, length) == 0;
}

// The option called `word`. Current names take precedence: a former name may be reused.
static const option* find_option(const arguments* a, const char* word, size_t length) {
    for (int i = 0; i < a->option_count; i++)
        if (is_named(a->options[i].name, word, length)) return &a->options[i];
    for (int i = 0; i < a->option_count; i++)
        if (is_named(a->options[i].old, word, length)) {
            fprintf(stderr, "wend %s: %s is now %s; the old name works for one release\n",
                    a->command, a->options[i].old, a->options[i].name);
            return &a->options[i];
        }
    return NULL;
}

// Parses one option; `*i` moves past its value. Returns EXIT_OK or EXIT_CALL.
static int read_option(const arguments* a, int argc, char** argv, int* i) {
    const char* word = argv[*i];
    const char* equals = strchr(word, '=');
    const option* o = find_option(a, word, equals ? (size_t)(equals - word) : strlen(word));
    if (!o) {
        wend_nearest best = {0};
        char hint[64];
        wend_nearest_try(&best, word, "--help");
        for (int k = 0; k < a->option_count; k++) wend_nearest_try(&best, word, a->options[k].name);
        return report_misuse(a, "unknown option '%s'%s", word,
                             wend_nearest_hint(&best, hint, sizeof hint));
    }
    if (o->kind == OPTION_FLAG) {
        if (equals) return report_misuse(a, "%s takes no value", o->name);
        *(bool*)o->value = true;
        return EXIT_OK;
    }
    const char* value = equals ? equals + 1 : *i + 1 < argc ? argv[++*i] : NULL;
    if (!value) return report_misuse(a, "%s needs a value (%s)", o->name, o->shows);
    if (o->kind == OPTION_TEXT) return set_text(a, o, value);
    return options_set_number(o, value) ? EXIT_OK : refuse_number(a, o, value);
}

bool arguments_read(arguments* a, int argc, char** argv, int* exit_status) {
    bool options_over = false;
    *exit_status = EXIT_CALL;
    for (int i = 0; i < argc && strcmp(argv[i], "--") != 0; i++)
        if (strcmp(argv[i], "--json") == 0 && find_option(a, "--json", 6)) wants_json = true;
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
                report_misuse(a, "unexpected argument '%s'", argv[i]);
                return false;
            }
            a->given[a->given_count++] = argv[i];
        }
    }
    if (a->given_count < a->min_operands) {
        report_misuse(a, "%s is required", a->operands);
        return false;
    }
    *exit_status = outputs_check(a);
    return *exit_status == EXIT_OK;
}

static double read_clock(clockid_t clock) {
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

double seconds_now(void) { return read_clock(CLOCK_MONOTONIC); }
double cpu_seconds_now(void) { return read_clock(CLOCK_THREAD_CPUTIME_ID); }

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
