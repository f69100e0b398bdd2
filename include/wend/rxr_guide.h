// A guide at work: who speaks an instruction while looking along its path, as RxR recorded it. From
// what is said where come the times of the words and the trace of the camera.
#ifndef WEND_RXR_GUIDE_H
#define WEND_RXR_GUIDE_H

#include "wend/trace.h"

#ifdef __cplusplus
extern "C" {
#endif

// Words said one after the other, and what the guide looks at meanwhile.
typedef struct wend_rxr_guide_mention {
    size_t start;  // byte of the text where they begin; they end where the next mention begins
    int place;     // of the path from where it is said; never smaller than the one before
    bool has_focus;
    wend_vec3 focus;  // what it is about; without: on along the path
} wend_rxr_guide_mention;

typedef struct wend_rxr_guide_walk {
    const char* const* path;  // [place_count] viewpoints
    const wend_vec3* eyes;    // [place_count] where the camera is at each
    int place_count;          // at least 1
    float heading;            // radians, counter-clockwise, before anything is said
    const char* text;
    const wend_rxr_guide_mention* mentions;  // [mention_count] the first begins at byte 0
    int mention_count;
    wend_rng rng;  // pace, pauses, glances
} wend_rxr_guide_walk;

// How many words a text has for a guide: pieces between white space, as RxR's timed instructions.
WEND_API int wend_rxr_guide_word_count(const char* text);

// Fills `words` [wend_rxr_guide_word_count] with their times and `trace` with a snapshot every 17
// ms on average: pauses with the camera at rest, a look around at the first viewpoint, gazes that
// arrive at what is mentioned as it is mentioned, PanGEA's turn and zoom of 0.6 s when moving on.
// Texts of the words and names of viewpoints are the trace's; image_mask, feature_weights and
// text_masks are derived. The same walk gives the same bytes. WEND_ARGUMENT for a walk of no
// places.
WEND_API wend_status wend_rxr_guide_record(const wend_rxr_guide_walk* walk, wend_vln_word* words,
                                           wend_trace* trace, wend_error* error);

#ifdef __cplusplus
}
#endif
#endif
