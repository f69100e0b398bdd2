// Files of models that know words: weights as safetensors, sizes and vocabulary in the notes.
#ifndef WEND_MODEL_MODEL_FILE_H
#define WEND_MODEL_MODEL_FILE_H

#include "model/word_table.h"
#include "net/parameters.h"

// An integer of a model's def that its file stores.
// A default below `min` means that the network lacks this part; the size is then not written.
typedef struct model_size {
    const char* name;
    int standard, min, max;
    size_t offset;  // in the def
} model_size;

typedef struct model_kind {
    const char* format;  // the note wend.format
    const char* what;    // for messages: "an instruction follower"
    const model_size* sizes;
    int size_count;
} model_kind;

// The content of a file; the tensors point to the weights.
typedef struct model_file {
    wend_tensor* tensors;
    int count;
    char sizes[512];
    char* words;
} model_file;
enum { MODEL_NOTES = 3 };

wend_status model_file_create(const model_kind* kind, const void* def, const word_table* words,
                              const parameters* p, model_file* file, wend_error* error);
void model_file_destroy(model_file* file);  // safe on {0} and twice
void model_file_notes(const model_kind* kind, const char* sizes, const char* words,
                      wend_note notes[MODEL_NOTES]);
// `half`: as 16-bit floats.
wend_status model_file_save(const model_kind* kind, const void* def, const word_table* words,
                            const parameters* p, const char* path, bool half, wend_error* error);

// Sizes of a def that has its defaults, and the vocabulary: *count words that each end in NUL, to
// be freed with wend_free.
wend_status model_file_read(const model_kind* kind, const wend_tensors* file, const char* name,
                            void* def, char** words, int* count, wend_error* error);
// Sizes of a def by a text "name=value …" in place of those it has. Nullable: text.
wend_status model_sizes_read(const model_kind* kind, const char* text, const char* where, void* def,
                             wend_error* error);

#endif
