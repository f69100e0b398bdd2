// The texts of the formats that generators write, without a file: ranks send them to rank 0, which
// parses them. Reading one of these texts and writing it again gives the same bytes.
#ifndef WEND_DATA_RECORD_TEXTS_H
#define WEND_DATA_RECORD_TEXTS_H

#include "base/json_out.h"

#include "wend/benchmarks/habitat.h"
#include "wend/benchmarks/pasture.h"
#include "wend/benchmarks/rescue.h"
#include "wend/benchmarks/vln.h"

void habitat_put(wend_json_out* out, const wend_habitat_set* set);
void rescue_lines_put(wend_json_out* out, const wend_rescue_set* set);
void rescue_runs_put(wend_json_out* out, const wend_rescue_runs* runs);
void robothor_put(wend_json_out* out, const wend_robothor_set* set);
void vln_episodes_put(wend_json_out* out, const wend_vln_episode* items, int count,
                      wend_vln_kind kind);
void vlnce_truth_put(wend_json_out* out, const wend_vlnce_truth_set* set);

#endif
