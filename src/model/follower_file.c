// Saves and loads followers.
#include <stddef.h>

#include "model/follower.h"

static const model_size follower_sizes[] = {
#define X(name, standard, min, max) {#name, standard, min, max, offsetof(follower_def, name)},
    FOLLOWER_SIZES(X)
#undef X
        {"feature", 0, 1, WEND_MAX_FEATURE_SIZE, offsetof(follower_def, feature)},
};

const model_kind follower_kind = {"follower 1", "an instruction follower", follower_sizes,
                                  sizeof follower_sizes / sizeof *follower_sizes};

wend_status follower_from_tensors(const wend_tensors* file, const char* name, follower** out,
                                  wend_error* error) {
    follower_def def = follower_default_def();
    char* words;
    int count = 0;
    *out = NULL;
    WEND_TRY(model_file_read(&follower_kind, file, name, &def, &words, &count, error));
    wend_status status = follower_prepare(&def, words, count, out, error);
    wend_free(words);
    WEND_TRY(status);
    status = parameters_load(&(*out)->p, file, name, error);
    if (status == WEND_OK) return WEND_OK;
    follower_destroy(*out);
    *out = NULL;
    return status;
}
