// Views for tests of models that read captions.
#ifndef WEND_TESTS_MODEL_VIEW_FIXTURE_H
#define WEND_TESTS_MODEL_VIEW_FIXTURE_H

#include "model/view_input.h"

enum {
    VIEW_FIXTURE_WORDS = 9,  // of the table, with the unknown word
    VIEW_FIXTURE_FEATURE = 6,
};

// A view with `neighbours` neighbours, words and feature vectors that depend on `salt`.
view_input view_fixture(int neighbours, int salt);

#endif
