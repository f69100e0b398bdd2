// Writes and parses lines of a log: checksum and JSON.
#include "log/line.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "base/array.h"
#include "base/json_out.h"
#include "base/pull.h"

enum { CHECKSUM_SIZE = 9 };  // eight digits and a space

void line_put(wend_text_out* out, const char* json, size_t size) {
    wend_text_put(out, "%08lx ", crc32(0, (const Bytef*)json, (uInt)size));
    wend_text_put_bytes(out, json, size);
    wend_text_put_bytes(out, "\n", 1);
}

const char* line_check(const char* line, size_t size) {
    if (size < CHECKSUM_SIZE + 2 || line[CHECKSUM_SIZE - 1] != ' ') return NULL;
    const char* json = line + CHECKSUM_SIZE;
    char digits[16];
    snprintf(digits, sizeof digits, "%08lx",
             crc32(0, (const Bytef*)json, (uInt)(size - CHECKSUM_SIZE)));
    return memcmp(digits, line, 8) == 0 ? json : NULL;
}

// ---- writing ------------------------------------------------------------------------------------

// Metres and radians with enough digits to parse to the same float.
static void line_put_poses(wend_json_out* out, const char* key, const wend_pose* poses, int count) {
    wend_json_out_array(out, key);
    for (int i = 0; i < count; i++) {
        const wend_pose* p = &poses[i];
        wend_text_put(&out->text, "%s[%.9g,%.9g,%.9g,%.9g,%.9g]", i ? "," : "", (double)p->feet.x,
                      (double)p->feet.y, (double)p->feet.z, (double)p->heading, (double)p->tilt);
    }
    wend_json_out_end(out);
}

static int count_led(const wend_log_record* r) {
    return (int)(strlen(r->to_goal) + strlen(r->to_start));
}

static void put_led(wend_json_out* out, const wend_log_record* r) {
    if (!r->to_goal) return;
    wend_json_out_object(out, "led");
    wend_json_out_text(out, "to_goal", r->to_goal);
    wend_json_out_text(out, "to_start", r->to_start);
    line_put_poses(out, "poses", r->led, count_led(r));
    wend_json_out_end(out);
}

static int count_drives(const char* actions) {
    int count = 0;
    for (; *actions; actions++) count += *actions == wend_action_letter(WEND_ACTION_VELOCITY);
    return count;
}

static void put_drives(wend_json_out* out, const wend_log_record* r) {
    int count = r->drives ? count_drives(r->actions) : 0;
    if (!count) return;
    wend_json_out_array(out, "drives");
    for (int i = 0; i < count; i++)
        wend_text_put(&out->text, "%s[%.9g,%.9g,%.9g]", i ? "," : "", (double)r->drives[i].forward,
                      (double)r->drives[i].turn, (double)r->drives[i].seconds);
    wend_json_out_end(out);
}

void line_put_record(wend_text_out* text, const wend_log_record* r) {
    wend_json_out out = {0};
    char hash[20];
    snprintf(hash, sizeof hash, "%016llx", (unsigned long long)r->scene_hash);
    wend_json_out_object(&out, NULL);
    wend_json_out_int(&out, "index", r->index);
    wend_json_out_text(&out, "id", r->id);
    wend_json_out_text(&out, "scene", r->scene);
    wend_json_out_text(&out, "scene_hash", hash);
    if (r->source_hash) {
        snprintf(hash, sizeof hash, "%016llx", (unsigned long long)r->source_hash);
        wend_json_out_text(&out, "source_hash", hash);
    }
    if (r->failure) {
        wend_json_out_text(&out, "failure", r->failure);
    } else {
        if (r->agent_error) wend_json_out_text(&out, "agent_error", r->agent_error);
        wend_json_out_text(&out, "actions", r->actions);
        wend_json_out_text(&out, "outcomes", r->outcomes);
        line_put_poses(&out, "poses", r->poses, r->steps + 1);
        put_drives(&out, r);
        put_led(&out, r);
        wend_json_out_object(&out, "facts");
        json_out_members(&out, r->facts);
        wend_json_out_end(&out);
        if (r->notes) {
            wend_json_out_object(&out, "notes");
            json_out_members(&out, r->notes);
            wend_json_out_end(&out);
        }
    }
    wend_json_out_end(&out);
    if (out.text.out_of_memory)
        text->out_of_memory = true;
    else
        line_put(text, out.text.items, out.text.count);
    wend_json_out_destroy(&out);
}

// ---- reading ------------------------------------------------------------------------------------
// A line is read by the pull parser: numbers go straight into the record, and facts and notes are
// kept as they stand in the line. They are parsed to typed values once, by metrics/facts.c.

typedef struct line_reader {
    pull json;
    arena* memory;
    wend_log_record* record;
    size_t poses, drives, led;  // items of the arrays
    uint32_t seen;              // bit i: record_fields[i] had a value
} line_reader;

static bool line_read_text(line_reader* r, const char** text) {
    return pull_text(&r->json, r->memory, text);
}

// An array of arrays of `width` floats, copied to the arena.
static bool line_read_rows(line_reader* r, int width, size_t* count, const void** rows) {
    ARRAY_OF(float) floats = {0};
    double numbers[5];
    bool fits = true;
    *count = 0;
    for (pull_array(&r->json); fits && pull_more(&r->json); ++*count) {
        if (!pull_numbers(&r->json, width, numbers)) break;
        fits = ARRAY_RESERVE(&floats, (size_t)width);
        for (int i = 0; fits && i < width; i++) {
            float number = (float)numbers[i] + 0.0f;  // -0 becomes 0
            if (!isfinite(number)) pull_fail(&r->json, "%g is too large", numbers[i]);
            floats.items[floats.count++] = number;
        }
    }
    void* copy = fits ? arena_alloc(r->memory, floats.count * sizeof(float)) : NULL;
    if (copy && floats.count) memcpy(copy, floats.items, floats.count * sizeof(float));
    ARRAY_FREE(&floats);
    *rows = copy;
    return copy ? r->json.status == WEND_OK : pull_no_memory(&r->json);
}

_Static_assert(sizeof(wend_pose) == 5 * sizeof(float), "a pose is five floats in the log's order");
_Static_assert(sizeof(wend_log_drive) == 3 * sizeof(float), "a drive is three floats");

static bool line_read_poses(line_reader* r, size_t* count, const wend_pose** poses) {
    const void* rows;
    bool ok = line_read_rows(r, 5, count, &rows);
    *poses = rows;
    return ok;
}

static bool read_index(line_reader* r) {
    int64_t index;
    if (!pull_int(&r->json, &index)) return false;
    if (index < 0 || index > INT32_MAX) return pull_fail(&r->json, "must be in [0, 2147483647]");
    r->record->index = (int)index;
    return true;
}

static bool line_read_hash(line_reader* r, uint64_t* hash) {
    pull_span digits;
    char text[24];
    if (!pull_raw_text(&r->json, &digits)) return false;
    snprintf(text, sizeof text, "%.*s", (int)(digits.size < 20 ? digits.size : 20), digits.text);
    *hash = strtoull(text, NULL, 16);
    return true;
}

static bool line_read_object(line_reader* r, const char** text) {
    pull_span object;
    if (pull_peek(&r->json) != '{') return pull_object(&r->json);  // which makes the error
    if (!pull_raw(&r->json, &object)) return false;
    *text = arena_text(r->memory, object.text, object.size);
    return *text || pull_no_memory(&r->json);
}

static bool read_id(line_reader* r) { return line_read_text(r, &r->record->id); }
static bool read_scene(line_reader* r) { return line_read_text(r, &r->record->scene); }
static bool read_scene_hash(line_reader* r) { return line_read_hash(r, &r->record->scene_hash); }
static bool read_source_hash(line_reader* r) { return line_read_hash(r, &r->record->source_hash); }
static bool read_failure(line_reader* r) { return line_read_text(r, &r->record->failure); }
static bool read_agent_error(line_reader* r) { return line_read_text(r, &r->record->agent_error); }
static bool line_read_actions(line_reader* r) { return line_read_text(r, &r->record->actions); }
static bool read_outcomes(line_reader* r) { return line_read_text(r, &r->record->outcomes); }
static bool read_facts(line_reader* r) { return line_read_object(r, &r->record->facts); }
static bool read_notes(line_reader* r) { return line_read_object(r, &r->record->notes); }
static bool read_poses(line_reader* r) { return line_read_poses(r, &r->poses, &r->record->poses); }

static bool read_drives(line_reader* r) {
    const void* rows;
    bool ok = line_read_rows(r, 3, &r->drives, &rows);
    r->record->drives = rows;
    return ok;
}

static bool read_led(line_reader* r) {
    pull* p = &r->json;
    wend_log_record* record = r->record;
    pull_span key;
    for (pull_object(p); pull_key(p, &key);) {
        if (pull_null(p)) continue;
        if (pull_is(key, "to_goal"))
            line_read_text(r, &record->to_goal);
        else if (pull_is(key, "to_start"))
            line_read_text(r, &record->to_start);
        else if (pull_is(key, "poses"))
            line_read_poses(r, &r->led, &record->led);
        else
            pull_skip(p);
    }
    if (p->status != WEND_OK) return false;
    if (record->to_goal && record->to_start && record->led) return true;
    return pull_fail(p, "the field \"%s\" is missing",
                     !record->to_goal    ? "to_goal"
                     : !record->to_start ? "to_start"
                                         : "poses");
}

// In the order in which missing ones are reported.
static const struct {
    const char* key;
    bool (*read)(line_reader* r);
    enum { FIELD_ALWAYS, FIELD_PLAYED, FIELD_OPTIONAL } due;
} record_fields[] = {
    {"index", read_index, FIELD_ALWAYS},
    {"id", read_id, FIELD_ALWAYS},
    {"scene", read_scene, FIELD_ALWAYS},
    {"scene_hash", read_scene_hash, FIELD_ALWAYS},
    {"source_hash", read_source_hash, FIELD_OPTIONAL},
    {"failure", read_failure, FIELD_OPTIONAL},
    {"agent_error", read_agent_error, FIELD_OPTIONAL},
    {"actions", line_read_actions, FIELD_PLAYED},
    {"outcomes", read_outcomes, FIELD_PLAYED},
    {"poses", read_poses, FIELD_PLAYED},
    {"drives", read_drives, FIELD_OPTIONAL},
    {"led", read_led, FIELD_OPTIONAL},
    {"facts", read_facts, FIELD_PLAYED},
    {"notes", read_notes, FIELD_OPTIONAL},
};
enum { RECORD_FIELDS = sizeof record_fields / sizeof *record_fields };

static bool line_read_field(line_reader* r, pull_span key) {
    int i = 0;
    if (pull_null(&r->json)) return true;  // as if it were missing
    while (i < RECORD_FIELDS && !pull_is(key, record_fields[i].key)) i++;
    if (i == RECORD_FIELDS) return pull_skip(&r->json);
    if (r->seen & 1u << i) return pull_fail(&r->json, "a second value of the same key");
    r->seen |= 1u << i;
    return record_fields[i].read(r);
}

// Missing fields, and arrays whose lengths do not match the actions.
static bool line_check_record(line_reader* r) {
    wend_log_record* record = r->record;
    for (int i = 0; i < RECORD_FIELDS; i++) {
        bool due = record_fields[i].due == FIELD_ALWAYS ||
                   (record_fields[i].due == FIELD_PLAYED && !record->failure);
        if (due && !(r->seen & 1u << i))
            return pull_fail(&r->json, "the field \"%s\" is missing", record_fields[i].key);
    }
    if (record->failure) return true;
    size_t actions = strlen(record->actions), outcomes = strlen(record->outcomes);
    size_t driven = (size_t)count_drives(record->actions);
    record->steps = (int)actions;
    if (r->poses != actions + 1 || r->poses != outcomes + 1)
        return pull_fail(
            &r->json,
            "poses: %zu poses, %zu actions and %zu outcomes; poses must be one more than actions",
            r->poses, actions, outcomes);
    if (record->drives && r->drives != driven)
        return pull_fail(&r->json, "drives: %zu drives, %zu in actions", r->drives, driven);
    if (record->to_goal && r->led != (size_t)count_led(record))
        return pull_fail(&r->json, "led.poses: %zu poses, led %d steps", r->led, count_led(record));
    return true;
}

wend_status line_read_record(const char* json, size_t size, const char* path, int number,
                             arena* memory, wend_log_record* record, wend_error* error) {
    line_reader r = {
        .json = pull_make(json, size, path, number, error), .memory = memory, .record = record};
    pull_span key;
    *record = (wend_log_record){0};
    for (pull_object(&r.json); pull_key(&r.json, &key);)
        if (!line_read_field(&r, key)) break;
    if (r.json.status == WEND_OK) line_check_record(&r);
    return pull_finish(&r.json);
}
