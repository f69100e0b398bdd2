// HAMT, the history-aware multimodal transformer, on captions and detections of views.
// [Chen et al. 2021; cshizhe/VLN-HAMT. Tours: Krantz et al. 2023, IVLN]
//
//     words ──► embedding E ──► transformer layers ──► text ──────────────┐ cross-attention
//                   │                                                     ▼
//     steps before: direction taken, panorama ──► history encoder ──► [history; observations] ──►
//     views ──► bags of words in 12 sectors, neighbours, STOP ────────────┘   scores, value
//
// The whole sequence of earlier steps is an input, where a recurrent follower has one vector.
//
// Differences from the paper, apart from the input: a history token has the view in the direction
// taken, not the one faced before; with `match` > 0 scores have the follower's second term, which
// compares the words attended to with the words seen there, and the matrices between words and
// views begin as identities, because E is shared by both; with `text_attends` = 0 the text does not
// attend to the views when acting, as in the authors' variant for RxR, and is computed once per
// episode.
#ifndef WEND_MODEL_HAMT_H
#define WEND_MODEL_HAMT_H

#include "model/graph_policy.h"
#include "model/transformer.h"

enum {
    HAMT_MAX_LAYERS = 12,
    HAMT_HISTORY = 50,  // tokens of earlier steps, with CLS and PREV; the oldest are dropped
    HAMT_MAX_MATCH = 4,
};

// Sizes of the network: name, default (small), the paper's, min, max.
#define HAMT_SIZES(X)                                                                    \
    X(hidden, 128, 768, 8, 1024)                                                         \
    X(heads, 4, 12, 1, 16)                                                               \
    X(feed, 256, 3072, 8, 4096) /* inner size of feed-forward layers */                  \
    X(text_layers, 1, 9, 0, 12)                                                          \
    X(history_layers, 1, 2, 0, 4) /* of the panoramas of earlier steps */                \
    X(layers, 2, 4, 1, 12)        /* cross-modal */                                      \
    X(text_attends, 0, 1, 0, 1)   /* 1: text attends to history and observations */      \
    X(match, 2, 0, 0, 4)          /* heads of the comparison of words; 0: none */        \
    X(blind, 0, 0, 0, 1)          /* 1: no words of views, only geometry and language */ \
    X(proxies, 0, 0, 0, 1)        /* 1: heads of proxy tasks */                          \
    X(deaf, 0, 0, 0, 1)           /* 1: no words of instructions */

typedef struct hamt_def {
#define X(name, standard, paper, min, max) int name;
    HAMT_SIZES(X)
#undef X
    float dropout;  // in training; default 0.1
} hamt_def;

hamt_def hamt_default_def(void);
hamt_def hamt_paper_def(void);

// A cross-modal layer of LXMERT: one attention between text and vision for both directions, then
// self-attention and feed-forward of each.
typedef struct hamt_cross {
    transformer_attention between;
    transformer_layer text, vision;
} hamt_cross;

// What a view and its direction become: LN(W v) + LN(W a).
typedef struct hamt_look {
    transformer_linear words, angle;
    transformer_norm words_norm, angle_norm;
} hamt_look;

typedef struct hamt {
    hamt_def def;
    parameters p;
    word_table words;
    // Arrays of p.
    int table;  // words, then CLS and MASK
    int text_position, history_position, kind;
    transformer_norm text_norm, observation_norm, history_norm;
    hamt_look observation, history;
    transformer_layer text[HAMT_MAX_LAYERS], panorama[HAMT_MAX_LAYERS];
    hamt_cross cross[HAMT_MAX_LAYERS];
    transformer_linear head, value;
    transformer_norm head_norm;
    transformer_linear score, value_out;
    int match_query, match;
    // With proxies: masked words, spatial relation, instruction-path matching.
    transformer_linear masked, relation, relation_out, matching, matching_out;
    transformer_norm masked_norm, relation_norm, matching_norm;
    int masked_bias;
} hamt;

extern const model_kind hamt_kind;

// `words` are `count` texts, each ends in NUL; copied.
wend_status hamt_create(const hamt_def* def, const char* words, int count, uint64_t seed,
                        hamt** out, wend_error* error);
void hamt_destroy(hamt* h);  // Nullable: h.
wend_status hamt_from_tensors(const wend_tensors* file, const char* name, hamt** out,
                              wend_error* error);

// ---- computation --------------------------------------------------------------------------------

// Tokens of one step in a result: rows[batch], -1: an episode has none.
typedef struct hamt_tokens {
    int node;
    const int32_t* rows;
} hamt_tokens;

// The instructions of a batch on a tape, and the steps so far.
typedef struct hamt_run {
    int batch;
    ragged text;                                         // sequences of words; CLS first
    int words;                                           // their embeddings
    int encoded;                                         // text after its own layers
    int keys[HAMT_MAX_LAYERS], values[HAMT_MAX_LAYERS];  // of text, where it does not attend
    hamt_tokens steps[HAMT_HISTORY];                     // oldest first
    int step_count;
    int position;          // of the next step
    view_batch views;      // of the last step, of episodes that had not ended
    int sectors;           // their bags of words
    const int32_t* group;  // [batch] number of an episode among them; -1: it had ended
} hamt_run;

void hamt_begin(const hamt* h, tape* t, int batch, const int32_t* words, const int* lengths,
                hamt_run* run);
void hamt_forward(const hamt* h, tape* t, hamt_run* run, const view_input* const* views,
                  graph_step* step);
void hamt_take(const hamt* h, tape* t, hamt_run* run, const graph_step* step,
               const int32_t* chosen);

// A step of the past: where, and the neighbour taken there.
typedef struct hamt_past {
    const view_input* view;
    int episode, taken;
    int position;  // number of the step in its episode
} hamt_past;

// Puts steps of the past into the history, which is empty; of each episode oldest first. Of more
// than HAMT_HISTORY - 2 the last ones are kept.
void hamt_remember(const hamt* h, tape* t, hamt_run* run, const hamt_past* steps, int count);

// ---- proxy tasks of pre-training, of models with proxies ----------------------------------------
// [Chen et al. 2021, section 3.3]

static inline int hamt_mask(const hamt* h) { return h->words.count + 1; }  // in place of a word

// Masked words: text and history attend to each other. rows[count] of the text give logits
// [count][words].
int hamt_guess_words(const hamt* h, tape* t, const hamt_run* run, const int32_t* rows, int count);
// Spatial relation: anchors[batch] are sectors. For every sector of the views, [batch *
// VIEW_SECTORS][1]: how far it is to the left of the anchor, in half turns.
int hamt_relate_views(const hamt* h, tape* t, hamt_run* run, const view_input* const* views,
                      const int32_t* anchors);
// Instruction-path matching: how well instruction b fits the history of episode paths[b];
// [batch][1].
int hamt_match_paths(const hamt* h, tape* t, const hamt_run* run, const int32_t* paths);

#endif
