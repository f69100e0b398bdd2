// MultiON: find several objects in a given order, with the action FOUND at each
// [Wani et al. 2020, MultiON]. Rules, and where paper, code and the challenges differ:
// docs/benchmarks/multion.md
//
// Owner: src/data
#ifndef WEND_BENCHMARKS_MULTION_H
#define WEND_BENCHMARKS_MULTION_H

#include "wend/category.h"
#include "wend/nav.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { WEND_MULTION_MAX_GOALS = 16, WEND_MULTION_MAX_DISTRACTORS = 32 };

// The eight cylinders in the order of their class ids. [MultiON: category_to_task_category_id]
#define WEND_MULTION_CLASS_LIST(X) \
    X(RED, "cylinder_red")         \
    X(GREEN, "cylinder_green")     \
    X(BLUE, "cylinder_blue")       \
    X(YELLOW, "cylinder_yellow")   \
    X(WHITE, "cylinder_white")     \
    X(PINK, "cylinder_pink")       \
    X(BLACK, "cylinder_black")     \
    X(CYAN, "cylinder_cyan")

enum {
#define X(name, word) WEND_MULTION_##name,
    WEND_MULTION_CLASS_LIST(X)
#undef X
        WEND_MULTION_CLASSES
};

// Natural objects that the generator uses as goals, class ids 8 and up: categories that are rare in
// houses. The task hides the scene's own objects of a goal's category.
#define WEND_MULTION_NATURAL_LIST(X) \
    X(ELECTRIC_GUITAR)               \
    X(TRICYCLE)                      \
    X(SURFBOARD)                     \
    X(LLAMA_WICKER_BASKET)           \
    X(GINGERBREAD_HOUSE)             \
    X(TOY_AIRPLANE)                  \
    X(RICE_COOKER)                   \
    X(ESPRESSO_MACHINE)

enum {
    WEND_MULTION_NATURAL = WEND_MULTION_CLASSES
#define X(name) +1
        WEND_MULTION_NATURAL_LIST(X)
#undef X
};

// Class ids of goals: 0 to WEND_MULTION_NATURAL - 1. WEND_CATEGORY_NONE and -1 where there is none.
WEND_API wend_category wend_multion_category(int class_id);
WEND_API int wend_multion_class(wend_category category);

// ---- rules --------------------------------------------------------------------------------------

// In quotes: the option of the task, as in "multion:radius=1,distance=euclidean".
typedef struct wend_multion_rules {
    bool euclidean;          // FOUND is judged by Euclidean distance, not geodesic;
                             // "distance"; default false
    wend_geodesic geodesic;  // kind of geodesic distance; default exact, official: Habitat's
    float radius;            // of a correct FOUND, metres; "radius"; default 1.5
    bool strict;             // distance < radius, not <=; "within"; default false
    bool strict_progress;    // the same for the metric progress alone; "progress";
                             // default false, official true
    bool ppl_to_last_find;   // PPL counts the path up to the last correct FOUND only; "ppl";
                             // default false, official true
    int max_steps;           // default 2500
    float body_radius;       // metres; "body"; default 0.1
    float body_height;       // metres; "height"; default 1.5
    float eye_height;        // metres; "eye"; default 0.88
    float hfov;              // degrees; "hfov"; default 79
    float depth_max;         // metres; "depth"; default 10
    float cylinder_height;   // metres, 7.5 times the diameter; "cylinder"; default 0.75,
                             // official 1.5
    bool slide;              // along walls; "slide"; default false (2024: true)
    bool reward_jumps;       // the reward after a correct FOUND drops by the distance to the
                             // next goal, as in the released code; "reward"; default false,
                             // official true
    float false_penalty;     // subtracted from the reward of a wrong FOUND; "penalty"; default 0
    bool forgiving;  // a wrong FOUND does not end the episode: an easier stage of a training
                     // curriculum, not the benchmark; "wrong"; default false
} wend_multion_rules;

// `rules` is "paper" or "official"; `options` as above, with "year=2021|2022|2023|2024" for the
// rules of a challenge. Nullable: options.
WEND_API wend_status wend_multion_rules_read(const char* rules, const char* options,
                                             wend_multion_rules* out, wend_error* error);

#ifdef __cplusplus
}
#endif
#endif
