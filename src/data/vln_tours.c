// IVLN's tours: {split: {scan: [[episode, …], …]}}. Ids are numbers (IR2R-CE) or strings (IR2R).
#include <stdio.h>
#include <string.h>

#include "data/fields.h"

#include "wend/benchmarks/vln.h"
#include "wend/files.h"

struct wend_vln_tours {
    arena memory;
    ARRAY_OF(wend_vln_tour) items;
};

static bool read_ids(pull* p, arena* memory, wend_vln_tour* tour) {
    ARRAY_OF(const char*) ids = {0};
    for (pull_array(p); pull_more(p);) {
        bool is_number = false;
        const char** id = ARRAY_PUSH(&ids);
        if (!id)
            pull_no_memory(p);
        else if (fields_id(p, memory, id, &is_number) && ids.count > 1 &&
                 is_number != tour->ids_are_numbers)
            pull_fail(p, "numbers and texts as episode ids of one tour");
        tour->ids_are_numbers = is_number;
    }
    if (p->status == WEND_OK) {
        tour->episodes = fields_copy(memory, ids.items, ids.count, sizeof *ids.items);
        tour->episode_count = (int)ids.count;
        if (!tour->episodes) pull_no_memory(p);
    }
    ARRAY_FREE(&ids);
    return p->status == WEND_OK;
}

static const char* keep_name(pull* p, arena* memory, pull_span name) {
    const char* copy = NULL;
    pull_copy(p, name, memory, &copy);
    return copy;
}

static void vln_tours_read_split(pull* p, wend_vln_tours* tours, const char* split) {
    pull_span key;
    int number = 0;
    for (pull_object(p); pull_key(p, &key);) {
        const char* scan = keep_name(p, &tours->memory, key);
        for (pull_array(p); pull_more(p); number++) {
            char id[16];
            int size = snprintf(id, sizeof id, "%d", number);
            wend_vln_tour* tour = ARRAY_PUSH(&tours->items);
            if (!tour) {
                pull_no_memory(p);
                return;
            }
            *tour = (wend_vln_tour){.split = split, .scan = scan};
            tour->id = keep_name(p, &tours->memory, (pull_span){id, (size_t)size});
            read_ids(p, &tours->memory, tour);
        }
    }
}

wend_status wend_vln_tours_parse(const char* text, size_t size, const char* name,
                                 wend_vln_tours** out, wend_error* error) {
    *out = NULL;
    wend_vln_tours* tours = wend_alloc_zero(1, sizeof *tours);
    if (!tours) return wend_fail(error, WEND_NO_MEMORY, "%s: out of memory", name);
    pull p = pull_make(text, size, name, 1, error);
    pull_span key;
    for (pull_object(&p); pull_key(&p, &key);)
        vln_tours_read_split(&p, tours, keep_name(&p, &tours->memory, key));
    wend_status status = pull_finish(&p);
    if (status != WEND_OK) {
        wend_vln_tours_destroy(tours);
        return status;
    }
    *out = tours;
    return WEND_OK;
}

wend_status wend_vln_tours_read(const char* path, wend_vln_tours** tours, wend_error* error) {
    *tours = NULL;
    wend_file_bytes bytes;
    WEND_TRY(wend_file_read(path, &bytes, error));
    wend_status status = wend_vln_tours_parse(bytes.data, bytes.size, path, tours, error);
    wend_file_bytes_destroy(&bytes);
    return status;
}

void wend_vln_tours_destroy(wend_vln_tours* tours) {
    if (!tours) return;
    arena_destroy(&tours->memory);
    ARRAY_FREE(&tours->items);
    wend_free(tours);
}

int wend_vln_tours_count(const wend_vln_tours* tours) { return (int)tours->items.count; }
const wend_vln_tour* wend_vln_tours_at(const wend_vln_tours* tours, int index) {
    return &tours->items.items[index];
}

wend_status wend_vln_tours_write(const wend_vln_tour* items, int count, const char* path,
                                 wend_error* error) {
    wend_json_out out = {0};
    wend_json_out_object(&out, NULL);
    for (int i = 0; i < count; i++) {
        const wend_vln_tour* tour = &items[i];
        bool new_split = i == 0 || strcmp(tour->split, items[i - 1].split) != 0;
        bool new_scan = new_split || strcmp(tour->scan, items[i - 1].scan) != 0;
        if (i && new_scan) wend_json_out_end(&out);
        if (i && new_split) wend_json_out_end(&out);
        if (new_split) wend_json_out_object(&out, tour->split);
        if (new_scan) wend_json_out_array(&out, tour->scan);
        wend_json_out_array(&out, NULL);
        for (int k = 0; k < tour->episode_count; k++)
            fields_write_id(&out, NULL, tour->episodes[k], tour->ids_are_numbers);
        wend_json_out_end(&out);
    }
    if (count) wend_json_out_end(&out);
    if (count) wend_json_out_end(&out);
    wend_json_out_end(&out);
    wend_json_out_newline(&out);
    wend_status status = wend_json_out_save(&out, path, error);
    wend_json_out_destroy(&out);
    return status;
}
