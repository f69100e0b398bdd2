// Saves and loads followers: safetensors with the sizes and the vocabulary in the notes.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/follower.h"

#include "wend/files.h"

static const char format_name[] = "follower 1";

// ---- writing ------------------------------------------------------------------------------------

static void follower_put_sizes(const follower_def* def, char* text, size_t size) {
    size_t used = 0;
#define X(name, standard, min, max) \
    used +=                         \
        (size_t)snprintf(text + used, size - used, "%s" #name "=%d", used ? " " : "", def->name);
    FOLLOWER_SIZES(X)
#undef X
}

// The vocabulary as one text, words separated by spaces.
static char* follower_put_words(const follower* f) {
    size_t size = 0;
    for (int i = 1; i < f->word_count; i++) size += strlen(f->words + size) + 1;
    char* text = wend_alloc(size + 1);
    if (!text) return NULL;
    memcpy(text, f->words, size);
    for (size_t i = 0; i < size; i++)
        if (!text[i]) text[i] = ' ';
    text[size ? size - 1 : 0] = 0;
    return text;
}

wend_status follower_file_create(const follower* f, follower_file* file, wend_error* error) {
    *file = (follower_file){.count = (int)f->p.arrays.count};
    file->tensors = wend_alloc_zero((size_t)file->count, sizeof *file->tensors);
    file->words = follower_put_words(f);
    if (!file->tensors || !file->words) {
        follower_file_destroy(file);
        return wend_fail(error, WEND_NO_MEMORY, "out of memory for writing weights");
    }
    follower_put_sizes(&f->def, file->sizes, sizeof file->sizes);
    for (int i = 0; i < file->count; i++) {
        const wend_parameter* p = &f->p.arrays.items[i].shape;
        file->tensors[i] = (wend_tensor){.name = p->name,
                                         .dimensions = p->dimensions,
                                         .count = p->size,
                                         .data = parameters_at(&f->p, i)};
        for (int d = 0; d < p->dimensions; d++) file->tensors[i].shape[d] = p->shape[d];
    }
    return WEND_OK;
}

void follower_file_destroy(follower_file* file) {
    wend_free(file->tensors);
    wend_free(file->words);
    *file = (follower_file){0};
}

void follower_file_notes(const char* sizes, const char* words, wend_note notes[FOLLOWER_NOTES]) {
    notes[0] = (wend_note){"wend.format", format_name};
    notes[1] = (wend_note){"wend.sizes", sizes};
    notes[2] = (wend_note){"wend.words", words};
}

wend_status follower_save(const follower* f, const char* path, bool half, wend_error* error) {
    follower_file file;
    wend_note notes[FOLLOWER_NOTES];
    WEND_TRY(follower_file_create(f, &file, error));
    follower_file_notes(file.sizes, file.words, notes);
    wend_tensors all = {.tensors = file.tensors,
                        .count = file.count,
                        .notes = notes,
                        .note_count = FOLLOWER_NOTES,
                        .half = half};
    wend_status status = wend_tensors_write(path, &all, error);
    follower_file_destroy(&file);
    return status;
}

// ---- reading ------------------------------------------------------------------------------------

static bool follower_set_size(follower_def* def, const char* key, size_t size, long value) {
#define X(name, standard, min, max)                                \
    if (strlen(#name) == size && strncmp(key, #name, size) == 0) { \
        def->name = (int)value;                                    \
        return value >= (min) && value <= (max);                   \
    }
    FOLLOWER_SIZES(X)
#undef X
    return false;
}

static wend_status follower_read_sizes(const char* text, const char* path, follower_def* def,
                                       wend_error* error) {
    *def = follower_default_def();
    while (text && *text) {
        size_t word = strcspn(text, " "), key = strcspn(text, "=");
        char* end = NULL;
        long value = key < word ? strtol(text + key + 1, &end, 10) : 0;
        if (key >= word || end != text + word || !follower_set_size(def, text, key, value))
            return wend_fail(error, WEND_FORMAT, "%s: the size '%.*s' is unknown or out of range",
                             path, (int)(word < 60 ? word : 60), text);
        text += word;
        text += strspn(text, " ");
    }
    return WEND_OK;
}

// The words as texts that each end in NUL; NULL when out of memory.
static char* follower_split_words(const char* text, int* count) {
    size_t size = strlen(text);
    char* words = wend_alloc(size + 2);
    if (!words) return NULL;
    memcpy(words, text, size + 1);
    *count = size > 0;
    for (size_t i = 0; i < size; i++)
        if (words[i] == ' ') words[i] = 0, ++*count;
    return words;
}

wend_status follower_from_tensors(const wend_tensors* file, const char* name, follower** out,
                                  wend_error* error) {
    const char *format = wend_tensors_note(file, "wend.format"),
               *text = wend_tensors_note(file, "wend.words");
    follower_def def;
    int count = 0;
    if (!format || strcmp(format, format_name) != 0 || !text)
        return wend_fail(
            error, WEND_FORMAT,
            "%s: not weights of an instruction follower (note wend.format=%s is missing)", name,
            format_name);
    WEND_TRY(follower_read_sizes(wend_tensors_note(file, "wend.sizes"), name, &def, error));
    char* words = follower_split_words(text, &count);
    if (!words) return wend_fail(error, WEND_NO_MEMORY, "%s: out of memory", name);
    wend_status status = follower_prepare(&def, words, count, out, error);
    wend_free(words);
    WEND_TRY(status);
    status = parameters_load(&(*out)->p, file, name, error);
    if (status == WEND_OK) return WEND_OK;
    follower_destroy(*out);
    *out = NULL;
    return status;
}

wend_status follower_parse(const void* bytes, size_t size, const char* name, follower** out,
                           wend_error* error) {
    wend_tensors file;
    *out = NULL;
    WEND_TRY(wend_tensors_parse(bytes, size, name, &file, error));
    wend_status status = follower_from_tensors(&file, name, out, error);
    wend_tensors_destroy(&file);
    return status;
}

uint64_t follower_hash(const follower* f) {
    return wend_hash(f->p.values, f->p.size * sizeof *f->p.values, (uint64_t)f->word_count);
}
