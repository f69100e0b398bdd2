// The table of a reproduction, access to its data, and the list of reproductions.
#include "analyze/reproduce.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/number.h"

#include "wend/files.h"

// The public struct is the first member, so that pointers to both are interchangeable.
typedef struct reproduction_store {
    wend_reproduction public;
    table table;
} reproduction_store;

static const struct {
    const char *name, *words;
    wend_status (*run)(table* t);
} reproductions[] = {
#define X(name, function, words) {name, words, reproduce_##function},
    WEND_REPRODUCE_LIST(X)
#undef X
};

wend_reproduce_def wend_reproduce_default_def(void) {
    return (wend_reproduce_def){.seed = 1, .runs = 100};
}

// ---- the table --------------------------------------------------------------------------------

static const char* copy_text(table* t, const char* text) {
    const char* copy = arena_text(&t->memory, text, strlen(text));
    if (!copy) t->out_of_memory = true;
    return copy;
}

void table_cell(table* t, wend_reproduce_cell cell) {
    wend_reproduce_cell* place = ARRAY_PUSH(&t->cells);
    if (place)
        *place = cell;
    else
        t->out_of_memory = true;
}

void table_paper(table* t, const char* name, double ours, double paper, int decimals) {
    table_cell(
        t,
        (wend_reproduce_cell){
            .name = name, .ours = ours, .paper = paper, .has_paper = true, .decimals = decimals});
}

void table_ours(table* t, const char* name, double ours, int decimals) {
    table_cell(t, (wend_reproduce_cell){.name = name, .ours = ours, .decimals = decimals});
}

void table_row(table* t, const char* name) {
    size_t size = t->cells.count * sizeof *t->cells.items;
    wend_reproduce_cell* cells = arena_alloc(&t->memory, size);
    wend_reproduce_row* row = cells ? ARRAY_PUSH(&t->rows) : NULL;
    if (row) {
        if (size) memcpy(cells, t->cells.items, size);
        *row = (wend_reproduce_row){copy_text(t, name), cells, (int)t->cells.count};
    } else {
        t->out_of_memory = true;
    }
    t->cells.count = 0;
}

void table_note(table* t, const char* format, ...) {
    char text[512];
    va_list list;
    va_start(list, format);
    number_vprint(text, sizeof text, format, list);
    va_end(list);
    const char* copy = copy_text(t, text);
    const char** place = copy ? ARRAY_PUSH(&t->notes) : NULL;
    if (place)
        *place = copy;
    else
        t->out_of_memory = true;
}

void table_series(table* t, const char* name, const double* x, const double* y, int count) {
    size_t size = (size_t)count * sizeof(double);
    double *xs = arena_alloc(&t->memory, size), *ys = arena_alloc(&t->memory, size);
    wend_reproduce_series* series = xs && ys ? ARRAY_PUSH(&t->series) : NULL;
    if (!series) {
        t->out_of_memory = true;
        return;
    }
    memcpy(xs, x, size);
    memcpy(ys, y, size);
    *series = (wend_reproduce_series){copy_text(t, name), xs, ys, count};
}

void table_progress(const table* t, int done, int total) {
    if (t->def->progress) t->def->progress(t->def->context, done, total);
}

// ---- the data ---------------------------------------------------------------------------------

// Joins folder and name; the error names the missing file.
static wend_status find_data(const table* t, const char* name, char* path, size_t size) {
    WEND_TRY(wend_file_join(t->def->data, name, path, size, t->error));
    if (wend_file_exists(path) || wend_file_is_folder(path)) return WEND_OK;
    return wend_fail(
        t->error, WEND_NOT_FOUND,
        "%s is not there; --data takes a folder with mp3d/connectivity, mp3d/rooms and "
        "r2r in it",
        path);
}

wend_status table_open_graphs(const table* t, wend_positions positions, wend_graph_set** set) {
    char connectivity[1024], rooms[1024];
    *set = NULL;
    WEND_TRY(find_data(t, "mp3d/connectivity", connectivity, sizeof connectivity));
    wend_graph_set_def def = wend_graph_set_default_def();
    def.connectivity = connectivity;
    def.positions = positions;
    if (positions == WEND_POSITIONS_PANORAMAS) {
        WEND_TRY(find_data(t, "mp3d/rooms/viewpoint_rooms.json", rooms, sizeof rooms));
        def.rooms = rooms;
    }
    return wend_graph_set_create(&def, set, t->error);
}

wend_status table_open_r2r(const table* t, const char* split, wend_vln_episodes** episodes) {
    char name[64], path[1024];
    *episodes = NULL;
    snprintf(name, sizeof name, "r2r/R2R_%s.json", split);
    WEND_TRY(find_data(t, name, path, sizeof path));
    return wend_vln_episodes_read(path, episodes, t->error);
}

wend_status table_all_graphs(const table* t, wend_graph_set* set, const wend_graph*** graphs) {
    int count = wend_graph_set_count(set);
    *graphs = wend_alloc_zero((size_t)count + 1, sizeof **graphs);
    if (!*graphs) return wend_fail(t->error, WEND_NO_MEMORY, "out of memory for %d graphs", count);
    for (int i = 0; i < count; i++) {
        wend_status status =
            wend_graph_set_get(set, wend_graph_set_scan(set, i), &(*graphs)[i], t->error);
        if (status == WEND_OK) continue;
        wend_free(*graphs);
        *graphs = NULL;
        return status;
    }
    return WEND_OK;
}

// ---- one reproduction -------------------------------------------------------------------------

static wend_status find_reproduction(const char* name, size_t* index, wend_error* error) {
    size_t count = sizeof reproductions / sizeof *reproductions;
    char names[256] = "";
    for (*index = 0; *index < count; ++*index) {
        if (strcmp(reproductions[*index].name, name) == 0) return WEND_OK;
        size_t used = strlen(names);
        snprintf(names + used, sizeof names - used, "%s%s", used ? ", " : "",
                 reproductions[*index].name);
    }
    return wend_fail(error, WEND_ARGUMENT, "unknown reproduction '%s'; choose one of %s", name,
                     names);
}

static void publish(reproduction_store* k, size_t index) {
    table* t = &k->table;
    k->public = (wend_reproduction){.name = reproductions[index].name,
                                    .title = reproductions[index].words,
                                    .rows = t->rows.items,
                                    .row_count = (int)t->rows.count,
                                    .notes = t->notes.items,
                                    .note_count = (int)t->notes.count,
                                    .x_label = t->x_label,
                                    .y_label = t->y_label,
                                    .series = t->series.items,
                                    .series_count = (int)t->series.count};
}

wend_status wend_reproduce(const char* name, const wend_reproduce_def* def,
                           wend_reproduction** reproduction, wend_error* error) {
    size_t index;
    *reproduction = NULL;
    WEND_TRY(find_reproduction(name, &index, error));
    if (def->runs < 1)
        return wend_fail(error, WEND_ARGUMENT, "%d runs; must be at least 1", def->runs);
    reproduction_store* k = wend_alloc_zero(1, sizeof *k);
    if (!k) return wend_fail(error, WEND_NO_MEMORY, "out of memory");
    k->table.def = def;
    k->table.error = error;
    wend_status status = reproductions[index].run(&k->table);
    if (status == WEND_OK && k->table.out_of_memory)
        status = wend_fail(error, WEND_NO_MEMORY, "out of memory for the table of %s", name);
    publish(k, index);
    if (status != WEND_OK) {
        wend_reproduction_destroy(&k->public);
        return status;
    }
    *reproduction = &k->public;
    return WEND_OK;
}

void wend_reproduction_destroy(wend_reproduction* reproduction) {
    if (!reproduction) return;
    reproduction_store* k = (reproduction_store*)reproduction;
    ARRAY_FREE(&k->table.rows);
    ARRAY_FREE(&k->table.cells);
    ARRAY_FREE(&k->table.notes);
    ARRAY_FREE(&k->table.series);
    arena_destroy(&k->table.memory);
    wend_free(k);
}

bool wend_reproduce_is_equal(const wend_reproduce_cell* cell) {
    if (!cell->has_paper) return true;
    if (cell->at_least) return cell->ours > cell->paper;
    double scale = pow(10, cell->decimals);
    return fabs(round(cell->ours * scale) - round(cell->paper * scale)) < 0.5;
}
