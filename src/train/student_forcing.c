#include "train/student_forcing.h"

#include "train/demo_collect.h"

wend_status student_forcing_note(rollout* r, int i, int row, wend_error* error) {
    wend_action action;
    bool sure = wend_batch_expert(r->batch, i, &action);
    r->expert[row] = sure ? collect_action(action.kind) : -1;
    if (!sure || r->expert[row] >= 0) return WEND_OK;
    return wend_fail(error, WEND_UNSUPPORTED,
                     "the expert's action '%s' is none of the policies' (stop, forward, left, "
                     "right)",
                     wend_action_name(action.kind));
}

int student_forcing_choose(const rollout* r, int row, int own, wend_rng* rng) {
    bool by_expert = wend_rng_double(rng) < (double)r->beta;
    return by_expert && r->expert[row] >= 0 ? r->expert[row] : own;
}

// Whether the expert's action differs from that of the step before, or an episode begins.
static bool student_forcing_inflects(rollout* r, int row) {
    int env = row % r->num_envs;
    bool inflects = !r->keep[row] || r->expert[row] != r->last_expert[env];
    r->last_expert[env] = r->expert[row];
    return inflects;
}

// The weight of inflections is the setting, or the ratio of all labelled steps of the update to
// them (imitation.c).
void student_forcing_label(rollout* r) {
    int rows = r->steps * r->num_envs, labelled = 0, inflections = 0;
    float weight = r->def->inflection_weight;
    for (int row = 0; row < rows; row++) {
        bool given = r->valid[row] && r->expert[row] >= 0;
        bool inflects = r->valid[row] && student_forcing_inflects(r, row);
        r->action[row] = given ? r->expert[row] : 0;
        r->advantages[row] = !given ? 0 : inflects ? 2 : 1;
        labelled += given;
        inflections += given && inflects;
    }
    if (!(weight > 0)) weight = inflections ? (float)((double)labelled / (double)inflections) : 1;
    for (int row = 0; row < rows; row++)
        if (r->advantages[row] > 1) r->advantages[row] = weight;
}
