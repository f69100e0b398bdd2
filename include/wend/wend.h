// wend: one engine for embodied navigation. This header includes every stage, in pipeline order.
#ifndef WEND_WEND_H
#define WEND_WEND_H

// clang-format off
#include "wend/base.h"
#include "wend/scene.h"
#include "wend/navmesh.h"
#include "wend/field.h"
#include "wend/graph.h"
#include "wend/viewpoints.h"
#include "wend/sense.h"
#include "wend/sim.h"
#include "wend/graph_world.h"
#include "wend/map.h"
#include "wend/record.h"
#include "wend/habitat.h"
#include "wend/multion.h"
#include "wend/trace.h"
#include "wend/robothor.h"
#include "wend/rescue.h"
#include "wend/words.h"
#include "wend/tell.h"
#include "wend/description.h"
#include "wend/perceive.h"
#include "wend/atsp.h"
#include "wend/vln.h"
#include "wend/vln_make.h"
#include "wend/metrics.h"
#include "wend/reproduce.h"
#include "wend/episodes.h"
#include "wend/net.h"
#include "wend/network.h"
#include "wend/tensors.h"
#include "wend/task.h"
#include "wend/agent.h"
#include "wend/oracle.h"
#include "wend/log.h"
#include "wend/run.h"
#include "wend/batch.h"
#include "wend/score.h"
// clang-format on

#endif
