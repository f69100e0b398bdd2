// Constants of the CoW agent: unit, meaning, source.
//
// [CoW] marks values of Gadre et al., CVPR 2023, or of columbia-ai-robotics/cow. All others are
// wend's own, tuned on its generated scenes.
#ifndef WEND_AGENT_COW_COW_CONSTANTS_H
#define WEND_AGENT_COW_COW_CONSTANTS_H

// clang-format off

// ---- map ----------------------------------------------------------------------------------------
enum { COW_MAP_SIDE = 224 };                       // pixels: depth is resized to a
                                                   // square [CoW: 224 x 224]
static const float COW_MAP_CELL = 0.125f;          // metres [CoW §3.2]
static const float COW_MAP_NEAR = 0.051f;          // metres: nearest valid depth
static const float COW_MAP_STEP_HEIGHT = 0.1f;     // metres: higher ground is an obstacle
static const float COW_MAP_BODY_HEIGHT = 1.85f;    // metres: higher obstacles do not
                                                   // block the agent
enum { COW_MAP_MAX_SIDE = 1024 };                  // cells

// ---- score from which an object is approached (`go`, `stop`), by localizer ----------------------
static const float COW_SURE_LEXICAL = 0.5f;        // mean relevance
static const float COW_SURE_NOISY = 0.35f;         // ground truth with errors
static const float COW_SURE_TRUTH = 0.1f;          // ground truth: one view is enough
static const float COW_MIN_GUESS = 0.05f;          // min score of a best guess before
                                                   // the step limit

// ---- memory of objects --------------------------------------------------------------------------
static const float COW_SAME_OBJECT = 0.35f;        // metres between centres of views of one object
static const float COW_BOX_SLACK = 0.1f;           // metres around an object's box
                                                   // that belong to it
static const float COW_MAX_BOX_HEIGHT = 3;         // metres: a taller box is a wrong measurement
static const float COW_PRIOR_WEIGHT = 0.4f;        // weight of a prior view with relevance 0
static const float COW_VIEW_OFFSET = 0.5f;         // metres: a view from d metres
                                                   // weighs 1 / (offset + d)
static const float COW_CLOSE_VIEW = 1.5f;          // metres: a view from nearer can
                                                   // reject an object
static const float COW_MIN_DEPTH = 0.3f;           // metres: nearer positions are not looked up in
                                                   // the depth image
static const float COW_DEPTH_TOLERANCE = 0.25f;    // metres: tolerance of the visibility test of a
                                                   // remembered position,
static const float COW_DEPTH_TOLERANCE_RATE = 0.05f; // plus this share of the distance

// ---- relations of the description ("on a desk", "near a laptop") --------------------------------
static const float COW_NEAR_GAP = 0.9f;            // metres between boxes: "near", with some slack
static const float COW_WITH_GAP = 0.3f;            // metres between boxes: "with"
static const float COW_ON_GAP = 0.25f;             // metres between boxes, horizontally and
                                                   // vertically: "on", "in"
static const float COW_ON_RISE = 0.05f;            // metres that an object on another
                                                   // begins above its floor
static const float COW_FLOOR_HEIGHT = 0.20f;       // metres: lower objects stand on the floor
static const float COW_LANDMARK_SEEN = 0.15f;      // mean relevance at which a
                                                   // landmark counts fully
static const float COW_FACTOR_CONTRADICTED = 0.3f; // factor: the object contradicts the relation
static const float COW_FACTOR_NO_SUPPORT = 0.55f;  // factor: the support ("on", "in")
                                                   // was not detected
static const float COW_FACTOR_NO_LANDMARK = 0.8f;  // factor: the landmark ("near") was not detected

// ---- rooms (explore=prior) ----------------------------------------------------------------------
enum { COW_ROOM_CLUES = 12 };                      // max categories used as evidence for rooms
static const float COW_ROOM_SIZE = 4;              // metres: objects farther away are
                                                   // no evidence for a room
static const float COW_MAX_PROMISE = 2.5f;         // max factor of a room on exploration weights

// ---- pose ---------------------------------------------------------------------------------------
enum { COW_POSE_STRIDE = 7 };                      // every n-th row and column is compared
static const float COW_STILL = 0.09f;              // metres: mean and deviation of
                                                   // unchanged depth [CoW]
static const float COW_POSE_MAX_DEPTH = 10;        // metres: farther pixels are ignored
static const float COW_POSE_MAX_ERROR = 0.3f;      // metres: larger differences are clamped to this
static const float COW_POSE_MIN_DEPTH = 0.15f;     // metres beyond a step: nearer
                                                   // pixels leave the image

// ---- approach -----------------------------------------------------------------------------------
static const float COW_SPOT_RADIUS = 0.6f;         // metres: radius without progress
enum { COW_MAX_STAY = 24 };                        // steps without progress before
                                                   // the agent counts as stuck
static const float COW_FRONTIER_REACHED = 0.45f;   // metres
static const float COW_STOP_DISTANCE = 1.3f;       // metres at which it stops if no
                                                   // path leads nearer
static const float COW_LOOK_ANGLE = 0.65f;         // radians: higher or lower objects
                                                   // need UP or DOWN
enum { COW_MAX_ATTEMPTS = 3 };                     // max attempts to reach an object
enum { COW_RETRY_STEPS = 30 };                     // steps between two attempts
enum { COW_MAX_TROUBLE = 20 };                     // steps without a path before an attempt ends
enum { COW_APPROACH_REPLAN = 4, COW_EXPLORE_REPLAN = 5 };  // steps after which a path
                                                           // is planned again
static const float COW_PATH_SEARCH = 1.5f;         // metres around an object in which
                                                   // a path may end
static const float COW_STEPS_PER_METRE = 1.8f;     // estimated steps relative to a straight path
static const float COW_ASIDE_SEARCH = 0.5f;        // metres around the second viewpoint
static const float COW_GIVE_UP_SHARE = 0.5f;       // share of `look` below which a
                                                   // target is dropped
static const float COW_IN_VIEW_SHARE = 0.5f;       // share of `go` at which a
                                                   // detection confirms the target

// clang-format on

#endif
