// The checkpoint of a training run: one file with everything needed to resume.
#ifndef WEND_TRAIN_CHECKPOINT_H
#define WEND_TRAIN_CHECKPOINT_H

#include "train/trainee.h"

// Writes weights, moments, statistics and position to a temporary file, syncs and renames it. `run`
// is the fingerprint of the run.
wend_status checkpoint_save(const char* path, const char* run, trainee* t, const progress_mark* at,
                            wend_error* error);
// WEND_ARGUMENT when the file belongs to a different run; the error names each difference.
// WEND_FORMAT when it is damaged or inconsistent.
wend_status checkpoint_load(const char* path, const char* run, trainee* t, progress_mark* at,
                            wend_error* error);

#endif
