// Reads and writes R2R and R4R (a JSON list of paths with their instructions) and RxR guide
// annotations (JSON Lines, one instruction per record).
#include <stdio.h>

#include "base/file.h"
#include "data/fields.h"
#include "data/record_texts.h"
#include "data/records.h"

#include "wend/benchmarks/vln.h"

struct wend_vln_episodes {
    arena memory;  // texts and lists
    wend_vln_kind kind;
    ARRAY_OF(wend_vln_episode) items;
};

// A record while it is read; its fields may be in any order.
typedef struct record {
    wend_vln_episode episode;
    wend_vln_instruction one;  // RxR: the only instruction, whose fields are in the record itself
    bool has_one;
    wend_vln_joint joint;
    unsigned joint_fields;  // number of R4R's four fields that are present
} record;

// ---- reading ------------------------------------------------------------------------------------

static bool vln_episodes_read_word(pull* p, arena* memory, wend_vln_word* word) {
    *word = (wend_vln_word){NULL, -1, -1};
    pull_span key;
    for (pull_object(p); pull_key(p, &key);) {
        double* time = pull_is(key, "start_time") ? &word->start
                       : pull_is(key, "end_time") ? &word->end
                                                  : NULL;
        if (pull_is(key, "word"))
            pull_text(p, memory, &word->text);
        else if (time && pull_null(p))
            *time = -2;
        else if (time)
            pull_number(p, time);
        else
            pull_skip(p);
    }
    if (p->status != WEND_OK) return false;
    return word->text || pull_fail(p, "the field \"word\" is missing");
}

static bool read_words(pull* p, arena* memory, wend_vln_instruction* instruction) {
    ARRAY_OF(wend_vln_word) words = {0};
    for (pull_array(p); pull_more(p);) {
        wend_vln_word* word = ARRAY_PUSH(&words);
        if (!word)
            pull_no_memory(p);
        else
            vln_episodes_read_word(p, memory, word);
    }
    if (p->status == WEND_OK) {
        instruction->words = fields_copy(memory, words.items, words.count, sizeof *words.items);
        instruction->word_count = (int)words.count;
        if (!instruction->words) pull_no_memory(p);
    }
    ARRAY_FREE(&words);
    return p->status == WEND_OK;
}

static wend_vln_instruction empty_instruction(void) {
    wend_vln_instruction instruction = {.annotator = -1, .edit_distance = -1, .word_count = -1};
    return instruction;
}

// Reads R2R's "instructions". Ids are assigned when the path's id is known.
static bool read_instructions(pull* p, arena* memory, wend_vln_episode* episode) {
    const char* const* texts;
    int count;
    if (!fields_texts(p, memory, &texts, &count)) return false;
    wend_vln_instruction* list = arena_alloc(memory, (size_t)count * sizeof *list);
    if (!list) return pull_no_memory(p);
    for (int i = 0; i < count; i++) {
        list[i] = empty_instruction();
        list[i].text = texts[i];
    }
    episode->instructions = list;
    episode->instruction_count = count;
    return true;
}

// Reads one of R4R's four fields. False when `key` is none of them.
static bool read_joint_field(pull* p, arena* memory, pull_span key, record* r) {
    wend_vln_joint* joint = &r->joint;
    if (pull_is(key, "first_path_id"))
        pull_int(p, &joint->first_path_id);
    else if (pull_is(key, "second_path_id"))
        pull_int(p, &joint->second_path_id);
    else if (pull_is(key, "shortest_path_distance"))
        pull_number(p, &joint->shortest_path_distance);
    else if (pull_is(key, "shortest_path"))
        fields_texts(p, memory, &joint->shortest_path, &joint->shortest_path_count);
    else
        return false;
    r->joint_fields++;
    return true;
}

// Reads a field of RxR's instruction. False when `key` is none of them.
static bool read_guide_field(pull* p, arena* memory, pull_span key, record* r) {
    bool is_number = true;
    if (pull_is(key, "instruction_id"))
        fields_id(p, memory, &r->one.id, &is_number);
    else if (pull_is(key, "annotator_id"))
        pull_int(p, &r->one.annotator);
    else if (pull_is(key, "language"))
        pull_text(p, memory, &r->one.language);
    else if (pull_is(key, "instruction"))
        pull_text(p, memory, &r->one.text);
    else if (pull_is(key, "timed_instruction"))
        read_words(p, memory, &r->one);
    else if (pull_is(key, "edit_distance"))
        pull_number(p, &r->one.edit_distance);
    else
        return false;
    r->has_one = r->one.is_guide = true;
    if (!is_number) r->one.id_is_text = true;
    return true;
}

static bool read_field(pull* p, arena* memory, pull_span key, record* r) {
    wend_vln_episode* e = &r->episode;
    bool is_number;
    if (pull_is(key, "path_id")) {
        fields_id(p, memory, &e->path_id, &is_number);
        e->path_id_is_text = !is_number;
    } else if (pull_is(key, "scan")) {
        pull_text(p, memory, &e->scan);
    } else if (pull_is(key, "split")) {
        pull_text(p, memory, &e->split);
    } else if (pull_is(key, "path")) {
        fields_texts(p, memory, &e->path, &e->path_count);
    } else if (pull_is(key, "heading")) {
        e->has_heading = pull_number(p, &e->heading);
    } else if (pull_is(key, "distance")) {
        e->has_distance = pull_number(p, &e->distance);
    } else if (pull_is(key, "instructions")) {
        read_instructions(p, memory, e);
    } else {
        return read_guide_field(p, memory, key, r) || read_joint_field(p, memory, key, r);
    }
    return true;
}

static bool name_instructions(pull* p, arena* memory, record* r) {
    wend_vln_episode* e = &r->episode;
    if (r->has_one) {
        if (!r->one.id || !r->one.text)
            return pull_fail(p, "instruction_id or instruction is missing");
        e->instructions = fields_copy(memory, &r->one, 1, sizeof r->one);
        e->instruction_count = 1;
        return e->instructions || pull_no_memory(p);
    }
    wend_vln_instruction* list = (wend_vln_instruction*)e->instructions;
    for (int i = 0; i < e->instruction_count; i++) {
        char id[256];
        int size = snprintf(id, sizeof id, "%.200s_%d", e->path_id, i);
        list[i].id = arena_text(memory, id, (size_t)size);
        if (!list[i].id) return pull_no_memory(p);
    }
    return true;
}

static bool check_record(pull* p, arena* memory, record* r) {
    wend_vln_episode* e = &r->episode;
    if (p->status != WEND_OK) return false;
    if (!e->path_id || !e->scan || !e->path)
        return pull_fail(p, "path_id, scan or path is missing");
    if (r->has_one && e->instructions)
        return pull_fail(p, "both \"instructions\" (R2R) and RxR's fields are there");
    if (r->joint_fields == 4)
        e->joint = fields_copy(memory, &r->joint, 1, sizeof r->joint);
    else if (r->joint_fields)
        return pull_fail(p, "%u of R4R's four fields are there", r->joint_fields);
    if (r->joint_fields && !e->joint) return pull_no_memory(p);
    return name_instructions(p, memory, r);
}

static bool vln_episodes_read_record(pull* p, wend_vln_episodes* episodes, fields_rest* rest,
                                     int line) {
    arena* memory = &episodes->memory;
    record r = {.one = empty_instruction()};
    pull_span key;
    for (pull_object(p); pull_key(p, &key);)
        if (pull_peek(p) == 'n' || !read_field(p, memory, key, &r)) fields_keep(rest, p, key);
    if (!check_record(p, memory, &r)) return false;
    if (!fields_take(rest, p, memory, &r.episode.extra)) return false;
    r.episode.line = line;
    wend_vln_episode* item = ARRAY_PUSH(&episodes->items);
    if (!item) return pull_no_memory(p);
    *item = r.episode;
    return true;
}

static wend_status vln_episodes_read_all(wend_vln_episodes* episodes, pull* p) {
    fields_rest rest = {0};
    const char* at = p->text;
    int line = p->first_line;
    if (episodes->kind == WEND_VLN_R2R) {
        for (pull_array(p); pull_more(p);) {
            pull_peek(p);
            vln_episodes_read_record(p, episodes, &rest, fields_line(p, &at, &line));
        }
    } else {  // consecutive objects, on separate lines or not
        while (pull_peek(p))
            vln_episodes_read_record(p, episodes, &rest, fields_line(p, &at, &line));
    }
    fields_destroy(&rest);
    return pull_finish(p);
}

wend_status wend_vln_episodes_parse(const char* text, size_t size, const char* name,
                                    wend_vln_episodes** out, wend_error* error) {
    *out = NULL;
    wend_vln_episodes* episodes = wend_alloc_zero(1, sizeof *episodes);
    if (!episodes) return wend_fail(error, WEND_NO_MEMORY, "%s: out of memory", name);
    pull p = pull_make(text, size, name, 1, error);
    episodes->kind = pull_peek(&p) == '{' ? WEND_VLN_RXR : WEND_VLN_R2R;
    wend_status status = vln_episodes_read_all(episodes, &p);
    if (status != WEND_OK) {
        wend_vln_episodes_destroy(episodes);
        return status;
    }
    *out = episodes;
    return WEND_OK;
}

wend_status wend_vln_episodes_read(const char* path, wend_vln_episodes** episodes,
                                   wend_error* error) {
    *episodes = NULL;
    wend_file_bytes bytes;
    WEND_TRY(wend_file_read(path, &bytes, error));
    wend_status status = wend_vln_episodes_parse(bytes.data, bytes.size, path, episodes, error);
    wend_file_bytes_destroy(&bytes);
    return status;
}

void wend_vln_episodes_destroy(wend_vln_episodes* episodes) {
    if (!episodes) return;
    arena_destroy(&episodes->memory);
    ARRAY_FREE(&episodes->items);
    wend_free(episodes);
}

wend_vln_kind wend_vln_episodes_kind(const wend_vln_episodes* e) { return e->kind; }
int wend_vln_episodes_count(const wend_vln_episodes* e) { return (int)e->items.count; }
const wend_vln_episode* wend_vln_episodes_at(const wend_vln_episodes* e, int index) {
    return &e->items.items[index];
}

// ---- writing ------------------------------------------------------------------------------------

static void write_time(wend_json_out* out, const char* key, double time) {
    if (time >= 0)
        wend_json_out_number(out, key, time);
    else if (time < -1)
        wend_json_out_null(out, key);
}

static void write_guide(wend_json_out* out, const wend_vln_instruction* one) {
    fields_write_id(out, "instruction_id", one->id, !one->id_is_text);
    if (one->annotator >= 0) wend_json_out_int(out, "annotator_id", one->annotator);
    if (one->language) wend_json_out_text(out, "language", one->language);
    wend_json_out_text(out, "instruction", one->text);
    if (one->word_count >= 0) {
        wend_json_out_array(out, "timed_instruction");
        for (int i = 0; i < one->word_count; i++) {
            wend_json_out_object(out, NULL);
            write_time(out, "start_time", one->words[i].start);
            wend_json_out_text(out, "word", one->words[i].text);
            write_time(out, "end_time", one->words[i].end);
            wend_json_out_end(out);
        }
        wend_json_out_end(out);
    }
    if (one->edit_distance >= 0) wend_json_out_number(out, "edit_distance", one->edit_distance);
}

static void write_joint(wend_json_out* out, const wend_vln_joint* joint) {
    wend_json_out_int(out, "first_path_id", joint->first_path_id);
    wend_json_out_int(out, "second_path_id", joint->second_path_id);
    fields_write_texts(out, "shortest_path", joint->shortest_path, joint->shortest_path_count);
    wend_json_out_number(out, "shortest_path_distance", joint->shortest_path_distance);
}

static void vln_episodes_write_episode(wend_json_out* out, const wend_vln_episode* e,
                                       wend_vln_kind kind) {
    wend_json_out_object(out, NULL);
    if (e->has_distance) wend_json_out_number(out, "distance", e->distance);
    fields_write_id(out, "path_id", e->path_id, !e->path_id_is_text);
    if (e->split) wend_json_out_text(out, "split", e->split);
    wend_json_out_text(out, "scan", e->scan);
    if (e->has_heading) wend_json_out_number(out, "heading", e->heading);
    fields_write_texts(out, "path", e->path, e->path_count);
    if (e->joint) write_joint(out, e->joint);
    bool guide = e->instruction_count == 1 && (kind == WEND_VLN_RXR || e->instructions->is_guide);
    if (guide) {
        write_guide(out, &e->instructions[0]);
    } else if (e->instructions) {
        wend_json_out_array(out, "instructions");
        for (int i = 0; i < e->instruction_count; i++)
            wend_json_out_text(out, NULL, e->instructions[i].text);
        wend_json_out_end(out);
    }
    json_out_members(out, e->extra);
    wend_json_out_end(out);
}

void vln_episodes_put(wend_json_out* out, const wend_vln_episode* items, int count,
                      wend_vln_kind kind) {
    if (kind == WEND_VLN_R2R) wend_json_out_array(out, NULL);
    for (int i = 0; i < count; i++) {
        vln_episodes_write_episode(out, &items[i], kind);
        if (kind == WEND_VLN_RXR) wend_json_out_newline(out);
    }
    if (kind == WEND_VLN_R2R) wend_json_out_end(out);
}

wend_status wend_vln_episodes_write(const wend_vln_episode* items, int count, wend_vln_kind kind,
                                    const char* path, wend_error* error) {
    for (int i = 0; i < count; i++)
        if (kind == WEND_VLN_RXR && items[i].instruction_count > 1)
            return wend_fail(error, WEND_ARGUMENT,
                             "path %s has %d instructions, a record of RxR has one",
                             items[i].path_id, items[i].instruction_count);
    wend_json_out out = {0};
    vln_episodes_put(&out, items, count, kind);
    return record_save(&out, path, error);
}
