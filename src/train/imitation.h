// Imitation: fills the rows of an update from demonstrations instead of environments.
//
// Environment i of the rollout is a stream of demonstrations: the c-th one of stream i is number
// c N + i of an endless sequence of shuffled passes, where the N streams of all ranks are counted
// on. The recurrent state is carried from update to
// update inside a demonstration, and gradients are cut there (truncated back-propagation).
#ifndef WEND_TRAIN_IMITATION_H
#define WEND_TRAIN_IMITATION_H

#include "train/rollout.h"

#include "wend/demos.h"

typedef struct imitation_stream {
    wend_demo_cursor* cursor;
    int32_t number;   // of the demonstration, in the stream
    int taken;        // steps of it so far
    int last_expert;  // of the step before; -1: none
    wend_status status;
    wend_error error;
} imitation_stream;

typedef struct imitation {
    const wend_train_def* def;
    wend_demos* demos;
    int episodes;  // of the set that are used
    float inflection;
    imitation_stream* streams;  // [num_envs]
    int num_envs;
} imitation;

bool imitation_is_method(int method);  // BC or DAGGER: rows are of demonstrations
// These and STUDENT_FORCING: the loss is the weighted cross-entropy with the expert's actions.
bool imitation_is_loss(int method);

// Opens a set. The first `episodes` demonstrations are used; 0: all. Replaces an open set, whose
// streams go on with their next demonstrations.
wend_status imitation_open(imitation* m, const wend_train_def* def, const char* folder,
                           int episodes, wend_error* error);
void imitation_close(imitation* m);  // safe on {0} and twice

// WEND_ARGUMENT when its inputs depend on its own outputs.
wend_status imitation_check_policy(const wend_policy* policy, wend_error* error);
// WEND_ARGUMENT when the set lacks what the policy needs.
wend_status imitation_check(const imitation* m, const wend_policy* policy, wend_error* error);
// The kind of the goals, from the first step.
wend_status imitation_goal_kind(const imitation* m, int* goal, wend_error* error);

// Stream i begins its demonstration numbers[i].
wend_status imitation_begin(imitation* m, rollout* r, const int32_t* numbers, wend_error* error);
// The next demonstration of each stream; the current one where no step of it was taken.
void imitation_next_numbers(const imitation* m, int32_t* numbers);
// Fills the rows of an update: inputs, the expert's action, and as advantages the weights of the
// imitation loss.
wend_status imitation_play(imitation* m, rollout* r, wend_error* error);

#endif
