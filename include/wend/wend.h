// wend: one engine for embodied navigation. This header includes every stage, in pipeline order.
#ifndef WEND_WEND_H
#define WEND_WEND_H

// clang-format off
#include "wend/base.h"
#include "wend/files.h"
#include "wend/ranks.h"
#include "wend/scene.h"
#include "wend/nav.h"
#include "wend/sense.h"
#include "wend/sim.h"
#include "wend/map.h"
#include "wend/data.h"
#include "wend/benchmarks/habitat.h"
#include "wend/benchmarks/multion.h"
#include "wend/oracle.h"
#include "wend/benchmarks/vln.h"
#include "wend/benchmarks/pasture.h"
#include "wend/benchmarks/rescue.h"
#include "wend/benchmarks/ivln.h"
#include "wend/language.h"
#include "wend/perceive.h"
#include "wend/capture.h"
#include "wend/make.h"
#include "wend/metrics.h"
#include "wend/analyze.h"
#include "wend/net.h"
#include "wend/agent.h"
#include "wend/demos.h"
#include "wend/train.h"
#include "wend/task.h"
#include "wend/log.h"
#include "wend/run.h"
#include "wend/report.h"
// clang-format on

#endif
