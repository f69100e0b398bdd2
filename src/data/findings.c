// The list of problems that checks find.
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "base/array.h"
#include "base/number.h"
#include "data/format.h"

static const struct {
    const char *word, *what;
} rules[WEND_RULE_COUNT] = {
#define X(name, word, what) {word, what},
    WEND_RULE_LIST(X)
#undef X
};

const char* wend_rule_name(wend_rule rule) {
    return (unsigned)rule < WEND_RULE_COUNT ? rules[rule].word : "unknown";
}

const char* wend_rule_what(wend_rule rule) {
    return (unsigned)rule < WEND_RULE_COUNT ? rules[rule].what : "unknown";
}

static void findings_add(wend_findings* problems, wend_rule rule, const char* file,
                         const char* where, const char* words) {
    if (!problems->memory) problems->memory = wend_alloc_zero(1, sizeof *problems->memory);
    if (problems->count == problems->capacity && problems->memory) {
        int capacity = problems->capacity ? problems->capacity * 2 : 64;
        wend_finding* grown =
            wend_realloc(problems->items, (size_t)capacity * sizeof *problems->items);
        if (grown) problems->items = grown, problems->capacity = capacity;
    }
    if (!problems->memory || problems->count == problems->capacity) {
        problems->out_of_memory = true;
        return;
    }
    // Consecutive findings of one file share the copy of its name.
    const wend_finding* last = problems->count ? &problems->items[problems->count - 1] : NULL;
    wend_finding problem = {rule,
                            last && strcmp(last->file, file) == 0
                                ? last->file
                                : arena_text(problems->memory, file, strlen(file)),
                            arena_text(problems->memory, where, strlen(where)),
                            arena_text(problems->memory, words, strlen(words))};
    if (problem.file && problem.where && problem.words)
        problems->items[problems->count++] = problem;
    else
        problems->out_of_memory = true;
}

void wend_findings_add(wend_findings* problems, wend_rule rule, const char* file, const char* where,
                       const char* words, ...) {
    char text[1024];
    va_list arguments;
    va_start(arguments, words);
    number_vprint(text, sizeof text, words, arguments);
    va_end(arguments);
    findings_add(problems, rule, file, where, text);
}

void wend_findings_destroy(wend_findings* problems) {
    wend_free(problems->items);
    if (problems->memory) arena_destroy(problems->memory);
    wend_free(problems->memory);
    *problems = (wend_findings){0};
}

void check_say(check* c, wend_rule rule, const char* words, ...) {
    char text[1024];
    va_list arguments;
    va_start(arguments, words);
    number_vprint(text, sizeof text, words, arguments);
    va_end(arguments);
    findings_add(c->problems, rule, c->episodes->path, c->where, text);
}

void check_id(check* c, text_set* ids, const char* what, const char* id) {
    if (!id) return;
    text_set_answer answer = text_set_add(ids, id);
    if (answer == TEXT_SET_NO_MEMORY) c->problems->out_of_memory = true;
    if (answer == TEXT_SET_KNOWN) check_say(c, WEND_RULE_DUPLICATE, "duplicate %s '%s'", what, id);
}
