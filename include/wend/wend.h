// wend: one engine for embodied navigation. This header includes every stage, in pipeline order.
#ifndef WEND_WEND_H
#define WEND_WEND_H

#include "wend/atsp.h"
#include "wend/base.h"
#include "wend/graph.h"
#include "wend/graph_world.h"
#include "wend/scene.h"

#endif
