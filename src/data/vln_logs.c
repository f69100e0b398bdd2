// IVLN-CE's logs of tours: position, phase and episode of every step.
#include <string.h>

#include "data/fields.h"

#include "wend/benchmarks/vln.h"
#include "wend/files.h"

struct wend_vln_logs {
    arena memory;
    ARRAY_OF(wend_vln_log) items;
};

static const char* const phase_names[] = {
#define X(name, word) word,
    WEND_VLN_PHASE_LIST(X)
#undef X
};
enum { PHASE_COUNT = sizeof phase_names / sizeof *phase_names };

typedef struct log_builder {
    arena* memory;
    ARRAY_OF(wend_vln_record) records;
    ARRAY_OF(const char*) episodes, raw_ids;  // raw_ids: as in the file, with escapes
    bool ids_are_numbers;
} log_builder;

static void log_builder_destroy(log_builder* b) {
    ARRAY_FREE(&b->records);
    ARRAY_FREE(&b->episodes);
    ARRAY_FREE(&b->raw_ids);
}

static bool read_phase(pull* p, wend_vln_phase* phase) {
    pull_span name;
    if (!pull_raw_text(p, &name)) return false;
    for (int i = 0; i < PHASE_COUNT; i++) {
        if (!pull_is(name, phase_names[i])) continue;
        *phase = (wend_vln_phase)i;
        return true;
    }
    return pull_fail(p, "'%.*s' is no phase; they are agent, oracle_goal and oracle_start",
                     (int)(name.size < 32 ? name.size : 32), name.text);
}

// Searches backwards, as most records belong to the episode of the previous record.
static bool vln_logs_find_episode(pull* p, log_builder* b, pull_span id, int* episode) {
    for (size_t i = b->episodes.count; i-- > 0;) {
        if (!pull_is(id, b->raw_ids.items[i])) continue;
        *episode = (int)i;
        return true;
    }
    const char** raw = ARRAY_PUSH(&b->raw_ids);
    const char** slot = raw ? ARRAY_PUSH(&b->episodes) : NULL;
    if (!slot) return pull_no_memory(p);
    *episode = (int)b->episodes.count - 1;
    *raw = arena_text(b->memory, id.text, id.size);
    return *raw ? pull_copy(p, id, b->memory, slot) : pull_no_memory(p);
}

static bool vln_logs_read_episode(pull* p, log_builder* b, int* episode) {
    pull_span id;
    int64_t number;
    b->ids_are_numbers = pull_peek(p) == '0';
    const char* start = p->at;
    if (!(b->ids_are_numbers ? pull_int(p, &number) : pull_raw_text(p, &id))) return false;
    if (b->ids_are_numbers) id = (pull_span){start, (size_t)(p->at - start)};
    return vln_logs_find_episode(p, b, id, episode);
}

// Hashes are added, so that the order of a record's fields does not matter.
static void hash_field(pull* p, pull_span key, uint64_t* other) {
    pull_span value;
    if (pull_raw(p, &value))
        *other += wend_hash(value.text, value.size, wend_hash(key.text, key.size, 1));
}

enum { HAS_POSITION = 1, HAS_PHASE = 2, HAS_EPISODE = 4, HAS_ALL = 7 };

static bool vln_logs_read_record(pull* p, log_builder* b) {
    wend_vln_record* record = ARRAY_PUSH(&b->records);
    if (!record) return pull_no_memory(p);
    *record = (wend_vln_record){.other = 0};
    pull_span key;
    unsigned has = 0;
    for (pull_object(p); pull_key(p, &key);) {
        if (pull_is(key, "position")) {
            if (pull_numbers(p, 3, record->position)) has |= HAS_POSITION;
        } else if (pull_is(key, "phase")) {
            if (read_phase(p, &record->phase)) has |= HAS_PHASE;
        } else if (pull_is(key, "episode_id")) {
            if (vln_logs_read_episode(p, b, &record->episode)) has |= HAS_EPISODE;
        } else {
            hash_field(p, key, &record->other);
        }
    }
    if (p->status != WEND_OK) return false;
    return has == HAS_ALL || pull_fail(p, "position, phase or episode_id is missing");
}

static void read_log(pull* p, wend_vln_logs* logs, const char* split, pull_span tour) {
    log_builder b = {.memory = &logs->memory};
    for (pull_array(p); pull_more(p);) vln_logs_read_record(p, &b);
    wend_vln_log* log = p->status == WEND_OK ? ARRAY_PUSH(&logs->items) : NULL;
    if (p->status == WEND_OK && !log) pull_no_memory(p);
    if (log) {
        *log = (wend_vln_log){.split = split,
                              .record_count = (int)b.records.count,
                              .episode_count = (int)b.episodes.count,
                              .ids_are_numbers = b.ids_are_numbers};
        log->records =
            fields_copy(b.memory, b.records.items, b.records.count, sizeof *b.records.items);
        log->episodes =
            fields_copy(b.memory, b.episodes.items, b.episodes.count, sizeof *b.episodes.items);
        if (!log->records || !log->episodes) pull_no_memory(p);
        pull_copy(p, tour, b.memory, &log->tour);
    }
    log_builder_destroy(&b);
}

static void vln_logs_read_split(pull* p, wend_vln_logs* logs, pull_span name) {
    pull_span tour;
    const char* split = NULL;
    pull_copy(p, name, &logs->memory, &split);
    for (pull_object(p); pull_key(p, &tour);) read_log(p, logs, split, tour);
}

wend_status wend_vln_logs_parse(const char* text, size_t size, const char* name,
                                wend_vln_logs** out, wend_error* error) {
    *out = NULL;
    wend_vln_logs* logs = wend_alloc_zero(1, sizeof *logs);
    if (!logs) return wend_fail(error, WEND_NO_MEMORY, "%s: out of memory", name);
    pull p = pull_make(text, size, name, 1, error);
    pull_span key;
    for (pull_object(&p); pull_key(&p, &key);) {
        if (pull_peek(&p) == '{')
            vln_logs_read_split(&p, logs, key);
        else
            read_log(&p, logs, NULL, key);
    }
    for (size_t i = 1; p.status == WEND_OK && i < logs->items.count; i++)
        if (!logs->items.items[i].split != !logs->items.items[0].split)
            pull_fail(&p, "some tours are in a split, some are not");
    wend_status status = pull_finish(&p);
    if (status != WEND_OK) {
        wend_vln_logs_destroy(logs);
        return status;
    }
    *out = logs;
    return WEND_OK;
}

wend_status wend_vln_logs_read(const char* path, wend_vln_logs** logs, wend_error* error) {
    *logs = NULL;
    wend_file_bytes bytes;
    WEND_TRY(wend_file_read(path, &bytes, error));
    wend_status status = wend_vln_logs_parse(bytes.data, bytes.size, path, logs, error);
    wend_file_bytes_destroy(&bytes);
    return status;
}

void wend_vln_logs_destroy(wend_vln_logs* logs) {
    if (!logs) return;
    arena_destroy(&logs->memory);
    ARRAY_FREE(&logs->items);
    wend_free(logs);
}

int wend_vln_logs_count(const wend_vln_logs* logs) { return (int)logs->items.count; }
const wend_vln_log* wend_vln_logs_at(const wend_vln_logs* logs, int index) {
    return &logs->items.items[index];
}

static void write_log(wend_json_out* out, const wend_vln_log* log) {
    wend_json_out_array(out, log->tour);
    for (int i = 0; i < log->record_count; i++) {
        const wend_vln_record* record = &log->records[i];
        wend_json_out_object(out, NULL);
        wend_json_out_numbers(out, "position", record->position, 3);
        wend_json_out_text(out, "phase", phase_names[record->phase]);
        fields_write_id(out, "episode_id", log->episodes[record->episode], log->ids_are_numbers);
        wend_json_out_end(out);
    }
    wend_json_out_end(out);
}

wend_status wend_vln_logs_write(const wend_vln_log* items, int count, const char* path,
                                wend_error* error) {
    wend_json_out out = {0};
    wend_json_out_object(&out, NULL);
    for (int i = 0; i < count; i++) {
        bool new_split =
            items[i].split && (i == 0 || strcmp(items[i].split, items[i - 1].split) != 0);
        if (i && new_split) wend_json_out_end(&out);
        if (new_split) wend_json_out_object(&out, items[i].split);
        write_log(&out, &items[i]);
    }
    if (count && items[0].split) wend_json_out_end(&out);
    wend_json_out_end(&out);
    wend_json_out_newline(&out);
    wend_status status = wend_json_out_save(&out, path, error);
    wend_json_out_destroy(&out);
    return status;
}
