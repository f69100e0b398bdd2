#ifndef WEND_PERCEIVE_TRUTH_LOCALIZER_H
#define WEND_PERCEIVE_TRUTH_LOCALIZER_H

#include "wend/perceive.h"

extern const wend_localizer_kind truth_localizer;

#endif
