// What a body can be told to do: the one vocabulary of agents, simulators, tasks and logs.
#ifndef WEND_ACTION_H
#define WEND_ACTION_H

#include "wend/base.h"

#ifdef __cplusplus
extern "C" {
#endif

// The letter is how a log writes the action.
#define WEND_ACTION_LIST(X)                                                       \
    X(STOP, "stop", 'S')       /* declares the end; tasks judge it */             \
    X(FORWARD, "forward", 'F') /* by the body's step */                           \
    X(LEFT, "left", 'L')       /* by the body's turn */                           \
    X(RIGHT, "right", 'R')                                                        \
    X(UP, "up", 'U') /* looks up by the body's look */                            \
    X(DOWN, "down", 'D')                                                          \
    X(FOUND, "found", 'G')       /* declares a goal found; tasks judge it */      \
    X(DOOR, "door", 'O')         /* opens or closes the door in front */          \
    X(PICK, "pick", 'P')         /* takes the movable thing in front */           \
    X(PUT, "put", 'Q')           /* puts what is carried on the floor in front */ \
    X(VELOCITY, "velocity", 'V') /* drives for a while: see wend_action */        \
    X(CROUCH, "crouch", 'C')     /* brings the eye down to 0.6 of its height */   \
    X(STAND, "stand", 'T')       /* and up again */                               \
    X(JUMP, "jump", 'J')         /* on the spot: nothing is different after it */ \
    X(GO, "go", 'W')             /* on a viewpoint graph: along one of its ways */

typedef enum wend_action_kind {
#define X(name, word, letter) WEND_ACTION_##name,
    WEND_ACTION_LIST(X)
#undef X
        WEND_ACTION_COUNT
} wend_action_kind;

// Range of VELOCITY: metres and radians a second either way, and seconds.
#define WEND_MAX_FORWARD 100.0f
#define WEND_MAX_TURN    1000.0f
#define WEND_MAX_SECONDS 10.0f

// Sets of actions have bit 1 << kind for each. Turning, looking, FORWARD and STOP:
#define WEND_ACTIONS_MOVES                                                         \
    (1u << WEND_ACTION_STOP | 1u << WEND_ACTION_FORWARD | 1u << WEND_ACTION_LEFT | \
     1u << WEND_ACTION_RIGHT | 1u << WEND_ACTION_UP | 1u << WEND_ACTION_DOWN)

typedef struct wend_action {
    wend_action_kind kind;
    float forward;  // VELOCITY: metres a second; negative is backwards
    float turn;     // VELOCITY: radians a second, counter-clockwise
    float seconds;  // VELOCITY: how long
    int way;        // GO: which of wend_observation.ways, from 0
} wend_action;

WEND_API const char* wend_action_name(wend_action_kind kind);
WEND_API char wend_action_letter(wend_action_kind kind);
WEND_API bool wend_action_from_letter(char letter, wend_action_kind* kind);
WEND_API bool wend_action_find(const char* name, wend_action_kind* kind);

#ifdef __cplusplus
}
#endif
#endif
