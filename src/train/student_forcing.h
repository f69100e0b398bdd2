// Student forcing: the rows of an update are the policy's own steps, and each is labelled by an
// expert.  [Anderson et al. 2018, R2R; DAgger without keeping earlier rows]
//
// The rollout plays as for PPO, so the maps that agents make of their own outputs are those of
// their current weights, and returns train the critic. With probability `beta` a step takes the
// expert's action instead of the policy's.
#ifndef WEND_TRAIN_STUDENT_FORCING_H
#define WEND_TRAIN_STUDENT_FORCING_H

#include "train/rollout.h"

// Keeps the expert's action for environment i as that of row `row`; -1 where it gives up.
wend_status student_forcing_note(rollout* r, int i, int row, wend_error* error);
// The action of row `row`: the expert's with probability r->beta, else `own`.
int student_forcing_choose(const rollout* r, int row, int own, wend_rng* rng);
// After the steps of an update: actions become the expert's, advantages the weights of the
// imitation loss, 0 where the expert gave up.
void student_forcing_label(rollout* r);

#endif
