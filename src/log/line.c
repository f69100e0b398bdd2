// Writes and parses lines of a log: checksum and JSON.
#include "log/line.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "base/json.h"
#include "base/json_out.h"

enum { CHECKSUM_SIZE = 9 };  // eight digits and a space

void line_put(text_out* out, const char* json, size_t size) {
    text_put(out, "%08lx ", crc32(0, (const Bytef*)json, (uInt)size));
    text_put_bytes(out, json, size);
    text_put_bytes(out, "\n", 1);
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
static void line_put_poses(json_out* out, const char* key, const wend_pose* poses, int count) {
    json_out_array(out, key);
    for (int i = 0; i < count; i++) {
        const wend_pose* p = &poses[i];
        text_put(&out->text, "%s[%.9g,%.9g,%.9g,%.9g,%.9g]", i ? "," : "", (double)p->feet.x,
                 (double)p->feet.y, (double)p->feet.z, (double)p->heading, (double)p->tilt);
    }
    json_out_end(out);
}

static int count_led(const wend_log_record* r) {
    return (int)(strlen(r->to_goal) + strlen(r->to_start));
}

static void put_led(json_out* out, const wend_log_record* r) {
    if (!r->to_goal) return;
    json_out_object(out, "led");
    json_out_text(out, "to_goal", r->to_goal);
    json_out_text(out, "to_start", r->to_start);
    line_put_poses(out, "poses", r->led, count_led(r));
    json_out_end(out);
}

static int count_drives(const char* actions) {
    int count = 0;
    for (; *actions; actions++) count += *actions == wend_action_letter(WEND_ACTION_VELOCITY);
    return count;
}

static void put_drives(json_out* out, const wend_log_record* r) {
    int count = r->drives ? count_drives(r->actions) : 0;
    if (!count) return;
    json_out_array(out, "drives");
    for (int i = 0; i < count; i++)
        text_put(&out->text, "%s[%.9g,%.9g,%.9g]", i ? "," : "", (double)r->drives[i].forward,
                 (double)r->drives[i].turn, (double)r->drives[i].seconds);
    json_out_end(out);
}

void line_put_record(text_out* text, const wend_log_record* r) {
    json_out out = {0};
    char hash[20];
    snprintf(hash, sizeof hash, "%016llx", (unsigned long long)r->scene_hash);
    json_out_object(&out, NULL);
    json_out_int(&out, "index", r->index);
    json_out_text(&out, "id", r->id);
    json_out_text(&out, "scene", r->scene);
    json_out_text(&out, "scene_hash", hash);
    if (r->source_hash) {
        snprintf(hash, sizeof hash, "%016llx", (unsigned long long)r->source_hash);
        json_out_text(&out, "source_hash", hash);
    }
    if (r->failure) {
        json_out_text(&out, "failure", r->failure);
    } else {
        if (r->agent_error) json_out_text(&out, "agent_error", r->agent_error);
        json_out_text(&out, "actions", r->actions);
        json_out_text(&out, "outcomes", r->outcomes);
        line_put_poses(&out, "poses", r->poses, r->steps + 1);
        put_drives(&out, r);
        put_led(&out, r);
        json_out_object(&out, "facts");
        json_out_members(&out, r->facts);
        json_out_end(&out);
        if (r->notes) {
            json_out_object(&out, "notes");
            json_out_members(&out, r->notes);
            json_out_end(&out);
        }
    }
    json_out_end(&out);
    if (out.text.out_of_memory)
        text->out_of_memory = true;
    else
        line_put(text, out.text.items, out.text.count);
    json_out_destroy(&out);
}

// ---- reading ------------------------------------------------------------------------------------

static wend_status line_keep_text(const json_at* object, const char* key, arena* memory,
                                  const char** text, wend_error* error) {
    json_at field = {0};
    const char* value = NULL;
    WEND_TRY(json_field(object, key, &field, error));
    WEND_TRY(json_text(&field, &value, error));
    *text = arena_text(memory, value, strlen(value));
    return *text ? WEND_OK : wend_fail(error, WEND_NO_MEMORY, "no memory to read a log");
}

static wend_status read_pose_list(const json_at* array, size_t count, arena* memory,
                                  const wend_pose** out, wend_error* error) {
    wend_pose* poses = arena_alloc(memory, count * sizeof *poses);
    if (!poses) return wend_fail(error, WEND_NO_MEMORY, "no memory to read a log");
    for (size_t i = 0; i < count; i++) {
        json_at item = {0};
        float five[5];
        WEND_TRY(json_item(array, i, &item, error));
        WEND_TRY(json_floats(&item, 5, five, error));
        poses[i] = (wend_pose){{five[0], five[1], five[2]}, five[3], five[4]};
    }
    *out = poses;
    return WEND_OK;
}

static wend_status line_read_poses(const json_at* root, arena* memory, wend_log_record* r,
                                   wend_error* error) {
    json_at array = {0};
    size_t count = 0;
    WEND_TRY(json_field(root, "poses", &array, error));
    WEND_TRY(json_count(&array, &count, error));
    r->steps = (int)strlen(r->actions);
    if (count != strlen(r->actions) + 1 || strlen(r->outcomes) + 1 != count)
        return json_fail(&array, error,
                         "%zu poses, %zu actions and %zu outcomes; a pose more is due", count,
                         strlen(r->actions), strlen(r->outcomes));
    return read_pose_list(&array, count, memory, &r->poses, error);
}

static wend_status read_led(const json_at* root, arena* memory, wend_log_record* r,
                            wend_error* error) {
    json_at led = {0}, array = {0};
    size_t count = 0;
    WEND_TRY(json_optional(root, "led", &led, error));
    if (!led.value) return WEND_OK;
    WEND_TRY(line_keep_text(&led, "to_goal", memory, &r->to_goal, error));
    WEND_TRY(line_keep_text(&led, "to_start", memory, &r->to_start, error));
    WEND_TRY(json_field(&led, "poses", &array, error));
    WEND_TRY(json_count(&array, &count, error));
    if (count != (size_t)count_led(r))
        return json_fail(&array, error, "%zu poses, led %d steps", count, count_led(r));
    return read_pose_list(&array, count, memory, &r->led, error);
}

static wend_status keep_object(const json_at* object, arena* memory, const char** text,
                               wend_error* error) {
    json_out out = {0};
    json_out_value(&out, NULL, object->value);
    *text = out.text.out_of_memory ? NULL : arena_text(memory, out.text.items, out.text.count);
    json_out_destroy(&out);
    return *text ? WEND_OK : wend_fail(error, WEND_NO_MEMORY, "no memory to read a log");
}

static wend_status read_drives(const json_at* root, arena* memory, wend_log_record* r,
                               wend_error* error) {
    json_at array = {0};
    size_t count = 0, due = (size_t)count_drives(r->actions);
    WEND_TRY(json_optional(root, "drives", &array, error));
    if (!array.value) return WEND_OK;
    WEND_TRY(json_count(&array, &count, error));
    if (count != due) return json_fail(&array, error, "%zu drives, %zu in actions", count, due);
    wend_log_drive* drives = arena_alloc(memory, count * sizeof *drives);
    if (!drives) return wend_fail(error, WEND_NO_MEMORY, "no memory to read a log");
    for (size_t i = 0; i < count; i++) {
        json_at item = {0};
        float three[3];
        WEND_TRY(json_item(&array, i, &item, error));
        WEND_TRY(json_floats(&item, 3, three, error));
        drives[i] = (wend_log_drive){three[0], three[1], three[2]};
    }
    r->drives = drives;
    return WEND_OK;
}

static wend_status read_fields(const json_at* root, arena* memory, wend_log_record* r,
                               wend_error* error) {
    json_at field = {0};
    int64_t index = 0;
    const char* hash = NULL;
    WEND_TRY(json_field(root, "index", &field, error));
    WEND_TRY(json_int(&field, &index, error));
    if (index < 0 || index > INT32_MAX)
        return json_fail(&field, error, "must be in [0, 2147483647]");
    r->index = (int)index;
    WEND_TRY(line_keep_text(root, "id", memory, &r->id, error));
    WEND_TRY(line_keep_text(root, "scene", memory, &r->scene, error));
    WEND_TRY(json_field(root, "scene_hash", &field, error));
    WEND_TRY(json_text(&field, &hash, error));
    r->scene_hash = strtoull(hash, NULL, 16);
    WEND_TRY(json_optional(root, "source_hash", &field, error));
    if (field.value) {
        WEND_TRY(json_text(&field, &hash, error));
        r->source_hash = strtoull(hash, NULL, 16);
    }
    WEND_TRY(json_optional(root, "failure", &field, error));
    if (field.value) return line_keep_text(root, "failure", memory, &r->failure, error);
    WEND_TRY(json_optional(root, "agent_error", &field, error));
    if (field.value) WEND_TRY(line_keep_text(root, "agent_error", memory, &r->agent_error, error));
    WEND_TRY(line_keep_text(root, "actions", memory, &r->actions, error));
    WEND_TRY(line_keep_text(root, "outcomes", memory, &r->outcomes, error));
    WEND_TRY(line_read_poses(root, memory, r, error));
    WEND_TRY(read_drives(root, memory, r, error));
    WEND_TRY(read_led(root, memory, r, error));
    WEND_TRY(json_field(root, "facts", &field, error));
    WEND_TRY(keep_object(&field, memory, &r->facts, error));
    WEND_TRY(json_optional(root, "notes", &field, error));
    return field.value ? keep_object(&field, memory, &r->notes, error) : WEND_OK;
}

wend_status line_read_record(const char* json, size_t size, const char* path, int number,
                             arena* memory, wend_log_record* record, wend_error* error) {
    json_document document;
    *record = (wend_log_record){0};
    WEND_TRY(json_document_parse(json, size, path, number, &document, error));
    json_at root = json_document_root(&document);
    wend_status status = read_fields(&root, memory, record, error);
    json_document_destroy(&document);
    return status;
}
