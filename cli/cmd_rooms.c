// wend rooms count: co-occurrence of object categories and room types, for agents with priors.
#include <stdio.h>
#include <stdlib.h>

#include "commands.h"
#include "options.h"
#include "scene_list.h"

#include "wend/files.h"
#include "wend/scene.h"

typedef struct room_counts {
    int rooms[WEND_ROOM_TYPE_COUNT];
    int holding[WEND_CATEGORY_COUNT][WEND_ROOM_TYPE_COUNT];  // rooms with at least one
} room_counts;

static const char* const type_words[] = {
#define X(name, words) #name,
    WEND_ROOM_TYPE_LIST(X)
#undef X
};

static const char* const category_words[] = {
#define X(name, words, mpcat, ivln, thor, flags) #name,
    WEND_CATEGORY_LIST(X)
#undef X
};

static void count_room(room_counts* counts, const wend_scene_arrays* a, uint32_t room) {
    bool held[WEND_CATEGORY_COUNT] = {false};
    int type = a->rooms.items[room].type;
    counts->rooms[type]++;
    for (uint32_t i = 1; i < a->objects.count; i++) {
        const wend_object* o = &a->objects.items[i];
        if (o->room != room || held[o->category]) continue;
        held[o->category] = true;
        if (!(o->flags & WEND_OBJECT_STRUCTURE)) counts->holding[o->category][type]++;
    }
}

static wend_status count_scene(room_counts* counts, const char* reference, wend_error* error) {
    wend_scene* scene;
    WEND_TRY(wend_scene_open(reference, NULL, &scene, error));
    const wend_scene_arrays* a = wend_scene_get(scene);
    for (uint32_t room = 1; room < a->rooms.count; room++) count_room(counts, a, room);
    wend_scene_destroy(scene);
    return WEND_OK;
}

static wend_status count_scenes(room_counts* counts, const scene_list* list, wend_error* error) {
    progress bar = progress_start("scenes", list->count);
    wend_status status = WEND_OK;
    for (int i = 0; i < list->count && status == WEND_OK; i++) {
        status = count_scene(counts, list->names[i], error);
        progress_show(&bar, i + 1);
    }
    progress_end(&bar);
    return status;
}

static int write_counts(FILE* out, const room_counts* counts, const char* scenes) {
    int rooms = 0;
    fprintf(out, "// wend rooms count \"%s\"\n", scenes);
    for (int r = 0; r < WEND_ROOM_TYPE_COUNT; r++) {
        rooms += counts->rooms[r];
        if (counts->rooms[r]) fprintf(out, "ROOMS(%s, %d)\n", type_words[r], counts->rooms[r]);
    }
    for (int c = 1; c < WEND_CATEGORY_COUNT; c++)
        for (int r = 0; r < WEND_ROOM_TYPE_COUNT; r++)
            if (counts->holding[c][r])
                fprintf(out, "HOLDING(%s, %s, %d)\n", category_words[c], type_words[r],
                        counts->holding[c][r]);
    return rooms;
}

static wend_status save_counts(const room_counts* counts, const char* scenes, const char* path,
                               wend_error* error) {
    char* text = NULL;
    size_t size = 0;
    FILE* out = open_memstream(&text, &size);
    int rooms = out ? write_counts(out, counts, scenes) : 0;
    bool out_of_memory = !out || ferror(out);
    if (out && fclose(out)) out_of_memory = true;
    wend_status status = out_of_memory
                             ? wend_fail(error, WEND_NO_MEMORY, "out of memory for the counts")
                             : wend_file_write(path, text, size, error);
    if (status == WEND_OK) printf("%s: %d rooms\n", path, rooms);
    free(text);
    return status;
}

int command_rooms_count(int argc, char** argv) {
    const char* path = NULL;
    const option options[] = {
        {"-o", OPTION_TEXT, &path, "FILE", "output file", .endings = ".inc"},
    };
    arguments a = {.command = "rooms count",
                   .summary = "Counts objects per room type: the prior of cow:explore=prior.",
                   .operands = "SCENES",
                   .options = options,
                   .option_count = OPTION_COUNT(options),
                   .min_operands = 1,
                   .max_operands = 1};
    static room_counts counts;
    int exit_status;
    wend_error error;
    scene_list list;
    if (!arguments_read(&a, argc, argv, &exit_status)) return exit_status;
    if (!path) return report_misuse(&a, "-o is required");
    if (scene_list_parse(a.given[0], &list, &error) != WEND_OK) return report_error(&error);
    wend_status status = count_scenes(&counts, &list, &error);
    if (status == WEND_OK) status = save_counts(&counts, a.given[0], path, &error);
    scene_list_destroy(&list);
    return status == WEND_OK ? EXIT_OK : report_error(&error);
}
