// Curricula: the stages of a run, in order.
#ifndef WEND_TRAIN_STAGES_H
#define WEND_TRAIN_STAGES_H

#include "wend/train.h"

// A run without stages (train.c).
wend_status train_run(const wend_train_def* def, wend_error* error);
// Runs or resumes the stages of `def`.
wend_status stages_run(const wend_train_def* def, wend_error* error);
// The folder of a stage, from 0: out/stage_1_NAME.
wend_status stages_folder(const wend_train_def* def, int stage, char* path, size_t size,
                          wend_error* error);

#endif
