// What tests of predictions share: files written, scored, and looked at.
#ifndef WEND_TEST_SCORED_H
#define WEND_TEST_SCORED_H

#include "test.h"

#include "wend/files.h"
#include "wend/metrics.h"

static inline const char* save(const char* name, const char* text) {
    wend_error error;
    const char* path = test_path(name);
    CHECK_OK(wend_file_write(path, text, strlen(text), &error));
    return path;
}

static inline const char* make_folder(const char* name) {
    wend_error error;
    const char* path = test_path(name);
    CHECK_OK(wend_file_make_folder(path, &error));
    return path;
}

static inline wend_predictions* score(const wend_predictions_def* def) {
    wend_error error;
    wend_predictions* scored;
    CHECK_OK(wend_predictions_score(def, &scored, &error));
    return scored;
}

static inline void check_json(const wend_predictions_def* def, const char* const* words) {
    wend_predictions* scored = score(def);
    for (int i = 0; words[i]; i++) CHECK_HAS(wend_predictions_json(scored), words[i]);
    wend_predictions_destroy(scored);
}
#define CHECK_JSON(def, ...) check_json(&(def), (const char* const[]){__VA_ARGS__, NULL})

static inline void check_fails(const wend_predictions_def* def, wend_status expected,
                               const char* words) {
    wend_error error;
    wend_predictions* scored;
    CHECK_INT(wend_predictions_score(def, &scored, &error), expected);
    CHECK(!scored);
    CHECK_HAS(error.message, words);
}

static inline wend_status score_again(void* context, wend_error* error) {
    wend_predictions* scored;
    WEND_TRY(wend_predictions_score(context, &scored, error));
    wend_predictions_destroy(scored);
    return WEND_OK;
}

static inline wend_predictions_def quick_def(wend_benchmark benchmark) {
    wend_predictions_def def = wend_predictions_default_def(benchmark);
    def.resamples = 0;
    def.per_episode = true;
    return def;
}

#endif
