// The viewpoint graphs of a folder, loaded on first use.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "wend/files.h"
#include "wend/nav.h"

static const char suffix[] = "_connectivity.json";

struct wend_graph_set {
    char* folder;
    wend_rooms* rooms;  // NULL: none
    wend_positions positions;
    char** scans;         // [count] names, sorted
    wend_graph** graphs;  // [count] NULL: not loaded yet
    int count;
};

wend_graph_set_def wend_graph_set_default_def(void) {
    wend_graph_set_def def = {NULL, NULL, WEND_POSITIONS_POSES};
    return def;
}

// Length of the scan's name in "{scan}_connectivity.json" or "….json.gz"; 0: a different file.
static size_t scan_length(const char* name) {
    size_t size = strlen(name), tail = sizeof suffix - 1;
    if (size > 3 && strcmp(name + size - 3, ".gz") == 0) size -= 3;
    return size > tail && memcmp(name + size - tail, suffix, tail) == 0 ? size - tail : 0;
}

static bool same_scan(const char* scan, const char* name, size_t length) {
    return strlen(scan) == length && memcmp(scan, name, length) == 0;
}

static bool add_scans(wend_graph_set* set, const wend_file_list* list) {
    size_t room = (size_t)list->count + 1;
    set->scans = wend_alloc_zero(room, sizeof *set->scans);
    set->graphs = wend_alloc_zero(room, sizeof *set->graphs);
    if (!set->scans || !set->graphs) return false;
    for (int i = 0; i < list->count; i++) {
        size_t length = scan_length(list->names[i]);
        if (!length) continue;
        // In sorted order "a_connectivity.json.gz" follows "a_connectivity.json": one entry for
        // both.
        if (set->count && same_scan(set->scans[set->count - 1], list->names[i], length)) continue;
        char* scan = wend_alloc(length + 1);
        if (!scan) return false;
        memcpy(scan, list->names[i], length);
        scan[length] = 0;
        set->scans[set->count++] = scan;
    }
    return true;
}

static wend_status graph_set_fill(wend_graph_set* set, const wend_graph_set_def* def,
                                  wend_error* error) {
    if (!def->connectivity)
        return wend_fail(error, WEND_ARGUMENT, "no folder of connectivity files is given");
    if (def->positions == WEND_POSITIONS_PANORAMAS && !def->rooms)
        return wend_fail(error, WEND_ARGUMENT,
                         "the positions 'panoramas' need the file viewpoint_rooms.json");
    size_t size = strlen(def->connectivity) + 1;
    set->positions = def->positions;
    set->folder = wend_alloc(size);
    if (!set->folder) return wend_fail(error, WEND_NO_MEMORY, "out of memory for a set of graphs");
    memcpy(set->folder, def->connectivity, size);
    wend_file_list list;
    WEND_TRY(wend_file_list_read(def->connectivity, &list, error));
    bool fits = add_scans(set, &list);
    wend_file_list_destroy(&list);
    if (!fits) return wend_fail(error, WEND_NO_MEMORY, "out of memory for a set of graphs");
    if (set->count == 0)
        return wend_fail(error, WEND_NOT_FOUND, "%s: no file named {scan}%s is in this folder",
                         def->connectivity, suffix);
    return def->rooms ? wend_rooms_read(def->rooms, &set->rooms, error) : WEND_OK;
}

wend_status wend_graph_set_create(const wend_graph_set_def* def, wend_graph_set** out,
                                  wend_error* error) {
    *out = NULL;
    wend_graph_set* set = wend_alloc_zero(1, sizeof *set);
    if (!set) return wend_fail(error, WEND_NO_MEMORY, "out of memory for a set of graphs");
    wend_status status = graph_set_fill(set, def, error);
    if (status != WEND_OK) {
        wend_graph_set_destroy(set);
        return status;
    }
    *out = set;
    return WEND_OK;
}

void wend_graph_set_destroy(wend_graph_set* set) {
    if (!set) return;
    for (int i = 0; i < set->count; i++) {
        wend_free(set->scans[i]);
        wend_graph_destroy(set->graphs[i]);
    }
    wend_free(set->scans);
    wend_free(set->graphs);
    wend_free(set->folder);
    wend_rooms_destroy(set->rooms);
    wend_free(set);
}

static int find_scan(const wend_graph_set* set, const char* scan) {
    int low = 0, high = set->count;
    while (low < high) {
        int middle = (low + high) / 2, order = strcmp(set->scans[middle], scan);
        if (order == 0) return middle;
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return -1;
}

static wend_status graph_path(const wend_graph_set* set, int index, char path[4096],
                              wend_error* error) {
    char name[512];
    snprintf(name, sizeof name, "%s%s", set->scans[index], suffix);
    WEND_TRY(wend_file_join(set->folder, name, path, 4096 - 3, error));
    if (!wend_file_exists(path)) strcat(path, ".gz");
    return WEND_OK;
}

wend_status wend_graph_set_hash(const wend_graph_set* set, uint64_t* hash, wend_error* error) {
    *hash = 0;
    for (int i = 0; i < set->count; i++) {
        char path[4096];
        wend_file_bytes bytes;
        if (!set->graphs[i]) continue;
        WEND_TRY(graph_path(set, i, path, error));
        WEND_TRY(wend_file_read(path, &bytes, error));
        *hash = wend_hash(bytes.data, bytes.size, wend_hash_text(set->scans[i], *hash));
        wend_file_bytes_destroy(&bytes);
    }
    return WEND_OK;
}

wend_status wend_graph_set_get(wend_graph_set* set, const char* scan, const wend_graph** graph,
                               wend_error* error) {
    int index = find_scan(set, scan);
    if (index < 0)
        return wend_fail(error, WEND_NOT_FOUND, "%s: no file %.64s%s for this building",
                         set->folder, scan, suffix);
    if (!set->graphs[index]) {
        char path[4096];
        WEND_TRY(graph_path(set, index, path, error));
        WEND_TRY(
            wend_graph_read(path, scan, set->rooms, set->positions, &set->graphs[index], error));
    }
    *graph = set->graphs[index];
    return WEND_OK;
}

int wend_graph_set_count(const wend_graph_set* set) { return set->count; }
const char* wend_graph_set_scan(const wend_graph_set* set, int index) { return set->scans[index]; }
