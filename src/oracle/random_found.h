// Random actions with ground-truth FOUND.
#ifndef WEND_ORACLE_RANDOM_FOUND_H
#define WEND_ORACLE_RANDOM_FOUND_H

#include "wend/oracle.h"

extern const wend_oracle_kind random_found_oracle;

#endif
