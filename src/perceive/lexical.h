#ifndef WEND_PERCEIVE_LEXICAL_H
#define WEND_PERCEIVE_LEXICAL_H

#include "wend/perceive.h"

extern const wend_localizer_kind lexical_localizer;

#endif
