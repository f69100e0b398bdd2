// Learning on a small house, for tests.
#ifndef WEND_TEST_TRAIN_FIXTURE_H
#define WEND_TEST_TRAIN_FIXTURE_H

#include "train/policy_trainee.h"

wend_policy_def train_fixture_policy(void);
// Twelve point goals in two rooms, in a file of the test's folder.
const char* train_fixture_episodes(void);
// Six updates of two environments, six steps each; a checkpoint every second one.
wend_train_def train_fixture_def(const char* out, const wend_policy_def* policy);
uint64_t train_fixture_hash(const char* folder, const char* name);  // of a file

// What a run consists of, without a folder.
typedef struct train_parts {
    wend_train_def def;
    wend_policy_def policy_def;
    policy_trainee t;
} train_parts;
void train_fixture_parts(train_parts* p);  // `def` and `policy_def` are set
void train_fixture_parts_destroy(train_parts* p);

#endif
