// Policies of pixels in training: rollouts or demonstrations, and PPO's learner.
#ifndef WEND_TRAIN_POLICY_TRAINEE_H
#define WEND_TRAIN_POLICY_TRAINEE_H

#include "train/dagger.h"
#include "train/learner.h"
#include "train/trainee.h"

typedef struct policy_trainee {
    trainee base;
    wend_policy policy;
    rollout rollout;
    imitation imitation;  // of bc and dagger, in place of environments
    dagger dagger;
    learner learner;
    train_ranks ranks;
    int sent;  // episodes of this rank that rank 0 has counted
} policy_trainee;

#endif
