// MultiON: find several things in a given order, and say FOUND at each. docs/benchmarks/multion.md
// explains the rules and where paper, code and the challenges differ.
#ifndef WEND_MULTION_H
#define WEND_MULTION_H

#include "wend/task.h"

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

// Natural goals that the generator uses, class ids 8 and up: things that few houses have. Where one
// is a goal, the scene's own of that category are taken away.
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

// The class an agent is told: id, 0 to WEND_MULTION_NATURAL - 1. NONE and -1 where there is none.
WEND_API wend_category wend_multion_category(int class_id);
WEND_API int wend_multion_class(wend_category category);

// ---- rules --------------------------------------------------------------------------------------

// What is judged and how. As text, behind the task's name: "multion:radius=1,distance=euclidean".
typedef struct wend_multion_rules {
    bool euclidean;          // FOUND is judged by the straight distance, not by walking;
                             // "distance"; default false
    wend_geodesic geodesic;  // how walking is measured; default exact, official Habitat's
    float radius;            // metres within which FOUND is right; "radius"; default 1.5
    bool strict;             // less than the radius, not at most; "within"; default false
    bool strict_progress;    // progress alone counts finds at less than the radius; "progress";
                             // default false, official true
    bool ppl_to_last_find;   // PPL charges the path up to the last find, not all of it; "ppl";
                             // default false, official true
    int max_steps;           // default 2500
    float body_radius;       // metres; "body"; default 0.1
    float body_height;       // metres; "height"; default 1.5
    float eye_height;        // metres; "eye"; default 0.88
    float hfov;              // degrees; "hfov"; default 79
    float depth_max;         // metres; "depth"; default 10
    float cylinder_height;   // metres; "cylinder"; default 0.75, official 1.5; 7.5 times as high
                             // as thick
    bool slide;              // along walls; "slide"; default false (2024: true)
    bool reward_jumps;       // the step after a find is charged the way to the next goal, as the
                             // released code does; "reward"; default false, official true
    float false_penalty;     // taken off the reward of a wrong FOUND; "penalty"; default 0
    bool forgiving;  // a wrong FOUND is a lost step and nothing else: a lesson for those who
                     // learn, not the benchmark; "wrong"; default false
} wend_multion_rules;

// `rules` is "paper" or "official"; `options` as above, with "year=2021|2022|2023|2024" for the
// rules of a challenge. Nullable: options.
WEND_API wend_status wend_multion_rules_read(const char* rules, const char* options,
                                             wend_multion_rules* out, wend_error* error);

// ---- episodes -----------------------------------------------------------------------------------

// How episodes are made: starts and goals on one floor of one island, each leg of the way within a
// range, classes without replacement. An episode depends on seed, scene and its number alone.
typedef struct wend_multion_def {
    int goals;            // 1 to 8; default 3
    int distractors;      // 0 to 32, of classes that are no goals; default 0
    bool natural;         // things in place of cylinders; default false
    bool several_floors;  // goals may lie on other floors than the start; default false
    int count;            // episodes a scene; default 10
    uint64_t seed;
    float min_leg;       // metres of walking from start or goal to the next goal; default 2
    float max_leg;       // default 20
    float clearance;     // metres from a thing to where a body can no longer walk; default 0.25
    float apart;         // metres between any two things; default 1
    float body_radius;   // of the navmesh; default 0.1
    float body_height;   // default 1.5
    int threads;         // 0: one per processor
    const char* folder;  // scene files lie here; NULL: as they stand
    const char* cache;   // folder of files that make scenes open fast; NULL: none
    // Called after each scene, by one thread at a time. Nullable.
    void (*progress)(void* context, int done, int total);
    void* context;
} wend_multion_def;

WEND_API wend_multion_def wend_multion_default_def(void);
// Writes Habitat's form, all scenes into one file. A scene that has no room for such episodes is an
// error. Scenes are references.
WEND_API wend_status wend_multion_generate(const char* const* scenes, int scene_count,
                                           const wend_multion_def* def, const char* path,
                                           wend_error* error);

#ifdef __cplusplus
}
#endif
#endif
