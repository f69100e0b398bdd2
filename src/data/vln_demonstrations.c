// RxR follower annotations: JSON Lines with the paths that annotators took.
#include "base/json_out.h"
#include "data/fields.h"

#include "wend/benchmarks/vln.h"
#include "wend/files.h"

struct wend_vln_demonstrations {
    arena memory;
    ARRAY_OF(wend_vln_demonstration) items;
};

enum { HAS_DEMONSTRATION = 1, HAS_INSTRUCTION = 2, HAS_PATH = 4, HAS_ALL = 7 };

static bool vln_demonstrations_read_metrics(pull* p, wend_vln_demonstration* d) {
    pull_span key;
    unsigned has = 0;
    for (pull_object(p); pull_key(p, &key);) {
        static const char* const names[] = {"ne", "sr", "spl", "dtw", "ndtw", "sdtw"};
        double* const values[] = {&d->ne, &d->sr, &d->spl, &d->dtw, &d->ndtw, &d->sdtw};
        int i = 0;
        while (i < 6 && !pull_is(key, names[i])) i++;
        if (i == 6) return pull_fail(p, "a metric that followers do not have");
        if (pull_number(p, values[i])) has |= 1u << i;
    }
    if (p->status != WEND_OK) return false;
    d->has_metrics = has == 63;
    return d->has_metrics || pull_fail(p, "one of ne, sr, spl, dtw, ndtw and sdtw is missing");
}

static bool read_demonstration(pull* p, wend_vln_demonstrations* all, fields_rest* rest) {
    wend_vln_demonstration d = {.annotator_id = -1};
    pull_span key;
    unsigned has = 0;
    for (pull_object(p); pull_key(p, &key);) {
        if (pull_is(key, "demonstration_id")) {
            if (pull_int(p, &d.demonstration_id)) has |= HAS_DEMONSTRATION;
        } else if (pull_is(key, "instruction_id")) {
            if (pull_int(p, &d.instruction_id)) has |= HAS_INSTRUCTION;
        } else if (pull_is(key, "path")) {
            if (fields_texts(p, &all->memory, &d.path, &d.path_count)) has |= HAS_PATH;
        } else if (pull_is(key, "annotator_id") && pull_peek(p) != 'n') {
            pull_int(p, &d.annotator_id);
        } else if (pull_is(key, "metrics") && pull_peek(p) != 'n') {
            vln_demonstrations_read_metrics(p, &d);
        } else {
            fields_keep(rest, p, key);
        }
    }
    if (p->status == WEND_OK && has != HAS_ALL)
        return pull_fail(p, "demonstration_id, instruction_id or path is missing");
    if (!fields_take(rest, p, &all->memory, &d.extra)) return false;
    wend_vln_demonstration* item = ARRAY_PUSH(&all->items);
    if (!item) return pull_no_memory(p);
    *item = d;
    return true;
}

wend_status wend_vln_demonstrations_parse(const char* text, size_t size, const char* name,
                                          wend_vln_demonstrations** out, wend_error* error) {
    *out = NULL;
    wend_vln_demonstrations* all = wend_alloc_zero(1, sizeof *all);
    if (!all) return wend_fail(error, WEND_NO_MEMORY, "%s: out of memory", name);
    fields_rest rest = {0};
    pull p = pull_make(text, size, name, 1, error);
    while (pull_peek(&p)) read_demonstration(&p, all, &rest);
    fields_destroy(&rest);
    wend_status status = pull_finish(&p);
    if (status != WEND_OK) {
        wend_vln_demonstrations_destroy(all);
        return status;
    }
    *out = all;
    return WEND_OK;
}

wend_status wend_vln_demonstrations_read(const char* path, wend_vln_demonstrations** out,
                                         wend_error* error) {
    *out = NULL;
    wend_file_bytes bytes;
    WEND_TRY(wend_file_read(path, &bytes, error));
    wend_status status = wend_vln_demonstrations_parse(bytes.data, bytes.size, path, out, error);
    wend_file_bytes_destroy(&bytes);
    return status;
}

void wend_vln_demonstrations_destroy(wend_vln_demonstrations* d) {
    if (!d) return;
    arena_destroy(&d->memory);
    ARRAY_FREE(&d->items);
    wend_free(d);
}

int wend_vln_demonstrations_count(const wend_vln_demonstrations* d) { return (int)d->items.count; }
const wend_vln_demonstration* wend_vln_demonstrations_at(const wend_vln_demonstrations* d,
                                                         int index) {
    return &d->items.items[index];
}

static void write_demonstration(wend_json_out* out, const wend_vln_demonstration* d) {
    wend_json_out_object(out, NULL);
    wend_json_out_int(out, "demonstration_id", d->demonstration_id);
    wend_json_out_int(out, "instruction_id", d->instruction_id);
    if (d->annotator_id >= 0) wend_json_out_int(out, "annotator_id", d->annotator_id);
    fields_write_texts(out, "path", d->path, d->path_count);
    if (d->has_metrics) {
        wend_json_out_object(out, "metrics");
        wend_json_out_number(out, "ne", d->ne);
        wend_json_out_number(out, "sr", d->sr);
        wend_json_out_number(out, "spl", d->spl);
        wend_json_out_number(out, "dtw", d->dtw);
        wend_json_out_number(out, "ndtw", d->ndtw);
        wend_json_out_number(out, "sdtw", d->sdtw);
        wend_json_out_end(out);
    }
    json_out_members(out, d->extra);
    wend_json_out_end(out);
    wend_json_out_newline(out);
}

wend_status wend_vln_demonstrations_write(const wend_vln_demonstration* items, int count,
                                          const char* path, wend_error* error) {
    wend_json_out out = {0};
    for (int i = 0; i < count; i++) write_demonstration(&out, &items[i]);
    wend_status status = wend_json_out_save(&out, path, error);
    wend_json_out_destroy(&out);
    return status;
}
