// Joins the logs of the shards of a run (wend run --shard) into the log that one process writes.
//
// The headers of shards differ in the member "shard" alone. Records are copied byte by byte, in the
// order of their index, as wend_log_finish does.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/file.h"
#include "base/json.h"
#include "base/json_out.h"
#include "log/line.h"
#include "log/log_file.h"
#include "log/log_lines.h"

typedef struct merge_part {
    const char* path;
    wend_file_bytes bytes;
    wend_text_out header;  // JSON, without "shard"
    int shard, shards;
    log_lines lines;  // behind the header
} merge_part;

typedef struct merge_record {
    int index;
    const char* line;
    size_t size;
} merge_record;

// The content of a scene, and the log that says so.
typedef struct merge_scene {
    uint64_t name, content;
    const char* path;
} merge_scene;

typedef struct merge {
    merge_part* parts;
    int count;
    const char* out;
    ARRAY_OF(merge_record) records;
    ARRAY_OF(merge_scene) scenes;
    log_indices indices;
} merge;

static wend_status merge_no_memory(const char* path, wend_error* error) {
    return wend_fail(error, WEND_NO_MEMORY, "%s: out of memory to merge logs", path);
}

// ---- headers -----------------------------------------------------------------------------------

// Writes the JSON of a header without the member "shard".
static wend_status merge_cut_shard(merge_part* p, const char* json, size_t size, const char* shard,
                                   wend_error* error) {
    char member[80];
    snprintf(member, sizeof member, ", \"shard\": \"%.40s\"", shard);
    const char* found = memmem(json, size, member, strlen(member));
    if (!found) return wend_fail(error, WEND_FORMAT, "%s:1: the header is malformed", p->path);
    size_t before = (size_t)(found - json), behind = before + strlen(member);
    wend_text_put_bytes(&p->header, json, before);
    wend_text_put_bytes(&p->header, json + behind, size - behind);
    return p->header.out_of_memory ? merge_no_memory(p->path, error) : WEND_OK;
}

static wend_status merge_read_shard(merge_part* p, const char* json, size_t size,
                                    wend_error* error) {
    json_document document;
    json_at field = {0};
    const char* text = NULL;
    WEND_TRY(json_document_parse(json, size, p->path, 1, &document, error));
    json_at root = json_document_root(&document);
    wend_status status = json_optional(&root, "shard", &field, error);
    if (status == WEND_OK && !field.value)
        status = wend_fail(error, WEND_ARGUMENT,
                           "%s is the log of a whole run; only logs of 'wend run --shard' are "
                           "merged",
                           p->path);
    if (status == WEND_OK) status = json_text(&field, &text, error);
    if (status == WEND_OK && (sscanf(text, "%d/%d", &p->shard, &p->shards) != 2 || p->shard < 0 ||
                              p->shard >= p->shards))
        status = json_fail(&field, error, "is no shard");
    if (status == WEND_OK) status = merge_cut_shard(p, json, size, text, error);
    json_document_destroy(&document);
    return status;
}

static wend_status merge_open(merge_part* p, wend_error* error) {
    log_line first;
    WEND_TRY(wend_file_read(p->path, &p->bytes, error));
    p->lines.bytes = &p->bytes;
    if (!log_file_looks_like_log(p->bytes.data, p->bytes.size) ||
        !log_lines_next(&p->lines, &first) || first.kind != LOG_LINE_RECORD)
        return wend_fail(error, WEND_FORMAT, "%s is not a wend log, or its header is damaged",
                         p->path);
    return merge_read_shard(p, first.json, first.json_size, error);
}

static wend_status merge_check_run(const merge* m, int i, wend_error* error) {
    const merge_part *a = &m->parts[0], *b = &m->parts[i];
    bool same;
    char difference[640];
    WEND_TRY(log_header_compare(a->header.items, a->header.count, b->header.items, b->path, &same,
                                difference, sizeof difference, error));
    if (!same)
        return wend_fail(error, WEND_ARGUMENT, "%s and %s are logs of different runs (%s)", a->path,
                         b->path, difference);
    if (a->shards != b->shards)
        return wend_fail(error, WEND_ARGUMENT, "%s is a shard of %d, %s a shard of %d", a->path,
                         a->shards, b->path, b->shards);
    for (int k = 0; k < i; k++)
        if (m->parts[k].shard == b->shard)
            return wend_fail(error, WEND_ARGUMENT, "%s and %s are both shard %d/%d; give each once",
                             m->parts[k].path, b->path, b->shard, b->shards);
    return WEND_OK;
}

static wend_status merge_check_missing(const merge* m, wend_error* error) {
    int shards = m->parts[0].shards;
    wend_text_out missing = {0};
    for (int shard = 0, named = 0; m->count < shards && shard < shards; shard++) {
        bool found = false;
        for (int k = 0; k < m->count; k++) found |= m->parts[k].shard == shard;
        if (!found && named++ < 20)
            wend_text_put(&missing, "%s%d/%d", missing.count ? ", " : "", shard, shards);
    }
    wend_status status = WEND_OK;
    if (m->count < shards)
        status = wend_fail(error, WEND_ARGUMENT, "%d of %d shards are missing: %s",
                           shards - m->count, shards, missing.items ? missing.items : "");
    wend_text_destroy(&missing);
    return status;
}

// ---- records -----------------------------------------------------------------------------------

static wend_status merge_check_scene(merge* m, const merge_part* p, const wend_log_record* r,
                                     wend_error* error) {
    uint64_t name = wend_hash_text(r->scene, 0);
    if (!r->scene_hash) return WEND_OK;
    for (size_t i = m->scenes.count; i-- > 0;) {
        const merge_scene* s = &m->scenes.items[i];
        if (s->name != name) continue;
        if (s->content == r->scene_hash || s->path == p->path) return WEND_OK;
        return wend_fail(error, WEND_ARGUMENT,
                         "scene %s has other content in %s than in %s: it changed between the "
                         "shards; run them again",
                         r->scene, p->path, s->path);
    }
    merge_scene* slot = ARRAY_PUSH(&m->scenes);
    if (!slot) return merge_no_memory(p->path, error);
    *slot = (merge_scene){name, r->scene_hash, p->path};
    return WEND_OK;
}

static wend_status merge_take_record(merge* m, merge_part* p, const log_line* line,
                                     wend_error* error) {
    arena scratch = {0};
    wend_log_record r;
    wend_status status =
        line_read_record(line->json, line->json_size, p->path, line->number, &scratch, &r, error);
    if (status == WEND_OK)
        status = log_indices_add(&m->indices, r.index, p->path, line->number, error);
    if (status == WEND_OK) status = merge_check_scene(m, p, &r, error);
    merge_record* slot = status == WEND_OK ? ARRAY_PUSH(&m->records) : NULL;
    if (slot)
        *slot = (merge_record){r.index, line->start, line->size};
    else if (status == WEND_OK)
        status = merge_no_memory(p->path, error);
    arena_destroy(&scratch);
    return status;
}

static wend_status merge_take(merge* m, merge_part* p, wend_error* error) {
    log_line line;
    bool complete = false;
    while (log_lines_next(&p->lines, &line)) {
        if (line.kind == LOG_LINE_DAMAGED) return log_line_damaged(&line, p->path, error);
        complete = line.kind == LOG_LINE_END;
        if (line.kind == LOG_LINE_RECORD) WEND_TRY(merge_take_record(m, p, &line, error));
    }
    if (complete) return WEND_OK;
    return wend_fail(error, WEND_ARGUMENT,
                     "%s: shard %d/%d is not complete; the command that wrote it resumes it",
                     p->path, p->shard, p->shards);
}

static int merge_compare(const void* a, const void* b) {
    const merge_record *x = a, *y = b;
    return (x->index > y->index) - (x->index < y->index);
}

// ---- output ------------------------------------------------------------------------------------

// The member "places" as seen from the merged log.
static wend_status merge_put_places(const merge* m, const json_at* places, wend_json_out* out,
                                    wend_error* error) {
    const char* key;
    json_t* value;
    wend_json_out_object(out, NULL);
    json_object_foreach((json_t*)places->value, key, value) {
        char at[4096], seen[4096];
        WEND_TRY(file_beside(m->parts[0].path,
                             json_string_value(value) ? json_string_value(value) : "", at,
                             sizeof at, error));
        if (file_seen_from(m->out, at, seen, sizeof seen)) wend_json_out_text(out, key, seen);
    }
    wend_json_out_end(out);
    return out->text.out_of_memory ? merge_no_memory(m->out, error) : WEND_OK;
}

// Whether the merged log lies in the folder of the first shard: its places are then the same.
static wend_status merge_is_beside(const merge* m, bool* beside, wend_error* error) {
    char from[4096], to[4096];
    WEND_TRY(file_folder(m->parts[0].path, from, sizeof from, error));
    WEND_TRY(file_folder(m->out, to, sizeof to, error));
    *beside = strcmp(from, to) == 0 || wend_file_is_same(from, to);
    return WEND_OK;
}

static wend_status merge_put_header(const merge* m, wend_text_out* out, wend_error* error) {
    static const char member[] = ", \"places\": ";
    const wend_text_out* header = &m->parts[0].header;
    json_document document;
    json_at places = {0};
    wend_json_out text = {0};
    wend_text_out whole = {0};
    bool beside;
    WEND_TRY(merge_is_beside(m, &beside, error));
    WEND_TRY(
        json_document_parse(header->items, header->count, m->parts[0].path, 1, &document, error));
    json_at root = json_document_root(&document);
    const char* found = memmem(header->items, header->count, member, strlen(member));
    wend_status status = json_optional(&root, "places", &places, error);
    if (status == WEND_OK && places.value && found && !beside) {
        status = merge_put_places(m, &places, &text, error);
        wend_text_put_bytes(&whole, header->items,
                            (size_t)(found - header->items) + strlen(member));
        if (status == WEND_OK) wend_text_put_bytes(&whole, text.text.items, text.text.count);
        wend_text_put_bytes(&whole, "}", 1);
    } else {
        wend_text_put_bytes(&whole, header->items, header->count);
    }
    if (status == WEND_OK && whole.out_of_memory) status = merge_no_memory(m->out, error);
    if (status == WEND_OK) line_put(out, whole.items, whole.count);
    json_document_destroy(&document);
    wend_json_out_destroy(&text);
    wend_text_destroy(&whole);
    return status;
}

// An existing file is kept unless it is the same log already; one that is no log always.
static wend_status merge_save(const merge* m, const wend_text_out* text, bool overwrite,
                              wend_error* error) {
    if (wend_file_exists(m->out)) {
        wend_file_bytes there;
        WEND_TRY(wend_file_read(m->out, &there, error));
        bool same = there.size == text->count && memcmp(there.data, text->items, there.size) == 0;
        bool is_log = log_file_looks_like_log(there.data, there.size);
        wend_file_bytes_destroy(&there);
        if (same) return WEND_OK;
        if (!is_log)
            return wend_fail(error, WEND_ARGUMENT,
                             "%s exists and is not a wend log; choose another path", m->out);
        if (!overwrite)
            return wend_fail(error, WEND_ARGUMENT,
                             "%s is another log; choose another path or pass --overwrite", m->out);
    }
    return wend_file_write(m->out, text->items, text->count, error);
}

static wend_status merge_all(merge* m, bool overwrite, int* records, wend_error* error) {
    for (int i = 0; i < m->count; i++) WEND_TRY(merge_open(&m->parts[i], error));
    for (int i = 1; i < m->count; i++) WEND_TRY(merge_check_run(m, i, error));
    WEND_TRY(merge_check_missing(m, error));
    WEND_TRY(log_indices_make(m->parts[0].header.items, m->parts[0].header.count, m->parts[0].path,
                              &m->indices, error));
    for (int i = 0; i < m->count; i++) WEND_TRY(merge_take(m, &m->parts[i], error));
    qsort(m->records.items, m->records.count, sizeof *m->records.items, merge_compare);
    wend_text_out text = {0};
    wend_status status = merge_put_header(m, &text, error);
    for (size_t i = 0; i < m->records.count; i++)
        wend_text_put_bytes(&text, m->records.items[i].line, m->records.items[i].size);
    line_put(&text, LOG_END, strlen(LOG_END));
    if (status == WEND_OK && text.out_of_memory) status = merge_no_memory(m->out, error);
    if (status == WEND_OK) status = merge_save(m, &text, overwrite, error);
    wend_text_destroy(&text);
    *records = (int)m->records.count;
    return status;
}

wend_status wend_log_merge(const char* const* paths, int count, const char* out, bool overwrite,
                           int* records, wend_error* error) {
    merge m = {.count = count, .out = out};
    *records = 0;
    if (count < 1) return wend_fail(error, WEND_ARGUMENT, "no logs to merge");
    m.parts = wend_alloc_zero((size_t)count, sizeof *m.parts);
    if (!m.parts) return merge_no_memory(out, error);
    for (int i = 0; i < count; i++) m.parts[i].path = paths[i];
    wend_status status = merge_all(&m, overwrite, records, error);
    for (int i = 0; i < count; i++) {
        wend_file_bytes_destroy(&m.parts[i].bytes);
        wend_text_destroy(&m.parts[i].header);
    }
    wend_free(m.parts);
    ARRAY_FREE(&m.records);
    ARRAY_FREE(&m.scenes);
    log_indices_destroy(&m.indices);
    return status;
}
