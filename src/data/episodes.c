// Episode files of any format: each function calls the format's own.
#include <stdio.h>
#include <string.h>

#include "data/format.h"

static wend_status episodes_parse(wend_episodes* e, wend_episodes_kind kind,
                                  const records_text* source, wend_error* error) {
    size_t length = strlen(source->name) + 1;
    e->path = wend_alloc(length);
    if (!e->path) return wend_fail(error, WEND_NO_MEMORY, "%s: out of memory", source->name);
    memcpy(e->path, source->name, length);
    e->format = kind == WEND_EPISODES_ANY ? format_detect(source->text, source->size)
                                          : format_of_kind(kind);
    if (!e->format)
        return wend_fail(error, WEND_FORMAT,
                         "%s: %s; if it is one of wend's kinds, name it with --kind", source->name,
                         source->size ? "no kind of episodes has these keys" : "the file is empty");
    WEND_TRY(e->format->parse(source, &e->payload, error));
    if (e->format->actual) e->format = e->format->actual(e->payload);
    e->count = e->format->count(e->payload);
    return WEND_OK;
}

wend_status wend_episodes_parse(const char* text, size_t size, const char* name,
                                wend_episodes_kind kind, wend_episodes** episodes,
                                wend_error* error) {
    *episodes = NULL;
    records_text source = {text, size, name};
    wend_episodes* e = wend_alloc_zero(1, sizeof *e);
    if (!e) return wend_fail(error, WEND_NO_MEMORY, "%s: out of memory", name);
    wend_status status = episodes_parse(e, kind, &source, error);
    if (status == WEND_OK)
        *episodes = e;
    else
        wend_episodes_destroy(e);
    return status;
}

wend_status wend_episodes_read(const char* path, wend_episodes_kind kind, wend_episodes** episodes,
                               wend_error* error) {
    *episodes = NULL;
    wend_file_bytes bytes;
    WEND_TRY(wend_file_read(path, &bytes, error));
    wend_status status = wend_episodes_parse(bytes.data, bytes.size, path, kind, episodes, error);
    wend_file_bytes_destroy(&bytes);
    return status;
}

void wend_episodes_destroy(wend_episodes* e) {
    if (!e) return;
    if (e->payload) e->format->destroy(e->payload);
    wend_free(e->path);
    wend_free(e);
}

wend_episodes_kind wend_episodes_kind_of(const wend_episodes* episodes) {
    return episodes->format->kind;
}

int wend_episodes_count(const wend_episodes* episodes) { return episodes->count; }

wend_status wend_episodes_write(const wend_episodes* e, const char* path, wend_error* error) {
    return e->format->write(e->payload, path, error);
}

wend_status wend_episodes_check(const wend_episodes* episodes, wend_graph_set* graphs,
                                wend_findings* problems, wend_error* error) {
    check c = {.episodes = episodes, .graphs = graphs, .problems = problems, .error = error};
    if (episodes->count == 0) {
        snprintf(c.where, sizeof c.where, "the file");
        check_say(&c, WEND_RULE_EMPTY, "no records of the kind '%s'", episodes->format->name);
    }
    WEND_TRY(episodes->format->check(&c));
    if (problems->out_of_memory)
        return wend_fail(error, WEND_NO_MEMORY, "%s: out of memory for its problems",
                         episodes->path);
    return WEND_OK;
}

wend_status wend_episodes_summarize(const wend_episodes* episodes, wend_graph_set* graphs,
                                    wend_summary* summary, wend_error* error) {
    tally t = {episodes, graphs, summary, error};
    WEND_TRY(episodes->format->summarize(&t));
    if (summary->out_of_memory)
        return wend_fail(error, WEND_NO_MEMORY, "%s: out of memory", episodes->path);
    return WEND_OK;
}
