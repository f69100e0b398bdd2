// Evaluation of the weights in training on held-out episodes.
#ifndef WEND_TRAIN_HELD_OUT_H
#define WEND_TRAIN_HELD_OUT_H

#include "train/trainee.h"

// Plays the held-out episodes with the weights of a file, as `wend run` does, into the log `path`.
// Collective.
wend_status held_out_play(const trainee* t, const char* weights, const char* path,
                          wend_error* error);
// Fills the report from the log. WEND_ARGUMENT when the scenes changed since the evaluation before.
wend_status held_out_score(const char* path, progress_mark* at, wend_train_report* report,
                           wend_error* error);

#endif
