// HAMT's proxy tasks. In tasks that need the text to attend to the views it does, whatever the size
// text_attends says of acting: the attention between text and vision has one set of weights.
#include "model/hamt_parts.h"

// Linear, then ReLU and layer normalisation.
static int hamt_proxy_hidden(tape* t, transformer_linear linear, transformer_norm norm, int x) {
    return transformer_norm_of(t, norm, tape_relu(t, transformer_linear_of(t, linear, x)));
}

int hamt_guess_words(const hamt* h, tape* t, const hamt_run* run, const int32_t* rows, int count) {
    hamt_sequence s;
    if (!hamt_sequence_make(h, t, run, false, NULL, &s)) return 0;
    hamt_related r = hamt_cross_layers(h, t, run, &s, true);
    int x = tape_gelu(t, transformer_linear_of(t, h->masked, tape_rows(t, r.text, count, rows)));
    x = transformer_norm_of(t, h->masked_norm, x);
    return tape_add(t, tape_products(t, x, tape_weight(t, h->table)),
                    tape_weight(t, h->masked_bias));
}

int hamt_relate_views(const hamt* h, tape* t, hamt_run* run, const view_input* const* views,
                      const int32_t* anchors) {
    hamt_sequence s;
    if (!hamt_look_at(h, t, run, views) || !hamt_sequence_make(h, t, run, true, NULL, &s)) return 0;
    hamt_related r = hamt_cross_layers(h, t, run, &s, h->def.text_attends);
    int rows = run->batch * VIEW_SECTORS;
    int32_t* anchor = tape_take(t, (size_t)rows, sizeof *anchor);
    if (!anchor) return 0;
    for (int i = 0; i < rows; i++) {
        int b = i / VIEW_SECTORS;
        anchor[i] = s.sectors[run->group[b] * VIEW_SECTORS + anchors[b]];
    }
    int pair[2] = {tape_rows(t, r.vision, rows, anchor), tape_rows(t, r.vision, rows, s.sectors)};
    int x = hamt_proxy_hidden(t, h->relation, h->relation_norm, tape_concat(t, pair, 2));
    return transformer_linear_of(t, h->relation_out, x);
}

int hamt_match_paths(const hamt* h, tape* t, const hamt_run* run, const int32_t* paths) {
    hamt_sequence s;
    if (!hamt_sequence_make(h, t, run, false, paths, &s)) return 0;
    hamt_related r = hamt_cross_layers(h, t, run, &s, true);
    int text = tape_rows(t, r.text, run->batch, run->text.first);
    int path = tape_rows(t, r.vision, run->batch, s.cls);
    int x = hamt_proxy_hidden(t, h->matching, h->matching_norm, tape_multiply(t, text, path));
    return transformer_linear_of(t, h->matching_out, x);
}
