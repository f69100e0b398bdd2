#include "model/model_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "wend/files.h"

static int* model_size_of(const model_size* size, const void* def) {
    return (int*)((char*)def + size->offset);
}

// ---- writing ------------------------------------------------------------------------------------

static void model_put_sizes(const model_kind* kind, const void* def, char* text, size_t size) {
    size_t used = 0;
    for (int i = 0; i < kind->size_count && used < size; i++) {
        int value = *model_size_of(&kind->sizes[i], def);
        if (value < kind->sizes[i].min) continue;
        used += (size_t)snprintf(text + used, size - used, "%s%s=%d", i ? " " : "",
                                 kind->sizes[i].name, value);
    }
}

wend_status model_file_create(const model_kind* kind, const void* def, const word_table* words,
                              const parameters* p, model_file* file, wend_error* error) {
    *file = (model_file){.count = (int)p->arrays.count};
    file->tensors = wend_alloc_zero((size_t)file->count, sizeof *file->tensors);
    file->words = word_table_join(words);
    if (!file->tensors || !file->words) {
        model_file_destroy(file);
        return wend_fail(error, WEND_NO_MEMORY, "out of memory for writing weights");
    }
    model_put_sizes(kind, def, file->sizes, sizeof file->sizes);
    for (int i = 0; i < file->count; i++) {
        const wend_parameter* shape = &p->arrays.items[i].shape;
        file->tensors[i] = (wend_tensor){.name = shape->name,
                                         .dimensions = shape->dimensions,
                                         .count = shape->size,
                                         .data = parameters_at(p, i)};
        for (int d = 0; d < shape->dimensions; d++) file->tensors[i].shape[d] = shape->shape[d];
    }
    return WEND_OK;
}

void model_file_destroy(model_file* file) {
    wend_free(file->tensors);
    wend_free(file->words);
    *file = (model_file){0};
}

void model_file_notes(const model_kind* kind, const char* sizes, const char* words,
                      wend_note notes[MODEL_NOTES]) {
    notes[0] = (wend_note){"wend.format", kind->format};
    notes[1] = (wend_note){"wend.sizes", sizes};
    notes[2] = (wend_note){"wend.words", words};
}

wend_status model_file_save(const model_kind* kind, const void* def, const word_table* words,
                            const parameters* p, const char* path, bool half, wend_error* error) {
    model_file file;
    wend_note notes[MODEL_NOTES];
    WEND_TRY(model_file_create(kind, def, words, p, &file, error));
    model_file_notes(kind, file.sizes, file.words, notes);
    wend_tensors all = {.tensors = file.tensors,
                        .count = file.count,
                        .notes = notes,
                        .note_count = MODEL_NOTES,
                        .half = half};
    wend_status status = wend_tensors_write(path, &all, error);
    model_file_destroy(&file);
    return status;
}

// ---- reading ------------------------------------------------------------------------------------

static bool model_set_size(const model_kind* kind, void* def, const char* key, size_t size,
                           long value) {
    for (int i = 0; i < kind->size_count; i++) {
        const model_size* s = &kind->sizes[i];
        if (strlen(s->name) != size || strncmp(key, s->name, size) != 0) continue;
        if (value < s->min || value > s->max) return false;
        *model_size_of(s, def) = (int)value;
        return true;
    }
    return false;
}

wend_status model_sizes_read(const model_kind* kind, const char* text, const char* path, void* def,
                             wend_error* error) {
    while (text && *text) {
        size_t word = strcspn(text, " "), key = strcspn(text, "=");
        char* end = NULL;
        long value = key < word ? strtol(text + key + 1, &end, 10) : 0;
        if (key >= word || end != text + word || !model_set_size(kind, def, text, key, value))
            return wend_fail(error, WEND_FORMAT, "%s: the size '%.*s' is unknown or out of range",
                             path, (int)(word < 60 ? word : 60), text);
        text += word;
        text += strspn(text, " ");
    }
    return WEND_OK;
}

wend_status model_file_read(const model_kind* kind, const wend_tensors* file, const char* name,
                            void* def, char** words, int* count, wend_error* error) {
    const char *format = wend_tensors_note(file, "wend.format"),
               *text = wend_tensors_note(file, "wend.words");
    *words = NULL;
    if (!format || strcmp(format, kind->format) != 0 || !text)
        return wend_fail(error, WEND_FORMAT,
                         "%s: not weights of %s (note wend.format=%s is missing)", name, kind->what,
                         kind->format);
    WEND_TRY(model_sizes_read(kind, wend_tensors_note(file, "wend.sizes"), name, def, error));
    *words = word_table_split(text, count);
    return *words ? WEND_OK : wend_fail(error, WEND_NO_MEMORY, "%s: out of memory", name);
}
