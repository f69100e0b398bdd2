// The folder of a training run: file names, lock, clean-up after a kill.
#ifndef WEND_TRAIN_TRAIN_FOLDER_H
#define WEND_TRAIN_TRAIN_FOLDER_H

#include "wend/train.h"

typedef struct train_folder {
    const char* path;
    int lock;  // descriptor of the folder; 0: not locked
    char last[4096], best[4096], candidate[4096], curve[4096], config[4096];
} train_folder;

// Only names the files, for ranks that do not write.
wend_status train_folder_name(const char* path, train_folder* f, wend_error* error);
// Creates the folder if it is missing, locks it until train_folder_close, and removes partial files
// of a killed run. WEND_IO when another run has locked it, or it is not writable.
wend_status train_folder_open(const char* path, train_folder* f, wend_error* error);
void train_folder_close(train_folder* f);  // safe on {0} and twice

// WEND_ARGUMENT when the folder has a file that wend train would replace but did not write.
wend_status train_folder_guard(const train_folder* f, wend_error* error);
// Removes the files of the existing run, and no others.
wend_status train_folder_clear(const train_folder* f, wend_error* error);
// WEND_ARGUMENT when the folder has best.safetensors without last.safetensors, or when `from` is
// one of its files. Nullable: from.
wend_status train_folder_check(const train_folder* f, const char* from, bool overwrite,
                               wend_error* error);

// WEND_ARGUMENT when the folder belongs to a run with stages and `staged` is false, or the other
// way round.
wend_status train_folder_check_stages(const train_folder* f, bool staged, wend_error* error);
// Writes config.json, unless it has the same content. Creates the cache folder, so that its path
// can be stored relative to the file.
wend_status train_folder_config(const train_folder* f, const wend_train_def* def,
                                wend_error* error);

// Path of the log of the evaluation after an update.
wend_status train_folder_log(const train_folder* f, int update, char* path, size_t size,
                             wend_error* error);

#endif
