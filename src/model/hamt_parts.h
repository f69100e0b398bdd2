// Parts of HAMT that its policy and its proxy tasks share.
#ifndef WEND_MODEL_HAMT_PARTS_H
#define WEND_MODEL_HAMT_PARTS_H

#include "model/hamt.h"

transformer hamt_layers(const hamt* h);

// Sequences [CLS, steps; neighbours, STOP, sectors], and where their tokens lie.
typedef struct hamt_sequence {
    int x;
    ragged xs;
    int32_t* cls;         // [batch] row of an episode's CLS; -1: it has ended
    int32_t* candidates;  // [count + batch] rows of neighbours, then of STOP; -1: it has ended
    int32_t* sectors;     // [groups * VIEW_SECTORS]
} hamt_sequence;

// The views of episodes that have not ended.
bool hamt_look_at(const hamt* h, tape* t, hamt_run* run, const view_input* const* views);
// With the views of hamt_look_at, or history alone. paths[batch]: whose history; NULL: its own.
bool hamt_sequence_make(const hamt* h, tape* t, const hamt_run* run, bool views,
                        const int32_t* paths, hamt_sequence* s);

// All rows after the cross-modal layers. `both`: the text attends too; else `text` is as before.
typedef struct hamt_related {
    int vision, text;
} hamt_related;
hamt_related hamt_cross_layers(const hamt* h, tape* t, const hamt_run* run, const hamt_sequence* s,
                               bool both);

#endif
