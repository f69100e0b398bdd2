#include "train/trainee.h"

wend_status trainee_create(const wend_train_def* def, wend_pool* pool, trainee** out,
                           wend_error* error) {
    const trainee_kind* kind =
        graph_trainee_knows(def->agent) ? &graph_trainee_kind : &policy_trainee_kind;
    trainee* t = wend_alloc_zero(1, kind->size);
    *out = NULL;
    if (!t) return wend_fail(error, WEND_NO_MEMORY, "out of memory");
    *t = (trainee){kind, def, pool};
    wend_status status = kind->create(t, error);
    if (status != WEND_OK) {
        trainee_destroy(t);
        return status;
    }
    *out = t;
    return WEND_OK;
}

void trainee_destroy(trainee* t) {
    if (!t) return;
    t->kind->destroy(t);
    wend_free(t);
}
