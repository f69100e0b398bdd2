// The folder of a training run: its files, the lock that keeps a second run out, what kills leave.
#ifndef WEND_TRAIN_TRAIN_FOLDER_H
#define WEND_TRAIN_TRAIN_FOLDER_H

#include "wend/base.h"

typedef struct train_folder {
    const char* path;
    int lock;  // descriptor of the folder; 0: not locked
    char last[4096], best[4096], candidate[4096], curve[4096];
} train_folder;

// Makes the folder where it is missing, locks it until it is closed, and removes what a killed run
// left half written. WEND_IO when another run has it locked, or it is not a folder one can write.
wend_status train_folder_open(const char* path, train_folder* f, wend_error* error);
void train_folder_close(train_folder* f);  // safe on {0} and twice

// Removes the files of the run that is in the folder. Files that wend train does not write stay.
wend_status train_folder_clear(const train_folder* f, wend_error* error);
// WEND_ARGUMENT when the folder has files of these names that no run can go on from, or when `from`
// is one of them. Nullable: from.
wend_status train_folder_check(const train_folder* f, const char* from, bool overwrite,
                               wend_error* error);

// The log of the evaluation after an update.
wend_status train_folder_log(const train_folder* f, int update, char* path, size_t size,
                             wend_error* error);

#endif
