// Follows the expert path of a rescue episode.
#ifndef WEND_ORACLE_RESCUE_EXPERT_ORACLE_H
#define WEND_ORACLE_RESCUE_EXPERT_ORACLE_H

#include "wend/oracle.h"

extern const wend_oracle_kind rescue_expert_oracle;

#endif
