// Experts whose actions an agent can learn.
//
// The shortest path to a goal cannot be predicted from the observations of an agent that has seen
// neither the goal nor the rooms between (the imitation gap), and a FOUND at the border of the
// success distance is a matter of centimetres. `approach` knows where the goal is and plans around
// the obstacles that its depth images have shown (seen_grid.h); it stops well inside the success
// distance. `explorer` does so once the goal has been in view, and before goes to the nearest floor
// that it has not seen: nearest-frontier exploration [Yamauchi 1997].
#ifndef WEND_ORACLE_EXPLORING_EXPERT_H
#define WEND_ORACLE_EXPLORING_EXPERT_H

#include "wend/oracle.h"

extern const wend_oracle_kind approach_oracle;
extern const wend_oracle_kind explorer_oracle;

#endif
