// Instructions that were followed before they are written, as RxR's were: two followers walk each,
// seeing only what their eyes show; where both fail it is told in other words, at most twice, and
// of three texts that nobody could follow the best is kept. The record says what came of it.
// [Ku et al. 2020, §3: Follower task]
#ifndef WEND_FOLLOWER_CHECK_H
#define WEND_FOLLOWER_CHECK_H

#include "wend/tell.h"
#include "wend/vln_make.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { WEND_FOLLOWER_TELLINGS = 3 };

// How texts of one language fared.
typedef struct wend_follower_count {
    char language[8];
    int texts;
    int followed[WEND_FOLLOWER_TELLINGS];  // as first, second and third told
    double ndtw;                           // mean of the better follower's, of what is kept
} wend_follower_count;

typedef struct wend_follower_summary {
    wend_follower_count languages[WEND_LANGUAGE_COUNT];
    int language_count;
    int records;
} wend_follower_summary;

typedef struct wend_follower_check_def {
    const char* cache;      // folder of files that make scenes open fast; NULL: none
    const char* agents[2];  // who walks as the stranger and as the resident; default guide-follower
                            // with a memory of the episode, and with the place known
} wend_follower_check_def;

WEND_API wend_follower_check_def wend_follower_check_default_def(void);

// As wend_vln_generate, with the check. The two followers are, by default, the agent guide-follower
// as a stranger to the place and as one who was shown around; both recognise things in RGB-D alone.
// A text counts as followed where one of them stops within 3 m of the goal. Their logs stay in
// `path`.check/. Each text's record gets
//     "follower": {"telling": 0 … 2, "followed": true, "by": "stranger", "ndtw": 0.83}
WEND_API wend_status wend_follower_generate(const char* const* scenes, int scene_count,
                                            const wend_vln_generate_def* def,
                                            const wend_follower_check_def* check, const char* path,
                                            wend_follower_summary* summary, wend_error* error);

#ifdef __cplusplus
}
#endif
#endif
