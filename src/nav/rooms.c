// Reads the rooms file: room label, region and position of each Matterport panorama.
#include "nav/rooms.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/number.h"
#include "base/pull.h"

#include "wend/files.h"

typedef struct room_entry {
    uint64_t key;  // hash of scan and viewpoint id; about 10,000 names do not collide in 64 bits
    double position[3];
    int region;
    char label;
} room_entry;

struct wend_rooms {
    ARRAY_OF(room_entry) entries;  // sorted by key
};

static uint64_t entry_key(const char* scan, size_t scan_size, const char* id, size_t id_size) {
    return wend_hash(id, id_size, wend_hash(scan, scan_size, 0));
}

// The file has numbers as strings: ["-2.75254", "3.39863", "-1.50543"]. JSON numbers are accepted
// too.
static bool rooms_read_number(pull* p, double* number) {
    pull_span span;
    char digits[64], *end;
    if (pull_peek(p) != '"') return pull_number(p, number);
    if (!pull_raw_text(p, &span)) return false;
    if (span.size == 0 || span.size >= sizeof digits) return pull_fail(p, "a number expected");
    memcpy(digits, span.text, span.size);
    digits[span.size] = 0;
    *number = number_parse(digits, &end);
    return (!*end && isfinite(*number)) || pull_fail(p, "'%s' is not a number", digits);
}

static bool read_position(pull* p, double position[3]) {
    int held = 0;
    for (pull_array(p); pull_more(p); held++) {
        if (held == 3) return pull_fail(p, "more than 3 coordinates");
        if (!rooms_read_number(p, &position[held])) return false;
    }
    return p->status == WEND_OK && (held == 3 || pull_fail(p, "%d coordinates of 3", held));
}

static bool rooms_read_entry(pull* p, room_entry* entry) {
    pull_span key, label;
    bool has_position = false;
    double region = -1;
    for (pull_object(p); pull_key(p, &key);) {
        if (pull_is(key, "position")) {
            has_position = true;
            read_position(p, entry->position);
        } else if (pull_is(key, "region_index")) {
            rooms_read_number(p, &region);
        } else if (pull_is(key, "label") && pull_peek(p) == '"') {
            if (pull_raw_text(p, &label) && label.size == 1) entry->label = label.text[0];
        } else {
            pull_skip(p);
        }
    }
    if (p->status != WEND_OK) return false;
    if (!has_position) return pull_fail(p, "the field \"position\" is missing");
    if (!(region >= -1 && region <= 1e6)) return pull_fail(p, "region_index is %g", region);
    entry->region = (int)region;
    return true;
}

static bool read_buildings(pull* p, wend_rooms* rooms) {
    pull_span scan, id;
    for (pull_object(p); pull_key(p, &scan);) {
        for (pull_object(p); pull_key(p, &id);) {
            room_entry* entry = ARRAY_PUSH(&rooms->entries);
            if (!entry) return pull_no_memory(p);
            *entry = (room_entry){.key = entry_key(scan.text, scan.size, id.text, id.size)};
            rooms_read_entry(p, entry);
        }
    }
    return p->status == WEND_OK;
}

static int compare_entries(const void* a, const void* b) {
    const room_entry *x = a, *y = b;
    return x->key < y->key ? -1 : x->key > y->key;
}

wend_status wend_rooms_parse(const char* text, size_t size, const char* name, wend_rooms** out,
                             wend_error* error) {
    *out = NULL;
    wend_rooms* rooms = wend_alloc_zero(1, sizeof *rooms);
    if (!rooms) return wend_fail(error, WEND_NO_MEMORY, "%s: out of memory while reading it", name);
    pull p = pull_make(text, size, name, 1, error);
    pull_span key;
    bool found = false;
    for (pull_object(&p); pull_key(&p, &key);) {
        if (pull_is(key, "pano_info")) {
            found = true;
            read_buildings(&p, rooms);
        } else {
            pull_skip(&p);
        }
    }
    if (p.status == WEND_OK && !found) pull_fail(&p, "the field \"pano_info\" is missing");
    wend_status status = pull_finish(&p);
    if (status != WEND_OK) {
        wend_rooms_destroy(rooms);
        return status;
    }
    if (rooms->entries.count)
        qsort(rooms->entries.items, rooms->entries.count, sizeof(room_entry), compare_entries);
    *out = rooms;
    return WEND_OK;
}

wend_status wend_rooms_read(const char* path, wend_rooms** rooms, wend_error* error) {
    *rooms = NULL;
    wend_file_bytes bytes;
    WEND_TRY(wend_file_read(path, &bytes, error));
    wend_status status = wend_rooms_parse(bytes.data, bytes.size, path, rooms, error);
    wend_file_bytes_destroy(&bytes);
    return status;
}

void wend_rooms_destroy(wend_rooms* rooms) {
    if (!rooms) return;
    ARRAY_FREE(&rooms->entries);
    wend_free(rooms);
}

void rooms_fill(const wend_rooms* rooms, const char* scan, wend_viewpoint* viewpoint) {
    room_entry wanted = {.key =
                             entry_key(scan, strlen(scan), viewpoint->id, strlen(viewpoint->id))};
    const room_entry* found = rooms->entries.count
                                  ? bsearch(&wanted, rooms->entries.items, rooms->entries.count,
                                            sizeof wanted, compare_entries)
                                  : NULL;
    if (!found) return;
    viewpoint->has_panorama = true;
    memcpy(viewpoint->panorama, found->position, sizeof viewpoint->panorama);
    viewpoint->region = found->region;
    viewpoint->label = found->label;
}
