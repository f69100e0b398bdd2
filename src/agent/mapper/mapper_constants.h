// Constants of the mapper: unit and meaning.
//
// [MultiON] marks values that follow from the benchmark's rules (Wani et al., NeurIPS 2020; FOUND
// is correct within 1.5 m). All others are wend's own, tuned on its generated houses.
#ifndef WEND_AGENT_MAPPER_MAPPER_CONSTANTS_H
#define WEND_AGENT_MAPPER_MAPPER_CONSTANTS_H

// clang-format off

// ---- detections ---------------------------------------------------------------------------------
static const float MAPPER_SAME_OBJECT = 0.5f;     // metres: closer detections of one
                                                  // category are one object
enum { MAPPER_TRUST_AGAIN = 6 };                  // views after which a refuted
                                                  // detection counts again
enum { MAPPER_MIN_PIXELS = 4 };                   // of a category with semantics=truth
static const float MAPPER_MAX_DEPTH = 50;         // metres, with semantics=truth
static const float MAPPER_MAP_RANGE = 5;          // metres: max depth that is mapped

// ---- confirming a goal --------------------------------------------------------------------------
static const float MAPPER_FOUND_DISTANCE = 1.4f;  // metres of path: default of `near`
                                                  // [MultiON: 1.5]
enum { MAPPER_MANY_VIEWS = 4 };                   // views that confirm a pure colour,
static const float MAPPER_MANY_VIEWS_FROM = 2;    // metres: if one of them was from nearer
static const float MAPPER_SURE_FROM = 4;          // metres: sure views confirm if one
                                                  // was from nearer
static const float MAPPER_LOOK_FROM = 1.2f;       // metres from which an unconfirmed
                                                  // goal is viewed again
static const float MAPPER_REFUTE_FROM = 2;        // metres: a goal unconfirmed from
                                                  // nearer is refuted
static const float MAPPER_GOAL_RADIUS = 0.25f;    // metres: a path ends here before
                                                  // the goal's centre
static const float MAPPER_GOAL_AT = 0.3f;         // metres: at a smaller distance no line to the
                                                  // goal is checked
static const float MAPPER_DETOUR = 0.2f;          // metres added where only the
                                                  // centre line is clear

// ---- planning -----------------------------------------------------------------------------------
static const float MAPPER_END_AT = 0.35f;         // metres from a goal at which a path may end,
static const float MAPPER_END_NEAR = 0.9f;        // metres: or from where the goal is visible
enum { MAPPER_NO_PATH_STEPS = 12 };               // steps before a path is searched
                                                  // again after a failure
enum { MAPPER_GOAL_REPLAN = 6, MAPPER_EXPLORE_REPLAN = 5 };  // steps after which a
                                                             // path is planned again

// ---- exploration --------------------------------------------------------------------------------
static const float MAPPER_SPIN_GAIN = 1.5f;       // square metres of new floor that a look-around
                                                  // must be expected to show,
static const float MAPPER_SPIN_SIGHT = 4;         // metres of visibility assumed for it
static const float MAPPER_SPIN_BEYOND = 1.5f;     // and metres of unobserved floor
                                                  // assumed to be free
static const float MAPPER_FRONTIER_REACHED = 0.5f;  // metres
static const float MAPPER_INSPECT_RADIUS = 0.3f;  // metres of floor marked as
                                                  // inspected where no view helps
enum { MAPPER_FRONTIER_TRIES = 4, MAPPER_INSPECT_TRIES = 8 };  // targets tried per step
enum { MAPPER_FORGET_VAIN = 8, MAPPER_FORGET_INSPECTED = 64 }; // steps without a target before
                                                               // these are reset

// ---- loops --------------------------------------------------------------------------------------
enum { MAPPER_LOOP_STEPS = 40 };                  // steps between two checks for progress
static const float MAPPER_LOOP_RADIUS = 0.8f;     // metres: less progress is a loop
enum { MAPPER_ESCAPE_STEPS = 8 };                 // random steps out of it

// clang-format on

#endif
