// Reads and writes the field types that the records of all benchmarks share.
#include "data/records.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static wend_status records_no_memory(const json_at* at, wend_error* error) {
    return wend_fail(error, WEND_NO_MEMORY, "%s: out of memory for its records",
                     at->document->file);
}

static wend_status open_memory(const char* name, arena** memory, wend_error* error) {
    *memory = wend_alloc_zero(1, sizeof **memory);
    if (*memory) return WEND_OK;
    return wend_fail(error, WEND_NO_MEMORY, "%s: out of memory for its records", name);
}

static wend_status parse_one(const records_text* source, int line, records_reader read, void* set,
                             wend_error* error) {
    json_document document;
    WEND_TRY(json_document_parse(source->text, source->size, source->name, line, &document, error));
    json_at root = json_document_root(&document);
    wend_status status = read(&root, set, error);
    json_document_destroy(&document);
    return status;
}

wend_status records_parse(const records_text* source, records_reader read, void* set,
                          arena** memory, wend_error* error) {
    WEND_TRY(open_memory(source->name, memory, error));
    wend_status status = parse_one(source, 1, read, set, error);
    if (status != WEND_OK) records_close(memory);
    return status;
}

wend_status records_parse_lines(const records_text* source, records_reader read, void* set,
                                arena** memory, wend_error* error) {
    WEND_TRY(open_memory(source->name, memory, error));
    json_lines lines = json_lines_make(source->text, source->size);
    records_text line = {.name = source->name};
    wend_status status = WEND_OK;
    while (status == WEND_OK && json_lines_next(&lines, &line.text, &line.size))
        status = parse_one(&line, lines.number, read, set, error);
    if (status != WEND_OK) records_close(memory);
    return status;
}

size_t records_count_lines(const records_text* source) {
    json_lines lines = json_lines_make(source->text, source->size);
    const char* line;
    size_t size, count = 0;
    while (json_lines_next(&lines, &line, &size)) count++;
    return count;
}

void records_close(arena** memory) {
    if (*memory) arena_destroy(*memory);
    wend_free(*memory);
    *memory = NULL;
}

wend_status records_alloc(arena* memory, const json_at* at, size_t count, size_t size, void* items,
                          wend_error* error) {
    void* block = arena_alloc_zero(memory, count, size);
    memcpy(items, &block, sizeof block);
    return block ? WEND_OK : records_no_memory(at, error);
}

// ---- reading ----------------------------------------------------------------------------------

wend_status record_copy(arena* memory, const json_at* at, const char* text, const char** copy,
                        wend_error* error) {
    *copy = arena_text(memory, text, strlen(text));
    return *copy ? WEND_OK : records_no_memory(at, error);
}

wend_status record_text(arena* memory, const json_at* object, const char* key, const char** text,
                        wend_error* error) {
    *text = NULL;
    json_at field = {0};
    WEND_TRY(json_optional(object, key, &field, error));
    if (!field.value) return WEND_OK;
    const char* words = NULL;
    WEND_TRY(json_text(&field, &words, error));
    return record_copy(memory, &field, words, text, error);
}

wend_status record_need_text(arena* memory, const json_at* object, const char* key,
                             const char** text, wend_error* error) {
    json_at field = {0};
    WEND_TRY(json_field(object, key, &field, error));
    return record_text(memory, object, key, text, error);
}

wend_status record_number(const json_at* object, const char* key, double* number,
                          wend_error* error) {
    *number = NAN;
    json_at field = {0};
    WEND_TRY(json_optional(object, key, &field, error));
    return field.value ? json_number(&field, number, error) : WEND_OK;
}

wend_status record_need_number(const json_at* object, const char* key, double* number,
                               wend_error* error) {
    json_at field = {0};
    WEND_TRY(json_field(object, key, &field, error));
    return json_number(&field, number, error);
}

wend_status record_need_int(const json_at* object, const char* key, int64_t* number,
                            wend_error* error) {
    json_at field = {0};
    WEND_TRY(json_field(object, key, &field, error));
    return json_int(&field, number, error);
}

wend_status record_id(arena* memory, const json_at* object, const char* key, wend_record_id* id,
                      wend_error* error) {
    *id = (wend_record_id){0};
    json_at field = {0};
    WEND_TRY(json_optional(object, key, &field, error));
    if (!field.value) return WEND_OK;
    char digits[32];
    const char* text = digits;
    id->is_number = json_is_integer(field.value);
    if (id->is_number)
        snprintf(digits, sizeof digits, "%lld", (long long)json_integer_value(field.value));
    else if (json_is_string(field.value))
        text = json_string_value(field.value);
    else
        return json_fail(&field, error, "an id is a whole number or text");
    return record_copy(memory, &field, text, &id->text, error);
}

static wend_status records_read_point(const json_at* array, wend_dvec3* point, wend_error* error) {
    double xyz[3] = {0};
    WEND_TRY(json_numbers(array, 3, xyz, error));
    *point = (wend_dvec3){xyz[0], xyz[1], xyz[2]};
    return WEND_OK;
}

wend_status record_need_numbers(const json_at* object, const char* key, int count, double* numbers,
                                wend_error* error) {
    json_at field = {0};
    WEND_TRY(json_field(object, key, &field, error));
    return json_numbers(&field, count, numbers, error);
}

wend_status record_need_point(const json_at* object, const char* key, wend_dvec3* point,
                              wend_error* error) {
    json_at field = {0};
    WEND_TRY(json_field(object, key, &field, error));
    return records_read_point(&field, point, error);
}

// Reads the field as an array: its item count into `*count`, zeroed room for the items into
// `*block`. field->value is NULL when the field is missing.
static wend_status open_array(arena* memory, const json_at* object, const char* key,
                              size_t item_size, json_at* field, size_t* count, void* block,
                              wend_error* error) {
    *count = 0;
    WEND_TRY(json_optional(object, key, field, error));
    if (!field->value) return WEND_OK;
    WEND_TRY(json_count(field, count, error));
    if (*count > INT32_MAX) return json_fail(field, error, "more than 2^31 items");
    return records_alloc(memory, field, *count, item_size, block, error);
}

wend_status record_points(arena* memory, const json_at* object, const char* key,
                          wend_dvec3_span* points, wend_error* error) {
    json_at field = {0};
    size_t count;
    wend_dvec3* items = NULL;
    WEND_TRY(open_array(memory, object, key, sizeof *items, &field, &count, &items, error));
    for (size_t i = 0; i < count; i++) {
        json_at item = {0};
        WEND_TRY(json_item(&field, i, &item, error));
        WEND_TRY(records_read_point(&item, &items[i], error));
    }
    *points = (wend_dvec3_span){items, (int)count};
    return WEND_OK;
}

wend_status record_ints(arena* memory, const json_at* object, const char* key,
                        const int32_t** numbers, int* count, wend_error* error) {
    json_at field = {0};
    size_t held;
    int32_t* items = NULL;
    WEND_TRY(open_array(memory, object, key, sizeof *items, &field, &held, &items, error));
    for (size_t i = 0; i < held; i++) {
        json_at item = {0};
        int64_t number = 0;
        WEND_TRY(json_item(&field, i, &item, error));
        WEND_TRY(json_int(&item, &number, error));
        if (number != (int32_t)number)
            return json_fail(&item, error, "%lld is too large", (long long)number);
        items[i] = (int32_t)number;
    }
    *numbers = items;
    *count = (int)held;
    return WEND_OK;
}

wend_status record_texts(arena* memory, const json_at* object, const char* key,
                         const char* const** texts, int* count, wend_error* error) {
    json_at field = {0};
    size_t held;
    const char** items = NULL;
    WEND_TRY(open_array(memory, object, key, sizeof *items, &field, &held, &items, error));
    for (size_t i = 0; i < held; i++) {
        json_at item = {0};
        const char* text = NULL;
        WEND_TRY(json_item(&field, i, &item, error));
        WEND_TRY(json_text(&item, &text, error));
        WEND_TRY(record_copy(memory, &item, text, &items[i], error));
    }
    *texts = items;
    *count = (int)held;
    return WEND_OK;
}

bool record_member(const json_at* object, void** iterator, json_at* member) {
    json_t* value = (json_t*)object->value;  // jansson's iterators take no const
    *iterator = *iterator ? json_object_iter_next(value, *iterator) : json_object_iter(value);
    if (!*iterator) return false;
    *member = (json_at){.document = object->document,
                        .value = json_object_iter_value(*iterator),
                        .parent = object,
                        .key = json_object_iter_key(*iterator)};
    return true;
}

static bool records_is_known(const char* key, const char* const* known) {
    for (; *known; known++)
        if (strcmp(key, *known) == 0) return true;
    return false;
}

wend_status record_extra(arena* memory, const json_at* object, const char* const* known,
                         const char** extra, wend_error* error) {
    *extra = NULL;
    void* iterator = NULL;
    json_at member = {0};
    bool any = false, empty = true;
    while (record_member(object, &iterator, &member)) {
        empty = false;
        any = any || !records_is_known(member.key, known) || json_is_null(member.value);
    }
    if (!any) return empty ? record_copy(memory, object, "{}", extra, error) : WEND_OK;
    wend_json_out out = {0};
    wend_json_out_object(&out, NULL);
    while (record_member(object, &iterator, &member))
        if (!records_is_known(member.key, known) || json_is_null(member.value))
            json_out_value(&out, member.key, member.value);
    wend_json_out_end(&out);
    wend_status status = out.text.out_of_memory
                             ? records_no_memory(object, error)
                             : record_copy(memory, object, out.text.items, extra, error);
    wend_json_out_destroy(&out);
    return status;
}

// ---- writing ----------------------------------------------------------------------------------

void record_put_text(wend_json_out* out, const char* key, const char* text) {
    if (text) wend_json_out_text(out, key, text);
}

void record_put_number(wend_json_out* out, const char* key, double number) {
    if (!isnan(number)) wend_json_out_number(out, key, number);
}

void record_put_id(wend_json_out* out, const char* key, wend_record_id id) {
    if (id.text && id.is_number)
        wend_json_out_int(out, key, strtoll(id.text, NULL, 10));
    else
        record_put_text(out, key, id.text);
}

void record_put_point(wend_json_out* out, const char* key, wend_dvec3 point) {
    double xyz[3] = {point.x, point.y, point.z};
    wend_json_out_numbers(out, key, xyz, 3);
}

void record_put_points(wend_json_out* out, const char* key, wend_dvec3_span points) {
    if (!points.items) return;
    wend_json_out_array(out, key);
    for (int i = 0; i < points.count; i++) record_put_point(out, NULL, points.items[i]);
    wend_json_out_end(out);
}

void record_put_ints(wend_json_out* out, const char* key, const int32_t* numbers, int count) {
    if (numbers) wend_json_out_ints(out, key, numbers, count);
}

void record_put_texts(wend_json_out* out, const char* key, const char* const* texts, int count) {
    if (!texts) return;
    wend_json_out_array(out, key);
    for (int i = 0; i < count; i++) wend_json_out_text(out, NULL, texts[i]);
    wend_json_out_end(out);
}

wend_status record_save(wend_json_out* out, const char* path, wend_error* error) {
    wend_status status = wend_json_out_save(out, path, error);
    wend_json_out_destroy(out);
    return status;
}
