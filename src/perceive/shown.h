#ifndef WEND_PERCEIVE_SHOWN_H
#define WEND_PERCEIVE_SHOWN_H

#include "wend/perceive.h"

extern const wend_localizer_kind shown_localizer;

#endif
