// Follows the reference path of an instruction.
#ifndef WEND_ORACLE_REFERENCE_PATH_H
#define WEND_ORACLE_REFERENCE_PATH_H

#include "wend/oracle.h"

extern const wend_oracle_kind reference_path_oracle;

#endif
