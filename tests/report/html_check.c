#include "report/html_check.h"

#include <ctype.h>

#include "base/text_set.h"
#include "test.h"

enum { MAX_DEPTH = 64 };

typedef struct checker {
    const char* page;
    const char* at;
    char open[MAX_DEPTH][24];
    int depth;
    text_set ids;
} checker;

#define FAULT(c, ...) test_fail(__FILE__, __LINE__, __VA_ARGS__)

static int line_of(const checker* c) {
    int line = 1;
    for (const char* p = c->page; p < c->at; p++) line += *p == '\n';
    return line;
}

static bool is_void(const char* tag) {
    static const char* const tags[] = {"img", "meta", "input", "br", "link", "hr"};
    for (size_t i = 0; i < sizeof tags / sizeof *tags; i++)
        if (strcmp(tags[i], tag) == 0) return true;
    return false;
}

static void check_entity(const checker* c) {
    static const char* const known[] = {"&lt;", "&gt;", "&amp;", "&quot;", "&#39;"};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strncmp(c->at, known[i], strlen(known[i])) == 0) return;
    FAULT(c, "line %d: a bare & before '%.20s'", line_of(c), c->at);
}

static void read_name(checker* c, char* name, size_t size) {
    size_t n = 0;
    while (isalnum((unsigned char)*c->at) || *c->at == '-' || *c->at == ':') {
        if (n + 1 < size) name[n++] = *c->at;
        c->at++;
    }
    name[n] = 0;
    if (!n) FAULT(c, "line %d: a name is due at '%.20s'", line_of(c), c->at);
}

static void check_value(checker* c, const char* name, const char* value, size_t size) {
    char text[64];
    snprintf(text, sizeof text, "%.*s", (int)(size < 63 ? size : 63), value);
    bool fetches = strcmp(name, "src") == 0 || strcmp(name, "href") == 0;
    if (fetches && strncmp(text, "data:", 5) != 0 && *text != '#')
        FAULT(c, "line %d: %s would be fetched", line_of(c), text);
    if (strcmp(name, "id") == 0 && text_set_add(&c->ids, text) == TEXT_SET_KNOWN)
        FAULT(c, "line %d: the id %s is there twice", line_of(c), text);
    if (strncmp(name, "on", 2) == 0) FAULT(c, "line %d: %s runs a script", line_of(c), name);
}

static void read_attribute(checker* c) {
    char name[32];
    read_name(c, name, sizeof name);
    if (c->at[0] != '=' || (c->at[1] != '\'' && c->at[1] != '"'))
        FAULT(c, "line %d: %s has no quoted value", line_of(c), name);
    char quote = c->at[1];
    const char* value = c->at += 2;
    for (; *c->at != quote; c->at++) {
        if (!*c->at || *c->at == '<') FAULT(c, "line %d: %s does not end", line_of(c), name);
        if (*c->at == '&') check_entity(c);
    }
    check_value(c, name, value, (size_t)(c->at - value));
    c->at++;
}

// What <style> and <script> hold is not HTML.
static void skip_raw(checker* c, const char* tag) {
    char end[40];
    snprintf(end, sizeof end, "</%s>", tag);
    c->at = strstr(c->at, end);
    if (!c->at) test_fail(__FILE__, __LINE__, "<%s> does not end", tag);
}

static void read_tag(checker* c) {
    char tag[24];
    c->at++;
    if (*c->at == '/') {
        c->at++;
        read_name(c, tag, sizeof tag);
        if (!c->depth || strcmp(c->open[c->depth - 1], tag) != 0)
            FAULT(c, "line %d: </%s> closes <%s>", line_of(c), tag,
                  c->depth ? c->open[c->depth - 1] : "nothing");
        c->depth--;
        if (*c->at++ != '>') FAULT(c, "line %d: </%s does not end", line_of(c), tag);
        return;
    }
    read_name(c, tag, sizeof tag);
    while (*c->at == ' ') {
        c->at++;
        read_attribute(c);
    }
    bool closed = *c->at == '/';
    c->at += closed;
    if (*c->at++ != '>') FAULT(c, "line %d: <%s does not end", line_of(c), tag);
    if (closed || is_void(tag)) return;
    if (c->depth == MAX_DEPTH) FAULT(c, "line %d: too deep", line_of(c));
    snprintf(c->open[c->depth++], sizeof *c->open, "%s", tag);
    if (strcmp(tag, "style") == 0 || strcmp(tag, "script") == 0) skip_raw(c, tag);
}

void html_check(const char* page) {
    checker c = {.page = page, .at = page};
    const char* doctype = "<!DOCTYPE html>\n";
    CHECK(strncmp(page, doctype, strlen(doctype)) == 0);
    c.at += strlen(doctype);
    while (*c.at) {
        if (*c.at == '<') {
            read_tag(&c);
            continue;
        }
        if (*c.at == '&') check_entity(&c);
        if (*c.at == '>') FAULT(&c, "line %d: a bare >", line_of(&c));
        c.at++;
    }
    if (c.depth) FAULT(&c, "<%s> does not end", c.open[c.depth - 1]);
    for (const char* at = page; (at = strstr(at, "href='#")); at++) {
        char id[64];
        CHECK(sscanf(at, "href='#%63[^']", id) == 1);
        if (text_set_add(&c.ids, id) != TEXT_SET_KNOWN)
            FAULT(&c, "a link to #%s, which is not there", id);
    }
    text_set_destroy(&c.ids);
}
