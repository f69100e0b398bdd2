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

// ---- cylinders (cylinders.c) --------------------------------------------------------------------
static const float CYLINDER_HEIGHT = 0.75f;       // metres: default height [MultiON §3.1; the released models are twice as large],
static const float CYLINDER_RADIUS = 1.0f / 15;   // and radius as a share of it [MultiON §3.1: 0.05 m]
static const float CYLINDER_SUNK = 0.12f;         // metres that the measured floor may be below the goal's base
static const float CYLINDER_FLOOR = 0.03f;        // metres: lower points are floor
static const float CYLINDER_RAISED = 0.05f;       // metres: a base higher than this is measured, and with it the length,
static const float CYLINDER_LENGTH_SLACK = 0.02f; // metres of error of the length beyond that of the top
static const float CYLINDER_TOP_SLACK = 0.035f;   // metres of error of its top, plus a pixel
static const float CYLINDER_ABOVE = 0.1f;         // metres above the highest goal at which the search ends
static const float CYLINDER_MIN_LENGTH = 0.08f;   // metres: min visible length,
static const float CYLINDER_PLAIN_MIN_LENGTH = 0.2f;// metres: the same of white and black ones
static const float CYLINDER_MIN_DEPTH = 0.15f;    // metres: range of valid depth,
static const float CYLINDER_MAX_DEPTH = 10;       // up to this
static const float CYLINDER_PLAIN_MAX_DEPTH = 6;  // metres for white and black ones, which are recognised by shape
static const float CYLINDER_SAME_DEPTH = 0.08f;   // metres: a pixel of equal depth continues the object
static const float CYLINDER_HIDDEN = 0.1f;        // metres: depth shorter by this much means occluded
static const float CYLINDER_RUN_DEPTH = 0.01f;    // metres between two rows of a run,
static const float CYLINDER_RUN_SLOPE = 0.003f;   // and more per metre of depth
static const float CYLINDER_COLUMN_DEPTH = 0.06f; // metres between two columns of one object
static const float CYLINDER_ROUND_SIDES = 0.012f; // metres by which the sides of a round object are deeper than its nearest point,
static const float CYLINDER_ROUND_MIDDLE = 0.008f;// and metres by which its centre is at most
static const float CYLINDER_MAX_WIDTH = 1.3f;     // times the diameter, plus two pixels,
static const float CYLINDER_MIN_WIDTH = 0.5f;     // times the diameter, less
static const float CYLINDER_WIDTH_PIXELS = 1.5f;  // pixels
static const float CYLINDER_MAX_SLOPE = 0.6f;     // metres up per metre ahead: steeper rows contain no goal

// clang-format on

#endif
